//! An agent knows the map, its own deeds and its own tips. Of a history another is made in which
//! all the rest is different: where the other agents start, their names and stamina, where they go,
//! the getaway, and where the thief goes when the agent is not tipped any more. The same is done for
//! several agents together.

use std::sync::Arc;

use super::scenario::AgentSetup;
use super::{Action, Event, Police, Scenario, State, THIEF, rules, viewed};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::{Audience, Fault, Game, Masks, Seat, Turn, Twin};
use chase_engine::seat::Seats;
use chase_record::replay::{By, History, HistoryCycle, SessionLog as _, TurnEntry};

/// An agent knows itself, what a tip says, and nothing else of the others.
pub(super) struct AgentsKnowThemselves;

impl Masks<Police> for AgentsKnowThemselves {
    #[inline(always)]
    fn state(&self, game: &Police, state: &State, eyes: Seats) -> State {
        viewed::state(&game.map, state, eyes)
    }

    #[inline(always)]
    fn event(&self, _: &Police, before: &State, event: &Event, eyes: Seats) -> Option<Event> {
        is_seen(before, event, eyes).then_some(*event)
    }

    #[inline(always)]
    fn audience(&self, before: &State, event: &Event) -> Audience {
        match *event {
            Event::Moved { .. } | Event::Rested => Audience::One(Seat(before.acted)),
            Event::Tipped { detective, .. } => Audience::One(detective),
            _ => Audience::Nobody,
        }
    }

    fn sees_turn(&self, eyes: Seats, by: Seat) -> bool {
        eyes.has(by)
    }

    #[inline(always)]
    fn game(&self, game: &Police, eyes: Seats) -> Option<Result<Arc<Police>, Fault>> {
        let masked = || game.masked_for(eyes);
        Some(Ok(match eyes.only() {
            Some(only) => Arc::clone(game.masked[only.index()].get_or_init(masked)),
            None => masked(),
        }))
    }

    fn twin(
        &self,
        game: &Arc<Police>,
        history: &History<Police>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<Police>> {
        let scenario = elsewhere(&game.scenario, seats, dice);
        let twin = Arc::new(Police::new(scenario).ok()?);
        let mut telling = OtherHistory {
            seats,
            state: twin.start(),
            game: &twin,
            dice,
            tips_left: tips(history, seats),
            told: History::default(),
        };
        let mut other = History::default();
        for cycle in history.cycles() {
            telling.told.clear();
            if telling.cycle(cycle).is_none() {
                break;
            }
            other.push(telling.told.last()?);
        }
        (!other.is_empty()).then_some(Twin { game: twin, history: other })
    }
}

/// True if one of these agents learns from an event; `before` is the state it changes.
#[inline(always)]
pub(super) fn is_seen(before: &State, event: &Event, eyes: Seats) -> bool {
    match event {
        Event::Moved { .. } | Event::Rested => eyes.has(Seat(before.acted)),
        Event::Tipped { detective, .. } => eyes.has(*detective),
        _ => false,
    }
}

impl Police {
    /// The chase without the getaway and the other agents. As a start and a stamina are numbers, and there is
    /// none that means nothing, theirs are those of the first agent that is known.
    fn masked_for(&self, eyes: Seats) -> Arc<Police> {
        let mut scenario = self.scenario.clone();
        scenario.getaway = None;
        let known = eyes.iter().next().unwrap_or(Seat(0));
        let like = AgentSetup { name: "agent".into(), ..scenario.agents[known.index()].clone() };
        for (seat, agent) in (0..).map(Seat).zip(&mut scenario.agents) {
            if !eyes.has(seat) {
                agent.clone_from(&like);
            }
        }
        Arc::new(Police {
            opening: rules::opening(&scenario, &self.map),
            scenario,
            map: Arc::clone(&self.map),
            parts: self.parts.clone(),
            cells: Arc::clone(&self.cells),
            masked: Default::default(),
        })
    }
}

/// A scenario that is the same for these seats. The thief must be able to go where tips say it was, and
/// so is left as it is.
fn elsewhere(scenario: &Scenario, seats: Seats, dice: &mut Dice) -> Scenario {
    let mut other = scenario.clone();
    let cities = u32::try_from(other.cities.len()).expect("a city's number has 32 bits");
    let thief = other.agents[THIEF].start;
    for (seat, agent) in (0..).map(Seat).zip(&mut other.agents) {
        if seats.has(seat) {
            continue;
        }
        agent.name.push('*');
        if seat.index() == THIEF {
            continue;
        }
        agent.stamina = agent.stamina / 2 + dice.below(100);
        let start = dice.below(cities);
        if start != thief {
            agent.start = start;
        }
    }
    let getaway = dice.below(cities);
    other.getaway = (getaway != thief).then_some(getaway);
    other
}

/// The number of tips that the seats get.
fn tips(history: &History<Police>, seats: Seats) -> usize {
    let events = history.cycles().flat_map(|cycle| cycle.events);
    events.filter(|event| is_tip_of(event, seats)).count()
}

fn is_tip_of(event: &Event, seats: Seats) -> bool {
    matches!(event, Event::Tipped { detective, .. } if seats.has(*detective))
}

/// Tells the other history.
struct OtherHistory<'a> {
    seats: Seats,
    game: &'a Police,
    state: State,
    dice: &'a mut Dice,
    /// Tips that the seats still get. The thief goes its own way after the last.
    tips_left: usize,
    /// The cycle that is being told.
    told: History<Police>,
}

