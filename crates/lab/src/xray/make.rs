//! Makes positions whose truth is known: random games mixed with sensible moves, judged by the
//! strongest engine of the game; only what it decides is kept.

use super::Truth;
use alinea_catalogue::{EngineSpec, Seat, Session, Setting, SpecError, open};
use alinea_core::{Cell, SplitMix64};
use alinea_search::{Ignore, Limits, RootMove, Score, Stop, Thought};
use std::collections::HashSet;

/// A win or a loss at once teaches nothing.
const LEAST_PLIES: i32 = 3;
/// Moves beyond the best one are judged with this part of the nodes.
const OTHER_MOVES: u64 = 10;
/// Boards with more legal moves than this are large: only moves near the stones are looked at.
const LARGE: usize = 60;

/// Which positions to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Positions, half of them won and half of them lost where scores are not exact.
    pub count: usize,
    /// How far the strongest engine looks at each.
    pub nodes: u64,
    /// Of the random games.
    pub rng_seed: u64,
    /// Positions tried for each that is wanted: an engine that decides nothing ends the search too.
    pub tries: usize,
}

/// Positions of a game, fewer if the engine decides too few; the same for the same seed.
pub fn solve(game: &str, wanted: Wanted) -> Result<Vec<Truth>, SpecError> {
    let Wanted { count, nodes, rng_seed, tries } = wanted;
    let start = open(game)?;
    let mut judge = start.seat(&EngineSpec::best())?;
    let mut player = start.seat(&EngineSpec::textbook().with(Setting::Depth(2)))?;
    let mut rng = SplitMix64::new(rng_seed);
    let mut seen = HashSet::new();
    let mut truths: Vec<Truth> = Vec::new();
    for _ in 0..count.saturating_mul(tries) {
        if truths.len() >= count {
            break;
        }
        let of = |result: i32| truths.iter().filter(|truth| truth.result() == result).count();
        // Half won, half lost: while fewer are lost than won, no win stays one. Exact scores are
        // kept as they come.
        let (won, lost) = (of(1), of(-1));
        let is_wanted = |truth: &Truth| truth.is_exact() || truth.score > 0 || lost < count / 2;
        let mut session = start.boxed_clone();
        let length = 6 + rng.below(32);
        if walk(&mut *session, &mut *player, length, &mut rng) && seen.insert(session.key()) {
            let found = judged(&mut *session, &mut *judge, nodes, lost < won);
            truths.extend(found.filter(is_wanted));
        }
    }
    Ok(truths)
}

/// The truth about a position, if the engine finds it within the nodes. Proofs of losses are rare,
/// so a proven win is turned into one where the `loser`'s side is wanted.
pub(super) fn judged(
    session: &mut dyn Session,
    judge: &mut dyn Seat,
    nodes: u64,
    loser: bool,
) -> Option<Truth> {
    let limits = Limits { lines: 7, ..Limits::nodes(nodes) };
    let thought = judge.think(session, &limits, &Stop::new(), &mut Ignore).ok()?;
    if !thought.proven {
        return None;
    }
    if let Some(moves) = exact_scores(&thought) {
        return truth(session, moves);
    }
    let score = decided(thought.score)?;
    if score.abs() >= 1000 - LEAST_PLIES {
        return None;
    }
    if score > 0 && loser {
        session.play(thought.best.as_ref()?).ok()?;
        let answer = judge.think(session, &limits, &Stop::new(), &mut Ignore).ok()?;
        let is_slow = decided(answer.score).is_some_and(|score| score.abs() < 1000 - LEAST_PLIES);
        return (answer.proven && is_slow).then(|| best_alone(session, &answer)).flatten();
    }
    match score {
        1.. => truth(session, winning(session.boxed_clone(), judge, nodes, &thought)),
        _ => best_alone(session, &thought),
    }
}

/// The exact scores of all moves, where the engine knows such scores.
pub(super) fn exact_scores(thought: &Thought<String>) -> Option<Vec<(String, i32)>> {
    let exact = |root: &RootMove<String>| Some((root.mv.clone(), root.exact?));
    let scores: Vec<_> = thought.moves.iter().map(exact).collect::<Option<_>>()?;
    (!scores.is_empty()).then_some(scores)
}

/// A position whose best move alone is known.
fn best_alone(session: &dyn Session, thought: &Thought<String>) -> Option<Truth> {
    truth(session, vec![(thought.best.clone()?, decided(thought.score)?)])
}

fn truth(session: &dyn Session, moves: Vec<(String, i32)>) -> Option<Truth> {
    let score = moves.iter().map(|(_, score)| *score).max()?;
    Some(Truth { position: session.moves().concat(), score, moves })
}

