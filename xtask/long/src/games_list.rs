//! `games-list`: prints the list of games as the server answers it, for `cargo xtask wasm`: a page
//! without a server needs no module to choose a game.

use crate::Outcome;
use alinea_api::{Answer, Api, EnginePool, Request, Route};
use alinea_search::Stop;

pub(crate) fn run(_: &[String]) -> Outcome {
    let request = Request::parse(Route::Games, b"").map_err(|(error, _)| error.to_string())?;
    let mut answers: Vec<Answer> = Vec::new();
    let mut engines = EnginePool::default();
    alinea_api::answer(&Api::default(), request, &mut engines, &Stop::new(), &mut answers)
        .map_err(|error| error.to_string())?;
    let answer = answers.pop().ok_or("no list of games")?;
    print!("{}", answer.json());
    Ok(())
}
