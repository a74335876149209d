//! What a stone on an empty cell would make of one line through it, and the table that answers it from a window of neighbours.

use super::rule::Five;

/// What a stone put on a cell makes on one line, from nothing to five. The order is the strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pattern {
    /// No five can ever pass here.
    Dead,
    /// Six or two fours on one line: a fault in renju, nothing elsewhere.
    Over,
    /// A lone stone that can still become a closed two.
    Closed1,
    /// A lone stone that can become an open two.
    Open1,
    /// Two that can become a closed three.
    Closed2,
    /// Two with one way to an open three.
    Open2,
    /// Two with two or three ways to an open three.
    Open2Wide,
    /// Two with four or more ways to an open three.
    Open2Full,
    /// Three that can only become a closed four.
    Closed3,
    /// Three with one way to an open four.
    Open3,
    /// Three with two or more ways to an open four.
    Open3Wide,
    /// Four that one stone answers.
    Four,
    /// Four that no single stone answers: two winning points, which in caro are not closed by one stone either.
    OpenFour,
    /// Five.
    Five,
}

/// How many patterns there are.
pub const PATTERNS: usize = 14;

impl Pattern {
    /// All patterns in order.
    pub const ALL: [Pattern; PATTERNS] = {
        use Pattern::*;
        [
            Dead, Over, Closed1, Open1, Closed2, Open2, Open2Wide, Open2Full, Closed3, Open3,
            Open3Wide, Four, OpenFour, Five,
        ]
    };

    /// The pattern of a four-bit code.
    #[inline]
    pub fn from_code(code: u8) -> Pattern {
        Self::ALL[usize::from(code).min(PATTERNS - 1)]
    }

    /// A three that threatens an open four.
    #[inline]
    pub fn is_open_three(self) -> bool {
        matches!(self, Pattern::Open3 | Pattern::Open3Wide)
    }

    /// A four, open or not.
    #[inline]
    pub fn is_four(self) -> bool {
        matches!(self, Pattern::Four | Pattern::OpenFour)
    }
}

/// Both colours' patterns for every window of neighbours of an empty cell.
///
/// A window is `2 * half` cells of two bits, nearest to the low bits first from the left end:
/// `00` empty, `01` first player, `10` second, `11` outside. The cell itself is left out.
/// An entry is `first | second << 4`.
pub struct LineTable {
    half: u32,
    codes: Box<[u8]>,
}

impl LineTable {
    /// Builds the table for a pair of five rules.
    pub fn build([first, second]: [Five; 2], half: u32) -> LineTable {
        let mut codes = vec![0u8; 1 << (4 * half)].into_boxed_slice();
        let sides = sides(half);
        let mut own = Classifier::new(first, half);
        let mut other = Classifier::new(second, half);
        let shift = 2 * half;
        for left in &sides {
            // The left side is listed outwards from the cell too, so it is mirrored into place.
            let low = mirror(*left, half);
            for right in &sides {
                let window = low | right << shift;
                let b = own.classify(own.canonical(window)) as u8;
                let w = other.classify(other.canonical(swap_colours(window))) as u8;
                codes[window as usize] = b | w << 4;
            }
        }
        LineTable { half, codes }
    }

    /// The codes of a window that still has the (empty) cell itself in its middle.
    #[inline]
    pub fn get<const HALF: u32>(&self, window: u64) -> u8 {
        debug_assert_eq!(self.half, HALF);
        let low = window & ((1 << (2 * HALF)) - 1);
        let high = (window >> (2 * HALF + 2)) & ((1 << (2 * HALF)) - 1);
        let index = (low | high << (2 * HALF)) as usize;
        self.codes[index & (self.codes.len() - 1)]
    }
}

/// All ways one side of a cell can look, outwards: once outside, always outside.
fn sides(half: u32) -> Vec<u32> {
    let mut list = Vec::new();
    fn grow(code: u32, at: u32, half: u32, list: &mut Vec<u32>) {
        if at == half {
            list.push(code);
            return;
        }
        for cell in 0..3 {
            grow(code | cell << (2 * at), at + 1, half, list);
        }
        let outside = (at..half).fold(code, |code, i| code | 3 << (2 * i));
        list.push(outside);
    }
    grow(0, 0, half, &mut list);
    list
}

fn mirror(side: u32, half: u32) -> u32 {
    (0..half).fold(0, |code, i| code | (side >> (2 * i) & 3) << (2 * (half - 1 - i)))
}

/// One player for the other, outside and empty unchanged.
fn swap_colours(window: u32) -> u32 {
    let low = window & 0x5555_5555;
    let high = window >> 1 & 0x5555_5555;
    low << 1 | high
}

