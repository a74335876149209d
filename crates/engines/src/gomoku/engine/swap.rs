//! Decisions of the opening rules swap and swap2.
//!
//! Three balanced stones to offer, and what to do with three or five stones offered.

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

    fn linear() -> GomokuEngine {
        GomokuEngine::new(1 << 16, 1).judged_by(super::super::Judge::Linear)
    }

    fn placed(texts: &[&str], turn: Player) -> Placement {
        let players = Player::BOTH.into_iter().cycle();
        let stones = texts.iter().map(|text| text.parse().unwrap()).zip(players).collect();
        Placement::new(Variant::Freestyle, Size::default(), stones, turn).unwrap()
    }

    #[test]
    fn stones_to_offer_lie_near_the_first_and_apart() {
        let mut offsets = std::collections::BTreeSet::new();
        for seed in 0..400 {
            for side in [5, 15, 22] {
                let [first, others @ ..] =
                    random_three(&mut SplitMix64::new(seed), Size::new(side).unwrap());
                assert!(others[0] != others[1] && !others.contains(&first));
                for cell in others {
                    assert!(cell.col < side && cell.row < side && first.row < side);
                    let across = i16::from(cell.col) - i16::from(first.col);
                    let up = i16::from(cell.row) - i16::from(first.row);
                    offsets.extend([across, up]);
                }
            }
        }
        assert_eq!(offsets, (-4..=4).collect(), "up to four away on every side");
    }

    #[test]
    fn the_stones_for_no_time_at_all_fit_every_board() {
        for side in 5..=22 {
            let stones = fallback(Size::new(side).unwrap());
            assert!(stones.iter().all(|cell| cell.col < side && cell.row < side));
            assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
            let far = stones[0].col.abs_diff(stones[2].col);
            assert_eq!((stones[1].col - stones[0].col, far), (1, 2), "on {side}");
        }
    }

    #[test]
    fn a_share_of_the_time_that_is_left_goes_to_each_look() {
        let clock = Clock::start();
        let hour = Duration::from_secs(3600);
        let timed = Allowance { time: Some(hour), nodes: 9 };
        let limits = timed.limits(&clock, 0.25);
        assert_eq!((limits.nodes, limits.lines, limits.depth), (Some(9), 0, None));
        let quarter = limits.time.unwrap();
        assert!(quarter <= hour / 4 && quarter > hour / 5, "{quarter:?}");
        assert!(!timed.is_spent(&clock) && !QUICK.is_spent(&clock));
        assert_eq!(QUICK.limits(&clock, 0.25).time, None);
        let spent = Allowance { time: Some(Duration::ZERO), nodes: 9 };
        assert!(spent.is_spent(&clock));
        assert_eq!(spent.limits(&clock, 0.25).time, Some(Duration::from_millis(1)));
    }

    #[test]
    fn the_most_balanced_of_the_offers_is_made() {
        let size = Size::default();
        let empty = Placement::empty(Variant::Freestyle, size);
        let stop = Stop::new();
        let chosen = propose(&mut linear(), &empty, QUICK, &stop, 7);
        let mut dice = SplitMix64::new(7);
        let mut engine = linear();
        let mut best = i32::MAX;
        let mut offers = Vec::new();
        while best >= BALANCED / 4 && offers.len() < 40 {
            let stones = random_three(&mut dice, size);
            let placement = stones.iter().fold(empty.clone(), |all, cell| all.with(*cell));
            let thought = engine.think_on(&placement, &Limits::nodes(500), &stop, &mut Ignore);
            let score = thought.score.raw().abs();
            if score < best {
                (best, offers) = (score, [offers, vec![stones]].concat());
            }
        }
        assert_eq!(offers.last(), Some(&chosen));
        assert!(offers.len() > 1, "the first offer was not balanced: {offers:?}");
        let stopped = Stop::new();
        stopped.stop();
        let first = random_three(&mut SplitMix64::new(7), size);
        assert_eq!(propose(&mut linear(), &empty, QUICK, &stopped, 7), first);
    }

    #[test]
    fn three_stones_are_answered_by_what_they_are_worth() {
        let decide = |texts: &[&str], rule| {
            let placement = placed(texts, Player::Second);
            let thought =
                linear().think_on(&placement, &Limits::nodes(500), &Stop::new(), &mut Ignore);
            let decision =
                decide_three(&mut linear(), &placement, QUICK, &Stop::new(), rule).unwrap();
            (thought.score.raw(), thought.best.unwrap(), decision)
        };
        let (mut swapped, mut stayed, mut more) = (0, 0, 0);
        for texts in [
            ["h8", "i9", "g8"],
            ["h8", "a1", "o15"],
            ["a1", "h8", "o15"],
            ["a15", "h8", "a14"],
            ["h8", "h9", "a1"],
            ["c3", "l12", "a9"],
            ["h8", "i7", "l12"],
        ] {
            let (score, best, plain) = decide(&texts, SwapRule::Swap);
            let keeps = if score < 0 { Decision::Swap } else { Decision::Stay(best) };
            assert_eq!(plain, keeps, "{texts:?} is worth {score}");
            let (_, _, second) = decide(&texts, SwapRule::Swap2);
            if score.abs() > BALANCED {
                assert_eq!(second, keeps, "{texts:?} is worth {score}");
                swapped += usize::from(score < 0);
                stayed += usize::from(score > 0);
                continue;
            }
            let Decision::TwoMore(white, black) = second else { panic!("{texts:?}: {second:?}") };
            assert!(white == best && black != white, "{texts:?}");
            more += 1;
        }
        assert!(swapped > 0 && stayed > 0 && more > 0, "{swapped} {stayed} {more}");
    }

    #[test]
    fn of_five_stones_the_better_side_is_kept_even_where_both_are_equal() {
        let empty = Placement::empty(Variant::Freestyle, Size::default());
        let answer = decide_five(&mut linear(), &empty, QUICK, &Stop::new());
        assert_eq!(answer, Some(Decision::Stay(Cell::new(7, 7))));
        let lost = placed(&["h8", "a1", "h9", "o15", "h7", "a15"], Player::Second);
        let answer = decide_five(&mut linear(), &lost, QUICK, &Stop::new());
        assert_eq!(answer, Some(Decision::Swap));
    }
}
