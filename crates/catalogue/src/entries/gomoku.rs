//! The tables of the Gomoku family: heuristics, orders, engines and the two reports' systems that
//! play it.

use crate::{
    EngineFacts, EngineRow, EngineSpec, Entry, HeuristicRow, Method, OrderRow, Preset, SizeRange,
};
use alinea_core::{Cell, Position};
use alinea_engines::gomoku::engine::{
    DEFAULT_TABLE, GomokuEngine, Judge, PatternRule, reasons, threats,
};
use alinea_engines::gomoku::heuristics::{Dezenas, Vizinhos};
use alinea_engines::levels::LevelEngine;
use alinea_engines::lines::{Candidates, Central, Falls, Near, Reach, Rows, Side};
use alinea_engines::threats::Threats;
use alinea_games::gomoku::{Board, Size};
use alinea_games::lines::{LineBoard, Lines};
use alinea_search::{Engine, Explanation, Limits, MoveOrder, Proof, Stop, Thought};
use std::sync::Arc;

/// Levels play quickly: a larger table takes longer to lay out than the whole game.
const LEVEL_TABLE: usize = 8 << 20;

/// Depths and orders as the reports give them.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        name: "gomoku-lua",
        heuristic: "vizinhos",
        method: Method::Minimax,
        cut: None,
        order: None,
        near: Some(1),
        depth: 3,
    },
    Preset {
        name: "gomoku-python",
        heuristic: "dezenas",
        method: Method::Minimax,
        cut: None,
        order: None,
        near: None,
        depth: 2,
    },
];

impl<R: PatternRule> Entry for Board<R> {
    const SETUPS: &'static [&'static str] = &["15", "19", "20", "9"];
    const SIZES: &'static [SizeRange] = &[SizeRange::new("size", 5, 22)];
    const FLAGS: &'static [&'static str] = &[];
    const HEURISTICS: &'static [HeuristicRow<Self>] = &[
        HeuristicRow { name: "dezenas", make: |_| Some(Arc::new(Dezenas::new(Rows::Win))) },
        HeuristicRow { name: "vizinhos", make: |_| Some(Arc::new(Vizinhos::new(Rows::Win))) },
    ];
    const ORDERS: &'static [OrderRow<Self>] = &[
        OrderRow { name: "center", make: |_| Arc::new(Central::new(Side::Right, Falls::No)) },
        OrderRow { name: "center-left", make: |_| Arc::new(Central::new(Side::Left, Falls::No)) },
    ];
    const ENGINES: &'static [EngineRow<Self>] = &[
        EngineRow {
            facts: facts("patterns"),
            plays: |_| true,
            make: |_, spec| Ok(Box::new(gomoku_engine(spec))),
        },
        EngineRow {
            facts: facts("patterns-linear"),
            plays: |_| true,
            make: |_, spec| Ok(Box::new(gomoku_engine(spec).judged_by(Judge::Linear))),
        },
    ];
    const PRESETS: &'static [Preset] = PRESETS;
    const HAS_THREATS: bool = true;

    fn in_a_row(&self) -> u8 {
        LineBoard::in_a_row(self)
    }

    fn gravity(&self) -> bool {
        false
    }

    fn lines(&self) -> Option<&Lines> {
        Some(LineBoard::lines(self))
    }

    fn near(_: &Size, distance: u8) -> Option<Arc<dyn MoveOrder<Self>>> {
        Some(Arc::new(Near::new(distance)))
    }

    fn level(_: &Size, level: u8, spec: &EngineSpec) -> Option<Box<dyn Engine<Self>>> {
        let table = spec.table_mb().map_or(LEVEL_TABLE, |mb| mb << 20);
        let engine = GomokuEngine::new(table, spec.threads());
        Some(Box::new(LevelEngine::gomoku(engine, level, spec.rng_seed())))
    }

    fn threats(
        start: &Self,
        moves: &[Cell],
        limits: &Limits,
        stop: &Stop,
    ) -> Option<Threats<Cell>> {
        let mut pos = start.clone();
        for mv in moves {
            let _ = pos.play_unchecked(*mv);
        }
        let proof = threats::threats(&pos, limits, stop);
        let escape = proof.as_ref().and_then(|_| threats::last_escape(start, moves, stop));
        Some(Threats { proof, escape })
    }

    fn explain(&self, thought: &Thought<Cell>) -> Option<Explanation> {
        reasons::explain(self, thought)
    }

    fn explain_proof(&self, proof: &Proof<Cell>) -> Option<Explanation> {
        Some(reasons::explain_proof(self, proof))
    }

    fn candidates(_: &Size) -> Option<Arc<dyn MoveOrder<Self>>> {
        Some(Arc::new(Candidates::new(Reach::Near(2), Rows::Win, Falls::No)))
    }
}

const fn facts(name: &'static str) -> EngineFacts {
    EngineFacts { name, keys: &[], is_open_ended: true, rolls_dice: false }
}

/// The engine with the table and threads a specification asks for.
fn gomoku_engine(spec: &EngineSpec) -> GomokuEngine {
    GomokuEngine::new(spec.table_mb().map_or(DEFAULT_TABLE, |mb| mb << 20), spec.threads())
}
