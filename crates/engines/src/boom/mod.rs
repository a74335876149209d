//! Boom's tables: its heuristics, engines and the seed system that plays it.

pub(crate) mod heuristics;
#[cfg(test)]
mod vectors;

use crate::{EngineRow, Entry, HeuristicRow, OrderRow, Preset};
use alinea_games::Boom;
use heuristics::{
    fichas_juntas::FichasJuntas, fichas_juntas_corregida::FichasJuntasCorregida,
    valoracion_test::ValoracionTest,
};
use std::sync::Arc;

impl Entry for Boom {
    const SETUPS: &'static [&'static str] = &[""];
    const HEURISTICS: &'static [HeuristicRow<Self>] = &[
        HeuristicRow {
            name: "fichas-juntas-corregida",
            make: |()| Some(Arc::new(FichasJuntasCorregida)),
        },
        HeuristicRow { name: "fichas-juntas", make: |()| Some(Arc::new(FichasJuntas)) },
        HeuristicRow { name: "valoracion-test", make: |()| Some(Arc::new(ValoracionTest)) },
    ];
    const ORDERS: &'static [OrderRow<Self>] = &[];
    const ENGINES: &'static [EngineRow<Self>] = &[];
    const PRESETS: &'static [Preset] = &[Preset {
        name: "desconecta4",
        spec: "textbook:heuristic=fichas-juntas,algorithm=alphabeta,cut=equal,order=natural,depth=8",
    }];
}
