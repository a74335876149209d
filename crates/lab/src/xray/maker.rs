//! Makes positions whose truth is known one by one, each by its number alone: work that was
//! interrupted goes on as if it had not been.

use super::make::{judged, near, walk};
use super::{Truth, prove};
use alinea_catalogue::{
    EngineSpec, Entry, GameSession, Seat, Session, SessionVisitor, Setting, SpecError, open,
};
use alinea_core::SplitMix64;
use alinea_search::{Ignore, Limits, Stop};

/// Whether a win is there is asked at every ply, with this part of the nodes.
const LOOK: u64 = 20;
/// Nodes for a move of the games in which threats decide.
const MOVE_NODES: u64 = 200;
/// Plies of such a game: at least before the first question, at most.
const PLIES: std::ops::Range<usize> = 7..50;

/// Makes positions of a game.
pub struct Maker {
    start: Box<dyn Session>,
    judge: Box<dyn Seat>,
    player: Box<dyn Seat>,
    nodes: u64,
    rng_seed: u64,
}

impl Maker {
    /// Of a game; a proof takes at most so many nodes.
    pub fn new(game: &str, nodes: u64, rng_seed: u64) -> Result<Maker, SpecError> {
        let start = open(game)?;
        let judge = start.seat(&EngineSpec::best())?;
        let player = if start.has_threats() {
            EngineSpec::best().with(Setting::Table(1))
        } else {
            EngineSpec::textbook().with(Setting::Depth(2))
        };
        let player = start.seat(&player)?;
        Ok(Maker { start, judge, player, nodes, rng_seed })
    }

    /// The truth about the position of this number, if it is proven: odd numbers are for losses.
    /// Where the game has a threat search it proves wins and, after every move, losses; elsewhere
    /// the strongest engine does.
    pub fn attempt(&mut self, number: u64) -> Option<Truth> {
        let mut rng = SplitMix64::new(SplitMix64::mix(self.rng_seed) ^ number);
        let loser = number % 2 == 1;
        self.player.new_game();
        let mut session = self.start.boxed_clone();
        if session.has_threats() {
            return self.by_threats(&mut *session, loser, &mut rng);
        }
        self.judge.new_game();
        let length = 6 + rng.below(32);
        let open = walk(&mut *session, &mut *self.player, length, &mut rng);
        open.then(|| judged(&mut *session, &mut *self.judge, self.nodes, loser)).flatten()
    }

    /// Plays until threats win for the player to move. A loss is the position one ply earlier if
    /// no move there would have helped, else the one after the first move of the win.
    fn by_threats(
        &mut self,
        session: &mut dyn Session,
        loser: bool,
        rng: &mut SplitMix64,
    ) -> Option<Truth> {
        let random = 0.05 + 0.25 * rng.unit();
        for ply in 0..PLIES.end {
            let mv = if ply < 3 || rng.unit() < random {
                near(session, rng)
            } else {
                let limits = Limits::nodes(MOVE_NODES);
                self.player.think(session, &limits, &Stop::new(), &mut Ignore).ok()?.best
            };
            let mv = mv?;
            session.play(&mv).ok()?;
            if session.outcome().is_some() {
                return None;
            }
            if ply < PLIES.start {
                continue;
            }
            let Some(plies) = session.visit(Plies(self.nodes / LOOK)) else { continue };
            if plies < prove::LEAST_PLIES {
                return None;
            }
            let decide = Decide(self.nodes);
            if !loser {
                return session.visit(decide).filter(|truth| truth.score > 0);
            }
            let after = session.visit(LostAfter(self.nodes));
            let _ = session.undo();
            let earlier = session.visit(decide).filter(|truth| truth.score < 0);
            return earlier.or_else(|| {
                let (first, truth) = after?;
                session.play(&mv).ok()?;
                session.play(&first).ok()?;
                Some(Truth { position: session.moves().concat(), ..truth })
            });
        }
        None
    }
}

/// The plies of a win by threats.
struct Plies(u64);

impl SessionVisitor for Plies {
    type Output = Option<u32>;

    fn visit<G: Entry>(self, game: &GameSession<G>) -> Self::Output {
        Some(prove::win(game.position(), self.0)?.plies)
    }
}

/// The first move of a win, and what it leaves to the opponent.
struct LostAfter(u64);

impl SessionVisitor for LostAfter {
    type Output = Option<(String, Truth)>;

    fn visit<G: Entry>(self, game: &GameSession<G>) -> Self::Output {
        prove::lost_after(game.position(), self.0)
    }
}

#[derive(Clone, Copy)]
struct Decide(u64);

impl SessionVisitor for Decide {
    type Output = Option<Truth>;

    fn visit<G: Entry>(self, game: &GameSession<G>) -> Option<Truth> {
        prove::by_threats(game.position(), &game.moves().concat(), self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_threats_games_of_any_length_are_judged_and_odd_numbers_are_never_won() {
        let mut maker = Maker::new("mnk:5x5x4", 3_000, 3).unwrap();
        let found: Vec<(u64, Truth)> =
            (0..40).filter_map(|number| Some((number, maker.attempt(number)?))).collect();
        assert!(!found.is_empty(), "nothing was proven");
        let plies = |truth: &Truth| truth.position.len() / 2;
        for (number, truth) in &found {
            assert!(number % 2 == 0 || truth.score <= 0, "{number}: {truth:?}");
            assert!((6..25).contains(&plies(truth)), "{truth:?}");
        }
        assert!(found.iter().any(|(_, truth)| plies(truth) % 6 > 1), "{found:?}");
    }
}
