//! What is fixed before the first round: the board, the rounds, who plays with which tickets from
//! where.

use serde::{Deserialize, Serialize};

use super::board::{Edge, Station, Tickets};
use chase_engine::game::{Fault, Item};

/// A game as a file says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The stations' numbers, from 1.
    pub stations: Vec<Station>,
    /// The edges that join them.
    pub edges: Vec<Edge>,
    /// The number of rounds.
    pub rounds: u32,
    /// In which of them Mr X shows himself, in order.
    pub reveals: Vec<u32>,
    /// Mr X, then the detectives in the order of their turns.
    pub players: Vec<PlayerSetup>,
    /// The stations from which the missing starts are drawn.
    pub draw: StartLots,
}

/// One player as a file says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSetup {
    /// Its colour: black is Mr X.
    pub colour: Colour,
    /// The station where it begins; drawn when it is not given.
    pub start: Option<Station>,
    /// The numbers of tickets with which it begins.
    pub tickets: Purse,
}

/// The number of tickets of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purse {
    /// The number of tickets for taxis.
    pub taxi: u32,
    /// The number of tickets for buses.
    pub bus: u32,
    /// The number of tickets for the underground.
    pub underground: u32,
    /// The number of tickets for double moves.
    pub double: u32,
    /// The number of secret tickets, which pay any step.
    pub secret: u32,
}

impl Purse {
    /// The usual tickets of a detective.
    pub const DETECTIVE: Purse = Purse::of([11, 8, 4, 0, 0]);
    /// The usual tickets of Mr X.
    pub const MR_X: Purse = Purse::of([4, 3, 3, 2, 5]);
    /// The most of one kind.
    pub const COUNT_MAX: u32 = 1_000_000;

    /// Counts in their order.
    #[must_use]
    pub const fn of([taxi, bus, underground, double, secret]: Tickets) -> Self {
        Purse { taxi, bus, underground, double, secret }
    }

    /// The counts in their order.
    #[must_use]
    pub fn counts(self) -> Tickets {
        [self.taxi, self.bus, self.underground, self.double, self.secret]
    }
}

/// The stations that starts are drawn from; any, where a list is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartLots {
    /// The stations from which Mr X's start is drawn.
    pub mr_x: Vec<Station>,
    /// The stations from which the detectives' starts are drawn.
    pub detectives: Vec<Station>,
}

/// The colour of a player. Black is Mr X, the others are detectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The colour of Mr X, called `BLACK`.
    Black,
    /// The colour of a detective, called `BLUE`.
    Blue,
    /// The colour of a detective, called `GREEN`.
    Green,
    /// The colour of a detective, called `RED`.
    Red,
    /// The colour of a detective, called `WHITE`.
    White,
    /// The colour of a detective, called `YELLOW`.
    Yellow,
}

/// The most players there can be: Mr X and five detectives.
pub const PLAYERS_MAX: usize = Colour::ALL.len();
/// The most detectives there can be.
pub(crate) const DETECTIVES_MAX: usize = PLAYERS_MAX - 1;
/// The most rounds there can be.
pub const ROUNDS_MAX: u32 = 100_000;

impl Colour {
    /// All of them.
    pub const ALL: [Colour; 6] =
        [Colour::Black, Colour::Blue, Colour::Green, Colour::Red, Colour::White, Colour::Yellow];

    /// Its name in transcripts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Colour::Black => "BLACK",
            Colour::Blue => "BLUE",
            Colour::Green => "GREEN",
            Colour::Red => "RED",
            Colour::White => "WHITE",
            Colour::Yellow => "YELLOW",
        }
    }

    /// Reads a name in any case.
    pub fn parse(name: &str) -> Option<Self> {
        let is_it = |colour: &Colour| colour.name().eq_ignore_ascii_case(name);
        Colour::ALL.into_iter().find(is_it)
    }
}

/// The names of a scenario's parts in a [`Fault`].
pub mod item {
    /// The list of players.
    pub const PLAYERS: &str = "players";
    /// One of them, from 1.
    pub const PLAYER: &str = "player";
    /// The board as a whole.
    pub const BOARD: &str = "board";
    /// One of its edges, from 1.
    pub const EDGE: &str = "edge";
    /// The number of rounds.
    pub const ROUNDS: &str = "rounds";
    /// The rounds that reveal.
    pub(crate) const REVEALS: &str = "reveals";
    /// The stations that starts are drawn from.
    pub const DRAW: &str = "draw";
}

fn fault(item: Item, what: impl Into<String>) -> Fault {
    Fault { item, what: what.into() }
}

