//! One game between two seats, every move checked.

use crate::record::GameResult;
use crate::{End, Job, Plan, Record, Times};
use alinea_catalogue::{Failure, GameClock, Seat, Session};
use alinea_core::{Outcome, Player};
use alinea_search::{Clock, Ignore, Limits, Stop, Thought};
use std::time::Duration;

/// One side of one game.
pub(crate) struct SeatedPlayer<'s> {
    pub(crate) seat: &'s mut dyn Seat,
    pub(crate) name: &'s str,
    /// Whether its proofs count.
    pub(crate) trusted: bool,
}

/// How a game ended, before it is written down.
struct Ending {
    winner: Option<Player>,
    end: End,
    reason: Option<String>,
}

impl Ending {
    fn of(outcome: Outcome, end: End) -> Ending {
        Ending { winner: outcome.winner(), end, reason: None }
    }

    fn lost_by(loser: Player, end: End, reason: String) -> Ending {
        Ending { winner: Some(loser.other()), end, reason: Some(reason) }
    }

    fn failed(loser: Player, failure: &Failure) -> Ending {
        let end = match failure {
            Failure::Illegal(_) => End::Illegal,
            Failure::Timeout => End::Timeout,
            Failure::Crash(_) => End::Crash,
            Failure::Script { .. } => End::Script,
        };
        Ending::lost_by(loser, end, failure.to_string())
    }
}

/// Counters of a game in progress, by side.
#[derive(Default)]
struct Counters {
    nodes: [u64; 2],
    think_ms: [f64; 2],
    slowest_ms: [f64; 2],
    moves: [u32; 2],
    hopeless: [u32; 2],
    /// What the clocks show, in games that have some.
    clocks: Option<[GameClock; 2]>,
}

