//! The search of an assignment, right or with mistakes: minimax and alpha-beta once more, with every choice open. Without a mistake it visits what [`alinea_search::Textbook`] visits, which a test holds it to. What is asked for is a [`Plan`].

use super::choices::{
    Board, Choices, Cut, Evaluation, Order, Returned, Sides, Start, Undo, View, Window as Handed,
};
use super::desk::{Desk, without_bombs};
use super::memory::{Memory, Place};
use super::plan::{Hoped, Plan};
use alinea_catalogue::Entry;
use alinea_core::{Outcome, Player};
use alinea_search::{Algorithm, Cut as CutAt, MoveOrder, Natural, Window};

/// The first ply that different moves can lead to the same position.
const FIRST_SHARED: u32 = 3;

/// What a search may cost, and what is left of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    allowed: u64,
    left: u64,
    /// Whether an end was judged that boards which are played on judge differently.
    pub(super) is_ambiguous: bool,
    /// Whether the search was stopped because it cannot give the answer that was hoped for.
    pub(super) is_refuted: bool,
}

impl Effort {
    pub(super) const fn of(nodes: u64) -> Effort {
        Effort { allowed: nodes, left: nodes, is_ambiguous: false, is_refuted: false }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.allowed - self.left
    }
}

/// Hears of every node of a search, and may stop it by answering false.
pub(super) trait Listener<G: Entry> {
    /// A node is entered by `mv` with this window.
    fn enter(&mut self, mv: Option<G::Move>, ply: u32, window: Window, desk: &Desk<G>) -> bool;
    /// The node entered last and not yet left returns this.
    fn leave(&mut self, left: &Left<G::Move>) -> bool;
    /// The value of the node left last as a program has it that rounds differently.
    fn taken(&self) -> Option<f64> {
        None
    }
    /// Whether a node is cut where that depends on rounding alone.
    fn cuts(&self, _ply: u32, _alpha: f64, _beta: f64) -> Option<bool> {
        None
    }
}

pub(super) struct Left<M> {
    pub(super) mv: Option<M>,
    pub(super) ply: u32,
    pub(super) value: f64,
    pub(super) entered: Window,
    pub(super) window: Window,
    pub(super) best: Option<M>,
}

pub(super) struct Deaf;

impl<G: Entry> Listener<G> for Deaf {
    fn enter(&mut self, _: Option<G::Move>, _: u32, _: Window, _: &Desk<G>) -> bool {
        true
    }

    fn leave(&mut self, _: &Left<G::Move>) -> bool {
        true
    }
}

/// One search: a plan, the choices it is made with, and how far it is.
pub(super) struct Run<'a, G: Entry, L> {
    plan: &'a Plan<G>,
    choices: Choices,
    depth: u32,
    root: Player,
    effort: &'a mut Effort,
    desk: Desk<G>,
    moves: Vec<G::Move>,
    listener: &'a mut L,
    /// What is known of nodes; none where every node is told.
    pub(super) memory: Option<&'a mut Memory<G>>,
    /// The only move of the root.
    pub(super) only: Option<G::Move>,
    /// The answer to stop without.
    pub(super) hoped: Option<Hoped<G::Move>>,
}

struct Gathered<M> {
    alpha: f64,
    beta: f64,
    value: f64,
    last: f64,
    best: Option<M>,
    /// The bound that a cut returns.
    bound: Option<f64>,
}

