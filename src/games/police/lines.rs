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
const STATS_AT: &str = "is at [";
const STATS_WITH: &str = " with ";
const STATS_STAMINA: &str = " stamina";
const CITY_MAX: u64 = 0x7fff_ffff;
/// Bytes of a number that is read.
const PRINTED_MAX: usize = 40;

/// A city's line of `map`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLine {
    /// The number of the city.
    pub id: i64,
    /// The name of the city, as the line gives it.
    pub name: String,
    /// The roads of the city, as (city, its name, length), in the order of the text.
    pub roads: Vec<(i64, String, i64)>,
}

/// The text that `map` printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapText {
    /// The number of cities that it gives.
    pub cities: Option<i64>,
    /// The number of roads that it gives.
    pub roads: Option<i64>,
    /// The lines of the cities.
    pub lines: Vec<MapLine>,
    /// True if it shows no names, as that of COMP1927: every name is empty then, and cities without
    /// roads have no line.
    pub is_unnamed: bool,
}

/// A city and its roads by destination, as both a transcript and a scenario can say it.
pub(super) fn city_statement(name: &str, roads: &[(i64, i64)]) -> String {
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

/// A number as a program prints it. One that there cannot be, below 0 or too large, stays as it
/// stands.
pub(super) fn printed(text: &str, most: u64) -> Option<Cell> {
    let number = digits(text.as_bytes()).filter(|number| *number <= most);
    let figures = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let is_number = figures.iter().all(u8::is_ascii_digit) && !figures.is_empty();
    let cell = number.map_or_else(|| Cell::Text(text.into()), Cell::Number);
    (is_number && text.len() <= PRINTED_MAX).then_some(cell)
}

/// A city's ID, which is an int of C.
pub(super) fn printed_city(text: &str) -> Option<Cell> {
    printed(text, CITY_MAX)
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
        let sign = at;
        at += usize::from(line.get(at) == Some(&b'-'));
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
        row.cells[column::CITY + agent] = match city {
            0..=CITY_MAX if sign == from => Cell::Number(city),
            // A number that is broken off is not known to be wrong.
            _ if row.cut && at == line.len() => Cell::Unknown,
            _ => match std::str::from_utf8(&line[sign..at]).ok().and_then(printed_city) {
                Some(city) => city,
                None => return fail(sign + 1, "the city's ID is too large"),
            },
        };
        let star = line.get(at) == Some(&b'*');
        at += usize::from(star);
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

/// A line of `stats`: `NAME is at [4] darwin with 20 stamina`.
pub(super) struct StatsLine<'a> {
    pub who: &'a str,
    pub city: Cell,
    pub name: &'a str,
    pub stamina: Cell,
    /// True if it shows an informant in the city.
    pub has_star: bool,
    /// Where the agent is heading: the city and its name.
    pub goal: Option<(Cell, &'a str)>,
}

impl<'a> StatsLine<'a> {
    /// A line of whatever edition.
    pub fn of(text: &'a str) -> Option<Self> {
        StatsLine::parse(text).or_else(|| StatsLine::parse_1927(text))
    }

    pub fn parse(text: &'a str) -> Option<Self> {
        let rest = text.trim_end().strip_suffix(STATS_STAMINA)?;
        let (rest, stamina) = rest.rsplit_once(STATS_WITH)?;
        let (who, place) = rest.split_once(STATS_AT)?;
        let (city, name) = place.split_once(']')?;
        Some(StatsLine {
            who: who.trim(),
            city: printed_city(city)?,
            name: name.trim(),
            stamina: printed(stamina, u64::MAX)?,
            has_star: false,
            goal: None,
        })
    }

    /// Reads the line in the words of COMP1927: `NAME 20 darwin (4*)`, and perhaps ` perth (9)`
    /// behind it, where the agent is heading.
    fn parse_1927(text: &'a str) -> Option<Self> {
        let text = text.trim_end();
        let mut blanks = text.match_indices(' ').map(|(at, _)| at);
        let (at, (stamina, place)) = blanks.find_map(|at| {
            let (word, place) = text[at + 1..].split_once(' ')?;
            Some((at, (printed(word, u64::MAX)?, place)))
        })?;
        // The first ID ends the city, and the last one the line.
        let mut cities = place.match_indices(')').filter_map(|(end, _)| {
            let mut back = place.as_bytes()[..end].iter().rev().take(PRINTED_MAX + 2);
            let open = end - 1 - back.position(|byte| *byte == b'(')?;
            let (before, id) = (&place[..open], &place[open + 1..end]);
            let (id, has_star) = id.strip_suffix('*').map_or((id, false), |id| (id, true));
            Some((end + 1, before, printed_city(id)?, has_star))
        });
        let (end, name, city, has_star) = cities.next()?;
        let goal = match cities.next_back() {
            Some((all, before, goal, false)) if all == place.len() => {
                Some((goal, before.get(end..)?.trim()))
            }
            None if end == place.len() => None,
            _ => return None,
        };
        Some(StatsLine { who: text[..at].trim(), city, name: name.trim(), stamina, has_star, goal })
    }
}

/// A line of a name and a number, laid out exactly; nothing for any other line.
pub(super) fn counted(line: &str, name: &str) -> Option<String> {
    let number = line.strip_prefix(name)?.trim().parse::<i64>().ok()?;
    Some(format!("{name}{number}"))
}

/// The cities and roads that `map` counts where it shows no names: `V=8, E=12`.
pub(super) fn unnamed_counts(line: &str) -> Option<(i64, i64)> {
    let (cities, roads) = line.trim().strip_prefix("V=")?.split_once(',')?;
    let roads = roads.trim_start().strip_prefix("E=")?;
    Some((cities.parse().ok()?, roads.parse().ok()?))
}

/// A city and its roads, as (city, length), where `map` shows no names: `0-1 : 2 0-3 : 2 `.
pub(super) fn unnamed_roads(line: &str) -> Option<(i64, Vec<(i64, i64)>)> {
    let mut words = line.split_ascii_whitespace();
    let (mut city, mut roads) = (None, Vec::new());
    while let Some(ends) = words.next() {
        let gap = 1 + ends.get(1..)?.find('-')?;
        let (from, to) = (&ends[..gap], &ends[gap + 1..]);
        let from = from.parse::<i64>().ok()?;
        if words.next()? != ":" || *city.get_or_insert(from) != from {
            return None;
        }
        let length = words.next()?.parse().ok()?;
        roads.push((to.parse().ok()?, length));
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
    let mut line =
        MapLine { id: id.parse().ok()?, name: name.trim_start().to_owned(), roads: Vec::new() };
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
        let (to, length) = (to.parse().ok()?, length.parse().ok()?);
        line.roads.push((to, name.trim().to_owned(), length));
        rest = after;
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, city, name of the city, stamina, star, goal.
    fn read(line: &str) -> Option<String> {
        let StatsLine { who, city, name, stamina, has_star, goal } = StatsLine::of(line)?;
        Some(format!("{who}|{city}|{name}|{stamina}|{has_star}|{goal:?}"))
    }

    #[test]
    fn lines_of_stats_are_read_in_every_edition_with_whatever_value() {
        for (line, due) in [
            ("D1 is at [8] new york with 20 stamina", "D1|8|new york|20|false|None"),
            ("D1 is at [0] hutt with -1 stamina", "D1|0|hutt|-1|false|None"),
            (
                "D1 is at [-858993460]  with 2147483648 stamina",
                "D1|-858993460||2147483648|false|None",
            ),
            (
                "is at [2147483648] with 18446744073709551616 stamina",
                "|2147483648||18446744073709551616|false|None",
            ),
            ("T 30 island 0 (2)", "T|2|island 0|30|false|None"),
            ("Tom Cat -30 bay 7 east (-1)", "Tom Cat|-1|bay 7 east|-30|false|None"),
            (
                "T 1000 california (3) melbourne (0)",
                "T|3|california|1000|false|Some((Number(0), \"melbourne\"))",
            ),
            (
                "D1 100 new york (8*) brisbane (9)",
                "D1|8|new york|100|true|Some((Number(9), \"brisbane\"))",
            ),
            ("D1 100  (8*)  (-9)", "D1|8||100|true|Some((Text(\"-9\"), \"\"))"),
        ] {
            assert_eq!(read(line).as_deref(), Some(due), "{line}");
        }
        for line in [
            "D1 is at [8] new york with 20",
            "D1 is at [8x] new york with 20 stamina",
            "D1 is at [8] new york with - stamina",
            "D1 20 new york",
            "D1 20 new york (8",
            "D1 20 new york (8) brisbane",
            "D1 20 new york (8) brisbane (9*)",
            "D1 new york (8)",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
