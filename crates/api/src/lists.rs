//! What is answered at once: the catalogue and a heuristic's opinion.

use crate::error::ApiError;
use crate::task::Api;
use crate::wire::{EvalRequest, GameRow, GamesAnswer, SizeRow};
use alinea_catalogue::json::Evaluation;
use alinea_catalogue::{GAMES, choices, open};

/// The games with everything that plays and judges them.
pub(crate) fn games(api: &Api) -> Result<GamesAnswer, ApiError> {
    let games = GAMES.iter().map(|&name| {
        let (session, choices) = (open(name)?, choices(name)?);
        let built_in = session.heuristics().into_iter().map(str::to_owned);
        let files = api.files.iter().flat_map(|files| files.names(name));
        Ok(GameRow {
            name,
            setups: choices.setups.to_vec(),
            sizes: choices.sizes.iter().map(SizeRow::from).collect(),
            flags: choices.flags.to_vec(),
            presets: choices.presets,
            engines: session.engines(),
            heuristics: built_in.chain(files).collect(),
        })
    });
    let games = games.collect::<Result<Vec<_>, ApiError>>()?;
    Ok(GamesAnswer { version: env!("CARGO_PKG_VERSION"), games })
}

impl EvalRequest {
    pub(crate) fn evaluate(&self, api: &Api) -> Result<Evaluation, ApiError> {
        let session = self.at.open_in(api)?;
        let player = self.player.map(Into::into);
        let (value, parts) = session.evaluate(&self.heuristic, player, self.level)?;
        Ok(Evaluation::new(value, &parts, self.at.lang.into()))
    }
}
