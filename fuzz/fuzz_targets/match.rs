//! Any bytes as the files of a match that was played: the games (up to a byte 0), the notes with
//! their times (up to another) and the times, the plan and the openings of older versions: refused,
//! or games 1, 2, 3 ..., and an older match that was taken over opens again as the same.
#![no_main]

use alinea_arena::{GAMES_FILE, Plan, read_games, read_times, resume};
use std::path::Path;

const FILES: [&str; 5] = [GAMES_FILE, "notes.txt", "times.jsonl", "plan.json", "openings.txt"];

fn write(dir: &Path, bytes: &[u8]) {
    let _ = std::fs::remove_dir_all(dir);
    std::fs::create_dir_all(dir).expect("a folder");
    let mut parts = bytes.splitn(FILES.len(), |&byte| byte == 0);
    for name in FILES {
        std::fs::write(dir.join(name), parts.next().unwrap_or_default()).expect("a file");
    }
}

/// Whether it seats few players, and none with a file of this machine: every one is made to see
/// which files it asks for.
fn is_small(dir: &Path) -> bool {
    let plan = std::fs::read_to_string(dir.join("plan.json")).unwrap_or_default();
    serde_json::from_str::<Plan>(&plan).is_ok_and(|plan| {
        plan.contestants.len() <= 3
            && plan.contestants.iter().all(|who| !who.to_string().contains('/'))
    })
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let dir = std::env::temp_dir().join(format!("alinea-fuzz-match-{}", std::process::id()));
    write(&dir, bytes);
    if let Ok(games) = read_games(&dir) {
        assert!(games.is_sorted_by(|a, b| a.game < b.game) && games.iter().all(|g| g.game > 0));
    }
    if let Ok(times) = read_times(&dir) {
        assert!(times.iter().all(|(game, times)| *game == times.game));
    }
    if is_small(&dir)
        && let Ok(taken) = resume(&dir)
    {
        let (plan, openings) = (taken.plan.clone(), taken.openings.clone());
        drop(taken.folder);
        let again = resume(&dir).expect("what was taken over opens again");
        assert_eq!((again.plan, again.openings), (plan, openings));
    }
});
