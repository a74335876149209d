//! Many plans at once: which plans of a family reach the goal, by sets of plans as bits.
//!
//! Playing out one plan after the other would visit the same positions again and again. Here a
//! position is visited once with the set of plans that lead to it; at the hero's turn the set
//! splits by the columns the plans choose, and a reply that beats a plan removes it.

use crate::board::{ODD, Shape, Stones, column, has_four, wins};
use crate::plan::{Common, Plan, RANKS, Word, common, outwards};

/// A set of up to 512 plans of a family.
pub(crate) type PlanSet = [u64; 8];
const NONE: PlanSet = [0; 8];
/// Memory for played-out plans: about nine megabytes, which stay near the processor.
const MEMO_BITS: u32 = 16;
/// The most plans of a family.
pub(crate) const MAX_PLANS: usize = 512;

/// Which plans a strategy may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// At most two columns whose word is not `Follow`: easier to learn.
    Plain,
    /// At most three such columns.
    Full,
}

/// What the strategy must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The hero completes four.
    Win,
    /// The opponent does not complete four.
    Draw,
}

impl Goal {
    /// The goal's word in a certificate.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
        }
    }
}

#[inline(always)]
fn is_none(plans: &PlanSet) -> bool {
    plans.iter().fold(0, |all, word| all | word) == 0
}

struct Entry {
    key: u64,
    tested: PlanSet,
    good: PlanSet,
}

/// A family of plans on a board, with a memory of what was played out.
pub(crate) struct Family {
    shape: Shape,
    goal: Goal,
    plans: Vec<Plan>,
    /// The plans that give a square a rank: by column, answer and odd row, rank.
    ranks: Vec<[[PlanSet; RANKS]; 4]>,
    order: Vec<u32>,
    all: PlanSet,
    memo: Vec<Entry>,
    /// How often a reply on a square beat the last plan: good replies are tried first.
    history: Vec<[u32; 64]>,
    /// How many positions may still be visited; a search that would need more finds nothing.
    patience: u32,
}

/// The plans with at most so many columns that do not say `Follow`, the plainest first.
fn plans(cols: usize, words: &[Word], most: usize) -> Vec<Plan> {
    let mut list = vec![Plan { words: [Word::Follow; 7] }];
    let mut from = 0;
    for _ in 0..most {
        let to = list.len();
        for i in from..to {
            let plan = list[i];
            let first = plan.words.iter().rposition(|&w| w != Word::Follow).map_or(0, |c| c + 1);
            for col in first..cols {
                for &word in words {
                    let mut next = plan;
                    next.words[col] = word;
                    list.push(next);
                }
            }
        }
        from = to;
    }
    list
}

impl Family {
    /// The first plans to try: at most one column has a word of its own.
    pub(crate) fn first(shape: Shape, goal: Goal) -> Self {
        let words = [Word::Prefer, Word::Odd, Word::Even, Word::Away, Word::Now];
        Self::of(shape, goal, plans(shape.cols() as usize, &words, 1))
    }

    /// The other plans a strategy may use: two or, in the full language, three columns have a
    /// word of their own.
    pub(crate) fn others(shape: Shape, goal: Goal, language: Language) -> Vec<Self> {
        let cols = shape.cols() as usize;
        let own = |plan: &Plan| plan.words.iter().filter(|&&word| word != Word::Follow).count();
        let mut two = plans(cols, &[Word::Prefer, Word::Odd, Word::Even, Word::Away, Word::Now], 2);
        two.retain(|plan| own(plan) == 2);
        if language == Language::Full {
            let three = plans(cols, &[Word::Odd, Word::Even, Word::Away, Word::Now], 3);
            two.extend(three.into_iter().filter(|plan| own(plan) == 3));
        }
        two.chunks(MAX_PLANS).map(|part| Self::of(shape, goal, part.to_vec())).collect()
    }

    fn of(shape: Shape, goal: Goal, plans: Vec<Plan>) -> Self {
        let mut ranks = vec![[[NONE; RANKS]; 4]; shape.cols() as usize];
        let mut all = NONE;
        for (i, plan) in plans.iter().enumerate() {
            all[i / 64] |= 1 << (i % 64);
            for (col, table) in ranks.iter_mut().enumerate() {
                for (context, row) in table.iter_mut().enumerate() {
                    let rank = plan.words[col].rank(context & 2 != 0, context & 1 != 0);
                    row[rank][i / 64] |= 1 << (i % 64);
                }
            }
        }
        let memo = (0..1usize << MEMO_BITS).map(|_| Entry { key: 0, tested: NONE, good: NONE });
        Self {
            shape,
            goal,
            plans,
            ranks,
            order: outwards(shape.cols()),
            all,
            memo: memo.collect(),
            history: vec![[0; 64]; 64],
            patience: 0,
        }
    }

    /// The plan with this number.
    pub(crate) fn plan(&self, number: usize) -> Plan {
        self.plans[number]
    }

