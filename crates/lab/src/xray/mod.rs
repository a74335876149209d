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
    use alinea_core::Message;

    #[test]
    fn ranks_share_the_mean_of_ties() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [0.5, 0.0, 0.5, 1.0]);
    }

    /// What a heuristic said of a position, by its value alone.
    fn said(value: f64) -> Judged {
        Judged {
            value,
            parts: Vec::new(),
            printed: Vec::new(),
            gravity: true,
            best: None,
            kept: None,
            rows: Vec::new(),
            turn: Player::First,
            squares: Vec::new(),
        }
    }

    #[test]
    fn the_worst_are_those_of_the_wrong_sign_by_how_far_their_rank_is_off() {
        // No board is called so: the words go without an engine's reason.
        let of = |(name, score, _): &(&str, i32, f64)| Truth {
            position: format!("?{name}"),
            score: *score,
            moves: vec![("4".to_owned(), *score)],
        };
        let positions = [
            ("a", 3, -2.0),
            ("b", -4, 9.0),
            ("c", 0, -8.0),
            ("d", -1, 1.0),
            ("e", 5, 0.0),
            ("f", 1, -9.0),
            ("g", -2, -1.0),
            ("h", 0, 7.0),
            ("i", -2, 2.0),
        ];
        let truths = positions.iter().map(of).collect::<Vec<_>>();
        let judged = positions.map(|(_, _, value)| said(value));
        let ranks = ranks(&positions.map(|(_, _, value)| value));
        let found = worst("connect4", &truths, &judged, &ranks, Language::English).unwrap();
        let told: Vec<(&str, f64)> =
            found.iter().map(|wrong| (wrong.position.as_str(), wrong.percentile)).collect();
        // Of two that are off by as much the first comes first; draws and zeros are not wrong.
        let expected = [("?b", 100.0), ("?f", 0.0), ("?a", 25.0), ("?i", 75.0), ("?d", 62.5)];
        assert_eq!(told, expected);
        assert_eq!((found[0].truth.as_str(), found[0].score), ("lost (exact -4)", -4));
        assert_eq!(found[1].reason, "only 4 wins");
    }

    #[test]
    fn no_more_than_twenty_are_shown() {
        let truth = Truth { position: "?".to_owned(), score: -1, moves: Vec::new() };
        let (truths, judged) = (vec![truth; 25], [(); 25].map(|()| said(1.0)));
        let found = worst("connect4", &truths, &judged, &[0.5; 25], Language::English).unwrap();
        assert_eq!(found.len(), 20);
    }

    #[test]
    fn parts_of_one_name_are_one_and_the_largest_come_first() {
        let parts = |named: &[(&'static str, f64)]| {
            let part = |&(name, points): &(&'static str, f64)| Part {
                label: Message::new(name),
                cells: Vec::new(),
                points,
            };
            let parts: Vec<Part> = named.iter().map(part).collect();
            largest(&parts, Language::English)
        };
        let told = |named: &[(&str, f64)]| -> Vec<(String, f64)> {
            named.iter().map(|(name, points)| ((*name).to_owned(), *points)).collect()
        };
        let six = [("a", 1.0), ("b", -7.0), ("c", 2.0), ("a", 3.5), ("d", 0.5), ("e", -3.0)];
        let four = told(&[("b", -7.0), ("a", 4.5), ("e", -3.0), ("c", 2.0)]);
        assert_eq!(parts(&six), four);
        assert_eq!(parts(&[("a", 1.0), ("b", 2.0)]), told(&[("b", 2.0), ("a", 1.0)]));
        // One part says no more than the value.
        assert_eq!(parts(&[("a", 1.0), ("a", 2.0)]), []);
    }

    #[test]
    fn values_are_told_as_short_as_they_can_be() {
        let told = [3.0, -0.125, 0.004, -0.004, 9_999_999.0, 1e7, -2.5e9].map(shown);
        assert_eq!(told, ["3", "-0.13", "0", "0", "9999999", "1.000e7", "-2.500e9"]);
    }

    #[test]
    fn every_tenth_of_the_values_is_a_bin_from_the_lowest_to_the_highest() {
        let truth = |score: i32| Truth { position: String::new(), score, moves: Vec::new() };
        // Values fall as the number rises; the first third is won, the last lost.
        let values: Vec<f64> = (0..21).map(|i| f64::from(-i)).collect();
        let truths: Vec<Truth> = (0..21).map(|i| truth(1 - i / 7)).collect();
        let found = bins(&values, &truths);
        assert_eq!(found.len(), 7, "three in each: two would leave one over");
        assert_eq!(found[0], Bin { from: -20.0, to: -18.0, results: [0, 0, 3] });
        assert_eq!(found[2], Bin { from: -14.0, to: -12.0, results: [0, 2, 1] });
        assert_eq!(found[6], Bin { from: -2.0, to: 0.0, results: [3, 0, 0] });
        assert_eq!(bins(&[], &[]), []);
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
