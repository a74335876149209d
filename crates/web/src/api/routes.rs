//! The routes that answer at once: the catalogue, a position, a heuristic's opinion.

use super::error::{ApiError, Body, ErrorAnswer};
use super::wire::{EvalAnswer, EvalRequest, GameRow, GamesAnswer, PositionRequest, ViewAnswer};
use crate::app::App;
use alinea_catalogue::{GAMES, json, open, setups};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;

/// The games, their set-ups, engines and heuristics.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = GamesAnswer)))]
pub(super) async fn games(State(app): State<Arc<App>>) -> Result<Json<GamesAnswer>, ApiError> {
    let games = GAMES.iter().map(|&name| {
        let session = open(name)?;
        let built_in = session.heuristics().into_iter().map(str::to_owned);
        let files = app.files.iter().flat_map(|files| files.names(name));
        Ok(GameRow {
            name,
            setups: setups(name).to_vec(),
            engines: session.engines(),
            heuristics: built_in.chain(files).collect(),
        })
    });
    let games = games.collect::<Result<Vec<_>, ApiError>>()?;
    Ok(Json(GamesAnswer { version: env!("CARGO_PKG_VERSION"), games }))
}

/// A position: its board, legal moves, result, and what the last move did.
#[utoipa::path(post, path = "/api/v1/view", request_body = PositionRequest,
    responses((status = 200, body = ViewAnswer), (status = 422, body = ErrorAnswer)))]
pub(super) async fn view(
    Body(request): Body<PositionRequest>,
) -> Result<Json<ViewAnswer>, ApiError> {
    Ok(Json(request.open()?.show()))
}

/// A heuristic's value of a position, and its parts with their cells.
#[utoipa::path(post, path = "/api/v1/eval", request_body = EvalRequest,
    responses((status = 200, body = EvalAnswer), (status = 422, body = ErrorAnswer)))]
pub(super) async fn evaluate(
    State(app): State<Arc<App>>,
    Body(request): Body<EvalRequest>,
) -> Result<Json<EvalAnswer>, ApiError> {
    let opened = request.at.open_in(&app)?;
    let player = request.player.map(Into::into);
    let (value, parts) = opened.session.evaluate(&request.heuristic, player, request.level)?;
    let mut json = json::evaluation_json(value, &parts, request.at.lang.into());
    Ok(Json(EvalAnswer { value: json["value"].take(), parts: json["parts"].take() }))
}
