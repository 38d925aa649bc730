//! Replays that are shown from where they lie: one of any length, or a folder of them.
//!
//! What opens files stands behind a [`Shelf`]. Two threads work for the server, so that nobody who only
//! turns pages waits for long work: one folds moments, the other makes small pictures and pages of two
//! replays. What there is to say of all of a long replay is worked out on a thread of its own.
//!
//! | route | what it is |
//! |---|---|
//! | `GET /catalogue` | the replays that fit a filter, a page of them |
//! | `GET /head?replay=N` | what never changes in a replay |
//! | `GET /span?replay=N&span=K` | the scenes of its K-th span, a line each |
//! | `GET /overview?replay=N` | its time line and its plots, as soon as they are known |
//! | `GET /thumbnail?replay=N` | its last moment, as a drawing |
//! | `GET /pair?ours=N&theirs=M` | the page of two of them |
//! | `POST /try` | opens play from a moment; answers with an address |

mod background;
mod catalogue;
mod routes;

pub use catalogue::{Catalogue, CatalogueEntry};
pub use routes::routes;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chase_view::ServedReplay;
use chase_world::error::Error;

/// A replay that was opened.
pub struct OpenedReplay {
    /// The replay itself, whose scenes are served span by span.
    pub served: ServedReplay,
    /// Further facts for the page, as a JSON object: who can play on.
    pub more: String,
}

/// Somebody who plays on from a moment.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Try {
    /// The number of the replay in the catalogue.
    pub replay: usize,
    /// The last cycle that is taken over.
    pub cycle: u64,
    /// The players in seats or sides, as `WHO=PLAYER`; the others play on.
    pub players: Vec<String>,
}

/// Replays by their numbers in the catalogue.
pub trait Shelf: Send + Sync {
    /// Opens a replay.
    ///
    /// # Errors
    /// It cannot be read, or holds nothing.
    fn open(&self, replay: usize) -> Result<OpenedReplay, Error>;

    /// The overview of all of a replay, as JSON; nothing once `stop` is set.
    ///
    /// # Errors
    /// It cannot be read.
    fn overview(&self, replay: usize, stop: &AtomicBool) -> Result<Option<String>, Error>;

    /// Its last moment, as an SVG document.
    ///
    /// # Errors
    /// It cannot be read.
    fn thumbnail(&self, replay: usize) -> Result<String, Error>;

    /// The page of two replays, whole.
    ///
    /// # Errors
    /// They cannot be compared, or the page is too long.
    fn pair(&self, ours: usize, theirs: usize) -> Result<Vec<u8>, Error>;

    /// Opens play from a moment, and says at which address.
    ///
    /// # Errors
    /// Nobody can play on from there like this.
    fn try_from(&self, wish: &Try) -> Result<String, Error>;
}

/// Everything that is served.
#[derive(Clone)]
pub struct Replays {
    /// The catalogue of the replays.
    pub catalogue: Arc<Catalogue>,
    shelf: Arc<dyn Shelf>,
    reading: background::Desk<background::RecentReplays>,
    making: background::Desk<()>,
    overviews: Arc<background::Overviews>,
}

impl Replays {
    /// Begins to work; the threads end with the last copy of this.
    #[must_use]
    pub fn new(catalogue: Arc<Catalogue>, shelf: Arc<dyn Shelf>) -> Self {
        let reading = background::RecentReplays::new(Arc::clone(&shelf));
        Replays {
            catalogue,
            shelf,
            reading: background::Desk::open(reading),
            making: background::Desk::open(()),
            overviews: Arc::default(),
        }
    }
}
