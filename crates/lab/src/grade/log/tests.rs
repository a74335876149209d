//! Turns of a log: their moves, their boards, and what is told of the first one that is wrong.

use super::*;
use crate::grade::tests::{plan, position};
use alinea_core::Game;
use alinea_games::{Boom, Connect4, Mnk};
use alinea_words::Language;

const ENGINE: &str = "textbook:heuristic=valoracion-test,depth=1";

fn raw(line: usize, value: f64, mv: &str) -> RawTurn {
    RawTurn { line, legal: None, who: None, value, mv: RawMove::from_text(mv) }
}

/// Turns in lines 2, 4, 6 and so on.
fn turns(list: &[(f64, &str)]) -> Vec<RawTurn> {
    list.iter().enumerate().map(|(i, (value, mv))| raw(2 * i + 2, *value, mv)).collect()
}

/// A log as it is compared, on boards of these rules too.
pub(in crate::grade) fn case<G: Entry>(
    plan: Plan<G>,
    pos: &G,
    log: &str,
    rules: &[Board],
) -> Case<G> {
    let Ok(crate::grade::read::Submitted::Game { turns, .. }) =
        crate::grade::read::read(log.as_bytes())
    else {
        panic!("not a game");
    };
    let rounding = Rounding::of(turns.iter().map(|turn| turn.value));
    let turns = read_turns(pos, &turns, Reading::AsWritten).unwrap();
    let mut case = Case { plan, turns: Vec::new(), rounding, boards: HashMap::new() };
    case.read(turns, pos);
    for &rules in rules {
        case.lay_out(pos, rules);
    }
    case
}

/// What the exact search says of its turns.
pub(in crate::grade) fn exact<G: Entry>(case: &Case<G>) -> Vec<Exact<G::Move>> {
    case.exact().unwrap()
}

fn graded(moves: &str, raw: &[RawTurn]) -> Result<Grade, String> {
    let graded = game(plan::<Boom>("", ENGINE), &position::<Boom>("", moves), raw);
    graded.map_err(|error| error.to_string())
}

fn told(grade: &Grade) -> (usize, String) {
    let found = grade.difference.as_ref().unwrap();
    (found.line, Language::English.say(&found.message))
}

#[test]
fn turns_are_compared_one_after_the_other() {
    // A stone in the middle is worth 3; the course's test function counts own stones alone.
    let right = turns(&[(3.0, "4"), (3.0, "4"), (6.0, "4")]);
    let grade = graded("-", &right).unwrap();
    assert!(grade.is_correct() && grade.unit == Unit::Moves && grade.compared == 3 && !grade.cut);
    for (i, value, mv) in [(0, 5.0, "4"), (1, 3.0, "3"), (2, 5.0, "4"), (2, 6.0, "5")] {
        let mut wrong = right.clone();
        wrong[i] = raw(2 * i + 2, value, mv);
        let grade = graded("-", &wrong).unwrap();
        let exact = [3, 3, 6][i];
        let said = format!("expected value {exact} and move 4, found value {value} and move {mv}");
        assert_eq!(told(&grade), (2 * i + 2, said));
        let found = grade.difference.unwrap();
        assert_eq!((found.expected, found.found), (format!("{exact} 4"), format!("{value} {mv}")));
        assert_eq!((found.moves, found.falls), (vec!["4".to_owned(); i], true));
        let stones: usize = found.rows.iter().map(|row| row.matches(['x', 'o']).count()).sum();
        assert_eq!(stones, i);
    }
}

#[test]
fn a_move_that_cannot_be_played_is_told_where_it_stands() {
    // The fourth column is full: values are what the search says all the same.
    let list = turns(&[(3.0, "4"), (3.0, "4"), (6.0, "B"), (0.0, "1")]);
    let grade = graded("-", &list).unwrap();
    let (line, said) = told(&grade);
    assert_eq!(line, 6, "{said}");
    assert_eq!(grade.compared, 4);
    // Behind the end of the game.
    let columns = plan::<Connect4>("", "textbook:heuristic=ligue4,depth=1");
    let start = position::<Connect4>("", "121212");
    let desk = Desk::new(&start);
    let choices = Choices::right(Style::Hard);
    let asked = Asked { choices, window: None, only: None, hoped: None };
    let won = columns.answer(&desk, asked, &mut Effort::of(999), &mut Memory::new()).unwrap();
    assert_eq!(won.1, Some(0));
    let list = [raw(2, won.0, "1"), raw(4, 7.0, "5"), raw(6, 8.0, "6")];
    let grade = game(columns, &start, &list).unwrap();
    let found = grade.difference.unwrap();
    assert_eq!((found.line, found.expected.as_str(), found.found.as_str()), (4, "-", "5"));
    assert_eq!(Language::English.say(&found.message), "the game is over here");
    assert_eq!((found.moves, found.falls, found.rows.len()), (vec![], true, 6));
}

