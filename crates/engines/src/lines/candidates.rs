//! The moves the general fast search tries on boards of lines: threats first, then squares by
//! the stones beside them, near stones only where the board is large.

use super::Rows;
use super::pairing::{MAX_SQUARES, is_stopped};
use alinea_core::{Cell, MAX_SIDE, Player, Position};
use alinea_games::lines::{LineBoard, Lines, bits, rows_of};
use alinea_search::MoveOrder;

/// Which squares an order of moves tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Every square: small boards are searched to the end, and dead ones seen as such.
    All,
    /// Squares within this distance of a stone.
    Near(u8),
}

/// Whether stones fall, so that not every empty square can be taken at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Falls {
    /// Any empty square can be taken.
    No,
    /// Only the lowest of a column.
    Yes,
}

/// An order of moves for boards of lines that tries threats first.
///
/// A row is completed at once, and one that the opponent could complete is stopped before anything
/// else is thought of. Where rows lose, completing one comes last.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_engines::lines::{Candidates, Falls, Reach, Rows};
/// use alinea_games::Gomoku;
/// use alinea_search::MoveOrder;
/// let setup = Gomoku::parse_setup("15").unwrap();
/// let pos = parse_position::<Gomoku>(&setup, "d4 c4 e4 d8 f4 e8 g4").unwrap().pos;
/// let mut moves = Vec::new();
/// Candidates::new(Reach::Near(2), Rows::Win, Falls::No).moves(&pos, &mut moves);
/// assert_eq!(moves, ["h4".parse().unwrap()], "the four must be stopped");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    reach: Reach,
    rows: Rows,
    falls: Falls,
}

impl Candidates {
    /// Squares within a reach, on boards where the row wins or loses and stones fall or do not.
    #[must_use]
    pub const fn new(reach: Reach, rows: Rows, falls: Falls) -> Candidates {
        Candidates { reach, rows, falls }
    }

    /// Appends the only moves worth trying, if threats leave no choice.
    fn forced<P: LineBoard + Position<Move = Cell>>(&self, pos: &P, moves: &mut Vec<Cell>) -> bool {
        if self.rows == Rows::Lose {
            return false;
        }
        let before = moves.len();
        let side = pos.turn();
        let length = pos.in_a_row();
        let mut gaps = pos.lines().gaps(side, length);
        if let Some(win) = gaps.find(|&cell| pos.is_legal(cell) && pos.completes(cell, side)) {
            moves.push(win);
            return true;
        }
        if pos.rows_ignore_their_ends() {
            for cell in pos.lines().gaps(side.other(), length) {
                let is_threat = pos.completes(cell, side.other()) && pos.is_legal(cell);
                if is_threat && !moves[before..].contains(&cell) {
                    moves.push(cell);
                }
            }
        }
        moves.len() > before
    }

