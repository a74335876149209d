//! `alinea openings`: balanced positions to begin games from.

use super::fight::wrong;
use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_arena::make_openings;
use alinea_arena::openings::{MAX_OPENINGS, built_in, choose};
use alinea_catalogue::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Make new ones instead of choosing from the built-in set
    #[arg(long)]
    fresh: bool,
    /// Positions the judge looks at for each new one
    #[arg(long, value_name = "N", default_value_t = 3000)]
    nodes: u64,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    if !(1..=MAX_OPENINGS).contains(&args.count) {
        let found = args.count;
        return Err(Failed::Wrong(format!("expected 1 to {MAX_OPENINGS} openings, found {found}")));
    }
    let session = open(&args.game)?;
    let set = built_in(session.name(), &session.setup())
        .filter(|set| !args.fresh && set.len() >= args.count);
    let openings = match set {
        Some(set) => choose(set, args.seed, args.count),
        None => make_openings(&*session, args.count, args.seed, args.nodes).map_err(wrong)?,
    };
    if context.json {
        print_json(&openings)?;
    } else {
        print(&format!("{}\n", openings.join("\n")))?;
    }
    Ok(Answer::Yes)
}
