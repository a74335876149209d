//! The exact judge of Connect Four: the solver and its book.

use crate::Truth;
use crate::judge::{Better, Judge};
use alinea_catalogue::Session;
use alinea_engines::connect4::analyst::{Allowance, Analyst, as_score};
use alinea_engines::connect4::solver::Goal;
use alinea_games::Connect4;
use alinea_search::{Limits, Stop};

const TABLE_MB: usize = 64;

/// Solves every position. Slow only near the start of boards without a book.
pub(crate) struct Exact {
    analyst: Analyst,
}

impl Exact {
    /// A judge for the board of this session; nothing if it is no Connect Four that can be solved.
    pub(crate) fn new(session: &dyn Session) -> Option<Exact> {
        let size = session.position::<Connect4>()?.size();
        Some(Exact { analyst: Analyst::new(size, TABLE_MB, 1)? })
    }
}

impl Judge for Exact {
    fn truth(&mut self, session: &dyn Session, stop: &Stop) -> Option<Truth> {
        let pos = session.position::<Connect4>()?;
        let mut allowance = Allowance::new(Goal::Exact, &Limits::default(), stop);
        let bounds = self.analyst.score(pos, &mut allowance);
        let exact = bounds.is_exact().then_some(bounds.lower)?;
        Some(Truth { score: as_score(pos, exact), proven: true, exact: Some(exact) })
    }

    fn better(&mut self, session: &dyn Session, truth: Truth, stop: &Stop) -> Option<Better> {
        let pos = session.position::<Connect4>()?;
        let mut allowance = Allowance::new(Goal::Exact, &Limits::default(), stop);
        let exact = truth.exact?;
        let line = self.analyst.line(pos, exact, &mut allowance);
        let reason = self.analyst.reason(pos, exact).map(|reason| reason.message(&[]));
        let line: Vec<String> = line.iter().map(|col| (col + 1).to_string()).collect();
        (!line.is_empty()).then_some(Better { line, reason })
    }

    fn learn(&mut self, _: &dyn Session, _: &str) {
        // Nothing is overlooked here.
    }

    fn scale(&self) -> f64 {
        // Every score is exact: no estimate is ever turned into an expectation.
        1.0
    }
}
