//! What people read and type, and the seeded numbers, as the words of the core say them.

use alinea_core::{
    Cell, Diagram, IllegalMove, Message, MoveError, Outcome, ParseCellError, Player, SetupError,
    SplitMix64, Stop, split_setup,
};

fn drawn(text: &str) -> Diagram {
    Diagram::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> String {
    Diagram::parse(text).expect_err(text).to_string()
}

#[test]
fn a_cell_is_a_letter_and_a_number_of_at_most_two_digits() {
    assert_eq!("z99".parse(), Ok(Cell::new(25, 98)));
    assert_eq!("C12".parse(), Ok(Cell::new(2, 11)));
    for text in ["31", "{1", "a", "a001", "a1b", "ab"] {
        assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text}");
    }
    assert_eq!(
        ParseCellError.to_string(),
        "expected a cell like d3: a column letter and a row number from the bottom"
    );
}

#[test]
fn steps_go_back_and_several_squares_at_once() {
    let cell = Cell::new(5, 4);
    assert_eq!(cell.step(-1, -1, 3, 7, 6), Some(Cell::new(2, 1)));
    assert_eq!(cell.step(2, 1, -2, 7, 6), Some(Cell::new(1, 2)));
    // The last column and row are on the board, the next are not.
    assert_eq!(cell.step(1, 1, 1, 7, 6), Some(Cell::new(6, 5)));
    assert_eq!(cell.step(1, 0, 2, 7, 6), None);
    assert_eq!(cell.step(0, 1, 2, 7, 6), None);
    assert_eq!(cell.step(0, -1, 5, 7, 6), None);
}

#[test]
fn after_the_rows_come_one_side_and_one_number_in_this_order() {
    assert_eq!(drawn("x.o 12"), Diagram { turn: None, number: Some(12), ..drawn("x.o") });
    assert_eq!(drawn("x.o x").turn, Some(Player::First));
    for (text, found) in [("... x o", "o"), ("... 5 x", "x"), ("... 5 6", "6"), ("... X", "X")] {
        assert_eq!(refusal(text), format!("error.diagram.turn found={found}"), "{text}");
    }
    assert_eq!(refusal("... 4294967296"), "error.diagram.number found=4294967296");
    assert_eq!(drawn("... 4294967295").number, Some(u32::MAX));
    // What is said again is cut.
    assert_eq!(
        refusal(&format!("... {}", "z".repeat(500))),
        format!("error.diagram.turn found={}", "z".repeat(20))
    );
}

#[test]
fn rows_are_as_long_as_the_first_and_not_empty() {
    for (text, sentence) in [
        ("/", "error.diagram.row row=1 found=0 expected=1"),
        ("../..\\", "error.diagram.row row=2 found=3 expected=2"),
        (".../...//...", "error.diagram.row row=3 found=0 expected=3"),
        (".../.é.", "error.diagram.row row=2 found=4 expected=3"),
        ("..../.é.", "error.diagram.letter row=2 column=2 found=é"),
    ] {
        assert_eq!(refusal(text), sentence, "{text}");
    }
}

#[test]
fn the_largest_board_is_read_and_texts_beyond_it_are_not() {
    let largest = vec![".".repeat(22); 22].join("/");
    assert_eq!((drawn(&largest).cols(), drawn(&largest).rows.len()), (22, 22));
    // A slash at the end of every row is the most that is looked at.
    let longest = vec![".".repeat(38); 13].join("/");
    assert_eq!((longest.len(), drawn(&longest).cols()), (506, 38));
    let longer = vec![".".repeat(126); 4].join("/");
    assert_eq!(refusal(&longer), "error.diagram.long most=22 found=507");
}

#[test]
fn a_diagram_counts_stones_and_bombs_and_knows_its_letters() {
    let diagram = drawn("X.O/xxo/xox");
    assert_eq!(diagram.counts(), [5, 3]);
    assert_eq!(diagram.cols(), 3);
    let letters = [(0, 2, b'X'), (2, 2, b'O'), (1, 1, b'x'), (1, 0, b'o'), (1, 2, b'.')];
    for (col, row, letter) in letters {
        assert_eq!(diagram.letter(Cell::new(col, row)), letter);
    }
    for off in [Cell::new(3, 0), Cell::new(0, 3), Cell::new(255, 255)] {
        assert_eq!(diagram.letter(off), b'.', "{off:?}");
    }
}

#[test]
fn a_board_of_another_size_is_refused() {
    let diagram = drawn("....../......");
    assert_eq!(diagram.expect_size(6, 2), Ok(()));
    for (cols, rows) in [(6, 3), (5, 2), (2, 6)] {
        let sentence = format!("cols={cols} rows={rows} found_cols=6 found_rows=2");
        let error = diagram.expect_size(cols, rows).unwrap_err().to_string();
        assert_eq!(error, format!("error.diagram.size {sentence}"));
    }
}

