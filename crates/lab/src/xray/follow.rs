//! A proven win followed to its end: the attacker plays what the threat search says, the defender
//! every legal move, and the rules alone say who won. Shares nothing with the search but the
//! attacker's moves.

use super::prove::distance;
use alinea_catalogue::Entry;
use alinea_core::{Outcome, Player};
use alinea_search::{Limits, Stop};

/// What the attacker plays, and how it goes on. After replies that are not named and do not lose
/// at once, as `other` says.
struct Branch<M> {
    mv: M,
    known: Vec<(M, Branch<M>)>,
    other: Option<Box<Branch<M>>>,
}

/// How an attack goes on after each reply of the defender.
type Replies<M> = (Vec<(M, Branch<M>)>, Option<Box<Branch<M>>>);

/// How the attacker wins a position.
enum Way<M> {
    /// With the next move.
    AtOnce,
    By(Branch<M>),
}

/// Follows the wins of one player.
pub(super) struct Follower<G: Entry> {
    attacker: Player,
    /// Nodes of the threat search for every move of the attacker.
    nodes: u64,
    /// The move that won last: most replies lose to the same one.
    killer: Option<G::Move>,
}

impl<G: Entry> Follower<G> {
    pub(super) fn new(attacker: Player, nodes: u64) -> Self {
        Follower { attacker, nodes, killer: None }
    }

    /// Whether the attacker wins against every reply, whoever is to move.
    pub(super) fn wins(&mut self, pos: &G) -> bool {
        let mut pos = pos.clone();
        if pos.turn() == self.attacker {
            self.way(&mut pos).is_some()
        } else {
            self.replies(&mut pos).is_some()
        }
    }

    /// How the attacker, to move, wins; `None` if the search does not know.
    fn way(&mut self, pos: &mut G) -> Option<Way<G::Move>> {
        if self.wins_at_once(pos) {
            return Some(Way::AtOnce);
        }
        let found = G::threats(pos, &[], &Limits::nodes(self.nodes), &Stop::new())?;
        let mv = *found.proof?.line.first()?;
        let undo = pos.play_unchecked(mv);
        let replies = self.replies(pos);
        pos.undo(undo);
        let (known, other) = replies?;
        Some(Way::By(Branch { mv, known, other }))
    }

    /// What follows every reply of the defender; `None` if one of them holds.
    fn replies(&mut self, pos: &mut G) -> Option<Replies<G::Move>> {
        let mut known = Vec::new();
        let mut other: Option<Box<Branch<G::Move>>> = None;
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        // What wins against a stone far away wins against most others.
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(distance(pos, *mv)));
        if pos.outcome().is_some() || moves.is_empty() {
            return None;
        }
        for mv in moves {
            let undo = pos.play_unchecked(mv);
            let way = match (pos.outcome(), &other) {
                (Some(_), _) => None,
                (None, Some(branch)) if self.holds(pos, branch) => Some(Way::AtOnce),
                _ => self.way(pos),
            };
            pos.undo(undo);
            match way? {
                Way::AtOnce => {}
                Way::By(branch) if other.is_none() => other = Some(Box::new(branch)),
                Way::By(branch) => known.push((mv, branch)),
            }
        }
        Some((known, other))
    }

    /// Whether a branch wins in a position it was not made for.
    fn holds(&mut self, pos: &mut G, branch: &Branch<G::Move>) -> bool {
        if self.wins_at_once(pos) {
            return true;
        }
        if !pos.is_legal(branch.mv) {
            return false;
        }
        let undo = pos.play_unchecked(branch.mv);
        let holds = pos.outcome().is_none() && self.holds_after(pos, branch);
        pos.undo(undo);
        holds
    }

    fn holds_after(&mut self, pos: &mut G, branch: &Branch<G::Move>) -> bool {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        moves.into_iter().all(|mv| {
            let undo = pos.play_unchecked(mv);
            let named = branch.known.iter().find(|(reply, _)| *reply == mv);
            let next = named.map(|(_, next)| next).or(branch.other.as_deref());
            let holds = pos.outcome().is_none()
                && match next {
                    Some(next) => self.holds(pos, next),
                    None => self.wins_at_once(pos),
                };
            pos.undo(undo);
            holds
        })
    }

    /// Whether a move of the attacker, to move, ends the game.
    fn wins_at_once(&mut self, pos: &mut G) -> bool {
        if let Some(killer) = self.killer
            && pos.is_legal(killer)
            && self.is_won_by(pos, killer)
        {
            return true;
        }
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let Some(mv) = moves.into_iter().find(|mv| self.is_won_by(pos, *mv)) else { return false };
        self.killer = Some(mv);
        true
    }

    fn is_won_by(&self, pos: &mut G, mv: G::Move) -> bool {
        let undo = pos.play_unchecked(mv);
        let won = pos.outcome() == Some(Outcome::Win(self.attacker));
        pos.undo(undo);
        won
    }
}
