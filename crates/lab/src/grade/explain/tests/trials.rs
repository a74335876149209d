//! What a trial comes to, which trials there are, and what each of them may cost.

use super::*;
use crate::grade::log::tests::{case, exact};
use crate::grade::search::Effort;
use crate::grade::tests::{plan, position};
use crate::grade::{Assignment, mistaken_game};
use alinea_core::Game;

const FAILS: Verdict = Verdict::Fails { turn: 2, as_exact: true, by_value: true };
const PAST: Verdict = Verdict::Open { past_probe: true };

#[test]
fn of_two_searches_the_one_that_is_open_decides() {
    assert!(UNSEEN.is_open() && PAST.is_open() && !FAILS.is_open() && !Verdict::Fits.is_open());
    assert_eq!(UNSEEN.or(UNSEEN), UNSEEN);
    assert_eq!((UNSEEN.or(PAST), PAST.or(UNSEEN), PAST.or(PAST)), (PAST, PAST, PAST));
    assert_eq!((FAILS.or(PAST), PAST.or(FAILS)), (PAST, PAST));
    assert_eq!((FAILS.or(UNSEEN), UNSEEN.or(FAILS)), (UNSEEN, UNSEEN));
    // Both must be as exact, and both fail by their values.
    let fails = |turn, as_exact, by_value| Verdict::Fails { turn, as_exact, by_value };
    assert_eq!(FAILS.or(FAILS), FAILS);
    assert_eq!(FAILS.or(fails(7, false, true)), fails(2, false, true));
    assert_eq!(fails(7, false, true).or(FAILS), fails(7, false, true));
    assert_eq!(FAILS.or(fails(7, true, false)), fails(2, true, false));
    assert_eq!(fails(7, true, false).or(FAILS), fails(7, true, false));
}

/// The turns as they are looked at, and the probe, by cost and whether the exact search agrees.
fn schedule(exact: &[(u64, bool)], turns: usize) -> Schedule {
    let one =
        |&(nodes, agrees): &(u64, bool)| Exact { value: 0.0, best: None::<u8>, nodes, agrees };
    Schedule::of(&exact.iter().map(one).collect::<Vec<_>>(), turns)
}

#[test]
fn cheap_turns_come_first_then_the_probe_then_all_others() {
    let of = |exact: &[(u64, bool)], turns| {
        let made = schedule(exact, turns);
        (made.turns, made.probe)
    };
    assert_eq!(of(&[], 0), (vec![], None));
    // Where nothing is wrong the cheapest is the first.
    assert_eq!(of(&[(90, true), (10, true), (50, true)], 3), (vec![1, 2, 0], None));
    // The probe is the cheapest wrong turn; what costs a sixteenth of it comes before it.
    let wrong = [(400, true), (320, false), (20, true), (21, true), (500, false)];
    assert_eq!(of(&wrong, 5), (vec![2, 1, 3, 0, 4], Some(1)));
    // A turn that the exact search does not reach is wrong, and costs most.
    assert_eq!(of(&[(90, true), (10, true)], 3), (vec![1, 0, 2], Some(2)));
    assert_eq!(of(&[(90, false), (10, true)], 3), (vec![0, 1, 2], Some(0)));
}

#[test]
fn a_pair_is_tried_first_where_its_mistakes_fail_alone() {
    use Mistake as M;
    let failed = vec![(M::TiesLast, 2), (M::DepthLess, 0), (M::NoRows, 1)];
    let made = Schedule { failed, ..schedule(&[(1, true), (2, true), (3, true), (4, true)], 4) };
    assert_eq!(made.turns, [0, 1, 2, 3]);
    assert_eq!(made.of_trial(&[M::TiesLast, M::ViewFirst]), [2, 0, 1, 3]);
    assert_eq!(made.of_trial(&[M::NoRows, M::TiesLast]), [1, 2, 0, 3]);
    assert_eq!(made.of_trial(&[M::ViewFirst]), [0, 1, 2, 3]);
}

