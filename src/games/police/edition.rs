//! The editions of the chase: programs of other terms, and of the course before, print the same chase
//! in other words. Source: what such programs print, side by side on the same files and seed.

use super::lines::{MAP_CITIES, StatsLine, counted, parse_map_line, unnamed_counts, unnamed_roads};
use super::{AGENTS, Police, State, THIEF};
use chase_engine::game::Game as _;
use chase_kit::text_layout::ReferenceEdition;
use chase_kit::trace::Cell;
use chase_kit::transcript::text;

/// The editions, the document's own first.
pub static EDITIONS: [ReferenceEdition; 3] = [
    ReferenceEdition { names: &["2022"], banner: "POLICE ACADEMY 2521" },
    ReferenceEdition { names: &["2023", "2024"], banner: "DETECTIVE ACADEMY 2521" },
    ReferenceEdition { names: &["comp1927"], banner: "POLICE ACADEMY 1927" },
];

/// An edition of the chase's reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// The document's own.
    #[default]
    Police,
    /// The terms of 2023 and 2024: another banner.
    Detectives,
    /// COMP1927: another banner, `map` without names, short lines of `stats`.
    Comp1927,
}

impl Edition {
    /// The edition at a place of [`EDITIONS`].
    pub fn at(place: usize) -> Self {
        match place {
            1 => Edition::Detectives,
            2 => Edition::Comp1927,
            _ => Edition::Police,
        }
    }

    /// The edition whose banner a line is.
    pub fn of_banner(line: &str) -> Option<Self> {
        let is_banner = |edition: &ReferenceEdition| edition.banner == line.trim();
        EDITIONS.iter().position(is_banner).map(Edition::at)
    }

    fn known(self) -> &'static ReferenceEdition {
        &EDITIONS[self as usize]
    }

    /// The first line of the banner.
    pub fn title(self) -> &'static str {
        self.known().banner
    }

    /// The names of the edition, as a sentence about a text has them.
    pub fn names(self) -> String {
        self.known().names.join(" and ")
    }

    /// The line of the banner that promises the hours, in two pieces.
    pub fn cars(self) -> &'static str {
        match self {
            Edition::Detectives => "Detectives, to your cars. You have ",
            Edition::Police | Edition::Comp1927 => "Agents, to your cars. You have ",
        }
    }

    /// The same line, as a sentence has it.
    pub fn cars_words(self) -> &'static str {
        match self {
            Edition::Detectives => "`Detectives, to your cars. You have N hours.`",
            Edition::Police | Edition::Comp1927 => "`Agents, to your cars. You have N hours.`",
        }
    }

    /// A line of `stats`, as a sentence has it.
    pub fn stats_words(self) -> &'static str {
        match self {
            Edition::Comp1927 => "`NAME STAMINA CITY (ID) GOAL (ID)`",
            _ => "`NAME is at [ID] CITY with N stamina`",
        }
    }

    /// The banner.
    pub fn opening(self, hours: i32, out: &mut Vec<u8>) {
        let (title, cars) = (self.title(), self.cars());
        text(
            out,
            format_args!(
                "\n{title}\n\nRed alert! A thief is on the run.\n{cars}{hours} hours.\n\n"
            ),
        );
    }

    /// The answer to `stats`.
    pub fn stats(self, game: &Police, state: &State, out: &mut Vec<u8>) {
        if self != Edition::Comp1927 {
            return game.stats(state, out);
        }
        text(out, format_args!("Hour {}\n", state.shown_hour()));
        for n in 0..AGENTS {
            let agent = &state.agents[n];
            let city = |id: u32| (Cell::Number(id.into()), game.map().name(id));
            let goal = if n == THIEF { game.scenario().getaway } else { agent.tip };
            let line = StatsLine {
                who: game.name(n),
                city: city(agent.city).0,
                name: city(agent.city).1,
                stamina: Cell::Number(agent.stamina.into()),
                has_star: game.map().has_informant(agent.city),
                goal: goal.map(city),
            };
            text(out, format_args!("{}\n", self.stats_line(&line)));
        }
        out.push(b'\n');
    }

    /// A line of `stats`.
    pub(super) fn stats_line(self, line: &StatsLine<'_>) -> String {
        let StatsLine { who, city, name, stamina, has_star, goal } = line;
        match self {
            Edition::Comp1927 => {
                let star = if *has_star { "*" } else { "" };
                let goal = goal.as_ref().map(|(city, name)| format!(" {name} ({city})"));
                format!("{who} {stamina} {name} ({city}{star}){}", goal.unwrap_or_default())
            }
            _ => format!("{who} is at [{city}] {name} with {stamina} stamina"),
        }
    }

    /// The answer to `map`.
    pub fn map(self, game: &Police, out: &mut Vec<u8>) {
        if self != Edition::Comp1927 {
            return game.map_text(out);
        }
        let roads = &game.map().roads;
        text(out, format_args!("V={}, E={}\n", roads.places(), roads.count()));
        for id in (0..).take(roads.places()) {
            for road in roads.from(id) {
                text(out, format_args!("{id}-{} : {} ", road.to, road.length));
            }
            if !roads.from(id).is_empty() {
                out.push(b'\n');
            }
        }
        out.push(b'\n');
    }

    /// The first line of `map`, laid out exactly; nothing for any other line.
    pub fn map_head(self, line: &str) -> Option<String> {
        if self == Edition::Comp1927 {
            let (cities, roads) = unnamed_counts(line)?;
            return Some(format!("V={cities}, E={roads}"));
        }
        counted(line, MAP_CITIES)
    }

    /// The line of a city in `map`, laid out exactly; nothing for any other line.
    pub fn map_city(self, line: &str) -> Option<String> {
        if self == Edition::Comp1927 {
            let (id, roads) = unnamed_roads(line)?;
            let roads = roads.iter().map(|(to, length)| format!("{id}-{to} : {length} "));
            return Some(roads.collect());
        }
        let line = parse_map_line(line)?;
        let roads = line.roads.iter();
        let roads = roads.map(|(to, name, length)| format!(" [{to}] {name} ({length})"));
        let roads: Vec<_> = roads.collect();
        let (id, name) = (line.id, line.name.trim());
        Some(format!("[{id}] {name} has roads to:{}", roads.join(",")))
    }
}
