//! The course's own searches with its test function, compared node by node. Tests only.

use super::heuristics::ValoracionTest;
use alinea_core::{Game, Player, Position, parse_position};
use alinea_games::Boom;
use alinea_search::{
    Algorithm, Budget, Heuristic, Limits, NoTrace, Recorder, Searched, Stop, Textbook,
};
use std::sync::Arc;

const PLAYOUTS: &str = include_str!("../../../../testdata/boom/playouts.txt");
const SEARCHES: &str = include_str!("../../../../testdata/boom/searches.txt");
const TRACE: &str = include_str!("../../../../testdata/boom/trace.txt");

fn data_lines(file: &str) -> impl Iterator<Item = Vec<&str>> {
    file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect())
}

fn after(moves: &str) -> Boom {
    parse_position::<Boom>(&(), moves).unwrap().pos
}

fn alpha_beta(pos: &Boom, depth: u32) -> Searched<alinea_games::boom::Action> {
    let book = Textbook::new(Arc::new(ValoracionTest), depth);
    let mut budget = Budget::new(&Limits::default(), &Stop::new());
    book.search(pos, book.root_frame(pos), &mut budget, &mut NoTrace).unwrap()
}

/// What a search found, as the vectors write it: value, action, nodes.
fn found(pos: &Boom, depth: u32) -> [String; 3] {
    let searched = alpha_beta(pos, depth);
    let action = searched.best.map_or("-".to_owned(), |mv| pos.move_text(mv));
    [searched.value.to_string(), action, searched.nodes.to_string()]
}

#[test]
fn both_values_agree_after_every_move_of_the_course() {
    let mut plies = 0;
    for line in data_lines(PLAYOUTS) {
        let (moves, digests) = (line[1], line[3]);
        let mut pos = Boom::new();
        let mut rest = moves;
        for i in 0..moves.len() {
            let (mv, after) = pos.parse_move(rest).unwrap();
            rest = after;
            let _ = pos.play_unchecked(mv);
            let [green, blue] = Player::BOTH.map(|p| ValoracionTest.evaluate(&pos, p, 0));
            let hash =
                format!("{green} {blue}").bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                });
            let digest = format!("{:02x}", hash & 0xff);
            assert_eq!(digest, digests[2 * i..2 * i + 2], "{moves}, ply {i}: {green} {blue}");
            plies += 1;
        }
    }
    assert_eq!(plies, 10_351);
}

#[test]
fn alpha_beta_agrees_in_value_action_and_nodes() {
    let mut searches = 0;
    for line in data_lines(SEARCHES).filter(|line| line[0] != "perft") {
        let (moves, depth) = (line[1], line[2].parse().unwrap());
        assert_eq!(found(&after(moves), depth), line[3..6], "{moves} at depth {depth}");
        searches += 1;
    }
    assert_eq!(searches, 4 * 42);
}

#[test]
fn minimax_agrees_for_every_action() {
    for line in data_lines(SEARCHES).filter(|line| line[0] == "minimax") {
        let (moves, depth) = (line[1], line[2].parse().unwrap());
        let pos = after(moves);
        let book =
            Textbook::new(Arc::new(ValoracionTest), depth).with_algorithm(Algorithm::Minimax);
        let mut budget = Budget::new(&Limits::default(), &Stop::new());
        let mut recorder = Recorder::new(10, 1);
        book.search(&pos, book.root_frame(&pos), &mut budget, &mut recorder).unwrap();
        let nodes = recorder.into_nodes();
        let expected = line[6].split(',').filter(|value| *value != ".");
        let values: Vec<String> = nodes[1..].iter().map(|node| node.value.to_string()).collect();
        assert_eq!(values, expected.collect::<Vec<_>>(), "{moves} at depth {depth}");
    }
}

#[test]
fn the_trace_of_the_course_is_reproduced() {
    let mut pos = Boom::new();
    for (ply, line) in data_lines(TRACE).enumerate() {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let listed: String = moves.iter().map(|&mv| pos.move_text(mv)).collect();
        assert_eq!(listed, line[3], "ply {ply}");
        let [value, action, nodes] = found(&pos, 8);
        assert_eq!([action.as_str(), &value, &nodes], line[0..3], "ply {ply}");
        let (mv, _) = pos.parse_move(&action).unwrap();
        let _ = pos.play_unchecked(mv);
    }
    assert_eq!(pos.ply(), 40);
}
