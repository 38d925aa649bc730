//! What an author of Scotland Yard can write wrongly: a method for each part of the game, which by default is as
//! the game has it.

use chase::engine::dice::Dice;
use chase::engine::game::{Audience, Forfeit, Game as _, Turn};
use chase::engine::numbers::NumericForm as _;
use chase::engine::protocol::WireForm as _;
use chase::engine::replay::{History, HistoryCycle};
use chase::engine::seat::{Seat, Seats};
use chase::engine::secrets::{Secrets as _, Twin};
use chase::engine::transcript::Transcript as _;
use chase::games::scotland_yard::{Action, Event, Illegal, ScotlandYard, State, View};
use std::sync::Arc;

pub type Applied = Result<(), Illegal>;
pub type Decided = Result<Vec<Event>, Illegal>;

/// What is written wrongly; by default nothing.
pub trait YardMistake: Send + Sync {
    fn name(&self) -> &'static str;
    fn clock(&self, game: &ScotlandYard, state: &State) -> u64 {
        game.clock(state)
    }
    fn last_possible_cycle(&self, game: &ScotlandYard) -> Option<u64> {
        game.last_possible_cycle()
    }
    fn turn(&self, game: &ScotlandYard, state: &State) -> Turn {
        game.turn(state)
    }
    fn is_valid_state(&self, game: &ScotlandYard, state: &State) -> bool {
        game.is_valid_state(state)
    }
    fn legal(&self, game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
        let mut buffer = Vec::new();
        game.legal(state, seat, &mut buffer).to_vec()
    }
    fn decide(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
        decided(game, state, seat, action)
    }
    fn world(&self, game: &ScotlandYard, state: &State, dice: &mut Dice) -> Vec<Event> {
        let mut events = Vec::new();
        game.world(state, dice, &mut events);
        events
    }
    fn forfeit(&self, game: &ScotlandYard, state: &State, seat: Seat, why: &Forfeit) -> Vec<Event> {
        let mut events = Vec::new();
        game.forfeit(state, seat, why, &mut events);
        events
    }
    fn apply(&self, game: &ScotlandYard, state: &mut State, event: &Event) -> Applied {
        game.apply(state, event)
    }
    fn event_matches(
        &self,
        game: &ScotlandYard,
        before: &State,
        seat: Seat,
        action: &Action,
        event: &Event,
    ) -> bool {
        game.event_matches(before, seat, action, event)
    }
    fn view<'a>(&self, game: &'a ScotlandYard, state: &'a State, seat: Seat) -> View<'a> {
        game.view(state, seat)
    }
    /// The state that a seat's view is made of, where it is another.
    fn masked(&self, _: &ScotlandYard, _: &State, _: Seat) -> Option<State> {
        None
    }
    fn audience(&self, game: &ScotlandYard, before: &State, event: &Event) -> Audience {
        game.audience(before, event)
    }
    fn seen(
        &self,
        game: &ScotlandYard,
        before: &State,
        event: &Event,
        seat: Seat,
    ) -> Option<Event> {
        game.seen(before, event, seat)
    }
    fn send_seen(&self, game: &ScotlandYard, before: &State, seen: &Event) -> String {
        game.send_seen(before, seen)
    }
    fn viewed_state(&self, game: &ScotlandYard, state: &State, eyes: Seats) -> State {
        game.viewed_state(state, eyes)
    }
    fn viewed_action(
        &self,
        game: &ScotlandYard,
        before: &State,
        by: Seat,
        action: &Action,
        eyes: Seats,
    ) -> Action {
        game.viewed_action(before, by, action, eyes)
    }
    fn observation(&self, game: &ScotlandYard, seen: &State, seat: Seat, out: &mut Vec<i32>) {
        game.observation(seen, seat, out);
    }
    fn twin(
        &self,
        game: &Arc<ScotlandYard>,
        history: &History<ScotlandYard>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<ScotlandYard>> {
        ScotlandYard::twin(game, history, seats, dice)
    }
    fn action(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> String {
        written(|out| game.action(state, seat, action, out))
    }
    fn event(&self, game: &ScotlandYard, before: &State, event: &Event) -> String {
        written(|out| game.event(before, event, out))
    }
    fn cycle(
        &self,
        game: &ScotlandYard,
        newest: HistoryCycle<'_, ScotlandYard>,
        state: &State,
        out: &mut Vec<u8>,
    ) {
        game.cycle(newest, state, out);
    }
    fn ending_words(&self, game: &ScotlandYard, state: &State) -> String {
        game.ending_words(state)
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut words = Vec::new();
    write(&mut words);
    String::from_utf8(words).expect("words")
}

/// What comes of an action by the rules.
pub fn decided(game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Decided {
    let (mut events, dice) = (Vec::new(), &mut Dice::new(ScotlandYard::DICE, 0, 0));
    game.decide(state, seat, action, dice, &mut events)?;
    Ok(events)
}

/// The moves of a seat by the rules.
pub fn listed(game: &ScotlandYard, state: &State, seat: Seat) -> Vec<Action> {
    let mut buffer = Vec::new();
    game.legal(state, seat, &mut buffer).to_vec()
}

/// A type for each mistake, with what is written wrongly.
macro_rules! mistakes {
    ($($(#[$about:meta])* $name:ident { $($wrong:item)* })*) => {
        $(
            $(#[$about])*
            pub struct $name;

            impl $crate::mistakes::scotland_yard::mistake::YardMistake for $name {
                fn name(&self) -> &'static str {
                    stringify!($name)
                }
                $($wrong)*
            }
        )*
    };
}
pub(super) use mistakes;
