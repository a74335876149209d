//! The lanes of WebAssembly with 128-bit vectors: four times two lanes. A module is built with
//! or without them, and a page loads what its browser understands, so nothing is detected here.

use super::{Lanes, Task};
use std::arch::wasm32::*;

/// Four times two lanes.
#[derive(Clone, Copy)]
pub(crate) struct Simd128;

type Quarters = [v128; 4];

#[inline(always)]
fn each(v: Quarters, f: impl Fn(v128) -> v128) -> Quarters {
    [f(v[0]), f(v[1]), f(v[2]), f(v[3])]
}

#[inline(always)]
fn pair(a: Quarters, b: Quarters, f: impl Fn(v128, v128) -> v128) -> Quarters {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

impl Lanes for Simd128 {
    type V = Quarters;
    const ALL: u32 = 0xff;
    #[inline(always)]
    fn splat(self, x: u64) -> Quarters {
        [u64x2_splat(x); 4]
    }
    #[inline(always)]
    fn load(self, x: [u64; 8]) -> Quarters {
        [u64x2(x[0], x[1]), u64x2(x[2], x[3]), u64x2(x[4], x[5]), u64x2(x[6], x[7])]
    }
    #[inline(always)]
    fn store(self, v: Quarters) -> [u64; 8] {
        let mut out = [0; 8];
        for (two, v) in out.chunks_exact_mut(2).zip(v) {
            two[0] = u64x2_extract_lane::<0>(v);
            two[1] = u64x2_extract_lane::<1>(v);
        }
        out
    }
    #[inline(always)]
    fn and(self, a: Quarters, b: Quarters) -> Quarters {
        pair(a, b, |x, y| v128_and(x, y))
    }
    #[inline(always)]
    fn or(self, a: Quarters, b: Quarters) -> Quarters {
        pair(a, b, |x, y| v128_or(x, y))
    }
    #[inline(always)]
    fn xor(self, a: Quarters, b: Quarters) -> Quarters {
        pair(a, b, |x, y| v128_xor(x, y))
    }
    #[inline(always)]
    fn and_not(self, a: Quarters, b: Quarters) -> Quarters {
        pair(a, b, |x, y| v128_andnot(x, y))
    }
    #[inline(always)]
    fn shl(self, v: Quarters, n: u32) -> Quarters {
        each(v, |x| u64x2_shl(x, n))
    }
    #[inline(always)]
    fn shr(self, v: Quarters, n: u32) -> Quarters {
        each(v, |x| u64x2_shr(x, n))
    }
    #[inline(always)]
    fn add(self, a: Quarters, b: Quarters) -> Quarters {
        pair(a, b, |x, y| u64x2_add(x, y))
    }
    #[inline(always)]
    fn sub(self, a: Quarters, b: Quarters) -> Quarters {
        pair(a, b, |x, y| u64x2_sub(x, y))
    }
    #[inline(always)]
    fn mul(self, v: Quarters, factor: u64) -> Quarters {
        let factor = u64x2_splat(factor);
        each(v, |x| u64x2_mul(x, factor))
    }
    #[inline(always)]
    fn min(self, a: Quarters, b: Quarters) -> Quarters {
        // Both are below 2^63, so the signed comparison is right. No closure: one of two
        // instructions was left a function of its own.
        let mut out = a;
        for i in 0..4 {
            out[i] = v128_bitselect(b[i], a[i], i64x2_gt(a[i], b[i]));
        }
        out
    }
    #[inline(always)]
    fn swap_bytes(self, v: Quarters) -> Quarters {
        each(v, |x| i8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(x, x))
    }
    #[inline(always)]
    fn zero_lanes(self, v: Quarters) -> u32 {
        let zero = u64x2_splat(0);
        let two = |x: v128| u32::from(i64x2_bitmask(i64x2_eq(x, zero)));
        two(v[0]) | two(v[1]) << 2 | two(v[2]) << 4 | two(v[3]) << 6
    }
    #[inline(always)]
    fn if_zero(self, test: Quarters, a: Quarters, b: Quarters) -> Quarters {
        let zero = u64x2_splat(0);
        let mut out = b;
        for i in 0..4 {
            out[i] = v128_bitselect(a[i], b[i], i64x2_eq(test[i], zero));
        }
        out
    }
    #[inline(always)]
    fn count_ones(self, v: Quarters) -> Quarters {
        // Bits of each byte, then sums of neighbours until a lane is one number.
        each(v, |x| {
            let pairs = u16x8_extadd_pairwise_u8x16(u8x16_popcnt(x));
            let fours = u32x4_extadd_pairwise_u16x8(pairs);
            let high = u64x2_shr(fours, 32);
            let low = v128_and(fours, u64x2_splat(0xffff_ffff));
            u64x2_add(low, high)
        })
    }
    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "simd128")]
        #[inline(never)]
        fn compiled<T: Task>(lanes: Simd128, task: T) -> T::Output {
            task.run(lanes)
        }
        compiled(self, task)
    }
}