#[test]
fn pairs_are_made_of_what_may_explain_a_log_together() {
    use Mistake as M;
    let fails = |as_exact, by_value| Verdict::Fails { turn: 1, as_exact, by_value };
    let made = |judged: &[(M, Verdict)]| -> Vec<Vec<M>> {
        let all: Vec<M> = judged.iter().map(|(mistake, _)| *mistake).collect();
        let singles: Vec<Trial> = all.iter().map(|&m| (vec![m], Style::Hard)).collect();
        let verdicts: Vec<Verdict> = judged.iter().map(|(_, verdict)| *verdict).collect();
        pairs(&all, &singles, &verdicts)
    };
    let (acts, idle) = (fails(false, false), fails(true, false));
    // One of the two must change something; what fits alone needs no other.
    assert_eq!(
        made(&[(M::DepthLess, acts), (M::NoRows, idle), (M::SkipLast, idle)]),
        [[M::DepthLess, M::NoRows], [M::DepthLess, M::SkipLast]]
    );
    assert_eq!(made(&[(M::DepthLess, Verdict::Fits), (M::NoRows, acts)]).len(), 0);
    assert_eq!(made(&[(M::DepthLess, UNSEEN), (M::NoRows, idle)]).len(), 1);
    // Not two about the same thing, and not what never shows in a log.
    assert_eq!(made(&[(M::DepthLess, acts), (M::DepthMore, acts)]).len(), 0);
    assert_eq!(made(&[(M::DepthLess, acts), (M::CutNone, acts)]).len(), 0);
    // Ties leave a wrong value wrong.
    let by_value = fails(false, true);
    assert_eq!(made(&[(M::TiesLast, acts), (M::DepthLess, by_value)]).len(), 0);
    assert_eq!(made(&[(M::DepthLess, by_value), (M::TiesLast, acts)]).len(), 0);
    assert_eq!(made(&[(M::TiesLast, acts), (M::DepthLess, acts)]).len(), 1);
    assert_eq!(made(&[(M::NoRows, acts), (M::DepthLess, by_value)]).len(), 1);
}

#[test]
fn what_fails_and_what_fits_is_told_from_the_rest() {
    use Mistake as M;
    let singles: Vec<Trial> =
        [M::TiesLast, M::DepthLess, M::NoRows].map(|m| (vec![m], Style::Hard)).to_vec();
    let verdicts = [Verdict::Fits, FAILS, UNSEEN];
    assert_eq!(failed(&singles, &verdicts), [(M::DepthLess, 2)]);
    assert_eq!(fitting(&singles, &verdicts).collect::<Vec<_>>(), [&singles[0]]);
    let found = Answer::Found((3.0, Some(2_u8)));
    assert_eq!(found.found(), Some((3.0, Some(2))));
    assert_eq!(Answer::<u8>::Another.found(), None);
    assert_eq!(Answer::<u8>::TooLarge.found(), None);
}

#[test]
fn mistakes_are_tried_in_the_styles_in_which_a_log_shows_them() {
    use Mistake as M;
    use Style as S;
    let styles = |mistakes: &[M]| -> Vec<Style> {
        styled(std::iter::once(mistakes.to_vec())).into_iter().map(|(_, style)| style).collect()
    };
    // A log shows the root alone, where most styles answer the same.
    assert_eq!(styles(&[M::DepthLess]), [S::Hard]);
    assert_eq!(styles(&[M::UndoMissing]), [S::Hard]);
    assert_eq!(styles(&[M::ReturnLast]), [S::Hard]);
    assert_eq!(styles(&[M::ViewOpponent]), [S::Hard]);
    assert_eq!(styles(&[M::ValueNegated]), [S::Hard]);
    // Leaves and windows mean something else in negamax.
    assert_eq!(styles(&[M::ViewMover]), [S::Hard, S::NegaHard]);
    assert_eq!(styles(&[M::WindowNotPassed]), [S::Hard, S::NegaHard]);
    assert_eq!(styles(&[M::ViewRoot]), [S::NegaHard]);
    assert_eq!(styles(&[M::BestZero]), [S::Soft]);
    // A bound that a cut returns looks like a tie, or is what a node returns.
    assert_eq!(styles(&[M::TiesLast]), [S::Hard, S::Soft, S::Clamped]);
    assert_eq!(styles(&[M::ReturnBeta]), [S::Hard, S::Soft]);
    assert_eq!(styles(&[M::CutBeforeUpdate]), [S::Soft]);
    assert_eq!(styles(&[M::CutSign]), [S::Hard, S::Soft, S::Clamped, S::ByValue]);
    assert_eq!(styles(&[M::WindowSwapped]), S::ALL);
    let nega = [S::NegaHard, S::NegaSoft, S::NegaClamped, S::NegaByValue];
    assert_eq!(styles(&[M::WindowNotNegated]), nega);
    assert_eq!(styles(&[M::NegationMissing]), nega);
    // What is cut decides which child is the last, what is not taken back, what looks like a tie.
    let cut = [S::Hard, S::Clamped, S::ByValue];
    assert_eq!(styles(&[M::CutNone, M::ReturnLast]), cut);
    assert_eq!(styles(&[M::CutNone, M::UndoMissing]), cut);
    assert_eq!(styles(&[M::CutNone, M::DepthLess]), [S::Hard]);
    assert_eq!(styles(&[M::CutNone, M::TiesLast]), [S::Hard, S::Soft, S::Clamped, S::ByValue]);
    assert_eq!(styles(&[M::MaxEverywhere, M::ViewRoot]), []);
}

