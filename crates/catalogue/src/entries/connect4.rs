//! Connect Four's tables: its heuristics, orders, engines and the two reports' systems that play it.

use crate::{
    EngineFacts, EngineRow, EngineSpec, Entry, HeuristicRow, Method, OrderRow, Preset, SizeRange,
    SpecError,
};
use alinea_core::{Message, Player};
use alinea_engines::Columns;
use alinea_engines::connect4::analyst::{Analyst, DEFAULT_TABLE_MB};
use alinea_engines::connect4::heuristics::{Ligue4Bits, Quadras, QuadrasPlanoBits};
use alinea_engines::connect4::{HumanEngine, SolverEngine};
use alinea_games::{Connect4, connect4::Size};
use alinea_search::{Cut, Engine, MoveOrder};
use std::sync::Arc;

impl Entry for Connect4 {
    const SETUPS: &'static [&'static str] = &["7x6", "8x7", "9x6", "7x7", "5x4"];
    const SIZES: &'static [SizeRange] =
        &[SizeRange::new("cols", 4, 9), SizeRange::new("rows", 4, 7)];
    const FLAGS: &'static [&'static str] = &[];
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
        facts: EngineFacts { name: "solver", keys: &[], is_open_ended: true, rolls_dice: false },
        plays: |size| size.cols() <= 7 && size.rows() <= 7,
        make: |size, spec| {
            let table_mb = spec.table_mb().unwrap_or(DEFAULT_TABLE_MB);
            let engine = SolverEngine::new(*size, table_mb, spec.threads());
            let missing = || SpecError(Message::new("error.spec.solver").with("size", size));
            Ok(Box::new(engine.ok_or_else(missing)?))
        },
    }];
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "ligue4",
            heuristic: "ligue4",
            method: Method::AlphaBeta,
            cut: Some(Cut::Strict),
            order: Some("center"),
            near: None,
            depth: 6,
        },
        Preset {
            name: "connect4-java",
            heuristic: "quadras",
            method: Method::AlphaBeta,
            cut: Some(Cut::Equal),
            order: Some("center-left"),
            near: None,
            depth: 6,
        },
    ];

    fn level(size: &Size, level: u8, spec: &EngineSpec) -> Option<Box<dyn Engine<Self>>> {
        let table_mb = spec.table_mb().unwrap_or(DEFAULT_TABLE_MB);
        let analyst = Analyst::new(*size, table_mb, spec.threads())?;
        Some(Box::new(HumanEngine::new(analyst, level, spec.rng_seed())))
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
