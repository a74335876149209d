//! Any text at the text edge: refused or understood, never a panic, never a huge allocation.

use alinea_catalogue::{Contestant, EngineSpec, GAMES, Method, Repetition, Setting, open};
use alinea_search::Cut;
use proptest::prelude::*;
use std::time::Duration;

/// Texts that look like what people type, mixed with noise.
fn typed() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[a-z0-9:=,.+x/ -]{0,40}",
        "diagram:[.xoXO/ 0-9]{0,120}",
        "(level|textbook|best|ligue4|solver|alphabeta):[a-z0-9=,.]{0,40}",
        "[a-v][0-9]{1,2}([a-v][0-9]{1,2}){0,20}",
        "([0-9]{1,3}, ?[0-9]{1,3} ){0,8}",
        "[a-z./ -]{0,12}(.toml|.rhai)?(,(depth|nodes|time|heuristic|cut)=[a-z0-9.]{0,5}){0,4}",
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
        if let Ok(start) = open(&game) {
            let mut session = start.read(&position).unwrap_or(start);
            let before = session.key();
            if session.play(&mv).is_ok() {
                session.undo();
            }
            prop_assert_eq!(session.key(), before);
            let view = session.view();
            prop_assert_eq!(view.rows.len(), session.view().rows.len());
            if session.outcome().is_none() {
                let drawn = session.diagram();
                let again = session.read(&drawn);
                prop_assert!(again.is_ok(), "{}", drawn);
                prop_assert_eq!(again.unwrap().key(), before);
            }
        }
    }

    #[test]
    fn engines_and_heuristics(game in game(), spec in typed(), heuristic in typed()) {
        if let Ok(session) = open(&game) {
            if let Ok(spec) = spec.parse::<EngineSpec>() {
                prop_assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
                if spec.table_mb().unwrap_or(1) <= 4 {
                    let _ = session.seat(&spec);
                }
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
    let session = open("gomoku").unwrap();
    assert!(session.read(&"h8".repeat(100_000)).is_err());
    assert!(session.read(&format!("diagram:{}", ".".repeat(1_000_000))).is_err());
    assert!("x".repeat(1_000_000).parse::<EngineSpec>().is_err());
}

#[test]
fn every_engine_and_heuristic_of_the_catalogue_opens() {
    for game in GAMES {
        let session = open(game).unwrap();
        for name in session.engines() {
            let spec = if name == "level" { "level:1" } else { name };
            assert!(session.seat(&spec.parse().unwrap()).is_ok(), "{game} {name}");
        }
        for name in session.heuristics() {
            assert!(session.evaluate(name, None, 0).is_ok(), "{game} {name}");
        }
    }
}

/// Settings of every kind, with values at the ends of their ranges too.
fn setting() -> impl Strategy<Value = Setting> {
    prop_oneof![
        (1..=1000_u32).prop_map(Setting::Depth),
        (1..=u64::MAX).prop_map(Setting::Nodes),
        (1_000_000..=604_800_000_000_000_u64)
            .prop_map(|ns| Setting::Time(Duration::from_nanos(ns))),
        (1..=256_usize).prop_map(Setting::Threads),
        (1..=16_384_usize).prop_map(Setting::Table),
        any::<u64>().prop_map(Setting::Seed),
        "[a-z0-9./-][a-z0-9./= :-]{0,20}[a-z0-9./=-]".prop_map(Setting::Heuristic),
        "[a-z-]{1,12}".prop_map(Setting::Order),
        prop_oneof![Just(Method::Minimax), Just(Method::AlphaBeta)].prop_map(Setting::Algorithm),
        prop_oneof![Just(Cut::Equal), Just(Cut::Strict)].prop_map(Setting::Cut),
        (0..=2_u8).prop_map(Setting::Near),
        prop_oneof![Just(Repetition::Draw), Just(Repetition::Off)].prop_map(Setting::Repetition),
    ]
}

fn engine() -> impl Strategy<Value = EngineSpec> {
    let named = prop_oneof![
        (1..=10_u8).prop_map(EngineSpec::level),
        prop::sample::select(vec!["best", "textbook", "ligue4", "no-such-engine", ""])
            .prop_map(|name| name.parse().unwrap()),
    ];
    (named, prop::collection::vec(setting(), 0..8))
        .prop_map(|(engine, settings)| settings.into_iter().fold(engine, EngineSpec::with))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_specification_reads_back_as_it_was_written(engine in engine()) {
        prop_assert_eq!(engine.to_string().parse(), Ok(engine.clone()));
        let contestant = Contestant::from(engine);
        prop_assert_eq!(contestant.to_string().parse(), Ok(contestant));
    }

    #[test]
    fn any_contestant_that_is_read_reads_back(text in typed(), kind in "(process|gomocup|student):") {
        for text in [text.clone(), format!("{kind}{text}")] {
            if let Ok(contestant) = text.parse::<Contestant>() {
                prop_assert_eq!(contestant.to_string().parse(), Ok(contestant.clone()));
                let json = serde_json::to_string(&contestant).unwrap();
                prop_assert_eq!(serde_json::from_str::<Contestant>(&json).unwrap(), contestant);
            }
        }
    }
}
