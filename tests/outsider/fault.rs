//! What can be wrong with a player, one thing at a time.

use std::time::Duration;

/// The turn of the game at which a fault shows when none is named.
const TURN: u64 = 2;

/// Makes the enum, and the list of the faults with their names; the line of documentation is what
/// the list says about a fault.
macro_rules! faults {
    ($(#[doc = $about:literal] $fault:ident = $name:literal,)*) => {
        /// The one thing that is wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $(#[doc = $about] $fault,)*
        }

        impl Fault {
            /// Every fault, its name, and one line about it.
            pub const ALL: &[(Fault, &str, &str)] = &[$((Fault::$fault, $name, $about),)*];
        }
    };
}

faults! {
    /// nothing is wrong: the first legal action of every turn
    None = "none",
    /// nothing is wrong: the last legal action of every turn
    Last = "last",
    /// nothing is wrong: a message of the unknown kind `chat` before every answer
    UnknownKind = "unknown-kind",
    /// nothing is wrong: fields that nobody knows in every answer
    UnknownFields = "unknown-fields",
    /// nothing is wrong: lines end in CR LF
    Crlf = "crlf",
    /// nothing is wrong: every line is written in three pieces, 5 ms apart
    SplitWrites = "split-writes",
    /// nothing is wrong: every turn takes MS milliseconds, as in slow=200
    Slow = "slow",
    /// nothing is wrong: an answer with an unknown field of 900 KiB
    Big = "big",
    /// nothing is wrong: a blank line, then the answer
    EmptyLines = "empty-lines",
    /// nothing is wrong: writes 50 MB to standard error, then answers
    FloodStderr = "flood-stderr",
    /// nothing is wrong: writes `outsider.txt` into its folder, then answers
    WritesFiles = "writes-files",
    /// nothing is wrong: starts `sleep 300` twice, once in a session of its own, then answers
    Fork = "fork",
    /// nothing is wrong: starts itself to sleep, without parent, session and environment, then answers
    Flees = "flees",
    /// nothing is wrong: takes 2 GiB of memory and keeps them, then answers
    Memory = "memory",

    /// ends at once with code 1
    NoStart = "no-start",
    /// ends with code 3 when it gets a hello
    StartCrash = "start-crash",
    /// sleeps 5 s before it is ready
    SlowStart = "slow-start",
    /// reads everything and never says that it is ready
    NeverReady = "never-ready",
    /// answers hello with an error
    WrongProtocol = "wrong-protocol",
    /// sleeps for 300 s when its input ends
    IgnoresEnd = "ignores-end",

    /// ends with code 3 after two lines to standard error
    Crash = "crash",
    /// is ended by a signal
    Abort = "abort",
    /// sleeps for 300 s instead of answering
    Hang = "hang",
    /// answers after 3 s
    Late = "late",
    /// closes input and output and stays there for 300 s; hangs up a socket
    Disconnect = "disconnect",

    /// messages of an unknown kind without end
    Flood = "flood",
    /// a line without end
    FloodLine = "flood-line",
    /// an answer with an unknown field of 2 MiB
    Huge = "huge",

    /// a line that is no JSON instead of the answer
    Garbage = "garbage",
    /// a line that is no UTF-8 instead of the answer
    GarbageBytes = "garbage-bytes",
    /// `[1,2]` instead of the answer
    NotObject = "not-object",
    /// an answer without its kind
    NoType = "no-type",
    /// an answer without an action
    NoAction = "no-action",
    /// `{"fly":1}` as action
    NonsenseAction = "nonsense-action",
    /// an action of the right form that is not legal
    Illegal = "illegal",
    /// an answer to the turn a thousand turns later
    WrongTurn = "wrong-turn",
    /// an error instead of the answer
    SaysError = "says-error",
    /// the answer, and at once the same for the turn to come, which then gets none
    Early = "early",
}

impl Fault {
    /// Whether it shows at one turn of each game, and not all the time or around the games.
    pub fn has_turn(self) -> bool {
        use Fault::{
            Crlf, IgnoresEnd, Last, NeverReady, NoStart, None, Slow, SlowStart, SplitWrites,
            StartCrash, UnknownFields, UnknownKind, WrongProtocol,
        };
        !matches!(
            self,
            None | Last
                | UnknownKind
                | UnknownFields
                | Crlf
                | SplitWrites
                | Slow
                | NoStart
                | StartCrash
                | SlowStart
                | NeverReady
                | WrongProtocol
                | IgnoresEnd
        )
    }
}

/// A fault as it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// Which.
    pub fault: Fault,
    /// At which turn of a game, from 1; none for a fault that has no turn.
    pub turn: Option<u64>,
    /// The pause before every answer to a turn.
    pub pause: Duration,
}

impl Chosen {
    /// Reads `crash`, `crash@3`, `slow=200`.
    pub fn parse(word: &str) -> Result<Self, String> {
        if let Some(ms) = word.strip_prefix("slow=") {
            let pause = Duration::from_millis(number(ms)?);
            return Ok(Chosen { fault: Fault::Slow, turn: None, pause });
        }
        let (name, turn) = match word.split_once('@') {
            Some((name, turn)) => (name, Some(number(turn)?)),
            None => (word, None),
        };
        let found = Fault::ALL.iter().find(|fault| fault.1 == name);
        let fault = found.ok_or_else(|| format!("no fault is called `{name}`"))?.0;
        match turn {
            _ if fault == Fault::Slow => Err("expected slow=MS".into()),
            Some(_) if !fault.has_turn() => Err(format!("`{name}` has no turn")),
            _ => Ok(Chosen {
                fault,
                turn: fault.has_turn().then(|| turn.unwrap_or(TURN)),
                pause: Duration::ZERO,
            }),
        }
    }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}
