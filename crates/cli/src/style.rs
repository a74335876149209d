//! Colours and shapes of the terminal. Shape always says what colour says too.

use std::io::IsTerminal;

/// How the terminal may be painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    colours: bool,
}

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Less important.
    Faint,
    /// More important.
    Strong,
    /// Cannot be done.
    Warning,
}

impl Style {
    /// Colours on a terminal, unless `NO_COLOR` is set.
    pub(crate) fn detect() -> Style {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Style { colours: std::io::stdout().is_terminal() && !refused && !dumb }
    }

    /// The text in its colour.
    pub(crate) fn paint(self, paint: Paint, text: &str) -> String {
        if !self.colours {
            return text.to_owned();
        }
        let code = match paint {
            Paint::First => "1;31",
            Paint::Second => "1;33",
            Paint::Faint => "2",
            Paint::Strong => "1",
            Paint::Warning => "1;35",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}
