//! What single lines of a chase's transcript say, however they are laid out.

use super::AGENTS;
use super::trace::{TRACE, column};
use chase_kit::trace::{Cell, TraceError, TraceRow};

/// The prompt with which the reference asks for commands.
pub const PROMPT: &str = "Enter command: ";
/// The commands that can be typed at the prompt.
pub(super) const COMMANDS: [&str; 6] = ["run", "step", "stats", "display", "map", "quit"];
pub(super) const MAP_CITIES: &str = "Number of cities: ";
pub(super) const MAP_ROADS: &str = "Number of roads: ";
const MAP_LINE: &str = " has roads to:";
const HOURS: &str = "You have ";
const STATS_AT: &str = " is at [";
const STATS_WITH: &str = " with ";
const STATS_STAMINA: &str = " stamina";

/// A city's line of `map`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLine {
    /// The number of the city.
    pub id: u64,
    /// The name of the city, as the line gives it.
    pub name: String,
    /// The roads of the city, as (city, its name, length), in the order of the text.
    pub roads: Vec<(u64, String, u64)>,
}

/// The text that `map` printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapText {
    /// The number of cities that it gives.
    pub cities: Option<u64>,
    /// The number of roads that it gives.
    pub roads: Option<u64>,
    /// The lines of the cities.
    pub lines: Vec<MapLine>,
    /// True if it shows no names, as that of COMP1927: every name is empty then, and cities without
    /// roads have no line.
    pub is_unnamed: bool,
}

/// A city and its roads by destination, as both a transcript and a scenario can say it.
pub(super) fn city_statement(name: &str, roads: &[(u64, u64)]) -> String {
    let roads: Vec<_> = roads.iter().map(|(to, length)| format!("[{to}] ({length})")).collect();
    format!("{name}, roads to {}", roads.join(", "))
}

/// True if a line is the first of a banner, of whatever edition.
pub(super) fn is_banner(line: &str) -> bool {
    line.contains("POLICE ACADEMY") || line.contains("DETECTIVE ACADEMY")
}

/// A line that only holds words, five of them.
pub(super) fn is_head(line: &[u8]) -> bool {
    let is_word = |word: &[u8]| word.first().is_some_and(u8::is_ascii_alphabetic);
    let words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    let (mut count, mut all) = (0, true);
    for word in words {
        count += 1;
        all &= is_word(word);
    }
    count == AGENTS && all
}

/// Returns true if a line seems to belong to an hour: without a head it is not skipped.
pub(super) fn is_of_an_hour(text: &str) -> bool {
    let is_cell = |c: char| c.is_ascii_digit() || "* \t".contains(c);
    is_head(text.as_bytes()) || text.chars().all(is_cell)
}

/// A number that stands alone.
pub(super) fn digits(text: &[u8]) -> Option<u64> {
    let mut number = 0u64;
    if text.is_empty() {
        return None;
    }
    for byte in text {
        if !byte.is_ascii_digit() {
            return None;
        }
        let digit = u64::from(byte - b'0');
        number = number.checked_mul(10)?.checked_add(digit)?;
    }
    Some(number)
}

/// An hour's number in a line that is not laid out as the reference's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LooseHour<'a> {
    pub hour: u64,
    /// The text before the word `Hour`.
    pub before: &'a str,
}

/// Finds `Hour` and a number in a line, whatever stands before it: `Hour: 1`, `2Hour 1`. Words
/// behind the number are let through only where nothing stands before it.
pub(super) fn loose_hour(text: &str) -> Option<LooseHour<'_>> {
    const WORD: &str = "hour";
    let small = text.to_ascii_lowercase();
    let at = small.rfind(WORD)?;
    let before = &text[..at];
    let rest = text[at + WORD.len()..].trim_start_matches([' ', '\t', ':', '#', '=']);
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (number, behind) = rest.split_at(end.unwrap_or(rest.len()));
    let hour = digits(number.as_bytes())?;
    let is_closed = behind.chars().all(|c| " \t:.,;=-)]".contains(c));
    let has_words = before.trim().is_empty() && behind.starts_with([' ', '\t', ':', ',']);
    (is_closed || has_words).then_some(LooseHour { hour, before })
}

