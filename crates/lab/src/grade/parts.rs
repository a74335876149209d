//! Which parts an evaluation has, as far as random games show: any of them can be forgotten. And
//! what it says of a won game.

use crate::samples::random_positions;
use alinea_catalogue::Entry;
use alinea_core::{Outcome, Player};
use alinea_search::Heuristic;

/// Random games looked at.
const GAMES: usize = 3;
/// Parts that are tried; more would be no help to a reader.
const MAX_PARTS: usize = 8;

/// The keys of the parts, if there is more than one.
pub(super) fn keys<G: Entry>(setup: &G::Setup, heuristic: &dyn Heuristic<G>) -> Vec<&'static str> {
    let mut keys = Vec::new();
    for pos in random_positions::<G>(setup, GAMES, 5).iter().step_by(3) {
        for part in heuristic.explain(pos, pos.turn(), 1) {
            if !keys.contains(&part.label.key) && keys.len() < MAX_PARTS {
                keys.push(part.label.key);
            }
        }
    }
    // What decides a finished game is a mistake of its own.
    keys.retain(|key| *key != "part.decided");
    if keys.len() < 2 { Vec::new() } else { keys }
}

/// Random games that are played to see what a won one is worth.
const PLAYED: usize = 20;
/// Won games are worth at least so many times what others are.
const BEYOND: f64 = 10.0;

/// What a won game is worth, if that is always the same whole number, beyond all other values.
pub(super) fn utility<G: Entry>(setup: &G::Setup, heuristic: &dyn Heuristic<G>) -> Option<f64> {
    let (mut decided, mut others): (Vec<f64>, f64) = (Vec::new(), 0.0);
    for pos in random_positions::<G>(setup, PLAYED, 23) {
        for (player, ply) in [(Player::First, 1), (Player::Second, 4)] {
            let value = heuristic.evaluate(&pos, player, ply).abs();
            match pos.outcome() {
                Some(Outcome::Win(_)) => decided.push(value),
                _ => others = others.max(value),
            }
        }
    }
    let value = *decided.first()?;
    let is_one = decided.iter().all(|other| *other == value);
    let is_told = value.is_finite() && value.fract() == 0.0 && value > BEYOND * others;
    (is_one && is_told).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_catalogue::factory::heuristic;
    use alinea_core::{Game, Message};
    use alinea_games::{Boom, Connect4, Mnk};
    use alinea_search::Part;

    #[test]
    fn a_won_game_has_one_value_or_many() {
        let of = heuristic::<Boom>(&(), "valoracion-test").unwrap();
        assert_eq!(utility::<Boom>(&(), &*of), Some(99_999_999.0));
        // Ligue 4 takes the stones on the board off, dezenas adds fractions.
        let setup = Connect4::parse_setup("").unwrap();
        let of = heuristic::<Connect4>(&setup, "ligue4").unwrap();
        assert_eq!(utility::<Connect4>(&setup, &*of), None);
        let setup = Mnk::parse_setup("3x3x3").unwrap();
        let of = heuristic::<Mnk>(&setup, "dezenas").unwrap();
        assert_eq!(utility::<Mnk>(&setup, &*of), None);
    }

    /// An evaluation with so many parts, and the worth of a won game and of all others.
    struct Made {
        parts: &'static [&'static str],
        won: fn(Player, u32) -> f64,
        others: f64,
    }

    const MADE: Made = Made { parts: &[], won: |_, _| 0.0, others: 0.0 };

    impl Heuristic<Boom> for Made {
        fn evaluate(&self, pos: &Boom, player: Player, ply: u32) -> f64 {
            let is_won = matches!(alinea_core::Position::outcome(pos), Some(Outcome::Win(_)));
            if is_won { (self.won)(player, ply) } else { self.others }
        }

        fn explain(&self, _: &Boom, _: Player, _: u32) -> Vec<Part> {
            let part = |key: &&'static str| Part {
                label: Message::new(key),
                cells: Vec::new(),
                points: 1.0,
            };
            self.parts.iter().map(part).collect()
        }
    }

    #[test]
    fn parts_are_told_once_each_and_only_if_there_are_several() {
        let of = |parts| keys::<Boom>(&(), &Made { parts, ..MADE });
        assert_eq!(of(&[]), [""; 0]);
        assert_eq!(of(&["a", "a"]), [""; 0]);
        assert_eq!(of(&["a", "b"]), ["a", "b"]);
        assert_eq!(of(&["b", "a", "b"]), ["b", "a"]);
        // The end of a game is no part that is forgotten.
        assert_eq!(of(&["a", "part.decided"]), [""; 0]);
        assert_eq!(of(&["a", "part.decided", "b"]), ["a", "b"]);
        let many = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
        const MANY: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
        assert_eq!(of(MANY), many[..8]);
    }

    #[test]
    fn a_won_game_is_told_by_its_worth_if_nothing_else_comes_near() {
        let of = |won, others| utility::<Boom>(&(), &Made { won, others, ..MADE });
        assert_eq!(of(|_, _| 101.0, 10.0), Some(101.0));
        assert_eq!(of(|_, _| -101.0, -10.0), Some(101.0));
        assert_eq!(of(|_, _| 100.0, 10.0), None, "ten times as much is not beyond");
        assert_eq!(of(|_, _| 101.0, -11.0), None);
        assert_eq!(of(|_, _| 101.5, 1.0), None);
        assert_eq!(of(|_, _| f64::INFINITY, 1.0), None);
        assert_eq!(of(|_, _| f64::NAN, 1.0), None);
        // For one player as for the other, at every ply.
        assert_eq!(of(|player, _| [101.0, -101.0][player.index()], 1.0), Some(101.0));
        assert_eq!(of(|player, _| [101.0, 102.0][player.index()], 1.0), None);
        assert_eq!(of(|_, ply| 100.0 + f64::from(ply), 1.0), None);
    }
}
