//! Whole matches: the same plan gives the same records, however it was played.

mod common;

use alinea_arena::{End, Journal, JournalError, Plan, Resign, Score};
use alinea_stats::Decision;
use common::{Scratch, fight, plan};
use std::fs;
use std::path::Path;

/// Dice, node limits and depth limits: everything that must repeat.
fn mixed() -> Plan {
    let contestants =
        ["textbook:heuristic=ligue4,depth=2", "random", "level:2", "alphabeta:table=1"];
    Plan { nodes: Some(300), seed: 9, ..plan("connect4", &contestants, 6) }
}

fn games(dir: &Path) -> Vec<u8> {
    fs::read(dir.join("games.jsonl")).unwrap()
}

#[test]
fn threads_change_nothing() {
    let (one, three) = (Scratch::new(), Scratch::new());
    let (finish, records) = fight(&one.0, &mixed(), 1, None).unwrap();
    fight(&three.0, &mixed(), 3, None).unwrap();
    assert!(!finish.interrupted);
    assert_eq!(records.len(), 36);
    assert_eq!(games(&one.0), games(&three.0));
    let other_seed = Scratch::new();
    fight(&other_seed.0, &Plan { seed: 10, ..mixed() }, 2, None).unwrap();
    assert_ne!(games(&one.0), games(&other_seed.0));
}

#[test]
fn stopped_and_resumed_equals_uninterrupted() {
    let (whole, parts) = (Scratch::new(), Scratch::new());
    fight(&whole.0, &mixed(), 2, None).unwrap();
    let mut interruptions = 0;
    for games in [1, 5, 6, 20] {
        let (finish, records) = fight(&parts.0, &mixed(), 3, Some(games)).unwrap();
        assert!(records.len() >= games);
        // Games are short: the last few may be over before anybody hears the call.
        interruptions += u32::from(finish.interrupted);
    }
    assert!(interruptions >= 1, "a match of 36 games is not over with its first");
    let (finish, _) = fight(&parts.0, &mixed(), 2, None).unwrap();
    assert!(!finish.interrupted);
    assert_eq!(games(&whole.0), games(&parts.0));
    assert!(!parts.0.join("ahead.jsonl").exists());
    // A finished match resumed once more stays as it is.
    fight(&parts.0, &mixed(), 2, None).unwrap();
    assert_eq!(games(&whole.0), games(&parts.0));
}

#[test]
fn a_journal_cut_anywhere_is_read_up_to_the_last_whole_game() {
    let plan = Plan { seed: 3, ..plan("connect4", &["random", "level:1"], 6) };
    let whole = Scratch::new();
    fight(&whole.0, &plan, 1, None).unwrap();
    let bytes = games(&whole.0);
    for cut in (0..bytes.len()).step_by(bytes.len() / 13).chain([bytes.len() - 1]) {
        let dir = Scratch::new();
        for name in ["plan.json", "openings.txt", "times.jsonl"] {
            fs::copy(whole.0.join(name), dir.0.join(name)).unwrap();
        }
        fs::write(dir.0.join("games.jsonl"), &bytes[..cut]).unwrap();
        let lines = bytes[..cut].iter().filter(|&&b| b == b'\n').count();
        assert_eq!(Journal::resume(&dir.0).unwrap().records.len(), lines);
        fight(&dir.0, &plan, 2, None).unwrap();
        assert_eq!(games(&dir.0), bytes, "cut at {cut}");
    }
}

#[test]
fn directories_are_not_mixed_up() {
    let dir = Scratch::new();
    let plan = plan("connect4", &["random", "random"], 2);
    let journal = Journal::create(&dir.0, &plan, &["-".to_owned()]).unwrap();
    assert!(matches!(Journal::resume(&dir.0), Err(JournalError::Locked(_))));
    drop(journal);
    assert!(matches!(Journal::create(&dir.0, &plan, &[]), Err(JournalError::Taken(_))));
    let empty = Scratch::new();
    assert!(matches!(Journal::resume(&empty.0), Err(JournalError::Empty(_))));
    fs::write(dir.0.join("games.jsonl"), "{\"game\":7}\n").unwrap();
    assert!(matches!(Journal::resume(&dir.0), Err(JournalError::Damaged(_, 1, 1))));
    fs::write(dir.0.join("plan.json"), "{}").unwrap();
    assert!(matches!(Journal::resume(&dir.0), Err(JournalError::Plan(..))));
}

