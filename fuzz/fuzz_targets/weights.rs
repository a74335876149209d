//! Any bytes as the numbers of the Gomoku engine, as a network, or as a packed opening book: refused
//! or read. Inputs are shorter than such files: they are also taken as changes of whole ones.
#![no_main]

use alinea_engines::connect4::book::Book;
use alinea_engines::gomoku::engine::Net;
use alinea_engines::gomoku::engine::training::Weights;
use alinea_games::gomoku::Variant;
use std::sync::LazyLock;

const RULES: [Variant; 4] = [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro];

static WEIGHTS: LazyLock<Vec<u8>> = LazyLock::new(|| Weights::by_hand().write("made by: fuzz"));
static NETS: LazyLock<[Vec<u8>; 4]> = LazyLock::new(|| {
    RULES.map(|rule| Net::of(rule).expect("a network in the program").write(rule, "made by: fuzz"))
});

fn read(bytes: &[u8]) {
    if let Some(weights) = Weights::read(bytes) {
        let written = weights.write("fuzz");
        assert_eq!(Weights::read(&written).map(|weights| weights.write("fuzz")), Some(written));
    }
    for rule in RULES {
        if let Ok(net) = Net::read(bytes, rule) {
            assert_eq!(Net::read(&net.write(rule, "made by: fuzz"), rule), Ok(net));
        }
    }
}

/// Where the numbers of a file begin.
fn body(file: &[u8]) -> usize {
    file.windows(2).position(|pair| pair == b"\n\n").map_or(file.len(), |end| end + 2)
}

/// A whole file with other numbers in some places: four bytes of the input say where and which.
fn changed(file: &[u8], changes: &[u8]) -> Vec<u8> {
    let (mut file, from) = (file.to_vec(), body(file));
    for change in changes.chunks_exact(4) {
        let place = u16::from_le_bytes([change[0], change[1]]);
        let numbers = (file.len() - from) / 2;
        let at = from + 2 * (usize::from(place) * 2 % numbers);
        file[at..at + 2].copy_from_slice(&change[2..]);
    }
    file
}

/// The same with the checksum that a network of these numbers has: FNV-1a of 64 bits.
fn signed(mut file: Vec<u8>) -> Vec<u8> {
    let from = body(&file);
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = file[from..].iter().fold(0xcbf2_9ce4_8422_2325, step);
    file[from - 18..from - 2].copy_from_slice(format!("{sum:016x}").as_bytes());
    file
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    let _ = Book::read(bytes);
    if let Some((which, changes)) = bytes.split_first() {
        read(&changed(&WEIGHTS, changes));
        let file = changed(&NETS[usize::from(*which) % NETS.len()], changes);
        read(&file);
        let file = signed(file);
        read(&file);
        read(&file[..file.len() - usize::from(*which)]);
    }
});
