//! Any lines as a conversation of the Gomocup protocol: every thought asked for has a position that
//! the engine can think about, and its move is taken and told as a point of the board.
#![no_main]

use alinea_engines::gomoku::engine::GomokuEngine;
use alinea_gomocup::brain::{Answer, Brain, Effect, Purpose, Task};
use alinea_search::{Ignore, Limits, Stop};
use std::cell::RefCell;

thread_local! {
    static ENGINE: RefCell<GomokuEngine> = RefCell::new(GomokuEngine::new(1 << 16, 1));
}

/// The engine's first idea, where a move is asked for.
fn answer(task: &Task) -> Answer {
    if !matches!(task.purpose, Purpose::Move | Purpose::Best(_)) {
        return Answer::Nothing;
    }
    let limits = Limits::nodes(1);
    let thought = ENGINE.with_borrow_mut(|engine| {
        engine.think_on(&task.placement, &limits, &Stop::new(), &mut Ignore)
    });
    thought.best.map_or(Answer::Nothing, Answer::Move)
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut brain = Brain::new();
    for line in text.lines().take(200) {
        match brain.handle(line) {
            Effect::Think(task) => {
                let answer = answer(&task);
                let said = brain.conclude(&answer);
                assert!(said.iter().all(|line| !line.contains('\n')));
                if matches!(answer, Answer::Move(_)) {
                    let point = said.last().and_then(|line| line.split_once(','));
                    let side = task.placement.size().get();
                    let inside = |number: &str| number.parse().is_ok_and(|n: u8| n < side);
                    assert!(point.is_some_and(|(x, y)| inside(x) && inside(y)), "{said:?}");
                }
            }
            Effect::Say(said) | Effect::Abandon(said) => {
                assert!(said.iter().all(|line| !line.contains('\n')), "{said:?}");
            }
            Effect::Quit => return,
            Effect::Nothing | Effect::Stop => {}
        }
    }
});
