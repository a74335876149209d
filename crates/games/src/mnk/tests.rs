//! m,n,k boards against their laws, their slow referee and worked cases.

use super::referee::Referee;
use super::{Mnk, Setup};
use alinea_core::{
    Cell, Diagram, Game, Outcome, Player, Position, SplitMix64, conformance, parse_position, perft,
};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

fn setup(text: &str) -> Setup {
    Mnk::parse_setup(text).unwrap()
}

fn after(game: &str, text: &str) -> Mnk {
    parse_position::<Mnk>(&setup(game), text).unwrap().pos
}

const GAMES: [&str; 12] = [
    "3x3x3",
    "3x3x3+misere",
    "4x4x4",
    "5x5x4",
    "7x6x4+gravity",
    "7x7x4+gravity+misere",
    "4x3x3",
    "3x7x5",
    "1x5x3",
    "9x4x3",
    "12x5x4+gravity",
    "10x10x6",
];

#[test]
fn laws_hold_for_many_boards() {
    for game in GAMES {
        conformance::check::<Mnk>(&setup(game), 25, 60, 1);
    }
    conformance::check::<Mnk>(&setup("22x22x22"), 1, 30, 2);
    conformance::check::<Mnk>(&setup("22x22x5+gravity"), 1, 100, 3);
}

#[test]
fn up_to_nine_columns_are_digits_where_stones_fall() {
    assert_eq!(after("9x9x5+gravity", "99").to_diagram().counts(), [1, 1]);
    assert_eq!(after("10x9x5+gravity", "ja").to_diagram().counts(), [1, 1]);
}

