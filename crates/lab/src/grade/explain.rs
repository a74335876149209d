//! Which mistakes explain a logged game. A search is tried on cheap turns first, then on the
//! cheapest one that the exact search gets wrong, then on all others; it is left at the first
//! turn that it does not give. Two mistakes are tried first on the turns that each of them gets
//! wrong alone. What is left open by a first short look is looked at longer, the most frequent
//! mistakes first.

use super::choices::{Board, Choices, Style};
use super::log::{Case, Exact, Shown, Turn};
use super::memory::Memory;
use super::mistake::About;
use super::parallel::within;
use super::plan::{Asked, Hoped};
use super::search::Effort;
use super::sound::{around, deciding};
use super::suspects::go_together;
use super::{Mistake, same};
use alinea_catalogue::Entry;

/// Turns that cost less than this part of the probe are looked at before it.
const CHEAP: u64 = 16;
/// A node on a board that has to be copied costs as much as so many others: on a small board,
/// and on a large one.
const COPIED: [u64; 2] = [2, 6];

/// Nodes that all looks together may visit.
const MAX_ALL: u64 = 60_000_000;
/// Nodes that a look at one search may visit, and those at all of them together: what fails soon
/// is not held up by what is large. Every single mistake has its first looks.
const LOOKS_AT_SINGLES: [[u64; 2]; 3] =
    [[20_000, u64::MAX], [150_000, 10_000_000], [30_000_000, 30_000_000]];
const LOOKS_AT_PAIRS: [[u64; 2]; 5] = [
    [4_000, u64::MAX],
    [20_000, u64::MAX],
    [150_000, 40_000_000],
    [1_000_000, 40_000_000],
    [12_000_000, 20_000_000],
];
/// Looks of more nodes are for pairs that give a wrong turn already.
const LONG: u64 = 1_000_000;

/// Mistakes to try, and the style of the search.
type Trial = (Vec<Mistake>, Style);

/// Whole numbers up to this differ by more than what counts as the same.
const TOLD_APART: f64 = 900.0;

/// What came of a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// It gives every turn.
    Fits,
    /// It does not give this turn; whether it gives the exact answer at the probe, and whether
    /// it was the value that was wrong.
    Fails { turn: usize, as_exact: bool, by_value: bool },
    /// Its searches are too large; whether it gives the probe.
    Open { past_probe: bool },
}

const UNSEEN: Verdict = Verdict::Open { past_probe: false };

/// What one look at a search may cost, and what it has cost.
struct Look<'a, G> {
    most: u64,
    cost: u64,
    /// Whether boards that are played on were judged in a way that others judge differently.
    is_ambiguous: bool,
    memory: &'a mut Memory<G>,
}

impl Verdict {
    fn is_open(self) -> bool {
        matches!(self, Verdict::Open { .. })
    }

    /// What two searches that the same mistakes can mean come to; neither of them fits.
    fn or(self, other: Verdict) -> Verdict {
        use Verdict::{Fails, Open};
        match (self, other) {
            (Open { past_probe: a }, Open { past_probe: b }) => Open { past_probe: a || b },
            (Open { .. }, _) => self,
            (_, Open { .. }) => other,
            (Fails { turn, as_exact: a, by_value: v }, Fails { as_exact: b, by_value: w, .. }) => {
                Fails { turn, as_exact: a && b, by_value: v && w }
            }
            _ => Verdict::Fits,
        }
    }
}

/// In which order turns are looked at.
struct Schedule {
    turns: Vec<usize>,
    /// The cheapest turn that the exact search gets wrong.
    probe: Option<usize>,
    /// Turns that single mistakes get wrong.
    failed: Vec<(Mistake, usize)>,
}

impl Schedule {
    fn of<M>(exact: &[Exact<M>], turns: usize) -> Schedule {
        let cost = |i: usize| exact.get(i).map_or(u64::MAX, |one| one.nodes);
        let is_wrong = |i: usize| exact.get(i).is_none_or(|one| !one.agrees);
        let probe = (0..turns).filter(|&i| is_wrong(i)).min_by_key(|&i| cost(i));
        let before = probe.map_or(u64::MAX, |probe| cost(probe) / CHEAP);
        let mut turns: Vec<usize> = (0..turns).collect();
        turns.sort_by_key(|&i| (cost(i) > before && Some(i) != probe, Some(i) == probe, cost(i)));
        Schedule { turns, probe, failed: Vec::new() }
    }
}

