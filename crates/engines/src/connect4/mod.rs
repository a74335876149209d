//! Connect Four's tables: its heuristics, orders, engines and the two seed systems that play it.

pub(crate) mod heuristics;

use crate::columns::Columns;
use crate::{EngineRow, Entry, HeuristicRow, OrderRow, Preset};
use alinea_core::Player;
use alinea_games::{Connect4, connect4::Size};
use alinea_search::MoveOrder;
use heuristics::{ligue4::Ligue4Bits, quadras::Quadras, quadras_plano::QuadrasPlanoBits};
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
    const ENGINES: &'static [EngineRow<Self>] = &[];
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
