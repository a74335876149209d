//! Any text as a plan (up to a byte 0) with any bytes as each of its files, for every kind of job
//! that a worker of a fleet opens: refused or opened, and a line of labels belongs or does not.
#![no_main]

use alinea_jobs::{Folder, Kind, Plan};

const KINDS: [Kind; 6] = [
    alinea_arena::KIND,
    alinea_data::label::KIND,
    alinea_data::selfplay::KIND,
    alinea_data::book::KIND,
    alinea_data::puzzles::KIND,
    alinea_data::puzzles::VERIFY_KIND,
];
const FILES: [&str; 5] =
    ["openings.txt", "positions.txt", "games.txt", "puzzles.jsonl", "heuristic:a.toml"];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (plan, file) = (String::from_utf8_lossy(&bytes[..at]), &bytes[(at + 1).min(bytes.len())..]);
    for format in [alinea_data::label::Format::Json, alinea_data::label::Format::Csv] {
        let _ = alinea_data::label::belongs(format, &plan, file);
    }
    let Ok(plan) = Plan::parse(&plan) else { return };
    // Listing all positions of many plies is work, not reading.
    if plan.settings.get("plies").and_then(serde_json::Value::as_u64) > Some(3) {
        return;
    }
    let Ok(kind) = Kind::find(&KINDS, &plan.kind) else { return };
    let dir = std::env::temp_dir().join(format!("alinea-fuzz-work-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    let files = FILES.map(|name| (name, file));
    let folder = Folder::create(&dir, plan, &files).expect("a new folder");
    let _ = (kind.open)(folder.job());
});