    fn listed<P: LineBoard + Position<Move = Cell>>(&self, pos: &P, moves: &mut Vec<Cell>) {
        let before = moves.len();
        match self.reach {
            Reach::All => pos.legal_moves(moves),
            Reach::Near(distance) => super::Near::new(distance).moves(pos, moves),
        }
        if self.reach == Reach::All && self.rows == Rows::Win && self.falls == Falls::No {
            self.drop_dead_squares(pos, moves, before);
        }
        let side = pos.turn();
        if self.rows == Rows::Lose && moves[before..].iter().any(|&c| !pos.completes(c, side)) {
            // A row that loses is no better than any other move.
            let mut kept = before;
            for i in before..moves.len() {
                if !pos.completes(moves[i], side) {
                    moves.swap(kept, i);
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }

    /// A square that lies on no row still open to either side is as good as a pass, and a stone
    /// more is never worse than a pass: such squares matter only if there are no others.
    fn drop_dead_squares<P: LineBoard>(&self, pos: &P, moves: &mut Vec<Cell>, before: usize) {
        let mut kept = before;
        for i in before..moves.len() {
            if open_rows(pos.lines(), moves[i], pos.in_a_row()) > 0 {
                moves.swap(kept, i);
                kept += 1;
            }
        }
        if kept > before {
            moves.truncate(kept);
        }
    }
}

impl<P: LineBoard + Position<Move = Cell>> MoveOrder<P> for Candidates {
    fn moves(&self, pos: &P, moves: &mut Vec<Cell>) {
        if self.forced(pos, moves) {
            return;
        }
        let before = moves.len();
        self.listed(pos, moves);
        let (lines, length) = (pos.lines(), pos.in_a_row());
        moves[before..].sort_by_cached_key(|&cell| {
            std::cmp::Reverse(match self.reach {
                Reach::All => open_rows(lines, cell, length),
                Reach::Near(_) => promise(lines, cell),
            })
        });
    }

    fn rest(&self, pos: &P, moves: &mut Vec<Cell>) {
        let Reach::Near(distance) = self.reach else { return };
        let before = moves.len();
        if self.forced(pos, moves) {
            moves.truncate(before);
            return;
        }
        let mut listed = [0_u32; MAX_SIDE];
        super::Near::new(distance).moves(pos, moves);
        for cell in moves.drain(before..) {
            listed[usize::from(cell.row)] |= 1 << cell.col;
        }
        pos.legal_moves(moves);
        let mut kept = before;
        for i in before..moves.len() {
            let cell = moves[i];
            if listed[usize::from(cell.row)] >> cell.col & 1 == 0 {
                moves.swap(kept, i);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    fn is_complete(&self) -> bool {
        self.reach == Reach::All
    }

    fn can_win(&self, pos: &P, player: Player) -> bool {
        let (lines, length) = (pos.lines(), pos.in_a_row());
        let is_small = usize::from(pos.cols()) * usize::from(pos.rows()) <= MAX_SQUARES;
        match (self.reach, self.rows) {
            (Reach::Near(_), _) => true,
            (Reach::All, Rows::Lose) => lines.has_room(player.other(), length),
            (Reach::All, Rows::Win) => {
                lines.has_room(player, length)
                    && !(self.falls == Falls::No && is_small && is_stopped(lines, player, length))
            }
        }
    }
}

/// The rows through a square that are still open to a side, each stone on one counting fourfold.
fn open_rows(lines: &Lines, cell: Cell, length: u8) -> u32 {
    let window = (1_u32 << length) - 1;
    let mut sum = 0;
    for (line, bit) in lines.through(cell) {
        let first = (bit + 1).saturating_sub(u32::from(length));
        let reaching = ((2_u32 << bit) - 1) & !((1 << first) - 1);
        for [own, enemy] in [line.stones, [line.stones[1], line.stones[0]]] {
            for start in bits(rows_of(length, line.inside & !enemy) & reaching) {
                sum += 1 << (2 * (own >> start & window).count_ones().min(10));
            }
        }
    }
    sum
}

/// How much a square promises at a glance: the runs that touch it, each longer stone counting
/// fourfold, once more for every open end; then closeness to the centre.
fn promise(lines: &Lines, cell: Cell) -> u32 {
    let mut sum = 0;
    let mut room = 0;
    for (line, bit) in lines.through(cell) {
        let empty = line.empty();
        room += line.inside.count_ones();
        for own in line.stones {
            let above = (own >> bit >> 1).trailing_ones();
            let below = own.checked_shl(32 - bit).unwrap_or(0).leading_ones();
            let touching = above + below;
            if touching > 0 {
                let open_above = empty >> (bit + above) >> 1 & 1;
                let open_below = empty << 1 >> (bit - below) & 1;
                sum += (1 << (2 * touching.min(5))) * (1 + open_above + open_below);
            }
        }
    }
    sum * 128 + room
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::{after, random_boards};
    use alinea_core::Grid;
    use alinea_games::{Caro, Gomoku, Mnk, Renju, Standard};

    const NEAR: Candidates = Candidates::new(Reach::Near(2), Rows::Win, Falls::No);

    fn texts<P: LineBoard + Position<Move = Cell>>(order: &Candidates, pos: &P) -> Vec<String> {
        let mut moves = Vec::new();
        order.moves(pos, &mut moves);
        moves.iter().map(Cell::to_string).collect()
    }

    #[test]
    fn a_row_is_completed_and_a_threat_is_stopped() {
        let win = after::<Gomoku>("15", "h8a1i8a2j8a3k8a4");
        assert!(["g8", "l8"].contains(&texts(&NEAR, &win)[0].as_str()));
        assert_eq!(texts(&NEAR, &win).len(), 1);
        let mut threats = texts(&NEAR, &after::<Gomoku>("15", "h8a1i8a2j8a3k8"));
        threats.sort();
        assert_eq!(threats, ["g8", "l8"]);
        // In caro the ends stop it too, so nothing is left out.
        assert!(texts(&NEAR, &after::<Caro>("15", "h8a1i8a2j8a3k8")).len() > 20);
        // Six in a row is no threat where only five win.
        let six = after::<Standard>("15", "a1a3b1b3c1d5e1f7f1");
        assert!(texts(&NEAR, &six).len() > 20);
    }

    #[test]
    fn all_moves_are_legal_once_and_with_the_rest_complete() {
        for pos in random_boards::<Renju>("9", 60, 2) {
            if pos.outcome().is_some() {
                continue;
            }
            let mut moves = Vec::new();
            NEAR.moves(&pos, &mut moves);
            assert!(!moves.is_empty());
            let mut forced = Vec::new();
            let is_forced = NEAR.forced(&pos, &mut forced);
            NEAR.rest(&pos, &mut moves);
            assert!(moves.iter().all(|&cell| pos.is_legal(cell)));
            let listed = moves.len();
            moves.sort_unstable();
            moves.dedup();
            assert_eq!(moves.len(), listed);
            assert!(is_forced || listed == pos.count_legal());
        }
    }

    #[test]
    fn a_losing_row_is_left_out_unless_nothing_else_is_left() {
        let all = Candidates::new(Reach::All, Rows::Lose, Falls::No);
        let pos = after::<Mnk>("3x3x3+misere", "a1c3b1b2");
        assert!(!texts(&all, &pos).contains(&"c1".to_owned()));
        assert_eq!(texts(&all, &pos).len(), 4);
    }

    #[test]
    fn a_board_without_room_cannot_be_won() {
        let all = Candidates::new(Reach::All, Rows::Win, Falls::No);
        let open = after::<Mnk>("3x3x3", "-");
        assert!(all.can_win(&open, Player::First) && all.can_win(&open, Player::Second));
        let dead = after::<Mnk>("3x3x3", "b2a1c1a3a2c2b3b1");
        assert!(!all.can_win(&dead, Player::First) && !all.can_win(&dead, Player::Second));
    }

    /// The windows of a row through a square that hold stones of one side only, each stone
    /// fourfold, walked square by square; an empty window is open to both.
    fn open_rows_by_hand<P: LineBoard>(pos: &P, cell: Cell) -> u32 {
        let length = pos.in_a_row() as i8;
        let mut sum = 0;
        for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for back in 0..length {
                let at = |i: i8| cell.step(dc, dr, i - back, pos.cols(), pos.rows());
                let window: Option<Vec<Cell>> = (0..length).map(at).collect();
                let Some(window) = window else { continue };
                let stones = Player::BOTH
                    .map(|side| window.iter().filter(|c| pos.at(**c) == Some(side)).count());
                for side in [0, 1] {
                    sum += if stones[1 - side] == 0 { 4_u32.pow(stones[side] as u32) } else { 0 };
                }
            }
        }
        sum
    }

    /// The runs that touch a square and the squares in line with it, walked square by square.
    fn promise_by_hand<P: LineBoard>(pos: &P, cell: Cell) -> u32 {
        let (mut sum, mut room) = (0, 0);
        for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let at = |n: i8| cell.step(dc, dr, n, pos.cols(), pos.rows());
            let stone = |n: i8| at(n).and_then(|cell| pos.at(cell));
            let line = |sign: i8| (1..).take_while(|n| at(sign * n).is_some()).count() as u32;
            room += 1 + line(1) + line(-1);
            for side in Player::BOTH {
                let run = |sign: i8| (1..).take_while(|n| stone(sign * n) == Some(side)).count();
                let (up, down) = (run(1), run(-1));
                let open = |n: i8| u32::from(at(n).is_some_and(|cell| pos.at(cell).is_none()));
                if up + down > 0 {
                    let ends = open(up as i8 + 1) + open(-(down as i8) - 1);
                    sum += 4_u32.pow((up + down).min(5) as u32) * (1 + ends);
                }
            }
        }
        sum * 128 + room
    }

    #[test]
    fn squares_are_weighed_as_walking_over_the_board_weighs_them() {
        for setup in ["3x3x3", "5x4x4", "15x15x5", "22x22x6", "3x9x4"] {
            for pos in random_boards::<Mnk>(setup, 25, 31) {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                for cell in moves {
                    let open = open_rows(pos.lines(), cell, pos.in_a_row());
                    assert_eq!(open, open_rows_by_hand(&pos, cell), "{setup} {cell}");
                    assert_eq!(promise(pos.lines(), cell), promise_by_hand(&pos, cell), "{cell}");
                }
            }
        }
    }

    #[test]
    fn the_heaviest_square_comes_first_and_dead_ones_only_where_nothing_else_is_left() {
        let all = Candidates::new(Reach::All, Rows::Win, Falls::No);
        let (mut dropped, mut dead) = (0, 0);
        for pos in random_boards::<Mnk>("4x4x4", 500, 32) {
            if pos.outcome().is_some() || all.forced(&pos, &mut Vec::new()) {
                continue;
            }
            let weight = |cell: &Cell| open_rows_by_hand(&pos, *cell);
            let mut expected = Vec::new();
            pos.legal_moves(&mut expected);
            let legal = expected.len();
            if expected.iter().any(|cell| weight(cell) > 0) {
                expected.retain(|cell| weight(cell) > 0);
            } else {
                dead += 1;
            }
            dropped += usize::from(expected.len() < legal);
            let before = vec![Cell::new(0, 0)];
            let mut found = before.clone();
            all.moves(&pos, &mut found);
            assert_eq!(found[..1], before, "what was listed before stays");
            assert!(found[1..].is_sorted_by_key(|cell| std::cmp::Reverse(weight(cell))));
            let sorted = |mut cells: Vec<Cell>| {
                cells.sort_unstable();
                cells
            };
            assert_eq!(sorted(found[1..].to_vec()), sorted(expected), "{pos:?}");
        }
        assert!(dropped > 3 && dead > 3, "{dropped} boards with dead squares, {dead} all dead");
    }

    #[test]
    fn squares_in_reach_come_by_promise_and_the_rest_has_the_others() {
        for pos in random_boards::<Gomoku>("9", 40, 33) {
            if pos.outcome().is_some() || NEAR.forced(&pos, &mut Vec::new()) {
                continue;
            }
            let mut near = Vec::new();
            NEAR.moves(&pos, &mut near);
            let promises: Vec<u32> = near.iter().map(|cell| promise_by_hand(&pos, *cell)).collect();
            assert!(promises.is_sorted_by(|a, b| a >= b), "{promises:?}");
            let mut rest = vec![Cell::new(8, 8)];
            NEAR.rest(&pos, &mut rest);
            let far = |cell: &Cell| {
                let stones = (0..9).flat_map(|row| (0..9).map(move |col| Cell::new(col, row)));
                !stones.filter(|stone| pos.at(*stone).is_some()).any(|stone| {
                    stone.col.abs_diff(cell.col).max(stone.row.abs_diff(cell.row)) <= 2
                })
            };
            assert!(pos.stones() == 0 || rest[1..].iter().all(far), "{rest:?}");
        }
    }

    #[test]
    fn only_orders_that_leave_nothing_out_are_complete() {
        let complete = |reach| MoveOrder::<Mnk>::is_complete(&Candidates { reach, ..NEAR });
        assert!(complete(Reach::All) && !complete(Reach::Near(2)));
    }

    #[test]
    fn who_can_still_win_depends_on_what_rows_do() {
        let can_win = |setup: &str, moves: &str, reach, falls| {
            let rows = if setup.contains("misere") { Rows::Lose } else { Rows::Win };
            let pos = after::<Mnk>(setup, moves);
            Player::BOTH.map(|player| Candidates::new(reach, rows, falls).can_win(&pos, player))
        };
        // Green's stones stand in every row of blue's, and green still has rows of its own.
        let moves = "diagram:.x./.xx/x.. o";
        assert_eq!(can_win("3x3x3", moves, Reach::All, Falls::Yes), [true, false]);
        assert_eq!(can_win("3x3x3+misere", moves, Reach::All, Falls::No), [false, true]);
        // A pairing stops green on a small board where stones stay, and is not asked elsewhere.
        let moves = "diagram:xoxo/..../..../.... x";
        assert_eq!(can_win("4x4x4", moves, Reach::All, Falls::No), [false, false]);
        assert_eq!(can_win("4x4x4", moves, Reach::All, Falls::Yes), [true, true]);
        assert_eq!(can_win("4x4x4", moves, Reach::Near(2), Falls::No), [true, true]);
        assert_eq!(can_win("6x6x6", "-", Reach::All, Falls::No), [true, true]);
    }
}
