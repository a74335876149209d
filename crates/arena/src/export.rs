//! Finished games in the formats of other programs.

use crate::record::GameResult;
use crate::{ArenaError, Plan, Record};
use alinea_catalogue::record::{to_psq, to_sgf};
use alinea_catalogue::{Session, open};
use std::fs;
use std::path::Path;

/// A format that other programs read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFormat {
    /// Smart Game Format: all games in one file.
    Sgf,
    /// Piskvork's format of the Gomocup tournaments: a file for each game.
    Psq,
}

impl GameFormat {
    /// Refuses a game that the format has no words for.
    pub(crate) fn check(self, game: &str) -> Result<(), ArenaError> {
        let name = game.split(':').next().unwrap_or(game);
        if self == GameFormat::Sgf || alinea_gomocup::rule_code(name).is_some() {
            return Ok(());
        }
        Err(ArenaError::Request(format!(
            "psq: expected gomoku, standard, renju or caro, found {game}"
        )))
    }

    /// Writes these games below a directory.
    pub(crate) fn write(
        self,
        dir: &Path,
        plan: &Plan,
        records: &[Record],
    ) -> Result<(), ArenaError> {
        let session = open(&plan.game)?;
        let file = |path: &Path, text: String| {
            fs::write(path, text).map_err(|error| ArenaError::File(path.into(), error))
        };
        match self {
            GameFormat::Sgf => {
                let games = records.iter().map(|record| sgf(&*session, record));
                file(&dir.join("games.sgf"), games.collect::<Result<String, _>>()?)
            }
            GameFormat::Psq => {
                let folder = dir.join("psq");
                fs::create_dir_all(&folder)
                    .map_err(|error| ArenaError::File(folder.clone(), error))?;
                for record in records {
                    let board = played(&*session, record)?;
                    let names = [record.first.as_str(), record.second.as_str()];
                    let text = to_psq(&*board, names).ok_or_else(|| {
                        let game = record.game;
                        ArenaError::Request(format!(
                            "psq: expected games from an empty board; game {game} is none"
                        ))
                    })?;
                    file(&folder.join(format!("{:06}.psq", record.game)), text)?;
                }
                Ok(())
            }
        }
    }
}

/// One game as SGF, with its result also where the rules do not say it.
fn sgf(session: &dyn Session, record: &Record) -> Result<String, ArenaError> {
    let board = played(session, record)?;
    let mut text = to_sgf(&*board, [&record.first, &record.second]);
    if board.outcome().is_none() {
        let result = match record.result {
            GameResult::First => "RE[B+F]",
            GameResult::Second => "RE[W+F]",
            GameResult::Draw => "RE[0]",
        };
        let at = text.find("AP[").unwrap_or_default();
        text.insert_str(at, result);
    }
    Ok(text.trim_end().to_owned() + "\n")
}

fn played(session: &dyn Session, record: &Record) -> Result<Box<dyn Session>, ArenaError> {
    let unreadable =
        || ArenaError::Request(format!("the moves of game {} cannot be played", record.game));
    let mut board = session.read(&record.start).map_err(|_| unreadable())?;
    for mv in record.moves.split_whitespace() {
        board.play(mv).map_err(|_| unreadable())?;
    }
    Ok(board)
}
