//! What the fit of the weights reads of a position, and the numbers that its files agree on.
//!
//! Nothing else reads patterns from outside.

use alinea_core::{Cell, Player};
use alinea_games::gomoku::{
    Board, CaroRule, FreestyleRule, RenjuRule, Size, StandardRule, Variant,
};
use alinea_search::Score;

use super::adapter::board_of;
use super::classes::Class;
use super::eval::{evaluate, threat_mask};
use super::movegen::candidates;
use super::net::{Net, Sums, parts};
use super::pattern_board::PatternBoard;
use super::point::{Point, cells};
use super::rule::PatternRule;

pub use super::classes::CODES;
pub use super::eval::{FINE, POINTS_PER_LOGIT, THREAT_BITS, THREATS};
pub use super::net::{FloatNet, HIDDEN, LINE_CODES, ORDER_NUMBERS, ORDER_PARTS, WIDTH};
pub use super::pattern::PATTERNS;
pub use super::search::{DECIDED, WIN};
pub use super::weights::Weights;

/// The four line patterns of every code, as numbers below [`PATTERNS`].
pub fn multisets() -> Vec<[usize; 4]> {
    super::classes::multisets().iter().map(|set| set.map(|pattern| pattern as usize)).collect()
}

/// A score as records of games keep it: hundredths of a point, wins counted down from [`WIN`].
pub fn recorded(score: Score) -> i32 {
    match (score.win(), score.loss()) {
        (Some(plies), _) => WIN - plies as i32,
        (_, Some(plies)) => plies as i32 - WIN,
        _ => score.raw(),
    }
}

/// Points of a search's score that are worth one logit of winning in games of a rule.
pub fn points_per_logit(rule: Variant) -> f64 {
    match rule {
        Variant::Freestyle => FreestyleRule::POINTS_PER_LOGIT,
        Variant::Standard => StandardRule::POINTS_PER_LOGIT,
        Variant::Renju => RenjuRule::POINTS_PER_LOGIT,
        Variant::Caro => CaroRule::POINTS_PER_LOGIT,
    }
}

/// Empty cells near stones, row by row from the top.
pub fn near_stones<R: PatternRule>(pos: &Board<R>) -> Vec<Cell> {
    let board = board_of(pos);
    candidates(&board).iter().map(|point| point.cell(board.size())).collect()
}

/// A game read move by move.
pub struct Reader<R: PatternRule>(PatternBoard<R>);

impl<R: PatternRule> Reader<R> {
    /// The start of a game.
    pub fn new(size: Size) -> Reader<R> {
        Reader(PatternBoard::new(size))
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.0.turn()
    }

    fn point(&self, cell: Cell) -> Point {
        Point::of(cell, self.0.size())
    }

    /// Whether a stone can be put on a cell of the board.
    pub fn is_empty_at(&self, cell: Cell) -> bool {
        self.0.is_empty_at(self.point(cell))
    }

    /// Puts a stone of the player to move on an empty cell.
    pub fn play(&mut self, cell: Cell) {
        self.0.play(self.point(cell));
    }

    /// Whether five or an open four can be made, or five must be stopped.
    ///
    /// The classes of cells alone then decide what to do.
    pub fn is_urgent(&self) -> bool {
        let (me, foe) = (self.turn(), self.turn().other());
        self.0.count(me, Class::Five) + self.0.count(me, Class::OpenFour) > 0
            || self.0.count(foe, Class::Five) > 0
    }

    /// Whether the waiting player threatens an open four.
    pub fn is_threatened(&self) -> bool {
        self.0.count(self.turn().other(), Class::OpenFour) > 0
    }

    /// Which threats stand, as an index of the threat weights.
    pub fn threats(&self) -> u16 {
        threat_mask(&self.0) as u16
    }

    /// The value for the player to move by a network, or else by the linear tables, in points.
    pub fn judged_by(&self, net: Option<&Net>) -> i32 {
        net.map_or_else(|| evaluate(&self.0), |net| Sums::new().value(net, &self.0))
    }

