//! The root of a search: deepening, windows, several lines, what is told to the observer.

use super::node::{ENDLESS, Found, Purpose, Run, Step};
use crate::{Observer, RootMove, Score, Thought};
use alinea_core::Position;

const INFINITY: i32 = Score::MAX.raw();

/// Nodes after which a draw that deepening has not found is worth a proof of its own.
const FIRST_PROOF: u64 = 20_000;

/// The search of one position.
pub(super) struct Search<'a, P: Position> {
    run: Run<'a, P>,
    pos: P,
    /// Best known first; while several lines are sought, the finished ones lead.
    moves: Vec<P::Move>,
    /// Whether moves that the order left out have been added.
    has_rest: bool,
    wanted: usize,
    proves: bool,
    /// The finished lines of the current depth.
    found: Vec<RootMove<P::Move>>,
}

impl<'a, P: Position> Search<'a, P> {
    pub(super) fn new(run: Run<'a, P>, pos: &P, wanted: usize, proves: bool) -> Search<'a, P> {
        let mut moves = Vec::new();
        run.order.moves(pos, &mut moves);
        if moves.is_empty() || wanted > moves.len() {
            // More lines than the order lists are wanted: the other moves follow it.
            let listed = moves.len();
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            legal.retain(|mv| !moves[..listed].contains(mv));
            moves.extend(legal);
        }
        let wanted = wanted.min(moves.len());
        Search { run, pos: pos.clone(), moves, has_rest: false, wanted, proves, found: Vec::new() }
    }

    /// Searches depth after depth.
    pub(super) fn deepen(
        mut self,
        max_depth: u32,
        observer: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move> {
        let mut thought = Thought::of(self.moves.first().copied());
        let mut guesses = vec![0; self.wanted];
        for depth in 1..=max_depth {
            let finished = self.iterate(depth, &mut guesses);
            if !self.found.is_empty() {
                thought = self.thought(depth, finished, thought);
            }
            if !finished {
                break;
            }
            observer.iteration(&thought);
            if self.is_settled(depth) {
                break;
            }
            if self.proves && self.prove_draw(&mut thought) {
                observer.iteration(&thought);
                break;
            }
        }
        thought.nodes = self.run.budget.nodes();
        thought.elapsed = self.run.budget.elapsed();
        thought
    }

    /// One depth, line by line; false if a limit was met before it was finished.
    fn iterate(&mut self, depth: u32, guesses: &mut [i32]) -> bool {
        self.found.clear();
        for (number, guess) in guesses.iter_mut().enumerate() {
            let known = (depth > 1).then_some(*guess);
            let Some(found) = self.aspire(depth as i32, number, known) else {
                return false;
            };
            *guess = found.score.raw();
            self.found.push(found);
        }
        // A later line may have come out better than an earlier one; ties keep their order.
        self.found.sort_by_key(|line| std::cmp::Reverse(line.score));
        for (place, line) in self.moves.iter_mut().zip(&self.found) {
            *place = line.mv;
        }
        true
    }

    /// One line, first within a small window around the guess. A search that was stopped still
    /// answers if it had found a better first move by then.
    fn aspire(
        &mut self,
        depth: i32,
        number: usize,
        guess: Option<i32>,
    ) -> Option<RootMove<P::Move>> {
        let mut margin = guess.map_or(INFINITY, |guess| 50 + guess.abs() / 16);
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if let Some(guess) = guess.filter(|&g| depth >= 4 && !Score::from_raw(g).is_decided()) {
            (alpha, beta) = (guess - margin, guess + margin);
        }
        loop {
            let searched = self.window(depth, number, alpha, beta);
            let (found, line) = searched.answer?;
            let (failed_low, failed_high) = (found.score <= alpha, found.score >= beta);
            if searched.is_complete && (failed_low || failed_high) {
                margin = margin.saturating_mul(4);
                if failed_low {
                    alpha = if margin > 1 << 24 { -INFINITY } else { alpha - margin };
                } else {
                    beta = if margin > 1 << 24 { INFINITY } else { beta + margin };
                }
                continue;
            }
            if !searched.is_complete && (failed_low || number > 0) {
                return None;
            }
            let mut root = RootMove::new(line[0], Score::from_raw(found.score));
            // What lies outside the window says nothing about other moves.
            let is_draw = found.solid && found.score == 0 && self.run.order.is_complete();
            root.proven |= is_draw && searched.is_complete;
            root.line = line;
            if !searched.is_complete {
                self.found = vec![root];
                return None;
            }
            return Some(root);
        }
    }

    /// The moves from `number` on within a window. The best goes to place `number`.
    fn window(&mut self, depth: i32, number: usize, alpha: i32, beta: i32) -> Windowed<P::Move> {
        let mut step = Step::new(alpha, beta);
        let mut line = Vec::new();
        let mut i = number;
        let mut is_complete = true;
        loop {
            if i == self.moves.len() && !self.add_rest(&step) {
                break;
            }
            let mv = self.moves[i];
            let undo = self.pos.play_unchecked(mv);
            let searched = self.run.child(&mut self.pos, depth, 0, &step, i - number);
            self.pos.undo(undo);
            let Some(Found { score, solid }) = searched else {
                is_complete = false;
                break;
            };
            step.solid &= solid;
            if score > step.best {
                step.best = score;
                if score > step.alpha || line.is_empty() {
                    self.run.keep_line(0, mv);
                    line.clone_from(&self.run.lines[0]);
                }
                if score > step.alpha {
                    step.alpha = score;
                    self.moves[number..=i].rotate_right(1);
                }
            }
            if score >= beta {
                break;
            }
            i += 1;
        }
        let found = Found { score: step.best, solid: step.solid };
        Windowed { answer: (!line.is_empty()).then_some((found, line)), is_complete }
    }

    /// If all moves lose, those that the order left out join them.
    fn add_rest(&mut self, step: &Step) -> bool {
        if self.has_rest || Score::from_raw(step.best).loss().is_none() {
            return false;
        }
        self.has_rest = true;
        let listed = self.moves.len();
        let mut rest = Vec::new();
        self.run.order.rest(&self.pos, &mut rest);
        rest.retain(|mv| !self.moves.contains(mv));
        self.moves.append(&mut rest);
        self.moves.len() > listed
    }

    fn thought(&self, depth: u32, finished: bool, before: Thought<P::Move>) -> Thought<P::Move> {
        if !finished && self.wanted > 1 && !before.moves.is_empty() {
            // Scores of two depths cannot be compared: the list stays that of the last whole one.
            return before;
        }
        let mut moves = self.found.clone();
        moves.sort_by_key(|line| std::cmp::Reverse(line.score));
        let best = moves[0].clone();
        Thought {
            score: best.score,
            proven: best.proven,
            line: best.line,
            moves,
            depth: if finished { depth } else { before.depth },
            nodes: self.run.budget.nodes(),
            elapsed: self.run.budget.elapsed(),
            ..Thought::of(Some(best.mv))
        }
    }

    /// Whether no deeper search can change the lines.
    fn is_settled(&self, depth: u32) -> bool {
        self.found.iter().all(|line| {
            let plies = line.score.win().or(line.score.loss());
            line.proven && plies.is_none_or(|plies| plies <= depth)
        })
    }

    /// Tries to prove a draw with about as many nodes as were spent so far.
    fn prove_draw(&mut self, thought: &mut Thought<P::Move>) -> bool {
        let spent = self.run.budget.nodes();
        if spent < FIRST_PROOF {
            return false;
        }
        self.run.cap = spent.saturating_add(spent);
        self.run.purpose = Purpose::Prove;
        let mut pos = self.pos.clone();
        let answers = [(0, 1), (-1, 0)].map(|(alpha, beta)| {
            let found = self.run.node(&mut pos, ENDLESS, 0, alpha, beta)?;
            found.solid.then_some(found.score)
        });
        let best = self.run.best_of(&pos, &self.moves);
        self.run.purpose = Purpose::Judge;
        self.run.cap = u64::MAX;
        let [Some(at_most), Some(at_least)] = answers else {
            return false;
        };
        if at_most > 0 || at_least < 0 {
            // Decided: deepening finds the shortest way.
            self.proves = false;
            return false;
        }
        let mv = best.or(thought.best).unwrap_or(self.moves[0]);
        let root = RootMove { proven: true, line: vec![mv], ..RootMove::new(mv, Score::DRAW) };
        *thought = Thought {
            score: Score::DRAW,
            proven: true,
            line: root.line.clone(),
            depth: thought.depth,
            nodes: self.run.budget.nodes(),
            elapsed: self.run.budget.elapsed(),
            moves: vec![root],
            ..Thought::of(Some(mv))
        };
        true
    }
}

/// What a search of one window found: its best move's line, and whether all moves were tried.
struct Windowed<M> {
    answer: Option<(Found, Vec<M>)>,
    is_complete: bool,
}
