//! The board against itself from scratch and against the rules on random games; the engine's manners.

use alinea_core::{Cell, Game, Outcome, Player, Position, parse_position};
use alinea_games::gomoku as rules;
use alinea_search::{Engine, Ignore, Limits, Stop, Thought};

use super::classes::Class;
use super::gomoku_engine::GomokuEngine;
use super::movegen::{candidates, defences};
use super::pattern_board::PatternBoard;
use super::point::{Point, cells};
use super::rule::PatternRule;
use super::vcf::{Vcf, breaks, near_line};

/// A small random sequence, the same on every machine.
pub(super) struct Dice(pub u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

fn side(size: usize) -> rules::Size {
    rules::Size::new(size as u8).unwrap()
}

fn random_games<R: PatternRule>(size: usize, games: usize) {
    let mut dice = Dice(0x5eed + size as u64);
    for _ in 0..games {
        let mut board = PatternBoard::<R>::new(side(size));
        let mut order: Vec<Point> = cells(size).collect();
        let plies = dice.below(order.len());
        for ply in 0..plies {
            let pick = ply + dice.below(order.len() - ply);
            order.swap(ply, pick);
            board.play(order[ply]);
            if dice.below(4) == 0 {
                board.undo();
                board.play(order[ply]);
            }
        }
        board.check();
        for _ in 0..plies / 2 {
            board.undo();
        }
        board.check();
    }
}

#[test]
fn kept_equals_fresh() {
    for size in [5, 6, 15, 22] {
        random_games::<rules::FreestyleRule>(size, 12);
        random_games::<rules::StandardRule>(size, 12);
        random_games::<rules::RenjuRule>(size, 12);
        random_games::<rules::CaroRule>(size, 12);
    }
}

/// Plays random legal moves of the rules' board and compares legality, forbidden points and wins.
fn agrees_with_rules<R: PatternRule>(size: u8, games: usize) {
    let mut dice = Dice(0xfeed + u64::from(size));
    for _ in 0..games {
        let mut pos = rules::Board::<R>::start(&rules::Size::new(size).unwrap());
        let mut board = PatternBoard::<R>::new(rules::Size::new(size).unwrap());
        let mut moves = Vec::new();
        while pos.outcome().is_none() {
            moves.clear();
            pos.legal_moves(&mut moves);
            let me = board.turn();
            assert_eq!(me, pos.turn());
            let mut legal = 0;
            for cell in
                cells(usize::from(size)).filter(|cell| board.is_empty_at(*cell)).collect::<Vec<_>>()
            {
                let square = cell.cell(usize::from(size));
                let free = board.may_play(cell);
                assert_eq!(free, pos.is_legal(square), "{square} after {} stones", board.stones());
                legal += usize::from(free);
            }
            assert_eq!(legal, moves.len());
            let mv = moves[dice.below(moves.len())];
            let wins = board.class(me, Point::of(mv, usize::from(size))) == Class::Five;
            pos.play_unchecked(mv);
            board.play(Point::of(mv, usize::from(size)));
            assert_eq!(wins, pos.outcome().and_then(Outcome::winner).is_some());
        }
    }
}

#[test]
fn engine_and_rules_agree() {
    for size in [5, 9, 15, 22] {
        agrees_with_rules::<rules::FreestyleRule>(size, 6);
        agrees_with_rules::<rules::StandardRule>(size, 6);
        agrees_with_rules::<rules::RenjuRule>(size, 6);
        agrees_with_rules::<rules::CaroRule>(size, 6);
    }
}

/// Plays a game against itself by the rules' board: every move legal, to the end.
fn plays_to_the_end<R: PatternRule>(size: u8) {
    let mut pos = rules::Board::<R>::start(&rules::Size::new(size).unwrap());
    let mut engine = GomokuEngine::new(1 << 20, 1);
    while pos.outcome().is_none() {
        let limits = Limits::nodes(300);
        let thought = Engine::think(&mut engine, &pos, &limits, &Stop::new(), &mut Ignore);
        assert!(thought.nodes <= 300);
        pos.play(thought.best.unwrap()).unwrap();
    }
}

#[test]
fn the_engine_plays_legal_moves_to_the_end() {
    for size in [5, 6, 11, 15, 22] {
        plays_to_the_end::<rules::FreestyleRule>(size);
        plays_to_the_end::<rules::StandardRule>(size);
        plays_to_the_end::<rules::RenjuRule>(size);
        plays_to_the_end::<rules::CaroRule>(size);
    }
}

#[test]
fn one_thread_and_a_node_limit_repeat_exactly() {
    let mut pos = rules::Board::<rules::FreestyleRule>::start(&rules::Size::default());
    for text in ["h8", "i9", "g9", "i7"] {
        pos.play(text.parse().unwrap()).unwrap();
    }
    let think = |engine: &mut GomokuEngine| {
        engine.clear();
        let thought =
            Engine::think(engine, &pos, &Limits::nodes(20_000), &Stop::new(), &mut Ignore);
        (thought.best, thought.score, thought.line, thought.nodes)
    };
    let mut engine = GomokuEngine::new(1 << 20, 1);
    let first = think(&mut engine);
    assert_eq!(first.3, 20_000);
    assert_eq!(think(&mut engine), first);
    assert_eq!(think(&mut GomokuEngine::new(1 << 20, 1)), first);
}

#[test]
fn threads_help_and_stop() {
    let pos = rules::Board::<rules::FreestyleRule>::start(&rules::Size::default());
    let mut engine = GomokuEngine::new(1 << 20, 3);
    let thought =
        Engine::think(&mut engine, &pos, &Limits::nodes(5_000), &Stop::new(), &mut Ignore);
    assert!(thought.best.is_some());
    let stop = Stop::new();
    stop.stop();
    let at_once = Engine::think(&mut engine, &pos, &Limits::default(), &stop, &mut Ignore);
    assert!(at_once.best.is_some());
}

/// However early a search ends, what it says holds together: the first line begins with the best move and has its score, and every line was searched.
#[test]
fn a_search_cut_short_tells_only_what_it_searched() {
    let mut pos = rules::Board::<rules::FreestyleRule>::start(&rules::Size::default());
    for text in ["h8", "i9", "g9", "i7"] {
        pos.play(text.parse().unwrap()).unwrap();
    }
    for lines in [1, 5] {
        for nodes in (0..200).chain((200..6000).step_by(97)) {
            let limits = Limits { lines, ..Limits::nodes(nodes) };
            let mut engine = GomokuEngine::new(1 << 16, 1);
            let thought = Engine::think(&mut engine, &pos, &limits, &Stop::new(), &mut Ignore);
            assert_eq!(thought.moves.first().map(|first| first.mv), thought.best, "{nodes}");
            assert_eq!(thought.line.first(), thought.best.as_ref(), "{nodes}");
            for found in &thought.moves {
                assert!(!found.score.is_decided(), "{nodes} nodes: {found:?}");
                assert!(found.score <= thought.score, "{nodes} nodes: {found:?}");
            }
        }
    }
}

/// Every move that is neither a defence nor a four loses to the open four, and every defence removes that threat.
#[test]
fn defences_are_exactly_what_stops_open_fours() {
    let mut dice = Dice(77);
    let mut seen = 0;
    while seen < 60 {
        let mut board = PatternBoard::<rules::StandardRule>::new(side(11));
        for _ in 0..18 {
            let near: Vec<Point> = candidates(&board).iter().collect();
            board.play(near[dice.below(near.len())]);
        }
        let (me, foe) = (board.turn(), board.turn().other());
        let quiet = board.count(me, Class::Five) + board.count(foe, Class::Five) == 0;
        if !quiet || board.count(foe, Class::OpenFour) == 0 {
            continue;
        }
        seen += 1;
        let stops = defences(&board);
        for cell in cells(11).filter(|cell| board.is_empty_at(*cell)).collect::<Vec<_>>() {
            let four = board.fours(me).has(cell);
            board.play(cell);
            let threatened = board.count(foe, Class::OpenFour) > 0;
            board.undo();
            // A stone may also leave a new open four by shortening an overline, so only the old ones are asked for.
            if !stops.has(cell) && !four {
                assert!(threatened, "{cell:?} stops and was not listed");
            }
        }
    }
}

/// What the threat search leaves out unseen: cells that lie away from a win by fours and make no four themselves.
fn far_cells_break_no_win_by_fours<R: PatternRule>(wanted: usize) {
    let mut dice = Dice(4242);
    let (mut seen, mut far) = (0, 0);
    while seen < wanted {
        let mut board = PatternBoard::<R>::new(side(13));
        for _ in 0..26 {
            let near: Vec<Point> = candidates(&board).iter().collect();
            board.play(near[dice.below(near.len())]);
        }
        let me = board.turn();
        if board.count(me, Class::Five) + board.count(me.other(), Class::Five) > 0 {
            continue;
        }
        board.pass();
        let threat = Vcf::default().solve(&mut board, 500);
        let near = threat.as_ref().and_then(|line| near_line(&mut board, line));
        board.pass();
        let Some((threat, near)) = threat.zip(near) else { continue };
        seen += 1;
        for cell in cells(13).filter(|cell| board.is_empty_at(*cell)).collect::<Vec<_>>() {
            let class = board.class(me, cell);
            if near.has(cell) || class >= Class::Four || class == Class::Fault {
                continue;
            }
            far += 1;
            assert!(!breaks(&mut board, cell, &threat), "{cell:?} breaks {threat:?}");
        }
    }
    assert!(far > 10 * wanted, "only {far} cells were left out");
}

#[test]
fn only_cells_near_a_win_by_fours_can_break_it() {
    far_cells_break_no_win_by_fours::<rules::FreestyleRule>(400);
    far_cells_break_no_win_by_fours::<rules::StandardRule>(400);
    far_cells_break_no_win_by_fours::<rules::RenjuRule>(400);
    far_cells_break_no_win_by_fours::<rules::CaroRule>(400);
}

/// Positions of our own games that are won by force: the search must still see it.
#[test]
fn forced_wins_of_own_games_are_seen() {
    let text = include_str!("../../../../../testdata/gomoku/wins.txt");
    let setup = rules::Size::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let moves = line.split_whitespace().nth(1).unwrap();
        let pos = parse_position::<rules::Board<rules::FreestyleRule>>(&setup, moves).unwrap().pos;
        let mut engine = GomokuEngine::new(16 << 20, 1);
        let limits = Limits::nodes(100_000);
        let thought = Engine::think(&mut engine, &pos, &limits, &Stop::new(), &mut Ignore);
        assert!(thought.score.win().is_some(), "{line}");
    }
}

