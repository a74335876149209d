//! Attacks as they are written, followed by the rules alone: every legal reply loses.

use alinea_core::{Cell, Game, Outcome, Position};
use alinea_engines::gomoku::engine::PatternRule;
use alinea_games::gomoku::{CaroRule, FreestyleRule, RenjuRule, Size, StandardRule};
use alinea_games::lines::LineBoard;
use alinea_games::mnk::Setup;
use alinea_games::{Board, Mnk};
use alinea_proof::{Attack, AttackError, SmallError};
use alinea_search::{Limits, Stop};
use std::time::{Duration, Instant};

/// A line of a certificate: how deep, the reply, the square.
type Line = (usize, Option<Cell>, Cell);

fn lines(text: &str) -> Vec<Line> {
    let mut found = Vec::new();
    let body = text.lines().skip_while(|line| !line.starts_with("lines ")).skip(1);
    for line in body.take_while(|&line| line != "end") {
        let words: Vec<&str> = line.split(' ').collect();
        let [depth, reply, square] = words[..] else { panic!("{line}") };
        found.push((depth.parse().unwrap(), reply.parse().ok(), square.parse().unwrap()));
        assert!(reply.parse::<Cell>().is_ok() || ["-", "*"].contains(&reply), "{line}");
    }
    let count = text.lines().find_map(|line| line.strip_prefix("lines ")).unwrap();
    assert_eq!(count, found.len().to_string());
    found
}

/// Follows every reply; panics where one does not lose. `at` is the line to be played.
fn follow<G: Position<Move = Cell> + LineBoard>(
    board: &mut G,
    lines: &[Line],
    at: Option<usize>,
    used: &mut [bool],
) {
    let hero = board.turn();
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    if legal.iter().any(|&cell| board.completes(cell, hero)) {
        return;
    }
    let at = at.unwrap_or_else(|| panic!("no line for a position: {:?}", board.lines()));
    used[at] = true;
    let (depth, _, square) = lines[at];
    assert!(board.is_legal(square), "{square} is taken or forbidden");
    let undo = board.play_unchecked(square);
    assert_eq!(board.outcome(), None);
    let mut replies = Vec::new();
    board.legal_moves(&mut replies);
    let below = lines[at + 1..].iter().take_while(|line| line.0 > depth).count();
    let next: Vec<usize> =
        (at + 1..=at + below).filter(|&line| lines[line].0 == depth + 1).collect();
    for reply in replies {
        let own = next.iter().find(|&&line| lines[line].1 == Some(reply));
        let any = next.iter().find(|&&line| lines[line].1.is_none());
        let undo = board.play_unchecked(reply);
        assert_ne!(board.outcome(), Some(Outcome::Win(hero.other())), "{reply} wins");
        follow(board, lines, own.or(any).copied(), used);
        board.undo(undo);
    }
    board.undo(undo);
}

fn followed<G: Position<Move = Cell> + LineBoard>(board: &mut G, text: &str) -> usize {
    let lines = lines(text);
    let mut used = vec![false; lines.len()];
    follow(board, &lines, Some(0).filter(|_| !lines.is_empty()), &mut used);
    assert!(used.iter().all(|&used| used), "a line is never used");
    lines.len()
}

fn attack<R: PatternRule>(position: &str) -> Result<(Board<R>, String), AttackError>
where
    Board<R>: Game<Setup = Size> + Position<Move = Cell>,
{
    let read = alinea_core::parse_position::<Board<R>>(&Size::default(), position).unwrap();
    let attack = Attack::by_threats(&read.pos, &Limits::nodes(200_000), &Stop::new())?;
    Ok((read.pos, attack.text()?))
}

fn proven<R: PatternRule>(position: &str) -> usize
where
    Board<R>: Game<Setup = Size> + Position<Move = Cell>,
{
    let (mut board, text) = attack::<R>(position).unwrap_or_else(|error| panic!("{error}"));
    followed(&mut board, &text)
}

/// A board of 15 with these stones, and the player to move.
fn board(first: &str, second: &str, turn: char) -> String {
    let at = |col: u8, row: u8| {
        let name = Cell::new(col, row).to_string();
        let is = |stones: &str| stones.split(' ').any(|stone| stone == name);
        if is(first) {
            'x'
        } else if is(second) {
            'o'
        } else {
            '.'
        }
    };
    let row = |row| (0..15).map(|col| at(col, row)).collect::<String>();
    let rows: Vec<String> = (0..15).rev().map(row).collect();
    format!("diagram:{} {turn}", rows.join("/"))
}

