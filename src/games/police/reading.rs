//! Reads transcripts of the chase from wherever they come: any edition's banner, prompts with or
//! without what was typed, repeated displays, `stats` and `map`, CRLF, an end that is cut off.

use std::collections::BTreeMap;

use super::AGENTS;
use super::transcript::{COLUMNS, column};
use crate::engine::trace::{Cell, Misread, Remark, Row, TextEnd, TraceReader};
use crate::error::quoted;

const PROMPT: &str = "Enter command:";
const COMMANDS: [&str; 6] = ["run", "step", "stats", "display", "map", "quit"];
const STATS_AT: &str = " is at [";
const STATS_WITH: &str = " with ";
const STATS_STAMINA: &str = " stamina";
const MAP_CITIES: &str = "Number of cities: ";
const MAP_ROADS: &str = "Number of roads: ";
const MAP_LINE: &str = " has roads to:";
const BANNER: &str = "POLICE ACADEMY";
const HOURS: &str = "You have ";

/// A city's line of `map`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLine {
    /// The city.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Where its roads lead, as (city, its name, length), in the order of the text.
    pub roads: Vec<(u64, String, u64)>,
}

/// What `map` printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapText {
    /// What it says the number of cities is.
    pub cities: Option<u64>,
    /// What it says the number of roads is.
    pub roads: Option<u64>,
    /// The cities.
    pub lines: Vec<MapLine>,
}

/// A transcript of the chase being read.
#[derive(Debug)]
pub struct Reading {
    /// The newest hour that is finished, and the one being read.
    done: Row,
    now: Row,
    is_open: bool,
    /// The display being read, of a new hour or again of the present one.
    block: Row,
    expect: Expect,
    line: u64,
    remarks: Vec<Remark>,
    hours: Option<String>,
    map: MapText,
    names: BTreeMap<u64, String>,
    end: TextEnd,
}

/// What the line before promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    Anything,
    /// Under `Hour N`: the agents' line, or the first of `stats`.
    Block,
    /// Under the agents' line: their cities.
    Cities,
    /// Within `stats`: this agent's line.
    Stats(usize),
}

impl Default for Reading {
    fn default() -> Self {
        let row = Row::unknown(column::COUNT);
        Reading {
            done: row.clone(),
            now: row.clone(),
            block: row,
            is_open: false,
            expect: Expect::Anything,
            line: 0,
            remarks: Vec::new(),
            hours: None,
            map: MapText::default(),
            names: BTreeMap::new(),
            end: TextEnd::Cut,
        }
    }
}

impl Reading {
    /// What `map` printed, if it was called.
    #[must_use]
    pub fn map(&self) -> &MapText {
        &self.map
    }

    fn remark(&mut self, what: String, contradicts: bool) {
        if self.remarks.len() < Remark::COUNT_MAX {
            self.remarks.push(Remark {
                line: self.line,
                what,
                contradicts,
            });
        }
    }

    /// A line without prompts and trailing blanks. True when it finished an hour.
    fn take(&mut self, line: &[u8], is_last: bool) -> Result<bool, Misread> {
        if let Some(number) = line.strip_prefix(b"Hour ") {
            return self.hour_line(number, is_last).map(|()| false);
        }
        match self.expect {
            Expect::Block if line == COLUMNS.as_bytes() || is_head(line) => {
                self.expect = Expect::Cities;
                return Ok(false);
            }
            Expect::Cities if !line.is_empty() => {
                self.expect = Expect::Anything;
                self.block.cut = is_last;
                cities_line(line, &mut self.block)?;
                return Ok(self.absorb());
            }
            _ => {}
        }
        if line.is_empty() {
            return Ok(false);
        }
        self.rare(line, is_last)
    }

    fn hour_line(&mut self, number: &[u8], is_last: bool) -> Result<(), Misread> {
        let hour = digits(number).ok_or_else(|| Misread {
            column: "Hour ".len() + 1,
            what: "expected an hour's number".into(),
        })?;
        if !is_last {
            self.block.reset(hour);
            self.expect = Expect::Block;
        }
        self.end = TextEnd::Cut;
        Ok(())
    }

