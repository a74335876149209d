//! Which of our crates a crate may use, and what no crate of its kind may hold: the table of
//! ARCHITECTURE.md, enforced. It reads manifests and sources as text and builds nothing.

use crate::Outcome;
use crate::steps::root;
use std::fs;

/// What a crate may hold besides pure computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Typed: no serialisation, no sentences, no files, no sockets, no programs.
    Typed,
    /// Values and text: as typed, but it may write JSON.
    Pure,
    /// It reads and writes files, or runs programs; nothing asynchronous.
    Local,
    /// It carries answers or work to other machines: the only kind with async and sockets.
    Carrier,
}

struct Crate {
    name: &'static str,
    kind: Kind,
    uses: &'static [&'static str],
}

const fn row(name: &'static str, kind: Kind, uses: &'static [&'static str]) -> Crate {
    Crate { name, kind, uses }
}

/// Every crate, the lower ones first. `check` is the checker of certificates: it uses nothing, so
/// that it shares no code with what made them.
const CRATES: &[Crate] = &[
    row("core", Kind::Typed, &[]),
    row("stats", Kind::Typed, &[]),
    row("check", Kind::Local, &[]),
    row("words", Kind::Pure, &["core"]),
    row("games", Kind::Typed, &["core"]),
    row("search", Kind::Typed, &["core"]),
    row("jobs", Kind::Local, &["core"]),
    row("engines", Kind::Typed, &["core", "games", "search"]),
    row("proof", Kind::Local, &["core", "games", "search", "engines"]),
    row("catalogue", Kind::Pure, &["core", "words", "games", "search", "engines"]),
    row("lab", Kind::Local, &["core", "words", "games", "search", "catalogue"]),
    row(
        "coach",
        Kind::Pure,
        &["core", "words", "games", "search", "engines", "proof", "catalogue"],
    ),
    row("data", Kind::Local, &["core", "games", "search", "engines", "coach", "jobs"]),
    row("child", Kind::Local, &["core", "search", "catalogue"]),
    row("gomocup", Kind::Local, &["core", "games", "search", "engines", "catalogue", "child"]),
    row(
        "arena",
        Kind::Local,
        &["core", "words", "search", "catalogue", "jobs", "stats", "lab", "gomocup", "child"],
    ),
    row("api", Kind::Pure, &["core", "words", "search", "catalogue", "lab", "coach", "proof"]),
    row("web", Kind::Carrier, &["core", "words", "search", "catalogue", "api"]),
    row("wasm", Kind::Carrier, &["words", "search", "engines", "catalogue", "lab", "api"]),
    row("fleet", Kind::Carrier, &["core", "jobs"]),
    row("cli", Kind::Local, &["*"]),
];

const SERDE: [&str; 3] = ["serde", "serde_json", "toml"];
const ASYNC: [&str; 6] = ["tokio", "axum", "async-nats", "futures", "hyper", "tower-http"];
/// What the sources of typed and pure crates never name.
const OUTSIDE: [&str; 3] = ["std::fs", "std::net", "std::process"];
/// The sentences have one home.
const SENTENCES: &str = "locales/en.json";

/// Looks at every crate of the workspace.
pub(crate) fn check(problems: &mut Vec<String>) -> Outcome {
    let folder = root().join("crates");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| folder.join(name).join("Cargo.toml").exists())
        .collect();
    names.sort();
    for name in names {
        let Some(row) = CRATES.iter().find(|row| row.name == name) else {
            problems.push(format!("crates/{name}: no row in the table of xtask/src/layers.rs"));
            continue;
        };
        let manifest = fs::read_to_string(folder.join(&name).join("Cargo.toml"));
        let manifest = manifest.map_err(|error| error.to_string())?;
        check_manifest(row, &manifest, problems);
        check_row(row, &manifest, problems);
    }
    Ok(())
}

/// Looks at a source file of a crate; tests may do what they need.
pub(crate) fn check_source(path: &str, text: &str, problems: &mut Vec<String>) {
    let mut parts = path.split('/');
    let (Some("crates"), Some(name), Some("src")) = (parts.next(), parts.next(), parts.next())
    else {
        return;
    };
    let Some(row) = CRATES.iter().find(|row| row.name == name) else { return };
    if path.ends_with("/tests.rs") || !path.ends_with(".rs") {
        return;
    }
    let own = text.split("#[cfg(test)]").next().unwrap_or_default();
    if matches!(row.kind, Kind::Typed | Kind::Pure) {
        for word in OUTSIDE.iter().filter(|word| own.contains(*word)) {
            problems.push(format!("{path}: {name} must not use {word}"));
        }
    }
    if own.contains(SENTENCES) && name != "words" {
        problems.push(format!("{path}: the sentences are read by words alone"));
    }
}

