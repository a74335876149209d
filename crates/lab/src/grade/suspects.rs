//! Which mistakes an assignment can have, and the words about each.

use super::plan::Plan;
use super::{Mistake, Named};
use alinea_catalogue::Entry;
use alinea_core::Message;
use alinea_search::{Algorithm, Cut};

/// The mistakes that could be made in this assignment, the most frequent first.
pub(super) fn suspects<G: Entry>(plan: &Plan<G>, start: &G) -> Vec<Mistake> {
    let mut all: Vec<Mistake> = Mistake::GENERAL.to_vec();
    let natural = all.iter().position(|found| *found == Mistake::OrderNatural).unwrap_or_default();
    let is_other = |row: &usize| G::ORDERS[*row].name != plan.order_name;
    let named = (0..G::ORDERS.len()).filter(is_other).map(|row| Mistake::OrderNamed(row as u8));
    all.splice(natural..natural, named);
    all.extend((0..plan.parts.len()).map(|part| Mistake::PartForgotten(part as u8)));
    all.retain(|&mistake| is_possible(mistake, plan, start));
    all
}

fn is_possible<G: Entry>(mistake: Mistake, plan: &Plan<G>, start: &G) -> bool {
    use Mistake as M;
    let has_bombs = start.jugada().is_some();
    let is_minimax = plan.algorithm == Algorithm::Minimax;
    match mistake {
        M::BombsCounted | M::NoGravity | M::BoomMissing | M::WholeRow | M::BombsNever => has_bombs,
        M::UndoCounters | M::UndoBoom => has_bombs,
        M::OrderNatural => plan.order_name != "natural",
        M::OrderColumns => !start.gravity(),
        M::Prunes => is_minimax,
        M::CutSign | M::CutOther | M::CutNone | M::CutMaxOnly | M::CutMinOnly => !is_minimax,
        M::CutBeforeUpdate => !is_minimax,
        M::WindowNotPassed | M::WindowSwapped => !is_minimax,
        M::WindowNeverUpdated | M::AlphaNotUpdated | M::BetaNotUpdated => !is_minimax,
        M::AlphaNotPassed | M::BetaNotPassed => !is_minimax,
        M::WindowNotNegated | M::WindowOnlySwapped => !is_minimax,
        M::ReturnWrongBound | M::ReturnAlpha | M::ReturnBeta => !is_minimax,
        M::InfinitySmall => plan.given.alpha.is_finite() || plan.given.beta.is_finite(),
        _ => true,
    }
}

/// Pairs of mistakes that do not exclude each other.
pub(super) fn go_together(a: Mistake, b: Mistake) -> bool {
    a != b && a.about() != b.about()
}

