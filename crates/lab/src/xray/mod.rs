//! A heuristic against the truth: how well its values rank positions, what they mean, how often
//! its choice is right, and where it is most confidently wrong.

mod exact;
mod follow;
mod html;
mod judge;
mod make;
mod maker;
mod prove;
mod reason;
mod text;
mod truth;
mod verify;

pub(crate) use html::escaped;
pub use html::page;
pub use make::{Wanted, solve};
pub use maker::Maker;
pub use text::text;
pub use truth::{Truth, embedded, read, written};
pub use verify::{Effort, verify};

use alinea_catalogue::files::Files;
use alinea_catalogue::{SpecError, visit};
use alinea_core::Player;
use alinea_search::Part;
use alinea_words::Language;
use judge::{Judge, Judged};

/// Positions shown where the heuristic is most wrong.
const WORST: usize = 20;
/// Parts shown of each of them.
const PARTS: usize = 4;
/// Groups of the calibration.
const BINS: usize = 10;

/// What an X-ray found.
#[derive(Clone, PartialEq, Debug)]
pub struct Xray {
    /// The heuristic's name or file.
    pub heuristic: String,
    /// The game.
    pub game: String,
    /// Positions compared.
    pub positions: usize,
    /// Whether stones fall: how the board is drawn.
    pub gravity: bool,
    /// Whether all scores are exact; else they are proven wins and losses.
    pub exact: bool,
    /// Spearman's rank correlation of value and exact score.
    pub correlation: f64,
    /// Positions where something is known of its choice: all, or those that are won.
    pub choices: usize,
    /// Positions where the best of its moves, one ply deep, is a best move.
    pub best_moves: usize,
    /// Positions where that move keeps the result of the position.
    pub kept_results: usize,
    /// From the lowest values to the highest.
    pub bins: Vec<Bin>,
    /// The most confidently wrong first.
    pub worst: Vec<Wrong>,
}

/// A group of positions with similar values.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bin {
    /// The smallest value in it.
    pub from: f64,
    /// The largest value in it.
    pub to: f64,
    /// Positions won, drawn and lost for the player to move.
    pub results: [usize; 3],
}

impl Bin {
    /// The share of points that the player to move gets with best play.
    #[must_use]
    pub fn points(&self) -> f64 {
        let [won, drawn, lost] = self.results.map(|n| n as f64);
        (won + 0.5 * drawn) / (won + drawn + lost).max(1.0)
    }
}

/// A position where the heuristic is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Wrong {
    /// As `alinea show` reads it.
    pub position: String,
    /// The board, top row first.
    pub rows: Vec<String>,
    /// Whose turn it is.
    pub turn: Player,
    /// Where the best moves go: row from the top, column from the left.
    pub best: Vec<(usize, usize)>,
    /// Its value for the player to move.
    pub value: f64,
    /// The share of positions it likes less, in per cent.
    pub percentile: f64,
    /// The largest parts of its value, in words; none where the value is one number.
    pub parts: Vec<(String, f64)>,
    /// What a script printed there.
    pub printed: Vec<String>,
    /// The exact score.
    pub score: i32,
    /// The result, in words.
    pub truth: String,
    /// Why, in words.
    pub reason: String,
}

/// Takes an X-ray of a heuristic, a name or a file.
pub fn xray(
    game: &str,
    heuristic: &str,
    files: &Files,
    truths: &[Truth],
    language: Language,
) -> Result<Xray, SpecError> {
    let judged = visit(game, Judge { heuristic, files, truths })??;
    let values: Vec<f64> = judged.iter().map(|one| one.value).collect();
    let scores: Vec<f64> = truths.iter().map(|truth| f64::from(truth.score)).collect();
    let ranks = ranks(&values);
    let worst = worst(game, truths, &judged, &ranks, language)?;
    Ok(Xray {
        heuristic: heuristic.to_owned(),
        game: game.to_owned(),
        positions: truths.len(),
        gravity: judged.iter().all(|one| one.gravity),
        exact: truths.iter().all(Truth::is_exact),
        correlation: correlation(&ranks, &self::ranks(&scores)),
        choices: judged.iter().filter(|one| one.best.is_some()).count(),
        best_moves: judged.iter().filter(|one| one.best == Some(true)).count(),
        kept_results: judged.iter().filter(|one| one.kept == Some(true)).count(),
        bins: bins(&values, truths),
        worst,
    })
}

