//! How many nodes the same position costs under each kind of search. It counts; it shows nothing.

use crate::{EngineSpec, Key, Method, Session, Setting, SpecError, TraceKeep, TraceQuestion};
use alinea_core::Message;
use alinea_search::{Ignore, Limits, Stop};
use serde::Serialize;
use utoipa::ToSchema;

/// A kind of search whose nodes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Every node of the tree.
    Minimax,
    /// Alpha-beta in the natural order of moves.
    AlphaBeta,
    /// Alpha-beta from the centre outwards, where the game has such an order.
    Ordered,
    /// The same, every depth from 1 on, one after the other.
    Deepening,
    /// The general search: deepening, with a table that remembers positions and best moves.
    Table,
}

impl Way {
    /// All of them, from the plainest to the cleverest.
    pub const ALL: [Way; 5] =
        [Way::Minimax, Way::AlphaBeta, Way::Ordered, Way::Deepening, Way::Table];

    /// The key in `--json` and in the page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Way::Minimax => "minimax",
            Way::AlphaBeta => "alphabeta",
            Way::Ordered => "ordered",
            Way::Deepening => "deepening",
            Way::Table => "table",
        }
    }
}

/// Nodes at one depth under each kind of search that was asked for; null where it does not exist
/// or is beyond the limits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct CompareRow {
    /// Plies.
    pub depth: u32,
    /// Every node of the tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    pub minimax: Option<Option<u64>>,
    /// Alpha-beta in the natural order of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    pub alphabeta: Option<Option<u64>>,
    /// Alpha-beta from the centre outwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    pub ordered: Option<Option<u64>>,
    /// The same, every depth from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    pub deepening: Option<Option<u64>>,
    /// The general search with its table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    pub table: Option<Option<u64>>,
}

impl CompareRow {
    /// The nodes of one way: `None` if it was not asked for or has no number.
    #[must_use]
    pub fn nodes(&self, way: Way) -> Option<u64> {
        self.clone().of(way).flatten()
    }

    fn of(&mut self, way: Way) -> &mut Option<Option<u64>> {
        match way {
            Way::Minimax => &mut self.minimax,
            Way::AlphaBeta => &mut self.alphabeta,
            Way::Ordered => &mut self.ordered,
            Way::Deepening => &mut self.deepening,
            Way::Table => &mut self.table,
        }
    }
}

/// One position, one heuristic, several ways to search it.
pub struct Comparison<'s> {
    session: &'s (dyn Session + 's),
    /// A textbook search with the heuristic and the candidates to compare with.
    textbook: EngineSpec,
    has_order: bool,
}

