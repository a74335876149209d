//! `cargo xtask gomoku-calibration --data FILE --out FILE [--rule R]`: how often positions were won,
//! by how likely the engine's search said it was, on recorded games that no training saw, and which
//! number of points a logit would fit best.

use super::samples::{sigmoid, thoughts};
use crate::Outcome;
use crate::gomoku::Options;
use alinea_engines::gomoku::engine::training::points_per_logit;
use std::fmt::Write;

const BUCKETS: usize = 20;

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let data = options.text("--data").ok_or("expected --data FILE")?;
    let out = options.text("--out").ok_or("expected --out FILE")?;
    let told = thoughts(data)?;
    let built_in = points_per_logit(options.variant()?) as f32;
    let best = best_scale(&told);
    println!(
        "{} positions; {built_in} points a logit: loss {:.4}; best {best}: {:.4}",
        told.len(),
        loss(&told, built_in),
        loss(&told, best)
    );
    let svg = plot(told.iter().map(|(points, result)| (sigmoid(points / built_in), *result)));
    std::fs::write(out, svg).map_err(|error| format!("{out}: {error}"))
}

/// The mean logarithmic loss of chances with so many points a logit.
fn loss(told: &[(f32, f32)], scale: f32) -> f64 {
    let one = |(points, result): &(f32, f32)| {
        let chance = f64::from(sigmoid(points / scale)).clamp(1e-6, 1.0 - 1e-6);
        let won = f64::from(*result);
        -won * chance.ln() - (1.0 - won) * (1.0 - chance).ln()
    };
    told.iter().map(one).sum::<f64>() / told.len().max(1) as f64
}

/// The number of points a logit, in steps of five, whose chances fit best.
fn best_scale(told: &[(f32, f32)]) -> f32 {
    let scales = (10..=100).map(|step| 5.0 * step as f32);
    scales.min_by(|a, b| loss(told, *a).total_cmp(&loss(told, *b))).unwrap_or(200.0)
}

/// Draws expected against real points, as SVG.
fn plot(positions: impl Iterator<Item = (f32, f32)>) -> String {
    let mut buckets = [(0.0f64, 0.0f64, 0u32); BUCKETS];
    for (expected, result) in positions {
        let bucket = &mut buckets[((expected * BUCKETS as f32) as usize).min(BUCKETS - 1)];
        bucket.0 += f64::from(expected);
        bucket.1 += f64::from(result);
        bucket.2 += 1;
    }
    let (x, y) = (|p: f64| 60.0 + 280.0 * p, |p: f64| 320.0 - 280.0 * p);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 380 360\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"380\" height=\"360\" fill=\"white\"/>\n<text x=\"60\" y=\"20\">points won by points expected</text>\n\
         <line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#999\"/>\n",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    for mark in [0.0, 0.5, 1.0] {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"340\">{mark}</text>", x(mark) - 8.0);
        let _ = writeln!(svg, "<text x=\"30\" y=\"{}\">{mark}</text>", y(mark) + 4.0);
    }
    for (expected, won, count) in buckets.iter().filter(|bucket| bucket.2 > 0) {
        let (expected, won) = (expected / f64::from(*count), won / f64::from(*count));
        println!("expected {expected:.3}, won {won:.3}, {count} positions");
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"#1f77b4\"/>",
            x(expected),
            y(won),
            1.5 + f64::from(*count).sqrt() / 20.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games that are won as often as 150 points a logit say.
    #[test]
    fn the_best_scale_is_the_one_that_made_the_games() {
        let told: Vec<(f32, f32)> =
            (-60..=60).map(|step| 10.0 * step as f32).map(|p| (p, sigmoid(p / 150.0))).collect();
        assert_eq!(best_scale(&told), 150.0);
        assert!(loss(&told, 150.0) < loss(&told, 145.0) && loss(&told, 150.0) < loss(&told, 155.0));
    }
}
