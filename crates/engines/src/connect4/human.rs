//! Ten strengths for Connect Four, with the blind spots people have: diagonals, and the answer to
//! an own move. Level 10 is perfect.

use super::analyst::{Allowance, Analyst, as_score};
use super::solver::Goal;
use crate::levels::{Level, tables};
use alinea_core::{Player, Position};
use alinea_games::Connect4;
use alinea_search::{Budget, Engine, Limits, Observer, RootMove, Score, Stop, Thought};
use std::time::Duration;

/// Nodes spent on finding, among equal moves, the one that is hardest to answer.
const HARDEST_ANSWER_NODES: u64 = 200_000;
/// What level 10 may spend on a proof unless told otherwise, so that it answers at once. With
/// the opening book this is seldom too little.
const PROOF_NODES: u64 = 1_000_000;
const PROOF_TIME: Duration = Duration::from_millis(230);
const WIN: i32 = 100_000;

/// An engine of Connect Four at one of ten levels, with the mistakes people make.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_engines::connect4::{HumanEngine, analyst::Analyst};
/// use alinea_games::{Connect4, connect4::Size};
/// use alinea_search::{Engine, Ignore, Limits, Stop};
/// let pos = parse_position::<Connect4>(&Size::USUAL, "414131").unwrap().pos;
/// let play = |level, seed| {
///     let mut engine = HumanEngine::new(Analyst::new(Size::USUAL, 1, 1).unwrap(), level, seed);
///     engine.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore).best
/// };
/// // The last level is perfect: it stops the three in the first column.
/// assert_eq!(play(10, 1), Some(0));
/// assert_eq!(play(1, 7), play(1, 7), "the same seed, the same move");
/// ```
pub struct HumanEngine {
    number: u8,
    no_diagonals: f64,
    endgame: u64,
    level: Level,
    analyst: Analyst,
}

impl HumanEngine {
    /// The player of this level, 1 to 10, that calculates with this analyst.
    #[must_use]
    pub fn new(analyst: Analyst, number: u8, rng_seed: u64) -> Self {
        let row = tables::row(&tables::CONNECT4, number);
        let level = Level::new(row.weakness, rng_seed);
        Self { number, no_diagonals: row.no_diagonals, endgame: row.endgame, level, analyst }
    }

    /// The perfect move; among equal ones the one with the fewest good answers. Nothing when
    /// the limits do not suffice to prove a move.
    fn perfect(&mut self, pos: &Connect4, limits: &Limits, stop: &Stop) -> Option<Thought<u8>> {
        let mut proof = Allowance::new(Goal::Exact, limits, stop);
        let (exact, first) = self.analyst.best_move(pos, &mut proof)?;
        let left = limits.time.map(|time| time.saturating_sub(proof.elapsed()));
        let spare = Limits { time: left, ..Limits::nodes(HARDEST_ANSWER_NODES) };
        let mut spare = Allowance::new(Goal::Exact, &spare, stop);
        let best = self.hardest_to_answer(pos, exact, first, &mut spare);
        let score = as_score(pos, exact);
        let mut thought = thought_of(best, score, proof.nodes + spare.nodes);
        (thought.proven, thought.exact) = (true, Some(exact));
        thought.depth = u32::from(pos.size().squares()) - pos.ply();
        Some(thought)
    }

    /// Of the moves worth `exact` the one with the fewest answers that keep the score, as far
    /// as the allowance goes; `first` is such a move.
    fn hardest_to_answer(
        &mut self,
        pos: &Connect4,
        exact: i32,
        first: u8,
        allowance: &mut Allowance,
    ) -> u8 {
        let equal = self.analyst.moves_worth(pos, exact, allowance);
        if equal.len() < 2 {
            return first;
        }
        let answers = equal.iter().map(|&col| {
            let mut child = *pos;
            child.play_unchecked(col);
            (self.analyst.good_replies(&child, allowance), col != first, col)
        });
        answers.min().map_or(first, |(_, _, col)| col)
    }

