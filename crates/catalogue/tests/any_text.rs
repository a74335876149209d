//! Any text at the text edge: refused or understood, never a panic, never a huge allocation.

use alinea_catalogue::{EngineSpec, GAMES, open};
use proptest::prelude::*;

/// Texts that look like what people type, mixed with noise.
fn typed() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[a-z0-9:=,.+x/ -]{0,40}",
        "diagram:[.xoXO/ 0-9]{0,120}",
        "(level|textbook|best|ligue4|solver|alphabeta):[a-z0-9=,.]{0,40}",
        "[a-v][0-9]{1,2}([a-v][0-9]{1,2}){0,20}",
        "([0-9]{1,3}, ?[0-9]{1,3} ){0,8}",
        "\\PC{0,60}",
    ];
    pieces.prop_map(|text| text)
}

fn game() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(GAMES.to_vec()).prop_map(str::to_owned),
        "(connect4|gomoku|renju|caro|standard|boom|mnk):[0-9x+a-z]{0,12}",
        "\\PC{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn games_and_positions(game in game(), position in typed(), mv in typed()) {
        if let Ok(mut session) = open(&game) {
            let _ = session.reset(&position);
            let before = session.key();
            if session.play(&mv).is_ok() {
                session.undo();
            }
            prop_assert_eq!(session.key(), before);
            let view = session.view();
            prop_assert_eq!(view.rows.len(), session.view().rows.len());
            if session.outcome().is_none() {
                let drawn = session.diagram();
                prop_assert!(session.reset(&drawn).is_ok(), "{}", drawn);
                prop_assert_eq!(session.key(), before);
            }
        }
    }

    #[test]
    fn engines_and_heuristics(game in game(), spec in typed(), heuristic in typed()) {
        if let Ok(session) = open(&game) {
            let modest = EngineSpec::parse(&spec).is_ok_and(|s| s.table_mb.unwrap_or(1) <= 4);
            if modest {
                let _ = session.seat(&spec);
            }
            let _ = session.evaluate(&heuristic, None, 0);
        }
    }
}

#[test]
fn oversized_boards_and_texts_are_refused() {
    for game in ["connect4:99x99", "connect4:4000000000x4", "gomoku:23", "mnk:23x3x3", "mnk:3x3x99"]
    {
        assert!(open(game).is_err(), "{game}");
    }
    let mut session = open("gomoku").unwrap();
    assert!(session.reset(&"h8".repeat(100_000)).is_err());
    assert!(session.reset(&format!("diagram:{}", ".".repeat(1_000_000))).is_err());
    assert!(session.seat(&"x".repeat(1_000_000)).is_err());
}

#[test]
fn every_engine_and_heuristic_of_the_catalogue_opens() {
    for game in GAMES {
        let session = open(game).unwrap();
        for name in session.engines() {
            let spec = if name == "level" { "level:1" } else { name };
            assert!(session.seat(spec).is_ok(), "{game} {name}");
        }
        for name in session.heuristics() {
            assert!(session.evaluate(name, None, 0).is_ok(), "{game} {name}");
        }
    }
}
