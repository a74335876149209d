//! Small boards of rows without gravity: the first player's win, searched to the end.
//!
//! The hero may make any number of moves that threaten to complete a row at once, which leave
//! the opponent one reply, and so many *quiet* ones. A quiet move is of use only if the hero
//! would win with fewer quiet moves should the opponent pass: one more stone never hurts.

use crate::attack::{Attack, AttackError};
use crate::graph::KeyHasher;
use alinea_core::{Cell, Game, Grid, Player, Position};
use alinea_games::Mnk;
use alinea_games::mnk::Setup;
use alinea_search::Stop;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::time::Instant;

/// The most squares of a small board.
const MAX_SQUARES: usize = 64;
/// Positions that are remembered; then the memory starts anew.
const MAX_KNOWN: usize = 1 << 23;

/// Why a small board has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmallError {
    /// Gravity, misère or too many squares.
    #[error("expected mnk:COLSxROWSxK with up to {MAX_SQUARES} squares, without gravity or misere")]
    NotSmall,
    /// The whole game was searched.
    #[error("the first player does not win: there is nothing to certify")]
    NoWin,
    /// The time was over.
    #[error("the time was over before a win was found: {quiet} quiet moves are not enough")]
    TooShort {
        /// How many quiet moves were tried.
        quiet: u32,
    },
    /// The attack could not be written.
    #[error(transparent)]
    Attack(#[from] AttackError),
}

/// What is known of a position with the hero to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// With this many quiet moves and fewer there is no win, counted from 1.
    fails: u8,
    /// A win with so many quiet moves, and its move.
    wins: Option<(u8, u8)>,
}

struct Small<'s> {
    cols: u32,
    /// The rows that win.
    rows: Vec<u64>,
    /// The rows through each square.
    through: Vec<Vec<u64>>,
    known: HashMap<(u64, u64), Known, BuildHasherDefault<KeyHasher>>,
    all: u64,
    deadline: Instant,
    stop: &'s Stop,
    visits: u64,
    halted: bool,
}

