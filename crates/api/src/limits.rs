//! How much one request may ask for. Everything that comes from outside is bounded here.

use crate::error::ApiError;
use crate::wire::LimitsRequest;
use alinea_catalogue::{EngineSpec, Setting};
use alinea_core::Message;
use alinea_search::Limits;
use std::time::Duration;

/// Largest request body.
pub const MAX_BODY_BYTES: usize = 64 * 1024;
/// Most moves of one game; Boom can go on for ever.
pub const MAX_MOVES: usize = 2048;
/// Longest text of one move.
pub(crate) const MAX_MOVE_TEXT: usize = 16;
/// Longest time for one search, in seconds.
pub const MAX_TIME_S: f64 = 60.0;
/// After this a search is stopped, whatever was asked.
pub const LONGEST: Duration = Duration::from_secs(60);
/// An endless analysis that everybody forgot ends all the same.
pub(crate) const FORGOTTEN: Duration = Duration::from_secs(12 * 60 * 60);
/// Most lines of an analysis.
pub const MAX_LINES: usize = 32;
/// Most threads of one search: the pool is shared by everyone.
pub const MAX_THREADS: usize = 2;
/// Largest table of one search.
pub const MAX_TABLE_MB: usize = 64;
/// A table that an engine gets for a move, unless it asks for another: many people play at once.
const MOVE_TABLE_MB: usize = 16;
/// A move that nobody gave a limit is quick: 0.3 s are promised, and a busy machine is late.
const QUICK_MOVE: Duration = Duration::from_millis(200);
/// An analysis that nobody gave a limit ends soon.
const USUAL_ANALYSIS: Duration = Duration::from_secs(2);

/// What a search is for; it decides how long it takes when nobody said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Move,
    Analysis,
}

/// A search that is allowed to run.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The engine, its table bounded.
    pub(crate) engine: EngineSpec,
    pub(crate) limits: Limits,
    /// The time for an engine that would never end by itself, where nobody gave a limit.
    pub(crate) otherwise: Option<Duration>,
    /// A level plays within that time as well: strong ones would think for as long as they may.
    pub(crate) is_level: bool,
    /// It ends when its reader leaves or somebody else needs its place.
    pub(crate) endless: bool,
}

/// Checks an engine's text and a request's limits, and says what to do where they are silent.
/// Given limits are handed on as they are, so that numbers equal those of the command line.
pub(crate) fn plan(
    engine: &str,
    asked: &LimitsRequest,
    lines: usize,
    purpose: Purpose,
) -> Result<Plan, ApiError> {
    let spec: EngineSpec = engine.parse()?;
    check("threads", spec.threads(), MAX_THREADS)?;
    check("table", spec.table_mb().unwrap_or(0), MAX_TABLE_MB)?;
    check("lines", lines, MAX_LINES)?;
    if spec.limits().time.is_some_and(|time| time > LONGEST) {
        let found = spec.limits().time.unwrap_or_default().as_secs_f64();
        return Err(time_refused(found));
    }
    let limits = Limits { lines, ..asked.checked()? };
    let limits = match purpose {
        Purpose::Move => limits,
        Purpose::Analysis => limits.for_analysis(),
    };
    let given = spec.limits().or(limits);
    let silent = given.depth.is_none() && given.nodes.is_none() && given.time.is_none();
    let endless = asked.endless && silent && purpose == Purpose::Analysis;
    let usual = match purpose {
        Purpose::Move => QUICK_MOVE,
        Purpose::Analysis => USUAL_ANALYSIS,
    };
    let is_level = spec.strength().is_some();
    let engine = match purpose {
        Purpose::Move => spec.or(Setting::Table(MOVE_TABLE_MB)),
        Purpose::Analysis => spec,
    };
    let otherwise = (silent && !endless).then_some(usual);
    Ok(Plan { engine, limits, otherwise, is_level, endless })
}

/// The limits of a question about threats.
pub(crate) fn checked_for_threats(asked: &LimitsRequest) -> Result<Limits, ApiError> {
    let limits = asked.checked()?;
    let silent = limits.nodes.is_none() && limits.time.is_none();
    Ok(Limits { time: limits.time.or(silent.then_some(USUAL_ANALYSIS)), ..limits })
}

fn check(name: &str, asked: usize, most: usize) -> Result<(), ApiError> {
    if asked <= most {
        return Ok(());
    }
    let message = Message::new("error.at-most").with("name", name);
    Err(ApiError::refused(message.with("most", most).with("found", asked)))
}

fn time_refused(found: f64) -> ApiError {
    let message = Message::new("error.time").with("most", MAX_TIME_S);
    ApiError::refused(message.with("found", found))
}

impl LimitsRequest {
    pub(crate) fn checked(&self) -> Result<Limits, ApiError> {
        let time = match self.time {
            None => None,
            Some(seconds) if (0.001..=MAX_TIME_S).contains(&seconds) => {
                Some(Duration::from_secs_f64(seconds))
            }
            Some(seconds) => return Err(time_refused(seconds)),
        };
        if self.depth == Some(0) || self.nodes == Some(0) {
            return Err(ApiError::refused(Message::new("error.depth-or-nodes")));
        }
        Ok(Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nobody_gave_a_limit_there_is_a_usual_time() {
        let open = LimitsRequest::default();
        let otherwise = |engine, asked: &LimitsRequest, purpose| {
            plan(engine, asked, 1, purpose).unwrap().otherwise
        };
        assert_eq!(otherwise("best", &open, Purpose::Move), Some(QUICK_MOVE));
        assert_eq!(otherwise("best", &open, Purpose::Analysis), Some(USUAL_ANALYSIS));
        assert_eq!(otherwise("best:depth=30", &open, Purpose::Move), None);
        let deep = LimitsRequest { depth: Some(9), ..open };
        assert_eq!(otherwise("best", &deep, Purpose::Move), None);
    }

    #[test]
    fn given_limits_are_handed_on_as_they_are() {
        let asked = LimitsRequest { time: Some(0.5), ..LimitsRequest::default() };
        let analysis = plan("best", &asked, 3, Purpose::Analysis).unwrap();
        assert_eq!(analysis.engine, EngineSpec::best());
        let time = Some(Duration::from_millis(500));
        let limits = Limits { time, lines: 3, ..Limits::default() };
        assert_eq!(analysis.limits, limits.for_analysis());
        let mv = plan("best:time=5", &LimitsRequest::default(), 1, Purpose::Move).unwrap();
        assert_eq!(mv.engine.to_string(), "best:time=5,table=16");
        assert_eq!(mv.limits.time, None);
    }

    #[test]
    fn absurd_wishes_are_refused_with_the_limit() {
        let refuse = |engine: &str, asked: LimitsRequest, lines| {
            plan(engine, &asked, lines, Purpose::Move).unwrap_err().to_string()
        };
        let open = LimitsRequest::default;
        assert!(refuse("best:threads=99", open(), 1).contains("threads: expected at most 2"));
        assert!(refuse("best:table=9999", open(), 1).contains("table: expected at most 64"));
        assert!(refuse("best:time=3600", open(), 1).contains("0.001 to 60 seconds"));
        assert!(refuse("best", open(), 33).contains("lines: expected at most 32, found 33"));
        for seconds in [f64::NAN, -1.0, 0.0, 61.0] {
            let asked = LimitsRequest { time: Some(seconds), ..open() };
            assert!(refuse("best", asked, 1).contains("time: expected"));
        }
        let none = LimitsRequest { nodes: Some(0), ..open() };
        assert!(refuse("best", none, 1).contains("found 0"));
    }
}
