//! `cargo xtask mutants [--shard K/N] [PART...]`: changes the code bit by bit and counts the changes
//! that the crate's own tests notice. Needs `cargo-mutants`. What was noticed is kept in
//! `target/mutants`: a run that was interrupted goes on, and only survivors are tried again. A shard
//! takes every N-th change, so that one alone is a sample of the whole part.

use crate::Outcome;
use crate::steps::{command, root};
use std::fs;
use std::path::Path;

/// A part of the code whose tests are held to a share.
struct Part {
    name: &'static str,
    /// The crate, without the prefix of all.
    package: &'static str,
    /// Patterns of its files; none means all.
    files: &'static [&'static str],
    /// Crates whose tests are run too, because they are where the part is put to use.
    beside: &'static [&'static str],
    /// What must be noticed, in percent.
    share: f64,
}

impl Part {
    const fn of(package: &'static str, share: f64) -> Part {
        Part { name: package, package, files: &[], beside: &[], share }
    }
}

const PARTS: [Part; 10] = [
    Part::of("stats", 90.0),
    Part::of("jobs", 90.0),
    // The laws of positions are tested by the games that obey them.
    Part { beside: &["games"], ..Part::of("core", 90.0) },
    Part::of("search", 90.0),
    Part::of("games", 90.0),
    Part {
        name: "specifications",
        files: &[
            "crates/catalogue/src/spec.rs",
            "crates/catalogue/src/setting.rs",
            "crates/catalogue/src/contestant.rs",
            "crates/catalogue/src/factory.rs",
        ],
        ..Part::of("catalogue", 90.0)
    },
    Part {
        name: "verdicts",
        files: &["crates/arena/src/tally.rs", "crates/arena/src/verdict.rs"],
        ..Part::of("arena", 90.0)
    },
    Part {
        name: "grader",
        files: &["crates/lab/src/grade/**", "crates/lab/src/xray/**"],
        ..Part::of("lab", 90.0)
    },
    Part { name: "judgements", files: &["crates/coach/src/*.rs"], ..Part::of("coach", 90.0) },
    Part::of("engines", 75.0),
];

pub(crate) fn run(args: &[String]) -> Outcome {
    let (shard, wanted) = match args {
        [flag, shard, wanted @ ..] if flag == "--shard" => (Some(shard.as_str()), wanted),
        wanted => (None, wanted),
    };
    let known = |name: &String| PARTS.iter().any(|part| part.name == name);
    if let Some(unknown) = wanted.iter().find(|name| !known(name)) {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        return Err(format!(
            "expected [--shard K/N] and some of {}, found '{unknown}'",
            names.join(", ")
        ));
    }
    let mut below = Vec::new();
    for part in &PARTS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == part.name) {
            let found = mutate(part, shard)?;
            println!("{}: {found}", part.name);
            if found.share() < part.share {
                below.push(part.name);
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

fn mutate(part: &Part, shard: Option<&str>) -> Result<Found, String> {
    let kept = root().join("target/mutants").join(part.name);
    fs::create_dir_all(&kept).map_err(|error| error.to_string())?;
    let args = arguments(part, shard, &kept.to_string_lossy());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
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

/// How cargo-mutants is told to change a part.
fn arguments(part: &Part, shard: Option<&str>, kept: &str) -> Vec<String> {
    let mut args = ["-n", "15", "cargo", "mutants", "--iterate", "--no-shuffle", "--output", kept]
        .map(str::to_owned)
        .to_vec();
    let package = format!("alinea-{}", part.package);
    args.extend(["--package".to_owned(), package.clone()]);
    for file in part.files {
        args.extend(["--file", file].map(str::to_owned));
    }
    if !part.beside.is_empty() {
        args.extend(["--test-package".to_owned(), package]);
        for other in part.beside {
            args.extend(["--test-package".to_owned(), format!("alinea-{other}")]);
        }
    }
    if let Some(shard) = shard {
        args.extend(["--sharding", "round-robin", "--shard", shard].map(str::to_owned));
    }
    args
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().filter(|line| !line.is_empty()).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_names_its_files_and_a_shard_is_a_sample() {
        let part = PARTS.iter().find(|part| part.name == "verdicts").expect("a part");
        let args = arguments(part, Some("0/5"), "kept").join(" ");
        assert!(args.contains("--package alinea-arena --file crates/arena/src/tally.rs"), "{args}");
        assert!(args.ends_with("--sharding round-robin --shard 0/5"), "{args}");
        let core = arguments(&PARTS[2], None, "kept").join(" ");
        assert!(core.ends_with("--test-package alinea-core --test-package alinea-games"), "{core}");
    }

    #[test]
    fn every_file_of_a_part_is_there() {
        for file in PARTS.iter().flat_map(|part| part.files).filter(|file| !file.contains('*')) {
            assert!(root().join(file).exists(), "{file}");
        }
    }

    #[test]
    fn the_share_is_of_those_that_compile() {
        let found = Found { caught: 17, missed: 2, timeout: 1, unviable: 30 };
        assert!((found.share() - 90.0).abs() < 1e-9, "{found}");
        assert!((Found::default().share() - 100.0).abs() < 1e-9);
    }
}
