//! The number of a cycle as it is typed: from the beginning, or with a minus from the end.

use std::fmt;
use std::str::FromStr;

use chase_logs::tick_value;
use chase_play::Games;
use chase_replay::opener::{opener, past_the_end};
use chase_replay::store::ReplayReader;
use chase_world::error::Error;

/// A cycle of a recording, as it is typed: 0 and up from the beginning, -1 and down from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleNumber {
    /// The number that the cycle itself has.
    FromStart(u64),
    /// 1 for the last cycle, 2 for the one before it.
    FromEnd(u64),
}

/// The name of the option that takes the number of a cycle, in a game that calls its cycles so.
pub fn option_of(unit: &str) -> &str {
    let names = ["hour", "rotation", "turn", "move"];
    names.into_iter().find(|name| *name == unit).unwrap_or("cycle")
}

impl FromStr for CycleNumber {
    type Err = Error;

    fn from_str(typed: &str) -> Result<Self, Error> {
        let no_number = |_| Error::new("expected a number, or -1 for the last one");
        match typed.strip_prefix('-') {
            None => typed.parse().map(Self::FromStart).map_err(no_number),
            Some(back) => match back.parse().map_err(no_number)? {
                0 => Ok(Self::FromStart(0)),
                back => Ok(Self::FromEnd(back)),
            },
        }
    }
}

impl fmt::Display for CycleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CycleNumber::FromStart(number) => write!(f, "{number}"),
            CycleNumber::FromEnd(back) => write!(f, "-{back}"),
        }
    }
}

/// The end of a span as it is typed: the number of a cycle, or a tick of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpanEnd(String);

impl FromStr for SpanEnd {
    type Err = Error;

    fn from_str(typed: &str) -> Result<Self, Error> {
        match tick_value(typed) {
            Some(_) => Ok(SpanEnd(typed.to_owned())),
            None => typed.parse::<CycleNumber>().map(|_| SpanEnd(typed.to_owned())),
        }
    }
}

impl SpanEnd {
    /// The number of a cycle.
    ///
    /// # Errors
    /// It is a tick and no such number; `option` is what it was given with.
    pub fn cycle(&self, option: &str) -> Result<CycleNumber, Error> {
        self.0.parse().map_err(|error: Error| error.at(option))
    }

    /// The tick, in units of 10 to the power of -18.
    pub fn tick(&self) -> Option<i128> {
        tick_value(&self.0)
    }
}

impl CycleNumber {
    /// The number of the cycle in a recording; what counts from the end, in one that is read to it
    /// or whose last cycle is known.
    ///
    /// # Errors
    /// It lies before the beginning.
    pub fn number_in(self, reader: &ReplayReader) -> Result<u64, Error> {
        let number = match self {
            CycleNumber::FromStart(number) => Some(number),
            CycleNumber::FromEnd(back) => {
                let last = reader.last().or(reader.now().last());
                last.and_then(|last| (last + 1).checked_sub(back))
            }
        };
        number.ok_or_else(|| past_the_end(reader.now(), self))
    }

    /// Returns whether it counts from the end of the recording.
    fn counts_from_end(self) -> bool {
        matches!(self, CycleNumber::FromEnd(_))
    }
}

/// The numbers of the cycles asked for, of a reader that stands before the first cycle and does so
/// again afterwards. What counts from the end is found by going there. `games` are those of which the
/// recording is one.
///
/// # Errors
/// A cycle before the beginning; damage on the way to the end.
pub fn numbers<const N: usize>(
    games: Games,
    reader: &mut ReplayReader,
    asked: [Option<CycleNumber>; N],
) -> Result<[Option<u64>; N], Error> {
    let is_beyond = |it: CycleNumber| it.counts_from_end() && it.number_in(reader).is_err();
    let needs_the_end = asked.iter().flatten().any(|it| is_beyond(*it));
    if needs_the_end {
        // No file has this one: where there is an index it is looked for from near the end.
        reader.go_to(u64::MAX)?;
    }
    let mut numbers = [None; N];
    for (number, asked) in numbers.iter_mut().zip(asked) {
        *number = asked.map(|it| it.number_in(reader)).transpose()?;
    }
    if needs_the_end {
        reader.begin_again(&opener(games))?;
    }
    Ok(numbers)
}

/// The number of a single cycle that is asked for, as [`numbers`] finds it.
///
/// # Errors
/// As [`numbers`].
pub fn number(games: Games, reader: &mut ReplayReader, asked: CycleNumber) -> Result<u64, Error> {
    let [number] = numbers(games, reader, [Some(asked)])?;
    Ok(number.expect("one was asked for"))
}

/// Holds the ends of a span against each other.
///
/// # Errors
/// It ends before it begins; the message has the numbers as they were typed.
pub fn check_span(typed: [Option<CycleNumber>; 2], found: [Option<u64>; 2]) -> Result<(), Error> {
    match (typed, found) {
        ([Some(from), Some(to)], [Some(first), Some(last)]) if first > last => {
            Err(Error::new(format!("--from {from} comes after --to {to}")))
        }
        _ => Ok(()),
    }
}
