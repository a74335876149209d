//! From a request to a plan and its files.

mod common;

use alinea_arena::{Conduct, Contest, Place, Request, seat};
use alinea_catalogue::open;
use alinea_child::SeatOptions;
use alinea_search::{Limits, Stop};
use common::{Scratch, request};

/// Whatever is typed without a limit ends by itself: every engine of every game.
#[test]
fn engines_that_never_end_get_a_bound() {
    let scratch = Scratch::new();
    for game in ["connect4", "gomoku:9", "renju:9", "boom", "mnk:3x3x3", "mnk:5x5x4+gravity"] {
        let session = open(game).unwrap();
        for engine in session.engines() {
            let engine = if engine == "level" { "level:1" } else { engine };
            let place = Place::New(scratch.0.join("never-made"));
            let contest = Contest::prepare(&request(game, &[engine, "random"], place)).unwrap();
            let contestant = &contest.plan.contestants[0];
            let seat = seat(&*session, contestant, &SeatOptions::default()).unwrap();
            assert!(!seat.is_open_ended(), "{contestant} of {game} would think for ever");
        }
    }
}

/// A limit for all is a limit for each; one of its own is kept.
#[test]
fn limits_are_not_added_to_limits() {
    let place = || Place::New("never-made".into());
    let mut asked = request("connect4", &["best", "alphabeta:nodes=9"], place());
    let prepared = |asked: &Request| Contest::prepare(asked).unwrap().plan.names();
    assert_eq!(prepared(&asked), ["best:time=0.1", "alphabeta:nodes=9"]);
    asked.limits = Limits::nodes(50);
    assert_eq!(prepared(&asked), ["best", "alphabeta:nodes=9"]);
}

#[test]
fn a_passing_match_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let place = Place::Passing(vec![scratch.0.clone()]);
    let mut contest =
        Contest::prepare(&request("mnk:3x3x3", &["random", "random"], place)).unwrap();
    let conduct = Conduct { concurrency: Some(1), ..Conduct::default() };
    let finish = contest.play(&conduct, &Stop::new(), &mut |_| ()).unwrap();
    assert_eq!((finish.tally.games(), finish.interrupted), (2, false));
    assert!(contest.dir.join("games.jsonl").exists() && contest.is_passing());
    contest.forget();
    assert!(std::fs::read_dir(&scratch.0).unwrap().next().is_none());
}
