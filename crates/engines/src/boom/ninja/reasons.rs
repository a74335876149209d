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

#[cfg(test)]
mod tests {
    use super::super::search::DECIDED;
    use super::super::tests::{after, late_positions};
    use super::*;
    use alinea_core::Outcome;
    use std::collections::BTreeMap;

    fn played(pos: &Boom, mv: Action) -> Boom {
        let mut next = *pos;
        let _ = next.play_unchecked(mv);
        next
    }

    /// The same stones with this player to move.
    fn turned(pos: &Boom, turn: Player) -> Boom {
        let bombs = pos.bomb(Player::First) | pos.bomb(Player::Second);
        Boom::assembled(Player::BOTH.map(|p| pos.discs(p)), bombs, pos.jugada_number(), turn)
    }

    /// Where the stones of a player to move fall, those that lose at once first; by the rules.
    fn landings(pos: &Boom, player: Player) -> [Vec<Cell>; 2] {
        let pos = turned(pos, player);
        let mut sorted = [Vec::new(), Vec::new()];
        for col in (0..7).filter(|col| pos.is_legal(Action::Put(*col))) {
            let mv = Action::Put(col);
            let loses = played(&pos, mv).outcome() == Some(Outcome::Win(player.other()));
            let cell = pos.effects(mv).into_iter().find_map(|effect| match effect {
                Effect::Placed { cell, .. } => Some(cell),
                _ => None,
            });
            sorted[usize::from(!loses)].extend(cell);
        }
        sorted
    }

    fn explosion(pos: &Boom, player: Player) -> Option<Option<Outcome>> {
        let pos = turned(pos, player);
        (pos.bomb(player) != 0).then(|| played(&pos, Action::Boom).outcome())
    }

    fn marks(kind: MarkKind, cells: &[Cell]) -> Vec<Mark> {
        Mark::all(kind, cells.iter().copied())
    }

    /// What has to be said of a move that decides nothing, by the rules alone.
    fn expected(pos: &Boom, best: Action) -> (String, Vec<Mark>) {
        let (me, foe) = (pos.turn(), pos.turn().other());
        let [unsafe_now, safe] = landings(pos, me);
        let goes_on = explosion(pos, me) == Some(None);
        if safe.len() + usize::from(goes_on) == 1 {
            let reason = "reason.boom.only-safe-move".to_owned();
            return (reason, marks(MarkKind::Danger, &unsafe_now));
        }
        if explosion(pos, foe) == Some(Some(Outcome::Win(foe))) {
            let bomb: Vec<Cell> = squares(pos.bomb(foe)).collect();
            return ("reason.boom.defuses".to_owned(), marks(MarkKind::Danger, &bomb));
        }
        let mut changed = Vec::new();
        for effect in pos.effects(best) {
            match effect {
                Effect::Removed { cell } | Effect::Placed { cell, .. } => changed.push(cell),
                _ => {}
            }
        }
        let threats = marks(MarkKind::Threat, &changed);
        if best == Action::Boom {
            let reason = match changed.len() {
                1 => "reason.boom.explosion-clears.one".to_owned(),
                stones => format!("reason.boom.explosion-clears stones={stones}"),
            };
            return (reason, threats);
        }
        if pos.put_is_bomb() {
            return ("reason.boom.plants-bomb".to_owned(), threats);
        }
        let next = played(pos, best);
        let ([shut, theirs], [barred, ours]) = (landings(&next, foe), landings(&next, me));
        let reason = format!("reason.boom.safe-columns own={} enemy={}", ours.len(), theirs.len());
        let lit = [marks(MarkKind::Threat, &shut), marks(MarkKind::Danger, &barred)];
        (reason, lit.concat())
    }

    #[test]
    fn what_is_said_of_a_move_is_what_the_rules_say() {
        let mut heard = BTreeMap::new();
        for pos in late_positions(90, 400) {
            if pos.outcome().is_some() {
                continue;
            }
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            for mv in moves.into_iter().filter(|mv| played(&pos, *mv).outcome().is_none()) {
                let found = reason(&pos, mv, 0);
                let expected = expected(&pos, mv);
                assert_eq!((found.reason.to_string(), found.marks), expected, "{mv:?} in {pos:?}");
                *heard.entry(found.reason.key).or_insert(0) += 1;
            }
        }
        assert!(heard.len() == 6 && heard.values().all(|count| *count > 2), "{heard:?}");
    }

    #[test]
    fn decided_games_light_the_columns_that_the_loser_must_not_take() {
        let (mut shut, mut barred) = (0, 0);
        for pos in late_positions(91, 150) {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let goes_on = |mv: &Action| played(&pos, *mv).outcome().is_none();
            let wins = explosion(&pos, pos.turn()) == Some(Some(Outcome::Win(pos.turn())));
            let Some(mv) = moves.into_iter().find(goes_on).filter(|_| !wins) else { continue };
            let told = |value| {
                let found = reason(&pos, mv, value);
                (found.reason.to_string(), found.marks)
            };
            let next = played(&pos, mv);
            let [lost, _] = landings(&next, next.turn());
            let threats = marks(MarkKind::Threat, &lost);
            assert_eq!(told(WIN - 3), ("reason.boom.wins-in".to_owned(), threats));
            let [lost_here, _] = landings(&pos, pos.turn());
            let dangers = marks(MarkKind::Danger, &lost_here);
            let last = ("reason.boom.every-move-loses".to_owned(), dangers.clone());
            assert_eq!(told(1 - WIN), last);
            assert_eq!(told(4 - WIN), ("reason.boom.loses-in".to_owned(), dangers));
            assert_ne!(told(DECIDED).0, "reason.boom.wins-in");
            shut += lost.len();
            barred += lost_here.len();
        }
        assert!(shut > 20 && barred > 20, "{shut} {barred}");
    }

    #[test]
    fn only_the_stones_of_the_other_player_are_counted_as_they_fall() {
        let pos = after("diagram:......./......./......./......./x....../o....../Xooo... x 11");
        assert_eq!([dropped(&pos, Player::First), dropped(&pos, Player::Second)], [1, 1]);
        let pos = after("diagram:......./......./......./o....../x....../o....../Xooo... x 11");
        assert_eq!([dropped(&pos, Player::First), dropped(&pos, Player::Second)], [1, 2]);
    }
}
