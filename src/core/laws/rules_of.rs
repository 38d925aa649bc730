//! A typed game as the search for broken laws asks it.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::any_rules::{AnyRules, AnyTurn, Value};
use super::search::found::{CycleWalk, HistoryWalk};
use super::secrets;
use crate::broken_law::{BrokenLaw, CheckCoverage};
use crate::choices::choices;
use crate::dice::Dice;
use crate::extras::Claims;
use crate::game::{Forfeit, Game, Outcome, Seat, SeatSight, Turn};
use crate::header::Header;
use crate::history::{History, SessionLog as _};
use crate::picture::Spots;
use crate::protocol::WireForm;
use crate::secrets::Secrets;
use crate::wire;

/// The values of a list.
fn values<T: Debug + PartialEq + Serialize + 'static>(all: Vec<T>) -> impl Iterator<Item = Value> {
    all.into_iter().map(Value::new)
}

/// What is read of bytes or JSON as a value of one type.
fn read<T: Debug + PartialEq + Serialize + DeserializeOwned + 'static>(
    data: Json,
) -> Option<Value> {
    serde_json::from_value::<T>(data).ok().map(Value::new)
}

/// A game behind [`AnyRules`].
pub(super) struct RulesOf<G: Game> {
    pub game: Arc<G>,
    /// Holds the game of a header against the laws of whole games.
    pub check: fn(&Header) -> Result<CheckCoverage, BrokenLaw>,
}

impl<G: WireForm + Secrets> RulesOf<G> {
    fn claims(&self) -> Claims<G> {
        G::EXTRAS.claims.unwrap_or(Claims::NONE)
    }

    fn history(turns: &[AnyTurn<'_>]) -> History<G> {
        let mut history = History::default();
        for (cycle, by, words, events) in turns {
            let events: Vec<G::Event> =
                events.iter().map(|event| event.of::<G::Event>().clone()).collect();
            history.entry(
                *cycle,
                by.map_action(|it| it.of::<G::Action>().clone()),
                *words,
                &events,
            );
        }
        history
    }
}

/// The joint action of typed values.
fn chosen<A: Clone + 'static>(chosen: &[(Seat, Option<Value>)]) -> Vec<(Seat, Option<A>)> {
    let typed = |it: &Value| it.of::<A>().clone();
    chosen.iter().map(|(seat, action)| (*seat, action.as_ref().map(typed))).collect()
}