const UNKNOWN: u8 = u8::MAX;

/// Classifies windows from one player's view (`01` own, `10` enemy) by asking what one more own stone would make.
struct Classifier {
    five: Five,
    half: i32,
    memo: Vec<u8>,
}

impl Classifier {
    fn new(five: Five, half: u32) -> Classifier {
        Classifier { five, half: half as i32, memo: vec![UNKNOWN; 1 << (4 * half)] }
    }

    /// Outside counts as an enemy stone, except in caro, where the edge does not close a five.
    fn canonical(&self, window: u32) -> u32 {
        if self.five == Five::Caro {
            return window;
        }
        let outside = window & (window >> 1) & 0x5555_5555;
        window & !outside
    }

    fn cell(&self, window: u32, offset: i32) -> u32 {
        if offset == 0 {
            return 1;
        }
        if offset.abs() > self.half {
            return 3;
        }
        window >> (2 * self.slot(offset)) & 3
    }

    fn slot(&self, offset: i32) -> i32 {
        if offset < 0 { offset + self.half } else { offset + self.half - 1 }
    }

    /// What the run through the middle stone is by itself: five, too long, or nothing yet.
    fn run(&self, window: u32) -> Option<Pattern> {
        let (mut left, mut right) = (-1, 1);
        while self.cell(window, left) == 1 {
            left -= 1;
        }
        while self.cell(window, right) == 1 {
            right += 1;
        }
        let length = right - left - 1;
        if length < 5 {
            return None;
        }
        let closed = self.cell(window, left) == 2 && self.cell(window, right) == 2;
        Some(match self.five {
            Five::OrMore => Pattern::Five,
            _ if length > 5 => match self.five {
                Five::Renju => Pattern::Over,
                _ => Pattern::Dead,
            },
            Five::Caro if closed => Pattern::Dead,
            _ => Pattern::Five,
        })
    }

    fn classify(&mut self, window: u32) -> Pattern {
        let known = self.memo[window as usize];
        if known != UNKNOWN {
            return Pattern::from_code(known);
        }
        let pattern = self.run(window).unwrap_or_else(|| self.grow(window));
        self.memo[window as usize] = pattern as u8;
        pattern
    }

    /// The pattern of a window without five: named after the best that one more own stone makes.
    fn grow(&mut self, window: u32) -> Pattern {
        let mut ways = [0u32; PATTERNS];
        let mut fives = Vec::new();
        for offset in -self.half..=self.half {
            if offset == 0 || self.cell(window, offset) != 0 {
                continue;
            }
            let next = self.classify(window | 1 << (2 * self.slot(offset)));
            ways[next as usize] += 1;
            if next == Pattern::Five {
                fives.push(offset);
            }
        }
        let many = |pattern: Pattern| ways[pattern as usize];
        if self.five == Five::Caro && fives.len() >= 2 && self.one_stone_stops(window, &fives) {
            return Pattern::Four;
        }
        if fives.len() >= 2 {
            let straight = fives.len() == 2 && fives[1] - fives[0] == 5;
            return if self.five == Five::Renju && !straight {
                Pattern::Over
            } else {
                Pattern::OpenFour
            };
        }
        let threes = many(Pattern::Open3) + many(Pattern::Open3Wide);
        let twos = many(Pattern::Open2) + many(Pattern::Open2Wide) + many(Pattern::Open2Full);
        match () {
            () if fives.len() == 1 => Pattern::Four,
            () if many(Pattern::OpenFour) >= 2 => Pattern::Open3Wide,
            () if many(Pattern::OpenFour) == 1 => Pattern::Open3,
            () if many(Pattern::Four) > 0 => Pattern::Closed3,
            () if threes >= 4 => Pattern::Open2Full,
            () if threes >= 2 => Pattern::Open2Wide,
            () if threes == 1 => Pattern::Open2,
            () if many(Pattern::Closed3) > 0 => Pattern::Closed2,
            () if twos > 0 => Pattern::Open1,
            () if many(Pattern::Closed2) > 0 => Pattern::Closed1,
            () => Pattern::Dead,
        }
    }

