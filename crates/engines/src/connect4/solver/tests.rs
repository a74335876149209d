//! The solver against a plain search on a grid, and against itself in every other form.

use super::board::{AnySize, Board, Shape, Standard, column, fours, wins};
use super::rules::{claimeven, odd_threat};
use super::{Goal, Question, Rules, Solver, Width};
use crate::lanes::One;
use alinea_core::SplitMix64;
use alinea_search::Stop;

const NO_RULES: Rules = Rules { claimeven: false, odd_threat: false };

/// A random game of this many plies in which nobody won, or none if somebody did.
fn random_board(rng: &mut SplitMix64, shape: impl Shape, plies: u32) -> Option<Board> {
    let mut board = Board::default();
    for _ in 0..plies {
        let open: Vec<u64> = (0..shape.cols())
            .map(|col| board.playable(shape) & column(col))
            .filter(|&square| square != 0)
            .collect();
        let square = open[(rng.next_u64() % open.len() as u64) as usize];
        board = board.play(square);
        if fours(One, board.opponent()) != 0 {
            return None;
        }
    }
    Some(board)
}

fn random_boards(seed: u64, shape: impl Shape, plies: u32, count: usize) -> Vec<Board> {
    let mut rng = SplitMix64::new(seed);
    std::iter::repeat_with(|| random_board(&mut rng, shape, plies)).flatten().take(count).collect()
}

fn mirrored(board: Board) -> Board {
    Board { me: Standard.mirror(board.me), mask: Standard.mirror(board.mask) }
}

/// The literal game: columns of stones, lines looked for square by square, all moves searched.
struct Grid {
    cols: usize,
    rows: usize,
    stones: Vec<Vec<u8>>,
}

impl Grid {
    fn new(shape: impl Shape, board: Board) -> Self {
        let mover = (board.stones() % 2) as u8;
        let stones = (0..shape.cols()).map(|col| {
            let squares = (0..shape.rows()).map(|row| 1u64 << (8 * col + row));
            let filled = squares.filter(|square| board.mask & square != 0);
            filled.map(|s| if board.me & s != 0 { mover } else { 1 - mover }).collect()
        });
        Self { cols: shape.cols() as usize, rows: shape.rows() as usize, stones: stones.collect() }
    }

    fn at(&self, col: i32, row: i32) -> Option<u8> {
        let col = self.stones.get(usize::try_from(col).ok()?)?;
        col.get(usize::try_from(row).ok()?).copied()
    }

    fn top_wins(&self, col: usize) -> bool {
        let (c, r) = (col as i32, self.stones[col].len() as i32 - 1);
        let who = self.at(c, r);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dc, dr)| {
            let run = |sign: i32| {
                (1..4).take_while(|i| self.at(c + sign * i * dc, r + sign * i * dr) == who).count()
            };
            run(1) + run(-1) >= 3
        })
    }

    fn score(&mut self) -> i32 {
        let n: usize = self.stones.iter().map(Vec::len).sum();
        let cells = self.cols * self.rows;
        let mut best = if n == cells { 0 } else { i32::MIN };
        for col in 0..self.cols {
            if self.stones[col].len() < self.rows {
                self.stones[col].push((n % 2) as u8);
                let score = if self.top_wins(col) {
                    (cells as i32 + 1 - n as i32) / 2
                } else {
                    -self.score()
                };
                self.stones[col].pop();
                best = best.max(score);
            }
        }
        best
    }
}

#[test]
fn scores_equal_a_plain_search_on_every_board_size() {
    for cols in 4..=7 {
        for rows in 4..=7 {
            let shape = AnySize::new(cols, rows).unwrap();
            let mut solver = Solver::new(cols, rows, 1).unwrap();
            let plies = (shape.cells() - 9) as u32;
            for board in random_boards(u64::from(cols * 8 + rows), shape, plies, 40) {
                let bounds = solver.solve(board, &Question::exact());
                let plain = Grid::new(shape, board).score();
                assert_eq!((bounds.lower, bounds.upper), (plain, plain), "{board:?}");
            }
        }
    }
}

