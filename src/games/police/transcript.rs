//! The chase in words: the reference client's lines, and those of our own that say more.
//!
//! Reference lines are exact to the byte: the constant head `  T  D1  D2  D3  D4` whatever the
//! agents are called, every city as `%3d` with `*` for an informant or a blank behind it.

use serde::Serialize;

use super::edition::Edition;
use super::trace::{CAUGHT, COLUMNS, ESCAPED, TIME_UP, column};
use super::viewed::{self, UNSEEN};
use super::{AGENTS, AgentState, Ending, Event, Map, Police, State, THIEF, lines, reading};
use chase_engine::game::{Game, Seat};
use chase_engine::header::to_json;
use chase_engine::seat::Seats;
use chase_kit::faces::Transcript;
use chase_kit::tally::Tally;
use chase_kit::trace::{Cell, ColumnSet, TraceReader, TraceRow};
use chase_kit::transcript::{Viewer, table, text};
use chase_record::replay::HistoryCycle;

/// The counts of the game, per agent.
#[derive(Clone, Debug, Default)]
struct Counts {
    agents: [AgentTally; AGENTS],
}

#[derive(Clone, Debug, Default, Serialize)]
struct AgentTally {
    moves: u64,
    rests: u64,
    distance: u64,
    tips: u64,
    /// True for each city it has been in; empty until its first turn.
    #[serde(skip)]
    seen: Vec<bool>,
}

/// The counts for programs, the thief's first.
#[derive(Debug, Serialize)]
struct Totals<'a> {
    agents: Vec<AgentTotals<'a>>,
}

/// One agent's counts: its seat, the name that the data file gives it, roads taken, turns stayed, the
/// length of all roads taken, tips heard, different cities it was in, its start among them.
#[derive(Debug, Serialize)]
struct AgentTotals<'a> {
    seat: String,
    name: &'a str,
    #[serde(flatten)]
    tally: &'a AgentTally,
    cities_seen: u64,
}

impl Police {
    /// Returns a city as the transcript names it, as in `[4] darwin`.
    pub(super) fn city(&self, id: u32) -> CityName<'_> {
        CityName { id, name: self.map.name(id) }
    }

    pub(super) fn name(&self, agent: usize) -> &str {
        &self.scenario.agents[agent].name
    }

    /// The hour's block: head, cities, an empty line.
    pub(super) fn hour_block(&self, state: &State, out: &mut Vec<u8>) {
        out.extend_from_slice(b"Hour ");
        out.extend_from_slice(itoa::Buffer::new().format(state.shown_hour()).as_bytes());
        out.push(b'\n');
        out.extend_from_slice(COLUMNS.as_bytes());
        out.push(b'\n');
        for agent in &state.agents {
            self.cell(agent.city, out);
        }
        out.extend_from_slice(b"\n\n");
    }

    /// `%3d` and a star or a blank.
    #[inline]
    fn cell(&self, city: u32, out: &mut Vec<u8>) {
        match self.cells.get(city as usize) {
            Some(cell) => out.extend_from_slice(cell),
            None if city == UNSEEN => out.extend_from_slice(b"  ? "),
            None => text(out, format_args!("{city}{}", mark(&self.map, city))),
        }
    }

    /// The reference client's `stats`.
    pub(super) fn stats(&self, state: &State, out: &mut Vec<u8>) {
        text(out, format_args!("Hour {}\n", state.shown_hour()));
        for n in 0..AGENTS {
            self.whereabouts(state, n, out);
            out.push(b'\n');
        }
        out.push(b'\n');
    }

    fn whereabouts(&self, state: &State, n: usize, out: &mut Vec<u8>) {
        let AgentState { city, stamina, .. } = state.agents[n];
        let (name, city) = (self.name(n), self.city(city));
        text(out, format_args!("{name} is at {city} with {stamina} stamina"));
    }

    /// The reference client's `map`.
    pub(super) fn map_text(&self, out: &mut Vec<u8>) {
        let roads = &self.map.roads;
        text(out, format_args!("Number of cities: {}\n", roads.places()));
        text(out, format_args!("Number of roads: {}\n", roads.count()));
        for id in (0..).take(roads.places()) {
            text(out, format_args!("{} has roads to:", self.city(id)));
            for (n, road) in roads.from(id).iter().enumerate() {
                let comma = if n > 0 { "," } else { "" };
                let (city, length) = (self.city(road.to), road.length);
                text(out, format_args!("{comma} {city} ({length})"));
            }
            out.push(b'\n');
        }
        out.push(b'\n');
    }

    /// A line for an agent, its player, and where its tip leads it.
    fn agent_line(&self, state: &State, n: usize, players: &[String], out: &mut Vec<u8>) {
        self.whereabouts(state, n, out);
        if let Some(player) = players.get(n) {
            text(out, format_args!(", {player}"));
        }
        if let Some(city) = Self::heading(state, n, players) {
            let city = self.city(city);
            text(out, format_args!(", tipped and heading to {city}"));
        }
        out.push(b'\n');
    }
}

