//! Boom's tables: its heuristics, engines and the report's system that plays it.

use crate::{EngineRow, EngineSpec, Entry, HeuristicRow, OrderRow, Preset, SpecError};
use alinea_core::Player;
use alinea_engines::boom::BoomFirst;
use alinea_engines::boom::heuristics::{
    FichasJuntas, FichasJuntasCorregida, Lineas, LineasYBomba, Material, ValoracionTest,
};
use alinea_engines::ninja::{self, Ninja};
use alinea_games::Boom;
use alinea_search::Engine;
use std::sync::Arc;

/// The table of a level, in megabytes.
const LEVEL_TABLE_MB: usize = 8;

impl Entry for Boom {
    const SETUPS: &'static [&'static str] = &[""];
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
        name: "ninja",
        keys: &["repetition"],
        plays: |()| true,
        make: |(), spec| Ok(Box::new(ninja_of(spec)?)),
    }];
    const PRESETS: &'static [Preset] = &[Preset {
        name: "desconecta4",
        spec: "textbook:heuristic=fichas-juntas,algorithm=alphabeta,cut=equal,order=natural,depth=8",
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
        let mut spec = spec.clone();
        spec.table_mb = spec.table_mb.or(Some(LEVEL_TABLE_MB));
        let ninja = ninja_of(&spec).ok()?;
        Some(Box::new(ninja.at_level(level, spec.seed)))
    }
}

/// NINJA with the options of a specification.
fn ninja_of(spec: &EngineSpec) -> Result<Ninja, SpecError> {
    let table_mb = spec.table_mb.unwrap_or(ninja::DEFAULT_TABLE_MB);
    let ninja = Ninja::new(table_mb, &ninja::Weights::default());
    match spec.option("repetition") {
        None | Some("draw") => Ok(ninja),
        Some("off") => Ok(ninja.without_repetition()),
        Some(other) => Err(SpecError::unknown("repetition", other, &["draw", "off"])),
    }
}
