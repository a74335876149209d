//! Any text as a player of a match, with or without a name of its own, as an opening file of a game
//! or as a sequential test: refused, or it prints and reads back.
#![no_main]

use alinea_catalogue::Contestant;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(contestant) = text.parse::<Contestant>() {
        assert_eq!(contestant.to_string().parse(), Ok(contestant.clone()), "{contestant}");
    }
    if let Ok((_, contestant)) = Contestant::read_labelled(text) {
        assert_eq!(contestant.to_string().parse(), Ok(contestant.clone()), "{contestant}");
    }
    if let Ok(test) = alinea_stats::Sprt::parse(text) {
        let (elo0, elo1) = test.elos();
        assert!(elo0 < elo1);
    }
});
