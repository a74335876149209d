//! A finished game as it is written down.

use serde::{Deserialize, Serialize};

/// Who won, in the words of score sheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first player.
    #[serde(rename = "1-0")]
    First,
    /// The second player.
    #[serde(rename = "0-1")]
    Second,
    /// Nobody.
    #[serde(rename = "1/2")]
    Draw,
}

impl GameResult {
    /// Half points of the first player.
    #[must_use]
    pub fn half_points(self) -> u64 {
        match self {
            GameResult::First => 2,
            GameResult::Draw => 1,
            GameResult::Second => 0,
        }
    }

    /// As on a score sheet.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2",
        }
    }
}

/// The ways a game ends: a closed list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// At the ply limit of the plan: a draw.
    Cap,
    /// The loser gave up by its own scores.
    Resign,
    /// A built-in engine proved the result.
    Proven,
    /// The loser played a move that the rules refuse.
    Illegal,
    /// The loser did not answer in time.
    Timeout,
    /// The loser's program ended, or said what nobody understands.
    Crash,
    /// The loser's heuristic file failed.
    Script,
}

impl End {
    /// Every way, in the order of reports.
    pub const ALL: [End; 8] = [
        End::Rules,
        End::Cap,
        End::Resign,
        End::Proven,
        End::Illegal,
        End::Timeout,
        End::Crash,
        End::Script,
    ];

    /// Whether a contestant failed.
    #[must_use]
    pub fn is_failure(self) -> bool {
        matches!(self, End::Illegal | End::Timeout | End::Crash | End::Script)
    }

    /// The word in records.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            End::Rules => "rules",
            End::Cap => "cap",
            End::Resign => "resign",
            End::Proven => "proven",
            End::Illegal => "illegal",
            End::Timeout => "timeout",
            End::Crash => "crash",
            End::Script => "script",
        }
    }
}

/// One line of `games.jsonl`. Nothing in it depends on the clock.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Number from 1, in job order.
    pub game: usize,
    /// Round from 1; both games of a pair share it.
    pub round: usize,
    /// Name of the first player.
    pub first: String,
    /// Name of the second player.
    pub second: String,
    /// Where the moves begin: `-`, or a drawn board.
    pub start: String,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// All moves with spaces between them, as `alinea show` reads them.
    pub moves: String,
    /// How many moves those are.
    pub plies: usize,
    /// Who won.
    pub result: GameResult,
    /// How it ended.
    pub end: End,
    /// What the failing contestant did, if one did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// Positions searched by the first and the second player.
    pub nodes: [u64; 2],
}

/// One line of `times.jsonl`: what the clock said, kept apart because it never repeats.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Times {
    /// Number of the game.
    pub game: usize,
    /// Thinking time of the first and the second player.
    pub think_ms: [f64; 2],
    /// The longest move of each.
    pub slowest_ms: [f64; 2],
    /// Moves made by each.
    pub moves: [u32; 2],
    /// From the first move to the last, all included.
    pub game_ms: f64,
}

#[cfg(test)]
impl Record {
    /// A game of a test: twenty moves without an opening, ended by the rules.
    pub(crate) fn sample(job: &crate::Job, names: &[String], result: GameResult) -> Record {
        Record {
            game: job.number + 1,
            round: job.round + 1,
            first: names[job.first].clone(),
            second: names[job.second].clone(),
            start: "-".into(),
            opening: 0,
            moves: String::new(),
            plies: 20,
            result,
            end: End::Rules,
            reason: None,
            nodes: [0, 0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_the_journal_holds() {
        for end in End::ALL {
            assert_eq!(serde_json::to_string(&end).unwrap(), format!("\"{}\"", end.word()));
        }
        for score in [GameResult::First, GameResult::Second, GameResult::Draw] {
            assert_eq!(serde_json::to_string(&score).unwrap(), format!("\"{}\"", score.text()));
        }
    }
}
