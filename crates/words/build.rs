//! Leaves the page's own sentences out of modules for browsers: the page has them already.

use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let sources = Path::new("../../locales");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let is_module = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    for tag in ["en", "es", "pt-BR"] {
        let path = sources.join(format!("{tag}.json"));
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).expect("the locale files are there");
        let text = if is_module { without_page(&text) } else { text };
        fs::write(out.join(format!("{tag}.json")), text).expect("cargo's folder can be written");
    }
}

fn without_page(text: &str) -> String {
    let all: Map<String, Value> =
        serde_json::from_str(text).expect("the locale files are tested to be JSON");
    let kept: Map<String, Value> =
        all.into_iter().filter(|(key, _)| !key.starts_with("page.")).collect();
    serde_json::to_string(&kept).expect("sentences are JSON")
}
