//! Judges traces of the chase: by the roads, by the stamina, and by what each strategy asks for,
//! all of it worked out from the trace's own past.
//!
//! Where the assignment leaves a choice open every choice is right: on the way to a tip any rest
//! and any road after which the fewest turns and the most stamina on arrival are still possible.
//! Without known dice a random agent may take any road it can afford.

mod agent_memory;
mod explain;
mod shifted_dice;
mod turn_text;
mod weigh;

use std::sync::Arc;

use super::players::known_strategy::dice_stay_known;
use super::rules::{Illegal, seat};
use super::secrets::is_seen;
use super::trace::{TRACE, column};
use super::viewed::UNSEEN;
use super::{AGENTS, Action, Event, Police, State, THIEF};
use crate::transcript::ClientText;
use chase_engine::dice::{Dice, DrawOwner, Generator};
use chase_engine::game::{Game, Seat, View};
use chase_kit::faces::Transcript as _;
use chase_kit::referee::{Cause, Referee, TraceFinding};
use chase_kit::trace::{Cell, TraceRow, absent};
use chase_record::replay::Header;
use chase_world::error::one_line;

use agent_memory::AgentMemory;
use turn_text::Did;
use weigh::Weighing;

/// A trace of the chase under judgement.
#[derive(Clone)]
pub(super) struct PoliceReferee {
    game: Arc<Police>,
    minds: Vec<AgentMemory>,
    /// The dice as they stand, when they are known; and as they were before the first draw.
    dice: Option<Dice>,
    fresh: Dice,
    generator: Generator,
    /// The seed, and the number of the game in its series.
    seed: (i64, u64),
    state: State,
    /// The next hour.
    next: u64,
    /// The hour of the newest ending that no row has shown yet.
    unsaid: Option<u64>,
}

impl PoliceReferee {
    pub(super) fn new(game: Arc<Police>, header: &Header, dice_known: bool) -> Self {
        let minds = (0u8..).zip(&header.players);
        let minds = minds.map(|(seat, player)| AgentMemory::new(&game, Seat(seat), player));
        let minds: Vec<_> = minds.collect();
        PoliceReferee {
            minds,
            dice: (dice_known && dice_stay_known(header)).then(|| header.dice()),
            fresh: header.dice(),
            generator: header.dice,
            seed: (header.seed, header.number),
            state: game.start(),
            next: 0,
            unsaid: None,
            game,
        }
    }

    fn city(&self, id: u32) -> String {
        let known = (id as usize) < self.game.map().cities();
        match id {
            _ if known => self.game.city(id).to_string(),
            UNSEEN => "a city that does not exist".into(),
            _ => format!("[{id}] (no such city)"),
        }
    }

