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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::after;
    use alinea_games::Mnk;

    /// The sentence and the marks, as `kind cell number`.
    fn told(found: Option<Explanation>) -> (String, Vec<String>) {
        let Some(found) = found else { return (String::new(), Vec::new()) };
        let mark = |mark: &Mark| format!("{:?} {} {}", mark.kind, mark.cell, mark.number);
        (found.reason.to_string(), found.marks.iter().map(mark).collect())
    }

    fn why(setup: &str, moves: &str, best: &str) -> (String, Vec<String>) {
        let falls = if setup.contains("gravity") { Falls::Yes } else { Falls::No };
        let pos = after::<Mnk>(setup, moves);
        let best = best.parse().unwrap();
        told(if setup.contains("misere") {
            explain_misere(&pos, best, falls)
        } else {
            explain(&pos, best, falls)
        })
    }

    fn says(found: (String, Vec<String>), reason: &str, marks: &[&str]) {
        assert_eq!(found.0, reason);
        assert_eq!(found.1, marks, "{reason}");
    }

    #[test]
    fn a_row_that_is_completed_is_named_before_anything_else() {
        let found = why("3x3x3", "a1a3b1b3", "c1");
        says(found, "reason.lines.completes cell=c1 count=3", &["Win c1 1"]);
    }

    #[test]
    fn two_rows_against_are_both_named() {
        let moves = "diagram:x..x.../......./......./x.....x/......./......./oo...oo x";
        let found = why("7x7x3", moves, "c1");
        let reason = "reason.lines.two-against cells=c1, e1";
        says(found, reason, &["Danger c1 1", "Danger e1 2"]);
    }

    #[test]
    fn two_rows_for_are_named_unless_one_stands_against_them() {
        let found = why("7x7x3", "d4a7", "e4");
        let reason = "reason.lines.two-for cell=e4 cells=c4, f4";
        says(found, reason, &["Win c4 1", "Win f4 2"]);
        // At the edge one row alone can be completed: nothing to say.
        says(why("7x7x3", "a4g7", "b4"), "", &[]);
        // Blue completes c1 first.
        says(why("7x7x3", "d4a1g7b1", "e4"), "", &[]);
    }

    #[test]
    fn a_row_that_is_stopped_is_named_where_it_is_stopped() {
        let moves = "d4a1g7b1";
        says(why("7x7x3", moves, "c1"), "reason.lines.stops cell=c1", &["Danger c1 1"]);
        says(why("7x7x3", moves, "d1"), "", &[]);
    }

    #[test]
    fn where_discs_fall_only_squares_in_reach_count() {
        let found = why("7x6x4+gravity", "41516", "c1");
        let reason = "reason.lines.two-against cells=c1, g1";
        says(found, reason, &["Danger c1 1", "Danger g1 2"]);
        // Green's three on the second row can be completed only once a1 or e1 is taken.
        let pos = after::<Mnk>("7x6x4+gravity", "7223344");
        let cells = |falls| listed(&completing(&pos, Player::First, falls));
        assert_eq!(cells(Falls::No), "a2, e2");
        assert_eq!(cells(Falls::Yes), "");
        assert_eq!(listed(&completing(&pos, Player::Second, Falls::No)), "a1, e1");
        assert_eq!(listed(&completing(&pos, Player::Second, Falls::Yes)), "a1, e1");
    }

    #[test]
    fn a_game_that_is_over_has_nothing_to_complete() {
        let over = after::<Mnk>("4x3x3", "a1a3b1b3c1");
        assert!(completing(&over, Player::Second, Falls::No).is_empty());
    }

    #[test]
    fn where_rows_lose_the_safe_cells_of_both_are_counted() {
        let found = why("3x3x3+misere", "a1c3b1", "b2");
        says(found, "reason.lines.safe-cells own=5 enemy=4", &["Threat c1 1"]);
        let found = why("3x3x3+misere", "a1c3b1", "b3");
        says(found, "reason.lines.safe-cells own=4 enemy=4", &["Threat c1 1", "Danger a3 1"]);
    }

    #[test]
    fn where_rows_lose_the_last_safe_cell_is_named() {
        let moves = "diagram:ox./ox./xox o";
        let found = why("3x3x3+misere", moves, "c2");
        says(found, "reason.lines.no-safe-answer cell=c2 count=3", &["Threat c3 1"]);
        let found = why("3x3x3+misere", moves, "c3");
        says(found, "reason.lines.safe-cells own=1 enemy=1", &[]);
    }

    #[test]
    fn where_rows_lose_a_row_is_played_only_if_every_move_makes_one() {
        let found = why("3x3x3+misere", "a1c3b1b2", "c1");
        says(found, "reason.lines.every-move-loses count=3", &["Danger c1 1"]);
    }

    #[test]
    fn a_full_board_needs_no_reason_where_rows_lose() {
        says(why("3x3x3+misere", "b2a1c1a3a2c2b3b1", "c3"), "", &[]);
    }
}