/// A mistake with its words.
pub(super) fn named<G: Entry>(plan: &Plan<G>, mistake: Mistake) -> Named {
    let fill = |message: Message| match mistake {
        Mistake::OrderNamed(row) => message.with("order", G::ORDERS[usize::from(row)].name),
        Mistake::OrderNatural | Mistake::OrderReversed => message.with("order", &plan.order_name),
        Mistake::PartForgotten(part) => {
            let key = plan.parts.get(usize::from(part)).copied().unwrap_or_default();
            message.with("part", key)
        }
        Mistake::CutOther => {
            let (asked, found) = match plan.algorithm {
                Algorithm::AlphaBeta(Cut::Strict) => (">", ">="),
                _ => (">=", ">"),
            };
            message.with("asked", asked).with("found", found)
        }
        _ => message,
    };
    Named {
        mistake,
        sentence: fill(Message::new(mistake.key())),
        look: fill(Message::new(mistake.look())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::tests::{plan, position};
    use alinea_games::{Boom, Connect4, Mnk};
    use alinea_words::Language;

    fn names(found: &[Mistake]) -> Vec<&'static str> {
        found.iter().map(|mistake| mistake.name()).collect()
    }

    #[test]
    fn plain_minimax_on_columns_has_no_mistakes_of_cuts_squares_and_bombs() {
        let plan = plan::<Connect4>("", "textbook:heuristic=ligue4,depth=2,algorithm=minimax");
        let found = names(&suspects(&plan, &position("", "-")));
        let (fixed, rest) = found.split_at(found.iter().position(|n| *n == "skip-first").unwrap());
        assert_eq!(
            fixed,
            [
                "ties-last",
                "depth-less",
                "depth-more",
                "view-mover",
                "view-last-mover",
                "view-first",
                "view-root",
                "sign-by-colour",
                "terminal-missing",
                "undo-missing",
                "prunes",
                "max-everywhere",
                "min-everywhere",
                "sides-swapped",
                "negation-missing",
                "best-zero",
                "order-reversed",
                "order-named",
                "order-named",
            ]
        );
        let rest: Vec<&str> = rest.iter().copied().filter(|n| *n != "part-forgotten").collect();
        assert_eq!(
            rest,
            [
                "skip-first",
                "skip-last",
                "aligning-wins",
                "ties-last-max",
                "ties-last-min",
                "view-opponent",
                "value-negated",
                "undo-turn",
                "best-zero-max",
                "best-zero-min",
                "return-last",
                "no-utility",
                "level-forgotten",
                "no-diagonals",
                "no-rows",
                "no-columns",
            ]
        );
    }

    #[test]
    fn what_alpha_beta_boom_and_squares_add_is_suspected() {
        let of_minimax = plan::<Boom>("", "textbook:depth=2,algorithm=minimax");
        let of_cuts = plan::<Boom>("", "textbook:depth=2");
        let start = position::<Boom>("", "-");
        let added = |more: &[Mistake], less: &[Mistake]| -> Vec<&'static str> {
            names(more).into_iter().filter(|name| !names(less).contains(name)).collect()
        };
        let (few, many) = (suspects(&of_minimax, &start), suspects(&of_cuts, &start));
        assert_eq!(added(&few, &many), ["prunes"]);
        assert_eq!(
            added(&many, &few),
            [
                "cut-sign",
                "cut-other",
                "window-not-passed",
                "window-swapped",
                "cut-none",
                "window-not-negated",
                "window-only-swapped",
                "cut-max-only",
                "cut-min-only",
                "return-wrong-bound",
                "return-alpha",
                "return-beta",
                "window-never-updated",
                "alpha-not-updated",
                "beta-not-updated",
                "alpha-not-passed",
                "beta-not-passed",
                "cut-before-update",
            ]
        );
        let columns = plan::<Connect4>("", "textbook:heuristic=ligue4,depth=2");
        let columns = suspects(&columns, &position("", "-"));
        assert_eq!(
            added(&many, &columns)
                .into_iter()
                .filter(|n| *n != "order-natural")
                .collect::<Vec<_>>(),
            [
                "bombs-counted",
                "no-gravity",
                "boom-missing",
                "undo-counters",
                "undo-boom",
                "whole-row",
                "bombs-never",
            ]
        );
        let squares = plan::<Mnk>("3x3x3", "textbook:heuristic=dezenas,depth=2");
        let squares = suspects(&squares, &position("3x3x3", "-"));
        assert!(squares.contains(&Mistake::OrderColumns));
    }

    #[test]
    fn a_window_that_is_too_narrow_is_suspected_where_the_trace_shows_one() {
        let mut plan = plan::<Boom>("", "textbook:depth=2");
        let start = position::<Boom>("", "-");
        let full = plan.given;
        for (alpha, beta, expected) in [
            (full.alpha, full.beta, false),
            (-1000.0, full.beta, true),
            (full.alpha, 1000.0, true),
            (-1000.0, 1000.0, true),
        ] {
            (plan.given.alpha, plan.given.beta) = (alpha, beta);
            let found = suspects(&plan, &start).contains(&Mistake::InfinitySmall);
            assert_eq!(found, expected, "{alpha} {beta}");
        }
    }

    #[test]
    fn other_orders_of_the_game_are_suspected_before_the_natural_one() {
        let orders: Vec<&str> = Connect4::ORDERS.iter().map(|row| row.name).collect();
        let asked = orders.iter().copied().find(|name| *name != "natural").unwrap();
        let engine = format!("textbook:heuristic=ligue4,depth=2,order={asked}");
        let plan = plan::<Connect4>("", &engine);
        let found = suspects(&plan, &position("", "-"));
        let natural = found.iter().position(|m| *m == Mistake::OrderNatural).unwrap();
        let others: Vec<Mistake> = (0..orders.len())
            .filter(|&row| orders[row] != asked)
            .map(|row| Mistake::OrderNamed(row as u8))
            .collect();
        assert_eq!(found[natural - others.len()..natural], others);
        assert_eq!(found.iter().filter(|m| m.name() == "order-named").count(), others.len());
        let said = |mistake| Language::English.say(&named(&plan, mistake).sentence);
        assert!(said(Mistake::OrderNatural).contains(asked), "{}", said(Mistake::OrderNatural));
        let row = orders.iter().position(|name| *name == asked).unwrap() as u8;
        assert!(said(Mistake::OrderNamed(row)).contains(asked));
    }

    #[test]
    fn mistakes_about_the_same_thing_exclude_each_other() {
        use Mistake as M;
        for (a, b, together) in [
            (M::TiesLast, M::TiesLastMax, false),
            (M::TiesLast, M::TiesLast, false),
            (M::TiesLast, M::DepthLess, true),
            (M::UndoBoom, M::WholeRow, true),
            (M::NoRows, M::WholeRow, false),
        ] {
            assert_eq!(go_together(a, b), together, "{a:?} {b:?}");
            assert_eq!(go_together(b, a), together, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_mistake_is_named_with_what_was_asked_for() {
        let said = |engine: &str, mistake| {
            Language::English.say(&named(&plan::<Boom>("", engine), mistake).sentence)
        };
        let equal = said("textbook:depth=2", Mistake::CutOther);
        assert!(equal.contains("at alpha > beta where alpha >= beta is asked for"), "{equal}");
        let strict = said("textbook:depth=2,cut=strict", Mistake::CutOther);
        assert!(strict.contains("at alpha >= beta where alpha > beta is asked for"), "{strict}");
        let plan = plan::<Boom>("", "textbook:heuristic=material,depth=1");
        let parts: Vec<String> = (0..3)
            .map(|part| named(&plan, Mistake::PartForgotten(part)).sentence.args[0].1.clone())
            .collect();
        assert_eq!(parts, [plan.parts[0], plan.parts[1], ""]);
    }
}
