//! Any text as a diagram: refused, or it prints and reads back.
#![no_main]

use alinea_core::Diagram;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(diagram) = Diagram::parse(text) {
        assert_eq!(Diagram::parse(&diagram.to_string()), Ok(diagram));
    }
});
