//! One game in progress, moves in and out as text. Terminal, server, arena and protocols use
//! only this; whoever needs the game's own types goes through [`Session::visit`].

use crate::files::{Files, HeuristicFiles};
use crate::seat::EngineSeat;
use crate::{EngineFacts, EngineSpec, Entry, GameVisitor, Seat, SpecError, View, factory, visit};
use alinea_core::{
    Cell, Effect, Message, MoveError, Outcome, Player, PositionError, parse_position, perft,
};
use alinea_engines::threats::Threats;
use alinea_search::{Explanation, Limits, Part, Stop};
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

impl Refused {
    /// What is said about it.
    #[must_use]
    pub fn message(&self) -> &Message {
        match self {
            Refused::NotAMove(MoveError(message)) | Refused::Illegal(message) => message,
        }
    }
}

/// What threats decide in a game, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatsReport {
    /// The forced win, if there is one, and the last escape from it.
    pub threats: Threats<String>,
    /// Why it cannot be stopped.
    pub explanation: Option<Explanation>,
}

/// A game in progress.
pub trait Session: Typed + Send {
    /// The game's name without its set-up.
    fn name(&self) -> &'static str;
    /// The set-up's text.
    fn setup(&self) -> String;
    /// Reads a position text: the same game, played to there.
    fn read(&self, position: &str) -> Result<Box<dyn Session>, PositionError>;
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
    /// The position as one text that `read` reads: a drawn board.
    fn diagram(&self) -> String;
    /// Number of positions `depth` moves away.
    fn perft(&self, depth: u32) -> u64;
    /// Names of heuristics that fit this game and set-up.
    fn heuristics(&self) -> Vec<&'static str>;
    /// Names of engines that play this game and set-up.
    fn engines(&self) -> Vec<&'static str>;
    /// What is true of the engine of this name; `None` if nobody of that name plays here.
    fn facts(&self, engine: &str) -> Option<EngineFacts>;
    /// The specification with what the name of a preset stands for filled in.
    fn filled(&self, spec: &EngineSpec) -> EngineSpec;
    /// A seat with the engine of a specification.
    fn seat(&self, spec: &EngineSpec) -> Result<Box<dyn Seat>, SpecError>;
    /// Lets heuristic files be named wherever a heuristic is. Until this is called no text can
    /// make a session read one, so a server that never calls it never does.
    fn allow_files(&mut self, files: Arc<dyn HeuristicFiles>);
    /// A copy of the game.
    fn boxed_clone(&self) -> Box<dyn Session>;
}

/// Something done with a game in progress whose type is known.
pub trait SessionVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Entry>(self, game: &GameSession<G>) -> Self::Output;
}

impl<'s> dyn Session + 's {
    /// Hands the game in progress to the visitor with its type.
    pub fn visit<V: SessionVisitor>(&self, visitor: V) -> V::Output {
        visit(self.name(), Door { session: self, visitor }).expect("an open game has a known name")
    }

    /// The position, if this is the game asked for.
    #[must_use]
    pub fn position<G: Entry>(&self) -> Option<&G> {
        Some(self.typed::<G>()?.position())
    }

    pub(crate) fn typed<G: Entry>(&self) -> Option<&GameSession<G>> {
        self.as_any().downcast_ref()
    }

    /// A heuristic's value and parts; `player` is the side to move if not given.
    pub fn evaluate(
        &self,
        heuristic: &str,
        player: Option<Player>,
        ply: u32,
    ) -> Result<(f64, Vec<Part>), SpecError> {
        self.visit(Evaluate { heuristic, player, ply })
    }

    /// What threats decide in this game; `None` if it has no threat search.
    #[must_use]
    pub fn threats(&self, limits: &Limits, stop: &Stop) -> Option<ThreatsReport> {
        self.visit(FindThreats { limits, stop })
    }

    /// Whether the game has a threat search.
    #[must_use]
    pub fn has_threats(&self) -> bool {
        self.visit(HasThreats)
    }
}

/// Finds the type behind a session.
struct Door<'s, V> {
    session: &'s (dyn Session + 's),
    visitor: V,
}

impl<V: SessionVisitor> GameVisitor for Door<'_, V> {
    type Output = V::Output;

    fn visit<G: Entry>(self, _: G::Setup) -> V::Output {
        self.visitor.visit::<G>(self.session.typed().expect("each name has one type"))
    }
}

struct Evaluate<'a> {
    heuristic: &'a str,
    player: Option<Player>,
    ply: u32,
}

impl SessionVisitor for Evaluate<'_> {
    type Output = Result<(f64, Vec<Part>), SpecError>;

    fn visit<G: Entry>(self, game: &GameSession<G>) -> Self::Output {
        let (name, pos, files) = (self.heuristic, &game.pos, game.files());
        let heuristic = factory::heuristic_or_file::<G>(&game.setup, name, files.as_ref())?;
        let player = self.player.unwrap_or_else(|| pos.turn());
        let value = heuristic.evaluate(pos, player, self.ply);
        let parts = heuristic.explain(pos, player, self.ply);
        match files.and_then(|files| files.fault()) {
            None => Ok((value, parts)),
            Some(fault) => Err(SpecError::new(format!("{name}: {fault}"))),
        }
    }
}

