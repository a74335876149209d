//! Any text as an engine: refused or seated, never a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|spec: &str| {
    if let Ok(parsed) = spec.parse::<alinea_catalogue::EngineSpec>() {
        // A large table is a request for memory, not a parser's matter.
        assert_eq!(parsed.to_string().parse(), Ok(parsed.clone()), "it reads back");
        if parsed.table_mb().unwrap_or(0) <= 1 {
            let session = alinea_catalogue::open("connect4").expect("connect4 opens");
            let _ = session.seat(&parsed);
        }
    }
});
