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

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::{Game, Position, parse_position};
    use alinea_games::Gomoku;

    type Move = <Gomoku as Position>::Move;

    fn board(moves: &str) -> Gomoku {
        let setup = Gomoku::parse_setup("15").unwrap();
        parse_position::<Gomoku>(&setup, moves).unwrap().pos
    }

    fn at(text: &str) -> Move {
        let start = board("-");
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        moves.into_iter().find(|mv| start.move_text(*mv) == text).unwrap()
    }

    /// Plays a move and, after each named reply, what is said there; after others `other`.
    fn branch(
        mv: &str,
        known: Vec<(&str, Branch<Move>)>,
        other: Option<Branch<Move>>,
    ) -> Branch<Move> {
        let known = known.into_iter().map(|(reply, next)| (at(reply), next)).collect();
        Branch { mv: at(mv), known, other: other.map(Box::new) }
    }

    fn holds(moves: &str, branch: &Branch<Move>) -> bool {
        Follower::<Gomoku>::new(Player::First, 1_000).holds(&mut board(moves), branch)
    }

    #[test]
    fn an_open_four_wins_against_every_reply_and_a_closed_one_does_not() {
        let four = branch("k8", vec![], None);
        assert!(holds("h8a1i8c1j8e1", &four), "both ends are open");
        assert!(!holds("h8a1i8c1j8g8", &four), "one end is closed: the other one is taken");
        assert!(!holds("h8a1i8c1j8k8", &four), "the square itself is taken");
        assert!(!holds("h8a1i8c1j8e1", &branch("a15", vec![], None)), "nothing is threatened");
        // Five wait for their last stone: whatever the branch says.
        assert!(holds("h8a1i8c1j8e1k8a3", &branch("a1", vec![], None)));
        // The opponent is first.
        assert!(!holds("h8a1i8b1j8c1o15d1", &four));
    }

    #[test]
    fn a_named_reply_is_met_as_named_and_the_others_as_one() {
        // The four on the row is closed at one end; its stone opens a three on the column.
        let game = "h8g8i8a1j8c1k9e1k10a3";
        let column = || branch("k11", vec![], None);
        let nowhere = || branch("a15", vec![], None);
        assert!(!holds(game, &branch("k8", vec![], None)), "its one answer is not met");
        assert!(holds(game, &branch("k8", vec![("l8", column())], None)));
        assert!(holds(game, &branch("k8", vec![], Some(column()))));
        assert!(!holds(game, &branch("k8", vec![("a9", column())], None)));
        assert!(holds(game, &branch("k8", vec![("a9", nowhere()), ("l8", column())], None)));
        assert!(!holds(game, &branch("k8", vec![("l8", nowhere())], Some(column()))));
    }

    #[test]
    fn replies_are_named_where_the_usual_answer_fails() {
        // Two open threes, far from each other, and the defender to move.
        let mut pos = board("d4a1e4c1f4o1k12a15l12c15m12");
        let mut follower = Follower::<Gomoku>::new(Player::First, 1_000);
        let (known, other) = follower.replies(&mut pos).expect("no move stops both");
        let other = other.expect("most replies are met by one answer");
        assert!((1..12).contains(&known.len()), "{}", known.len());
        for (reply, own) in known {
            let undo = pos.play_unchecked(reply);
            assert!(!follower.holds(&mut pos, &other) && follower.holds(&mut pos, &own));
            pos.undo(undo);
        }
        assert!(follower.wins(&pos));
        assert!(!Follower::<Gomoku>::new(Player::Second, 1_000).wins(&pos));
    }

    #[test]
    fn one_open_three_is_stopped_and_two_are_not() {
        let wins = |moves: &str| Follower::<Gomoku>::new(Player::First, 1_000).wins(&board(moves));
        assert!(!wins("h8a1i8c1j8"), "the defender closes it");
        assert!(wins("h8a1i8c1j8e1"), "the attacker is to move");
        assert!(!wins("h8a1i8c1j8g8"), "it is closed");
        assert!(!wins("h8a1i8c1e1a3j8"), "the stones in line are those of both");
    }
}
