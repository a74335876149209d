//! `cargo xtask fleet-trial [--rounds N]`: the trial of `crates/fleet/tests/trial.rs` at full length,
//! with a real broker.

use crate::Outcome;
use crate::steps::{cargo, command, exists, root, succeed};

const DEFAULT_ROUNDS: &str = "200";

pub(crate) fn run(args: &[String]) -> Outcome {
    let rounds = match args {
        [] => DEFAULT_ROUNDS,
        [key, rounds] if key == "--rounds" && rounds.parse::<u64>().is_ok() => rounds,
        _ => return Err(format!("expected --rounds N, found {}", args.join(" "))),
    };
    if !broker_is_there() {
        return Err("the trial needs a broker: install nats-server (Debian: apt install nats-server), or set NATS_SERVER to its path".into());
    }
    let mut trial = cargo(&["test", "--locked", "--package", "alinea-fleet"]);
    trial.args(["--test", "trial", "--", "--nocapture"]).env("ALINEA_TRIAL_ROUNDS", rounds);
    succeed(&mut trial)
}

/// Whether a broker can be started; installs Debian's package where that is allowed.
pub(crate) fn broker_is_there() -> bool {
    let found = || {
        std::env::var_os("NATS_SERVER").is_some()
            || exists("nats-server")
            || exists("/usr/sbin/nats-server")
    };
    if found() {
        return true;
    }
    let install = ["install", "--yes", "--no-install-recommends", "nats-server"];
    let mut apt = command("apt-get", &install);
    let installed = apt.env("DEBIAN_FRONTEND", "noninteractive").current_dir(root()).status();
    installed.is_ok_and(|status| status.success()) && found()
}
