//! The heuristics of Boom: those of the report and the course, and the published ideas re-created.

mod fichas_juntas;
mod fichas_juntas_corregida;
mod lineas;
mod lineas_y_bomba;
mod material;
mod runs;
mod valoracion_test;

pub use fichas_juntas::FichasJuntas;
pub use fichas_juntas_corregida::FichasJuntasCorregida;
pub use lineas::Lineas;
pub use lineas_y_bomba::LineasYBomba;
pub use material::Material;
pub use valoracion_test::ValoracionTest;

use alinea_core::{Cell, Outcome, Player, Position};
use alinea_games::Boom;

/// What the course calls a won game.
const WON: f64 = 99_999_999.0;

/// The utility of a finished game, without a depth term; `None` while the game goes on.
fn utility(pos: &Boom, player: Player) -> Option<f64> {
    Some(match pos.outcome()? {
        Outcome::Win(winner) if winner == player => WON,
        Outcome::Win(_) => -WON,
        Outcome::Draw => 0.0,
    })
}

/// The same with a depth term: the sooner win and the later loss are better by a point a ply.
fn utility_by_depth(pos: &Boom, player: Player, ply: u32) -> Option<f64> {
    utility(pos, player).map(|value| value - value.signum() * f64::from(ply))
}

/// The squares of a bitboard, bottom row first.
fn cells(bits: u64) -> Vec<Cell> {
    let all = (0..7).flat_map(|row| (0..7).map(move |col| Cell::new(col, row)));
    all.filter(|cell| bits >> (8 * cell.col + cell.row) & 1 != 0).collect()
}

#[cfg(test)]
mod examples {
    use super::*;
    use alinea_core::{SplitMix64, parse_position};
    use alinea_search::{Heuristic, Part};

    /// Runs of one, two and three, a bomb, and stones in every kind of column.
    pub(super) const DRAWN: &str =
        "diagram:......./......./......./......./o....../xo...../xxxo..X o 9";

    /// Runs in every direction, some of them blocked, on a board that is nearly full.
    pub(super) const CROWDED: &str =
        "diagram:..o..xx/..xo.oo/o.xo.ox/x.ox.xo/o.oxoxx/x.xooox/oxooxxx x";

    /// The parts as `label points cells`.
    pub(super) fn told(parts: &[Part]) -> Vec<String> {
        let cells = |part: &Part| part.cells.iter().map(|cell| format!(" {cell}")).collect();
        let part = |part: &Part| -> String {
            let cells: String = cells(part);
            format!("{} {}{cells}", part.label, part.points)
        };
        parts.iter().map(part).collect()
    }

    /// The position after these moves.
    pub(super) fn after(moves: &str) -> Boom {
        parse_position::<Boom>(&(), moves).unwrap().pos
    }

    /// Positions of random games, finished ones included.
    pub(super) fn random_positions(seed: u64, mut visit: impl FnMut(&Boom)) {
        let mut rng = SplitMix64::new(seed);
        for _ in 0..300 {
            let mut pos = Boom::new();
            loop {
                visit(&pos);
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let Some(&mv) = rng.pick(&moves) else { break };
                let _ = pos.play_unchecked(mv);
            }
        }
    }

    /// The parts sum to the value.
    pub(super) fn assert_explained(heuristic: &impl Heuristic<Boom>) {
        random_positions(31, |pos| {
            for (player, ply) in [(Player::First, 0), (Player::Second, 3)] {
                let value = heuristic.evaluate(pos, player, ply);
                let parts = heuristic.explain(pos, player, ply);
                let sum: f64 = parts.iter().map(|part| part.points).sum();
                assert!((sum - value).abs() < 1e-6, "{value} is explained as {sum} in {pos:?}");
            }
        });
    }
}
