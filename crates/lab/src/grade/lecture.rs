//! The lecture's search once more, with room for one mistake. Without a mistake it visits what
//! [`alinea_search::Textbook`] visits, which a test holds it to.

use super::Mistake;
use alinea_catalogue::files::Files;
use alinea_catalogue::{EngineSpec, Entry, SpecError, factory};
use alinea_core::Player;
use alinea_search::{Algorithm, Cut, Heuristic, MoveOrder, Trace, Window};
use std::sync::Arc;

/// The search that an assignment asks for.
pub(super) struct Lecture<G: Entry> {
    heuristic: Arc<dyn Heuristic<G>>,
    order: Arc<dyn MoveOrder<G>>,
    algorithm: Algorithm,
    pub(super) depth: u32,
}

impl<G: Entry> Lecture<G> {
    /// Reads a textbook engine; presets are filled in.
    pub(super) fn of(
        setup: &G::Setup,
        spec: &EngineSpec,
        files: Option<&Files>,
    ) -> Result<Lecture<G>, SpecError> {
        let spec = factory::filled::<G>(spec);
        // Refuses what the real one refuses.
        let depth = factory::textbook::<G>(setup, &spec, files)?.depth();
        Ok(Lecture {
            heuristic: factory::named_or_default::<G>(setup, &spec, files)?,
            order: factory::order::<G>(setup, &spec)?,
            algorithm: factory::algorithm(&spec),
            depth,
        })
    }

    /// Value and move at the root; `None` if it took more than `nodes` nodes.
    pub(super) fn search(
        &self,
        pos: &G,
        depth: u32,
        mistake: Option<Mistake>,
        nodes: &mut u64,
        trace: &mut impl Trace<G::Move>,
    ) -> Option<(f64, Option<G::Move>)> {
        let depth = match mistake {
            Some(Mistake::OnePlyMore) => depth + 1,
            Some(Mistake::OnePlyLess) => depth.saturating_sub(1).max(1),
            _ => depth,
        };
        let root = pos.turn();
        let mut run = Run { lecture: self, mistake, depth, root, nodes, trace };
        run.node(&mut pos.clone(), None, 0, Window::FULL)
    }
}

struct Run<'a, G: Entry, T> {
    lecture: &'a Lecture<G>,
    mistake: Option<Mistake>,
    depth: u32,
    root: Player,
    nodes: &'a mut u64,
    trace: &'a mut T,
}

impl<G: Entry, T: Trace<G::Move>> Run<'_, G, T> {
    fn node(
        &mut self,
        pos: &mut G,
        mv: Option<G::Move>,
        ply: u32,
        window: Window,
    ) -> Option<(f64, Option<G::Move>)> {
        *self.nodes = self.nodes.checked_sub(1)?;
        let is_max = ply.is_multiple_of(2);
        self.trace.enter(mv, ply, is_max, window);
        let is_over = pos.outcome().is_some() && !self.makes(Mistake::NoTerminalTest);
        if ply >= self.depth || is_over {
            let player = if self.makes(Mistake::MoversView) { pos.turn() } else { self.root };
            let value = self.lecture.heuristic.evaluate(pos, player, ply);
            self.trace.leave(value, None);
            return Some((value, None));
        }
        let mut moves = Vec::new();
        if pos.outcome().is_none() {
            if self.makes(Mistake::NaturalOrder) {
                pos.legal_moves(&mut moves);
            } else {
                self.lecture.order.moves(pos, &mut moves);
            }
        }
        if self.makes(Mistake::ReversedOrder) {
            moves.reverse();
        }
        let Window { mut alpha, mut beta } = window;
        let (mut best, mut cut) = (None, None);
        for (i, &child) in moves.iter().enumerate() {
            // Without taking moves back the board fills up under the search's feet.
            if !pos.is_legal(child) {
                continue;
            }
            let handed = match self.lecture.algorithm {
                Algorithm::Minimax => Window::FULL,
                Algorithm::AlphaBeta(_) => Window { alpha, beta },
            };
            let undo = pos.play_unchecked(child);
            let searched = self.node(pos, Some(child), ply + 1, handed);
            if !self.makes(Mistake::NoUndo) {
                pos.undo(undo);
            }
            let (value, _) = searched?;
            let ties = self.makes(Mistake::LastOfEquals);
            if is_max && (value > alpha || (ties && value == alpha)) {
                alpha = value;
                best = Some(child);
            } else if !is_max && (value < beta || (ties && value == beta)) {
                beta = value;
                best = Some(child);
            }
            if self.cuts(alpha, beta) {
                cut = (i + 1 < moves.len()).then_some(Window { alpha, beta });
                break;
            }
        }
        let value = if is_max { alpha } else { beta };
        self.trace.leave(value, cut);
        Some((value, best))
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn cuts(&self, alpha: f64, beta: f64) -> bool {
        let Algorithm::AlphaBeta(cut) = self.lecture.algorithm else { return false };
        if self.makes(Mistake::CutSign) {
            return alpha <= beta;
        }
        match (cut, self.makes(Mistake::OtherCut)) {
            (Cut::Equal, false) | (Cut::Strict, true) => alpha >= beta,
            (Cut::Strict, false) | (Cut::Equal, true) => alpha > beta,
        }
    }
}
