//! `cargo xtask gomoku-calibration --data FILE --out FILE`: how often positions were won, by how
//! likely the engine's search said it was, on recorded games that no training saw.

use super::samples::{sigmoid, thoughts};
use crate::Outcome;
use crate::gomoku::Options;
use std::fmt::Write;

const BUCKETS: usize = 20;

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let data = options.text("--data").ok_or("expected --data FILE")?;
    let out = options.text("--out").ok_or("expected --out FILE")?;
    let svg = plot(thoughts(data)?.into_iter().map(|(logit, result)| (sigmoid(logit), result)));
    std::fs::write(out, svg).map_err(|error| format!("{out}: {error}"))
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
