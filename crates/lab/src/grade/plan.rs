//! What an assignment asks for: evaluation, order, algorithm and depth. How it is searched, right or wrong, is in [`super::search`].

use super::choices::{Choices, Cut, Undo};
use super::desk::Desk;
use super::memory::Memory;
use super::search::{Deaf, Effort, Listener, Run};
use alinea_catalogue::files::Files;
use alinea_catalogue::{EngineSpec, Entry, SpecError, factory};
use alinea_search::{Algorithm, Heuristic, MoveOrder, Window};
use std::sync::Arc;

/// The search that an assignment asks for.
pub(super) struct Plan<G: Entry> {
    pub(super) heuristic: Arc<dyn Heuristic<G>>,
    pub(super) order: Arc<dyn MoveOrder<G>>,
    /// The game's named orders, as `G::ORDERS` lists them.
    pub(super) named: Vec<Arc<dyn MoveOrder<G>>>,
    /// Keys of the parts that the evaluation can have.
    pub(super) parts: Vec<&'static str>,
    pub(super) algorithm: Algorithm,
    pub(super) depth: u32,
    /// The order that is asked for, by name.
    pub(super) order_name: String,
    /// The first window, where a trace shows that it is not infinite.
    pub(super) given: Window,
    /// What a won game is worth, if it is one whole number that nothing else is worth.
    pub(super) utility: Option<f64>,
}

impl<G: Entry> Plan<G> {
    /// Reads a textbook engine; presets are filled in.
    pub(super) fn of(
        setup: &G::Setup,
        spec: &EngineSpec,
        files: Option<&Files>,
    ) -> Result<Plan<G>, SpecError> {
        let filled = factory::filled::<G>(spec);
        let depth = factory::textbook::<G>(setup, &filled, files)?.depth();
        let heuristic = factory::named_or_default::<G>(setup, &filled, files)?;
        let parts = super::parts::keys::<G>(setup, &*heuristic);
        let utility = super::parts::utility::<G>(setup, &*heuristic);
        Ok(Plan {
            heuristic,
            parts,
            order: factory::order::<G>(setup, &filled)?,
            named: G::ORDERS.iter().map(|row| (row.make)(setup)).collect(),
            algorithm: factory::algorithm(&filled),
            depth,
            order_name: filled.order().unwrap_or("natural").to_owned(),
            given: Window::FULL,
            utility,
        })
    }

    /// Whether a value is a won or lost game: no sum that depends on the order of its parts.
    pub(super) fn is_decided(&self, value: f64) -> bool {
        self.utility.is_some_and(|utility| value.abs() == utility)
    }

    /// Searches a position and tells the listener; nothing if it stopped the search, or if it took more nodes than are left.
    pub(super) fn search(
        &self,
        desk: &Desk<G>,
        depth: u32,
        choices: Choices,
        effort: &mut Effort,
        listener: &mut impl Listener<G>,
    ) -> Option<(f64, Option<G::Move>)> {
        let mut run = Run::new(self, desk, depth, choices, effort, listener);
        run.node(None, 0, run.first_window())
    }

    /// The answer of the same search, found with fewer nodes: what is known of a node is not searched again.
    /// A proper search may be asked with a window of its own. Inside it the answer is the one of the whole search, which minimax finds with cuts too. A search that need only tell whether it gives a known answer is stopped as soon as it cannot: its effort says so.
    pub(super) fn answer(
        &self,
        desk: &Desk<G>,
        Asked { mut choices, window, only, hoped }: Asked<G::Move>,
        effort: &mut Effort,
        memory: &mut Memory<G>,
    ) -> Option<(f64, Option<G::Move>)> {
        memory.clear();
        if window.is_some() && self.algorithm == Algorithm::Minimax {
            choices.cut = Cut::Prunes;
        }
        let mut nobody = Deaf;
        let mut run = Run::new(self, desk, self.depth, choices, effort, &mut nobody);
        let is_kept = choices.board.undo == Undo::All || Memory::<G>::keeps_boards();
        run.memory = is_kept.then_some(memory);
        run.only = only;
        run.hoped = hoped;
        run.node(None, 0, window.unwrap_or(run.first_window()))
    }
}

