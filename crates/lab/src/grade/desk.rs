//! A student's board: the game's own, which can also be played on after the end, lose track of
//! the turn, or follow wrong rules.

use super::choices::{Board, Both, Undo};
use super::lines::Lines;
use alinea_catalogue::Entry;
use alinea_core::{Cell, Outcome, Player};
use alinea_games::{Boom, boom::Action};
use std::any::Any;

/// A position and what the rules do not keep of it.
#[derive(Clone)]
pub(super) struct Desk<G> {
    pos: G,
    /// Whether the colours on `pos` are exchanged, because its turn is not the program's.
    flipped: bool,
    /// How the game ended, also if it was played on.
    ended: Option<Outcome>,
    /// How it ended last.
    again: Option<Outcome>,
    /// Whether it was played on after its end.
    played_on: bool,
}

impl<G: Entry> Desk<G> {
    pub(super) fn new(pos: &G) -> Desk<G> {
        let ended = pos.outcome();
        Desk { pos: pos.clone(), flipped: false, ended, again: ended, played_on: false }
    }

    /// The board as it lies there.
    pub(super) fn position(&self) -> &G {
        &self.pos
    }

    /// A hash of everything that decides what a search finds here.
    pub(super) fn key(&self) -> u64 {
        let number = |outcome: Option<Outcome>| match outcome {
            None => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Win(Player::First)) => 2,
            Some(Outcome::Win(Player::Second)) => 3,
        };
        let flags = u64::from(self.played_on) << 1 | u64::from(self.flipped);
        let ends = number(self.pos.outcome()) << 4 | number(self.ended) << 2 | number(self.again);
        self.pos.key() ^ (ends << 2 | flags).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.ended
    }

    pub(super) fn turn(&self) -> Player {
        self.real(self.pos.turn())
    }

    /// The player on the board that stands for this player of the game.
    pub(super) fn real(&self, player: Player) -> Player {
        if self.flipped { player.other() } else { player }
    }

    /// How the game ended for who judges it for `player`.
    pub(super) fn ending(&self, player: Player, both: Both) -> Option<Outcome> {
        match (self.ended, both) {
            _ if !self.played_on => self.ended,
            (_, Both::FirstMade) => self.ended,
            (Some(Outcome::Win(_)), Both::LastMade) => self.again,
            (Some(Outcome::Win(_)), _) => {
                let Some(lines) = Lines::of_both(&self.pos) else { return self.ended };
                let winner = match both {
                    Both::Judged => player,
                    Both::Opponent => player.other(),
                    Both::FromBottom => self.real(lines.first_from_bottom()),
                    Both::FromTop => self.real(lines.first_from_top()),
                    Both::First | Both::FirstMade | Both::LastMade => Player::First,
                };
                Some(Outcome::Win(winner))
            }
            (ended, _) => ended,
        }
    }

    /// Whether boards that were played on may differ in how this game ended.
    pub(super) fn is_ambiguous(&self) -> bool {
        self.played_on
            && matches!(self.ended, Some(Outcome::Win(_)))
            && (self.again != self.ended || Lines::of_both(&self.pos).is_some())
    }

    /// The board with this end of the game, for the evaluation.
    pub(super) fn judged<T>(&self, ended: Option<Outcome>, judge: impl FnOnce(&G) -> T) -> T {
        let ended = match ended {
            Some(Outcome::Win(winner)) => Some(Outcome::Win(self.real(winner))),
            other => other,
        };
        if self.pos.outcome() == ended {
            judge(&self.pos)
        } else {
            judge(&self.pos.with_outcome(ended))
        }
    }

    /// The board with the game going on, whatever has ended it.
    pub(super) fn reopened<T>(&self, look: impl FnOnce(&G) -> T) -> T {
        if self.pos.outcome().is_none() {
            look(&self.pos)
        } else {
            look(&self.pos.with_outcome(None))
        }
    }

    /// Whether a move listed before is still possible on this board.
    pub(super) fn can_play(&self, mv: G::Move) -> bool {
        self.reopened(|pos| pos.is_legal(mv))
    }

    /// The game's own move and its way back, for programs whose board is right.
    pub(super) fn play_tidily(&mut self, mv: G::Move) -> G::Undo {
        let undo = self.pos.play_unchecked(mv);
        self.ended = self.pos.outcome();
        self.again = self.ended;
        undo
    }

    pub(super) fn undo_tidily(&mut self, undo: G::Undo) {
        self.pos.undo(undo);
        (self.ended, self.again) = (None, None);
    }

    /// Plays a move by these rules, on a finished board too.
    pub(super) fn play(&mut self, mv: G::Move, rules: Board) {
        if self.pos.outcome().is_some() {
            self.pos = self.pos.with_outcome(None);
            self.played_on = true;
        }
        let before = self.pos.clone();
        let _ = self.pos.play_unchecked(mv);
        if let Some(after) = boom_of(&mut self.pos)
            && let Some(before) = (&before as &dyn Any).downcast_ref::<Boom>()
        {
            *after = boom_after(before, after, rules);
            (self.ended, self.again) = (None, None);
        }
        if !self.sees_a_line(rules) {
            let left = self.other_seen_line(rules);
            self.pos = self.pos.with_outcome(left);
        }
        let now = match self.pos.outcome() {
            Some(Outcome::Win(winner)) => Some(Outcome::Win(self.real(winner))),
            other => other,
        };
        // A line stays where it is, unless an explosion takes it away: Boom looks anew.
        self.again = now.or(self.again);
        self.ended = self.ended.or(now);
    }

    /// Takes a move back as far as the program does.
    pub(super) fn restore(&mut self, before: Desk<G>, mv: G::Move, undo: Undo) {
        match undo {
            Undo::All => *self = before,
            Undo::Nothing => {}
            Undo::AllButTurn => {
                let turn = self.turn();
                *self = before;
                self.set_turn(turn);
            }
            Undo::AllButCounters => {
                let jugada = boom_of(&mut self.pos).map(|boom| boom.jugada_number());
                *self = before;
                if let (Some(boom), Some(jugada)) = (boom_of(&mut self.pos), jugada) {
                    *boom = with(boom, boom.bombs(), jugada, boom.turn_now());
                }
            }
            Undo::NoExplosion => {
                let explodes = (&mv as &dyn Any).downcast_ref::<Action>() == Some(&Action::Boom);
                if explodes {
                    let turn = before.turn();
                    self.set_turn(turn);
                } else {
                    *self = before;
                }
            }
        }
    }

    fn set_turn(&mut self, turn: Player) {
        if self.turn() == turn {
            return;
        }
        match boom_of(&mut self.pos) {
            Some(boom) => *boom = with(boom, boom.bombs(), boom.jugada_number(), turn),
            None => {
                self.pos = self.pos.recoloured();
                self.flipped = !self.flipped;
            }
        }
    }

    /// How a game of Boom ends by a line of the player who does not own the unseen one.
    fn other_seen_line(&self, rules: Board) -> Option<Outcome> {
        let Some(Outcome::Win(winner)) = self.pos.outcome() else { return None };
        let boom = (&self.pos as &dyn Any).downcast_ref::<Boom>()?;
        let is_seen = has_line(boom.discs(winner), unseen(rules));
        is_seen.then_some(Outcome::Win(winner.other()))
    }

    /// Whether the line that ended the game, if one did, runs in a direction that is looked at.
    fn sees_a_line(&self, rules: Board) -> bool {
        let unseen = unseen(rules);
        if unseen.is_empty() {
            return true;
        }
        let Some(Outcome::Win(winner)) = self.pos.outcome() else { return true };
        if let Some(boom) = (&self.pos as &dyn Any).downcast_ref::<Boom>() {
            return has_line(boom.discs(winner.other()), unseen);
        }
        let cells = self.pos.alignment();
        let length = i32::from(self.pos.in_a_row());
        let holds = |cell: &Cell, (dc, dr): (i32, i32)| {
            let owner = self.pos.at(*cell);
            (1..length).all(|n| {
                let (col, row) = (i32::from(cell.col) + n * dc, i32::from(cell.row) + n * dr);
                cells.iter().any(|c| (i32::from(c.col), i32::from(c.row)) == (col, row))
                    && self.pos.at(Cell::new(col as u8, row as u8)) == owner
            })
        };
        let mut seen = DIRECTIONS.into_iter().filter(|direction| !unseen.contains(direction));
        seen.any(|direction| cells.iter().any(|cell| holds(cell, direction)))
    }
}

