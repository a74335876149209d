//! A heuristic of one's own in Rust, searched by the textbook search and by the fast one.
//!
//! `cargo run --release -p alinea-engines --example heuristic`
// An example talks to its terminal.
#![allow(clippy::print_stdout)]

use alinea_core::{Cell, Game, Grid, Message, Outcome, Player, Position};
use alinea_games::Connect4;
use alinea_search::{AlphaBeta, Engine, Heuristic, Ignore, Limits, Part, Stop, Textbook};
use std::sync::Arc;

/// Likes discs near the middle column.
struct Centre;

impl Centre {
    /// The value in parts: of a finished game its utility, else the discs.
    fn parts(pos: &Connect4, player: Player, ply: u32) -> Vec<Part> {
        if let Some(outcome) = pos.outcome() {
            // Sooner is better for the winner: without a ply term a won game may drag on.
            let won = 1000.0 - f64::from(ply);
            let points = match outcome {
                Outcome::Win(winner) if winner == player => won,
                Outcome::Win(_) => -won,
                Outcome::Draw => 0.0,
            };
            let label = Message::new("part.decided");
            return vec![Part { label, cells: pos.alignment(), points }];
        }
        let middle = i16::from(pos.cols() - 1) / 2;
        let cells = (0..pos.rows()).flat_map(|r| (0..pos.cols()).map(move |c| Cell::new(c, r)));
        let part = |cell: Cell| {
            let owner = pos.at(cell)?;
            let near = f64::from(middle - (i16::from(cell.col) - middle).abs());
            let points = if owner == player { near } else { -near };
            // The label would be a key of the locales in a heuristic of the catalogue.
            Some(Part { label: Message::new("part.centre"), cells: vec![cell], points })
        };
        cells.filter_map(part).collect()
    }
}

impl Heuristic<Connect4> for Centre {
    fn evaluate(&self, pos: &Connect4, player: Player, ply: u32) -> f64 {
        Centre::parts(pos, player, ply).iter().map(|part| part.points).sum()
    }

    fn explain(&self, pos: &Connect4, player: Player, ply: u32) -> Vec<Part> {
        Centre::parts(pos, player, ply)
    }
}

fn main() {
    let setup = Connect4::parse_setup("").expect("the default board");
    let pos = Connect4::start(&setup);
    let textbook = Textbook::new(Arc::new(Centre), 8);
    let fast = AlphaBeta::new(Arc::new(Centre)).with_table(4);
    let engines: [(&str, Box<dyn Engine<Connect4>>); 2] =
        [("textbook", Box::new(textbook)), ("alphabeta", Box::new(fast))];
    for (name, mut engine) in engines {
        let thought = engine.think(&pos, &Limits::depth(8), &Stop::new(), &mut Ignore);
        let best = thought.best.map(|mv| pos.move_text(mv));
        println!("{name}: {best:?}, {} points, {} nodes", thought.score.points(), thought.nodes);
    }
}
