//! The board: stations, the ways between them, what they cost, how far they are.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// A station's number, from 1. Where a station may be unknown, 0 stands for that.
pub type Station = u16;

/// The transport that serves an edge. The order is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// Taxis, which taxi tickets and secret tickets pay.
    Taxi,
    /// Buses, which bus tickets and secret tickets pay.
    Bus,
    /// The underground, which underground tickets and secret tickets pay.
    Underground,
    /// Ferries, which only secret tickets pay.
    Ferry,
}

impl Transport {
    /// All of them, in their order.
    pub const ALL: [Transport; 4] =
        [Transport::Taxi, Transport::Bus, Transport::Underground, Transport::Ferry];

    /// Its name in board files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Transport::Taxi => "Taxi",
            Transport::Bus => "Bus",
            Transport::Underground => "Underground",
            Transport::Ferry => "Ferry",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The ticket that pays a move. The order is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ticket {
    /// Pays one move by taxi.
    Taxi,
    /// Pays one move by bus.
    Bus,
    /// Pays one move by underground.
    Underground,
    /// Allows two moves in one turn; it comes on top of their own tickets.
    Double,
    /// Pays one move by anything, ferries too.
    Secret,
}

impl Ticket {
    /// The number of kinds.
    pub const COUNT: usize = 5;

    /// All of them, in their order.
    pub const ALL: [Ticket; Ticket::COUNT] =
        [Ticket::Taxi, Ticket::Bus, Ticket::Underground, Ticket::Double, Ticket::Secret];

    /// Its name in words and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ticket::Taxi => "taxi",
            Ticket::Bus => "bus",
            Ticket::Underground => "underground",
            Ticket::Double => "double",
            Ticket::Secret => "secret",
        }
    }

    /// Reads a name in any case.
    pub fn parse(name: &str) -> Option<Self> {
        let is_it = |ticket: &Ticket| ticket.name().eq_ignore_ascii_case(name);
        Ticket::ALL.into_iter().find(is_it)
    }
}

/// The numbers of tickets that a player has, in the order of [`Ticket::ALL`].
pub type Tickets = [u32; Ticket::COUNT];

/// The tickets that a move can be paid with, as bits. The first three are those of the
/// transports of the same name; the fourth, the secret one, stands where the ferry has its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TicketSet(u8);

impl TicketSet {
    const SECRET: u8 = 1 << 3;
    const TICKETS: [Ticket; 4] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground, Ticket::Secret];

    /// The set of the kinds of which there is at least one ticket.
    #[must_use]
    pub fn of(tickets: &Tickets) -> Self {
        let held = |ticket: Ticket| match tickets[ticket as usize] {
            0 => 0,
            _ => Self::bit(ticket),
        };
        TicketSet(Self::TICKETS.into_iter().map(held).sum())
    }

    /// The tickets of the set that pay a way, each once.
    #[inline]
    pub(crate) fn paying(self, way: StationLink) -> impl Iterator<Item = Ticket> {
        let mut bits = way.transports & self.0 & !Self::SECRET | self.0 & Self::SECRET;
        std::iter::from_fn(move || {
            let n = bits.trailing_zeros() as usize;
            let ticket = *Self::TICKETS.get(n)?;
            bits &= bits - 1;
            Some(ticket)
        })
    }

    /// The tickets that are left once one of this kind was paid; `tickets` are the counts before.
    #[inline]
    #[must_use]
    pub fn after(self, paid: Ticket, tickets: &Tickets) -> Self {
        if tickets[paid as usize] > 1 {
            return self;
        }
        TicketSet(self.0 & !Self::bit(paid))
    }

    fn bit(ticket: Ticket) -> u8 {
        match ticket {
            Ticket::Taxi => 1,
            Ticket::Bus => 1 << 1,
            Ticket::Underground => 1 << 2,
            Ticket::Secret => Self::SECRET,
            Ticket::Double => 0,
        }
    }

    /// Returns true if this ticket is in the set and pays a way.
    pub fn pays(self, ticket: Ticket, way: StationLink) -> bool {
        TicketSet(self.0 & Self::bit(ticket)).can_pay(way)
    }

    /// Returns true if any ticket of the set pays a way.
    #[inline]
    pub(crate) fn can_pay(self, way: StationLink) -> bool {
        (way.transports & !Self::SECRET | Self::SECRET) & self.0 != 0
    }
}

/// An edge as files have it: two stations and what joins them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edge(pub Station, pub Station, pub Transport);

/// All that leads from one station to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StationLink {
    /// The station to which it leads.
    pub to: Station,
    transports: u8,
}

impl StationLink {
    /// Returns true if the transport serves the connection.
    #[must_use]
    pub fn has(self, transport: Transport) -> bool {
        self.transports & transport.bit() != 0
    }
}

