//! The root of NINJA's search: every legal move, deepened together.

use super::reasons;
use super::search::{Ask, INFINITY, Search, WIN, is_decided};
use super::state::{State, Step, action, step};
use alinea_core::{Grid, Outcome, Position};
use alinea_games::{Boom, boom::Action};
use alinea_search::{Budget, RootMove, Score, Thought};

/// Half the window around the last value; beyond it the search looks again.
const WINDOW: i32 = 80;

/// Estimates are in 1/256 of a logit.
const UNIT: f64 = 256.0;

/// Which moves get a value of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The best: of the others a bound is enough.
    BestMove,
    /// All of them.
    EveryMove,
}

/// A move of the root.
struct Entry {
    step: Step,
    /// Where it leads; `None` if it ends the game.
    after: Option<State>,
    value: i32,
    /// Whether `value` is the result of a search, not a bound of it.
    is_exact: bool,
    line: Vec<Step>,
}

pub(super) struct Root {
    /// Best first.
    entries: Vec<Entry>,
    /// What the liking for full boards adds to every estimate already at the root.
    liking: i32,
    /// How many times more estimates against the mover weigh.
    caution: i32,
}

impl Root {
    /// Every legal move; those that end the game have their value already.
    pub(super) fn new(pos: &Boom, appetite: i32, caution: i32) -> Root {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let entry = |mv: Action| {
            let mut after = *pos;
            let _ = after.play_unchecked(mv);
            let ending = after.outcome().map(|outcome| match outcome {
                Outcome::Draw => 0,
                Outcome::Win(winner) if winner == pos.turn() => WIN - 1,
                Outcome::Win(_) => 1 - WIN,
            });
            Entry {
                step: step(mv),
                after: ending.is_none().then(|| State::of(&after)),
                value: ending.unwrap_or(0),
                is_exact: ending.is_some(),
                line: vec![step(mv)],
            }
        };
        let liking = appetite * pos.stones() as i32;
        let mut root = Root { entries: moves.into_iter().map(entry).collect(), liking, caution };
        root.sort();
        root
    }

    /// Best first; a stable sort keeps the order of earlier iterations among equals.
    fn sort(&mut self) {
        self.entries.sort_by_key(|entry| std::cmp::Reverse(entry.value));
    }

    /// Whether nothing deeper could change the choice: the best move's end is known.
    pub(super) fn is_settled(&self) -> bool {
        let ended = self.entries.iter().all(|entry| entry.after.is_none());
        ended || self.entries.first().is_some_and(|best| is_decided(best.value))
    }

    /// Searches every move one ply deeper than before. False if the budget ran out on the way;
    /// the moves that were searched by then still count.
    pub(super) fn iterate(&mut self, search: &mut Search<'_>, depth: i32, wanted: Wanted) -> bool {
        search.horizon = 2 * depth as usize + 16;
        let last = self.entries.first().map_or(0, |best| best.value);
        let narrow = depth > 4 && !is_decided(last) && wanted == Wanted::BestMove;
        if narrow {
            let (alpha, beta) = (last - WINDOW, last + WINDOW);
            match self.pass(search, depth, alpha, beta, wanted) {
                Some(value) if value > alpha && value < beta => return true,
                Some(_) => {}
                None => return false,
            }
        }
        self.pass(search, depth, -INFINITY, INFINITY, wanted).is_some()
    }

    /// One pass over the moves with this window; `None` if the budget ran out.
    fn pass(
        &mut self,
        search: &mut Search<'_>,
        depth: i32,
        alpha: i32,
        beta: i32,
        wanted: Wanted,
    ) -> Option<i32> {
        let every_move = wanted == Wanted::EveryMove;
        let mut best = self.ended_value();
        let mut searched = 0;
        let ask =
            |lower: i32, upper: i32| Ask { depth: depth - 1, alpha: -upper, beta: -lower, ply: 1 };
        for i in 0..self.entries.len() {
            let Some(after) = self.entries[i].after else { continue };
            let lower = if every_move { -INFINITY } else { alpha.max(best) };
            let mut value = 0;
            if searched > 0 && !every_move {
                value = -search.value(&after, ask(lower, lower + 1));
            }
            let is_better = value > lower && value < beta;
            if searched == 0 || every_move || is_better {
                value = -search.value(&after, ask(lower, beta));
            }
            if search.budget.is_spent() {
                self.sort_searched(searched);
                return None;
            }
            searched += 1;
            let entry = &mut self.entries[i];
            entry.is_exact = value > lower && value < beta;
            // A bound must not rank above a move whose value is known.
            entry.value = if value > lower { value } else { value.min(lower - 1) };
            if entry.is_exact {
                entry.line.truncate(1);
                entry.line.extend_from_slice(search.lines.at(1));
            }
            best = best.max(value);
            if value >= beta {
                break;
            }
        }
        self.sort();
        Some(best)
    }