impl Schedule {
    /// The turns in the order in which a search with these mistakes is tried on them.
    fn of_trial(&self, mistakes: &[Mistake]) -> Vec<usize> {
        let is_own = |turn: &&usize| {
            let is_it =
                |(mistake, at): &(Mistake, usize)| at == *turn && mistakes.contains(mistake);
            self.failed.iter().any(is_it)
        };
        let (own, others): (Vec<&usize>, Vec<&usize>) = self.turns.iter().partition(is_own);
        own.into_iter().chain(others).copied().collect()
    }
}

impl<G: Entry> Case<G> {
    /// The mistakes that give this log, the simplest first, and how many were left open.
    pub(super) fn explain(&self, exact: &[Exact<G::Move>], all: &[Mistake]) -> (Vec<Trial>, usize) {
        let schedule = Schedule::of(exact, self.turns.len());
        let rank = |mistakes: &[Mistake]| {
            let at = |m: &Mistake| all.iter().position(|known| known == m).unwrap_or_default();
            (mistakes.len(), mistakes.iter().map(at).sum::<usize>())
        };
        let singles = styled(all.iter().map(|&mistake| vec![mistake]));
        let mut left = MAX_ALL;
        let verdicts = self.sifted(&singles, &schedule, exact, &LOOKS_AT_SINGLES, &mut left);
        let mut pairs = pairs(all, &singles, &verdicts);
        pairs.sort_by_key(|pair| rank(pair));
        let mut pairs = styled(pairs.into_iter());
        pairs.retain(|(both, style)| deciding(both, *style).is_none_or(|both| both.len() == 2));
        let schedule = Schedule { failed: failed(&singles, &verdicts), ..schedule };
        let of_pairs = if schedule.probe.is_some() {
            self.sifted(&pairs, &schedule, exact, &LOOKS_AT_PAIRS, &mut left)
        } else {
            Vec::new()
        };
        let mut found: Vec<Trial> = Vec::new();
        for trial in fitting(&singles, &verdicts).chain(fitting(&pairs, &of_pairs)) {
            if !found.iter().any(|(known, _)| *known == trial.0) {
                found.push(trial.clone());
            }
        }
        found.sort_by_key(|(mistakes, _)| rank(mistakes));
        (found, verdicts.iter().chain(&of_pairs).filter(|verdict| verdict.is_open()).count())
    }

    /// Mistakes that a right log does not show, and how many were left open.
    pub(super) fn unseen(
        &self,
        exact: &[Exact<G::Move>],
        all: &[Mistake],
    ) -> (Vec<Mistake>, usize) {
        let schedule = Schedule::of(exact, self.turns.len());
        let trials = styled(all.iter().map(|&mistake| vec![mistake]));
        let mut left = MAX_ALL;
        let verdicts = self.sifted(&trials, &schedule, exact, &LOOKS_AT_SINGLES, &mut left);
        let mut unseen: Vec<Mistake> = fitting(&trials, &verdicts).map(|(m, _)| m[0]).collect();
        unseen.dedup();
        (unseen, verdicts.iter().filter(|verdict| verdict.is_open()).count())
    }

