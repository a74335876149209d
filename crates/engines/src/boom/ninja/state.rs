//! A Boom position as the search of NINJA sees it: from the mover's side, without rules' luxuries.

use alinea_core::{Player, Position, SplitMix64};
use alinea_games::Boom;
use alinea_games::boom::{Action, BOTTOM, SQUARES, owner_of_first_line};

/// Stones of the player to move and of the other, the bombs among them, and the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) bombs: u64,
    /// Twice (jugada mod 5), plus one if blue is to move: it grows by one a ply, modulo ten.
    pub(crate) clock: u8,
}

/// What an explosion leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blast {
    /// Only the enemy, or the enemy first in the referee's order, has a line.
    Wins,
    /// The exploder has the line.
    Loses,
    /// The game goes on.
    Quiet(State),
}

/// What a look at a position tells before any search.
pub(crate) struct Seen {
    /// Where the mover must not put a stone.
    pub(crate) forbidden: u64,
    /// What the mover's explosion would do, if it has a bomb.
    pub(crate) blast: Option<Blast>,
    /// What the enemy's would do if it were its turn.
    pub(crate) enemy_blast: Option<Blast>,
}

impl Seen {
    #[inline(always)]
    pub(crate) fn of(state: &State) -> Seen {
        let has_bomb = |discs: u64| discs & state.bombs != 0;
        Seen {
            forbidden: forbidden(state.own, state.occupied()),
            blast: has_bomb(state.own).then(|| state.boom()),
            enemy_blast: has_bomb(state.enemy).then(|| state.passed().boom()),
        }
    }
}

impl State {
    /// The state of a game that goes on.
    pub(crate) fn of(pos: &Boom) -> State {
        let mover = pos.turn();
        State {
            own: pos.discs(mover),
            enemy: pos.discs(mover.other()),
            bombs: pos.bomb(Player::First) | pos.bomb(Player::Second),
            clock: (2 * (pos.jugada_number() % 5)) as u8 + mover.index() as u8,
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.own | self.enemy
    }

    /// Where a stone could land: one square in every column that is not full.
    #[inline(always)]
    pub(crate) fn landing(&self) -> u64 {
        (self.occupied() + BOTTOM) & SQUARES
    }

    /// Whether a stone put now is a bomb.
    #[inline(always)]
    pub(crate) fn put_is_bomb(&self) -> bool {
        self.clock < 2 && self.own & self.bombs == 0
    }

    /// The state after a stone on this landing square, seen by the other player.
    #[inline(always)]
    pub(crate) fn put(&self, square: u64) -> State {
        let bombs = if self.put_is_bomb() { self.bombs | square } else { self.bombs };
        State { own: self.enemy, enemy: self.own | square, bombs, clock: self.next_clock() }
    }

    #[inline(always)]
    fn next_clock(&self) -> u8 {
        if self.clock == 9 { 0 } else { self.clock + 1 }
    }

    /// What the mover's BOOM would do; it must have a bomb.
    #[inline(always)]
    pub(crate) fn boom(&self) -> Blast {
        let drop = Boom::explosion(self.own & self.bombs, self.own);
        let (own, enemy) = (drop(self.own), drop(self.enemy));
        match [Boom::line_starts(own), Boom::line_starts(enemy)] {
            [0, 0] => Blast::Quiet(State {
                own: enemy,
                enemy: own,
                bombs: drop(self.bombs),
                clock: self.next_clock(),
            }),
            [0, _] => Blast::Wins,
            [_, 0] => Blast::Loses,
            both => match owner_of_first_line(both) {
                Player::First => Blast::Loses,
                Player::Second => Blast::Wins,
            },
        }
    }

    /// Whether no square holds two stones or a bomb without one, and nothing floats: for assertions.
    pub(crate) fn is_sound(&self) -> bool {
        let occupied = self.occupied();
        let below = (occupied << 1 | BOTTOM) & SQUARES;
        self.own & self.enemy == 0
            && occupied & !SQUARES == 0
            && self.bombs & !occupied == 0
            && occupied & !below == 0
            && self.clock <= 9
    }

    /// The same stones with the other player to move: what the enemy could do if it were asked.
    #[inline(always)]
    pub(crate) fn passed(&self) -> State {
        State { own: self.enemy, enemy: self.own, ..*self }
    }

    /// A hash of everything that decides the rest of the game.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        let own = SplitMix64::mix(self.own | u64::from(self.clock) << 56);
        let bombs = self.bombs.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        SplitMix64::mix(own ^ self.enemy ^ bombs)
    }
}