    /// A move that a shallow look finds best.
    fn human(&mut self, pos: &Connect4, limits: &Limits, stop: &Stop) -> Thought<u8> {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        if let Some(col) = self.level.any_move(&legal) {
            return thought_of(col, Score::DRAW, 1);
        }
        let sees_diagonals = self.level.dice.unit() >= self.no_diagonals;
        let depth = if self.level.is_blind() { 1 } else { self.level.weakness.depth };
        let depth = limits.depth.map_or(depth, |asked| asked.min(depth));
        let mut look = Look { sees_diagonals, budget: Budget::new(limits, stop) };
        // Equal moves in a random order, so that games differ.
        self.level.dice.shuffle(&mut legal);
        let mut best = (legal[0], -2 * WIN);
        for &col in &legal {
            let value = look.value_of(pos, col, depth, best.1, 2 * WIN);
            if value > best.1 {
                best = (col, value);
            }
        }
        let score = Score::estimate(f64::from(best.1));
        thought_of(best.0, score, look.budget.nodes())
    }
}

fn thought_of(col: u8, score: Score, nodes: u64) -> Thought<u8> {
    let moves = vec![RootMove { line: vec![col], ..RootMove::new(col, score) }];
    Thought { score, nodes, moves, depth: 1, line: vec![col], ..Thought::of(Some(col)) }
}

/// A shallow search as people do it.
struct Look {
    sees_diagonals: bool,
    budget: Budget,
}

impl Look {
    /// What a move is worth to the player who makes it.
    fn value_of(&mut self, pos: &Connect4, col: u8, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.budget.visit();
        let mover = pos.turn();
        let mut after = *pos;
        after.play_unchecked(col);
        let straight = has_straight_four(after.discs(mover), after.height());
        if straight || self.sees_diagonals && after.outcome().and_then(|o| o.winner()).is_some() {
            return WIN - after.ply() as i32;
        }
        if after.outcome().is_some() || depth <= 1 || self.budget.is_spent() {
            return self.estimate(&after, mover);
        }
        let mut legal = Vec::new();
        after.legal_moves(&mut legal);
        let middle = i32::from(after.size().cols()) - 1;
        legal.sort_by_key(|&col| (2 * i32::from(col) - middle).abs());
        let mut best_answer = -beta;
        for col in legal {
            let value = self.value_of(&after, col, depth - 1, best_answer, -alpha);
            best_answer = best_answer.max(value);
            if best_answer >= -alpha {
                break;
            }
        }
        -best_answer
    }

    /// Open lines of two and three that are seen, and the centre.
    fn estimate(&self, pos: &Connect4, player: Player) -> i32 {
        let (mine, theirs) = (pos.discs(player), pos.discs(player.other()));
        self.lines(pos, mine, theirs) - self.lines(pos, theirs, mine)
    }

    fn lines(&self, pos: &Connect4, mine: u64, theirs: u64) -> i32 {
        let height = pos.height();
        let steps = [1, height, height - 1, height + 1];
        let seen = if self.sees_diagonals { &steps[..] } else { &steps[..2] };
        let open = pos.squares() & !theirs;
        let mut value = 0;
        for &step in seen {
            let starts = open & open >> step & open >> (2 * step) & open >> (3 * step);
            let (a, b) = (mine, mine >> step);
            let (c, d) = (mine >> (2 * step), mine >> (3 * step));
            let (both, either) = (a & b, a ^ b);
            let (both_on, either_on) = (c & d, c ^ d);
            let three = (both & either_on) | (either & both_on);
            let two = (either & either_on) | ((both ^ both_on) & !(either | either_on));
            value += 8 * (three & starts).count_ones() as i32;
            value += 2 * (two & starts).count_ones() as i32;
        }
        let middle = u32::from(pos.size().cols() / 2);
        let column = ((1u64 << height) - 1) << (middle * height);
        value + (mine & column).count_ones() as i32
    }
}

