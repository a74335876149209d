//! Boom's tables: its heuristics, engines and the seed system that plays it.

use crate::{EngineRow, Entry, HeuristicRow, OrderRow, Preset};
use alinea_games::Boom;

impl Entry for Boom {
    const SETUPS: &'static [&'static str] = &[""];
    const HEURISTICS: &'static [HeuristicRow<Self>] = &[];
    const ORDERS: &'static [OrderRow<Self>] = &[];
    const ENGINES: &'static [EngineRow<Self>] = &[];
    const PRESETS: &'static [Preset] = &[Preset {
        name: "desconecta4",
        spec: "textbook:heuristic=fichas-juntas,algorithm=alphabeta,cut=equal,order=natural,depth=8",
    }];
}
