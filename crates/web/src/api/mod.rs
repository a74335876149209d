//! The API, version 1: what is asked, what is answered, and its description.

mod error;
mod position;
mod routes;
mod think;
mod trace;
mod traced;
mod watch;
mod wire;

pub(crate) use error::ApiError;
pub(crate) use position::start_view;
pub(crate) use wire::LimitsRequest;

use crate::app::App;
use axum::{Json, Router, routing::get};
use std::sync::Arc;
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Every route under `/api`.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (router, described) = described();
    let text = Arc::new(described);
    router
        .with_state(app)
        .route("/api/openapi.json", get(move || async move { Json((*text).clone()) }))
}

/// The description served as `/api/openapi.json`.
#[must_use]
pub fn description() -> OpenApi {
    described().1
}

fn described() -> (Router<Arc<App>>, OpenApi) {
    let (router, mut described) = OpenApiRouter::<Arc<App>>::new()
        .routes(routes!(routes::games))
        .routes(routes!(routes::view))
        .routes(routes!(routes::evaluate))
        .routes(routes!(think::choose))
        .routes(routes!(think::analyze))
        .routes(routes!(trace::trace))
        .routes(routes!(watch::watch))
        .routes(routes!(trace::compare))
        .split_for_parts();
    described.info.title = "Alinea".to_owned();
    described.info.version = "1".to_owned();
    described.info.description = Some(
        "Play and analyse alignment games. Stateless: every request carries its game and moves."
            .to_owned(),
    );
    (router, described)
}
