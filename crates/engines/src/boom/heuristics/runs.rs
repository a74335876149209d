//! Runs of stones on Boom's bitboards, for the heuristics that count them.

use alinea_games::boom::SQUARES;

/// Steps of a bitboard to the neighbour up, right, up right and down right.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// The stones of all runs of exactly `length` (2 or 3), one bitboard of first stones a direction.
pub(super) fn starts(discs: u64, length: u32) -> [u64; 4] {
    STEPS.map(|step| {
        let first = discs & !(discs << step);
        let filled = (1..length).fold(first, |run, i| run & (discs >> (i * step)));
        filled & !(discs >> (length * step))
    })
}

/// How many runs of exactly `length` there are.
pub(super) fn count(discs: u64, length: u32) -> u32 {
    starts(discs, length).iter().map(|starts| starts.count_ones()).sum()
}

/// The stones with no neighbour of their colour in any direction.
pub(super) fn lone(discs: u64) -> u64 {
    STEPS.iter().fold(discs, |alone, step| alone & !(discs << step) & !(discs >> step)) & SQUARES
}

/// The stones of the runs of exactly `length`.
pub(super) fn stones(discs: u64, length: u32) -> u64 {
    let runs = starts(discs, length);
    STEPS
        .iter()
        .zip(runs)
        .fold(0, |all, (step, starts)| (0..length).fold(all, |all, i| all | (starts << (i * step))))
}

#[cfg(test)]
mod tests {
    use super::super::examples::after;
    use super::*;
    use alinea_core::Player;

    #[test]
    fn runs_are_maximal_and_counted_in_every_direction() {
        let pos = after("diagram:......./......./......./......./o....../xo...../xxxo..x o");
        let (green, blue) = (pos.discs(Player::First), pos.discs(Player::Second));
        // a1-b1-c1 is the run of three; a1-a2 and a2-b1 are runs of two.
        assert_eq!([count(green, 3), count(green, 2)], [1, 2]);
        // a3-b2 is blue's run of two.
        assert_eq!([count(blue, 3), count(blue, 2)], [0, 1]);
        assert_eq!(lone(green), 1 << 48);
        assert_eq!(lone(blue), 1 << 24);
        assert_eq!(stones(blue, 2), 1 << 2 | 1 << 9);
    }
}