#[test]
fn lanes_of_every_width_give_equal_scores_and_node_counts() {
    for (cols, rows, plies) in [(7, 6, 16), (7, 7, 26), (6, 5, 10)] {
        let shape = AnySize::new(cols, rows).unwrap();
        let boards = random_boards(3, shape, plies, 30);
        let runs = Width::available().into_iter().map(|width| {
            let solver = Solver::new(cols, rows, 4).unwrap();
            let mut solver = solver.with(width, Rules::sound(shape));
            let answers = boards.iter().map(|&board| {
                solver.forget();
                (solver.solve(board, &Question::exact()), solver.nodes())
            });
            answers.collect::<Vec<_>>()
        });
        let runs: Vec<_> = runs.collect();
        assert!(runs.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

#[test]
fn rules_on_or_off_give_equal_scores() {
    let sound = Rules::sound(Standard);
    let settings = [
        sound,
        Rules { claimeven: false, ..sound },
        Rules { odd_threat: false, ..sound },
        NO_RULES,
    ];
    let widest = *Width::available().last().unwrap();
    let mut solvers = settings.map(|rules| Solver::standard(4).with(widest, rules));
    for plies in 18..=34 {
        for board in random_boards(u64::from(plies), Standard, plies, 60) {
            let scores = solvers.each_mut().map(|s| s.solve(board, &Question::exact()));
            assert!(scores.iter().all(|score| score == &scores[0]), "{board:?} {scores:?}");
        }
    }
}

/// Every statement of a rule, on positions where it speaks, against a search without rules.
#[test]
fn what_the_rules_prove_is_true() {
    for (cols, rows, plies) in [(7u8, 6u8, 22..36u32), (6, 4, 8..20), (5, 6, 12..26), (4, 4, 4..12)]
    {
        let shape = AnySize::new(cols, rows).unwrap();
        let mut solver = Solver::new(cols, rows, 4).unwrap().with(Width::Scalar, NO_RULES);
        let (mut claimed, mut threatened) = (0, 0);
        for plies in plies {
            for board in random_boards(u64::from(plies) << 8, shape, plies, 250) {
                let playable = board.playable(shape);
                if wins(One, board.me) & playable != 0 {
                    continue;
                }
                if plies % 2 == 0 {
                    let (first, second) = (board.me, board.opponent());
                    let proof = claimeven(One, shape, first, second, playable);
                    if proof.not_won != 0 {
                        claimed += 1;
                        let most = if proof.lost != 0 { -1 } else { 0 };
                        let score = solver.solve(board, &Question::exact()).lower;
                        assert!(score <= most, "claimeven {board:?}: {score} > {most}");
                    }
                } else {
                    let (first, second) = (board.opponent(), board.me);
                    let proof = odd_threat(One, shape, first, second, playable);
                    if proof.any_row != 0 {
                        threatened += 1;
                        let worth =
                            if proof.third_row != 0 { (i32::from(rows) - 1) / 2 } else { 1 };
                        let score = solver.solve(board, &Question::exact()).lower;
                        assert!(score <= -worth, "odd threat {board:?}: {score} > {}", -worth);
                    }
                }
            }
        }
        assert!(claimed > 20, "{cols}x{rows}: the rule spoke {claimed} times");
        assert!(threatened > 5 || rows < 6, "{cols}x{rows}: the rule spoke {threatened} times");
    }
}

#[test]
fn a_mirrored_position_has_the_same_score_and_children_agree() {
    let mut solver = Solver::standard(4);
    for board in random_boards(11, Standard, 17, 25) {
        let mut score = |board| solver.solve(board, &Question::exact()).lower;
        let here = score(board);
        assert_eq!(here, score(mirrored(board)));
        if board.winning_score().is_none() {
            let best = board.quiet_children().map(|child| -score(child)).max();
            assert_eq!(Some(here), best, "{board:?}");
        }
    }
}

#[test]
fn the_sign_agrees_with_the_exact_score() {
    let mut solver = Solver::standard(4);
    for board in random_boards(12, Standard, 16, 40) {
        let exact = solver.solve(board, &Question::exact()).lower;
        let sign = solver.solve(board, &Question::sign());
        assert!(sign.lower <= exact && exact <= sign.upper);
        assert!(sign.lower > 0 || sign.upper < 0 || sign.is_exact() && exact == 0, "{sign:?}");
    }
}

#[test]
fn threads_find_the_same_scores() {
    let mut alone = Solver::standard(16);
    let mut together = Solver::standard(16).with_threads(3);
    for board in random_boards(13, Standard, 11, 3) {
        let question = Question::exact();
        assert_eq!(alone.solve(board, &question), together.solve(board, &question));
    }
}

#[test]
fn limits_end_the_search_with_bounds_that_are_true() {
    let mut solver = Solver::standard(1);
    let limited = Question { nodes: Some(20_000), ..Question::exact() };
    let bounds = solver.solve(Board::default(), &limited);
    assert!(bounds.lower <= 1 && 1 <= bounds.upper && !bounds.is_exact());
    assert!(solver.nodes() < 22_000, "{}", solver.nodes());
    let stop = Stop::new();
    stop.stop();
    let bounds = solver.solve(Board::default(), &Question { stop, ..Question::exact() });
    assert!(!bounds.is_exact());
}

/// What the order of moves, the windows, the rules and the table save: another number means that
/// the search goes another way, which only a measured change of it may do.
#[test]
fn the_search_takes_the_way_that_was_measured() {
    let nodes = |cols: u8, rows: u8, plies: u32, count: usize, goal| -> u64 {
        let shape = AnySize::new(cols, rows).unwrap();
        let mut solver = Solver::new(cols, rows, 1).unwrap();
        let question = Question { goal, ..Question::exact() };
        let boards = random_boards(71, shape, plies, count).into_iter();
        let each = boards.map(|board| {
            solver.forget();
            solver.solve(board, &question);
            solver.nodes()
        });
        each.sum()
    };
    let found = [
        nodes(7, 6, 13, 2, Goal::Exact),
        nodes(7, 6, 18, 20, Goal::Exact),
        nodes(7, 6, 14, 5, Goal::Sign),
        nodes(7, 6, 17, 20, Goal::AtLeast(2)),
        nodes(7, 7, 26, 40, Goal::Exact),
        nodes(6, 4, 6, 6, Goal::Exact),
    ];
    assert_eq!(found, [17052, 42975, 6294, 22898, 21220, 9338]);
}

#[test]
fn rules_that_are_not_sound_on_a_board_are_not_used() {
    for (rows, sound) in [(6, true), (4, true), (5, false), (7, false)] {
        let shape = AnySize::new(7, rows).unwrap();
        assert_eq!(Rules::sound(shape), Rules { claimeven: sound, odd_threat: sound });
        let all = Rules { claimeven: true, odd_threat: true };
        let solver = Solver::new(7, rows, 1).unwrap();
        assert_eq!(solver.rules, Rules::sound(shape));
        assert_eq!(solver.with(Width::Scalar, all).rules, Rules::sound(shape));
        for rules in [Rules { claimeven: false, ..all }, Rules { odd_threat: false, ..all }] {
            let solver = Solver::new(7, rows, 1).unwrap().with(Width::Scalar, rules);
            assert_eq!(solver.rules.claimeven, rules.claimeven && sound);
            assert_eq!(solver.rules.odd_threat, rules.odd_threat && sound);
        }
    }
    assert!(Solver::new(3, 6, 1).is_none() && Solver::new(7, 8, 1).is_none());
    assert_eq!(Solver::standard(1).with_threads(0).threads, 1);
    assert_eq!(Solver::standard(1).with_threads(3).threads, 3);
}

#[test]
fn positions_are_read_from_columns_and_refused_after_the_end() {
    let after = |columns: &[u8]| Board::after(columns.iter().copied());
    assert_eq!(after(&[]), Some(Board::default()));
    let board = after(&[3, 3, 0]).unwrap();
    assert_eq!((board.stone_count(), board.mask), (3, 0b11 << 24 | 1));
    assert_eq!(board.me, 1 << 25, "the second player is to move");
    assert_eq!(Board::from_stones(board.me, board.mask), board);
    assert_eq!(after(&[7]), None, "there is no eighth column");
    assert_eq!(after(&[0; 7]), None, "six stones fill a column");
    assert!(after(&[0; 6]).is_some());
    let won = [0, 1, 0, 1, 0, 1, 0];
    assert!(after(&won).is_some());
    assert_eq!(after(&[&won[..], &[6]].concat()), None, "the game is over");
    assert_eq!(after(&won[..6]).unwrap().winning_score(), Some(18));
    assert_eq!(board.winning_score(), None);
}

#[test]
fn a_key_is_read_back_and_the_smaller_of_two_images_stands_for_both() {
    for board in random_boards(72, Standard, 15, 40) {
        let key = board.key(Standard);
        assert_eq!(Board::from_standard_key(key), board);
        let image = mirrored(board);
        assert_eq!(board.canonical_key(), image.canonical_key());
        assert_eq!(board.canonical_key(), key.min(image.key(Standard)));
        let children: Vec<Board> = board.quiet_children().collect();
        let quiet = board.playable(Standard) & !wins(One, board.me);
        assert_eq!(children.len(), quiet.count_ones() as usize);
        for child in children {
            assert_eq!(child.stone_count(), 16);
            assert_eq!(fours(One, child.opponent()), 0);
        }
    }
}