    /// A short look at every trial, longer ones at those that it leaves open.
    fn sifted(
        &self,
        trials: &[Trial],
        schedule: &Schedule,
        exact: &[Exact<G::Move>],
        looks: &[[u64; 2]],
        left: &mut u64,
    ) -> Vec<Verdict> {
        let mut verdicts = vec![UNSEEN; trials.len()];
        for &[each, together] in looks {
            let is_due = |i: &usize| {
                let is_likely = each <= LONG || trials[*i].0.len() == 1;
                verdicts[*i].is_open() && (is_likely || verdicts[*i] != UNSEEN)
            };
            let mut open: Vec<usize> = (0..trials.len()).filter(is_due).collect();
            // What gives a wrong turn already is likely to give all of them.
            open.sort_by_key(|&i| verdicts[i] == UNSEEN);
            // No look takes more than there is, even where several run side by side.
            let most = each.min(*left / 2);
            let judged = |memory: &mut Memory<G>, &i: &usize| {
                let mut look = Look { most, cost: 0, is_ambiguous: false, memory };
                let verdict = self.judged(&trials[i], schedule, exact, &mut look);
                (verdict, look.cost)
            };
            let (found, spent) = within(&open, together.min(*left), Memory::new, judged);
            *left = left.saturating_sub(spent);
            for (i, verdict) in open.into_iter().zip(found) {
                verdicts[i] = verdict;
            }
        }
        verdicts
    }

    /// Looks whether a search with these mistakes gives every turn.
    fn judged(
        &self,
        (mistakes, style): &Trial,
        schedule: &Schedule,
        exact: &[Exact<G::Move>],
        look: &mut Look<'_, G>,
    ) -> Verdict {
        let sound = deciding(mistakes, *style);
        if sound.as_ref().is_some_and(Vec::is_empty) {
            let fits = schedule.probe.is_none() && self.lists_right();
            // Their values are the exact ones.
            let of_probe = |i: usize| Some((exact.get(i)?.value, self.turns.get(i)?.value));
            let values = schedule.probe.and_then(of_probe);
            let by_value =
                values.is_some_and(|(value, logged)| !self.rounding.agrees(logged, value));
            let turn = schedule.probe.unwrap_or_default();
            let fails = Verdict::Fails { turn, as_exact: true, by_value };
            return if fits { Verdict::Fits } else { fails };
        }
        let turns = schedule.of_trial(mistakes);
        let mut all: Option<Verdict> = None;
        for choices in Choices::variants(*style, sound.as_ref().unwrap_or(mistakes)) {
            look.is_ambiguous = false;
            // The log may be the program's own, or that of a referee whose board is right.
            let mut boards = vec![choices.board.rules, Board::Right];
            boards.dedup();
            for rules in boards {
                let search = (choices, rules, sound.is_some());
                let probe = schedule.probe.filter(|_| mistakes.len() == 1);
                let verdict = self.gives_all(search, (&turns, probe), exact, look);
                if verdict == Verdict::Fits {
                    return verdict;
                }
                all = Some(all.map_or(verdict, |known| known.or(verdict)));
            }
            if !look.is_ambiguous {
                break;
            }
        }
        all.unwrap_or(Verdict::Fails { turn: 0, as_exact: true, by_value: true })
    }

    /// The answer that a turn of the log asks for.
    fn hoped(&self, logged: &Turn, shown: &Shown<G>) -> Option<Hoped<G::Move>> {
        let values = around(logged.value, self.rounding)?;
        let read = shown.desk.position().parse_move(&logged.mv).ok();
        let mv = read.filter(|(_, rest)| rest.is_empty()).map(|(mv, _)| mv);
        let is_apart = self.rounding.is_exact() && logged.value.abs() <= TOLD_APART;
        let only = mv.filter(|_| is_apart).map(|mv| (logged.value, mv));
        Some(Hoped { values, only })
    }

