//! The X-ray as one HTML page that needs nothing else.

use super::{Wrong, Xray, shown};
use alinea_core::Message;
use alinea_words::Language;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff;--soft:#667;--rule:#ccd;--bar:#2a6fb0;\
--board:#dde6ee;--hole:#fff;--x:#b3261e;--best:#1b7f3b}\
@media(prefers-color-scheme:dark){:root{--ink:#eee;--paper:#14161a;--soft:#aab;--rule:#445;\
--bar:#5b9bd5;--board:#2b3440;--hole:#14161a;--x:#ef6a5f;--best:#4cc472}}\
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;\
color:var(--ink);background:var(--paper)}\
h1,h2{line-height:1.2}table{border-collapse:collapse}\
th{text-align:left;font-weight:normal;padding:.25rem 2rem .25rem 0}\
td{text-align:right;font-weight:bold;font-variant-numeric:tabular-nums}\
tr{border-bottom:1px solid var(--rule)}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:2rem 1.5rem;\
padding:0;margin:0;list-style:none}\
figcaption{font-size:.9rem;overflow-wrap:anywhere}figure{margin:0}\
.truth{font-weight:bold}.soft{color:var(--soft)}svg{max-width:100%;height:auto}";

/// The page.
#[must_use]
pub fn page(xray: &Xray, language: Language) -> String {
    let say = |key: &'static str| escaped(&language.text(key));
    let heading = Message::new("lab.xray.heading").with("heuristic", &xray.heuristic);
    let title = escaped(&language.say(&heading));
    let mut html = format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style><h1>{title}</h1>\n<p>{}</p>\n<table>\n",
        language.tag(),
        escaped(&language.say(&xray.subject())),
    );
    for (label, figure) in xray.figures(language) {
        let _ = writeln!(html, "<tr><th>{}<td>{figure}", escaped(&label));
    }
    let _ = writeln!(
        html,
        "</table>\n<h2>{}</h2><p class=\"soft\">{}</p>\n{}<h2>{}</h2><ol class=\"boards\">",
        say("lab.xray.calibration"),
        say("lab.xray.calibration-help"),
        plot(xray, language),
        say("lab.xray.worst")
    );
    for (i, wrong) in xray.worst.iter().enumerate() {
        let _ = writeln!(
            html,
            "<li><figure>{}<figcaption><span class=\"soft\">{}. {} ({})</span><br>{}<br>\
             <span class=\"truth\">{}</span><br>{}{}{}</figcaption></figure>",
            if xray.gravity { board(wrong) } else { crossings(wrong) },
            i + 1,
            escaped(&wrong.position),
            say(wrong.turn_key()),
            escaped(&wrong.belief(language)),
            escaped(&wrong.truth),
            escaped(&wrong.reason),
            wrong
                .told_parts(language)
                .map_or(String::new(), |parts| format!("<br>{}", escaped(&parts))),
            wrong
                .printed
                .iter()
                .map(|line| format!("<br><code>{}</code>", escaped(line)))
                .collect::<String>()
        );
    }
    html.push_str("</ol></html>\n");
    html
}

