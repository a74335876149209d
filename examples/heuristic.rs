//! A heuristic of one's own in Rust, searched by both searches of the library.
//!
//! `cargo run --release -p alinea-engines --example heuristic`
// An example talks to its terminal.
#![allow(clippy::print_stdout)]

use alinea_core::{Cell, Game, Grid, Message, Outcome, Player, Position};
use alinea_games::Connect4;
use alinea_search::{Engine, Heuristic, Ignore, Limits, Part, Stop, Textbook};
use std::sync::Arc;

/// Likes discs near the middle column.
struct Centre;

impl Centre {
    fn parts(pos: &Connect4, player: Player) -> Vec<Part> {
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
        match pos.outcome() {
            // Sooner is better for the winner: without a ply term a won game may drag on.
            Some(Outcome::Win(winner)) if winner == player => 1000.0 - f64::from(ply),
            Some(Outcome::Win(_)) => f64::from(ply) - 1000.0,
            Some(Outcome::Draw) => 0.0,
            None => Centre::parts(pos, player).iter().map(|part| part.points).sum(),
        }
    }

    fn explain(&self, pos: &Connect4, player: Player, _ply: u32) -> Vec<Part> {
        Centre::parts(pos, player)
    }
}

fn main() {
    let setup = Connect4::parse_setup("").expect("the default board");
    let pos = Connect4::start(&setup);
    let mut textbook = Textbook::new(Arc::new(Centre), 8);
    let thought = textbook.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
    let best = thought.best.map(|mv| pos.move_text(mv));
    println!("textbook: {best:?}, value {:?}, {} nodes", thought.value, thought.nodes);
}
