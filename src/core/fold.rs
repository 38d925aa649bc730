//! The one fold that rebuilds a game's states from a history.
//!
//! It needs the scenario and the events and nothing else: no dice, no players. What is folded is
//! not believed: whose turn it was and every single event are held against the rules.

use std::fmt;

use super::forfeit::Forfeit;
use super::game::{Game, Turn};
use super::header::to_json;
use super::history::{By, HistoryCycle, Joint, TurnEntry};
use super::seat::Seat;

/// A history that the rules could not have produced.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl std::error::Error for Broken {}

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
    pub(crate) fn from_state(state: G::State) -> Self {
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
    pub(crate) fn feed_unwatched(
        &mut self,
        game: &G,
        cycle: HistoryCycle<'_, G>,
    ) -> Result<(), Broken> {
        self.walk(game, cycle, |state, event| game.apply(state, event))
    }

    fn walk(
        &mut self,
        game: &G,
        cycle: HistoryCycle<'_, G>,
        mut apply: impl FnMut(&mut G::State, &G::Event) -> Result<(), G::Illegal>,
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

    /// Checks that this entry can stand here at all.
    fn check_turn(
        &self,
        game: &G,
        cycle: u64,
        entry: &TurnEntry<G::Action>,
        events: &[G::Event],
    ) -> Result<(), Misplaced> {
        let turn = game.turn(&self.state);
        match (&entry.by, &turn) {
            (_, Turn::Over(outcome)) => {
                return Err(Misplaced::AfterTheEnd(outcome.cause.to_string()));
            }
            (By::World, Turn::World) => {}
            (By::Action(seat, _) | By::Forfeit(seat, _), Turn::Seat(next)) if seat == next => {}
            (By::Joint(joint), Turn::Seats(due)) if joint.seats() == *due => {
                self.check_joint(game, joint, entry.words)?;
            }
            (_, Turn::World) => return Err(Misplaced::WorldsTurn),
            (_, turn @ (Turn::Seat(_) | Turn::Seats(_))) => {
                let names = turn.seats().iter().map(|seat| game.seat_name(seat));
                return Err(Misplaced::TurnOf(names.collect()));
            }
        }
        if entry.words > TurnEntry::<G::Action>::WORDS_MAX {
            return Err(Misplaced::TooManyWords);
        }
        let due = game.clock(&self.state);
        if due != cycle {
            return Err(Misplaced::InCycle(G::CYCLE, due));
        }
        let Some(first) = events.first() else {
            return Err(Misplaced::WithoutEvent);
        };
        match &entry.by {
            By::Action(seat, action) if !game.event_matches(&self.state, *seat, action, first) => {
                let (event, action) = (to_json(first), to_json(action));
                Err(Misplaced::NotAskedFor { event, action })
            }
            By::Forfeit(seat, why) => self.check_forfeit(game, *seat, why, events),
            By::Joint(joint) if !game.joint_matches(&self.state, &joint.chosen(), first) => {
                Err(Misplaced::NotOfJoint(to_json(first)))
            }
            By::Action(..) | By::World | By::Joint(_) => Ok(()),
        }
    }

    /// Checks that each seat of a joint action could choose what it chose, and that players drew no
    /// more than was drawn in all.
    #[cold]
    fn check_joint(&self, game: &G, joint: &Joint<G::Action>, words: u32) -> Result<(), Misplaced> {
        let drawn = joint.choices().iter().map(|it| u64::from(it.words));
        if drawn.sum::<u64>() > u64::from(words) {
            return Err(Misplaced::WordsOfPlayers);
        }
        let mut buffer = Vec::new();
        for choice in joint.choices() {
            match &choice.chosen {
                Ok(action) => {
                    buffer.clear();
                    let legal = game.legal(&self.state, choice.seat, &mut buffer);
                    if !legal.contains(action) {
                        let (name, action) = (game.seat_name(choice.seat), to_json(action));
                        return Err(Misplaced::NotLegal { name, action });
                    }
                }
                Err(why) if why.detail.len() > Forfeit::DETAIL_BYTES_MAX => {
                    return Err(Misplaced::LongDetail);
                }
                Err(_) => {}
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
    ) -> Result<(), Misplaced> {
        if why.detail.len() > Forfeit::DETAIL_BYTES_MAX {
            return Err(Misplaced::LongDetail);
        }
        let mut due = Vec::new();
        game.forfeit(&self.state, seat, why, &mut due);
        if due == events {
            Ok(())
        } else {
            let (due, found) = (to_json(&due), to_json(&events));
            Err(Misplaced::OtherForfeit { due, found })
        }
    }
}

/// The reasons for which a turn cannot stand where a history has it. Actions and events are in
/// JSON.
pub enum Misplaced {
    /// It stands after an end of this cause.
    AfterTheEnd(String),
    /// It is a seat's, and the world's is due.
    WorldsTurn,
    /// The turn of these seats is due.
    TurnOf(Vec<String>),
    /// A seat of several does what it cannot do.
    NotLegal {
        /// The name of the seat.
        name: String,
        /// The action of the seat.
        action: String,
    },
    /// Players are said to have drawn more than was drawn in the turn.
    WordsOfPlayers,
    /// The first event is none that the joint action leads to.
    NotOfJoint(String),
    /// It belongs to this cycle.
    InCycle(&'static str, u64),
    /// Nothing happened in it.
    WithoutEvent,
    /// More was drawn than any turn draws.
    TooManyWords,
    /// The first event is another than the action asked for.
    NotAskedFor {
        /// The first event of the turn.
        event: String,
        /// The action that was asked for.
        action: String,
    },
    /// A forfeit says too much.
    LongDetail,
    /// A forfeit leads to other events.
    OtherForfeit {
        /// The events that the rules give.
        due: String,
        /// Those that stand there.
        found: String,
    },
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misplaced::AfterTheEnd(cause) => write!(f, "a turn after the end ({cause})"),
            Misplaced::WorldsTurn => f.write_str("out of turn: it is the world's turn"),
            Misplaced::TurnOf(seats) => match seats.as_slice() {
                [seat] => write!(f, "out of turn: it is {seat}'s turn"),
                seats => {
                    let seats = seats.join(", ");
                    write!(f, "out of turn: these seats act at once: {seats}")
                }
            },
            Misplaced::NotLegal { name, action } => write!(f, "{action} of {name} is not legal"),
            Misplaced::WordsOfPlayers => {
                f.write_str("the players draw more words than the whole turn does")
            }
            Misplaced::NotOfJoint(event) => {
                write!(f, "the event {event} is not what the seats chose together")
            }
            Misplaced::InCycle(unit, cycle) => write!(f, "this turn belongs to {unit} {cycle}"),
            Misplaced::WithoutEvent => f.write_str("a turn in which nothing happened"),
            Misplaced::TooManyWords => {
                let most = TurnEntry::<()>::WORDS_MAX;
                write!(f, "at most {most} words are drawn in a turn")
            }
            Misplaced::NotAskedFor { event, action } => {
                write!(f, "the event {event} is not what the action {action} asked for")
            }
            Misplaced::LongDetail => {
                let most = Forfeit::DETAIL_BYTES_MAX;
                write!(f, "a forfeit's detail has at most {most} bytes")
            }
            Misplaced::OtherForfeit { due, found } => {
                write!(f, "a forfeit leads to {due}, not to {found}")
            }
        }
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