fn mark(map: &Map, city: u32) -> char {
    if map.has_informant(city) { '*' } else { ' ' }
}

/// A city's cell in an hour's block, for IDs of up to three digits.
pub(super) type PrintedCity = [u8; 4];

/// The cells of all cities that have such an ID, made once: a trace shows five an hour.
pub(super) fn cells(map: &Map) -> Vec<PrintedCity> {
    const IDS: usize = 1_000;
    (0..)
        .take(map.cities().min(IDS))
        .map(|city| {
            let mut cell = Vec::with_capacity(size_of::<PrintedCity>());
            text(&mut cell, format_args!("{city:3}{}", mark(map, city)));
            cell.try_into().expect("three digits and a mark")
        })
        .collect()
}

/// A city as `[4] darwin`.
pub(super) struct CityName<'a> {
    id: u32,
    name: &'a str,
}

impl std::fmt::Display for CityName<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}] {}", self.id, self.name)
    }
}

impl Police {
    /// The facts about the scenario, as pairs of name and value.
    pub(super) fn told_scenario(&self) -> Vec<(String, String)> {
        let roads = &self.map.roads;
        let counts = [
            ("hours", self.scenario.hours.to_string()),
            ("cities", roads.places().to_string()),
            ("roads", roads.count().to_string()),
        ];
        let cities = (0..).take(roads.places()).map(|id| {
            let from = roads.from(id).iter();
            let ends: Vec<_> =
                from.map(|road| (i64::from(road.to), i64::from(road.length))).collect();
            (format!("[{id}]"), lines::city_statement(self.map.name(id), &ends))
        });
        let counts = counts.map(|(what, value)| (what.to_owned(), value));
        let ids = (0..).take(roads.places());
        let informants: Vec<_> =
            ids.filter(|id| self.map.has_informant(*id)).map(|id| id.to_string()).collect();
        let agents = (0u8..).zip(&self.scenario.agents).map(|(n, agent)| {
            let (stamina, start) = (agent.stamina, agent.start);
            let seat = self.seat_name(Seat(n));
            (seat, format!("stamina {stamina}, start [{start}]"))
        });
        let getaway = self.scenario.getaway;
        let getaway = getaway.map_or_else(|| "none".into(), |city| format!("[{city}]"));
        let rest =
            [("getaway".to_owned(), getaway), ("informants".to_owned(), informants.join(" "))];
        let statements = counts.into_iter().chain(agents).chain(rest);
        statements.chain(cities).collect()
    }
}

/// The transcript of the reference client.
pub(super) struct ClientText;

impl Transcript<Police> for ClientText {
    fn opening(&self, game: &Police, out: &mut Vec<u8>) {
        Edition::default().opening(game.scenario.hours, out);
    }

    fn cycle(&self, game: &Police, _: HistoryCycle<'_, Police>, state: &State, out: &mut Vec<u8>) {
        game.hour_block(state, out);
    }

