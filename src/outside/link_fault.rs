//! The reasons why no line came from a player outside the process, and the most bytes that it may send.

/// The reason why no line came.
#[derive(Debug)]
pub enum LinkFault {
    /// The time is up.
    TimeUp,
    /// The time is up that a guest gets when others queue.
    OthersWait,
    /// The other end is closed.
    Closed,
    /// A line has more bytes than it may.
    LineTooLong,
    /// All lines together have more bytes than are allowed.
    TooMuch,
}

/// The most bytes that a player outside the process may send.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Bytes of a line, without its end.
    pub line_bytes_max: usize,
    /// Bytes of all lines of a game.
    pub all_bytes_max: usize,
}