/// Plays a game from the session's position; `None` if it was stopped on the way.
pub(crate) fn play(
    plan: &Plan,
    job: &Job,
    session: &mut dyn Session,
    players: [SeatedPlayer<'_>; 2],
    stop: &Stop,
) -> Option<(Record, Times)> {
    let limits = plan.limits();
    let clock = Clock::start();
    let opening = session.moves().len();
    let clocks = plan.clock.map(|clock| [clock.start(); 2]);
    let mut counters = Counters { clocks, ..Counters::default() };
    let [first, second] = players;
    let names = [first.name, second.name];
    let mut players = [first, second];
    players.iter_mut().for_each(|player| player.seat.new_game());
    let ending = loop {
        if let Some(outcome) = session.outcome() {
            break Ending::of(outcome, End::Rules);
        }
        if session.moves().len() >= plan.max_plies as usize {
            break Ending::of(Outcome::Draw, End::Cap);
        }
        let player = &mut players[session.turn().index()];
        let ending = one_move(plan, session, player, &limits, stop, &mut counters);
        if stop.is_set() {
            return None;
        }
        if let Some(ending) = ending {
            break ending;
        }
    };
    let result = match ending.winner {
        Some(Player::First) => GameResult::First,
        Some(Player::Second) => GameResult::Second,
        None => GameResult::Draw,
    };
    let record = Record {
        game: job.number + 1,
        round: job.round + 1,
        first: names[0].to_owned(),
        second: names[1].to_owned(),
        start: session.start().to_owned(),
        opening,
        moves: session.moves().join(" "),
        plies: session.moves().len(),
        result,
        end: ending.end,
        reason: ending.reason,
        nodes: counters.nodes,
    };
    let times = Times {
        game: job.number + 1,
        think_ms: counters.think_ms.map(round_ms),
        slowest_ms: counters.slowest_ms.map(round_ms),
        moves: counters.moves,
        game_ms: round_ms(clock.elapsed().as_secs_f64() * 1000.0),
    };
    Some((record, times))
}

/// Asks for a move and plays it; tells how the game ended if it ended otherwise than by rule.
fn one_move(
    plan: &Plan,
    session: &mut dyn Session,
    player: &mut SeatedPlayer<'_>,
    limits: &Limits,
    stop: &Stop,
    counters: &mut Counters,
) -> Option<Ending> {
    let mover = session.turn();
    let side = mover.index();
    let mut limits = *limits;
    if let Some(clocks) = &counters.clocks {
        limits.time = Some(clocks[side].share());
        player.seat.set_clock(clocks[side]);
    }
    let clock = Clock::start();
    let thought = player.seat.think(session, &limits, stop, &mut Ignore);
    let elapsed = clock.elapsed();
    let ms = elapsed.as_secs_f64() * 1000.0;
    counters.think_ms[side] += ms;
    counters.slowest_ms[side] = counters.slowest_ms[side].max(ms);
    counters.moves[side] += 1;
    let thought = match thought {
        Ok(thought) => thought,
        Err(failure) => return Some(Ending::failed(mover, &failure)),
    };
    counters.nodes[side] += thought.nodes;
    if run_down(plan, counters, side, elapsed) {
        return Some(Ending::failed(mover, &Failure::Timeout));
    }
    let Some(mv) = thought.best.as_deref() else {
        let failure = Failure::Crash("answered without a move".into());
        return Some(Ending::failed(mover, &failure));
    };
    if session.play(mv).is_err() {
        let shown: String = mv.chars().take(40).collect();
        return Some(Ending::failed(mover, &Failure::Illegal(shown)));
    }
    if session.outcome().is_some() {
        return None;
    }
    proven(plan, player, mover, &thought)
        .or_else(|| resigned(plan, mover, &thought, &mut counters.hopeless[side]))
}

/// Whether a side's clock ran down in its move; else the increment is added.
fn run_down(plan: &Plan, counters: &mut Counters, side: usize, elapsed: Duration) -> bool {
    let (Some(clocks), Some(control)) = (counters.clocks.as_mut(), plan.clock) else {
        return false;
    };
    let clock = &mut clocks[side];
    if elapsed > clock.left + Duration::from_millis(control.grace_ms) {
        return true;
    }
    clock.left = clock.left.saturating_sub(elapsed) + clock.increment;
    false
}

/// The result that a trusted engine proved, if the plan takes its word.
fn proven(
    plan: &Plan,
    player: &SeatedPlayer<'_>,
    mover: Player,
    thought: &Thought<String>,
) -> Option<Ending> {
    if !(plan.adjudicate && player.trusted && thought.proven) {
        return None;
    }
    let outcome = match (thought.score.win(), thought.score.loss()) {
        (Some(_), _) => Outcome::Win(mover),
        (_, Some(_)) => Outcome::Win(mover.other()),
        _ => Outcome::Draw,
    };
    Some(Ending::of(outcome, End::Proven))
}

/// Whether the mover gives up, having been far behind for long enough.
fn resigned(
    plan: &Plan,
    mover: Player,
    thought: &Thought<String>,
    hopeless: &mut u32,
) -> Option<Ending> {
    let resign = plan.resign?;
    let behind = thought.score.loss().is_some()
        || (!thought.score.is_decided() && thought.score.points() <= -resign.points);
    *hopeless = if behind { *hopeless + 1 } else { 0 };
    (*hopeless >= resign.moves).then(|| Ending::of(Outcome::Win(mover.other()), End::Resign))
}

/// Microseconds are fine enough, and keep the lines short.
fn round_ms(ms: f64) -> f64 {
    (ms * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Resign;
    use alinea_catalogue::open;
    use alinea_search::{Observer, Score as Points};

    /// Plays its moves in turn, each with its score; then fails.
    struct Scripted(Vec<(&'static str, f64)>);

    impl Seat for Scripted {
        fn think(
            &mut self,
            _: &dyn Session,
            _: &Limits,
            _: &Stop,
            _: &mut dyn Observer<String>,
        ) -> Result<Thought<String>, Failure> {
            if self.0.is_empty() {
                return Err(Failure::Crash("at the end of its script".into()));
            }
            let (mv, points) = self.0.remove(0);
            let mut thought = Thought::of(Some(mv.to_owned()));
            thought.score = Points::estimate(points);
            Ok(thought)
        }
    }

    fn game(
        resign: Option<Resign>,
        first: &[(&'static str, f64)],
        second: &[(&'static str, f64)],
    ) -> Record {
        let plan = Plan {
            resign,
            ..Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 2)
        };
        let job = plan.order().job(0);
        let (mut first, mut second) = (Scripted(first.to_vec()), Scripted(second.to_vec()));
        let players = [
            SeatedPlayer { seat: &mut first, name: "a", trusted: true },
            SeatedPlayer { seat: &mut second, name: "b", trusted: true },
        ];
        let mut session = open("connect4").unwrap();
        play(&plan, &job, &mut *session, players, &Stop::new()).unwrap().0
    }

    const CALM: [(&str, f64); 3] = [("4", 0.0), ("4", 0.0), ("3", 0.0)];

    #[test]
    fn who_is_behind_for_long_enough_gives_up_and_loses() {
        let resign = Some(Resign { points: 50.0, moves: 2 });
        let behind = [("1", -50.0), ("1", -60.0)];
        let record = game(resign, &behind, &CALM);
        assert_eq!((record.result, record.end, record.plies), (GameResult::Second, End::Resign, 3));
        let record = game(resign, &CALM, &behind);
        assert_eq!((record.result, record.end, record.plies), (GameResult::First, End::Resign, 4));
    }

    #[test]
    fn being_behind_now_and_then_or_being_ahead_is_no_reason_to_give_up() {
        let resign = Some(Resign { points: 50.0, moves: 2 });
        for script in [
            [("1", -60.0), ("1", 0.0), ("1", -60.0)],
            [("1", -49.0), ("1", -49.0), ("1", -49.0)],
            [("1", 60.0), ("1", 60.0), ("1", 60.0)],
        ] {
            assert_eq!(game(resign, &script, &CALM).end, End::Crash, "{script:?}");
        }
        let behind = [("1", -60.0), ("1", -60.0), ("1", -60.0)];
        assert_eq!(game(None, &behind, &CALM).end, End::Crash);
    }

    #[test]
    fn a_certain_loss_is_a_reason_to_give_up_and_a_certain_win_is_none() {
        let resign = Some(Resign { points: 50.0, moves: 1 });
        let plan = Plan { resign, ..Plan::new("connect4", &[], 0) };
        let thought = |score| Thought { score, ..Thought::of(Some("4".to_owned())) };
        for mover in Player::BOTH {
            let ending = resigned(&plan, mover, &thought(Points::loss_in(6)), &mut 0).unwrap();
            assert_eq!((ending.winner, ending.end), (Some(mover.other()), End::Resign));
            assert!(resigned(&plan, mover, &thought(Points::win_in(5)), &mut 0).is_none());
        }
    }

    #[test]
    fn what_a_trusted_engine_proves_ends_the_game_for_the_side_it_says() {
        let plan = Plan { adjudicate: true, ..Plan::new("connect4", &[], 0) };
        let mut seat = Scripted(Vec::new());
        let mut player = SeatedPlayer { seat: &mut seat, name: "a", trusted: true };
        let thought = |score| Thought { score, proven: true, ..Thought::of(Some("4".to_owned())) };
        for mover in Player::BOTH {
            for (score, winner) in [
                (Points::win_in(5), Some(mover)),
                (Points::loss_in(6), Some(mover.other())),
                (Points::DRAW, None),
            ] {
                let ending = proven(&plan, &player, mover, &thought(score)).unwrap();
                assert_eq!((ending.winner, ending.end), (winner, End::Proven), "{score:?}");
                let unsure = Thought { proven: false, ..thought(score) };
                assert!(proven(&plan, &player, mover, &unsure).is_none());
            }
        }
        player.trusted = false;
        assert!(proven(&plan, &player, Player::First, &thought(Points::win_in(5))).is_none());
    }

    #[test]
    fn a_clock_is_exact() {
        let clock = crate::TimeControl { base_ms: 1_000, increment_ms: 50, grace_ms: 100 };
        let plan = Plan {
            clock: Some(clock),
            ..Plan::new("connect4", &["a", "b"].map(|name| name.parse().unwrap()), 2)
        };
        let mut counters = Counters { clocks: Some([clock.start(); 2]), ..Counters::default() };
        let ms = Duration::from_millis;
        assert!(!run_down(&plan, &mut counters, 0, ms(400)));
        assert_eq!(counters.clocks.unwrap()[0].left, ms(650));
        assert_eq!(counters.clocks.unwrap()[1].left, ms(1_000));
        // Within the grace nothing is left but the increment; beyond it the game is lost.
        assert!(!run_down(&plan, &mut counters, 0, ms(750)));
        assert_eq!(counters.clocks.unwrap()[0].left, ms(50));
        assert!(run_down(&plan, &mut counters, 0, ms(151)));
        assert!(!run_down(&plan, &mut counters, 1, ms(1_100)));
    }

    #[test]
    fn who_fails_loses_on_either_seat() {
        let record = game(None, &[], &CALM);
        assert_eq!((record.result, record.end, record.plies), (GameResult::Second, End::Crash, 0));
        assert!(record.reason.unwrap().contains("end of its script"));
        let record = game(None, &CALM, &[]);
        assert_eq!((record.result, record.end, record.plies), (GameResult::First, End::Crash, 1));
        let record = game(None, &[("9", 0.0)], &CALM);
        assert_eq!((record.result, record.end), (GameResult::Second, End::Illegal));
        let record = game(None, &CALM, &[("9", 0.0)]);
        assert_eq!((record.result, record.end), (GameResult::First, End::Illegal));
    }
}
