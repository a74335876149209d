//! A proof by trying everything: whether a player wins within so many plies, whatever the other
//! does. Knows the rules and nothing else, so it judges what engines claim.

use alinea_core::{Outcome, Player, Position};
use std::collections::HashMap;

/// What is known of a position: won within so many plies, not won within so many, and the number
/// of the move that decided last: it is likely to decide again.
#[derive(Clone, Copy, Default)]
struct Known {
    won: Option<u32>,
    open: Option<u32>,
    decided: Option<usize>,
}

/// A search for a forced win of one player.
pub(super) struct Exact {
    winner: Player,
    known: HashMap<u64, Known>,
    nodes: u64,
    /// How much each move has decided elsewhere, for the attacker and for the defender. It says
    /// which move is tried first, and nothing else.
    worth: [Vec<u64>; 2],
}

impl Exact {
    /// A search of at most so many nodes.
    pub(super) fn new(winner: Player, nodes: u64) -> Self {
        Exact { winner, known: HashMap::new(), nodes, worth: [Vec::new(), Vec::new()] }
    }

    /// Whether the player wins within so many plies; `None` if the nodes run out.
    pub(super) fn wins<P: Position>(&mut self, pos: &P, plies: u32) -> Option<bool> {
        let mut pos = pos.clone();
        for plies in 1..=plies {
            if self.within(&mut pos, plies)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn within<P: Position>(&mut self, pos: &mut P, plies: u32) -> Option<bool> {
        if let Some(outcome) = pos.outcome() {
            return Some(outcome == Outcome::Win(self.winner));
        }
        if plies == 0 {
            return Some(false);
        }
        let key = pos.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.won.is_some_and(|won| won <= plies) {
            return Some(true);
        }
        if known.open.is_some_and(|open| open >= plies) {
            return Some(false);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let attacks = pos.turn() == self.winner;
        let side = usize::from(attacks);
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        moves.sort_by_cached_key(|&mv| {
            let index = P::index(mv);
            let worth = self.worth[side].get(index).copied().unwrap_or_default();
            (known.decided != Some(index), std::cmp::Reverse(worth))
        });
        let (mut won, mut decided) = (!attacks, None);
        for mv in moves {
            let undo = pos.play_unchecked(mv);
            let wins = self.within(pos, plies - 1);
            pos.undo(undo);
            if wins? == attacks {
                (won, decided) = (attacks, Some(P::index(mv)));
                break;
            }
        }
        if let Some(index) = decided {
            let worth = &mut self.worth[side];
            worth.resize(worth.len().max(index + 1), 0);
            worth[index] += u64::from(plies) * u64::from(plies);
        }
        let known = self.known.entry(key).or_default();
        known.decided = decided.or(known.decided);
        if won {
            known.won = Some(plies)
        } else {
            known.open = Some(plies)
        }
        Some(won)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::random_positions;
    use alinea_core::{Game, parse_position};
    use alinea_games::{Boom, Mnk};

    /// The same question, answered without remembering anything.
    fn slowly<P: Position>(pos: &P, winner: Player, plies: u32) -> bool {
        if let Some(outcome) = pos.outcome() {
            return outcome == Outcome::Win(winner);
        }
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut wins = moves.into_iter().map(|mv| {
            let mut child = pos.clone();
            let _ = child.play_unchecked(mv);
            slowly(&child, winner, plies - 1)
        });
        match plies {
            0 => false,
            _ if pos.turn() == winner => wins.any(|won| won),
            _ => wins.all(|won| won),
        }
    }

    fn agrees<G: alinea_catalogue::Entry>(setup: &str, step: usize, plies: u32) {
        let setup = G::parse_setup(setup).unwrap();
        let mut won = [0; 2];
        for pos in random_positions::<G>(&setup, 12, 4).into_iter().step_by(step) {
            for winner in Player::BOTH {
                let mut exact = Exact::new(winner, 1_000_000);
                // One memory for all questions: an answer must not leak into a shorter one.
                for plies in [plies, 1, plies - 1, 2, plies] {
                    let expected = (1..=plies).any(|plies| slowly(&pos, winner, plies));
                    assert_eq!(exact.wins(&pos, plies), Some(expected), "{}", pos.to_diagram());
                    won[usize::from(expected)] += 1;
                }
            }
        }
        assert!(won.iter().all(|count| *count > 5), "{won:?}");
    }

    #[test]
    fn a_search_that_runs_out_of_nodes_does_not_know() {
        let setup = Mnk::parse_setup("3x3x3").unwrap();
        let pos = parse_position::<Mnk>(&setup, "a1b1").unwrap().pos;
        let mut nodes = 1;
        while Exact::new(Player::First, nodes).wins(&pos, 7).is_none() {
            nodes += 1;
        }
        // What it learnt of shorter wins makes it find this one in far fewer than there are.
        assert!((50..130).contains(&nodes), "{nodes}");
        assert_eq!(Exact::new(Player::First, nodes).wins(&pos, 7), Some(true));
        assert_eq!(Exact::new(Player::First, 0).wins(&pos, 7), None);
        // Nothing is visited where nothing may be played.
        assert_eq!(Exact::new(Player::First, 0).wins(&pos, 0), Some(false));
    }

    #[test]
    fn what_is_remembered_is_what_is_found_without_a_memory() {
        agrees::<Mnk>("4x3x3", 2, 5);
        agrees::<Boom>("", 9, 4);
    }
}
