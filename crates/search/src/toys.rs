//! Games for tests: trees written by hand, whose values a reader can check. Compiled for tests only.

use crate::{Heuristic, Part};
use alinea_core::{Cell, Grid, Message, Outcome, Player, Position};
use std::sync::Arc;

/// A game whose tree is written out. `(3 12 8)` has three moves, numbered from 0, to positions
/// that are worth 3, 12 and 8 to the first player; `W`, `L` and `D` are games that the first
/// player has won, lost and drawn, and may be worth something too: `W50`. What a position with
/// moves is worth by itself follows it: `(3 12 8):5`. Keys are small numbers in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Arc<Vec<Node>>,
    at: usize,
    pub(crate) turn: Player,
}

#[derive(Clone, Debug, Default)]
struct Node {
    moves: Vec<usize>,
    outcome: Option<Outcome>,
    value: f64,
}

impl Tree {
    /// The game that is written like this, with the first player to move.
    pub(crate) fn new(text: &str) -> Tree {
        let mut nodes = Vec::new();
        let rest = read(text, &mut nodes);
        assert_eq!(rest, "", "a tree ends with its root");
        Tree { nodes: Arc::new(nodes), at: 0, turn: Player::First }
    }
}

/// Reads the node that the text begins with, and returns what follows it.
fn read<'a>(text: &'a str, nodes: &mut Vec<Node>) -> &'a str {
    let id = nodes.len();
    nodes.push(Node::default());
    let mut rest = text;
    if let Some(inside) = rest.strip_prefix('(') {
        rest = inside;
        while !rest.starts_with(')') {
            let child = nodes.len();
            nodes[id].moves.push(child);
            rest = read(rest, nodes).trim_start();
        }
        rest = &rest[1..];
        let Some(value) = rest.strip_prefix(':') else { return rest };
        rest = value;
    } else if let Some(letter) = rest.chars().next().filter(char::is_ascii_alphabetic) {
        nodes[id].outcome = Some(match letter {
            'W' => Outcome::Win(Player::First),
            'L' => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        });
        rest = &rest[1..];
    }
    let end = rest.find(|c: char| !(c.is_ascii_digit() || "-.".contains(c)));
    let (number, rest) = rest.split_at(end.unwrap_or(rest.len()));
    nodes[id].value = if number.is_empty() { 0.0 } else { number.parse().expect("a number") };
    rest
}

impl Grid for Tree {
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

impl Position for Tree {
    type Move = u8;
    type Undo = usize;
    /// Wide enough for the table to be asked one ply from the end too.
    const MAX_INDEX: usize = 40;

    fn turn(&self) -> Player {
        self.turn
    }
    fn outcome(&self) -> Option<Outcome> {
        self.nodes[self.at].outcome
    }
    fn ply(&self) -> u32 {
        0
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..self.nodes[self.at].moves.len() as u8);
    }
    fn is_legal(&self, mv: u8) -> bool {
        usize::from(mv) < self.nodes[self.at].moves.len()
    }
    fn refusal(&self, mv: u8) -> Option<Message> {
        (!self.is_legal(mv)).then(|| Message::new("refusal.off-board"))
    }
    fn play_unchecked(&mut self, mv: u8) -> usize {
        let before = self.at;
        self.at = self.nodes[before].moves[usize::from(mv)];
        self.turn = self.turn.other();
        before
    }
    fn undo(&mut self, before: usize) {
        self.at = before;
        self.turn = self.turn.other();
    }
    fn key(&self) -> u64 {
        self.at as u64
    }
    fn index(mv: u8) -> usize {
        usize::from(mv)
    }
}

/// The value that the tree says, and its opposite for the second player.
pub(crate) struct Written;

impl Heuristic<Tree> for Written {
    fn evaluate(&self, pos: &Tree, player: Player, _: u32) -> f64 {
        let value = pos.nodes[pos.at].value;
        if player == Player::First { value } else { -value }
    }
    fn explain(&self, _: &Tree, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}
