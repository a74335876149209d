//! Any text as a game (first line) and a position (the rest): refused or read, and what was read
//! draws and reads back.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (game, position) = text.split_once('\n').unwrap_or((text, "-"));
    let Ok(mut session) = alinea_catalogue::open(game) else { return };
    if session.reset(position).is_ok() {
        let drawn = session.diagram();
        if session.outcome().is_none() {
            let key = session.key();
            session.reset(&drawn).expect("a drawn position reads back");
            assert_eq!(session.key(), key, "{drawn}");
        }
    }
});