#[test]
fn random_games_agree_with_the_referee() {
    let mut rng = SplitMix64::new(5);
    for game in GAMES {
        for _ in 0..20 {
            let mut pos = Mnk::start(&setup(game));
            loop {
                let referee = Referee::new(setup(game), &pos);
                let context = || format!("{game} {}", pos.to_diagram());
                assert_eq!(pos.outcome(), referee.outcome(), "{}", context());
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let legal: BTreeSet<Cell> = moves.iter().copied().collect();
                assert_eq!(legal, referee.legal(), "{}", context());
                let alignment: BTreeSet<Cell> = pos.alignment().into_iter().collect();
                assert_eq!(alignment, referee.alignment(), "{}", context());
                let Some(&mv) = rng.pick(&moves) else { break };
                pos.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn leaves_of_tic_tac_toe_are_the_known_ones() {
    let mut pos = Mnk::start(&setup("3x3x3"));
    let counts: Vec<u64> = (0..=9).map(|depth| perft(&mut pos, depth)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    let mut pos = Mnk::start(&setup("7x6x4+gravity"));
    assert_eq!(perft(&mut pos, 7), 823_536);
}

/// The eight images of a board as rows of letters.
fn images(diagram: &Diagram, gravity: bool) -> Vec<Vec<Vec<u8>>> {
    let mirrored = |rows: &[Vec<u8>]| -> Vec<Vec<u8>> {
        rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
    };
    let transposed = |rows: &[Vec<u8>]| -> Vec<Vec<u8>> {
        (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c]).collect()).collect()
    };
    let mut all = vec![diagram.rows.clone(), mirrored(&diagram.rows)];
    if !gravity {
        for i in 0..2 {
            all.push(all[i].iter().rev().cloned().collect());
        }
        if diagram.rows.len() == diagram.cols() {
            for i in 0..4 {
                all.push(transposed(&all[i]));
            }
        }
    }
    all
}

#[test]
fn symmetric_keys_are_equal_exactly_for_symmetric_boards() {
    let mut rng = SplitMix64::new(9);
    for game in GAMES {
        let mut classes: HashMap<u64, Vec<Vec<u8>>> = HashMap::new();
        for _ in 0..40 {
            let mut pos = Mnk::start(&setup(game));
            for _ in 0..10 {
                let diagram = pos.to_diagram();
                let images = images(&diagram, setup(game).gravity());
                let least = images.iter().min().unwrap().clone();
                for rows in &images {
                    let image = Diagram { rows: rows.clone(), ..diagram.clone() };
                    let image = Mnk::from_diagram(&setup(game), &image).unwrap();
                    assert_eq!(image.symmetric_key(), pos.symmetric_key(), "{game} {diagram}");
                }
                let known = classes.entry(pos.symmetric_key()).or_insert_with(|| least.clone());
                assert_eq!(*known, least, "{game} {diagram}");
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let Some(&mv) = rng.pick(&moves) else { break };
                pos.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn the_row_loses_in_misere() {
    assert_eq!(after("3x3x3", "a1a2b1b2c1").outcome(), Some(Outcome::Win(Player::First)));
    let lost = after("3x3x3+misere", "a1a2b1b2c1");
    assert_eq!(lost.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(lost.alignment().len(), 3);
}

#[test]
fn moves_are_columns_with_gravity() {
    assert_eq!(after("7x6x4+gravity", "4453").to_diagram().counts(), [2, 2]);
    let wide = after("12x5x4+gravity", "a l a");
    assert_eq!(wide.move_text(Cell::new(11, 0)), "l");
    assert_eq!(wide.landing(0), Cell::new(0, 2));
    let full = after("7x6x4+gravity", "444444");
    let (mv, rest) = full.parse_move("47").unwrap();
    let message = full.refusal(mv).unwrap();
    assert_eq!((message.key, message.args[0].1.as_str(), rest), ("refusal.column-full", "4", "7"));
    let taken = after("3x3x3", "a1");
    let key = |col, row| taken.refusal(Cell::new(col, row)).unwrap().key;
    assert_eq!(key(0, 0), "refusal.occupied");
    assert_eq!([key(3, 0), key(0, 3)], ["refusal.off-board"; 2]);
    for text in ["8", "0", "a", "", "é"] {
        assert!(full.parse_move(text).is_err(), "{text:?}");
    }
    assert_eq!(after("3x3x3", "1,1").to_diagram().to_string(), ".../.x./... o");
}

#[test]
fn sizes_beyond_the_limits_are_refused() {
    let error = |text: &str| Mnk::parse_setup(text).unwrap_err().to_string();
    assert!(error("23x3x3").contains("error.setup.board most=22"));
    assert!(error("999x999x3").contains("error.setup.board most=22"));
    assert!(error("0x3x3").contains("error.setup.board most=22"));
    assert!(error("3x3x2").contains("error.setup.short-row found=2"));
    assert!(error("3x4x5").contains("error.setup.long-row row=5"));
    for text in ["3x3", "3x3x3x3", "3x3x3+", "3x3x3+gravity+gravity", "x", "-3x3x3", "3x3x3 "] {
        assert!(error(text).contains("error.setup.mnk"), "{text}");
    }
    assert_eq!(Mnk::setup_text(&setup("4x5x3+misere+gravity")), "4x5x3+gravity+misere");
}

#[test]
fn floating_discs_are_refused() {
    let read =
        |text: &str| Mnk::from_diagram(&setup("3x3x3+gravity"), &Diagram::parse(text).unwrap());
    assert!(read("x../.../...").unwrap_err().to_string().contains("error.diagram.floats"));
    assert_eq!(read(".../.../xo.").unwrap().turn(), Player::First);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        let _ = Mnk::parse_setup(&text);
        for game in ["3x3x3", "12x5x4+gravity", "7x6x4+gravity"] {
            let _ = parse_position::<Mnk>(&setup(game), &text);
        }
    }

    #[test]
    fn texts_that_look_right_are_read_or_refused(text in "[a-v0-9x+, ]{0,20}") {
        let _ = Mnk::parse_setup(&text);
        let _ = Mnk::parse_setup(&format!("3x3x3{text}"));
        for game in ["3x3x3", "12x5x4+gravity", "7x6x4+gravity"] {
            let pos = Mnk::start(&setup(game));
            if let Ok((mv, rest)) = pos.parse_move(&text) {
                prop_assert!(text.ends_with(rest));
                prop_assert_eq!(pos.is_legal(mv), pos.refusal(mv).is_none());
            }
            let _ = parse_position::<Mnk>(&setup(game), &text);
        }
    }
}
