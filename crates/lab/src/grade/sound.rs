//! Which mistakes leave the answer of a search alone, and which leave it an alpha-beta search.
//!
//! Alpha-beta finds the minimax value of the root and the first move that has it, however much it
//! cuts, in whatever order, and whatever the leaves are worth. So a mistake that is only about how
//! much is cut never shows in a log, and a search whose other mistakes are about tree and leaves
//! can be asked whether its value is the logged one, which takes a narrow window.

use super::Mistake;
use super::choices::Style;
use super::mistake::About;
use super::rounding::Rounding;
use alinea_search::Window;

impl Mistake {
    /// Whether it changes which nodes are visited, and neither the value of the root nor its move.
    pub(super) const fn keeps_answers(self) -> bool {
        use Mistake as M;
        match self {
            M::CutOther | M::CutNone | M::CutMaxOnly | M::CutMinOnly | M::Prunes => true,
            M::WindowNotPassed | M::WindowNeverUpdated => true,
            M::AlphaNotUpdated | M::BetaNotUpdated | M::AlphaNotPassed | M::BetaNotPassed => true,
            // The root is a MAX node.
            M::TiesLastMin => true,
            _ => false,
        }
    }

    /// Whether it changes the tree or the worth of its leaves, and nothing else.
    ///
    /// What keeps it an alpha-beta search of some tree: nodes may be MAX or MIN wherever they like,
    /// a best value that begins at 0 is one more child, and a node without moves, on a board that
    /// is played on, is worth less than every other.
    pub(super) const fn keeps_search(self) -> bool {
        use Mistake as M;
        matches!(
            self,
            M::DepthLess
                | M::DepthMore
                | M::ViewMover
                | M::ViewLastMover
                | M::ViewFirst
                | M::ViewOpponent
                | M::ViewRoot
                | M::SignByColour
                | M::ValueNegated
                | M::OrderReversed
                | M::OrderNatural
                | M::OrderNamed(_)
                | M::OrderColumns
                | M::SkipFirst
                | M::SkipLast
                | M::AligningWins
                | M::NoUtility
                | M::LevelForgotten
                | M::PartForgotten(_)
                | M::BombsCounted
                | M::NoGravity
                | M::WholeRow
                | M::BombsNever
                | M::NoDiagonals
                | M::NoRows
                | M::NoColumns
                | M::MaxEverywhere
                | M::MinEverywhere
                | M::SidesSwapped
                | M::BestZero
                | M::BestZeroMax
                | M::BestZeroMin
                | M::TerminalMissing
                | M::BoomMissing
        )
    }
}

/// The mistakes that decide the answer, if the search is an alpha-beta search of some tree.
pub(super) fn deciding(mistakes: &[Mistake], style: Style) -> Option<Vec<Mistake>> {
    // Ties at MIN never show, unless the root is a MIN node.
    let has = |about: About| mistakes.iter().any(|mistake| mistake.about() == about);
    if has(About::Ties) && has(About::Sides) {
        return None;
    }
    let keeps_answers = |mistake: &Mistake| {
        // Beta stays endless where it is never negated: nothing is cut.
        let is_soft = style.is_nega() && !style.is_hard();
        let is_minimax = is_soft && *mistake == Mistake::WindowNotNegated;
        mistake.keeps_answers() || is_minimax
    };
    let is_sound = |mistake: &Mistake| keeps_answers(mistake) || mistake.keeps_search();
    let decides = mistakes.iter().copied().filter(|mistake| !keeps_answers(mistake));
    mistakes.iter().all(is_sound).then(|| decides.collect())
}

