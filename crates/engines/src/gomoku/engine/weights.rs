//! The numbers of one rule, hand-set or fitted on games of the engine against itself.
//!
//! A file of weights is a text header that says how it was made, an empty line, and little-endian
//! 16-bit numbers: for each player the values of all codes when to move and when waiting, the
//! attraction of all codes for their own player and for the enemy, then the threats.

use super::classes::{CODES, multisets};
use super::eval::{FINE, THREAT_BITS, THREATS};
use super::pattern::{PATTERNS, Pattern};
use alinea_games::gomoku::Variant;

/// The numbers of the linear evaluation for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By player, four tables with a number for each code.
    ///
    /// Cell values to move and waiting, attraction for the own player and for the enemy.
    pub codes: [[Vec<i16>; 4]; 2],
    /// By the mask of threats that stand.
    pub threats: Vec<i16>,
}

impl Weights {
    /// The numbers of a rule.
    pub fn of(variant: Variant) -> Weights {
        let bytes: &[u8] = match variant {
            Variant::Freestyle => FREESTYLE,
            // Renju and caro have no games of their own yet and start from standard's.
            Variant::Standard | Variant::Renju | Variant::Caro => STANDARD,
        };
        Weights::read(bytes).unwrap_or_else(Weights::by_hand)
    }

    /// Numbers set by hand: the start of every fit.
    pub fn by_hand() -> Weights {
        let sets = multisets();
        let column = |table: &[i32; PATTERNS], factor: i32| -> Vec<i16> {
            let sum = |set: &[Pattern; 4]| set.iter().map(|p| table[*p as usize]).sum::<i32>();
            sets.iter().map(|set| (sum(set) * factor) as i16).collect()
        };
        let player = [
            column(&LINE_VALUE, 18),
            column(&LINE_VALUE, 14),
            column(&LINE_ATTACK, 1),
            column(&LINE_DEFENCE, 1),
        ];
        let points = |mask: usize| -> i32 {
            (0..THREAT_BITS).filter(|i| mask >> i & 1 != 0).map(|i| THREAT_POINTS[i]).sum()
        };
        let threats = (0..THREATS).map(|mask| (points(mask) * FINE) as i16).collect();
        Weights { codes: [player.clone(), player], threats }
    }

    /// Reads a file of weights; none if it is not one.
    pub fn read(bytes: &[u8]) -> Option<Weights> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n")?;
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return None;
        }
        let body = &bytes[end + 2..];
        if body.len() != 2 * (8 * CODES + THREATS) {
            return None;
        }
        let mut numbers = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| numbers.by_ref().take(count).collect::<Vec<i16>>();
        let codes = [0, 1].map(|_| [0, 1, 2, 3].map(|_| take(CODES)));
        Some(Weights { codes, threats: take(THREATS) })
    }

    /// Writes a file of weights; `made` says how, in lines without an empty one.
    pub fn write(&self, made: &str) -> Vec<u8> {
        let mut bytes = format!("{MAGIC}\n{}\n\n", made.trim()).into_bytes();
        let all = self.codes.iter().flatten().flatten().chain(&self.threats);
        for number in all {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

const FREESTYLE: &[u8] = include_bytes!("weights/freestyle.bin");
const STANDARD: &[u8] = include_bytes!("weights/standard.bin");

const MAGIC: &str = "alinea gomoku weights 1";

/// Worth of a line pattern on an empty cell, before any fit.
const LINE_VALUE: [i32; PATTERNS] = [0, 0, 0, 1, 1, 4, 6, 7, 5, 14, 18, 12, 30, 40];
const LINE_ATTACK: [i32; PATTERNS] = [0, 0, 2, 6, 8, 22, 28, 32, 24, 70, 80, 60, 400, 1000];
const LINE_DEFENCE: [i32; PATTERNS] = [0, 0, 1, 4, 5, 15, 20, 22, 12, 45, 55, 40, 300, 800];
/// In the order of the bits of the threat mask.
const THREAT_POINTS: [i32; THREAT_BITS] = [250, 30, 60, 60, -150, -60, -10, -20, -20, -10];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_files_are_whole() {
        assert!(Weights::read(FREESTYLE).is_some());
        assert!(Weights::read(STANDARD).is_some());
    }

    #[test]
    fn a_file_is_read_back() {
        let weights = Weights::by_hand();
        let bytes = weights.write("rule: none\nmade: by hand");
        assert_eq!(Weights::read(&bytes), Some(weights));
        assert_eq!(Weights::read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Weights::read(b"something else\n\n"), None);
    }

    #[test]
    fn numbers_set_by_hand_add_up_over_lines_and_threats() {
        let weights = Weights::by_hand();
        let sets = multisets();
        let code = |lines: [Pattern; 4]| sets.iter().position(|set| *set == lines).unwrap();
        let lone = code([Pattern::Dead, Pattern::Dead, Pattern::Dead, Pattern::Open3]);
        let pair = code([Pattern::Dead, Pattern::Dead, Pattern::Open3, Pattern::Five]);
        let numbers = |code: usize| [0, 1, 2, 3].map(|column| weights.codes[1][column][code]);
        assert_eq!(numbers(lone), [252, 196, 70, 45]);
        assert_eq!(numbers(pair), [972, 756, 1070, 845]);
        assert_eq!(weights.codes[0], weights.codes[1]);
        assert_eq!((weights.threats.len(), weights.threats[0]), (THREATS, 0));
        assert_eq!((weights.threats[1], weights.threats[0b1_0001]), (4000, 1600));
        let of = |variant| Weights::of(variant);
        assert_ne!(of(Variant::Freestyle), of(Variant::Standard));
        assert_eq!(of(Variant::Renju), of(Variant::Caro));
        assert_ne!(of(Variant::Renju), Weights::by_hand());
    }
}