#[test]
fn an_illegal_move_is_no_end_of_the_game() {
    let columns = plan::<Connect4>("", "textbook:heuristic=ligue4,depth=1");
    let start = position::<Connect4>("", "444444");
    let exact = {
        let asked =
            Asked { choices: Choices::right(Style::Hard), window: None, only: None, hoped: None };
        let desk = Desk::new(&start);
        columns.answer(&desk, asked, &mut Effort::of(999), &mut Memory::new()).unwrap()
    };
    // The first turn is right, the second one plays a full column, the third is never reached.
    let first = start.move_text(exact.1.unwrap());
    let list = [raw(2, exact.0, &first), raw(4, 0.0, "4"), raw(6, 0.0, "1")];
    let mut case = Case {
        plan: columns,
        turns: read_turns(&start, &list, Reading::AsWritten).unwrap(),
        rounding: Rounding::of(std::iter::empty()),
        boards: HashMap::new(),
    };
    case.lay_out(&start, Board::Right);
    assert_eq!(case.boards(Board::Right).len(), 2);
    assert_eq!([0, 1, 2].map(|turn| case.can_be_played(turn)), [true, false, false]);
    assert!(!case.lists_right());
    let exact = case.exact().unwrap();
    assert_eq!((exact.len(), case.broken(&exact)), (2, Some(1)));
    let found = case.difference(2, &exact);
    assert_eq!((found.line, found.found.as_str()), (4, "4"));
    assert_eq!(found.message.key, "lab.grade.illegal");
    assert_eq!((found.moves, found.expected.as_str()), (vec![first], "-"));
}

#[test]
fn both_players_must_be_logged() {
    let named = |names: &[Option<&str>]| -> Result<(), String> {
        let turn = |(i, who): (usize, &Option<&str>)| RawTurn {
            who: who.map(str::to_owned),
            ..raw(i + 1, 3.0, "4")
        };
        let list: Vec<RawTurn> = names.iter().enumerate().map(turn).collect();
        check_turns(&list).map_err(|error| error.to_string())
    };
    let (green, blue) = (Some("verde"), Some("azul"));
    assert_eq!(named(&[green, blue, green]), Ok(()));
    assert_eq!(named(&[None, None, green, None]), Ok(()));
    let twice =
        "line 3: expected the turns of both players one after the other, found 'azul' twice";
    assert_eq!(named(&[green, blue, blue]), Err(twice.to_owned()));
}

#[test]
fn moves_of_another_game_are_refused_with_their_line() {
    let pos = position::<Boom>("", "-");
    let refused = |mv: RawMove| {
        let turn = RawTurn { mv, ..raw(7, 3.0, "4") };
        read_turns(&pos, &[turn], Reading::AsWritten).err().unwrap().to_string()
    };
    for (mv, told) in [
        (RawMove::Text("h".repeat(40)), "h".repeat(30)),
        (RawMove::Number(9), "9".to_owned()),
        (RawMove::Pair(2, 9), "2,9".to_owned()),
        (RawMove::Absent, "no move".to_owned()),
    ] {
        let expected = format!(
            "line 7: expected a move of boom, found '{told}': is it the log of another game?"
        );
        assert_eq!(refused(mv), expected);
    }
    let listed = RawTurn {
        legal: Some(vec![RawMove::Number(5), RawMove::Number(2), RawMove::Number(12)]),
        ..raw(7, 3.0, "4")
    };
    assert!(read_turns(&pos, std::slice::from_ref(&listed), Reading::AsWritten).is_err());
    let legal = Some(vec![RawMove::Number(5), RawMove::Number(2)]);
    let read = read_turns(&pos, &[RawTurn { legal, ..listed }], Reading::AsWritten).unwrap();
    assert_eq!(read[0].legal, Some(vec!["2".to_owned(), "5".to_owned()]), "in one order");
}

#[test]
fn numbers_are_meant_as_they_agree_longest() {
    // Columns from 0: the middle one is 3. The first turn is right in both readings of its value.
    let zero = turns(&[(3.0, "3"), (3.0, "3"), (6.0, "3")]);
    let grade = graded("-", &zero).unwrap();
    assert!(grade.is_correct() && grade.compared == 3);
    // A text names its column.
    let written = turns(&[(3.0, "PUT 3")]);
    assert!(!graded("-", &written).unwrap().is_correct());
    let squares = plan::<Mnk>("3x3x3", "textbook:heuristic=dezenas,depth=1");
    let none = game(squares, &position::<Mnk>("3x3x3", "-"), &[raw(2, 3.0, "z")]);
    assert!(none.unwrap_err().to_string().starts_with("line 2: expected a move of mnk"));
}

