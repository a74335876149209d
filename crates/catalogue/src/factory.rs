//! From a specification to an engine, for any game of the catalogue.

use crate::files::{self, Files};
use crate::{EngineSpec, Entry, SpecError};
use alinea_engines::levels::Level;
use alinea_search::{
    Algorithm, AlphaBeta, Cut, DEFAULT_TABLE_MB, Engine, Heuristic, MoveOrder, Natural, Random,
    Textbook,
};
use std::sync::Arc;

const TEXTBOOK_KEYS: [&str; 5] = ["heuristic", "algorithm", "order", "cut", "near"];
/// Plies of a textbook search that names none.
pub const DEFAULT_TEXTBOOK_DEPTH: u32 = 4;
const LEVEL_TABLE_MB: usize = 8;

/// Names of every engine of a game, presets included.
#[must_use]
pub fn engine_names<G: Entry>(setup: &G::Setup) -> Vec<&'static str> {
    let own = G::ENGINES.iter().filter(|row| (row.plays)(setup)).map(|row| row.name);
    let presets = G::PRESETS.iter().map(|preset| preset.name);
    ["best"]
        .into_iter()
        .chain(own)
        .chain(["alphabeta", "textbook", "level", "random"])
        .chain(presets)
        .collect()
}

/// Whether an engine of this name thinks until it is stopped when no limit is given.
#[must_use]
pub fn is_open_ended<G: Entry>(name: &str) -> bool {
    let bounded = ["textbook", "level", "random"].contains(&name);
    !bounded && !G::PRESETS.iter().any(|preset| preset.name == name)
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
        let kind = format!("heuristic of {}", G::NAME);
        SpecError::unknown(&kind, name, &heuristic_names::<G>(setup))
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
        None => Err(SpecError::new("heuristic files are not read here")),
    }
}

/// The engine a specification asks for.
pub fn engine<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    if let Some(preset) = G::PRESETS.iter().find(|preset| preset.name == spec.name) {
        spec.expect_keys(&TEXTBOOK_KEYS)?;
        let meant = EngineSpec::parse(preset.spec)?;
        let mut filled = spec.clone().or(&meant);
        filled.name = meant.name;
        return engine::<G>(setup, &filled);
    }
    if let Some(row) = G::ENGINES.iter().find(|row| row.name == spec.name) {
        spec.expect_keys(row.keys)?;
        if !(row.plays)(setup) {
            let setup = G::setup_text(setup);
            return Err(SpecError(format!("{} does not play {}:{setup}", row.name, G::NAME)));
        }
        return (row.make)(setup, spec);
    }
    match spec.name.as_str() {
        "random" => {
            spec.expect_keys(&[])?;
            Ok(Box::new(Random::new(spec.seed)))
        }
        "textbook" => Ok(Box::new(textbook::<G>(setup, spec)?)),
        "best" => match G::ENGINES.iter().find(|row| (row.plays)(setup)) {
            Some(row) => {
                spec.expect_keys(row.keys)?;
                (row.make)(setup, spec)
            }
            None => general::<G>(setup, spec),
        },
        "alphabeta" => general::<G>(setup, spec),
        "level" => {
            spec.expect_keys(&[])?;
            let level = spec.level.unwrap_or(1);
            match G::level(setup, level, spec) {
                Some(engine) => Ok(engine),
                None => general_level::<G>(setup, level, spec),
            }
        }
        other => {
            let kind = format!("engine of {}", G::NAME);
            Err(SpecError::unknown(&kind, other, &engine_names::<G>(setup)))
        }
    }
}

/// The specification itself, or what a preset of that name stands for.
pub fn textbook_spec<G: Entry>(spec: &EngineSpec) -> Result<EngineSpec, SpecError> {
    let Some(preset) = G::PRESETS.iter().find(|preset| preset.name == spec.name) else {
        return Ok(spec.clone());
    };
    let meant = EngineSpec::parse(preset.spec)?;
    let mut filled = spec.clone().or(&meant);
    filled.name = meant.name;
    Ok(filled)
}

