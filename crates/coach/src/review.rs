//! Every move of a game judged, from the end to the start.

use crate::connect4::Exact;
use crate::engine::Engine;
use crate::judge::{Better, Judge};
use crate::sentence::sentence;
use crate::truth::Class;
use crate::verdict::verdict;
use crate::{Truth, Verdict};
use alinea_catalogue::{EngineSpec, Seat, Session, SpecError};
use alinea_core::{Message, Player};
use alinea_search::{Limits, Stop};
use std::time::Duration;

/// Time for a position where no other limit is given: a game of 60 moves takes half a minute.
const DEFAULT_TIME: Duration = Duration::from_millis(450);

/// How a game is judged.
#[derive(Clone, Debug, Default)]
pub struct ReviewOptions {
    /// The engine that judges; by default the solver, or the game's strongest.
    pub engine: Option<EngineSpec>,
    /// What it may spend on each position.
    pub limits: Limits,
}

/// A move and what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The number of the move in the game, from 1.
    pub ply: usize,
    /// The move.
    pub mv: String,
    /// Who made it.
    pub player: Player,
    /// What it was worth to that player.
    pub played: Truth,
    /// What the best move was worth.
    pub best: Truth,
    /// The best move; the move itself if nothing was better.
    pub best_move: String,
    /// What is said of it.
    pub verdict: Verdict,
    /// The best move and how the game goes on after it, where something was better.
    pub line: Vec<String>,
    /// The move and how it is answered, where the game turned.
    pub refutation: Vec<String>,
    /// What was given away, in words.
    pub reason: Option<Message>,
    /// Why the best move is so good, where there are words for it.
    pub why: Option<Message>,
    /// The share of a point given away.
    pub given: f64,
}

impl Judged {
    /// A move that nothing was better than, before it is known otherwise.
    pub(crate) fn best(before: &dyn Session, mv: String, played: Truth) -> Judged {
        Judged {
            ply: before.moves().len() + 1,
            best_move: mv.clone(),
            mv,
            player: before.turn(),
            played,
            best: played,
            verdict: Verdict::Best,
            line: Vec::new(),
            refutation: Vec::new(),
            reason: None,
            why: None,
            given: 0.0,
        }
    }

    /// Whether the game turned here.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        self.verdict.is_turning_point()
    }
}

/// A game judged, as far as the review went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// The judged moves in the order they were played.
    pub moves: Vec<Judged>,
    /// Whether every move was judged.
    pub is_complete: bool,
}

