//! A position of any rule as plain data, for callers that know the rule only at run time and get stones in any order.

use alinea_core::{Cell, Player};
use alinea_games::gomoku::{CaroRule, FreestyleRule, RenjuRule, Size, StandardRule, Variant};
use alinea_search::{Limits, Observer, Stop, Thought};

use super::gomoku_engine::GomokuEngine;
use super::pattern_board::PatternBoard;
use super::point::{Point, cells};
use super::rule::PatternRule;

/// A position of any rule as plain data: stones in the order they were put, and the turn.
///
/// No two stones share a cell.
///
/// ```
/// use alinea_core::{Cell, Player};
/// use alinea_engines::gomoku::engine::{GomokuEngine, Placement};
/// use alinea_games::gomoku::{Size, Variant};
/// use alinea_search::{Ignore, Limits, Stop};
/// // Four in a row that is closed on the left.
/// let mut stones: Vec<_> = (3..7).map(|col| (Cell::new(col, 3), Player::First)).collect();
/// stones.push((Cell::new(2, 3), Player::Second));
/// let pos = Placement::new(Variant::Caro, Size::default(), stones, Player::First).unwrap();
/// let mut engine = GomokuEngine::new(1 << 20, 1);
/// let thought = engine.think_on(&pos, &Limits::nodes(100), &Stop::new(), &mut Ignore);
/// assert_eq!(thought.best, Some(Cell::new(7, 3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    variant: Variant,
    size: Size,
    stones: Vec<(Cell, Player)>,
    turn: Player,
}

impl Placement {
    /// An empty board.
    pub fn empty(variant: Variant, size: Size) -> Placement {
        Placement { variant, size, stones: Vec::new(), turn: Player::First }
    }

    /// These stones with this player to move; none if a cell lies outside or is taken twice.
    pub fn new(
        variant: Variant,
        size: Size,
        stones: Vec<(Cell, Player)>,
        turn: Player,
    ) -> Option<Placement> {
        let side = size.get();
        let inside = stones.iter().all(|(cell, _)| cell.col < side && cell.row < side);
        let mut cells: Vec<Cell> = stones.iter().map(|(cell, _)| *cell).collect();
        cells.sort_unstable();
        let once = cells.windows(2).all(|pair| pair[0] != pair[1]);
        (inside && once).then_some(Placement { variant, size, stones, turn })
    }

    /// The rule.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// This position with one more stone of the player to move, on an empty cell.
    pub fn with(&self, cell: Cell) -> Placement {
        let mut next = self.clone();
        debug_assert!(next.stones.iter().all(|(taken, _)| *taken != cell));
        next.stones.push((cell, self.turn));
        next.turn = self.turn.other();
        next
    }

    /// The first player's forbidden points in renju; none elsewhere.
    pub fn forbidden(&self) -> Vec<Cell> {
        if self.variant != Variant::Renju {
            return Vec::new();
        }
        let mut board = self.board::<RenjuRule>();
        board.set_turn(Player::First);
        let size = board.size();
        let empty: Vec<Point> = cells(size).filter(|point| board.is_empty_at(*point)).collect();
        let forbidden = empty.into_iter().filter(|point| board.is_forbidden(*point));
        forbidden.map(|point| point.cell(size)).collect()
    }

    fn board<R: PatternRule>(&self) -> PatternBoard<R> {
        let mut board = PatternBoard::new(self.size);
        for (cell, player) in &self.stones {
            board.set_turn(*player);
            board.play(Point::of(*cell, board.size()));
        }
        board.set_turn(self.turn);
        board
    }
}

