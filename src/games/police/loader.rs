//! Reads the two data files of the assignment, and writes them.
//!
//! City file: the number of cities; then per city its ID, pairs `other length`, `n` or `i`, and
//! its name to the end of the line. Agent file: `stamina start getaway name` for the thief, then
//! four lines `stamina start strategy name`. City lines may come in any order; roads are two-way
//! and may be given from one end or from both; of two roads between the same cities the first
//! counts. Blank lines and CRLF are let through.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::players;
use super::scenario::{AGENTS, AgentSetup, City, NUMBER_MAX, Scenario, item};
use chase_engine::game::{Fault, Item};
use chase_engine::header::{HEADER_BYTES_MAX, json_length};
use chase_world::error::Error;

/// A file's name and bytes.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name that messages give.
    pub name: &'a str,
    /// The contents of the file.
    pub bytes: &'a [u8],
}

/// A scenario read from its two files.
#[derive(Debug)]
pub struct LoadedScenario {
    /// The data, checked.
    pub scenario: Scenario,
    /// The players that the strategy codes mean, the thief's first.
    pub players: Vec<String>,
    /// Warnings about values that are playable but outside what the assignment promises.
    pub warnings: Vec<String>,
}

/// Reads and checks a scenario.
///
/// # Errors
/// The first fault, with file, line, column, and what was expected.
pub fn load(cities: Source<'_>, agents: Source<'_>, hours: i32) -> Result<LoadedScenario, Error> {
    let mut places = Places::default();
    let read = read_cities(cities, &mut places)
        .and_then(|map| Ok((map, read_agents(agents, &mut places)?)));
    let (map, crew) = read.map_err(|error| swapped(cities, agents).unwrap_or(error))?;
    let scenario = Scenario {
        hours,
        getaway: crew.getaway,
        agents: crew.agents,
        cities: map.cities.into(),
        roads: map.roads.into(),
    };
    check_length(&scenario).map_err(|error| error.at(cities.name))?;
    scenario.check().map_err(|fault| places.explain(&fault, cities.name, agents.name))?;
    let warnings = warnings(&scenario, &crew.players, cities.name, agents.name);
    Ok(LoadedScenario { scenario, players: crew.players, warnings })
}

/// Refuses what no replay can hold, before a map is made of it.
fn check_length(scenario: &Scenario) -> Result<(), Error> {
    if json_length(scenario) <= HEADER_BYTES_MAX as u64 {
        return Ok(());
    }
    let count = scenario.cities.len();
    let what = format!(
        "the map is too large: {count} cities make a scenario of more than {HEADER_BYTES_MAX} bytes"
    );
    Err(Error::new(what).help("a recording cannot hold it; use fewer cities or roads"))
}

/// The error for two files given in the wrong order, as far as their first lines tell: a lone
/// number is the number of cities, three numbers and a name are an agent.
fn swapped(cities: Source<'_>, agents: Source<'_>) -> Option<Error> {
    let words = |source: Source<'_>| -> Vec<String> {
        let text = String::from_utf8_lossy(source.bytes);
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().find(|line| !line.trim().is_empty());
        let words = first.unwrap_or_default().split_whitespace();
        words.map(str::to_owned).collect()
    };
    let is_number = |word: &String| word.parse::<i64>().is_ok();
    let (first, second) = (words(cities), words(agents));
    let is_agent = first.len() >= 3 && first[..3].iter().all(is_number);
    let is_count = second.len() == 1 && is_number(&second[0]);
    (is_agent && is_count).then(|| {
        let (cities, agents) = (cities.name, agents.name);
        Error::new(format!(
            "the two files look swapped: {cities} holds agents, {agents} holds cities"
        ))
        .help(format!("give the cities first: {agents} {cities}"))
    })
}

/// The places in the files of each item of a scenario.
#[derive(Default)]
struct Places {
    getaway: FilePlace,
    agent_stamina: Vec<FilePlace>,
    agent_start: Vec<FilePlace>,
    agent_name: Vec<FilePlace>,
    city_name: Vec<FilePlace>,
    road: Vec<FilePlace>,
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, Default)]
struct FilePlace {
    line: usize,
    column: usize,
}

impl FilePlace {
    fn error(self, file: &str, what: impl Into<String>) -> Error {
        Error::new(what).at(format_args!("{file}:{}:{}", self.line, self.column))
    }
}

