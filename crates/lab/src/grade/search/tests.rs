//! Every choice of a search on its own: what is handed down, taken in, cut and returned.

mod hopes;

use super::*;
use crate::grade::Mistake;
use crate::grade::choices::{Both, Style};
use crate::grade::tests::{plan, position};
use alinea_core::Game;
use alinea_games::{Boom, Connect4, Mnk};

const ENGINE: &str = "textbook:heuristic=quadras,depth=4";

/// Looks at a search that has not begun, two stones on the board.
fn look<T>(
    plan: &Plan<Connect4>,
    choices: Choices,
    look: impl FnOnce(&mut Run<'_, Connect4, Deaf>) -> T,
) -> T {
    let desk = Desk::new(&position::<Connect4>("", "44"));
    let (mut effort, mut nobody) = (Effort::of(1000), Deaf);
    look(&mut Run::new(plan, &desk, plan.depth, choices, &mut effort, &mut nobody))
}

fn right(style: Style) -> Choices {
    Choices::right(style)
}

fn found(alpha: f64, beta: f64, value: f64) -> Gathered<u8> {
    Gathered { alpha, beta, value, last: value, best: None, bound: None }
}

const ENDLESS: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

#[test]
fn children_get_the_window_that_the_search_hands_down() {
    let alphabeta = plan::<Connect4>("", ENGINE);
    let of = |plan: &Plan<Connect4>, style, window, cut| {
        let choices = Choices { window, cut, ..right(style) };
        let Window { alpha, beta } = look(plan, choices, |run| run.handed(&found(2.0, 5.0, 3.0)));
        [alpha, beta]
    };
    let [low, high] = ENDLESS;
    for (window, minimax, negamax) in [
        (Handed::Right, [2.0, 5.0], [-5.0, -2.0]),
        (Handed::Full, ENDLESS, ENDLESS),
        (Handed::NeverUpdated, [2.0, 5.0], [-5.0, -2.0]),
        (Handed::AlphaNotUpdated, [2.0, 5.0], [-5.0, -2.0]),
        (Handed::AlphaOnly, [2.0, high], [low, -2.0]),
        (Handed::BetaOnly, [low, 5.0], [-5.0, high]),
        (Handed::Swapped, [5.0, 2.0], [-2.0, -5.0]),
        (Handed::NotNegated, [2.0, 5.0], [2.0, 5.0]),
        (Handed::OnlySwapped, [5.0, 2.0], [5.0, 2.0]),
    ] {
        assert_eq!(of(&alphabeta, Style::Hard, window, Cut::Right), minimax, "{window:?}");
        assert_eq!(of(&alphabeta, Style::NegaSoft, window, Cut::Right), negamax, "{window:?}");
    }
    // Minimax has no window, unless it prunes.
    let minimax = plan::<Connect4>("", "textbook:heuristic=quadras,depth=4,algorithm=minimax");
    assert_eq!(of(&minimax, Style::Hard, Handed::Right, Cut::Right), ENDLESS);
    assert_eq!(of(&minimax, Style::Hard, Handed::Right, Cut::Prunes), [2.0, 5.0]);
}

#[test]
fn a_node_is_cut_where_the_search_says_so() {
    let cuts = |plan: &Plan<Connect4>, cut, ply| {
        let choices = Choices { cut, ..right(Style::Hard) };
        look(plan, choices, |run| [1.0, 2.0, 3.0].map(|alpha| run.is_cut(alpha, 2.0, ply)))
    };
    let engine = |more: &str| plan::<Connect4>("", &format!("{ENGINE}{more}"));
    let (equal, strict) = (engine(""), engine(",cut=strict"));
    let minimax = engine(",algorithm=minimax");
    let (none, from_equal, beyond) = ([false; 3], [false, true, true], [false, false, true]);
    for ply in [0, 1] {
        for cut in [Cut::Right, Cut::BeforeUpdate, Cut::Prunes] {
            assert_eq!(cuts(&equal, cut, ply), from_equal, "{cut:?}");
            assert_eq!(cuts(&strict, cut, ply), beyond, "{cut:?}");
        }
        assert_eq!(cuts(&equal, Cut::Other, ply), beyond);
        assert_eq!(cuts(&strict, Cut::Other, ply), from_equal);
        assert_eq!(cuts(&equal, Cut::Sign, ply), [true, true, false]);
        assert_eq!(cuts(&equal, Cut::None, ply), none);
        assert_eq!(cuts(&minimax, Cut::Right, ply), none);
        assert_eq!(cuts(&minimax, Cut::Prunes, ply), from_equal);
        let [at_max, at_min] = if ply == 0 { [from_equal, none] } else { [none, from_equal] };
        assert_eq!(cuts(&equal, Cut::MaxOnly, ply), at_max);
        assert_eq!(cuts(&equal, Cut::MinOnly, ply), at_min);
    }
}

#[test]
fn nodes_maximise_or_minimise_by_their_ply() {
    let plan = plan::<Connect4>("", ENGINE);
    let of = |style, sides| {
        let choices = Choices { sides, ..right(style) };
        look(&plan, choices, |run| [0, 1, 2].map(|ply| run.maxes(ply)))
    };
    for (sides, expected) in [
        (Sides::Right, [true, false, true]),
        (Sides::NotNegated, [true, false, true]),
        (Sides::Max, [true; 3]),
        (Sides::Min, [false; 3]),
        (Sides::Swapped, [false, true, false]),
    ] {
        assert_eq!(of(Style::Soft, sides), expected, "{sides:?}");
        assert_eq!(of(Style::NegaHard, sides), [true; 3], "{sides:?}");
    }
}

#[test]
fn a_node_returns_what_its_style_keeps() {
    let plan = plan::<Connect4>("", ENGINE);
    let of = |style, returned, bound| {
        let choices = Choices { returned, ..right(style) };
        let found = Gathered { bound, last: 7.0, ..found(1.0, 9.0, 4.0) };
        look(&plan, choices, |run| [0, 1].map(|ply| run.returned(ply, &found)))
    };
    assert_eq!(of(Style::Hard, Returned::Right, None), [1.0, 9.0]);
    assert_eq!(of(Style::Clamped, Returned::Right, Some(6.0)), [6.0, 6.0]);
    assert_eq!(of(Style::Soft, Returned::Right, None), [4.0, 4.0]);
    assert_eq!(of(Style::Soft, Returned::WrongBound, None), [9.0, 1.0]);
    assert_eq!(of(Style::Hard, Returned::Alpha, None), [1.0, 1.0]);
    assert_eq!(of(Style::Hard, Returned::Beta, None), [9.0, 9.0]);
    assert_eq!(of(Style::Hard, Returned::Last, None), [7.0, 7.0]);
}

/// What a child of this value changes: alpha, beta, value, whether it is the best, whether the
/// remaining ones are skipped.
fn gathered(choices: Choices, ply: u32, value: f64) -> (f64, f64, f64, bool, bool) {
    let plan = plan::<Connect4>("", ENGINE);
    let own = if ply == 0 { f64::NEG_INFINITY } else { f64::INFINITY };
    let mut found = found(1.0, 9.0, own);
    let is_cut = look(&plan, choices, |run| run.gather(&mut found, 3, value, ply));
    assert_eq!(found.last, value);
    (found.alpha, found.beta, found.value, found.best == Some(3), is_cut)
}

#[test]
fn fail_hard_moves_its_bound_and_cuts_at_the_other() {
    let hard = right(Style::Hard);
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (ply, value, expected) in [
        (0, 0.0, (1.0, 9.0, low, false, false)),
        (0, 1.0, (1.0, 9.0, low, false, false)),
        (0, 5.0, (5.0, 9.0, low, true, false)),
        (0, 9.0, (9.0, 9.0, low, true, true)),
        (0, 12.0, (12.0, 9.0, low, true, true)),
        (1, 12.0, (1.0, 9.0, high, false, false)),
        (1, 9.0, (1.0, 9.0, high, false, false)),
        (1, 5.0, (1.0, 5.0, high, true, false)),
        (1, 1.0, (1.0, 1.0, high, true, true)),
        (1, 0.0, (1.0, 0.0, high, true, true)),
    ] {
        assert_eq!(gathered(hard, ply, value), expected, "{ply} {value}");
    }
    // Ties go to the last at MAX, at MIN, or at both.
    for (ties, at_max, at_min) in
        [([true, true], true, true), ([true, false], true, false), ([false, true], false, true)]
    {
        let choices = Choices { ties, ..hard };
        assert_eq!(gathered(choices, 0, 1.0).3, at_max, "{ties:?}");
        assert_eq!(gathered(choices, 1, 9.0).3, at_min, "{ties:?}");
    }
}

#[test]
fn fail_soft_keeps_its_value_beside_the_window() {
    let soft = right(Style::Soft);
    for (ply, value, expected) in [
        (0, 0.0, (1.0, 9.0, 0.0, true, false)),
        (0, 5.0, (5.0, 9.0, 5.0, true, false)),
        (0, 12.0, (12.0, 9.0, 12.0, true, true)),
        (1, 12.0, (1.0, 9.0, 12.0, true, false)),
        (1, 5.0, (1.0, 5.0, 5.0, true, false)),
        (1, 0.0, (1.0, 0.0, 0.0, true, true)),
    ] {
        assert_eq!(gathered(soft, ply, value), expected, "{ply} {value}");
    }
    // A window that is not moved, at MAX, at MIN, or anywhere.
    for (window, alpha, beta) in [
        (Handed::NeverUpdated, 1.0, 9.0),
        (Handed::AlphaNotUpdated, 1.0, 5.0),
        (Handed::BetaNotUpdated, 5.0, 9.0),
    ] {
        let choices = Choices { window, ..soft };
        assert_eq!(gathered(choices, 0, 5.0), (alpha, 9.0, 5.0, true, false), "{window:?}");
        assert_eq!(gathered(choices, 1, 5.0), (1.0, beta, 5.0, true, false), "{window:?}");
    }
}

#[test]
fn a_cut_may_come_before_the_value_is_kept() {
    let early = Choices { cut: Cut::BeforeUpdate, ..right(Style::Soft) };
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(gathered(early, 0, 9.0), (1.0, 9.0, low, false, true));
    assert_eq!(gathered(early, 0, 5.0), (5.0, 9.0, 5.0, true, false));
    assert_eq!(gathered(early, 1, 1.0), (1.0, 9.0, high, false, true));
    assert_eq!(gathered(early, 1, 5.0), (1.0, 5.0, 5.0, true, false));
    // By its value a node is cut before the bound is moved.
    let by_value = right(Style::ByValue);
    assert_eq!(gathered(by_value, 0, 12.0), (1.0, 9.0, 12.0, true, true));
    assert_eq!(gathered(by_value, 0, 5.0), (5.0, 9.0, 5.0, true, false));
    assert_eq!(gathered(by_value, 1, 0.0), (1.0, 9.0, 0.0, true, true));
    assert_eq!(gathered(by_value, 1, 5.0), (1.0, 5.0, 5.0, true, false));
}

#[test]
fn a_clamped_search_returns_the_bound_that_cuts() {
    let plan = plan::<Connect4>("", ENGINE);
    let of = |ply: u32, value: f64| {
        let mut found = found(1.0, 9.0, 0.0);
        let clamped = right(Style::Clamped);
        let is_cut = look(&plan, clamped, |run| run.gather(&mut found, 3, value, ply));
        (found.alpha, found.beta, found.bound, found.best, is_cut)
    };
    assert_eq!(of(0, 12.0), (1.0, 9.0, Some(9.0), Some(3), true));
    assert_eq!(of(0, 5.0), (5.0, 9.0, None, Some(3), false));
    assert_eq!(of(0, 0.0), (1.0, 9.0, None, None, false));
    assert_eq!(of(1, -4.0), (1.0, 9.0, Some(1.0), Some(3), true));
    assert_eq!(of(1, 5.0), (1.0, 5.0, None, Some(3), false));
}

#[test]
fn moves_are_tried_in_the_order_of_the_program() {
    let plan = plan::<Connect4>("", ENGINE);
    let of = |choices: Choices| {
        look(&plan, choices, |run| {
            run.moves.push(99);
            run.list_moves();
            run.moves.split_off(1)
        })
    };
    let hard = right(Style::Hard);
    assert_eq!(of(hard), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(of(Choices { order: Order::Reversed, ..hard }), [6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(of(Choices { skip: [true, false], ..hard }), [1, 2, 3, 4, 5, 6]);
    assert_eq!(of(Choices { skip: [false, true], ..hard }), [0, 1, 2, 3, 4, 5]);
    let centre = crate::grade::tests::plan::<Connect4>("", &format!("{ENGINE},order=center"));
    let of_centre = look(&centre, hard, |run| {
        run.list_moves();
        run.moves.clone()
    });
    assert!(of_centre[0] == 3 && of_centre.len() == 7, "{of_centre:?}");
    let row = Connect4::ORDERS.iter().position(|row| row.name == "center").unwrap() as u8;
    assert_eq!(of(Choices { order: Order::Named(row), ..hard }), of_centre);
    let natural = Choices { order: Order::Natural, ..hard };
    assert_eq!(
        look(&centre, natural, |run| {
            run.list_moves();
            run.moves.clone()
        }),
        of(hard)
    );
}

#[test]
fn a_single_move_is_never_left_out() {
    let plan = plan::<Mnk>("3x3x3", "textbook:heuristic=dezenas,depth=2");
    let listed = |moves: &str, skip| {
        let desk = Desk::new(&position::<Mnk>("3x3x3", moves));
        let (mut effort, mut nobody) = (Effort::of(1000), Deaf);
        let choices = Choices { skip, ..right(Style::Hard) };
        let mut run = Run::new(&plan, &desk, 2, choices, &mut effort, &mut nobody);
        run.list_moves();
        run.moves
    };
    let [both, first, last] = [[false, false], [true, false], [false, true]];
    let two = "a1b2c3a2c2c1a3";
    let all = listed(two, both);
    assert_eq!(all.len(), 2);
    assert_eq!((listed(two, first), listed(two, last)), (vec![all[1]], vec![all[0]]));
    let one = "a1b2c3a2c2c1a3b3";
    for skip in [both, first, last] {
        assert_eq!(listed(one, skip), listed(one, both));
        assert_eq!(listed(one, skip).len(), 1);
    }
}

#[test]
fn squares_may_be_tried_column_by_column_and_boom_not_at_all() {
    let squares = plan::<Mnk>("3x3x3", "textbook:heuristic=dezenas,depth=2");
    let start = position::<Mnk>("3x3x3", "b2");
    let (mut effort, mut nobody) = (Effort::of(1000), Deaf);
    let columns = Choices { order: Order::Columns, ..right(Style::Hard) };
    let mut run = Run::new(&squares, &Desk::new(&start), 2, columns, &mut effort, &mut nobody);
    run.list_moves();
    let texts: Vec<String> = run.moves.iter().map(|&mv| start.move_text(mv)).collect();
    assert_eq!(texts, ["a3", "a2", "a1", "b3", "b1", "c3", "c2", "c1"]);
    let boom = plan::<Boom>("", "textbook:depth=2");
    let start = position::<Boom>("", "1234567123");
    for (mistakes, count) in [(&[][..], 1), (&[Mistake::BoomMissing], 0)] {
        let choices = Choices::with(Style::Hard, mistakes).unwrap();
        let mut run = Run::new(&boom, &Desk::new(&start), 2, choices, &mut effort, &mut nobody);
        run.list_moves();
        let is_boom = |mv: &&alinea_games::boom::Action| start.move_text(**mv) == "B";
        assert_eq!(run.moves.iter().filter(is_boom).count(), count);
        assert_eq!(run.moves.len(), 7 + count);
    }
}

#[test]
fn leaves_are_judged_for_whom_the_program_asks() {
    let plan = plan::<Connect4>("", ENGINE);
    let pos = position::<Connect4>("", "44");
    let [first, second] = Player::BOTH.map(|player| plan.heuristic.evaluate(&pos, player, 1));
    assert!(first != 0.0 && second != 0.0 && first != second, "{first} {second}");
    // The root is the second player's, the board is the first player's to move.
    let of = |view, style| {
        let root = Desk::new(&position::<Connect4>("", "4"));
        let (mut effort, mut nobody) = (Effort::of(1000), Deaf);
        let choices = Choices { view, ..right(style) };
        let mut run = Run::new(&plan, &root, 1, choices, &mut effort, &mut nobody);
        run.desk = Desk::new(&pos);
        run.leaf(1)
    };
    for (view, minimax, negamax) in [
        (View::Right, second, -second),
        (View::Mover, first, first),
        (View::LastMover, second, second),
        (View::First, first, first),
        (View::Opponent, first, -first),
        (View::Root, second, second),
        (View::SignByColour, first, first),
        (View::Negated, -second, second),
    ] {
        assert_eq!(of(view, Style::Hard), minimax, "{view:?}");
        assert_eq!(of(view, Style::NegaHard), negamax, "{view:?}");
    }
    // At even plies negamax has the sign of minimax; by colour the second player's is turned.
    let at_root = |view, style| look(&plan, Choices { view, ..right(style) }, |run| run.leaf(2));
    assert_eq!(at_root(View::Right, Style::NegaHard), at_root(View::Right, Style::Hard));
    let run = |view| {
        let desk = Desk::new(&position::<Connect4>("", "4"));
        let (mut effort, mut nobody) = (Effort::of(1000), Deaf);
        let choices = Choices { view, ..right(Style::Hard) };
        Run::new(&plan, &desk, 1, choices, &mut effort, &mut nobody).leaf(0)
    };
    assert_eq!(run(View::SignByColour), -run(View::First));
}

#[test]
fn an_evaluation_may_forget_what_it_is_about() {
    let columns = plan::<Connect4>("", "textbook:heuristic=ligue4,depth=1");
    let won = position::<Connect4>("", "1212121");
    let of = |choices: Choices| {
        let (mut effort, mut nobody) = (Effort::of(1000), Deaf);
        let mut run = Run::new(&columns, &Desk::new(&won), 3, choices, &mut effort, &mut nobody);
        run.evaluate(Player::First, 2)
    };
    let hard = right(Style::Hard);
    let value = |pos: &Connect4, ply| columns.heuristic.evaluate(pos, Player::First, ply);
    assert_eq!(of(hard), value(&won, 2));
    let lost = won.with_outcome(Some(Outcome::Win(Player::Second)));
    assert_eq!(of(Choices { aligning_wins: true, ..hard }), value(&lost, 2));
    let open = won.with_outcome(None);
    let of_evaluation = |evaluation| of(Choices { evaluation, ..hard });
    assert_eq!(of_evaluation(Evaluation::NoUtility), value(&open, 2));
    assert_eq!(of_evaluation(Evaluation::LevelZero), value(&won, 0));
    assert!(value(&won, 2) != value(&lost, 2) && value(&won, 2) != value(&open, 2));
    assert_eq!(of(Choices { both: Both::Opponent, ..hard }), value(&won, 2));
}

#[test]
fn a_part_may_be_forgotten_and_bombs_be_counted() {
    let material = plan::<Boom>("", "textbook:heuristic=material,depth=1");
    let of = |plan: &Plan<Boom>, pos: &Boom, evaluation| {
        let (mut effort, mut nobody) = (Effort::of(1000), Deaf);
        let choices = Choices { evaluation, ..right(Style::Hard) };
        let mut run = Run::new(plan, &Desk::new(pos), 3, choices, &mut effort, &mut nobody);
        run.evaluate(Player::First, 1)
    };
    let pos = position::<Boom>("", "123");
    // An own stone costs 4 points, the enemy's pays 2.
    let values = [0, 1].map(|part| of(&material, &pos, Evaluation::Without(part)));
    assert_eq!(values.iter().sum::<f64>(), of(&material, &pos, Evaluation::Right));
    assert!(values.contains(&-8.0) && values.contains(&2.0), "{values:?}");
    let counting = plan::<Boom>("", "textbook:heuristic=lineas-y-bomba,depth=1");
    let bombs = position::<Boom>("", "123456711");
    let plain = counting.heuristic.evaluate(&without_bombs(&bombs), Player::First, 1);
    assert_eq!(of(&counting, &bombs, Evaluation::BombsCounted), plain);
    assert_ne!(of(&counting, &bombs, Evaluation::Right), plain);
}

#[test]
fn a_bound_that_never_moves_is_known_before_the_children() {
    let plan = plan::<Connect4>("", ENGINE);
    let window = Window { alpha: 2.0, beta: 5.0 };
    let of = |returned, undo, ply| {
        let mut choices = Choices { returned, ..right(Style::Hard) };
        choices.board.undo = undo;
        let mut memory = Memory::new();
        look(&plan, choices, |run| {
            let unknown = run.bound_returned(ply, window);
            assert_eq!(unknown, None, "who listens hears of every child");
            let desk = run.desk.clone();
            let (mut effort, mut nobody) = (Effort::of(9), Deaf);
            let mut with = Run::new(run.plan, &desk, 4, choices, &mut effort, &mut nobody);
            with.memory = Some(&mut memory);
            with.bound_returned(ply, window)
        })
    };
    for (returned, at_max, at_min) in [
        (Returned::Right, None, None),
        (Returned::WrongBound, Some(5.0), Some(2.0)),
        (Returned::Alpha, None, Some(2.0)),
        (Returned::Beta, Some(5.0), None),
        (Returned::Last, None, None),
    ] {
        assert_eq!(of(returned, Undo::All, 0), at_max, "{returned:?}");
        assert_eq!(of(returned, Undo::All, 1), at_min, "{returned:?}");
        assert_eq!(of(returned, Undo::Nothing, 0), None, "{returned:?}");
    }
}