    /// Whether a search gives all of these turns. What it answers at the probe is wanted of single
    /// mistakes; two of them need only be told from the log.
    fn gives_all(
        &self,
        (choices, rules, is_sound): (Choices, Board, bool),
        (turns, probe): (&[usize], Option<usize>),
        exact: &[Exact<G::Move>],
        look: &mut Look<'_, G>,
    ) -> Verdict {
        let boards = self.boards(rules);
        let mut past_probe = false;
        for &i in turns {
            let failed = |by_value| Verdict::Fails { turn: i, as_exact: false, by_value };
            let Some(shown) = boards.get(i).filter(|shown| shown.lists_right) else {
                // No other mistake about ties makes this turn right either.
                return failed(true);
            };
            let logged = &self.turns[i];
            let window = around(logged.value, self.rounding).filter(|_| is_sound);
            let hoped = if probe.is_none() { self.hoped(logged, shown) } else { None };
            let asked = Asked { choices, window, only: None, hoped };
            let found = match self.answer(shown, asked, look) {
                Answer::TooLarge => return Verdict::Open { past_probe },
                Answer::Another => return failed(true),
                Answer::Found(found) => found,
            };
            let asked = Asked { hoped: None, ..asked };
            let alone = |only| self.answer(shown, Asked { only, ..asked }, look).found();
            let Some(is_given) = self.is_given(logged, shown, found, alone) else {
                return Verdict::Open { past_probe };
            };
            if is_given {
                past_probe |= exact.get(i).is_none_or(|right| !right.agrees);
                continue;
            }
            let by_value = !self.rounding.agrees(logged.value, found.0);
            let Some(right) = exact.get(i).filter(|_| probe == Some(i)) else {
                return failed(by_value);
            };
            // A narrow window has told what it is not, another one tells what it is.
            let window = around(right.value, self.rounding).filter(|_| is_sound);
            let found = match window {
                None => Some(found),
                Some(_) => self.answer(shown, Asked { window, ..asked }, look).found(),
            };
            let Some((value, best)) = found else { return Verdict::Open { past_probe } };
            let as_exact = same(value, right.value) && best == right.best;
            return Verdict::Fails { turn: i, as_exact, by_value };
        }
        Verdict::Fits
    }

    /// What a search answers at a turn.
    fn answer(
        &self,
        shown: &Shown<G>,
        asked: Asked<G::Move>,
        look: &mut Look<'_, G>,
    ) -> Answer<G::Move> {
        let is_large = !Memory::<G>::keeps_boards();
        let price = if asked.choices.is_tidy() { 1 } else { COPIED[usize::from(is_large)] };
        let mut effort = Effort::of(look.most.saturating_sub(look.cost) / price);
        let found = self.plan.answer(&shown.desk, asked, &mut effort, look.memory);
        look.cost += effort.nodes() * price;
        look.is_ambiguous |= effort.is_ambiguous;
        match found {
            _ if effort.is_refuted => Answer::Another,
            Some(found) => Answer::Found(found),
            None => Answer::TooLarge,
        }
    }
}

/// What a search answers.
enum Answer<M> {
    /// Value and move.
    Found((f64, Option<M>)),
    /// Not what was hoped for.
    Another,
    TooLarge,
}

impl<M> Answer<M> {
    fn found(self) -> Option<(f64, Option<M>)> {
        if let Answer::Found(found) = self { Some(found) } else { None }
    }
}

/// The turns that single mistakes get wrong.
fn failed(singles: &[Trial], verdicts: &[Verdict]) -> Vec<(Mistake, usize)> {
    let both = singles.iter().zip(verdicts);
    let failed = both.filter_map(|((mistakes, _), verdict)| match verdict {
        Verdict::Fails { turn, .. } => Some((mistakes[0], *turn)),
        _ => None,
    });
    failed.collect()
}

/// The pairs that may explain a log which its single mistakes do not.
fn pairs(all: &[Mistake], singles: &[Trial], verdicts: &[Verdict]) -> Vec<Vec<Mistake>> {
    let of = |mistake: Mistake| {
        let own = singles.iter().zip(verdicts).filter(move |((m, _), _)| m[0] == mistake);
        own.map(|(_, verdict)| *verdict)
    };
    let is_alone = |m: &Mistake| of(*m).any(|verdict| verdict == Verdict::Fits);
    let acts = |m: Mistake| of(m).any(|v| !matches!(v, Verdict::Fails { as_exact: true, .. }));
    let acting: Vec<(Mistake, bool)> =
        all.iter().filter(|m| !is_alone(m)).map(|&m| (m, acts(m))).collect();
    // Ties decide the move of a node and never its value.
    let is_hopeless = |ties: Mistake, other: Mistake| {
        ties.about() == About::Ties
            && of(other).all(|v| matches!(v, Verdict::Fails { by_value: true, .. }))
    };
    let mut pairs = Vec::new();
    for (i, &(a, a_acts)) in acting.iter().enumerate() {
        for &(b, b_acts) in &acting[i + 1..] {
            let adds = |style| deciding(&[a, b], style).is_none_or(|both| both.len() == 2);
            let adds = Style::ALL.into_iter().any(adds);
            let may_fit = !is_hopeless(a, b) && !is_hopeless(b, a);
            if (a_acts || b_acts) && adds && may_fit && go_together(a, b) {
                pairs.push(vec![a, b]);
            }
        }
    }
    pairs
}

