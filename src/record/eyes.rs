//! What is shown to somebody who looks through the eyes of some seats: states without what these
//! do not see, and what they were told before. It never looks at anything else.

use std::sync::Arc;

use chase_engine::game::{Forfeit, Masks as _};
use chase_engine::header::to_json;
use chase_engine::history::{By, History, HistoryCycle, Joint, SeatChoice};
use chase_engine::seat::Seats;
use chase_engine::seated_players::show;
use chase_kit::extras::Memory;
use chase_kit::faces::{Playable, Transcript as _};

/// The eyes of some seats of a game.
pub struct Eyes<G: Playable> {
    game: Arc<G>,
    seats: Seats,
    memory: Option<Box<dyn Memory<G>>>,
}

impl<G: Playable> Clone for Eyes<G> {
    fn clone(&self) -> Self {
        Eyes {
            game: Arc::clone(&self.game),
            seats: self.seats,
            memory: self.memory.as_ref().map(|memory| memory.again()),
        }
    }
}

impl<G: Playable> Eyes<G> {
    /// Before anything was seen.
    #[must_use]
    pub fn new(game: &Arc<G>, seats: Seats) -> Self {
        Eyes {
            game: Arc::clone(game),
            seats,
            memory: G::EXTRAS.memory.map(|memory| memory(game, seats)),
        }
    }

    /// Remembers what the seats learn from an event of a cycle; `before` is the state it changes.
    pub fn observe(&mut self, cycle: u64, before: &G::State, event: &G::Event) {
        if let Some(memory) = &mut self.memory {
            show(&*self.game, before, event, self.seats, |_, seen| {
                memory.take(cycle, seen);
            });
        }
    }

    /// Observes all events of a cycle that begins at a state, as far as the rules allow them.
    pub fn observe_cycle(&mut self, start: &G::State, cycle: HistoryCycle<'_, G>) {
        if self.memory.is_none() {
            return;
        }
        let mut state = start.clone();
        for event in cycle.events {
            self.observe(cycle.number, &state, event);
            if self.game.apply(&mut state, event).is_err() {
                return;
            }
        }
    }

    /// The memory of these seats on one line; empty where nothing is remembered.
    #[must_use]
    pub fn told(&self) -> String {
        let mut told = Vec::new();
        if let Some(memory) = &self.memory {
            memory.text(&mut told);
        }
        let told = String::from_utf8_lossy(&told);
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A moment in words; `state` is the true one.
    pub fn moment_text(&self, state: &G::State, players: &[String], out: &mut Vec<u8>) {
        let state = G::masks().state(&self.game, state, self.seats);
        let mut memory = Vec::new();
        if let Some(told) = &self.memory {
            told.text(&mut memory);
        }
        G::transcript().viewed_moment(&self.game, &state, players, &memory, out);
    }

    /// A moment as a JSON object, with what is remembered in `told`; `state` is the true one.
    pub fn moment_json(&self, state: &G::State, players: &[String]) -> String {
        let state = G::masks().state(&self.game, state, self.seats);
        let mut json = to_json(&G::transcript().facts(&self.game, &state, players));
        if let Some(memory) = &self.memory
            && json.pop() == Some('}')
        {
            json.push_str(",\"told\":");
            json.push_str(&memory.json());
            json.push('}');
        }
        json
    }
}

/// Adds what a viewer sees of a cycle that begins at a state, as far as the rules allow the cycle.
pub fn cycle_seen<G: Playable>(
    game: &G,
    state: &mut G::State,
    cycle: HistoryCycle<'_, G>,
    eyes: Seats,
    out: &mut History<G>,
) {
    let mut seen = Vec::new();
    for (entry, events) in cycle.turns() {
        let by = match &entry.by {
            By::World => Some(By::World),
            By::Action(by, _) | By::Forfeit(by, _) if !G::masks().sees_turn(eyes, *by) => None,
            By::Joint(joint) => joint_seen(game, state, joint, eyes),
            By::Action(by, action) => {
                let action = G::masks().action(game, state, *by, action, eyes);
                Some(By::Action(*by, action))
            }
            By::Forfeit(by, why) => Some(By::Forfeit(*by, without_words(why))),
        };
        seen.clear();
        for event in events {
            seen.extend(G::masks().event(game, state, event, eyes));
            if game.apply(state, event).is_err() {
                return;
            }
        }
        if let Some(by) = by {
            out.turn(by, 0, &seen);
        }
    }
}

/// The cause of a lost turn without its description, which nobody else may see.
fn without_words(why: &Forfeit) -> Box<Forfeit> {
    Box::new(Forfeit::new(why.cause, ""))
}

/// The part of a joint action that a viewer sees: nothing where it sees none of its seats act.
fn joint_seen<G: Playable>(
    game: &G,
    state: &G::State,
    joint: &Joint<G::Action>,
    eyes: Seats,
) -> Option<By<G::Action>> {
    let seen = joint.choices().iter().filter(|choice| G::masks().sees_turn(eyes, choice.seat));
    let choice = |choice: &SeatChoice<G::Action>| SeatChoice {
        seat: choice.seat,
        chosen: match &choice.chosen {
            Ok(action) => Ok(G::masks().action(game, state, choice.seat, action, eyes)),
            Err(why) => Err(without_words(why)),
        },
        words: 0,
    };
    let joint = Joint::new(seen.map(choice).collect())?;
    Some(By::Joint(Box::new(joint)))
}
