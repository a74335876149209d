//! The X-ray as one HTML page that needs nothing else.

use super::{Xray, shown};
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem;color:#111;background:#fff}table{border-collapse:collapse}td,th{padding:.2rem .6rem;\
text-align:right;border-bottom:1px solid #ccc}.boards{display:flex;flex-wrap:wrap;gap:1.5rem}\
figure{margin:0;max-width:16rem}figcaption{font-size:.9rem}svg{max-width:100%}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#111}}";

/// The page.
#[must_use]
pub fn page(xray: &Xray) -> String {
    let title = escaped(&format!("X-ray of {}", xray.heuristic));
    let share = |n: usize| 100.0 * n as f64 / xray.positions.max(1) as f64;
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style><h1>{title}</h1>\n\
         <p>{} solved positions of {}.</p>\n<table>\n\
         <tr><th>rank correlation with the exact score<td>{:.3}\n\
         <tr><th>its best move is a best move<td>{:.1} %\n\
         <tr><th>its best move keeps the result<td>{:.1} %\n</table>\n",
        xray.positions,
        escaped(&xray.game),
        xray.correlation,
        share(xray.best_moves),
        share(xray.kept_results)
    );
    html.push_str(
        "<h2>Calibration</h2><p>Points of the player to move, from the lowest values to \
                   the highest. A good heuristic climbs from 0 to 100 %.</p>\n",
    );
    html.push_str(&plot(xray));
    html.push_str("<h2>Most confidently wrong</h2><div class=\"boards\">\n");
    for wrong in &xray.worst {
        let _ = writeln!(
            html,
            "<figure>{}<figcaption><b>{}</b><br>value {} (above {:.0} % of all), exact {:+}<br>{}\
             </figcaption></figure>",
            board(&wrong.rows),
            escaped(&wrong.position),
            shown(wrong.value),
            wrong.percentile,
            wrong.score,
            escaped(&wrong.reason)
        );
    }
    html.push_str("</div></html>\n");
    html
}

fn plot(xray: &Xray) -> String {
    let mut svg = "<svg viewBox=\"0 0 620 240\" role=\"img\" aria-label=\"calibration\">\
                   <path d=\"M40 10V200H610\" fill=\"none\" stroke=\"currentColor\"/>"
        .to_owned();
    let width = 560.0 / xray.bins.len().max(1) as f64;
    for (i, bin) in xray.bins.iter().enumerate() {
        let (x, height) = (45.0 + width * i as f64, 180.0 * bin.points());
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#2a6fb0\">\
             <title>{} to {}: {} won, {} drawn, {} lost</title></rect>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"middle\" \
             fill=\"currentColor\">{:.0} %</text>\
             <text x=\"{:.1}\" y=\"217\" font-size=\"11\" text-anchor=\"middle\" \
             fill=\"currentColor\">{}</text>",
            200.0 - height,
            width - 6.0,
            shown(bin.from),
            shown(bin.to),
            bin.results[0],
            bin.results[1],
            bin.results[2],
            x + width / 2.0 - 3.0,
            195.0 - height,
            100.0 * bin.points(),
            x + width / 2.0 - 3.0,
            shown(bin.to)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A small board; the second player's stones are rings, so colour is not needed.
fn board(rows: &[String]) -> String {
    let cols = rows.first().map_or(0, String::len);
    let (width, height) = (20 * cols, 20 * rows.len());
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#dde6ee\"/>"
    );
    for (r, row) in rows.iter().enumerate() {
        for (c, letter) in row.chars().enumerate() {
            let (x, y) = (20 * c + 10, 20 * r + 10);
            let look = match letter {
                'x' | 'X' => "fill=\"#b3261e\"",
                'o' | 'O' => "fill=\"#fff\" stroke=\"#222\" stroke-width=\"3\"",
                _ => "fill=\"#fff\" opacity=\".5\"",
            };
            let radius = if letter.is_ascii_uppercase() { 5 } else { 8 };
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {look}/>");
        }
    }
    svg.push_str("</svg>");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
