//! What INFO lines say: limits, memory, rule.

use alinea_games::gomoku::Variant;
use alinea_search::Limits;
use std::time::Duration;

/// Who sends INFO lines: the codes of rules differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sender {
    /// A manager of tournaments, as Gomocup's.
    #[default]
    Manager,
    /// A board program of the Yixin family.
    BoardProgram,
}

/// Settings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Milliseconds for a move; 0 means as fast as possible.
    pub timeout_turn: i64,
    /// Milliseconds for a game; 0 means no limit.
    pub timeout_match: i64,
    /// Milliseconds left for the game.
    pub time_left: i64,
    /// Bytes; 0 means no limit.
    pub max_memory: i64,
    /// Plies; 0 means no limit.
    pub max_depth: u32,
    /// Nodes; 0 means no limit.
    pub max_node: u64,
    /// Search threads.
    pub threads: usize,
    /// Kilobytes of the table, if told.
    pub hash_kb: Option<usize>,
    /// Whether thoughts are told while thinking.
    pub show_detail: i64,
    /// The rule.
    pub variant: Variant,
}

impl Default for Info {
    fn default() -> Info {
        Info {
            timeout_turn: 30_000,
            timeout_match: 0,
            time_left: i64::from(i32::MAX),
            max_memory: 0,
            max_depth: 0,
            max_node: 0,
            threads: 1,
            hash_kb: None,
            show_detail: 0,
            variant: Variant::Freestyle,
        }
    }
}

impl Info {
    /// Most threads.
    pub const MAX_THREADS: usize = 64;
    /// Largest table in bytes.
    pub const MAX_TABLE: usize = 4 << 30;
    const DEFAULT_TABLE: usize = 128 << 20;
    /// A large table takes longer to lay out than it is worth in quick games.
    const QUICK_TABLE: usize = 32 << 20;
    const SMALLEST_TABLE: usize = 1 << 20;
    /// Bytes kept for everything but the table.
    const RESERVE: i64 = 48 << 20;

    /// Takes one setting; an error is the line to answer. Unknown keys and unreadable numbers are ignored, as the protocol wants.
    pub fn set(&mut self, key: &str, value: &str, sender: Sender) -> Result<(), String> {
        let first = value.split_whitespace().next().unwrap_or("");
        let Ok(number) = first.parse::<i64>() else { return Ok(()) };
        match key {
            "timeout_turn" => self.timeout_turn = number.max(0),
            "timeout_match" => self.timeout_match = number.max(0),
            "time_left" => self.time_left = number,
            "max_memory" => self.max_memory = number.max(0),
            "max_depth" => self.max_depth = number.clamp(0, 1000) as u32,
            "max_node" => self.max_node = number.max(0) as u64,
            "thread_num" => self.threads = number.clamp(1, Info::MAX_THREADS as i64) as usize,
            "hash_size" => self.hash_kb = usize::try_from(number).ok().filter(|kb| *kb > 0),
            "show_detail" => self.show_detail = number,
            "rule" => self.variant = variant(number, sender).ok_or_else(|| {
                format!("ERROR unsupported rule {number}: expected 0 freestyle, 1 standard, 4 renju, 8 or 9 caro")
            })?,
            _ => {}
        }
        Ok(())
    }

    /// Bytes of the table that keep the whole program within its memory.
    pub fn table_bytes(&self) -> usize {
        let quick = self.timeout_turn <= 1000;
        let usual = if quick { Info::QUICK_TABLE } else { Info::DEFAULT_TABLE };
        let wanted = self.hash_kb.map_or(usual, |kb| kb.saturating_mul(1024));
        let allowed = match self.max_memory {
            0 => Info::MAX_TABLE,
            bytes => usize::try_from((bytes - Info::RESERVE).max(0) / 4 * 3).unwrap_or(usize::MAX),
        };
        wanted.min(allowed).clamp(Info::SMALLEST_TABLE, Info::MAX_TABLE)
    }

    /// The limits of the next move.
    pub fn limits(&self) -> Limits {
        let depth = Some(self.max_depth).filter(|depth| *depth > 0);
        let nodes = Some(self.max_node).filter(|nodes| *nodes > 0);
        Limits { depth, nodes, time: Some(self.time()), lines: 1, ..Limits::default() }
    }

    /// Time for the next move: what the turn allows but for the way through the pipes, and a share of what is left of the game.
    fn time(&self) -> Duration {
        const SHORTEST_MS: i64 = 5;
        const FASTEST_MS: i64 = 30;
        let turn = match self.timeout_turn {
            0 => FASTEST_MS,
            turn => turn - (turn / 32).clamp(20, 400).min(turn / 2),
        };
        let limited = self.timeout_match > 0 || self.time_left < 1_000_000_000;
        let share = if limited { self.time_left.saturating_sub(100).max(0) / 16 } else { turn };
        Duration::from_millis(turn.min(share).max(SHORTEST_MS) as u64)
    }
}

/// Gomocup's codes; board programs say 2 for renju and 5, 6 for freestyle with a swap.
fn variant(code: i64, sender: Sender) -> Option<Variant> {
    match (code, sender) {
        (0, _) | (5 | 6, Sender::BoardProgram) => Some(Variant::Freestyle),
        (1, _) => Some(Variant::Standard),
        (4, _) | (2, Sender::BoardProgram) => Some(Variant::Renju),
        (8 | 9, _) => Some(Variant::Caro),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_second_leaves_some_to_spare() {
        let mut info = Info::default();
        info.set("timeout_turn", "250", Sender::Manager).unwrap();
        let time = info.limits().time.unwrap().as_millis();
        assert!((225..=235).contains(&time), "{time}");
        info.set("time_left", "-5", Sender::Manager).unwrap();
        assert!(info.limits().time.unwrap().as_millis() <= 10);
    }

    #[test]
    fn the_ends_of_the_numbers_are_no_errors() {
        let mut info = Info::default();
        for key in ["timeout_turn", "timeout_match", "time_left", "max_memory", "hash_size"] {
            for number in [i64::MAX, i64::MIN] {
                info.set(key, &number.to_string(), Sender::Manager).unwrap();
                assert!(info.limits().time.is_some() && info.table_bytes() <= Info::MAX_TABLE);
            }
        }
        // Far beyond the time left, the move is made at once.
        assert_eq!(info.limits().time, Some(Duration::from_millis(5)));
    }

    #[test]
    fn memory_is_kept() {
        let mut info = Info::default();
        info.set("max_memory", "367001600", Sender::Manager).unwrap();
        assert!(info.table_bytes() <= 300 << 20);
        info.set("hash_size", "99999999999", Sender::Manager).unwrap();
        assert!(info.table_bytes() <= 300 << 20);
        info.set("max_memory", "1", Sender::Manager).unwrap();
        assert_eq!(info.table_bytes(), Info::SMALLEST_TABLE);
    }

    #[test]
    fn rules_have_codes() {
        let mut info = Info::default();
        for (code, variant) in [
            (0, Variant::Freestyle),
            (1, Variant::Standard),
            (4, Variant::Renju),
            (9, Variant::Caro),
            (8, Variant::Caro),
        ] {
            info.set("rule", &code.to_string(), Sender::Manager).unwrap();
            assert_eq!(info.variant, variant);
        }
        assert!(info.set("rule", "2", Sender::Manager).is_err());
        assert_eq!(info.variant, Variant::Caro);
        assert!(info.set("rule", "2", Sender::BoardProgram).is_ok());
        assert_eq!(info.variant, Variant::Renju);
    }
}
