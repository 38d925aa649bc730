//! What changes, sent to whoever looks at it: each time the whole of the newest, under a number.
//!
//! Nobody is waited for: who reads slowly misses what came between, and gets the newest. So
//! watchers need no memory of their own, however many there are, and never slow anybody down.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::response::{WebBody, WebResponse, json, whole};

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
    pub fn now(&self, known: Option<u64>) -> WebResponse {
        let newest = self.0.borrow().clone();
        if newest.text.is_empty() || known == Some(newest.number) {
            return whole(StatusCode::NO_CONTENT, "", "");
        }
        json(newest.text.to_string())
    }

    /// Everything from here on as server-sent events: the newest at once, unless its number is
    /// known already, and then each that comes while the last one is read.
    pub fn stream(&self, known: Option<u64>) -> WebResponse {
        let reader = FeedReader { newest: self.0.subscribe(), known };
        let mut response = whole(StatusCode::OK, "text/event-stream", "");
        *response.body_mut() = WebBody::Feed(Box::pin(reader.next()));
        response
    }
}

/// The next event as it is sent, and who reads on; nothing once the feed is gone.
pub type NextEvent = Pin<Box<dyn Future<Output = Option<(String, FeedReader)>> + Send>>;

/// A watcher of a feed.
pub struct FeedReader {
    newest: watch::Receiver<LatestMessage>,
    known: Option<u64>,
}

impl FeedReader {
    /// The next event, or an empty comment where none comes for long.
    pub(crate) async fn next(mut self) -> Option<(String, Self)> {
        let event = match timeout(PULSE, self.event()).await {
            Ok(event) => event?,
            Err(_) => ":\n\n".into(),
        };
        Some((event, self))
    }

    async fn event(&mut self) -> Option<String> {
        loop {
            let LatestMessage { number, text } = self.newest.borrow_and_update().clone();
            if !text.is_empty() && self.known != Some(number) {
                self.known = Some(number);
                return Some(format!("id: {number}\ndata: {text}\n\n"));
            }
            self.newest.changed().await.ok()?;
        }
    }
}
