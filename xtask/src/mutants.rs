//! `cargo xtask mutants [--shard K/N] [CRATE...]`: changes the code bit by bit and counts the changes
//! that the crate's own tests notice. Needs `cargo-mutants`. What was noticed is kept in
//! `target/mutants`: a run that was interrupted goes on, and only survivors are tried again.

use crate::Outcome;
use crate::steps::{command, root};
use std::fs;
use std::path::Path;

/// The crates whose tests are held to a share, and the share in percent.
const CRATES: [(&str, f64); 8] = [
    ("stats", 90.0),
    ("jobs", 90.0),
    ("core", 90.0),
    ("search", 90.0),
    ("games", 90.0),
    ("catalogue", 90.0),
    ("coach", 90.0),
    ("engines", 75.0),
];

pub(crate) fn run(args: &[String]) -> Outcome {
    let (shard, wanted) = match args {
        [flag, shard, wanted @ ..] if flag == "--shard" => (Some(shard.as_str()), wanted),
        wanted => (None, wanted),
    };
    let known = |name: &String| CRATES.iter().any(|(known, _)| known == name);
    if let Some(unknown) = wanted.iter().find(|name| !known(name)) {
        let names: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "expected [--shard K/N] and some of {}, found '{unknown}'",
            names.join(", ")
        ));
    }
    let mut below = Vec::new();
    for (name, share) in CRATES {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            let found = mutate(name, shard)?;
            println!("{name}: {found}");
            if found.share() < share {
                below.push(name);
            }
        }
    }
    if below.is_empty() { Ok(()) } else { Err(format!("too few noticed in {}", below.join(", "))) }
}

/// How the changes of a crate ended.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    caught: usize,
    missed: usize,
    timeout: usize,
    unviable: usize,
}

impl Found {
    /// Noticed among those that compile, in percent; a test that never ends has noticed.
    fn share(self) -> f64 {
        let noticed = self.caught + self.timeout;
        match noticed + self.missed {
            0 => 100.0,
            all => 100.0 * noticed as f64 / all as f64,
        }
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Found { caught, missed, timeout, unviable } = self;
        write!(
            f,
            "{:.1} % noticed: {caught} by a failing test, {timeout} by one that does not end; \
             {missed} not; {unviable} do not compile",
            self.share()
        )
    }
}

fn mutate(name: &str, shard: Option<&str>) -> Result<Found, String> {
    let kept = root().join("target/mutants").join(name);
    fs::create_dir_all(&kept).map_err(|error| error.to_string())?;
    let package = format!("alinea-{name}");
    let mut args = vec!["-n", "15", "cargo", "mutants", "--iterate", "--no-shuffle", "--package"];
    args.extend([package.as_str(), "--output"]);
    let kept_text = kept.to_string_lossy().into_owned();
    args.push(&kept_text);
    if let Some(shard) = shard {
        args.extend(["--shard", shard]);
    }
    // Survivors make it end with an error; they are counted below.
    let status = command("nice", &args).status().map_err(|error| error.to_string())?;
    let out = kept.join("mutants.out");
    if !out.join("outcomes.json").exists() {
        return Err(format!("{status}: cargo install --locked cargo-mutants?"));
    }
    Ok(Found {
        // Those noticed by earlier runs are listed apart.
        caught: lines(&out.join("caught.txt")) + lines(&out.join("previously_caught.txt")),
        missed: lines(&out.join("missed.txt")),
        timeout: lines(&out.join("timeout.txt")),
        unviable: lines(&out.join("unviable.txt")),
    })
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().filter(|line| !line.is_empty()).count())
}
