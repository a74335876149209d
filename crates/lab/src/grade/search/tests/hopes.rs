//! Searches that are stopped because they cannot give an answer any more, and what they remember.

use super::*;

#[test]
fn a_value_is_handed_up_where_no_other_side_can_change_it() {
    let plan = plan::<Connect4>("", ENGINE);
    let of = |choices: Choices| look(&plan, choices, |run| [0, 1, 2].map(|ply| run.hands_up(ply)));
    let [root, all, none] = [[true, false, false], [true; 3], [false; 3]];
    let (soft, nega) = (right(Style::Soft), right(Style::NegaSoft));
    assert_eq!((of(soft), of(nega)), (root, root));
    assert_eq!(of(Choices { sides: Sides::Swapped, ..soft }), root);
    for sides in [Sides::Max, Sides::Min] {
        assert_eq!(of(Choices { sides, ..soft }), all);
        assert_eq!(of(Choices { sides, cut: Cut::BeforeUpdate, ..soft }), root);
        assert_eq!(of(Choices { sides, ..right(Style::Clamped) }), root);
        assert_eq!(of(Choices { sides, returned: Returned::Last, ..soft }), none);
    }
    let negation = Sides::NotNegated;
    assert_eq!(of(Choices { sides: negation, ..nega }), all);
    assert_eq!(of(Choices { sides: negation, ..soft }), root);
}

#[test]
fn a_search_has_no_hope_past_the_value_or_with_another_first_move() {
    let plan = plan::<Connect4>("", ENGINE);
    let values = Window { alpha: 3.0, beta: 7.0 };
    let of = |choices: Choices, ply, found: Gathered<u8>, only| {
        look(&plan, choices, |run| {
            assert!(!run.is_hopeless(ply, &found), "who hopes for nothing");
            run.hoped = Some(Hoped { values, only });
            run.is_hopeless(ply, &found)
        })
    };
    let best = |found: Gathered<u8>| Gathered { best: Some(2), ..found };
    let (hard, soft) = (right(Style::Hard), right(Style::Soft));
    // At MAX the best value only grows.
    for (value, expected) in [(2.0, false), (7.0, false), (7.5, true)] {
        assert_eq!(of(soft, 0, found(0.0, 9.0, value), None), expected, "{value}");
        assert_eq!(of(hard, 0, found(value, 9.0, 0.0), None), expected, "{value}");
        assert!(!of(soft, 1, found(0.0, 9.0, value), None), "below the root it may change");
    }
    // At MIN it falls.
    let (low, low_hard) =
        (Choices { sides: Sides::Min, ..soft }, Choices { sides: Sides::Min, ..hard });
    for (value, expected) in [(8.0, false), (3.0, false), (2.5, true)] {
        assert_eq!(of(low, 0, found(0.0, 9.0, value), None), expected, "{value}");
        assert_eq!(of(low_hard, 0, found(0.0, value, 0.0), None), expected, "{value}");
        assert_eq!(of(low, 1, found(0.0, 9.0, value), None), expected, "{value}");
    }
    // Of equal moves the first stays, unless ties go to the last.
    let only = Some((5.0, 4));
    assert!(of(soft, 0, best(found(0.0, 9.0, 5.0)), only));
    assert!(!of(soft, 0, best(found(0.0, 9.0, 4.0)), only));
    assert!(!of(soft, 0, found(0.0, 9.0, 5.0), only));
    assert!(!of(soft, 0, best(found(0.0, 9.0, 5.0)), Some((5.0, 2))));
    let last = Choices { ties: [true, false], ..soft };
    assert!(!of(last, 0, best(found(0.0, 9.0, 5.0)), only));
    let at_min = Choices { ties: [false, true], ..soft };
    assert!(of(at_min, 0, best(found(0.0, 9.0, 5.0)), only));
    let one_sided = Choices { sides: Sides::Max, ..soft };
    assert!(!of(one_sided, 1, best(found(0.0, 9.0, 5.0)), only));
}

#[test]
fn only_shared_nodes_above_the_leaves_are_looked_up() {
    let plan = plan::<Connect4>("", ENGINE);
    look(&plan, right(Style::Hard), |run| assert_eq!(run.place(3, Window::FULL), None));
    let desk = Desk::new(&position::<Connect4>("", "44"));
    let (mut effort, mut nobody, mut memory) = (Effort::of(9), Deaf, Memory::new());
    let mut run = Run::new(&plan, &desk, 5, right(Style::Hard), &mut effort, &mut nobody);
    run.memory = Some(&mut memory);
    let known = [2, 3, 4, 5].map(|ply| run.place(ply, Window::FULL).is_some());
    assert_eq!(known, [false, true, true, false]);
    // One ply less than one is still one.
    let less = Choices { depth: -1, ..right(Style::Hard) };
    let depths =
        [1, 2, 5].map(|depth| Run::new(&plan, &desk, depth, less, &mut effort, &mut nobody).depth);
    assert_eq!(depths, [1, 1, 4]);
    let given = Choices { start: Start::Given, ..right(Style::Hard) };
    let mut narrow = crate::grade::tests::plan::<Connect4>("", ENGINE);
    narrow.given = Window { alpha: -5.0, beta: 5.0 };
    assert_eq!(look(&narrow, given, |run| run.first_window()), narrow.given);
    assert_eq!(look(&narrow, right(Style::Hard), |run| run.first_window()), Window::FULL);
}

#[test]
fn a_bound_at_the_root_refutes_what_is_hoped_for() {
    let plan = plan::<Connect4>("", ENGINE);
    let desk = Desk::new(&position::<Connect4>("", "44"));
    // A root that returns beta says the beta it was given.
    let choices = Choices { returned: Returned::Beta, ..right(Style::Hard) };
    for (alpha, beta, is_refuted) in [
        (3.0, 7.0, false),
        (5.0, 9.0, false),
        (1.0, 5.0, false),
        (5.5, 9.0, true),
        (1.0, 4.5, true),
    ] {
        let (mut effort, mut nobody, mut memory) = (Effort::of(99_999), Deaf, Memory::new());
        let mut run = Run::new(&plan, &desk, 2, choices, &mut effort, &mut nobody);
        run.memory = Some(&mut memory);
        run.hoped = Some(Hoped { values: Window { alpha, beta }, only: None });
        let found = run.node(None, 0, Window { alpha: -1000.0, beta: 5.0 });
        assert_eq!((found.is_none(), effort.is_refuted), (is_refuted, is_refuted), "{alpha}");
        assert!(found.is_none_or(|(value, _)| value == 5.0));
    }
}
