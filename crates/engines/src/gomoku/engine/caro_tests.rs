//! Caro, where a five held between two enemy stones is none: what answers a four, and that no win is claimed that an answer at an end undoes.

use alinea_core::{Diagram, Game, Player, Position};
use alinea_games::gomoku::{Board, CaroRule, Size, StandardRule};
use alinea_search::{Engine, Ignore, Limits, Stop};

use super::adapter::board_of;
use super::classes::Class;
use super::gomoku_engine::GomokuEngine;
use super::pattern_board::PatternBoard;
use super::point::cells;
use super::proof::plies_of;
use super::rule::PatternRule;
use super::tests::{Dice, forces};
use super::vcf::Vcf;
use super::vct::Vct;

/// A board of nine with this row in the middle.
fn row<R: PatternRule>(row: &str, turn: &str) -> Board<R> {
    let mut rows = ["........."; 9];
    rows[4] = row;
    let diagram = Diagram::parse(&format!("{} {turn}", rows.join("/"))).unwrap();
    Board::from_diagram(&Size::new(9).unwrap(), &diagram).unwrap()
}

fn answers<R: PatternRule>(text: &str) -> Vec<String> {
    let mut board = board_of(&row::<R>(text, "o"));
    board.five_answers().iter().map(|point| point.cell(9).to_string()).collect()
}

#[test]
fn a_four_is_answered_on_its_point_or_at_an_end_that_closes_it() {
    // g5 takes one point and closes the five from b5 to f5.
    assert_eq!(answers::<CaroRule>("o.xxxx..."), ["g5"]);
    assert_eq!(answers::<StandardRule>("o.xxxx..."), [""; 0]);
    // Beyond the point the five is closed too.
    assert_eq!(answers::<CaroRule>("oxxxx...."), ["f5", "g5"]);
    assert_eq!(answers::<StandardRule>("oxxxx...."), ["f5"]);
    assert_eq!(answers::<CaroRule>("oxx.xx..."), ["d5", "g5"]);
    // The edge closes nothing, and an open four has no answer.
    assert_eq!(answers::<CaroRule>("xxxx....."), ["e5"]);
    assert_eq!(answers::<CaroRule>("..xxxx..."), [""; 0]);
    assert_eq!(answers::<CaroRule>(".xxxx...."), [""; 0]);
}

#[test]
fn a_row_with_one_end_held_is_no_win() {
    let wins = |pos: &Board<CaroRule>| {
        let thought = GomokuEngine::new(1 << 16, 1).think(
            pos,
            &Limits::nodes(20_000),
            &Stop::new(),
            &mut Ignore,
        );
        let fours = Vcf::default().solve(&mut board_of(pos), 1000).is_some();
        (fours, thought.score.win().is_some_and(|plies| plies <= 5))
    };
    assert_eq!(wins(&row("o.xxx....", "x")), (false, false));
    assert_eq!(wins(&row("o.xx.x...", "x")), (false, false));
    assert_eq!(wins(&row("..xxx....", "x")), (true, true));
}

/// What a stone answers is what the rules say: after it no cell completes five, and after any other one does.
#[test]
fn answers_are_exactly_what_leaves_no_five() {
    let mut dice = Dice(0xca70);
    let mut counts = [0; 3];
    while counts.iter().sum::<usize>() < 1500 {
        let Some(pos) = strewn(&mut dice) else { continue };
        let mut board = board_of(&pos);
        let foe = pos.turn().other();
        if board.count(foe, Class::Five) == 0 {
            continue;
        }
        let answers = board.five_answers();
        counts[answers.iter().count()] += 1;
        for cell in cells(SIDE).filter(|cell| board.is_empty_at(*cell)).collect::<Vec<_>>() {
            board.play(cell);
            let left = board.count(foe, Class::Five);
            board.undo();
            assert_eq!(left == 0, answers.has(cell), "{} {cell:?}", pos.to_diagram());
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

const SIDE: usize = 7;

/// A crowded board with some rows that are held at an end; none if someone has five already.
fn strewn(dice: &mut Dice) -> Option<Board<CaroRule>> {
    const ROWS: [&str; 8] =
        ["o.xxx..", "oxxx...", "ox.xx..", "o.xx.x.", ".xxx...", "x.xxo..", "oxx.x..", "o.xx..."];
    let mut rows = [[b'.'; SIDE]; SIDE];
    for _ in 0..3 {
        let text = ROWS[dice.below(ROWS.len())].as_bytes();
        let (at, way, colour, back) =
            (dice.below(SIDE), dice.below(3), dice.below(2), dice.below(2));
        for step in 0..SIDE {
            let stone = text[if back == 0 { step } else { SIDE - 1 - step }];
            let stone = match stone {
                b'x' if colour == 1 => b'o',
                b'o' if colour == 1 => b'x',
                stone => stone,
            };
            let (x, y) = [(step, at), (at, step), (step, step)][way];
            if stone != b'.' {
                rows[y][x] = stone;
            }
        }
    }
    for _ in 0..dice.below(14) + 4 {
        rows[dice.below(SIDE)][dice.below(SIDE)] = [b'x', b'o'][dice.below(2)];
    }
    let text: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
    let turn = ["x", "o"][dice.below(2)];
    let diagram = Diagram::parse(&format!("{} {turn}", text.join("/"))).ok()?;
    let pos = Board::from_diagram(&Size::new(SIDE as u8).unwrap(), &diagram).ok()?;
    pos.outcome().is_none().then_some(pos)
}

/// The longest win that is followed to its end by plain minimax.
const PLIES: u32 = 5;

#[test]
fn claimed_wins_hold_against_every_answer() {
    let mut dice = Dice(0xca40);
    let never = || false;
    let (mut fours, mut threats, mut wins, mut losses) = (0, 0, 0, 0);
    for _ in 0..2500 {
        let Some(pos) = strewn(&mut dice) else { continue };
        let (me, foe) = (pos.turn(), pos.turn().other());
        let mut board: PatternBoard<CaroRule> = board_of(&pos);
        if board.count(me, Class::Five) > 0 {
            continue;
        }
        let holds = |plies: u32, winner: Player| forces(&mut pos.clone(), winner, plies);
        if let Some(line) = Vcf::default().solve(&mut board, 500) {
            let plies = plies_of(&mut board, &line);
            if plies <= PLIES {
                fours += 1;
                assert!(holds(plies, me), "{} fours {line:?}", pos.to_diagram());
            }
        }
        let mut solver = Vct::new(&never);
        if let Some(means) = solver.proves(&mut board, 2000) {
            let proof = solver.follow(&mut board, means, 5000);
            if let Some(proof) = proof.filter(|proof| proof.plies <= PLIES) {
                threats += 1;
                assert!(holds(proof.plies, me), "{} {proof:?}", pos.to_diagram());
            }
        }
        let mut engine = GomokuEngine::new(1 << 16, 1);
        let thought = engine.think(&pos, &Limits::nodes(600), &Stop::new(), &mut Ignore);
        if let Some(plies) = thought.score.win().filter(|plies| *plies <= PLIES) {
            wins += 1;
            assert!(holds(plies, me), "{} {thought:?}", pos.to_diagram());
        } else if let Some(plies) = thought.score.loss().filter(|plies| *plies < PLIES) {
            losses += 1;
            assert!(holds(plies, foe), "{} {thought:?}", pos.to_diagram());
        }
    }
    let counts = [fours, threats, wins, losses];
    assert!(counts.iter().all(|count| *count >= 40), "{counts:?} are too few");
}
