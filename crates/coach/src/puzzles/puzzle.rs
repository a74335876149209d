//! One puzzle, and its line of text.

use alinea_catalogue::{Session, open};
use alinea_core::PositionError;
use alinea_words::Language;
use std::fmt;
use std::str::FromStr;

/// Longest line of a puzzle that is read.
pub const MAX_LINE: usize = 4_000;

/// What is to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The only move that wins.
    Win,
    /// The only move that does not lose.
    Hold,
}

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// Two threats at once, of which only one can be stopped.
    DoubleThreat,
    /// The first player's threat in an odd row, which the other must fill the column under.
    OddThreat,
    /// The other side runs out of moves that do not lose.
    Zugzwang,
    /// Every attacking move makes a four.
    Fours,
    /// The answer to a four is a forbidden point.
    ForbiddenPoint,
    /// A bomb decides.
    Explosion,
    /// The only move that holds.
    Defence,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 7] = [
        Theme::DoubleThreat,
        Theme::OddThreat,
        Theme::Zugzwang,
        Theme::Fours,
        Theme::ForbiddenPoint,
        Theme::Explosion,
        Theme::Defence,
    ];

    /// The word in texts, in JSON and in the keys of sentences.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Theme::DoubleThreat => "double-threat",
            Theme::OddThreat => "odd-threat",
            Theme::Zugzwang => "zugzwang",
            Theme::Fours => "fours",
            Theme::ForbiddenPoint => "forbidden-point",
            Theme::Explosion => "explosion",
            Theme::Defence => "defence",
        }
    }

    /// What is to be found in puzzles of this theme.
    #[must_use]
    pub fn goal(self) -> Goal {
        if self == Theme::Defence { Goal::Hold } else { Goal::Win }
    }
}

/// How a puzzle is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleProof {
    /// The exact solver: every move's result is known.
    Solver,
    /// Every line was searched to the end of the game.
    Search,
    /// The result is proven by threats with `nodes` nodes, and no other move wins by threats (or,
    /// where one has to hold, the solution is not refuted) with `others` nodes.
    Threats {
        /// Nodes of the proof.
        nodes: u64,
        /// Nodes for each other move.
        others: u64,
    },
}

impl fmt::Display for PuzzleProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleProof::Solver => f.write_str("solver"),
            PuzzleProof::Search => f.write_str("search"),
            PuzzleProof::Threats { nodes, others } => write!(f, "threats:{nodes}:{others}"),
        }
    }
}

/// A position with exactly one move that wins or holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The game, as `gomoku` or `renju`.
    pub game: String,
    /// The position, as the command line writes it: moves from the start.
    pub position: String,
    /// The move to be found, and how the game goes on with best play.
    pub solution: Vec<String>,
    /// What it is about.
    pub theme: Theme,
    /// From 1, easy, to 5.
    pub difficulty: u8,
    /// How it is proven.
    pub proof: PuzzleProof,
}

/// Why a text is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError(pub String);

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// The position to be solved.
    pub fn session(&self) -> Result<Box<dyn Session>, PuzzleError> {
        let session = open(&self.game).map_err(|error| PuzzleError(error.to_string()))?;
        session.read(&self.position).map_err(|error| said(&error))
    }

    /// A short name that depends on the game and the position only: its address on the page.
    #[must_use]
    pub fn id(&self) -> String {
        const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        // FNV-1a: any hash that never changes.
        let text = format!("{} {}", self.game, self.position);
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let digit = |n: u64| char::from(DIGITS[(hash >> (59 - 5 * n)) as usize & 31]);
        (0..6).map(digit).collect()
    }

    /// Checks what comes from outside: a position, and a solution that can be played there.
    pub fn check(&self) -> Result<(), PuzzleError> {
        let mut session = self.session()?;
        if session.outcome().is_some() {
            return Err(PuzzleError("expected a position, found a finished game".to_owned()));
        }
        if self.solution.is_empty() {
            return Err(PuzzleError("expected a solution, found no move".to_owned()));
        }
        if !(1..=5).contains(&self.difficulty) {
            let found = self.difficulty;
            return Err(PuzzleError(format!("expected a difficulty from 1 to 5, found {found}")));
        }
        for mv in &self.solution {
            let refused = session.play(mv).err();
            if refused.is_some() {
                return Err(PuzzleError(format!("expected moves to play, found '{mv}'")));
            }
        }
        Ok(())
    }
}

