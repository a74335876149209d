//! Any bytes as the numbers of the Gomoku engine, as a network, or as a packed opening book: refused or read.
#![no_main]

use alinea_engines::connect4::book::Book;
use alinea_engines::gomoku::engine::Net;
use alinea_engines::gomoku::engine::training::Weights;
use alinea_games::gomoku::Variant;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(weights) = Weights::read(bytes) {
        let written = weights.write("fuzz");
        assert_eq!(Weights::read(&written).map(|weights| weights.write("fuzz")), Some(written));
    }
    for rule in [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro] {
        if let Ok(net) = Net::read(bytes, rule) {
            assert_eq!(Net::read(&net.write(rule, "made by: fuzz"), rule), Ok(net));
        }
    }
    let _ = Book::read(bytes);
});
