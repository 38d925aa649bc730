//! What somebody wants of a game: the options of the command line.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;

use super::Purse;
use super::board::{Station, Ticket, Tickets};
use super::scenario::{Colour, DETECTIVES_MAX, ROUNDS_MAX};

/// Whom an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// All detectives that are not named themselves.
    Detectives,
    /// One player; black is Mr X.
    One(Colour),
}

/// The detectives of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detectives {
    /// The first so many.
    Count(u8),
    /// These, in the order of their turns.
    Colours(Vec<Colour>),
}

/// The number of rounds, and those that reveal; the usual ones if none are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// The number of rounds.
    pub count: u32,
    /// The rounds after which Mr X shows himself.
    pub reveals: Option<Vec<u32>>,
}

/// The start of a player: a given station, one for each of several players, or a drawn one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WishedStart {
    /// At these stations, in the order of the turns.
    At(Vec<Station>),
    /// A station that the dice choose.
    Drawn,
}

/// The wishes for a game. Those left out have their usual values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The file with the board.
    pub board: Option<PathBuf>,
    /// The detectives: their colours, starts and tickets.
    pub detectives: Option<Detectives>,
    /// The number of rounds, and those after which Mr X shows himself.
    pub rounds: Option<Rounds>,
    /// The tickets of the players.
    pub tickets: BTreeMap<Who, Purse>,
    /// The starts of the players.
    pub start: BTreeMap<Who, WishedStart>,
    /// The names of the players for each side or colour.
    pub player: BTreeMap<Who, String>,
    /// The seed of starts that are drawn and of the dice.
    pub seed: Option<i64>,
}

impl FromStr for Who {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name.to_ascii_lowercase().as_str() {
            "mr-x" | "mrx" => Ok(Who::One(Colour::Black)),
            "detectives" => Ok(Who::Detectives),
            _ => Colour::parse(name).map(Who::One).ok_or_else(|| {
                format!("`{name}`; expected mr-x, detectives, or a colour (black is Mr X)")
            }),
        }
    }
}

impl FromStr for Detectives {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(count) = text.parse::<i64>() {
            return Self::count(count);
        }
        let colours = text.split(',').map(|name| colour(name.trim()));
        Ok(Detectives::Colours(colours.collect::<Result<_, _>>()?))
    }
}

impl Detectives {
    fn count(count: i64) -> Result<Self, String> {
        let fits = u8::try_from(count).ok();
        let fits = fits.filter(|count| (1..=DETECTIVES_MAX).contains(&usize::from(*count)));
        fits.map(Detectives::Count)
            .ok_or_else(|| format!("{count} detectives; expected 1 to {DETECTIVES_MAX}"))
    }

    /// The colours of the detectives, in the order of their turns.
    pub fn colours(&self) -> Vec<Colour> {
        match self {
            Detectives::Count(count) => Colour::ALL[1..=usize::from(*count)].to_vec(),
            Detectives::Colours(colours) => colours.clone(),
        }
    }
}

fn colour(name: &str) -> Result<Colour, String> {
    Colour::parse(name)
        .ok_or_else(|| format!("`{name}` is no colour; expected blue, green, red, white, yellow"))
}

impl FromStr for Rounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (count, reveals) = match text.split_once(':') {
            Some((count, reveals)) => (count, Some(reveals)),
            None => (text, None),
        };
        let number = |word: &str| {
            let number = word.trim().parse::<u32>();
            number
                .map_err(|_| format!("`{word}` is no round; expected rounds as in 24:3,8,13,18,24"))
        };
        let count = number(count)?;
        if !(1..=ROUNDS_MAX).contains(&count) {
            return Err(format!("{count} rounds; expected 1 to {ROUNDS_MAX}"));
        }
        let words = reveals.map(|words| words.split(',').filter(|word| !word.trim().is_empty()));
        let reveals = words.map(|words| words.map(number).collect::<Result<_, _>>());
        Ok(Rounds { count, reveals: reveals.transpose()? })
    }
}

impl Rounds {
    /// The usual rounds that reveal.
    pub(crate) const REVEALS: [u32; 5] = [3, 8, 13, 18, 24];
    /// The usual number of rounds.
    pub const COUNT: u32 = 24;

    /// Those that reveal.
    pub fn reveals(&self) -> Vec<u32> {
        let usual = Self::REVEALS.into_iter().filter(|round| *round <= self.count);
        self.reveals.clone().unwrap_or_else(|| usual.collect())
    }
}

impl FromStr for WishedStart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("drawn") {
            return Ok(WishedStart::Drawn);
        }
        let stations = text.split(',').map(|word| {
            let station = word.trim().parse();
            station.map_err(|_| {
                format!("`{word}` is no station; expected numbers, or only the word drawn")
            })
        });
        Ok(WishedStart::At(stations.collect::<Result<_, _>>()?))
    }
}

impl FromStr for Purse {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let counts = text.split(',').map(|word| {
            let count = word.trim().parse::<u32>();
            count.map_err(|_| format!("`{word}` is no ticket count"))
        });
        let counts: Vec<_> = counts.collect::<Result<_, _>>()?;
        let read: Result<Tickets, _> = counts.try_into();
        let counts = read.map_err(|counts| {
            let names = Ticket::ALL.map(Ticket::name).join(", ");
            format!("{} ticket counts; expected {}: {names}", counts.len(), Ticket::COUNT)
        })?;
        Ok(Purse::of(counts))
    }
}

/// One option of the kind `WHO=WHAT`.
///
/// # Errors
/// The form that was expected.
pub fn pair<T: FromStr<Err = String>>(text: &str) -> Result<(Who, T), String> {
    let pair = text.split_once('=');
    let (who, what) = pair.ok_or("expected WHO=..., as in mr-x=... or blue=...")?;
    let what = what.parse()?;
    Ok((who.parse()?, what))
}

/// The value of a colour in a table: its own entry, or that of its side.
#[must_use]
pub fn of<T>(table: &BTreeMap<Who, T>, colour: Colour) -> Option<&T> {
    let side = (colour != Colour::Black).then(|| table.get(&Who::Detectives));
    table.get(&Who::One(colour)).or(side.flatten())
}