fn check_manifest(row: &Crate, manifest: &str, problems: &mut Vec<String>) {
    let name = row.name;
    for used in dependencies(manifest) {
        let ours = used.strip_prefix("alinea-");
        let allowed = match ours {
            Some(ours) => row.uses.contains(&"*") || row.uses.contains(&ours),
            None => match row.kind {
                Kind::Typed => !SERDE.contains(&used) && !ASYNC.contains(&used),
                Kind::Pure | Kind::Local => !ASYNC.contains(&used),
                Kind::Carrier => true,
            },
        };
        if !allowed {
            problems.push(format!("crates/{name}/Cargo.toml: {name} must not use {used}"));
        }
    }
}

/// A row grants nothing that its crate does not use: the table says what is, not what might be.
fn check_row(row: &Crate, manifest: &str, problems: &mut Vec<String>) {
    let name = row.name;
    let used = dependencies(manifest);
    let is_idle =
        |ours: &&&str| **ours != "*" && !used.contains(&format!("alinea-{ours}").as_str());
    for ours in row.uses.iter().filter(is_idle) {
        problems.push(format!("xtask/src/layers.rs: {name} may use {ours} and does not"));
    }
}

/// The names a manifest depends on, those of tests left out.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.contains("dependencies]") && !line.contains("dev-dependencies");
        } else if inside && line.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            names.extend(line.split(['=', '.', ' ']).next());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(name: &str, manifest: &str) -> Vec<String> {
        let mut found = Vec::new();
        let row = CRATES.iter().find(|row| row.name == name).unwrap();
        check_manifest(row, manifest, &mut found);
        found
    }

    #[test]
    fn arrows_point_down() {
        let mut above: Vec<&str> = Vec::new();
        for row in CRATES.iter().filter(|row| row.uses != ["*"]) {
            for used in row.uses {
                assert!(above.contains(used), "{} uses {used}, which is not below it", row.name);
            }
            above.push(row.name);
        }
    }

    #[test]
    fn a_dependency_against_the_table_is_named() {
        let up =
            "[dependencies]\nalinea-core.workspace = true\nalinea-catalogue.workspace = true\n";
        assert_eq!(
            problems("engines", up),
            ["crates/engines/Cargo.toml: engines must not use alinea-catalogue"]
        );
        let words =
            "[dependencies]\nserde = \"1\"\n[dev-dependencies]\nalinea-words.workspace = true\n";
        assert_eq!(
            problems("engines", words),
            ["crates/engines/Cargo.toml: engines must not use serde"]
        );
        assert!(problems("catalogue", words).is_empty());
        let carried = "[target.'cfg(unix)'.dependencies]\ntokio = { version = \"1\" }\n";
        assert_eq!(problems("api", carried).len(), 1);
        assert_eq!(problems("arena", carried).len(), 1);
        assert!(problems("web", carried).is_empty());
        assert_eq!(problems("check", up).len(), 2);
        assert!(problems("cli", up).is_empty());
    }

    #[test]
    fn a_row_that_grants_more_than_is_used_is_named() {
        let mut found = Vec::new();
        let row = CRATES.iter().find(|row| row.name == "engines").unwrap();
        let manifest =
            "[dependencies]\nalinea-core.workspace = true\nalinea-games.workspace = true\n";
        check_row(row, manifest, &mut found);
        assert_eq!(found, ["xtask/src/layers.rs: engines may use search and does not"]);
        let all = format!("{manifest}alinea-search.workspace = true\n");
        check_row(row, &all, &mut found);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn files_programs_and_sentences_stay_where_they_belong() {
        let mut found = Vec::new();
        let reads = "use std::fs;\n";
        check_source("crates/engines/src/a.rs", reads, &mut found);
        check_source("crates/api/src/a.rs", "use std::process::Command;\n", &mut found);
        check_source("crates/lab/src/a.rs", "include_str!(\"../locales/en.json\")\n", &mut found);
        assert_eq!(found.len(), 3, "{found:?}");
        check_source("crates/lab/src/a.rs", reads, &mut found);
        check_source("crates/engines/tests/a.rs", reads, &mut found);
        check_source("crates/engines/src/a.rs", "#[cfg(test)]\nuse std::fs;\n", &mut found);
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
