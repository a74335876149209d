//! Who stands where: the one order of every table, in the terminal, in reports and in leagues.

use crate::Tally;

/// A contestant's place in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The place from 1; equal points from as many games share one.
    pub rank: usize,
    /// The number of the contestant.
    pub player: usize,
}

/// Contestants from the strongest to the weakest, those that never worked last.
#[must_use]
pub fn ranking(tally: &Tally) -> Vec<Ranked> {
    let ratings = tally.ratings();
    let mut order: Vec<usize> = (0..tally.players()).collect();
    let key = |player: usize| (!tally.is_broken(player), ratings[player].elo);
    order.sort_by(|&a, &b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
    // Points are halves: sums of them are exact, and so is comparing them.
    let result = |player: usize| (tally.points(player), tally.total(player).games());
    let mut ranked: Vec<Ranked> = Vec::with_capacity(order.len());
    for (i, player) in order.into_iter().enumerate() {
        let above = ranked.last().filter(|above| result(above.player) == result(player));
        let rank = above.map_or(i + 1, |above| above.rank);
        ranked.push(Ranked { rank, player });
    }
    ranked
}
