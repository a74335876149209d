//! From a specification to an engine, for any game of the catalogue.

use crate::files::{self, Files, is_file};
use crate::{EngineFacts, EngineSpec, Entry, Method, SpecError};
use alinea_core::Message;
use alinea_engines::levels::LevelEngine;
use alinea_search::{
    Algorithm, AlphaBeta, DEFAULT_TABLE_MB, Engine, Heuristic, MoveOrder, Natural, Random, Textbook,
};
use std::sync::Arc;

/// Plies of a textbook search that names none.
pub const DEFAULT_TEXTBOOK_DEPTH: u32 = 4;
/// Levels look at few positions: a large table would only cost time to lay out in every game.
const LEVEL_TABLE_MB: usize = 8;
const NATURAL: &str = "natural";

/// Names of every engine of a game, presets included.
#[must_use]
pub fn engine_names<G: Entry>(setup: &G::Setup) -> Vec<&'static str> {
    let own = G::ENGINES.iter().filter(|row| (row.plays)(setup)).map(|row| row.facts.name);
    let general = EngineFacts::GENERAL.iter().map(|facts| facts.name);
    let presets = G::PRESETS.iter().map(|preset| preset.name);
    ["best"].into_iter().chain(own).chain(general).chain(presets).collect()
}

/// What is true of the engine of this name; `None` if the game has no such engine.
#[must_use]
pub fn facts<G: Entry>(setup: &G::Setup, name: &str) -> Option<EngineFacts> {
    let mut own = G::ENGINES.iter();
    if name == "best" {
        let strongest = own.find(|row| (row.plays)(setup)).map(|row| row.facts);
        return Some(strongest.unwrap_or(EngineFacts::ALPHABETA));
    }
    let is_preset = G::PRESETS.iter().any(|preset| preset.name == name);
    let own = own.map(|row| row.facts).find(|facts| facts.name == name);
    let general = || EngineFacts::GENERAL.into_iter().find(|facts| facts.name == name);
    own.or_else(general).or(is_preset.then_some(EngineFacts::TEXTBOOK))
}

/// The specification with what the name of a preset stands for filled in.
#[must_use]
pub fn filled<G: Entry>(spec: &EngineSpec) -> EngineSpec {
    match G::PRESETS.iter().find(|preset| preset.name == spec.name()) {
        Some(preset) => spec.clone().filled_from(&preset.spec()),
        None => spec.clone(),
    }
}

/// Names of the heuristics that fit a set-up.
#[must_use]
pub fn heuristic_names<G: Entry>(setup: &G::Setup) -> Vec<&'static str> {
    let rows = G::HEURISTICS.iter();
    rows.filter(|row| (row.make)(setup).is_some()).map(|row| row.name).collect()
}

/// The heuristic of this name.
pub fn heuristic<G: Entry>(
    setup: &G::Setup,
    name: &str,
) -> Result<Arc<dyn Heuristic<G>>, SpecError> {
    let row = G::HEURISTICS.iter().find(|row| row.name == name);
    row.and_then(|row| (row.make)(setup)).ok_or_else(|| {
        let kind = Message::new("kind.heuristic").with("game", G::NAME);
        SpecError::unknown(kind, name, &heuristic_names::<G>(setup))
    })
}

/// The heuristic of this name, which may be a file where files may be read.
pub fn heuristic_or_file<G: Entry>(
    setup: &G::Setup,
    name: &str,
    files: Option<&Files>,
) -> Result<Arc<dyn Heuristic<G>>, SpecError> {
    match files {
        _ if !files::is_file(name) => heuristic::<G>(setup, name),
        Some(files) => Ok(Arc::new(files.load(name)?)),
        None => Err(SpecError(Message::new("error.spec.no-files"))),
    }
}

/// The heuristic file that was typed where an engine is expected: `mine.toml`, `heuristic=mine.toml`.
fn file_named(spec: &EngineSpec) -> Option<&str> {
    let name = spec.name().strip_prefix("heuristic=").unwrap_or(spec.name());
    is_file(name).then_some(name)
}

