//! What a program answers in the protocol of `docs/protocol.md`: its move, and remarks on the way.

use alinea_search::{Score, Thought};

/// The move of a line `bestmove MOVE`, whose move may be missing; `None` for other lines.
pub(crate) fn best_move(line: &str) -> Option<Option<String>> {
    let mut words = line.split(' ');
    (words.next() == Some("bestmove")).then(|| words.next().map(str::to_owned))
}

/// Reads `depth D`, `nodes N`, `score X`, `score win N`, `score loss N` and `line ...`; what it
/// does not know it skips.
pub(crate) fn read_info(info: &str, thought: &mut Thought<String>) {
    let mut words = info.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = number(words.next()).unwrap_or(thought.depth),
            "nodes" => thought.nodes = number(words.next()).unwrap_or(thought.nodes),
            "score" => match words.next() {
                Some("win") => {
                    thought.score = number(words.next()).map_or(Score::DRAW, Score::win_in)
                }
                Some("loss") => {
                    thought.score = number(words.next()).map_or(Score::DRAW, Score::loss_in);
                }
                points => thought.score = number(points).map_or(Score::DRAW, Score::estimate),
            },
            "line" => thought.line = words.by_ref().take(64).map(str::to_owned).collect(),
            _ => {}
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_is_read_leniently() {
        let mut thought = Thought::of(None);
        read_info("depth 6 mood good score win 5 nodes 12 line 4 4 3", &mut thought);
        assert_eq!((thought.depth, thought.nodes), (6, 12));
        assert_eq!(thought.score, Score::win_in(5));
        assert_eq!(thought.line, ["4", "4", "3"]);
        read_info("score -2.5 depth x nodes", &mut thought);
        assert_eq!((thought.score, thought.depth), (Score::estimate(-2.5), 6));
    }

    #[test]
    fn a_move_is_the_word_after_bestmove() {
        assert_eq!(best_move("bestmove 4 quickly"), Some(Some("4".to_owned())));
        assert_eq!(best_move("bestmove"), Some(None));
        assert_eq!(best_move("bestmoves 4"), None);
    }
}
