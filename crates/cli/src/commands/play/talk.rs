//! What a person types at the prompt.

use crate::answer::Failed;
use alinea_core::Player;
use alinea_words::Language;
use std::io::{BufRead, IsTerminal, Read, Write};

const MAX_LINE: u64 = 256;

/// What a person said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Move(String),
    Undo,
    Hint,
    Help,
    Board,
    Leave,
    Nothing,
}

/// A prompt on standard input.
pub(super) struct Talk {
    language: Language,
}

impl Talk {
    pub(super) fn new(language: Language) -> Talk {
        Talk { language }
    }

    /// Asks the side to move. `letters` says that single letters are columns, not shortcuts.
    pub(super) fn ask(&mut self, side: Player, letters: bool) -> Result<Said, Failed> {
        let key = match side {
            Player::First => "play.prompt.first",
            Player::Second => "play.prompt.second",
        };
        match self.line(&self.language.text(key))? {
            None => Ok(Said::Leave),
            Some(line) => Ok(understand(&line, letters)),
        }
    }

    /// A question answered by yes or no; yes if only Enter is pressed, no at the end of input.
    pub(super) fn agrees(&mut self, question: &str) -> Result<bool, Failed> {
        loop {
            let Some(answer) = self.line(question)? else { return Ok(false) };
            match answer.trim().to_lowercase().as_str() {
                "" | "y" | "yes" | "s" | "sim" | "si" | "sí" => return Ok(true),
                "n" | "no" | "não" | "nao" => return Ok(false),
                _ => {}
            }
        }
    }

    /// One line without its end; `None` at the end of input. What exceeds the limit is skipped.
    fn line(&mut self, prompt: &str) -> Result<Option<String>, Failed> {
        // The lock is not held while waiting: Ctrl-C must be able to say that the game is saved.
        let mut out = std::io::stdout();
        write!(out, "{prompt} ")?;
        out.flush()?;
        let mut input = std::io::stdin().lock();
        let mut bytes = Vec::new();
        input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            writeln!(out)?;
            return Ok(None);
        }
        while bytes.last() != Some(&b'\n') {
            let mut more = Vec::new();
            if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut more)? == 0 {
                break;
            }
            bytes.truncate(MAX_LINE as usize);
            if more.last() == Some(&b'\n') {
                break;
            }
        }
        if !std::io::stdin().is_terminal() {
            // A script's input is not echoed by the terminal: the transcript needs its own line end.
            writeln!(out)?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

fn understand(line: &str, letters: bool) -> Said {
    let word = line.trim();
    match word.to_lowercase().as_str() {
        "" => Said::Nothing,
        "?" | "help" | "ajuda" | "ayuda" => Said::Help,
        "undo" | "desfazer" | "deshacer" => Said::Undo,
        "hint" | "dica" | "pista" => Said::Hint,
        "board" | "tabuleiro" | "tablero" => Said::Board,
        "quit" | "exit" | "sair" | "salir" => Said::Leave,
        "u" if !letters => Said::Undo,
        "h" if !letters => Said::Hint,
        "q" if !letters => Said::Leave,
        _ => Said::Move(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_shortcuts_and_moves() {
        assert_eq!(understand(" 4\n", false), Said::Move("4".into()));
        assert_eq!(understand("7, 7", false), Said::Move("7, 7".into()));
        assert_eq!(understand("u", false), Said::Undo);
        assert_eq!(understand("u", true), Said::Move("u".into()));
        assert_eq!(understand("DICA", false), Said::Hint);
        assert_eq!(understand("  ", false), Said::Nothing);
    }
}