impl<'s> Comparison<'s> {
    /// Compares with the heuristic and the candidates (`near`) of a textbook engine or preset.
    pub fn new(
        session: &'s (dyn Session + 's),
        engine: &EngineSpec,
    ) -> Result<Comparison<'s>, SpecError> {
        let spec = session.filled(engine);
        let first = || session.heuristics().first().map(|name| (*name).to_owned());
        let heuristic = spec.heuristic().map(str::to_owned).or_else(first).ok_or_else(|| {
            SpecError(Message::new("error.spec.no-heuristic").with("game", session.name()))
        })?;
        let mut textbook = EngineSpec::textbook().with(Setting::Heuristic(heuristic));
        if let Some(near) = spec.get(Key::Near) {
            textbook = textbook.with(near.clone());
        }
        let mut comparison = Comparison { session, textbook, has_order: true };
        // A textbook search of one ply tells at once whether the heuristic and the order exist.
        comparison.visit(Way::AlphaBeta, 1, Limits::default(), &Stop::new())?;
        comparison.has_order =
            comparison.visit(Way::Ordered, 1, Limits::default(), &Stop::new()).is_ok();
        Ok(comparison)
    }

    fn visit(
        &self,
        way: Way,
        depth: u32,
        limits: Limits,
        stop: &Stop,
    ) -> Result<Option<u64>, SpecError> {
        let method = if way == Way::Minimax { Method::Minimax } else { Method::AlphaBeta };
        let mut engine =
            self.textbook.clone().with(Setting::Depth(depth)).with(Setting::Algorithm(method));
        if way == Way::Ordered || way == Way::Deepening && self.has_order {
            engine = engine.with(Setting::Order("center".to_owned()));
        }
        let keep = TraceKeep { max_nodes: 0, max_ply: 0, limits };
        let report = self.session.trace(TraceQuestion::root(&engine, keep), stop, &mut |_| {})?;
        Ok(report.finished.then_some(report.visited))
    }

    /// Nodes visited to search `depth` plies this way, the root included. `None` if the game has
    /// no such way or the limits ended the search first.
    #[must_use]
    pub fn nodes(&self, way: Way, depth: u32, limits: Limits, stop: &Stop) -> Option<u64> {
        match way {
            Way::Ordered if !self.has_order => None,
            Way::Minimax | Way::AlphaBeta | Way::Ordered => {
                self.visit(way, depth, limits, stop).ok().flatten()
            }
            Way::Deepening => (1..=depth)
                .try_fold(0, |sum, depth| Some(sum + self.visit(way, depth, limits, stop).ok()??)),
            Way::Table => {
                let heuristic = self.textbook.get(Key::Heuristic)?.clone();
                let mut seat = self.session.seat(&EngineSpec::alphabeta().with(heuristic)).ok()?;
                let limits = Limits { depth: Some(depth), ..limits };
                let thought = seat.think(self.session, &limits, stop, &mut Ignore).ok()?;
                // The general search counts the moves it makes; each iteration begins at a root.
                let roots = u64::from(thought.depth);
                (thought.depth >= depth || thought.proven).then_some(thought.nodes + roots)
            }
        }
    }

    /// Nodes at one depth under each of these ways.
    #[must_use]
    pub fn row(&self, depth: u32, ways: &[Way], limits: Limits, stop: &Stop) -> CompareRow {
        let mut row = CompareRow { depth, ..CompareRow::default() };
        for way in ways {
            *row.of(*way) = Some(self.nodes(*way, depth, limits, stop));
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    fn count(session: &dyn Session, engine: &str, depth: u32) -> [Option<u64>; 5] {
        let comparison = Comparison::new(session, &engine.parse().unwrap()).unwrap();
        Way::ALL.map(|way| comparison.nodes(way, depth, Limits::default(), &Stop::new()))
    }

    #[test]
    fn each_way_costs_what_its_own_search_visits() {
        let session = open("connect4").unwrap();
        let [minimax, alphabeta, ordered, deepening, table] =
            count(session.as_ref(), "ligue4", 5).map(Option::unwrap);
        assert_eq!(minimax, (0..=5).map(|ply| 7_u64.pow(ply)).sum::<u64>());
        assert!(ordered < alphabeta && alphabeta < minimax);
        let comparison = Comparison::new(session.as_ref(), &"ligue4".parse().unwrap()).unwrap();
        let nodes = |depth| comparison.nodes(Way::Ordered, depth, Limits::default(), &Stop::new());
        assert_eq!(deepening, (1..=5).map(|depth| nodes(depth).unwrap()).sum::<u64>());
        assert!(table > 0);
    }

    #[test]
    fn every_way_counts_the_root() {
        for (game, moves) in [("connect4", 7), ("mnk:3x3x3", 9), ("boom", 7)] {
            let session = open(game).unwrap();
            let nodes = count(session.as_ref(), "textbook", 1);
            assert!(nodes.iter().flatten().all(|&nodes| nodes == 1 + moves), "{game}: {nodes:?}");
        }
    }

    #[test]
    fn minimax_visits_every_board() {
        let session = open("mnk:3x3x3").unwrap();
        let [minimax, ..] = count(session.as_ref(), "textbook:heuristic=dezenas", 3);
        assert_eq!(minimax, Some(1 + 9 + 72 + 504));
    }

    #[test]
    fn a_game_without_an_order_leaves_it_out() {
        let session = open("boom").unwrap();
        let [minimax, alphabeta, ordered, deepening, _] =
            count(session.as_ref(), "textbook:heuristic=fichas-juntas", 3);
        assert_eq!(minimax, Some(1 + 7 + 49 + 343));
        assert_eq!(ordered, None);
        assert!(deepening > alphabeta);
    }

    #[test]
    fn limits_leave_a_gap_and_wrong_names_are_told() {
        let session = open("connect4").unwrap();
        let comparison = Comparison::new(session.as_ref(), &"textbook".parse().unwrap()).unwrap();
        let row =
            comparison.row(6, &[Way::Minimax, Way::AlphaBeta], Limits::nodes(500), &Stop::new());
        let row = serde_json::to_value(row).unwrap();
        assert_eq!(row, serde_json::json!({"depth": 6, "minimax": null, "alphabeta": null}));
        let wrong = Comparison::new(session.as_ref(), &"textbook:heuristic=liga".parse().unwrap())
            .err()
            .unwrap();
        assert!(wrong.to_string().contains("unknown heuristic"), "{wrong}");
    }
}
