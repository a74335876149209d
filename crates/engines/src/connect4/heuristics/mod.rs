//! The heuristics of the Connect Four reports, one file each.

mod fours;
mod ligue4;
mod quadras;
mod quadras_plano;

pub use ligue4::{Ligue4, Ligue4Bits};
pub use quadras::Quadras;
pub use quadras_plano::{QuadrasPlano, QuadrasPlanoBits};

use alinea_core::{Message, Player, Position};
use alinea_search::Part;
use fours::Four;

/// The reports' preference for shallow positions: 5 points a level against whoever moved last.
fn level_points<P: Position>(pos: &P, player: Player, ply: u32) -> f64 {
    let points = 5.0 * f64::from(ply);
    if pos.turn() == player { points } else { -points }
}

fn level_part<P: Position>(pos: &P, player: Player, ply: u32) -> Option<Part> {
    let points = level_points(pos, player, ply);
    let label = Message::new("part.level").with("level", ply);
    (ply > 0).then_some(Part { label, cells: Vec::new(), points })
}

/// A line's share, named after its owner and its stones.
fn line_part(four: &Four, player: Player, points: f64) -> Part {
    let (key, sign) =
        if four.owner == player { ("part.own-line", 1.0) } else { ("part.enemy-line", -1.0) };
    let label = Message::new(key).with("stones", four.stones);
    Part { label, cells: four.cells.to_vec(), points: sign * points }
}

#[cfg(test)]
mod examples {
    use super::*;
    use alinea_core::{SplitMix64, parse_position};
    use alinea_games::{Connect4, connect4::Size};
    use alinea_search::{Heuristic, Part};

    /// The parts as `label points cells`.
    pub(super) fn told(parts: &[Part]) -> Vec<String> {
        let part = |part: &Part| -> String {
            let cells: String = part.cells.iter().map(|cell| format!(" {cell}")).collect();
            format!("{} {}{cells}", part.label, part.points)
        };
        parts.iter().map(part).collect()
    }

    /// The position after these moves on the usual board.
    pub(super) fn after(moves: &str) -> Connect4 {
        parse_position::<Connect4>(&Size::USUAL, moves).unwrap().pos
    }

    /// Positions of random games on boards of several sizes, finished ones included.
    pub(super) fn random_positions(seed: u64, mut visit: impl FnMut(&Connect4)) {
        let mut rng = SplitMix64::new(seed);
        for (cols, rows) in [(7, 6), (4, 4), (5, 11), (8, 7), (9, 6), (7, 6), (4, 15)] {
            for _ in 0..60 {
                let mut pos = Connect4::new(Size::new(cols, rows).unwrap());
                loop {
                    visit(&pos);
                    let mut moves = Vec::new();
                    pos.legal_moves(&mut moves);
                    let Some(&mv) = rng.pick(&moves) else { break };
                    let _ = pos.play_unchecked(mv);
                }
            }
        }
    }

    /// The parts sum to the value, and the other player has the negative of it.
    pub(super) fn assert_explained(heuristic: &impl Heuristic<Connect4>) {
        random_positions(21, |pos| {
            for (player, ply) in [(Player::First, 0), (Player::Second, 3)] {
                let value = heuristic.evaluate(pos, player, ply);
                let parts = heuristic.explain(pos, player, ply);
                let sum: f64 = parts.iter().map(|part| part.points).sum();
                assert!((sum - value).abs() < 1e-6, "{value} is explained as {sum} in {pos:?}");
                assert_eq!(heuristic.evaluate(pos, player.other(), ply), -value);
            }
        });
    }
}
