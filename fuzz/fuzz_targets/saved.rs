//! Any bytes as the game that `alinea play` left: refused, or written again it reads the same, and
//! a game that goes on is kept as what it was.
#![no_main]

#[path = "../../crates/cli/src/commands/play/saved.rs"]
mod saved;

use saved::Saved;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some(saved) = Saved::read(bytes) else { return };
    assert_eq!(Saved::read(saved.text().as_bytes()).as_ref(), Some(&saved));
    assert!(saved.is_game(&saved.game));
    let Ok(session) = alinea_catalogue::open(&saved.game) else { return };
    let Ok(mut session) = session.read(&saved.start) else { return };
    if saved.moves.iter().all(|mv| session.play(mv).is_ok()) {
        let kept = Saved::of(session.as_ref(), &saved.names);
        let again = alinea_catalogue::open(&kept.game).expect("the game that was kept");
        let mut again = again.read(&kept.start).expect("the start that was kept");
        for mv in &kept.moves {
            again.play(mv).expect("what was kept is played");
        }
        assert_eq!((again.key(), again.moves()), (session.key(), session.moves()));
    }
});