/// The analysis looks for a win by threats first: it finds those of our own games within a small part of what two seconds allow, says how each is forced, and what it says is a whole line.
#[test]
fn an_analysis_proves_the_wins_of_own_games_by_threats() {
    let text = include_str!("../../../../../testdata/gomoku/wins.txt");
    let setup = rules::Size::default();
    let mut missed = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let moves = line.split_whitespace().nth(1).unwrap();
        let pos = parse_position::<rules::Board<rules::FreestyleRule>>(&setup, moves).unwrap().pos;
        let mut engine = GomokuEngine::new(1 << 20, 1);
        let limits = Limits::nodes(400_000).for_analysis();
        let thought = Engine::think(&mut engine, &pos, &limits, &Stop::new(), &mut Ignore);
        let Some(proof) = thought.forced else {
            missed.push(line);
            continue;
        };
        let mut after = pos;
        for mv in &proof.line {
            after.play(*mv).unwrap();
        }
        assert_eq!(Some(proof.line[0]), thought.best, "{line}");
    }
    // This one takes more nodes than a test has; its certificate is made with more.
    assert_eq!(missed, ["gomoku k9n12l12j14l13m7n13k14m13k13k11n14 15"]);
}

/// Everything an analysis of several lines says on the way: the best move is the first of the list, and a win that is shown is the best move's, move for move and ply for ply.
#[test]
fn the_best_move_and_the_win_that_is_shown_are_one() {
    let text = include_str!("../../../../../testdata/gomoku/wins.txt");
    let setup = rules::Size::default();
    let (mut shown, mut faster) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let moves = line.split_whitespace().nth(1).unwrap();
        let pos = parse_position::<rules::Board<rules::FreestyleRule>>(&setup, moves).unwrap().pos;
        let mut engine = GomokuEngine::new(1 << 20, 1);
        let limits = Limits { lines: 5, ..Limits::nodes(100_000).for_analysis() };
        let mut said = Vec::new();
        let mut hear = |thought: &Thought<Cell>| said.push(thought.clone());
        let last = Engine::think(&mut engine, &pos, &limits, &Stop::new(), &mut hear);
        assert!(last.nodes <= 101_000, "{line}: {} nodes", last.nodes);
        said.push(last);
        let mut first = None;
        for thought in said {
            assert_eq!(thought.best, thought.moves.first().map(|root| root.mv), "{line}");
            let Some(proof) = thought.forced else { continue };
            shown += 1;
            faster +=
                usize::from(first.replace(proof.line[0]).is_some_and(|mv| mv != proof.line[0]));
            assert_eq!(Some(proof.line[0]), thought.best, "{line}");
            assert_eq!(proof.line, thought.line, "{line}");
            assert_eq!(Some(proof.plies), thought.score.win(), "{line}");
            let mut after = pos.clone();
            for mv in &proof.line {
                after.play(*mv).unwrap();
            }
        }
    }
    assert!(shown > 50 && faster > 0, "{shown} shown, {faster} faster ones");
}

