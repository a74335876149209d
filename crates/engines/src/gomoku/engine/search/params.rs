//! The numbers of the search, in one place.

/// One ply of depth; depths are fractions of it.
pub(crate) const PLY: i32 = 16;

/// Half-width of the first aspiration window.
pub(super) const ASPIRATION: i32 = 24;
/// Deepest remaining depth at which an evaluation far below alpha goes straight to quiescence.
pub(super) const RAZOR_DEPTH: i32 = 2 * PLY;
/// Deepest remaining depth at which an evaluation far above beta ends the node.
pub(super) const REVERSE_DEPTH: i32 = 9 * PLY;
/// From this depth on a table move is tested for being the only good one.
pub(super) const SINGULAR_DEPTH: i32 = 7 * PLY;
/// Plies of quiescence in which a plain four near the last stone is tried; later ones must come with company.
pub(super) const FULL_FOURS: usize = 8;
/// Fours tried in one quiescence.
pub(super) const QUIET_FOURS: u32 = 128;
/// Plies of quiescence at most.
pub(super) const MAX_QUIESCENCE: usize = 40;

/// How far below alpha an evaluation must be for razoring.
#[inline]
pub(super) fn razor_margin(depth: i32) -> i32 {
    150 + 90 * depth / PLY
}

/// How far above beta an evaluation must be for reverse futility.
#[inline]
pub(super) fn reverse_margin(depth: i32, improving: bool) -> i32 {
    65 * (depth - if improving { PLY } else { 0 }).max(0) / PLY
}

/// After how many moves the rest is not looked at.
#[inline]
pub(super) fn move_limit(depth: i32, improving: bool) -> usize {
    let plies = depth.max(0) as f32 / PLY as f32;
    let full = 5.0 + plies.powf(1.4);
    (if improving { full } else { full / 2.0 + 1.0 }) as usize
}

/// How far below the first in the order a late move is not looked at any more; any is, far from the leaves.
#[inline]
pub(super) fn order_margin(depth: i32) -> i32 {
    if depth > 6 * PLY { i32::MAX } else { 50 * (depth / PLY + 1) }
}

/// Natural logarithms, for reductions.
pub(super) fn reductions() -> Vec<f32> {
    (0..1024).map(|n| (n.max(1) as f32).ln()).collect()
}