impl<G: WireForm + Secrets> AnyRules for RulesOf<G> {
    fn unit(&self) -> &'static str {
        G::CYCLE
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn sides(&self) -> &'static [&'static str] {
        self.game.sides()
    }

    fn side(&self, seat: Seat) -> usize {
        self.game.side(seat)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        self.game.last_possible_cycle()
    }

    fn start(&self) -> Value {
        Value::new(self.game.start())
    }

    fn clock(&self, state: &Value) -> u64 {
        self.game.clock(state.of())
    }

    fn turn(&self, state: &Value) -> Turn {
        self.game.turn(state.of())
    }

    fn is_valid_state(&self, state: &Value) -> bool {
        self.game.is_valid_state(state.of())
    }

    fn legal(&self, state: &Value, seat: Seat) -> Vec<Value> {
        let mut buffer = Vec::new();
        values(self.game.legal(state.of(), seat, &mut buffer).to_vec()).collect()
    }

    fn decide(
        &self,
        state: &Value,
        seat: Seat,
        action: &Value,
        dice: &mut Dice,
        out: &mut Vec<Value>,
    ) -> Result<(), String> {
        let mut events = Vec::new();
        let decided = self.game.decide(state.of(), seat, action.of(), dice, &mut events);
        out.extend(values(events));
        decided.map_err(|rule| rule.to_string())
    }

    fn decide_joint(
        &self,
        state: &Value,
        joint: &[(Seat, Option<Value>)],
        dice: &mut Dice,
        out: &mut Vec<Value>,
    ) {
        let mut events = Vec::new();
        self.game.decide_joint(state.of(), &chosen(joint), dice, &mut events);
        out.extend(values(events));
    }

    fn joint_matches(&self, state: &Value, joint: &[(Seat, Option<Value>)], event: &Value) -> bool {
        self.game.joint_matches(state.of(), &chosen(joint), event.of())
    }

    fn world(&self, state: &Value, dice: &mut Dice, out: &mut Vec<Value>) {
        let mut events = Vec::new();
        self.game.world(state.of(), dice, &mut events);
        out.extend(values(events));
    }

    fn forfeit(&self, state: &Value, seat: Seat, why: &Forfeit, out: &mut Vec<Value>) {
        let mut events = Vec::new();
        self.game.forfeit(state.of(), seat, why, &mut events);
        out.extend(values(events));
    }

    fn apply(&self, state: &mut Value, event: &Value) -> Result<(), String> {
        self.game.apply(state.of_mut(), event.of()).map_err(|rule| rule.to_string())
    }

    fn event_matches(&self, state: &Value, seat: Seat, action: &Value, event: &Value) -> bool {
        self.game.event_matches(state.of(), seat, action.of(), event.of())
    }

    fn are_alike(&self, one: &Value, other: &Value) -> bool {
        G::are_alike(one.of(), other.of())
    }

    fn event_words(&self, before: &Value, event: &Value, out: &mut Vec<u8>) {
        self.game.event(before.of(), event.of(), out);
    }

    fn action_words(&self, state: &Value, seat: Seat, action: &Value) -> Vec<u8> {
        let mut words = Vec::new();
        self.game.action(state.of(), seat, action.of(), &mut words);
        words
    }

    fn parse_action(&self, state: &Value, seat: Seat, words: &str) -> Option<Value> {
        self.game.parse_action(state.of(), seat, words).map(Value::new)
    }

    fn spots(&self, state: &Value, seat: Seat, legal: &[Value]) -> Vec<Spots> {
        let seen = self.game.viewed_state(state.of(), seat.into());
        let legal: Vec<G::Action> = legal.iter().map(|it| it.of::<G::Action>().clone()).collect();
        choices(&*self.game, &seen, seat, &legal).into_iter().map(|it| it.spots).collect()
    }

    fn places(&self) -> usize {
        self.game.stage(None).places.len()
    }

    fn ending(&self, state: &Value) -> Vec<u8> {
        let mut words = Vec::new();
        self.game.ending(state.of(), &mut words);
        words
    }

    fn tell_moment(&self, state: &Value, players: &[String]) {
        self.game.moment(state.of(), players, &mut Vec::new());
    }

    fn see(&self, state: &Value, seat: Seat) {
        drop(SeatSight::new(&*self.game, state.of(), seat).view());
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
        self.claims().candidates.map(|list| values(list(&self.game)).collect())
    }

    fn has_oracle(&self) -> bool {
        self.claims().outcome.is_some()
    }

    fn outcome_by_oracle(&self, state: &Value) -> Option<Outcome> {
        self.claims().outcome.and_then(|oracle| oracle(&self.game, state.of()))
    }

    fn symmetries(&self) -> Vec<&'static str> {
        self.claims().symmetries.iter().map(|it| it.name).collect()
    }

    fn turned_state(&self, n: usize, state: &Value) -> Value {
        Value::new((self.claims().symmetries[n].state)(&self.game, state.of()))
    }

    fn turned_action(&self, n: usize, action: &Value) -> Value {
        Value::new((self.claims().symmetries[n].action)(&self.game, action.of()))
    }

    fn turned_seat(&self, n: usize, seat: Seat) -> Seat {
        (self.claims().symmetries[n].seat)(seat)
    }

    fn keeps_secrets(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Result<u64, BrokenLaw> {
        secrets::check(&self.game, header, &Self::history(turns))
    }

    fn check(&self, header: &Header) -> Result<CheckCoverage, BrokenLaw> {
        (self.check)(header)
    }

    fn walk(&self, header: &Header, turns: &[AnyTurn<'_>]) -> Box<dyn CycleWalk> {
        Box::new(HistoryWalk::new(&self.game, header, Self::history(turns)))
    }
}