const ENGINE: &str = "textbook:heuristic=valoracion-test,depth=2";

/// The log of a search with mistakes, from a position with a threat.
fn log_of(mistakes: &[Mistake], moves: usize) -> Case<Boom> {
    let task = Assignment {
        game: "boom".into(),
        position: "172737".into(),
        engine: ENGINE.parse().unwrap(),
        files: None,
    };
    let log = mistaken_game(&task, mistakes, moves).unwrap();
    case(plan("", ENGINE), &position("", "172737"), &log, &[Board::BombsNever, Board::NoRows])
}

fn look_at(most: u64, memory: &mut Memory<Boom>) -> Look<'_, Boom> {
    Look { most, cost: 0, is_ambiguous: false, memory }
}

#[test]
fn a_whole_value_has_one_move_and_a_large_or_rounded_one_has_not() {
    let start = position::<Boom>("", "-");
    let hoped = |log: &str| {
        let case = case(plan("", ENGINE), &start, log, &[]);
        case.hoped(&case.turns[0], &case.boards(Board::Right)[0])
    };
    let four = start.parse_move("4").unwrap().0;
    for (log, only) in [
        ("value: 3 move: 4\n", Some((3.0, four))),
        ("value: -900 move: 4\n", Some((-900.0, four))),
        ("value: 900 move: 4\n", Some((900.0, four))),
        ("value: 901 move: 4\n", None),
        ("value: 3.1 move: 4\n", None),
    ] {
        let found = hoped(log).unwrap();
        assert!(found.only == only, "{log}");
        let value = log[7..].split(' ').next().unwrap().parse::<f64>().unwrap();
        assert!(found.values.alpha < value && found.values.beta > value, "{log}");
    }
    assert!(hoped("value: inf move: 4\n").is_none());
}

#[test]
fn an_answer_costs_its_nodes_and_copied_boards_cost_twice() {
    let case = log_of(&[], 1);
    let shown = &case.boards(Board::Right)[0];
    let mut memory = Memory::new();
    let mut of = |mistakes: &[Mistake], most: u64, hoped| {
        let choices = Choices::with(Style::Hard, mistakes).unwrap();
        let mut look = look_at(most, &mut memory);
        look.cost = 10;
        let asked = Asked { choices, window: None, only: None, hoped };
        let told = match case.answer(shown, asked, &mut look) {
            Answer::Found(_) => "found",
            Answer::Another => "another",
            Answer::TooLarge => "too large",
        };
        (told, look.cost - 10, look.is_ambiguous)
    };
    let mut effort = Effort::of(10_000);
    let right = Choices::right(Style::Hard);
    let _ = case.plan.search(&shown.desk, 2, right, &mut effort, &mut Deaf);
    let nodes = effort.nodes();
    assert_eq!(of(&[], 10_000, None), ("found", nodes, false));
    assert_eq!(of(&[], nodes + 10, None), ("found", nodes, false));
    assert_eq!(of(&[], nodes + 9, None), ("too large", nodes - 1, false));
    // The same tree on boards that are copied.
    assert_eq!(of(&[Mistake::BombsNever], 10_000, None), ("found", 2 * nodes, false));
    assert_eq!(of(&[Mistake::BombsNever], 2 * nodes + 10, None).0, "found");
    assert_eq!(of(&[Mistake::BombsNever], 2 * nodes + 8, None).0, "too large");
    let values = alinea_search::Window { alpha: -5000.0, beta: -4000.0 };
    assert_eq!(of(&[], 10_000, Some(Hoped { values, only: None })).0, "another");
}

#[test]
fn what_never_shows_is_judged_without_a_search() {
    let trial = (vec![Mistake::CutNone], Style::Hard);
    for (mistakes, fits) in [(&[][..], true), (&[Mistake::ValueNegated], false)] {
        let case = log_of(mistakes, 2);
        let found = exact(&case);
        let schedule = Schedule::of(&found, case.turns.len());
        let mut memory = Memory::new();
        let mut look = look_at(0, &mut memory);
        let verdict = case.judged(&trial, &schedule, &found, &mut look);
        let fails = |turn| Verdict::Fails { turn, as_exact: true, by_value: true };
        let expected = if fits { Verdict::Fits } else { fails(schedule.probe.unwrap()) };
        assert_eq!((verdict, look.cost), (expected, 0));
    }
}