/// A window that holds this value and no other.
pub(super) fn around(value: f64, rounding: Rounding) -> Option<Window> {
    // Twice what two values may differ by to be the same.
    let margin = 2e-6 * value.abs().max(1.0) + 2.0 * rounding.slack();
    value.is_finite().then_some(Window { alpha: value - margin, beta: value + margin })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::choices::Choices;
    use crate::grade::desk::Desk;
    use crate::grade::memory::Memory;
    use crate::grade::plan::{Asked, Hoped, Plan};
    use crate::grade::same;
    use crate::grade::search::{Deaf, Effort};
    use crate::grade::suspects::{go_together, suspects};
    use crate::samples::random_positions;
    use alinea_catalogue::Entry;
    use alinea_games::{Boom, Connect4, Mnk};

    struct Tried<G: Entry> {
        plan: Plan<G>,
        positions: Vec<G>,
        all: Vec<Mistake>,
    }

    impl<G: Entry> Tried<G> {
        fn new(setup: &str, engine: &str) -> Tried<G> {
            let setup = G::parse_setup(setup).unwrap();
            let plan = Plan::<G>::of(&setup, &engine.parse().unwrap(), None).unwrap();
            let mut positions = random_positions::<G>(&setup, 6, 5);
            positions.retain(|pos| pos.outcome().is_none());
            let step = positions.len() / 14 + 1;
            let positions: Vec<G> = positions.into_iter().step_by(step).collect();
            let all = suspects(&plan, &positions[0]);
            Tried { plan, positions, all }
        }

        /// Value and move of the whole search.
        fn answer(&self, pos: &G, choices: Choices) -> (f64, Option<usize>) {
            let (mut effort, depth) = (Effort::of(3_000_000), self.plan.depth);
            let found = self.plan.search(&Desk::new(pos), depth, choices, &mut effort, &mut Deaf);
            let (value, best) = found.unwrap();
            (value, best.map(G::index))
        }

        /// The same with a memory, and with a window.
        fn quickly(
            &self,
            pos: &G,
            choices: Choices,
            window: Option<Window>,
            memory: &mut Memory<G>,
        ) -> (f64, Option<usize>) {
            let (desk, mut effort) = (Desk::new(pos), Effort::of(3_000_000));
            let asked = Asked { choices, window, only: None, hoped: None };
            let found = self.plan.answer(&desk, asked, &mut effort, memory);
            let (value, best) = found.unwrap();
            (value, best.map(G::index))
        }
    }

    /// What keeps answers keeps them beside everything that keeps the search.
    fn answers_stay<G: Entry>(setup: &str, engine: &str) {
        let tried = Tried::<G>::new(setup, engine);
        let (mut memory, mut compared) = (Memory::new(), 0);
        let exact = Rounding::of(std::iter::empty());
        let trees = tried.all.iter().filter(|m| m.keeps_search()).map(|&m| vec![m]);
        for tree in std::iter::once(Vec::new()).chain(trees) {
            for style in Style::ALL {
                let Some(right) = Choices::with(style, &tree) else { continue };
                let answers: Vec<_> =
                    tried.positions.iter().map(|pos| tried.answer(pos, right)).collect();
                for (pos, &(value, best)) in tried.positions.iter().zip(&answers) {
                    // A window around the value tells it, one around another value does not.
                    let found = tried.quickly(pos, right, around(value, exact), &mut memory);
                    assert!(same(found.0, value) && found.1 == best, "{tree:?} {style:?}");
                    let apart = 1.0 + value.abs() / 1000.0;
                    let others = [value + apart, value - apart];
                    for other in others.into_iter().filter(|other| other.is_finite()) {
                        let found = tried.quickly(pos, right, around(other, exact), &mut memory);
                        assert!(!same(found.0, other), "{tree:?} {style:?} {other}");
                    }
                }
                for &cut in &tried.all {
                    let both: Vec<Mistake> = tree.iter().copied().chain([cut]).collect();
                    if cut.keeps_search() || deciding(&both, style).is_none() {
                        continue;
                    }
                    assert_eq!(deciding(&both, style), Some(tree.clone()));
                    let Some(choices) = Choices::with(style, &both) else { continue };
                    for (pos, expected) in tried.positions.iter().zip(&answers) {
                        let found = tried.answer(pos, choices);
                        assert_eq!(found, *expected, "{both:?} {style:?} {}", pos.to_diagram());
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn what_only_cuts_less_or_more_keeps_every_answer() {
        answers_stay::<Boom>("", "textbook:heuristic=valoracion-test,depth=3");
        answers_stay::<Connect4>("", "textbook:heuristic=ligue4,depth=3");
        answers_stay::<Mnk>("4x3x3", "textbook:heuristic=dezenas,depth=4,algorithm=minimax");
    }

    /// A memory changes nothing, whatever the search does wrong.
    fn memory_tells_the_same<G: Entry>(setup: &str, engine: &str) {
        let tried = Tried::<G>::new(setup, engine);
        let (mut memory, mut refuted) = (Memory::new(), 0);
        let pairs = tried.all.iter().enumerate().flat_map(|(i, &a)| {
            let others = tried.all[i + 1..].iter().filter(move |b| go_together(a, **b));
            others.step_by(23).map(move |&b| vec![a, b])
        });
        let singles = tried.all.iter().map(|&mistake| vec![mistake]);
        for mistakes in std::iter::once(Vec::new()).chain(singles).chain(pairs) {
            for choices in Style::ALL.into_iter().flat_map(|s| Choices::variants(s, &mistakes)) {
                for (i, pos) in tried.positions.iter().step_by(3).enumerate() {
                    let expected = tried.answer(pos, choices);
                    let found = tried.quickly(pos, choices, None, &mut memory);
                    let is_same = found.0.to_bits() == expected.0.to_bits();
                    assert!(is_same && found.1 == expected.1, "{mistakes:?} {choices:?}");
                    if i == mistakes.len() {
                        refuted += hopes_are_judged_rightly(&tried, pos, choices, &mut memory);
                    }
                }
            }
        }
        assert!(refuted > 100, "{refuted}");
    }

    /// Who hopes for the right answer gets it, who hopes for another one does not. Counts the
    /// searches that were stopped.
    fn hopes_are_judged_rightly<G: Entry>(
        tried: &Tried<G>,
        pos: &G,
        choices: Choices,
        memory: &mut Memory<G>,
    ) -> usize {
        let exact = Rounding::of(std::iter::empty());
        let (desk, plain) =
            (Desk::new(pos), Asked { choices, window: None, only: None, hoped: None });
        let full = tried.plan.answer(&desk, plain, &mut Effort::of(3_000_000), memory).unwrap();
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut refuted = 0;
        for value in [full.0, full.0 - 7.0, full.0 + 7.0] {
            let Some(values) = around(value, exact) else { continue };
            let others = moves.iter().copied().filter(|mv| Some(*mv) != full.1).take(1);
            for mv in full.1.into_iter().chain(others) {
                let hoped = Some(Hoped { values, only: Some((value, mv)) });
                let mut effort = Effort::of(3_000_000);
                let found = tried.plan.answer(&desk, Asked { hoped, ..plain }, &mut effort, memory);
                let is_it = value == full.0 && Some(mv) == full.1;
                assert!(!(is_it && effort.is_refuted), "{choices:?} {}", pos.to_diagram());
                refuted += usize::from(effort.is_refuted);
                if let Some(found) = found {
                    assert!(found.0.to_bits() == full.0.to_bits() && found.1 == full.1);
                }
            }
        }
        refuted
    }

    #[test]
    fn a_search_with_a_memory_gives_the_same_answers() {
        memory_tells_the_same::<Boom>("", "textbook:heuristic=valoracion-test,depth=5");
        memory_tells_the_same::<Connect4>("", "textbook:heuristic=ligue4,depth=4");
        memory_tells_the_same::<Mnk>("3x3x3", "textbook:heuristic=dezenas,depth=5");
    }

    #[test]
    fn a_window_around_a_value_holds_what_counts_as_the_same() {
        let exact = Rounding::of(std::iter::empty());
        for value in [0.0, -0.25, 1.0, 5000.0, -99_999_999.0] {
            let window = around(value, exact).unwrap();
            let apart = 1e-6 * f64::max(1.0, value.abs());
            assert!(window.alpha < value - 1.9 * apart && window.alpha > value - 2.1 * apart);
            assert!(window.beta > value + 1.9 * apart && window.beta < value + 2.1 * apart);
        }
        // Digits that are not printed make it wider.
        let tenths = around(3.0, Rounding::of([0.5, 0.1].into_iter())).unwrap();
        assert!(
            (tenths.alpha - 2.9).abs() < 1e-4 && (tenths.beta - 3.1).abs() < 1e-4,
            "{tenths:?}"
        );
        assert_eq!(around(f64::INFINITY, exact), None);
        assert_eq!(around(f64::NEG_INFINITY, exact), None);
    }

    #[test]
    fn what_decides_an_answer_is_told_from_what_never_shows_in_a_log() {
        use Mistake as M;
        let of = |mistakes: &[M]| deciding(mistakes, Style::Hard);
        for unseen in [
            M::CutOther,
            M::CutNone,
            M::CutMaxOnly,
            M::CutMinOnly,
            M::Prunes,
            M::WindowNotPassed,
            M::WindowNeverUpdated,
            M::AlphaNotUpdated,
            M::BetaNotUpdated,
            M::AlphaNotPassed,
            M::BetaNotPassed,
            M::TiesLastMin,
        ] {
            assert_eq!(of(&[unseen]), Some(vec![]), "{unseen:?}");
            assert_eq!(of(&[M::DepthLess, unseen]), Some(vec![M::DepthLess]), "{unseen:?}");
            assert_eq!(of(&[M::CutSign, unseen]), None, "{unseen:?}");
        }
        for unsound in [
            M::TiesLast,
            M::TiesLastMax,
            M::CutSign,
            M::CutBeforeUpdate,
            M::WindowSwapped,
            M::UndoMissing,
            M::ReturnLast,
            M::ReturnBeta,
            M::InfinitySmall,
        ] {
            assert_eq!(of(&[unsound]), None, "{unsound:?}");
            assert_eq!(of(&[unsound, M::NoRows]), None, "{unsound:?}");
        }
        assert_eq!(of(&[M::NoRows, M::DepthMore]), Some(vec![M::NoRows, M::DepthMore]));
        // Ties at MIN show where the root is a MIN node.
        for sides in [M::MinEverywhere, M::SidesSwapped, M::MaxEverywhere] {
            assert_eq!(of(&[sides]), Some(vec![sides]));
            assert_eq!(of(&[M::TiesLastMin, sides]), None);
        }
        // Nothing is cut where beta stays endless: in fail-soft negamax alone.
        for (style, expected) in [
            (Style::NegaSoft, Some(vec![])),
            (Style::NegaByValue, Some(vec![])),
            (Style::NegaHard, None),
            (Style::NegaClamped, None),
            (Style::Soft, None),
        ] {
            assert_eq!(deciding(&[M::WindowNotNegated], style), expected, "{style:?}");
            assert_eq!(deciding(&[M::WindowOnlySwapped], style), None, "{style:?}");
        }
    }
}
