//! What a score means, in numbers with stable keys and in words.

use crate::{Finish, Plan, PlanError};
use alinea_stats::{Decision, Sprt, Summary};
use serde::Serialize;

/// The result of a match from the view of the first named contestant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchResult {
    /// Games counted.
    pub games: u64,
    /// Won by the first named.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the first named.
    pub losses: u64,
    /// Elo difference.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// Likelihood that the first named is stronger, 0 to 1.
    pub los: f64,
    /// Log-likelihood ratio of the sequential test; null without one.
    pub llr: Option<f64>,
    /// The ratios at which the test ends.
    pub bounds: Option<(f64, f64)>,
    /// Pairs of games that brought 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// Games lost by failing, by contestant.
    pub failures: [u64; 2],
    /// What each failed with first.
    #[serde(skip_serializing_if = "nobody_failed")]
    pub reasons: [Option<String>; 2],
    /// In words.
    pub verdict: String,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

fn nobody_failed(reasons: &[Option<String>; 2]) -> bool {
    reasons.iter().all(Option::is_none)
}

/// Sums up a match of two.
pub fn match_result(plan: &Plan, finish: &Finish) -> Result<MatchResult, PlanError> {
    let tally = &finish.tally;
    let (wdl, pairs) = (tally.against(0, 1), tally.pairs(0, 1));
    let nothing = Summary { elo: 0.0, error: 0.0, los: 0.5 };
    let summary = tally.summary(0, 1).unwrap_or(nothing);
    let test = plan.test()?;
    Ok(MatchResult {
        games: wdl.games(),
        wins: wdl.wins,
        draws: wdl.draws,
        losses: wdl.losses,
        elo: rounded(summary.elo, 2),
        error: rounded(summary.error, 2),
        los: rounded(summary.los, 4),
        llr: test.map(|test| rounded(test.llr(pairs), 3)),
        bounds: test.map(|test| test.bounds()).map(|(a, b)| (rounded(a, 3), rounded(b, 3))),
        pairs: pairs.0,
        failures: [tally.failures(0), tally.failures(1)],
        reasons: [0, 1].map(|player| tally.first_failure(player).map(str::to_owned)),
        verdict: verdict(plan, finish, test.as_ref(), &summary),
        interrupted: finish.interrupted,
    })
}

/// The verdict in words.
#[must_use]
pub fn verdict(plan: &Plan, finish: &Finish, test: Option<&Sprt>, summary: &Summary) -> String {
    let names = plan.names();
    let (a, b) = (&names[0], &names[1]);
    let games = finish.tally.games();
    let sure = |los: f64| format!("likelihood {:.1} %", 100.0 * los);
    match (finish.decision, test) {
        (Some(Decision::Accept), Some(test)) => {
            let (elo0, elo1) = test.elos();
            if elo0 < 0.0 {
                return format!(
                    "{a} is not weaker: accepted after {games} games (nearer {elo1} than {elo0} Elo)"
                );
            }
            format!("{a} is stronger: accepted after {games} games")
        }
        (Some(Decision::Reject), Some(_)) if summary.los < 0.05 => {
            format!("{b} is stronger: {a} rejected after {games} games")
        }
        (Some(Decision::Reject), Some(test)) => {
            let (elo0, elo1) = test.elos();
            if elo0 < 0.0 {
                return format!(
                    "{a} may be weaker: rejected after {games} games (nearer {elo0} than {elo1} Elo)"
                );
            }
            format!("{a} is not {elo1} Elo stronger: rejected after {games} games")
        }
        (Some(Decision::Continue), _) => {
            format!("undecided after {games} games: the test needs more")
        }
        _ if games == 0 => "no games were played".into(),
        _ if summary.los >= 0.95 => format!("{a} is stronger ({})", sure(summary.los)),
        _ if summary.los <= 0.05 => format!("{b} is stronger ({})", sure(1.0 - summary.los)),
        _ => format!("no clear difference after {games} games"),
    }
}

