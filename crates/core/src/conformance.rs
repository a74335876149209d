//! The laws of [`crate::Position`] and [`crate::Game`], checked on random games of any game.
//! Tests of every game call [`check`]; a game that passes can be searched, shown and recorded.

use crate::{Cell, Diagram, Effect, Game, Player, SplitMix64, parse_position, perft};
use std::collections::HashMap;

/// Plays `games` random games from this set-up and checks every law at every position.
///
/// A game ends by its rules or after `max_plies` moves; the same seed plays the same games.
///
/// ```
/// use alinea_core::{Game, conformance};
/// use alinea_games::{Boom, Mnk};
/// let setup = Mnk::parse_setup("4x4x3+gravity").unwrap();
/// conformance::check::<Mnk>(&setup, 20, 16, 1);
/// // Boom has no end of its own: 40 moves of each game.
/// conformance::check::<Boom>(&Boom::parse_setup("").unwrap(), 5, 40, 1);
/// ```
///
/// # Panics
/// On the first law that does not hold, with the position that shows it.
pub fn check<G: Game>(setup: &G::Setup, games: usize, max_plies: usize, seed: u64) {
    let text = G::setup_text(setup);
    assert_eq!(G::parse_setup(&text).as_ref(), Ok(setup), "the set-up text {text:?} reads back");
    let mut rng = SplitMix64::new(seed);
    let mut diagrams: HashMap<u64, String> = HashMap::new();
    for _ in 0..games {
        let mut pos = G::start(setup);
        assert_eq!(pos.ply(), 0, "a game begins with ply 0");
        let mut undos = Vec::new();
        let mut record = String::new();
        for _ in 0..max_plies {
            check_position(&pos, &record);
            remember(&pos, &mut diagrams);
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            check_effects(&pos, mv, &record);
            if !record.is_empty() {
                record.push(' ');
            }
            record.push_str(&pos.move_text(mv));
            let ply = pos.ply();
            let before = (pos.key(), pos.to_diagram(), ply);
            undos.push((pos.play(mv).expect("a listed move is legal"), before));
            assert_eq!(pos.ply(), ply + 1, "a move is a ply in {record}");
        }
        check_record(setup, &pos, &record);
        for (undo, (key, diagram, ply)) in undos.into_iter().rev() {
            pos.undo(undo);
            assert_eq!(pos.ply(), ply, "undo restores the ply in {record}");
            assert_eq!(pos.key(), key, "undo restores the key in {record}");
            assert_eq!(pos.to_diagram(), diagram, "undo restores the board in {record}");
        }
    }
}

fn check_position<G: Game>(pos: &G, record: &str) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    assert_eq!(pos.count_legal(), moves.len(), "count_legal in {record}");
    if pos.outcome().is_some() {
        assert!(moves.is_empty(), "no moves after the end in {record}");
    } else {
        assert!(!moves.is_empty(), "a game that goes on has a move in {record}");
    }
    let mut seen = vec![false; G::MAX_INDEX];
    for &mv in &moves {
        assert!(pos.is_legal(mv), "{mv:?} is listed in {record}");
        assert_eq!(pos.refusal(mv), None, "{mv:?} is not refused in {record}");
        assert!(!std::mem::replace(&mut seen[G::index(mv)], true), "index of {mv:?} in {record}");
        let text = pos.move_text(mv);
        let (read, rest) = pos.parse_move(&text).expect("a written move reads back");
        assert_eq!((read, rest), (mv, ""), "{text:?} reads back in {record}");
    }
    check_every_other_move(pos, &seen, record);
    check_diagram(pos, record);
    check_tampered(pos, record);
}

/// Colours exchanged twice, or the game ended and reopened, is the same position again.
fn check_tampered<G: Game>(pos: &G, record: &str) {
    let exchanged = pos.recoloured();
    for index in 0..u16::from(pos.cols()) * u16::from(pos.rows()) {
        let cols = u16::from(pos.cols());
        let cell = Cell::new((index % cols) as u8, (index / cols) as u8);
        let expected = pos.at(cell).map(Player::other);
        assert_eq!(exchanged.at(cell), expected, "{cell} recoloured in {record}");
    }
    assert_eq!(exchanged.turn(), pos.turn(), "the side to move stays in {record}");
    assert_eq!(exchanged.recoloured().key(), pos.key(), "recoloured twice in {record}");
    let reopened = pos.with_outcome(None);
    assert_eq!(reopened.outcome(), None, "reopened in {record}");
    assert_eq!(reopened.with_outcome(pos.outcome()).key(), pos.key(), "closed again in {record}");
}

