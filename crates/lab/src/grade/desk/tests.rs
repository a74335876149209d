//! Boards that are played on, lose track of the turn, or follow wrong rules.

use super::*;
use crate::grade::tests::position;
use alinea_games::{Connect4, Mnk};

fn played(moves: &str, rules: Board) -> Desk<Boom> {
    let mut desk = Desk::new(&Boom::new());
    for letter in moves.bytes() {
        desk.play(Action::Put(letter - b'1'), rules);
    }
    desk
}

#[test]
fn lines_are_seen_where_a_plain_look_finds_them() {
    use alinea_core::Grid;
    let mut found = [0; 2];
    for pos in crate::samples::random_positions::<Boom>(&(), 120, 4) {
        for player in Player::BOTH {
            let is_own = |col: i32, row: i32| {
                let cell = u8::try_from(col).ok().zip(u8::try_from(row).ok());
                cell.is_some_and(|(c, r)| pos.at(Cell::new(c, r)) == Some(player))
            };
            for rules in [Board::NoDiagonals, Board::NoRows, Board::NoColumns] {
                let seen = DIRECTIONS.iter().filter(|one| !unseen(rules).contains(one));
                let has = seen.clone().any(|(dc, dr)| {
                    (0..49).any(|i| (0..4).all(|n| is_own(i % 7 + n * dc, i / 7 + n * dr)))
                });
                assert_eq!(has_line(pos.discs(player), unseen(rules)), has, "{pos:?}");
                found[usize::from(has)] += 1;
            }
        }
    }
    assert!(found.iter().all(|count| *count > 100), "{found:?}");
}