fn fitting<'a>(
    trials: &'a [Trial],
    verdicts: &'a [Verdict],
) -> impl Iterator<Item = &'a Trial> + 'a {
    let both = trials.iter().zip(verdicts);
    both.filter(|(_, verdict)| **verdict == Verdict::Fits).map(|(trial, _)| trial)
}

/// The mistakes in every style in which a log can tell them apart.
fn styled(all: impl Iterator<Item = Vec<Mistake>>) -> Vec<Trial> {
    all.flat_map(|mistakes| {
        let styles = Style::ALL.into_iter().filter(|&style| is_new(style, &mistakes));
        styles.map(|style| (mistakes.clone(), style)).collect::<Vec<_>>()
    })
    .collect()
}

/// Whether a log can show something that it does not show in an earlier style.
///
/// A log shows only the root, where negamax has the value and move of minimax, and fail-soft
/// those of fail-hard: unless a mistake is about what they do differently.
fn is_new(style: Style, mistakes: &[Mistake]) -> bool {
    if Choices::with(style, mistakes).is_none() {
        return false;
    }
    let is_made = |style: Style| Choices::with(style, mistakes).is_some();
    let is_wrong_window = |mistake: &Mistake| {
        use Mistake as M;
        matches!(
            mistake,
            M::CutSign
                | M::CutBeforeUpdate
                | M::WindowSwapped
                | M::WindowNotNegated
                | M::WindowOnlySwapped
                | M::InfinitySmall
                | M::NegationMissing
        )
    };
    let or_ties = |mistake: &Mistake| mistake.about() == About::Ties || is_wrong_window(mistake);
    let bounds = |mistake: &Mistake| {
        let returns_bound = mistake.about() == About::Returned && *mistake != Mistake::ReturnLast;
        or_ties(mistake) || returns_bound
    };
    let is_of_negamax =
        || !is_made(Style::Hard) && !is_made(Style::Soft) || is_about_view(mistakes);
    // What looks like a tie, what is not taken back and which child is the last one depends on
    // what is cut.
    let of = |about: About| mistakes.iter().any(|mistake| mistake.about() == about);
    let cuts_otherwise = of(About::Window) || of(About::Cut);
    let cuts_differ = mistakes.iter().any(is_wrong_window)
        || cuts_otherwise && [About::Ties, About::Undo, About::Returned].into_iter().any(of);
    let says_bounds = mistakes.iter().any(or_ties) || cuts_differ;
    match style {
        Style::Hard => true,
        Style::Soft => !is_made(Style::Hard) || mistakes.iter().any(bounds),
        Style::NegaHard => is_of_negamax(),
        Style::NegaSoft => {
            is_of_negamax() && (!is_made(Style::NegaHard) || mistakes.iter().any(bounds))
        }
        // A child that is cut says the bound, which looks like a tie.
        Style::Clamped => says_bounds,
        Style::NegaClamped => is_of_negamax() && says_bounds,
        Style::ByValue => cuts_differ,
        Style::NegaByValue => is_of_negamax() && cuts_differ,
    }
}

/// Whether a mistake means something else in negamax.
fn is_about_view(mistakes: &[Mistake]) -> bool {
    let differs = |mistake: &Mistake| {
        let is_signed = matches!(mistake, Mistake::ViewOpponent | Mistake::ValueNegated);
        mistake.about() == About::Window || (mistake.about() == About::View && !is_signed)
    };
    mistakes.iter().any(differs)
}

#[cfg(test)]
mod tests;