fn listing(list: &[&str], value: f64, mv: &str) -> RawTurn {
    let legal = list.iter().map(|mv| RawMove::from_text(mv)).collect();
    RawTurn { legal: Some(legal), ..raw(2, value, mv) }
}

const SEVEN: [&str; 7] = ["1", "2", "3", "4", "5", "6", "7"];

#[test]
fn a_wrong_list_of_actions_is_told_with_both_lists() {
    assert!(graded("-", &[listing(&SEVEN, 3.0, "4")]).unwrap().is_correct());
    let right = listing(&SEVEN, 3.0, "4");
    let six = RawTurn { line: 4, ..listing(&SEVEN[..6], 3.0, "4") };
    let found = graded("-", &[right, six]).unwrap().difference.unwrap();
    assert_eq!((found.line, found.found.as_str()), (4, "1 2 3 4 5 6"));
    assert_eq!(found.expected, "1 2 3 4 5 6 7");
    assert_eq!(found.message.key, "lab.grade.actions");
    // In the very first turn it is another position, unless a mistake explains it.
    let refused = graded("-", &[listing(&SEVEN[..6], 3.0, "4")]).unwrap_err();
    assert_eq!(
        refused,
        "line 2: expected actions that can be played in this position, found 1 2 3 4 5 6: is it \
         the log of another position or game?"
    );
    let full = graded("1111111", &[raw(2, -5.5, "1")]).unwrap_err();
    assert!(full.starts_with("line 2: expected actions that can be played"), "{full}");
    assert!(full.contains("found 1: is it"), "{full}");
    // A wrong value is the program's own.
    assert!(!graded("-", &[listing(&SEVEN, -5.5, "4")]).unwrap().is_correct());
}

#[test]
fn a_program_without_boom_may_play_under_a_referee_that_knows_it() {
    let desk = Desk::new(&position::<Boom>("", "1234567112"));
    let with = SEVEN.iter().copied().chain(["B"]).collect::<Vec<_>>();
    let lists = |list: Option<&[&str]>, rules| {
        let legal = list.map(|list| list.iter().map(ToString::to_string).collect());
        lists_right(&Turn { line: 1, legal, value: 0.0, mv: "1".to_owned() }, &desk, rules)
    };
    for (list, right, missing) in [
        (None, true, true),
        (Some(&with[..]), true, true),
        (Some(&SEVEN[..]), false, true),
        (Some(&SEVEN[..6]), false, false),
    ] {
        assert_eq!(lists(list, Board::Right), right, "{list:?}");
        assert_eq!(lists(list, Board::BoomMissing), missing, "{list:?}");
    }
}

#[test]
fn of_moves_that_are_worth_the_same_but_for_rounding_any_may_be_logged() {
    let start = position::<Boom>("", "-");
    let shown = || Shown { desk: Desk::new(&start), lists_right: true };
    let case = |rounding, utility| {
        let mut plan = plan::<Boom>("", ENGINE);
        plan.utility = utility;
        Case { plan, turns: Vec::new(), rounding, boards: HashMap::new() }
    };
    let turn = |value, mv: &str| Turn { line: 1, legal: None, value, mv: mv.to_owned() };
    let best = start.parse_move("4").unwrap().0;
    let [tenths, exact] = [0.1, 3.0].map(|value| Rounding::of([value].into_iter()));
    let given = |rounding, utility, turn: Turn, alone: Option<f64>| {
        let answer = |only| alone.map(|value| (value, only));
        case(rounding, utility).is_given(&turn, &shown(), (0.5, Some(best)), answer)
    };
    assert_eq!(given(tenths, None, turn(0.5, "4"), None), Some(true));
    assert_eq!(given(tenths, None, turn(0.7, "4"), Some(0.5)), Some(false));
    // Another move is asked for alone: too large, worth the same, or not.
    assert_eq!(given(tenths, None, turn(0.5, "3"), None), None);
    assert_eq!(given(tenths, None, turn(0.5, "3"), Some(0.5)), Some(true));
    assert_eq!(given(tenths, None, turn(0.5, "3"), Some(0.4)), Some(false));
    assert_eq!(given(tenths, None, turn(0.5, "3x"), Some(0.5)), Some(false));
    // Where sums are exact, or the game is won, a tie is told.
    assert_eq!(given(exact, None, turn(0.5, "3"), Some(0.5)), Some(false));
    assert_eq!(given(tenths, Some(0.5), turn(0.5, "3"), Some(0.5)), Some(false));
    let nobody = |_| Some((0.5, None));
    let of_nobody =
        case(tenths, None).is_given(&turn(0.5, "3"), &shown(), (0.5, Some(best)), nobody);
    assert_eq!(of_nobody, Some(false));
}