impl Attack {
    /// The first player's win on a small empty board, written down.
    pub fn on_small_board(
        setup: Setup,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<Self, SmallError> {
        let (cols, rows, k) = (setup.cols(), setup.rows(), setup.in_a_row());
        let squares = u32::from(cols) * u32::from(rows);
        if setup.gravity() || setup.misere() || squares as usize > MAX_SQUARES {
            return Err(SmallError::NotSmall);
        }
        let mut search = Small::new(cols, rows, k, deadline, stop);
        let quiet = (0..=squares)
            .find(|&quiet| search.halted || search.attack(0, 0, quiet as u8).is_some());
        match quiet {
            _ if search.halted => {
                Err(SmallError::TooShort { quiet: quiet.unwrap_or_default().saturating_sub(2) })
            }
            None => Err(SmallError::NoWin),
            Some(most) => {
                let board = Mnk::start(&setup);
                let game = format!("mnk {cols}x{rows}x{k}");
                let built = Self::build(game, &board, &mut |board: &Mnk| {
                    search.advise(board, most as u8).map(|cell| vec![cell])
                });
                match built {
                    Err(_) if search.halted => Err(SmallError::TooShort { quiet: most }),
                    built => Ok(built?),
                }
            }
        }
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

impl<'s> Small<'s> {
    fn new(cols: u8, rows: u8, k: u8, deadline: Instant, stop: &'s Stop) -> Self {
        let (cols, height, k) = (i32::from(cols), i32::from(rows), i32::from(k));
        let mut lines = Vec::new();
        for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for (col, row) in (0..height).flat_map(|row| (0..cols).map(move |col| (col, row))) {
                let (last_col, last_row) = (col + (k - 1) * dc, row + (k - 1) * dr);
                if last_col < cols && (0..height).contains(&last_row) {
                    let square = |step| 1u64 << ((row + step * dr) * cols + col + step * dc);
                    lines.push((0..k).fold(0, |line, step| line | square(step)));
                }
            }
        }
        let squares = cols * height;
        let through = (0..squares)
            .map(|square| lines.iter().copied().filter(|line| line >> square & 1 != 0).collect());
        Self {
            cols: cols as u32,
            through: through.collect(),
            rows: lines,
            known: HashMap::default(),
            all: u64::MAX >> (64 - squares),
            deadline,
            stop,
            visits: 0,
            halted: false,
        }
    }

    /// The squares on which `own` completes a row.
    fn wins(&self, own: u64, other: u64) -> u64 {
        let mut found = 0;
        for &row in &self.rows {
            let missing = row & !own;
            if missing & (missing - 1) == 0 {
                found |= missing;
            }
        }
        found & !other
    }

    /// The squares that leave a row of `own` with one square to go.
    fn threats(&self, own: u64, other: u64) -> u64 {
        let mut found = 0;
        for &row in &self.rows {
            let missing = row & !own;
            if row & other == 0 && missing.count_ones() == 2 {
                found |= missing;
            }
        }
        found
    }

    fn is_halted(&mut self) -> bool {
        self.visits += 1;
        if self.visits.is_multiple_of(4096) {
            self.halted |= self.stop.is_set() || Instant::now() >= self.deadline;
        }
        self.halted
    }

    /// A winning move of the hero, to move, with so many quiet moves.
    fn attack(&mut self, own: u64, other: u64, quiet: u8) -> Option<u32> {
        let now = self.wins(own, other);
        if now != 0 {
            return Some(now.trailing_zeros());
        }
        let key = (own, other);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if let Some((needs, square)) = known.wins
            && needs <= quiet
        {
            return Some(u32::from(square));
        }
        if known.fails > quiet || self.is_halted() {
            return None;
        }
        let found = self.search(own, other, quiet);
        if self.halted {
            return None;
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let entry = self.known.entry(key).or_default();
        match found {
            Some(square) => entry.wins = Some((quiet, square as u8)),
            None => entry.fails = entry.fails.max(quiet + 1),
        }
        found
    }

    fn search(&mut self, own: u64, other: u64, quiet: u8) -> Option<u32> {
        let must = self.wins(other, own);
        if must & must.wrapping_sub(1) != 0 {
            return None;
        }
        let empty = self.all & !(own | other);
        let allowed = if must == 0 { empty } else { must };
        let forcing = self.threats(own, other) & allowed;
        for square in bits(forcing) {
            let after = own | 1 << square;
            let next = self.wins(after, other);
            let two = next & (next - 1) != 0;
            if two || self.attack(after, other | next, quiet).is_some() {
                return Some(square);
            }
        }
        if quiet == 0 {
            return None;
        }
        // Squares in many rows that are still open first.
        let mut rest: Vec<(usize, u32)> = bits(allowed & !forcing)
            .map(|square| {
                let open = self.through[square as usize].iter().filter(|&row| row & other == 0);
                (open.map(|row| 1 + (row & own).count_ones() as usize).sum(), square)
            })
            .collect();
        rest.sort_unstable_by(|a, b| b.cmp(a));
        rest.into_iter()
            .map(|(_, square)| square)
            .find(|&square| self.quiet_wins(own | 1 << square, other, quiet - 1))
    }

    /// Whether the hero wins after a quiet move, with so many more, against every reply.
    fn quiet_wins(&mut self, own: u64, other: u64, quiet: u8) -> bool {
        if self.wins(other, own) != 0 {
            return false;
        }
        let Some(threat) = self.attack(own, other, quiet) else { return false };
        let empty = self.all & !(own | other);
        if empty & (empty - 1) == 0 {
            return false;
        }
        // The reply on the square of the threat is most likely to stand.
        let first = 1u64 << threat;
        [first, empty & !first]
            .into_iter()
            .flat_map(bits)
            .collect::<Vec<_>>()
            .into_iter()
            .all(|reply| self.attack(own, other | 1 << reply, quiet).is_some())
    }

    /// The hero's move in a position of the attack: as few quiet moves as possible.
    fn advise(&mut self, board: &Mnk, most: u8) -> Option<Cell> {
        let stones = |player: Player| {
            bits(self.all)
                .filter(|&square| board.at(self.cell(square)) == Some(player))
                .fold(0u64, |set, square| set | 1 << square)
        };
        let hero = board.turn();
        let (own, other) = (stones(hero), stones(hero.other()));
        let square = (0..=most).find_map(|quiet| self.attack(own, other, quiet))?;
        Some(self.cell(square))
    }

    fn cell(&self, square: u32) -> Cell {
        Cell::new((square % self.cols) as u8, (square / self.cols) as u8)
    }
}
