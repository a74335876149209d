//! The licences of everything a release is made of: each library with its terms, each text once.

use crate::steps::{cargo, output};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The licences of all libraries of the program, as one text.
pub(crate) fn text() -> Result<String, String> {
    let tree = output(&mut cargo(&[
        "tree",
        "--locked",
        "-p",
        "alinea-cli",
        "-e",
        "normal",
        "--no-default-features",
        "--target",
        "all",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]))?;
    // `name vVERSION`, then what cargo adds.
    let used: Vec<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let metadata = output(&mut cargo(&["metadata", "--locked", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let mut listed = BTreeMap::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let word = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let (name, version) = (word("name"), word("version"));
        if name.starts_with("alinea-") || !used.contains(&(&name, &version)) {
            continue;
        }
        let title = format!("{name} {version}");
        let terms = word("license");
        if terms.is_empty() {
            return Err(format!("{title} names no licence"));
        }
        for text in files(Path::new(&word("manifest_path")))? {
            texts.entry(text).or_default().push(title.clone());
        }
        listed.insert(title, (terms, word("repository")));
    }
    Ok(told(&listed, &texts))
}

/// The licence files beside a manifest.
fn files(manifest: &Path) -> Result<Vec<String>, String> {
    let Some(folder) = manifest.parent() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
        if is_licence.iter().any(|start| name.starts_with(start)) && path.is_file() {
            found.push(fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n"));
        }
    }
    found.sort();
    Ok(found)
}

fn told(
    listed: &BTreeMap<String, (String, String)>,
    texts: &BTreeMap<String, Vec<String>>,
) -> String {
    let mut text = "Alinea contains these libraries, with thanks to their authors.\n\n".to_owned();
    for (title, (terms, home)) in listed {
        let _ = writeln!(text, "{title}: {terms}  {home}");
    }
    for (licence, owners) in texts {
        let _ = write!(text, "\n{}\n{}\n\n{}\n", "-".repeat(72), owners.join(", "), licence.trim());
    }
    text
}
