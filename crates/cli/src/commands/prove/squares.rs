//! `alinea prove mnk:6x5x4`: the first player's win on a small board, written down.

use super::{Args, save, wrong};
use crate::answer::{Answer, Failed};
use crate::commands::{Context, print, print_json};
use alinea_core::{Game, Position};
use alinea_games::Mnk;
use alinea_proof::{Attack, SmallError};
use alinea_search::Stop;
use serde_json::json;
use std::time::{Duration, Instant};

pub(super) fn search(args: &Args, game: &str, context: Context) -> Result<Answer, Failed> {
    if args.plans_only {
        return Err(Failed::Wrong(format!("--plans-only: expected connect4, found {game}")));
    }
    let session = alinea_catalogue::open(game)?;
    let Some(board) = session.position::<Mnk>().filter(|board| board.ply() == 0) else {
        return Err(Failed::Wrong(format!("expected mnk:COLSxROWSxK, found {game}")));
    };
    let stop = Stop::new();
    let handler_stop = stop.clone();
    ctrlc::set_handler(move || handler_stop.stop()).map_err(wrong)?;
    let deadline = Instant::now() + Duration::from_secs_f64(60.0 * args.minutes);
    let attack = match Attack::on_small_board(board.setup(), deadline, &stop) {
        Ok(attack) => attack,
        Err(error @ SmallError::NoWin) => return Err(Failed::Refused(format!("{game}: {error}"))),
        Err(error) => return Err(Failed::Wrong(format!("{game}: {error}"))),
    };
    let text = attack.text().map_err(wrong)?;
    if let Some(path) = &args.out {
        save(path, &text)?;
    } else if !context.json {
        print(&text)?;
    }
    if context.json {
        print_json(&json!({ "lines": attack.lines() }))?;
    }
    Ok(Answer::Yes)
}