/// The directions in which lines are not seen.
const fn unseen(rules: Board) -> &'static [(i32, i32)] {
    match rules {
        Board::NoDiagonals => &[(1, 1), (1, -1)],
        Board::NoRows => &[(1, 0)],
        Board::NoColumns => &[(0, 1)],
        _ => &[],
    }
}

/// Right, up, and the diagonals.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Whether stones on a board of Boom hold a line in a direction other than these: searches that
/// do not see some lines ask this at most of their leaves.
fn has_line(discs: u64, unseen: &[(i32, i32)]) -> bool {
    DIRECTIONS.iter().filter(|direction| !unseen.contains(direction)).any(|(dc, dr)| {
        let step = 8 * dc + dr;
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

/// The board as Boom's, if it is one.
pub(super) fn boom_of<G: 'static>(pos: &mut G) -> Option<&mut Boom> {
    (pos as &mut dyn Any).downcast_mut()
}

/// What evaluations see that take bombs for stones.
pub(super) fn without_bombs<G: Entry>(pos: &G) -> G {
    let mut plain = pos.clone();
    if let Some(boom) = boom_of(&mut plain) {
        let outcome = boom.outcome_now();
        *boom = with(boom, 0, boom.jugada_number(), boom.turn_now()).ended(outcome);
    }
    plain
}

/// A small part of Boom's interface under one name.
trait BoomParts {
    fn bombs(&self) -> u64;
    fn turn_now(&self) -> Player;
    fn outcome_now(&self) -> Option<Outcome>;
    fn ended(&self, outcome: Option<Outcome>) -> Boom;
}

impl BoomParts for Boom {
    fn bombs(&self) -> u64 {
        self.bomb(Player::First) | self.bomb(Player::Second)
    }

    fn turn_now(&self) -> Player {
        alinea_core::Position::turn(self)
    }

    fn outcome_now(&self) -> Option<Outcome> {
        alinea_core::Position::outcome(self)
    }

    fn ended(&self, outcome: Option<Outcome>) -> Boom {
        alinea_core::Game::with_outcome(self, outcome)
    }
}

fn with(boom: &Boom, bombs: u64, jugada: u32, turn: Player) -> Boom {
    Boom::assembled(Player::BOTH.map(|player| boom.discs(player)), bombs, jugada, turn)
}

/// What a move makes of a Boom board under these rules; lines are looked for on the whole board.
fn boom_after(before: &Boom, after: &Boom, rules: Board) -> Boom {
    let mover = before.turn_now();
    let explodes = after.occupied().count_ones() < before.occupied().count_ones();
    let discs = Player::BOTH.map(|player| after.discs(player));
    let rest = (after.jugada_number(), after.turn_now());
    let (discs, bombs) = match rules {
        // Bombs of a referee's board stay.
        Board::BombsNever if !explodes => (discs, before.bombs()),
        Board::NoGravity if explodes => {
            let bomb = before.bomb(mover);
            let row = alinea_games::boom::BOTTOM << (bomb.trailing_zeros() & 7);
            let gone = before.discs(mover) & row;
            let left = Player::BOTH.map(|player| before.discs(player) & !gone);
            (left, before.bombs() & !gone)
        }
        Board::WholeRow if explodes => {
            let bomb = before.bomb(mover);
            let row = alinea_games::boom::BOTTOM << (bomb.trailing_zeros() & 7);
            let drop = Boom::explosion(bomb, before.occupied());
            let gone = before.occupied() & row;
            let left = Player::BOTH.map(|player| drop(before.discs(player) & !gone));
            (left, drop(before.bombs() & !gone))
        }
        _ => (discs, after.bombs()),
    };
    Boom::assembled(discs, bombs, rest.0, rest.1)
}

#[cfg(test)]
mod tests;
