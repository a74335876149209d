//! Traces of searches with a mistake, and exercises with one right answer.

use super::*;
use alinea_core::{Game, parse_position};
use alinea_games::{Boom, Mnk};

/// Boards that are played on after the end differ in who has won where both have a line.
#[test]
fn a_missing_terminal_test_is_named_however_the_board_judges_two_lines() {
    let setup = Mnk::parse_setup("3x3x3").unwrap();
    let plan = || {
        let engine = "textbook:heuristic=dezenas,depth=6".parse().unwrap();
        Plan::<Mnk>::of(&setup, &engine, None).unwrap()
    };
    let pos = parse_position::<Mnk>(&setup, "b2a1c3").unwrap().pos;
    let mistakes = [Mistake::TerminalMissing];
    let mut traces = Vec::new();
    for choices in Choices::variants(Style::Soft, &mistakes) {
        let trace = printed(&plan(), &pos, choices, MAX_NODES).unwrap();
        let Ok(read::Submitted::Tree { nodes, printed, cut, .. }) = read::read(trace.as_bytes())
        else {
            panic!("not a tree");
        };
        let grade = diagnose::tree(plan(), &pos, &(nodes, printed), cut).unwrap();
        assert_eq!(grade.candidates[0].ids(), mistakes, "{:?}", choices.both);
        traces.push(trace);
    }
    traces.sort();
    traces.dedup();
    assert!(traces.len() > 2, "the boards do not differ");
}

/// Every mistake that gives a trace is among its candidates, however the search is written.
fn all_that_fit_are_listed<G: Entry>(setup: &str, moves: &str, engine: &str) {
    let setup = G::parse_setup(setup).unwrap();
    let plan = || Plan::<G>::of(&setup, &engine.parse().unwrap(), None).unwrap();
    let pos = parse_position::<G>(&setup, moves).unwrap().pos;
    let own = plan();
    let trace = |mistakes: &[Mistake], style: Style| {
        printed(&own, &pos, Choices::with(style, mistakes)?, 50_000).ok()
    };
    let all = suspects(&own, &pos);
    let right: Vec<_> = Style::ALL.iter().filter_map(|&style| trace(&[], style)).collect();
    let of_all = all.iter().flat_map(|&mistake| {
        let traces = Style::ALL.into_iter().filter_map(|style| trace(&[mistake], style));
        traces.map(|trace| (mistake, trace)).collect::<Vec<_>>()
    });
    let mut given: Vec<(Mistake, String)> = of_all.collect();
    given.retain(|(_, trace)| !right.contains(trace));
    let mut traces: Vec<&String> = given.iter().map(|(_, trace)| trace).collect();
    traces.sort();
    traces.dedup();
    let mut shared = 0;
    for wrong in traces.into_iter().step_by(3) {
        let gives = |m: &Mistake| given.iter().any(|(other, t)| other == m && t == wrong);
        let mut expected: Vec<Mistake> = all.iter().copied().filter(gives).collect();
        shared += usize::from(expected.len() > 1);
        let Ok(read::Submitted::Tree { nodes, printed, cut, .. }) = read::read(wrong.as_bytes())
        else {
            panic!("not a tree");
        };
        let grade = diagnose::tree(plan(), &pos, &(nodes, printed), cut).unwrap();
        let found: Vec<Vec<Mistake>> = grade.candidates.iter().map(|one| one.ids()).collect();
        expected.retain(|m| !found.contains(&vec![*m]));
        assert!(expected.is_empty(), "{expected:?} not in {found:?}");
    }
    assert!(shared > 0, "no two mistakes give the same trace");
}

#[test]
fn all_mistakes_that_give_a_trace_are_listed() {
    let boom = "textbook:heuristic=valoracion-test,depth=3";
    all_that_fit_are_listed::<Boom>("", "-", boom);
}

#[test]
fn exercises_begin_in_open_positions() {
    let game = "connect4:4x4";
    let mut rng = SplitMix64::new(8);
    for _ in 0..3000 {
        let (position, _) = visit(game, Opening(&mut rng)).unwrap();
        let session = alinea_catalogue::open(game).unwrap().read(&position).unwrap();
        assert_eq!(session.outcome(), None, "{position}");
    }
}

/// One mistake in one kind of search may print what another prints in another kind.
fn has_one_right_answer<G: Entry>(game: &str, setup: &str) {
    let setup = G::parse_setup(setup).unwrap();
    let mut exercises = Exercises::new(1, Some(game));
    for _ in 0..120 {
        let exercise = exercises.next_one().unwrap();
        let engine = exercise.engine.parse().unwrap();
        let plan = Plan::<G>::of(&setup, &engine, None).unwrap();
        let pos = parse_position::<G>(&setup, &exercise.position).unwrap().pos;
        for (i, option) in exercise.options.iter().enumerate() {
            let gives = |style: Style| {
                let choices = Choices::with(style, &[option.mistake]);
                choices.and_then(|choices| printed(&plan, &pos, choices, 1000).ok())
                    == Some(exercise.trace.clone())
            };
            let is_right = Style::ALL.into_iter().any(gives);
            assert_eq!(is_right, i == exercise.answer, "{:?}", option.mistake);
        }
    }
}

