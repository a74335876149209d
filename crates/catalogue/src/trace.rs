//! A textbook search of a session's position, recorded node by node.

use crate::session::{GameSession, SessionVisitor};
use crate::teller::Teller;
use crate::{EngineSpec, Entry, Session, SpecError, factory};
use alinea_core::Message;
use alinea_search::{Budget, Frame, Limits, NoTrace, Recorder, Stop, TraceNode, Window};

/// A recorded textbook search.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceReport {
    /// The value of the root.
    pub value: f64,
    /// The chosen move.
    pub best: Option<String>,
    /// All nodes visited.
    pub visited: u64,
    /// Whether the search ended by itself.
    pub finished: bool,
    /// The recorded nodes, parents before children.
    pub nodes: Vec<TraceNode<String>>,
}

/// How much of a textbook search to record, and when to give up.
#[derive(Clone, Copy, Debug)]
pub struct TraceKeep {
    /// Nodes to record.
    pub max_nodes: usize,
    /// Plies to record.
    pub max_ply: u32,
    /// When to give up: nodes, time.
    pub limits: Limits,
}

/// One node of a textbook search, searched again: what is found there is what the whole search
/// found there.
#[derive(Clone, Copy, Debug)]
pub struct TraceQuestion<'q> {
    /// A textbook engine or a preset.
    pub engine: &'q EngineSpec,
    /// The moves from the root of the search to the node.
    pub path: &'q [String],
    /// The window that the search handed to the node.
    pub window: Window,
    /// How much of it to record.
    pub keep: TraceKeep,
}

impl<'q> TraceQuestion<'q> {
    /// The whole search.
    #[must_use]
    pub fn root(engine: &'q EngineSpec, keep: TraceKeep) -> TraceQuestion<'q> {
        TraceQuestion { engine, path: &[], window: Window::FULL, keep }
    }
}

/// Hears of the nodes known so far, several times a second.
pub type TraceListener<'l> = dyn FnMut(Vec<TraceNode<String>>) + 'l;

impl<'s> dyn Session + 's {
    /// Runs a textbook search and records it; `listener` hears of it meanwhile.
    pub fn trace(
        &self,
        question: TraceQuestion<'_>,
        stop: &Stop,
        listener: &mut TraceListener<'_>,
    ) -> Result<TraceReport, SpecError> {
        self.visit(Tracer { question, stop, listener })
    }
}

struct Tracer<'a, 'l> {
    question: TraceQuestion<'a>,
    stop: &'a Stop,
    listener: &'a mut TraceListener<'l>,
}

impl SessionVisitor for Tracer<'_, '_> {
    type Output = Result<TraceReport, SpecError>;

    fn visit<G: Entry>(self, game: &GameSession<G>) -> Self::Output {
        let Tracer { question: TraceQuestion { engine, path, window, keep }, stop, listener } =
            self;
        let (root, files) = (game.position(), game.files());
        let textbook = factory::textbook::<G>(game.board_setup(), engine, files.as_ref())?;
        let watch = files.as_ref().map(|files| files.watch.clone());
        let stop = watch.as_ref().map_or(stop.clone(), |watch| watch.begin(stop, None));
        let mut budget = Budget::new(&keep.limits, &stop);
        let text = |mv| root.move_text(mv);
        let mut teller = Teller::new(Recorder::new(keep.max_nodes, keep.max_ply), |nodes| {
            listener(nodes.into_iter().map(|node| node.map_move(text)).collect());
        });
        let pos = follow(root, path)?;
        let frame = Frame { ply: path.len() as u32, window, ..textbook.root_frame(root) };
        if frame.ply > frame.depth {
            return Err(SpecError(
                Message::new("error.spec.no-node-depth").with("depth", frame.depth),
            ));
        }
        let found = if keep.max_nodes == 0 {
            textbook.search(&pos, frame, &mut budget, &mut NoTrace)
        } else {
            textbook.search(&pos, frame, &mut budget, &mut teller)
        };
        if let Some(fault) = watch.and_then(|watch| watch.fault()) {
            let name = engine.heuristic().unwrap_or_default();
            return Err(SpecError::new(format!("{name}: {fault}")));
        }
        let nodes = teller.into_nodes().into_iter().map(|node| node.map_move(text));
        Ok(TraceReport {
            value: found.map_or(f64::NAN, |found| found.value),
            best: found.and_then(|found| found.best).map(text),
            visited: budget.nodes(),
            finished: found.is_some(),
            nodes: nodes.collect(),
        })
    }
}

/// The position that a path leads to.
fn follow<G: Entry>(root: &G, path: &[String]) -> Result<G, SpecError> {
    let mut pos = root.clone();
    for text in path {
        let step = pos.parse_move(text).ok();
        let Some((mv, _)) = step.filter(|&(mv, rest)| rest.is_empty() && pos.is_legal(mv)) else {
            return Err(SpecError(Message::new("error.spec.no-node").with("move", text)));
        };
        let _ = pos.play_unchecked(mv);
    }
    Ok(pos)
}
