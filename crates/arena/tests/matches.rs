//! Whole matches: the same plan gives the same records, however it was played.

mod common;

use alinea_arena::{ArenaError, End, GameResult, Plan, Record, Resign, create, read_games, resume};
use alinea_jobs::JobError;
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
        for name in ["plan.json", "sums.txt", "notes.txt"] {
            fs::copy(whole.0.join(name), dir.0.join(name)).unwrap();
        }
        fs::create_dir(dir.0.join("files")).unwrap();
        for file in fs::read_dir(whole.0.join("files")).unwrap().flatten() {
            fs::copy(file.path(), dir.0.join("files").join(file.file_name())).unwrap();
        }
        fs::write(dir.0.join("games.jsonl"), &bytes[..cut]).unwrap();
        let lines = bytes[..cut].iter().filter(|&&b| b == b'\n').count();
        assert_eq!(read_games(&dir.0).unwrap().len(), lines);
        fight(&dir.0, &plan, 2, None).unwrap();
        assert_eq!(games(&dir.0), bytes, "cut at {cut}");
    }
}

#[test]
fn directories_are_not_mixed_up() {
    let dir = Scratch::new();
    let plan = plan("connect4", &["random", "random"], 2);
    let session = alinea_catalogue::open(&plan.game).unwrap();
    let folder = create(&dir.0, &*session, &plan, &["-".to_owned()]).unwrap();
    assert!(matches!(resume(&dir.0), Err(ArenaError::Job(JobError::Locked(_)))));
    drop(folder);
    let again = create(&dir.0, &*session, &plan, &["-".to_owned()]);
    assert!(matches!(again, Err(ArenaError::Taken(_))));
    let empty = Scratch::new();
    assert!(matches!(resume(&empty.0), Err(ArenaError::NoMatch(_))));
    fs::write(dir.0.join("plan.json"), "{}").unwrap();
    assert!(matches!(resume(&dir.0), Err(ArenaError::Job(JobError::Plan(..)))));
    // The folder of other work is not mistaken for a match.
    let other = Scratch::new();
    drop(alinea_jobs::Folder::create(&other.0, alinea_jobs::Plan::new("label", 3), &[]).unwrap());
    let error = resume(&other.0).err().unwrap().to_string();
    assert!(error.contains("expected a match, found a job of kind 'label'"), "{error}");
}

/// A folder as versions before jobs wrote it: the match goes on where it was.
#[test]
fn folders_of_older_versions_are_taken_over() {
    let (whole, old) = (Scratch::new(), Scratch::new());
    fight(&whole.0, &mixed(), 2, None).unwrap();
    let all = String::from_utf8(games(&whole.0)).unwrap();
    let old_plan = serde_json::to_string_pretty(&mixed()).unwrap();
    assert!(old_plan.contains("\"version\": 1"));
    fs::write(old.0.join("plan.json"), old_plan).unwrap();
    fs::write(old.0.join("openings.txt"), format!("{}\n", common::openings().join("\n"))).unwrap();
    let ten: Vec<&str> = all.split_inclusive('\n').take(10).collect();
    let torn = &all[ten.concat().len()..][..30];
    fs::write(old.0.join("games.jsonl"), ten.concat() + torn).unwrap();
    fs::write(old.0.join("ahead.jsonl"), "").unwrap();
    let (finish, records) = fight(&old.0, &mixed(), 2, Some(11)).unwrap();
    assert!(records.len() >= 11 && finish.tally.games() >= 11);
    fight(&old.0, &mixed(), 2, None).unwrap();
    assert_eq!(String::from_utf8(games(&old.0)).unwrap(), all);
    // One whose games are not those of its plan is refused, and left as it is.
    let wrong = Scratch::new();
    for name in ["plan.json", "openings.txt"] {
        let text = if name == "plan.json" {
            serde_json::to_string_pretty(&mixed()).unwrap()
        } else {
            "44\n".to_owned()
        };
        fs::write(wrong.0.join(name), text).unwrap();
    }
    fs::write(wrong.0.join("games.jsonl"), "{\"game\":7}\n").unwrap();
    let error = resume(&wrong.0).err().unwrap().to_string();
    assert!(error.contains("line 1: expected game 1, found something else"), "{error}");
    assert_eq!(fs::read(wrong.0.join("games.jsonl")).unwrap(), b"{\"game\":7}\n");
}

