//! Where the lines of a finished board begin, looked for on the whole board at once: programs that
//! play on after the end judge such boards by the line they find first.

use alinea_catalogue::Entry;
use alinea_core::{Cell, MAX_SIDE, Player};

/// A bit for every column, a number for every row from the bottom.
type Rows = [u32; MAX_SIDE];

/// The squares at which a line begins, for a program that looks right, up, down and along the
/// diagonals, of each colour on the board.
pub(super) struct Lines {
    begins: [Rows; 2],
}

impl Lines {
    /// The lines of a board on which both colours have one.
    pub(super) fn of_both<G: Entry>(pos: &G) -> Option<Lines> {
        let mut stones = [[0; MAX_SIDE]; 2];
        for row in 0..pos.rows() {
            for col in 0..pos.cols() {
                if let Some(owner) = pos.at(Cell::new(col, row)) {
                    stones[owner.index()][usize::from(row)] |= 1 << col;
                }
            }
        }
        let (rows, length) = (usize::from(pos.rows()), usize::from(pos.in_a_row()));
        let [one, two] = [&stones[0][..rows], &stones[1][..rows]];
        Some(Lines { begins: [begins(one, length)?, begins(two, length)?] })
    }

    /// The colour whose line is found first, row by row from the bottom.
    pub(super) fn first_from_bottom(&self) -> Player {
        self.first(0..MAX_SIDE)
    }

    /// The colour whose line is found first, row by row from the top.
    pub(super) fn first_from_top(&self) -> Player {
        self.first((0..MAX_SIDE).rev())
    }

    fn first(&self, mut rows: impl Iterator<Item = usize>) -> Player {
        let [one, two] = &self.begins;
        let row = rows.find(|&row| one[row] | two[row] != 0).unwrap_or_default();
        let is_second = two[row].trailing_zeros() < one[row].trailing_zeros();
        if is_second { Player::Second } else { Player::First }
    }
}

/// Shifts the rows of a board over each other: a bit stays where all squares of a line are taken.
/// `None` if there is no line.
fn begins(stones: &[u32], length: usize) -> Option<Rows> {
    let mut begins = [0; MAX_SIDE];
    let last = length.saturating_sub(1);
    for row in 0..stones.len() {
        begins[row] |= (0..length).fold(u32::MAX, |line, n| line & (stones[row] >> n));
        if row + length > stones.len() {
            continue;
        }
        let [mut column, mut rising, mut falling] = [u32::MAX; 3];
        for (n, bits) in stones[row..row + length].iter().enumerate() {
            column &= bits;
            rising &= bits >> n;
            falling &= bits >> (last - n);
        }
        begins[row] |= column | rising;
        begins[row + last] |= column | (rising << last) | falling;
    }
    begins[..stones.len()].iter().any(|row| *row != 0).then_some(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::choices::Board;
    use crate::grade::desk::Desk;
    use crate::samples::random_positions;
    use alinea_core::Game;
    use alinea_games::{Boom, Connect4, Mnk};

    /// A line from this square, square by square.
    fn starts<G: Entry>(pos: &G, (col, row): (u8, u8), who: Player) -> bool {
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, -1), (0, -1)];
        directions.into_iter().any(|(dc, dr)| {
            (0..i32::from(pos.in_a_row())).all(|n| {
                let (c, r) = (i32::from(col) + n * dc, i32::from(row) + n * dr);
                let cell = u8::try_from(c).ok().zip(u8::try_from(r).ok());
                cell.is_some_and(|(c, r)| pos.at(Cell::new(c, r)) == Some(who))
            })
        })
    }

    fn agrees<G: Entry>(setup: &str) {
        let setup = G::parse_setup(setup).unwrap();
        let mut seen = 0;
        for pos in random_positions::<G>(&setup, 200, 3) {
            for who in Player::BOTH {
                let of_row = |row: u8| {
                    let owns = |col: &u8| pos.at(Cell::new(*col, row)) == Some(who);
                    (0..pos.cols()).filter(owns).map(|col| 1 << col).sum()
                };
                let stones: Vec<u32> = (0..pos.rows()).map(of_row).collect();
                let found = begins(&stones, pos.in_a_row().into()).unwrap_or_default();
                for row in 0..pos.rows() {
                    for col in 0..pos.cols() {
                        let expected = starts(&pos, (col, row), who);
                        let has = found[usize::from(row)] >> col & 1 == 1;
                        assert_eq!(has, expected, "{}", pos.to_diagram());
                        seen += usize::from(expected);
                    }
                }
            }
            // Rules end a game at its first line.
            assert!(G::NAME == "boom" || Lines::of_both(&pos).is_none());
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn lines_begin_where_a_plain_look_finds_them() {
        agrees::<Boom>("");
        agrees::<Connect4>("");
        agrees::<Mnk>("7x5x3");
    }

    #[test]
    fn the_first_line_depends_on_where_one_begins_to_look() {
        let lines = |one: &[u32], two: &[u32]| Lines {
            begins: [one, two].map(|stones| begins(stones, 3).unwrap()),
        };
        let apart = lines(&[0b1110, 0, 0, 0], &[0, 0, 0, 0b0111]);
        assert_eq!(apart.first_from_bottom(), Player::First);
        assert_eq!(apart.first_from_top(), Player::Second);
        // In one row the one further to the left is found first.
        let beside = lines(&[0b111_000], &[0b111]);
        assert_eq!(beside.first_from_bottom(), Player::Second);
    }

    #[test]
    fn several_lines_may_begin_at_one_square() {
        let of = |stones: &[u32]| begins(stones, 3).map(|found| found[..stones.len()].to_vec());
        // A full board: rows, columns and diagonals from the corners.
        assert_eq!(of(&[0b111; 3]), Some(vec![0b111, 0b001, 0b111]));
        // A column and a diagonal up from the same corner.
        assert_eq!(of(&[0b001, 0b011, 0b101]), Some(vec![0b001, 0, 0b101]));
        // A column and the end of a diagonal, on the right and on the left.
        assert_eq!(of(&[0b101, 0b110, 0b100]), Some(vec![0b101, 0, 0b100]));
        assert_eq!(of(&[0b101, 0b011, 0b001]), Some(vec![0b001, 0, 0b001]));
        // Both diagonals end in the middle of the top row.
        assert_eq!(of(&[0b10001, 0b01010, 0b00100]), Some(vec![0b00001, 0, 0b00100]));
        assert_eq!(of(&[0b101, 0b010, 0b000]), None);
    }

    #[test]
    fn lines_of_both_colours_are_found_on_a_board() {
        // Stones of both players in turn, also after the first line.
        let lines = |moves: &str| {
            let mut desk = Desk::new(&Mnk::start(&Mnk::parse_setup("4x3x3").unwrap()));
            for mv in moves.split(' ') {
                let (mv, _) = desk.position().parse_move(mv).unwrap();
                desk.play(mv, Board::Right);
            }
            Lines::of_both(desk.position())
        };
        let both = lines("b1 a3 c1 b3 d1 c3").unwrap();
        assert_eq!(both.first_from_bottom(), Player::First);
        assert_eq!(both.first_from_top(), Player::Second);
        let turned = lines("a3 b1 b3 c1 c3 d1").unwrap();
        assert_eq!(turned.first_from_bottom(), Player::Second);
        assert_eq!(turned.first_from_top(), Player::First);
        // One colour alone is no question.
        assert!(lines("b1 a3 c1 b3 d1").is_none() && lines("b1 a3 c1 b3 a2 c3").is_none());
    }
}
