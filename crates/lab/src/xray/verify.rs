//! Proves a known truth once more, by other means than those that made it: what threats win is
//! followed against every legal reply, what an engine proved is searched through by the rules
//! alone, and what the solver scored is asked of it afresh.

use super::exact::Exact;
use super::follow::Follower;
use super::truth::plies_to_end;
use super::{Truth, make};
use alinea_catalogue::{EngineSpec, Entry, GameSession, SessionVisitor, SpecError, open};
use alinea_search::{Ignore, Limits, Stop};

/// How far a proof is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Nodes: of the threat search for each move of the attacker, else of the whole search.
    pub nodes: u64,
    /// Plies beyond those that the truth names: an engine may have counted too few.
    pub plies: u32,
}

/// Whether the truth about a position is proven.
pub fn verify(game: &str, truth: &Truth, effort: Effort) -> Result<bool, SpecError> {
    let Ok(session) = open(game)?.read(&truth.position) else { return Ok(false) };
    if session.outcome().is_some() {
        return Ok(false);
    }
    if !truth.is_exact() {
        return Ok(session.visit(Prove { truth, effort }));
    }
    let mut judge = session.seat(&EngineSpec::best())?;
    let limits = Limits { lines: session.legal().len(), ..Limits::nodes(effort.nodes) };
    let Ok(thought) = judge.think(&*session, &limits, &Stop::new(), &mut Ignore) else {
        return Ok(false);
    };
    let mut found = make::exact_scores(&thought).unwrap_or_default();
    let mut told = truth.moves.clone();
    found.sort();
    told.sort();
    Ok(found == told && told.iter().map(|(_, score)| *score).max() == Some(truth.score))
}

struct Prove<'a> {
    truth: &'a Truth,
    effort: Effort,
}

impl SessionVisitor for Prove<'_> {
    type Output = bool;

    fn visit<G: Entry>(self, game: &GameSession<G>) -> bool {
        let pos = game.position();
        let winner = if self.truth.score > 0 { pos.turn() } else { pos.turn().other() };
        // A slower win of the same position takes more plies than the fastest.
        let proves = |pos: &G, score: i32| {
            let plies = plies_to_end(score).unsigned_abs() + self.effort.plies;
            if G::HAS_THREATS {
                Follower::new(winner, self.effort.nodes).wins(pos)
            } else {
                Exact::new(winner, self.effort.nodes).wins(pos, plies) == Some(true)
            }
        };
        if self.truth.score < 0 {
            return proves(pos, self.truth.score);
        }
        // Of a win each move that is called winning has to be one.
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        self.truth.moves.iter().filter(|(_, score)| *score > 0).all(|(text, score)| {
            let mv = legal.iter().find(|mv| pos.move_text(**mv) == *text);
            mv.is_some_and(|mv| {
                let mut child = pos.clone();
                let _ = child.play_unchecked(*mv);
                proves(&child, *score)
            })
        })
    }
}
