//! What the server says when it cannot do what it was asked: a status and a JSON sentence.

use alinea_catalogue::{Refused, SpecError};
use alinea_core::{Message, PositionError};
use alinea_words::Language;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use utoipa::ToSchema;

/// A request that was not fulfilled.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: String,
}

/// The body of every answer that is not a success.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorAnswer {
    error: ErrorText,
}

/// What went wrong, for people.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorText {
    /// What was expected and what was found.
    message: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> ApiError {
        ApiError { status, message: message.into() }
    }

    /// Understood, but impossible.
    pub(crate) fn refused(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    pub(crate) fn busy() -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too many searches at once; try again soon")
    }

    pub(crate) fn closing() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is shutting down")
    }

    pub(crate) fn broken() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the search ended without an answer")
    }

    /// What an illegal move or a wrong position says, in the reader's language.
    pub(crate) fn of_refusal(refused: &Refused, language: Language) -> ApiError {
        match refused {
            Refused::NotAMove(error) => ApiError::refused(error.to_string()),
            Refused::Illegal(message) => ApiError::refused(sentence(message, language)),
        }
    }

    pub(crate) fn of_position(error: &PositionError, language: Language) -> ApiError {
        match error {
            PositionError::Illegal(number, text, message) => {
                let why = sentence(message, language);
                ApiError::refused(format!("{number}. {text}: {why}"))
            }
            other => ApiError::refused(other.to_string()),
        }
    }
}

/// A sentence of the dictionaries, with a capital letter: it stands alone.
fn sentence(message: &Message, language: Language) -> String {
    let text = language.say(message);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> ApiError {
        ApiError::refused(error.to_string())
    }
}

impl ApiError {
    /// The body alone, for streams whose status is already sent.
    pub(crate) fn body(&self) -> ErrorAnswer {
        ErrorAnswer { error: ErrorText { message: self.message.clone() } }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.body())).into_response()
    }
}

/// A JSON body whose refusal is JSON too.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) => Err(of_rejection(&rejection)),
        }
    }
}

fn of_rejection(rejection: &JsonRejection) -> ApiError {
    ApiError::new(rejection.status(), rejection.body_text())
}
