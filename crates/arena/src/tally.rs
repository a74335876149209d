//! The running score of a match or tournament, fed game by game in order.

use crate::{End, Job, Record};
use alinea_stats::{Pairs, Rating, Results, Summary, Wdl, rate};
use std::collections::BTreeMap;

/// Who scored how much against whom.
#[derive(Clone, Debug)]
pub struct Tally {
    players: usize,
    games: usize,
    wdl: Vec<Wdl>,
    pairs: Vec<Pairs>,
    open_pair: Option<(Job, u64)>,
    ends: BTreeMap<&'static str, u64>,
    failures: Vec<u64>,
    /// What each failed with first.
    reasons: Vec<Option<String>>,
    /// Who made a legal move of its own in any game.
    played: Vec<bool>,
    colours: Wdl,
}

impl Tally {
    /// No games yet between this many contestants.
    #[must_use]
    pub fn new(players: usize) -> Tally {
        Tally {
            players,
            games: 0,
            wdl: vec![Wdl::default(); players * players],
            pairs: vec![Pairs::default(); players * players],
            open_pair: None,
            ends: BTreeMap::new(),
            failures: vec![0; players],
            reasons: vec![None; players],
            played: vec![false; players],
            colours: Wdl::default(),
        }
    }

    /// Adds the next game of the order.
    pub fn add(&mut self, job: &Job, record: &Record) {
        let half_points = record.result.half_points();
        self.games += 1;
        *self.ends.entry(record.end.word()).or_default() += 1;
        count(&mut self.colours, half_points);
        count(&mut self.wdl[job.first * self.players + job.second], half_points);
        count(&mut self.wdl[job.second * self.players + job.first], 2 - half_points);
        let loser = if half_points == 0 { job.first } else { job.second };
        let failed = record.end.is_failure().then_some(loser);
        if let Some(loser) = failed {
            self.failures[loser] += 1;
            if self.reasons[loser].is_none() {
                self.reasons[loser].clone_from(&record.reason);
            }
        }
        // Both move in turn: whoever failed had a move of its own after two, its opponent after one.
        let moves = record.plies.saturating_sub(record.opening);
        for player in [job.first, job.second] {
            let wanted = if failed == Some(player) { 2 } else { 1 };
            self.played[player] |= failed.is_none() || moves >= wanted;
        }
        match self.open_pair.take() {
            Some((twin, twin_half_points))
                if (twin.first, twin.second, twin.round) == (job.second, job.first, job.round) =>
            {
                let sum = twin_half_points + 2 - half_points;
                let pairs = &mut self.pairs[twin.first * self.players + twin.second];
                pairs.add(sum as usize);
            }
            _ => self.open_pair = Some((*job, half_points)),
        }
    }

    /// Number of contestants.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// Games of `player` against `opponent`.
    #[must_use]
    pub fn against(&self, player: usize, opponent: usize) -> Wdl {
        self.wdl[player * self.players + opponent]
    }

    /// Whole pairs of `player` against `opponent`.
    #[must_use]
    pub fn pairs(&self, player: usize, opponent: usize) -> Pairs {
        let own = self.pairs[player * self.players + opponent];
        let other = self.pairs[opponent * self.players + player].reversed();
        Pairs(std::array::from_fn(|i| own.0[i] + other.0[i]))
    }

    /// All games of a contestant.
    #[must_use]
    pub fn total(&self, player: usize) -> Wdl {
        (0..self.players).map(|other| self.against(player, other)).fold(
            Wdl::default(),
            |sum, wdl| Wdl {
                wins: sum.wins + wdl.wins,
                draws: sum.draws + wdl.draws,
                losses: sum.losses + wdl.losses,
            },
        )
    }

    /// Elo, error and likelihood of `player` against `opponent`; `None` before they met.
    #[must_use]
    pub fn summary(&self, player: usize, opponent: usize) -> Option<Summary> {
        Summary::of(self.against(player, opponent), self.pairs(player, opponent))
    }

    /// Games a contestant lost by failing.
    #[must_use]
    pub fn failures(&self, player: usize) -> u64 {
        self.failures[player]
    }

    /// What a contestant failed with first.
    #[must_use]
    pub fn first_failure(&self, player: usize) -> Option<&str> {
        self.reasons[player].as_deref()
    }

