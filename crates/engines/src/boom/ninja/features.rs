//! What NINJA looks at in a quiet position: numbers whose weights are fitted on self-play.

use super::state::{Blast, Seen, State, count, forbidden};
use alinea_games::boom::{BOTTOM, SQUARES};

/// How many features NINJA's evaluation has.
pub const FEATURES: usize = 22;

/// The names of the features, for the report of the fitting command.
pub const NAMES: [&str; FEATURES] = [
    "stones",
    "forbidden squares",
    "forbidden landing squares",
    "forbidden squares above landing",
    "squares in reach",
    "lines of two stones",
    "bomb",
    "stones a bomb removes",
    "row of the bomb",
    "explosion that loses",
    "explosion that wins",
    "jugadas until a bomb",
    "one safe column at most",
    "two safe columns",
    "forbidden on odd rows",
    "squares an explosion brings into reach",
    "bomb, few shared squares left",
    "squares in reach, few shared left",
    "turn",
    "parity of shared squares",
    "parity of shared squares, few left",
    "parity of all safe squares",
];

/// The features of a position where nothing decides at once, from the mover's side: for the first
/// sixteen the mover's number less the enemy's.
#[must_use]
#[inline(always)]
pub(crate) fn features(state: &State, seen: &Seen) -> [i32; FEATURES] {
    let landing = state.landing();
    let own = Side {
        state: *state,
        landing,
        forbidden: seen.forbidden,
        blast: seen.blast,
        jugadas_to_bomb: i32::from((10 - state.clock / 2 * 2) % 10 / 2),
    };
    // The other player's next turn is at the next jugada if it is blue's turn now.
    let later = state.clock & 1;
    let enemy = Side {
        state: state.passed(),
        landing,
        forbidden: forbidden(state.enemy, state.occupied()),
        blast: seen.enemy_blast,
        jugadas_to_bomb: i32::from((10 - (state.clock / 2 + later) % 5 * 2) % 10 / 2),
    };
    let (own, own_reach) = own.features();
    let (enemy, enemy_reach) = enemy.features();
    let mut all = [0; FEATURES];
    for i in 0..SIDE_FEATURES {
        all[i] = own[i] - enemy[i];
    }
    let shared = count(own_reach & enemy_reach);
    let parity = |n: i32| 2 * (n & 1) - 1;
    let few = i32::from(shared < FEW);
    all[SIDE_FEATURES] = few * all[BOMB];
    all[SIDE_FEATURES + 1] = few * all[REACH];
    all[SIDE_FEATURES + 2] = 1;
    all[SIDE_FEATURES + 3] = parity(shared);
    all[SIDE_FEATURES + 4] = few * parity(shared);
    all[SIDE_FEATURES + 5] = parity(count(own_reach) + count(enemy_reach));
    all
}

const SIDE_FEATURES: usize = 16;
const REACH: usize = 4;
const BOMB: usize = 6;
/// So many squares that both may still take are soon used up.
const FEW: i32 = 10;

/// One player's half of the board; `state.own` are its stones.
struct Side {
    state: State,
    landing: u64,
    forbidden: u64,
    /// What its explosion would do, if it has a bomb.
    blast: Option<Blast>,
    jugadas_to_bomb: i32,
}

/// Rows 2, 4 and 6: the squares whose number of squares below is odd.
const ODD: u64 = BOTTOM * 0b010_1010;

impl Side {
    #[inline(always)]
    fn features(&self) -> ([i32; SIDE_FEATURES], u64) {
        let State { own, enemy, bombs, .. } = self.state;
        let safe = self.landing & !self.forbidden;
        let safe_count = count(safe);
        let reach = SQUARES & !(own | enemy) & !upwards(self.forbidden);
        let reached = count(reach);
        let bomb = own & bombs;
        let gained = match self.blast {
            Some(Blast::Quiet(after)) => {
                let occupied = after.occupied();
                let barred = upwards(forbidden(after.enemy, occupied));
                count(SQUARES & !occupied & !barred) - reached
            }
            _ => 0,
        };
        let row = (bomb.trailing_zeros() & 7) as i32;
        let has_bomb = i32::from(bomb != 0);
        let features = [
            count(own),
            count(self.forbidden),
            count(self.forbidden & self.landing),
            count(self.forbidden & (self.landing << 1)),
            reached,
            open_twos(own, enemy),
            has_bomb,
            has_bomb * count(own & (BOTTOM << (row & 7))),
            has_bomb * row,
            i32::from(self.blast == Some(Blast::Loses)),
            i32::from(self.blast == Some(Blast::Wins)),
            (1 - has_bomb) * self.jugadas_to_bomb,
            i32::from(safe_count <= 1),
            i32::from(safe_count == 2),
            count(self.forbidden & ODD),
            gained,
        ];
        (features, reach)
    }
}

