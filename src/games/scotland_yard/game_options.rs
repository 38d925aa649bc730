//! What somebody wants of a game: the options of the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::board::{Station, Ticket, Tickets};
use super::graph::{Graph, own_board};
use super::scenario::{Colour, DETECTIVES_MAX, PlayerSetup, ROUNDS_MAX};
use super::{Purse, Scenario, StartLots};
use chase_world::error::{Error, IoAt as _};
use chase_world::world::World;

/// Whom an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// All detectives that are not named themselves.
    Detectives,
    /// One player; black is Mr X.
    One(Colour),
}

/// The detectives of a game, in the order of their turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detectives(Vec<Colour>);

/// The number of rounds, and those that reveal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// The number of rounds.
    pub count: u32,
    /// The rounds after which Mr X shows himself.
    pub reveals: Vec<u32>,
}

/// The start of a player: a given station, one for each of several players, or a drawn one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WishedStart {
    /// At these stations, in the order of the turns.
    At(Vec<Station>),
    /// A station that the dice choose.
    Drawn,
}

/// The stations from which starts on the London board are drawn, as in its course's edition.
mod london {
    use super::Station;
    pub const MR_X: [Station; 12] = [35, 45, 51, 71, 78, 104, 106, 127, 132, 166, 170, 172];
    pub const DETECTIVES: [Station; 14] =
        [26, 29, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174];
}

/// What is played on, and with what.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct TownArgs {
    /// Board file, as in graph.txt [default: a built-in board of 200 stations]
    #[arg(long, value_name = "FILE")]
    pub(super) board: Option<PathBuf>,
    /// Draw a board of this many stations, 8 to 5000, as in 60
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=5000), conflicts_with = "board")]
    pub(super) stations: Option<u16>,
    /// Number of detectives, 1 to 5, or their colours, as in red,blue [default: 5]
    #[arg(long, value_name = "N")]
    detectives: Option<Detectives>,
    /// Number of rounds, and the rounds in which Mr X shows himself, as in 24:3,8,13,18,24, which
    /// is the default. A number alone keeps those of these rounds that exist; `12:` has none
    #[arg(long, value_name = "N[:A,B...]")]
    rounds: Option<Rounds>,
    /// Tickets of mr-x, detectives or a colour, in the order taxi, bus, underground, double,
    /// secret, as in red=11,8,4,0,0 [default: mr-x=4,3,3,2,5 and detectives=11,8,4,0,0]
    #[arg(long, value_name = "WHO=T,B,U,D,S", value_parser = pair::<Purse>)]
    tickets: Vec<(Who, Purse)>,
    /// Start station, as in blue=117, or detectives=26,29 in their order [default: drawn]
    #[arg(long, value_name = "WHO=STATION", value_parser = pair::<WishedStart>)]
    start: Vec<(Who, WishedStart)>,
}

impl TownArgs {
    /// The board of a file, or the program's own.
    ///
    /// # Errors
    /// The file, line and column of what is wrong.
    pub fn graph(&self, world: &World) -> Result<Graph, Error> {
        match &self.board {
            Some(path) => {
                let bytes = world.at(path).read().io_at(path.display(), "read")?;
                Graph::parse(&path.display().to_string(), &bytes)
            }
            None => Ok(own_board()),
        }
    }

    /// The scenario on a board.
    ///
    /// # Errors
    /// What is asked for that the board or the game does not have.
    pub fn scenario(&self, graph: Graph) -> Result<Scenario, Error> {
        let detectives = self.detectives.as_ref().map_or(&Colour::ALL[1..], |it| &it.0);
        let colours: Vec<_> = std::iter::once(Colour::Black).chain(detectives.to_vec()).collect();
        self.check_named(&colours)?;
        let starts = self.starts(&colours)?;
        let players = colours.iter().zip(starts).map(|(&colour, start)| {
            let side = if colour == Colour::Black { Who::One(colour) } else { Who::Detectives };
            let given = last(&self.tickets, Who::One(colour)).or(last(&self.tickets, side));
            let usual = match colour {
                Colour::Black => Purse::MR_X,
                _ => Purse::DETECTIVE,
            };
            PlayerSetup { colour, start, tickets: given.copied().unwrap_or(usual) }
        });
        let players = players.collect();
        let draw = if graph.is_london() {
            StartLots { mr_x: london::MR_X.to_vec(), detectives: london::DETECTIVES.to_vec() }
        } else {
            StartLots::default()
        };
        let rounds = self.rounds.clone().unwrap_or_else(|| Rounds::usual(Rounds::COUNT));
        Ok(Scenario {
            stations: graph.stations,
            edges: graph.edges,
            rounds: rounds.count,
            reveals: rounds.reveals,
            players,
            draw,
        })
    }

