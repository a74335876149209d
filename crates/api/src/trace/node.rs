//! A textbook search told node by node: searched, followed to the node asked for, and drawn.

use super::TraceRequest;
use crate::error::ApiError;
use crate::task::Api;
use alinea_catalogue::factory::DEFAULT_TEXTBOOK_DEPTH;
use alinea_catalogue::json::TraceRow;
use alinea_catalogue::{
    EngineSpec, Method, OutcomeJson, Session, Setting, TraceKeep, TraceQuestion, TraceReport,
};
use alinea_core::Effect;
use alinea_search::{Limits, MAX_TEXTBOOK_DEPTH, Stop, TraceNode as Node, Window};
use alinea_words::Language;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// Nodes of one answer; as many plies are told as fit, at least one.
const NODES_TOLD: usize = 500;
/// Plies of one answer.
const PLIES_TOLD: u32 = 3;
/// A tree that is not done after this part of the limit is first tried at smaller depths.
const HASTY_PART: u64 = 16;
/// The time for that first try.
const HASTY: Duration = Duration::from_secs(3);
/// The longest search for one tree.
const PATIENT: Duration = Duration::from_secs(25);

/// The largest tree that is searched for one request.
const MAX_TRACE_NODES: u64 = 1_000_000_000;

/// What one request asks for.
pub(crate) struct TraceTask {
    pub(super) session: Box<dyn Session>,
    pub(super) engine: EngineSpec,
    pub(super) path: Vec<String>,
    /// The window of the node that `path` leads to, if known.
    pub(super) window: Option<Window>,
    pub(super) id: u64,
    pub(super) most: u64,
    pub(super) language: Language,
}

/// Nodes of a textbook search.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TraceAnswer {
    /// Plies at which the search ends.
    pub depth: u32,
    /// Whether stones fall in this game.
    pub gravity: bool,
    /// The part of the path that exists.
    pub path: Vec<String>,
    /// Where the path leaves the tree.
    #[schema(required)]
    pub missing: Option<Missing>,
    /// Set, and nothing else told, if the tree is beyond our limits.
    #[schema(required)]
    pub beyond: Option<Beyond>,
    /// The nodes, parents before children.
    pub nodes: Vec<TraceNode>,
}

/// A node of a textbook search, drawn.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TraceNode {
    /// The node as `alinea trace --json` prints it.
    #[serde(flatten)]
    pub row: TraceRow,
    /// Whether the search has come back from it.
    pub done: bool,
    /// The moves from the root to it.
    pub path: Vec<String>,
    /// Rows from the top, joined by `/`.
    pub board: String,
    /// The squares of the stones placed last.
    pub last: Vec<String>,
    /// How the game ended here.
    #[schema(value_type = Option<OutcomeJson>, required)]
    pub outcome: Option<OutcomeJson>,
    /// Whether its children are told.
    pub opened: bool,
    /// The child whose value it took.
    #[schema(required)]
    pub best: Option<String>,
    /// The children that were cut off, in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub skipped: Option<Vec<String>>,
}

/// A step that the search did not take.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Missing {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why there is no such node.
    pub why: WhyMissing,
}

/// Why there is no such node.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WhyMissing {
    /// The move was cut off.
    Cut,
    /// The search ends before it.
    End,
    /// There is no such move, or the search does not consider it.
    None,
}

/// A tree too large.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Beyond {
    /// Most nodes of a tree.
    pub nodes: u64,
    /// The greatest depth that works, if one does.
    #[schema(required)]
    pub nearest: Option<u32>,
}

pub(super) type Told = BTreeMap<u64, (Vec<String>, Node<String>)>;

impl TraceTask {
    pub(crate) fn new(api: &Api, request: TraceRequest) -> Result<TraceTask, ApiError> {
        request.checked(api, MAX_TRACE_NODES)
    }

