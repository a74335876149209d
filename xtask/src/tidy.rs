//! `cargo xtask tidy`: the house rules a program can check, over every file git knows.

use crate::steps::{command, output, root};
use crate::{Outcome, layers};
use std::fs;

const MAX_LINES: usize = 600;
/// Written by `cargo xtask wire`, and as long as what it describes.
const GENERATED: &str = "web/src/backend/wire.ts";
/// Built by programs, and as large as what they are built from.
const BUILT: [&str; 2] = ["web/dist/", "web/wasm/"];
const MAX_BYTES: u64 = 1024 * 1024;
/// Written in two halves so that this file does not find itself.
const MARKS: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:"), concat!("dbg", "!(")];
const MACHINE_PATHS: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/tm", "p/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

pub(crate) fn run(_: &[String]) -> Outcome {
    let listed =
        output(&mut command("git", &["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    let mut problems = Vec::new();
    for path in listed.lines().filter(|path| !BUILT.iter().any(|built| path.starts_with(built))) {
        let file = root().join(path);
        let Ok(size) = fs::metadata(&file).map(|meta| meta.len()) else { continue };
        if size > MAX_BYTES && !path.ends_with(".lock") {
            problems.push(format!("{path}: {size} bytes; the largest file has {MAX_BYTES}"));
        }
        if let Ok(text) = fs::read_to_string(&file) {
            check_text(path, &text, &mut problems);
            layers::check_source(path, &text, &mut problems);
        }
    }
    layers::check(&mut problems)?;
    check_decisions(&mut problems)?;
    if problems.is_empty() { Ok(()) } else { Err(format!("\n{}", problems.join("\n"))) }
}

fn check_text(path: &str, text: &str, problems: &mut Vec<String>) {
    let is_code = [".rs", ".ts", ".svelte", ".css"].iter().any(|end| path.ends_with(end));
    let is_lock = path.ends_with("lock.json") || path.ends_with(".lock");
    let is_generated = path == GENERATED;
    if is_code && !is_generated && text.lines().count() > MAX_LINES {
        problems.push(format!("{path}: more than {MAX_LINES} lines; is it still one room?"));
    }
    if path.ends_with("src/lib.rs")
        && !path.contains("engines")
        && !path.contains("wasm")
        && !text.contains("#![forbid(unsafe_code)]")
    {
        problems.push(format!("{path}: expected #![forbid(unsafe_code)]"));
    }
    for (i, line) in text.lines().enumerate().filter(|_| !is_lock) {
        let place = format!("{path}:{}", i + 1);
        if is_code && let Some(mark) = MARKS.iter().find(|mark| line.contains(*mark)) {
            problems.push(format!("{place}: {mark} marks something unfinished"));
        }
        if let Some(found) = MACHINE_PATHS.iter().find(|start| names_machine_path(line, start)) {
            problems.push(format!("{place}: a path of one machine ({found})"));
        }
        if is_code && line.ends_with([' ', '\t']) {
            problems.push(format!("{place}: blanks at the end of the line"));
        }
    }
}

/// Whether an absolute path starts here, and not the tail of another path or address.
fn names_machine_path(line: &str, start: &str) -> bool {
    line.match_indices(start).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + start.len()..].chars().next();
        let alone = before.is_none_or(|c| !c.is_alphanumeric() && !"._-/}".contains(c));
        alone && after.is_some_and(|c| c.is_ascii_lowercase())
    })
}

/// Every dependency has a reason in docs/decisions.
fn check_decisions(problems: &mut Vec<String>) -> Outcome {
    let mut reasons = String::new();
    let folder = root().join("docs/decisions");
    for entry in fs::read_dir(&folder).map_err(|error| format!("docs/decisions: {error}"))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        reasons.push_str(&fs::read_to_string(path).unwrap_or_default());
    }
    let listed = output(&mut command("git", &["ls-files", "*Cargo.toml"]))?;
    for path in listed.lines().filter(|path| !path.starts_with("fuzz/")) {
        let manifest = fs::read_to_string(root().join(path)).map_err(|error| error.to_string())?;
        let mut inside = false;
        for line in manifest.lines() {
            if line.starts_with('[') {
                inside = line.contains("dependencies");
                continue;
            }
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            let foreign = inside && !name.is_empty() && !name.starts_with(['#', '"', ']']);
            if foreign && !name.starts_with("alinea-") && !reasons.contains(&format!("`{name}`")) {
                problems.push(format!("{path}: `{name}` has no reason in docs/decisions"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_paths_are_told_from_others() {
        let start = MACHINE_PATHS[1];
        assert!(names_machine_path(&format!("cat {start}file"), start));
        assert!(!names_machine_path(&format!("docs{start}file"), start));
        assert!(!names_machine_path("nothing", start));
    }

    #[test]
    fn marks_and_long_files_are_found() {
        let mut problems = Vec::new();
        check_text("a.rs", &format!("// {} later\n", MARKS[0]), &mut problems);
        check_text("b.rs", &"x\n".repeat(MAX_LINES + 1), &mut problems);
        assert_eq!(problems.len(), 2, "{problems:?}");
    }
}
