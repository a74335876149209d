//! The tables of a game: which heuristics, orders, engines and presets it has.
//! Each game fills one in `entries/<game>.rs`; everything else is generic.

use crate::{EngineSpec, Key, Method, Setting, SpecError};
use alinea_core::Game;
use alinea_engines::threats::Threats;
use alinea_games::lines::Lines;
use alinea_search::{Cut, Engine, Explanation, Heuristic, Limits, MoveOrder, Proof, Stop, Thought};
use std::sync::Arc;

/// A heuristic by name; `make` answers `None` on set-ups where it means nothing.
pub struct HeuristicRow<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// Makes it for a set-up.
    pub make: fn(&G::Setup) -> Option<Arc<dyn Heuristic<G>>>,
}

/// An order of moves by name.
pub struct OrderRow<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// Makes it for a set-up.
    pub make: fn(&G::Setup) -> Arc<dyn MoveOrder<G>>,
}

/// What is true of an engine, whatever its options and its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineFacts {
    /// The name on the command line.
    pub name: &'static str,
    /// Options of its own.
    pub keys: &'static [Key],
    /// Whether it thinks until it is stopped when no limit is given.
    pub is_open_ended: bool,
    /// Whether its moves depend on a seed.
    pub rolls_dice: bool,
}

impl EngineFacts {
    /// The general fast search.
    pub const ALPHABETA: EngineFacts = EngineFacts {
        name: "alphabeta",
        keys: &[Key::Heuristic],
        is_open_ended: true,
        rolls_dice: false,
    };
    /// The textbook search, which ends at its depth.
    pub const TEXTBOOK: EngineFacts = EngineFacts {
        name: "textbook",
        keys: &[Key::Heuristic, Key::Algorithm, Key::Order, Key::Cut, Key::Near],
        is_open_ended: false,
        rolls_dice: false,
    };
    /// Players of ten strengths.
    pub const LEVEL: EngineFacts =
        EngineFacts { name: "level", keys: &[], is_open_ended: false, rolls_dice: true };
    /// Any legal move.
    pub const RANDOM: EngineFacts =
        EngineFacts { name: "random", keys: &[], is_open_ended: false, rolls_dice: true };
    /// The engines that every game has.
    pub const GENERAL: [EngineFacts; 4] =
        [Self::ALPHABETA, Self::TEXTBOOK, Self::LEVEL, Self::RANDOM];
}

/// An engine of this game alone.
pub struct EngineRow<G: Game> {
    /// What is true of it.
    pub facts: EngineFacts,
    /// Whether it plays this set-up.
    pub plays: fn(&G::Setup) -> bool,
    /// Makes it.
    pub make: fn(&G::Setup, &EngineSpec) -> Result<Box<dyn Engine<G>>, SpecError>,
}

/// The system of a report: a name for a textbook search.
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// Its heuristic.
    pub heuristic: &'static str,
    /// Its search.
    pub method: Method,
    /// Whether equal values cut, where the report says.
    pub cut: Option<Cut>,
    /// Its order of moves, where the report says.
    pub order: Option<&'static str>,
    /// How far from a stone it looks, where the report says.
    pub near: Option<u8>,
    /// Its plies.
    pub depth: u32,
}

impl Preset {
    /// What the name stands for.
    #[must_use]
    pub fn spec(&self) -> EngineSpec {
        let settings = [
            Some(Setting::Heuristic(self.heuristic.to_owned())),
            Some(Setting::Algorithm(self.method)),
            self.cut.map(Setting::Cut),
            self.order.map(|name| Setting::Order(name.to_owned())),
            self.near.map(Setting::Near),
            Some(Setting::Depth(self.depth)),
        ];
        settings.into_iter().flatten().fold(EngineSpec::textbook(), EngineSpec::with)
    }
}

/// A number of a set-up and how far people may turn it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeRange {
    /// What it counts: `cols`, `rows`, `size`, `k`.
    pub name: &'static str,
    /// The smallest.
    pub least: u8,
    /// The largest.
    pub most: u8,
}

impl SizeRange {
    pub(crate) const fn new(name: &'static str, least: u8, most: u8) -> SizeRange {
        SizeRange { name, least, most }
    }
}

/// What the catalogue knows of a game.
pub trait Entry: Game {
    /// Set-ups shown to people, the default first; any that the game reads may be opened.
    const SETUPS: &'static [&'static str];
    /// The numbers of a set-up, in the order in which it is written: `COLSxROWS`.
    const SIZES: &'static [SizeRange];
    /// Words that may follow the numbers: `+gravity`.
    const FLAGS: &'static [&'static str];
    /// The heuristics that may be used here, the best general one first.
    const HEURISTICS: &'static [HeuristicRow<Self>];
    /// Orders of moves besides `natural`.
    const ORDERS: &'static [OrderRow<Self>];
    /// Engines of this game alone, the strongest first.
    const ENGINES: &'static [EngineRow<Self>];
    /// The systems of the reports that play it.
    const PRESETS: &'static [Preset];

    /// How many in a row decide the game.
    fn in_a_row(&self) -> u8;

    /// Whether stones fall.
    fn gravity(&self) -> bool;

    /// The stones of both players in 64 bits each, as [`crate::files::Facts::packed`] says.
    fn packed(&self) -> Option<[u64; 2]> {
        None
    }

    /// The stones line by line, where the game keeps them so.
    fn lines(&self) -> Option<&Lines> {
        None
    }

    /// Only squares within `distance` of a stone, where that makes sense for the game.
    fn near(_setup: &Self::Setup, _distance: u8) -> Option<Arc<dyn MoveOrder<Self>>> {
        None
    }

    /// Whether the game has a threat search.
    const HAS_THREATS: bool = false;

    /// What threats decide after `moves` from `start`; `None` if the game has no threat search.
    fn threats(
        _start: &Self,
        _moves: &[Self::Move],
        _limits: &Limits,
        _stop: &Stop,
    ) -> Option<Threats<Self::Move>> {
        None
    }

    /// Why the thought's best move is good, where there is something simple to say and its engine did not.
    fn explain(&self, _thought: &Thought<Self::Move>) -> Option<Explanation> {
        None
    }

    /// Why the win that threats prove cannot be stopped.
    fn explain_proof(&self, _proof: &Proof<Self::Move>) -> Option<Explanation> {
        None
    }

    /// The moves the general fast search tries by default; `None` means all.
    fn candidates(_setup: &Self::Setup) -> Option<Arc<dyn MoveOrder<Self>>> {
        None
    }

    /// Whether the board is so small that the general search should try to prove a draw.
    fn is_small(_setup: &Self::Setup) -> bool {
        false
    }

    /// An engine of human strength, `level` from 1 to 10; `None` takes the general levels.
    fn level(
        _setup: &Self::Setup,
        _level: u8,
        _spec: &EngineSpec,
    ) -> Option<Box<dyn Engine<Self>>> {
        None
    }

    /// The first heuristic that fits the set-up.
    fn default_heuristic(setup: &Self::Setup) -> Option<(&'static str, Arc<dyn Heuristic<Self>>)> {
        Self::HEURISTICS.iter().find_map(|row| Some((row.name, (row.make)(setup)?)))
    }
}
