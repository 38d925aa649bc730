//! The one fold that rebuilds a game's states from a history; the replayer of `chase_record` calls it cycle by
//! cycle.
//!
//! It needs the scenario and the events and nothing else: no dice, no players. What is folded is
//! not believed: whose turn it was and every single event are held against the rules.

use std::fmt;

use super::forfeit::Forfeit;
use super::game::{BrokenRule, Game, Turn};
use super::header::to_json;
use super::history::{By, HistoryCycle, Joint, TurnEntry};
use super::seat::Seat;

/// A history that the rules could not have produced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Broken {
    /// The word for one cycle in this game.
    pub unit: &'static str,
    /// In which cycle.
    pub cycle: u64,
    /// The name of the seat whose turn it was, where it was a seat's.
    pub seat: Option<String>,
    /// The rule that was broken.
    pub rule: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.unit, self.cycle)?;
        if let Some(seat) = &self.seat {
            write!(f, ", {seat}")?;
        }
        write!(f, ": {}", self.rule)
    }
}

/// Of a cycle in which nobody has a turn.
const NO_TURN: &str = "a cycle without a turn";

/// Of a cycle that has the number of the one before.
const TWICE: &str = "it is listed twice";

/// Of an event behind which the turn has passed on.
const NEXT_TURN: &str = "an event that belongs to the next turn";

/// A state on its way through a history of a game.
#[derive(Debug)]
pub struct GameFold<G: Game> {
    state: G::State,
    newest: Option<u64>,
}

impl<G: Game> GameFold<G> {
    /// Before anything happened.
    #[must_use]
    pub fn new(game: &G) -> Self {
        GameFold { state: game.start(), newest: None }
    }

    /// From a state known otherwise, such as a snapshot.
    pub fn from_state(state: G::State) -> Self {
        GameFold { state, newest: None }
    }

    /// The state so far.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Folds one cycle. `each` is shown every event with the state before it, and only once the
    /// rules have let it in: an event from a file may name what does not exist.
    ///
    /// # Errors
    /// The first turn or event that the rules do not allow here.
    pub fn feed(
        &mut self,
        game: &G,
        cycle: HistoryCycle<'_, G>,
        mut each: impl FnMut(&G::State, &G::Event),
    ) -> Result<(), Broken> {
        self.walk(game, cycle, |state, event| {
            let before = state.clone();
            game.apply(state, event)?;
            each(&before, event);
            Ok(())
        })
    }

    /// Folds a cycle without showing its events to anybody: no state is copied, however large it
    /// is.
    pub fn feed_unwatched(&mut self, game: &G, cycle: HistoryCycle<'_, G>) -> Result<(), Broken> {
        self.walk(game, cycle, |state, event| game.apply(state, event))
    }

    fn walk(
        &mut self,
        game: &G,
        cycle: HistoryCycle<'_, G>,
        mut apply: impl FnMut(&mut G::State, &G::Event) -> Result<(), BrokenRule>,
    ) -> Result<(), Broken> {
        if cycle.entries.is_empty() {
            return Err(broken(game, cycle.number, None, NO_TURN));
        }
        if self.newest == Some(cycle.number) {
            return Err(broken(game, cycle.number, None, TWICE));
        }
        for (entry, events) in cycle.turns() {
            let fail = |rule: &dyn fmt::Display| {
                broken(game, cycle.number, entry.by.seat(), &rule.to_string())
            };
            self.check_turn(game, cycle.number, entry, events).map_err(|rule| fail(&rule))?;
            let turn = game.turn(&self.state);
            for (n, event) in events.iter().enumerate() {
                if n > 0 && game.turn(&self.state) != turn {
                    return Err(fail(&NEXT_TURN));
                }
                apply(&mut self.state, event).map_err(|rule| fail(&rule))?;
            }
        }
        self.newest = Some(cycle.number);
        Ok(())
    }