impl Review {
    /// How well a player played, from 0 to 100: the mean over the player's moves.
    #[must_use]
    pub fn accuracy(&self, player: Player) -> Option<f64> {
        let own: Vec<f64> = self
            .moves
            .iter()
            .filter(|judged| judged.player == player)
            .map(|judged| move_accuracy(judged.given))
            .collect();
        (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
    }
}

/// The accuracy of one move: 100 when nothing was given away, about 50 for a sixth of a point.
fn move_accuracy(given: f64) -> f64 {
    100.0 * (-4.2 * given.max(0.0)).exp()
}

/// Judges every move of the game, the last one first; `each` hears them one by one. A review that
/// is stopped keeps what it has.
pub fn review(
    session: &dyn Session,
    options: &ReviewOptions,
    stop: &Stop,
    each: &mut dyn FnMut(&Judged),
) -> Result<Review, SpecError> {
    let mut judge = judge_for(session, options)?;
    Ok(judged_by(judge.as_mut(), session, stop, each))
}

fn judged_by(
    judge: &mut dyn Judge,
    session: &dyn Session,
    stop: &Stop,
    each: &mut dyn FnMut(&Judged),
) -> Review {
    let squares = squares(session);
    let mut moves = Vec::new();
    let mut after = session.boxed_clone();
    let mut here = session.boxed_clone();
    let mut after_truth = match session.outcome() {
        Some(outcome) => Some(Truth::finished(outcome, session.turn())),
        None if session.moves().is_empty() => None,
        None => judge.truth(session, stop),
    };
    while let (Some(next), Some(mv)) = (after_truth, here.undo()) {
        let Some(mut own) = judge.truth(here.as_ref(), stop) else { break };
        let played = next.before_the_move();
        if played.class() == Some(Class::Win) && own.class() != Some(Class::Win) {
            // The move wins, by a proof that the judge found only after it.
            judge.learn(here.as_ref(), &mv);
            own = played;
        }
        let is_worse = played.score < own.score;
        let better = is_worse.then(|| judge.better(here.as_ref(), own, stop)).flatten();
        if stop.is_set() {
            break;
        }
        let better = better.filter(|better| better.line.first() != Some(&mv));
        let worth = |truth: Truth| truth.expected(squares, judge.scale());
        let mut judged = Judged::best(here.as_ref(), mv, played);
        if let Some(Better { line, reason }) = better {
            judged.best = own;
            judged.given = (worth(own) - worth(played)).max(0.0);
            judged.verdict = verdict(own, played, judged.given);
            judged.best_move.clone_from(&line[0]);
            judged.line = line;
            judged.why = reason;
            judged.reason = Some(sentence(&judged));
            if judged.is_turning_point() && after.outcome().is_none() {
                let answer = judge.better(after.as_ref(), next, stop);
                let answer = answer.map(|answer| answer.line).unwrap_or_default();
                judged.refutation = [judged.mv.clone()].into_iter().chain(answer).collect();
            }
        }
        each(&judged);
        moves.push(judged);
        after_truth = Some(own);
        after.undo();
    }
    let is_complete = moves.len() == session.moves().len();
    moves.reverse();
    Review { moves, is_complete }
}

fn squares(session: &dyn Session) -> u32 {
    let rows = session.view().rows;
    (rows.len() * rows.first().map_or(0, String::len)) as u32
}

fn judge_for(session: &dyn Session, options: &ReviewOptions) -> Result<Box<dyn Judge>, SpecError> {
    if options.engine.is_none()
        && let Some(exact) = Exact::new(session)
    {
        return Ok(Box::new(exact));
    }
    let spec = options.engine.clone().unwrap_or_else(EngineSpec::best);
    let mut seat = session.seat(&spec)?;
    seat.new_game();
    let limits = limits_for(seat.as_ref(), options.limits);
    Ok(Box::new(Engine::new(seat, limits, session.name())))
}

/// What was asked for; a time for a seat that would never end by itself.
fn limits_for(seat: &dyn Seat, mut limits: Limits) -> Limits {
    if seat.is_open_ended() && limits == Limits::default() {
        limits.time = Some(DEFAULT_TIME);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_catalogue::open;
    use alinea_search::Score;

    /// A judge that knows nothing but that the player to move at one ply is lost, and is stopped
    /// when it is asked for a better move.
    struct Late {
        lost_at: usize,
        stop: Stop,
    }

    impl Judge for Late {
        fn truth(&mut self, session: &dyn Session, _: &Stop) -> Option<Truth> {
            let is_lost = session.moves().len() == self.lost_at;
            let score = if is_lost { Score::loss_in(2) } else { Score::estimate(1.0) };
            Some(Truth { score, proven: is_lost, exact: None })
        }

        fn better(&mut self, _: &dyn Session, _: Truth, _: &Stop) -> Option<Better> {
            self.stop.stop();
            Some(Better { line: vec!["c3".to_owned()], reason: None })
        }

        fn learn(&mut self, session: &dyn Session, mv: &str) {
            assert_eq!((session.moves().len() + 1, mv), (self.lost_at, "a2"));
        }

        fn scale(&self) -> f64 {
            1.0
        }
    }

    #[test]
    fn a_win_seen_late_counts_for_the_moves_before_and_a_stop_leaves_the_move_at_hand() {
        let session = open("mnk:3x3x3").unwrap().read("a1b2a2").unwrap();
        let stop = Stop::new();
        let mut judge = Late { lost_at: 3, stop: stop.clone() };
        let mut heard = Vec::new();
        let review =
            judged_by(&mut judge, session.as_ref(), &stop, &mut |judged| heard.push(judged.ply));
        // The last move wins, so the one before it lost: something was better there, and while
        // that was looked for the review was stopped.
        assert_eq!((heard, review.is_complete), (vec![3], false));
        assert_eq!(review.moves.len(), 1);
        let last = &review.moves[0];
        assert_eq!((last.verdict, last.best.score.win()), (Verdict::Best, Some(3)));
    }

    /// A judge that is told what every position is worth, by its ply, and always knows one line.
    struct Told {
        truths: Vec<Score>,
        asked: usize,
    }

    impl Judge for Told {
        fn truth(&mut self, session: &dyn Session, _: &Stop) -> Option<Truth> {
            self.asked += 1;
            let score = *self.truths.get(session.moves().len())?;
            Some(Truth { score, proven: score.is_decided(), exact: None })
        }

        fn better(&mut self, _: &dyn Session, _: Truth, _: &Stop) -> Option<Better> {
            Some(Better { line: vec!["c3".to_owned(), "d3".to_owned()], reason: None })
        }

        fn learn(&mut self, _: &dyn Session, _: &str) {}

        fn scale(&self) -> f64 {
            1.0
        }
    }

    fn told(game: &str, moves: &str, truths: &[Score]) -> (Review, usize) {
        let session = open(game).unwrap().read(moves).unwrap();
        let mut judge = Told { truths: truths.to_vec(), asked: 0 };
        let review = judged_by(&mut judge, session.as_ref(), &Stop::new(), &mut |_| {});
        (review, judge.asked)
    }

    #[test]
    fn a_detour_costs_its_share_of_the_board_and_needs_no_answer() {
        let worth = [Score::win_in(3), Score::loss_in(8), Score::win_in(7)];
        let (review, _) = told("mnk:4x3x3", "a1b2", &worth);
        let [slow, held] = review.moves.as_slice() else { panic!("{review:?}") };
        // Six plies longer on twelve squares, where all of them together are worth a twentieth.
        assert!((slow.given - 0.05 * 6.0 / 12.0).abs() < 1e-12, "{slow:?}");
        assert_eq!((slow.verdict, slow.best.score.win()), (Verdict::Inaccuracy, Some(3)));
        assert_eq!((slow.best_move.as_str(), slow.line.len()), ("c3", 2));
        assert_eq!(slow.reason.as_ref().unwrap().key, "review.slower-win");
        assert!(slow.refutation.is_empty(), "{slow:?}");
        // Nothing was better than the answer, so nothing is said of it.
        let before = open("mnk:4x3x3").unwrap().read("a1").unwrap();
        let untold = Judged::best(before.as_ref(), "b2".to_owned(), held.played);
        assert_eq!((held, held.played.score.loss()), (&untold, Some(8)));
    }

    #[test]
    fn the_judge_is_not_asked_about_a_game_without_moves() {
        let (review, asked) = told("mnk:4x3x3", "-", &[Score::DRAW]);
        assert_eq!((review.moves.len(), review.is_complete, asked), (0, true, 0));
        assert_eq!(Player::BOTH.map(|player| review.accuracy(player)), [None, None]);
        // A judge that knows nothing more leaves the rest open.
        let (review, _) = told("mnk:4x3x3", "a1", &[]);
        assert_eq!((review.moves.len(), review.is_complete), (0, false));
    }

    #[test]
    fn an_engine_that_never_ends_is_given_a_time_unless_something_else_ends_it() {
        let session = open("mnk:4x3x3").unwrap();
        let limits = |engine: &str, limits: Limits| {
            let seat = session.seat(&engine.parse().unwrap()).unwrap();
            limits_for(seat.as_ref(), limits)
        };
        let endless = limits("alphabeta", Limits::default());
        assert_eq!(endless, Limits { time: Some(DEFAULT_TIME), ..Limits::default() });
        assert_eq!(limits("alphabeta", Limits::nodes(7)), Limits::nodes(7));
        assert_eq!(limits("alphabeta:depth=2", Limits::default()), Limits::default());
    }

    #[test]
    fn what_is_given_away_costs_accuracy() {
        assert_eq!(move_accuracy(0.0), 100.0);
        assert_eq!(move_accuracy(-0.1), 100.0);
        let shares = [1.0 / 6.0, 0.5, 0.95].map(|given| move_accuracy(given).round());
        assert_eq!(shares, [50.0, 12.0, 2.0]);
    }
}
