//! Any bytes as the folder of a job: a plan that was read prints and reads back; a journal with
//! checksums opens or is called damaged, and what opened once opens again with the same results.
//! The input's parts stand between bytes 0: plan, journal, checksums, notes.
#![no_main]

use alinea_jobs::{Journal, Plan, read_notes, read_results};
use std::path::Path;

fn results(journal: &Path, sums: &Path) -> Option<Vec<Vec<u8>>> {
    let mut results = Vec::new();
    let opened = Journal::open(journal, sums, None, &mut |unit, result| {
        assert_eq!(unit, results.len() as u64);
        results.push(result.to_vec());
        Ok(())
    });
    opened.ok().map(|_| results)
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(4, |&byte| byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    if let Ok(plan) = Plan::parse(&String::from_utf8_lossy(part())) {
        let again = Plan::parse(&plan.text()).expect("a plan reads back");
        assert_eq!(again.hash(), plan.hash());
    }
    let dir = std::env::temp_dir().join(format!("alinea-fuzz-job-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let (journal, sums) = (dir.join("results.txt"), dir.join("results.sum"));
    let (lines, checksums) = (part(), part());
    std::fs::write(&journal, lines).expect("a file");
    std::fs::write(&sums, checksums).expect("a file");
    std::fs::write(dir.join("notes.txt"), part()).expect("a file");
    let _ = read_results(&journal, &mut |_, _| Ok(()));
    let _ = read_notes(&dir, &mut |_| ());
    if let Some(first) = results(&journal, &sums) {
        assert_eq!(results(&journal, &sums), Some(first), "opening cuts what is torn, once");
    }
    // The same lines without checksums are taken over whole.
    std::fs::write(&journal, lines).expect("a file");
    std::fs::remove_file(&sums).expect("a file");
    Journal::adopt(&journal, &sums, None, &mut |_, _| true).expect("adopted");
    let whole = lines.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(results(&journal, &sums).map(|results| results.len()), Some(whole));
});