    fn ending_words(&self, game: &Police, state: &State) -> String {
        let thief = state.agents[THIEF].city;
        let city_and_id = || (game.map.name(thief), thief);
        match state.ending {
            None => String::new(),
            // By whom and where is told to nobody.
            Some(Ending::Caught(_)) if state.is_viewed() => CAUGHT.into(),
            Some(Ending::Escaped) if state.is_viewed() => ESCAPED.into(),
            Some(Ending::Caught(by)) => {
                let (city, id) = city_and_id();
                let name = game.name(by.index());
                format!("{name} caught the thief in {city} ({id})\n{CAUGHT}")
            }
            Some(Ending::Escaped) => {
                let (city, id) = city_and_id();
                let name = game.name(THIEF);
                format!("{name} got away to {city} ({id})\n{ESCAPED}")
            }
            Some(Ending::TimeUp) => TIME_UP.into(),
        }
    }

    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)> {
        let agents = 0..AGENTS;
        let cell = |agent| {
            let (city, star) = (column::CITY + agent, column::INFORMANT + agent);
            let mark = match row.cells[star] {
                Cell::Number(1) => '*',
                _ => ' ',
            };
            let columns = ColumnSet::only(city).with(ColumnSet::only(star));
            (format!("{:>3}{mark}", row.cells[city].to_string()), columns)
        };
        agents.map(cell).collect()
    }

    fn show(&self, game: &Police, state: &State, row: &mut TraceRow) {
        for (n, agent) in state.agents.iter().enumerate() {
            if agent.city != UNSEEN {
                let informant = u64::from(game.map.has_informant(agent.city));
                row.cells[column::CITY + n] = Cell::Number(u64::from(agent.city));
                row.cells[column::INFORMANT + n] = Cell::Number(informant);
            }
            if agent.stamina == UNSEEN {
                continue;
            }
            row.cells[column::STAMINA + n] = Cell::Number(u64::from(agent.stamina));
            row.cells[column::TIP + n] = Cell::of(agent.tip);
        }
    }

    fn row(&self, game: &Police, _: HistoryCycle<'_, Police>, state: &State, row: &mut TraceRow) {
        row.cycle = u64::from(state.shown_hour());
        self.show(game, state, row);
        row.ending = self.ending_words(game, state);
    }

    fn recognises(&self, beginning: &str) -> bool {
        beginning.lines().any(|line| {
            let words = line.trim().trim_start_matches("Enter command:");
            lines::is_banner(words) || words.trim() == COLUMNS.trim()
        })
    }

    fn reader(&self) -> Box<dyn TraceReader> {
        Box::<reading::Reading>::default()
    }

    fn moment(&self, game: &Police, state: &State, players: &[String], out: &mut Vec<u8>) {
        self.viewed_moment(game, state, players, &[], out);
    }

    fn facts(&self, game: &Police, state: &State, players: &[String]) -> impl Serialize {
        game.hour_facts(state, players)
    }

    fn event(&self, game: &Police, before: &State, event: &Event) -> String {
        let thief = || game.city(before.agents[THIEF].city);
        match *event {
            Event::Moved { to } => {
                let n = usize::from(before.acted).min(AGENTS - 1);
                let AgentState { city, stamina, .. } = before.agents[n];
                let length = game.map.roads.length(city, to).unwrap_or(0);
                let (from, to) = (game.city(city), game.city(to));
                let left = stamina.saturating_sub(length);
                format!(
                    "{} moves from {from} to {to}: length {length}, stamina left {left}",
                    game.name(n),
                )
            }
            Event::Rested => {
                let n = usize::from(before.acted).min(AGENTS - 1);
                let city = game.city(before.agents[n].city);
                let full = game.scenario.agents[n].stamina;
                format!("{} rests at {city}: stamina back to {full}", game.name(n))
            }
            Event::Tipped { detective, city } => {
                let (name, thief) = (game.name(detective.index()), game.city(city));
                let here = game.city(before.agents[detective.index()].city);
                format!("{name} is tipped at {here}: the thief is at {thief}")
            }
            Event::HourPassed => "nobody is caught; the chase goes on".into(),
            Event::Caught { by } => {
                format!("{} catches the thief at {}", game.name(by.index()), thief())
            }
            Event::Escaped => format!("{} gets away at {}", game.name(THIEF), thief()),
            Event::TimeUp => "time is up".into(),
        }
    }

    fn tally(&self, _: &Police) -> Box<dyn Tally<Police>> {
        Box::new(Counts::default())
    }

    fn viewers(&self, game: &Police) -> Vec<Viewer> {
        viewed::viewers(game)
    }

    fn public_eyes(&self) -> Seats {
        viewed::detectives().collect()
    }

    fn viewed_opening(&self, game: &Police, eyes: Seats, out: &mut Vec<u8>) {
        self.opening(game, out);
        let title = viewed::title(game, eyes);
        text(out, format_args!("{title}\n\n"));
    }

    fn viewed_moment(
        &self,
        game: &Police,
        state: &State,
        players: &[String],
        memory: &[u8],
        out: &mut Vec<u8>,
    ) {
        game.hour_block(state, out);
        for n in (0..AGENTS).filter(|n| state.agents[*n].stamina != UNSEEN) {
            game.agent_line(state, n, players, out);
        }
        out.extend_from_slice(memory);
        if state.ending.is_some() {
            out.push(b'\n');
            self.ending(game, state, out);
        }
    }
}

