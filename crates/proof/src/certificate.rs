//! The certificate file: a strategy as text, written and read. See docs/certificates.md.

use crate::board::{Shape, Stones, column, wins};
use crate::family::Goal;
use crate::plan::{Plan, Word};
use alinea_core::Player;
use std::collections::HashMap;
use std::fmt::Write as _;

/// The first line of every certificate.
const TITLE: &str = "alinea certificate 1";
/// The longest file that is read.
pub const MAX_BYTES: usize = 4 << 20;
/// The longest line that is read.
const MAX_LINE: usize = 120;

/// Positions of a strategy by kind, mirror images counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// Positions with a stored move.
    pub stored: u32,
    /// Positions with a plan.
    pub leaves: u32,
    /// Positions without a line, in which the hero blocks.
    pub forced: u32,
    /// Positions with the opponent to move after stored and forced moves.
    pub replies: u32,
}

impl Counts {
    /// All positions, as WeakC4 counts them with mirror images merged.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.stored + self.leaves + self.forced + self.replies
    }

    fn named(&self) -> [(&'static str, u32); 4] {
        [
            ("stored", self.stored),
            ("leaves", self.leaves),
            ("forced", self.forced),
            ("replies", self.replies),
        ]
    }
}

/// One line: what the hero plays in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Columns played from the empty board, counted from 0.
    pub moves: Vec<u8>,
    /// The hero's column, counted from 0.
    pub col: u8,
    /// The plan that is followed afterwards; none for a stored move.
    pub plan: Option<Plan>,
}

/// A strategy of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Whose strategy it is.
    pub hero: Player,
    /// What it reaches.
    pub goal: Goal,
    /// What the file says of its size.
    pub counts: Counts,
    /// The lines, sorted by length and text.
    pub lines: Vec<Line>,
}

/// A certificate of Connect Four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The board.
    pub shape: Shape,
    /// One strategy, or two that prove a draw.
    pub strategies: Vec<Strategy>,
}

/// The certificates that come with the program, as text.
#[derive(Clone, Copy, Debug)]
pub struct Embedded;

impl Embedded {
    /// The usual board, the fewest stored moves.
    pub const SMALLEST: &str = include_str!("../certificates/connect4-smallest.txt");
    /// The usual board with plain plans only: the one to learn.
    pub const PLANS_ONLY: &str = include_str!("../certificates/connect4-plans.txt");
    /// Other boards: the game as it is typed, and its certificate.
    pub const BOARDS: &[(&str, &str)] = &[
        ("connect4:4x4", include_str!("../certificates/connect4-4x4.txt")),
        ("connect4:4x5", include_str!("../certificates/connect4-4x5.txt")),
        ("connect4:4x6", include_str!("../certificates/connect4-4x6.txt")),
        ("connect4:5x4", include_str!("../certificates/connect4-5x4.txt")),
        ("connect4:5x5", include_str!("../certificates/connect4-5x5.txt")),
        ("connect4:5x6", include_str!("../certificates/connect4-5x6.txt")),
        ("connect4:6x4", include_str!("../certificates/connect4-6x4.txt")),
        ("connect4:6x5", include_str!("../certificates/connect4-6x5.txt")),
        ("connect4:6x6", include_str!("../certificates/connect4-6x6.txt")),
        ("connect4:7x4", include_str!("../certificates/connect4-7x4.txt")),
        ("connect4:7x5", include_str!("../certificates/connect4-7x5.txt")),
        ("mnk:4x3x3", include_str!("../certificates/mnk-4x3x3.txt")),
        ("mnk:6x5x4", include_str!("../certificates/mnk-6x5x4.txt")),
    ];

    /// The certificate of a game as it is typed, if one comes with the program.
    #[must_use]
    pub fn of(game: &str) -> Option<&'static str> {
        match game {
            "connect4" | "connect4:7x6" => Some(Self::SMALLEST),
            _ => Self::BOARDS.iter().find(|board| board.0 == game).map(|board| board.1),
        }
    }

    /// The one of a game that is made of plain plans alone.
    #[must_use]
    pub fn of_plans(game: &str) -> Option<&'static str> {
        matches!(game, "connect4" | "connect4:7x6").then_some(Self::PLANS_ONLY)
    }
}

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("certificate line {line}: {reason}")]
pub struct CertificateError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub reason: String,
}

