//! The built page is committed; this says when it no longer matches its sources, without Node.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDERS: [&str; 3] = ["public", "scripts", "src"];
const FILES: [&str; 6] = [
    "index.html",
    "package-lock.json",
    "package.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn files_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files_under(&path, found) } else { found.push(path) }
    }
}

/// The digest `web/scripts/digest.mjs` writes.
fn sources_digest(root: &Path) -> String {
    let web = root.join("web");
    let mut found: Vec<PathBuf> = FILES.iter().map(|file| web.join(file)).collect();
    for folder in FOLDERS {
        files_under(&web.join(folder), &mut found);
    }
    let text =
        |path: &PathBuf| path.strip_prefix(&web).unwrap().to_string_lossy().replace('\\', "/");
    let mut named: Vec<(String, PathBuf)> =
        found.iter().map(|path| (text(path), path.clone())).collect();
    named.sort();
    let mut hash = Sha256::new();
    for (name, path) in named {
        let bytes = fs::read(path).unwrap();
        hash.update(format!("{name}\n{}\n", bytes.len()));
        hash.update(bytes);
    }
    for tag in ["en", "es", "pt-BR"] {
        let text = fs::read_to_string(root.join("locales").join(format!("{tag}.json"))).unwrap();
        let all: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
        let built_in = |key: &str| key.starts_with("page.") || key.starts_with("level.");
        for (key, sentence) in all.iter().filter(|(key, _)| built_in(key)) {
            hash.update(format!("{tag} {key}={sentence}\n"));
        }
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_built_page_matches_its_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let built = alinea_web::page_digest().expect("web/dist holds sources.digest");
    assert_eq!(
        built,
        sources_digest(&root),
        "web/dist is stale: run `npm ci && npm run build` in web/"
    );
}
