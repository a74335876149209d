//! What a script may ask of the board. Players are 1 and 2, columns count from 0 on the left and
//! rows from 0 at the bottom. Counts are native: a script that asks for them is fast.

use crate::count::{self, ByStones, Runs};
use alinea_catalogue::files::Facts;
use alinea_core::{Cell, Grid, MAX_SIDE, Outcome, Player};
use alinea_games::lines::Lines;
use rhai::{Engine, EvalAltResult, INT};
use std::sync::{Arc, OnceLock};

/// A copy of a position that a script can hold.
#[derive(Clone)]
pub(crate) struct Board(Arc<Snapshot>);

struct Snapshot {
    cols: u8,
    rows: u8,
    in_a_row: u8,
    gravity: bool,
    turn: Player,
    outcome: Option<Outcome>,
    ply: u32,
    jugada: Option<u32>,
    bombs: Vec<Cell>,
    stones: Stones,
    windows: OnceLock<[ByStones; 2]>,
    runs: OnceLock<Runs>,
}

enum Stones {
    Packed([u64; 2]),
    Lines(Box<Lines>),
    Squares(Vec<Option<Player>>),
}

impl Board {
    pub(crate) fn of(board: &dyn Facts) -> Board {
        let stones = match (board.packed(), board.lines()) {
            (Some(stones), _) => Stones::Packed(stones),
            (None, Some(lines)) => Stones::Lines(Box::new(lines.clone())),
            (None, None) => Stones::Squares(count::cells(board).map(|c| board.at(c)).collect()),
        };
        let jugada = board.jugada();
        Board(Arc::new(Snapshot {
            cols: board.cols(),
            rows: board.rows(),
            in_a_row: board.in_a_row(),
            gravity: board.gravity(),
            turn: board.turn(),
            outcome: board.outcome(),
            ply: board.ply(),
            jugada,
            bombs: if jugada.is_some() { board.bombs() } else { Vec::new() },
            stones,
            windows: OnceLock::new(),
            runs: OnceLock::new(),
        }))
    }
}

impl Grid for Snapshot {
    fn cols(&self) -> u8 {
        self.cols
    }

    fn rows(&self) -> u8 {
        self.rows
    }

    fn at(&self, cell: Cell) -> Option<Player> {
        if cell.col >= self.cols || cell.row >= self.rows {
            return None;
        }
        match &self.stones {
            Stones::Packed(stones) => {
                let bit = u32::from(cell.col) * (u32::from(self.rows) + 1) + u32::from(cell.row);
                Player::BOTH.into_iter().find(|player| stones[player.index()] >> bit & 1 == 1)
            }
            Stones::Lines(lines) => lines.at(cell),
            Stones::Squares(squares) => {
                let index = usize::from(cell.row) * usize::from(self.cols) + usize::from(cell.col);
                squares.get(index).copied().flatten()
            }
        }
    }
}

impl Facts for Snapshot {
    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn in_a_row(&self) -> u8 {
        self.in_a_row
    }

    fn gravity(&self) -> bool {
        self.gravity
    }

    fn bombs(&self) -> Vec<Cell> {
        self.bombs.clone()
    }

    fn jugada(&self) -> Option<u32> {
        self.jugada
    }

    fn packed(&self) -> Option<[u64; 2]> {
        match self.stones {
            Stones::Packed(stones) => Some(stones),
            _ => None,
        }
    }

    fn lines(&self) -> Option<&Lines> {
        match &self.stones {
            Stones::Lines(lines) => Some(lines),
            _ => None,
        }
    }
}

type Asked<T> = Result<T, Box<EvalAltResult>>;

/// A player's number as scripts write it.
fn player(number: INT) -> Asked<Player> {
    match number {
        1 => Ok(Player::First),
        2 => Ok(Player::Second),
        other => Err(format!("expected player 1 or 2, found {other}").into()),
    }
}

fn number(player: Option<Player>) -> INT {
    player.map_or(0, |player| player.index() as INT + 1)
}

impl Snapshot {
    /// Windows of the game's own length are counted once.
    fn windows(&self, who: INT, stones: INT, length: INT) -> Asked<INT> {
        let who = player(who)?.index();
        if !(2..=MAX_SIDE as INT).contains(&length) {
            return Err(format!("expected a length from 2 to {MAX_SIDE}, found {length}").into());
        }
        let stones = usize::try_from(stones).unwrap_or(usize::MAX);
        if length == INT::from(self.in_a_row) {
            let counts = self.windows.get_or_init(|| count::windows(self, self.in_a_row));
            return Ok(counts[who].get(stones).copied().unwrap_or_default().into());
        }
        let counts = count::windows(self, length as u8);
        Ok(counts[who].get(stones).copied().unwrap_or_default().into())
    }

    fn runs(&self, who: INT, length: INT, open_ends: Option<INT>) -> Asked<INT> {
        let who = player(who)?.index();
        let counts = self.runs.get_or_init(|| count::runs(self));
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let Some(by_open) = counts[who].get(length) else { return Ok(0) };
        Ok(match open_ends {
            None => by_open.iter().sum::<u32>().into(),
            Some(open) => {
                let open = usize::try_from(open).unwrap_or(usize::MAX);
                by_open.get(open).copied().unwrap_or_default().into()
            }
        })
    }

