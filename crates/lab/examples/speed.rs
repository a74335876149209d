//! Measures heuristic files against the built-in ones they equal, in evaluations per second of
//! CPU time: `cargo run --release -p alinea-lab --example speed`, from the top of the project.

use alinea_catalogue::files::BoardHeuristic;
use alinea_catalogue::{Entry, GameVisitor, factory, visit};
use alinea_core::{Player, SplitMix64};
use alinea_lab::{Folder, ScriptLimits, parse};
use cpu_time::ThreadTime;
use std::error::Error;
use std::io::Write;
use std::time::Duration;

const MEASURED: Duration = Duration::from_millis(500);

struct Measure<'a> {
    file: &'a dyn BoardHeuristic,
    built_in: &'a str,
}

impl GameVisitor for Measure<'_> {
    type Output = (f64, Option<f64>);

    fn visit<G: Entry>(self, setup: G::Setup) -> (f64, Option<f64>) {
        let mut rng = SplitMix64::new(5);
        let mut positions = Vec::new();
        while positions.len() < 500 {
            let mut pos = G::start(&setup);
            for _ in 0..100 {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let Some(&mv) = rng.pick(&moves) else { break };
                let _ = pos.play_unchecked(mv);
                positions.push(pos.clone());
            }
        }
        let file = speed(&positions, |pos| {
            self.file.evaluate(pos, Player::First, 1).map_or(0.0, |judged| judged.value)
        });
        let built_in = factory::heuristic::<G>(&setup, self.built_in).ok();
        (file, built_in.map(|h| speed(&positions, |pos| h.evaluate(pos, Player::First, 1))))
    }
}

fn speed<G>(positions: &[G], evaluate: impl Fn(&G) -> f64) -> f64 {
    let clock = ThreadTime::now();
    let (mut evaluations, mut sum) = (0_u64, 0.0);
    while clock.elapsed() < MEASURED {
        for pos in positions {
            sum += evaluate(std::hint::black_box(pos));
        }
        evaluations += positions.len() as u64;
    }
    std::hint::black_box(sum);
    evaluations as f64 / clock.elapsed().as_secs_f64()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for (name, game, built_in) in [
        ("ligue4.toml", "connect4", "ligue4"),
        ("quadras-plano.toml", "connect4", "quadras-plano"),
        ("dezenas.toml", "gomoku", "dezenas"),
        ("valoracion-test.toml", "boom", "valoracion-test"),
        ("windows.rhai", "connect4", "ligue4"),
        ("fichas-juntas.rhai", "boom", "fichas-juntas"),
    ] {
        let text = Folder::read(&format!("examples/heuristics/{name}"))?;
        let file = parse(name, &text, ScriptLimits::default())?;
        let (per_second, reference) = visit(game, Measure { file: &*file, built_in })?;
        let reference = reference.unwrap_or_default();
        let ratio = reference / per_second;
        writeln!(
            out,
            "{name:22} {per_second:>12.0}/s   {built_in} {reference:.0}/s   1/{ratio:.1}"
        )?;
    }
    Ok(())
}