#[test]
fn an_open_three_wins_in_every_game() {
    let position = board("f8 g8 h8", "", 'x');
    assert!(proven::<FreestyleRule>(&position) >= 1);
    assert!(proven::<StandardRule>(&position) >= 1);
    assert!(proven::<RenjuRule>(&position) >= 1);
    assert!(proven::<CaroRule>(&position) >= 1);
    assert!(proven::<RenjuRule>(&board("", "f8 g8 h8", 'o')) >= 1);
}

#[test]
fn four_in_a_row_needs_no_line() {
    let (_, text) = attack::<RenjuRule>(&board("c8 d8 e8 f8", "b8", 'x')).unwrap();
    assert!(text.contains("lines 0\nend\n"), "{text}");
}

#[test]
fn wins_of_games_against_itself_are_written_down() {
    let puzzles = include_str!("../../../testdata/gomoku/wins.txt");
    let mut count = 0;
    for line in puzzles.lines().filter(|line| !line.starts_with('#')).skip(4).take(4) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], "gomoku");
        assert!(proven::<FreestyleRule>(words[1]) > 0, "{line}");
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn a_four_whose_only_answer_is_forbidden_wins() {
    // Six in a row at g8 are forbidden to first.
    let position = board("b8 g6 g7 g9 g10 g11", "c8 d8 e8", 'o');
    let (mut renju, text) = attack::<RenjuRule>(&position).unwrap();
    assert!(text.contains("lines 1\n0 - f8\nend\n"), "{text}");
    assert_eq!(followed(&mut renju, &text), 1);
}

#[test]
fn a_row_with_both_ends_blocked_does_not_win_in_caro() {
    // After j8 a stone at k8 stops both fives: that from f8 then has e8 and k8 at its ends.
    let position = board("g8 h8 i8", "e8", 'x');
    assert!(proven::<StandardRule>(&position) >= 1);
    assert_eq!(attack::<CaroRule>(&position).map(|found| found.1), Err(AttackError::NoMove));
    // With room at both ends it wins.
    assert!(proven::<CaroRule>(&board("g8 h8 i8", "", 'x')) >= 1);
}

/// Random fights with many held rows: what the threat search calls won in caro, the rules confirm against every reply.
#[test]
fn wins_of_caro_hold_against_every_reply() {
    let mut dice = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = move |n: u64| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice >> 33) % n
    };
    let never = || false;
    let mut written = 0;
    // A win in one move is little to follow.
    while written < 60 {
        let mut board = Board::<CaroRule>::start(&Size::new(9).unwrap());
        for _ in 0..below(14) + 14 {
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            moves.retain(|cell| (1..8).contains(&cell.col) && (1..8).contains(&cell.row));
            if board.outcome().is_some() || moves.is_empty() {
                break;
            }
            board.play(moves[below(moves.len() as u64) as usize]).unwrap();
        }
        let limits = Limits::nodes(3000);
        let mut attacks = alinea_engines::gomoku::engine::threats::Attacks::new(&limits, &never);
        if board.outcome().is_some() || !attacks.wins(&board) {
            continue;
        }
        let attack = Attack::by_threats(&board, &Limits::nodes(200_000), &Stop::new());
        let attack = attack.unwrap_or_else(|error| panic!("{error}: {}", board.to_diagram()));
        written += usize::from(followed(&mut board, &attack.text().unwrap()) > 1);
    }
}

#[test]
fn without_a_win_nothing_is_written() {
    let none = attack::<FreestyleRule>("h8").map(|found| found.1);
    assert_eq!(none, Err(AttackError::NoMove));
}

fn small(cols: u8, rows: u8, k: u8) -> Result<usize, SmallError> {
    let setup = Setup::new(cols, rows, k).unwrap();
    let deadline = Instant::now() + Duration::from_secs(600);
    let text = Attack::on_small_board(setup, deadline, &Stop::new())?.text()?;
    assert!(text.contains(&format!("game mnk {cols}x{rows}x{k}\nrow ")), "{text}");
    Ok(followed(&mut Mnk::start(&setup), &text))
}

#[test]
fn small_boards_that_the_first_player_wins() {
    assert!(small(4, 3, 3).unwrap() > 0);
    assert!(small(5, 5, 3).unwrap() > 0);
    assert!(small(6, 5, 4).unwrap() > 0);
}

#[test]
fn a_draw_has_no_certificate() {
    assert_eq!(small(3, 3, 3), Err(SmallError::NoWin));
    let setup = Setup::new(9, 9, 5).unwrap();
    let now = Instant::now();
    assert!(matches!(Attack::on_small_board(setup, now, &Stop::new()), Err(SmallError::NotSmall)));
    let setup = Setup::new(5, 5, 4).unwrap();
    let over = Attack::on_small_board(setup, now, &Stop::new());
    assert!(matches!(over, Err(SmallError::TooShort { .. })));
}
