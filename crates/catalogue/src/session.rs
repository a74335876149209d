//! The text edge: one game in progress, moves in and out as text. Terminal, server, arena and
//! protocols use only this.

use crate::files::{Files, HeuristicFiles};
use crate::seat::EngineSeat;
use crate::teller::Teller;
use crate::{EngineSpec, Entry, Seat, SpecError, View, factory};
use alinea_core::{
    Cell, Effect, Message, MoveError, Outcome, Player, PositionError, parse_position, perft,
};
use alinea_engines::threats::Threats;
use alinea_search::{Budget, Frame, Limits, NoTrace, Part, Recorder, Stop, TraceNode, Window};
use std::any::Any;
use std::sync::Arc;

/// Why a move was not played.
#[derive(Clone, PartialEq, Debug)]
pub enum Refused {
    /// The text is not a move of this game.
    NotAMove(MoveError),
    /// The rules refuse it.
    Illegal(Message),
}

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

/// A game in progress.
pub trait Session: Send {
    /// The game's name without its set-up.
    fn name(&self) -> &'static str;
    /// The set-up's text.
    fn setup(&self) -> String;
    /// Starts anew from a position text.
    fn reset(&mut self, position: &str) -> Result<(), PositionError>;
    /// Where the moves begin: `-`, or a drawn board.
    fn start(&self) -> &str;
    /// The moves since then.
    fn moves(&self) -> &[String];
    /// Plays one move and tells what it did to the board.
    fn play(&mut self, mv: &str) -> Result<Vec<Effect>, Refused>;
    /// Takes the last move back; `None` at the start.
    fn undo(&mut self) -> Option<String>;
    /// The side to move.
    fn turn(&self) -> Player;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Texts of the legal moves.
    fn legal(&self) -> Vec<String>;
    /// Everything there is to show.
    fn view(&self) -> View;
    /// What a move would do to the board.
    fn effects(&self, mv: &str) -> Result<Vec<Effect>, Refused>;
    /// A hash of the position.
    fn key(&self) -> u64;
    /// The position as one text that `reset` reads: a drawn board.
    fn diagram(&self) -> String;
    /// Number of positions `depth` moves away.
    fn perft(&self, depth: u32) -> u64;
    /// Names of heuristics that fit this game and set-up.
    fn heuristics(&self) -> Vec<&'static str>;
    /// Names of engines that play this game and set-up.
    fn engines(&self) -> Vec<&'static str>;
    /// What a seed system's name stands for, if it is one.
    fn preset(&self, name: &str) -> Option<&'static str>;
    /// Lets heuristic files be named wherever a heuristic is. Until this is called no text can
    /// make a session read one, so a server that never calls it never does.
    fn allow_files(&mut self, files: Arc<dyn HeuristicFiles>);
    /// A heuristic's value and parts; `player` is the side to move if not given.
    fn evaluate(
        &self,
        heuristic: &str,
        player: Option<Player>,
        ply: u32,
    ) -> Result<(f64, Vec<Part>), SpecError>;
    /// A chair with an engine on it.
    fn seat(&self, spec: &str) -> Result<Box<dyn Seat>, SpecError>;
    /// Runs the textbook search of a specification and records it.
    fn trace(&self, spec: &str, keep: TraceKeep, stop: &Stop) -> Result<TraceReport, SpecError> {
        self.trace_node(spec, &[], Window::FULL, keep, stop)
    }
    /// Searches one node of that search again: the one that `path` leads to from the root, with
    /// the window the search handed it. What it finds is what the whole search found there.
    fn trace_node(
        &self,
        spec: &str,
        path: &[String],
        window: Window,
        keep: TraceKeep,
        stop: &Stop,
    ) -> Result<TraceReport, SpecError> {
        self.watch_node(spec, path, window, keep, stop, &mut |_| {})
    }
    /// The same, and what is known so far is told several times a second while it is searched.
    fn watch_node(
        &self,
        spec: &str,
        path: &[String],
        window: Window,
        keep: TraceKeep,
        stop: &Stop,
        tell: &mut dyn FnMut(Vec<TraceNode<String>>),
    ) -> Result<TraceReport, SpecError>;
    /// What threats decide in this game; `None` if it has no threat search.
    fn threats(&self, limits: &Limits, stop: &Stop) -> Option<Threats<String>>;
    /// A copy of the game.
    fn boxed_clone(&self) -> Box<dyn Session>;
    /// For seats that know the game.
    fn as_any(&self) -> &dyn Any;
}

/// How much of a textbook search to record, and when to give up.
#[derive(Clone, Copy, Debug)]
pub struct TraceKeep {
    /// Nodes to record.
    pub max_nodes: usize,
    /// Plies to record.
    pub max_ply: u32,
    /// Nodes to visit at most.
    pub limits: Limits,
}

