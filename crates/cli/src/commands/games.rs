//! `alinea games`: the catalogue.

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::{GAMES, choices, open};
use serde_json::json;
use std::fmt::Write;

pub(crate) fn run(context: Context) -> Result<Answer, Failed> {
    let mut list = Vec::new();
    let mut text = String::new();
    for name in GAMES {
        let setups = choices(name)?.setups;
        let default = setups.first().copied().unwrap_or_default();
        let session = open(&format!("{name}:{default}"))?;
        let (engines, heuristics) = (session.engines(), session.heuristics());
        let _ = writeln!(text, "{name}: {}", context.language.text(&format!("game.{name}")));
        if setups.len() > 1 {
            let _ = writeln!(text, "  setups      {}", setups.join(" "));
        }
        let _ = writeln!(text, "  engines     {}", engines.join(" "));
        let _ = writeln!(text, "  heuristics  {}", heuristics.join(" "));
        list.push(json!({
            "name": name, "setups": setups, "engines": engines, "heuristics": heuristics,
        }));
    }
    if context.json {
        print_json(&list)?;
    } else {
        print(&text)?;
    }
    Ok(Answer::Yes)
}