/// The engine a specification asks for.
pub fn engine<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
    files: Option<&Files>,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    let Some(facts) = facts::<G>(setup, spec.name()) else {
        if let Some(file) = file_named(spec) {
            return Err(SpecError(Message::new("error.engine.is-file").with("file", file)));
        }
        let kind = Message::new("kind.engine").with("game", G::NAME);
        return Err(SpecError::unknown(kind, spec.name(), &engine_names::<G>(setup)));
    };
    spec.expect_keys(facts.keys)?;
    if let Some(row) = G::ENGINES.iter().find(|row| row.facts.name == facts.name) {
        if !(row.plays)(setup) {
            let setup = G::setup_text(setup);
            let message = Message::new("error.spec.not-here").with("engine", facts.name);
            return Err(SpecError(message.with("game", format!("{}:{setup}", G::NAME))));
        }
        return (row.make)(setup, spec);
    }
    Ok(match facts {
        EngineFacts::RANDOM => Box::new(Random::new(spec.rng_seed())),
        EngineFacts::TEXTBOOK => Box::new(textbook::<G>(setup, spec, files)?),
        EngineFacts::LEVEL => {
            let level = spec.strength().unwrap_or(1);
            match G::level(setup, level, spec) {
                Some(engine) => engine,
                None => Box::new(general_level::<G>(setup, level, spec)?),
            }
        }
        _ => Box::new(alphabeta::<G>(setup, spec, DEFAULT_TABLE_MB, files)?),
    })
}

/// The textbook search a specification asks for, presets included.
pub fn textbook<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
    files: Option<&Files>,
) -> Result<Textbook<G>, SpecError> {
    let spec = &filled::<G>(spec);
    if spec.name() != EngineFacts::TEXTBOOK.name {
        let presets = G::PRESETS.iter().map(|preset| preset.name);
        let known: Vec<&str> = [EngineFacts::TEXTBOOK.name].into_iter().chain(presets).collect();
        return Err(SpecError::unknown(Message::new("kind.textbook"), spec.name(), &known));
    }
    spec.expect_keys(EngineFacts::TEXTBOOK.keys)?;
    let heuristic = named_or_default::<G>(setup, spec, files)?;
    let depth = spec.limits().depth.unwrap_or(DEFAULT_TEXTBOOK_DEPTH);
    Ok(Textbook::new(heuristic, depth)
        .with_algorithm(algorithm(spec))
        .with_order(order::<G>(setup, spec)?))
}

/// The heuristic a specification names, or the game's best general one.
pub fn named_or_default<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
    files: Option<&Files>,
) -> Result<Arc<dyn Heuristic<G>>, SpecError> {
    match spec.heuristic() {
        Some(name) => heuristic_or_file::<G>(setup, name, files),
        None => G::default_heuristic(setup).map(|(_, made)| made).ok_or_else(|| {
            let game = format!("{}:{}", G::NAME, G::setup_text(setup));
            SpecError(Message::new("error.spec.no-heuristic").with("game", game))
        }),
    }
}

/// The algorithm that a textbook specification asks for.
#[must_use]
pub fn algorithm(spec: &EngineSpec) -> Algorithm {
    match spec.method() {
        Method::Minimax => Algorithm::Minimax,
        Method::AlphaBeta => Algorithm::AlphaBeta(spec.cut()),
    }
}

/// The choice and order of moves that a textbook specification asks for.
pub fn order<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
) -> Result<Arc<dyn MoveOrder<G>>, SpecError> {
    if spec.near() > 0 {
        let missing = || SpecError(Message::new("error.spec.no-squares").with("game", G::NAME));
        return G::near(setup, spec.near()).ok_or_else(missing);
    }
    let Some(name) = spec.order().filter(|name| *name != NATURAL) else {
        return Ok(Arc::new(Natural));
    };
    match G::ORDERS.iter().find(|row| row.name == name) {
        Some(row) => Ok((row.make)(setup)),
        None => {
            let known: Vec<&str> =
                [NATURAL].into_iter().chain(G::ORDERS.iter().map(|row| row.name)).collect();
            Err(SpecError::unknown(Message::new("kind.order").with("game", G::NAME), name, &known))
        }
    }
}

/// The general fast search with this table unless the specification asks for another.
fn alphabeta<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
    table_mb: usize,
    files: Option<&Files>,
) -> Result<AlphaBeta<G>, SpecError> {
    let heuristic = named_or_default::<G>(setup, spec, files)?;
    let mut search = AlphaBeta::new(heuristic).with_table(spec.table_mb().unwrap_or(table_mb));
    if let Some(order) = G::candidates(setup) {
        search = search.with_order(order);
    }
    Ok(if G::is_small(setup) { search.proving_draws() } else { search })
}

fn general_level<G: Entry>(
    setup: &G::Setup,
    level: u8,
    spec: &EngineSpec,
) -> Result<LevelEngine<G, AlphaBeta<G>>, SpecError> {
    let search = alphabeta::<G>(setup, spec, LEVEL_TABLE_MB, None)?;
    Ok(LevelEngine::general(search, level, spec.rng_seed()))
}