impl Scenario {
    /// Checks that a game can be played with this board, these rounds, players and starts.
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.check_board()?;
        self.check_rounds()?;
        self.check_players()?;
        self.check_starts()
    }

    /// The scenario as the detectives know it, where Mr X's start is given: he may begin anywhere.
    pub(super) fn without_start(&self) -> Option<Self> {
        self.players[0].start?;
        let mut public = Scenario { draw: StartLots::default(), ..self.clone() };
        public.players[0].start = None;
        Some(public)
    }

    fn has(&self, station: Station) -> bool {
        self.stations.contains(&station)
    }

    fn check_board(&self) -> Result<(), Fault> {
        if self.stations.is_empty() {
            return Err(fault(Item::The(item::BOARD), "empty; expected at least one station"));
        }
        let mut known = vec![false; usize::from(Station::MAX) + 1];
        for &station in &self.stations {
            if station == 0 {
                let what = "a station 0; expected numbers from 1";
                return Err(fault(Item::The(item::BOARD), what));
            }
            if std::mem::replace(&mut known[usize::from(station)], true) {
                let what = format!("station {station} is listed twice");
                return Err(fault(Item::The(item::BOARD), what));
            }
        }
        for (n, &Edge(a, b, _)) in self.edges.iter().enumerate() {
            if let Some(unknown) = [a, b].into_iter().find(|end| !known[usize::from(*end)]) {
                let what = format!("there is no station {unknown}");
                return Err(fault(Item::Nth(item::EDGE, n + 1), what));
            }
            if a == b {
                let what = format!("it joins station {a} with itself");
                return Err(fault(Item::Nth(item::EDGE, n + 1), what));
            }
        }
        Ok(())
    }

    fn check_rounds(&self) -> Result<(), Fault> {
        if !(1..=ROUNDS_MAX).contains(&self.rounds) {
            let what = format!("{}; expected 1 to {ROUNDS_MAX}", self.rounds);
            return Err(fault(Item::The(item::ROUNDS), what));
        }
        let mut before = 0;
        for &round in &self.reveals {
            if round <= before {
                let what = if round == 0 {
                    "round 0; expected rounds from 1".to_owned()
                } else {
                    format!("{round} after {before}; expected each once, in order")
                };
                return Err(fault(Item::The(item::REVEALS), what));
            }
            if round > self.rounds {
                let what = format!("round {round}; the last round is {}", self.rounds);
                return Err(fault(Item::The(item::REVEALS), what));
            }
            before = round;
        }
        Ok(())
    }

    fn check_players(&self) -> Result<(), Fault> {
        let colours: Vec<_> = self.players.iter().map(|player| player.colour).collect();
        let black = colours.iter().filter(|colour| **colour == Colour::Black);
        match black.count() {
            0 => return Err(fault(Item::The(item::PLAYERS), "no Mr X (black)")),
            1 => {}
            _ => return Err(fault(Item::The(item::PLAYERS), "two Mr X (black)")),
        }
        if colours[0] != Colour::Black {
            return Err(fault(Item::The(item::PLAYERS), "Mr X (black) must come first"));
        }
        let twice = |n: &usize| colours[..*n].contains(&colours[*n]);
        if let Some(n) = (0..colours.len()).find(twice) {
            let what = format!("two players have the colour {}", colours[n].name());
            return Err(fault(Item::Nth(item::PLAYER, n + 1), what));
        }
        if colours.len() == 1 {
            let what = format!("no detective; expected 1 to {DETECTIVES_MAX}");
            return Err(fault(Item::The(item::PLAYERS), what));
        }
        for (n, player) in self.players.iter().enumerate() {
            let Purse { double, secret, .. } = player.tickets;
            let name = player.colour.name();
            if player.colour != Colour::Black && (double > 0 || secret > 0) {
                let what =
                    format!("{name} is a detective and can have no double or secret tickets");
                return Err(fault(Item::Nth(item::PLAYER, n + 1), what));
            }
            let most = Purse::COUNT_MAX;
            if player.tickets.counts().iter().any(|count| *count > most) {
                let what = format!("{name} has more than {most} tickets of a kind");
                return Err(fault(Item::Nth(item::PLAYER, n + 1), what));
            }
        }
        Ok(())
    }

    fn check_starts(&self) -> Result<(), Fault> {
        let starts: Vec<_> = self.players.iter().map(|player| player.start).collect();
        for (n, start) in starts.iter().enumerate() {
            let Some(station) = *start else {
                continue;
            };
            if !self.has(station) {
                let what = format!("there is no station {station} to begin at");
                return Err(fault(Item::Nth(item::PLAYER, n + 1), what));
            }
            if starts[..n].contains(&Some(station)) {
                let what = format!("two players begin at station {station}");
                return Err(fault(Item::Nth(item::PLAYER, n + 1), what));
            }
        }
        self.check_draw(&starts)
    }

    fn check_draw(&self, starts: &[Option<Station>]) -> Result<(), Fault> {
        let StartLots { mr_x, detectives } = &self.draw;
        if let Some(unknown) = mr_x.iter().chain(detectives).find(|it| !self.has(**it)) {
            let what = format!("there is no station {unknown}");
            return Err(fault(Item::The(item::DRAW), what));
        }
        let mut seen = Vec::new();
        for station in mr_x.iter().chain(detectives) {
            if seen.contains(station) {
                let what = format!("station {station} is listed twice");
                return Err(fault(Item::The(item::DRAW), what));
            }
            seen.push(*station);
        }
        if mr_x.is_empty() && !detectives.is_empty() {
            let what = "stations for the detectives alone; expected some for Mr X too";
            return Err(fault(Item::The(item::DRAW), what));
        }
        let free = |pool: &[Station]| {
            let pool = if pool.is_empty() { &self.stations } else { pool };
            let is_free = |station: &&Station| !starts.contains(&Some(**station));
            pool.iter().filter(is_free).count()
        };
        let drawn = starts[1..].iter().filter(|start| start.is_none()).count();
        let draws_mr_x = usize::from(starts[0].is_none());
        // Mr X is drawn first, and takes one of any station's.
        let taken = if detectives.is_empty() { draws_mr_x } else { 0 };
        if free(mr_x) < draws_mr_x || free(detectives) < drawn + taken {
            let what = format!("too few stations for {} players to begin at", starts.len());
            return Err(fault(Item::The(item::BOARD), what));
        }
        Ok(())
    }
}
