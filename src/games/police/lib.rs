//! The police chase: four detectives, one randomly walking thief, roads with lengths, stamina,
//! informants. Source: the assignment 'Police Academy 2521' (COMP2521, UNSW, 2022 T2).
//!
//! An hour is a cycle. In it the agents act in the order T, D1, D2, D3, D4, each seeing what
//! those before it did. An agent moves along one road no longer than its stamina and pays the
//! road's length, or stays, which restores its full stamina. A detective whose turn ends in a
//! city with an informant is tipped with the thief's present city; detectives that start in one
//! are tipped in hour 0. After all five: a detective with the thief has caught it (the first in
//! order is named); else the thief in the getaway city has escaped; else, when the hours are
//! used up, time is up. The same test stands at hour 0, before anyone moved.
//!
//! The strategies of the detectives are players (`players/`): what they remember is no part of
//! the state.

pub mod args;
mod believed_thief;
pub mod console;
pub mod console_layout;
pub mod edition;
mod embedded;
mod exact_lines;
mod facts;
mod hour_line;
pub mod kernel;
mod last_told;
pub mod lines;
pub mod loader;
pub mod map;
mod nearest;
pub mod new;
mod numbers;
mod openings;
mod options;
mod picture;
pub mod players;
pub mod reading;
mod referee;
mod rules;
pub mod scenario;
mod secrets;
#[cfg(test)]
mod tests;
mod towns;
pub mod trace;
pub mod transcript;
mod viewed;
mod wire_form;

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use chase_engine::check_value::CheckValue;
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{BrokenRule, Decided, Fault, Forfeit, Game, Masks, Outcome, Seat, Turn};
use chase_kit::extras::Extras;
use chase_kit::faces::{NumericForm, Picture, Playable, Transcript, WireForm};
use chase_kit::player_kind::PlayerKind;
use chase_kit::trace::{Cell, Column, TraceRow};

use console_layout::ConsoleLayout;
use last_told::LastTold;
use referee::PoliceReferee;
use trace::TRACE;
use transcript::ClientText;

pub use map::Map;
pub use scenario::{AGENTS, Scenario};

/// The thief's seat; the detectives' follow.
pub const THIEF: usize = 0;

/// A scenario made playable.
#[derive(Debug)]
pub struct Police {
    scenario: Scenario,
    map: Arc<Map>,
    /// Per detective, which cities hang together by roads it can afford when rested. Nothing
    /// when that is every road.
    parts: [Option<Arc<[u32]>>; AGENTS],
    /// Hour 0, before its tips and its end test.
    opening: State,
    cells: Arc<[transcript::PrintedCity]>,
    /// The chase as each agent knows it, once it was asked for.
    masked: [OnceLock<Arc<Police>>; AGENTS],
}

/// The state of a chase: everything that the rules need to continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The hour being played.
    pub hour: u32,
    /// The number of agents that have acted in the hour; at 5 it is the world's turn.
    pub acted: u8,
    /// Detectives that an informant still owes a tip, as bits: 1 << seat.
    pub owed: u8,
    /// The ending, once the chase is over.
    pub ending: Option<Ending>,
    /// Thief first, then the detectives.
    pub agents: [AgentState; AGENTS],
}

/// The city, the stamina and the tip of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentState {
    /// The number of its city.
    pub city: u32,
    /// The stamina it has left.
    pub stamina: u32,
    /// The city that the newest tip named, until the agent is there.
    pub tip: Option<u32>,
}

/// The three endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the detective in this seat.
    Caught(Seat),
    /// The thief reached the getaway city.
    Escaped,
    /// The hours are used up.
    TimeUp,
}

/// An action that an agent can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// To go along the road to this city.
    Move {
        /// The ID of the city that the agent wants to go to.
        to: u32,
    },
    /// To stay and restore full stamina.
    Rest,
}

/// An event of the chase. The order is stored: new events are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The agent whose turn it is went along the road to this city.
    Moved {
        /// The ID of the city where the agent is now.
        to: u32,
    },
    /// The agent whose turn it is stayed.
    Rested,
    /// An informant told a detective where the thief is.
    Tipped {
        /// The detective that was tipped.
        detective: Seat,
        /// The thief's city.
        city: u32,
    },
    /// The hour is over and the chase goes on.
    HourPassed,
    /// A detective is with the thief.
    Caught {
        /// The first in order that is.
        by: Seat,
    },
    /// The thief is in the getaway city.
    Escaped,
    /// The hours are used up.
    TimeUp,
}

/// Everything that an agent may know before the chase: the map, and its own start.
#[derive(Clone)]
pub struct Briefing {
    /// Cities and roads.
    pub map: Arc<Map>,
    /// The city it starts in.
    pub start: u32,
    /// Its full stamina.
    pub stamina: u32,
    /// Hours until time is up.
    pub hours: i32,
    parts: Option<Arc<[u32]>>,
}

impl Briefing {
    /// Returns true if the agent can ever get from one city to another, resting as often as it
    /// likes.
    pub(crate) fn can_reach(&self, from: u32, to: u32) -> bool {
        same_part(self.parts.as_deref(), from, to)
    }
}

