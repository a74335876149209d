//! Conversations with the brain, line by line, and the whole loop on pipes of bytes.

use alinea_engines::gomoku::engine::Net;
use alinea_engines::gomoku::engine::training::{
    FloatNet, HIDDEN, LINE_CODES, ORDER_NUMBERS, THREATS, WIDTH,
};
use alinea_games::gomoku::Variant;
use alinea_gomocup::brain::{Answer, Brain, Effect, Purpose};
use alinea_gomocup::{Thinker, WeightFile, serve};
use alinea_search::Stop;
use proptest::prelude::*;
use std::io::Cursor;

/// Hears lines and answers them at once, thinking with few nodes.
fn talk(lines: &[&str]) -> Vec<String> {
    talk_with(Thinker::default(), lines)
}

fn talk_with(mut thinker: Thinker, lines: &[&str]) -> Vec<String> {
    let mut brain = Brain::new();
    let mut said = Vec::new();
    let mut quick = vec!["INFO max_node 300", "INFO hash_size 1024"];
    quick.extend(lines);
    for line in quick {
        match brain.handle(line) {
            Effect::Say(lines) | Effect::Abandon(lines) => said.extend(lines),
            Effect::Think(task) => {
                let outcome = thinker.think(&task, &Stop::new(), &mut |line| said.push(line));
                said.extend(brain.conclude(&outcome));
            }
            Effect::Quit => said.push("(quit)".to_owned()),
            Effect::Stop | Effect::Nothing => {}
        }
    }
    said
}

fn is_move(text: &str) -> bool {
    let parts: Vec<&str> = text.split(',').collect();
    parts.len() == 2 && parts.iter().all(|part| part.parse::<usize>().is_ok_and(|n| n < 22))
}

#[test]
fn a_game_begins_and_goes_on() {
    let said = talk(&["START 15", "BEGIN", "TURN 8,8", "ABOUT", "END"]);
    assert_eq!(said[0], "OK");
    assert_eq!(said[1], "7,7");
    assert!(is_move(&said[2]) && said[2] != "8,8" && said[2] != "7,7");
    assert!(said[3].starts_with("name=\"Alinea\""));
    assert_eq!(said[4], "(quit)");
}

#[test]
fn a_board_is_answered_by_the_winning_move() {
    let board = [
        "START 15", "BOARD", "7,7,1", "0,0,2", "8,7,1", "0,2,2", "9,7,1", "0,4,2", "10,7,1",
        "0,6,2", "DONE",
    ];
    let said = talk(&board);
    assert!(said[1] == "6,7" || said[1] == "11,7", "{said:?}");
}

#[test]
fn a_five_is_blocked_even_if_we_move_second() {
    let board = [
        "start 15", "board", "7,7,2", "0,0,1", "8,7,2", "0,2,1", "9,7,2", "6,7,1", "10,7,2", "done",
    ];
    assert_eq!(talk(&board)[1], "11,7");
}

#[test]
fn wrong_lines_are_named_and_change_nothing() {
    let said = talk(&[
        "TURN 1,1",
        "START 4",
        "START 23",
        "RECTSTART 15,16",
        "START 15",
        "TURN 15,0",
        "TURN -1,3",
        "TURN a,b",
        "FLY",
        "INFO rule 2",
        "TAKEBACK 3,3",
        "TURN 7,7",
        "TURN 7,7",
    ]);
    let starts = [
        "ERROR", "ERROR", "ERROR", "ERROR", "OK", "ERROR", "ERROR", "ERROR", "UNKNOWN", "ERROR",
        "ERROR",
    ];
    for (line, start) in said.iter().zip(starts) {
        assert!(line.starts_with(start), "{said:?}");
    }
    assert!(is_move(&said[11]));
    assert!(said[12].starts_with("ERROR"), "occupied: {said:?}");
}

