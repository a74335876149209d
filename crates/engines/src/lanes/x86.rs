//! The lanes of x86-64: AVX2 and AVX-512, each behind a type that proves the CPU has it.

use super::{Lanes, Task};
use std::arch::x86_64::*;

/// Twice four lanes. The private field makes [`Avx2::detect`] the only way to get one.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The proof that this CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT, if it has.
    pub(crate) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// Eight lanes in one register. [`Avx512::detect`] is the only way to get one.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The proof that this CPU has AVX-512 F, BW, DQ and VPOPCNTDQ and the scalar extras.
    pub(crate) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && Avx2::detect().is_some();
        has.then_some(Self(()))
    }
}

type Half = __m256i;

/// Four lanes at a time, where it takes more than one instruction.
impl Avx2 {
    /// Schoolbook on 32-bit halves; the product of the two upper halves falls off.
    #[inline(always)]
    fn mul_half(self, a: Half, factor: u64) -> Half {
        // SAFETY: AVX2 is proven by `self`.
        unsafe {
            let low = _mm256_set1_epi64x((factor & 0xffff_ffff).cast_signed());
            let high = _mm256_set1_epi64x((factor >> 32).cast_signed());
            let cross = _mm256_add_epi64(
                _mm256_mul_epu32(_mm256_srli_epi64::<32>(a), low),
                _mm256_mul_epu32(a, high),
            );
            _mm256_add_epi64(_mm256_mul_epu32(a, low), _mm256_slli_epi64::<32>(cross))
        }
    }
    #[inline(always)]
    fn min_half(self, a: Half, b: Half) -> Half {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b)) }
    }
    #[inline(always)]
    fn if_zero_half(self, test: Half, a: Half, b: Half) -> Half {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { _mm256_blendv_epi8(b, a, _mm256_cmpeq_epi64(test, _mm256_setzero_si256())) }
    }
    /// Counts of nibbles from a table of sixteen, summed over the bytes of each lane.
    #[inline(always)]
    fn count_half(self, a: Half) -> Half {
        // SAFETY: AVX2 is proven by `self`.
        unsafe {
            let counts = _mm256_set_epi64x(
                0x0403_0302_0302_0201,
                0x0302_0201_0201_0100,
                0x0403_0302_0302_0201,
                0x0302_0201_0201_0100,
            );
            let nibble = _mm256_set1_epi8(0x0f);
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(a, nibble));
            let high = _mm256_and_si256(_mm256_srli_epi64::<4>(a), nibble);
            let sum = _mm256_add_epi8(low, _mm256_shuffle_epi8(counts, high));
            _mm256_sad_epu8(sum, _mm256_setzero_si256())
        }
    }
}

// SAFETY of every block in the two implementations below: the value intrinsics touch no
// memory and need only the CPU feature, which `self` proves was detected. Loads and stores
// go through unaligned intrinsics on arrays of exactly the right size.

