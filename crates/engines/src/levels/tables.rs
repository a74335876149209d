//! The ladders of all games: data, the weakest row first. The search of a game's levels is its
//! own; what the numbers mean is the same everywhere.

use super::{Noise, Weakness};

/// The row of a level from 1 to 10; below and above the nearest.
pub(crate) fn row<R: Copy>(table: &[R; 10], level: u8) -> R {
    table[usize::from(level.clamp(1, 10)) - 1]
}

/// Levels of games without a table of their own: the general search.
pub(crate) const GENERAL: [Weakness; 10] = [
    general(1, 2_000, 1.0, 0.50, 1.0),
    general(1, 2_000, 1.0, 0.15, 0.5),
    general(2, 5_000, 0.30, 0.0, 0.8),
    general(2, 5_000, 0.10, 0.0, 0.4),
    general(4, 5_000, 0.05, 0.0, 0.2),
    general(4, 10_000, 0.04, 0.0, 0.15),
    general(5, 15_000, 0.025, 0.0, 0.10),
    general(6, 40_000, 0.01, 0.0, 0.04),
    general(8, 70_000, 0.0, 0.0, 0.02),
    general(20, 120_000, 0.0, 0.0, 0.0),
];

/// The gomoku family: the strong engine; who is blind follows the own plan alone.
pub(crate) const GOMOKU: [Weakness; 10] = [
    gomoku(1, 1_200, 4.0, 16, 0.50),
    gomoku(1, 1_600, 2.5, 9, 0.35),
    gomoku(2, 2_000, 1.8, 7, 0.18),
    gomoku(2, 2_500, 1.1, 6, 0.09),
    gomoku(3, 3_000, 0.7, 6, 0.04),
    gomoku(4, 6_000, 0.4, 6, 0.02),
    gomoku(6, 12_000, 0.2, 6, 0.0),
    gomoku(9, 40_000, 0.0, 1, 0.0),
    gomoku(14, 200_000, 0.0, 1, 0.0),
    gomoku(200, 1_000_000, 0.0, 1, 0.0),
];

/// Boom: NINJA; the tenth is NINJA itself.
pub(crate) const BOOM: [Weakness; 10] = [
    boom(1, 800),
    boom(1, 300),
    boom(2, 100),
    boom(3, 60),
    boom(4, 40),
    boom(5, 20),
    boom(7, 8),
    boom(9, 0),
    boom(12, 0),
    boom(u32::MAX, 0),
];

/// A row of Connect Four, whose levels look as people do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct HumanWeakness {
    pub(crate) weakness: Weakness,
    /// How often diagonals are not seen.
    pub(crate) no_diagonals: f64,
    /// Nodes of the solver, for those who calculate the end of the game.
    pub(crate) endgame: u64,
}

/// Connect Four: a shallow look; the tenth is perfect.
pub(crate) const CONNECT4: [HumanWeakness; 10] = [
    human(1, 0.40, 1.0, 1.0, 0),
    human(1, 0.10, 0.7, 1.0, 0),
    human(2, 0.0, 0.6, 0.25, 0),
    human(2, 0.0, 0.15, 0.10, 0),
    human(3, 0.0, 0.05, 0.05, 0),
    human(4, 0.0, 0.0, 0.03, 0),
    human(6, 0.0, 0.0, 0.0, 0),
    human(8, 0.0, 0.0, 0.0, 2_000),
    human(8, 0.0, 0.0, 0.0, 60_000),
    human(8, 0.0, 0.0, 0.0, 60_000),
];

const fn general(depth: u32, nodes: u64, blind: f64, random: f64, careless: f64) -> Weakness {
    let among = if careless > 0.0 { 5 } else { 1 };
    let noise = Noise::Share(careless);
    Weakness { depth, nodes, random: Some(random), blind, noise, among }
}

const fn gomoku(depth: u32, nodes: u64, points: f64, among: usize, blind: f64) -> Weakness {
    let noise = if points > 0.0 { Noise::Points(points) } else { Noise::Silent };
    Weakness { depth, nodes, random: None, blind, noise, among }
}

const fn boom(depth: u32, hundredths: i32) -> Weakness {
    let (noise, among) =
        if hundredths > 0 { (Noise::Loud(hundredths), usize::MAX) } else { (Noise::Silent, 1) };
    Weakness { depth, nodes: u64::MAX, random: None, blind: 0.0, noise, among }
}

const fn human(
    depth: u32,
    random: f64,
    no_diagonals: f64,
    blind: f64,
    endgame: u64,
) -> HumanWeakness {
    let noise = Noise::Silent;
    let weakness =
        Weakness { depth, nodes: u64::MAX, random: Some(random), blind, noise, among: 1 };
    HumanWeakness { weakness, no_diagonals, endgame }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_grow_in_depth_and_care() {
        let human = CONNECT4.map(|row| row.weakness);
        for table in [GENERAL, GOMOKU, BOOM, human] {
            for pair in table.windows(2) {
                let (weak, strong) = (pair[0], pair[1]);
                assert!(weak.depth <= strong.depth && weak.nodes <= strong.nodes, "{strong:?}");
                assert!(weak.blind >= strong.blind && weak.random >= strong.random, "{strong:?}");
                assert!(weak.among >= strong.among, "{strong:?}");
            }
        }
    }

    #[test]
    fn numbers_outside_the_ladder_take_its_nearest_step() {
        let steps: [usize; 10] = std::array::from_fn(|at| at + 1);
        assert_eq!(
            [0, 1, 2, 9, 10, 11, 255].map(|level| row(&steps, level)),
            [1, 1, 2, 9, 10, 10, 10]
        );
    }

    #[test]
    fn who_never_errs_weighs_one_move_and_who_errs_several() {
        for weakness in GENERAL.into_iter().chain(GOMOKU).chain(BOOM) {
            let errs = match weakness.noise {
                Noise::Silent => false,
                Noise::Share(size) | Noise::Points(size) => size > 0.0,
                Noise::Loud(size) => size > 0,
            };
            assert_eq!(errs, weakness.among > 1, "{weakness:?}");
        }
        for (table, silent) in [(GENERAL, 1), (GOMOKU, 3), (BOOM, 3)] {
            let steady = table.iter().filter(|weakness| weakness.among == 1).count();
            assert_eq!(steady, silent, "{table:?}");
        }
    }
}