    /// Whether a contestant failed and never made a move: then it earns no points.
    #[must_use]
    pub fn is_broken(&self, player: usize) -> bool {
        self.failures[player] > 0 && !self.played[player]
    }

    /// A point a win, half a point a draw, none for what never worked.
    #[must_use]
    pub fn points(&self, player: usize) -> f64 {
        if self.is_broken(player) { 0.0 } else { self.total(player).points() }
    }

    /// How many games ended how, by the word of the record.
    #[must_use]
    pub fn ended(&self, end: End) -> u64 {
        self.ends.get(end.word()).copied().unwrap_or(0)
    }

    /// All games from the view of whoever moved first.
    #[must_use]
    pub fn first_mover(&self) -> Wdl {
        self.colours
    }

    /// Maximum-likelihood ratings; [`alinea_stats::PRIOR_GAMES`] imaginary games a contestant keep
    /// clean scores finite.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let mut results = Results::new(self.players);
        for player in 0..self.players {
            for opponent in 0..player {
                let games = self.against(player, opponent);
                results.set(player, opponent, games, self.pairs(player, opponent));
            }
        }
        rate(&results)
    }
}

fn count(wdl: &mut Wdl, half_points: u64) {
    match half_points {
        0 => wdl.losses += 1,
        1 => wdl.draws += 1,
        _ => wdl.wins += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, Plan};

    #[test]
    fn pairs_are_seen_from_the_first_named() {
        let plan = Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 6);
        let (names, mut tally) = (plan.names(), Tally::new(2));
        let results = [
            GameResult::First,  // a wins moving first ...
            GameResult::Second, // ... and moving second: two points
            GameResult::First,
            GameResult::First, // each colour once: one point
            GameResult::Draw,
            GameResult::First, // b wins: half a point
        ];
        for (job, result) in plan.order().jobs().zip(results) {
            tally.add(&job, &Record::sample(&job, &names, result));
        }
        assert_eq!(tally.pairs(0, 1), Pairs([0, 1, 1, 0, 1]));
        assert_eq!(tally.pairs(1, 0), Pairs([1, 0, 1, 1, 0]));
        assert_eq!(tally.against(0, 1), Wdl { wins: 3, draws: 1, losses: 2 });
        assert_eq!(tally.total(1), Wdl { wins: 2, draws: 1, losses: 3 });
        assert_eq!(tally.first_mover(), Wdl { wins: 4, draws: 1, losses: 1 });
        assert_eq!((tally.games(), tally.ended(End::Rules)), (6, 6));
    }

    #[test]
    fn a_failure_is_booked_to_the_one_who_failed_on_either_seat() {
        let plan = Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 2);
        let jobs: Vec<Job> = plan.order().jobs().collect();
        // In the first game a moves first, in the second b does.
        for (job, result, failures) in [
            (jobs[0], GameResult::Second, (1, 0)),
            (jobs[0], GameResult::First, (0, 1)),
            (jobs[1], GameResult::Second, (0, 1)),
            (jobs[1], GameResult::First, (1, 0)),
        ] {
            let mut tally = Tally::new(2);
            let record = Record::sample(&job, &plan.names(), result);
            tally.add(&job, &Record { end: End::Crash, ..record });
            assert_eq!((tally.failures(0), tally.failures(1)), failures, "{job:?} {result:?}");
        }
    }

    /// Whoever fails before a move of its own never worked, whoever begins.
    #[test]
    fn only_who_made_a_move_earns_points() {
        let plan = Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 2);
        let job = plan.order().jobs().next().unwrap();
        for (opening, plies, broken) in
            [(0, 0, true), (4, 4, true), (3, 3, true), (4, 5, true), (3, 4, true), (4, 6, false)]
        {
            let mut tally = Tally::new(2);
            let record = Record::sample(&job, &plan.names(), GameResult::Second);
            let failed = Record { end: End::Crash, opening, plies, ..record };
            tally.add(&job, &failed);
            assert_eq!(tally.is_broken(0), broken, "{opening} {plies}");
            assert!(!tally.is_broken(1), "who did not fail is not broken");
            // A point from another that fails is none for who never worked.
            let gift = Record { plies: opening, result: GameResult::First, ..failed };
            tally.add(&job, &gift);
            assert_eq!(tally.points(0), if broken { 0.0 } else { 1.0 }, "{opening} {plies}");
        }
    }

    /// Three contestants whose results against each other all differ; the third round has only
    /// one game a pairing.
    fn three() -> Tally {
        let plan = Plan::new("connect4", &["a", "b", "c"].map(|name| name.parse().unwrap()), 5);
        let (names, mut tally) = (plan.names(), Tally::new(3));
        for job in plan.order().jobs() {
            let result = match (job.round, job.first, job.second) {
                // A wins both games against b, then draws both.
                (0, 0, 1) => GameResult::First,
                (0, 1, 0) => GameResult::Second,
                (1, 0 | 1, 0 | 1) => GameResult::Draw,
                // B wins both games of every round against c; whoever begins wins the rest.
                (0 | 1, 2, 1) => GameResult::Second,
                _ => GameResult::First,
            };
            tally.add(&job, &Record::sample(&job, &names, result));
        }
        tally
    }

    #[test]
    fn every_two_contestants_have_a_score_of_their_own() {
        let tally = three();
        let wdl = |wins, draws, losses| Wdl { wins, draws, losses };
        assert_eq!((tally.players(), tally.games()), (3, 15));
        assert_eq!(tally.against(0, 1), wdl(3, 2, 0));
        assert_eq!(tally.against(0, 2), wdl(3, 0, 2));
        assert_eq!(tally.against(1, 2), wdl(5, 0, 0));
        for (player, opponent) in [(0, 1), (0, 2), (1, 2)] {
            let (own, other) = (tally.against(player, opponent), tally.against(opponent, player));
            assert_eq!((own.wins, own.losses), (other.losses, other.wins));
            assert_eq!(own.draws, other.draws);
        }
        assert_eq!(
            [0, 1, 2].map(|player| tally.total(player)),
            [wdl(6, 2, 2), wdl(5, 2, 3), wdl(2, 0, 8),]
        );
        assert_eq!([0, 1, 2].map(|player| tally.points(player)), [7.0, 6.0, 2.0]);
    }

    /// A game without its twin is in no pair, also where the next is between others.
    #[test]
    fn only_games_of_the_same_two_and_the_same_round_are_a_pair() {
        let tally = three();
        assert_eq!(tally.pairs(0, 1), Pairs([0, 0, 1, 0, 1]));
        assert_eq!(tally.pairs(1, 0), Pairs([1, 0, 1, 0, 0]));
        assert_eq!(tally.pairs(0, 2), Pairs([0, 0, 2, 0, 0]));
        assert_eq!(tally.pairs(1, 2), Pairs([0, 0, 0, 0, 2]));
        assert_eq!(tally.pairs(2, 1), Pairs([2, 0, 0, 0, 0]));
    }

    #[test]
    fn ratings_put_who_won_above_who_lost() {
        let elos: Vec<f64> = three().ratings().iter().map(|rating| rating.elo).collect();
        assert!(elos.len() == 3 && elos[0] > elos[1] && elos[1] > elos[2], "{elos:?}");
        assert!(elos.iter().sum::<f64>().abs() < 1e-6, "{elos:?}");
    }

    #[test]
    fn the_reason_of_the_first_failure_is_kept() {
        let plan = Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 2);
        let job = plan.order().jobs().next().unwrap();
        let mut tally = Tally::new(2);
        assert_eq!((tally.first_failure(0), tally.ended(End::Timeout)), (None, 0));
        for reason in ["too slow", "slow again"] {
            let record = Record::sample(&job, &plan.names(), GameResult::Second);
            let record = Record { end: End::Timeout, reason: Some(reason.into()), ..record };
            tally.add(&job, &record);
        }
        assert_eq!((tally.first_failure(0), tally.first_failure(1)), (Some("too slow"), None));
        assert_eq!((tally.failures(0), tally.ended(End::Timeout)), (2, 2));
    }

    #[test]
    fn nothing_is_told_of_two_who_never_met() {
        let tally = Tally::new(2);
        assert_eq!(tally.summary(0, 1), None);
        assert_eq!((tally.games(), tally.points(0), tally.is_broken(0)), (0, 0.0, false));
    }
}
