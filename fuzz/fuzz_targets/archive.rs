//! Any bytes as the zip archive of a course platform: refused, or every file in it has a row and
//! none is larger than allowed.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let file = std::env::temp_dir().join(format!("alinea-fuzz-{}.zip", std::process::id()));
    std::fs::write(&file, bytes).expect("a file");
    if let Ok(submissions) = alinea_arena::submissions::collect(&file, "connect4") {
        for submission in submissions {
            assert!(submission.bytes.len() <= alinea_arena::submissions::MAX_BYTES);
            assert!(!submission.name.is_empty());
        }
    }
});
