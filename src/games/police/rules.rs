//! The rules of the chase: moves, rests and the stamina that they cost or give back, tips, captures and
//! the end; what a stored event must not be.

use super::map::Map;
use super::scenario::{AGENTS, Scenario};
use super::{Action, AgentState, Ending, Event, Police, State, THIEF};
use chase_engine::game::{BrokenRule, Seat};

/// The rule that an action or event breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nothing happens after the end.
    #[error("nothing can happen after the end")]
    Over,
    /// A move or rest out of turn.
    #[error("an agent acts once an hour, in its turn")]
    NobodysTurn,
    /// Cities that no road joins.
    #[error("there is no road from city {from} to city {to}")]
    NoRoad {
        /// The city where the agent is.
        from: u32,
        /// The city to which it would go.
        to: u32,
    },
    /// A road longer than the agent's stamina.
    #[error("the road has length {length}, but the agent has only {stamina} stamina")]
    TooFar {
        /// The road's length.
        length: u32,
        /// The stamina that the agent has.
        stamina: u32,
    },
    /// A tip that no informant gave.
    #[error("D{} is tipped, but no informant owes it a tip", .detective.0)]
    NoInformant {
        /// The detective that was tipped.
        detective: Seat,
    },
    /// An informant whose tip is missing.
    #[error("the informant's tip to D{} is missing", .detective.0)]
    TipMissing {
        /// The detective that should have been tipped.
        detective: Seat,
    },
    /// A tip that names a city where the thief is not.
    #[error("the tip names city {city}, the thief is in city {thief}")]
    WrongTip {
        /// The city that the tip names.
        city: u32,
        /// The city where the thief is.
        thief: u32,
    },
    /// An hour that closes before all have acted.
    #[error("the hour closes before all agents have acted")]
    HourOpen,
    /// An hour that must close otherwise.
    #[error("the hour must close with {}", close_name(*.due))]
    WrongClose {
        /// The event that the rules call for now.
        due: Event,
    },
}

impl From<Illegal> for BrokenRule {
    fn from(rule: Illegal) -> Self {
        BrokenRule::new(rule.to_string())
    }
}

fn close_name(event: Event) -> &'static str {
    match event {
        Event::Caught { .. } => "the capture of the thief by the first detective with it",
        Event::Escaped => "the thief's escape",
        Event::TimeUp => "time being up",
        _ => "the chase going on",
    }
}

/// Hour 0, before its tips and its end test.
pub(super) fn opening(scenario: &Scenario, map: &Map) -> State {
    let agents = std::array::from_fn(|n| {
        let agent = &scenario.agents[n];
        AgentState { city: agent.start, stamina: agent.stamina, tip: None }
    });
    let owed = (THIEF + 1..AGENTS)
        .filter(|&n| map.has_informant(scenario.agents[n].start))
        .map(|n| 1 << n)
        .sum();
    State { hour: 0, acted: 5, owed, ending: None, agents }
}

impl Police {
    /// Returns true if a state read from a file can be one of this game's.
    pub(super) fn is_possible(&self, state: &State) -> bool {
        let cities = self.map.cities();
        let on_map = |city: u32| (city as usize) < cities;
        let agents = state.agents.iter().zip(&self.scenario.agents);
        let sound = |(now, full): (&AgentState, &super::scenario::AgentSetup)| {
            on_map(now.city) && now.stamina <= full.stamina && now.tip.is_none_or(on_map)
        };
        let detectives = (THIEF + 1..AGENTS).map(|n| 1u8 << n).sum::<u8>();
        usize::from(state.acted) <= AGENTS
            && state.owed & !detectives == 0
            && agents.into_iter().all(sound)
            && i64::from(state.hour) <= i64::from(self.scenario.hours.max(0))
            && state.ending.is_none_or(|ending| self.ends_so(state, ending))
    }

    /// Returns true if the places of the agents and the hour call for this ending.
    fn ends_so(&self, state: &State, ending: Ending) -> bool {
        let due = match ending {
            Ending::Caught(by) => Event::Caught { by },
            Ending::Escaped => Event::Escaped,
            Ending::TimeUp => Event::TimeUp,
        };
        usize::from(state.acted) == AGENTS && state.owed == 0 && self.close(state) == due
    }