impl<'a, G: Entry, L: Listener<G>> Run<'a, G, L> {
    /// A search that begins on this board.
    pub(super) fn new(
        plan: &'a Plan<G>,
        desk: &Desk<G>,
        depth: u32,
        choices: Choices,
        effort: &'a mut Effort,
        listener: &'a mut L,
    ) -> Run<'a, G, L> {
        Run {
            plan,
            choices,
            depth: depth.saturating_add_signed(choices.depth).max(1),
            root: desk.turn(),
            effort,
            desk: desk.clone(),
            moves: Vec::with_capacity(256),
            listener,
            memory: None,
            only: None,
            hoped: None,
        }
    }

    /// The window at the root.
    pub(super) fn first_window(&self) -> Window {
        if self.choices.start == Start::Given { self.plan.given } else { Window::FULL }
    }

    /// The node as the memory knows it; none where looking it up is not worth it.
    fn place(&self, ply: u32, window: Window) -> Option<Place> {
        let is_worth_it = ply >= FIRST_SHARED && ply < self.depth;
        (self.memory.is_some() && is_worth_it).then(|| Place::of(self.desk.key(), ply, window))
    }

    /// Searches the position on the desk: its value and best move.
    pub(super) fn node(
        &mut self,
        mv: Option<G::Move>,
        ply: u32,
        window: Window,
    ) -> Option<(f64, Option<G::Move>)> {
        self.effort.left = self.effort.left.checked_sub(1)?;
        if !self.listener.enter(mv, ply, window, &self.desk) {
            return None;
        }
        let is_over = self.desk.outcome().is_some() && self.choices.terminal;
        if ply >= self.depth || is_over {
            let value = self.leaf(ply);
            let left = Left { mv, ply, value, entered: window, window, best: None };
            return self.leave(&left);
        }
        if let Some(value) = self.bound_returned(ply, window) {
            if ply > 0 {
                return Some((value, None));
            }
            let is_other =
                |hoped: Hoped<_>| value < hoped.values.alpha || value > hoped.values.beta;
            if self.hoped.is_some_and(is_other) {
                self.effort.is_refuted = true;
                return None;
            }
        }
        let place = self.place(ply, window);
        if let (Some(place), Some(memory)) = (&place, &self.memory)
            && let Some(value) = memory.get(place)
        {
            if self.choices.board.undo != Undo::All
                && let Some(left) = memory.board(place)
            {
                self.desk = left.clone();
            }
            return Some((value, None));
        }
        let found = self.children(ply, window)?;
        let value = self.returned(ply, &found);
        if let (Some(place), Some(memory)) = (place, &mut self.memory) {
            if self.choices.board.undo == Undo::All {
                memory.put(place, value);
            } else {
                memory.put_with_board(place, value, &self.desk);
            }
        }
        let after = Window { alpha: found.alpha, beta: found.beta };
        let left = Left { mv, ply, value, entered: window, window: after, best: found.best };
        self.leave(&left)
    }

    fn leave(&mut self, left: &Left<G::Move>) -> Option<(f64, Option<G::Move>)> {
        let goes_on = self.listener.leave(left);
        goes_on.then(|| (self.listener.taken().unwrap_or(left.value), left.best))
    }

    fn children(&mut self, ply: u32, window: Window) -> Option<Gathered<G::Move>> {
        let first = self.moves.len();
        self.list_moves();
        if let Some(only) = self.only.filter(|_| ply == 0) {
            self.moves.retain(|mv| *mv == only);
        }
        let end = self.moves.len();
        let maxes = self.maxes(ply);
        let Window { alpha, beta } = window;
        let value = match self.choices.start {
            Start::Zero(at) if at[usize::from(!maxes)] => 0.0,
            _ if maxes => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        };
        let mut found = Gathered { alpha, beta, value, last: value, best: None, bound: None };
        let is_tidy = self.choices.is_tidy() && self.desk.outcome().is_none();
        for i in first..end {
            let child = self.moves[i];
            let value = if is_tidy {
                let handed = self.handed(&found);
                let undo = self.desk.play_tidily(child);
                let searched = self.node(Some(child), ply + 1, handed);
                self.desk.undo_tidily(undo);
                searched?.0
            } else {
                // Without taking moves back the board fills up under the search's feet.
                if !self.desk.can_play(child) {
                    continue;
                }
                let handed = self.handed(&found);
                let before = self.desk.clone();
                self.desk.play(child, self.choices.board.rules);
                let searched = self.node(Some(child), ply + 1, handed);
                self.desk.restore(before, child, self.choices.board.undo);
                searched?.0
            };
            let negates = self.choices.style.is_nega() && self.choices.sides != Sides::NotNegated;
            let value = if negates { -value } else { value };
            if self.gather(&mut found, child, value, ply) {
                break;
            }
            if self.hoped.is_some() && self.is_hopeless(ply, &found) {
                self.effort.is_refuted = true;
                return None;
            }
        }
        self.moves.truncate(first);
        Some(found)
    }

    /// What a node returns whatever its children are worth: the bound that it never moves. Only answers are found this way: who listens hears of every child, and moves that are not taken back stay.
    fn bound_returned(&self, ply: u32, window: Window) -> Option<f64> {
        self.memory.as_ref().filter(|_| self.choices.board.undo == Undo::All)?;
        let maxes = self.maxes(ply);
        match self.choices.returned {
            Returned::WrongBound | Returned::Beta if maxes => Some(window.beta),
            Returned::WrongBound | Returned::Alpha if !maxes => Some(window.alpha),
            _ => None,
        }
    }

    /// Whether the answer that is hoped for cannot come any more: the best value of the root, and of nodes that hand it up as it is, only grows at MAX and falls at MIN.
    fn is_hopeless(&self, ply: u32, found: &Gathered<G::Move>) -> bool {
        let Some(hoped) = self.hoped else { return false };
        if !self.hands_up(ply) {
            return false;
        }
        let maxes = self.maxes(ply);
        let best = match (self.choices.style.is_hard(), maxes) {
            (false, _) => found.value,
            (true, true) => found.alpha,
            (true, false) => found.beta,
        };
        let is_past = if maxes { best > hoped.values.beta } else { best < hoped.values.alpha };
        if is_past {
            return true;
        }
        let first_stays = ply == 0 && !self.choices.ties[usize::from(!maxes)];
        let is_other = |(value, mv)| best == value && found.best.is_some_and(|best| best != mv);
        first_stays && hoped.only.is_some_and(is_other)
    }

    /// Whether the root's value is at least (at MAX; at most at MIN) what this node has found.
    fn hands_up(&self, ply: u32) -> bool {
        if self.choices.returned != Returned::Right {
            return false;
        }
        let is_one_sided = match self.choices.sides {
            Sides::Max | Sides::Min => true,
            Sides::NotNegated => self.choices.style.is_nega(),
            Sides::Right | Sides::Swapped => false,
        };
        // A cut that returns the other bound hands up less than was found.
        let hands_all = self.choices.cut != Cut::BeforeUpdate && !self.choices.style.is_clamped();
        ply == 0 || (is_one_sided && hands_all)
    }

    /// Takes a child's value in; whether the remaining children are skipped.
    fn gather(&self, found: &mut Gathered<G::Move>, child: G::Move, value: f64, ply: u32) -> bool {
        let (choices, maxes) = (&self.choices, self.maxes(ply));
        found.last = value;
        let ties = choices.ties[usize::from(!maxes)];
        let better = |known: f64| {
            (if maxes { value > known } else { value < known }) || (ties && value == known)
        };
        if choices.cut == Cut::BeforeUpdate {
            let (alpha, beta) = if maxes {
                (found.alpha.max(value), found.beta)
            } else {
                (found.alpha, found.beta.min(value))
            };
            if self.is_cut(alpha, beta, ply) {
                return true;
            }
        }
        let by = |value: f64, found: &Gathered<G::Move>| {
            if maxes { (value, found.beta) } else { (found.alpha, value) }
        };
        if choices.style.is_clamped() {
            let (alpha, beta) = by(value, found);
            if self.is_cut(alpha, beta, ply) {
                let own = if maxes { found.alpha } else { found.beta };
                found.best = if better(own) { Some(child) } else { found.best };
                found.bound = Some(if maxes { beta } else { alpha });
                return true;
            }
        }
        if choices.style.is_hard() {
            let bound = if maxes { &mut found.alpha } else { &mut found.beta };
            if better(*bound) {
                *bound = value;
                found.best = Some(child);
            }
        } else {
            if better(found.value) {
                found.value = value;
                found.best = Some(child);
            }
            let (alpha, beta) = by(found.value, found);
            if choices.style.is_by_value() && self.is_cut(alpha, beta, ply) {
                return true;
            }
            match choices.window {
                Handed::NeverUpdated => {}
                Handed::AlphaNotUpdated if maxes => {}
                Handed::BetaNotUpdated if !maxes => {}
                _ if maxes => found.alpha = found.alpha.max(found.value),
                _ => found.beta = found.beta.min(found.value),
            }
        }
        let is_decided = choices.style.is_clamped() || choices.style.is_by_value();
        !is_decided && self.is_cut(found.alpha, found.beta, ply)
    }

    fn is_cut(&self, alpha: f64, beta: f64, ply: u32) -> bool {
        let at = match self.plan.algorithm {
            Algorithm::AlphaBeta(at) => at,
            Algorithm::Minimax if self.choices.cut == Cut::Prunes => CutAt::Equal,
            Algorithm::Minimax => return false,
        };
        let right = match at {
            CutAt::Equal => alpha >= beta,
            CutAt::Strict => alpha > beta,
        };
        let right = self.listener.cuts(ply, alpha, beta).unwrap_or(right);
        let maxes = self.maxes(ply);
        match self.choices.cut {
            Cut::Right | Cut::BeforeUpdate | Cut::Prunes => right,
            Cut::Other => match at {
                CutAt::Equal => alpha > beta,
                CutAt::Strict => alpha >= beta,
            },
            Cut::Sign => alpha <= beta,
            Cut::None => false,
            Cut::MaxOnly => maxes && right,
            Cut::MinOnly => !maxes && right,
        }
    }

    fn maxes(&self, ply: u32) -> bool {
        if self.choices.style.is_nega() {
            return true;
        }
        match self.choices.sides {
            Sides::Right | Sides::NotNegated => ply.is_multiple_of(2),
            Sides::Max => true,
            Sides::Min => false,
            Sides::Swapped => !ply.is_multiple_of(2),
        }
    }

    fn handed(&self, found: &Gathered<G::Move>) -> Window {
        let is_minimax = self.plan.algorithm == Algorithm::Minimax;
        if is_minimax && self.choices.cut != Cut::Prunes {
            return Window::FULL;
        }
        if self.choices.window == Handed::Full {
            return Window::FULL;
        }
        let Gathered { alpha, beta, .. } = *found;
        let nega = self.choices.style.is_nega();
        let (lowest, highest) = (f64::NEG_INFINITY, f64::INFINITY);
        match (self.choices.window, nega) {
            (Handed::Swapped, false) => Window { alpha: beta, beta: alpha },
            (Handed::Swapped, true) => Window { alpha: -alpha, beta: -beta },
            (Handed::NotNegated, _) => Window { alpha, beta },
            (Handed::OnlySwapped, _) => Window { alpha: beta, beta: alpha },
            (Handed::AlphaOnly, false) => Window { alpha, beta: highest },
            (Handed::BetaOnly, false) => Window { alpha: lowest, beta },
            (Handed::AlphaOnly, true) => Window { alpha: lowest, beta: -alpha },
            (Handed::BetaOnly, true) => Window { alpha: -beta, beta: highest },
            (_, false) => Window { alpha, beta },
            (_, true) => Window { alpha: -beta, beta: -alpha },
        }
    }

    fn returned(&self, ply: u32, found: &Gathered<G::Move>) -> f64 {
        let maxes = self.maxes(ply);
        let (own, wrong) =
            if maxes { (found.alpha, found.beta) } else { (found.beta, found.alpha) };
        match self.choices.returned {
            Returned::Right if self.choices.style.is_hard() => found.bound.unwrap_or(own),
            Returned::Right => found.value,
            Returned::WrongBound => wrong,
            Returned::Alpha => found.alpha,
            Returned::Beta => found.beta,
            Returned::Last => found.last,
        }
    }

    fn list_moves(&mut self) {
        let first = self.moves.len();
        let (plan, moves) = (self.plan, &mut self.moves);
        self.desk.reopened(|pos| match self.choices.order {
            Order::Right | Order::Reversed => plan.order.moves(pos, moves),
            Order::Natural => Natural.moves(pos, moves),
            Order::Named(row) => plan.named[usize::from(row)].moves(pos, moves),
            Order::Columns => {
                plan.order.moves(pos, moves);
                moves[first..].sort_by_cached_key(|&mv| {
                    let text = pos.move_text(mv);
                    let cell: Option<alinea_core::Cell> = text.parse().ok();
                    cell.map(|cell| (cell.col, u8::MAX - cell.row))
                });
            }
        });
        if self.choices.board.rules == Board::BoomMissing {
            let pos = self.desk.position();
            let kept = moves.split_off(first);
            moves.extend(kept.into_iter().filter(|&mv| pos.move_text(mv) != "B"));
        }
        if self.choices.order == Order::Reversed {
            moves[first..].reverse();
        }
        // A student who leaves a move out still plays when there is only one.
        if self.choices.skip[0] && moves.len() > first + 1 {
            moves.remove(first);
        }
        if self.choices.skip[1] && moves.len() > first + 1 {
            moves.pop();
        }
    }

    fn leaf(&mut self, ply: u32) -> f64 {
        let sign = if self.choices.style.is_nega() && !ply.is_multiple_of(2) { -1.0 } else { 1.0 };
        let turn = self.desk.turn();
        match self.choices.view {
            View::Right => sign * self.evaluate(self.root, ply),
            View::Mover => self.evaluate(turn, ply),
            View::LastMover => self.evaluate(turn.other(), ply),
            View::First => self.evaluate(Player::First, ply),
            View::Opponent => sign * self.evaluate(self.root.other(), ply),
            View::Root => self.evaluate(self.root, ply),
            View::SignByColour if turn == Player::First => self.evaluate(Player::First, ply),
            View::SignByColour => -self.evaluate(Player::First, ply),
            View::Negated => -sign * self.evaluate(self.root, ply),
        }
    }

    fn evaluate(&mut self, player: Player, ply: u32) -> f64 {
        let desk = &self.desk;
        self.effort.is_ambiguous = self.effort.is_ambiguous || desk.is_ambiguous();
        let ended = match desk.ending(player, self.choices.both) {
            Some(Outcome::Win(winner)) if self.choices.aligning_wins => {
                Some(Outcome::Win(winner.other()))
            }
            other => other,
        };
        let player = desk.real(player);
        let heuristic = &self.plan.heuristic;
        match self.choices.evaluation {
            Evaluation::Right => desk.judged(ended, |pos| heuristic.evaluate(pos, player, ply)),
            Evaluation::NoUtility => desk.reopened(|pos| heuristic.evaluate(pos, player, ply)),
            Evaluation::LevelZero => desk.judged(ended, |pos| heuristic.evaluate(pos, player, 0)),
            Evaluation::BombsCounted => {
                desk.judged(ended, |pos| heuristic.evaluate(&without_bombs(pos), player, ply))
            }
            Evaluation::Without(part) => desk.judged(ended, |pos| {
                let left_out = self.plan.parts.get(usize::from(part));
                let parts = heuristic.explain(pos, player, ply);
                let kept = parts.iter().filter(|found| Some(&found.label.key) != left_out);
                kept.map(|found| found.points).sum()
            }),
        }
    }
}

#[cfg(test)]
mod tests;