impl GomokuEngine {
    /// Chooses a move in a position of any rule.
    pub fn think_on(
        &mut self,
        placement: &Placement,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<Cell>,
    ) -> Thought<Cell> {
        match placement.variant {
            Variant::Freestyle => {
                self.think_board(&placement.board::<FreestyleRule>(), limits, stop, observer)
            }
            Variant::Standard => {
                self.think_board(&placement.board::<StandardRule>(), limits, stop, observer)
            }
            Variant::Renju => {
                self.think_board(&placement.board::<RenjuRule>(), limits, stop, observer)
            }
            Variant::Caro => {
                self.think_board(&placement.board::<CaroRule>(), limits, stop, observer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_stones_are_refused() {
        let make = |stones: &[(u8, u8)]| {
            let stones = stones.iter().map(|(col, row)| (Cell::new(*col, *row), Player::First));
            let size = Size::new(9).unwrap();
            Placement::new(Variant::Freestyle, size, stones.collect(), Player::Second)
        };
        assert!(make(&[(0, 0), (8, 8)]).is_some());
        assert!(make(&[(0, 9)]).is_none());
        assert!(make(&[(3, 3), (1, 1), (3, 3)]).is_none());
    }

    fn stones(texts: &[&str]) -> Vec<(Cell, Player)> {
        let players = Player::BOTH.into_iter().cycle();
        texts.iter().map(|text| text.parse().unwrap()).zip(players).collect()
    }

    #[test]
    fn a_stone_more_is_that_of_the_player_to_move() {
        let size = Size::new(9).unwrap();
        let placement = Placement::empty(Variant::Caro, size);
        let next = placement.with(Cell::new(4, 4)).with(Cell::new(0, 8));
        let texts = stones(&["e5", "a9"]);
        let same = Placement::new(Variant::Caro, size, texts, Player::First).unwrap();
        assert_eq!(next, same);
        assert_eq!((next.variant(), next.size()), (Variant::Caro, size));
        let board = next.board::<CaroRule>();
        assert_eq!((board.turn(), board.stones()), (Player::First, 2));
        assert_eq!(board.stone(Point::new(0, 0)), Some(Player::Second));
        assert_eq!(board.stone(Point::new(4, 4)), Some(Player::First));
    }

    #[test]
    fn forbidden_points_are_those_of_renju_and_of_the_first_player() {
        // Two open threes would meet on h8.
        let texts = stones(&["g8", "a1", "i8", "c3", "h9", "o15", "h7"]);
        let forbidden = |variant, turn| {
            let placement = Placement::new(variant, Size::default(), texts.clone(), turn).unwrap();
            placement.forbidden().iter().map(Cell::to_string).collect::<Vec<_>>()
        };
        assert_eq!(forbidden(Variant::Renju, Player::First), ["h8"]);
        assert_eq!(forbidden(Variant::Renju, Player::Second), ["h8"], "whoever is to move");
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro] {
            assert!(forbidden(variant, Player::First).is_empty());
        }
    }

    /// The same stones mean something else under every rule.
    #[test]
    fn the_engine_plays_the_rule_of_the_placement() {
        let think = |variant: Variant, texts: &[&str]| {
            let size = Size::default();
            let placement = Placement::new(variant, size, stones(texts), Player::First).unwrap();
            let limits = Limits::nodes(300);
            let mut engine = GomokuEngine::new(1 << 16, 1).judged_by(super::super::Judge::Linear);
            let thought =
                engine.think_on(&placement, &limits, &Stop::new(), &mut alinea_search::Ignore);
            (thought.best.unwrap().to_string(), thought.score.win())
        };
        // Six in a row on d1.
        let six = ["a1", "a3", "b1", "c5", "c1", "e7", "e1", "g9", "f1", "i11"];
        assert_eq!(think(Variant::Freestyle, &six), ("d1".to_owned(), Some(1)));
        for variant in [Variant::Standard, Variant::Renju, Variant::Caro] {
            assert_ne!(think(variant, &six).1, Some(1), "{variant:?}");
        }
        // Five held between two enemy stones.
        let held = ["c1", "b1", "d1", "h1", "e1", "a15", "f1", "o15"];
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
            assert_eq!(think(variant, &held), ("g1".to_owned(), Some(1)), "{variant:?}");
        }
        assert_ne!(think(Variant::Caro, &held).1, Some(1));
        // Two open threes at once.
        let fork = ["g8", "a1", "i8", "c3", "h9", "o15", "h7", "m1"];
        assert_ne!(think(Variant::Renju, &fork).0, "h8");
    }
}
