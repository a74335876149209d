//! Any text as one of the small words that people type: a square, seconds, a language, a theme or
//! proof of a puzzle, a rule, the address of a fleet, a set-up of each game: refused, or written
//! again it reads the same.
#![no_main]

use alinea_coach::puzzles::{PuzzleProof, Theme};
use alinea_core::{Cell, Game};
use alinea_games::{Boom, Caro, Connect4, Gomoku, Mnk, Renju, Standard};
use alinea_words::Language;

fn setup<G: Game>(text: &str) {
    if let Ok(setup) = G::parse_setup(text) {
        assert_eq!(G::parse_setup(&G::setup_text(&setup)), Ok(setup));
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(cell) = text.parse::<Cell>() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    if let Some(time) = alinea_catalogue::parse_seconds(text) {
        assert!(!time.is_zero());
    }
    if let Some(language) = Language::from_tag(text) {
        assert_eq!(Language::from_tag(language.tag()), Some(language));
    }
    if let Ok(proof) = text.parse::<PuzzleProof>() {
        assert_eq!(proof.to_string().parse(), Ok(proof));
    }
    if let Ok(access) = alinea_fleet::Access::from_env(text) {
        // Whoever lists processes reads addresses: none holds a password.
        assert!(access.url == text && !text.contains('@'));
    }
    let _ = (text.parse::<Theme>(), alinea_data::selfplay::rule(text));
    setup::<Boom>(text);
    setup::<Connect4>(text);
    setup::<Gomoku>(text);
    setup::<Standard>(text);
    setup::<Renju>(text);
    setup::<Caro>(text);
    setup::<Mnk>(text);
});
