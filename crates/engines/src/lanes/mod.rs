//! Eight 64-bit lanes that work as one, in four widths, chosen at run time on x86-64
//! and when the module is built for WebAssembly; no game knowledge.
//!
//! This is the only module of the crate with unsafe code. It holds what the search cannot
//! have otherwise: vector instructions, code compiled for a CPU feature that was detected, a
//! prefetch hint, and zeroed memory that is shared between threads. All arithmetic is exact
//! integer arithmetic, so every width gives the same results and the same node counts.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::atomic::AtomicU64;

/// Work to be compiled once per lane width.
pub(crate) trait Task {
    /// What the work gives back.
    type Output;
    /// Does the work; must be `#[inline(always)]` to be compiled for the width's CPU features.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Eight lanes of 64 bits (or one, see [`One`]). A value of the type proves that the CPU has
/// the instructions.
pub(crate) trait Lanes: Copy {
    /// Eight 64-bit numbers.
    type V: Copy;
    /// A bit for each lane there is.
    const ALL: u32;

    /// The same number in every lane.
    fn splat(self, x: u64) -> Self::V;
    /// Lane `i` holds `x[i]`.
    fn load(self, x: [u64; 8]) -> Self::V;
    /// The lanes as an array.
    fn store(self, v: Self::V) -> [u64; 8];
    /// Bitwise and.
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bitwise or.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bitwise exclusive or.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    /// Each lane shifted left by `n < 64`.
    fn shl(self, v: Self::V, n: u32) -> Self::V;
    /// Each lane shifted right by `n < 64`, zeros coming in.
    fn shr(self, v: Self::V, n: u32) -> Self::V;
    /// Wrapping sum.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Wrapping difference.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Wrapping product with one factor for all lanes.
    fn mul(self, v: Self::V, factor: u64) -> Self::V;
    /// The smaller of each pair; both must be below `2^63`.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// The bytes of each lane in reverse order.
    fn swap_bytes(self, v: Self::V) -> Self::V;
    /// Bit `i` is set when lane `i` is zero.
    fn zero_lanes(self, v: Self::V) -> u32;
    /// `a` where `test` is zero, otherwise `b`.
    fn if_zero(self, test: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// How many bits are set in each lane.
    fn count_ones(self, v: Self::V) -> Self::V;
    /// Runs a task with code compiled for this width; never inlined, so tasks may recurse.
    fn call<T: Task>(self, task: T) -> T::Output;
}

/// A single lane: the rules written for lanes, applied to one position.
#[derive(Clone, Copy)]
pub(crate) struct One;

impl Lanes for One {
    type V = u64;
    const ALL: u32 = 1;
    #[inline(always)]
    fn splat(self, x: u64) -> u64 {
        x
    }
    #[inline(always)]
    fn load(self, x: [u64; 8]) -> u64 {
        x[0]
    }
    #[inline(always)]
    fn store(self, v: u64) -> [u64; 8] {
        [v, 0, 0, 0, 0, 0, 0, 0]
    }
    #[inline(always)]
    fn and(self, a: u64, b: u64) -> u64 {
        a & b
    }
    #[inline(always)]
    fn or(self, a: u64, b: u64) -> u64 {
        a | b
    }
    #[inline(always)]
    fn xor(self, a: u64, b: u64) -> u64 {
        a ^ b
    }
    #[inline(always)]
    fn and_not(self, a: u64, b: u64) -> u64 {
        a & !b
    }
    #[inline(always)]
    fn shl(self, v: u64, n: u32) -> u64 {
        v << n
    }
    #[inline(always)]
    fn shr(self, v: u64, n: u32) -> u64 {
        v >> n
    }
    #[inline(always)]
    fn add(self, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn sub(self, a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn mul(self, v: u64, factor: u64) -> u64 {
        v.wrapping_mul(factor)
    }
    #[inline(always)]
    fn min(self, a: u64, b: u64) -> u64 {
        a.min(b)
    }
    #[inline(always)]
    fn swap_bytes(self, v: u64) -> u64 {
        v.swap_bytes()
    }
    #[inline(always)]
    fn zero_lanes(self, v: u64) -> u32 {
        u32::from(v == 0)
    }
    #[inline(always)]
    fn if_zero(self, test: u64, a: u64, b: u64) -> u64 {
        if test == 0 { a } else { b }
    }
    #[inline(always)]
    fn count_ones(self, v: u64) -> u64 {
        u64::from(v.count_ones())
    }
    #[inline(never)]
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// Eight lanes in plain Rust, for CPUs without vector instructions and as the reference.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

#[inline(always)]
fn each(a: [u64; 8], f: impl Fn(u64) -> u64) -> [u64; 8] {
    let mut out = [0; 8];
    for (o, x) in out.iter_mut().zip(a) {
        *o = f(x);
    }
    out
}

#[inline(always)]
fn pair(a: [u64; 8], b: [u64; 8], f: impl Fn(u64, u64) -> u64) -> [u64; 8] {
    let mut out = [0; 8];
    for i in 0..8 {
        out[i] = f(a[i], b[i]);
    }
    out
}

impl Lanes for Scalar {
    type V = [u64; 8];
    const ALL: u32 = 0xff;
    #[inline(always)]
    fn splat(self, x: u64) -> [u64; 8] {
        [x; 8]
    }
    #[inline(always)]
    fn load(self, x: [u64; 8]) -> [u64; 8] {
        x
    }
    #[inline(always)]
    fn store(self, v: [u64; 8]) -> [u64; 8] {
        v
    }
    #[inline(always)]
    fn and(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        pair(a, b, |x, y| x & y)
    }
    #[inline(always)]
    fn or(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        pair(a, b, |x, y| x | y)
    }
    #[inline(always)]
    fn xor(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        pair(a, b, |x, y| x ^ y)
    }
    #[inline(always)]
    fn and_not(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        pair(a, b, |x, y| x & !y)
    }
    #[inline(always)]
    fn shl(self, v: [u64; 8], n: u32) -> [u64; 8] {
        each(v, |x| x << n)
    }
    #[inline(always)]
    fn shr(self, v: [u64; 8], n: u32) -> [u64; 8] {
        each(v, |x| x >> n)
    }
    #[inline(always)]
    fn add(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        pair(a, b, u64::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        pair(a, b, u64::wrapping_sub)
    }
    #[inline(always)]
    fn mul(self, v: [u64; 8], factor: u64) -> [u64; 8] {
        each(v, |x| x.wrapping_mul(factor))
    }
    #[inline(always)]
    fn min(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        pair(a, b, u64::min)
    }
    #[inline(always)]
    fn swap_bytes(self, v: [u64; 8]) -> [u64; 8] {
        each(v, u64::swap_bytes)
    }
    #[inline(always)]
    fn zero_lanes(self, v: [u64; 8]) -> u32 {
        let mut bits = 0;
        for (i, x) in v.into_iter().enumerate() {
            bits |= u32::from(x == 0) << i;
        }
        bits
    }
    #[inline(always)]
    fn if_zero(self, test: [u64; 8], a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        let mut out = [0; 8];
        for i in 0..8 {
            out[i] = if test[i] == 0 { a[i] } else { b[i] };
        }
        out
    }
    #[inline(always)]
    fn count_ones(self, v: [u64; 8]) -> [u64; 8] {
        each(v, |x| u64::from(x.count_ones()))
    }
    #[inline(never)]
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm::Simd128;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

/// Whether [`prefetch`] does anything.
pub(crate) const HAS_PREFETCH: bool = cfg!(target_arch = "x86_64");

/// Asks the CPU to bring a word's cache line near; a hint without any other effect.
#[inline(always)]
pub(crate) fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing as far as the program can tell, and the address is
        // that of a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}

/// Zeroed words that threads may share, taken from the system without touching them, on huge
/// pages where the system has them.
pub(crate) fn zeroed_words(count: usize) -> Box<[AtomicU64]> {
    let plain: Box<[u64]> = vec![0; count].into_boxed_slice();
    #[cfg(target_os = "linux")]
    {
        let page = 1 << 12;
        let start = (plain.as_ptr() as usize).next_multiple_of(page);
        let end = (plain.as_ptr() as usize + size_of_val(&*plain)) & !(page - 1);
        if start < end {
            // SAFETY: the range lies inside the allocation, and the advice changes only how
            // the kernel backs it, never its contents.
            unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    // SAFETY: `AtomicU64` has the size and bit validity of `u64`, and here also its alignment,
    // so the allocation has the right layout; the box is the only owner.
    unsafe { Box::from_raw(Box::into_raw(plain) as *mut [AtomicU64]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::SplitMix64;

    /// Every operation on the first so many lanes against plain arithmetic.
    fn check<L: Lanes>(l: L, lanes: usize) {
        let mut rng = SplitMix64::new(9);
        let all = (1u32 << lanes) - 1;
        assert_eq!(L::ALL, all);
        for round in 0..200u32 {
            let mut numbers = || -> [u64; 8] {
                std::array::from_fn(|_| match rng.below(4) {
                    0 => 0,
                    1 => rng.next_u64() & 0xff,
                    _ => rng.next_u64(),
                })
            };
            let (x, y, z) = (numbers(), numbers(), numbers());
            let (a, b, c) = (l.load(x), l.load(y), l.load(z));
            let same = |found: L::V, expected: &dyn Fn(usize) -> u64, name: &str| {
                for (lane, found) in l.store(found).into_iter().enumerate().take(lanes) {
                    assert_eq!(found, expected(lane), "{name} of lane {lane}");
                }
            };
            let n = round % 64;
            let factor = z[0] | 1;
            same(l.splat(x[1]), &|_| x[1], "splat");
            same(a, &|i| x[i], "load and store");
            same(l.and(a, b), &|i| x[i] & y[i], "and");
            same(l.or(a, b), &|i| x[i] | y[i], "or");
            same(l.xor(a, b), &|i| x[i] ^ y[i], "xor");
            same(l.and_not(a, b), &|i| x[i] & !y[i], "and not");
            same(l.shl(a, n), &|i| x[i] << n, "shift left");
            same(l.shr(a, n), &|i| x[i] >> n, "shift right");
            same(l.add(a, b), &|i| x[i].wrapping_add(y[i]), "sum");
            same(l.sub(a, b), &|i| x[i].wrapping_sub(y[i]), "difference");
            same(l.mul(a, factor), &|i| x[i].wrapping_mul(factor), "product");
            same(l.swap_bytes(a), &|i| x[i].swap_bytes(), "bytes");
            same(l.count_ones(a), &|i| u64::from(x[i].count_ones()), "bits");
            same(l.if_zero(c, a, b), &|i| if z[i] == 0 { x[i] } else { y[i] }, "choice");
            let [low, high] = [a, b].map(|v| l.shr(v, 1));
            same(l.min(low, high), &|i| (x[i] >> 1).min(y[i] >> 1), "minimum");
            let zeros = (0..lanes).fold(0, |bits, i| bits | u32::from(z[i] == 0) << i);
            assert_eq!(l.zero_lanes(c) & all, zeros);
        }
        struct Width;
        impl Task for Width {
            type Output = u32;
            #[inline(always)]
            fn run<L: Lanes>(self, _: L) -> u32 {
                L::ALL
            }
        }
        assert_eq!(l.call(Width), all);
    }

    #[test]
    fn every_width_computes_what_plain_arithmetic_computes() {
        check(One, 1);
        check(Scalar, 8);
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(lanes) = Avx2::detect() {
                check(lanes, 8);
            }
            if let Some(lanes) = Avx512::detect() {
                check(lanes, 8);
            }
        }
    }

    #[test]
    fn words_that_are_shared_begin_as_nothing() {
        for count in [0, 1, 7, 100_000] {
            let words = zeroed_words(count);
            assert_eq!(words.len(), count);
            assert!(words.iter().all(|word| word.load(std::sync::atomic::Ordering::Relaxed) == 0));
        }
    }
}