    /// Whether some enemy stone on the line leaves none of these points of five.
    fn one_stone_stops(&self, window: u32, fives: &[i32]) -> bool {
        let put = |window: u32, offset: i32, stone: u32| window | stone << (2 * self.slot(offset));
        (-self.half..=self.half).any(|stop| {
            stop != 0
                && self.cell(window, stop) == 0
                && fives.iter().all(|five| {
                    let filled = put(put(window, stop, 2), *five, 1);
                    *five == stop || self.run(filled) != Some(Pattern::Five)
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `-` empty, `x` own, `o` enemy, `#` outside, `*` the cell.
    fn pattern(five: Five, text: &str) -> Pattern {
        let half = 5i32;
        let middle = text.find('*').unwrap() as i32;
        let mut classifier = Classifier::new(five, 5);
        let mut window = 0;
        for offset in -half..=half {
            if offset == 0 {
                continue;
            }
            let at = middle + offset;
            let cell = match text.as_bytes().get(at as usize) {
                _ if at < 0 => 3,
                None | Some(b'#') => 3,
                Some(b'x') => 1,
                Some(b'o') => 2,
                Some(_) => 0,
            };
            window |= cell << (2 * classifier.slot(offset));
        }
        classifier.classify(classifier.canonical(window))
    }

    #[test]
    fn fives_by_rule() {
        assert_eq!(pattern(Five::OrMore, "xxx*xx"), Pattern::Five);
        assert_eq!(pattern(Five::Exactly, "-xxx*xx-"), Pattern::Dead);
        assert_eq!(pattern(Five::Renju, "-xxx*xx-"), Pattern::Over);
        assert_eq!(pattern(Five::Caro, "oxxx*xo"), Pattern::Dead);
        assert_eq!(pattern(Five::Caro, "#xxx*xo"), Pattern::Five);
        assert_eq!(pattern(Five::Exactly, "oxxx*xo"), Pattern::Five);
    }

    #[test]
    fn fours_and_threes() {
        assert_eq!(pattern(Five::OrMore, "-xx*x-"), Pattern::OpenFour);
        assert_eq!(pattern(Five::OrMore, "oxx*x-"), Pattern::Four);
        assert_eq!(pattern(Five::OrMore, "oxx*xo"), Pattern::Dead);
        assert_eq!(pattern(Five::Caro, "--xx*x--"), Pattern::OpenFour);
        assert_eq!(pattern(Five::Caro, "#-xx*x-#"), Pattern::OpenFour);
        assert_eq!(pattern(Five::Caro, "o-xx*x-#"), Pattern::Four, "one end closes both");
        assert_eq!(pattern(Five::Caro, "o-xx*x--"), Pattern::Four);
        assert_eq!(pattern(Five::Exactly, "o-xx*x--"), Pattern::OpenFour);
        assert_eq!(pattern(Five::OrMore, "x-x*x-x"), Pattern::OpenFour);
        assert_eq!(pattern(Five::Renju, "x-x*x-x"), Pattern::Over);
        assert_eq!(pattern(Five::Renju, "-xx*x-"), Pattern::OpenFour);
        assert_eq!(pattern(Five::OrMore, "--x*x--"), Pattern::Open3Wide);
        assert_eq!(pattern(Five::OrMore, "o-x*x--o"), Pattern::Open3);
        assert_eq!(pattern(Five::OrMore, "o-x*x-o"), Pattern::Closed3);
        assert_eq!(pattern(Five::OrMore, "-x-*x-"), Pattern::Open3);
        assert_eq!(pattern(Five::OrMore, "-----*-----"), Pattern::Open1);
    }

    #[test]
    fn twos_and_threes_are_told_apart_by_what_they_can_become() {
        let lines = ["-----*x----", "o--*x--o", "ox*----", "oxx*--", "o*----o", "o*---o"];
        use Pattern::{Closed1, Closed2, Closed3, Dead, Open2Full, Open2Wide};
        let expected = [Open2Full, Open2Wide, Closed2, Closed3, Closed1, Dead];
        assert_eq!(lines.map(|line| pattern(Five::OrMore, line)), expected);
    }

    /// The networks were trained on these patterns: others would make their numbers mean something else.
    #[test]
    fn the_tables_of_lines_are_those_that_the_networks_were_trained_on() {
        let digest = |five: [Five; 2], half: u32| {
            let table = LineTable::build(five, half);
            let mix = |hash: u64, code: &u8| alinea_core::SplitMix64::mix(hash ^ u64::from(*code));
            table.codes.iter().fold(0, mix)
        };
        let digests = [
            digest([Five::OrMore; 2], 4),
            digest([Five::Exactly; 2], 5),
            digest([Five::Renju, Five::OrMore], 5),
            digest([Five::Caro; 2], 5),
        ];
        let expected = [
            11_002_183_849_742_781_010,
            8_761_948_298_716_965_418,
            12_049_347_369_825_267_841,
            10_202_840_602_457_444_739,
        ];
        assert_eq!(digests, expected);
    }
}
