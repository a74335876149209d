//! Prints positions whose truth is known, as the lab keeps them:
//! `cargo run --release -p alinea-lab --example truth -- connect4 1000 3000000`

use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, count, nodes] = args.as_slice() else {
        return Err("expected GAME COUNT NODES".into());
    };
    let mut out = std::io::stdout().lock();
    for truth in alinea_lab::xray::solve(game, count.parse()?, nodes.parse()?, 2016)? {
        let moves: Vec<String> =
            truth.moves.iter().map(|(mv, score)| format!("{mv}={score}")).collect();
        writeln!(out, "{} {} {}", truth.position, truth.score, moves.join(","))?;
    }
    Ok(())
}