    /// Checks that this entry can stand here at all; the fault is the rule against it, with actions
    /// and events in JSON.
    fn check_turn(
        &self,
        game: &G,
        cycle: u64,
        entry: &TurnEntry<G::Action>,
        events: &[G::Event],
    ) -> Result<(), String> {
        let turn = game.turn(&self.state);
        match (&entry.by, &turn) {
            (_, Turn::Over(outcome)) => {
                return Err(format!("a turn after the end ({})", outcome.cause));
            }
            (By::World, Turn::World) => {}
            (By::Action(seat, _) | By::Forfeit(seat, _), Turn::Seat(next)) if seat == next => {}
            (By::Joint(joint), Turn::Seats(due)) if joint.seats() == *due => {
                self.check_joint(game, joint, entry.words)?;
            }
            (_, Turn::World) => return Err("out of turn: it is the world's turn".into()),
            (_, turn @ (Turn::Seat(_) | Turn::Seats(_))) => {
                let names: Vec<_> = turn.seats().iter().map(|seat| game.seat_name(seat)).collect();
                return Err(match names.as_slice() {
                    [seat] => format!("out of turn: it is {seat}'s turn"),
                    seats => format!("out of turn: these seats act at once: {}", seats.join(", ")),
                });
            }
        }
        if entry.words > TurnEntry::<G::Action>::WORDS_MAX {
            let most = TurnEntry::<G::Action>::WORDS_MAX;
            return Err(format!("at most {most} words are drawn in a turn"));
        }
        let due = game.clock(&self.state);
        if due != cycle {
            return Err(format!("this turn belongs to {} {due}", G::CYCLE));
        }
        let Some(first) = events.first() else {
            return Err("a turn in which nothing happened".into());
        };
        match &entry.by {
            By::Action(seat, action) if !game.event_matches(&self.state, *seat, action, first) => {
                let (event, action) = (to_json(first), to_json(action));
                Err(format!("the event {event} is not what the action {action} asked for"))
            }
            By::Forfeit(seat, why) => self.check_forfeit(game, *seat, why, events),
            By::Joint(joint) if !game.joint_matches(&self.state, &joint.chosen(), first) => {
                let event = to_json(first);
                Err(format!("the event {event} is not what the seats chose together"))
            }
            By::Action(..) | By::World | By::Joint(_) => Ok(()),
        }
    }

    /// Checks that each seat of a joint action could choose what it chose, and that players drew no
    /// more than was drawn in all.
    #[cold]
    fn check_joint(&self, game: &G, joint: &Joint<G::Action>, words: u32) -> Result<(), String> {
        let drawn = joint.choices().iter().map(|it| u64::from(it.words));
        if drawn.sum::<u64>() > u64::from(words) {
            return Err("the players draw more words than the whole turn does".into());
        }
        let mut buffer = Vec::new();
        for choice in joint.choices() {
            match &choice.chosen {
                Ok(action) => {
                    buffer.clear();
                    let legal = game.legal_in(&self.state, choice.seat, &mut buffer);
                    if !legal.contains(action) {
                        let (name, action) = (game.seat_name(choice.seat), to_json(action));
                        return Err(format!("{action} of {name} is not legal"));
                    }
                }
                Err(why) => check_detail(why)?,
            }
        }
        Ok(())
    }

    /// A forfeit leaves nothing to chance: its events are those the rules give.
    fn check_forfeit(
        &self,
        game: &G,
        seat: Seat,
        why: &Forfeit,
        events: &[G::Event],
    ) -> Result<(), String> {
        check_detail(why)?;
        let due = game.forfeit(&self.state, seat, why);
        if due == events {
            Ok(())
        } else {
            let (due, found) = (to_json(&due), to_json(&events));
            Err(format!("a forfeit leads to {due}, not to {found}"))
        }
    }
}

fn check_detail(why: &Forfeit) -> Result<(), String> {
    let most = Forfeit::DETAIL_BYTES_MAX;
    match why.detail.len() > most {
        true => Err(format!("a forfeit's detail has at most {most} bytes")),
        false => Ok(()),
    }
}

fn broken<G: Game>(game: &G, cycle: u64, seat: Option<Seat>, rule: &str) -> Broken {
    Broken {
        unit: G::CYCLE,
        cycle,
        // A file can name a seat that is not there.
        seat: seat.filter(|seat| seat.0 < game.seats()).map(|seat| game.seat_name(seat)),
        rule: rule.to_owned(),
    }
}
