//! Prints positions whose truth is known, as the lab keeps them in `crates/lab/data`:
//! `cargo run --release -p alinea-lab --example truth -- connect4 3000 3000000`

use alinea_lab::xray::{Wanted, solve};
use std::error::Error;
use std::io::Write;

/// The seed of the embedded sets.
const SEED: u64 = 2016;

/// Positions tried for each that is kept.
const TRIES: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, count, nodes] = args.as_slice() else {
        return Err("expected GAME COUNT NODES".into());
    };
    let (count, nodes) = (count.parse()?, nodes.parse()?);
    let wanted = Wanted { count, nodes, rng_seed: SEED, tries: TRIES };
    let mut out = std::io::stdout().lock();
    writeln!(out, "# Made by the example 'truth' with {} and seed {SEED}.", args.join(" "))?;
    writeln!(out, "# Moves, score for the player to move, scores of the moves that are known.")?;
    for truth in solve(game, wanted)? {
        let moves: Vec<String> =
            truth.moves.iter().map(|(mv, score)| format!("{mv}={score}")).collect();
        writeln!(out, "{} {} {}", truth.position, truth.score, moves.join(","))?;
    }
    Ok(())
}
