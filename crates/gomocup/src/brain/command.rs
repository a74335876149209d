//! One line of the protocol as a command.

use std::fmt;
use std::str::FromStr;

/// A block of lines up to DONE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A position to answer with a move.
    Board,
    /// A position to set and nothing more.
    Set,
    /// Stones of swap2.
    Swap2,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// START and RECTSTART: columns and rows.
    Start(usize, usize),
    /// A new game of the same size.
    Restart,
    /// We move first.
    Begin,
    /// The other side's move.
    Turn(i64, i64),
    /// Our own move, as the manager took it up from a suggestion.
    Play(i64, i64),
    /// A stone to take away.
    TakeBack(i64, i64),
    /// A block of lines begins.
    Lines(Block),
    /// A setting.
    Info(String, String),
    /// Who are you?
    About,
    /// Leave.
    End,
    /// A board program says hello.
    ShowInfo,
    /// Answer now.
    Stop,
    /// The best so many moves, then a move.
    Best(usize),
    /// Which points are forbidden?
    ShowForbidden,
    /// Forget earlier thoughts.
    ClearTable,
}

/// A line that is no command, or a command with wrong words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// Nobody knows this word.
    Unknown,
    /// The word is known; this was expected after it.
    Expected(&'static str),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown => f.write_str("UNKNOWN command"),
            CommandError::Expected(what) => write!(f, "ERROR expected {what}"),
        }
    }
}

impl std::error::Error for CommandError {}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let at = |make: fn(i64, i64) -> Command, what: &'static str| {
            pair(rest).map(|(x, y)| make(x, y)).ok_or(CommandError::Expected(what))
        };
        match word.to_ascii_uppercase().as_str() {
            "START" => {
                let side = rest.parse().map_err(|_| CommandError::Expected("START size"))?;
                Ok(Command::Start(side, side))
            }
            "RECTSTART" => {
                let (cols, rows) =
                    pair(rest).ok_or(CommandError::Expected("RECTSTART width,height"))?;
                let side = |n: i64| usize::try_from(n).unwrap_or(0);
                Ok(Command::Start(side(cols), side(rows)))
            }
            "RESTART" => Ok(Command::Restart),
            "BEGIN" => Ok(Command::Begin),
            "TURN" => at(Command::Turn, "TURN x,y"),
            "PLAY" => at(Command::Play, "PLAY x,y"),
            "TAKEBACK" => at(Command::TakeBack, "TAKEBACK x,y"),
            "BOARD" => Ok(Command::Lines(Block::Board)),
            "YXBOARD" => Ok(Command::Lines(Block::Set)),
            "SWAP2BOARD" => Ok(Command::Lines(Block::Swap2)),
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Ok(Command::Info(key.to_ascii_lowercase(), value.trim().to_owned()))
            }
            "ABOUT" => Ok(Command::About),
            "END" => Ok(Command::End),
            "YXSHOWINFO" => Ok(Command::ShowInfo),
            "YXSTOP" | "STOP" => Ok(Command::Stop),
            "YXNBEST" => rest
                .parse()
                .ok()
                .filter(|count| (1..=484).contains(count))
                .map(Command::Best)
                .ok_or(CommandError::Expected("YXNBEST count")),
            "YXSHOWFORBID" => Ok(Command::ShowForbidden),
            "YXHASHCLEAR" => Ok(Command::ClearTable),
            _ => Err(CommandError::Unknown),
        }
    }
}

fn pair(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}