/// Also where the last line of them ends with half an end of line.
#[test]
fn openings_of_older_versions_are_the_same_whatever_ends_their_lines() {
    let old = Scratch::new();
    let plan = plan("connect4", &["random", "level:1"], 2);
    fs::write(old.0.join("plan.json"), serde_json::to_string(&plan).unwrap()).unwrap();
    fs::write(old.0.join("openings.txt"), "33 \r\n44\r").unwrap();
    for _ in 0..2 {
        assert_eq!(resume(&old.0).unwrap().openings, ["33", "44"]);
    }
}

/// The folder is enough: a heuristic file may change or go, the match stays the same.
#[test]
fn a_match_holds_the_files_it_needs() {
    let dir = Scratch::new();
    let file = dir.0.join("mine.toml");
    fs::write(&file, common::HEURISTIC).unwrap();
    let contestant = format!("textbook:heuristic={},depth=2", file.display());
    let plan = plan("connect4", &[&contestant, "random"], 8);
    let (whole, parts) = (dir.0.join("whole"), dir.0.join("parts"));
    fight(&whole, &plan, 1, None).unwrap();
    fight(&parts, &plan, 1, Some(2)).unwrap();
    fs::remove_file(&file).unwrap();
    fight(&parts, &plan, 1, None).unwrap();
    assert_eq!(games(&whole), games(&parts));
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
    assert!(capped.iter().all(|record| record.plies == 12 && record.result == GameResult::Draw));
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
    let session = alinea_catalogue::open(&proving.game).unwrap();
    drop(create(&dir.0, &*session, &proving, &["-".to_owned()]).unwrap());
    let (_, records) = fight(&dir.0, &proving, 1, None).unwrap();
    assert!(records.iter().any(|record| record.end == End::Proven && record.plies < 9));
}

#[test]
fn openings_are_checked_before_the_first_game() {
    let dir = Scratch::new();
    let plan = plan("connect4", &["random", "random"], 2);
    let session = alinea_catalogue::open(&plan.game).unwrap();
    drop(create(&dir.0, &*session, &plan, &["44".to_owned(), "4x".to_owned()]).unwrap());
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
    let own = |record: &Record| -> Vec<String> {
        record.moves.split(' ').skip(record.opening).take(6).map(str::to_owned).collect()
    };
    let first_moves: std::collections::HashSet<_> = records.iter().map(own).collect();
    assert!(first_moves.len() >= 10, "each game has dice of its own: {first_moves:?}");
    let level = plan("connect4", &["level:1", "level:1"], 12);
    let (_, records) = fight(&Scratch::new().0, &level, 2, None).unwrap();
    let lines: std::collections::HashSet<_> = records.iter().map(|r| &r.moves).collect();
    assert!(lines.len() >= 10, "levels play different games: {lines:?}");
}

/// Games have their players by the plan: a job with more units than games has no player for some.
#[test]
fn a_job_of_more_or_fewer_units_than_games_is_refused() {
    let dir = Scratch::new();
    fight(&dir.0, &plan("connect4", &["random", "level:1"], 2), 1, None).unwrap();
    let path = dir.0.join("plan.json");
    let text = fs::read_to_string(&path).unwrap();
    for units in [1, 3] {
        fs::write(&path, text.replace("\"units\": 2", &format!("\"units\": {units}"))).unwrap();
        let error = resume(&dir.0).map(drop).unwrap_err().to_string();
        assert!(error.contains(&format!("expected a job of 2 games, found {units}")), "{error}");
    }
}