/// Bars with their share above and the range of values below.
fn plot(xray: &Xray, language: Language) -> String {
    let mut svg = "<svg viewBox=\"0 0 760 270\" width=\"760\" role=\"img\">".to_owned();
    for per_cent in [0, 25, 50, 75, 100] {
        let y = 210 - 2 * per_cent * 9 / 10;
        let _ = write!(
            svg,
            "<path d=\"M50 {y}H750\" stroke=\"var(--rule)\"/><text x=\"44\" y=\"{}\" \
             font-size=\"12\" text-anchor=\"end\" fill=\"var(--soft)\">{per_cent} %</text>",
            y + 4
        );
    }
    let width = 700.0 / xray.bins.len().max(1) as f64;
    for (i, bin) in xray.bins.iter().enumerate() {
        let (x, height) = (50.0 + width * i as f64, 180.0 * bin.points());
        let [won, drawn, lost] = bin.results;
        let range = Message::new("lab.xray.bin")
            .with("from", shown(bin.from))
            .with("to", shown(bin.to))
            .with("won", won)
            .with("drawn", drawn)
            .with("lost", lost);
        let _ = write!(
            svg,
            "<g><title>{}</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
             height=\"{height:.1}\" fill=\"var(--bar)\"/>",
            escaped(&language.say(&range)),
            x + 4.0,
            210.0 - height,
            width - 8.0,
        );
        let middle = x + width / 2.0;
        let label = |y: f64, size: u32, text: &str| {
            format!(
                "<text x=\"{middle:.1}\" y=\"{y:.1}\" font-size=\"{size}\" \
                 text-anchor=\"middle\" fill=\"currentColor\">{text}</text>"
            )
        };
        svg += &label(205.0 - height, 13, &format!("{:.0} %", 100.0 * bin.points()));
        svg += &label(227.0, 11, &shown(bin.from));
        svg += &label(241.0, 11, &format!("… {}", shown(bin.to)));
        svg += &label(252.0, 10, &format!("n = {}", won + drawn + lost));
        svg += "</g>";
    }
    let _ = writeln!(
        svg,
        "<text x=\"400\" y=\"262\" font-size=\"12\" text-anchor=\"middle\" \
         fill=\"var(--soft)\">{}</text></svg>",
        escaped(&language.text("lab.xray.axis"))
    );
    svg
}

/// A small board. The second player's stones are rings, bombs have a dot, the best moves a cross:
/// colour is not needed.
fn board(wrong: &Wrong) -> String {
    let (cols, rows) = (wrong.rows.first().map_or(0, String::len), wrong.rows.len());
    let (width, height) = (20 * cols, 20 * rows);
    let shown = width.clamp(160, 260);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{shown}\" role=\"img\" \
         aria-label=\"{}\"><rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"var(--board)\"/>",
        wrong.rows.join(" / ")
    );
    for (r, row) in wrong.rows.iter().enumerate() {
        for (c, letter) in row.chars().enumerate() {
            let (x, y) = (20 * c + 10, 20 * r + 10);
            let look = match letter.to_ascii_lowercase() {
                'x' => "r=\"8\" fill=\"var(--x)\"",
                'o' => "r=\"6.5\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"3\"",
                _ => "r=\"6\" fill=\"var(--hole)\" opacity=\".6\"",
            };
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" {look}/>");
            if letter.is_ascii_uppercase() {
                let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"var(--ink)\"/>");
            }
        }
    }
    svg += &crosses(wrong);
    svg.push_str("</svg>");
    svg
}

/// A small board of crossing lines, for games whose stones lie on points.
fn crossings(wrong: &Wrong) -> String {
    let (cols, rows) = (wrong.rows.first().map_or(0, String::len), wrong.rows.len());
    let (width, height) = (20 * cols, 20 * rows);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{}\" role=\"img\" aria-label=\"{}\">\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"var(--board)\"/>",
        width.clamp(160, 260),
        wrong.rows.join(" / ")
    );
    let mut lines = String::new();
    for c in 0..cols {
        let _ = write!(lines, "M{} 10V{}", 20 * c + 10, height - 10);
    }
    for r in 0..rows {
        let _ = write!(lines, "M10 {}H{}", 20 * r + 10, width - 10);
    }
    let _ = write!(svg, "<path d=\"{lines}\" stroke=\"var(--soft)\" fill=\"none\"/>");
    for (r, row) in wrong.rows.iter().enumerate() {
        for (c, letter) in row.chars().enumerate() {
            let look = match letter {
                'x' => "fill=\"var(--ink)\"",
                'o' => "fill=\"var(--paper)\" stroke=\"var(--ink)\" stroke-width=\"2\"",
                _ => continue,
            };
            let (x, y) = (20 * c + 10, 20 * r + 10);
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" {look}/>");
        }
    }
    svg + crosses(wrong).as_str() + "</svg>"
}

/// Crosses where the best moves go.
fn crosses(wrong: &Wrong) -> String {
    let cross = |(r, c): &(usize, usize)| {
        let (x, y) = (20 * c + 5, 20 * r + 5);
        format!(
            "<path d=\"M{x} {y}l10 10m0 -10l-10 10\" stroke=\"var(--best)\" stroke-width=\"3\"/>"
        )
    };
    wrong.best.iter().map(cross).collect()
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
