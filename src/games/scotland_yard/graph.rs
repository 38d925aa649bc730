//! Reads board files, `graph.txt`: a line `N M`, then N lines with a station's number each, then M
//! lines `a b Transport` (Taxi, Bus, Underground, Ferry, in any case; Boat is a ferry). Writes them
//! too.

use std::fmt::Write as _;

use super::board::{Edge, Station, Transport};
use chase_world::error::{Error, LineWord, quoted, words};

/// The board file of the program's own.
pub(super) const BOARD: &str = include_str!("data/graph.txt");

/// The program's own board of 200 stations.
///
/// # Panics
/// Never: a test reads it.
pub fn own_board() -> Graph {
    let board = Graph::parse("the program's own board", BOARD.as_bytes());
    board.expect("it was checked in as it was made")
}

/// The board file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The stations, in the file's order.
    pub stations: Vec<Station>,
    /// The edges, in the file's order.
    pub edges: Vec<Edge>,
    /// Warnings about boards that are readable but odd.
    pub warnings: Vec<String>,
}

struct GraphLines<'a> {
    file: &'a str,
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> GraphLines<'a> {
    fn fault(&self, column: usize, what: impl Into<String>) -> Error {
        Error::new(what).at(format_args!("{}:{}:{column}", self.file, self.number))
    }

    /// The next line's words, exactly as many as `fields` names.
    fn fields<const N: usize>(&mut self, fields: [&str; N]) -> Result<[LineWord<'a>; N], Error> {
        self.number += 1;
        let expected = fields.join(" ");
        let Some(line) = self.lines.next() else {
            let what = format!("too few lines: the file ends before `{expected}`");
            return Err(self.fault(1, what));
        };
        let words = words(line);
        let count = words.len();
        let extra = words.get(N).map(|word| word.column);
        words.try_into().map_err(|_| {
            let noun = if count == 1 { "field" } else { "fields" };
            let what = format!("{count} {noun}; expected {N}: `{expected}`");
            self.fault(extra.unwrap_or(line.chars().count() + 1), what)
        })
    }

    fn number<T: std::str::FromStr>(&self, word: LineWord<'_>, expected: &str) -> Result<T, Error> {
        word.text.parse().map_err(|_| {
            let what = format!("`{}`; expected {expected}", quoted(word.text));
            self.fault(word.column, what)
        })
    }

    fn station(&self, word: LineWord<'_>) -> Result<Station, Error> {
        let station = self.number(word, "a station's number, 1 to 65535")?;
        if station == 0 {
            return Err(self.fault(word.column, "station 0; expected a number of 1 or more"));
        }
        Ok(station)
    }
}

fn transport(name: &str) -> Option<Transport> {
    if name.eq_ignore_ascii_case("boat") {
        return Some(Transport::Ferry);
    }
    let is_it = |transport: &Transport| transport.name().eq_ignore_ascii_case(name);
    Transport::ALL.into_iter().find(is_it)
}

/// The most edges there can be.
const EDGES_MAX: u32 = 1_000_000;

impl Graph {
    /// Reads a board file. `file` is its name in messages.
    ///
    /// # Errors
    /// The first fault, with line and column, and what was expected there.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let what = "bytes that are not UTF-8; expected a board file";
            Error::new(what).at(format_args!("{file}:{line}"))
        })?;
        let mut lines = GraphLines { file, lines: text.lines(), number: 0 };
        let [stations, edges] = lines.fields(["N", "M"])?;
        let header = "the number of";
        let count_stations: u16 =
            lines.number(stations, &format!("{header} stations, up to 65535"))?;
        let count_edges: u32 = lines.number(edges, &format!("{header} edges"))?;
        if count_stations == 0 {
            return Err(
                lines.fault(stations.column, "an empty board; expected at least one station")
            );
        }
        if count_edges > EDGES_MAX {
            let what = format!("{count_edges} edges; expected at most {EDGES_MAX}");
            return Err(lines.fault(edges.column, what));
        }
        let mut known = vec![false; usize::from(Station::MAX) + 1];
        let stations = read_stations(&mut lines, count_stations, &mut known)?;
        let edges = read_edges(&mut lines, count_edges, &known)?;
        let beyond = lines.lines.filter(|line| !line.trim().is_empty()).count();
        let warnings = match beyond {
            0 => Vec::new(),
            _ => vec![format!(
                "{file}: {beyond} {} beyond the {count_stations} stations and {count_edges} edges \
                 that line 1 announces {} ignored",
                if beyond == 1 { "line" } else { "lines" },
                if beyond == 1 { "is" } else { "are" },
            )],
        };
        Ok(Graph { stations, edges, warnings })
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{} {}\n", self.stations.len(), self.edges.len());
        for station in &self.stations {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{station}");
        }
        for Edge(a, b, transport) in &self.edges {
            let _ = writeln!(text, "{a} {b} {}", transport.name());
        }
        text
    }

    /// Returns true if this is the board of London: its numbers of stations and edges, and its
    /// ferries.
    pub(crate) fn is_london(&self) -> bool {
        let ferries = self.edges.iter().filter(|edge| edge.2 == Transport::Ferry);
        let mut ferries: Vec<_> =
            ferries.map(|edge| (edge.0.min(edge.1), edge.0.max(edge.1))).collect();
        ferries.sort_unstable();
        ferries.dedup();
        self.stations.len() == 199
            && (467..=468).contains(&self.edges.len())
            && ferries == [(108, 115), (115, 157), (157, 194)]
    }
}

fn read_stations(
    lines: &mut GraphLines<'_>,
    count: u16,
    known: &mut [bool],
) -> Result<Vec<Station>, Error> {
    let mut stations = Vec::new();
    for _ in 0..count {
        let [word] = lines.fields(["station"])?;
        let station = lines.station(word)?;
        if std::mem::replace(&mut known[usize::from(station)], true) {
            return Err(lines.fault(word.column, format!("station {station} is listed twice")));
        }
        stations.push(station);
    }
    Ok(stations)
}

fn read_edges(lines: &mut GraphLines<'_>, count: u32, known: &[bool]) -> Result<Vec<Edge>, Error> {
    let mut edges = Vec::new();
    for _ in 0..count {
        let [a, b, name] = lines.fields(["station", "station", "transport"])?;
        let end = |word: LineWord<'_>| {
            let station = lines.station(word)?;
            if known[usize::from(station)] {
                return Ok(station);
            }
            Err(lines.fault(word.column, format!("there is no station {station}")))
        };
        let (from, to) = (end(a)?, end(b)?);
        if from == to {
            return Err(lines.fault(b.column, format!("an edge from station {from} to itself")));
        }
        let transport = transport(name.text).ok_or_else(|| {
            let what = format!(
                "`{}` is no transport; expected Taxi, Bus, Underground or Ferry",
                quoted(name.text)
            );
            lines.fault(name.column, what)
        })?;
        edges.push(Edge(from, to, transport));
    }
    Ok(edges)
}
