//! What somebody wants of a game: options of the command line, and the scenario file (TOML) in
//! which each of them has a line of the same name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{self, Deserializer};

use super::Purse;
use super::board::{Station, Ticket, Tickets};
use super::option_fault::OptionFault;
use super::scenario::{Colour, DETECTIVES_MAX, ROUNDS_MAX};
use chase_core::error::Error;
use chase_kit::commands::place;

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
pub enum FileStart {
    /// At these stations, in the order of the turns.
    At(Vec<Station>),
    /// A station that the dice choose.
    Drawn,
}

/// The wishes for a game, from a file or the options. Those left out have their usual values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wishes {
    /// The file with the board, beside the scenario's.
    pub board: Option<PathBuf>,
    /// The detectives: their colours, starts and tickets.
    pub detectives: Option<Detectives>,
    /// The number of rounds, and those after which Mr X shows himself.
    pub rounds: Option<Rounds>,
    /// The tickets of the players.
    #[serde(default, deserialize_with = "each_once")]
    pub tickets: BTreeMap<Who, TicketGift>,
    /// The starts of the players.
    #[serde(default, deserialize_with = "each_once")]
    pub start: BTreeMap<Who, FileStart>,
    /// The names of the players for each side or colour.
    #[serde(default, deserialize_with = "each_once")]
    pub player: BTreeMap<Who, String>,
    /// The seed of starts that are drawn and of the dice.
    pub seed: Option<i64>,
}

/// Tickets that were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicketGift(pub Purse);

impl FromStr for Who {
    type Err = OptionFault;

    fn from_str(name: &str) -> Result<Self, OptionFault> {
        match name.to_ascii_lowercase().as_str() {
            "mr-x" | "mrx" => Ok(Who::One(Colour::Black)),
            "detectives" => Ok(Who::Detectives),
            _ => Colour::parse(name).map(Who::One).ok_or_else(|| OptionFault::Who(name.to_owned())),
        }
    }
}

impl FromStr for Detectives {
    type Err = OptionFault;

    fn from_str(text: &str) -> Result<Self, OptionFault> {
        if let Ok(count) = text.parse::<i64>() {
            return Self::count(count);
        }
        let colours = text.split(',').map(|name| colour(name.trim()));
        Ok(Detectives::Colours(colours.collect::<Result<_, _>>()?))
    }
}

impl Detectives {
    fn count(count: i64) -> Result<Self, OptionFault> {
        let fits = u8::try_from(count).ok();
        let fits = fits.filter(|count| (1..=DETECTIVES_MAX).contains(&usize::from(*count)));
        fits.map(Detectives::Count).ok_or(OptionFault::DetectiveCount(count))
    }

    /// The colours of the detectives, in the order of their turns.
    pub fn colours(&self) -> Vec<Colour> {
        match self {
            Detectives::Count(count) => Colour::ALL[1..=usize::from(*count)].to_vec(),
            Detectives::Colours(colours) => colours.clone(),
        }
    }
}

fn colour(name: &str) -> Result<Colour, OptionFault> {
    Colour::parse(name).ok_or_else(|| OptionFault::Colour(name.to_owned()))
}

impl FromStr for Rounds {
    type Err = OptionFault;

    fn from_str(text: &str) -> Result<Self, OptionFault> {
        let (count, reveals) = match text.split_once(':') {
            Some((count, reveals)) => (count, Some(reveals)),
            None => (text, None),
        };
        let number = |word: &str| {
            let number = word.trim().parse::<u32>();
            number.map_err(|_| OptionFault::Round(word.to_owned()))
        };
        let count = Self::count(number(count)?.into())?;
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

    fn count(count: i64) -> Result<u32, OptionFault> {
        let fits = u32::try_from(count).ok();
        fits.filter(|count| (1..=ROUNDS_MAX).contains(count)).ok_or(OptionFault::RoundCount(count))
    }

    /// Those that reveal.
    pub fn reveals(&self) -> Vec<u32> {
        let usual = Self::REVEALS.into_iter();
        let usual = usual.filter(|round| *round <= self.count);
        self.reveals.clone().unwrap_or_else(|| usual.collect())
    }
}

impl FromStr for FileStart {
    type Err = OptionFault;