fn same_part(parts: Option<&[u32]>, from: u32, to: u32) -> bool {
    parts.is_none_or(|parts| parts[from as usize] == parts[to as usize])
}

/// Everything that an agent sees when it must choose.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sight {
    /// The number of the agent's city.
    pub city: u32,
    /// The stamina that the agent has left.
    pub stamina: u32,
}

/// Everything that an agent learns: its own moves and rests, and its tips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// It went to this city.
    Moved {
        /// The ID of the city where it is now.
        to: u32,
    },
    /// It stayed where it was.
    Rested,
    /// The thief is in this city.
    Tipped {
        /// The thief's city.
        city: u32,
    },
}

impl Sight {
    /// What the agent in a seat sees of a state.
    #[inline(always)]
    pub(crate) fn of(state: &State, seat: Seat) -> Sight {
        let agent = &state.agents[seat.index()];
        Sight { city: agent.city, stamina: agent.stamina }
    }
}

impl Seen {
    /// The facts of an event that an agent learned of; nothing where agents learn nothing.
    #[inline(always)]
    pub fn of(event: &Event) -> Option<Seen> {
        match *event {
            Event::Moved { to } => Some(Seen::Moved { to }),
            Event::Rested => Some(Seen::Rested),
            Event::Tipped { city, .. } => Some(Seen::Tipped { city }),
            _ => None,
        }
    }
}

impl State {
    /// The agent whose turn comes next, as an index into `agents`; nothing when it is the world's
    /// turn.
    #[inline]
    fn actor(&self) -> Option<usize> {
        let acted = usize::from(self.acted);
        (acted < AGENTS && self.ending.is_none()).then_some(acted)
    }

    /// The newest hour that is complete.
    pub(crate) fn shown_hour(&self) -> u32 {
        if self.ending.is_some() { self.hour } else { self.hour.saturating_sub(1) }
    }
}

impl Police {
    /// Everything that an agent is told before the game.
    fn briefing(&self, seat: Seat) -> Briefing {
        let agent = &self.scenario.agents[seat.index()];
        Briefing {
            map: Arc::clone(&self.map),
            start: agent.start,
            stamina: agent.stamina,
            hours: self.scenario.hours,
            parts: self.parts[seat.index()].clone(),
        }
    }

    /// Cities and roads.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The same chase with another getaway.
    fn with_getaway(&self, city: u32) -> Self {
        let mut scenario = self.scenario.clone();
        scenario.getaway = Some(city);
        Police {
            scenario,
            map: Arc::clone(&self.map),
            parts: self.parts.clone(),
            opening: self.opening.clone(),
            cells: Arc::clone(&self.cells),
            masked: Default::default(),
        }
    }

    fn outcome(ending: Ending) -> Outcome {
        let (cause, points) = match ending {
            Ending::Caught(_) => ("caught", [0, 2]),
            Ending::Escaped => ("escaped", [2, 0]),
            Ending::TimeUp => ("time_up", [2, 0]),
        };
        Outcome { cause: cause.into(), points: points.to_vec() }
    }
}

impl Game for Police {
    const NAME: &'static str = "police";
    const CYCLE: &'static str = "hour";
    const DICE: Generator = Generator::Glibc;

    type Scenario = Scenario;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        scenario.check()?;
        let map = Arc::new(Map::new(&scenario));
        let parts = std::array::from_fn(|agent| {
            let stamina = scenario.agents[agent].stamina;
            let whole = stamina >= map.roads.longest() && map.is_connected();
            (!whole).then(|| map.roads.parts(stamina).into())
        });
        Ok(Police {
            cells: transcript::cells(&map).into(),
            opening: rules::opening(&scenario, &map),
            scenario,
            map,
            parts,
            masked: Default::default(),
        })
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn seats(&self) -> u8 {
        5
    }

    fn seat_name(&self, seat: Seat) -> String {
        match seat.0 {
            0 => "T".into(),
            n => format!("D{n}"),
        }
    }