struct HasThreats;

impl SessionVisitor for HasThreats {
    type Output = bool;

    fn visit<G: Entry>(self, _: &GameSession<G>) -> bool {
        G::HAS_THREATS
    }
}

struct FindThreats<'a> {
    limits: &'a Limits,
    stop: &'a Stop,
}

impl SessionVisitor for FindThreats<'_> {
    type Output = Option<ThreatsReport>;

    fn visit<G: Entry>(self, game: &GameSession<G>) -> Self::Output {
        let mut start = game.pos.clone();
        game.played.iter().rev().for_each(|(_, undo)| start.undo(undo.clone()));
        let moves: Vec<G::Move> = game.played.iter().map(|(mv, _)| *mv).collect();
        let threats = G::threats(&start, &moves, self.limits, self.stop)?;
        let explanation = threats.proof.as_ref().and_then(|proof| game.pos.explain_proof(proof));
        let threats = threats.map(|mv| game.pos.move_text(*mv));
        Some(ThreatsReport { threats, explanation })
    }
}

/// A game in progress, with its type known.
#[derive(Clone)]
pub struct GameSession<G: Entry> {
    setup: G::Setup,
    start_text: String,
    pos: G,
    moves: Vec<String>,
    /// Each move with what takes it back.
    played: Vec<(G::Move, G::Undo)>,
    files: Option<Files>,
}

impl<G: Entry> GameSession<G> {
    pub(crate) fn new(setup: G::Setup) -> GameSession<G> {
        GameSession {
            start_text: "-".to_owned(),
            pos: G::start(&setup),
            setup,
            moves: Vec::new(),
            played: Vec::new(),
            files: None,
        }
    }

    /// The position as it stands.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.pos
    }

    /// The set-up of the board.
    #[must_use]
    pub fn board_setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The permission to read heuristic files, watched on its own.
    #[must_use]
    pub fn files(&self) -> Option<Files> {
        self.files.as_ref().map(Files::watched)
    }

    /// What the last move did to the board; nothing at the start.
    fn last_effects(&self) -> Vec<Effect> {
        let Some((mv, undo)) = self.played.last() else { return Vec::new() };
        let mut before = self.pos.clone();
        before.undo(undo.clone());
        before.effects(*mv)
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
            let error = MoveError(Message::new("error.move.one").with("found", rest));
            return Err(Refused::NotAMove(error));
        }
        match self.pos.refusal(mv) {
            Some(message) => Err(Refused::Illegal(message)),
            None => Ok(mv),
        }
    }
}

impl<G: Entry> Session for GameSession<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn setup(&self) -> String {
        G::setup_text(&self.setup)
    }

    fn read(&self, position: &str) -> Result<Box<dyn Session>, PositionError> {
        let read = parse_position::<G>(&self.setup, position)?;
        let drawn = position.trim().starts_with("diagram:");
        let start = if drawn { format!("diagram:{}", read.start.to_diagram()) } else { "-".into() };
        Ok(Box::new(GameSession {
            setup: self.setup.clone(),
            start_text: start,
            pos: read.pos,
            moves: read.texts,
            played: read.played,
            files: self.files.clone(),
        }))
    }

    fn start(&self) -> &str {
        &self.start_text
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn play(&mut self, text: &str) -> Result<Vec<Effect>, Refused> {
        let mv = self.read_move(text)?;
        let effects = self.pos.effects(mv);
        self.moves.push(self.pos.move_text(mv));
        self.played.push((mv, self.pos.play_unchecked(mv)));
        Ok(effects)
    }

    fn undo(&mut self) -> Option<String> {
        let (_, undo) = self.played.pop()?;
        self.pos.undo(undo);
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
            effects: self.last_effects(),
        }
    }

    fn effects(&self, text: &str) -> Result<Vec<Effect>, Refused> {
        Ok(self.pos.effects(self.read_move(text)?))
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

    fn allow_files(&mut self, files: Arc<dyn HeuristicFiles>) {
        self.files = Some(Files::new(files));
    }

    fn heuristics(&self) -> Vec<&'static str> {
        factory::heuristic_names::<G>(&self.setup)
    }

    fn engines(&self) -> Vec<&'static str> {
        factory::engine_names::<G>(&self.setup)
    }

    fn facts(&self, engine: &str) -> Option<EngineFacts> {
        factory::facts::<G>(&self.setup, engine)
    }

    fn filled(&self, spec: &EngineSpec) -> EngineSpec {
        factory::filled::<G>(spec)
    }

    fn seat(&self, spec: &EngineSpec) -> Result<Box<dyn Seat>, SpecError> {
        let files = self.files();
        let engine = factory::engine::<G>(&self.setup, spec, files.as_ref())?;
        let limits = spec.limits();
        let is_open_ended = limits == Limits::default()
            && self.facts(spec.name()).is_some_and(|facts| facts.is_open_ended);
        let watch = files.filter(|_| spec.file().is_some()).map(|files| files.watch);
        Ok(Box::new(EngineSeat { engine, limits, is_open_ended, watch }))
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

/// Lets a session find the type behind another.
pub trait Typed {
    /// The game with its type hidden.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Entry> Typed for GameSession<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }
}
