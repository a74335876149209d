//! The search viewer's stream: a node is searched again with the window it had, and what is known
//! of it is told while the search goes on. Nothing is kept when the reader leaves.

use super::TraceRequest;
use super::node::{Beyond, Told, TraceNode, TraceTask, absorb};
use crate::error::ApiError;
use crate::task::{Answer, Api, Sink};
use alinea_catalogue::{TraceKeep, TraceQuestion};
use alinea_core::Message;
use alinea_search::{Clock, Limits, Stop, TraceNode as Node, Window};
use serde::Serialize;
use std::collections::HashSet;
use std::time::Duration;
use utoipa::ToSchema;

/// The largest tree that is searched while somebody watches.
const MAX_TREE_NODES: u64 = 2_000_000_000;
/// The longest such search.
pub(crate) const MAX_TREE_TIME: Duration = Duration::from_secs(20 * 60);
/// A tree that is not done by then goes on among the long ones, if it can be done at all.
const SHORT: Duration = Duration::from_secs(1);

/// Nodes of a search under way that are new, done, or have changed: `done` false, `value` null
/// and `nodes` counted so far.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct NodesEvent {
    /// Plies at which the search ends.
    pub depth: u32,
    /// The nodes, parents before children.
    pub nodes: Vec<TraceNode>,
}

/// The end of a search that was watched.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WatchEnd {
    /// Plies at which the search ends.
    pub depth: u32,
    /// Set if the tree is beyond our limits.
    #[schema(required)]
    pub beyond: Option<Beyond>,
}

/// A tree being searched and told.
pub(crate) struct WatchTask {
    asked: TraceTask,
    depth: u32,
    /// Numbers of the nodes whose values were told.
    done: HashSet<u64>,
    is_begun: bool,
}

impl WatchTask {
    pub(crate) fn new(api: &Api, request: TraceRequest) -> Result<WatchTask, ApiError> {
        let asked = request.checked(api, MAX_TREE_NODES)?;
        if asked.window.is_none() && !asked.path.is_empty() {
            return Err(ApiError::refused(Message::new("error.window")));
        }
        let depth = asked.depth();
        Ok(WatchTask { asked, depth, done: HashSet::new(), is_begun: false })
    }

    /// Whether a first search was too short for it.
    pub(crate) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Searches for a short while and, when it is run again, to the end or to the limits. A tree
    /// that takes longer is handed back, unless it is beyond the limits.
    pub(crate) fn run(
        mut self,
        stop: &Stop,
        sink: &mut dyn Sink,
    ) -> Result<Option<WatchTask>, ApiError> {
        let beyond = if self.is_begun {
            let nearest = (self.asked.path.is_empty() && self.depth > 1).then(|| self.depth - 1);
            let finished = self.grow(MAX_TREE_TIME, stop, sink)?;
            (!finished).then_some(Beyond { nodes: self.asked.most, nearest })
        } else if self.grow(SHORT, stop, sink)? || stop.is_set() {
            None
        } else {
            match self.beyond(stop)? {
                None => {
                    self.is_begun = true;
                    return Ok(Some(self));
                }
                beyond => beyond,
            }
        };
        sink.send(Answer::WatchEnd(WatchEnd { depth: self.depth, beyond }));
        Ok(None)
    }

