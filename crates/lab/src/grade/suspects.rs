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