/// Every move that any text of a cell or column names and that was not listed is refused.
fn check_every_other_move<G: Game>(pos: &G, listed: &[bool], record: &str) {
    for row in 0..pos.rows() {
        for col in 0..pos.cols() {
            for text in [Cell::new(col, row).to_string(), (u16::from(col) + 1).to_string()] {
                let Ok((mv, _)) = pos.parse_move(&text) else {
                    continue;
                };
                let legal = listed[G::index(mv)];
                assert_eq!(pos.is_legal(mv), legal, "is_legal({text}) in {record}");
                assert_eq!(pos.refusal(mv).is_none(), legal, "refusal({text}) in {record}");
            }
        }
    }
}

fn check_diagram<G: Game>(pos: &G, record: &str) {
    let drawn = pos.to_diagram();
    let text = drawn.to_string();
    assert_eq!(Diagram::parse(&text).as_ref(), Ok(&drawn), "the diagram reads back in {record}");
    if pos.outcome().is_none() {
        let again = G::from_diagram(&pos.setup(), &drawn).expect("a drawn position is accepted");
        assert_eq!(again.key(), pos.key(), "the drawn position has the same key: {text}");
        assert_eq!(again.turn(), pos.turn(), "the drawn position has the same turn: {text}");
        assert_eq!(again.to_diagram(), drawn, "the drawn position draws the same: {text}");
        assert_eq!(again.outcome(), None, "the drawn position goes on as well: {text}");
    }
    for row in 0..pos.rows() {
        for col in 0..pos.cols() {
            let cell = Cell::new(col, row);
            let expected = match drawn.letter(cell).to_ascii_lowercase() {
                b'x' => Some(Player::First),
                b'o' => Some(Player::Second),
                _ => None,
            };
            assert_eq!(pos.at(cell), expected, "{cell} of the diagram in {record}");
        }
    }
}

/// Equal keys must mean equal games: the same drawn state, hence the same perft.
fn remember<G: Game>(pos: &G, diagrams: &mut HashMap<u64, String>) {
    let counts: Vec<u64> = match pos.outcome() {
        Some(_) => vec![],
        None if pos.count_legal() <= 10 => (1..=2).map(|d| perft(&mut pos.clone(), d)).collect(),
        None => vec![perft(&mut pos.clone(), 1)],
    };
    let mut drawn = pos.to_diagram();
    drawn.number = None;
    let state = format!("{drawn} {counts:?}");
    let known = diagrams.entry(pos.key()).or_insert_with(|| state.clone());
    assert_eq!(*known, state, "two states share a key");
}

fn check_effects<G: Game>(pos: &G, mv: G::Move, record: &str) {
    let mut cells: HashMap<Cell, Player> = HashMap::new();
    let scan = |pos: &G| -> HashMap<Cell, Player> {
        let all = (0..pos.rows()).flat_map(|r| (0..pos.cols()).map(move |c| Cell::new(c, r)));
        all.filter_map(|cell| Some((cell, pos.at(cell)?))).collect()
    };
    cells.extend(scan(pos));
    for effect in pos.effects(mv) {
        match effect {
            Effect::Placed { cell, player, .. } => {
                assert_eq!(cells.insert(cell, player), None, "{effect:?} in {record}");
            }
            Effect::Removed { cell } => {
                assert!(cells.remove(&cell).is_some(), "{effect:?} in {record}");
            }
            Effect::Fell { from, to } => {
                let player = cells.remove(&from).expect("a stone falls from where it lay");
                assert_eq!(cells.insert(to, player), None, "{effect:?} in {record}");
            }
        }
    }
    let mut after = pos.clone();
    let _ = after.play_unchecked(mv);
    assert_eq!(cells, scan(&after), "the effects of {mv:?} in {record}");
}

fn check_record<G: Game>(setup: &G::Setup, pos: &G, record: &str) {
    let record = if record.is_empty() { "-" } else { record };
    let again = parse_position::<G>(setup, record).expect("a record reads back").pos;
    assert_eq!(again.key(), pos.key(), "the record {record} leads to the same position");
    assert_eq!(again.outcome(), pos.outcome(), "the record {record} ends the same way");
}