#[test]
fn bombs_are_refused_where_there_are_none() {
    assert_eq!(drawn("..o/xox").expect_no_bombs(), Ok(()));
    for (text, found) in [("..X/xox", "X cell=c2"), ("..o/xOx", "O cell=b1")] {
        let error = drawn(text).expect_no_bombs().unwrap_err().to_string();
        assert_eq!(error, format!("error.diagram.bombs found={found}"));
    }
}

#[test]
fn stones_lie_on_the_ground_or_on_stones() {
    for text in [".../...", "x../o..", "..o/xox", "x../x../x.o"] {
        assert_eq!(drawn(text).expect_gravity(), Ok(()), "{text}");
    }
    let error = drawn(".o./.../.x.").expect_gravity().unwrap_err().to_string();
    assert_eq!(error, "error.diagram.floats cell=b3 below=b2");
}

#[test]
fn cells_are_visited_from_the_bottom_left() {
    let mut seen = String::new();
    let visited = drawn("xo/.X").each_cell(|cell, letter| {
        seen.push_str(&format!("{cell}{} ", char::from(letter)));
        Ok(())
    });
    assert_eq!((visited, seen.as_str()), (Ok(()), "a1. b1X a2x b2o "));
}

#[test]
fn errors_are_written_as_their_keys_and_arguments() {
    let message = || Message::new("key").with("found", 7).with_message("why", Message::new("in"));
    assert_eq!(message().to_string(), "key found=7 why=(in)");
    assert_eq!(SetupError(message()).to_string(), "key found=7 why=(in)");
    assert_eq!(MoveError(message()).to_string(), "key found=7 why=(in)");
    assert_eq!(IllegalMove(message()).to_string(), "illegal move: key found=7 why=(in)");
}

#[test]
fn the_sides_have_words_letters_and_numbers() {
    let told = |player: Player| (player.to_string(), player.letter(), player.index());
    assert_eq!(told(Player::First), ("first".to_owned(), 'x', 0));
    assert_eq!(told(Player::Second), ("second".to_owned(), 'o', 1));
    assert_eq!(Player::BOTH.map(Player::other), [Player::Second, Player::First]);
    assert_eq!(Outcome::Win(Player::Second).winner(), Some(Player::Second));
    assert_eq!(Outcome::Draw.winner(), None);
}

#[test]
fn a_set_up_follows_the_first_colon() {
    assert_eq!(split_setup("boom"), ("boom", ""));
    assert_eq!(split_setup("mnk:3x3x3"), ("mnk", "3x3x3"));
    assert_eq!(split_setup("a:b:c"), ("a", "b:c"));
}

#[test]
fn dice_show_every_side_about_as_often() {
    let mut dice = SplitMix64::new(3);
    let mut sides = [0; 7];
    (0..7000).for_each(|_| sides[dice.below(7)] += 1);
    assert!(sides.iter().all(|times| (850..1150).contains(times)), "{sides:?}");
    let mut tenths = [0; 10];
    (0..10_000).for_each(|_| {
        let unit = dice.unit();
        assert!((0.0..1.0).contains(&unit), "{unit}");
        tenths[(unit * 10.0) as usize] += 1;
    });
    assert!(tenths.iter().all(|times| (850..1150).contains(times)), "{tenths:?}");
}

#[test]
fn items_are_picked_and_shuffled_into_every_order() {
    let mut dice = SplitMix64::new(4);
    assert_eq!(dice.pick::<u8>(&[]), None);
    let mut picked = [0; 3];
    (0..300).for_each(|_| picked[*dice.pick(&[0, 1, 2]).unwrap()] += 1);
    assert!(picked.iter().all(|&times| times > 60), "{picked:?}");
    let mut orders = std::collections::BTreeMap::new();
    for _ in 0..600 {
        let mut items = ['a', 'b', 'c'];
        dice.shuffle(&mut items);
        *orders.entry(String::from_iter(items)).or_insert(0) += 1;
    }
    let expected = ["abc", "acb", "bac", "bca", "cab", "cba"];
    assert_eq!(orders.keys().collect::<Vec<_>>(), expected);
    assert!(orders.values().all(|&times| times > 60), "{orders:?}");
}

#[test]
fn a_flag_is_set_for_all_who_hold_it_and_for_no_other() {
    let (stop, other) = (Stop::new(), Stop::new());
    let shared = stop.clone();
    assert!(!stop.is_set() && !shared.is_set());
    shared.stop();
    assert!(stop.is_set() && shared.is_set());
    assert!(!other.is_set());
}
