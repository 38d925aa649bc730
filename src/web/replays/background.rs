//! Threads that do what takes longer than an answer may: one thing after another.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::{OpenedReplay, Shelf};
use chase_view::NO_OVERVIEW;
use chase_world::error::Error;

type DeskTask<T> = Box<dyn FnOnce(&mut T) + Send>;

/// A thread with something of its own that others have work done with.
pub(crate) struct Desk<T>(Sender<DeskTask<T>>);

impl<T> Clone for Desk<T> {
    fn clone(&self) -> Self {
        Desk(self.0.clone())
    }
}

impl<T: Send + 'static> Desk<T> {
    /// Sits down; it ends when nobody can give it work any more.
    pub fn open(mut own: T) -> Self {
        let (sender, work) = channel::<DeskTask<T>>();
        std::thread::spawn(move || {
            for work in work {
                work(&mut own);
            }
        });
        Desk(sender)
    }

    /// Has work done and waits for what comes of it; nothing when whoever asked is gone first.
    pub async fn ask<A: Send + 'static>(
        &self,
        work: impl FnOnce(&mut T) -> A + Send + 'static,
    ) -> Option<A> {
        let (answer, answered) = oneshot::channel();
        let work: DeskTask<T> = Box::new(move |own| {
            // Who has turned to another moment meanwhile does not wait for this one.
            if !answer.is_closed() {
                // Whoever asked may be gone by now too.
                let _ = answer.send(work(own));
            }
        });
        self.0.send(work).ok()?;
        answered.await.ok()
    }
}

/// The replays that were read last.
pub(crate) struct RecentReplays {
    shelf: Arc<dyn Shelf>,
    opened: Vec<(usize, OpenedReplay)>,
}

impl RecentReplays {
    /// So many are held open.
    const OPEN_MAX: usize = 4;

    pub fn new(shelf: Arc<dyn Shelf>) -> Self {
        RecentReplays { shelf, opened: Vec::new() }
    }

    /// A replay, opened.
    pub fn open(&mut self, replay: usize) -> Result<&mut OpenedReplay, Error> {
        let there = self.opened.iter().position(|(n, _)| *n == replay);
        let opened = match there {
            Some(there) => self.opened.remove(there),
            None => (replay, self.shelf.open(replay)?),
        };
        self.opened.truncate(Self::OPEN_MAX - 1);
        self.opened.insert(0, opened);
        Ok(&mut self.opened[0].1)
    }

    /// The scenes of a span. What could not be read is opened anew the next time.
    pub fn span(&mut self, replay: usize, span: u64) -> Result<Vec<u8>, Error> {
        let lines = self.open(replay)?.served.span(span);
        if lines.is_err() {
            self.opened.remove(0);
        }
        lines
    }
}

/// The overview of all of a replay, as far as it is known.
#[derive(Clone)]
enum OverviewState {
    Waiting,
    All(Arc<str>),
    Failed(Error),
}

/// The overviews of replays, worked out one at a time: the newest wish ends what was begun before.
#[derive(Default)]
pub(crate) struct Overviews {
    /// By number.
    known: Mutex<BTreeMap<usize, OverviewState>>,
    running: Mutex<Option<Arc<AtomicBool>>>,
}

impl Overviews {
    /// So many are kept.
    const KEPT_MAX: usize = 64;

    /// The overview of a replay as JSON, or that it is being worked out.
    pub fn of(self: &Arc<Self>, shelf: &Arc<dyn Shelf>, replay: usize) -> Result<Arc<str>, Error> {
        let mut known = self.known.lock();
        match known.get(&replay) {
            Some(OverviewState::All(text)) => return Ok(Arc::clone(text)),
            Some(OverviewState::Failed(why)) => return Err(why.clone()),
            Some(OverviewState::Waiting) => {}
            None => {
                known.retain(|_, it| !matches!(it, OverviewState::Waiting));
                if known.len() >= Self::KEPT_MAX {
                    known.clear();
                }
                known.insert(replay, OverviewState::Waiting);
                self.begin(shelf, replay);
            }
        }
        Ok(NO_OVERVIEW.into())
    }

    fn begin(self: &Arc<Self>, shelf: &Arc<dyn Shelf>, replay: usize) {
        let stop = Arc::new(AtomicBool::new(false));
        let mut running = self.running.lock();
        if let Some(before) = running.replace(Arc::clone(&stop)) {
            before.store(true, Ordering::Relaxed);
        }
        let (here, shelf) = (Arc::downgrade(self), Arc::clone(shelf));
        std::thread::spawn(move || {
            let found = shelf.overview(replay, &stop);
            let Some(here) = here.upgrade() else {
                return;
            };
            let mut known = here.known.lock();
            match found {
                Ok(Some(text)) => known.insert(replay, OverviewState::All(text.into())),
                Ok(None) => None,
                Err(why) => known.insert(replay, OverviewState::Failed(why)),
            };
        });
    }
}

impl Drop for Overviews {
    fn drop(&mut self) {
        if let Some(stop) = self.running.get_mut() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
