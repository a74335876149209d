//! Connect Four's tables: its heuristics, orders, engines and the two seed systems that play it.

pub mod analyst;
pub mod book;
mod engine;
pub(crate) mod heuristics;
mod levels;
pub mod solver;

use crate::columns::Columns;
use crate::{EngineRow, EngineSpec, Entry, HeuristicRow, OrderRow, Preset};
use alinea_core::Player;
use alinea_games::{Connect4, connect4::Size};
use alinea_search::{Engine, MoveOrder};
use engine::SolverEngine;
use heuristics::{ligue4::Ligue4Bits, quadras::Quadras, quadras_plano::QuadrasPlanoBits};
use levels::Level;
use std::sync::Arc;

impl Entry for Connect4 {
    const SETUPS: &'static [&'static str] = &["7x6", "8x7", "9x6", "7x7", "5x4"];
    const HEURISTICS: &'static [HeuristicRow<Self>] = &[
        HeuristicRow { name: "ligue4", make: |_| Some(Arc::new(Ligue4Bits)) },
        HeuristicRow { name: "quadras", make: |_| Some(Arc::new(Quadras)) },
        HeuristicRow { name: "quadras-plano", make: |_| Some(Arc::new(QuadrasPlanoBits)) },
    ];
    const ORDERS: &'static [OrderRow<Self>] = &[
        OrderRow { name: "center", make: |size| Arc::new(Columns::center(size.cols(), |c| c)) },
        OrderRow {
            name: "center-left",
            make: |size| Arc::new(Columns::center_left(size.cols(), |c| c)),
        },
    ];
    const ENGINES: &'static [EngineRow<Self>] = &[EngineRow {
        name: "solver",
        keys: &[],
        plays: |size| size.cols() <= 7 && size.rows() <= 7,
        make: |size, spec| Ok(Box::new(SolverEngine::new(size, spec)?)),
    }];
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "ligue4",
            spec: "textbook:heuristic=ligue4,algorithm=alphabeta,cut=strict,order=center,depth=6",
        },
        Preset {
            name: "connect4-java",
            spec: "textbook:heuristic=quadras,algorithm=alphabeta,cut=equal,order=center-left,depth=6",
        },
    ];

    fn level(size: &Size, level: u8, spec: &EngineSpec) -> Option<Box<dyn Engine<Self>>> {
        Some(Box::new(Level::new(*size, level, spec)?))
    }

    fn in_a_row(&self) -> u8 {
        4
    }

    fn gravity(&self) -> bool {
        true
    }

    fn packed(&self) -> Option<[u64; 2]> {
        Some(Player::BOTH.map(|player| self.discs(player)))
    }

    fn candidates(size: &Size) -> Option<Arc<dyn MoveOrder<Self>>> {
        Some(Arc::new(Columns::center(size.cols(), |c| c)))
    }
}

#[cfg(test)]
mod tests;
