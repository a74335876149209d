//! The report for a student, in sentences.

use super::{Grade, Smallest, plain};
use alinea_core::Message;
use alinea_words::Language;
use std::fmt::Write;

/// What a trace is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Moves of a logged game.
    Moves,
    /// Nodes of a printed tree.
    Nodes,
}

impl Grade {
    /// The report.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let Some(divergence) = &self.divergence else {
            let key = match self.unit {
                Unit::Moves => "lab.grade.correct-moves",
                Unit::Nodes => "lab.grade.correct-nodes",
            };
            return language.say(&Message::new(key).with("count", self.compared)) + "\n";
        };
        let place = Message::new("lab.grade.line")
            .with("line", divergence.line)
            .with("message", language.say(&divergence.message));
        let mut text = language.say(&place) + "\n";
        if !divergence.moves.is_empty() {
            let after = Message::new("lab.grade.after").with("moves", divergence.moves.join(" "));
            let _ = writeln!(text, "{}", language.say(&after));
        }
        for row in &divergence.rows {
            let spaced: Vec<String> = row.chars().map(String::from).collect();
            let _ = writeln!(text, "    {}", spaced.join(" "));
        }
        let verdict = match self.mistake {
            None => Message::new("lab.grade.unknown"),
            Some(mistake) => {
                Message::new("lab.grade.equals").with("search", language.text(mistake.key()))
            }
        };
        text += &(language.say(&verdict) + "\n");
        if let Some(small) = &self.smallest {
            text += &shown(small, language);
        }
        text
    }
}

fn shown(small: &Smallest, language: Language) -> String {
    let title = Message::new("lab.grade.smallest").with("depth", small.depth);
    let mut text = format!("{}\n    {}\n", language.say(&title), small.position);
    let keys = match small.nodes {
        None => ["lab.grade.right", "lab.grade.yours"],
        Some(_) => ["lab.grade.right-nodes", "lab.grade.yours-nodes"],
    };
    for (i, (value, mv)) in [&small.exact, &small.wrong].into_iter().enumerate() {
        let nodes = small.nodes.map_or(0, |nodes| nodes[i]);
        let line = Message::new(keys[i])
            .with("value", plain(*value))
            .with("move", mv)
            .with("nodes", nodes);
        let _ = writeln!(text, "    {}", language.say(&line));
    }
    text
}