    /// Searches what has to be searched and tells it.
    pub(crate) fn run(&self, stop: &Stop) -> Result<TraceAnswer, ApiError> {
        let depth = self.depth();
        let mut answer = TraceAnswer {
            depth,
            gravity: self.session.view().gravity,
            path: Vec::new(),
            missing: None,
            beyond: None,
            nodes: Vec::new(),
        };
        let mut told = Told::new();
        let plies = self.plies();
        let (mut prefix, mut window, mut id) = match self.window {
            Some(window) => (self.path.clone(), window, self.id),
            None => (Vec::new(), Window::FULL, 0),
        };
        loop {
            let last = prefix.len() as u32 + plies;
            let report = match self.search(&prefix, window, (last, depth), stop)? {
                Ok(report) => report,
                Err(beyond) => {
                    answer.beyond = Some(beyond);
                    return Ok(answer);
                }
            };
            absorb(&mut told, &prefix, id, report.nodes);
            let (reached, missing) = self.follow(&told, last, depth);
            answer.path = self.path[..reached].to_vec();
            answer.missing = missing;
            let done = answer.missing.is_some() || reached == self.path.len();
            let here = node_at(&told, &answer.path).ok_or_else(ApiError::broken)?;
            // The last node is told with its children, unless it has none.
            let leaf = here.nodes == 1;
            if done && (leaf || here.ply < last) {
                break;
            }
            (prefix, window, id) = (answer.path.clone(), here.window, here.id);
        }
        answer.nodes = self.tell(&told, |_| true)?;
        Ok(answer)
    }

    /// Plies at which the search ends.
    pub(super) fn depth(&self) -> u32 {
        let depth = self.session.filled(&self.engine).limits().depth;
        depth.unwrap_or(DEFAULT_TEXTBOOK_DEPTH).min(MAX_TEXTBOOK_DEPTH)
    }

    /// Plies that fit into one answer.
    pub(super) fn plies(&self) -> u32 {
        let wide = self.session.legal().len().max(2);
        let mut plies = 1;
        let mut nodes = wide;
        while plies < PLIES_TOLD && nodes * (wide + 1) <= NODES_TOLD {
            nodes = nodes * wide + wide;
            plies += 1;
        }
        plies
    }

    /// The engine at another depth.
    pub(super) fn engine_at(&self, depth: u32) -> EngineSpec {
        self.engine.clone().with(Setting::Depth(depth))
    }

    pub(super) fn search_node(
        &self,
        engine: &EngineSpec,
        (path, window): (&[String], Window),
        keep: TraceKeep,
        stop: &Stop,
    ) -> Result<TraceReport, ApiError> {
        let question = TraceQuestion { engine, path, window, keep };
        Ok(self.session.trace(question, stop, &mut |_| {})?)
    }

    /// One node's search. A tree that takes long is tried at smaller depths first, so that the
    /// greatest depth that works can be offered.
    fn search(
        &self,
        prefix: &[String],
        window: Window,
        (last, depth): (u32, u32),
        stop: &Stop,
    ) -> Result<Result<TraceReport, Beyond>, ApiError> {
        let at = (prefix, window);
        let within = |nodes, time| Limits { time: Some(time), ..Limits::nodes(nodes) };
        let patient = within(self.most, PATIENT);
        let keep = |limits| TraceKeep { max_nodes: usize::MAX, max_ply: last, limits };
        let hasty = within(self.most.div_ceil(HASTY_PART), HASTY);
        let report = self.search_node(&self.engine, at, keep(hasty), stop)?;
        if report.finished {
            return Ok(Ok(report));
        }
        if !prefix.is_empty() {
            // The whole tree was within the limits, so is this part of it.
            let report = self.search_node(&self.engine, at, keep(patient), stop)?;
            let beyond = Beyond { nodes: self.most, nearest: None };
            return Ok(if report.finished { Ok(report) } else { Err(beyond) });
        }
        let count = TraceKeep { max_nodes: 0, max_ply: 0, limits: patient };
        for shallow in 1..depth {
            let engine = self.engine_at(shallow);
            if !self.search_node(&engine, at, count, stop)?.finished {
                let nearest = (shallow > 1).then_some(shallow - 1);
                return Ok(Err(Beyond { nodes: self.most, nearest }));
            }
        }
        let report = self.search_node(&self.engine, at, keep(patient), stop)?;
        if report.finished {
            return Ok(Ok(report));
        }
        Ok(Err(Beyond { nodes: self.most, nearest: (depth > 1).then_some(depth - 1) }))
    }

    /// How far along the path the nodes told so far lead, and why not further, if that is known.
    fn follow(&self, told: &Told, last: u32, depth: u32) -> (usize, Option<Missing>) {
        // With a known window the search began at the end of the path.
        if self.window.is_some() {
            return (self.path.len(), None);
        }
        let mut reached = 0;
        while reached < self.path.len() && node_at(told, &self.path[..=reached]).is_some() {
            reached += 1;
        }
        let Some(mv) = self.path.get(reached) else { return (reached, None) };
        if reached as u32 == last {
            return (reached, None);
        }
        let here = node_at(told, &self.path[..reached]);
        let why = if reached as u32 >= depth || here.is_some_and(|node| node.nodes == 1) {
            WhyMissing::End
        } else if here.is_some_and(|node| node.cut.is_some())
            && self.candidates(&self.path[..reached]).is_ok_and(|known| known.contains(mv))
        {
            WhyMissing::Cut
        } else {
            WhyMissing::None
        };
        (reached, Some(Missing { mv: mv.clone(), why }))
    }

