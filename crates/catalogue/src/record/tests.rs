//! Each format as its programs write it, what goes wrong in files, and the way back.

use super::*;
use alinea_words::Language;
use proptest::prelude::*;

fn one(text: &str, game: Option<&str>) -> (String, String, String) {
    let games = read_games(text.as_bytes(), game)
        .unwrap_or_else(|e| panic!("line {}: {}", e.line, Language::English.say(&e.message)));
    assert_eq!(games.len(), 1, "{text}");
    let view = games[0].session.view();
    (format!("{}:{}", view.game, view.setup), view.start, view.moves.join(" "))
}

fn refused(text: &str, game: Option<&str>) -> (usize, String) {
    match read_games(text.as_bytes(), game) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => {
            let said = Language::English.say(&error.message);
            assert!(!said.contains("record."), "no sentence for {}", error.message.key);
            (error.line, said)
        }
    }
}

#[test]
fn sgf_has_rules_sizes_names_and_a_main_line() {
    let text = "(;GM[4]FF[4]SZ[15]RU[4]PB[Ana \\] Silva]PW[Rui]\n;B[hh];W[ih]C[a (strange; comment]\n\
                (;B[hg];W[ig])(;B[aa]))";
    let (game, start, moves) = one(text, None);
    assert_eq!((game.as_str(), start.as_str()), ("renju:15", "-"));
    assert_eq!(moves, "h8 i8 h9 i9");
    let games = read_games(text.as_bytes(), None).unwrap();
    assert_eq!(games[0].names, [Some("Ana ] Silva".to_owned()), Some("Rui".to_owned())]);
    // Some programs write points as people do, and rules as words.
    assert_eq!(one("(;GM[4]SZ[20]RU[Freestyle];B[k10];W[l11])", None).0, "gomoku:20");
    assert_eq!(one("(;GM[4]SZ[20];B[k10];W[l11])", Some("standard")).0, "standard:20");
    assert_eq!(read_games(b"(;GM[4];B[hh])\n(;GM[4];B[ii];W[hh])", None).unwrap().len(), 2);
    // A size may be said twice, or not at all.
    assert_eq!(one("(;GM[4]SZ[19:19];B[hh])", None).0, "gomoku:19");
    assert!(refused("(;GM[4]SZ[19:15];B[hh])", None).1.contains("19:15"));
    assert_eq!(one("(;GM[4];B[hh])", Some("gomoku:20")).0, "gomoku:20");
    assert_eq!(one("(;GM[4];B[hh])", Some("renju")).0, "renju:15");
    // A line that was broken for its length is one, and the lines behind it keep their numbers.
    let broken = "(;GM[4]PB[Ana \\\nSilva];B[hh]\n;W[ii])";
    assert_eq!(
        read_games(broken.as_bytes(), None).unwrap()[0].names[0].as_deref(),
        Some("Ana Silva")
    );
    assert_eq!(refused(&broken.replace("ii", "hh"), None).0, 3);
}

#[test]
fn sgf_with_stones_set_up_begins_from_a_drawn_board() {
    let (_, start, moves) = one("(;GM[4]SZ[5]AB[aa][ba]AW[ae]PL[W];W[be];B[ca])", None);
    assert_eq!(start, "diagram:xx.../...../...../...../o.... o");
    assert_eq!(moves, "b1 c5");
    assert!(one("(;GM[4]SZ[5]AB[aa][ba]AW[ae])", None).1.ends_with(" o"));
    assert!(one("(;GM[4]SZ[5]AB[aa]AW[ae])", None).1.ends_with(" x"));
    // Who begins is said before the first move; later it is only said again.
    let (_, start, moves) = one("(;GM[4]SZ[5]AB[aa];W[be]PL[B];B[ca])", None);
    assert_eq!(
        (start.as_str(), moves.as_str()),
        ("diagram:x..../...../...../...../..... o", "b1 c5")
    );
    let (_, start, moves) = one("(;GM[4]SZ[5]PL[B];B[be]PL[W];W[ca])", None);
    assert_eq!((start.as_str(), moves.as_str()), ("-", "b1 c5"));
    // An empty board where White begins is drawn: a game from the start begins with Black.
    let (_, start, moves) = one("(;GM[4]SZ[5]PL[W];W[be])", None);
    assert_eq!((start.as_str(), moves.as_str()), ("diagram:...../...../...../...../..... o", "b1"));
    assert!(refused("(;GM[4]SZ[5]PL[W];B[be])", None).1.contains("move 1"));
    assert!(refused("(;GM[4]SZ[5];W[be])", None).1.contains("move 1"));
}