#[test]
fn no_exercise_has_two_right_answers_however_searches_are_written() {
    has_one_right_answer::<Boom>("boom", "");
    has_one_right_answer::<Mnk>("mnk:3x3x3", "3x3x3");
}

#[test]
fn a_node_is_read_and_drawn_whatever_it_says() {
    let mut exercises = Exercises::new(2, Some("boom"));
    let one = exercises.next_one().unwrap();
    let with = |trace: &str| Exercise { trace: trace.to_owned(), ..one.clone() }.nodes();
    let line = "{\"depth\":2,\"move\":\"4\",\"alpha\":-1.5,\"beta\":null,\"value\":\"inf\"}\n";
    let nodes = with(line);
    let expected = ExerciseNode {
        depth: 2,
        mv: Some("4".to_owned()),
        alpha: -1.5,
        beta: f64::INFINITY,
        value: f64::INFINITY,
    };
    assert_eq!(nodes, [expected]);
    assert_eq!(nodes[0].drawn(), "    4 MAX [-1.5, +inf] = +inf");
    assert_eq!(with("junk\n")[0].drawn(), "root MAX [-inf, +inf] = 0");
}

#[test]
fn an_opening_has_a_few_stones_and_a_small_search() {
    let mut rng = SplitMix64::new(4);
    let mut counts = |game: &str| {
        let mut found = Vec::new();
        for _ in 0..200 {
            let (position, engine) = visit(game, Opening(&mut rng)).unwrap();
            let session = alinea_catalogue::open(game).unwrap().read(&position).unwrap();
            found.push((session.moves().len(), engine));
        }
        let engine = found[0].1.clone();
        assert!(found.iter().all(|(_, other)| *other == engine));
        let plies = found.iter().map(|(ply, _)| *ply);
        (plies.clone().min().unwrap(), plies.max().unwrap(), engine)
    };
    let (least, most, engine) = counts("connect4:9x6");
    assert_eq!((least, most, engine.as_str()), (1, 8, "textbook:depth=2"));
    // On squares the second stone lies beside the first.
    let (least, most, engine) = counts("gomoku:9");
    assert_eq!((least, most, engine.as_str()), (1, 2, "textbook:depth=2,near=1"));
}

#[test]
fn a_game_without_short_trees_has_no_exercises() {
    let mut none = Exercises { rng: SplitMix64::new(1), game: Some("mnk:1x1x1".to_owned()) };
    assert!(none.next_one().is_err());
    // A seed gives the same exercises again, another one others.
    let first = |seed| Exercises::new(seed, Some("mnk:3x3x3")).next_one().unwrap();
    assert_eq!(first(3), first(3));
    assert!((4..9).any(|seed| first(seed) != first(3)));
}

#[test]
fn a_log_is_written_as_the_course_writes_it() {
    let task = |game: &str, position: &str, engine: &str| Assignment {
        game: game.into(),
        position: position.into(),
        engine: engine.parse().unwrap(),
        files: None,
    };
    let boom = task("boom", "-", "textbook:heuristic=valoracion-test,depth=1");
    assert_eq!(
        mistaken_game(&boom, &[], 2).unwrap(),
        " Acciones aplicables Verde:  PUT 1 PUT 2 PUT 3 PUT 4 PUT 5 PUT 6 PUT 7\n\
         Valor MiniMax: 3  Accion: PUT 4\n \
         Acciones aplicables Azul:  PUT 1 PUT 2 PUT 3 PUT 4 PUT 5 PUT 6 PUT 7\n\
         Valor MiniMax: 3  Accion: PUT 4\n"
    );
    let bombs = task("boom", "1234567112", "textbook:heuristic=valoracion-test,depth=1");
    let log = mistaken_game(&bombs, &[], 1).unwrap();
    assert!(log.lines().next().unwrap().ends_with("PUT 7 BOOM"), "{log}");
    let columns = task("connect4", "121212", "textbook:heuristic=ligue4,depth=1");
    let log = mistaken_game(&columns, &[], 9).unwrap();
    assert!(log.starts_with(" Acciones aplicables Verde:  1 2 3 4 5 6 7\n"), "{log}");
    assert!(log.ends_with("Accion: 1\n") && log.lines().count() == 2, "{log}");
    // Two mistakes that no search can have at once, and a tree that nobody reads.
    let both = [Mistake::MaxEverywhere, Mistake::NegationMissing];
    let refused = mistaken_tree(&columns, &both).unwrap_err().to_string();
    assert_eq!(refused, "these mistakes exclude each other");
    let plan = Plan::<Boom>::of(&(), &boom.engine, None).unwrap();
    let printed = |most| printed(&plan, &Boom::new(), Choices::right(Style::Hard), most);
    assert_eq!(printed(8).unwrap().lines().count(), 8);
    assert_eq!(printed(7).unwrap_err(), too_large());
}
