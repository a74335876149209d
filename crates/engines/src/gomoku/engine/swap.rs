//! Swap and swap2 as decisions: three balanced stones to offer, and what to do with three or five stones offered.

use std::time::Duration;

use alinea_core::{Cell, SplitMix64};
use alinea_games::gomoku::Size;
use alinea_search::{Clock, Ignore, Limits, Score, Stop, Thought};

use super::gomoku_engine::GomokuEngine;
use super::placement::Placement;

/// Within this score, in hundredths of a point, a position is called balanced.
const BALANCED: i32 = 60;

/// The answer of swap and swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Take the other side.
    Swap,
    /// Stay, and put this stone.
    Stay(Cell),
    /// Put two stones, the second player's and the first's, and leave the choice to the other side.
    TwoMore(Cell, Cell),
}

/// Which of the two opening rules is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapRule {
    /// Three stones, then a choice of sides.
    Swap,
    /// The same, but two more stones may be put before the choice.
    Swap2,
}

/// What a swap decision may spend.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Wall-clock time for the whole decision.
    pub time: Option<Duration>,
    /// Nodes for each position that is judged.
    pub nodes: u64,
}

impl Allowance {
    fn limits(&self, clock: &Clock, share: f64) -> Limits {
        let left = self.time.map(|time| {
            let rest = time.saturating_sub(clock.elapsed());
            rest.mul_f64(share).max(Duration::from_millis(1))
        });
        Limits { nodes: Some(self.nodes), time: left, ..Limits::default() }
    }

    fn is_spent(&self, clock: &Clock) -> bool {
        self.time.is_some_and(|time| clock.elapsed() >= time.mul_f64(0.8))
    }
}

/// How good a thought's position is for the player to move, in hundredths; unknown counts as far from balanced.
fn worth(thought: &Thought<Cell>) -> i32 {
    thought.moves.first().map_or(Score::MAX, |best| best.score).raw()
}

/// Three stones, first second first, after which neither side is better.
///
/// They are the most balanced of some random ones.
pub fn propose(
    engine: &mut GomokuEngine,
    empty: &Placement,
    allowance: Allowance,
    stop: &Stop,
    rng_seed: u64,
) -> [Cell; 3] {
    let clock = Clock::start();
    let mut dice = SplitMix64::new(rng_seed);
    let size = empty.size();
    let mut best = (i32::MAX, fallback(size));
    for attempt in 0..40 {
        if attempt > 0 && (allowance.is_spent(&clock) || stop.is_set()) {
            break;
        }
        let stones = random_three(&mut dice, size);
        let placement = stones.iter().fold(empty.clone(), |placement, cell| placement.with(*cell));
        let limits = allowance.limits(&clock, 0.2);
        let score = worth(&engine.think_on(&placement, &limits, stop, &mut Ignore)).abs();
        if score < best.0 {
            best = (score, stones);
        }
        if score < BALANCED / 4 {
            break;
        }
    }
    best.1
}

/// Three stones on any board, used when there is no time to look for better ones.
fn fallback(size: Size) -> [Cell; 3] {
    let (left, top) = (size.get() / 2, size.get() - 1 - size.get() / 2);
    [Cell::new(left, top), Cell::new(left + 1, top), Cell::new(left - 2, top - 1)]
}

/// Stones away from the middle are harder to exploit: the first one is anywhere, the others near it.
fn random_three(dice: &mut SplitMix64, size: Size) -> [Cell; 3] {
    let side = usize::from(size.get());
    let from_top = |x: usize, y: usize| Cell::new(x as u8, (side - 1 - y) as u8);
    let (x, y) = (dice.below(side), dice.below(side));
    let mut stones = [from_top(x, y); 3];
    for at in 1..3 {
        loop {
            let near = |centre: usize, dice: &mut SplitMix64| {
                (centre + dice.below(9)).saturating_sub(4).min(side - 1)
            };
            let cell = from_top(near(x, dice), near(y, dice));
            if !stones[..at].contains(&cell) {
                stones[at] = cell;
                break;
            }
        }
    }
    stones
}

/// What to answer to three stones with the second player to move.
pub fn decide_three(
    engine: &mut GomokuEngine,
    placement: &Placement,
    allowance: Allowance,
    stop: &Stop,
    rule: SwapRule,
) -> Option<Decision> {
    let clock = Clock::start();
    let thought = engine.think_on(placement, &allowance.limits(&clock, 0.4), stop, &mut Ignore);
    let best = thought.best?;
    let score = thought.score.raw();
    if score > BALANCED {
        return Some(Decision::Stay(best));
    }
    if score < -BALANCED || rule == SwapRule::Swap {
        return Some(if score < 0 { Decision::Swap } else { Decision::Stay(best) });
    }
    let pair = balance_two(engine, placement, best, allowance, &clock, stop);
    Some(pair.map_or(Decision::Stay(best), |[second, first]| Decision::TwoMore(second, first)))
}

/// A stone of the second player and one of the first after which neither side is better.
fn balance_two(
    engine: &mut GomokuEngine,
    placement: &Placement,
    second: Cell,
    allowance: Allowance,
    clock: &Clock,
    stop: &Stop,
) -> Option<[Cell; 2]> {
    let after = placement.with(second);
    let limits = Limits { lines: 12, ..allowance.limits(clock, 0.3) };
    let replies = engine.think_on(&after, &limits, stop, &mut Ignore);
    let open = replies.moves.iter().filter(|reply| !reply.score.is_decided());
    open.min_by_key(|reply| reply.score.raw().abs()).map(|reply| [second, reply.mv])
}

/// What to answer to five stones with the second player to move: the better side.
pub fn decide_five(
    engine: &mut GomokuEngine,
    placement: &Placement,
    allowance: Allowance,
    stop: &Stop,
) -> Option<Decision> {
    let clock = Clock::start();
    let thought = engine.think_on(placement, &allowance.limits(&clock, 0.8), stop, &mut Ignore);
    if thought.score < Score::DRAW {
        Some(Decision::Swap)
    } else {
        thought.best.map(Decision::Stay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::Player;
    use alinea_games::gomoku::Variant;

    const QUICK: Allowance = Allowance { time: None, nodes: 500 };

    #[test]
    fn three_stones_are_different_and_on_the_board() {
        for side in [5, 15, 22] {
            let mut engine = GomokuEngine::new(1 << 16, 1);
            let empty = Placement::empty(Variant::Freestyle, Size::new(side).unwrap());
            let stones = propose(&mut engine, &empty, QUICK, &Stop::new(), 7);
            assert!(stones.iter().all(|cell| cell.col < side && cell.row < side));
            assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
        }
    }

    #[test]
    fn a_lost_side_is_given_away_and_a_won_one_kept() {
        let mut engine = GomokuEngine::new(1 << 16, 1);
        let stones = ["h8", "a15", "h7", "o15", "h6"].map(|text| text.parse().unwrap());
        let players = Player::BOTH.into_iter().cycle();
        let stones: Vec<(Cell, Player)> = stones.into_iter().zip(players).collect();
        let placement = |turn| {
            Placement::new(Variant::Freestyle, Size::default(), stones.clone(), turn).unwrap()
        };
        let answer = decide_five(&mut engine, &placement(Player::Second), QUICK, &Stop::new());
        assert_eq!(answer, Some(Decision::Swap), "black has an open three and white nothing");
        let answer = decide_five(&mut engine, &placement(Player::First), QUICK, &Stop::new());
        assert!(matches!(answer, Some(Decision::Stay(_))));
    }
}
