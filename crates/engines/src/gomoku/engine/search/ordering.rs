//! Which move is tried when: generation by urgency, scores, history.

use super::super::classes::Class;
use super::super::movegen::{Scored, candidates, defences};
use super::super::net::Net;
use super::super::pattern_board::PatternBoard;
use super::super::point::Point;
use super::super::rule::PatternRule;
use super::Worker;

/// History stays within this.
const HISTORY_LIMIT: i32 = 8192;

impl<R: PatternRule> Worker<'_, R> {
    /// Pushes the moves of an open node. False if every move loses to an open four.
    pub(super) fn push_moves(&mut self, ply: usize, first: Point) -> bool {
        let board = &self.board;
        let me = board.turn();
        let foe = me.other();
        let threatened = board.count(foe, Class::OpenFour) > 0;
        let cells =
            if threatened { defences(board).or(board.fours(me)) } else { candidates(board) };
        let killers = self.frames[ply].killers;
        let last = board.last();
        let reply = self.replies[me.index()][last.index()];
        let history = &self.history[me.index()];
        let before = self.moves.len();
        for cell in cells.iter() {
            let mut score = promise(self.net, board, cell);
            score += history[cell.index()] / 128;
            if cell == killers[0] {
                score += 60;
            } else if cell == killers[1] {
                score += 40;
            }
            if cell == reply {
                score += 40;
            }
            if cell == first {
                score += 1_000_000;
            }
            self.moves.push(Scored { cell, score });
        }
        self.moves.len() > before
    }

    /// How promising a move looks by itself.
    pub(super) fn promise(&self, cell: Point) -> i32 {
        promise(self.net, &self.board, cell)
    }

    /// Takes the best of the moves pushed since `start`.
    #[inline]
    pub(super) fn next_move(&mut self, start: usize) -> Option<Point> {
        self.next_scored(start).map(|scored| scored.cell)
    }

    /// Takes the best of the moves pushed since `start`, with its score.
    #[inline]
    pub(super) fn next_scored(&mut self, start: usize) -> Option<Scored> {
        let list = &mut self.moves[start..];
        let mut best = 0;
        for at in 1..list.len() {
            if list[at].score > list[best].score {
                best = at;
            }
        }
        if list.is_empty() {
            return None;
        }
        let last = list.len() - 1;
        list.swap(best, last);
        self.moves.pop()
    }

    /// Drops all moves pushed since `start` but fours, and says how many: picking them one by one only to leave them out would cost a tenth of the time.
    pub(super) fn keep_fours(&mut self, start: usize) -> usize {
        let me = self.board.turn();
        let before = self.moves.len();
        let mut kept = start;
        if self.board.has_fours(me) {
            for at in start..before {
                if self.board.class(me, self.moves[at].cell) >= Class::Four {
                    self.moves.swap(kept, at);
                    kept += 1;
                }
            }
        }
        self.moves.truncate(kept);
        before - kept
    }

    /// Remembers a move that cut, and that the moves tried before it did not.
    pub(super) fn remember(&mut self, cell: Point, tried: &[Point], depth: i32, ply: usize) {
        let me = self.board.turn();
        let plies = depth / super::PLY;
        let bonus = (plies * plies * 8 + 16 * plies).min(1200);
        let mut update = |cell: Point, bonus: i32| {
            let value = &mut self.history[me.index()][cell.index()];
            *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
        };
        update(cell, bonus);
        for other in tried {
            update(*other, -bonus / 2);
        }
        let last = self.board.last();
        self.replies[me.index()][last.index()] = cell;
        let killers = &mut self.frames[ply].killers;
        if killers[0] != cell {
            *killers = [cell, killers[0]];
        }
    }
}

/// How promising a move of the player to move looks, by a network or by the linear tables.
#[inline]
fn promise<R: PatternRule>(net: Option<&Net>, board: &PatternBoard<R>, cell: Point) -> i32 {
    match net {
        Some(net) => net.promise(board, cell),
        None => board.attraction(cell),
    }
}