/// Stations and ways, indexed.
#[derive(Debug)]
pub struct StationBoard {
    stations: Vec<Station>,
    /// The ways from station `s` are `ways[first[s]..first[s + 1]]`, by where they lead.
    first: Vec<u32>,
    ways: Vec<StationLink>,
    /// The distances by [`TransportReach`], a row for each station number; unused on a large board.
    tables: OnceLock<[Vec<u16>; 2]>,
}

/// The transports that may be used on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportReach {
    /// Every edge, as Mr X has it.
    Everything,
    /// All but ferries, as detectives have it.
    NoFerries,
}

/// Up to here all distances are kept: twice 8 MB at most.
const TABLE_NUMBERS_MAX: usize = 2_048;

/// The distance to what cannot be reached.
pub(crate) const UNREACHABLE: u16 = u16::MAX;

impl StationBoard {
    /// Indexes a board. The caller has made sure that stations are numbers from 1, each once, and
    /// that every edge joins two of them.
    #[must_use]
    pub fn new(stations: &[Station], edges: &[Edge]) -> Self {
        let mut stations = stations.to_vec();
        stations.sort_unstable();
        let both = edges.iter().flat_map(|&Edge(a, b, transport)| {
            let transports = transport.bit();
            [(a, b, transports), (b, a, transports)]
        });
        let mut both: Vec<_> = both.collect();
        both.sort_unstable();
        let numbers = stations.last().map_or(0, |last| usize::from(*last)) + 1;
        let mut first = vec![0; numbers + 1];
        let mut ways: Vec<StationLink> = Vec::with_capacity(both.len());
        let mut from = 0;
        for (start, to, transports) in both {
            while from < usize::from(start) {
                from += 1;
                first[from] = index(ways.len());
            }
            match ways[first[from] as usize..].last_mut() {
                Some(way) if way.to == to => way.transports |= transports,
                _ => ways.push(StationLink { to, transports }),
            }
        }
        first[from + 1..].fill(index(ways.len()));
        StationBoard { stations, first, ways, tables: OnceLock::new() }
    }

    /// All stations, in order.
    pub fn stations(&self) -> &[Station] {
        &self.stations
    }

    /// Returns true if there is a station of this number.
    #[must_use]
    pub fn has(&self, station: Station) -> bool {
        self.stations.binary_search(&station).is_ok()
    }

    /// One more than the highest station number: the length of a table by station.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.first.len() - 1
    }

    /// The ways from a station, by where they lead.
    #[inline]
    #[must_use]
    pub fn ways(&self, from: Station) -> &[StationLink] {
        let from = usize::from(from);
        &self.ways[self.first[from] as usize..self.first[from + 1] as usize]
    }

    /// The way between two stations, if an edge joins them.
    pub fn way(&self, from: Station, to: Station) -> Option<StationLink> {
        if usize::from(from) >= self.numbers() {
            return None;
        }
        self.ways(from).iter().copied().find(|way| way.to == to)
    }

    /// Edges from a station to every other, by station number; `UNREACHABLE` where no way
    /// leads. Small boards work all of them out when the first is asked for.
    pub fn distances(&self, reach: TransportReach, from: Station) -> Cow<'_, [u16]> {
        let side = self.numbers();
        if side > TABLE_NUMBERS_MAX {
            return Cow::Owned(self.search(reach, from, &mut Vec::new()));
        }
        let table = self.tables.get_or_init(|| self.work_out());
        Cow::Borrowed(&table[reach as usize][usize::from(from) * side..][..side])
    }

    /// Edges between two stations, or `UNREACHABLE`.
    pub fn distance(&self, reach: TransportReach, from: Station, to: Station) -> u16 {
        self.distances(reach, from)[usize::from(to)]
    }

    /// A row of distances for each station number, for each reach.
    fn work_out(&self) -> [Vec<u16>; 2] {
        let mut queue = Vec::new();
        [TransportReach::Everything, TransportReach::NoFerries].map(|reach| {
            let numbers = 0..Station::try_from(self.numbers()).expect("a small board");
            let rows = numbers.flat_map(|from| self.search(reach, from, &mut queue));
            rows.collect()
        })
    }

    /// Breadth first from one station. `queue` is scratch memory.
    fn search(&self, reach: TransportReach, from: Station, queue: &mut Vec<Station>) -> Vec<u16> {
        let mut row = vec![UNREACHABLE; self.numbers()];
        queue.clear();
        queue.push(from);
        row[usize::from(from)] = 0;
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            let distance = row[usize::from(at)] + 1;
            for way in self.ways(at) {
                let is_open = reach == TransportReach::Everything
                    || way.transports & !Transport::Ferry.bit() != 0;
                if is_open && row[usize::from(way.to)] == UNREACHABLE {
                    row[usize::from(way.to)] = distance;
                    queue.push(way.to);
                }
            }
        }
        row
    }
}

fn index(n: usize) -> u32 {
    u32::try_from(n).expect("a board has fewer than 2^32 ways")
}
