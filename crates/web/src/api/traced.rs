//! A textbook search told node by node: searched, followed to the node asked for, and drawn.

use super::error::ApiError;
use alinea_catalogue::factory::DEFAULT_TEXTBOOK_DEPTH;
use alinea_catalogue::json::trace_node_json;
use alinea_catalogue::{EngineSpec, Session, TraceKeep, TraceReport, outcome_json};
use alinea_core::Effect;
use alinea_search::{Limits, MAX_TEXTBOOK_DEPTH, Stop, TraceNode, Window};
use alinea_words::Language;
use serde::Serialize;
use serde_json::{Value, json};
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

/// What one request asks for.
pub(super) struct Asked {
    pub(super) session: Box<dyn Session>,
    pub(super) engine: String,
    pub(super) path: Vec<String>,
    /// The window of the node that `path` leads to, if known.
    pub(super) window: Option<Window>,
    pub(super) id: u64,
    pub(super) most: u64,
    pub(super) language: Language,
    pub(super) stop: Stop,
}

/// Nodes of a textbook search.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TraceAnswer {
    /// Plies at which the search ends.
    depth: u32,
    /// The part of the path that exists.
    path: Vec<String>,
    /// Where the path leaves the tree.
    missing: Option<Missing>,
    /// Set, and nothing else told, if the tree is beyond the server's limits.
    beyond: Option<Beyond>,
    /// The nodes, parents before children: the keys of `alinea trace --json`, and `done`
    /// (whether the search has come back from it), `path`, `board` (rows from the top joined by
    /// `/`), `last` (cells of the stone placed), `outcome`, `opened` (whether its children are
    /// told), `best` (the child whose value it took) and `skipped` (the children that were cut
    /// off, in their order).
    #[schema(value_type = Vec<Object>)]
    nodes: Vec<Value>,
}

/// A step that the search did not take.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Missing {
    #[serde(rename = "move")]
    mv: String,
    why: WhyMissing,
}

/// Why there is no such node.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum WhyMissing {
    /// The move was cut off.
    Cut,
    /// The search ends before it.
    End,
    /// There is no such move, or the search does not consider it.
    None,
}

/// A tree too large.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Beyond {
    /// Most nodes of a tree.
    pub(super) nodes: u64,
    /// The greatest depth that works, if one does.
    pub(super) nearest: Option<u32>,
}

pub(super) type Told = BTreeMap<u64, (Vec<String>, TraceNode<String>)>;