    fn sides(&self) -> &'static [&'static str] {
        &["thief", "detectives"]
    }

    fn start(&self) -> State {
        self.opening.clone()
    }

    #[inline]
    fn clock(&self, state: &State) -> u64 {
        u64::from(state.hour)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        Some(u64::try_from(self.scenario.hours).unwrap_or(0))
    }

    #[inline(always)]
    fn turn(&self, state: &State) -> Turn {
        if let Some(ending) = state.ending {
            return Turn::Over(Self::outcome(ending));
        }
        // A turn lasts until the informant has told its tip; those of hour 0 are the world's.
        match rules::next_owed(state.owed) {
            Some(detective) if state.hour > 0 => Turn::Seat(detective),
            None if usize::from(state.acted) < AGENTS => Turn::Seat(Seat(state.acted)),
            _ => Turn::World,
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        self.is_possible(state)
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Action> {
        self.legal_in(state, seat, &mut Vec::new()).to_vec()
    }

    #[inline(always)]
    fn legal_in<'a>(
        &'a self,
        state: &State,
        seat: Seat,
        buffer: &'a mut Vec<Action>,
    ) -> &'a [Action] {
        self.legal_actions(&state.agents[seat.index()], buffer)
    }

    fn decide(&self, state: &State, seat: Seat, action: &Action, _: &mut Dice) -> Decided<Event> {
        let mut events = Vec::new();
        self.decide_action(state, seat.index(), *action, &mut events)?;
        Ok(events)
    }

    #[inline(always)]
    fn decide_in(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        _: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Result<(), BrokenRule> {
        Ok(self.decide_action(state, seat.index(), *action, out)?)
    }

    fn world(&self, state: &State, _: &mut Dice) -> Vec<Event> {
        let mut events = Vec::new();
        self.close_hour(state, &mut events);
        events
    }

    #[inline]
    fn world_in(&self, state: &State, _: &mut Dice, out: &mut Vec<Event>) {
        self.close_hour(state, out);
    }

    fn forfeit(&self, state: &State, seat: Seat, _: &Forfeit) -> Vec<Event> {
        let mut events = Vec::new();
        self.stay(state, seat.index(), &mut events);
        events
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        Ok(self.apply_event(state, *event)?)
    }

    fn event_matches(&self, _: &State, _: Seat, action: &Action, event: &Event) -> bool {
        match (action, event) {
            (Action::Move { to: asked }, Event::Moved { to }) => asked == to,
            (Action::Rest, Event::Rested) => true,
            _ => false,
        }
    }

    fn ended_by(&self, state: &State) -> Option<Seat> {
        match state.ending {
            Some(Ending::Caught(by)) => Some(by),
            _ => None,
        }
    }

    /// The hour, who caught the thief, and where everybody is with which stamina. Tips are of no
    /// account after the end.
    #[inline]
    fn check_state(&self, state: &State, check: CheckValue) -> CheckValue {
        let agents = state.agents.map(|agent| (agent.city, agent.stamina));
        check_words(check, state.hour, self.ended_by(state), agents)
    }

    fn masks() -> impl Masks<Self> {
        secrets::AgentsKnowThemselves
    }
}

/// Adds the ending of a chase to a check value, as words: the hour, the catcher's seat (255 for
/// none), and each agent's city and stamina.
#[inline]
pub fn check_words(
    check: CheckValue,
    hour: u32,
    by: Option<Seat>,
    agents: [(u32, u32); AGENTS],
) -> CheckValue {
    let by = by.map_or(u8::MAX, |seat| seat.0);
    let first = check.word(u64::from(hour) | u64::from(by) << 32);
    let word = |(city, stamina): (u32, u32)| u64::from(city) | u64::from(stamina) << 32;
    agents.into_iter().fold(first, |check, agent| check.word(word(agent)))
}

impl Playable for Police {
    const CELLS: &'static [Column] = TRACE;
    const EXTRAS: Extras<Self> = Extras {
        layout: Some(|| Box::new(ConsoleLayout::with_prompts(u64::MAX, None))),
        memory: Some(|game, _| Box::new(LastTold::of(game))),
        insight: Some(|_, _| None),
        belief: Some(believed_thief::belief),
        compiled: Some(kernel::compiled),
        compiled_worth: Some(kernel::worth),
        exact_odds: Some(kernel::exact_odds),
        referee: Some(|game, header, dice_known| {
            Box::new(PoliceReferee::new(game, header, dice_known))
        }),
        ..Extras::NONE
    };

    fn players() -> &'static [PlayerKind<Self>] {
        players::PLAYERS
    }

    /// The thief is alone.
    fn can_sit(kind: &PlayerKind<Self>, seat: Seat) -> bool {
        seat.index() != THIEF || kind.name != players::TEAM
    }

    fn cells(&self, state: &State) -> Vec<String> {
        let mut row = TraceRow::unknown(TRACE.len());
        ClientText.show(self, state, &mut row);
        row.cells.iter().map(Cell::to_string).collect()
    }

    fn action_text(&self, state: &State, seat: Seat, action: &Action) -> String {
        let here = state.agents[seat.index()].city;
        match *action {
            Action::Move { to } => {
                let length = self.map.roads.length(here, to).unwrap_or(0);
                format!("move to {}: length {length}", self.city(to))
            }
            Action::Rest => format!("rest at {}", self.city(here)),
        }
    }

    /// An hour's lines show where everybody is, and no words.
    fn event_text(&self, _: Option<Seat>, _: &Event) -> String {
        String::new()
    }

    fn statements(&self) -> Vec<(String, String)> {
        self.told_scenario()
    }

    fn transcript() -> impl Transcript<Self> {
        ClientText
    }

    fn wire() -> impl WireForm<Self> {
        wire_form::AgentMessages
    }

    fn picture() -> impl Picture<Self> {
        picture::MapPicture
    }

    fn numbers() -> impl NumericForm<Self> {
        numbers::CityNumbers
    }
}

/// The game for lists of games. What is generic is built in this crate, where it is asked for.
#[inline(never)]
#[must_use]
pub fn entry() -> &'static dyn chase_play::CommandLine {
    const { &chase_record::entry::GameEntry::<Police>::new() }
}
