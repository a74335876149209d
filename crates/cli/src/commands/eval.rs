//! `alinea eval`: a heuristic's value and its parts.

use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::json::Evaluation;
use alinea_core::Player;
use std::fmt::Write;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// The heuristic's name, see 'alinea games'
    heuristic: String,
    /// The position: '-', moves, or 'diagram:' and rows from the top joined by '/'
    #[arg(default_value = "-")]
    position: String,
    /// Whose view: first or second [default: the player to move]
    #[arg(long, value_parser = parse_player)]
    player: Option<Player>,
    /// Plies from the root of the search
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    level: u32,
}

pub(crate) fn parse_player(text: &str) -> Result<Player, String> {
    match text {
        "first" => Ok(Player::First),
        "second" => Ok(Player::Second),
        _ => Err("expected first or second".to_owned()),
    }
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let session = open_at(&args.game, &args.position)?;
    let (value, parts) = session.evaluate(&args.heuristic, args.player, args.level)?;
    if context.json {
        print_json(&Evaluation::new(value, &parts, context.language))?;
        return Ok(Answer::Yes);
    }
    let mut text = String::new();
    for part in &parts {
        let cells: Vec<String> = part.cells.iter().map(ToString::to_string).collect();
        let label = context.language.say(&part.label);
        let line = format!("{:>14}  {label}  {}", plain(part.points), cells.join(" "));
        text += &(line.trim_end().to_owned() + "\n");
    }
    let _ = writeln!(text, "{:>14}  = {}", plain(value), args.heuristic);
    print(&text)?;
    Ok(Answer::Yes)
}

/// A number without a tail of rounding noise.
pub(crate) use alinea_catalogue::json::plain;

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn numbers_read_well() {
        let shown: Vec<String> =
            [34.65, 126.10000000000001, -0.0, -5.0, 1e300, 28413.907375].map(plain).into();
        assert_eq!(shown, ["34.65", "126.1", "0", "-5", "1e300", "28413.907375"]);
    }
}
