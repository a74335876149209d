//! Streams of server-sent events, and what ends the search behind one.

use crate::app::App;
use crate::clients::Place;
use alinea_api::{Answer, ApiError, Sink};
use alinea_search::Stop;
use alinea_words::Language;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_stream::Stream;

/// Stops a search when whoever asked is no longer there, or when it has taken too long.
pub(crate) struct Watchdog {
    stop: Stop,
    alarm: JoinHandle<()>,
}

impl Watchdog {
    pub(crate) fn over(stop: &Stop, longest: Duration) -> Watchdog {
        let late = stop.clone();
        let alarm = tokio::spawn(async move {
            tokio::time::sleep(longest).await;
            late.stop();
        });
        Watchdog { stop: stop.clone(), alarm }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.stop.stop();
        self.alarm.abort();
    }
}

/// Answers on their way to one reader.
pub(crate) struct ChannelSink {
    pub(crate) out: mpsc::Sender<Event>,
}

impl ChannelSink {
    /// Answers that may wait for a slow reader; more are left out, the last one is not.
    pub(crate) const LENGTH: usize = 32;

    /// Tells the reader why there is no more.
    pub(crate) fn fail(&self, error: &ApiError, language: Language) {
        // A reader who is gone by now is no error.
        let _ = self.out.blocking_send(error_event(error, language));
    }
}

impl Sink for ChannelSink {
    fn send(&mut self, answer: Answer) {
        // A reader who is gone by now is no error.
        let _ = self.out.blocking_send(event(&answer));
    }

    fn offer(&mut self, answer: Answer) -> bool {
        self.out.try_send(event(&answer)).is_ok()
    }
}

pub(crate) fn event(answer: &Answer) -> Event {
    Event::default().event(answer.event()).data(answer.json())
}

/// The event that ends a stream with an error.
pub(crate) fn error_event(error: &ApiError, language: Language) -> Event {
    let text = serde_json::to_string(&error.answer(language)).unwrap_or_else(|_| "{}".to_owned());
    Event::default().event("error").data(text)
}

/// The events of one search. They end with the search or the server; dropping them, because the
/// reader is gone, ends the search.
pub(crate) struct Events {
    told: mpsc::Receiver<Event>,
    closed: Pin<Box<dyn Future<Output = ()> + Send>>,
    _watchdog: Watchdog,
    _place: Place,
}

impl Events {
    /// The answer that tells these events for as long as anybody listens.
    pub(crate) fn stream(
        app: &App,
        told: mpsc::Receiver<Event>,
        watchdog: Watchdog,
        place: Place,
    ) -> Response {
        let mut closing = app.closing();
        let closed = Box::pin(async move {
            // An error only means that the server is already gone.
            let _ = closing.wait_for(|closed| *closed).await;
        });
        let events = Events { told, closed, _watchdog: watchdog, _place: place };
        Sse::new(events).keep_alive(KeepAlive::default()).into_response()
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.closed.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        self.told.poll_recv(cx).map(|event| event.map(Ok))
    }
}
