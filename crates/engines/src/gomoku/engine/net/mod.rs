//! The value network: what a position is worth by the line patterns of its cells. Arithmetic only; files are in [`file`], what a search keeps in [`sums`].
//!
//! An empty cell has four line codes (own and enemy pattern of each line through it). Each code has
//! [`WIDTH`] numbers; the four of a cell are added up with a bias and clipped to `0..=CLIP`. What
//! the cells of a board have more than those of an empty board is summed for both players' views,
//! goes through [`HIDDEN`] rectified units, and adds up with a number for the standing threats.
//! Beside it stands the order of moves ([`order`]), learnt from the same games.
//! All of it is exact integer arithmetic: every CPU computes the same.

mod file;
mod order;
mod sums;
#[cfg(test)]
pub(super) mod tests;

pub use file::NetError;
pub use order::{ORDER_NUMBERS, ORDER_PARTS};
pub(super) use order::{Shape, parts};
pub(super) use sums::Sums;

use super::eval::{FINE, THREATS};
use super::pattern_board::{Change, PatternBoard};
use super::point::Point;
use super::rule::PatternRule;
use alinea_core::Player;
use order::Order;

/// Numbers of a line code.
pub const WIDTH: usize = 32;
/// Units between the sums and the value.
pub const HIDDEN: usize = 32;
/// Line codes: the first player's pattern in the low four bits, the second's in the high ones.
pub const LINE_CODES: usize = 256;
/// A cell's number is clipped to this, which stands for 1.
const CLIP: i16 = 500;
/// Sums are divided by this before they are weighed.
const COARSE: i32 = 4;
/// What the points of an output are worth in logits: see `POINTS_PER_LOGIT`.
const POINTS: i64 = super::eval::POINTS_PER_LOGIT as i64;

/// One number for each channel of a view.
pub(super) type View = [i32; WIDTH];

/// A value network with its order of moves, in whole numbers.
///
/// ```
/// use alinea_engines::gomoku::engine::{Net, NetError};
/// use alinea_games::gomoku::Variant;
/// let net = Net::of(Variant::Renju).expect("it is built in");
/// let mut file = net.write(Variant::Renju, "made by: an example");
/// assert_eq!(Net::read(&file, Variant::Renju).as_ref(), Ok(net));
/// assert!(matches!(Net::read(&file, Variant::Caro), Err(NetError::Rule { .. })));
/// // A damaged file is refused: one with a byte missing, one with a bit changed.
/// let cut = &file[..file.len() - 1];
/// assert!(matches!(Net::read(cut, Variant::Renju), Err(NetError::Length { .. })));
/// *file.last_mut().unwrap() ^= 1;
/// assert!(matches!(Net::read(&file, Variant::Renju), Err(NetError::Checksum { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// By player: what turns codes into a cell's numbers, from that player's view.
    views: [Embedding; 2],
    /// By the player to move.
    heads: [Head; 2],
    /// By the player to move: which moves look promising.
    orders: [Order; 2],
}

/// What line codes add to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Embedding {
    /// By code as the board has it, whosever view it is.
    lines: Box<[[i16; WIDTH]; LINE_CODES]>,
    bias: [i16; WIDTH],
}

/// What turns sums into points.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    /// By unit: weights of the mover's view, then of the waiter's.
    units: Box<[[i16; 2 * WIDTH]; HIDDEN]>,
    bias: [i32; HIDDEN],
    /// What a unit is divided by, as a power of two.
    unit_shift: u32,
    out: [i16; HIDDEN],
    /// What the output is divided by, as a power of two.
    out_shift: u32,
    /// By the mask of threats that stand, in fractions of a point.
    threats: Box<[i16; THREATS]>,
}

/// The numbers of a network as the trainer has them.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNet {
    /// By own pattern | enemy pattern << 4: [`WIDTH`] numbers.
    pub lines: Vec<f32>,
    /// Added to every cell.
    pub bias: Vec<f32>,
    /// By unit: weights of the mover's view, then of the waiter's.
    pub units: Vec<f32>,
    /// Added to every unit.
    pub unit_bias: Vec<f32>,
    /// Weights of the units.
    pub out: Vec<f32>,
    /// By the mask of threats, in logits, the constant included.
    pub threats: Vec<f32>,
    /// What adds up to the score of a move, in logits.
    pub order: Vec<f32>,
}

