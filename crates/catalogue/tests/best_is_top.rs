//! Whatever limit ends a search, its answer does not contradict itself: the best move leads the list, and no move of the list has a higher score.

use alinea_catalogue::{Session, open};
use alinea_core::SplitMix64;
use alinea_search::{Limits, Stop, Thought};

const GAMES: &[&str] = &[
    "connect4",
    "boom",
    "gomoku",
    "standard",
    "renju:9",
    "caro",
    "mnk:5x5x4",
    "mnk:7x6x4+gravity",
];

/// A position some random moves into a game that is still open.
fn random_position(start: &dyn Session, rng: &mut SplitMix64, plies: usize) -> Box<dyn Session> {
    let mut session = start.boxed_clone();
    for _ in 0..plies {
        let legal = session.legal();
        let Some(mv) = rng.pick(&legal).cloned() else { break };
        session.play(&mv).unwrap();
        if session.outcome().is_some() {
            session.undo();
            break;
        }
    }
    session
}

/// What a thought says against itself.
fn contradiction(thought: &Thought<String>) -> Option<&'static str> {
    let first = thought.moves.first()?;
    let starts = |line: &[String], mv: &String| line.first().is_none_or(|start| start == mv);
    match () {
        () if Some(&first.mv) != thought.best.as_ref() => Some("the best move does not lead"),
        () if first.score != thought.score => Some("the best move has another score"),
        () if !starts(&thought.line, &first.mv) => Some("the line begins with another move"),
        () if !thought.moves.is_sorted_by(|a, b| a.score >= b.score) => Some("not in order"),
        () if thought.moves.iter().any(|root| !starts(&root.line, &root.mv)) => {
            Some("a line begins with another move")
        }
        () => None,
    }
}

#[test]
fn the_best_move_is_the_top_score_wherever_a_search_ends() {
    let mut rng = SplitMix64::new(20);
    let mut failures = Vec::new();
    for game in GAMES {
        let start = open(game).unwrap();
        let engines = start.engines();
        for name in engines.iter().filter(|name| !["random", "level", "process"].contains(name)) {
            let Ok(mut seat) = start.seat(&name.parse().unwrap()) else { continue };
            for round in 0..5 {
                let session = random_position(start.as_ref(), &mut rng, 2 + 3 * round);
                for (nodes, lines) in [(1, 1), (90, 4), (700, 1), (1700, 3), (4000, 32)] {
                    for limits in [Limits::nodes(nodes), Limits::nodes(nodes).for_analysis()] {
                        // A textbook search is literal and needs a depth.
                        let depth = name.starts_with("textbook").then_some(2);
                        let limits = Limits { lines, depth, ..limits };
                        let position = format!("{} {}", session.start(), session.moves().join(" "));
                        let context = format!("{name} at {game} {position}, {limits:?}");
                        let stop = Stop::new();
                        seat.new_game();
                        let mut wrong = None;
                        let mut observe = |thought: &Thought<String>| {
                            wrong = wrong.or(contradiction(thought));
                        };
                        let end = seat.think(session.as_ref(), &limits, &stop, &mut observe);
                        let end = end.unwrap();
                        assert!(end.best.is_some(), "{context}");
                        let wrong = wrong.or(contradiction(&end));
                        failures.extend(wrong.map(|wrong| format!("{wrong}: {context}")));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of them: {:#?}", failures.len(), failures);
}

/// Openings where an iteration that was not finished used to name a best move below the top of its own list.
#[test]
fn openings_of_standard_gomoku_hold_together() {
    let session = open("standard").unwrap().read("g11g10j13h11").unwrap();
    let mut seat = session.seat(&"best".parse().unwrap()).unwrap();
    for nodes in (2_000..12_000).step_by(700) {
        let limits = Limits { lines: 3, ..Limits::nodes(nodes) }.for_analysis();
        seat.new_game();
        let end = seat.think(session.as_ref(), &limits, &Stop::new(), &mut alinea_search::Ignore);
        assert_eq!(contradiction(&end.unwrap()), None, "{nodes} nodes");
    }
}