/// Returns true if a text can be the prompt of a program: `> `, `Command: `.
pub(super) fn is_prompt(text: &str) -> bool {
    const CHARS_MAX: usize = 40;
    let text = text.trim();
    text.ends_with(['>', ':', '$', '?', '#', '%']) && text.chars().count() <= CHARS_MAX
}

/// Another program's prompt at the beginning of a line on which nothing or only commands were
/// typed.
pub(super) fn other_prompt(text: &str) -> Option<&str> {
    let mut prompt = text.trim_end();
    while let Some((before, word)) = prompt.rsplit_once(char::is_whitespace)
        && COMMANDS.contains(&word)
    {
        prompt = before.trim_end();
    }
    is_prompt(prompt).then_some(prompt)
}

/// The hours that the banner promises.
pub(super) fn hours_promised(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(HOURS)?;
    let (hours, _) = rest.split_once(' ')?;
    hours.parse::<i64>().is_ok().then_some(hours)
}

/// Reads five cells; a cell is a number and perhaps a star. Fewer will do where the text breaks
/// off. Returns the rest of the line behind them: words that are no sixth cell.
pub(super) fn cities_line<'a>(line: &'a [u8], row: &mut TraceRow) -> Result<&'a [u8], TraceError> {
    let mut at = 0;
    for (agent, shown) in TRACE.iter().enumerate().take(AGENTS) {
        while line.get(at) == Some(&b' ') || line.get(at) == Some(&b'\t') {
            at += 1;
        }
        let from = at;
        let mut city = 0u64;
        while let Some(digit) = line.get(at).filter(|byte| byte.is_ascii_digit()) {
            city = city.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            at += 1;
        }
        let fail = |column: usize, what: &str| {
            let what = format!("{what}, for {}", shown.name);
            Err(TraceError { column, what })
        };
        if at == from {
            if row.cut && at == line.len() {
                return Ok(b"");
            }
            return fail(at + 1, "expected a city's ID");
        }
        if city > u64::from(u32::MAX) {
            return fail(from + 1, "the city's ID is too large");
        }
        let star = line.get(at) == Some(&b'*');
        at += usize::from(star);
        row.cells[column::CITY + agent] = Cell::Number(city);
        row.cells[column::INFORMANT + agent] = if row.cut && at == line.len() && !star {
            Cell::Unknown
        } else {
            Cell::Number(u64::from(star))
        };
    }
    behind_cities(line, at)
}

/// The text behind the fifth cell. A number or a star there could belong to a cell.
#[inline]
fn behind_cities(line: &[u8], at: usize) -> Result<&[u8], TraceError> {
    if at == line.len() {
        return Ok(b"");
    }
    let rest = &line[at..];
    let words = rest.trim_ascii_start();
    let is_word = |byte: &u8| !byte.is_ascii_digit() && !b"*+-.".contains(byte);
    if rest.len() > words.len() && words.first().is_some_and(is_word) {
        return Ok(words);
    }
    Err(TraceError {
        column: at + 1,
        what: "expected the end of the line after five cities".into(),
    })
}

/// `NAME is at [4] darwin with 20 stamina`.
pub(super) struct StatsLine<'a> {
    pub who: &'a str,
    pub city: u64,
    pub name: &'a str,
    pub stamina: u64,
}

impl<'a> StatsLine<'a> {
    pub fn parse(text: &'a str) -> Option<Self> {
        let rest = text.trim().strip_suffix(STATS_STAMINA)?;
        let (rest, stamina) = rest.rsplit_once(STATS_WITH)?;
        let (who, place) = rest.split_once(STATS_AT)?;
        let (city, name) = place.split_once(']')?;
        Some(StatsLine {
            who,
            city: city_id(city)?,
            name: name.trim_start(),
            stamina: digits(stamina.as_bytes())?,
        })
    }