    /// The best value among moves that end the game at once.
    fn ended_value(&self) -> i32 {
        let ended = self.entries.iter().filter(|entry| entry.after.is_none());
        ended.map(|entry| entry.value).max().unwrap_or(-INFINITY)
    }

    /// After an unfinished pass only the moves searched in it are compared; the old order of the
    /// rest stays. The first of them is the best of the pass before.
    fn sort_searched(&mut self, searched: usize) {
        let open: Vec<usize> =
            (0..self.entries.len()).filter(|&i| self.entries[i].after.is_some()).collect();
        let best =
            open[..searched.min(open.len())].iter().copied().filter(|&i| self.entries[i].is_exact);
        if let Some(best) = best.max_by_key(|&i| (self.entries[i].value, std::cmp::Reverse(i)))
            && self.entries[best].value >= self.ended_value()
        {
            self.entries[..=best].rotate_right(1);
        }
    }

    /// The score people see: estimates without the liking for full boards and the fear of bad ones.
    fn score(&self, entry: &Entry) -> Score {
        match entry.value {
            value if is_decided(value) && value > 0 => Score::win_in((WIN - value) as u32),
            value if is_decided(value) => Score::loss_in((WIN + value) as u32),
            // A draw at once is a draw, not an estimate.
            value if entry.after.is_none() => Score::estimate(f64::from(value)),
            value => {
                let plain = f64::from(value - self.liking) / UNIT;
                let fear = if plain < 0.0 { f64::from(1 + self.caution) } else { 1.0 };
                Score::estimate(plain / fear)
            }
        }
    }