    fn seat_name(agent: usize) -> &'static str {
        TRACE[column::CITY + agent].name
    }

    /// The action with which an agent came to be in a city.
    fn action(&self, agent: usize, city: u32) -> Action {
        if city == self.state.agents[agent].city { Action::Rest } else { Action::Move { to: city } }
    }

    /// An agent's city in a row.
    fn shown(row: &TraceRow, agent: usize) -> Option<u32> {
        match &row.cells[column::CITY + agent] {
            Cell::Number(city) => u32::try_from(*city).ok(),
            Cell::Text(_) => Some(UNSEEN),
            _ => None,
        }
    }

    /// The turn of an agent, ready to be judged. A random agent draws for it.
    fn weigh(&mut self, agent: usize) -> Weighing {
        if let Some(dice) = &mut self.dice {
            dice.turn_to(DrawOwner::Seat(seat(agent)));
        }
        let view = View { game: &*self.game, state: &self.state, seat: seat(agent) };
        let mind = &mut self.minds[agent];
        let dice = (self.dice.as_mut(), &self.fresh);
        Weighing::new(&view, mind, dice)
    }

    /// Writes down what an agent did.
    fn carry_out(
        &mut self,
        agent: usize,
        action: Action,
        weighing: &Weighing,
    ) -> Result<(), Illegal> {
        let mut events = Vec::new();
        self.game.decide_action(&self.state, agent, action, &mut events)?;
        for event in &events {
            self.tell(event);
            self.game.apply_event(&mut self.state, *event)?;
        }
        if weighing.due() != Some(action) {
            self.minds[agent].replan();
        }
        Ok(())
    }

    fn tell(&mut self, event: &Event) {
        for (n, mind) in (0u8..).zip(&mut self.minds) {
            if is_seen(&self.state, event, Seat(n).into()) {
                mind.observe(event);
            }
        }
    }

    /// The end of an hour, or hour 0 as a whole.
    fn close(&mut self) -> Result<(), Illegal> {
        let mut events = Vec::new();
        self.game.close_hour(&self.state, &mut events);
        for event in &events {
            self.tell(event);
            self.game.apply_event(&mut self.state, *event)?;
        }
        Ok(())
    }

    /// The words with which the chase ends now; none while it goes on.
    fn due_ending(&self) -> String {
        ClientText.ending_words(&self.game, &self.state)
    }

    /// Checks that the row is the one that comes next.
    fn check_order(&self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        if let Some(hour) = self.unsaid {
            let due = one_line(&self.due_ending());
            let what = format!("the chase is over in hour {hour} ({due}), but the trace goes on");
            return Err(TraceFinding::general(hour, "ending", what));
        }
        if self.state.ending.is_some() {
            let what = "it shows another hour after the end of the chase";
            return Err(TraceFinding::general(row.cycle, "ending", what));
        }
        if row.cycle != self.next {
            let what = format!("found hour {}, expected hour {}", row.cycle, self.next);
            return Err(TraceFinding::general(self.next, "hours", what));
        }
        Ok(())
    }

    /// Checks that every city is one that there can be.
    fn check_cities(&self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        let mut cities = (0..AGENTS).map(|agent| (agent, &row.cells[column::CITY + agent]));
        let wrong = cities.find(|(_, city)| matches!(city, Cell::Text(_)));
        wrong.map_or(Ok(()), |(agent, city)| {
            let what = format!("it is in [{city}], but there is no such city");
            Err(of_agent(row, agent, "city", what))
        })
    }

    fn check_starts(&self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        for agent in 0..AGENTS {
            let start = self.state.agents[agent].city;
            if let Some(city) = Self::shown(row, agent).filter(|city| *city != start) {
                let (city, start) = (self.city(city), self.city(start));
                let what = format!("it starts in {city}, but should start in {start}");
                return Err(of_agent(row, agent, "start", what));
            }
        }
        Ok(())
    }

    /// One agent's turn as a row shows it.
    fn judge_turn(&mut self, row: &TraceRow, agent: usize) -> Result<(), Box<TraceFinding>> {
        let weighing = self.weigh(agent);
        let shown = Self::shown(row, agent);
        let action = match (shown, weighing.due()) {
            (Some(city), _) => self.action(agent, city),
            (None, Some(due)) => due,
            (None, None) => Action::Rest,
        };
        if weighing.due() != Some(action) {
            let did = [Did::new(self, &weighing, action, "the trace", std::slice::from_ref(row))];
            if did[0].is_wrong() {
                let facts = weighing.facts(self, &did);
                let [Did { verdict, .. }] = did;
                return Err(Box::new(TraceFinding {
                    cycle: row.cycle,
                    seat: Some(Self::seat_name(agent).into()),
                    rule: verdict.rule,
                    what: format!("it {}: {}", verdict.choice, verdict.why),
                    situation: weighing.situation(self),
                    options: Some(weighing.options(self, Some(action), None)),
                    facts,
                }));
            }
        }
        let done = self.carry_out(agent, action, &weighing);
        done.map_err(|rule| against_the_rules(row, rule))
    }

    /// What a column after the cities must show.
    fn due(&self, column: usize) -> Cell {
        let now = &self.state.agents[column % AGENTS];
        match column {
            column::INFORMANT..column::STAMINA => {
                Cell::Number(self.game.map().has_informant(now.city).into())
            }
            column::STAMINA..column::TIP => Cell::Number(now.stamina.into()),
            _ => Cell::of(now.tip),
        }
    }

    /// Checks the columns of a row after the cities.
    fn check_rest(&self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        let kinds =
            [(column::INFORMANT, "informant"), (column::STAMINA, "stamina"), (column::TIP, "tip")];
        for agent in 0..AGENTS {
            for (first, rule) in kinds {
                let column = first + agent;
                let (shown, due) = (&row.cells[column], self.due(column));
                if *shown != Cell::Unknown && *shown != due {
                    let (shown, due) = (self.in_words(column, shown), self.in_words(column, &due));
                    let what = format!("it shows {shown}, but should show {due}");
                    return Err(of_agent(row, agent, rule, what));
                }
            }
        }
        Ok(())
    }

    fn in_words(&self, column: usize, cell: &Cell) -> String {
        match cell {
            Cell::Number(number) => self.number_in_words(column, *number),
            Cell::Text(shown) => {
                let kind = TRACE[column].kind;
                let is_overdrawn = kind == "stamina" && shown.starts_with('-');
                let why = if is_overdrawn { " (it has spent more than it had)" } else { "" };
                format!("{kind} {shown}{why}")
            }
            _ => absent(&TRACE[column]),
        }
    }

    fn number_in_words(&self, column: usize, number: u64) -> String {
        if column >= column::TIP {
            let city = self.number_in_words(column - column::TIP, number);
            return format!("a tip that leads to {city}");
        }
        if column >= column::STAMINA {
            return format!("stamina {number}");
        }
        if column >= column::INFORMANT {
            return match number {
                0 => "no `*` (the city has no informant)".into(),
                _ => "a `*` (the city has an informant)".into(),
            };
        }
        u32::try_from(number).map_or_else(|_| format!("[{number}]"), |city| self.city(city))
    }

    fn check_ending(&mut self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        let due = self.due_ending();
        if row.ending == due {
            return Ok(());
        }
        if row.ending.is_empty() || row.cut && due.starts_with(&row.ending) {
            self.unsaid = Some(row.cycle);
            return Ok(());
        }
        let (said, due) = (one_line(&row.ending), one_line(&due));
        let what = match due.as_str() {
            "" => format!("it ends with `{said}`, but the chase goes on"),
            due => format!("it ends with `{said}` instead of `{due}`"),
        };
        let mut finding = TraceFinding::general(row.cycle, "ending", what);
        finding.facts = self.ending_facts(row.cycle);
        Err(finding)
    }

    /// Facts about the end of an hour: the cities of the agents, and the hours that are left.
    fn ending_facts(&self, hour: u64) -> Vec<String> {
        let thief = self.state.agents[THIEF].city;
        let with_thief: Vec<_> = (THIEF + 1..AGENTS)
            .filter(|&agent| self.state.agents[agent].city == thief)
            .map(Self::seat_name)
            .collect();
        let mut facts = vec![match with_thief.as_slice() {
            [] => format!("no detective is with the thief at {}", self.city(thief)),
            [first, others @ ..] => {
                let place = self.city(thief);
                let and = match others {
                    [] => String::new(),
                    _ => format!(
                        ", {} too; the ending names the first in order",
                        others.join(" and ")
                    ),
                };
                format!("{first} is with the thief at {place}{and}")
            }
        }];
        facts.push(match self.game.scenario().getaway {
            Some(getaway) => format!("the getaway is {}", self.city(getaway)),
            None => "there is no getaway".into(),
        });
        let hours = self.game.scenario().hours;
        facts.push(format!("hour {hour} of {hours}"));
        facts
    }
}