impl Lanes for Avx2 {
    type V = (Half, Half);
    const ALL: u32 = 0xff;
    #[inline(always)]
    fn splat(self, x: u64) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        let v = unsafe { _mm256_set1_epi64x(x.cast_signed()) };
        (v, v)
    }
    #[inline(always)]
    fn load(self, x: [u64; 8]) -> Self::V {
        // SAFETY: AVX2 is proven; both 32-byte halves lie inside the 64-byte array.
        unsafe {
            let p = x.as_ptr().cast::<__m256i>();
            (_mm256_loadu_si256(p), _mm256_loadu_si256(p.add(1)))
        }
    }
    #[inline(always)]
    fn store(self, v: Self::V) -> [u64; 8] {
        let mut out = [0u64; 8];
        // SAFETY: AVX2 is proven; both 32-byte halves lie inside the 64-byte array.
        unsafe {
            let p = out.as_mut_ptr().cast::<__m256i>();
            _mm256_storeu_si256(p, v.0);
            _mm256_storeu_si256(p.add(1), v.1);
        }
        out
    }
    #[inline(always)]
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { (_mm256_and_si256(a.0, b.0), _mm256_and_si256(a.1, b.1)) }
    }
    #[inline(always)]
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { (_mm256_or_si256(a.0, b.0), _mm256_or_si256(a.1, b.1)) }
    }
    #[inline(always)]
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { (_mm256_xor_si256(a.0, b.0), _mm256_xor_si256(a.1, b.1)) }
    }
    #[inline(always)]
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { (_mm256_andnot_si256(b.0, a.0), _mm256_andnot_si256(b.1, a.1)) }
    }
    #[inline(always)]
    fn shl(self, v: Self::V, n: u32) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe {
            let n = _mm_cvtsi32_si128(n.cast_signed());
            (_mm256_sll_epi64(v.0, n), _mm256_sll_epi64(v.1, n))
        }
    }
    #[inline(always)]
    fn shr(self, v: Self::V, n: u32) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe {
            let n = _mm_cvtsi32_si128(n.cast_signed());
            (_mm256_srl_epi64(v.0, n), _mm256_srl_epi64(v.1, n))
        }
    }
    #[inline(always)]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { (_mm256_add_epi64(a.0, b.0), _mm256_add_epi64(a.1, b.1)) }
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe { (_mm256_sub_epi64(a.0, b.0), _mm256_sub_epi64(a.1, b.1)) }
    }
    #[inline(always)]
    fn mul(self, v: Self::V, factor: u64) -> Self::V {
        (self.mul_half(v.0, factor), self.mul_half(v.1, factor))
    }
    #[inline(always)]
    fn min(self, a: Self::V, b: Self::V) -> Self::V {
        (self.min_half(a.0, b.0), self.min_half(a.1, b.1))
    }
    #[inline(always)]
    fn swap_bytes(self, v: Self::V) -> Self::V {
        // SAFETY: AVX2 is proven by `self`.
        unsafe {
            let order = _mm256_set_epi64x(
                0x0809_0a0b_0c0d_0e0f,
                0x0001_0203_0405_0607,
                0x0809_0a0b_0c0d_0e0f,
                0x0001_0203_0405_0607,
            );
            (_mm256_shuffle_epi8(v.0, order), _mm256_shuffle_epi8(v.1, order))
        }
    }
    #[inline(always)]
    fn zero_lanes(self, v: Self::V) -> u32 {
        // SAFETY: AVX2 is proven by `self`.
        unsafe {
            let zero = _mm256_setzero_si256();
            let low = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(v.0, zero)));
            let high = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(v.1, zero)));
            (low | high << 4).cast_unsigned()
        }
    }
    #[inline(always)]
    fn if_zero(self, test: Self::V, a: Self::V, b: Self::V) -> Self::V {
        (self.if_zero_half(test.0, a.0, b.0), self.if_zero_half(test.1, a.1, b.1))
    }
    #[inline(always)]
    fn count_ones(self, v: Self::V) -> Self::V {
        (self.count_half(v.0), self.count_half(v.1))
    }
    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn compiled<T: Task>(lanes: Avx2, task: T) -> T::Output {
            task.run(lanes)
        }
        // SAFETY: `self` proves that the CPU has the features of `compiled`.
        unsafe { compiled(self, task) }
    }
}

impl Lanes for Avx512 {
    type V = __m512i;
    const ALL: u32 = 0xff;
    #[inline(always)]
    fn splat(self, x: u64) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_set1_epi64(x.cast_signed()) }
    }
    #[inline(always)]
    fn load(self, x: [u64; 8]) -> __m512i {
        // SAFETY: AVX-512 F is proven; the array is exactly 64 bytes.
        unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, v: __m512i) -> [u64; 8] {
        let mut out = [0u64; 8];
        // SAFETY: AVX-512 F is proven; the array is exactly 64 bytes.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), v) };
        out
    }
    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_and_si512(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_or_si512(a, b) }
    }
    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_xor_si512(a, b) }
    }
    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_andnot_si512(b, a) }
    }
    #[inline(always)]
    fn shl(self, v: __m512i, n: u32) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_sll_epi64(v, _mm_cvtsi32_si128(n.cast_signed())) }
    }
    #[inline(always)]
    fn shr(self, v: __m512i, n: u32) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_srl_epi64(v, _mm_cvtsi32_si128(n.cast_signed())) }
    }
    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_add_epi64(a, b) }
    }
    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_sub_epi64(a, b) }
    }
    #[inline(always)]
    fn mul(self, v: __m512i, factor: u64) -> __m512i {
        // SAFETY: AVX-512 DQ is proven by `self`.
        unsafe { _mm512_mullo_epi64(v, _mm512_set1_epi64(factor.cast_signed())) }
    }
    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_min_epu64(a, b) }
    }
    #[inline(always)]
    fn swap_bytes(self, v: __m512i) -> __m512i {
        // SAFETY: AVX-512 BW is proven by `self`.
        unsafe {
            let order = _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
            _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(order))
        }
    }
    #[inline(always)]
    fn zero_lanes(self, v: __m512i) -> u32 {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { u32::from(_mm512_testn_epi64_mask(v, v)) }
    }
    #[inline(always)]
    fn if_zero(self, test: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512 F is proven by `self`.
        unsafe { _mm512_mask_blend_epi64(_mm512_testn_epi64_mask(test, test), b, a) }
    }
    #[inline(always)]
    fn count_ones(self, v: __m512i) -> __m512i {
        // SAFETY: AVX-512 VPOPCNTDQ is proven by `self`.
        unsafe { _mm512_popcnt_epi64(v) }
    }
    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
        )]
        #[inline(never)]
        fn compiled<T: Task>(lanes: Avx512, task: T) -> T::Output {
            task.run(lanes)
        }
        // SAFETY: `self` proves that the CPU has the features of `compiled`.
        unsafe { compiled(self, task) }
    }
}
