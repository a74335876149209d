//! Positions of recorded games as the network sees them, with what became of them.

use super::order::Choice;
use alinea_core::{Cell, Player};
use alinea_data::selfplay::Record;
use alinea_engines::gomoku::engine::training::{DECIDED, POINTS_PER_LOGIT, Reader};
use alinea_engines::gomoku::engine::{Net, PatternRule};
use alinea_games::gomoku::{CaroRule, FreestyleRule, RenjuRule, StandardRule, Variant};

/// Share of the final result in the target; the rest is what the search thought.
const RESULT_SHARE: f32 = 0.6;
/// One game in so many is held out.
const HELD_OUT: usize = 10;

/// One position.
pub(super) struct Sample {
    /// The line codes of cells that differ from an empty board, in the mover's view, and how many.
    pub(super) cells: Box<[([u8; 4], i8)]>,
    pub(super) threats: u16,
    /// Colour of the mover.
    pub(super) colour: u8,
    pub(super) held_out: bool,
    /// What to learn: the expected points of the mover, from 0 to 1.
    pub(super) target: f32,
}

/// All samples of files, and how many games they come from.
pub(super) fn read(paths: &str, rule: Variant) -> Result<(usize, Vec<Sample>), String> {
    let records = records(paths)?;
    let samples = match rule {
        Variant::Freestyle => gather::<FreestyleRule, _>(&records, sample),
        Variant::Standard => gather::<StandardRule, _>(&records, sample),
        Variant::Renju => gather::<RenjuRule, _>(&records, sample),
        Variant::Caro => gather::<CaroRule, _>(&records, sample),
    };
    if samples.is_empty() {
        return Err(format!("{paths}: expected games, found none"));
    }
    Ok((records.len(), samples))
}

/// The choices of files that the classes of cells leave open.
pub(super) fn read_choices(paths: &str, rule: Variant) -> Result<Vec<Choice>, String> {
    let records = records(paths)?;
    Ok(match rule {
        Variant::Freestyle => choices::<FreestyleRule>(&records),
        Variant::Standard => choices::<StandardRule>(&records),
        Variant::Renju => choices::<RenjuRule>(&records),
        Variant::Caro => choices::<CaroRule>(&records),
    })
}

fn choices<R: PatternRule>(records: &[Record]) -> Vec<Choice> {
    let choice = |position: &Position<'_, R>| {
        let open = position.score.abs() < DECIDED && !position.game.is_threatened();
        open.then(|| Choice {
            candidates: position.game.orders(position.chosen).into(),
            colour: position.game.turn().index() as u8,
            held_out: position.held_out,
        })
    };
    gather(records, choice).into_iter().flatten().collect()
}

/// The loss of a network in whole numbers, or of the linear tables, on the games held out.
pub(super) fn loss_of(net: Option<&Net>, paths: &str, rule: Variant) -> Result<f32, String> {
    let records = records(paths)?;
    let losses = match rule {
        Variant::Freestyle => losses::<FreestyleRule>(net, &records),
        Variant::Standard => losses::<StandardRule>(net, &records),
        Variant::Renju => losses::<RenjuRule>(net, &records),
        Variant::Caro => losses::<CaroRule>(net, &records),
    };
    Ok((losses.iter().map(|loss| f64::from(*loss)).sum::<f64>() / losses.len().max(1) as f64)
        as f32)
}

fn losses<R: PatternRule>(net: Option<&Net>, records: &[Record]) -> Vec<f32> {
    let held_out: Vec<Record> = records.iter().step_by(HELD_OUT).cloned().collect();
    gather(&held_out, |position: &Position<'_, R>| {
        let logit = position.game.judged_by(net) as f32 / POINTS_PER_LOGIT;
        cross_entropy(logit, position.target())
    })
}

/// What the search thought of undecided positions, in points of the mover, and the result for the mover.
pub(super) fn thoughts(paths: &str) -> Result<Vec<(f32, f32)>, String> {
    let mut list = Vec::new();
    for record in records(paths)? {
        for (ply, (_, score)) in record.moves.iter().enumerate().skip(record.opening) {
            if score.abs() < DECIDED {
                let sign = if ply % 2 == 0 { 1 } else { -1 };
                list.push((*score as f32, (record.result * sign + 1) as f32 / 2.0));
            }
        }
    }
    Ok(list)
}

fn records(paths: &str) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for path in paths.split(',') {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        records.extend(text.lines().filter_map(Record::read));
    }
    Ok(records)
}

/// A position of a recorded game with what became of it.
struct Position<'a, R: PatternRule> {
    game: &'a Reader<R>,
    /// The mover's points.
    result: f32,
    /// What the search thought.
    score: i32,
    chosen: Cell,
    held_out: bool,
}

impl<R: PatternRule> Position<'_, R> {
    /// What to learn: the expected points of the mover.
    fn target(&self) -> f32 {
        let thought = sigmoid(self.score as f32 / POINTS_PER_LOGIT);
        RESULT_SHARE * self.result + (1.0 - RESULT_SHARE) * thought
    }
}

/// Looks at every position that the classes of its cells alone do not decide.
fn gather<R: PatternRule, T>(records: &[Record], look: impl Fn(&Position<'_, R>) -> T) -> Vec<T> {
    let mut list = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let mut game = Reader::<R>::new(record.size);
        for (ply, (cell, score)) in record.moves.iter().enumerate() {
            if !game.is_empty_at(*cell) {
                break;
            }
            if ply >= record.opening && !game.is_urgent() {
                let sign = if game.turn() == Player::First { 1 } else { -1 };
                let result = (record.result * sign + 1) as f32 / 2.0;
                list.push(look(&Position {
                    game: &game,
                    result,
                    score: *score,
                    chosen: *cell,
                    held_out: number % HELD_OUT == 0,
                }));
            }
            game.play(*cell);
        }
    }
    list
}

fn sample<R: PatternRule>(position: &Position<'_, R>) -> Sample {
    let game = position.game;
    let cells = game.lines_of_cells(game.turn());
    Sample {
        cells: cells
            .iter()
            .map(|(codes, count)| (*codes, (*count).clamp(-127, 127) as i8))
            .collect(),
        threats: game.threats(),
        colour: game.turn().index() as u8,
        held_out: position.held_out,
        target: position.target(),
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss of an expectation in logits.
pub(super) fn cross_entropy(logit: f32, target: f32) -> f32 {
    let p = sigmoid(logit).clamp(1e-6, 1.0 - 1e-6);
    -(target * p.ln() + (1.0 - target) * (1.0 - p).ln())
}
