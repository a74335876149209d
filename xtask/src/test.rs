//! `cargo xtask test`: the README's test command. Everything it needs it finds or installs itself,
//! and it says plainly what it could not run.

use crate::steps::{Steps, cargo, command, exists, root, succeed};
use crate::{Outcome, apt, browser, fleet};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

pub(crate) fn run(_: &[String]) -> Outcome {
    let mut steps = Steps::new();
    let mut skipped = Vec::new();
    if !fleet::broker_is_there() {
        skipped.push("tests of the fleet (install nats-server, or set NATS_SERVER)".to_owned());
    }
    if cfg!(target_os = "linux") && !exists("bwrap") && !apt::install("bubblewrap") {
        skipped.push("tests of confined programs (install bubblewrap)".to_owned());
    }
    steps.step("Rust tests", rust)?;
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

/// Targets that failed in one run beyond which no accident is supposed.
const MOST_TRIED_AGAIN: usize = 3;

/// Runs every Rust test. A machine that is busy with other things can make a test miss its moment, so
/// a target that failed is tried once more: a second failure counts, and one that needed it is named.
fn rust() -> Outcome {
    let mut all = cargo(&["test", "--locked", "--workspace", "--no-fail-fast"]);
    let mut running = all.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let mut said = String::new();
    for line in running.stderr.take().into_iter().flat_map(|pipe| BufReader::new(pipe).lines()) {
        let line = line.map_err(|error| error.to_string())?;
        eprintln!("{line}");
        said += &line;
        said.push('\n');
    }
    let status = running.wait().map_err(|error| error.to_string())?;
    if status.success() {
        return Ok(());
    }
    let failed = failed_targets(&said);
    if failed.is_empty() || failed.len() > MOST_TRIED_AGAIN {
        return Err(status.to_string());
    }
    for target in &failed {
        println!("==> once more: {target}");
        succeed(cargo(&["test", "--locked"]).args(target.split_whitespace()))?;
    }
    for target in &failed {
        println!("unsteady: passed at the second try: {target}");
    }
    Ok(())
}

/// The targets that cargo names at its end, as the arguments that run each alone. Nothing where
/// something else failed, such as the build.
fn failed_targets(said: &str) -> Vec<String> {
    let (_, list) = said.rsplit_once(" failed:\n").unwrap_or_default();
    let target = |line: &str| Some(line.trim().strip_prefix('`')?.strip_suffix('`')?.to_owned());
    list.lines().map_while(target).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_targets_are_those_cargo_names_at_its_end() {
        let said = "error: test failed, to rerun pass `-p alinea-stats --lib`\n\
            error: 2 targets failed:\n    `-p alinea-stats --lib`\n    `-p alinea-gomocup --test client`\n";
        assert_eq!(
            failed_targets(said),
            ["-p alinea-stats --lib", "-p alinea-gomocup --test client"]
        );
        assert_eq!(failed_targets("error: could not compile `alinea-core`\n"), [""; 0]);
    }
}