#[test]
fn a_test_ends_at_the_same_game_with_any_number_of_threads() {
    let contestants = ["textbook:heuristic=ligue4,depth=3", "random"];
    let strong = Plan { sprt: Some((0.0, 50.0)), ..plan("connect4", &contestants, 400) };
    let (one, four) = (Scratch::new(), Scratch::new());
    let (finish, records) = fight(&one.0, &strong, 1, None).unwrap();
    assert_eq!(finish.decision, Some(Decision::Accept));
    assert!(records.len() < 100 && records.len().is_multiple_of(2), "{}", records.len());
    fight(&four.0, &strong, 4, None).unwrap();
    assert_eq!(games(&one.0), games(&four.0));
    let reversed = ["random", "textbook:heuristic=ligue4,depth=3"];
    let weak = Plan { sprt: Some((0.0, 50.0)), ..plan("connect4", &reversed, 400) };
    let dir = Scratch::new();
    let (finish, _) = fight(&dir.0, &weak, 2, None).unwrap();
    assert_eq!(finish.decision, Some(Decision::Reject));
    let result = alinea_arena::match_result(&weak, &finish).unwrap();
    assert!(
        result.verdict.starts_with("textbook:heuristic=ligue4,depth=3 is stronger"),
        "{result:?}"
    );
    assert!(result.llr.unwrap() <= result.bounds.unwrap().0);
}

#[test]
fn capped_games_are_draws() {
    let dir = Scratch::new();
    let plan = Plan { max_plies: 12, ..plan("boom", &["random", "random"], 10) };
    fs::create_dir_all(&dir.0).unwrap();
    let (_, records) = fight(&dir.0, &plan, 1, None).unwrap();
    let capped: Vec<_> = records.iter().filter(|record| record.end == End::Cap).collect();
    assert!(!capped.is_empty());
    assert!(capped.iter().all(|record| record.plies == 12 && record.result == Score::Draw));
}

#[test]
fn engines_give_up_and_proofs_end_games_only_if_asked() {
    let contestants = ["textbook:heuristic=ligue4,depth=5", "textbook:heuristic=ligue4,depth=2"];
    let count = |plan: Plan, end: End| {
        let dir = Scratch::new();
        let (_, records) = fight(&dir.0, &plan, 2, None).unwrap();
        records.iter().filter(|record| record.end == end).count()
    };
    let base = || plan("connect4", &contestants, 12);
    assert_eq!(count(base(), End::Resign) + count(base(), End::Proven), 0);
    let resign = Some(Resign { points: 50.0, moves: 1 });
    assert!(count(Plan { resign, ..base() }, End::Resign) > 0);
    let proving = Plan { adjudicate: true, ..plan("mnk:3x3x3", &["best:depth=9", "random"], 4) };
    let dir = Scratch::new();
    let journal = Journal::create(&dir.0, &proving, &["-".to_owned()]).unwrap();
    drop(journal);
    let (_, records) = fight(&dir.0, &proving, 1, None).unwrap();
    assert!(records.iter().any(|record| record.end == End::Proven && record.plies < 9));
}

#[test]
fn openings_are_checked_before_the_first_game() {
    let dir = Scratch::new();
    let plan = plan("connect4", &["random", "random"], 2);
    drop(Journal::create(&dir.0, &plan, &["44".to_owned(), "4x".to_owned()]).unwrap());
    let error = fight(&dir.0, &plan, 1, None).unwrap_err();
    assert!(error.to_string().contains("opening 2"), "{error}");
}

/// With one die for both, the second player would answer every move with the same column.
#[test]
fn both_sides_roll_dice_of_their_own() {
    let dir = Scratch::new();
    let (_, records) =
        fight(&dir.0, &plan("connect4", &["random", "random"], 12), 2, None).unwrap();
    let echoes = records.iter().filter(|record| {
        let moves: Vec<&str> = record.moves.split(' ').skip(record.opening).take(8).collect();
        moves.chunks_exact(2).filter(|pair| pair[0] == pair[1]).count() >= 3
    });
    assert!(echoes.count() <= 1, "{records:?}");
    let level = plan("connect4", &["level:1", "level:1"], 12);
    let (_, records) = fight(&Scratch::new().0, &level, 2, None).unwrap();
    let lines: std::collections::HashSet<_> = records.iter().map(|r| &r.moves).collect();
    assert!(lines.len() >= 10, "each game has dice of its own: {lines:?}");
}