    /// Everything that does not stand in every hour.
    #[cold]
    fn rare(&mut self, line: &[u8], is_last: bool) -> Result<bool, Misread> {
        let text = std::str::from_utf8(line).map_err(|error| Misread {
            column: error.valid_up_to() + 1,
            what: "bytes that are not UTF-8".into(),
        })?;
        if matches!(self.expect, Expect::Block | Expect::Stats(_))
            && let Some(stats) = StatsLine::parse(text)
        {
            return Ok(self.stats_line(&stats));
        }
        let promised = std::mem::replace(&mut self.expect, Expect::Anything);
        if is_last && promised != Expect::Anything {
            return Ok(false);
        }
        if promised == Expect::Block {
            return Err(Misread {
                column: 1,
                what: format!(
                    "expected the agents' line under `Hour {}`",
                    self.block.cycle
                ),
            });
        }
        if self.map_line(text, is_last)? || self.ending_line(text, is_last) {
            return Ok(false);
        }
        if !self.is_open {
            self.banner_line(text);
            return Ok(false);
        }
        if text.split_whitespace().all(|word| COMMANDS.contains(&word)) {
            self.typed(text);
            return Ok(false);
        }
        if text.contains(BANNER) {
            let what = "a second game begins here; one game can be read at a time".into();
            return Err(Misread { column: 1, what });
        }
        if self.end == TextEnd::Over || is_last {
            self.remark(format!("`{}` was passed over", quoted(text)), false);
            return Ok(false);
        }
        let first = text.find(|c: char| !c.is_whitespace()).unwrap_or(0);
        Err(Misread {
            column: text[..first].chars().count() + 1,
            what: format!(
                "`{}` is no line of a police transcript",
                quoted(text.trim())
            ),
        })
    }

    fn banner_line(&mut self, text: &str) {
        if let Some((_, rest)) = text.split_once(HOURS)
            && let Some((hours, _)) = rest.split_once(' ')
            && hours.parse::<i64>().is_ok()
        {
            self.hours = Some(hours.to_owned());
        }
    }

    fn typed(&mut self, text: &str) {
        if text.split_whitespace().any(|word| word == "quit") {
            self.end = TextEnd::Quit;
        }
    }

    fn stats_line(&mut self, stats: &StatsLine<'_>) -> bool {
        let agent = match self.expect {
            Expect::Stats(agent) => agent,
            _ => 0,
        };
        self.expect = if agent + 1 < AGENTS {
            Expect::Stats(agent + 1)
        } else {
            Expect::Anything
        };
        self.names
            .entry(stats.city)
            .or_insert_with(|| stats.name.to_owned());
        self.block.cells[column::CITY + agent] = Cell::Number(stats.city);
        self.block.cells[column::STAMINA + agent] = Cell::Number(stats.stamina);
        let hour = self.block.cycle;
        let finished = self.absorb();
        // The other agents' lines belong to the same hour.
        self.block.reset(hour);
        finished
    }

    /// Takes the display that was just read: a new hour, or the present one again. True when
    /// that finished the hour before it.
    fn absorb(&mut self) -> bool {
        if !self.is_open {
            self.is_open = true;
            std::mem::swap(&mut self.now, &mut self.block);
            return false;
        }
        if self.block.cycle > self.now.cycle {
            std::mem::swap(&mut self.done, &mut self.now);
            std::mem::swap(&mut self.now, &mut self.block);
            return true;
        }
        self.again();
        false
    }

    /// A display of an hour that was shown before.
    #[cold]
    fn again(&mut self) {
        let (shown, now) = (self.block.cycle, self.now.cycle);
        if shown < now {
            self.remark(format!("hour {shown} stands after hour {now}"), true);
            return;
        }
        // A line of `stats` comes with the lines before it: the first mismatch is enough.
        let mut mismatch = None;
        for (n, new) in self.block.cells.iter().enumerate() {
            let old = &mut self.now.cells[n];
            match (&*old, new) {
                (_, Cell::Unknown) => {}
                (Cell::Unknown, new) => *old = new.clone(),
                (old, new) if old != new => {
                    mismatch = mismatch.or(Some((n, old.clone(), new.clone())));
                }
                _ => {}
            }
        }
        self.now.cut |= self.block.cut;
        if let Some((n, old, new)) = mismatch {
            let name = super::transcript::TRACE[n].name;
            let what = format!("hour {now} is shown again with {name} {new}, before it was {old}");
            if self.remarks.last().is_none_or(|last| last.what != what) {
                self.remark(what, true);
            }
        }
    }