/// The best move and every other that is proven to win.
fn winning(
    mut session: Box<dyn Session>,
    judge: &mut dyn Seat,
    nodes: u64,
    thought: &Thought<String>,
) -> Vec<(String, i32)> {
    let best = thought.best.clone().unwrap_or_default();
    let mut moves = vec![(best.clone(), decided(thought.score).unwrap_or_default())];
    for mv in candidates(&*session).into_iter().filter(|mv| *mv != best) {
        if session.play(&mv).is_err() {
            continue;
        }
        let limits = Limits::nodes(nodes / OTHER_MOVES);
        let answer = judge.think(&*session, &limits, &Stop::new(), &mut Ignore).ok();
        // The opponent's loss in n plies is ours in n + 1.
        let lost = answer.filter(|a| a.proven).and_then(|a| decided(a.score)).filter(|s| *s < 0);
        moves.extend(lost.map(|score| (mv, -score - 1)));
        let _ = session.undo();
    }
    moves
}

/// Every legal move; on large boards those within two squares of a stone.
fn candidates(session: &dyn Session) -> Vec<String> {
    let mut legal = session.legal();
    if legal.len() > LARGE {
        let stones: Vec<Cell> = session.moves().iter().filter_map(|mv| mv.parse().ok()).collect();
        let is_near = |c: Cell| {
            stones.iter().any(|s| c.col.abs_diff(s.col) <= 2 && c.row.abs_diff(s.row) <= 2)
        };
        legal.retain(|mv| mv.parse().is_ok_and(is_near));
    }
    legal
}

/// Plays so many moves, some of them at random; false if the game ended on the way.
pub(super) fn walk(
    session: &mut dyn Session,
    player: &mut dyn Seat,
    length: usize,
    rng: &mut SplitMix64,
) -> bool {
    // Games of random moves alone are decided early; sensible ones are balanced for longer.
    let random = 0.2 + 0.6 * rng.unit();
    for ply in 0..length {
        let mv = if ply < 2 || rng.unit() < random {
            near(session, rng)
        } else {
            let thought = player.think(session, &Limits::depth(2), &Stop::new(), &mut Ignore);
            thought.ok().and_then(|thought| thought.best)
        };
        let Some(mv) = mv else { return false };
        if session.play(&mv).is_err() || session.outcome().is_some() {
            return false;
        }
    }
    true
}

/// A random move; on large boards one of the middle.
pub(super) fn near(session: &dyn Session, rng: &mut SplitMix64) -> Option<String> {
    let mut legal = session.legal();
    if legal.len() > LARGE {
        legal.retain(|mv| {
            let cell: Option<Cell> = mv.parse().ok();
            cell.is_some_and(|c| (5..10).contains(&c.col) && (5..10).contains(&c.row))
        });
    }
    rng.pick(&legal).cloned()
}