impl Referee for PoliceReferee {
    fn judge(&mut self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        self.check_order(row)?;
        self.check_cities(row)?;
        if row.cycle == 0 {
            self.check_starts(row)?;
        } else {
            for agent in 0..AGENTS {
                self.judge_turn(row, agent)?;
            }
        }
        let closed = self.close();
        closed.map_err(|rule| against_the_rules(row, rule))?;
        self.check_rest(row)?;
        self.check_ending(row)?;
        self.next += 1;
        Ok(())
    }

    fn end(&self, cut: bool) -> Result<(), Box<TraceFinding>> {
        let last = self.next.saturating_sub(1);
        if self.unsaid.is_some() {
            let due = one_line(&self.due_ending());
            let what = format!("the ending is missing: `{due}`");
            return Err(TraceFinding::general(last, "ending", what));
        }
        if cut && self.state.ending.is_none() {
            let what = match self.next {
                0 => "it shows no hour".to_owned(),
                _ => format!("it breaks off after hour {last}, without an ending"),
            };
            return Err(TraceFinding::general(last, "unfinished", what));
        }
        Ok(())
    }

    fn fork(&self) -> Box<dyn Referee> {
        Box::new(self.clone())
    }

    fn explain(&self, ours: &[TraceRow], theirs: &[TraceRow]) -> Option<Box<Cause>> {
        explain::explain(self.clone(), ours, theirs)
    }

    fn tell(&self, column: usize, number: u64) -> String {
        match column {
            column::STAMINA..column::TIP => number.to_string(),
            column::TIP.. => self.number_in_words(column - column::TIP, number),
            _ => self.number_in_words(column, number),
        }
    }
}

/// What the rules cannot produce.
fn against_the_rules(row: &TraceRow, rule: Illegal) -> Box<TraceFinding> {
    TraceFinding::general(row.cycle, "rules", rule.to_string())
}

/// What a row shows wrongly of an agent.
fn of_agent(row: &TraceRow, agent: usize, rule: &'static str, what: String) -> Box<TraceFinding> {
    let mut finding = TraceFinding::general(row.cycle, rule, what);
    finding.seat = Some(PoliceReferee::seat_name(agent).into());
    finding
}
