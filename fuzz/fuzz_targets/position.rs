//! Any text as a game (first line) and a position (the rest): refused or read, and what was read
//! draws and reads back.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (game, position) = text.split_once('\n').unwrap_or((text, "-"));
    let Ok(session) = alinea_catalogue::open(game) else { return };
    if let Ok(read) = session.read(position)
        && read.outcome().is_none()
    {
        let drawn = read.diagram();
        let again = session.read(&drawn).expect("a drawn position reads back");
        assert_eq!(again.key(), read.key(), "{drawn}");
    }
});