/// A question about the answer of a search.
#[derive(Clone, Copy)]
pub(super) struct Asked<M> {
    pub(super) choices: Choices,
    /// The window to begin with, instead of the search's own.
    pub(super) window: Option<Window>,
    /// The only move to look at.
    pub(super) only: Option<M>,
    /// The answer to stop without.
    pub(super) hoped: Option<Hoped<M>>,
}

/// The answer that a search may give.
#[derive(Clone, Copy)]
pub(super) struct Hoped<M> {
    /// Values outside are other values.
    pub(super) values: Window,
    /// The value and its move, where no other move may have this value.
    pub(super) only: Option<(f64, M)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::choices::Style;
    use crate::grade::tests::{plan, position};
    use alinea_games::{Boom, Connect4, Gomoku};

    fn asked<M>(choices: Choices, window: Option<Window>) -> Asked<M> {
        Asked { choices, window, only: None, hoped: None }
    }

    #[test]
    fn an_engine_is_read_with_everything_it_leaves_out() {
        let plain = plan::<Boom>("", "textbook:heuristic=valoracion-test,depth=3");
        assert_eq!((plain.depth, plain.order_name.as_str()), (3, "natural"));
        assert_eq!(plain.given, Window::FULL);
        assert_eq!(plain.named.len(), Boom::ORDERS.len());
        let decided = [99_999_999.0, -99_999_999.0, 99_999_998.0, 0.0].map(|v| plain.is_decided(v));
        assert_eq!(decided, [true, true, false, false]);
        // Ligue 4 knows no single worth of a won game.
        let columns = plan::<Connect4>("", "textbook:heuristic=ligue4,depth=2,order=center");
        assert_eq!((columns.utility, columns.order_name.as_str()), (None, "center"));
        assert!(!columns.is_decided(0.0) && !columns.is_decided(20_000.0));
    }

    #[test]
    fn minimax_that_is_asked_with_a_window_cuts_and_answers_the_same() {
        let minimax =
            plan::<Boom>("", "textbook:heuristic=valoracion-test,depth=3,algorithm=minimax");
        let desk = Desk::new(&position::<Boom>("", "1234"));
        let mut memory = Memory::new();
        let mut of = |choices, window| {
            let mut effort = Effort::of(1_000_000);
            let found = minimax.answer(&desk, asked(choices, window), &mut effort, &mut memory);
            (found.unwrap(), effort.nodes())
        };
        let right = Choices::right(Style::Hard);
        let (whole, all) = of(right, None);
        let (narrow, few) = of(right, Some(Window::FULL));
        assert_eq!(whole, narrow);
        assert!(all == 400 && few < all, "{few} of {all}");
        // Without a window of its own a wrong search is left as it is.
        let last = Choices::with(Style::Hard, &[crate::grade::Mistake::ReturnLast]).unwrap();
        let mut effort = Effort::of(1_000_000);
        let told = minimax.search(&desk, 3, last, &mut effort, &mut Deaf);
        assert_eq!(Some(of(last, None).0), told);
        assert_eq!(of(last, None).1, 400);
    }

    #[test]
    fn what_is_known_is_not_searched_again() {
        fn nodes<G: Entry>(plan: &Plan<G>, pos: &G, undo: Undo) -> [u64; 2] {
            let mut choices = Choices::right(Style::Hard);
            choices.board.undo = undo;
            let desk = Desk::new(pos);
            let mut efforts = [Effort::of(1_000_000); 2];
            let [quick, whole] = &mut efforts;
            let known = plan.answer(&desk, asked(choices, None), quick, &mut Memory::new());
            let found = plan.search(&desk, plan.depth, choices, whole, &mut Deaf);
            assert!(known == found && found.is_some());
            efforts.map(|effort| effort.nodes())
        }
        let small = plan::<Connect4>("", "textbook:heuristic=ligue4,depth=5");
        let start = position::<Connect4>("", "44");
        for undo in [Undo::All, Undo::AllButTurn] {
            let [quick, whole] = nodes(&small, &start, undo);
            assert!(quick < whole, "{undo:?}: {quick} {whole}");
        }
        // Large boards that are left behind are not kept.
        let large = plan::<Gomoku>("5", "textbook:heuristic=dezenas,depth=4,near=1");
        let start = position::<Gomoku>("5", "c3");
        let [quick, whole] = nodes(&large, &start, Undo::All);
        assert!(quick < whole, "{quick} {whole}");
        let [quick, whole] = nodes(&large, &start, Undo::AllButTurn);
        assert_eq!(quick, whole);
    }
}