    /// Moves by destination, then resting, which is always allowed.
    #[inline]
    pub(super) fn legal_actions<'a>(
        &'a self,
        agent: &AgentState,
        buffer: &'a mut Vec<Action>,
    ) -> &'a [Action] {
        if agent.stamina >= self.map.roads.longest() {
            return self.map.actions(agent.city);
        }
        for road in self.map.roads.from(agent.city) {
            if road.length <= agent.stamina {
                buffer.push(Action::Move { to: road.to });
            }
        }
        buffer.push(Action::Rest);
        buffer
    }

    #[inline(always)]
    pub(super) fn decide_action(
        &self,
        state: &State,
        actor: usize,
        action: Action,
        out: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        match action {
            Action::Rest => self.stay(state, actor, out),
            Action::Move { to } => {
                self.pay(&state.agents[actor], to)?;
                out.push(Event::Moved { to });
                self.tip(state, actor, to, out);
            }
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn stay(&self, state: &State, actor: usize, out: &mut Vec<Event>) {
        out.push(Event::Rested);
        self.tip(state, actor, state.agents[actor].city, out);
    }

    /// The tip a detective gets when its turn ends in this city.
    #[inline]
    fn tip(&self, state: &State, actor: usize, city: u32, out: &mut Vec<Event>) {
        if actor != THIEF && self.map.has_informant(city) {
            out.push(Event::Tipped { detective: seat(actor), city: state.agents[THIEF].city });
        }
    }

    /// The stamina that an agent has left after going to a city.
    #[inline(always)]
    fn pay(&self, agent: &AgentState, to: u32) -> Result<u32, Illegal> {
        let from = agent.city;
        let length = self.map.roads.length(from, to).ok_or(Illegal::NoRoad { from, to })?;
        let stamina = agent.stamina;
        stamina.checked_sub(length).ok_or(Illegal::TooFar { length, stamina })
    }

    /// The world's turn: tips at hour 0, and the test that ends every hour.
    #[inline]
    pub(super) fn close_hour(&self, state: &State, out: &mut Vec<Event>) {
        let mut owed = state.owed;
        while let Some(detective) = next_owed(owed) {
            owed &= owed - 1;
            out.push(Event::Tipped { detective, city: state.agents[THIEF].city });
        }
        out.push(self.close(state));
    }

    #[inline]
    fn close(&self, state: &State) -> Event {
        let [thief, detectives @ ..] = &state.agents;
        let with_thief = detectives.iter().position(|agent| agent.city == thief.city);
        if let Some(first) = with_thief {
            Event::Caught { by: seat(first + 1) }
        } else if self.scenario.getaway == Some(thief.city) {
            Event::Escaped
        } else if i64::from(state.hour) >= i64::from(self.scenario.hours) {
            Event::TimeUp
        } else {
            Event::HourPassed
        }
    }

    #[inline(always)]
    pub(super) fn apply_event(&self, state: &mut State, event: Event) -> Result<(), Illegal> {
        if state.ending.is_some() {
            return Err(Illegal::Over);
        }
        match event {
            Event::Moved { to } => self.apply_move(state, to),
            Event::Rested => self.apply_rest(state),
            Event::Tipped { detective, city } => self.apply_tip(state, detective, city),
            close => self.apply_close(state, close),
        }
    }

    #[inline(always)]
    fn apply_move(&self, state: &mut State, to: u32) -> Result<(), Illegal> {
        let actor = acting(state)?;
        let left = self.pay(&state.agents[actor], to)?;
        let agent = &mut state.agents[actor];
        agent.city = to;
        agent.stamina = left;
        if agent.tip == Some(to) {
            agent.tip = None;
        }
        self.end_turn(state, actor);
        Ok(())
    }

    #[inline(never)]
    fn apply_rest(&self, state: &mut State) -> Result<(), Illegal> {
        let actor = acting(state)?;
        state.agents[actor].stamina = self.scenario.agents[actor].stamina;
        self.end_turn(state, actor);
        Ok(())
    }

    #[inline(always)]
    fn end_turn(&self, state: &mut State, actor: usize) {
        state.acted += 1;
        if actor != THIEF && self.map.has_informant(state.agents[actor].city) {
            state.owed = 1 << actor;
        }
    }

    #[inline(never)]
    fn apply_tip(&self, state: &mut State, detective: Seat, city: u32) -> Result<(), Illegal> {
        if next_owed(state.owed) != Some(detective) {
            return Err(Illegal::NoInformant { detective });
        }
        let thief = state.agents[THIEF].city;
        if city != thief {
            return Err(Illegal::WrongTip { city, thief });
        }
        let parts = self.parts[detective.index()].as_deref();
        let agent = &mut state.agents[detective.index()];
        let leads = city != agent.city && super::same_part(parts, agent.city, city);
        agent.tip = leads.then_some(city);
        state.owed &= state.owed - 1;
        Ok(())
    }

    #[inline]
    fn apply_close(&self, state: &mut State, event: Event) -> Result<(), Illegal> {
        tips_given(state)?;
        if usize::from(state.acted) < AGENTS {
            return Err(Illegal::HourOpen);
        }
        let due = self.close(state);
        if event != due {
            return Err(Illegal::WrongClose { due });
        }
        match event {
            Event::Caught { by } => state.ending = Some(Ending::Caught(by)),
            Event::Escaped => state.ending = Some(Ending::Escaped),
            Event::TimeUp => state.ending = Some(Ending::TimeUp),
            _ => {
                state.hour += 1;
                state.acted = 0;
            }
        }
        Ok(())
    }
}

#[inline]
fn acting(state: &State) -> Result<usize, Illegal> {
    tips_given(state)?;
    state.actor().ok_or(Illegal::NobodysTurn)
}

#[inline]
fn tips_given(state: &State) -> Result<(), Illegal> {
    match next_owed(state.owed) {
        Some(detective) => Err(Illegal::TipMissing { detective }),
        None => Ok(()),
    }
}

/// The first detective of a set of bits.
#[inline]
pub(super) fn next_owed(bits: u8) -> Option<Seat> {
    (bits != 0).then(|| seat(bits.trailing_zeros() as usize))
}

/// An agent's seat.
#[inline]
pub(super) fn seat(agent: usize) -> Seat {
    Seat(u8::try_from(agent).expect("there are five agents"))
}
