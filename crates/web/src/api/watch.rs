//! The search viewer's stream: a node is searched again with the window it had, and what is known
//! of it is told while the search goes on. Nothing is kept when the reader leaves.

use super::error::{ApiError, Body, ErrorAnswer};
use super::think::{Events, Watch, event};
use super::trace::TraceRequest;
use super::traced::{Asked, Beyond, Told, absorb};
use crate::app::App;
use crate::clients::Client;
use crate::pool::Lane;
use alinea_catalogue::TraceKeep;
use alinea_search::{Limits, TraceNode, Window};
use axum::extract::State;
use axum::response::sse::{Event, KeepAliveStream, Sse};
use serde_json::json;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The largest tree that is searched while somebody watches.
const MAX_TREE_NODES: u64 = 2_000_000_000;
/// The longest such search.
const MAX_TREE_TIME: Duration = Duration::from_secs(20 * 60);
/// A tree that is not done by then goes on among the long ones, if it can be done at all.
const SHORT: Duration = Duration::from_secs(1);
/// Words that may wait for a slow reader; what is left out is told with the next one.
const WAITING_WORDS: usize = 16;

/// A node of a textbook search, told while it is searched: server-sent events `nodes` with
/// `depth` and those `nodes` that are new, done or under way (`done` false, `value` null, `nodes`
/// counted so far), with the keys of the route `trace`; then `done` with `beyond`, or `error`.
#[utoipa::path(post, path = "/api/v1/watch", request_body = TraceRequest,
    responses((status = 200, content_type = "text/event-stream", body = String),
        (status = 422, body = ErrorAnswer), (status = 429, body = ErrorAnswer)))]
pub(super) async fn watch(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<TraceRequest>,
) -> Result<Sse<KeepAliveStream<Events>>, ApiError> {
    let asked = request.asked(&app, MAX_TREE_NODES)?;
    if asked.window.is_none() && !asked.path.is_empty() {
        return Err(ApiError::refused("window: expected the window of the node that path names"));
    }
    let depth = asked.depth()?;
    let place = app.clients.enter(client, Lane::Trees)?;
    let watch = Watch::within(&asked.stop, MAX_TREE_TIME);
    let (out, told) = mpsc::channel(WAITING_WORDS);
    let growing = Growing { asked, depth, done: HashSet::new(), out };
    let (hand_on, handed) = oneshot::channel();
    app.pool.submit(Lane::Analyses, move |_| {
        if let Some(growing) = growing.begin() {
            // A reader who is gone by now is no error.
            let _ = hand_on.send(growing);
        }
    })?;
    let later = Arc::clone(&app);
    tokio::spawn(async move {
        let Ok(growing) = handed.await else { return };
        let out = growing.out.clone();
        if let Err(busy) = later.pool.submit(Lane::Trees, move |_| growing.finish()) {
            // A reader who is gone by now is no error.
            let _ = out.send(event("error", &busy.body())).await;
        }
    });
    Ok(Events::stream(&app, told, watch, place))
}

/// A tree being searched and told.
struct Growing {
    asked: Asked,
    depth: u32,
    /// Numbers of the nodes whose values were told.
    done: HashSet<u64>,
    out: mpsc::Sender<Event>,
}

impl Growing {
    /// Searches for a short while. A tree that takes longer is handed back, unless it is beyond
    /// the limits.
    fn begin(mut self) -> Option<Growing> {
        let answer = self.grow(SHORT).and_then(|finished| {
            let open = !finished && !self.asked.stop.is_set();
            Ok((open, if open { self.beyond()? } else { None }))
        });
        match answer {
            Ok((true, None)) => return Some(self),
            Ok((_, beyond)) => self.end(beyond),
            Err(error) => self.fail(&error),
        }
        None
    }

