//! What the search for broken laws asks of a game beyond its rules, and a typed game behind it.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::search::found::{CycleWalk, HistoryWalk};
use super::secrets;
use crate::broken_law::{BrokenLaw, CheckCoverage};
use chase_engine::game::{Masks as _, Outcome, Seat, SeatSight};
use chase_engine::header::Header;
use chase_engine::history::{By, History, SessionLog as _};
use chase_kit::extras::Claims;
use chase_kit::faces::{Picture as _, Playable, Transcript as _};
use chase_kit::picture::Spots;
use chase_kit::wire;
use chase_record::choices::choices;
use chase_study::any_rules::{AnyRules, RulesOf, chosen, values};
use chase_study::any_value::Value;

/// A turn of a game: its cycle, whose it was, the words drawn in it, and its events.
pub(super) type AnyTurn<'a> = (u64, &'a By<Value>, u32, &'a [Value]);

/// The rules of a game with its words and forms, and the claims of its author.
pub(super) trait LawRules: AnyRules {
    fn last_possible_cycle(&self) -> Option<u64>;
    fn is_valid_state(&self, state: &Value) -> bool;
    fn joint_matches(&self, state: &Value, chosen: &[(Seat, Option<Value>)], event: &Value)
    -> bool;
    fn event_matches(&self, state: &Value, seat: Seat, action: &Value, event: &Value) -> bool;
    fn are_alike(&self, one: &Value, other: &Value) -> bool;

    /// An event in words; `before` is the state it changes.
    fn event_words(&self, before: &Value, event: &Value, out: &mut Vec<u8>);
    /// The action that its words mean.
    fn parse_action(&self, state: &Value, seat: Seat, words: &str) -> Option<Value>;
    /// What is clicked for each action, as its seat sees the state.
    fn spots(&self, state: &Value, seat: Seat, legal: &[Value]) -> Vec<Spots>;
    /// The number of places that can be clicked.
    fn places(&self) -> usize;
    /// The end in words.
    fn ending(&self, state: &Value) -> Vec<u8>;
    /// Tells a moment to nobody.
    fn tell_moment(&self, state: &Value, players: &[String]);
    /// Makes the view of a seat for nobody.
    fn see(&self, state: &Value, seat: Seat);

    /// The state of a snapshot.
    fn read_state(&self, bytes: &[u8]) -> Option<Value>;
    /// The action that JSON holds.
    fn read_action(&self, data: Json) -> Option<Value>;
    /// The event that JSON holds.
    fn read_event(&self, data: Json) -> Option<Value>;

    /// The actions that the author gives to be tried.
    fn candidates(&self) -> Option<Vec<Value>>;
    /// True if the author works out the outcome a second time.
    fn has_oracle(&self) -> bool;
    /// The outcome as the author works it out a second time.
    fn outcome_by_oracle(&self, state: &Value) -> Option<Outcome>;
    /// The names of the author's symmetries.
    fn symmetries(&self) -> Vec<&'static str>;
    /// A state as the n-th symmetry turns it round.
    fn turned_state(&self, n: usize, state: &Value) -> Value;
    /// An action as the n-th symmetry turns it round.
    fn turned_action(&self, n: usize, action: &Value) -> Value;
    /// A seat as the n-th symmetry turns it round.
    fn turned_seat(&self, n: usize, seat: Seat) -> Seat;