/// Ranks from 0 to 1, equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let last = values.len().saturating_sub(1).max(1) as f64;
    let mut from = 0;
    while from < order.len() {
        let same = order[from..].iter().take_while(|&&i| values[i] == values[order[from]]).count();
        let rank = (from as f64 + (same - 1) as f64 / 2.0) / last;
        order[from..from + same].iter().for_each(|&i| ranks[i] = rank);
        from += same;
    }
    ranks
}

/// Pearson's correlation; of ranks it is Spearman's. 0 if one side never changes.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        ab += (x - mean_a) * (y - mean_b);
        aa += (x - mean_a).powi(2);
        bb += (y - mean_b).powi(2);
    }
    if aa == 0.0 || bb == 0.0 { 0.0 } else { ab / (aa * bb).sqrt() }
}

fn bins(values: &[f64], truths: &[Truth]) -> Vec<Bin> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let size = order.len().div_ceil(BINS).max(1);
    let bin = |group: &[usize]| {
        let ends = (group.first(), group.last());
        let value = |end: Option<&usize>| end.map_or(0.0, |&i| values[i]);
        let mut bin = Bin { from: value(ends.0), to: value(ends.1), results: [0; 3] };
        for &i in group {
            bin.results[(1 - truths[i].result()) as usize] += 1;
        }
        bin
    };
    order.chunks(size).map(bin).collect()
}

fn worst(
    game: &str,
    truths: &[Truth],
    judged: &[Judged],
    ranks: &[f64],
    language: Language,
) -> Result<Vec<Wrong>, SpecError> {
    let error = |i: usize| (ranks[i] - f64::from(truths[i].result() + 1) / 2.0).abs();
    // Only the wrong sign is wrong: a draw, or a small value of the right sign, is not.
    let is_wrong = |&i: &usize| judged[i].value * f64::from(truths[i].result()) < 0.0;
    let mut order: Vec<usize> = (0..truths.len()).filter(is_wrong).collect();
    order.sort_by(|&a, &b| error(b).total_cmp(&error(a)).then(a.cmp(&b)));
    let wrong = order.into_iter().take(WORST).map(|i| {
        Ok(Wrong {
            position: truths[i].position.clone(),
            rows: judged[i].rows.clone(),
            turn: judged[i].turn,
            best: judged[i].squares.clone(),
            value: judged[i].value,
            percentile: 100.0 * ranks[i],
            parts: largest(&judged[i].parts, language),
            printed: judged[i].printed.clone(),
            score: truths[i].score,
            truth: language.say(&reason::result(&truths[i])),
            reason: reason::words(game, &truths[i], language)?,
        })
    });
    wrong.collect()
}

/// The largest parts; those of one name are one.
fn largest(parts: &[Part], language: Language) -> Vec<(String, f64)> {
    let mut named: Vec<(String, f64)> = Vec::new();
    for part in parts {
        let label = language.say(&part.label);
        match named.iter_mut().find(|(known, _)| *known == label) {
            Some((_, points)) => *points += part.points,
            None => named.push((label, part.points)),
        }
    }
    if named.len() < 2 {
        return Vec::new();
    }
    named.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    named.truncate(PARTS);
    named
}

/// A value as short as it can be told.
pub(crate) fn shown(value: f64) -> String {
    if value.abs() >= 1e7 {
        format!("{value:.3e}")
    } else {
        format!("{}", (value * 100.0).round() / 100.0 + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_share_the_mean_of_ties() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [0.5, 0.0, 0.5, 1.0]);
    }

    #[test]
    fn correlation_knows_agreement_and_its_opposite() {
        let up = ranks(&[1.0, 2.0, 3.0, 10.0]);
        let down = ranks(&[4.0, 3.0, 2.0, -50.0]);
        assert!((correlation(&up, &up) - 1.0).abs() < 1e-12);
        assert!((correlation(&up, &down) + 1.0).abs() < 1e-12);
        assert_eq!(correlation(&up, &[2.0; 4]), 0.0);
    }
}
