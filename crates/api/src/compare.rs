//! What the same position costs under each kind of search.

use crate::error::ApiError;
use crate::task::Api;
use crate::wire::PositionRequest;
use alinea_catalogue::{CompareRow, Comparison, EngineSpec, Session, Way};
use alinea_core::Message;
use alinea_search::{Limits, MAX_TEXTBOOK_DEPTH, Stop};
use serde::Deserialize;
use std::time::Duration;
use utoipa::ToSchema;

/// The largest search for one number of a comparison.
const MAX_COMPARE_NODES: u64 = 30_000_000;
/// The longest search for one number of a comparison.
const COMPARE_TIME: Duration = Duration::from_secs(4);

/// A way to search, by its name in the answer.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Way)]
pub enum WayName {
    /// Every node of the tree.
    Minimax,
    /// Alpha-beta in the natural order of moves.
    Alphabeta,
    /// Alpha-beta from the centre outwards.
    Ordered,
    /// The same, every depth from 1 on.
    Deepening,
    /// The general search with its table.
    Table,
}

impl From<WayName> for Way {
    fn from(name: WayName) -> Way {
        match name {
            WayName::Minimax => Way::Minimax,
            WayName::Alphabeta => Way::AlphaBeta,
            WayName::Ordered => Way::Ordered,
            WayName::Deepening => Way::Deepening,
            WayName::Table => Way::Table,
        }
    }
}

/// Asks how many nodes a position costs at one depth.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct CompareRequest {
    /// The game and where it stands.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// A textbook engine or a preset, for its heuristic and its candidates.
    #[schema(example = "textbook:heuristic=ligue4", max_length = 256)]
    pub engine: String,
    /// Plies.
    #[schema(minimum = 1, maximum = 128)]
    pub depth: u32,
    /// The ways to search; all unless said.
    #[schema(max_items = 5)]
    pub ways: Option<Vec<WayName>>,
    /// Most nodes for one way; there is a limit of our own too.
    #[schema(minimum = 1)]
    pub nodes: Option<u64>,
}

/// A comparison to be made.
pub(crate) struct CompareTask {
    session: Box<dyn Session>,
    engine: EngineSpec,
    depth: u32,
    ways: Vec<Way>,
    limits: Limits,
}

impl CompareTask {
    pub(crate) fn new(api: &Api, request: CompareRequest) -> Result<CompareTask, ApiError> {
        let session = request.at.open_in(api)?;
        let depth = request.depth;
        if !(1..=MAX_TEXTBOOK_DEPTH).contains(&depth) {
            let message = Message::new("error.depth").with("most", MAX_TEXTBOOK_DEPTH);
            return Err(ApiError::refused(message.with("found", depth)));
        }
        let ways = match request.ways {
            Some(names) => names.into_iter().take(Way::ALL.len()).map(Way::from).collect(),
            None => Way::ALL.to_vec(),
        };
        let nodes = request.nodes.unwrap_or(MAX_COMPARE_NODES).clamp(1, MAX_COMPARE_NODES);
        let limits = Limits { time: Some(COMPARE_TIME), ..Limits::nodes(nodes) };
        Ok(CompareTask { session, engine: request.engine.parse()?, depth, ways, limits })
    }

    pub(crate) fn run(&self, stop: &Stop) -> Result<CompareRow, ApiError> {
        let comparison = Comparison::new(self.session.as_ref(), &self.engine)?;
        Ok(comparison.row(self.depth, &self.ways, self.limits, stop))
    }
}