impl Counts {
    /// The counts of the agents that these eyes see.
    fn totals<'a>(&'a self, game: &'a Police, eyes: Option<Seats>) -> Totals<'a> {
        let seen = (0u8..).zip(&self.agents);
        let seen = seen.filter(|(n, _)| eyes.is_none_or(|eyes| eyes.has(Seat(*n))));
        let agents = seen.map(|(n, tally)| AgentTotals {
            seat: game.seat_name(Seat(n)),
            name: game.name(usize::from(n)),
            tally,
            // Who never moved has seen its start.
            cities_seen: tally.seen.iter().filter(|seen| **seen).count().max(1) as u64,
        });
        Totals { agents: agents.collect() }
    }
}

impl Tally<Police> for Counts {
    fn count(&mut self, game: &Police, before: &State, event: &Event) {
        let actor = usize::from(before.acted);
        match *event {
            Event::Moved { to } => {
                let city = before.agents[actor].city;
                let agent = &mut self.agents[actor];
                agent.moves += 1;
                agent.distance += u64::from(game.map.roads.length(city, to).unwrap_or(0));
                agent.seen.resize(game.map.cities(), false);
                agent.seen[city as usize] = true;
                agent.seen[to as usize] = true;
            }
            Event::Rested => self.agents[actor].rests += 1,
            Event::Tipped { detective, .. } => self.agents[detective.index()].tips += 1,
            _ => {}
        }
    }

    fn json(&self, game: &Police, eyes: Option<Seats>) -> String {
        to_json(&self.totals(game, eyes))
    }

    fn text(&self, game: &Police, eyes: Option<Seats>, out: &mut Vec<u8>) {
        let totals = self.totals(game, eyes);
        let names = totals.agents.iter().map(|agent| agent.name.chars().count());
        let width = names.max().unwrap_or(0).max("agent".len());
        let heads =
            [("moves", 10), ("rests", 10), ("distance", 14), ("tips", 10), ("cities seen", 12)];
        let row = |AgentTotals { name, tally, cities_seen, .. }: AgentTotals<'_>| {
            let AgentTally { moves, rests, distance, tips, .. } = *tally;
            (name.to_owned(), [moves, rests, distance, tips, cities_seen])
        };
        table(("agent", width), heads, totals.agents.into_iter().map(row), out);
    }

    fn again(&self) -> Box<dyn Tally<Police>> {
        Box::new(self.clone())
    }
}