    fn map_line(&mut self, text: &str, is_last: bool) -> Result<bool, Misread> {
        let number = |text: &str, column: usize| {
            text.trim().parse::<u64>().map_err(|_| Misread {
                column: column + 1,
                what: "expected a number".into(),
            })
        };
        if let Some(cities) = text.strip_prefix(MAP_CITIES) {
            self.map = MapText {
                cities: Some(number(cities, MAP_CITIES.len())?),
                ..MapText::default()
            };
        } else if let Some(roads) = text.strip_prefix(MAP_ROADS) {
            self.map.roads = Some(number(roads, MAP_ROADS.len())?);
        } else if text.starts_with('[') && text.contains(MAP_LINE) {
            match parse_map_line(text) {
                Some(line) => {
                    self.names.insert(line.id, line.name.clone());
                    self.map.lines.push(line);
                }
                None if is_last => {}
                None => {
                    let what = "expected `[ID] name has roads to: [ID] name (length), ...`".into();
                    return Err(Misread { column: 1, what });
                }
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Lines of an ending. One may be broken off, and is then known by its beginning.
    fn ending_line(&mut self, text: &str, is_last: bool) -> bool {
        let text = text.trim();
        let is_ending = text.starts_with("YOU WIN")
            || text.starts_with("GAME OVER")
            || text.contains(" caught the thief in ")
            || text.contains(" got away to ");
        if !is_ending || !self.is_open {
            return false;
        }
        let whole = text.starts_with("YOU WIN") || text.starts_with("GAME OVER");
        if !self.now.ending.is_empty() {
            self.now.ending.push('\n');
        }
        self.now.ending.push_str(text);
        self.now.cut = is_last && !super::transcript::is_last_line(text);
        self.end = if whole && !self.now.cut {
            TextEnd::Over
        } else {
            TextEnd::Cut
        };
        true
    }

    /// Takes prompts off a line; what a person typed behind one is no output.
    fn after_prompts<'a>(&mut self, mut line: &'a [u8]) -> &'a [u8] {
        while let Some(rest) = line.strip_prefix(PROMPT.as_bytes()) {
            line = rest.trim_ascii_start();
            self.expect = Expect::Anything;
            if self.end != TextEnd::Over {
                self.end = TextEnd::Quit;
            }
            let is_output = line.starts_with(b"Hour ")
                || line.starts_with(MAP_CITIES.as_bytes())
                || line.starts_with(b"GAME OVER")
                || line.starts_with(PROMPT.as_bytes());
            if !is_output {
                return b"";
            }
        }
        line
    }
}

impl TraceReader for Reading {
    fn line(&mut self, line: &[u8]) -> Result<bool, Misread> {
        self.line += 1;
        let mut line = line.trim_ascii_end();
        if line.starts_with(b"E") {
            line = self.after_prompts(line);
        }
        self.take(line, false)
    }

    fn end(&mut self, rest: &[u8]) -> Result<bool, Misread> {
        self.line += 1;
        let line = self.after_prompts(rest.trim_ascii_end());
        if !line.is_empty() && self.take(line, true)? {
            return Ok(true);
        }
        let was_open = std::mem::take(&mut self.is_open);
        if was_open {
            std::mem::swap(&mut self.done, &mut self.now);
        }
        Ok(was_open)
    }

    fn row(&self) -> &Row {
        &self.done
    }

    fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    fn statements(&self) -> Vec<(String, String)> {
        let mut said = Vec::new();
        let mut say = |what: &str, value: String| said.push((what.to_owned(), value));
        if let Some(hours) = &self.hours {
            say("hours", hours.clone());
        }
        if let Some(cities) = self.map.cities {
            say("cities", cities.to_string());
        }
        if let Some(roads) = self.map.roads {
            say("roads", roads.to_string());
        }
        for line in &self.map.lines {
            let mut roads: Vec<_> = line.roads.iter().map(|road| (road.0, road.2)).collect();
            roads.sort_unstable();
            say(
                &format!("[{}]", line.id),
                city_statement(&line.name, &roads),
            );
        }
        said
    }

    fn how_it_ended(&self) -> TextEnd {
        self.end
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        super::transcript::names_a_city(column)
            .then(|| self.names.get(&number))
            .flatten()
            .map(|name| format!("[{number}] {name}"))
    }
}

/// A city and its roads by destination, as both a transcript and a scenario can say it.
pub(super) fn city_statement(name: &str, roads: &[(u64, u64)]) -> String {
    let roads: Vec<_> = roads
        .iter()
        .map(|(to, length)| format!("[{to}] ({length})"))
        .collect();
    format!("{name}, roads to {}", roads.join(", "))
}

/// A line that only holds words, five of them.
fn is_head(line: &[u8]) -> bool {
    let is_word = |word: &[u8]| word.first().is_some_and(u8::is_ascii_alphabetic);
    let words = line
        .split(u8::is_ascii_whitespace)
        .filter(|w| !w.is_empty());
    let (mut count, mut all) = (0, true);
    for word in words {
        count += 1;
        all &= is_word(word);
    }
    count == AGENTS && all
}

fn digits(text: &[u8]) -> Option<u64> {
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

/// Five cells; a cell is a number and perhaps a star. Fewer will do where the text breaks off.
fn cities_line(line: &[u8], row: &mut Row) -> Result<(), Misread> {
    let mut at = 0;
    for agent in 0..AGENTS {
        while line.get(at) == Some(&b' ') || line.get(at) == Some(&b'\t') {
            at += 1;
        }
        let from = at;
        let mut city = 0u64;
        while let Some(digit) = line.get(at).filter(|byte| byte.is_ascii_digit()) {
            city = city
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'));
            at += 1;
        }
        let fail = |column: usize, what: &str| {
            let what = format!("{what}, for {}", super::transcript::TRACE[agent].name);
            Err(Misread { column, what })
        };
        if at == from {
            if row.cut && at == line.len() {
                return Ok(());
            }
            return fail(at + 1, "expected a city's ID");
        }
        if city > u64::from(u32::MAX) {
            return fail(from + 1, "a city's ID that is too large");
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
    if at < line.len() {
        return Err(Misread {
            column: at + 1,
            what: "expected the end of the line after five cities".into(),
        });
    }
    Ok(())
}

/// `NAME is at [4] darwin with 20 stamina`.
struct StatsLine<'a> {
    city: u64,
    name: &'a str,
    stamina: u64,
}

impl<'a> StatsLine<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let rest = text.trim().strip_suffix(STATS_STAMINA)?;
        let (rest, stamina) = rest.rsplit_once(STATS_WITH)?;
        let (_, place) = rest.split_once(STATS_AT)?;
        let (city, name) = place.split_once(']')?;
        Some(StatsLine {
            city: digits(city.as_bytes()).filter(|city| *city <= u64::from(u32::MAX))?,
            name: name.trim_start(),
            stamina: digits(stamina.as_bytes())?,
        })
    }
}

/// `[0] melbourne has roads to: [1] perth (41), [2] darwin (900)`. Names may hold anything, so
/// that a road is known by what stands round it.
fn parse_map_line(text: &str) -> Option<MapLine> {
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
        let (road, after) = match after.find("), [") {
            Some(end) => (&after[..=end], after[end + 2..].trim_start()),
            None => (after.trim_end().trim_end_matches(','), ""),
        };
        let (name, length) = road.strip_suffix(')')?.rsplit_once(" (")?;
        let (to, length) = (digits(to.as_bytes())?, digits(length.as_bytes())?);
        line.roads.push((to, name.to_owned(), length));
        rest = after;
    }
    Some(line)
}
