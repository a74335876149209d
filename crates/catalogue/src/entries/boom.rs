//! Boom's tables: its heuristics, engines and the report's system that plays it.

use crate::{
    EngineFacts, EngineRow, EngineSpec, Entry, HeuristicRow, Key, Method, OrderRow, Preset,
    Repetition, Setting, SizeRange,
};
use alinea_core::Player;
use alinea_engines::boom::BoomFirst;
use alinea_engines::boom::heuristics::{
    FichasJuntas, FichasJuntasCorregida, Lineas, LineasYBomba, Material, ValoracionTest,
};
use alinea_engines::ninja::{self, Ninja};
use alinea_games::Boom;
use alinea_search::{Cut, Engine};
use std::sync::Arc;

/// The table of a level, in megabytes.
const LEVEL_TABLE_MB: usize = 8;

impl Entry for Boom {
    const SETUPS: &'static [&'static str] = &[""];
    const SIZES: &'static [SizeRange] = &[];
    const FLAGS: &'static [&'static str] = &[];
    const HEURISTICS: &'static [HeuristicRow<Self>] = &[
        HeuristicRow {
            name: "fichas-juntas-corregida",
            make: |()| Some(Arc::new(FichasJuntasCorregida)),
        },
        HeuristicRow { name: "fichas-juntas", make: |()| Some(Arc::new(FichasJuntas)) },
        HeuristicRow { name: "valoracion-test", make: |()| Some(Arc::new(ValoracionTest)) },
        HeuristicRow { name: "material", make: |()| Some(Arc::new(Material)) },
        HeuristicRow { name: "lineas", make: |()| Some(Arc::new(Lineas)) },
        HeuristicRow { name: "lineas-y-bomba", make: |()| Some(Arc::new(LineasYBomba)) },
    ];
    const ORDERS: &'static [OrderRow<Self>] =
        &[OrderRow { name: "boom-first", make: |()| Arc::new(BoomFirst) }];
    const ENGINES: &'static [EngineRow<Self>] = &[EngineRow {
        facts: EngineFacts {
            name: "ninja",
            keys: &[Key::Repetition],
            is_open_ended: true,
            rolls_dice: false,
        },
        plays: |()| true,
        make: |(), spec| Ok(Box::new(ninja_of(spec, ninja::DEFAULT_TABLE_MB))),
    }];
    const PRESETS: &'static [Preset] = &[Preset {
        name: "desconecta4",
        heuristic: "fichas-juntas",
        method: Method::AlphaBeta,
        cut: Some(Cut::Equal),
        order: Some("natural"),
        near: None,
        depth: 8,
    }];

    fn in_a_row(&self) -> u8 {
        4
    }

    fn gravity(&self) -> bool {
        true
    }

    fn packed(&self) -> Option<[u64; 2]> {
        Some(Player::BOTH.map(|player| self.discs(player)))
    }

    fn level((): &(), level: u8, spec: &EngineSpec) -> Option<Box<dyn Engine<Boom>>> {
        // Levels look at few positions: a small table is enough, and quick to clear.
        Some(Box::new(ninja_of(spec, LEVEL_TABLE_MB).at_level(level, spec.rng_seed())))
    }
}

/// NINJA with the options of a specification and this table unless it asks for another.
fn ninja_of(spec: &EngineSpec, table_mb: usize) -> Ninja {
    let table_mb = spec.table_mb().unwrap_or(table_mb);
    let ninja = Ninja::new(table_mb, &ninja::Weights::default());
    match spec.get(Key::Repetition) {
        Some(Setting::Repetition(Repetition::Off)) => ninja.without_repetition(),
        _ => ninja,
    }
}
