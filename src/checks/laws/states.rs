//! The laws of single states: what is legal is what is decided, an event belongs to one action,
//! what was reached is valid, and words tell actions apart.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::joint;
use super::law_rules::LawRules;
use super::played::fold;
use crate::broken_law::{BrokenLaw, Law};
use chase_engine::dice::{DrawOwner, one_of};
use chase_engine::game::{Forfeit, ForfeitCause, Seat, Turn};
use chase_engine::header::Header;
use chase_engine::history::{By, History};
use chase_kit::faces::Playable;
use chase_kit::picture::Spots;
use chase_study::any_rules::RulesOf;
use chase_study::any_value::Value;

/// Turns of the walk through a game.
const TURNS_MAX: usize = 100;
/// Cycles from one snapshot that is damaged to the next.
const EVERY_SNAPSHOT: u64 = 8;
/// Actions of a turn that are decided, and remembered for later turns.
const ACTIONS_MAX: usize = 24;
/// Bytes of a snapshot that are damaged.
const BYTES_MAX: usize = 64;

/// Walks through a game by legal actions of its own choice, and holds every turn on the way
/// against the laws. No player is asked. In how many turns of seats that was.
pub(super) fn walk(game: &dyn LawRules, header: &Header) -> Result<u64, BrokenLaw> {
    let mut states = States::new(game, header);
    let (mut state, mut dice) = (game.start(), header.dice());
    let mut turns = 0;
    for _ in 0..TURNS_MAX {
        let at = game.clock(&state);
        let here = |broken: BrokenLaw| broken.at(game.unit(), at);
        let fail = |law: Law, what: String| here(law.broken(what));
        let mut events = Vec::new();
        match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::World => {
                dice.turn_to(DrawOwner::World);
                game.world(&state, &mut dice, &mut events);
                if events.is_empty() {
                    let what = "nothing happens in the world's turn";
                    return Err(fail(Law::Turns, what.into()));
                }
            }
            Turn::Seats(seats) => {
                let by = joint::drawn(game, &state, seats, &mut dice);
                turns += 1;
                dice.turn_to(DrawOwner::World);
                if let By::Joint(joint) = by {
                    game.decide_joint(&state, &joint.chosen(), &mut dice, &mut events);
                }
            }
            Turn::Seat(seat) => {
                let legal = states.look(&state, seat).map_err(here)?;
                turns += 1;
                dice.turn_to(DrawOwner::Seat(seat));
                let action = one_of(&legal, &mut dice).clone();
                let decided = game.decide(&state, seat, &action, &mut dice, &mut events);
                decided.map_err(|rule| fail(Law::Actions, format!("{action:?}: {rule}")))?;
            }
        }
        for event in &events {
            let applied = game.apply(&mut state, event);
            let refused = |rule| format!("{event:?} is refused: {rule}");
            applied.map_err(|rule| fail(Law::Actions, refused(rule)))?;
        }
        if game.clock(&state) < at {
            return Err(fail(Law::Turns, "the clock went back".into()));
        }
    }
    Ok(turns)
}

/// Holds the cycles of a game that was played, and its end, against the laws.
pub(super) fn check<G: Playable>(
    rules: &RulesOf<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let states = States { game: rules, header, places: 0, before: Vec::new() };
    let (game, mut state) = (&*rules.game, rules.game.start());
    for cycle in history.cycles() {
        let here = |broken: BrokenLaw| broken.at(G::CYCLE, cycle.number);
        let last = game.last_possible_cycle();
        if let Some(last) = last.filter(|last| cycle.number > *last) {
            let what = format!("this is past the last possible cycle, {last}");
            return Err(here(Law::Turns.broken(what)));
        }
        // Snapshots are taken between cycles.
        let moment = Value::new(state.clone());
        states.valid(&moment).map_err(here)?;
        if cycle.number % EVERY_SNAPSHOT == 0 {
            states.damage(&moment).map_err(here)?;
        }
        fold(game, &mut state, cycle.events).map_err(here)?;
    }
    let moment = Value::new(state);
    states.valid(&moment)?;
    states.damage(&moment)?;
    over(rules, &moment)
}