fn has_straight_four(discs: u64, height: u32) -> bool {
    [1, height].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Engine<Connect4> for HumanEngine {
    fn think(
        &mut self,
        pos: &Connect4,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<u8>,
    ) -> Thought<u8> {
        if pos.outcome().is_some() {
            return Thought::finished(pos);
        }
        let endgame = self.endgame;
        let exact = match self.number {
            10 => {
                let guard = Limits { time: Some(PROOF_TIME), ..Limits::nodes(PROOF_NODES) };
                self.perfect(pos, &limits.or(guard), stop)
            }
            _ if endgame > 0 => self.perfect(pos, &Limits::nodes(endgame), stop),
            _ => None,
        };
        let thought = exact.unwrap_or_else(|| self.human(pos, limits, stop));
        observer.iteration(&thought);
        thought
    }

    fn clear(&mut self) {
        self.analyst.forget();
        self.level.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::analyst::read;
    use alinea_core::{Cell, Grid, SplitMix64};
    use alinea_games::connect4::Size;
    use alinea_search::Ignore;

    fn random_positions(size: Size, count: usize) -> Vec<Connect4> {
        positions_from(0, size, count)
    }

    /// Games of random moves that go on, with at least so many stones.
    fn positions_from(least: usize, size: Size, count: usize) -> Vec<Connect4> {
        let mut rng = SplitMix64::new(41);
        let mut found = Vec::new();
        while found.len() < count {
            let mut pos = Connect4::new(size);
            for _ in 0..least + rng.below(usize::from(size.squares()) - 8 - least) {
                let mut legal = Vec::new();
                pos.legal_moves(&mut legal);
                let Some(&col) = rng.pick(&legal) else { break };
                pos.play_unchecked(col);
            }
            if pos.outcome().is_none() && pos.ply() as usize >= least {
                found.push(pos);
            }
        }
        found
    }

    fn look(sees_diagonals: bool) -> Look {
        Look { sees_diagonals, budget: Budget::new(&Limits::default(), &Stop::new()) }
    }

    /// Lines of four with these many stones of a player and otherwise empty, square by square.
    fn lines(pos: &Connect4, player: Player, diagonals: bool, stones: usize) -> i32 {
        let steps: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let mut count = 0;
        for (dc, dr) in &steps[..if diagonals { 4 } else { 2 }] {
            for row in 0..pos.rows() {
                for col in 0..pos.cols() {
                    let at = |i| Cell::new(col, row).step(*dc, *dr, i, pos.cols(), pos.rows());
                    let Some(line) = (0..4).map(at).collect::<Option<Vec<Cell>>>() else {
                        continue;
                    };
                    let own = line.iter().filter(|c| pos.at(**c) == Some(player)).count();
                    let empty = line.iter().filter(|c| pos.at(**c).is_none()).count();
                    count += i32::from(own == stones && empty == 4 - stones);
                }
            }
        }
        count
    }

    fn estimate(pos: &Connect4, player: Player, diagonals: bool) -> i32 {
        let worth = |player| {
            let middle = (0..pos.rows()).map(|row| Cell::new(pos.cols() / 2, row));
            let centre = middle.filter(|cell| pos.at(*cell) == Some(player)).count() as i32;
            8 * lines(pos, player, diagonals, 3) + 2 * lines(pos, player, diagonals, 2) + centre
        };
        worth(player) - worth(player.other())
    }

    /// The value of a move by plain minimax: a win that is seen, else what the squares show.
    fn plain(pos: &Connect4, col: u8, depth: u32, diagonals: bool) -> i32 {
        let mover = pos.turn();
        let mut after = *pos;
        after.play_unchecked(col);
        if lines(&after, mover, diagonals, 4) > 0 {
            return WIN - after.ply() as i32;
        }
        let mut legal = Vec::new();
        after.legal_moves(&mut legal);
        if legal.is_empty() || depth == 1 {
            return estimate(&after, mover, diagonals);
        }
        let answers = legal.into_iter().map(|col| plain(&after, col, depth - 1, diagonals));
        -answers.max().unwrap()
    }

    #[test]
    fn what_is_seen_of_a_position_is_what_its_squares_show() {
        for (cols, rows) in [(7, 6), (5, 5), (6, 7)] {
            for pos in random_positions(Size::new(cols, rows).unwrap(), 60) {
                for diagonals in [false, true] {
                    let seen = look(diagonals).estimate(&pos, Player::First);
                    assert_eq!(seen, estimate(&pos, Player::First, diagonals), "{pos:?}");
                    assert_eq!(look(diagonals).estimate(&pos, Player::Second), -seen);
                }
            }
        }
    }

    #[test]
    fn a_shallow_look_is_plain_minimax_within_its_window() {
        for pos in random_positions(Size::new(5, 5).unwrap(), 40) {
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            for diagonals in [false, true] {
                for (col, depth) in legal.iter().flat_map(|col| [(*col, 1), (*col, 2), (*col, 3)]) {
                    let value = plain(&pos, col, depth, diagonals);
                    let mut look = look(diagonals);
                    assert_eq!(
                        look.value_of(&pos, col, depth, -2 * WIN, 2 * WIN),
                        value,
                        "{pos:?}"
                    );
                    assert!(look.value_of(&pos, col, depth, value, value + 5) <= value);
                    assert!(look.value_of(&pos, col, depth, value - 5, value) >= value);
                }
            }
        }
    }

    /// Without a blind spot the move of a level is the best of plain minimax, and it says its value.
    #[test]
    fn a_level_plays_what_its_look_finds_best() {
        let analyst = Analyst::new(Size::USUAL, 1, 1).unwrap();
        let mut player = HumanEngine::new(analyst, 7, 3);
        player.level.weakness.depth = 3;
        for pos in random_positions(Size::USUAL, 25) {
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            let best = legal.iter().map(|col| plain(&pos, *col, 3, true)).max().unwrap();
            let thought = player.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
            let chosen = thought.best.unwrap();
            assert_eq!(plain(&pos, chosen, 3, true), best);
            assert_eq!(thought.score, Score::estimate(f64::from(best)));
            let thought = player.think(&pos, &Limits::depth(1), &Stop::new(), &mut Ignore);
            let best = legal.iter().map(|col| plain(&pos, *col, 1, true)).max().unwrap();
            assert_eq!(thought.score, Score::estimate(f64::from(best)), "asked for one ply");
        }
    }

    #[test]
    fn straight_fours_are_seen_and_nothing_else_is_taken_for_one() {
        for (moves, seen) in [("1212121", true), ("1122334", true), ("112233", false), ("4", false)]
        {
            let pos = read(moves).unwrap();
            assert_eq!(has_straight_four(pos.discs(Player::First), pos.height()), seen, "{moves}");
        }
        // The last square of a column and the first of the next are no line.
        assert!(!has_straight_four(0b111 << 3 | 1 << 7, 7));
        let diagonal = read("12233434464").unwrap();
        assert!(diagonal.outcome().is_some());
        assert!(!has_straight_four(diagonal.discs(Player::First), diagonal.height()));
    }

    /// Level 10 keeps the score and, of the moves that do, takes one with the fewest good answers.
    #[test]
    fn the_perfect_player_is_the_hardest_to_answer() {
        let fresh = || Analyst::new(Size::USUAL, 1, 1).unwrap();
        let allowance = || Allowance::new(Goal::Exact, &Limits::default(), &Stop::new());
        let (mut player, mut analyst) = (HumanEngine::new(fresh(), 10, 0), fresh());
        let mut choices = 0;
        for pos in positions_from(21, Size::USUAL, 25) {
            let thought = player.perfect(&pos, &Limits::default(), &Stop::new()).unwrap();
            let (exact, best) = analyst.best_moves(&pos, &mut allowance()).unwrap();
            let mut replies = |col: u8| {
                let mut child = pos;
                child.play_unchecked(col);
                analyst.good_replies(&child, &mut allowance())
            };
            let fewest = best.iter().map(|col| replies(*col)).min().unwrap();
            let chosen = thought.best.unwrap();
            assert!(best.contains(&chosen));
            assert_eq!(replies(chosen), fewest);
            assert_eq!((thought.exact, thought.proven), (Some(exact), true));
            assert_eq!((thought.depth, thought.score), (42 - pos.ply(), as_score(&pos, exact)));
            choices += usize::from(best.len() > 1);
        }
        assert!(choices > 5, "{choices}");
        let hopeless = player.perfect(&Connect4::new(Size::USUAL), &Limits::nodes(0), &Stop::new());
        assert!(hopeless.is_some(), "the book knows the start");
        let stop = Stop::new();
        stop.stop();
        let middle = read("4444435526").unwrap();
        assert!(player.perfect(&middle, &Limits::default(), &stop).is_none());
    }

    #[test]
    fn who_calculates_the_end_of_the_game_proves_it_and_others_do_not() {
        let middle = positions_from(28, Size::USUAL, 1)[0];
        let proven = |level: u8| {
            let mut player = HumanEngine::new(Analyst::new(Size::USUAL, 1, 1).unwrap(), level, 0);
            let mut heard = 0;
            let mut hear = |_: &Thought<u8>| heard += 1;
            let thought = player.think(&middle, &Limits::default(), &Stop::new(), &mut hear);
            assert_eq!(heard, 1);
            thought.proven
        };
        assert_eq!([1, 7, 8, 9, 10].map(proven), [false, false, true, true, true]);
        let mut player = HumanEngine::new(Analyst::new(Size::USUAL, 1, 1).unwrap(), 1, 0);
        let over = read("1212121").unwrap();
        let thought = player.think(&over, &Limits::default(), &Stop::new(), &mut Ignore);
        assert_eq!((thought.best, thought.score.loss()), (None, Some(0)));
    }
}
