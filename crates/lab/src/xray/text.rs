//! The X-ray as text for a terminal.

use super::{Xray, shown};
use alinea_core::{Message, Player};
use alinea_words::Language;
use std::fmt::Write;

/// Width of a full bar.
const BAR: f64 = 40.0;

/// The report as text.
#[must_use]
pub fn text(xray: &Xray, language: Language) -> String {
    let say = |key: &'static str| language.text(key);
    let mut text = format!("{}: {}\n\n", xray.heuristic, language.say(&xray.subject()));
    let figures = xray.figures(language);
    let width = figures.iter().map(|(label, _)| label.chars().count()).max().unwrap_or_default();
    for (label, figure) in figures {
        let _ = writeln!(text, "{label:width$}  {figure:>7}");
    }
    let _ = writeln!(text, "\n{}", say("lab.xray.calibration"));
    for bin in &xray.bins {
        let bar = "#".repeat((BAR * bin.points()).round() as usize);
        let (from, to) = (shown(bin.from), shown(bin.to));
        let _ = writeln!(
            text,
            "{from:>12} .. {to:<12} {:>3.0} % |{bar:<40}| {}",
            100.0 * bin.points(),
            bin.results.iter().sum::<usize>()
        );
    }
    let _ = writeln!(text, "\n{}", say("lab.xray.worst"));
    for (i, wrong) in xray.worst.iter().enumerate() {
        let (belief, turn) = (wrong.belief(language), say(wrong.turn_key()));
        let _ = writeln!(text, "{:>3}. {}  ({turn})", i + 1, wrong.position);
        let _ = writeln!(text, "     {belief}; {}", wrong.truth);
        let _ = writeln!(text, "     {}", wrong.reason);
        if let Some(parts) = wrong.told_parts(language) {
            let _ = writeln!(text, "     {parts}");
        }
        for line in &wrong.printed {
            let _ = writeln!(text, "     print: {line}");
        }
    }
    text
}

impl Xray {
    /// What was looked at.
    pub(super) fn subject(&self) -> Message {
        let key = if self.exact { "lab.xray.solved" } else { "lab.xray.proven" };
        Message::new(key).with("count", self.positions).with("game", &self.game)
    }

    /// The figures with their labels.
    pub(super) fn figures(&self, language: Language) -> [(String, String); 3] {
        let share = |n: usize| {
            let percent = format!("{:.1}", 100.0 * n as f64 / self.choices.max(1) as f64);
            let message = Message::new("lab.xray.share").with("percent", percent);
            language.say(&message.with("count", n).with("of", self.choices))
        };
        let of = Message::new("lab.xray.of").with("count", self.positions);
        let correlation = format!("{:.3} {}", self.correlation, language.say(&of));
        [
            (language.text("lab.xray.correlation"), correlation),
            (language.text("lab.xray.best"), share(self.best_moves)),
            (language.text("lab.xray.kept"), share(self.kept_results)),
        ]
    }
}

impl super::Wrong {
    /// What the heuristic believes, in words.
    pub(super) fn belief(&self, language: Language) -> String {
        let likes = self.percentile >= 50.0;
        let key = if likes { "lab.xray.likes" } else { "lab.xray.dislikes" };
        let percent = if likes { self.percentile } else { 100.0 - self.percentile };
        let percent = format!("{:.0}", percent.floor().min(99.0));
        language.say(&Message::new(key).with("value", shown(self.value)).with("percent", percent))
    }

    /// The parts of its value, the largest first.
    pub(super) fn told_parts(&self, language: Language) -> Option<String> {
        let told = |(label, points): &(String, f64)| {
            let sign = if *points > 0.0 { "+" } else { "" };
            format!("{sign}{} {label}", shown(*points))
        };
        let parts: Vec<String> = self.parts.iter().map(told).collect();
        let message = Message::new("lab.xray.parts").with("parts", parts.join("; "));
        (!parts.is_empty()).then(|| language.say(&message))
    }

    pub(super) const fn turn_key(&self) -> &'static str {
        match self.turn {
            Player::First => "lab.xray.first",
            Player::Second => "lab.xray.second",
        }
    }
}