/// These squares and all above them in their columns.
#[inline(always)]
fn upwards(squares: u64) -> u64 {
    let one = squares | ((squares << 1) & !BOTTOM);
    let three = one | ((one << 2) & !(BOTTOM * 0b11));
    three | ((three << 4) & !(BOTTOM * 0b1111))
}

/// How many lines of four hold exactly two of these stones and none of the enemy's.
#[inline(always)]
fn open_twos(own: u64, enemy: u64) -> i32 {
    let twos = |step: u32| {
        let line = |discs: u64| [0, 1, 2, 3].map(|i| discs >> (i * step));
        let all = |[a, b, c, d]: [u64; 4]| a & b & c & d;
        let any = |[a, b, c, d]: [u64; 4]| a | b | c | d;
        let open = all(line(SQUARES)) & !any(line(enemy));
        let [a, b, c, d] = line(own);
        let one_each = (a ^ b) & (c ^ d);
        let one_pair = ((a & b) & !(c | d)) | ((c & d) & !(a | b));
        count((one_each | one_pair) & open)
    };
    twos(1) + twos(8) + twos(9) + twos(7)
}

#[cfg(test)]
mod tests {
    use super::super::tests::late_positions;
    use super::*;
    use alinea_core::{Cell, Grid, Player, Position, SplitMix64};
    use alinea_games::Boom;

    /// Lines of four by walking over the squares.
    fn lines_by_hand(pos: &Boom, player: Player, stones: usize) -> i32 {
        let mut lines = 0;
        for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for col in 0..7 {
                for row in 0..7 {
                    let cells: Option<Vec<Cell>> =
                        (0..4).map(|i| Cell::new(col, row).step(dc, dr, i, 7, 7)).collect();
                    let Some(cells) = cells else { continue };
                    let own = cells.iter().filter(|c| pos.at(**c) == Some(player)).count();
                    let empty = cells.iter().filter(|c| pos.at(**c).is_none()).count();
                    lines += i32::from(own == stones && empty == 4 - stones);
                }
            }
        }
        lines
    }

    #[test]
    fn lines_and_clocks_are_counted_right() {
        let mut rng = SplitMix64::new(23);
        for _ in 0..200 {
            let mut pos = Boom::new();
            while pos.outcome().is_none() {
                let state = State::of(&pos);
                let twos = open_twos(state.own, state.enemy);
                assert_eq!(twos, lines_by_hand(&pos, pos.turn(), 2), "{pos:?}");
                let all = features(&state, &Seen::of(&state));
                let jugada = pos.jugada_number();
                let until = |jugada: u32| (5 - jugada % 5) as i32 % 5;
                let both = [
                    (pos.turn(), until(jugada)),
                    (pos.turn().other(), until(jugada + pos.turn().index() as u32)),
                ];
                let waits = both.map(|(p, wait)| if pos.bomb(p) == 0 { wait } else { 0 });
                assert_eq!(all[11], waits[0] - waits[1], "{pos:?}");
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let _ = pos.play_unchecked(*rng.pick(&moves).unwrap());
            }
        }
    }

    #[test]
    fn squares_above_stay_in_their_column() {
        assert_eq!(upwards(1 << 10), 0b111_1100 << 8 | 1 << 15);
        assert_eq!(upwards(1) & SQUARES, 0x7f);
    }

    /// The weights were fitted on these numbers: others would make them mean something else.
    #[test]
    fn the_features_are_those_that_the_weights_were_fitted_on() {
        let mut sums = [0i64; FEATURES];
        let mut hash = 0u64;
        for pos in late_positions(93, 400) {
            let Some(all) = super::super::features_of(&pos) else { continue };
            for (at, number) in all.into_iter().enumerate() {
                sums[at] += i64::from(number) * i64::from(pos.ply() % 7 + 1);
                hash = SplitMix64::mix(hash ^ number as u32 as u64);
            }
        }
        let expected = [
            -199, 49, 220, -43, -763, 391, 41, 680, -117, 0, 126, -34, 82, -39, 112, 40, 15, -926,
            1667, -405, -303, -309,
        ];
        assert_eq!(sums, expected);
        assert_eq!(hash, 8_361_183_517_453_547_594);
    }

    #[test]
    fn a_finished_game_has_no_features() {
        let over = super::super::tests::after("1717171");
        assert_eq!(super::super::features_of(&over), None);
    }
}
