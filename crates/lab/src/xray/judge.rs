//! What a heuristic says of positions whose truth is known, and what it would play.

use super::Truth;
use crate::take_printed;
use alinea_catalogue::files::Files;
use alinea_catalogue::{Entry, GameVisitor, SpecError, factory};
use alinea_core::{Player, parse_position};
use alinea_search::Part;

/// What the heuristic says of one position.
pub(super) struct Judged {
    pub(super) value: f64,
    /// The parts of the value, where its sign is wrong.
    pub(super) parts: Vec<Part>,
    /// What a script printed about the position.
    pub(super) printed: Vec<String>,
    /// Whether stones fall in this game.
    pub(super) gravity: bool,
    /// Whether its choice is a best move; `None` where that is not known.
    pub(super) best: Option<bool>,
    /// Whether its choice keeps the result; `None` where that is not known.
    pub(super) kept: Option<bool>,
    pub(super) rows: Vec<String>,
    pub(super) turn: Player,
    /// Where the best moves go: row from the top, column from the left.
    pub(super) squares: Vec<(usize, usize)>,
}

/// Asks a heuristic about all positions.
pub(super) struct Judge<'a> {
    pub(super) heuristic: &'a str,
    pub(super) files: &'a Files,
    pub(super) truths: &'a [Truth],
}

impl GameVisitor for Judge<'_> {
    type Output = Result<Vec<Judged>, SpecError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<Vec<Judged>, SpecError> {
        let heuristic = factory::heuristic_or_file::<G>(&setup, self.heuristic, Some(self.files))?;
        let mut all = Vec::new();
        for truth in self.truths {
            let pos = parse_position::<G>(&setup, &truth.position)
                .map_err(|error| {
                    SpecError::new(alinea_words::Language::English.say(&error.message()))
                })?
                .pos;
            let player = pos.turn();
            let value = heuristic.evaluate(&pos, player, 0);
            let printed = take_printed();
            let is_wrong = value * f64::from(truth.result()) < 0.0;
            let parts = if is_wrong { heuristic.explain(&pos, player, 0) } else { Vec::new() };
            let mut chosen: Option<(f64, String)> = None;
            for (mv, child) in children(&pos) {
                let value = heuristic.evaluate(&child, player, 1);
                if chosen.as_ref().is_none_or(|(best, _)| value > *best) {
                    chosen = Some((value, pos.move_text(mv)));
                }
            }
            if let Some(fault) = self.files.fault() {
                let (name, position) = (self.heuristic, &truth.position);
                return Err(SpecError::new(format!("{name}: {fault} (at {position})")));
            }
            let chosen = chosen.map(|(_, mv)| mv).unwrap_or_default();
            let score = truth.moves.iter().find(|(mv, _)| *mv == chosen).map(|(_, score)| *score);
            // Of a lost position only the longest defence is known.
            let is_known = truth.is_exact() || truth.score > 0;
            let kept = score.is_some_and(|score| score.signum() == truth.result());
            all.push(Judged {
                value,
                parts,
                printed,
                gravity: pos.gravity(),
                best: is_known.then(|| truth.best().contains(&chosen.as_str())),
                kept: is_known.then_some(kept),
                rows: rows(&pos),
                turn: player,
                squares: squares(&pos, &truth.best()),
            });
        }
        Ok(all)
    }
}

fn children<G: Entry>(pos: &G) -> Vec<(G::Move, G)> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let child = |mv| {
        let mut child = pos.clone();
        let _ = child.play_unchecked(mv);
        (mv, child)
    };
    moves.into_iter().map(child).collect()
}

fn rows<G: Entry>(pos: &G) -> Vec<String> {
    let drawn = pos.to_diagram();
    drawn.rows.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

/// Where moves put their stones: the empty squares that are taken afterwards.
fn squares<G: Entry>(pos: &G, moves: &[&str]) -> Vec<(usize, usize)> {
    let before = pos.to_diagram().rows;
    let is_named = |mv: G::Move| moves.contains(&pos.move_text(mv).as_str());
    let named = children(pos).into_iter().filter(|(mv, _)| is_named(*mv));
    named
        .filter_map(|(_, child)| {
            let after = child.to_diagram().rows;
            (0..before.len()).find_map(|r| {
                let taken = before[r].iter().zip(&after[r]).position(|(b, a)| *b == b'.' && a != b);
                taken.map(|c| (r, c))
            })
        })
        .collect()
}