/// The compact line: game, position, solution, theme, difficulty, proof.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { game, position, solution, theme, difficulty, proof } = self;
        write!(f, "{game} {position} {} {} {difficulty} {proof}", solution.concat(), theme.word())
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleError> {
        let expected = |what: &str, found: &str| {
            let found: String = found.chars().take(40).collect();
            PuzzleError(format!("expected {what}, found '{found}'"))
        };
        if line.len() > MAX_LINE {
            return Err(PuzzleError(format!("expected at most {MAX_LINE} bytes in a line")));
        }
        let words: Vec<&str> = line.split(' ').collect();
        let [game, position, solution, theme, difficulty, proof] = words[..] else {
            return Err(expected("six words", line));
        };
        let puzzle = Puzzle {
            game: game.to_owned(),
            position: position.to_owned(),
            solution: moves_of(game, position, solution)?,
            theme: theme.parse()?,
            difficulty: difficulty.parse().map_err(|_| expected("a difficulty", difficulty))?,
            proof: proof.parse()?,
        };
        puzzle.check()?;
        Ok(puzzle)
    }
}

/// Why a position was refused, in words.
pub(super) fn said(error: &PositionError) -> PuzzleError {
    PuzzleError(Language::English.say(&error.message()))
}

/// The moves of a solution that follow the position.
fn moves_of(game: &str, position: &str, solution: &str) -> Result<Vec<String>, PuzzleError> {
    let start = open(game).map_err(|error| PuzzleError(error.to_string()))?;
    let before = start.read(position).map_err(|error| said(&error))?.moves().len();
    let whole = if position == "-" { solution.to_owned() } else { format!("{position}{solution}") };
    let session = start.read(&whole).map_err(|error| said(&error))?;
    Ok(session.moves().get(before..).unwrap_or_default().to_vec())
}

impl FromStr for Theme {
    type Err = PuzzleError;

    fn from_str(word: &str) -> Result<Theme, PuzzleError> {
        Theme::ALL.into_iter().find(|theme| theme.word() == word).ok_or_else(|| {
            let known = Theme::ALL.map(Theme::word).join(", ");
            PuzzleError(format!("expected a theme ({known}), found '{word}'"))
        })
    }
}

impl FromStr for PuzzleProof {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<PuzzleProof, PuzzleError> {
        let parts: Vec<&str> = text.split(':').collect();
        let number = |text: &str| text.parse::<u64>().ok().filter(|&n| n <= MOST_NODES);
        let proof = match parts[..] {
            ["solver"] => Some(PuzzleProof::Solver),
            ["search"] => Some(PuzzleProof::Search),
            ["threats", nodes, others] => number(nodes)
                .zip(number(others))
                .map(|(nodes, others)| PuzzleProof::Threats { nodes, others }),
            _ => None,
        };
        let wrong = || format!("expected solver, search or threats:NODES:OTHERS, found '{text}'");
        proof.ok_or_else(|| PuzzleError(wrong()))
    }
}

/// Most nodes a puzzle can ask its verifier to spend on a move.
const MOST_NODES: u64 = 2_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back() {
        for line in [
            "connect4 4455 32 double-threat 1 solver",
            "gomoku h8a1i8a2j8o15 k8g8 fours 2 threats:4000:40000",
            "boom 44B3 12 zugzwang 3 search",
        ] {
            let puzzle = line.parse::<Puzzle>();
            if line.starts_with("boom") {
                // BOOM needs a bomb.
                assert!(puzzle.is_err(), "{puzzle:?}");
                continue;
            }
            assert_eq!(puzzle.unwrap().to_string(), line);
        }
    }

    #[test]
    fn what_is_no_puzzle_is_refused_with_words() {
        let bad = [
            ("", "six words"),
            ("chess e4 e5 fours 1 solver", "chess"),
            ("connect4 112233 9 fours 1 solver", "not on the board"),
            ("connect4 112233 4 flours 1 solver", "flours"),
            ("connect4 112233 4 fours 9 solver", "from 1 to 5"),
            ("connect4 112233 4 fours 1 oracle", "oracle"),
            ("connect4 112233 4 fours 1 threats:9:99999999999", "threats"),
            ("connect4 1122334 4 fours 1 solver", "4"),
        ];
        for (line, word) in bad {
            let error = line.parse::<Puzzle>().unwrap_err().to_string();
            assert!(error.contains(word), "{line}: {error}");
        }
    }

    #[test]
    fn an_id_depends_on_the_position_alone() {
        let puzzle: Puzzle = "connect4 4455 32 double-threat 1 solver".parse().unwrap();
        let other = Puzzle { difficulty: 5, ..puzzle.clone() };
        assert_eq!(puzzle.id(), other.id());
        let moved = Puzzle { position: "5544".to_owned(), ..puzzle.clone() };
        assert_ne!(puzzle.id(), moved.id());
        assert_eq!(puzzle.id().len(), 6);
    }
}
