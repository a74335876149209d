//! Any text as a file of openings for a game (first line): refused with a line of the text, or
//! every opening is a position to play from.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (game, openings) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(session) = alinea_catalogue::open(game) else { return };
    match alinea_arena::openings::parse(&*session, openings) {
        Ok(openings) => {
            for opening in openings {
                let read = session.read(&opening).expect("an opening that was read is a position");
                assert!(read.outcome().is_none());
            }
        }
        Err(error) => assert!(error.line >= 1),
    }
});
