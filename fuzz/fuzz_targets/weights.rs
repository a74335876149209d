//! Any bytes as the numbers of the Gomoku engine or as a packed opening book: refused or read.
#![no_main]

use alinea_engines::connect4::book::Book;
use alinea_engines::gomoku::engine::training::Weights;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(weights) = Weights::read(bytes) {
        let written = weights.write("fuzz");
        assert_eq!(Weights::read(&written).map(|weights| weights.write("fuzz")), Some(written));
    }
    let _ = Book::read(bytes);
});