    /// One search from the node's first child on; whether it came to its end.
    fn grow(&mut self, time: Duration, stop: &Stop, sink: &mut dyn Sink) -> Result<bool, ApiError> {
        let WatchTask { asked, depth, done, .. } = self;
        if stop.is_set() {
            return Ok(false);
        }
        let last = asked.path.len() as u32 + asked.plies();
        let limits = Limits { time: Some(time), ..Limits::nodes(asked.most) };
        let keep = TraceKeep { max_nodes: usize::MAX, max_ply: last, limits };
        let window = asked.window.unwrap_or(Window::FULL);
        let mut word = |nodes: Vec<Node<String>>| {
            let mut told = Told::new();
            absorb(&mut told, &asked.path, asked.id, nodes);
            let fresh = |node: &Node<String>| !done.contains(&node.id);
            // Nodes come from the search itself, so they can all be drawn.
            let nodes = asked.tell(&told, fresh).unwrap_or_default();
            if sink.offer(Answer::Nodes(NodesEvent { depth: *depth, nodes })) {
                done.extend(told.values().filter(|(_, node)| node.is_done()).map(|(_, n)| n.id));
            }
        };
        let question = TraceQuestion { engine: &asked.engine, path: &asked.path, window, keep };
        let report = asked.session.trace(question, stop, &mut word)?;
        if !report.finished {
            return Ok(false);
        }
        let mut told = Told::new();
        absorb(&mut told, &asked.path, asked.id, report.nodes);
        let nodes = asked.tell(&told, |node| !done.contains(&node.id))?;
        sink.send(Answer::Nodes(NodesEvent { depth: *depth, nodes }));
        Ok(true)
    }

    /// Whether the whole tree is too large, by what smaller depths take, and the greatest depth
    /// that is not.
    fn beyond(&self, stop: &Stop) -> Result<Option<Beyond>, ApiError> {
        let asked = &self.asked;
        if !asked.path.is_empty() {
            return Ok(None);
        }
        let clock = Clock::start();
        let mut counts: Vec<f64> = Vec::new();
        let beyond =
            |nearest: u32| Beyond { nodes: asked.most, nearest: (nearest > 0).then_some(nearest) };
        for shallow in 1..self.depth {
            let time = Some(SHORT.saturating_sub(clock.elapsed()));
            let limits = Limits { time, ..Limits::nodes(asked.most) };
            let engine = asked.engine_at(shallow);
            let keep = TraceKeep { max_nodes: 0, max_ply: 0, limits };
            let report = asked.search_node(&engine, (&[], Window::FULL), keep, stop)?;
            if !report.finished && report.visited >= asked.most {
                return Ok(Some(beyond(shallow - 1)));
            }
            if !report.finished {
                break;
            }
            counts.push(report.visited as f64);
        }
        let pace = counts.iter().sum::<f64>() / clock.elapsed().as_secs_f64();
        let fits = |depth: u32| {
            let nodes = forecast(&counts, depth);
            nodes <= asked.most as f64 && nodes / pace <= MAX_TREE_TIME.as_secs_f64()
        };
        if fits(self.depth) {
            return Ok(None);
        }
        Ok(Some(beyond((1..self.depth).rev().find(|&depth| fits(depth)).unwrap_or(0))))
    }
}

/// Nodes at a depth, from the counts of depths 1, 2, ...: they go on growing as over the last two
/// plies, because odd and even depths differ.
fn forecast(counts: &[f64], depth: u32) -> f64 {
    let known = counts.len();
    if let Some(count) = counts.get(depth as usize - 1) {
        return *count;
    }
    let growth = match counts {
        [] => return f64::INFINITY,
        [only] => *only,
        [first, second] => second / first,
        [.., before, _, last] => (last / before).sqrt(),
    };
    counts[known - 1] * growth.max(1.0).powi(depth as i32 - known as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forecast_is_near_what_alpha_beta_visits() {
        // Connect Four from the start with `ligue4`: nodes at depths 1 to 11.
        let counts = [8.0, 42.0, 259.0, 980.0, 5090.0, 18_098.0, 82_393.0, 266_580.0, 960_263.0];
        for (depth, nodes) in [(3, 259.0), (10, 3_623_260.0), (11, 16_257_695.0)] {
            let ratio = forecast(&counts, depth) / nodes;
            assert!((0.5..2.0).contains(&ratio), "depth {depth}: {ratio}");
        }
        assert_eq!(forecast(&[8.0], 3), 512.0);
        assert!(forecast(&[], 3).is_infinite());
    }
}
