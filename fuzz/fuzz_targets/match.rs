//! Any bytes as the files of a match that was played: the games (up to a byte 0), the notes with
//! their times (up to another) and the times of older versions: refused, or games 1, 2, 3 ...
#![no_main]

use alinea_arena::{GAMES_FILE, read_games, read_times};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let dir = std::env::temp_dir().join(format!("alinea-fuzz-match-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let mut parts = bytes.splitn(3, |&byte| byte == 0);
    for name in [GAMES_FILE, "notes.txt", "times.jsonl"] {
        std::fs::write(dir.join(name), parts.next().unwrap_or_default()).expect("a file");
    }
    if let Ok(games) = read_games(&dir) {
        assert!(games.is_sorted_by(|a, b| a.game < b.game) && games.iter().all(|g| g.game > 0));
    }
    if let Ok(times) = read_times(&dir) {
        assert!(times.iter().all(|(game, times)| *game == times.game));
    }
});
