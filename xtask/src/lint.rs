//! `cargo xtask lint`: everything that can be wrong without a test failing.

use crate::steps::{Beside, Steps, cargo, output, root, succeed};
use crate::{Outcome, tidy, wasm};
use std::fs;

const SIGNATURE: &str = "testdata/bench-signature.txt";

pub(crate) fn run(_: &[String]) -> Outcome {
    let mut steps = Steps::new();
    steps.step("format", || succeed(&mut cargo(&["fmt", "--all", "--check"])))?;
    steps.step("tidy", || tidy::run(&[]))?;
    // The release build is a chain of crates: it leaves a processor idle that the checks can use.
    let args = ["build", "--quiet", "--locked", "--release", "--bin", "alinea"];
    let program = Beside::start(&mut cargo(&args))?;
    steps.step("clippy", || {
        succeed(&mut cargo(&[
            "clippy",
            "--quiet",
            "--locked",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))
    })?;
    steps.step("docs", || {
        // The comments of the programs are their help: libraries alone are documentation.
        let args = ["doc", "--quiet", "--locked", "--workspace", "--lib", "--no-deps"];
        succeed(cargo(&args).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    if cargo(&["deny", "--version"]).output().is_ok_and(|told| told.status.success()) {
        let args = ["deny", "--offline", "check", "licenses", "bans", "sources"];
        steps.step("dependencies", || succeed(&mut cargo(&args)))?;
    }
    steps.step("modules of the browser", wasm::check)?;
    steps.step("release build, begun before clippy", || program.finish())?;
    steps.step("node signature", check_signature)?;
    steps.summary();
    Ok(())
}

/// `cargo xtask bless`: accepts the node counts of this tree.
pub(crate) fn bless(_: &[String]) -> Outcome {
    fs::write(root().join(SIGNATURE), signature()?).map_err(|error| error.to_string())
}

/// The node counts of the fixed searches, a line each; times are left out.
fn signature() -> Result<String, String> {
    let args = ["run", "--quiet", "--locked", "--release", "--bin", "alinea", "--"];
    let printed = output(cargo(&args).args(["bench", "signature"]))?;
    Ok(printed.replace("\r\n", "\n"))
}

fn check_signature() -> Outcome {
    let known = fs::read_to_string(root().join(SIGNATURE)).map_err(|error| error.to_string())?;
    let found = signature()?;
    if known == found {
        return Ok(());
    }
    Err(format!(
        "the searches visit other nodes than {SIGNATURE} says.\nknown:\n{known}found:\n{found}\
         If that is meant, run 'cargo xtask bless' and say so in the commit (Bench: N)."
    ))
}