/// Checks the end of a game.
pub(super) fn over(game: &dyn LawRules, state: &Value) -> Result<(), BrokenLaw> {
    let Some(outcome) = game.turn(state).outcome() else {
        return Err(Law::Turns.broken("the game stopped before it was over"));
    };
    let (points, sides) = (outcome.points.len(), game.sides().len());
    if points != sides {
        let what = format!("points for {points} sides, but the game has {sides}");
        return Err(Law::Ending.broken(what));
    }
    if game.ending(state).trim_ascii().is_empty() {
        return Err(Law::Ending.broken("the ending has no words"));
    }
    Ok(())
}

fn actions(what: String) -> BrokenLaw {
    Law::Actions.broken(what)
}

fn words(what: String) -> BrokenLaw {
    Law::Words.broken(what)
}

/// An action, and the first event it led to.
type DecidedAction = (Value, Value);

pub(super) struct States<'a> {
    game: &'a dyn LawRules,
    header: &'a Header,
    /// The number of places that can be clicked.
    places: usize,
    /// Actions that were legal in an earlier turn, and the first event each led to.
    before: Vec<DecidedAction>,
}

impl<'a> States<'a> {
    pub fn new(game: &'a dyn LawRules, header: &'a Header) -> Self {
        States { game, header, places: game.places(), before: Vec::new() }
    }

    pub fn valid(&self, state: &Value) -> Result<(), BrokenLaw> {
        if !self.game.is_valid_state(state) {
            let what = format!("a state that was reached is not valid: {state:?}");
            return Err(Law::States.broken(what));
        }
        Ok(())
    }

    /// The legal actions of a seat: there are some, each once.
    pub fn listed(&self, state: &Value, seat: Seat) -> Result<Vec<Value>, BrokenLaw> {
        if seat.0 >= self.game.seats() {
            let seats = self.game.seats();
            let what =
                format!("it is the turn of seat {} (from 0), but the game has {seats}", seat.0);
            return Err(Law::Turns.broken(what));
        }
        let legal = self.game.legal(state, seat);
        if legal.is_empty() {
            return Err(Law::Actions.broken("a seat is to move and has no legal action"));
        }
        if let Some(n) = (1..legal.len()).find(|n| legal[..*n].contains(&legal[*n])) {
            return Err(actions(format!("{:?} is listed twice", legal[n])));
        }
        Ok(legal)
    }

    /// Words and clicks tell the legal actions of a seat apart.
    pub fn told_apart(&self, state: &Value, seat: Seat, legal: &[Value]) -> Result<(), BrokenLaw> {
        self.texts(state, seat, legal)?;
        self.clicks(state, seat, legal)
    }

    /// The legal actions of a turn, once they and what comes of them were looked at.
    pub fn look(&mut self, state: &Value, seat: Seat) -> Result<Vec<Value>, BrokenLaw> {
        let legal = self.listed(state, seat)?;
        let decided = self.decided(state, seat, &legal)?;
        self.refused(state, seat, &legal)?;
        self.told_apart(state, seat, &legal)?;
        self.forfeited(state, seat)?;
        for one in decided {
            if self.before.len() < 2 * ACTIONS_MAX && !self.before.contains(&one) {
                self.before.push(one);
            }
        }
        Ok(legal)
    }