    /// What the cells have more than those of an empty board, as a network sees it.
    ///
    /// The line codes of a cell (own pattern | enemy pattern << 4, sorted), and how many more such
    /// cells there are.
    pub fn lines_of_cells(&self, player: Player) -> Vec<([u8; 4], i16)> {
        let size = self.0.size();
        let empty = PatternBoard::<R>::new(Size::new(size as u8).unwrap_or_default());
        let mut list: Vec<([u8; 4], i16)> = Vec::new();
        for point in cells(size) {
            let was = empty.packed(point);
            let is = self.0.is_empty_at(point).then(|| self.0.packed(point));
            if is == Some(was) {
                continue;
            }
            list.push((line_codes(was, player), -1));
            list.extend(is.map(|packed| (line_codes(packed, player), 1)));
        }
        list.sort_unstable();
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        list.retain(|(_, count)| *count != 0);
        list
    }

    /// How often each code occurs on empty cells for a player, by code.
    pub fn codes(&self, player: Player) -> Vec<(u16, u8)> {
        let empty = cells(self.0.size()).filter(|point| self.0.is_empty_at(*point));
        let mut codes: Vec<u16> = empty.map(|point| self.0.code(player, point)).collect();
        codes.sort_unstable();
        let mut counted: Vec<(u16, u8)> = Vec::new();
        for code in codes {
            match counted.last_mut() {
                Some((last, count)) if *last == code => *count = count.saturating_add(1),
                _ => counted.push((code, 1)),
            }
        }
        counted
    }

    /// Which numbers of an order add up for every candidate, the chosen one first.
    pub fn orders(&self, chosen: Cell) -> Vec<[u16; ORDER_PARTS]> {
        let parts = |point: Point| parts(&self.0, point).map(|at| at as u16);
        let chosen = self.point(chosen);
        let others = candidates(&self.0);
        let others = others.iter().filter(|point| *point != chosen).map(parts);
        std::iter::once(parts(chosen)).chain(others).collect()
    }

    /// The codes of every candidate for the mover and the waiter, the chosen one first.
    pub fn choices(&self, chosen: Cell) -> Vec<(u16, u16)> {
        let (me, foe) = (self.turn(), self.turn().other());
        let pair = |point: Point| (self.0.code(me, point), self.0.code(foe, point));
        let chosen = self.point(chosen);
        let mut list = vec![pair(chosen)];
        list.extend(candidates(&self.0).iter().filter(|point| *point != chosen).map(pair));
        list
    }
}

/// How many numbers of an order know single patterns of lines.
///
/// Those of own codes begin at 0, those of enemy codes at [`CODES`].
pub const ORDER_CODES: usize = 2 * CODES;

/// The four line codes of packed patterns from a player's view, sorted: their order means nothing.
fn line_codes(packed: u32, player: Player) -> [u8; 4] {
    let mut codes = [0, 1, 2, 3].map(|dir| {
        let (first, second) = (packed >> (4 * dir) & 15, packed >> (16 + 4 * dir) & 15);
        match player {
            Player::First => (first | second << 4) as u8,
            Player::Second => (second | first << 4) as u8,
        }
    });
    codes.sort_unstable();
    codes
}

#[cfg(test)]
mod tests {
    use super::super::tests::Dice;
    use super::*;
    use crate::lines::test_support::after;
    use alinea_games::gomoku::{RenjuRule, StandardRule};
    use alinea_games::{Gomoku, Standard};

    fn read<R: PatternRule>(moves: &[&str]) -> Reader<R> {
        let mut reader = Reader::new(Size::new(9).unwrap());
        moves.iter().for_each(|text| reader.play(text.parse().unwrap()));
        reader
    }

    #[test]
    fn scores_are_recorded_in_hundredths_and_wins_by_their_plies() {
        assert_eq!(recorded(Score::win_in(7)), WIN - 7);
        assert_eq!(recorded(Score::loss_in(4)), 4 - WIN);
        assert_eq!(recorded(Score::estimate(-1.25)), -125);
    }

    #[test]
    fn the_sets_of_lines_are_sorted_and_all_different() {
        let sets = multisets();
        assert_eq!(sets.len(), CODES);
        assert_eq!((sets[0], sets[CODES - 1]), ([0; 4], [PATTERNS - 1; 4]));
        assert!(sets.is_sorted() && sets.iter().all(|set| set.is_sorted()));
    }

