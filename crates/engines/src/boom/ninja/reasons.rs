//! Why NINJA plays what it plays, as keys of sentences to the player to move, with the squares they speak of.

use super::search::{WIN, is_decided};
use super::state::{Blast, State, count, forbidden};
use alinea_core::{Cell, Effect, Game, Grid, Message, Player, Position};
use alinea_games::{Boom, boom::Action};
use alinea_search::{Explanation, Mark, MarkKind};

/// Bits of a column of the board.
const COLUMN: u8 = 8;

/// The most telling reason for a move that the search found worth `value`.
pub(super) fn reason(pos: &Boom, best: Action, value: i32) -> Explanation {
    let state = State::of(pos);
    let (me, foe) = (pos.turn(), pos.turn().other());
    let blast = (pos.bomb(me) != 0).then(|| state.boom());
    if best == Action::Boom && blast == Some(Blast::Wins) {
        // The line that falls together is lit once the game is over.
        return told(counted(dropped(pos, foe), EXPLOSION_WINS), Vec::new());
    }
    let unsafe_now = state.landing() & forbidden(state.own, state.occupied());
    if is_decided(value) {
        return decided(pos, best, value, unsafe_now);
    }
    let safe = count(state.landing() & !unsafe_now);
    let choices = safe + i32::from(matches!(blast, Some(Blast::Quiet(_))));
    if choices == 1 {
        return told(Message::new("reason.boom.only-safe-move"), dangers(unsafe_now));
    }
    if pos.bomb(foe) != 0 && state.passed().boom() == Blast::Wins {
        return told(Message::new("reason.boom.defuses"), dangers(pos.bomb(foe)));
    }
    let effects = pos.effects(best);
    if best == Action::Boom {
        let removed = effects.iter().filter_map(|effect| match effect {
            Effect::Removed { cell } => Some(*cell),
            _ => None,
        });
        let removed: Vec<Cell> = removed.collect();
        let message = counted(removed.len(), EXPLOSION_CLEARS);
        return told(message, Mark::all(MarkKind::Threat, removed));
    }
    if pos.put_is_bomb() {
        let placed = effects.iter().filter_map(|effect| match effect {
            Effect::Placed { cell, .. } => Some(*cell),
            _ => None,
        });
        return told(Message::new("reason.boom.plants-bomb"), Mark::all(MarkKind::Threat, placed));
    }
    let next = after(pos, best);
    let lost = |discs: u64| next.landing() & forbidden(discs, next.occupied());
    let left = |discs: u64| count(next.landing() & !lost(discs));
    let message = Message::new("reason.boom.safe-columns")
        .with("own", left(next.enemy))
        .with("enemy", left(next.own));
    let marks = [Mark::all(MarkKind::Threat, squares(lost(next.own))), dangers(lost(next.enemy))];
    told(message, marks.concat())
}

/// The keys of a sentence about one stone and about several.
type Keys = [&'static str; 2];
const EXPLOSION_WINS: Keys = ["reason.boom.explosion-wins.one", "reason.boom.explosion-wins"];
const EXPLOSION_CLEARS: Keys = ["reason.boom.explosion-clears.one", "reason.boom.explosion-clears"];

fn counted(stones: usize, [one, several]: Keys) -> Message {
    match stones {
        1 => Message::new(one),
        _ => Message::new(several).with("stones", stones),
    }
}

/// Why a game is won or lost: the columns that the loser has to keep away from are lit.
fn decided(pos: &Boom, best: Action, value: i32, unsafe_now: u64) -> Explanation {
    if value > 0 {
        let next = after(pos, best);
        let shut = next.landing() & forbidden(next.own, next.occupied());
        let marks = Mark::all(MarkKind::Threat, squares(shut));
        return told(Message::new("reason.boom.wins-in"), marks);
    }
    let key = match WIN + value {
        1 => "reason.boom.every-move-loses",
        _ => "reason.boom.loses-in",
    };
    told(Message::new(key), dangers(unsafe_now))
}

fn told(reason: Message, marks: Vec<Mark>) -> Explanation {
    Explanation { reason, marks }
}

fn dangers(bits: u64) -> Vec<Mark> {
    Mark::all(MarkKind::Danger, squares(bits))
}

/// The position after a move, seen by the other side.
fn after(pos: &Boom, mv: Action) -> State {
    let mut next = *pos;
    let _ = next.play_unchecked(mv);
    State::of(&next)
}

fn squares(bits: u64) -> impl Iterator<Item = Cell> {
    let set = (0..u64::BITS as u8).filter(move |bit| bits >> bit & 1 == 1);
    set.map(|bit| Cell::new(bit / COLUMN, bit % COLUMN))
}

/// How many stones of this player an explosion lets fall.
fn dropped(pos: &Boom, player: Player) -> usize {
    let falls = |effect: &Effect| match effect {
        Effect::Fell { from, .. } => pos.at(*from) == Some(player),
        _ => false,
    };
    pos.effects(Action::Boom).iter().filter(|effect| falls(effect)).count()
}
