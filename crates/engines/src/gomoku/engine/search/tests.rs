//! Single steps of the search, each on a position where a mistake would show.

use super::params::reverse_margin;
use super::*;
use crate::gomoku::engine::adapter::board_of;
use alinea_core::parse_position;
use alinea_games::Gomoku;
use alinea_games::gomoku::FreestyleRule;
use alinea_search::{Limits, Stop};

fn board(moves: &str) -> Board {
    board_of(&parse_position::<Gomoku>(&Default::default(), moves).unwrap().pos)
}

type Board = PatternBoard<FreestyleRule>;

fn worker<'a>(board: &Board, table: &'a Table) -> Worker<'a, FreestyleRule> {
    Worker::new(board.clone(), table, Budget::new(&Limits::default(), &Stop::new()), None)
}

/// Reverse futility ends a node whose evaluation is above beta by the margin, and none below beta.
#[test]
fn reverse_futility_looks_above_beta() {
    let table = Table::new(1 << 16);
    let board = board("h8i9g9i7");
    let depth = 3 * PLY;
    let eval = worker(&board, &table).evaluate();
    let margin = reverse_margin(depth, false);
    assert!(margin > 0);
    let search = |beta: i32| {
        table.clear();
        let mut worker = worker(&board, &table);
        let score = worker.node::<false>(beta - 1, beta, depth, 1, true);
        (score, worker.nodes())
    };
    assert_eq!(search(eval - margin), (eval, 0), "far above beta nothing is searched");
    assert!(search(eval - margin + 1).1 > 0, "within the margin it is");
    assert!(search(eval + 10).1 > 0, "below beta it is");
}

/// Moves are tried in the order of the network that judges, of the linear tables without one.
#[test]
fn the_network_that_judges_orders_the_moves() {
    let table = Table::new(1 << 12);
    let board = board("h8i9g9i7f10");
    let net = Net::of(alinea_games::gomoku::Variant::Freestyle);
    assert!(net.is_some());
    let order = |net: Option<&Net>| {
        let budget = Budget::new(&Limits::default(), &Stop::new());
        let mut worker = Worker::new(board.clone(), &table, budget, net);
        let root = worker.root_moves();
        assert!(worker.push_moves(0, Point::NONE));
        let pushed: Vec<Point> = std::iter::from_fn(|| worker.next_move(0)).collect();
        let promises =
            |cells: &[Point]| cells.iter().map(|cell| worker.promise(*cell)).collect::<Vec<i32>>();
        assert!(promises(&root).is_sorted_by(|a, b| a >= b), "the root");
        assert!(promises(&pushed).is_sorted_by(|a, b| a >= b), "a node without history");
        promises(&root)
    };
    assert_ne!(order(net), order(None));
}

/// A win so many plies from one root is nearer or further from another.
#[test]
fn the_table_keeps_the_distance_to_the_end() {
    for plies in [1, 3, 8] {
        for (stored, read) in [(0, 0), (2, 6), (7, 1)] {
            let from_root = win_in(stored + plies);
            let wins = from_table(to_table(from_root, stored), read);
            assert_eq!(wins, win_in(read + plies), "{plies} plies, {stored} to {read}");
            let losses = from_table(to_table(-from_root, stored), read);
            assert_eq!(losses, -win_in(read + plies));
        }
    }
    assert_eq!(from_table(to_table(-250, 9), 2), -250);
}

#[test]
fn history_rewards_the_move_that_cut_and_not_those_that_failed() {
    let table = Table::new(1 << 12);
    let mut worker = worker(&board("h8i9g9i7"), &table);
    let me = worker.board.turn().index();
    let [cut, failed, other] = [Point::new(5, 5), Point::new(6, 5), Point::new(7, 5)];
    worker.remember(cut, &[failed, other], 4 * PLY, 2);
    assert!(worker.history[me][cut.index()] > 0);
    assert!(worker.history[me][failed.index()] < 0 && worker.history[me][other.index()] < 0);
    assert!(worker.history[me ^ 1].iter().all(|value| *value == 0));
    assert_eq!(worker.frames[2].killers[0], cut);
}
