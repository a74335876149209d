//! Any bytes as a message of a fleet: refused, or written again it reads the same.
#![no_main]

#[path = "../../crates/fleet/src/wire.rs"]
mod wire;

use wire::{
    Hello, JobEntry, Question, Reply, Unit, from_bytes, read_answers, to_bytes, write_answer,
};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(answers) = read_answers(bytes) {
        let mut written = Vec::new();
        answers.iter().for_each(|(answer, output)| write_answer(&mut written, answer, output));
        assert_eq!(read_answers(&written), Some(answers));
    }
    macro_rules! reads_back {
        ($($message:ty),*) => {$(
            if let Some(message) = from_bytes::<$message>(bytes) {
                assert_eq!(from_bytes(&to_bytes(&message)), Some(message));
            }
        )*};
    }
    reads_back!(JobEntry, Unit, Question, Reply, Hello);
});
