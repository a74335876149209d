//! Texts of squares: `h8` (letter = column, number = row from the bottom) and `7, 7`
//! (row and column from 0, from the top left). Shared by all free-placement games.

use alinea_core::{Cell, Diagram, DiagramError, Grid, Message, MoveError, Player};

/// Reads one square from the front of a text and returns the rest. The square need not lie on
/// the board if it is written like `h8`; a `row,col` pair beyond the board names no square.
pub(crate) fn parse_cell<'t>(
    board: &impl Grid,
    text: &'t str,
) -> Result<(Cell, &'t str), MoveError> {
    let wrong = || {
        let (col, row) = (board.cols() / 2, board.rows() / 2);
        let message = Message::new("error.move.square").with("cell", Cell::new(col, row));
        MoveError(message.with("row", row).with("col", col).with("found", start_of(text)))
    };
    let bytes = text.as_bytes();
    if bytes.first().is_some_and(u8::is_ascii_alphabetic) {
        let end = 1 + bytes[1..].iter().take_while(|b| b.is_ascii_digit()).count();
        let cell = text[..end].parse().map_err(|_| wrong())?;
        return Ok((cell, &text[end..]));
    }
    let (row, rest) = parse_number(text).ok_or_else(wrong)?;
    let rest = rest.strip_prefix(',').ok_or_else(wrong)?.trim_start_matches(' ');
    let (col, rest) = parse_number(rest).ok_or_else(wrong)?;
    if row >= board.rows() || col >= board.cols() {
        let message = Message::new("error.move.off-board").with("row", row).with("col", col);
        let message = message.with("rows", board.rows() - 1).with("cols", board.cols() - 1);
        return Err(MoveError(message));
    }
    Ok((Cell::new(col, board.rows() - 1 - row), rest))
}

fn parse_number(text: &str) -> Option<(u8, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 3 {
        return None;
    }
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// The first characters of a text, for error messages.
pub(crate) fn start_of(text: &str) -> String {
    text.chars().take(12).collect()
}

/// Draws the stones of a board and the side to move.
pub(crate) fn draw(board: &impl Grid, turn: Player) -> Diagram {
    let letter = |cell| board.at(cell).map_or(b'.', |player| player.letter() as u8);
    let rows = (0..board.rows())
        .rev()
        .map(|row| (0..board.cols()).map(|col| letter(Cell::new(col, row))).collect())
        .collect();
    Diagram { rows, turn: Some(turn), number: None }
}

/// The stones of a diagram without bombs, from the bottom row up.
pub(crate) fn stones_of(diagram: &Diagram) -> Result<Vec<(Cell, Player)>, DiagramError> {
    diagram.expect_no_bombs()?;
    let mut stones = Vec::new();
    diagram.each_cell(|cell, letter| {
        match letter {
            b'x' => stones.push((cell, Player::First)),
            b'o' => stones.push((cell, Player::Second)),
            _ => {}
        }
        Ok(())
    })?;
    Ok(stones)
}

/// The side to move of a diagram: as given, else from the counts of a game from the start.
pub(crate) fn turn_of(diagram: &Diagram) -> Result<Player, DiagramError> {
    if let Some(number) = diagram.number {
        return Err(DiagramError(Message::new("error.diagram.rounds").with("found", number)));
    }
    if let Some(turn) = diagram.turn {
        return Ok(turn);
    }
    match diagram.counts() {
        [first, second] if first == second => Ok(Player::First),
        [first, second] if first == second + 1 => Ok(Player::Second),
        [first, second] => {
            let message = Message::new("error.diagram.whose-turn").with("first", first);
            Err(DiagramError(message.with("second", second)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::Lines;

    #[test]
    fn both_forms_name_the_same_square() {
        let board = Lines::new(15, 15);
        for text in ["h8", "H8", "7,7", "7, 7", "7,  7"] {
            assert_eq!(parse_cell(&board, text), Ok((Cell::new(7, 7), "")), "{text}");
        }
        assert_eq!(parse_cell(&board, "0,0"), Ok((Cell::new(0, 14), "")));
        assert_eq!(parse_cell(&board, "14, 3 1,1"), Ok((Cell::new(3, 0), " 1,1")));
        assert_eq!(parse_cell(&board, "h8i9"), Ok((Cell::new(7, 7), "i9")));
        assert_eq!(parse_cell(&board, "j10"), Ok((Cell::new(9, 9), "")));
    }

    #[test]
    fn noise_is_refused_with_what_was_found() {
        let board = Lines::new(15, 15);
        for text in ["", "h", "8h", "7", "7,", "7;7", "h123", "999999,1", "é8", "-1,0", "h-1"] {
            assert!(parse_cell(&board, text).is_err(), "{text:?}");
        }
        let error = parse_cell(&board, "15,2").unwrap_err().to_string();
        assert!(error.contains("off-board row=15 col=2 rows=14 cols=14"), "{error}");
        let error = parse_cell(&board, "100,2").unwrap_err().to_string();
        assert!(error.contains("off-board row=100 col=2 rows=14 cols=14"), "{error}");
        let error = parse_cell(&board, "?!").unwrap_err().to_string();
        assert!(error.contains("found=?!"), "{error}");
    }
}
