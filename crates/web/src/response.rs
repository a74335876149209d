//! Errors of the API as HTTP responses.

use alinea_api::{ApiError, ErrorKind};
use alinea_core::Message;
use alinea_words::Language;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// An error and the language of whoever reads it.
pub(crate) struct Refusal(pub(crate) ApiError, pub(crate) Language);

impl Refusal {
    /// An error of the server itself, before anything is known of the reader.
    pub(crate) fn new(kind: ErrorKind, key: &'static str) -> Refusal {
        Refusal(ApiError::new(kind, Message::new(key)), Language::default())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.kind.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self.0.answer(self.1))).into_response()
    }
}
