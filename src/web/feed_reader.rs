//! Who watches a feed, and the events that it is sent.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;

/// The interval at which something is sent where nothing happens, so that both sides notice when
/// the other is gone.
const PULSE: Duration = Duration::from_secs(15);

/// The newest of a feed, under its number.
#[derive(Clone, Debug, Default)]
pub struct LatestMessage {
    pub number: u64,
    /// JSON on one line; empty as long as there is nothing.
    pub text: Arc<str>,
}

/// The next event as it is sent, and who reads on; nothing once the feed is gone.
pub type NextEvent = Pin<Box<dyn Future<Output = Option<(String, FeedReader)>> + Send>>;

/// A watcher of a feed.
pub struct FeedReader {
    pub(crate) newest: watch::Receiver<LatestMessage>,
    pub(crate) known: Option<u64>,
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
