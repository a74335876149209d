//! What threats decide in a position: a forced win with its moves, and the last moment at which the loser could escape.

use alinea_search::{Limits, Stop};

use super::geometry::Cell;
use super::rule::{Caro, Freestyle, Renju, Rule, Standard, Variant};
use super::search::DECIDED;
use super::setup::Setup;
use super::strong::Strong;
use super::vct::{Vct, Win};

/// How far the question is followed.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes of the threat search.
    pub threat_nodes: u64,
    /// Nodes for each earlier position that is searched for an escape.
    pub escape_nodes: u64,
    /// Moves of the loser that are looked back at.
    pub look_back: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { threat_nodes: 1_000_000, escape_nodes: 50_000, look_back: 12 }
    }
}

/// A move of the game that lost, and what would have held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escape {
    /// Index of the move in the game, from 0.
    pub ply: usize,
    /// What was played.
    pub played: Cell,
    /// What would not have lost as far as the search sees.
    pub instead: Cell,
}

/// A forced win for the player to move, if threats prove one.
pub fn forced_win(setup: &Setup, effort: &Effort, stop: &Stop) -> Option<Win> {
    fn solve<R: Rule>(setup: &Setup, effort: &Effort, stop: &Stop) -> Option<Win> {
        let halt = || stop.is_set();
        Vct::new(&halt).solve(&mut setup.board::<R>()?, effort.threat_nodes)
    }
    match setup.variant {
        Variant::Freestyle => solve::<Freestyle>(setup, effort, stop),
        Variant::Standard => solve::<Standard>(setup, effort, stop),
        Variant::Renju => solve::<Renju>(setup, effort, stop),
        Variant::Caro => solve::<Caro>(setup, effort, stop),
    }
}

/// The last move of the game at which the side that now loses by force had something better.
/// `setup` holds the stones in the order of play, the winner is to move, and the first `given` stones were not played.
pub fn last_escape(setup: &Setup, given: usize, effort: &Effort, stop: &Stop) -> Option<Escape> {
    let mut engine = Strong::new(16 << 20, 1);
    let loser = setup.turn ^ 1;
    let mut looked = 0;
    for ply in (given..setup.stones.len()).rev() {
        let (played, colour) = setup.stones[ply];
        if colour != loser {
            continue;
        }
        if looked == effort.look_back || stop.is_set() {
            return None;
        }
        looked += 1;
        let stones = setup.stones[..ply].to_vec();
        let before = Setup { stones, turn: loser, ..setup.clone() };
        let limits = Limits::nodes(effort.escape_nodes);
        let choice = engine.choose_any(&before, &limits, stop, &mut |_| {})?;
        let holds = choice.lines.first().is_some_and(|line| line.score > -DECIDED);
        if let Some(instead) = choice.best.filter(|best| holds && *best != played) {
            return Some(Escape { ply, played, instead });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[(usize, usize)]) -> Setup {
        let stones: Vec<(Cell, usize)> =
            moves.iter().enumerate().map(|(at, (x, y))| (Cell::new(*x, *y), at % 2)).collect();
        let turn = stones.len() % 2;
        Setup { variant: Variant::Freestyle, size: 15, stones, turn }
    }

    #[test]
    fn an_ignored_open_three_is_a_win_and_the_last_answer_the_escape() {
        let setup = game(&[(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)]);
        let effort = Effort { threat_nodes: 20_000, escape_nodes: 3_000, look_back: 4 };
        let win = forced_win(&setup, &effort, &Stop::new()).unwrap();
        assert!(
            win.by_fours && (win.line[0] == Cell::new(6, 7) || win.line[0] == Cell::new(10, 7))
        );
        let escape = last_escape(&setup, 0, &effort, &Stop::new()).unwrap();
        assert_eq!((escape.ply, escape.played), (5, Cell::new(0, 14)));
        assert_eq!(escape.instead.y(), 7);
    }

    #[test]
    fn an_empty_board_has_no_forced_win_by_threats() {
        let effort = Effort { threat_nodes: 5_000, ..Effort::default() };
        assert_eq!(forced_win(&game(&[]), &effort, &Stop::new()), None);
    }
}
