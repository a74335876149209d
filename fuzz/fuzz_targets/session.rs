//! Any lines as moves of a game (first line): refused or played, and every move can be taken back.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (game, lines) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(mut session) = alinea_catalogue::open(game) else { return };
    let start = session.key();
    let played = lines.lines().filter(|line| session.play(line).is_ok()).count();
    for _ in 0..played {
        assert!(session.undo().is_some());
    }
    assert_eq!(session.key(), start);
});
