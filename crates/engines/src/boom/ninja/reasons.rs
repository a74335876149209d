//! Why NINJA plays what it plays, as keys of sentences.

use super::search::{WIN, is_decided};
use super::state::{Blast, State, count, forbidden};
use alinea_core::{Effect, Game, Grid, Message, Player, Position};
use alinea_games::{Boom, boom::Action};

/// The most telling reason for a move that the search found worth `value`.
pub(super) fn reason(pos: &Boom, best: Action, value: i32) -> Message {
    let state = State::of(pos);
    let (own, enemy) = (colour(pos.turn()), colour(pos.turn().other()));
    let blast = (pos.bomb(pos.turn()) != 0).then(|| state.boom());
    if best == Action::Boom && blast == Some(Blast::Wins) {
        return match dropped(pos, pos.turn().other()) {
            1 => Message::new("reason.boom.explosion-wins-one").with("colour", enemy),
            stones => Message::new("reason.boom.explosion-wins")
                .with("stones", stones)
                .with("colour", enemy),
        };
    }
    let threatened = pos.bomb(pos.turn().other()) != 0 && state.passed().boom() == Blast::Wins;
    if is_decided(value) {
        return decided(value, own, enemy);
    }
    let safe = count(state.landing() & !forbidden(state.own, state.occupied()));
    let choices = safe + i32::from(matches!(blast, Some(Blast::Quiet(_))));
    if choices == 1 {
        return Message::new("reason.boom.only-safe-move").with("colour", own);
    }
    if threatened {
        return Message::new("reason.boom.defuses").with("colour", enemy).with("victim", own);
    }
    if best == Action::Boom {
        let removed =
            pos.effects(best).iter().filter(|e| matches!(e, Effect::Removed { .. })).count();
        return Message::new("reason.boom.explosion-clears").with("stones", removed);
    }
    if pos.put_is_bomb() {
        return Message::new("reason.boom.plants-bomb").with("colour", own);
    }
    let mut after = *pos;
    let _ = after.play_unchecked(best);
    let next = State::of(&after);
    let left = |discs: u64| count(next.landing() & !forbidden(discs, next.occupied()));
    Message::new("reason.boom.safe-columns")
        .with("own", left(next.enemy))
        .with("enemy", left(next.own))
        .with("colour", own)
        .with("opponent", enemy)
}

fn decided(value: i32, own: &str, enemy: &str) -> Message {
    if value > 0 {
        return Message::new("reason.boom.wins-in").with("opponent", enemy);
    }
    match WIN + value {
        1 => Message::new("reason.boom.every-move-loses").with("colour", own),
        _ => Message::new("reason.boom.loses-in").with("colour", own),
    }
}

/// How many stones of this player an explosion lets fall.
fn dropped(pos: &Boom, player: Player) -> usize {
    let falls = |effect: &Effect| match effect {
        Effect::Fell { from, .. } => pos.at(*from) == Some(player),
        _ => false,
    };
    pos.effects(Action::Boom).iter().filter(|effect| falls(effect)).count()
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "word.green",
        Player::Second => "word.blue",
    }
}
