//! Any bytes as a certificate for `alinea-check`: refused with a line of the file, or verified; and
//! a verified win of Connect Four is one that the library reads too.
#![no_main]

#[allow(dead_code)]
#[path = "../../crates/check/src/main.rs"]
mod checker;

use checker::{Text, check};

/// Whether the game tree that the file asks for is small: a short file can ask for hours.
fn is_small(text: &str) -> bool {
    let size = text.lines().nth(1).and_then(|game| game.rsplit(' ').next()).unwrap_or_default();
    let sides = size.split('x').take(2).map(|side| side.parse().unwrap_or(99_usize));
    let replies = text.lines().filter(|line| line.contains('*')).count();
    let squares = sides.fold(1_usize, usize::saturating_mul);
    squares <= 16 || (replies <= 1 && !text.contains("connect4"))
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let certificate = String::from_utf8_lossy(bytes);
    if !is_small(&certificate) {
        return;
    }
    let mut text = Text { rest: bytes, line: 0, board: String::new() };
    match check(&mut text) {
        Ok(said) if said.contains("connect4") && said.contains(" win:") => {
            assert!(alinea_proof::Certificate::read(&certificate).is_ok(), "{said}");
        }
        Ok(said) => assert!(said.starts_with("VERIFIED ")),
        Err(_) => assert!(text.line <= 1 + certificate.lines().count()),
    }
});