/// The empty squares that would complete a line of four of these stones: the owner must not put
/// a stone there.
#[inline(always)]
pub(crate) fn forbidden(discs: u64, occupied: u64) -> u64 {
    let mut squares = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [8, 7, 9] {
        let below = (discs << step) & (discs << (2 * step));
        let above = (discs >> step) & (discs >> (2 * step));
        squares |= below & ((discs << (3 * step)) | (discs >> step));
        squares |= above & ((discs >> (3 * step)) | (discs << step));
    }
    squares & SQUARES & !occupied
}

/// The number of set bits.
#[inline(always)]
pub(crate) fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// A move as a small number: the column, or [`BOOM`].
pub(crate) type Step = u8;
/// The explosion.
pub(crate) const BOOM: Step = 7;
/// No move.
pub(crate) const NONE: Step = 8;

/// The move that puts a stone on this square.
#[inline(always)]
pub(crate) fn step_to(square: u64) -> Step {
    (square.trailing_zeros() / 8) as Step
}

/// The action of the rules that a step stands for.
pub(crate) fn action(step: Step) -> Action {
    if step == BOOM { Action::Boom } else { Action::Put(step) }
}

/// The step of an action.
pub(crate) fn step(action: Action) -> Step {
    match action {
        Action::Put(col) => col,
        Action::Boom => BOOM,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::Outcome;

    /// Plays random games and compares every move with the rules.
    #[test]
    fn moves_and_dangers_are_those_of_the_rules() {
        let mut rng = SplitMix64::new(17);
        let (mut booms, mut wins) = (0, 0);
        for _ in 0..3000 {
            let mut pos = Boom::new();
            loop {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let Some(&chosen) = rng.pick(&moves) else { break };
                let state = State::of(&pos);
                let losing = forbidden(state.own, state.occupied());
                for &mv in &moves {
                    let mut next = pos;
                    let _ = next.play_unchecked(mv);
                    let loses = next.outcome() == Some(Outcome::Win(pos.turn().other()));
                    match mv {
                        Action::Put(col) => {
                            let square = state.landing() & (0x7f << (8 * u32::from(col)));
                            assert_eq!(step_to(square), step(mv));
                            assert_eq!(losing & square != 0, loses, "{pos:?} {mv:?}");
                            if next.outcome().is_none() {
                                assert_eq!(state.put(square), State::of(&next));
                            }
                        }
                        Action::Boom => {
                            let expected = match next.outcome() {
                                None => Blast::Quiet(State::of(&next)),
                                Some(_) if loses => Blast::Loses,
                                Some(_) => Blast::Wins,
                            };
                            assert_eq!(state.boom(), expected, "{pos:?}");
                            booms += 1;
                            wins += u32::from(expected == Blast::Wins);
                        }
                    }
                }
                let _ = pos.play_unchecked(chosen);
            }
        }
        assert!(booms > 1000 && wins > 10, "{booms} explosions, {wins} of them won");
    }

    fn state() -> State {
        State { own: 0b11, enemy: 1 << 8 | 1 << 2, bombs: 1, clock: 3 }
    }

    #[test]
    fn a_state_that_cannot_be_is_not_sound() {
        assert!(state().is_sound());
        let broken = [
            State { enemy: 0b10, ..state() },
            State { enemy: 1 << 7, ..state() },
            State { bombs: 1 << 20, ..state() },
            State { enemy: 1 << 9, ..state() },
            State { clock: 10, ..state() },
        ];
        assert!(broken.iter().all(|state| !state.is_sound()), "{broken:?}");
    }

    #[test]
    fn everything_that_decides_the_rest_of_the_game_is_in_the_key() {
        let others = [
            state().passed(),
            State { own: 0b111, ..state() },
            State { enemy: 1 << 8, ..state() },
            State { bombs: 0, ..state() },
            State { bombs: 2, ..state() },
            State { clock: 4, ..state() },
        ];
        let mut keys: Vec<u64> = others.iter().map(State::key).collect();
        keys.push(state().key());
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), others.len() + 1);
        assert_eq!(state().key(), state().passed().passed().key());
    }

    #[test]
    fn steps_and_actions_are_the_same_moves() {
        for number in 0..8 {
            assert_eq!(step(action(number)), number);
        }
        assert_eq!((action(BOOM), action(2)), (Action::Boom, Action::Put(2)));
    }
}
