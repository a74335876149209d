//! The value of a table of weights in parts that can be drawn on the board.

use super::{Runs, Weights, count, from_the_wall};
use alinea_catalogue::files::Facts;
use alinea_core::{Message, Outcome, Player};
use alinea_search::Part;

/// The parts; their points sum to the value.
pub(super) fn parts(weights: &Weights, board: &dyn Facts, player: Player, level: u32) -> Vec<Part> {
    let mut parts = Vec::new();
    match board.outcome() {
        Some(Outcome::Draw) => {
            let label = Message::new("part.utility");
            return vec![Part { label, cells: Vec::new(), points: weights.finished.draw.0 }];
        }
        None => position(weights, board, player, &mut parts),
        Some(Outcome::Win(winner)) => {
            let points = weights.result(winner, player, level);
            let label = Message::new("part.decided");
            parts.push(Part { label, cells: Vec::new(), points });
            if let Some(finished) = &weights.finished.runs {
                runs(finished, "part.dezenas.board", board, player, &mut parts);
            }
            if weights.finished.position {
                position(weights, board, player, &mut parts);
            }
        }
    }
    if weights.percent_per_stone.0 != 0.0 {
        let sum: f64 = parts.iter().map(|part| part.points).sum();
        let points = weights.reduced(sum, board.stones()) - sum;
        let label = Message::new("part.lab.per-cent")
            .with("percent", weights.percent_per_stone.0)
            .with("stones", board.stones());
        parts.push(Part { label, cells: Vec::new(), points });
    }
    let points = weights.level_points(board, player, level);
    if points != 0.0 {
        let label = Message::new("part.level").with("level", level);
        parts.push(Part { label, cells: Vec::new(), points });
    }
    parts
}

fn position(weights: &Weights, board: &dyn Facts, player: Player, parts: &mut Vec<Part>) {
    if let Some(lines) = &weights.lines {
        let length = lines.length.unwrap_or_else(|| board.in_a_row());
        for window in count::list_windows(board, length) {
            let (key, points) = if window.owner == player {
                ("part.own-line", lines.own_points())
            } else {
                ("part.enemy-line", lines.enemy_points())
            };
            let points = points.get(window.stones - 1).copied().unwrap_or_default();
            let label = Message::new(key).with("stones", window.stones);
            parts.push(Part { label, cells: window.cells, points });
        }
    }
    if let Some(table) = &weights.runs {
        runs(table, "part.dezenas.run", board, player, parts);
    }
    if let Some(pair) = &weights.neighbours {
        for cell in count::cells(board).filter(|&cell| board.at(cell).is_none()) {
            if let Some(worth) = count::neighbours(board, cell) {
                let label = Message::new("part.vizinhos.cell").with("cell", cell);
                parts.push(Part { label, cells: vec![cell], points: pair.of(worth, player) });
            }
        }
    }
    single_stones(weights, board, player, parts);
}

fn runs(table: &Runs, key: &'static str, board: &dyn Facts, player: Player, parts: &mut Vec<Part>) {
    for run in count::list_runs(board) {
        let length = run.cells.len();
        let factors = match &table.lone {
            Some(lone) if length == 1 => lone,
            _ => &table.open,
        };
        let sign = if run.owner == player { 1.0 } else { table.enemy.0 };
        let points = sign * table.points(length) * factors[run.open_ends].0;
        let label = Message::new(key).with("length", length).with("open", run.open_ends);
        parts.push(Part { label, cells: run.cells, points });
    }
}

fn single_stones(weights: &Weights, board: &dyn Facts, player: Player, parts: &mut Vec<Part>) {
    let bombs = board.bombs();
    for cell in count::cells(board) {
        let Some(owner) = board.at(cell) else { continue };
        let own = owner == player;
        let armed = bombs.contains(&cell);
        let features = [
            (
                "part.lab.centre",
                &weights.centre,
                if armed { 0.0 } else { from_the_wall(board, cell) },
            ),
            ("part.lab.stone", &weights.stones, 1.0),
            ("part.lab.bomb", &weights.bombs, f64::from(u8::from(armed))),
        ];
        for (key, pair, number) in features {
            let Some(pair) = pair else { continue };
            let points = number * if own { pair.own() } else { pair.enemy() };
            if points != 0.0 {
                let owner = if own { "word.own" } else { "word.enemy" };
                let label = Message::new(key).with("owner", owner);
                parts.push(Part { label, cells: vec![cell], points });
            }
        }
    }
}
