//! The null-window search of one position. Windows over it are in `windows.rs`.
//!
//! A *node* is a position in which the mover has no immediate win and two or more moves that
//! do not lose at once. Everything else is settled by [`Search::resolve`] without a node.

use super::board::{Board, Shape, column, wins};
use super::order::{Features, Lines, TWOS_BELOW, WEIGHT_TWOS, promise};
use super::question::Deadline;
use super::rules::{Rules, claimeven, odd_threat, odd_threat_among};
use super::table::{Hash, Table};
use crate::lanes::{HAS_PREFETCH, Lanes, One, Task};
use alinea_core::SplitMix64;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Below this many stones the children are looked up before any of them is searched.
const LOOK_AHEAD_BELOW: i32 = 28;
/// Room for followed children at the start of a search.
const FOLLOWED: usize = 64;
/// Nodes between two looks at the stop flag.
const POLL: u64 = 1024;

/// A position with what the search knows of it on arrival. The mover cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) board: Board,
    /// The moves that do not lose at once.
    moves: u64,
    /// The mover's winning squares.
    wins: u64,
    /// The opponent's winning squares.
    opponent_wins: u64,
}

/// Where the forced moves of a position lead.
#[derive(Clone, Copy, Debug)]
enum Resolved {
    /// A bound on the score, on the right side of beta.
    Score(i32),
    /// A choice of two or more moves; `flipped` when the other side is to move there.
    Choice { node: Node, flipped: bool },
}

/// Where the single replies of a child lead.
#[derive(Clone, Copy)]
struct Followed {
    node: Node,
    /// Whether the opponent of the parent's mover is to move.
    flipped: bool,
}

/// One thread's search with everything it needs at hand.
pub(super) struct Search<'a, S> {
    shape: S,
    table: &'a Table,
    /// Whether the table may be doubled: no other thread uses it.
    pub(super) alone: bool,
    lines: &'a Lines,
    rules: Rules,
    watch: &'a Deadline,
    /// Nodes visited so far.
    pub(super) nodes: u64,
    /// Nodes of this question before this search began.
    nodes_before: u64,
    /// Nodes after which to give up and let others help.
    pub(super) patience: u64,
    /// New positions stored since the table last doubled.
    pub(super) fresh: u64,
    /// Set by the thread that answers first, when several work on one question.
    pub(super) answered: Option<&'a AtomicBool>,
    /// Where this thread's order of moves differs from the others'; zero for none.
    pub(super) jitter: u64,
    /// Children that were followed, of all nodes between the root and here. One list for all of
    /// them: room at every node would have to be cleared at every node.
    followed: Vec<Followed>,
    /// Set when the search was told to end: results since then mean nothing.
    pub(super) stopped: bool,
}

struct Visit<'s, 'a, S> {
    search: &'s mut Search<'a, S>,
    node: &'s Node,
    beta: i32,
}

impl<S: Shape> Task for Visit<'_, '_, S> {
    type Output = i32;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> i32 {
        self.search.visit(lanes, self.node, self.beta)
    }
}

/// A null-window question about a position in which the mover cannot win at once.
pub(super) struct Probe<'s, 'a, S> {
    pub(super) search: &'s mut Search<'a, S>,
    pub(super) board: Board,
    pub(super) beta: i32,
}

impl<S: Shape> Task for Probe<'_, '_, S> {
    type Output = i32;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> i32 {
        let Self { search, board, beta } = self;
        search.followed.clear();
        let wins = search.winning_squares(board.me, board.mask);
        let opponent_wins = search.winning_squares(board.opponent(), board.mask);
        match search.resolve(Node { board, moves: 0, wins, opponent_wins }, beta) {
            Resolved::Score(score) => score,
            Resolved::Choice { node, flipped: false } => {
                lanes.call(Visit { search, node: &node, beta })
            }
            Resolved::Choice { node, flipped: true } => {
                -lanes.call(Visit { search, node: &node, beta: 1 - beta })
            }
        }
    }
}

impl<'a, S: Shape> Search<'a, S> {
    pub(super) fn new(
        shape: S,
        table: &'a Table,
        lines: &'a Lines,
        rules: Rules,
        watch: &'a Deadline,
        nodes_before: u64,
    ) -> Self {
        Self {
            shape,
            table,
            alone: true,
            lines,
            rules,
            watch,
            nodes: 0,
            nodes_before,
            patience: u64::MAX,
            fresh: 0,
            answered: None,
            jitter: 0,
            followed: Vec::with_capacity(FOLLOWED),
            stopped: false,
        }
    }

