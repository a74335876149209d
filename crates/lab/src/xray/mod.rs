//! A heuristic against the truth: how well its values rank positions, what they mean, how often
//! its choice is right, and where it is most confidently wrong.

mod html;
mod make;
mod truth;

pub use html::page;
pub use make::solve;
pub use truth::{Truth, embedded};

use alinea_core::parse_position;
use alinea_engines::files::Files;
use alinea_engines::{Entry, GameVisitor, Language, SpecError, factory, open, visit};
use alinea_search::{Ignore, Limits, Stop};
use std::fmt::Write;

/// Positions shown where the heuristic is most wrong.
const WORST: usize = 20;
/// Groups of the calibration.
const BINS: usize = 10;
/// How far the strong engine looks for a reason.
const REASON_NODES: u64 = 300_000;

/// What an X-ray found.
#[derive(Clone, PartialEq, Debug)]
pub struct Xray {
    /// The heuristic's name or file.
    pub heuristic: String,
    /// The game.
    pub game: String,
    /// Positions compared.
    pub positions: usize,
    /// Spearman's rank correlation of value and exact score.
    pub correlation: f64,
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
    /// Its value for the player to move.
    pub value: f64,
    /// The share of positions it likes less, in per cent.
    pub percentile: f64,
    /// The exact score.
    pub score: i32,
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
        correlation: correlation(&ranks, &self::ranks(&scores)),
        best_moves: judged.iter().filter(|one| one.best).count(),
        kept_results: judged.iter().filter(|one| one.kept).count(),
        bins: bins(&values, truths),
        worst,
    })
}

/// What the heuristic says of one position.
struct Judged {
    value: f64,
    best: bool,
    kept: bool,
    rows: Vec<String>,
}

struct Judge<'a> {
    heuristic: &'a str,
    files: &'a Files,
    truths: &'a [Truth],
}

impl GameVisitor for Judge<'_> {
    type Output = Result<Vec<Judged>, SpecError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<Vec<Judged>, SpecError> {
        let heuristic = factory::heuristic_or_file::<G>(&setup, self.heuristic, Some(self.files))?;
        let mut all = Vec::new();
        for truth in self.truths {
            let (mut pos, moves) = parse_position::<G>(&setup, &truth.position)
                .map_err(|error| SpecError(error.to_string()))?;
            for mv in moves {
                let _ = pos.play_unchecked(mv);
            }
            let player = pos.turn();
            let value = heuristic.evaluate(&pos, player, 0);
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let mut chosen: Option<(f64, String)> = None;
            for mv in moves {
                let mut child = pos.clone();
                let _ = child.play_unchecked(mv);
                let value = heuristic.evaluate(&child, player, 1);
                if chosen.as_ref().is_none_or(|(best, _)| value > *best) {
                    chosen = Some((value, pos.move_text(mv)));
                }
            }
            if let Some(fault) = self.files.fault() {
                let (name, position) = (self.heuristic, &truth.position);
                return Err(SpecError(format!("{name}: {fault} (at {position})")));
            }
            let chosen = chosen.map(|(_, mv)| mv).unwrap_or_default();
            let score = truth.moves.iter().find(|(mv, _)| *mv == chosen).map(|(_, score)| *score);
            all.push(Judged {
                value,
                best: truth.best().contains(&chosen.as_str()),
                kept: score.is_some_and(|score| score.signum() == truth.result()),
                rows: pos
                    .to_diagram()
                    .rows
                    .iter()
                    .map(|row| String::from_utf8_lossy(row).into_owned())
                    .collect(),
            });
        }
        Ok(all)
    }
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
    let mut order: Vec<usize> = (0..truths.len()).collect();
    order.sort_by(|&a, &b| error(b).total_cmp(&error(a)).then(a.cmp(&b)));
    let wrong = order.into_iter().take(WORST).map(|i| {
        Ok(Wrong {
            position: truths[i].position.clone(),
            rows: judged[i].rows.clone(),
            value: judged[i].value,
            percentile: 100.0 * ranks[i],
            score: truths[i].score,
            reason: reason(game, &truths[i], language)?,
        })
    });
    wrong.collect()
}

/// The truth in words: from the table, and the strong engine's own reason where it has one.
fn reason(game: &str, truth: &Truth, language: Language) -> Result<String, SpecError> {
    let best = truth.best();
    let what = match truth.result() {
        1 if best.len() == 1 => format!("only {} wins", best[0]),
        1 => format!("{} win", best.join(" ")),
        0 => format!("a draw with {}", best.join(" ")),
        _ if best.is_empty() => "lost".to_owned(),
        _ => format!("every move loses, {} last", best.join(" ")),
    };
    let mut session = open(game)?;
    if session.reset(&truth.position).is_err() {
        return Ok(what);
    }
    let mut seat = session.seat("best")?;
    let limits = Limits::nodes(REASON_NODES);
    let thought = seat.think(&*session, &limits, &Stop::new(), &mut Ignore).ok();
    let mut words = what;
    if let Some(thought) = thought.filter(|thought| thought.proven) {
        if let Some(reason) = &thought.reason {
            let _ = write!(words, ": {}", language.say(reason));
        }
        if !thought.line.is_empty() {
            let line: Vec<&str> = thought.line.iter().take(12).map(String::as_str).collect();
            let _ = write!(words, " ({})", line.join(" "));
        }
    }
    Ok(words)
}

/// The report as text.
#[must_use]
pub fn text(xray: &Xray) -> String {
    let share = |n: usize| 100.0 * n as f64 / xray.positions.max(1) as f64;
    let mut text = format!(
        "{} on {} solved positions of {}\n\nrank correlation with the exact score  {:.3}\n",
        xray.heuristic, xray.positions, xray.game, xray.correlation
    );
    let _ =
        writeln!(text, "its best move is a best move           {:.1} %", share(xray.best_moves));
    let _ =
        writeln!(text, "its best move keeps the result         {:.1} %", share(xray.kept_results));
    text.push_str("\ncalibration: points of the player to move, by value\n");
    for bin in &xray.bins {
        let bar = "#".repeat((40.0 * bin.points()).round() as usize);
        let (from, to) = (shown(bin.from), shown(bin.to));
        let _ =
            writeln!(text, "{from:>12} .. {to:<12} {:>3.0} % |{bar:<40}|", 100.0 * bin.points());
    }
    text.push_str("\nmost confidently wrong\n");
    for (i, wrong) in xray.worst.iter().enumerate() {
        let _ = writeln!(
            text,
            "{:>2}. {}  value {} (above {:.0} % of all), exact {:+}: {}",
            i + 1,
            wrong.position,
            shown(wrong.value),
            wrong.percentile,
            wrong.score,
            wrong.reason
        );
    }
    text
}

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
