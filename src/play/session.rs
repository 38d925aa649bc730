//! A game's session at the terminal: where its lines come from, what keeps what was played, what comes
//! after it.

use std::io::{self, Write};

use chase_record::any::{RecordedHistory, RecordingSink};
use chase_record::replay::Broken;
use chase_record::turn_sink::TurnSink;

/// The program's next step after a terminal session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// No other game: the session is over.
    Done,
    /// Another game of the same series.
    Another,
}

/// The game that a session has played so far.
pub trait Played {
    /// Hands it to a sink, from the beginning.
    ///
    /// # Errors
    /// It could not be written.
    fn keep(&mut self, sink: &mut dyn RecordingSink) -> io::Result<()>;

    /// The game as it was handed over last.
    fn kept(&self) -> &dyn RecordedHistory;

    /// The time that people have played, in milliseconds, where that is counted.
    fn played_ms(&self) -> Option<u64>;
}

/// A game's terminal session.
pub trait Console {
    /// Takes over a cycle that was played earlier; `now` stands right after it.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken>;

    /// Has every turn taken down from now on, with those that are taken over.
    fn take_down_with(&mut self, turns: Box<dyn TurnSink>);

    /// True if the session watches the stop flag of its seating, so that an interruption can end it
    /// in an orderly way.
    fn can_be_stopped(&self) -> bool {
        true
    }

    /// Says if the output is a screen that can be cleared.
    fn screen(&mut self, _is_one: bool) {}

    /// Sets the width of the terminal, in characters. It is not called where there is no terminal.
    fn width(&mut self, _columns: usize) {}

    /// The time that people have played, in milliseconds; nothing where that is not counted.
    fn played_ms(&self) -> Option<u64> {
        None
    }

    /// Holds the session until the game or the input ends.
    ///
    /// # Errors
    /// Reading or writing failed.
    fn run(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then>;
}

/// The source of a console's lines.
pub trait Input {
    /// Asks for a line. Nothing at the end of the input.
    ///
    /// # Errors
    /// Reading or writing failed.
    fn line(&mut self, out: &mut dyn Write, prompt: Prompt<'_>) -> io::Result<Option<String>>;

    /// Tells whoever types something that does not belong to the output, which may be exact.
    fn aside(&mut self, what: &str);
}

/// The prompt of a line of input.
#[derive(Clone, Copy, Debug)]
pub enum Prompt<'a> {
    /// A new question.
    New(&'a str),
    /// The question again, since the line before was empty. A pipe is not prompted twice.
    Again(&'a str),
    /// A new question whose answer others must not find in the history.
    Secret(&'a str),
}