    /// Nobody is named who does not play.
    fn check_named(&self, colours: &[Colour]) -> Result<(), Error> {
        let tickets = self.tickets.iter().map(|(who, _)| ("tickets", who));
        let starts = self.start.iter().map(|(who, _)| ("start", who));
        for (table, who) in tickets.chain(starts) {
            if let Who::One(absent) = who
                && !colours.contains(absent)
            {
                let playing: Vec<_> = colours.iter().map(|colour| colour.name()).collect();
                let what = format!("{table} for {}, who does not play", absent.name());
                return Err(
                    Error::new(what).help(format!("those who play are {}", playing.join(", ")))
                );
            }
        }
        Ok(())
    }

    fn starts(&self, colours: &[Colour]) -> Result<Vec<Option<Station>>, Error> {
        let detectives = match last(&self.start, Who::Detectives) {
            Some(WishedStart::At(stations)) if stations.len() != colours.len() - 1 => {
                let (count, due) = (stations.len(), colours.len() - 1);
                let what = format!("{count} starts for {due} detectives");
                return Err(Error::new(what).help("as in: --start detectives=26,29,50,53,91"));
            }
            Some(WishedStart::At(stations)) => Some(stations),
            Some(WishedStart::Drawn) | None => None,
        };
        let start = |(n, colour): (usize, &Colour)| match last(&self.start, Who::One(*colour)) {
            Some(WishedStart::At(stations)) => match stations.as_slice() {
                [station] => Ok(Some(*station)),
                _ => {
                    let what =
                        format!("{} starts for {}; expected 1", stations.len(), colour.name());
                    Err(Error::new(what))
                }
            },
            Some(WishedStart::Drawn) => Ok(None),
            None if n == 0 => Ok(None),
            None => Ok(detectives.map(|stations| stations[n - 1])),
        };
        colours.iter().enumerate().map(start).collect()
    }
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
        let Ok(count) = text.parse::<i64>() else {
            let colours = text.split(',').map(|name| colour(name.trim()));
            return Ok(Detectives(colours.collect::<Result<_, _>>()?));
        };
        let fits = usize::try_from(count).ok().filter(|it| (1..=DETECTIVES_MAX).contains(it));
        let first = |count| Detectives(Colour::ALL[1..=count].to_vec());
        fits.map(first).ok_or_else(|| format!("{count} detectives; expected 1 to {DETECTIVES_MAX}"))
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
        let Some(reveals) = reveals else {
            return Ok(Self::usual(count));
        };
        let words = reveals.split(',').filter(|word| !word.trim().is_empty());
        Ok(Rounds { count, reveals: words.map(number).collect::<Result<_, _>>()? })
    }
}

impl Rounds {
    /// The usual rounds that reveal.
    const REVEALS: [u32; 5] = [3, 8, 13, 18, 24];
    /// The usual number of rounds.
    const COUNT: u32 = 24;

    /// So many rounds, of which the usual ones reveal.
    fn usual(count: u32) -> Self {
        let reveals = Self::REVEALS.into_iter().filter(|round| *round <= count);
        Rounds { count, reveals: reveals.collect() }
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

/// The value that was named last for somebody.
fn last<T>(table: &[(Who, T)], who: Who) -> Option<&T> {
    table.iter().rev().find(|(named, _)| *named == who).map(|(_, value)| value)
}