    /// What is known now.
    pub(super) fn thought(&self, pos: &Boom, depth: u32, budget: &Budget) -> Thought<Action> {
        let Some(best) = self.entries.first() else { return Thought::finished(pos) };
        let actions = |line: &[Step]| line.iter().map(|&step| action(step)).collect::<Vec<_>>();
        let top = self.score(best);
        // A move that a pass did not reach may still have a higher score from the pass before.
        let known = self.entries.iter().skip(1).filter(|entry| entry.is_exact);
        let known = known.filter(|entry| self.score(entry) <= top);
        let mut moves: Vec<RootMove<Action>> = std::iter::once(best)
            .chain(known)
            .map(|entry| RootMove {
                proven: is_decided(entry.value) || entry.after.is_none(),
                line: actions(&entry.line),
                ..RootMove::new(action(entry.step), self.score(entry))
            })
            .collect();
        moves.sort_by_key(|root| std::cmp::Reverse(root.score));
        let why = reasons::reason(pos, action(best.step), best.value);
        Thought {
            score: self.score(best),
            proven: is_decided(best.value) || best.after.is_none(),
            line: actions(&best.line),
            depth,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            moves,
            reason: Some(why.reason),
            marks: why.marks,
            ..Thought::of(Some(action(best.step)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{after, late_positions};
    use super::*;
    use alinea_search::{Limits, Stop};

    fn budget() -> Budget {
        Budget::new(&Limits::default(), &Stop::new())
    }

    #[test]
    fn people_see_estimates_without_the_likings_of_the_player() {
        let pos = after("4433");
        let score = |appetite, caution| {
            Root::new(&pos, appetite, caution).thought(&pos, 0, &budget()).score
        };
        // A value of nothing with four stones on the board that were liked.
        assert_eq!(score(64, 3), Score::estimate(-0.25));
        assert_eq!(score(-64, 3), Score::estimate(1.0));
        assert_eq!(score(64, 0), Score::estimate(-1.0));
        assert_eq!(score(0, 9), Score::DRAW);
    }

    #[test]
    fn moves_that_end_the_game_have_their_value_at_once() {
        let (mut wins, mut losses) = (0, 0);
        for pos in late_positions(94, 300) {
            let root = Root::new(&pos, 0, 0);
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            assert_eq!(root.entries.len(), moves.len());
            for entry in &root.entries {
                let mut next = pos;
                let _ = next.play_unchecked(action(entry.step));
                let value = match next.outcome() {
                    None | Some(Outcome::Draw) => 0,
                    Some(Outcome::Win(winner)) if winner == pos.turn() => WIN - 1,
                    Some(Outcome::Win(_)) => 1 - WIN,
                };
                assert_eq!((entry.value, entry.is_exact), (value, next.outcome().is_some()));
                assert_eq!(entry.after.is_none(), next.outcome().is_some());
                wins += usize::from(value > 0);
                losses += usize::from(value < 0);
            }
            assert!(root.entries.is_sorted_by(|a, b| a.value >= b.value));
            let ended = root.entries.iter().filter(|entry| entry.after.is_none());
            let best = ended.map(|entry| entry.value).max();
            assert_eq!(root.ended_value(), best.unwrap_or(-INFINITY));
            let settled = root.entries.first().is_none_or(|best| best.value.abs() > 1)
                || root.entries.iter().all(|entry| entry.after.is_none());
            assert_eq!(root.is_settled(), settled, "{pos:?}");
        }
        assert!(wins > 5 && losses > 20, "{wins} {losses}");
    }

    fn root_of(values: &[(i32, bool)]) -> Root {
        let state = State::of(&after("4433"));
        let entry = |(step, (value, is_exact)): (usize, &(i32, bool))| Entry {
            step: step as Step,
            after: Some(state),
            value: *value,
            is_exact: *is_exact,
            line: vec![step as Step],
        };
        Root { entries: values.iter().enumerate().map(entry).collect(), liking: 0, caution: 0 }
    }

    fn steps(root: &Root) -> Vec<Step> {
        root.entries.iter().map(|entry| entry.step).collect()
    }

    #[test]
    fn of_an_unfinished_pass_only_what_it_searched_moves_ahead() {
        let values = [(5, true), (9, false), (8, true), (8, true), (20, true)];
        let sorted = |searched: usize| {
            let mut root = root_of(&values);
            root.sort_searched(searched);
            steps(&root)
        };
        assert_eq!(sorted(0), [0, 1, 2, 3, 4]);
        assert_eq!(sorted(2), [0, 1, 2, 3, 4], "a bound does not count");
        assert_eq!(sorted(3), [2, 0, 1, 3, 4]);
        assert_eq!(sorted(4), [2, 0, 1, 3, 4], "of equals the first");
        assert_eq!(sorted(9), [4, 0, 1, 2, 3]);
        let mut ended = root_of(&values);
        ended.entries[0].after = None;
        ended.entries[0].value = 30;
        ended.sort_searched(4);
        assert_eq!(steps(&ended), [0, 1, 2, 3, 4], "the end of the game is better");
    }

    #[test]
    fn only_known_values_that_are_no_better_than_the_best_are_listed() {
        let pos = after("4433");
        let root = root_of(&[(256, true), (512, true), (128, false), (-256, true), (256, true)]);
        let thought = root.thought(&pos, 3, &budget());
        let listed: Vec<_> = thought.moves.iter().map(|root| root.mv).collect();
        assert_eq!(listed, [Action::Put(0), Action::Put(4), Action::Put(3)]);
        assert_eq!((thought.depth, thought.proven), (3, false));
        let decided = root_of(&[(WIN - 3, true), (0, true), (5 - WIN, true)]);
        let thought = decided.thought(&pos, 3, &budget());
        let told = |at: usize| (thought.moves[at].score, thought.moves[at].proven);
        assert_eq!(told(0), (Score::win_in(3), true));
        assert_eq!(told(1), (Score::DRAW, false));
        assert_eq!(told(2), (Score::loss_in(5), true));
        assert!(thought.proven);
    }
}