    fn from_str(text: &str) -> Result<Self, OptionFault> {
        if text.eq_ignore_ascii_case("drawn") {
            return Ok(FileStart::Drawn);
        }
        let stations = text.split(',').map(|word| {
            let station = word.trim().parse();
            station.map_err(|_| OptionFault::Station(word.to_owned()))
        });
        Ok(FileStart::At(stations.collect::<Result<_, _>>()?))
    }
}

impl FromStr for TicketGift {
    type Err = OptionFault;

    fn from_str(text: &str) -> Result<Self, OptionFault> {
        let counts = text.split(',').map(|word| {
            let count = word.trim().parse::<u32>();
            count.map_err(|_| OptionFault::TicketCount(word.to_owned()))
        });
        let counts: Vec<_> = counts.collect::<Result<_, _>>()?;
        Self::all(&counts)
    }
}

impl TicketGift {
    fn all(counts: &[u32]) -> Result<Self, OptionFault> {
        let read: Result<Tickets, _> = counts.try_into();
        let counts = read.map_err(|_| OptionFault::TicketKinds(counts.len()))?;
        Ok(TicketGift(Purse::of(counts)))
    }
}

/// One option of the kind `WHO=WHAT`.
///
/// # Errors
/// The form that was expected.
pub fn pair<T: FromStr<Err: Into<OptionFault>>>(text: &str) -> Result<(Who, T), OptionFault> {
    let (who, what) = text.split_once('=').ok_or(OptionFault::NoPair)?;
    let what = what.parse().map_err(Into::into)?;
    Ok((who.parse()?, what))
}

impl Wishes {
    /// Reads a scenario file; the board's path in it is relative to its folder.
    ///
    /// # Errors
    /// The line and column of what is wrong.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::io(path.display(), "read", &error))?;
        let mut wishes: Wishes = toml::from_str(&text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            Error::new(error.message()).at(place(&path.display().to_string(), &text, at))
        })?;
        if let (Some(board), Some(folder)) = (&mut wishes.board, path.parent()) {
            *board = folder.join(&board);
        }
        Ok(wishes)
    }

    /// These, and where nothing is said the others.
    pub fn or(self, others: Wishes) -> Wishes {
        fn joined<T>(mine: BTreeMap<Who, T>, others: BTreeMap<Who, T>) -> BTreeMap<Who, T> {
            let says_all = mine.contains_key(&Who::Detectives);
            // Who speaks of all detectives means those too that the others name.
            let is_kept = |who: &Who| !says_all || *who == Who::One(Colour::Black);
            let others = others.into_iter().filter(|(who, _)| is_kept(who));
            others.chain(mine).collect()
        }
        Wishes {
            board: self.board.or(others.board),
            detectives: self.detectives.or(others.detectives),
            rounds: self.rounds.or(others.rounds),
            tickets: joined(self.tickets, others.tickets),
            start: joined(self.start, others.start),
            player: joined(self.player, others.player),
            seed: self.seed.or(others.seed),
        }
    }
}

/// The value of a colour in a table: its own entry, or that of its side.
#[must_use]
pub fn of<T>(table: &BTreeMap<Who, T>, colour: Colour) -> Option<&T> {
    let side = (colour != Colour::Black).then(|| table.get(&Who::Detectives));
    table.get(&Who::One(colour)).or(side.flatten())
}

/// A table in which nobody is named twice, as Mr X and as black.
fn each_once<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<Who, T>, D::Error> {
    struct PlayerTable<T>(std::marker::PhantomData<T>);
    impl<'de, T: Deserialize<'de>> de::Visitor<'de> for PlayerTable<T> {
        type Value = BTreeMap<Who, T>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a table of mr-x, detectives and colours")
        }

        fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut table = BTreeMap::new();
            while let Some((who, what)) = map.next_entry::<Who, T>()? {
                if table.insert(who, what).is_some() {
                    return Err(de::Error::custom("Mr X is named twice, as mr-x and as black"));
                }
            }
            Ok(table)
        }
    }
    deserializer.deserialize_map(PlayerTable(std::marker::PhantomData))
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(de::Error::custom)
    }
}