#[test]
fn a_line_that_is_seen_counts_beside_one_that_is_not() {
    assert_eq!(played("1727374", Board::NoRows).outcome(), None);
    let both = played("17273747", Board::NoRows);
    assert_eq!(both.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(played("17273747", Board::NoColumns).outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn bombs_that_lie_there_stay_where_none_are_made() {
    let right = played("123456711", Board::Right);
    assert_eq!(right.position().bombs().count_ones(), 1);
    let mut desk = right.clone();
    desk.play(Action::Put(4), Board::BombsNever);
    assert_eq!(desk.position().bombs(), right.position().bombs());
    assert_eq!(played("1234567112", Board::BombsNever).position().bombs(), 0);
}

/// The same with stones of Connect Four, also after its end.
fn columns(moves: &str, rules: Board) -> Desk<Connect4> {
    let mut desk = Desk::new(&position::<Connect4>("", "-"));
    for letter in moves.bytes() {
        desk.play(letter - b'1', rules);
    }
    desk
}

fn drawn<G: Entry>(desk: &Desk<G>) -> String {
    let rows = crate::grade::rows_of(desk.position());
    let rows: Vec<String> =
        rows.into_iter().filter(|row| row.contains(['x', 'o', 'X', 'O'])).collect();
    rows.join("/")
}

fn outcome<G: Entry>(pos: &G) -> Option<Outcome> {
    pos.outcome()
}

fn ended<G: Entry>(pos: &G, outcome: Option<Outcome>) -> G {
    pos.with_outcome(outcome)
}

const FIRST: Option<Outcome> = Some(Outcome::Win(Player::First));
const SECOND: Option<Outcome> = Some(Outcome::Win(Player::Second));

#[test]
fn a_game_that_is_played_on_keeps_both_of_its_ends() {
    // The first player wins with column 1, then the second one with column 2.
    let won = columns("1212121", Board::Right);
    assert_eq!((won.outcome(), won.turn(), won.is_ambiguous()), (FIRST, Player::Second, false));
    for both in Both::ALL {
        assert_eq!(won.ending(Player::Second, both), FIRST, "{both:?}");
    }
    let again = columns("12121212", Board::Right);
    assert_eq!((again.outcome(), again.is_ambiguous()), (FIRST, true));
    let ends = |player| Both::ALL.map(|both| again.ending(player, both));
    // First made, last made, judged, opponent, first player, from below, from above.
    assert_eq!(ends(Player::First), [FIRST, SECOND, FIRST, SECOND, FIRST, FIRST, FIRST]);
    assert_eq!(ends(Player::Second), [FIRST, SECOND, SECOND, FIRST, FIRST, FIRST, FIRST]);
    // Played on without a second line, nobody can judge it otherwise.
    let alone = columns("12121213", Board::Right);
    assert_eq!((alone.outcome(), alone.is_ambiguous()), (FIRST, false));
    for both in Both::ALL {
        assert_eq!(alone.ending(Player::Second, both), FIRST, "{both:?}");
    }
    // In one row the line further to the left is found first.
    let mirrored = columns("21212121", Board::Right);
    let ends = Both::ALL.map(|both| mirrored.ending(Player::First, both));
    assert_eq!(ends, [FIRST, SECOND, FIRST, SECOND, FIRST, SECOND, SECOND]);
}

#[test]
fn boards_are_judged_with_the_end_that_the_program_sees() {
    let won = columns("1212121", Board::Right);
    assert_eq!(won.judged(FIRST, outcome), FIRST);
    assert_eq!(won.judged(SECOND, outcome), SECOND);
    assert_eq!(won.judged(None, outcome), None);
    assert_eq!(won.reopened(outcome), None);
    assert!(won.can_play(0) && !columns("111111", Board::Right).can_play(0));
    // Where colours are exchanged, so are the winners.
    let mut flipped = columns("12", Board::Right);
    flipped.set_turn(Player::Second);
    assert_eq!((flipped.turn(), flipped.real(Player::First)), (Player::Second, Player::Second));
    assert_eq!(flipped.judged(FIRST, outcome), SECOND);
    assert_eq!(drawn(&flipped), "ox.....");
    flipped.set_turn(Player::Second);
    assert_eq!(drawn(&flipped), "ox.....", "the turn is that already");
    flipped.set_turn(Player::First);
    assert_eq!((drawn(&flipped).as_str(), flipped.turn()), ("xo.....", Player::First));
    // A line of a turned board is the other player's.
    let mut desk = columns("121212", Board::Right);
    desk.set_turn(Player::Second);
    desk.play(1, Board::Right);
    assert_eq!(desk.outcome(), SECOND);
}

#[test]
fn moves_are_taken_back_as_far_as_the_program_does() {
    let before = columns("44", Board::Right);
    let restored = |undo: Undo| {
        let mut desk = before.clone();
        desk.play(2, Board::Right);
        desk.restore(before.clone(), 2, undo);
        (drawn(&desk), desk.turn())
    };
    let stones = |text: &str| text.to_owned();
    assert_eq!(restored(Undo::All), (stones("...o.../...x..."), Player::First));
    assert_eq!(restored(Undo::Nothing), (stones("...o.../..xx..."), Player::Second));
    // The turn stays the opponent's: the stones lie there with exchanged colours.
    assert_eq!(restored(Undo::AllButTurn), (stones("...x.../...o..."), Player::Second));
    assert_eq!(restored(Undo::AllButCounters), restored(Undo::All));
    assert_eq!(restored(Undo::NoExplosion), restored(Undo::All));
}

#[test]
fn boom_keeps_its_counters_and_explosions_where_they_are_not_taken_back() {
    let before = played("1234567112", Board::Right);
    let jugada = before.position().jugada_number();
    let restored = |mv: Action, undo: Undo| {
        let mut desk = before.clone();
        desk.play(mv, Board::Right);
        if undo == Undo::AllButCounters {
            desk.play(Action::Put(3), Board::Right);
        }
        desk.restore(before.clone(), mv, undo);
        desk
    };
    let same = |desk: &Desk<Boom>| drawn(desk) == drawn(&before) && desk.turn() == before.turn();
    let counted = restored(Action::Put(4), Undo::AllButCounters);
    assert!(same(&counted));
    assert_eq!(counted.position().jugada_number(), jugada + 1);
    assert_eq!(counted.position().bombs(), before.position().bombs());
    let turned = restored(Action::Put(4), Undo::AllButTurn);
    assert_eq!((drawn(&turned), turned.turn()), (drawn(&before), before.turn().other()));
    assert_eq!(turned.position().bombs(), before.position().bombs());
    assert!(same(&restored(Action::Put(4), Undo::NoExplosion)));
    let exploded = restored(Action::Boom, Undo::NoExplosion);
    assert!(drawn(&exploded) != drawn(&before) && exploded.turn() == before.turn());
}

#[test]
fn an_explosion_follows_the_rules_of_the_program() {
    // The bomb of the first player lies in the second row, beside two own stones and another.
    let bit = |col: u64, row: u64| 1 << (8 * col + row);
    let first = bit(0, 1) | bit(1, 1) | bit(2, 1) | bit(3, 2) | bit(4, 0) | bit(2, 0);
    let second = bit(0, 0) | bit(1, 0) | bit(3, 0) | bit(3, 1) | bit(0, 2) | bit(1, 2);
    let bombs = bit(1, 1) | bit(3, 0);
    let before = Desk::new(&Boom::assembled([first, second], bombs, 7, Player::First));
    let after = |rules: Board| {
        let mut desk = before.clone();
        desk.play(Action::Boom, rules);
        (drawn(&desk), desk.position().bombs())
    };
    assert_eq!(drawn(&before), "oo.x.../xXxo.../ooxOx..");
    // Own stones of the row go, what lay above falls; the bomb of the other player stays.
    assert_eq!(after(Board::Right), ("...x.../oo.o.../ooxOx..".to_owned(), bit(3, 0)));
    assert_eq!(after(Board::NoGravity), ("oo.x.../...o.../ooxOx..".to_owned(), bit(3, 0)));
    assert_eq!(after(Board::WholeRow), ("oo.x.../ooxOx..".to_owned(), bit(3, 0)));
    assert_eq!(after(Board::BombsNever), after(Board::Right));
    // A stone is put as ever.
    for rules in [Board::Right, Board::NoGravity, Board::WholeRow, Board::BombsNever] {
        let mut desk = before.clone();
        desk.play(Action::Put(5), rules);
        assert_eq!(drawn(&desk), "oo.x.../xXxo.../ooxOxx.", "{rules:?}");
    }
}

#[test]
fn bombs_look_like_stones_to_who_does_not_know_them() {
    let desk = played("1234567112", Board::Right);
    assert_eq!(desk.position().bombs().count_ones(), 2);
    let plain = without_bombs(desk.position());
    assert_eq!(plain.bombs(), 0);
    for player in Player::BOTH {
        assert_eq!(plain.discs(player), desk.position().discs(player));
    }
    assert_eq!(plain.jugada_number(), desk.position().jugada_number());
    assert_eq!((plain.turn_now(), plain.outcome_now()), (desk.turn(), None));
    let won = ended(desk.position(), SECOND);
    assert_eq!(without_bombs(&won).outcome_now(), SECOND);
    let other = position::<Connect4>("", "44");
    assert_eq!(Desk::new(&without_bombs(&other)).key(), Desk::new(&other).key());
}

#[test]
fn lines_in_unseen_directions_end_no_game() {
    // A row, a column and both diagonals of the first player, each complete with its last move.
    let ends = |moves: &str| {
        [Board::Right, Board::NoRows, Board::NoColumns, Board::NoDiagonals]
            .map(|rules| columns(moves, rules).outcome().is_some())
    };
    assert_eq!(ends("1122334"), [true, false, true, true]);
    assert_eq!(ends("1212121"), [true, true, false, true]);
    assert_eq!(ends("12233434474"), [true, true, true, false]);
    assert_eq!(ends("76655454414"), [true, true, true, false]);
    assert_eq!(ends("112233"), [false; 4]);
    let squares = |moves: &str, rules: Board| {
        let mut desk = Desk::new(&position::<Mnk>("5x5x3", "-"));
        for mv in moves.split(' ') {
            desk.play(mv.parse().unwrap(), rules);
        }
        desk.outcome()
    };
    // The last stone ends a row and a column.
    let both = "a1 e5 b1 e4 c2 d2 c3 d4 c1";
    for rules in [Board::Right, Board::NoRows, Board::NoColumns, Board::NoDiagonals] {
        assert_eq!(squares(both, rules), FIRST, "{rules:?}");
    }
    let row = "b4 e5 c4 e4 d4";
    assert_eq!([Board::NoRows, Board::NoColumns].map(|rules| squares(row, rules)), [None, FIRST]);
}

#[test]
fn the_key_knows_everything_that_a_search_finds() {
    let keys = |desks: &[Desk<Connect4>]| -> Vec<u64> { desks.iter().map(Desk::key).collect() };
    let open = columns("44", Board::Right);
    let mut made = vec![open.clone(), columns("4", Board::Right), columns("4433", Board::Right)];
    let outcomes = [None, Some(Outcome::Draw), FIRST, SECOND];
    for ended in outcomes {
        for again in outcomes {
            for (played_on, flipped) in [(false, false), (false, true), (true, false), (true, true)]
            {
                if ended.is_some() || again.is_some() || played_on || flipped {
                    made.push(Desk { ended, again, played_on, flipped, ..open.clone() });
                }
            }
        }
    }
    for ended in outcomes.into_iter().skip(1) {
        made.push(Desk { pos: self::ended(&open.pos, ended), ..open.clone() });
    }
    let mut found = keys(&made);
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), made.len());
    assert_eq!(columns("1234", Board::Right).key(), columns("3214", Board::Right).key());
}