    /// Reads the line in the words of the edition of 2019: `NAME 20 darwin (4)`, and the getaway
    /// city behind it on the thief's line.
    pub(crate) fn parse_2019(text: &'a str) -> Option<Self> {
        let (who, rest) = text.trim().split_once(' ')?;
        let (stamina, rest) = rest.split_once(' ')?;
        let (name, rest) = rest.split_once(" (")?;
        let (city, _) = rest.split_once(')')?;
        text.trim_end().ends_with(')').then_some(StatsLine {
            who,
            city: city_id(city)?,
            name,
            stamina: digits(stamina.as_bytes())?,
        })
    }
}

fn city_id(text: &str) -> Option<u64> {
    digits(text.as_bytes()).filter(|city| *city <= u64::from(u32::MAX))
}

/// A line of a name and a number, laid out exactly; nothing for any other line.
pub(super) fn counted(line: &str, name: &str) -> Option<String> {
    let number = line.strip_prefix(name)?.trim().parse::<u64>().ok()?;
    Some(format!("{name}{number}"))
}

/// The cities and roads that `map` counts where it shows no names: `V=8, E=12`.
pub(super) fn unnamed_counts(line: &str) -> Option<(u64, u64)> {
    let (cities, roads) = line.trim().strip_prefix("V=")?.split_once(',')?;
    let roads = roads.trim_start().strip_prefix("E=")?;
    Some((digits(cities.as_bytes())?, digits(roads.as_bytes())?))
}

/// A city and its roads, as (city, length), where `map` shows no names: `0-1 : 2 0-3 : 2 `.
pub(super) fn unnamed_roads(line: &str) -> Option<(u64, Vec<(u64, u64)>)> {
    let mut words = line.split_ascii_whitespace();
    let (mut city, mut roads) = (None, Vec::new());
    while let Some(ends) = words.next() {
        let (from, to) = ends.split_once('-')?;
        let from = digits(from.as_bytes())?;
        if words.next()? != ":" || *city.get_or_insert(from) != from {
            return None;
        }
        let length = digits(words.next()?.as_bytes())?;
        roads.push((digits(to.as_bytes())?, length));
    }
    Some((city?, roads))
}

/// Returns true if this is a city's line of `map`.
pub(super) fn is_map_line(text: &str) -> bool {
    text.starts_with('[') && text.contains(MAP_LINE)
}

/// `[0] melbourne has roads to: [1] perth (41), [2] darwin (900)`. Names may hold anything, so
/// that a road is known by what stands round it.
pub(super) fn parse_map_line(text: &str) -> Option<MapLine> {
    let (city, roads) = text.split_once(MAP_LINE)?;
    let (id, name) = city.strip_prefix('[')?.split_once(']')?;
    let mut line = MapLine {
        id: digits(id.as_bytes())?,
        name: name.trim_start().to_owned(),
        roads: Vec::new(),
    };
    let mut rest = roads.trim();
    while !rest.is_empty() {
        let (to, after) = rest.strip_prefix('[')?.split_once("] ")?;
        let mut commas = after.match_indices("),");
        let end = commas.find(|(at, _)| after[at + 2..].trim_start().starts_with('['));
        let (road, after) = match end {
            Some((end, _)) => (&after[..=end], after[end + 2..].trim_start()),
            None => (after.trim_end().trim_end_matches(','), ""),
        };
        let (name, length) = road.strip_suffix(')')?.rsplit_once(" (")?;
        let (to, length) = (digits(to.as_bytes())?, digits(length.as_bytes())?);
        line.roads.push((to, name.trim().to_owned(), length));
        rest = after;
    }
    Some(line)
}
