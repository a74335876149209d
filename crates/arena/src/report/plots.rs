//! The plots of the page as inline SVG that stretches with the page; all text stays HTML, so it
//! keeps its size on a phone.

use super::{escape, signed};
use crate::{Plan, Ranked, Record, Tally, Times, ranking};
use std::collections::BTreeMap;
use std::fmt::Write;

const WIDTH: f64 = 1000.0;

/// Elo with whiskers, strongest first, on one common scale.
pub(super) fn strength(plan: &Plan, tally: &Tally) -> String {
    let ratings = tally.ratings();
    let names = plan.names();
    let low = ratings.iter().map(|r| r.elo - r.error).fold(0.0, f64::min);
    let high = ratings.iter().map(|r| r.elo + r.error).fold(0.0, f64::max);
    let span = (high - low).max(1.0);
    let x = |elo: f64| WIDTH * (elo - low) / span;
    let mut text = "<div class=\"rows\">".to_owned();
    for Ranked { player, .. } in ranking(tally) {
        let rating = ratings[player];
        let (from, at, to) =
            (x(rating.elo - rating.error), x(rating.elo), x(rating.elo + rating.error));
        let _ = write!(
            text,
            "<div class=\"row\"><span class=\"label\">{}</span><span class=\"value\">{} ± {:.0}</span>\
             <svg viewBox=\"0 0 1000 20\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
             <path class=\"axis\" d=\"M0 10H1000\"/><path class=\"zero\" d=\"M{zero:.1} 0V20\"/>\
             <path class=\"whisker\" d=\"M{from:.1} 10H{to:.1}M{from:.1} 4V16M{to:.1} 4V16\"/>\
             <path class=\"dot\" d=\"M{at:.1} 10h0.01\"/></svg></div>",
            escape(&names[player]),
            signed(rating.elo),
            rating.error,
            zero = x(0.0),
        );
    }
    text + "</div>" + scale(&[signed(low), signed(high)]).as_str()
}

/// Mean and slowest thinking time of each contestant, on a logarithmic scale.
pub(super) fn times(plan: &Plan, records: &[Record], times: &BTreeMap<usize, Times>) -> String {
    let names = plan.names();
    let mut sums = vec![(0.0, 0u64, 0.0f64); names.len()];
    for record in records {
        let Some(clock) = times.get(&record.game) else { continue };
        for (side, name) in [&record.first, &record.second].into_iter().enumerate() {
            let Some(sum) = names.iter().position(|known| known == name).map(|i| &mut sums[i])
            else {
                continue;
            };
            sum.0 += clock.think_ms[side];
            sum.1 += u64::from(clock.moves[side]);
            sum.2 = sum.2.max(clock.slowest_ms[side]);
        }
    }
    let mean = |sum: &(f64, u64, f64)| (sum.0 / sum.1.max(1) as f64).max(0.001);
    let low = sums.iter().map(mean).fold(f64::INFINITY, f64::min).log10().floor();
    let high = sums.iter().map(|sum| sum.2.max(0.001)).fold(0.001, f64::max).log10().ceil();
    let (low, high) = (low.clamp(-3.0, 6.0), high.clamp(-2.0, 7.0).max(low + 1.0));
    let x = |ms: f64| WIDTH * ((ms.max(0.001).log10() - low) / (high - low)).clamp(0.0, 1.0);
    let mut marks = String::new();
    for decade in (low as i32)..=(high as i32) {
        let _ = write!(marks, "M{:.1} 5V15", x(10f64.powi(decade)));
    }
    let mut text = "<div class=\"rows\">".to_owned();
    for (name, sum) in names.iter().zip(&sums) {
        let _ = write!(
            text,
            "<div class=\"row\"><span class=\"label\">{}</span><span class=\"value\">{} ms</span>\
             <svg viewBox=\"0 0 1000 20\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
             <path class=\"axis\" d=\"M0 10H1000{marks}\"/>\
             <path class=\"whisker\" d=\"M{at:.1} 10H{to:.1}M{to:.1} 4V16\"/>\
             <path class=\"dot\" d=\"M{at:.1} 10h0.01\"/></svg></div>",
            escape(name),
            short(mean(sum)),
            at = x(mean(sum)),
            to = x(sum.2),
        );
    }
    let ends =
        [format!("{} ms", short(10f64.powf(low))), format!("{} ms", short(10f64.powf(high)))];
    text + "</div>" + scale(&ends).as_str()
}

/// A histogram of game lengths.
pub(super) fn lengths(records: &[Record]) -> String {
    let longest = records.iter().map(|record| record.plies).max().unwrap_or(0);
    let width = (longest / 40 + 1).max(1);
    let mut bins = vec![0u32; longest / width + 1];
    records.iter().for_each(|record| bins[record.plies / width] += 1);
    let highest = bins.iter().copied().max().unwrap_or(0).max(1);
    let step = WIDTH / bins.len() as f64;
    let mut bars = String::new();
    for (i, &count) in bins.iter().enumerate().filter(|(_, count)| **count > 0) {
        let height = 98.0 * f64::from(count) / f64::from(highest);
        let _ = write!(
            bars,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
             <title>{}–{}: {count}</title></rect>",
            i as f64 * step + 0.1 * step,
            100.0 - height,
            0.8 * step,
            i * width,
            i * width + width - 1,
        );
    }
    format!(
        "<svg class=\"histogram\" viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <path class=\"axis\" d=\"M0 100H1000\"/>{bars}</svg>{}",
        scale(&["0".to_owned(), longest.to_string()])
    )
}

fn scale(ends: &[String; 2]) -> String {
    format!("<div class=\"scale\"><span>{}</span><span>{}</span></div>", ends[0], ends[1])
}

fn short(ms: f64) -> String {
    match ms {
        ms if ms >= 100.0 => format!("{ms:.0}"),
        ms if ms >= 1.0 => format!("{ms:.1}"),
        ms => format!("{ms:.3}"),
    }
}
