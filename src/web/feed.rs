//! What changes, sent to whoever looks at it: each time the whole of the newest, under a number.
//!
//! Nobody is waited for: who reads slowly misses what came between, and gets the newest. So
//! watchers need no memory of their own, however many there are, and never slow anybody down.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use tokio::sync::watch;

/// The interval at which something is sent where nothing happens, so that both sides notice when
/// the other is gone.
const PULSE: Duration = Duration::from_secs(15);

/// The newest, under its number.
#[derive(Clone, Debug, Default)]
struct LatestMessage {
    number: u64,
    /// JSON on one line; empty as long as there is nothing.
    text: Arc<str>,
}

/// The newest state of something that changes, for everybody who looks at it.
#[derive(Debug)]
pub struct Feed(watch::Sender<LatestMessage>);

impl Default for Feed {
    fn default() -> Self {
        Feed(watch::Sender::new(LatestMessage::default()))
    }
}

impl Feed {
    /// Puts the newest in the place of what was there. `text` is JSON on one line; numbers grow.
    pub fn put(&self, number: u64, text: &str) {
        self.0.send_replace(LatestMessage { number, text: text.into() });
    }

    /// The newest, if it has another number than the one that is known already; else an empty
    /// answer, 204.
    pub fn now(&self, known: Option<u64>) -> Response {
        let newest = self.0.borrow().clone();
        if newest.text.is_empty() || known == Some(newest.number) {
            return StatusCode::NO_CONTENT.into_response();
        }
        json(newest.text.to_string())
    }

    /// Everything from here on as server-sent events: the newest at once, unless its number is
    /// known already, and then each that comes while the last one is read.
    pub fn stream(&self, known: Option<u64>) -> Response {
        let events = unfold((self.0.subscribe(), known), |(mut newest, mut known)| async move {
            loop {
                let LatestMessage { number, text } = newest.borrow_and_update().clone();
                if !text.is_empty() && known != Some(number) {
                    known = Some(number);
                    let event = Event::default().id(number.to_string()).data(&*text);
                    return Some((Ok::<_, Infallible>(event), (newest, known)));
                }
                newest.changed().await.ok()?;
            }
        });
        let pulse = KeepAlive::new().interval(PULSE);
        Sse::new(events).keep_alive(pulse).into_response()
    }
}

/// An answer in JSON.
#[must_use]
pub fn json(text: impl Into<axum::body::Body>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, text.into()).into_response()
}