/// A value as TOML may have it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, words, or a list of them")]
enum Loose {
    Number(i64),
    Text(String),
    Numbers(Vec<i64>),
    Texts(Vec<String>),
}

impl<'de> Deserialize<'de> for Detectives {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = match Loose::deserialize(deserializer)? {
            Loose::Number(count) => Self::count(count),
            Loose::Text(text) => text.parse(),
            Loose::Texts(names) => names.join(",").parse(),
            Loose::Numbers(_) => Err(OptionFault::DetectivesForm),
        };
        read.map_err(de::Error::custom)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundsTable {
    count: i64,
    reveals: Option<Vec<u32>>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected rounds such as 24 or \"24:3,8\", or true or false for each"
)]
enum LooseRounds {
    Plain(Loose),
    Table(RoundsTable),
    Flags(Vec<bool>),
}

impl<'de> Deserialize<'de> for Rounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let plain = |count| Ok(Rounds { count: Self::count(count)?, reveals: None });
        let read = match LooseRounds::deserialize(deserializer)? {
            LooseRounds::Plain(Loose::Number(count)) => plain(count),
            LooseRounds::Plain(Loose::Text(text)) => text.parse(),
            LooseRounds::Table(RoundsTable { count, reveals }) => {
                plain(count).map(|rounds| Rounds { reveals, ..rounds })
            }
            LooseRounds::Flags(flags) => {
                plain(i64::try_from(flags.len()).unwrap_or(i64::MAX)).map(|rounds| {
                    let reveals = (1..).zip(flags).filter(|(_, reveals)| *reveals);
                    let reveals = reveals.map(|(round, _)| round).collect();
                    Rounds { reveals: Some(reveals), ..rounds }
                })
            }
            LooseRounds::Plain(_) => Err(OptionFault::RoundsForm),
        };
        read.map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for FileStart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let station = |number: i64| {
            let station = Station::try_from(number);
            station.map_err(|_| OptionFault::StationNumber(number))
        };
        let read = match Loose::deserialize(deserializer)? {
            Loose::Number(number) => station(number).map(|station| FileStart::At(vec![station])),
            Loose::Numbers(numbers) => {
                let stations = numbers.into_iter().map(station);
                stations.collect::<Result<_, _>>().map(FileStart::At)
            }
            Loose::Text(text) => text.parse(),
            Loose::Texts(_) => Err(OptionFault::StartForm),
        };
        read.map_err(de::Error::custom)
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected ticket counts, such as [11, 8, 4, 0, 0], or by name")]
enum LooseTickets {
    List(Vec<u32>),
    Text(String),
    Table(BTreeMap<String, u32>),
}

impl<'de> Deserialize<'de> for TicketGift {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = match LooseTickets::deserialize(deserializer)? {
            LooseTickets::List(counts) => Self::all(&counts),
            LooseTickets::Text(text) => text.parse(),
            LooseTickets::Table(table) => Self::named(&table),
        };
        read.map_err(de::Error::custom)
    }
}

impl TicketGift {
    fn named(table: &BTreeMap<String, u32>) -> Result<Self, OptionFault> {
        let mut counts = Tickets::default();
        for ticket in Ticket::ALL {
            let name = ticket.name();
            counts[ticket as usize] = *table.get(name).ok_or(OptionFault::NoTicketCount(name))?;
        }
        let unknown = table.keys().find(|name| Ticket::parse(name).is_none());
        match unknown {
            Some(name) => Err(OptionFault::Ticket(name.clone())),
            None => Ok(TicketGift(Purse::of(counts))),
        }
    }
}
