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
        if record.end.is_failure() {
            let loser = if half_points == 0 { job.first } else { job.second };
            self.failures[loser] += 1;
            if self.reasons[loser].is_none() {
                self.reasons[loser].clone_from(&record.reason);
            }
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

    fn record(result: GameResult) -> Record {
        Record {
            game: 1,
            round: 1,
            first: String::new(),
            second: String::new(),
            start: "-".into(),
            opening: 0,
            moves: String::new(),
            plies: 0,
            result,
            end: End::Rules,
            reason: None,
            nodes: [0, 0],
        }
    }

    #[test]
    fn pairs_are_seen_from_the_first_named() {
        let plan = Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 6);
        let mut tally = Tally::new(2);
        let results = [
            GameResult::First,  // a wins moving first ...
            GameResult::Second, // ... and moving second: two points
            GameResult::First,
            GameResult::First, // each colour once: one point
            GameResult::Draw,
            GameResult::First, // b wins: half a point
        ];
        for (job, result) in plan.order().jobs().zip(results) {
            tally.add(&job, &record(result));
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
            tally.add(&job, &Record { end: End::Crash, ..record(result) });
            assert_eq!((tally.failures(0), tally.failures(1)), failures, "{job:?} {result:?}");
        }
    }
}