/// A game in progress, with its type known.
pub(crate) struct Typed<G: Entry> {
    setup: G::Setup,
    start_text: String,
    pos: G,
    moves: Vec<String>,
    undos: Vec<G::Undo>,
    /// What each of the moves did to the board.
    effects: Vec<Vec<Effect>>,
    origin: G,
    files: Option<Files>,
}

impl<G: Entry> Typed<G> {
    pub(crate) fn new(setup: G::Setup) -> Typed<G> {
        let pos = G::start(&setup);
        Typed {
            setup,
            start_text: "-".to_owned(),
            origin: pos.clone(),
            pos,
            moves: Vec::new(),
            undos: Vec::new(),
            effects: Vec::new(),
            files: None,
        }
    }

    pub(crate) fn position(&self) -> &G {
        &self.pos
    }

    fn spec(&self, text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::parse(text)?;
        spec.files = self.files.as_ref().map(Files::watched);
        Ok(spec)
    }

    /// Plays a move that is known to be legal.
    fn push(&mut self, mv: G::Move) {
        self.effects.push(self.pos.effects(mv));
        self.moves.push(self.pos.move_text(mv));
        self.undos.push(self.pos.play_unchecked(mv));
    }

    /// Where the stone of a legal move comes to rest; `None` if it places none.
    fn landing(&self, mv: G::Move) -> Option<Cell> {
        self.pos.effects(mv).iter().find_map(|effect| match effect {
            Effect::Placed { cell, .. } => Some(*cell),
            _ => None,
        })
    }

    fn read_move(&self, text: &str) -> Result<G::Move, Refused> {
        let (mv, rest) = self.pos.parse_move(text.trim()).map_err(Refused::NotAMove)?;
        if !rest.trim().is_empty() {
            let rest: String = rest.chars().take(20).collect();
            let error = MoveError(format!("expected one move, found '{rest}' after it"));
            return Err(Refused::NotAMove(error));
        }
        Ok(mv)
    }
}

