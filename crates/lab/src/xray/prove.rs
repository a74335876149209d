//! Truth by threats: a win is what the threat search proves, a loss a position in which it proves
//! the opponent's win after every move near the stones and after one far from them. That no other
//! move holds is for `verify` to show, which tries them all.

use super::Truth;
use alinea_catalogue::Entry;
use alinea_core::Cell;
use alinea_search::{Distance, Limits, Proof, Stop};

/// Other winning moves are looked for with this part of the nodes.
const OTHER_MOVES: u64 = 20;
/// A win or a loss at once teaches nothing.
pub(super) const LEAST_PLIES: u32 = 4;

/// A position that is lost, whatever its player does.
struct Lost<M> {
    /// Plies to the end if the player holds out as long as possible.
    plies: u32,
    /// The moves that hold out so long.
    longest: Vec<M>,
}

/// What threats decide about a position; `None` if nothing is proven, or if it is over too soon.
pub(super) fn by_threats<G: Entry>(pos: &G, position: &str, nodes: u64) -> Option<Truth> {
    let text = |mv: &G::Move| pos.move_text(*mv);
    if let Some(proof) = win(pos, nodes) {
        if proof.plies < LEAST_PLIES {
            return None;
        }
        let score = 1000 - proof.plies as i32;
        let first = *proof.line.first()?;
        let mut moves = vec![(text(&first), score)];
        for mv in legal(pos).into_iter().filter(|mv| *mv != first && is_near(pos, *mv)) {
            let child = after(pos, mv);
            let is_over = child.outcome().is_some();
            let lost = if is_over { None } else { lost(&child, nodes / OTHER_MOVES) };
            // What is proven to take longer than the best is a win, but not a better one.
            moves.extend(lost.map(|lost| (text(&mv), 1000 - (lost.plies as i32 + 1))));
        }
        let score = moves.iter().map(|(_, score)| *score).max()?;
        return Some(Truth { position: position.to_owned(), score, moves });
    }
    let lost = lost(pos, nodes).filter(|lost| lost.plies >= LEAST_PLIES)?;
    let score = lost.plies as i32 - 1000;
    let moves = lost.longest.iter().map(|mv| (text(mv), score)).collect();
    Some(Truth { position: position.to_owned(), score, moves })
}

/// A win of the player to move whose longest defence is known.
pub(super) fn win<G: Entry>(pos: &G, nodes: u64) -> Option<Proof<G::Move>> {
    let found = G::threats(pos, &[], &Limits::nodes(nodes), &Stop::new())?;
    found.proof.filter(|proof| proof.distance == Distance::AtMost)
}

/// What the first move of a win leaves to the opponent.
pub(super) fn lost_after<G: Entry>(pos: &G, nodes: u64) -> Option<(String, Truth)> {
    let proof = win(pos, nodes)?;
    let (first, answer) = (*proof.line.first()?, *proof.line.get(1)?);
    let score = proof.plies as i32 - 1 - 1000;
    let child = after(pos, first);
    let moves = vec![(child.move_text(answer), score)];
    let position = String::new();
    let is_slow = proof.plies > LEAST_PLIES;
    is_slow.then(|| (pos.move_text(first), Truth { position, score, moves }))
}

/// The loss of the player to move, if the opponent wins after each of the moves.
fn lost<G: Entry>(pos: &G, nodes: u64) -> Option<Lost<G::Move>> {
    let mut lost = Lost { plies: 0, longest: Vec::new() };
    let mut moves = legal(pos);
    let idle = moves.iter().copied().max_by_key(|mv| distance(pos, *mv))?;
    moves.retain(|mv| *mv == idle || is_near(pos, *mv));
    // What the opponent does if nothing is done: there the defences are.
    let threat = win(&after(pos, idle), nodes)?;
    moves.sort_by_cached_key(|mv| (*mv != idle, !threat.line.contains(mv), distance(pos, *mv)));
    for mv in moves {
        let child = after(pos, mv);
        if child.outcome().is_some() {
            return None;
        }
        let plies = 1 + win(&child, nodes)?.plies;
        if plies > lost.plies {
            lost = Lost { plies, longest: Vec::new() };
        }
        if plies == lost.plies {
            lost.longest.push(mv);
        }
    }
    Some(lost)
}