impl Asked {
    /// Searches what has to be searched and tells it.
    pub(super) fn answer(&self) -> Result<TraceAnswer, ApiError> {
        let depth = self.depth()?;
        let mut answer =
            TraceAnswer { depth, path: Vec::new(), missing: None, beyond: None, nodes: Vec::new() };
        let mut told = Told::new();
        let plies = self.plies();
        let (mut prefix, mut window, mut id) = match self.window {
            Some(window) => (self.path.clone(), window, self.id),
            None => (Vec::new(), Window::FULL, 0),
        };
        loop {
            let last = prefix.len() as u32 + plies;
            let report = match self.search(&prefix, window, last, depth)? {
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
    pub(super) fn depth(&self) -> Result<u32, ApiError> {
        let spec = EngineSpec::parse(&self.engine)?;
        let meant = self.session.preset(&spec.name).map(EngineSpec::parse).transpose()?;
        let preset = meant.and_then(|meant| meant.limits.depth);
        let depth = spec.limits.depth.or(preset).unwrap_or(DEFAULT_TEXTBOOK_DEPTH);
        Ok(depth.min(MAX_TEXTBOOK_DEPTH))
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

    /// The engine with other options.
    pub(super) fn engine_at(&self, options: &str) -> String {
        let separator = if self.engine.contains(':') { ',' } else { ':' };
        format!("{}{separator}{options}", self.engine)
    }

    pub(super) fn run(
        &self,
        engine: &str,
        path: &[String],
        window: Window,
        keep: TraceKeep,
    ) -> Result<TraceReport, ApiError> {
        Ok(self.session.trace_node(engine, path, window, keep, &self.stop)?)
    }

    /// One node's search. A tree that takes long is tried at smaller depths first, so that the
    /// greatest depth that works can be offered.
    fn search(
        &self,
        prefix: &[String],
        window: Window,
        last: u32,
        depth: u32,
    ) -> Result<Result<TraceReport, Beyond>, ApiError> {
        let within = |nodes, time| Limits { time: Some(time), ..Limits::nodes(nodes) };
        let patient = within(self.most, PATIENT);
        let keep = |limits| TraceKeep { max_nodes: usize::MAX, max_ply: last, limits };
        let hasty = within(self.most.div_ceil(HASTY_PART), HASTY);
        let report = self.run(&self.engine, prefix, window, keep(hasty))?;
        if report.finished {
            return Ok(Ok(report));
        }
        if !prefix.is_empty() {
            // The whole tree was within the limits, so is this part of it.
            let report = self.run(&self.engine, prefix, window, keep(patient))?;
            let beyond = Beyond { nodes: self.most, nearest: None };
            return Ok(if report.finished { Ok(report) } else { Err(beyond) });
        }
        let count = TraceKeep { max_nodes: 0, max_ply: 0, limits: patient };
        for shallow in 1..depth {
            let engine = self.engine_at(&format!("depth={shallow}"));
            if !self.run(&engine, prefix, window, count)?.finished {
                let nearest = (shallow > 1).then_some(shallow - 1);
                return Ok(Err(Beyond { nodes: self.most, nearest }));
            }
        }
        let report = self.run(&self.engine, prefix, window, keep(patient))?;
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
        let engine = self.engine_at(&format!("algorithm=minimax,depth={ply}"));
        let keep = TraceKeep { max_nodes: usize::MAX, max_ply: ply, limits: Limits::default() };
        let report = self.run(&engine, path, Window::FULL, keep)?;
        Ok(report.nodes.into_iter().filter_map(|node| node.mv).collect())
    }

    /// The nodes wanted, drawn.
    pub(super) fn tell(
        &self,
        told: &Told,
        wanted: impl Fn(&TraceNode<String>) -> bool,
    ) -> Result<Vec<Value>, ApiError> {
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
            let mut json = trace_node_json(node, self.language);
            json["done"] = node.is_done().into();
            if !node.is_done() {
                json["value"] = Value::Null;
            }
            json["path"] = json!(path);
            json["board"] = board(session.as_ref()).into();
            json["last"] = placed(&last).into();
            json["outcome"] = outcome_json(session.outcome());
            let children: Vec<&TraceNode<String>> = told
                .values()
                .filter(|(_, one)| one.parent == Some(node.id))
                .map(|(_, one)| one)
                .collect();
            json["opened"] = (!children.is_empty()).into();
            json["best"] = best(node, &children).into();
            if node.cut.is_some() && !children.is_empty() {
                let known = self.candidates(path)?;
                let skipped = known.into_iter().skip(children.len());
                json["skipped"] = skipped.collect::<Vec<_>>().into();
            }
            nodes.push(json);
        }
        Ok(nodes)
    }
}

/// Adds a search's nodes under their numbers in the whole search and with their paths.
pub(super) fn absorb(told: &mut Told, prefix: &[String], id: u64, nodes: Vec<TraceNode<String>>) {
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

fn node_at<'t>(told: &'t Told, path: &[String]) -> Option<&'t TraceNode<String>> {
    told.values().find(|(known, _)| known == path).map(|(_, node)| node)
}

/// The last child that improved on those before it.
fn best(node: &TraceNode<String>, children: &[&TraceNode<String>]) -> Option<String> {
    let mut held = if node.is_max { node.window.alpha } else { node.window.beta };
    let mut best = None;
    for child in children {
        let better = if node.is_max { child.value > held } else { child.value < held };
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