impl Places {
    fn explain(&self, fault: &Fault, cities: &str, agents: &str) -> Error {
        let found = match fault.item {
            Item::The(item::GETAWAY) => Some((agents, self.getaway)),
            Item::Nth(item::AGENT_STAMINA, n) => Some((agents, self.agent_stamina[n])),
            Item::Nth(item::AGENT_START, n) => Some((agents, self.agent_start[n])),
            Item::Nth(item::AGENT_NAME, n) => Some((agents, self.agent_name[n])),
            Item::Nth(item::CITY_NAME, n) => Some((cities, self.city_name[n])),
            Item::Nth(item::ROAD, n) => Some((cities, self.road[n])),
            _ => None,
        };
        match found {
            Some((file, place)) => place.error(file, &fault.what),
            None => Error::new(fault.to_string()).at(cities),
        }
    }
}

/// The lines of a file that hold anything, with their numbers.
fn lines<'a>(source: Source<'a>) -> Result<Vec<ParserLine<'a>>, Error> {
    let bytes = source.bytes;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let numbered = bytes.split(|&byte| byte == b'\n').zip(1..);
    let mut lines = Vec::new();
    for (bytes, number) in numbered {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let place = FilePlace { line: number, column: error.valid_up_to() + 1 };
            place.error(source.name, "bytes that are not UTF-8").help("save the file as UTF-8 text")
        })?;
        let text = text.trim_end();
        if !text.is_empty() {
            lines.push(ParserLine { file: source.name, number, text, at: 0 });
        }
    }
    Ok(lines)
}

/// A line on its way through the parser.
#[derive(Clone, Copy)]
struct ParserLine<'a> {
    file: &'a str,
    number: usize,
    text: &'a str,
    /// The byte that comes next.
    at: usize,
}

impl<'a> ParserLine<'a> {
    /// Passes over blanks and says where the next word begins.
    fn place(&mut self) -> FilePlace {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        FilePlace { line: self.number, column: self.text[..self.at].chars().count() + 1 }
    }

