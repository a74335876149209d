//! Tries: somebody plays a move in a position with a goal, and hears what came of it. Every move
//! that keeps the result is accepted.

use super::Goal;
use super::prover::{Answered, Left, prover};
use alinea_catalogue::Session;
use alinea_core::Message;
use alinea_search::Stop;

/// What came of a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Attempt {
    /// It keeps the result; the longest resistance, while the game goes on.
    Kept {
        /// The answer of the other side; none where the goal is reached.
        reply: Option<String>,
    },
    /// It does not.
    Lost {
        /// The answer, and how the game goes on.
        line: Vec<String>,
        /// What is left, in words.
        reason: Message,
    },
}

/// Judges the last move of `session` by the goal of the position before it. Nothing where the
/// game has no puzzles, no move was made, or the judge was stopped.
#[must_use]
pub fn attempt(session: &dyn Session, goal: Goal, stop: &Stop) -> Option<Attempt> {
    let tried = session.moves().last()?;
    let mover = session.turn().other();
    if let Some(outcome) = session.outcome() {
        let kept = match goal {
            Goal::Win => outcome.winner() == Some(mover),
            Goal::Hold => outcome.winner() != Some(mover.other()),
        };
        let lost = outcome.winner().is_some();
        let key = if lost { "puzzle.wrong.loss" } else { "puzzle.wrong.draw" };
        let reason = Message::new(key).with("move", tried);
        return Some(match kept {
            true => Attempt::Kept { reply: None },
            false => Attempt::Lost { line: Vec::new(), reason },
        });
    }
    let answered = prover(session)?.answer(session, goal, stop);
    if stop.is_set() {
        return None;
    }
    Some(match answered {
        Answered::Kept(reply) => {
            let reply = reply.filter(|_| goal == Goal::Win);
            Attempt::Kept { reply }
        }
        Answered::Lost { line, left } => {
            let key = match left {
                Left::Loss => "puzzle.wrong.loss",
                Left::Draw => "puzzle.wrong.draw",
                Left::Nothing => "puzzle.wrong.nothing",
            };
            Attempt::Lost { line, reason: Message::new(key).with("move", tried) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_catalogue::open;

    fn judged(game: &str, moves: &str, goal: Goal) -> Option<Attempt> {
        attempt(open(game).unwrap().read(moves).unwrap().as_ref(), goal, &Stop::new())
    }

    #[test]
    fn a_game_that_ends_with_the_try_is_judged_by_its_result() {
        let kept = Some(Attempt::Kept { reply: None });
        assert_eq!(judged("connect4", "1122334", Goal::Win), kept);
        // A full board without a line.
        let drawn = "225344533673453576212645522737771141641166";
        assert_eq!(judged("connect4", drawn, Goal::Hold), kept);
        let reason = Message::new("puzzle.wrong.draw").with("move", "6");
        let not_won = Some(Attempt::Lost { line: Vec::new(), reason });
        assert_eq!(judged("connect4", drawn, Goal::Win), not_won);
        // One move before that it is still enough to hold, not to win.
        assert_eq!(judged("connect4", &drawn[..41], Goal::Hold), kept);
        let reason = Message::new("puzzle.wrong.draw").with("move", "6");
        let line = vec!["6".to_owned()];
        let not_won = Some(Attempt::Lost { line, reason });
        assert_eq!(judged("connect4", &drawn[..41], Goal::Win), not_won);
        let reason = Message::new("puzzle.wrong.loss").with("move", "4");
        let lost = Some(Attempt::Lost { line: Vec::new(), reason });
        assert_eq!(judged("boom", "1122334", Goal::Hold), lost, "four in a row lose");
        assert_eq!(judged("connect4", "-", Goal::Win), None, "nothing was tried");
    }
}