    fn square(&self, col: INT, row: INT) -> Option<Cell> {
        let inside = |at: INT, side: u8| (0..INT::from(side)).contains(&at);
        let on_board = inside(col, self.cols) && inside(row, self.rows);
        on_board.then(|| Cell::new(col as u8, row as u8))
    }

    fn stones_of(&self, who: INT) -> Asked<INT> {
        let who = player(who)?;
        Ok(match &self.stones {
            Stones::Packed(stones) => stones[who.index()].count_ones().into(),
            _ => count::cells(self).filter(|&cell| self.at(cell) == Some(who)).count() as INT,
        })
    }

    fn centre(&self, who: INT) -> Asked<INT> {
        let who = player(who)?;
        let own = count::cells(self)
            .filter(|cell| self.at(*cell) == Some(who) && !self.bombs.contains(cell));
        Ok(own.map(|cell| INT::from(cell.col.min(self.cols - 1 - cell.col))).sum())
    }

    fn neighbours(&self, who: INT) -> Asked<f64> {
        let who = player(who)?.index();
        let empty = count::cells(self).filter(|&cell| self.at(cell).is_none());
        Ok(empty.filter_map(|cell| count::neighbours(self, cell)).map(|worth| worth[who]).sum())
    }

    fn height(&self, col: INT) -> INT {
        let row = |n: &u8| self.square(col, INT::from(*n)).is_some_and(|c| self.at(c).is_some());
        (0..self.rows).take_while(row).count() as INT
    }
}

/// What a script may ask of a board, and how it is written.
pub(crate) const FUNCTIONS: [(&str, &str); 10] = [
    ("at", "board.at(column, row)"),
    ("windows", "board.windows(player, stones) or board.windows(player, stones, length)"),
    ("runs", "board.runs(player, length) or board.runs(player, length, open_ends)"),
    ("count", "board.count(player)"),
    ("centre", "board.centre(player)"),
    ("neighbours", "board.neighbours(player)"),
    ("height", "board.height(column)"),
    ("bombs", "board.bombs(player)"),
    ("is_bomb", "board.is_bomb(column, row)"),
    ("other", "other(player)"),
];
/// The same without brackets: `board.cols`.
pub(crate) const PROPERTIES: [&str; 11] =
    ["cols", "rows", "k", "gravity", "turn", "last", "ply", "stones", "over", "winner", "jugada"];

/// Teaches the interpreter the board. `docs/teaching` lists what is registered here.
pub(crate) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Board>("Board");
    engine
        .register_get("cols", |b: &mut Board| INT::from(b.0.cols))
        .register_get("rows", |b: &mut Board| INT::from(b.0.rows))
        .register_get("k", |b: &mut Board| INT::from(b.0.in_a_row))
        .register_get("gravity", |b: &mut Board| b.0.gravity)
        .register_get("turn", |b: &mut Board| number(Some(b.0.turn)))
        .register_get("last", |b: &mut Board| number(Some(b.0.turn.other())))
        .register_get("ply", |b: &mut Board| INT::from(b.0.ply))
        .register_get("stones", |b: &mut Board| INT::from(count::stones(&*b.0)))
        .register_get("over", |b: &mut Board| b.0.outcome.is_some())
        .register_get("winner", |b: &mut Board| number(b.0.outcome.and_then(Outcome::winner)))
        .register_get("jugada", |b: &mut Board| INT::from(b.0.jugada.unwrap_or_default()));
    engine
        .register_fn("other", |who: INT| player(who).map(|who| number(Some(who.other()))))
        .register_fn("at", |b: &mut Board, col: INT, row: INT| {
            b.0.square(col, row).map_or(-1, |cell| number(b.0.at(cell)))
        })
        .register_fn("windows", |b: &mut Board, who: INT, stones: INT| {
            b.0.windows(who, stones, INT::from(b.0.in_a_row))
        })
        .register_fn("windows", |b: &mut Board, who: INT, stones: INT, length: INT| {
            b.0.windows(who, stones, length)
        })
        .register_fn("runs", |b: &mut Board, who: INT, length: INT| b.0.runs(who, length, None))
        .register_fn("runs", |b: &mut Board, who: INT, length: INT, open: INT| {
            b.0.runs(who, length, Some(open))
        })
        .register_fn("count", |b: &mut Board, who: INT| b.0.stones_of(who))
        .register_fn("centre", |b: &mut Board, who: INT| b.0.centre(who))
        .register_fn("neighbours", |b: &mut Board, who: INT| b.0.neighbours(who))
        .register_fn("height", |b: &mut Board, col: INT| b.0.height(col))
        .register_fn("bombs", |b: &mut Board, who: INT| -> Asked<INT> {
            let who = player(who)?;
            Ok(b.0.bombs.iter().filter(|&&cell| b.0.at(cell) == Some(who)).count() as INT)
        })
        .register_fn("is_bomb", |b: &mut Board, col: INT, row: INT| {
            b.0.square(col, row).is_some_and(|cell| b.0.bombs.contains(&cell))
        });
}
