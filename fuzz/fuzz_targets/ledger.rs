//! Any bytes as what a job left in its folder (journal, checksums, results that came early and
//! notes, between bytes 0): refused, or it opens again where it stood.
#![no_main]

use alinea_data::Silent;
use alinea_jobs::{Folder, JobError, Ledger, Plan};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let dir = std::env::temp_dir().join(format!("alinea-fuzz-ledger-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    drop(Folder::create(&dir, Plan::new("fuzz", 8), &[]).expect("a new folder"));
    let mut parts = bytes.splitn(4, |&byte| byte == 0);
    for name in ["results.txt", "sums.txt", "ahead.txt", "notes.txt"] {
        std::fs::write(dir.join(name), parts.next().unwrap_or_default()).expect("a file");
    }
    let written = || -> Result<u64, JobError> {
        Ok(Ledger::open(Folder::open(&dir)?, &mut Silent)?.written())
    };
    if let Ok(units) = written() {
        assert_eq!(written().ok(), Some(units));
    }
});