    /// Every legal action is decided, and its first event is its own alone.
    fn decided(
        &self,
        state: &Value,
        seat: Seat,
        legal: &[Value],
    ) -> Result<Vec<DecidedAction>, BrokenLaw> {
        let is_another = |it: &Value, action| it != action && !self.game.are_alike(it, action);
        let mut all = Vec::new();
        for action in legal.iter().take(ACTIONS_MAX) {
            let (decided, events) = self.decide(state, seat, action);
            decided.map_err(|rule| {
                actions(format!("{action:?} is listed as legal but refused: {rule}"))
            })?;
            let (same, again) = self.decide(state, seat, action);
            if same.is_err() || events != again {
                return Err(actions(format!(
                    "{action:?}, decided twice with the same dice, leads to {events:?} and {again:?}"
                )));
            }
            let mut after = state.clone();
            for event in &events {
                let applied = self.game.apply(&mut after, event);
                applied.map_err(|rule| {
                    actions(format!("{action:?} leads to {event:?}, which is refused: {rule}"))
                })?;
            }
            if after == *state && !events.is_empty() {
                return Err(actions(format!("{action:?} changes nothing")));
            }
            let first = events.into_iter().next();
            let first = first.ok_or_else(|| actions(format!("{action:?} leads to no event")))?;
            let matches = |action| self.game.event_matches(state, seat, action, &first);
            if !matches(action) {
                return Err(actions(format!("{first:?} does not match its own action {action:?}")));
            }
            let mut others = legal.iter().filter(|it| is_another(it, action));
            if let Some(other) = others.find(|it| matches(it)) {
                let what = format!("{first:?} of {action:?} matches {other:?} too");
                return Err(actions(what));
            }
            all.push((action.clone(), first));
        }
        Ok(all)
    }

    /// The events that an action leads to, with the header's dice.
    fn decide(
        &self,
        state: &Value,
        seat: Seat,
        action: &Value,
    ) -> (Result<(), String>, Vec<Value>) {
        let (mut dice, mut events) = (self.header.dice(), Vec::new());
        dice.turn_to(DrawOwner::Seat(seat));
        let game = self.game;
        let decided = game.decide(state, seat, action, &mut dice, &mut events);
        (decided, events)
    }

    /// Checks that actions which were legal before and are not now are refused, and so are their
    /// events.
    fn refused(&self, state: &Value, seat: Seat, legal: &[Value]) -> Result<(), BrokenLaw> {
        for (action, event) in self.before.iter().filter(|it| !legal.contains(&it.0)) {
            let mut events = Vec::new();
            let dice = &mut self.header.dice();
            let decided = self.game.decide(state, seat, action, dice, &mut events);
            if decided.is_ok() {
                let what = format!("{action:?} is not listed as legal, but `decide` accepts it");
                return Err(actions(what));
            }
            if !events.is_empty() {
                let what = format!("{action:?} is refused, but leads to {events:?}");
                return Err(actions(what));
            }
            let matches = self.game.event_matches(state, seat, action, event);
            if matches && self.game.apply(&mut state.clone(), event).is_ok() {
                return Err(actions(format!(
                    "{action:?} is refused, but its event {event:?} is accepted"
                )));
            }
        }
        Ok(())
    }

