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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TraceKeep, TraceQuestion, TraceReport, open};
    use alinea_engines::connect4::heuristics::{Ligue4Bits, Quadras};
    use alinea_games::Connect4;
    use alinea_search::{Ignore, Limits, Stop, Thought};

    fn refusal(game: &str, engine: &str) -> String {
        let seat = open(game).unwrap().seat(&engine.parse().unwrap());
        seat.err().unwrap_or_else(|| panic!("{engine} sits at {game}")).to_string()
    }

    /// What an engine thinks after these moves when it may look at few positions.
    fn thought(game: &str, moves: &str, engine: &str) -> Thought<String> {
        let session = open(game).unwrap().read(moves).unwrap();
        let mut seat = session.seat(&engine.parse().unwrap()).unwrap();
        seat.think(&*session, &Limits::nodes(2000), &Stop::new(), &mut Ignore).unwrap()
    }

    #[test]
    fn a_move_that_wins_lights_its_line() {
        let marks = thought("connect4", "112233", "textbook:depth=1").marks;
        let cells: Vec<String> = marks.iter().map(|mark| mark.cell.to_string()).collect();
        assert_eq!(cells, ["a1", "b1", "c1", "d1"]);
    }

    fn traced(engine: &str) -> Result<TraceReport, SpecError> {
        let keep = TraceKeep { max_nodes: 10, max_ply: 9, limits: Limits::default() };
        let engine = engine.parse().unwrap();
        let session = open("connect4").unwrap();
        session.trace(TraceQuestion::root(&engine, keep), &Stop::new(), &mut |_| {})
    }

    #[test]
    fn the_engines_of_a_game_are_listed_strongest_first() {
        let names = |game: &str| open(game).unwrap().engines();
        let general = ["alphabeta", "textbook", "level", "random"];
        let reports = ["ligue4", "connect4-java"];
        assert_eq!(names("connect4"), [&["best", "solver"], &general[..], &reports].concat());
        // The solver has no board of this size.
        assert_eq!(names("connect4:8x7"), [&["best"], &general[..], &reports].concat());
        assert_eq!(names("boom"), [&["best", "ninja"], &general[..], &["desconecta4"]].concat());
    }

    #[test]
    fn the_best_is_the_strongest_that_plays_the_board() {
        let name = |game: &str, engine: &str| open(game).unwrap().facts(engine).map(|it| it.name);
        assert_eq!(name("connect4", "best"), Some("solver"));
        assert_eq!(name("connect4:8x7", "best"), Some("alphabeta"));
        assert_eq!(name("mnk", "best"), Some("alphabeta"));
        assert_eq!(name("gomoku", "best"), Some("patterns"));
    }

    #[test]
    fn facts_are_of_the_engine_that_was_named() {
        let session = open("gomoku").unwrap();
        let own = ["patterns", "patterns-linear", "alphabeta", "textbook", "level", "random"];
        for name in own {
            assert_eq!(session.facts(name).map(|facts| facts.name), Some(name));
        }
        for report in ["gomoku-lua", "gomoku-python"] {
            assert_eq!(session.facts(report), Some(EngineFacts::TEXTBOOK));
        }
        for nobody in ["solver", "ligue4", "", "Best"] {
            assert_eq!(session.facts(nobody), None, "{nobody}");
        }
    }

    #[test]
    fn the_name_of_a_report_stands_for_its_search() {
        let filled = |game: &str, engine: &str| {
            open(game).unwrap().filled(&engine.parse().unwrap()).to_string()
        };
        assert_eq!(
            filled("connect4", "connect4-java:depth=2"),
            "textbook:depth=2,heuristic=quadras,algorithm=alphabeta,cut=equal,order=center-left"
        );
        assert_eq!(
            filled("mnk", "gomoku-lua"),
            "textbook:heuristic=vizinhos,algorithm=minimax,near=1,depth=3"
        );
        assert_eq!(filled("connect4", "solver:table=8"), "solver:table=8");
    }

    #[test]
    fn wrong_engines_are_told_what_was_expected() {
        let known = "(known: best, solver, alphabeta, textbook, level, random, ligue4, \
                     connect4-java)";
        assert_eq!(
            refusal("connect4", "slover"),
            format!("unknown engine of connect4 'slover'; did you mean 'solver'? {known}")
        );
        assert_eq!(
            refusal("connect4", "patterns"),
            format!("unknown engine of connect4 'patterns' {known}")
        );
        assert_eq!(refusal("connect4:8x7", "solver"), "solver does not play connect4:8x7");
        let file = "mine.toml is a heuristic file, not an engine: write \
                    textbook:heuristic=mine.toml,depth=4 or alphabeta:heuristic=mine.toml";
        assert_eq!(refusal("connect4", "mine.toml"), file);
        assert_eq!(refusal("connect4", "heuristic=mine.toml"), file);
        let common = "(known: depth, nodes, time, threads, table, seed)";
        assert_eq!(
            refusal("connect4", "solver:heuristic=ligue4"),
            format!("unknown option of solver 'heuristic' {common}")
        );
        assert!(open("boom").unwrap().seat(&"ninja:repetition=off".parse().unwrap()).is_ok());
    }

    #[test]
    fn wrong_heuristics_orders_and_squares_are_told_what_was_expected() {
        assert_eq!(
            refusal("connect4", "alphabeta:heuristic=quadra"),
            "unknown heuristic of connect4 'quadra'; did you mean 'quadras'? (known: ligue4, \
             quadras, quadras-plano)"
        );
        // The game has it, this board has not.
        assert_eq!(
            refusal("mnk:9x9x5", "textbook:heuristic=ligue4"),
            "unknown heuristic of mnk 'ligue4' (known: dezenas, vizinhos)"
        );
        assert_eq!(
            refusal("connect4", "textbook:order=centre"),
            "unknown order of connect4 'centre'; did you mean 'center'? (known: natural, center, \
             center-left)"
        );
        assert_eq!(refusal("boom", "textbook:near=1"), "near: boom has no squares to choose from");
        assert!(open("boom").unwrap().seat(&"textbook:near=0".parse().unwrap()).is_ok());
    }

    #[test]
    fn a_trace_is_of_a_textbook_search() {
        assert_eq!(
            traced("solver").unwrap_err().to_string(),
            "unknown textbook engine 'solver' (known: textbook, ligue4, connect4-java)"
        );
        assert_eq!(traced("ligue4:depth=1").unwrap().visited, 1 + 7);
    }

    #[test]
    fn a_heuristic_is_the_one_that_was_named() {
        let session = open("connect4").unwrap().read("4431").unwrap();
        let pos = session.position::<Connect4>().unwrap();
        let player = session.turn();
        let value = |name: &str| session.evaluate(name, None, 0).unwrap().0;
        assert_eq!(value("ligue4"), Ligue4Bits.evaluate(pos, player, 0));
        assert_eq!(value("quadras"), Quadras.evaluate(pos, player, 0));
        assert_ne!(value("ligue4"), value("quadras"));
    }

    #[test]
    fn an_order_is_the_one_that_was_named() {
        for (order, columns) in [
            ("order=center", "4536271"),
            ("order=center-left", "4352617"),
            ("order=natural", "1234567"),
            ("near=0", "1234567"),
        ] {
            let report = traced(&format!("textbook:depth=1,algorithm=minimax,{order}")).unwrap();
            let tried: String = report.nodes.iter().filter_map(|node| node.mv.clone()).collect();
            assert_eq!(tried, columns, "{order}");
        }
    }

    #[test]
    fn each_general_engine_plays_its_own_way() {
        // A textbook search tells the literal value, the general search does not.
        assert_eq!(
            thought("connect4", "-", "textbook:depth=1").value.map(f64::is_finite),
            Some(true)
        );
        assert_eq!(thought("connect4", "-", "alphabeta:depth=1").value, None);
        // A random player looks at one position.
        assert_eq!(thought("connect4", "-", "random").nodes, 1);
    }

    /// A level rolls dice, in games with levels of their own and in others.
    #[test]
    fn a_level_plays_otherwise_with_another_seed() {
        for game in ["connect4", "boom", "mnk:5x5x4"] {
            let best = |seed| thought(game, "-", &format!("level:1,seed={seed}")).best;
            let first = best(0);
            assert!((1..20).any(|seed| best(seed) != first), "{game}");
            assert_eq!(best(0), first, "{game}");
        }
    }
}
