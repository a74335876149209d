//! `cargo xtask boom-fit [GAMES] [ROUNDS]`: plays NINJA against itself, fits its evaluation and
//! writes the weights. The work is done by an example of the engines, built for speed; a run that
//! was interrupted goes on with the games it had played.

use crate::Outcome;
use std::process::{Command, Stdio};

/// Where the games are kept.
const GAMES: &str = "target/boom-fit";
const WEIGHTS: &str = "crates/engines/src/boom/ninja/weights.rs";

/// Regenerates the weights of NINJA's evaluation.
pub(crate) fn run(args: &[String]) -> Outcome {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--release", "--quiet", "--package", "alinea-engines"]);
    cargo.args(["--example", "boom_fit", "--", GAMES]).args(args);
    let output = cargo
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !output.status.success() {
        return Err("the fit failed; the weights are as they were".to_owned());
    }
    std::fs::write(WEIGHTS, output.stdout).map_err(|error| format!("{WEIGHTS}: {error}"))?;
    let formatted = Command::new("cargo").arg("fmt").status();
    formatted.map(drop).map_err(|error| format!("cargo fmt cannot be started: {error}"))
}