fn rounded(x: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    let rounded = (x * scale).round() / scale;
    // A minus sign on nothing would only puzzle.
    if rounded == 0.0 { 0.0 } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{End, GameResult, Record, Tally};

    fn sentence(elos: (f64, f64), decision: Decision, los: f64) -> String {
        let plan = Plan {
            sprt: Some(elos),
            ..Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 2)
        };
        let finish = Finish {
            tally: Tally::new(2),
            decision: Some(decision),
            interrupted: false,
            parked: Vec::new(),
        };
        let test = plan.test().unwrap();
        verdict(&plan, &finish, test.as_ref(), &Summary { elo: 0.0, error: 0.0, los })
    }

    #[test]
    fn each_end_of_a_test_has_its_own_sentence() {
        let accepted = sentence((0.0, 20.0), Decision::Accept, 0.99);
        assert_eq!(accepted, "a is stronger: accepted after 0 games");
        let accepted = sentence((-10.0, 0.0), Decision::Accept, 0.6);
        assert_eq!(accepted, "a is not weaker: accepted after 0 games (nearer 0 than -10 Elo)");
        let rejected = sentence((-10.0, 0.0), Decision::Reject, 0.3);
        assert_eq!(rejected, "a may be weaker: rejected after 0 games (nearer -10 than 0 Elo)");
        let rejected = sentence((-10.0, 0.0), Decision::Reject, 0.01);
        assert_eq!(rejected, "b is stronger: a rejected after 0 games");
        let rejected = sentence((0.0, 20.0), Decision::Reject, 0.5);
        assert_eq!(rejected, "a is not 20 Elo stronger: rejected after 0 games");
        let rejected = sentence((0.0, 20.0), Decision::Reject, 0.01);
        assert_eq!(rejected, "b is stronger: a rejected after 0 games");
        let undecided = sentence((0.0, 20.0), Decision::Continue, 0.99);
        assert_eq!(undecided, "undecided after 0 games: the test needs more");
    }

    /// The verdict of a match in which the first named won every game.
    fn clean(games: u64) -> MatchResult {
        let plan = Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), games);
        let mut tally = Tally::new(2);
        for job in plan.order().jobs() {
            let result = if job.first == 0 { GameResult::First } else { GameResult::Second };
            tally.add(&job, &Record::sample(&job, &plan.names(), result));
        }
        let finish = Finish { tally, decision: None, interrupted: false, parked: Vec::new() };
        match_result(&plan, &finish).unwrap()
    }

    #[test]
    fn four_to_nil_is_no_verdict_and_twenty_is_one() {
        let four = clean(4);
        assert_eq!((four.wins, four.losses, four.los), (4, 0, 0.875));
        assert_eq!(four.verdict, "no clear difference after 4 games");
        assert!(four.error > four.elo && four.elo > 0.0, "{four:?}");
        let twenty = clean(20);
        assert_eq!(twenty.verdict, "a is stronger (likelihood 100.0 %)");
    }

    #[test]
    fn only_below_five_percent_a_rejection_calls_the_other_stronger() {
        let rejected = sentence((0.0, 20.0), Decision::Reject, 0.05);
        assert_eq!(rejected, "a is not 20 Elo stronger: rejected after 0 games");
    }

    /// The result of a match of two with these results, under these hypotheses.
    fn result_of(results: &[(GameResult, End)], sprt: Option<(f64, f64)>) -> MatchResult {
        let contestants = ["a", "b"].map(|name| name.parse().unwrap());
        let plan = Plan { sprt, ..Plan::new("connect4", &contestants, results.len() as u64) };
        let mut tally = Tally::new(2);
        for (job, &(result, end)) in plan.order().jobs().zip(results) {
            let record = Record::sample(&job, &plan.names(), result);
            let reason = end.is_failure().then(|| format!("{} in game {}", end.word(), job.number));
            tally.add(&job, &Record { end, reason, ..record });
        }
        let finish = Finish { tally, decision: None, interrupted: true, parked: Vec::new() };
        match_result(&plan, &finish).unwrap()
    }

    #[test]
    fn a_match_without_games_says_so() {
        let none = result_of(&[], None);
        assert_eq!(none.verdict, "no games were played");
        assert_eq!((none.games, none.elo, none.error, none.los), (0, 0.0, 0.0, 0.5));
        assert_eq!((none.llr, none.bounds), (None, None));
        assert!(none.interrupted);
    }

    #[test]
    fn who_loses_every_game_is_told_so() {
        let lost = [(GameResult::Second, End::Rules), (GameResult::First, End::Rules)].repeat(5);
        let lost = result_of(&lost, None);
        assert_eq!((lost.wins, lost.losses, lost.pairs), (0, 10, [5, 0, 0, 0, 0]));
        assert_eq!(lost.verdict, "b is stronger (likelihood 98.4 %)");
        assert_eq!(lost.los, 0.0156);
    }

    #[test]
    fn numbers_are_rounded_and_nothing_has_no_sign() {
        let (win, draw) = ((GameResult::First, End::Rules), (GameResult::Draw, End::Rules));
        // Each colour wins once: even, and exactly so.
        let even = result_of(&[win, win], Some((-5.0, 5.0)));
        assert_eq!((even.elo, even.llr, even.los), (0.0, Some(0.0), 0.5));
        assert!(even.elo.is_sign_positive() && even.llr.is_some_and(f64::is_sign_positive));
        assert_eq!(even.bounds, Some((-2.944, 2.944)));
        assert_eq!(even.verdict, "no clear difference after 2 games");
        let ahead = result_of(&[win, draw, draw, draw], Some((0.0, 20.0)));
        assert_eq!((ahead.games, ahead.wins, ahead.draws, ahead.losses), (4, 1, 3, 0));
        assert_eq!(ahead.pairs, [0, 0, 1, 1, 0]);
        assert_eq!((ahead.elo, ahead.error, ahead.llr), (43.66, 228.78, Some(0.112)));
    }

    #[test]
    fn reasons_are_written_only_where_somebody_failed() {
        let (win, lost) = (GameResult::First, GameResult::Second);
        let fine = result_of(&[(win, End::Rules), (win, End::Rules)], None);
        let fine = serde_json::to_value(fine).unwrap();
        assert_eq!((fine.get("reasons"), &fine["failures"]), (None, &serde_json::json!([0, 0])));
        let failed = result_of(&[(lost, End::Crash), (lost, End::Rules)], None);
        let failed = serde_json::to_value(failed).unwrap();
        assert_eq!(failed["reasons"], serde_json::json!(["crash in game 0", null]));
        assert_eq!(failed["failures"], serde_json::json!([1, 0]));
    }
}