#[test]
fn a_bad_block_is_refused_as_a_whole() {
    let said = talk(&[
        "START 15", "BOARD", "7,7,1", "99,1,2", "TURN 1,1", "DONE", "BOARD", "7,7,1", "7,7,2",
        "DONE", "BEGIN",
    ]);
    assert!(said[1].starts_with("ERROR") && said[2].starts_with("ERROR"));
    assert_eq!(said[3], "7,7", "the board is still empty");
}

#[test]
fn stones_are_taken_back_and_games_restarted() {
    let said = talk(&["START 15", "TURN 7,7", "TAKEBACK 7,7", "RESTART", "TURN 7,7"]);
    assert_eq!((said[0].as_str(), said[2].as_str(), said[3].as_str()), ("OK", "OK", "OK"));
    assert!(is_move(&said[1]) && is_move(&said[4]));
}

#[test]
fn swap2_has_three_stages() {
    let said = talk(&[
        "START 15",
        "SWAP2BOARD",
        "DONE",
        "RESTART",
        "SWAP2BOARD",
        "7,7",
        "8,8",
        "9,7",
        "DONE",
        "RESTART",
        "SWAP2BOARD",
        "7,7",
        "8,8",
        "9,7",
        "6,6",
        "7,5",
        "DONE",
        "SWAP2BOARD",
        "7,7",
        "DONE",
    ]);
    assert_eq!(said[1].split(' ').filter(|text| is_move(text)).count(), 3);
    assert!(said[3] == "SWAP" || said[3].split(' ').all(is_move), "{said:?}");
    assert!(said[5] == "SWAP" || is_move(&said[5]), "{said:?}");
    assert!(said[6].starts_with("ERROR"));
}

#[test]
fn board_programs_are_answered() {
    let said = talk(&[
        "YXSHOWINFO",
        "START 15",
        "INFO rule 4",
        "YXBOARD",
        "7,7,1",
        "0,0,2",
        "8,7,1",
        "0,2,2",
        "7,8,1",
        "0,4,2",
        "DONE",
        "YXSHOWFORBID",
        "YXNBEST 2",
        "YXSTOP",
        "YXHASHCLEAR",
    ]);
    assert!(said[0].starts_with("MESSAGE INFO MAX_THREAD_NUM"));
    assert!(said.iter().any(|line| line.starts_with("FORBID ") && line.ends_with('.')));
    assert!(is_move(said.last().unwrap()));
}

#[test]
fn info_is_heard_while_thinking_and_start_abandons() {
    let mut brain = Brain::new();
    brain.handle("START 15");
    let Effect::Think(task) = brain.handle("BEGIN") else { panic!("expected a thought") };
    assert_eq!(task.purpose, Purpose::Move);
    assert_eq!(brain.handle("INFO timeout_turn 50"), Effect::Nothing);
    assert_eq!(brain.handle("YXSTOP"), Effect::Stop);
    assert!(
        matches!(brain.handle("TURN 1,1"), Effect::Say(lines) if lines[0].starts_with("ERROR"))
    );
    assert_eq!(brain.handle("START 20"), Effect::Abandon(vec!["OK".to_owned()]));
    assert!(brain.conclude(&Answer::Swap).is_empty(), "an abandoned thought is not answered");
}

#[test]
fn the_loop_answers_and_ends_with_its_input() {
    let input = "INFO max_node 200\r\nINFO hash_size 1024\r\nSTART 15\r\nBEGIN\r\n";
    let mut output = Vec::new();
    serve(Cursor::new(input.as_bytes().to_vec()), &mut output, None).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "OK\n7,7\n");
}

/// Counts the threads of this process with every line that it hears.
#[cfg(target_os = "linux")]
#[derive(Default)]
struct ThreadWatch {
    most: usize,
    lines: usize,
}