#[test]
fn a_trial_gives_every_turn_or_fails_at_one() {
    use Mistake as M;
    let case = log_of(&[M::ValueNegated], 3);
    let found = exact(&case);
    let schedule = Schedule::of(&found, case.turns.len());
    let probe = schedule.probe.unwrap();
    let mut memory = Memory::new();
    let mut of = |mistakes: &[M], most: u64| {
        let trial = (mistakes.to_vec(), Style::Hard);
        case.judged(&trial, &schedule, &found, &mut look_at(most, &mut memory))
    };
    assert_eq!(of(&[M::ValueNegated], 1_000_000), Verdict::Fits);
    assert_eq!(of(&[M::ValueNegated], 1), UNSEEN);
    let wrong = of(&[M::OrderReversed], 1_000_000);
    assert!(matches!(wrong, Verdict::Fails { turn, .. } if turn == probe), "{wrong:?}");
    // What changes nothing there answers like the exact search.
    let idle = of(&[M::BombsNever], 1_000_000);
    assert!(matches!(idle, Verdict::Fails { as_exact: true, by_value: true, .. }), "{idle:?}");
    // No way to search at all.
    let none = of(&[M::ViewRoot], 1_000_000);
    assert_eq!(none, Verdict::Fails { turn: 0, as_exact: true, by_value: true });
}

#[test]
fn looks_become_longer_for_what_they_leave_open() {
    use Mistake as M;
    let case = log_of(&[M::ValueNegated], 2);
    let found = exact(&case);
    let schedule = Schedule::of(&found, case.turns.len());
    let trials: Vec<Trial> =
        [M::ValueNegated, M::DepthMore, M::OrderReversed].map(|m| (vec![m], Style::Hard)).to_vec();
    let sifted =
        |looks: &[[u64; 2]], left: &mut u64| case.sifted(&trials, &schedule, &found, looks, left);
    let mut left = 1_000_000;
    assert_eq!(sifted(&[], &mut left), [UNSEEN; 3]);
    assert_eq!(left, 1_000_000);
    let short = sifted(&[[1, u64::MAX]], &mut left);
    assert!(short.iter().all(|verdict| verdict.is_open()), "{short:?}");
    let spent = 1_000_000 - left;
    assert!(spent > 0 && spent <= 2 * 3, "{spent}");
    let long = sifted(&[[1, u64::MAX], [100_000, u64::MAX]], &mut left);
    assert_eq!(long[0], Verdict::Fits);
    assert!(long[1..].iter().all(|verdict| !verdict.is_open()), "{long:?}");
    assert!(left < 1_000_000 - spent);
    // What is used up is used up.
    let mut nothing = 0;
    let none = sifted(&[[100_000, u64::MAX]], &mut nothing);
    assert!(none.iter().all(|verdict| verdict.is_open()), "{none:?}");
    // Very long looks are for single mistakes, and for pairs that give a wrong turn already.
    let pair = [(vec![M::ValueNegated, M::BombsNever], Style::Hard)];
    let of_pair = |each| {
        let mut left = u64::MAX;
        case.sifted(&pair, &schedule, &found, &[[each, u64::MAX]], &mut left)[0]
    };
    assert_eq!((of_pair(LONG), of_pair(LONG + 1)), (Verdict::Fits, UNSEEN));
    let single = case.sifted(&trials[..1], &schedule, &found, &[[LONG + 1, u64::MAX]], &mut left);
    assert_eq!(single, [Verdict::Fits]);
}

#[test]
fn a_log_is_explained_by_the_simplest_first_and_each_only_once() {
    use Mistake as M;
    let case = log_of(&[M::ValueNegated], 2);
    let found = exact(&case);
    let all = [M::TiesLast, M::DepthLess, M::ValueNegated, M::NoRows, M::ViewOpponent];
    let (fitting, open) = case.explain(&found, &all);
    let named: Vec<&[M]> = fitting.iter().map(|(mistakes, _)| mistakes.as_slice()).collect();
    assert_eq!((named.first(), open), (Some(&&[M::ValueNegated][..]), 0));
    let mut once = named.clone();
    once.dedup();
    assert_eq!(once, named);
    let ranks = named.iter().map(|mistakes| mistakes.len());
    assert!(ranks.is_sorted(), "{named:?}");
    // A right log is what many mistakes give; each is named once, in the order asked for.
    let right = log_of(&[], 2);
    let (unseen, open) =
        right.unseen(&exact(&right), &[M::CutNone, M::ValueNegated, M::TiesLastMin]);
    assert_eq!((unseen, open), (vec![M::CutNone, M::TiesLastMin], 0));
}
