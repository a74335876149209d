//! `cargo xtask fleet-trial [--rounds N]`: the trial of `crates/fleet/tests/trial.rs` at full length,
//! with a real broker. `cargo xtask fleet-bench`: the measurements of `measure.rs` beside it.

use crate::steps::{cargo, exists, succeed};
use crate::{Outcome, apt};
use std::path::PathBuf;

const DEFAULT_ROUNDS: &str = "200";

pub(crate) fn run(args: &[String]) -> Outcome {
    let rounds = match args {
        [] => DEFAULT_ROUNDS,
        [key, rounds] if key == "--rounds" && rounds.parse::<u64>().is_ok() => rounds,
        _ => return Err(format!("expected --rounds N, found {}", args.join(" "))),
    };
    test("trial", &[], "ALINEA_TRIAL_ROUNDS", rounds)
}

pub(crate) fn bench(args: &[String]) -> Outcome {
    match args {
        // As the program is built: what tests leave unoptimised, the client of the broker, counts here.
        [] => test("measure", &["--release"], "ALINEA_FLEET_BENCH", "1"),
        _ => Err(format!("expected no arguments, found {}", args.join(" "))),
    }
}

/// Runs a test of the fleet at full length, which a variable of the environment asks for.
fn test(name: &str, options: &[&str], variable: &str, value: &str) -> Outcome {
    if !broker_is_there() {
        return Err("this needs a broker: install nats-server (Debian: apt install nats-server), or set NATS_SERVER to its path".into());
    }
    let mut test = cargo(&["test", "--locked", "--package", "alinea-fleet"]);
    test.args(options).args(["--test", name, "--", "--nocapture"]).env(variable, value);
    succeed(&mut test)
}

/// Whether a broker can be started; installs Debian's package where that is allowed.
pub(crate) fn broker_is_there() -> bool {
    broker_program().is_some() || (apt::install("nats-server") && broker_program().is_some())
}

/// The program of a broker.
pub(crate) fn broker_program() -> Option<PathBuf> {
    let named = std::env::var_os("NATS_SERVER").map(PathBuf::from);
    let known = ["nats-server", "/usr/sbin/nats-server"].into_iter().find(|name| exists(name));
    named.or(known.map(PathBuf::from))
}