/// Whether the player to move can force five within so many plies (or with `against`, cannot avoid the other's).
pub(super) fn forces<R: PatternRule>(
    pos: &mut rules::Board<R>,
    winner: Player,
    plies: u32,
) -> bool {
    match pos.outcome() {
        Some(outcome) => return outcome == Outcome::Win(winner),
        None if plies == 0 => return false,
        None => {}
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let attacks = pos.turn() == winner;
    let mut found = false;
    for mv in moves {
        let undo = pos.play_unchecked(mv);
        found = forces(pos, winner, plies - 1);
        pos.undo(undo);
        if found == attacks {
            break;
        }
    }
    found
}

/// Games on small boards: whatever the search calls decided, plain minimax confirms within the plies it says, also when the table is warm from earlier moves of the game.
fn decided_scores_are_true<R: PatternRule>(games: usize) -> [usize; 2] {
    let mut dice = Dice(0xdec1ded);
    let mut decided = [0; 2];
    for _ in 0..games {
        let mut pos = rules::Board::<R>::start(&side(6));
        let mut engine = GomokuEngine::new(1 << 18, 1);
        while pos.outcome().is_none() {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            if alinea_core::Grid::stones(&pos) >= 14 {
                let limits = Limits { lines: 2, ..Limits::nodes(1500) };
                let thought = Engine::think(&mut engine, &pos, &limits, &Stop::new(), &mut Ignore);
                for root in &thought.moves {
                    let (me, foe) = (pos.turn(), pos.turn().other());
                    let mut after = pos.clone();
                    after.play(root.mv).unwrap();
                    let context = || format!("{} {root:?}", pos.to_diagram());
                    if let Some(plies) = root.score.win().filter(|plies| *plies <= 7) {
                        decided[0] += 1;
                        assert!(forces(&mut after, me, plies - 1), "{}", context());
                    } else if let Some(plies) = root.score.loss().filter(|plies| *plies <= 6) {
                        decided[1] += 1;
                        assert!(forces(&mut after, foe, plies - 1), "{}", context());
                    }
                }
            }
            pos.play_unchecked(moves[dice.below(moves.len())]);
        }
    }
    decided
}

#[test]
fn decided_scores_agree_with_plain_minimax_on_six_by_six() {
    let mut decided = [0; 2];
    for found in [
        decided_scores_are_true::<rules::FreestyleRule>(40),
        decided_scores_are_true::<rules::StandardRule>(30),
        decided_scores_are_true::<rules::RenjuRule>(30),
        decided_scores_are_true::<rules::CaroRule>(30),
    ] {
        decided = [decided[0] + found[0], decided[1] + found[1]];
    }
    assert!(decided[0] >= 40 && decided[1] >= 10, "{decided:?} wins and losses are too few");
}
