//! The textbook search against plain minimax and against itself, on a game of numbers.

mod lecture;

use super::*;
use crate::Part;
use alinea_core::{Cell, Grid, Message, SplitMix64};

/// Take 1 to 3 from a heap of up to 30; taking the last wins. Values of leaves are scrambled.
#[derive(Clone)]
struct Heap {
    left: u8,
    turn: Player,
    history: u64,
}

impl Grid for Heap {
    fn cols(&self) -> u8 {
        1
    }
    fn rows(&self) -> u8 {
        1
    }
    fn at(&self, _: Cell) -> Option<Player> {
        None
    }
}

impl Position for Heap {
    type Move = u8;
    type Undo = Heap;
    const MAX_INDEX: usize = 4;

    fn turn(&self) -> Player {
        self.turn
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(self.turn.other()))
    }
    fn ply(&self) -> u32 {
        0
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.left.min(3));
    }
    fn is_legal(&self, mv: u8) -> bool {
        (1..=self.left.min(3)).contains(&mv)
    }
    fn refusal(&self, mv: u8) -> Option<Message> {
        (!self.is_legal(mv)).then(|| Message::new("refusal.off-board"))
    }
    fn play_unchecked(&mut self, mv: u8) -> Heap {
        let before = self.clone();
        self.left -= mv;
        self.turn = self.turn.other();
        self.history = self.history * 4 + u64::from(mv);
        before
    }
    fn undo(&mut self, undo: Heap) {
        *self = undo;
    }
    fn key(&self) -> u64 {
        self.history
    }
    fn index(mv: u8) -> usize {
        usize::from(mv)
    }
}

/// A value for every history, with many ties; lopsided if asked for, so that views differ.
struct Scrambled {
    lopsided: f64,
}

impl Heuristic<Heap> for Scrambled {
    fn evaluate(&self, pos: &Heap, player: Player, ply: u32) -> f64 {
        let value = (SplitMix64::mix(pos.history) % 9) as f64 - 4.0 + f64::from(ply) / 8.0;
        if player == Player::First { value } else { self.lopsided - value }
    }
    fn explain(&self, _: &Heap, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

fn book(algorithm: Algorithm, depth: u32) -> Textbook<Heap> {
    Textbook::new(Arc::new(Scrambled { lopsided: 1.5 }), depth).with_algorithm(algorithm)
}

/// Minimax as one would write it on a blackboard.
fn blackboard(pos: &Heap, root: Player, ply: u32, depth: u32) -> (f64, Option<u8>) {
    if ply == depth || pos.outcome().is_some() {
        return (Scrambled { lopsided: 1.5 }.evaluate(pos, root, ply), None);
    }
    let mut best: Option<(f64, Option<u8>)> = None;
    for mv in 1..=pos.left.min(3) {
        let mut child = pos.clone();
        let _ = child.play_unchecked(mv);
        let (value, _) = blackboard(&child, root, ply + 1, depth);
        let better =
            best.is_none_or(
                |(known, _)| if ply.is_multiple_of(2) { value > known } else { value < known },
            );
        if better {
            best = Some((value, Some(mv)));
        }
    }
    best.expect("a heap that is not empty has a move")
}

fn start(left: u8, turn: Player) -> Heap {
    Heap { left, turn, history: 1 }
}

fn search(book: &Textbook<Heap>, pos: &Heap) -> Searched<u8> {
    let mut budget = Budget::new(&Limits::default(), &Stop::new());
    book.search(pos, book.root_frame(pos), &mut budget, &mut NoTrace).expect("no limit")
}

#[test]
fn every_algorithm_equals_the_blackboard() {
    let algorithms =
        [Algorithm::Minimax, Algorithm::AlphaBeta(Cut::Equal), Algorithm::AlphaBeta(Cut::Strict)];
    for left in 1..20 {
        for turn in Player::BOTH {
            for depth in 1..8 {
                let pos = start(left, turn);
                let expected = blackboard(&pos, turn, 0, depth);
                let found = algorithms.map(|algorithm| search(&book(algorithm, depth), &pos));
                for one in found {
                    assert_eq!((one.value, one.best), expected, "{left} {turn} {depth}");
                }
                assert!(found[1].nodes <= found[2].nodes && found[2].nodes <= found[0].nodes);
            }
        }
    }
}

#[test]
fn any_node_searched_again_alone_gives_what_the_whole_search_gave() {
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta(Cut::Equal)] {
        let book = book(algorithm, 6);
        let pos = start(14, Player::Second);
        let mut recorder = Recorder::new(usize::MAX, 6);
        let mut budget = Budget::new(&Limits::default(), &Stop::new());
        let whole = book.search(&pos, book.root_frame(&pos), &mut budget, &mut recorder).unwrap();
        let visited = recorder.visited();
        let nodes = recorder.into_nodes();
        assert_eq!((nodes.len() as u64, visited), (whole.nodes, whole.nodes));
        assert!(nodes.iter().any(|node| node.cut.is_some()) == (algorithm != Algorithm::Minimax));
        for node in &nodes {
            let mut there = pos.clone();
            let mut path = Vec::new();
            let mut at = node;
            while let Some(parent) = at.parent {
                path.push(at.mv.unwrap());
                at = &nodes[parent as usize];
            }
            for mv in path.into_iter().rev() {
                let _ = there.play_unchecked(mv);
            }
            let frame = Frame { ply: node.ply, window: node.window, ..book.root_frame(&pos) };
            let mut budget = Budget::new(&Limits::default(), &Stop::new());
            let again = book.search(&there, frame, &mut budget, &mut NoTrace).unwrap();
            assert_eq!((again.value, again.nodes), (node.value, node.nodes));
        }
    }
}

#[test]
fn limits_answer_with_the_last_finished_depth() {
    let pos = start(20, Player::First);
    let mut book = book(Algorithm::AlphaBeta(Cut::Equal), 9);
    let mut deepest = 0;
    let mut observe = |thought: &Thought<u8>| deepest = thought.depth;
    let thought = book.think(&pos, &Limits::nodes(500), &Stop::new(), &mut observe);
    assert!(thought.nodes <= 500 && (1..9).contains(&thought.depth));
    assert_eq!(thought.depth, deepest);
    let (value, best) = blackboard(&pos, Player::First, 0, thought.depth);
    assert_eq!((thought.value, thought.best), (Some(value), best));
    let stopped = Stop::new();
    stopped.stop();
    let thought = book.think(&pos, &Limits::default(), &stopped, &mut crate::Ignore);
    assert!(thought.best.is_some(), "a move is ready before depth 1 ends");
}