    /// The first plan that reaches the goal with the opponent to move, if one is found within
    /// so many positions.
    pub(crate) fn find(&mut self, pos: Stones, last: u64, patience: u32) -> Option<usize> {
        self.patience = patience;
        let good = self.villain_to_move(pos, last, &self.all.clone());
        if self.patience == 0 {
            return None;
        }
        let word = good.iter().position(|&word| word != 0)?;
        Some(64 * word + good[word].trailing_zeros() as usize)
    }

    /// Those of `plans` that reach the goal with the opponent to move.
    fn villain_to_move(&mut self, pos: Stones, last: u64, plans: &PlanSet) -> PlanSet {
        let shape = self.shape;
        let playable = shape.playable(pos.mask);
        if playable == 0 {
            return if self.goal == Goal::Draw { *plans } else { NONE };
        }
        if wins(pos.villain()) & playable != 0 || self.patience == 0 {
            return NONE;
        }
        // A side whose every four is blocked already need not be watched to the end.
        match self.goal {
            Goal::Draw if !has_four(shape.board() & !pos.hero) => return *plans,
            Goal::Win if !has_four(shape.board() & !pos.villain()) => return NONE,
            Goal::Draw | Goal::Win => {}
        }
        let key = pos.key(&shape);
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - MEMO_BITS)) as usize;
        let mut left = *plans;
        let entry = &self.memo[slot];
        if entry.key == key {
            // What is known to be good is left out below and put back at the end.
            let mut open = 0;
            for (left, tested) in left.iter_mut().zip(&entry.tested) {
                *left &= !tested;
                open |= *left;
            }
            if open == 0 {
                let mut good = NONE;
                for i in 0..8 {
                    good[i] = plans[i] & entry.good[i];
                }
                return good;
            }
        }
        self.patience -= 1;
        let tested = left;
        let (replies, count) = self.replies(playable, last);
        for &(_, bit) in &replies[..count] {
            left = self.hero_to_move(pos.villain_plays(1 << bit), u32::from(bit) / 8, &left);
            if is_none(&left) {
                self.history[last.trailing_zeros() as usize][usize::from(bit)] += 1;
                break;
            }
        }
        if self.patience == 0 {
            return NONE;
        }
        let entry = &mut self.memo[slot];
        if entry.key != key {
            if left.iter().zip(plans).all(|(l, p)| l == p) || tested == *plans {
                *entry = Entry { key, tested, good: left };
                return left;
            }
            // The entry was overwritten below: the plans it had are asked again.
            return self.villain_to_move(pos, last, plans);
        }
        let mut good = NONE;
        for i in 0..8 {
            entry.tested[i] |= tested[i];
            entry.good[i] |= left[i];
            good[i] = plans[i] & entry.good[i];
        }
        good
    }

    /// The opponent's moves as bit numbers, those that beat most plans so far first.
    fn replies(&self, playable: u64, last: u64) -> ([(u32, u8); 7], usize) {
        let history = &self.history[last.trailing_zeros() as usize];
        let mut replies = [(0, 0); 7];
        let mut count = 0;
        let mut rest = playable;
        while rest != 0 {
            let bit = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            replies[count] = (history[usize::from(bit)], bit);
            count += 1;
        }
        replies[..count].sort_unstable_by(|a, b| b.cmp(a));
        (replies, count)
    }

    fn hero_to_move(&mut self, pos: Stones, last: u32, plans: &PlanSet) -> PlanSet {
        match common(&self.shape, pos) {
            Common::Win | Common::Double(_) => *plans,
            Common::Lost => NONE,
            Common::Full if self.goal == Goal::Win => NONE,
            Common::Full => *plans,
            Common::Block(square) => self.villain_to_move(pos.hero_plays(square), square, plans),
            Common::Free { kept: free, .. } => {
                let choices = self.split(free, last, plans);
                let mut good = NONE;
                for (col, set) in choices.iter().enumerate() {
                    if !is_none(set) {
                        let square = free & column(col as u32);
                        let found = self.villain_to_move(pos.hero_plays(square), square, set);
                        for i in 0..8 {
                            good[i] |= found[i];
                        }
                    }
                }
                good
            }
        }
    }

    /// The plans by the column they choose among the squares of `free`.
    fn split(&self, free: u64, last: u32, plans: &PlanSet) -> [PlanSet; 7] {
        let mut choices = [NONE; 7];
        let mut left = *plans;
        for rank in 0..RANKS {
            for &col in &self.order {
                let square = free & column(col);
                if square == 0 {
                    continue;
                }
                let context = 2 * usize::from(col == last) + usize::from(square & ODD != 0);
                let with_rank = &self.ranks[col as usize][context][rank];
                let choice = &mut choices[col as usize];
                for i in 0..8 {
                    let chosen = left[i] & with_rank[i];
                    choice[i] |= chosen;
                    left[i] ^= chosen;
                }
            }
            if is_none(&left) {
                break;
            }
        }
        choices
    }
}