    /// Holds a history against those that a seat cannot tell from it; how many there were.
    ///
    /// # Errors
    /// A secret that somebody can work out.
    fn keeps_secrets(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Result<u64, BrokenLaw>;
    /// Holds the game of a header, which its players play, against the laws of whole games.
    ///
    /// # Errors
    /// The law that it breaks.
    fn check(&self, header: &Header) -> Result<CheckCoverage, BrokenLaw>;
    /// The turns as cycles that are gone through.
    fn walk(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Box<dyn CycleWalk>;
}

/// What is read of bytes or JSON as a value of one type.
fn read<T: Debug + PartialEq + Serialize + DeserializeOwned + 'static>(
    data: Json,
) -> Option<Value> {
    serde_json::from_value::<T>(data).ok().map(Value::new)
}

/// What a game claims of itself.
fn claims<G: Playable>() -> Claims<G> {
    G::EXTRAS.claims.unwrap_or(Claims::NONE)
}

/// The turns as a history of the game.
fn history<G: Playable>(turns: &[AnyTurn<'_>]) -> History<G> {
    let mut history = History::default();
    for (cycle, by, words, events) in turns {
        let events: Vec<G::Event> =
            events.iter().map(|event| event.of::<G::Event>().clone()).collect();
        history.entry(*cycle, by.map_action(|it| it.of::<G::Action>().clone()), *words, &events);
    }
    history
}

impl<G: Playable> LawRules for RulesOf<G> {
    fn last_possible_cycle(&self) -> Option<u64> {
        self.game.last_possible_cycle()
    }

    fn is_valid_state(&self, state: &Value) -> bool {
        self.game.is_valid_state(state.of())
    }

    fn joint_matches(&self, state: &Value, joint: &[(Seat, Option<Value>)], event: &Value) -> bool {
        self.game.joint_matches(state.of(), &chosen(joint), event.of())
    }

    fn event_matches(&self, state: &Value, seat: Seat, action: &Value, event: &Value) -> bool {
        self.game.event_matches(state.of(), seat, action.of(), event.of())
    }

    fn are_alike(&self, one: &Value, other: &Value) -> bool {
        G::are_alike(one.of(), other.of())
    }

    fn event_words(&self, before: &Value, event: &Value, out: &mut Vec<u8>) {
        let words = G::transcript().event(&self.game, before.of(), event.of());
        out.extend_from_slice(words.as_bytes());
    }

    fn parse_action(&self, state: &Value, seat: Seat, words: &str) -> Option<Value> {
        self.game.parse_action(state.of(), seat, words).map(Value::new)
    }

    fn spots(&self, state: &Value, seat: Seat, legal: &[Value]) -> Vec<Spots> {
        let seen = G::masks().state(&self.game, state.of(), seat.into());
        let legal: Vec<G::Action> = legal.iter().map(|it| it.of::<G::Action>().clone()).collect();
        choices(&*self.game, &seen, seat, &legal).into_iter().map(|it| it.spots).collect()
    }

    fn places(&self) -> usize {
        G::picture().stage(&self.game).places.len()
    }

    fn ending(&self, state: &Value) -> Vec<u8> {
        let mut words = Vec::new();
        G::transcript().ending(&self.game, state.of(), &mut words);
        words
    }

    fn tell_moment(&self, state: &Value, players: &[String]) {
        G::transcript().moment(&self.game, state.of(), players, &mut Vec::new());
    }

    fn see(&self, state: &Value, seat: Seat) {
        drop(SeatSight::new(&*self.game, state.of(), seat));
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Value> {
        wire::whole::<G::State>(bytes).map(Value::new)
    }

    fn read_action(&self, data: Json) -> Option<Value> {
        read::<G::Action>(data)
    }

    fn read_event(&self, data: Json) -> Option<Value> {
        read::<G::Event>(data)
    }

    fn candidates(&self) -> Option<Vec<Value>> {
        claims::<G>().candidates.map(|list| values(&list(&self.game)))
    }

    fn has_oracle(&self) -> bool {
        claims::<G>().outcome.is_some()
    }

    fn outcome_by_oracle(&self, state: &Value) -> Option<Outcome> {
        claims::<G>().outcome.and_then(|oracle| oracle(&self.game, state.of()))
    }

    fn symmetries(&self) -> Vec<&'static str> {
        claims::<G>().symmetries.iter().map(|it| it.name).collect()
    }

    fn turned_state(&self, n: usize, state: &Value) -> Value {
        Value::new((claims::<G>().symmetries[n].state)(&self.game, state.of()))
    }

    fn turned_action(&self, n: usize, action: &Value) -> Value {
        Value::new((claims::<G>().symmetries[n].action)(&self.game, action.of()))
    }

    fn turned_seat(&self, n: usize, seat: Seat) -> Seat {
        (claims::<G>().symmetries[n].seat)(seat)
    }

    fn keeps_secrets(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Result<u64, BrokenLaw> {
        secrets::check(&self.game, header, &history::<G>(turns))
    }

    fn check(&self, header: &Header) -> Result<CheckCoverage, BrokenLaw> {
        super::check::<G>(header)
    }

    fn walk(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Box<dyn CycleWalk> {
        Box::new(HistoryWalk::new(&self.game, header, history::<G>(turns)))
    }
}
