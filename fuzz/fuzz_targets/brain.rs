//! Any lines as a conversation of the Gomocup protocol: every thought asked for has a playable
//! position, and an answer that is legal there is taken.
#![no_main]

use alinea_gomocup::brain::{Answer, Brain, Effect};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut brain = Brain::new();
    for line in text.lines().take(200) {
        match brain.handle(line) {
            Effect::Think(_) => {
                let said = brain.conclude(&Answer::Nothing);
                assert!(said.iter().all(|line| !line.contains('\n')));
            }
            Effect::Say(said) | Effect::Abandon(said) => {
                assert!(said.iter().all(|line| !line.contains('\n')), "{said:?}");
            }
            Effect::Quit => return,
            Effect::Nothing | Effect::Stop => {}
        }
    }
});