#[cfg(target_os = "linux")]
impl std::io::Write for ThreadWatch {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.most = self.most.max(std::fs::read_dir("/proc/self/task")?.count());
        self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Each was a thread that waited for its turn: a manager in a hurry brought the program down.
#[cfg(target_os = "linux")]
#[test]
fn thoughts_that_are_given_up_do_not_pile_up() {
    let mut input = "INFO timeout_turn 1000\n".to_owned();
    for turn in 0..2_000 {
        let table = if turn % 2 == 0 { 1024 } else { 2048 };
        input.push_str(&format!("INFO hash_size {table}\nSTART 15\nTURN 7,7\n"));
    }
    input.push_str("START 15\nBEGIN\n");
    let mut heard = ThreadWatch::default();
    serve(Cursor::new(input.into_bytes()), &mut heard, None).unwrap();
    assert_eq!(heard.lines, 2_002, "an answer to every START and to the last BEGIN");
    assert!(heard.most < 100, "{} threads", heard.most);
}

/// What is said in two games by this rule, with these bytes as weights.
fn played_with(bytes: &[u8], rule: u8) -> Vec<String> {
    let weights = WeightFile { name: "mine.net".to_owned(), bytes: bytes.to_owned() };
    let rule = format!("INFO rule {rule}");
    let lines = [rule.as_str(), "START 15", "BEGIN", "RESTART", "BEGIN"];
    talk_with(Thinker::with_weights(Some(weights)), &lines)
}

#[test]
fn weights_that_do_not_fit_are_refused_with_a_sentence_and_the_engine_plays_on() {
    let zero = FloatNet {
        lines: vec![0.0; LINE_CODES * WIDTH],
        bias: vec![0.0; WIDTH],
        units: vec![0.0; HIDDEN * 2 * WIDTH],
        unit_bias: vec![0.0; HIDDEN],
        out: vec![0.0; HIDDEN],
        threats: vec![0.0; THREATS],
        order: vec![0.0; ORDER_NUMBERS],
    };
    let file = Net::round(&[zero]).write(Variant::Renju, "made by: a test");
    let mut damaged = file.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let text = String::from_utf8_lossy(&file).replace("net 2\n", "net 9\n");
    let refusals = [
        (&file[..file.len() - 2], 4, "bytes of numbers"),
        (&file[..], 0, "expected a network for freestyle, found one for renju"),
        (&damaged[..], 4, "checksum"),
        (text.as_bytes(), 4, "version 9"),
        (b"something else", 4, "found something else"),
        (b"", 4, "found something else"),
    ];
    assert_eq!(played_with(&file, 4), ["OK", "7,7", "OK", "7,7"], "a file that fits");
    for (bytes, rule, why) in refusals {
        let said = played_with(bytes, rule);
        assert!(said[1].starts_with("MESSAGE mine.net: "), "{said:?}");
        assert!(
            said[1].contains(why) && said[1].ends_with("; the built-in weights play"),
            "{said:?}"
        );
        assert_eq!(
            [&said[..1], &said[2..]].concat(),
            ["OK", "7,7", "OK", "7,7"],
            "said once: {said:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any bytes: no panic, no hang, and every complete line of output is a protocol line.
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let mut output = Vec::new();
        serve(Cursor::new(bytes), &mut output, None).unwrap();
    }

    /// Words of the protocol in any order.
    #[test]
    fn any_words_are_survived(words in proptest::collection::vec(0usize..16, 0..40), numbers in proptest::collection::vec(-2i64..24, 40)) {
        const WORDS: [&str; 16] = ["START", "BEGIN", "TURN", "BOARD", "DONE", "RESTART", "TAKEBACK", "SWAP2BOARD", "INFO rule", "YXSTOP", "ABOUT", "PLAY", "YXBOARD", "YXSHOWFORBID", "RECTSTART", ""];
        let mut lines = vec!["INFO max_node 20".to_owned()];
        for (at, word) in words.iter().enumerate() {
            let (a, b) = (numbers[at], numbers[(at + 7) % 40]);
            let who = 1 + at % 2;
            lines.push(match WORDS[*word] {
                "START" | "INFO rule" => format!("{} {a}", WORDS[*word]),
                "" => format!("{a},{b},{who}"),
                word => format!("{word} {a},{b}"),
            });
        }
        let borrowed: Vec<&str> = lines.iter().map(String::as_str).collect();
        talk(&borrowed);
    }
}
