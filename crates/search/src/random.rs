//! The weakest opponent: any legal move.

use crate::{Engine, Limits, Observer, Stop, Thought};
use alinea_core::{Position, SplitMix64};

/// Plays a random legal move; the same seed plays the same game.
///
/// ```
/// use alinea_core::{Game, Position};
/// use alinea_games::Connect4;
/// use alinea_search::{Engine, Ignore, Limits, Random, Stop};
/// let game = |seed| {
///     let mut pos = Connect4::start(&Connect4::parse_setup("").unwrap());
///     let (mut player, mut moves) = (Random::new(seed), Vec::new());
///     while let Some(mv) = player.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore).best {
///         pos.play(mv).unwrap();
///         moves.push(mv);
///     }
///     moves
/// };
/// assert_eq!(game(7), game(7));
/// assert_ne!(game(7), game(8));
/// ```
pub struct Random {
    seed: u64,
    rng: SplitMix64,
}

impl Random {
    /// A player with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { seed, rng: SplitMix64::new(seed) }
    }
}

impl<P: Position> Engine<P> for Random {
    fn think(
        &mut self,
        pos: &P,
        _: &Limits,
        _: &Stop,
        _: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let best = self.rng.pick(&moves).copied();
        match best {
            None => Thought::finished(pos),
            Some(_) => Thought { nodes: 1, ..Thought::of(best) },
        }
    }

    fn clear(&mut self) {
        self.rng = SplitMix64::new(self.seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::Tree;
    use crate::{Ignore, Score};

    fn play(player: &mut Random, pos: &Tree) -> Thought<u8> {
        player.think(pos, &Limits::default(), &Stop::new(), &mut Ignore)
    }

    #[test]
    fn every_legal_move_is_played_and_no_other() {
        let pos = Tree::new("(1 2 W 4)");
        let mut player = Random::new(1);
        let mut seen = [0; 4];
        for _ in 0..400 {
            let thought = play(&mut player, &pos);
            assert_eq!((thought.nodes, thought.proven), (1, false), "it looks at one move only");
            seen[usize::from(thought.best.expect("the game goes on"))] += 1;
        }
        assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
    }

    #[test]
    fn the_same_seed_plays_the_same_game_again() {
        let pos = Tree::new("(1 2 3 4 5 6 7 8)");
        let game = |player: &mut Random| {
            (0..20).filter_map(|_| play(player, &pos).best).collect::<Vec<_>>()
        };
        let mut player = Random::new(5);
        let first = game(&mut player);
        let second = game(&mut player);
        assert_ne!(first, second, "the dice roll on");
        Engine::<Tree>::clear(&mut player);
        assert_eq!(game(&mut player), first);
        assert_eq!(game(&mut Random::new(5)), first);
        assert_ne!(game(&mut Random::new(6)), first);
    }

    #[test]
    fn a_finished_game_is_not_played_on() {
        let thought = play(&mut Random::new(5), &Tree::new("L"));
        assert_eq!((thought.best, thought.score), (None, Score::loss_in(0)));
    }
}