impl<G: Entry> Session for Typed<G>
where
    G::Undo: Send,
{
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn setup(&self) -> String {
        G::setup_text(&self.setup)
    }

    fn reset(&mut self, position: &str) -> Result<(), PositionError> {
        let (start, moves) = parse_position::<G>(&self.setup, position)?;
        let drawn = position.trim().starts_with("diagram:");
        self.start_text =
            if drawn { format!("diagram:{}", start.to_diagram()) } else { "-".into() };
        self.origin = start.clone();
        self.pos = start;
        self.moves.clear();
        self.undos.clear();
        self.effects.clear();
        for mv in moves {
            self.push(mv);
        }
        Ok(())
    }

    fn start(&self) -> &str {
        &self.start_text
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn play(&mut self, text: &str) -> Result<Vec<Effect>, Refused> {
        let mv = self.read_move(text)?;
        if let Some(message) = self.pos.refusal(mv) {
            return Err(Refused::Illegal(message));
        }
        self.push(mv);
        Ok(self.effects.last().cloned().unwrap_or_default())
    }

    fn undo(&mut self) -> Option<String> {
        let undo = self.undos.pop()?;
        self.pos.undo(undo);
        self.effects.pop();
        self.moves.pop()
    }

    fn turn(&self) -> Player {
        self.pos.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.pos.outcome()
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.pos.legal_moves(&mut moves);
        moves.into_iter().map(|mv| self.pos.move_text(mv)).collect()
    }

    fn view(&self) -> View {
        let drawn = self.pos.to_diagram();
        let jugada = self.pos.jugada();
        let mut legal = Vec::new();
        self.pos.legal_moves(&mut legal);
        let text = |mv| self.pos.move_text(mv);
        View {
            game: G::NAME,
            setup: self.setup(),
            start: self.start_text.clone(),
            moves: self.moves.clone(),
            rows: drawn.rows.iter().map(|r| String::from_utf8_lossy(r).into_owned()).collect(),
            turn: self.pos.turn(),
            ply: self.pos.ply(),
            legal: legal.iter().map(|&mv| text(mv)).collect(),
            outcome: self.pos.outcome(),
            line: self.pos.alignment(),
            forbidden: self.pos.forbidden(),
            jugada,
            bombs: jugada.map(|_| self.pos.bombs()),
            cols: self.pos.cols(),
            gravity: self.pos.gravity(),
            landing: legal.iter().filter_map(|&mv| Some((text(mv), self.landing(mv)?))).collect(),
            effects: self.effects.last().cloned().unwrap_or_default(),
        }
    }

    fn effects(&self, text: &str) -> Result<Vec<Effect>, Refused> {
        let mv = self.read_move(text)?;
        match self.pos.refusal(mv) {
            Some(message) => Err(Refused::Illegal(message)),
            None => Ok(self.pos.effects(mv)),
        }
    }

    fn key(&self) -> u64 {
        self.pos.key()
    }

    fn diagram(&self) -> String {
        format!("diagram:{}", self.pos.to_diagram())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&mut self.pos.clone(), depth)
    }

    fn heuristics(&self) -> Vec<&'static str> {
        factory::heuristic_names::<G>(&self.setup)
    }

    fn engines(&self) -> Vec<&'static str> {
        factory::engine_names::<G>(&self.setup)
    }

    fn preset(&self, name: &str) -> Option<&'static str> {
        G::PRESETS.iter().find(|preset| preset.name == name).map(|preset| preset.spec)
    }

    fn allow_files(&mut self, files: Arc<dyn HeuristicFiles>) {
        self.files = Some(Files::new(files));
    }

    fn evaluate(
        &self,
        name: &str,
        player: Option<Player>,
        ply: u32,
    ) -> Result<(f64, Vec<Part>), SpecError> {
        let files = self.files.as_ref().map(Files::watched);
        let heuristic = factory::heuristic_or_file::<G>(&self.setup, name, files.as_ref())?;
        let player = player.unwrap_or_else(|| self.pos.turn());
        let value = heuristic.evaluate(&self.pos, player, ply);
        let parts = heuristic.explain(&self.pos, player, ply);
        match files.and_then(|files| files.watch.fault()) {
            None => Ok((value, parts)),
            Some(fault) => Err(SpecError(format!("{name}: {fault}"))),
        }
    }

    fn seat(&self, spec: &str) -> Result<Box<dyn Seat>, SpecError> {
        let spec = self.spec(spec)?;
        let engine = factory::engine::<G>(&self.setup, &spec)?;
        let is_open_ended =
            spec.limits == Limits::default() && factory::is_open_ended::<G>(&spec.name);
        let uses_file = spec.option("heuristic").is_some_and(crate::files::is_file);
        let watch = spec.files.filter(|_| uses_file).map(|files| files.watch);
        Ok(Box::new(EngineSeat { engine, limits: spec.limits, is_open_ended, watch }))
    }

    fn watch_node(
        &self,
        spec: &str,
        path: &[String],
        window: Window,
        keep: TraceKeep,
        stop: &Stop,
        tell: &mut dyn FnMut(Vec<TraceNode<String>>),
    ) -> Result<TraceReport, SpecError> {
        let spec = self.spec(spec)?;
        let textbook = factory::textbook::<G>(&self.setup, &spec)?;
        let watch = spec.files.as_ref().map(|files| files.watch.clone());
        let stop = watch.as_ref().map_or(stop.clone(), |watch| watch.begin(stop, None));
        let mut budget = Budget::new(&keep.limits, &stop);
        let text = |mv| self.pos.move_text(mv);
        let mut teller = Teller::new(Recorder::new(keep.max_nodes, keep.max_ply), |nodes| {
            tell(nodes.into_iter().map(|node| node.map_move(text)).collect());
        });
        let mut pos = self.pos.clone();
        for text in path {
            let step =
                pos.parse_move(text).ok().filter(|&(mv, rest)| rest.is_empty() && pos.is_legal(mv));
            let Some((mv, _)) = step else {
                return Err(SpecError(format!("no node: '{text}' cannot be played there")));
            };
            let _ = pos.play_unchecked(mv);
        }
        let frame = Frame { ply: path.len() as u32, window, ..textbook.root_frame(&self.pos) };
        if frame.ply > frame.depth {
            return Err(SpecError(format!("no node: the search ends at depth {}", frame.depth)));
        }
        let found = if keep.max_nodes == 0 {
            textbook.search(&pos, frame, &mut budget, &mut NoTrace)
        } else {
            textbook.search(&pos, frame, &mut budget, &mut teller)
        };
        if let Some(fault) = watch.and_then(|watch| watch.fault()) {
            let name = spec.option("heuristic").unwrap_or_default();
            return Err(SpecError(format!("{name}: {fault}")));
        }
        let nodes = teller.into_nodes().into_iter().map(|node| node.map_move(text));
        Ok(TraceReport {
            value: found.map_or(f64::NAN, |found| found.value),
            best: found.and_then(|found| found.best).map(|mv| self.pos.move_text(mv)),
            visited: budget.nodes(),
            finished: found.is_some(),
            nodes: nodes.collect(),
        })
    }

    fn threats(&self, limits: &Limits, stop: &Stop) -> Option<Threats<String>> {
        let mut pos = self.origin.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            // Every move in the list was checked when it was played.
            if let Ok((mv, _)) = pos.parse_move(text) {
                let _ = pos.play_unchecked(mv);
                moves.push(mv);
            }
        }
        let threats = G::threats(&self.origin, &moves, limits, stop)?;
        Some(threats.map(|mv| self.pos.move_text(*mv)))
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        let mut copy = Typed::<G>::new(self.setup.clone());
        copy.files.clone_from(&self.files);
        copy.start_text.clone_from(&self.start_text);
        copy.origin = self.origin.clone();
        copy.pos = self.origin.clone();
        for text in &self.moves {
            // Every move in the list was checked when it was played.
            if let Ok((mv, _)) = copy.pos.parse_move(text) {
                copy.push(mv);
            }
        }
        Box::new(copy)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
