//! `cargo xtask test`: the README's test command. Everything it needs it finds or installs itself,
//! and it says plainly what it could not run.

use crate::steps::{Steps, cargo, command, exists, root, succeed};
use crate::{Outcome, browser, fleet};

pub(crate) fn run(_: &[String]) -> Outcome {
    let mut steps = Steps::new();
    let mut skipped = Vec::new();
    if !fleet::broker_is_there() {
        skipped.push("tests of the fleet (install nats-server, or set NATS_SERVER)".to_owned());
    }
    steps.step("Rust tests", || succeed(&mut cargo(&["test", "--locked", "--workspace"])))?;
    if root().join("web/package.json").exists() {
        page(&mut steps, &mut skipped)?;
    }
    steps.summary();
    for reason in &skipped {
        println!("SKIPPED: {reason}");
    }
    if !skipped.is_empty() && std::env::var("CI").is_ok_and(|value| value == "true") {
        return Err("nothing may be skipped when CI=true".to_owned());
    }
    Ok(())
}

fn page(steps: &mut Steps, skipped: &mut Vec<String>) -> Outcome {
    if !exists("npm") {
        skipped.push("page and browser tests (install Node 20 or newer, with npm)".to_owned());
        return Ok(());
    }
    let npm = |args: &[&str]| {
        let mut npm = command("npm", args);
        npm.current_dir(root().join("web"));
        npm
    };
    steps.step("npm packages", || {
        succeed(&mut npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]))
    })?;
    steps.step("page tests", || succeed(&mut npm(&["test"])))?;
    let Some(chrome) = browser::find() else {
        skipped
            .push("browser tests (install Chromium, or set CHROME to the path of one)".to_owned());
        return Ok(());
    };
    steps.step("release build", || {
        succeed(&mut cargo(&["build", "--quiet", "--locked", "--release", "--bin", "alinea"]))
    })?;
    steps.step("browser tests", || {
        let target = std::env::var_os("CARGO_TARGET_DIR").map(std::path::PathBuf::from);
        let target = target.unwrap_or_else(|| root().join("target"));
        let program =
            target.join("release").join(format!("alinea{}", std::env::consts::EXE_SUFFIX));
        succeed(npm(&["run", "test:browser"]).env("ALINEA_BIN", program).env("CHROME", &chrome))
    })
}
