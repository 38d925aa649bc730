//! What changes, sent to whoever looks at it: each time the whole of the newest, under a number.
//!
//! Nobody is waited for: who reads slowly misses what came between, and gets the newest. So
//! watchers need no memory of their own, however many there are, and never slow anybody down.

use hyper::StatusCode;
use tokio::sync::watch;

use crate::feed_reader::{FeedReader, LatestMessage};
use crate::response::{WebBody, WebResponse, json, whole};

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
