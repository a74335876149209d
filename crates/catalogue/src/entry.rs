//! The tables of a game: which heuristics, orders, engines and presets it has.
//! Each game fills one in `crates/engines/src/<game>/mod.rs`; everything else is generic.

use crate::{EngineSpec, SpecError};
use alinea_core::Game;
use alinea_engines::threats::Threats;
use alinea_games::lines::Lines;
use alinea_search::{Engine, Heuristic, Limits, MoveOrder, Stop};
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

/// An engine of this game alone.
pub struct EngineRow<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// Options of its own.
    pub keys: &'static [&'static str],
    /// Whether it plays this set-up.
    pub plays: fn(&G::Setup) -> bool,
    /// Makes it.
    pub make: fn(&G::Setup, &EngineSpec) -> Result<Box<dyn Engine<G>>, SpecError>,
}

/// A seed system: a name for a specification.
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
}

/// What the catalogue knows of a game.
pub trait Entry: Game {
    /// Set-ups shown to people, the default first; any that the game reads may be opened.
    const SETUPS: &'static [&'static str];
    /// The heuristics that may be used here, the best general one first.
    const HEURISTICS: &'static [HeuristicRow<Self>];
    /// Orders of moves besides `natural`.
    const ORDERS: &'static [OrderRow<Self>];
    /// Engines of this game alone, the strongest first.
    const ENGINES: &'static [EngineRow<Self>];
    /// The seed systems that play it.
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

    /// What threats decide after `moves` from `start`; `None` if the game has no threat search.
    fn threats(
        _start: &Self,
        _moves: &[Self::Move],
        _limits: &Limits,
        _stop: &Stop,
    ) -> Option<Threats<Self::Move>> {
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