#[test]
fn psq_counts_from_one_at_the_top_left() {
    let text = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,10,35\n10,11,12\nwine.zip\npela.zip\n-1\n";
    let (game, _, moves) = one(text, None);
    assert_eq!((game.as_str(), moves.as_str()), ("gomoku:20", "j11 k11 j10"));
    let games = read_games(text.as_bytes(), None).unwrap();
    assert_eq!(games[0].names[1].as_deref(), Some("pela.zip"));
}

#[test]
fn a_gomocup_board_is_a_game_where_the_colours_alternate() {
    let (game, start, moves) = one("START 15\nBOARD\n7,7,2\n8,7,1\n8,8,2\nDONE\n", None);
    assert_eq!((game.as_str(), start.as_str()), ("gomoku:15", "-"));
    assert_eq!(moves, "h8 i8 i7");
    let (_, start, moves) = one("BOARD\n0,0,1\n1,0,1\n0,1,2\n1,1,2\nDONE\n", Some("gomoku:5"));
    assert_eq!((start.as_str(), moves.as_str()), ("diagram:xx.../oo.../...../...../..... x", ""));
}

#[test]
fn lists_digits_addresses_and_records() {
    assert_eq!(one("1. h8 i9 2. j10 h9\n3. a1 *", None).2, "h8 i9 j10 h9 a1");
    assert_eq!(one("1.h8 2.i9 3.j10", None).2, "h8 i9 j10");
    assert_eq!(one("44553", None).0, "connect4:7x6");
    for (moves, game) in [
        ("o15 a1", "gomoku:15"),
        ("p16 a1", "gomoku:20"),
        ("t20 a1", "gomoku:20"),
        ("a1t20h8", "gomoku:20"),
        ("u21 a1", "gomoku:22"),
        ("a1v22", "gomoku:22"),
    ] {
        assert_eq!(one(moves, None).0, game, "{moves}");
    }
    assert_eq!(read_games(b"4455\n332\n\n1", Some("connect4")).unwrap().len(), 3);
    assert_eq!(one("2572111115551", Some("boom")).2, "2 5 7 2 1 1 1 1 1 5 5 5 1");
    let address = "http://localhost:4224/analyse?game=connect4:7x6&moves=4453&ply=2";
    assert_eq!(one(address, None).2, "4 4 5 3");
    let drawn = "/?game=gomoku:5&start=diagram:xx.../oo.../...../...../.....%20x&moves=c5.c4";
    assert_eq!(one(drawn, None).2, "c5 c4");
    let record = r#"{"game":"boom","setup":"","start":"-","moves":["4","4"],"first":"Ana"}"#;
    assert_eq!(one(record, None).2, "4 4");
    let small = r#"{"game":"connect4","setup":"5x4","moves":["1"]}"#;
    assert_eq!(one(small, None).0, "connect4:5x4");
    assert_eq!(one("\u{feff}\r\n 4 4 \r\n", None).2, "4 4");
}

