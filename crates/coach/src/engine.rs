//! The judge of every other game: its strongest engine, with a share of the time for each move.

use crate::Truth;
use crate::judge::{Better, Judge};
use alinea_catalogue::{Seat, Session};
use alinea_engines::gomoku::engine::training::points_per_logit;
use alinea_games::gomoku::Variant;
use alinea_search::{Ignore, Limits, Stop};
use std::collections::HashMap;

/// Lets an engine think about every position.
pub(crate) struct Engine {
    seat: Box<dyn Seat>,
    limits: Limits,
    scale: f64,
    /// What the engine would have played in the positions judged so far, by their ply.
    choices: HashMap<usize, Better>,
}

impl Engine {
    /// This engine as the judge of games of this name.
    pub(crate) fn new(seat: Box<dyn Seat>, limits: Limits, game: &str) -> Engine {
        Engine { seat, limits, scale: scale(game), choices: HashMap::new() }
    }
}

/// Points of an estimate that make one logit of the expected result. Only moves between unproven
/// positions depend on it.
fn scale(game: &str) -> f64 {
    let rule = match game {
        // NINJA's estimates are logits, fitted on who won its games.
        "boom" => return 1.0,
        "gomoku" => Variant::Freestyle,
        "standard" => Variant::Standard,
        "renju" => Variant::Renju,
        "caro" => Variant::Caro,
        // Other games are judged by heuristics that nobody fitted: set by hand.
        _ => return 100.0,
    };
    // As the chances that the Gomoku engine says beside its scores, in hundredths of a point.
    points_per_logit(rule) / 100.0
}

impl Judge for Engine {
    fn truth(&mut self, session: &dyn Session, stop: &Stop) -> Option<Truth> {
        let thought = self.seat.think(session, &self.limits, stop, &mut Ignore).ok()?;
        if stop.is_set() {
            return None;
        }
        let line =
            if thought.line.is_empty() { thought.best.into_iter().collect() } else { thought.line };
        if !line.is_empty() {
            self.choices.insert(session.moves().len(), Better { line, reason: thought.reason });
        }
        Some(Truth { score: thought.score, proven: thought.proven, exact: thought.exact })
    }

    fn better(&mut self, session: &dyn Session, _: Truth, _: &Stop) -> Option<Better> {
        self.choices.get(&session.moves().len()).cloned()
    }

    fn learn(&mut self, session: &dyn Session, mv: &str) {
        let ply = session.moves().len();
        let rest = self.choices.get(&(ply + 1)).map(|after| after.line.clone()).unwrap_or_default();
        let line = [mv.to_owned()].into_iter().chain(rest).collect();
        self.choices.insert(ply, Better { line, reason: None });
    }

    fn scale(&self) -> f64 {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::DISTANCE_SHARE;
    use alinea_catalogue::open;
    use alinea_search::Score;

    #[test]
    fn one_logit_is_worth_three_quarters_in_every_game_that_was_fitted() {
        let truth = |points| Truth { score: Score::estimate(points), proven: false, exact: None };
        let share = truth(1.0).expected(225, judge("boom").scale());
        assert!((0.70..0.76).contains(&share), "boom: {share}");
        // Points of heuristics that nobody fitted are worth little each.
        assert!(judge("mnk").scale() > 50.0);
    }

    /// The page shows the engine's chance beside the review, which leaves room for decided scores.
    #[test]
    fn a_review_expects_what_the_engine_says_of_its_own_score() {
        for game in ["gomoku", "standard", "renju", "caro"] {
            let session = open(game).unwrap().read("h8i9j10g7i7").unwrap();
            let mut seat = session.seat(&"best:nodes=500".parse().unwrap()).unwrap();
            let limits = Limits::default();
            let thought = seat.think(session.as_ref(), &limits, &Stop::new(), &mut Ignore).unwrap();
            let said = thought.win.unwrap();
            let truth = Truth { score: thought.score, proven: false, exact: None };
            let expected = truth.expected(225, judge(game).scale());
            let said = DISTANCE_SHARE + (1.0 - 2.0 * DISTANCE_SHARE) * said;
            assert!((said - expected).abs() < 0.005, "{game}: {said}, {expected}");
        }
    }

    fn judge(game: &str) -> Engine {
        let seat = open("mnk:3x3x3").unwrap().seat(&"alphabeta:depth=2".parse().unwrap()).unwrap();
        Engine::new(seat, Limits::default(), game)
    }

    #[test]
    fn a_win_heard_of_goes_on_with_what_is_known_of_the_position_after_it() {
        let mut judge = judge("mnk");
        let mut session = open("mnk:3x3x3").unwrap().read("a1b2").unwrap();
        let line = |moves: &[&str]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        for (ply, moves) in [(1, ["a2"]), (2, ["b3"]), (3, ["c3"])] {
            judge.choices.insert(ply, Better { line: line(&moves), reason: None });
        }
        let known = |judge: &mut Engine, session: &dyn Session| {
            let nothing = Truth { score: Score::DRAW, proven: false, exact: None };
            judge.better(session, nothing, &Stop::new()).map(|better| better.line)
        };
        judge.learn(session.as_ref(), "c1");
        assert_eq!(known(&mut judge, session.as_ref()), Some(line(&["c1", "c3"])));
        // What is not known ends there.
        session.play("c1").unwrap();
        judge.learn(session.as_ref(), "b1");
        assert_eq!(known(&mut judge, session.as_ref()), Some(line(&["b1"])));
        session.play("b1").unwrap();
        assert_eq!(known(&mut judge, session.as_ref()), None);
    }
}
