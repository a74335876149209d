//! Why a move is good on a board of lines, as far as rows of one stone less say: completed, forked, stopped.

use super::Falls;
use alinea_core::{Cell, Grid, Message, Player, Position};
use alinea_games::lines::LineBoard;
use alinea_search::{Explanation, Mark, MarkKind};

/// Why a move is good where a row is about to be completed, on boards where the row wins.
pub fn explain<P: Position<Move = Cell> + LineBoard>(
    pos: &P,
    best: Cell,
    falls: Falls,
) -> Option<Explanation> {
    let (me, foe) = (pos.turn(), pos.turn().other());
    if pos.completes(best, me) {
        let reason = Message::new("reason.lines.completes").with("cell", best);
        let reason = reason.with("count", pos.in_a_row());
        return Some(Explanation { reason, marks: Mark::all(MarkKind::Win, [best]) });
    }
    let dangers = completing(pos, foe, falls);
    if dangers.len() > 1 {
        let reason = Message::new("reason.lines.two-against").with("cells", listed(&dangers));
        return Some(Explanation { reason, marks: Mark::all(MarkKind::Danger, dangers) });
    }
    let mut after = pos.clone();
    let _ = after.play_unchecked(best);
    let wins = completing(&after, me, falls);
    if wins.len() > 1 && completing(&after, foe, falls).is_empty() {
        let reason = Message::new("reason.lines.two-for").with("cell", best);
        let reason = reason.with("cells", listed(&wins));
        return Some(Explanation { reason, marks: Mark::all(MarkKind::Win, wins) });
    }
    if dangers == [best] {
        let reason = Message::new("reason.lines.stops").with("cell", best);
        return Some(Explanation { reason, marks: Mark::all(MarkKind::Danger, dangers) });
    }
    None
}

/// Why a move is good where a row loses: how many cells stay safe.
pub fn explain_misere<P: Position<Move = Cell> + LineBoard>(
    pos: &P,
    best: Cell,
    falls: Falls,
) -> Option<Explanation> {
    let (me, foe) = (pos.turn(), pos.turn().other());
    let row = pos.in_a_row();
    if pos.completes(best, me) {
        // Whoever has a safe cell plays it, so here there is none.
        let dangers = Mark::all(MarkKind::Danger, completing(pos, me, falls));
        let reason = Message::new("reason.lines.every-move-loses").with("count", row);
        return Some(Explanation { reason, marks: dangers });
    }
    let mut after = pos.clone();
    let _ = after.play_unchecked(best);
    if after.outcome().is_some() {
        return None;
    }
    let mut landings = Vec::new();
    after.legal_moves(&mut landings);
    let (shut, dangers) = (completing(&after, foe, falls), completing(&after, me, falls));
    let reason = if shut.len() == landings.len() {
        Message::new("reason.lines.no-safe-answer").with("cell", best).with("count", row)
    } else {
        Message::new("reason.lines.safe-cells")
            .with("own", landings.len() - dangers.len())
            .with("enemy", landings.len() - shut.len())
    };
    let marks = [Mark::all(MarkKind::Threat, shut), Mark::all(MarkKind::Danger, dangers)];
    Some(Explanation { reason, marks: marks.concat() })
}

/// The empty cells where a player's stone would complete a row now.
pub(crate) fn completing<P: Position<Move = Cell> + LineBoard>(
    pos: &P,
    player: Player,
    falls: Falls,
) -> Vec<Cell> {
    if pos.outcome().is_some() {
        return Vec::new();
    }
    let mut landings = Vec::new();
    if falls == Falls::Yes {
        pos.legal_moves(&mut landings);
    }
    let all = (0..Grid::rows(pos)).flat_map(|row| {
        let cols = Grid::cols(pos);
        (0..cols).map(move |col| Cell::new(col, row))
    });
    all.filter(|cell| pos.at(*cell).is_none() && pos.completes(*cell, player))
        .filter(|cell| falls == Falls::No || landings.contains(cell))
        .collect()
}

/// Cells as people read them.
pub(crate) fn listed(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}
