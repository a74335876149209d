//! Positions whose truth is known: solved once, kept in a text file, one a line.
//!
//! ```text
//! 44535 2 1=-3,2=-2,3=1,4=2,5=-1,6=0,7=-4
//! ```
//! The position, its score for the player to move, and the scores of the moves that are known.
//! Connect Four's scores are the solver's: 22 minus the winner's discs at the end, negative for a
//! loss. Elsewhere a win in n plies is 1000 - n, a loss n - 1000.

/// One position and the truth about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// As `alinea show` reads it.
    pub position: String,
    /// For the player to move: positive wins, negative loses, 0 is a draw.
    pub score: i32,
    /// Scores of the moves that are known, for the player who makes them.
    pub moves: Vec<(String, i32)>,
}

/// The embedded positions of a game; `None` if there are none.
#[must_use]
pub fn embedded(game: &str) -> Option<Vec<Truth>> {
    let text = match game {
        "connect4" | "connect4:7x6" => include_str!("../../data/connect4.txt"),
        "gomoku" | "gomoku:15" => include_str!("../../data/gomoku.txt"),
        "boom" => include_str!("../../data/boom.txt"),
        _ => return None,
    };
    Some(text.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect())
}

/// The truth of a line of the file; `None` if it is none.
#[must_use]
pub fn read(line: &str) -> Option<Truth> {
    let mut words = line.split_whitespace();
    let position = words.next()?.to_owned();
    let score = words.next()?.parse().ok()?;
    let moves = words.next().unwrap_or_default().split(',').filter_map(|item| {
        let (mv, score) = item.split_once('=')?;
        Some((mv.to_owned(), score.parse().ok()?))
    });
    Some(Truth { position, score, moves: moves.collect() })
}

/// The line of the file for a truth.
#[must_use]
pub fn written(truth: &Truth) -> String {
    let scored = |(mv, score): &(String, i32)| format!("{mv}={score}");
    let moves: Vec<String> = truth.moves.iter().map(scored).collect();
    format!("{} {} {}", truth.position, truth.score, moves.join(","))
}

/// Exact scores are smaller than this, proven wins and losses larger.
const LARGEST_EXACT: i32 = 100;

/// Plies to the end of a win or loss with this score, where scores are not exact.
pub(super) fn plies_to_end(score: i32) -> i32 {
    1000 - score.abs()
}

impl Truth {
    /// Whether the score is exact, and with it that of every move.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.score.abs() < LARGEST_EXACT
    }

    /// Plies to the end of a proven win or loss.
    #[must_use]
    pub fn plies(&self) -> i32 {
        plies_to_end(self.score)
    }

    /// Won, drawn or lost for the player to move: 1, 0, -1.
    #[must_use]
    pub fn result(&self) -> i32 {
        self.score.signum()
    }

    /// The moves known to be best.
    #[must_use]
    pub fn best(&self) -> Vec<&str> {
        let best = self.moves.iter().map(|(_, score)| *score).max();
        let is_best = |found: &&(String, i32)| Some(found.1) == best;
        self.moves.iter().filter(is_best).map(|(mv, _)| mv.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let line = "44535 2 1=-3,4=2,5=2";
        let truth = read(line).unwrap();
        assert_eq!((truth.position.as_str(), truth.score, truth.moves.len()), ("44535", 2, 3));
        assert_eq!((truth.best(), written(&truth)), (vec!["4", "5"], line.to_owned()));
        assert_eq!([read(""), read("44"), read("44 x 1=2")], [None, None, None]);
        // What is no move is left out.
        assert_eq!(read("44 2 1,2=x,3=2").unwrap().moves, [("3".to_owned(), 2)]);
    }

    #[test]
    fn small_scores_are_exact_and_large_ones_count_plies() {
        let of = |score: i32| Truth { position: String::new(), score, moves: Vec::new() };
        assert_eq!(
            [0, 99, -99, 100, -100, 995].map(|score| of(score).is_exact()),
            [true, true, true, false, false, false]
        );
        assert_eq!([995, -994].map(|score| of(score).plies()), [5, 6]);
        assert_eq!([995, 0, -994].map(|score| of(score).result()), [1, 0, -1]);
    }

    #[test]
    fn three_games_have_positions_whose_truth_is_known() {
        let count = |game: &str| embedded(game).map(|truths| truths.len());
        assert_eq!(["connect4", "gomoku", "boom"].map(count), [Some(800), Some(600), Some(600)]);
        assert_eq!(count("connect4:7x6"), count("connect4"));
        assert_eq!(count("gomoku:15"), count("gomoku"));
        assert_eq!(["renju", "connect4:6x5", ""].map(count), [None; 3]);
    }
}
