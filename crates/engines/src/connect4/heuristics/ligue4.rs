//! `ligue4`, the heuristic of the Ligue 4 web page (report 000).
//!
//! Every line of four squares that holds stones of one side only scores by its stones: 5 for one,
//! 50 for two, 500 for three; positive for the player asked about, negative for the opponent.
//! In a won position all fours together count 20,000, once. At the end one per cent is removed
//! per stone on the board.
//!
//! Decisions where the report leaves a choice:
//! - each line counts once, in all four directions, also where gravity cannot fill it;
//! - the per cent never turns negative: beyond 100 stones (large m,n,k boards) all values are 0;
//! - a drawn game is worth 0;
//! - the 20,000 belong to the winner, which on misère boards is not the owner of the line.

use super::fours::{self, Four};
use super::line_part;
use alinea_core::{Message, Outcome, Player, Position};
use alinea_games::Connect4;
use alinea_search::{Heuristic, Part};

/// Points of a line with one, two and three stones; a full line has none of its own.
const POINTS: [i32; 4] = [5, 50, 500, 0];
const WON: i32 = 20_000;

/// The heuristic of the Ligue 4 report: lines of four with stones of one side only.
///
/// It reads any board whose lines are four long.
///
/// ```
/// use alinea_core::{Player, Position};
/// use alinea_engines::connect4::heuristics::Ligue4;
/// use alinea_games::{Connect4, connect4::Size};
/// use alinea_search::Heuristic;
/// let mut pos = Connect4::new(Size::USUAL);
/// pos.play(3).unwrap();
/// // Seven lines of one stone at 5 points, less one per cent for the stone.
/// assert!((Ligue4.evaluate(&pos, Player::First, 0) - 34.65).abs() < 1e-9);
/// assert!((Ligue4.evaluate(&pos, Player::Second, 0) + 34.65).abs() < 1e-9);
/// ```
pub struct Ligue4;

/// The values of [`Ligue4`] on Connect Four's bitboards, many times faster.
pub struct Ligue4Bits;

impl<P: Position> Heuristic<P> for Ligue4 {
    fn evaluate(&self, pos: &P, player: Player, _: u32) -> f64 {
        if pos.outcome() == Some(Outcome::Draw) {
            return 0.0;
        }
        let lines = fours::one_sided(pos);
        let signed = |four: &Four| {
            let points = POINTS[four.stones - 1];
            if four.owner == player { points } else { -points }
        };
        let sum = lines.iter().map(signed).sum::<i32>() + won_points(pos, player);
        reduced(sum, pos.stones())
    }

    fn explain(&self, pos: &P, player: Player, _: u32) -> Vec<Part> {
        if pos.outcome() == Some(Outcome::Draw) {
            return Vec::new();
        }
        let lines = fours::one_sided(pos);
        let points = |four: &Four| f64::from(POINTS[four.stones - 1]);
        let open = lines.iter().filter(|four| four.stones < 4);
        let mut parts: Vec<Part> = open.map(|four| line_part(four, player, points(four))).collect();
        if won_points(pos, player) != 0 {
            let full = lines.iter().filter(|four| four.stones == 4);
            let mut cells: Vec<_> = full.flat_map(|four| four.cells).collect();
            cells.sort_unstable();
            cells.dedup();
            let points = f64::from(won_points(pos, player));
            parts.push(Part { label: Message::new("part.decided"), cells, points });
        }
        let sum: f64 = parts.iter().map(|part| part.points).sum();
        let label = Message::new("part.stones-per-cent").with("stones", pos.stones());
        let points = reduced(sum as i32, pos.stones()) - sum;
        parts.push(Part { label, cells: Vec::new(), points });
        parts
    }
}

impl Heuristic<Connect4> for Ligue4Bits {
    #[inline]
    fn evaluate(&self, pos: &Connect4, player: Player, _: u32) -> f64 {
        if pos.outcome() == Some(Outcome::Draw) {
            return 0.0;
        }
        let [one, two, three, _] = fours::balance(pos, player);
        let sum = POINTS[0] * one + POINTS[1] * two + POINTS[2] * three + won_points(pos, player);
        reduced(sum, pos.ply())
    }

    fn explain(&self, pos: &Connect4, player: Player, ply: u32) -> Vec<Part> {
        Ligue4.explain(pos, player, ply)
    }
}

#[inline]
fn won_points<P: Position>(pos: &P, player: Player) -> i32 {
    match pos.outcome() {
        Some(Outcome::Win(winner)) if winner == player => WON,
        Some(Outcome::Win(_)) => -WON,
        _ => 0,
    }
}

/// One per cent less for every stone.
#[inline]
fn reduced(sum: i32, stones: u32) -> f64 {
    f64::from(sum) * f64::from(100u32.saturating_sub(stones)) / 100.0
}

#[cfg(test)]
mod tests {
    use super::super::examples::{after, assert_explained, random_positions, told};
    use super::*;

    #[test]
    fn the_worked_examples() {
        for (moves, value) in
            [("4", 34.65), ("445", 126.1), ("41414", 570.0), ("4141414", 18_725.55)]
        {
            let pos = after(moves);
            for (heuristic, name) in
                [(&Ligue4 as &dyn Heuristic<Connect4>, "squares"), (&Ligue4Bits, "bits")]
            {
                assert_eq!(heuristic.evaluate(&pos, Player::First, 0), value, "{moves} {name}");
                assert_eq!(heuristic.evaluate(&pos, Player::Second, 0), -value, "{moves} {name}");
            }
        }
    }

    #[test]
    fn the_rows_of_the_second_example() {
        let pos = after("445");
        let lines = fours::one_sided(&pos);
        let row_points = |row| -> i32 {
            let in_row = lines.iter().filter(|four| four.cells.iter().all(|cell| cell.row == row));
            in_row
                .map(|four| {
                    let sign = if four.owner == Player::First { 1 } else { -1 };
                    sign * POINTS[four.stones - 1]
                })
                .sum()
        };
        assert_eq!([row_points(0), row_points(1)], [155, -20]);
    }

    #[test]
    fn bits_and_squares_agree_on_every_board() {
        let mut draws = 0;
        random_positions(3, |pos| {
            for player in Player::BOTH {
                let fast = Ligue4Bits.evaluate(pos, player, 0);
                assert_eq!(fast, Ligue4.evaluate(pos, player, 0), "{pos:?}");
            }
            draws += u32::from(pos.outcome() == Some(Outcome::Draw));
        });
        assert!(draws > 0);
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&Ligue4Bits);
    }

    #[test]
    fn every_line_is_named_after_its_owner_and_the_stones_take_their_share() {
        let parts = told(&Ligue4Bits.explain(&after("41"), Player::Second, 0));
        assert_eq!(parts.len(), 9, "six lines of green, two of blue, and the per cent");
        assert_eq!(parts[0], "part.enemy-line stones=1 -5 b1 c1 d1 e1");
        assert!(parts.contains(&"part.own-line stones=1 5 a1 a2 a3 a4".to_owned()), "{parts:?}");
        assert!(parts[8].starts_with("part.stones-per-cent stones=2 0.39"), "{parts:?}");
        let won = told(&Ligue4Bits.explain(&after("4141414"), Player::First, 0));
        assert!(won.contains(&"part.decided 20000 d1 d2 d3 d4".to_owned()), "{won:?}");
        assert!(won.iter().all(|part| !part.contains("stones=4")), "{won:?}");
        let lost = told(&Ligue4Bits.explain(&after("4141414"), Player::Second, 0));
        assert!(lost.contains(&"part.decided -20000 d1 d2 d3 d4".to_owned()), "{lost:?}");
    }
}