    /// Actions in words are told apart and read back.
    fn texts(&self, state: &Value, seat: Seat, legal: &[Value]) -> Result<(), BrokenLaw> {
        let mut texts: Vec<String> = Vec::new();
        for action in legal {
            let text = self.game.action_words(state, seat, action);
            let text = String::from_utf8(text).map_err(|error| words(error.to_string()))?;
            if text.trim().is_empty() || text.contains('\n') {
                let what = format!("{action:?} in words is `{text}`, not one line");
                return Err(words(what));
            }
            texts.push(text);
        }
        let mut sorted: Vec<_> = texts.iter().collect();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(words(format!("two legal actions are called `{}`", pair[0])));
        }
        for (text, action) in texts.iter().zip(legal).take(ACTIONS_MAX) {
            if self.game.parse_action(state, seat, text).as_ref() != Some(action) {
                return Err(words(format!("`{text}` is not read back as {action:?}")));
            }
        }
        Ok(())
    }

    /// Actions are told apart by what is clicked and by their buttons.
    fn clicks(&self, state: &Value, seat: Seat, legal: &[Value]) -> Result<(), BrokenLaw> {
        let mut spots = self.game.spots(state, seat, legal);
        spots.sort_unstable();
        if let Some(pair) = spots.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(words(format!("two legal actions have the same clicks: {:?}", pair[0])));
        }
        let is_off = |it: &&Spots| it.clicks.iter().any(|click| *click as usize >= self.places);
        match spots.iter().find(is_off) {
            Some(spots) => Err(words(format!("there is no such place to click: {spots:?}"))),
            None => Ok(()),
        }
    }

    /// A lost turn happens, and the game goes on or ends.
    fn forfeited(&self, state: &Value, seat: Seat) -> Result<(), BrokenLaw> {
        let why = Forfeit::new(ForfeitCause::Timeout, "");
        let (mut events, mut after) = (Vec::new(), state.clone());
        self.game.forfeit(state, seat, &why, &mut events);
        for event in &events {
            let applied = self.game.apply(&mut after, event);
            let refused =
                |rule| format!("a lost turn leads to {event:?}, which is refused: {rule}");
            applied.map_err(|rule| Law::Turns.broken(refused(rule)))?;
        }
        if after == *state {
            return Err(Law::Turns.broken("a lost turn changes nothing"));
        }
        Ok(())
    }

    /// Shows a state and makes its next turn; whatever comes of it is right but a panic.
    pub fn go_on(&self, state: &Value) {
        let (mut events, mut after) = (Vec::new(), state.clone());
        let mut dice = self.header.dice();
        self.game.clock(state);
        self.game.tell_moment(state, &self.header.players);
        match self.game.turn(state) {
            Turn::Over(_) => {}
            Turn::World => self.game.world(state, &mut dice, &mut events),
            Turn::Seats(seats) => {
                let can_act = |seat: Seat| !self.game.legal(state, seat).is_empty();
                if seats.iter().all(|seat| seat.0 < self.game.seats() && can_act(seat))
                    && let By::Joint(joint) = joint::drawn(self.game, state, seats, &mut dice)
                {
                    let chosen = joint.chosen();
                    self.game.decide_joint(state, &chosen, &mut dice, &mut events);
                }
            }
            Turn::Seat(seat) => {
                self.game.see(state, seat);
                if let Some(action) = self.game.legal(state, seat).first() {
                    let game = self.game;
                    drop(game.decide(state, seat, action, &mut dice, &mut events));
                }
            }
        }
        for event in &events {
            if self.game.apply(&mut after, event).is_err() {
                return;
            }
        }
    }

    pub fn damage(&self, state: &Value) -> Result<(), BrokenLaw> {
        damage(self, state)
    }
}

/// A snapshot of a state, damaged in some of its bytes one after the other, is refused, or it is a state
/// that can be gone on from without a panic.
///
/// # Errors
/// It is neither.
fn damage(states: &States<'_>, state: &Value) -> Result<(), BrokenLaw> {
    let mut bytes = state.bytes();
    let step = bytes.len().div_ceil(BYTES_MAX).max(1);
    for n in (0..bytes.len()).step_by(step) {
        bytes[n] ^= 1 << (n % 8);
        if let Some(damaged) = states.game.read_state(&bytes) {
            let asked = catch_unwind(AssertUnwindSafe(|| states.game.is_valid_state(&damaged)));
            let is_valid = asked.map_err(|_| {
                let what =
                    format!("checking a damaged state panics instead of refusing it: {damaged:?}");
                Law::States.broken(what)
            })?;
            let goes_on = || catch_unwind(AssertUnwindSafe(|| states.go_on(&damaged)));
            if is_valid && goes_on().is_err() {
                let what = format!("a damaged state counts as valid, but then panics: {damaged:?}");
                return Err(Law::States.broken(what));
            }
        }
        bytes[n] ^= 1 << (n % 8);
    }
    Ok(())
}