fn fail<T>(line: usize, reason: impl Into<String>) -> Result<T, CertificateError> {
    Err(CertificateError { line, reason: reason.into() })
}

/// Columns as a certificate writes them.
#[must_use]
pub fn moves_text(moves: &[u8]) -> String {
    if moves.is_empty() {
        return "-".into();
    }
    moves.iter().map(|&col| char::from(b'1' + col)).collect()
}

impl Line {
    fn order(&self) -> (usize, &[u8]) {
        (self.moves.len(), &self.moves)
    }
}

impl Certificate {
    /// The file.
    #[must_use]
    pub fn text(&self) -> String {
        let (cols, rows) = (self.shape.cols(), self.shape.rows());
        let mut text = format!("{TITLE}\ngame connect4 {cols}x{rows}\n");
        for strategy in &self.strategies {
            let goal = strategy.goal.name();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "strategy {} {goal}", strategy.hero);
            for (name, count) in strategy.counts.named() {
                let _ = writeln!(text, "{name} {count}");
            }
            for line in &strategy.lines {
                let _ = write!(text, "{} {}", moves_text(&line.moves), line.col + 1);
                match line.plan {
                    Some(plan) => _ = writeln!(text, " {}", plan.text(cols)),
                    None => text.push('\n'),
                }
            }
        }
        text.push_str("end\n");
        text
    }

    /// Reads a file. What the strategy is worth is not asked here.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        if text.len() > MAX_BYTES {
            return fail(0, format!("expected at most {MAX_BYTES} bytes, found {}", text.len()));
        }
        if !text.ends_with('\n') {
            return fail(text.lines().count(), "the last line does not end: the file is cut off");
        }
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let mut next = |wanted: &str| match lines.next() {
            Some((at, line)) if line.len() > MAX_LINE => {
                fail(at, format!("expected at most {MAX_LINE} characters"))
            }
            Some(found) => Ok(found),
            None => fail(text.lines().count() + 1, format!("expected {wanted}, found the end")),
        };
        let (at, title) = next(TITLE)?;
        if title != TITLE {
            return fail(at, format!("expected '{TITLE}', found '{title}'"));
        }
        let (at, game) = next("the game")?;
        let Some(shape) = read_game(game) else {
            return fail(
                at,
                format!("expected 'game connect4 7x6' (sides 4 to 7), found '{game}'"),
            );
        };
        let mut strategies: Vec<Strategy> = Vec::new();
        let mut heading = next("a strategy")?;
        loop {
            let (mut strategy, mut counts) = (read_heading(heading)?, [0; 4]);
            for (i, name) in ["stored", "leaves", "forced", "replies"].into_iter().enumerate() {
                let (at, line) = next(name)?;
                let count = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
                let Some(count) = count.and_then(|count| count.parse().ok()) else {
                    return fail(at, format!("expected '{name} COUNT', found '{line}'"));
                };
                counts[i] = count;
            }
            let [stored, leaves, forced, replies] = counts;
            strategy.counts = Counts { stored, leaves, forced, replies };
            let ended = loop {
                let (at, line) = next("'end'")?;
                if line == "end" {
                    break true;
                }
                if line.starts_with("strategy") {
                    heading = (at, line);
                    break false;
                }
                let line = read_line(&shape, strategy.hero, at, line)?;
                if strategy.lines.last().is_some_and(|last| last.order() >= line.order()) {
                    return fail(at, "expected lines sorted by length, then by text");
                }
                strategy.lines.push(line);
            };
            strategies.push(strategy);
            if ended {
                break;
            }
        }
        if let Some((at, _)) = lines.next() {
            return fail(at, "expected nothing after 'end'");
        }
        let kinds: Vec<_> = strategies.iter().map(|s| (s.hero, s.goal)).collect();
        let draw = [(Player::First, Goal::Draw), (Player::Second, Goal::Draw)];
        if !(matches!(kinds.as_slice(), [(_, Goal::Win)]) || kinds == draw) {
            return fail(3, "expected one strategy that wins, or two that draw, first and second");
        }
        Ok(Self { shape, strategies })
    }
}