impl Net {
    /// Rounds networks to whole numbers: one for both players, or one for each player to move.
    pub fn round(nets: &[FloatNet]) -> Net {
        let of = |player: usize| &nets[player.min(nets.len() - 1)];
        Net {
            views: [0, 1].map(|player| Embedding::round(of(player), Player::BOTH[player])),
            heads: [0, 1].map(|player| Head::round(of(player))),
            orders: [0, 1].map(|player| Order::round(&of(player).order)),
        }
    }

    /// The numbers as a trainer has them, by player to move: training goes on from there. [`Net::round`]
    /// of them is this network again.
    pub fn floats(&self) -> [FloatNet; 2] {
        [0, 1].map(|player| {
            let (view, head) = (&self.views[player], &self.heads[player]);
            let line = |x: &i16| f32::from(*x) / f32::from(CLIP);
            let own = |code: usize| if player == 0 { code } else { code >> 4 | (code & 15) << 4 };
            let (unit, out) = ((1u32 << head.unit_shift) as f32, (1u32 << head.out_shift) as f32);
            let sum = f32::from(CLIP) / COARSE as f32;
            let fine = (POINTS as i32 * FINE) as f32;
            FloatNet {
                lines: (0..LINE_CODES).flat_map(|code| &view.lines[own(code)]).map(line).collect(),
                bias: view.bias.iter().map(line).collect(),
                units: head.units.iter().flatten().map(|x| f32::from(*x) / unit).collect(),
                unit_bias: head.bias.iter().map(|x| *x as f32 / unit / sum).collect(),
                out: head.out.iter().map(|x| f32::from(*x) / out).collect(),
                threats: head.threats.iter().map(|x| f32::from(*x) / fine).collect(),
                order: self.orders[player].logits(),
            }
        })
    }

    /// How promising a move of the player to move looks, in points of the order.
    #[inline]
    pub(super) fn promise<R: PatternRule>(&self, board: &PatternBoard<R>, cell: Point) -> i32 {
        self.orders[board.turn().index()].score(parts(board, cell))
    }

    /// The view of a player.
    #[inline(always)]
    pub(super) fn view(&self, player: Player) -> &Embedding {
        &self.views[player.index()]
    }

    /// Points for the player to move in fractions of [`FINE`], from the sums of both views.
    #[inline(always)]
    pub(super) fn value(&self, mover: Player, views: &[View; 2], threats: usize) -> i32 {
        let mut input = [0i16; 2 * WIDTH];
        // One view after the other, each in a loop of its own: such loops become vector code.
        let (own, other) = input.split_at_mut(WIDTH);
        for (input, player) in [(own, mover), (other, mover.other())] {
            for (input, sum) in input.iter_mut().zip(&views[player.index()]) {
                *input = ((sum + COARSE / 2) >> COARSE.trailing_zeros())
                    .clamp(i32::from(i16::MIN), i32::from(i16::MAX))
                    as i16;
            }
        }
        let head = &self.heads[mover.index()];
        let mut units = head.bias;
        for (unit, weights) in units.iter_mut().zip(head.units.iter()) {
            for at in 0..2 * WIDTH {
                *unit += i32::from(input[at]) * i32::from(weights[at]);
            }
        }
        let mut total = 0i32;
        for (unit, out) in units.iter().zip(&head.out) {
            total += (unit >> head.unit_shift).clamp(0, i32::from(i16::MAX)) * i32::from(*out);
        }
        // A unit of 1 is CLIP / COARSE here.
        let points = i64::from(total) * POINTS * i64::from(FINE) * i64::from(COARSE)
            / (i64::from(CLIP) << head.out_shift);
        points as i32 + i32::from(head.threats[threats & (THREATS - 1)])
    }
}

impl Embedding {
    fn round(net: &FloatNet, player: Player) -> Embedding {
        let number = |x: f32| {
            (x * f32::from(CLIP)).round().clamp(-f32::from(LARGEST_LINE), f32::from(LARGEST_LINE))
                as i16
        };
        let mut lines = Box::new([[0; WIDTH]; LINE_CODES]);
        for (code, line) in lines.iter_mut().enumerate() {
            let own = match player {
                Player::First => code,
                Player::Second => code >> 4 | (code & 15) << 4,
            };
            *line = std::array::from_fn(|at| number(net.lines[own * WIDTH + at]));
        }
        Embedding { lines, bias: std::array::from_fn(|at| number(net.bias[at])) }
    }