    /// The empty squares that win for the stones `mine`.
    #[inline(always)]
    pub(super) fn winning_squares(&self, mine: u64, mask: u64) -> u64 {
        wins(One, mine) & self.shape.board() & !mask
    }

    /// Plays forced moves until the score is clear on one side of beta or there is a choice.
    /// The moves of the given node are not looked at.
    #[inline(always)]
    fn resolve(&self, node: Node, beta: i32) -> Resolved {
        let Node { mut board, mut wins, mut opponent_wins, .. } = node;
        let mut beta = beta;
        let cells = self.shape.cells();
        let mut n = board.stones();
        let mut flipped = false;
        let score = loop {
            let playable = board.playable(self.shape);
            let forced = playable & opponent_wins;
            let mut moves = playable & !(opponent_wins >> 1);
            if forced != 0 {
                let single = forced & (forced - 1) == 0;
                moves = if single { moves & forced } else { 0 };
            }
            if moves == 0 {
                break -((cells - n) / 2);
            }
            if n >= cells - 2 {
                break 0;
            }
            let most = (cells - 1 - n) / 2;
            if most < beta {
                break most;
            }
            let least = -((cells - 2 - n) / 2);
            if least >= beta {
                break least;
            }
            if moves & (moves - 1) != 0 {
                if let Some(bound) = self.static_upper_bound(board, n, playable, beta) {
                    break bound;
                }
                let node = Node { board, moves, wins, opponent_wins };
                return Resolved::Choice { node, flipped };
            }
            board = board.play(moves);
            n += 1;
            wins = opponent_wins & !moves;
            opponent_wins = self.winning_squares(board.opponent(), board.mask);
            beta = 1 - beta;
            flipped = !flipped;
        };
        Resolved::Score(if flipped { -score } else { score })
    }

    /// A bound below beta for the side to move by a static rule, if one applies.
    #[inline(always)]
    fn static_upper_bound(&self, board: Board, n: i32, playable: u64, beta: i32) -> Option<i32> {
        if n % 2 == 0 {
            if self.rules.claimeven && beta >= 0 {
                let (first, second) = (board.me, board.opponent());
                let proof = claimeven(One, self.shape, first, second, playable);
                if proof.lost != 0 {
                    return Some(-1);
                }
                if proof.not_won != 0 && beta >= 1 {
                    return Some(0);
                }
            }
        } else if self.rules.odd_threat && beta > -self.third_row_score() {
            let (first, second) = (board.opponent(), board.me);
            let proof = odd_threat(One, self.shape, first, second, playable);
            if proof.third_row != 0 {
                return Some(-self.third_row_score());
            }
            if proof.any_row != 0 && beta >= 0 {
                return Some(-1);
            }
        }
        None
    }

    /// What an odd threat on row 3 is worth at least: the squares above it stay empty.
    #[inline(always)]
    fn third_row_score(&self) -> i32 {
        (self.shape.rows().cast_signed() - 1) / 2
    }

