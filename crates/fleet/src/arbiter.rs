//! The third opinion: a thread of the coordinator that computes single units again, to settle a
//! difference between two workers and to look at samples of everybody's work.

use alinea_core::Stop;
use alinea_jobs::{Output, Unfinished, Work, run_unit};
use std::sync::mpsc::{Sender, channel};
use std::thread::Scope;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// A unit that was computed again here.
pub(crate) struct Verdict {
    pub(crate) unit: u64,
    /// The result, or why there is none.
    pub(crate) result: Result<Vec<u8>, String>,
}

pub(crate) struct Arbiter {
    requests: Sender<(u64, Vec<u8>)>,
    pub(crate) verdicts: UnboundedReceiver<Verdict>,
    pub(crate) pending: usize,
}

impl Arbiter {
    pub(crate) fn start<'scope, 'env>(
        scope: &'scope Scope<'scope, 'env>,
        work: &'env dyn Work,
        halt: &'env Stop,
    ) -> Arbiter {
        let (requests, todo) = channel::<(u64, Vec<u8>)>();
        let (answers, verdicts) = unbounded_channel();
        scope.spawn(move || {
            let mut worker = None;
            for (unit, claim) in todo {
                let mut run = |unit| run_unit(work, &mut worker, unit, halt);
                let mut result = text(run(unit));
                // Before a worker is called wrong, the coordinator doubts itself.
                if result.as_ref().is_ok_and(|result| *result != claim) && text(run(unit)) != result
                {
                    result = Err("two runs on the coordinator differ: it is not repeatable".into());
                }
                if answers.send(Verdict { unit, result }).is_err() {
                    return;
                }
            }
        });
        Arbiter { requests, verdicts, pending: 0 }
    }

    /// Computes a unit again that somebody claims to have this result.
    pub(crate) fn ask(&mut self, unit: u64, claim: Vec<u8>) {
        self.pending += usize::from(self.requests.send((unit, claim)).is_ok());
    }

    /// A verdict, if there is one.
    pub(crate) fn next(&mut self) -> Option<Verdict> {
        let verdict = self.verdicts.try_recv().ok()?;
        self.pending -= 1;
        Some(verdict)
    }
}

fn text(ran: Result<Output, Unfinished>) -> Result<Vec<u8>, String> {
    ran.map(|output| output.result).map_err(|unfinished| match unfinished {
        Unfinished::Stopped => "stopped".to_owned(),
        Unfinished::Failed(refusal) => refusal.0,
    })
}