fn legal<G: Entry>(pos: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

fn after<G: Entry>(pos: &G, mv: G::Move) -> G {
    let mut child = pos.clone();
    let _ = child.play_unchecked(mv);
    child
}

/// Squares between a move and the nearest stone.
pub(super) fn distance<G: Entry>(pos: &G, mv: G::Move) -> u8 {
    let Ok(at) = pos.move_text(mv).parse::<Cell>() else { return 0 };
    let mut least = u8::MAX;
    for row in 0..pos.rows() {
        for col in 0..pos.cols() {
            if pos.at(Cell::new(col, row)).is_some() {
                least = least.min(at.col.abs_diff(col).max(at.row.abs_diff(row)));
            }
        }
    }
    least
}

fn is_near<G: Entry>(pos: &G, mv: G::Move) -> bool {
    distance(pos, mv) <= 2
}

#[cfg(test)]
mod tests {
    use super::super::written;
    use super::*;
    use alinea_core::{Game, parse_position};
    use alinea_games::Gomoku;

    fn board(moves: &str) -> Gomoku {
        parse_position::<Gomoku>(&Gomoku::parse_setup("15").unwrap(), moves).unwrap().pos
    }

    fn told(moves: &str) -> Option<String> {
        by_threats(&board(moves), moves, 1_000).map(|truth| written(&truth))
    }

    #[test]
    fn what_threats_decide_is_told_with_every_move_that_does_as_well() {
        for line in [
            "g10i10f9h11h9j9g12i8g9k8 995 l7=995",
            "j6i10h7j10i7k10h10h8h6g7i9f6f10j8i8f9 995 i6=995,g6=991",
            // The first move of the proof is not the fastest.
            "i8h10f9g10g8g7h7i6g6j9f8j8 993 f5=991,d11=989,f11=989,e10=989,d9=987,e8=991,f7=993",
            // Of a loss the moves that hold out longest, those on the threatened line first.
            "h7h8g7i7g9g8f8h6f7e7f9f6e9d9g11j6f10 -996 f11=-996",
            "h9h8i6i9j7j9g9g7f6i8k8h5f8h7g6h6h4i11 -990 i12=-990,l9=-990,i7=-990,m10=-990",
            "h8i8g7h9g9g10j7i9j9i10i7 -992 f11=-992,i11=-992,e12=-992,i12=-992",
        ] {
            let (moves, _) = line.split_once(' ').unwrap();
            assert_eq!(told(moves).as_deref(), Some(line));
        }
    }

    #[test]
    fn what_is_over_too_soon_or_open_is_not_told() {
        assert_eq!(told("h8a1i8c1j8e1"), None, "an open three wins in three plies");
        assert_eq!(told("h8a1i8c1j8e1k8"), None, "an open four is lost in two");
        assert_eq!(told("h8a1i8c1"), None, "nothing is decided");
        assert_eq!(win(&board("h8a1i8c1j8e1"), 1_000).map(|proof| proof.plies), Some(3));
    }

    #[test]
    fn the_first_move_of_a_win_leaves_a_loss() {
        let after = |moves: &str| lost_after(&board(moves), 1_000);
        let (first, truth) = after("f8f6f10e7d8e8h6g10").unwrap();
        assert_eq!((first.as_str(), written(&truth).as_str()), ("e9", " -996 h12=-996"));
        assert_eq!(after("h8a1i8c1j8e1"), None, "it would be over too soon");
        assert_eq!(after("h8a1i8c1"), None);
    }

    #[test]
    fn near_is_within_two_squares_of_a_stone() {
        let pos = board("h8o15");
        let far = |text: &str| {
            let mv = legal(&pos).into_iter().find(|mv| pos.move_text(*mv) == text);
            distance(&pos, mv.unwrap())
        };
        assert_eq!(["i9", "h10", "k7", "n13", "o10"].map(far), [1, 2, 3, 2, 5]);
        assert_eq!(legal(&pos).into_iter().filter(|mv| is_near(&pos, *mv)).count(), 24 + 8);
        assert_eq!(distance(&board("-"), legal(&board("-"))[0]), u8::MAX);
    }
}