    /// The score of a node if it is below beta or at least beta, or a bound on that side.
    #[inline(always)]
    fn visit<L: Lanes>(&mut self, l: L, node: &Node, beta: i32) -> i32 {
        let &Node { board, moves, wins: wins_before, opponent_wins } = node;
        debug_assert!(self.is_sound(node), "{node:?}");
        debug_assert!(2 * beta.abs() <= self.shape.cells(), "beta {beta} is no score");
        // 1. Count; look at the limits now and then; ask for the table's bucket early.
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && self.must_stop() {
            return 0;
        }
        let start_nodes = self.nodes;
        let shape = self.shape;
        let n = board.stones();
        let cells = shape.cells();
        let (hash, mirrored) = Hash::new(shape, board.key(shape));
        self.table.prefetch(hash);

        // 2. All children at once, the move in column c in lane c.
        let squares = l.and(l.splat(moves), l.load(std::array::from_fn(column_or_none)));
        let present = !l.zero_lanes(squares) & L::ALL;
        let mine = l.or(l.splat(board.me), squares);
        let mask = l.or(l.splat(board.mask), squares);
        let empty = l.and_not(l.splat(shape.board()), mask);
        let my_wins = l.and(wins(l, mine), empty);
        let playable = l.and(l.add(mask, l.splat(shape.bottom())), l.splat(shape.board()));
        let threats = l.and(my_wins, playable);
        let safe = l.and_not(playable, l.shr(my_wins, 1));
        let replies = l.if_zero(threats, safe, l.and(safe, threats));
        let double = l.and(threats, l.sub(threats, l.splat(1)));

        // 3. A child without a reply, or with two threats to answer, is won.
        let won = l.zero_lanes(replies) | !l.zero_lanes(double);
        if won & present != 0 {
            return (cells - 1 - n) / 2;
        }
        let most = (cells - 3 - n) / 2;
        if most < beta {
            return most;
        }

        // 4. The static rule that speaks for the mover, on all children.
        let theirs = l.splat(board.opponent());
        if n % 2 == 1 {
            if self.rules.claimeven && beta <= 1 {
                let proof = claimeven(l, shape, theirs, mine, playable);
                if proof.lost & present != 0 {
                    return 1;
                }
                if proof.not_won & present != 0 && beta <= 0 {
                    return 0;
                }
            }
        } else if self.rules.odd_threat && beta <= self.third_row_score() {
            let candidates = l.and_not(l.and(my_wins, l.splat(shape.odd())), playable);
            let proof = odd_threat_among(l, shape, theirs, playable, empty, candidates);
            if proof.third_row & present != 0 {
                return self.third_row_score();
            }
            if proof.any_row & present != 0 && beta <= 1 {
                return 1;
            }
        }

        // 5. The table; and on the way the buckets of the children.
        let entry = self.table.probe(hash);
        debug_assert!(entry.lower() <= entry.upper(), "bounds that no score fits: {entry:?}");
        if entry.upper() < beta {
            return entry.upper();
        }
        if entry.lower() >= beta {
            return entry.lower();
        }
        let look_ahead = n < LOOK_AHEAD_BELOW;
        // Where nothing can be prefetched, hashes are only needed to look children up.
        let mut hashes = [Hash::ZERO; 8];
        if HAS_PREFETCH || look_ahead || self.jitter != 0 {
            let child_keys = l.or(theirs, l.add(mask, l.splat(shape.bottom())));
            hashes = l.store(Hash::lanes(l, shape, child_keys)).map(Hash::from_lane);
        }
        let (squares, my_wins, replies) = (l.store(squares), l.store(my_wins), l.store(replies));
        for c in 0..8 {
            if squares[c] != 0 {
                self.table.prefetch(hashes[c]);
            }
        }
        let table_col = entry.col().map(|c| if mirrored { shape.cols() - 1 - c } else { c });

        // 6. Order. A child with a single reply is followed until there is a choice.
        let twos = if n < TWOS_BELOW {
            let own = self.lines.open_twos(l, mine, theirs);
            let other = self.lines.open_twos(l, theirs, mine);
            Some((l.store(own), l.store(other)))
        } else {
            None
        };
        let parity = if n % 2 == 0 { shape.odd() } else { shape.even() };
        let child = |c: usize| Node {
            board: board.play(squares[c]),
            moves: replies[c],
            wins: opponent_wins & !squares[c],
            opponent_wins: my_wins[c],
        };
        let own = self.followed.len();
        // By column: which of the followed children it is, counted from 1.
        let mut followed = [0u8; 8];
        // The order: a promise above the column, so that equal promises keep the lower column.
        let mut order = [0i32; 8];
        let mut count = 0;
        let mut best = -cells;
        for c in 0..8 {
            let square = squares[c];
            if square == 0 {
                continue;
            }
            if replies[c] & (replies[c] - 1) == 0 {
                match self.resolve(child(c), 1 - beta) {
                    Resolved::Score(score) => {
                        if -score >= beta {
                            return -score;
                        }
                        best = best.max(-score);
                        continue;
                    }
                    Resolved::Choice { node, flipped } => {
                        if look_ahead {
                            hashes[c] = Hash::new(shape, node.board.key(shape)).0;
                            self.table.prefetch(hashes[c]);
                        }
                        self.followed.push(Followed { node, flipped: !flipped });
                        followed[c] = (self.followed.len() - own) as u8;
                    }
                }
            }
            let mut promise = promise(
                self.lines,
                &Features {
                    square,
                    wins: my_wins[c],
                    wins_before,
                    opponent_wins,
                    replies: replies[c],
                    parity,
                    from_table: table_col == Some(c as u32),
                },
            );
            if let Some((own, other)) = &twos {
                promise += WEIGHT_TWOS.0 * own[c] as i32 + WEIGHT_TWOS.1 * other[c] as i32;
            }
            if self.jitter != 0 {
                promise += jitter(self.jitter, hashes[c]);
            }
            let rank = promise << 3 | (7 - c as i32);
            let mut at = count;
            while at > 0 && order[at - 1] < rank {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = rank;
            count += 1;
        }

        // 7. What the table knows of the children may settle this node or drop some of them.
        let mut kept = 0;
        if look_ahead {
            for i in 0..count {
                let rank = order[i];
                let c = column_of(rank);
                let entry = self.table.probe(hashes[c]);
                let (lower, upper) = if is_flipped(&self.followed[own..], followed[c]) {
                    (-entry.upper(), -entry.lower())
                } else {
                    (entry.lower(), entry.upper())
                };
                if lower >= beta {
                    return lower;
                }
                if upper < beta {
                    best = best.max(upper);
                } else {
                    order[kept] = rank;
                    kept += 1;
                }
            }
        } else {
            kept = count;
        }

        // 8. Search the rest and keep what was found.
        let top = self.followed.len();
        for &rank in &order[..kept] {
            let col = column_of(rank);
            let Followed { node, flipped } = match followed[col] {
                0 => Followed { node: child(col), flipped: true },
                nth => self.followed[own + usize::from(nth) - 1],
            };
            let score = if flipped {
                -l.call(Visit { search: &mut *self, node: &node, beta: 1 - beta })
            } else {
                l.call(Visit { search: &mut *self, node: &node, beta })
            };
            self.followed.truncate(top);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score >= beta {
                let col = col as u32;
                let col = if mirrored { shape.cols() - 1 - col } else { col };
                let nodes = self.nodes - start_nodes + 1;
                let fresh = self.table.store_lower(hash, score, col, nodes);
                self.note_store(fresh);
                return score;
            }
        }
        let fresh = self.table.store_upper(hash, best, self.nodes - start_nodes + 1);
        self.note_store(fresh);
        best
    }

    /// Whether what a node inherited from its parent is what its board says: for assertions.
    fn is_sound(&self, node: &Node) -> bool {
        let &Node { board, moves, wins, opponent_wins } = node;
        let playable = board.playable(self.shape);
        board.me & !board.mask == 0
            && wins == self.winning_squares(board.me, board.mask)
            && opponent_wins == self.winning_squares(board.opponent(), board.mask)
            && wins & playable == 0
            && moves & !playable == 0
            && moves & moves.wrapping_sub(1) != 0
    }

    #[inline(always)]
    fn note_store(&mut self, fresh: bool) {
        self.fresh += u64::from(fresh);
        if self.alone && self.table.is_crowded(self.fresh) {
            self.table.double();
            self.fresh = 0;
        }
    }

    /// Whether the search ended because it took too long for one thread.
    pub(super) fn is_out_of_patience(&self) -> bool {
        self.nodes >= self.patience
    }

    #[cold]
    #[inline(never)]
    fn must_stop(&mut self) -> bool {
        let answered = self.answered.is_some_and(|flag| flag.load(Relaxed));
        let nodes = self.nodes_before + self.nodes;
        if answered || self.is_out_of_patience() || self.watch.is_over(nodes) {
            self.stopped = true;
        }
        self.stopped
    }
}

/// Whether the opponent is to move in a child: the one of this number among the followed ones,
/// counted from 1, or one that was not followed.
#[inline(always)]
fn is_flipped(followed: &[Followed], nth: u8) -> bool {
    nth == 0 || followed[usize::from(nth) - 1].flipped
}

/// A small number that depends on the thread and the position.
#[inline(always)]
fn jitter(thread: u64, hash: Hash) -> i32 {
    (SplitMix64::mix(hash.bits() ^ thread) & 15) as i32
}

/// The column of a rank in the order of the children.
#[inline(always)]
fn column_of(rank: i32) -> usize {
    (7 - (rank & 7)) as usize
}

/// The squares of a column, none for the eighth lane.
#[inline(always)]
fn column_or_none(lane: usize) -> u64 {
    if lane < 7 { column(lane as u32) } else { 0 }
}