/// The textbook search a specification asks for, presets included.
pub fn textbook<G: Entry>(setup: &G::Setup, spec: &EngineSpec) -> Result<Textbook<G>, SpecError> {
    let spec = &textbook_spec::<G>(spec)?;
    if spec.name != "textbook" {
        let known: Vec<&str> =
            ["textbook"].into_iter().chain(G::PRESETS.iter().map(|p| p.name)).collect();
        return Err(SpecError::unknown("textbook engine", &spec.name, &known));
    }
    spec.expect_keys(&TEXTBOOK_KEYS)?;
    let heuristic = named_or_default::<G>(setup, spec)?;
    let depth = spec.limits.depth.unwrap_or(DEFAULT_TEXTBOOK_DEPTH);
    Ok(Textbook::new(heuristic, depth)
        .with_algorithm(algorithm(spec)?)
        .with_order(order::<G>(setup, spec)?))
}

/// The heuristic a specification names, or the game's best general one.
pub fn named_or_default<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
) -> Result<Arc<dyn Heuristic<G>>, SpecError> {
    match spec.option("heuristic") {
        Some(name) => heuristic_or_file::<G>(setup, name, spec.files.as_ref()),
        None => G::default_heuristic(setup).map(|(_, made)| made).ok_or_else(|| {
            SpecError(format!("no heuristic fits {}:{}", G::NAME, G::setup_text(setup)))
        }),
    }
}

/// The lecture that a textbook specification asks for.
pub fn algorithm(spec: &EngineSpec) -> Result<Algorithm, SpecError> {
    let cut = match spec.option("cut") {
        None | Some("equal") => Cut::Equal,
        Some("strict") => Cut::Strict,
        Some(other) => return Err(SpecError::unknown("cut", other, &["equal", "strict"])),
    };
    match spec.option("algorithm") {
        None | Some("alphabeta") => Ok(Algorithm::AlphaBeta(cut)),
        Some("minimax") => Ok(Algorithm::Minimax),
        Some(other) => Err(SpecError::unknown("algorithm", other, &["minimax", "alphabeta"])),
    }
}

/// The choice and order of moves that a textbook specification asks for.
pub fn order<G: Entry>(
    setup: &G::Setup,
    spec: &EngineSpec,
) -> Result<Arc<dyn MoveOrder<G>>, SpecError> {
    if let Some(distance) = spec.option("near") {
        let distance: u8 =
            distance.parse().ok().filter(|d| *d <= 2).ok_or_else(|| {
                SpecError(format!("near: expected 0, 1 or 2, found '{distance}'"))
            })?;
        if distance > 0 {
            return G::near(setup, distance).ok_or_else(|| {
                SpecError(format!("near: {} has no squares to choose from", G::NAME))
            });
        }
    }
    match spec.option("order") {
        None | Some("natural") => Ok(Arc::new(Natural)),
        Some(name) => match G::ORDERS.iter().find(|row| row.name == name) {
            Some(row) => Ok((row.make)(setup)),
            None => {
                let known: Vec<&str> =
                    ["natural"].into_iter().chain(G::ORDERS.iter().map(|r| r.name)).collect();
                Err(SpecError::unknown(&format!("order of {}", G::NAME), name, &known))
            }
        },
    }
}

/// The general fast search with the table a specification asks for.
fn alphabeta<G: Entry>(setup: &G::Setup, spec: &EngineSpec) -> Result<AlphaBeta<G>, SpecError> {
    let heuristic = named_or_default::<G>(setup, spec)?;
    let mut search =
        AlphaBeta::new(heuristic).with_table(spec.table_mb.unwrap_or(DEFAULT_TABLE_MB));
    if let Some(order) = G::candidates(setup) {
        search = search.with_order(order);
    }
    Ok(if G::is_small(setup) { search.proving_draws() } else { search })
}

fn general<G: Entry>(setup: &G::Setup, spec: &EngineSpec) -> Result<Box<dyn Engine<G>>, SpecError> {
    spec.expect_keys(&["heuristic"])?;
    Ok(Box::new(alphabeta::<G>(setup, spec)?))
}

fn general_level<G: Entry>(
    setup: &G::Setup,
    level: u8,
    spec: &EngineSpec,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    // Levels look at few positions: a large table would only cost time to lay out in every game.
    let mut spec = spec.clone();
    spec.table_mb = spec.table_mb.or(Some(LEVEL_TABLE_MB));
    Ok(Box::new(Level::new(alphabeta::<G>(setup, &spec)?, level, spec.seed)))
}
