//! Any bytes as game files (SGF, PSQ, a Gomocup board, lists, JSON): refused with a line, or every
//! game was played by the rules and reads back from SGF.
#![no_main]

use alinea_catalogue::record::{read_games, to_psq, to_sgf};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for game in [None, Some("connect4"), Some("gomoku")] {
        let Ok(games) = read_games(bytes, game) else { continue };
        for record in games.iter().take(4) {
            let session = &*record.session;
            let names = record.names.each_ref().map(|name| name.as_deref().unwrap_or(""));
            let sgf = to_sgf(session, names);
            let back = read_games(sgf.as_bytes(), None).expect("what was written reads back");
            assert_eq!(back[0].session.moves(), session.moves(), "{sgf}");
            assert_eq!(back[0].session.key(), session.key(), "{sgf}");
            let shown = names.map(|name| Some(name.trim().to_owned()).filter(|n| !n.is_empty()));
            assert_eq!(back[0].names, shown, "{sgf}");
            if let Some(psq) = to_psq(session, names) {
                let game = Some(session.name());
                let back = read_games(psq.as_bytes(), game).expect("what was written reads back");
                assert_eq!(back[0].session.key(), session.key(), "{psq}");
            }
        }
    }
});