    /// The next word, or nothing at the end of the line.
    fn word(&mut self) -> (FilePlace, Option<&'a str>) {
        let place = self.place();
        let rest = &self.text[self.at..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at += end;
        (place, Some(&rest[..end]).filter(|word| !word.is_empty()))
    }

    /// The rest of the line, and its place.
    fn rest(&mut self) -> (FilePlace, &'a str) {
        let place = self.place();
        (place, &self.text[self.at..])
    }

    /// A number between two bounds; `what` names it in messages.
    fn number(&mut self, what: &str, least: i64, most: i64) -> Result<(FilePlace, i64), Error> {
        let (place, word) = self.word();
        let number = self.number_in(place, word, what)?;
        if (least..=most).contains(&number) {
            Ok((place, number))
        } else {
            let what = format!("{what} is {number}; expected {least} to {most}");
            Err(place.error(self.file, what))
        }
    }

    fn number_in(&self, place: FilePlace, word: Option<&str>, what: &str) -> Result<i64, Error> {
        let Some(word) = word else {
            let what = format!("the line ends where {what} is expected");
            return Err(place.error(self.file, what));
        };
        word.parse().map_err(|error: std::num::ParseIntError| {
            use std::num::IntErrorKind::{NegOverflow, PosOverflow};
            let what = match error.kind() {
                PosOverflow | NegOverflow => {
                    format!("{what} is {word}; that does not fit in 32 bits")
                }
                _ => format!("expected {what}, found `{}`", shorten(word)),
            };
            place.error(self.file, what)
        })
    }

    /// A number that only has to fit C's unsigned half: a city, a stamina, a length.
    fn natural(&mut self, what: &str, least: u32) -> Result<(FilePlace, u32), Error> {
        let (place, number) = self.number(what, i64::from(least), i64::from(NUMBER_MAX))?;
        Ok((place, u32::try_from(number).unwrap_or(NUMBER_MAX)))
    }

    fn finish(&mut self) -> Result<(), Error> {
        let (place, rest) = self.rest();
        if rest.is_empty() {
            Ok(())
        } else {
            let what = format!("expected the end of the line, found `{}`", shorten(rest));
            Err(place.error(self.file, what))
        }
    }
}

fn shorten(word: &str) -> String {
    const SHOWN: usize = 40;
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

struct CityFile {
    cities: Vec<City>,
    roads: Vec<(u32, u32, u32)>,
}

fn read_cities(source: Source<'_>, places: &mut Places) -> Result<CityFile, Error> {
    let lines = lines(source)?;
    let Some((mut first, rest)) = lines.split_first().map(|(first, rest)| (*first, rest)) else {
        let what = "the file is empty; expected the number of cities";
        return Err(FilePlace { line: 1, column: 1 }.error(source.name, what));
    };
    let (_, count) = first.natural("the number of cities", 1)?;
    first.finish()?;
    check_line_count(source, count as usize, rest, first.number)?;
    let mut cities: Vec<Option<(City, FilePlace)>> = vec![None; count as usize];
    let mut roads = RoadList::default();
    for line in rest {
        let mut line = *line;
        let (place, id) = line.number("the city's ID", 0, i64::from(count) - 1)?;
        let id = u32::try_from(id).unwrap_or(NUMBER_MAX);
        let slot = &mut cities[id as usize];
        if slot.is_some() {
            return Err(place.error(source.name, format!("city {id} is given twice")));
        }
        *slot = Some(read_city(&mut line, id, &mut roads)?);
    }
    // As many lines as IDs, every ID in range, none twice: none is missing.
    let (cities, city_name) = cities.into_iter().flatten().unzip();
    places.city_name = city_name;
    let roads = roads.into_iter().map(|((a, b), (length, place))| ((a, b, length), place));
    let (roads, road) = roads.unzip();
    places.road = road;
    Ok(CityFile { cities, roads })
}

fn check_line_count(
    source: Source<'_>,
    count: usize,
    rest: &[ParserLine<'_>],
    first: usize,
) -> Result<(), Error> {
    let promised = format!("the first line promises {count} cities");
    if let Some(extra) = rest.get(count) {
        let place = FilePlace { line: extra.number, column: 1 };
        let what = format!("one line too many: {promised}");
        return Err(place.error(source.name, what));
    }
    if rest.len() < count {
        let place =
            FilePlace { line: rest.last().map_or(first, |line| line.number) + 1, column: 1 };
        let what = format!("the file ends after {} cities: {promised}", rest.len());
        return Err(place.error(source.name, what));
    }
    Ok(())
}

/// Roads as they are found, each pair of cities once.
type RoadList = BTreeMap<(u32, u32), (u32, FilePlace)>;

fn read_city(
    line: &mut ParserLine<'_>,
    id: u32,
    roads: &mut RoadList,
) -> Result<(City, FilePlace), Error> {
    loop {
        let (place, word) = line.word();
        let informant = match word {
            Some("n") => false,
            Some("i") => true,
            None => {
                let what = "the line ends where a road, `n` or `i` is expected";
                return Err(place.error(line.file, what));
            }
            Some(word) => {
                let to = road_end(line, place, word)?;
                let what = format!("the length of the road to city {to}");
                let (_, length) = line.natural(&what, 1)?;
                roads.entry((id.min(to), id.max(to))).or_insert((length, place));
                continue;
            }
        };
        let (place, name) = line.rest();
        let name = name.to_owned();
        return Ok((City { name, informant }, place));
    }
}

fn road_end(line: &ParserLine<'_>, place: FilePlace, word: &str) -> Result<u32, Error> {
    let what = "a city at the other end of a road, `n` or `i`";
    let to = line.number_in(place, Some(word), what)?;
    u32::try_from(to).map_err(|_| place.error(line.file, format!("no city {to}")))
}

struct AgentFile {
    getaway: Option<u32>,
    agents: Vec<AgentSetup>,
    players: Vec<String>,
}

fn read_agents(source: Source<'_>, places: &mut Places) -> Result<AgentFile, Error> {
    let lines = lines(source)?;
    check_agent_count(source, &lines)?;
    let mut file = AgentFile {
        getaway: None,
        agents: Vec::with_capacity(AGENTS),
        players: Vec::with_capacity(AGENTS),
    };
    for (n, line) in lines.iter().enumerate() {
        let mut line = *line;
        let (stamina_place, stamina) = line.natural("the stamina", 0)?;
        let (start_place, start) = line.natural("the start city", 0)?;
        if n == super::THIEF {
            let most = i64::from(NUMBER_MAX);
            let (place, getaway) = line.number("the getaway city (-1 for none)", -1, most)?;
            places.getaway = place;
            file.getaway = u32::try_from(getaway).ok();
            file.players.push(players::of_thief().to_owned());
        } else {
            file.players.push(read_strategy(&mut line)?.to_owned());
        }
        let (name_place, name) = line.rest();
        places.agent_stamina.push(stamina_place);
        places.agent_start.push(start_place);
        places.agent_name.push(name_place);
        file.agents.push(AgentSetup { name: name.to_owned(), stamina, start });
    }
    Ok(file)
}

fn check_agent_count(source: Source<'_>, lines: &[ParserLine<'_>]) -> Result<(), Error> {
    if lines.len() == AGENTS {
        return Ok(());
    }
    let line = match lines.get(AGENTS) {
        Some(extra) => extra.number,
        None => lines.last().map_or(1, |last| last.number + 1),
    };
    let found = lines.len();
    let what = format!("{found} agents; expected {AGENTS}, the thief and four detectives");
    Err(FilePlace { line, column: 1 }.error(source.name, what))
}

fn read_strategy(line: &mut ParserLine<'_>) -> Result<&'static str, Error> {
    let (place, word) = line.word();
    let code = line.number_in(place, word, "the strategy")?;
    players::by_code(code).ok_or_else(|| {
        let what = format!(
            "no strategy {code}; expected -1 (stationary), 0 (random), \
             1 (cheapest-least-visited) or 2 (dfs)"
        );
        place.error(line.file, what)
    })
}

/// The assignment's promises that this scenario does not keep, as warnings.
pub fn warnings(
    scenario: &Scenario,
    players: &[String],
    cities: &str,
    agents: &str,
) -> Vec<String> {
    let map = super::Map::new(scenario);
    let longest = map.roads.longest();
    let mut warnings = Vec::new();
    if !map.is_connected() {
        warnings.push(format!(
            "{cities}: the map is not connected; some cities cannot be reached from others"
        ));
    }
    for (n, agent) in scenario.agents.iter().enumerate().skip(1) {
        let short = agent.stamina < longest;
        let parts = short.then(|| map.roads.parts(agent.stamina));
        let cut_off = parts.is_some_and(|parts| parts.iter().any(|part| *part != parts[0]));
        let name = &agent.name;
        if players[n] == "dfs" && short {
            warnings.push(format!(
                "{agents}: {name} follows DFS with stamina {}, less than the longest road \
                 ({longest}): it will rest for ever at the first such road of its route",
                agent.stamina
            ));
        } else if cut_off && map.has_informants() && players[n] != "stationary" {
            warnings.push(format!(
                "{agents}: {name} with stamina {} cannot reach every city; tips that lead out \
                 of its reach are dropped",
                agent.stamina
            ));
        }
    }
    warnings
}

/// The city file of a scenario, each road given at its lower end.
pub fn city_file(scenario: &Scenario) -> String {
    city_file_with(scenario, &scenario.roads)
}

/// The city file of a scenario with its roads written as given: each at its first end, in this
/// order.
pub fn city_file_with(scenario: &Scenario, roads: &[(u32, u32, u32)]) -> String {
    let mut lines: Vec<String> = (0..scenario.cities.len()).map(|id| id.to_string()).collect();
    for (a, b, length) in roads {
        // Writing to a string cannot fail.
        let _ = write!(lines[*a as usize], " {b} {length}");
    }
    let mut text = format!("{}\n", scenario.cities.len());
    for (line, city) in lines.iter().zip(scenario.cities.iter()) {
        let flag = if city.informant { 'i' } else { 'n' };
        let _ = writeln!(text, "{line} {flag} {}", city.name);
    }
    text
}

/// The agent file of a scenario; `codes` are the detectives' strategies.
pub fn agent_file(scenario: &Scenario, codes: [i64; AGENTS - 1]) -> String {
    let getaway = scenario.getaway.map_or(-1, i64::from);
    let thirds = std::iter::once(getaway).chain(codes);
    let mut text = String::new();
    for (agent, third) in scenario.agents.iter().zip(thirds) {
        let AgentSetup { name, stamina, start } = agent;
        let _ = writeln!(text, "{stamina} {start} {third} {name}");
    }
    text
}