    /// Searches to the end or to the limits.
    fn finish(mut self) {
        let nearest = (self.asked.path.is_empty() && self.depth > 1).then(|| self.depth - 1);
        match self.grow(MAX_TREE_TIME) {
            Ok(true) => self.end(None),
            Ok(false) => self.end(Some(Beyond { nodes: self.asked.most, nearest })),
            Err(error) => self.fail(&error),
        }
    }

    /// One search from the node's first child on; whether it came to its end.
    fn grow(&mut self, time: Duration) -> Result<bool, ApiError> {
        let Growing { asked, depth, done, out } = self;
        if asked.stop.is_set() {
            return Ok(false);
        }
        let last = asked.path.len() as u32 + asked.plies();
        let limits = Limits { time: Some(time), ..Limits::nodes(asked.most) };
        let keep = TraceKeep { max_nodes: usize::MAX, max_ply: last, limits };
        let window = asked.window.unwrap_or(Window::FULL);
        let mut word = |nodes: Vec<TraceNode<String>>| {
            let mut told = Told::new();
            absorb(&mut told, &asked.path, asked.id, nodes);
            let fresh = |node: &TraceNode<String>| !done.contains(&node.id);
            // Nodes come from the search itself, so they can all be drawn.
            let nodes = asked.tell(&told, fresh).unwrap_or_default();
            if out.try_send(event("nodes", &json!({"depth": depth, "nodes": nodes}))).is_ok() {
                done.extend(told.values().filter(|(_, node)| node.is_done()).map(|(_, n)| n.id));
            }
        };
        let searched = asked.session.watch_node(
            &asked.engine,
            &asked.path,
            window,
            keep,
            &asked.stop,
            &mut word,
        );
        let report = searched?;
        if !report.finished {
            return Ok(false);
        }
        let mut told = Told::new();
        absorb(&mut told, &asked.path, asked.id, report.nodes);
        let nodes = asked.tell(&told, |node| !done.contains(&node.id))?;
        self.say(event("nodes", &json!({"depth": self.depth, "nodes": nodes})));
        Ok(true)
    }

    /// Whether the whole tree is too large, by what smaller depths take, and the greatest depth
    /// that is not.
    fn beyond(&self) -> Result<Option<Beyond>, ApiError> {
        let asked = &self.asked;
        if !asked.path.is_empty() {
            return Ok(None);
        }
        let begun = Instant::now();
        let mut counts: Vec<f64> = Vec::new();
        let beyond =
            |nearest: u32| Beyond { nodes: asked.most, nearest: (nearest > 0).then_some(nearest) };
        for shallow in 1..self.depth {
            let time = Some(SHORT.saturating_sub(begun.elapsed()));
            let limits = Limits { time, ..Limits::nodes(asked.most) };
            let engine = asked.engine_at(&format!("depth={shallow}"));
            let keep = TraceKeep { max_nodes: 0, max_ply: 0, limits };
            let report = asked.run(&engine, &[], Window::FULL, keep)?;
            if !report.finished && report.visited >= asked.most {
                return Ok(Some(beyond(shallow - 1)));
            }
            if !report.finished {
                break;
            }
            counts.push(report.visited as f64);
        }
        let pace = counts.iter().sum::<f64>() / begun.elapsed().as_secs_f64();
        let fits = |depth: u32| {
            let nodes = forecast(&counts, depth);
            nodes <= asked.most as f64 && nodes / pace <= MAX_TREE_TIME.as_secs_f64()
        };
        if fits(self.depth) {
            return Ok(None);
        }
        Ok(Some(beyond((1..self.depth).rev().find(|&depth| fits(depth)).unwrap_or(0))))
    }

    fn end(&self, beyond: Option<Beyond>) {
        self.say(event("done", &json!({"depth": self.depth, "beyond": beyond})));
    }

    fn fail(&self, error: &ApiError) {
        self.say(event("error", &error.body()));
    }

    fn say(&self, word: Event) {
        // A reader who is gone by now is no error.
        let _ = self.out.blocking_send(word);
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
