//! What browsers ask of the thread that plays, and what it answers.

use tokio::sync::oneshot;

use chase_engine::seat::Seat;
use chase_kit::picture::Spots;

/// The rights of the holder of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The seats that it plays for.
    pub seats: Vec<Seat>,
    /// True if it looks after the session: another file's game is its to load.
    pub manages: bool,
}

/// A wish of the holder of a key.
#[derive(Debug)]
pub enum Wish {
    /// An action, by its clicks and its button.
    Act(Spots),
    /// To take the newest action back.
    Undo,
    /// To play it again.
    Redo,
    /// Another game of the series.
    Again,
    /// The game of a file: its name and what stands in it.
    Load(String, String),
    /// The replay of what was played so far.
    Save,
    /// What the actions are worth.
    Hint,
    /// What each side could expect in every cycle of the game, which is over.
    Analyse,
}

/// The answer to a wish.
#[derive(Debug)]
pub enum PlayAnswer {
    /// It is done.
    Done,
    /// The replay that was asked for.
    Saved(Vec<u8>),
    /// The hint or the analysis that was asked for, as JSON.
    Told(String),
    /// The game has gone on since: nothing is done.
    Stale,
    /// It cannot be done: why.
    Refused(String),
    /// Whoever asks may not have it: why.
    Forbidden(String),
}

/// Something for the thread that plays.
#[derive(Debug)]
pub enum PlayRequest {
    /// A holder asks for something.
    Asked {
        /// The holder who asks.
        holder: Holder,
        /// The number of the scene it looked at.
        scene: Option<u64>,
        /// The thing asked for.
        wish: Wish,
        /// The sender for the answer.
        answer: oneshot::Sender<PlayAnswer>,
    },
    /// The session ends.
    Stop,
}