/// A win in n plies is 1000 - n, a loss n - 1000, a draw 0; `None` if it is an estimate.
fn decided(score: Score) -> Option<i32> {
    let win = score.win().map(|plies| 1000 - plies as i32);
    let loss = score.loss().map(|plies| plies as i32 - 1000);
    win.or(loss).or((score == Score::DRAW).then_some(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_catalogue::Failure;
    use alinea_search::Observer;

    /// An engine that answers as it is told.
    struct Told<F>(F);

    impl<F: FnMut(&dyn Session, &Limits) -> Thought<String> + Send> Seat for Told<F> {
        fn think(
            &mut self,
            session: &dyn Session,
            limits: &Limits,
            _: &Stop,
            _: &mut dyn Observer<String>,
        ) -> Result<Thought<String>, Failure> {
            Ok((self.0)(session, limits))
        }
    }

    fn proven(best: &str, score: Score) -> Thought<String> {
        Thought { score, proven: true, ..Thought::of(Some(best.to_owned())) }
    }

    fn board(moves: &str) -> Box<dyn Session> {
        open("mnk:3x3x3").unwrap().read(moves).unwrap()
    }

    /// The truth after two moves by an engine that says this there, and that after another one.
    fn told(here: Thought<String>, after: Thought<String>, loser: bool) -> Option<String> {
        let mut judge =
            Told(move |session: &dyn Session, _: &Limits| match session.moves().len() {
                2 => here.clone(),
                _ => after.clone(),
            });
        let truth = judged(&mut *board("a1b1"), &mut judge, 1_000, loser)?;
        Some(super::super::written(&truth))
    }

    #[test]
    fn only_what_is_proven_and_not_over_at_once_is_kept() {
        let estimate = || Thought::of(Some("c3".to_owned()));
        let here = |score: Score| told(proven("c3", score), estimate(), false);
        assert_eq!(told(estimate(), estimate(), false), None);
        assert_eq!(here(Score::estimate(9.0)), None);
        assert_eq!(here(Score::win_in(3)), None);
        assert_eq!(here(Score::loss_in(3)), None);
        assert_eq!(here(Score::win_in(4)).as_deref(), Some("a1b1 996 c3=996"));
        assert_eq!(here(Score::loss_in(4)).as_deref(), Some("a1b1 -996 c3=-996"));
        assert_eq!(here(Score::DRAW).as_deref(), Some("a1b1 0 c3=0"));
    }

    #[test]
    fn a_win_becomes_a_loss_where_one_is_wanted() {
        let loss = |plies| proven("b2", Score::loss_in(plies));
        let after = |after: Thought<String>| told(proven("c3", Score::win_in(7)), after, true);
        assert_eq!(after(loss(6)).as_deref(), Some("a1b1c3 -994 b2=-994"));
        assert_eq!(after(loss(4)).as_deref(), Some("a1b1c3 -996 b2=-996"));
        assert_eq!(after(loss(3)), None);
        assert_eq!(after(Thought { proven: false, ..loss(6) }), None);
        assert_eq!(after(proven("b2", Score::estimate(-9.0))), None);
        // What is lost or drawn stays as it is.
        let stays = |score| told(proven("c3", score), loss(6), true);
        assert_eq!(stays(Score::loss_in(8)).as_deref(), Some("a1b1 -992 c3=-992"));
        assert_eq!(stays(Score::DRAW).as_deref(), Some("a1b1 0 c3=0"));
    }

    #[test]
    fn exact_scores_are_taken_as_they_are() {
        let root = |mv: &str, exact| RootMove {
            exact,
            ..RootMove::new(mv.to_owned(), Score::estimate(0.0))
        };
        let moves = [root("a2", Some(-4)), root("b2", Some(18)), root("c3", Some(-20))];
        // As many moves as were asked for.
        let mut judge = Told(|_: &dyn Session, limits: &Limits| Thought {
            moves: moves.iter().take(limits.lines).cloned().collect(),
            ..proven("b2", Score::win_in(1))
        });
        let truth = judged(&mut *board("a1b1"), &mut judge, 1_000, true).unwrap();
        assert_eq!(super::super::written(&truth), "a1b1 18 a2=-4,b2=18,c3=-20");
        let some = vec![root("a2", Some(1)), root("b2", None)];
        for moves in [some, Vec::new()] {
            assert_eq!(exact_scores(&Thought { moves, ..Thought::of(None) }), None);
        }
    }

    #[test]
    fn every_other_move_that_is_proven_to_win_is_named() {
        let mut asked = Vec::new();
        let mut judge = Told(|session: &dyn Session, limits: &Limits| {
            let [.., last] = session.moves() else { panic!("somebody moved") };
            if session.moves().len() == 2 {
                return proven("c3", Score::win_in(5));
            }
            asked.push(limits.nodes);
            match last.as_str() {
                "a2" => proven("b2", Score::loss_in(6)),
                "b2" => Thought { proven: false, ..proven("a2", Score::loss_in(6)) },
                "c2" => proven("a2", Score::win_in(5)),
                "a3" => proven("a2", Score::DRAW),
                "b3" => proven("a2", Score::loss_in(8)),
                "c1" => proven("a2", Score::estimate(-3.0)),
                other => panic!("{other} is the best move or none"),
            }
        });
        let truth = judged(&mut *board("a1b1"), &mut judge, 1_000, false).unwrap();
        assert_eq!(super::super::written(&truth), "a1b1 995 c3=995,b3=991,a2=993");
        // A tenth of the nodes for each of the six.
        assert_eq!(asked, [Some(100); 6]);
    }

    #[test]
    fn on_large_boards_only_moves_near_the_stones_are_candidates() {
        let found =
            |game: &str, moves: &str| candidates(&*open(game).unwrap().read(moves).unwrap()).len();
        assert_eq!(found("gomoku", "h8"), 24);
        assert_eq!(found("gomoku", "h8o15"), 24 + 8);
        assert_eq!(found("mnk:8x8x5", "a1a2a3"), 5 + 5 + 2, "61 squares are many");
        assert_eq!(found("mnk:8x8x5", "a1a2a3a4"), 60, "60 are not");
    }

    #[test]
    fn on_large_boards_random_moves_are_in_the_middle() {
        let mut rng = SplitMix64::new(3);
        let mut drawn = |game: &str, moves: &str| -> HashSet<String> {
            let session = open(game).unwrap().read(moves).unwrap();
            (0..300).filter_map(|_| near(&*session, &mut rng)).collect()
        };
        let middle = |mv: &String| {
            let cell: Cell = mv.parse().unwrap();
            (5..10).contains(&cell.col) && (5..10).contains(&cell.row)
        };
        let large = drawn("gomoku", "h8");
        assert_eq!((large.len(), large.iter().all(middle)), (24, true));
        let small = drawn("mnk:8x8x5", "a1a2a3a4");
        assert!(small.len() > 40 && !small.iter().all(middle), "{small:?}");
        assert!(drawn("mnk:8x8x5", "a1a2a3").iter().all(middle));
        assert_eq!(drawn("mnk:3x3x3", "a1b1a2b2a3").len(), 0, "nothing is left to play");
    }

    #[test]
    fn a_walk_is_whole_or_has_failed() {
        let mut rng = SplitMix64::new(5);
        let mut whole = [0; 2];
        for length in (1..10).cycle().take(200) {
            let mut session = board("-");
            let mut player = Told(|session: &dyn Session, _: &Limits| {
                assert!(session.moves().len() >= 2, "the first two moves are random");
                Thought::of(session.legal().first().cloned())
            });
            let walked = walk(&mut *session, &mut player, length, &mut rng);
            let is_whole = session.moves().len() == length && session.outcome().is_none();
            assert_eq!(walked, is_whole, "{:?}", session.moves());
            whole[usize::from(walked)] += 1;
        }
        assert!(whole.iter().all(|count| *count > 40), "{whole:?}");
        let mut cheat = Told(|_: &dyn Session, _: &Limits| Thought::of(Some("z9".to_owned())));
        let walks = (0..20).filter(|_| walk(&mut *board("-"), &mut cheat, 6, &mut rng)).count();
        assert!(walks < 10, "{walks} of 20 walks did without the player's moves");
    }

    #[test]
    fn about_half_of_a_walk_is_random_from_the_third_move_on() {
        let mut rng = SplitMix64::new(5);
        let mut asked = [0_u32; 12];
        for _ in 0..200 {
            let mut session = open("mnk:6x6x6").unwrap();
            let mut player = Told(|session: &dyn Session, limits: &Limits| {
                asked[session.moves().len()] += 1;
                assert_eq!(limits.depth, Some(2));
                Thought::of(session.legal().first().cloned())
            });
            assert!(walk(&mut *session, &mut player, 12, &mut rng));
        }
        assert_eq!(asked[..2], [0, 0]);
        assert!(asked[2..].iter().all(|count| (70..130).contains(count)), "{asked:?}");
    }

    fn solved(game: &str, count: usize, rng_seed: u64) -> Vec<Truth> {
        solve(game, Wanted { count, nodes: 3_000, rng_seed, tries: 200 / count }).unwrap()
    }

    #[test]
    fn no_more_than_half_of_the_positions_are_lost() {
        let of = |truths: &[Truth], result: i32| {
            truths.iter().filter(|truth| truth.result() == result).count()
        };
        // Games of few moves are often lost, and seldom won.
        for count in [3, 9] {
            let found = solved("mnk:5x5x4", count, 2);
            assert_eq!((found.len(), of(&found, -1)), (count, count / 2), "{found:?}");
            assert!(count == 3 || of(&found, 1) > 0, "{found:?}");
            let lengths = found.iter().map(|truth| truth.position.len() / 2);
            assert!(lengths.clone().all(|length| (6..=38).contains(&length)));
            assert!(!lengths.clone().all(|length| length % 6 == 0), "of any length");
        }
        // A win stays one while no more are won than lost; Boom is won again and again.
        let wanted = Wanted { count: 5, nodes: 3_000, rng_seed: 2, tries: 40 };
        let found = solve("boom", wanted).unwrap();
        assert!(found.len() > 1 && of(&found, 1) <= of(&found, -1) + 1, "{found:?}");
        // Where as many are won as lost, a win stays one.
        assert_eq!(of(&solved("mnk:4x4x3", 1, 1), 1), 1);
    }

    #[test]
    fn no_position_comes_twice() {
        let start = open("mnk:3x3x3").unwrap();
        let wanted = Wanted { count: 30, nodes: 1_000, rng_seed: 1, tries: 100 };
        let found = solve("mnk:3x3x3", wanted).unwrap();
        let keys: HashSet<u64> =
            found.iter().map(|truth| start.read(&truth.position).unwrap().key()).collect();
        assert!(found.len() > 20 && keys.len() == found.len(), "{found:?}");
    }
}