    #[test]
    fn cells_near_stones_come_from_the_top() {
        let near = near_stones(&after::<Gomoku>("9", "a9"));
        let texts: Vec<String> = near.iter().map(Cell::to_string).collect();
        let expected = ["b9", "c9", "d9", "a8", "b8", "c8", "a7", "b7", "c7", "a6", "d6"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn what_is_urgent_and_what_threatens_is_told_for_the_player_to_move() {
        let told = |moves: &[&str]| {
            let reader = read::<StandardRule>(moves);
            (reader.is_urgent(), reader.is_threatened())
        };
        assert_eq!(told(&["e5", "a1"]), (false, false));
        let three = ["c5", "a1", "d5", "i1", "e5"];
        assert_eq!(told(&three), (false, true), "white sees black's open four coming");
        assert_eq!(told(&[&three[..], &["a9"]].concat()), (true, false), "black can make it");
        let four = [&three[..], &["a9", "f5"]].concat();
        assert!(told(&four).0, "five must be stopped");
        assert!(told(&[&four[..], &["a3"]].concat()).0, "five can be made");
    }

    #[test]
    fn a_reader_knows_its_board() {
        let reader = read::<RenjuRule>(&["e5", "a1"]);
        assert_eq!(reader.turn(), Player::First);
        assert_eq!(read::<RenjuRule>(&["e5"]).turn(), Player::Second);
        let empty = |text: &str| reader.is_empty_at(text.parse().unwrap());
        assert!(!empty("e5") && !empty("a1") && empty("a9") && empty("e6"));
        let threes = read::<StandardRule>(&["c5", "a1", "d5", "i1", "e5"]);
        assert_eq!(usize::from(threes.threats()), threat_mask(&threes.0));
        assert!(threes.threats() != 0);
        let pos = after::<Standard>("9", "c5a1d5i1e5");
        assert_eq!(threes.judged_by(None), evaluate(&board_of(&pos)));
        assert_ne!(threes.judged_by(None), 0);
    }

    #[test]
    fn codes_and_line_codes_count_every_cell_once() {
        let mut dice = Dice(0x7ea1);
        let mut reader = Reader::<RenjuRule>::new(Size::new(9).unwrap());
        for stones in 0..40 {
            let free: Vec<Point> = cells(9).filter(|point| reader.0.is_empty_at(*point)).collect();
            for player in Player::BOTH {
                let counted = reader.codes(player);
                assert!(counted.windows(2).all(|pair| pair[0].0 < pair[1].0), "each code once");
                for (code, count) in &counted {
                    let cells = free.iter().filter(|cell| reader.0.code(player, **cell) == *code);
                    assert_eq!(cells.count(), usize::from(*count));
                }
                let all: usize = counted.iter().map(|(_, count)| usize::from(*count)).sum();
                assert_eq!(all, free.len());
                let lines = reader.lines_of_cells(player);
                assert!(lines.windows(2).all(|pair| pair[0].0 < pair[1].0), "each once, sorted");
                assert!(lines.iter().all(|(codes, count)| codes.is_sorted() && *count != 0));
                let more: i32 = lines.iter().map(|(_, count)| i32::from(*count)).sum();
                assert_eq!(more, -stones, "a stone has no lines");
                // Both players see the same cells, each with its own pattern in the low half.
                let turned = |codes: [u8; 4]| {
                    let mut codes = codes.map(|code| code.rotate_left(4));
                    codes.sort_unstable();
                    codes
                };
                let mut others: Vec<([u8; 4], i16)> = reader
                    .lines_of_cells(player.other())
                    .into_iter()
                    .map(|(codes, count)| (turned(codes), count))
                    .collect();
                others.sort_unstable();
                assert_eq!(lines, others);
            }
            reader.0.play(free[dice.below(free.len())]);
        }
    }

    #[test]
    fn the_chosen_move_comes_first_and_the_others_once() {
        let reader = read::<StandardRule>(&["e5", "f6", "d6"]);
        let chosen: Cell = "e7".parse().unwrap();
        let candidates = candidates(&reader.0).count();
        let (orders, choices) = (reader.orders(chosen), reader.choices(chosen));
        assert_eq!((orders.len(), choices.len()), (candidates, candidates));
        for (order, (own, enemy)) in orders.iter().zip(&choices) {
            assert_eq!(usize::from(order[0]), usize::from(*own));
            assert_eq!(usize::from(order[1]), CODES + usize::from(*enemy));
            assert!(order.is_sorted() && usize::from(order[4]) < ORDER_NUMBERS);
        }
        let point = reader.point(chosen);
        let pair = (reader.0.code(Player::Second, point), reader.0.code(Player::First, point));
        assert_eq!(choices[0], pair);
        let far: Cell = "a1".parse().unwrap();
        assert_eq!(reader.orders(far).len(), candidates + 1, "what is no candidate is added");
    }
}