fn read_game(line: &str) -> Option<Shape> {
    let size = line.strip_prefix("game connect4 ")?;
    let (cols, rows) = size.split_once('x')?;
    if size.len() != 3 {
        return None;
    }
    Shape::new(cols.parse().ok()?, rows.parse().ok()?)
}

fn read_heading((at, line): (usize, &str)) -> Result<Strategy, CertificateError> {
    let (hero, goal) = match line {
        "strategy first win" => (Player::First, Goal::Win),
        "strategy second win" => (Player::Second, Goal::Win),
        "strategy first draw" => (Player::First, Goal::Draw),
        "strategy second draw" => (Player::Second, Goal::Draw),
        _ => return fail(at, format!("expected 'strategy first win' or alike, found '{line}'")),
    };
    Ok(Strategy { hero, goal, counts: Counts::default(), lines: Vec::new() })
}

fn read_line(shape: &Shape, hero: Player, at: usize, line: &str) -> Result<Line, CertificateError> {
    let cols = shape.cols() as usize;
    let words: Vec<&str> = line.split(' ').collect();
    let (moves, col, plan) = match words.as_slice() {
        [moves, col] => (*moves, *col, None),
        [moves, col, plan] => (*moves, *col, Some(*plan)),
        _ => return fail(at, format!("expected 'MOVES COLUMN [PLAN]', found '{line}'")),
    };
    let digits = |text: &str| -> Option<Vec<u8>> {
        let digit = |byte: u8| byte.checked_sub(b'1').filter(|&col| usize::from(col) < cols);
        text.bytes().map(digit).collect()
    };
    let columns = if moves == "-" { Some(Vec::new()) } else { digits(moves) };
    let pos = columns.as_deref().and_then(|columns| position(shape, hero, columns));
    let (Some(moves), Some((pos, true))) = (columns, pos) else {
        return fail(at, format!("expected a game with the hero to move, found '{moves}'"));
    };
    let own = digits(col).filter(|own| own.len() == 1);
    let Some(col) = own.map(|own| own[0]).filter(|&own| playable(shape, pos, own) != 0) else {
        return fail(at, format!("expected a column that is not full, found '{col}'"));
    };
    let plan = match plan {
        None => None,
        Some(text) => {
            let words: Option<Vec<Word>> = text.chars().map(Word::from_letter).collect();
            let Some(found) = words.filter(|words| words.len() == cols) else {
                return fail(at, format!("expected a plan of {cols} characters, found '{text}'"));
            };
            let mut words = [Word::Follow; 7];
            words[..cols].copy_from_slice(&found);
            Some(Plan { words })
        }
    };
    Ok(Line { moves, col, plan })
}

/// The playable square of a column, 0 when it is full or does not exist.
pub(crate) fn playable(shape: &Shape, pos: Stones, col: u8) -> u64 {
    let col = u32::from(col);
    if col < shape.cols() { shape.playable(pos.mask) & column(col) } else { 0 }
}

/// The position after these columns in a game that is not over, and whether the hero is to move.
pub(crate) fn position(shape: &Shape, hero: Player, columns: &[u8]) -> Option<(Stones, bool)> {
    let mut pos = Stones::default();
    let mut hero_to_move = hero == Player::First;
    for &col in columns {
        let square = playable(shape, pos, col);
        let own = if hero_to_move { pos.hero } else { pos.villain() };
        if square == 0 || wins(own) & square != 0 {
            return None;
        }
        pos = if hero_to_move { pos.hero_plays(square) } else { pos.villain_plays(square) };
        hero_to_move = !hero_to_move;
    }
    Some((pos, hero_to_move))
}

impl Strategy {
    /// The lines by position, mirror images merged.
    pub(crate) fn places(&self, shape: &Shape) -> HashMap<Stones, usize> {
        let places = self.lines.iter().enumerate().filter_map(|(i, line)| {
            let (pos, _) = position(shape, self.hero, &line.moves)?;
            Some((pos.canonical(shape).0, i))
        });
        places.collect()
    }
}