impl OtherHistory<'_> {
    /// Replays a cycle in the other history. Nothing once one of the two is over and the other not.
    fn cycle(&mut self, cycle: HistoryCycle<'_, Police>) -> Option<()> {
        for (entry, events) in cycle.turns() {
            let (by, now) = self.turn(entry)?;
            for event in &now {
                self.game.apply(&mut self.state, event).ok()?;
            }
            if matches!(by, By::World) && !ends_alike(events.last()?, now.last()?) {
                return None;
            }
            let tips = events.iter().filter(|event| is_tip_of(event, self.seats));
            self.tips_left -= tips.count();
            self.told.entry(cycle.number, by, entry.words, &now);
        }
        Some(())
    }

    fn turn(&mut self, entry: &TurnEntry<Action>) -> Option<(By<Action>, Vec<Event>)> {
        let mut events = Vec::new();
        let by = match &entry.by {
            By::World => {
                events = self.game.world(&self.state, self.dice);
                By::World
            }
            By::Joint(_) => return None,
            By::Forfeit(seat, why) => {
                events = self.game.forfeit(&self.state, *seat, why);
                By::Forfeit(*seat, why.clone())
            }
            By::Action(seat, action) => {
                let action = self.action(*seat, *action)?;
                let decided =
                    self.game.decide_action(&self.state, seat.index(), action, &mut events);
                decided.ok()?;
                By::Action(*seat, action)
            }
        };
        Some((by, events))
    }

    /// The action of a seat in the other history: the same as in the first for the seats
    /// themselves, and for the thief while tips still name it.
    fn action(&mut self, seat: Seat, did: Action) -> Option<Action> {
        if self.game.turn(&self.state) != Turn::Seat(seat) {
            return None;
        }
        let is_thief = seat.index() == THIEF;
        if self.seats.has(seat) || is_thief && self.tips_left > 0 {
            return Some(did);
        }
        let legal = self.game.legal(&self.state, seat);
        // Whoever keeps away from the thief keeps the chase going.
        let thief = self.state.agents[THIEF].city;
        let keeps_away = |action: &&Action| is_thief || **action != Action::Move { to: thief };
        let quiet: Vec<_> = legal.iter().filter(keeps_away).copied().collect();
        Some(*one_of(&quiet, self.dice))
    }
}

/// Returns true if an hour ends the chase in the same way in both histories: no player learns who
/// caught the thief.
fn ends_alike(one: &Event, other: &Event) -> bool {
    one == other || matches!((one, other), (Event::Caught { .. }, Event::Caught { .. }))
}
