//! What is tried on a log, in which order, and what is known to add nothing.

mod trials;

use super::*;
use crate::grade::desk::Desk;
use crate::grade::plan::Plan;
use crate::grade::search::Deaf;
use crate::grade::suspects::suspects;
use crate::samples::random_positions;
use alinea_games::{Boom, Connect4};

/// Checks that what is not tried in a style is what it is in an earlier one.
fn left_out_styles_add_nothing<G: Entry>(engine: &str) {
    let setup = G::parse_setup("").unwrap();
    let plan = Plan::<G>::of(&setup, &engine.parse().unwrap(), None).unwrap();
    let mut positions = random_positions::<G>(&setup, 6, 5);
    positions.retain(|pos| pos.outcome().is_none());
    let positions: Vec<G> = positions.into_iter().step_by(9).collect();
    let all = suspects(&plan, &positions[0]);
    let answers = |choices: Choices| -> Vec<(u64, Option<usize>)> {
        let answer = |pos: &G| {
            let mut effort = Effort::of(1_000_000);
            let found = plan.search(&Desk::new(pos), 3, choices, &mut effort, &mut Deaf);
            let (value, best) = found.unwrap();
            ((value + 0.0).to_bits(), best.map(G::index))
        };
        positions.iter().map(answer).collect()
    };
    let singles = all.iter().map(|&mistake| vec![mistake]);
    let pairs = all.iter().enumerate().flat_map(|(i, &a)| {
        let others = all[i + 1..].iter().filter(move |b| go_together(a, **b));
        others.step_by(7).map(move |&b| vec![a, b])
    });
    let mut left_out = 0;
    for mistakes in singles.chain(pairs) {
        let made = |style: Style| Choices::with(style, &mistakes);
        let tried: Vec<Choices> =
            Style::ALL.into_iter().filter(|&s| is_new(s, &mistakes)).filter_map(made).collect();
        for style in Style::ALL.into_iter().filter(|&style| !is_new(style, &mistakes)) {
            let Some(choices) = made(style) else { continue };
            let own = answers(choices);
            left_out += 1;
            let is_known = tried.iter().any(|&known| answers(known) == own);
            assert!(is_known, "{mistakes:?} {style:?} {}", G::NAME);
        }
    }
    assert!(left_out > 100);
}

/// Checks that ties, to whom they may go, leave every value as it is.
fn ties_keep_values<G: Entry>(engine: &str) {
    let setup = G::parse_setup("").unwrap();
    let plan = Plan::<G>::of(&setup, &engine.parse().unwrap(), None).unwrap();
    let mut positions = random_positions::<G>(&setup, 4, 5);
    positions.retain(|pos| pos.outcome().is_none());
    let value = |pos: &G, choices: Choices| {
        let mut effort = Effort::of(1_000_000);
        let found = plan.search(&Desk::new(pos), 3, choices, &mut effort, &mut Deaf);
        found.map(|(value, _)| (value + 0.0).to_bits())
    };
    let all = suspects(&plan, &positions[0]);
    let ties = all.iter().filter(|mistake| mistake.about() == About::Ties);
    let mut compared = 0;
    for (&tie, &other) in ties.flat_map(|tie| all.iter().map(move |other| (tie, other))) {
        for style in Style::ALL {
            let alone = Choices::with(style, &[other]);
            let both = Choices::with(style, &[tie, other]).filter(|_| go_together(tie, other));
            let (Some(alone), Some(both)) = (alone, both) else { continue };
            for pos in positions.iter().step_by(13) {
                assert_eq!(value(pos, alone), value(pos, both), "{tie:?} {other:?} {style:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn ties_decide_moves_and_never_values() {
    ties_keep_values::<Boom>("textbook:heuristic=valoracion-test,depth=3");
    ties_keep_values::<Connect4>("textbook:heuristic=ligue4,depth=3");
}

#[test]
fn styles_that_are_not_tried_add_nothing() {
    left_out_styles_add_nothing::<Boom>("textbook:heuristic=valoracion-test,depth=3");
    left_out_styles_add_nothing::<Connect4>("textbook:heuristic=ligue4,depth=3");
}
