//! `cargo xtask gomoku-binpack --data FILE[,FILE...] --out FILE [--rule R]`: recorded games as the
//! `.binpack` of c-gomoku-cli, which other trainers read. Not what our own training reads.
//!
//! A game is two little-endian words of 32 bits (size 5 bits, rule 3, result 4, plies 10, plies of
//! the opening 10; tag 14, moves 18), the cells of the opening in 16 bits each, and for every other
//! move 16 bits (first, last, without a score, pass, two spare, the cell) and its score in 16 bits,
//! for the player who moved. A cell is 32 x + y from the top left.

use super::Options;
use crate::Outcome;
use alinea_core::Cell;
use alinea_data::selfplay::Record;
use alinea_games::gomoku::Variant;

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let data = options.text("--data").ok_or("expected --data FILE")?;
    let out = options.text("--out").ok_or("expected --out FILE")?;
    let rule = code(options.variant()?)?;
    let mut bytes = Vec::new();
    let mut games = 0;
    for path in data.split(',') {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        for record in text.lines().filter_map(Record::read) {
            pack(&record, rule, &mut bytes);
            games += 1;
        }
    }
    std::fs::write(out, bytes).map_err(|error| format!("{out}: {error}"))?;
    println!("{out}: {games} games");
    Ok(())
}

/// The format's number of a rule.
fn code(rule: Variant) -> Result<u32, String> {
    match rule {
        Variant::Freestyle => Ok(0),
        Variant::Standard => Ok(1),
        Variant::Renju => Ok(4),
        Variant::Caro => Err("--rule: a binpack has no number for caro".into()),
    }
}

/// Appends one game.
fn pack(record: &Record, rule: u32, bytes: &mut Vec<u8>) {
    const FIRST_AND_LAST: u16 = 0b11;
    let side = record.size.get();
    let cell = |cell: Cell| u16::from(cell.col) << 5 | u16::from(side - 1 - cell.row);
    let result = match record.result {
        1.. => 0,
        0 => 2,
        _ => 1,
    };
    let opening = record.opening.min(record.moves.len());
    let (before, played) = record.moves.split_at(opening);
    let plies = record.moves.len() as u32;
    let head =
        u32::from(side) | rule << 5 | result << 8 | plies << 12 | (before.len() as u32) << 22;
    bytes.extend(head.to_le_bytes());
    bytes.extend(((played.len() as u32) << 14).to_le_bytes());
    for (at, _) in before {
        bytes.extend(cell(*at).to_le_bytes());
    }
    for (at, score) in played {
        bytes.extend((FIRST_AND_LAST | cell(*at) << 6).to_le_bytes());
        bytes.extend((*score).clamp(-32_767, 32_767).to_le_bytes()[..2].iter());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_packed_as_others_read_it() {
        let record = Record::read("15 -1 2 7,7,0 8,6,0 0,14,-5 3,1,30990").unwrap();
        let mut bytes = Vec::new();
        pack(&record, code(Variant::Renju).unwrap(), &mut bytes);
        let head = 15 | 4 << 5 | 1 << 8 | 4 << 12 | 2 << 22;
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let half = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
        assert_eq!((word(0), word(4)), (head, 2 << 14));
        assert_eq!((half(8), half(10)), (7 << 5 | 7, 8 << 5 | 6));
        assert_eq!((half(12), half(14) as i16), (3 | 14 << 6, -5));
        assert_eq!((half(16), half(18) as i16), (3 | (3 << 5 | 1) << 6, 30_990));
        assert_eq!(bytes.len(), 20);
        assert!(code(Variant::Caro).is_err());
    }
}