#[test]
fn a_wrong_text_says_what_and_where() {
    assert_eq!(refused("", None).0, 1);
    let (line, said) = refused("(;GM[4];B[hh]\n;W[hh])", None);
    assert!(line == 2 && said.contains("move 2"), "{line}: {said}");
    assert!(refused("(;GM[4];B[hh];W[i", None).1.contains("ends in the middle"));
    assert!(refused("(;GM[4];B[hh];B[ii])", None).1.contains("move 2"));
    assert!(refused("(;GM[1];B[hh])", None).1.contains("1"));
    assert!(refused("(;GM[4];B[hh])", Some("connect4")).1.contains("connect4"));
    assert!(refused("(;GM[4]RU[4];B[hh])", Some("standard")).1.contains("renju"));
    assert!(refused("(;GM[4]RU[0];B[hh])", Some("standard")).1.contains("gomoku"));
    assert!(refused("(;GM[4]SZ[15];B[hh])", Some("gomoku:19")).1.contains("gomoku:15"));
    let other = refused(r#"{"game":"boom","moves":["4"]}"#, Some("connect4")).1;
    assert!(other.contains("connect4") && other.contains("boom"), "{other}");
    assert_eq!(refused("\n\n(;GM[4];B[hh]\n;W[hh])", None).0, 4);
    let no_moves = "44\n{\"game\":\"connect4\",\"start\":\"diagram:x\",\"moves\":[]}";
    assert_eq!(refused(no_moves, Some("connect4")).0, 2);
    for far in [usize::MAX, 1 << 40, 26] {
        assert_eq!(refused(&format!("BOARD\n1,1,1\n{far},0,2\nDONE"), None).0, 3, "{far}");
    }
    assert!(refused("Piskvorky 40x40, 1:1, 0\n1,1,0", None).1.contains("40"));
    assert_eq!(refused("Piskvorky 15x15, 1:1, 0\n1,1,0\n16,1,0", None).0, 3);
    assert!(refused("1. h8 zz9!", None).1.contains("move 2"));
    let (line, said) = refused("1. h8 i9\n2. h8", None);
    assert!(line == 2 && said.contains("move 3"), "{line}: {said}");
    assert!(refused("12121211", Some("connect4")).1.contains("move 8"));
    assert!(refused("{\"moves\": 3}", Some("boom")).1.contains("moves"));
    assert!(refused(&"4".repeat(MAX_RECORD_BYTES + 1), None).1.contains("1024"));
    assert!(refused(&"4\n".repeat(MAX_RECORDS + 1), None).1.contains("1000"));
}

#[test]
fn what_is_written_reads_back() {
    for (game, position) in [
        ("gomoku:19", "j10k10j11"),
        ("renju", "h8i9"),
        ("caro", "h8i9g7"),
        ("standard:9", "-"),
        ("connect4", "4453"),
        ("boom", "2572111115551"),
        ("mnk:5x4x4+gravity", "123"),
        ("gomoku:5", "diagram:xx.../oo.../...../...../..... x"),
        ("gomoku:5", "diagram:...../...../...../...../..... o"),
        ("boom", "diagram:......./......./......./......./......./......./x..o... x 3"),
    ] {
        let session = open(game).unwrap().read(position).unwrap();
        let sgf = to_sgf(session.as_ref(), ["Ana ] \\", "Rui"]);
        let back = read_games(sgf.as_bytes(), None).unwrap();
        assert_eq!(back[0].session.view(), session.view(), "{sgf}");
        assert_eq!(back[0].names[0].as_deref(), Some("Ana ] \\"));
        if let Some(psq) = to_psq(session.as_ref(), ["Ana", ""]) {
            let back = read_games(psq.as_bytes(), Some(game)).unwrap();
            assert_eq!(back[0].session.view(), session.view(), "{psq}");
        }
    }
}

#[test]
fn a_game_that_white_began_on_an_empty_board_reads_back() {
    let drawn = "diagram:...../...../...../...../..... o";
    let mut session = open("renju:5").unwrap().read(drawn).unwrap();
    for mv in ["a1", "b1"] {
        session.play(mv).unwrap();
    }
    let sgf = to_sgf(session.as_ref(), ["", ""]);
    let back = read_games(sgf.as_bytes(), None).unwrap();
    assert_eq!(back[0].session.view(), session.view(), "{sgf}");
}

#[test]
fn names_of_a_psq_are_lines_that_no_move_can_be_read_from() {
    let session = open("gomoku").unwrap().read("h8i9").unwrap();
    for (names, lines) in [
        (["Ana Silva", "Rui"], ["Ana Silva", "Rui"]),
        (["1,1", " 2 "], ["\"1,1\"", "\"2\""]),
        (["", " \t"], ["-", "-"]),
        (["Ana\nSilva", "a\r\n1,1,0"], ["Ana Silva", "a 1,1,0"]),
    ] {
        let psq = to_psq(session.as_ref(), names).unwrap();
        let back = &read_games(psq.as_bytes(), None).unwrap()[0];
        assert_eq!(back.session.key(), session.key(), "{psq}");
        assert_eq!(back.names, lines.map(|name| Some(name.to_owned())), "{psq}");
    }
}

#[test]
fn a_square_of_a_psq_that_is_no_number_of_a_board_is_refused() {
    for number in [i64::MIN, 0, i64::MAX] {
        let text = format!("Piskvorky 15x15, 1:1, 0\n1,1,0\n{number},1,0\n");
        assert_eq!(refused(&text, None).0, 3, "{number}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[()\\[\\];a-z0-9A-Z\\\\ ,.\n{}:\"=?&%-]{0,200}") {
        for game in [None, Some("gomoku"), Some("connect4"), Some("boom"), Some("mnk:3x3x3")] {
            let _ = read_games(text.as_bytes(), game);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_games(&bytes, None);
    }

    #[test]
    fn any_sgf_is_read_or_refused(body in "[;BWAESZGMR()\\[\\]a-z0-9:\\\\ \n]{0,120}") {
        let _ = read_games(format!("(;GM[4]{body})").as_bytes(), None);
        let _ = read_games(format!("(;XG[connect4]{body})").as_bytes(), None);
    }
}