    /// The numbers of a cell before they are clipped. They cannot overflow: five of at most [`LARGEST_LINE`].
    #[inline(always)]
    fn raw(&self, codes: [usize; 4]) -> [i16; WIDTH] {
        let mut sum = self.bias;
        for code in codes {
            let line = &self.lines[code & (LINE_CODES - 1)];
            for at in 0..WIDTH {
                sum[at] += line[at];
            }
        }
        sum
    }

    /// Takes away what a cell was worth and adds what it is worth after one of its lines changed; nothing under a stone.
    #[inline(always)]
    fn replace(&self, step: Step, change: &mut [i16; WIDTH]) {
        let raw = self.raw(step.before);
        let Some((old, new)) = step.line else {
            for at in 0..WIDTH {
                change[at] -= raw[at].clamp(0, CLIP);
            }
            return;
        };
        let old = &self.lines[old & (LINE_CODES - 1)];
        let new = &self.lines[new & (LINE_CODES - 1)];
        for at in 0..WIDTH {
            let now = raw[at] - old[at] + new[at];
            change[at] += now.clamp(0, CLIP) - raw[at].clamp(0, CLIP);
        }
    }
}

/// What a move did to the line codes of a cell: the same for both views.
#[derive(Clone, Copy)]
struct Step {
    before: [usize; 4],
    /// The code of the line that changed, before and after; none under a stone.
    line: Option<(usize, usize)>,
}

impl Step {
    #[inline(always)]
    fn of(Change { before, after }: Change) -> Step {
        let line = after.map(|after| {
            let other = before ^ after;
            let dir = ((other | other >> 16) & 0xffff).trailing_zeros() / 4;
            (code(before, dir), code(after, dir))
        });
        Step { before: codes(before), line }
    }
}

/// The codes of the four lines of packed patterns.
#[inline(always)]
fn codes(packed: u32) -> [usize; 4] {
    [0, 1, 2, 3].map(|dir| code(packed, dir))
}

/// The code of one line of packed patterns.
#[inline(always)]
fn code(packed: u32, dir: u32) -> usize {
    let both = packed >> (4 * (dir & 3));
    (both & 15 | both >> 12 & 0xf0) as usize
}

/// The largest sum of weights whose products with 16-bit numbers stay within 32 bits.
const WEIGHT_SUM: i32 = 60_000;
/// The largest bias of a unit beside such a sum.
const LARGEST_BIAS: i32 = 150_000_000;
/// The largest number of a line code.
const LARGEST_LINE: i16 = 4000;
/// The largest power of two that weights are scaled by.
const LARGEST_SHIFT: u32 = 14;

impl Head {
    fn round(net: &FloatNet) -> Head {
        let row = |unit: usize| &net.units[unit * 2 * WIDTH..(unit + 1) * 2 * WIDTH];
        let unit_shift = (0..HIDDEN).map(|unit| shift_for(row(unit))).min().unwrap_or(0);
        let scaled = |x: f32, shift: u32| (x * (1u32 << shift) as f32).round();
        let unit = f32::from(CLIP) / COARSE as f32;
        let bias = |at: usize| {
            scaled(net.unit_bias[at] * unit, unit_shift)
                .clamp(-LARGEST_BIAS as f32, LARGEST_BIAS as f32) as i32
        };
        let mut units = Box::new([[0; 2 * WIDTH]; HIDDEN]);
        for (at, weights) in units.iter_mut().enumerate() {
            *weights = std::array::from_fn(|i| scaled(row(at)[i], unit_shift) as i16);
        }
        let out_shift = shift_for(&net.out);
        let fine = |logit: f32| (logit * (POINTS as i32 * FINE) as f32).round();
        let mut threats = Box::new([0; THREATS]);
        for (at, points) in threats.iter_mut().enumerate() {
            *points = fine(net.threats[at]).clamp(-30_000.0, 30_000.0) as i16;
        }
        Head {
            units,
            bias: std::array::from_fn(bias),
            unit_shift,
            out: std::array::from_fn(|at| scaled(net.out[at], out_shift) as i16),
            out_shift,
            threats,
        }
    }
}

/// How far weights can be scaled up, as a power of two, so that their sums stay small enough.
fn shift_for(weights: &[f32]) -> u32 {
    let total: f32 = weights.iter().map(|weight| weight.abs()).sum();
    let largest = weights.iter().fold(1e-6f32, |top, weight| top.max(weight.abs()));
    (0..=LARGEST_SHIFT)
        .rev()
        .find(|shift| {
            let scale = (1u32 << shift) as f32;
            total * scale < (WEIGHT_SUM - 100) as f32 && largest * scale < 32_000.0
        })
        .unwrap_or(0)
}