    /// The moves the search considers at a node, in its order.
    fn candidates(&self, path: &[String]) -> Result<Vec<String>, ApiError> {
        let ply = path.len() as u32 + 1;
        let engine = self.engine_at(ply).with(Setting::Algorithm(Method::Minimax));
        let keep = TraceKeep { max_nodes: usize::MAX, max_ply: ply, limits: Limits::default() };
        let report = self.search_node(&engine, (path, Window::FULL), keep, &Stop::new())?;
        Ok(report.nodes.into_iter().filter_map(|node| node.mv).collect())
    }

    /// The nodes wanted, drawn.
    pub(super) fn tell(
        &self,
        told: &Told,
        wanted: impl Fn(&Node<String>) -> bool,
    ) -> Result<Vec<TraceNode>, ApiError> {
        let mut session = self.session.boxed_clone();
        let root = session.moves().len();
        let mut nodes = Vec::with_capacity(told.len());
        for (path, node) in told.values().filter(|(_, node)| wanted(node)) {
            let played = |session: &dyn Session| session.moves()[root..].to_vec();
            while !path.starts_with(&played(session.as_ref())) {
                session.undo();
            }
            let mut last = Vec::new();
            for mv in &path[session.moves().len() - root..] {
                last = session.play(mv).map_err(|_| ApiError::broken())?;
            }
            let mut row = TraceRow::new(node, self.language);
            row.value = row.value.filter(|_| node.is_done());
            let below = told.values().filter(|(_, one)| one.parent == Some(node.id));
            let children: Vec<&Node<String>> = below.map(|(_, one)| one).collect();
            let skipped = if node.cut.is_some() && !children.is_empty() {
                Some(self.candidates(path)?.into_iter().skip(children.len()).collect())
            } else {
                None
            };
            nodes.push(TraceNode {
                row,
                done: node.is_done(),
                path: path.clone(),
                board: board(session.as_ref()),
                last: placed(&last),
                outcome: session.outcome().map(OutcomeJson::from),
                opened: !children.is_empty(),
                best: best(node, &children),
                skipped,
            });
        }
        Ok(nodes)
    }
}

/// Adds a search's nodes under their numbers in the whole search and with their paths.
pub(super) fn absorb(told: &mut Told, prefix: &[String], id: u64, nodes: Vec<Node<String>>) {
    let at = node_at(told, prefix).map(|node| (node.parent, node.mv.clone()));
    for mut node in nodes {
        let path = match node.parent {
            None => prefix.to_vec(),
            Some(parent) => {
                let mut path = told[&(id + parent)].0.clone();
                path.extend(node.mv.clone());
                path
            }
        };
        node.id += id;
        node.parent = node.parent.map(|parent| parent + id);
        if path.len() == prefix.len() {
            // Alone, the node was a root; in the whole search it has a parent and a move.
            let (parent, mv) = at.clone().unwrap_or((None, prefix.last().cloned()));
            (node.parent, node.mv) = (parent, mv);
        }
        told.insert(node.id, (path, node));
    }
}

fn node_at<'t>(told: &'t Told, path: &[String]) -> Option<&'t Node<String>> {
    told.values().find(|(known, _)| known == path).map(|(_, node)| node)
}

/// The last child that improved on those before it.
fn best(node: &Node<String>, children: &[&Node<String>]) -> Option<String> {
    let mut held = if node.is_max() { node.window.alpha } else { node.window.beta };
    let mut best = None;
    for child in children {
        let better = if node.is_max() { child.value > held } else { child.value < held };
        if better {
            held = child.value;
            best.clone_from(&child.mv);
        }
    }
    best
}

fn board(session: &dyn Session) -> String {
    let drawn = session.diagram();
    let rows = drawn.trim_start_matches("diagram:");
    rows.split(' ').next().unwrap_or_default().to_owned()
}

fn placed(effects: &[Effect]) -> Vec<String> {
    let cells = effects.iter().filter_map(|effect| match effect {
        Effect::Placed { cell, .. } => Some(cell.to_string()),
        _ => None,
    });
    cells.collect()
}
