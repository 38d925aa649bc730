//! A chase at a moment between two hours, from which exact odds are worked out, and how it can end.

use crate::{AGENTS, Ending, Event, Police, State, THIEF};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game as _, Seat};
use chase_engine::player::Player;
use chase_kit::chances::Chances;
use chase_kit::totals;

/// A chase at the beginning of an hour, and who plays it from there on.
pub(crate) struct OddsMoment<'a> {
    pub(super) game: &'a Police,
    pub(super) names: &'a [String],
    pub(super) state: State,
    /// What happened since the moment that was asked about, each event with the state before it.
    pub(super) since: Vec<(State, Event)>,
    /// Tells a new player of a seat what it saw until then.
    pub(super) remind: &'a dyn Fn(Seat, &mut dyn Player<Police>),
}

impl<'a> OddsMoment<'a> {
    /// The moment of a state between two hours; hour 0, in which nobody acts, is closed. Nothing in the
    /// middle of an hour and where the chase is over.
    pub(crate) fn new(
        game: &'a Police,
        names: &'a [String],
        state: &State,
        remind: &'a dyn Fn(Seat, &mut dyn Player<Police>),
    ) -> Option<Self> {
        let mut moment =
            OddsMoment { game, names, state: state.clone(), since: Vec::new(), remind };
        if state.hour == 0 && usize::from(state.acted) == AGENTS && state.ending.is_none() {
            let events = game.world(state, &mut Dice::new(Generator::Chacha8, 0, 0));
            for event in events {
                moment.since.push((moment.state.clone(), event));
                game.apply(&mut moment.state, &event).ok()?;
            }
        }
        let now = &moment.state;
        (now.acted == 0 && now.owed == 0 && now.ending.is_none()).then_some(moment)
    }
}

/// How likely it is that a chase ends with an hour: without a winner among the agents ([`TIME_UP`]), by
/// each detective, by escape ([`ESCAPED`]).
pub(super) type EndSums = [f64; AGENTS + 1];

/// The place of the games in which time is up.
pub(super) const TIME_UP: usize = 0;

/// The place of the games in which the thief escapes.
pub(super) const ESCAPED: usize = AGENTS;

/// Adds the games that end with an hour.
pub(super) fn add_ends(chances: &mut Chances, hour: u32, sums: &EndSums) {
    for (n, chance) in sums.iter().enumerate().filter(|sum| *sum.1 > 0.0) {
        let by = (THIEF + 1..AGENTS).contains(&n).then_some(Seat(n as u8));
        let end = match by {
            Some(by) => Ending::Caught(by),
            None if n == ESCAPED => Ending::Escaped,
            None => Ending::TimeUp,
        };
        let ending = totals::EndingKind::of(&Police::outcome(end));
        chances.add(&ending, u64::from(hour), by, *chance);
    }
}
