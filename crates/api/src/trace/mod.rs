//! The search viewer: nodes of a textbook search, each searched again when it is opened. Nothing
//! is kept between requests.

mod node;
mod watch;

pub(crate) use node::TraceTask;
pub use node::{Beyond, Missing, TraceAnswer, TraceNode, WhyMissing};
pub(crate) use watch::{MAX_TREE_TIME, WatchTask};
pub use watch::{NodesEvent, WatchEnd};

use crate::error::ApiError;
use crate::limits::MAX_MOVE_TEXT;
use crate::task::Api;
use crate::wire::PositionRequest;
use alinea_core::Message;
use alinea_search::{MAX_TEXTBOOK_DEPTH, Window};
use serde::Deserialize;
use utoipa::ToSchema;

/// Largest number of a node: those below it are counted on, and pages count exactly up to here.
const MAX_ID: u64 = 1 << 53;

/// Values already secured on the way to a node; null is nothing yet.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[schema(as = Window)]
pub struct WindowRequest {
    /// What MAX can already have elsewhere.
    pub alpha: Option<f64>,
    /// What MIN can already have elsewhere.
    pub beta: Option<f64>,
}

impl WindowRequest {
    fn window(self) -> Window {
        Window {
            alpha: self.alpha.unwrap_or(f64::NEG_INFINITY),
            beta: self.beta.unwrap_or(f64::INFINITY),
        }
    }
}

/// Asks for a node of a textbook search and what lies just below it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TraceRequest {
    /// The game and where it stands.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// A textbook engine or a preset, such as `textbook:heuristic=ligue4,depth=6`.
    #[schema(example = "textbook:heuristic=ligue4,depth=6", max_length = 256)]
    pub engine: String,
    /// The moves from the root of the search to the node.
    #[serde(default)]
    #[schema(max_items = 128)]
    pub path: Vec<String>,
    /// The window the search handed to this node. Without it the search is followed from its
    /// root, and every node on the way is in the answer.
    pub window: Option<WindowRequest>,
    /// The node's number in the whole search, from which those below count on.
    #[serde(default)]
    pub id: u64,
    /// Most nodes to visit; there is a limit of our own too.
    #[schema(minimum = 1)]
    pub nodes: Option<u64>,
}

impl TraceRequest {
    /// The search it asks for, checked; at most this many nodes are visited.
    fn checked(self, api: &Api, most: u64) -> Result<TraceTask, ApiError> {
        let session = self.at.open_in(api)?;
        if self.path.len() > MAX_TEXTBOOK_DEPTH as usize {
            let message = Message::new("error.at-most").with("name", "path");
            let message = message.with("most", MAX_TEXTBOOK_DEPTH).with("found", self.path.len());
            return Err(ApiError::refused(message));
        }
        if self.path.iter().any(|mv| mv.len() > MAX_MOVE_TEXT) {
            return Err(ApiError::refused(Message::new("error.one-text-a-move")));
        }
        if self.id > MAX_ID {
            let message = Message::new("error.at-most").with("name", "id");
            return Err(ApiError::refused(message.with("most", MAX_ID).with("found", self.id)));
        }
        Ok(TraceTask {
            session,
            engine: self.engine.parse()?,
            path: self.path,
            window: self.window.map(WindowRequest::window),
            id: self.id,
            most: self.nodes.unwrap_or(most).clamp(1, most),
            language: self.at.lang.into(),
        })
    }
}
