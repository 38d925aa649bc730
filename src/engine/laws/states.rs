//! The laws of single states: what is legal is what is decided, an event belongs to one action,
//! what was reached is valid, and words tell actions apart.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::engine::dice::Luck;
use crate::engine::game::{Forfeit, ForfeitCause, Game, Seat, Turn};
use crate::engine::header::Header;
use crate::engine::history::History;
use crate::engine::kit::one_of;
use crate::engine::transcript::Transcript;
use crate::engine::wire;

/// Turns of the walk through a game.
const TURNS_MAX: usize = 100;
/// Cycles from one snapshot that is damaged to the next.
const EVERY_SNAPSHOT: u64 = 8;
/// Actions of a turn that are decided, and remembered for later turns.
const ACTIONS_MAX: usize = 24;
/// Bytes of a snapshot that are damaged.
const BYTES_MAX: usize = 64;

/// Walks through a game by legal actions of its own choice, and holds every turn on the way
/// against the laws. No player is asked.
pub(super) fn walk<G: Transcript>(game: &Arc<G>, header: &Header) -> Result<(), String> {
    let mut states = States {
        game,
        header,
        before: Vec::new(),
    };
    let (mut state, mut dice) = (game.start(), header.dice());
    for _ in 0..TURNS_MAX {
        let at = game.clock(&state);
        let fail = |what: String| format!("{} {at}: {what}", G::CYCLE);
        let mut events = Vec::new();
        match game.turn(&state) {
            Turn::Over(_) => return Ok(()),
            Turn::World => {
                dice.turn_to(Luck::World);
                game.world(&state, &mut dice, &mut events);
                if events.is_empty() {
                    return Err(fail("nothing happens in the world's turn".into()));
                }
            }
            Turn::Seat(seat) => {
                let legal = states.look(&state, seat).map_err(fail)?;
                dice.turn_to(Luck::Seat(seat));
                let action = one_of(&legal, &mut dice).clone();
                let decided = game.decide(&state, seat, &action, &mut dice, &mut events);
                decided.map_err(|rule| fail(format!("{action:?}: {rule}")))?;
            }
        }
        for event in &events {
            let applied = game.apply(&mut state, event);
            applied.map_err(|rule| fail(format!("{event:?} is refused: {rule}")))?;
        }
        if game.clock(&state) < at {
            return Err(fail("the clock went back".into()));
        }
    }
    Ok(())
}

/// Holds the cycles of a game that was played, and its end, against the laws.
pub(super) fn check<G: Transcript>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let states = States {
        game,
        header,
        before: Vec::new(),
    };
    let mut state = game.start();
    for cycle in history.cycles() {
        let fail = |what: String| format!("{} {}: {what}", G::CYCLE, cycle.number);
        if let Some(last) = game
            .last_possible_cycle()
            .filter(|last| cycle.number > *last)
        {
            return Err(fail(format!("the last possible one is said to be {last}")));
        }
        // Snapshots are taken between cycles.
        states.valid(&state).map_err(fail)?;
        if cycle.number % EVERY_SNAPSHOT == 0 {
            states.damage(&state).map_err(fail)?;
        }
        for event in cycle.events {
            game.apply(&mut state, event)
                .map_err(|e| fail(e.to_string()))?;
        }
    }
    states.valid(&state)?;
    states.damage(&state)?;
    over(&**game, &state)
}

/// What must be true of the end.
fn over<G: Transcript>(game: &G, state: &G::State) -> Result<(), String> {
    let Turn::Over(outcome) = game.turn(state) else {
        return Err("the game stopped before it was over".into());
    };
    let (points, sides) = (outcome.points.len(), game.sides().len());
    if points != sides {
        return Err(format!("points for {points} sides; there are {sides}"));
    }
    let mut words = Vec::new();
    game.ending(state, &mut words);
    if words.trim_ascii().is_empty() {
        return Err("the ending has no words".into());
    }
    Ok(())
}

/// An action, and the first event it led to.
type Decided<G> = (<G as Game>::Action, <G as Game>::Event);

struct States<'a, G: Game> {
    game: &'a Arc<G>,
    header: &'a Header,
    /// Actions that were legal in an earlier turn, and the first event each led to.
    before: Vec<Decided<G>>,
}

impl<G: Transcript> States<'_, G> {
    fn valid(&self, state: &G::State) -> Result<(), String> {
        if !self.game.is_valid_state(state) {
            return Err(format!("a state that was reached is not valid: {state:?}"));
        }
        Ok(())
    }

    /// The legal actions of a turn, once they were looked at.
    fn look(&mut self, state: &G::State, seat: Seat) -> Result<Vec<G::Action>, String> {
        if seat.0 >= self.game.seats() {
            let seats = self.game.seats();
            return Err(format!(
                "it is the turn of seat {}; there are {seats}",
                seat.0
            ));
        }
        let mut buffer = Vec::new();
        let legal = self.game.legal(state, seat, &mut buffer).to_vec();
        if legal.is_empty() {
            return Err("a seat is to move and has no legal action".into());
        }
        if let Some(n) = (1..legal.len()).find(|n| legal[..*n].contains(&legal[*n])) {
            return Err(format!("{:?} is listed twice", legal[n]));
        }
        let decided = self.decided(state, seat, &legal)?;
        self.refused(state, seat, &legal)?;
        self.texts(state, seat, &legal)?;
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
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> Result<Vec<Decided<G>>, String> {
        let is_another = |it: &G::Action, action| it != action && !G::are_alike(it, action);
        let mut all = Vec::new();
        for action in legal.iter().take(ACTIONS_MAX) {
            let mut dice = self.header.dice();
            dice.turn_to(Luck::Seat(seat));
            let mut events = Vec::new();
            let decided = self
                .game
                .decide(state, seat, action, &mut dice, &mut events);
            decided.map_err(|rule| format!("{action:?} is listed as legal and refused: {rule}"))?;
            let mut again = Vec::new();
            let dice = &mut self.header.dice();
            dice.turn_to(Luck::Seat(seat));
            let same = self.game.decide(state, seat, action, dice, &mut again);
            if same.is_err() || events != again {
                return Err(format!(
                    "{action:?}, decided twice with the same dice, leads to {events:?} and {again:?}"
                ));
            }
            let mut after = state.clone();
            for event in &events {
                let applied = self.game.apply(&mut after, event);
                applied.map_err(|rule| {
                    format!("{action:?} leads to {event:?}, which is refused: {rule}")
                })?;
            }
            if after == *state && !events.is_empty() {
                return Err(format!("{action:?} changes nothing"));
            }
            let first = events.into_iter().next();
            let first = first.ok_or_else(|| format!("{action:?} leads to no event"))?;
            let matches = |action| self.game.event_matches(state, seat, action, &first);
            if !matches(action) {
                return Err(format!(
                    "{first:?} does not match its own action {action:?}"
                ));
            }
            if let Some(other) = legal
                .iter()
                .find(|it| is_another(it, action) && matches(it))
            {
                return Err(format!("{first:?} of {action:?} matches {other:?} too"));
            }
            all.push((action.clone(), first));
        }
        Ok(all)
    }

    /// What was legal before and is not now is refused, and so is what it led to.
    fn refused(&self, state: &G::State, seat: Seat, legal: &[G::Action]) -> Result<(), String> {
        for (action, event) in self.before.iter().filter(|it| !legal.contains(&it.0)) {
            let mut events = Vec::new();
            let dice = &mut self.header.dice();
            let decided = self.game.decide(state, seat, action, dice, &mut events);
            if decided.is_ok() {
                return Err(format!("{action:?} is not listed as legal and is decided"));
            }
            if !events.is_empty() {
                return Err(format!("{action:?} is refused, and {events:?} came of it"));
            }
            let matches = self.game.event_matches(state, seat, action, event);
            if matches && self.game.apply(&mut state.clone(), event).is_ok() {
                return Err(format!(
                    "{action:?} is refused, and its {event:?} is let in"
                ));
            }
        }
        Ok(())
    }

    /// Actions in words are told apart and read back.
    fn texts(&self, state: &G::State, seat: Seat, legal: &[G::Action]) -> Result<(), String> {
        let mut texts: Vec<String> = Vec::new();
        for action in legal {
            let mut text = Vec::new();
            self.game.action(state, seat, action, &mut text);
            let text = String::from_utf8(text).map_err(|error| error.to_string())?;
            if text.trim().is_empty() || text.contains('\n') {
                return Err(format!("{action:?} in words is `{text}`, not one line"));
            }
            texts.push(text);
        }
        let mut sorted: Vec<_> = texts.iter().collect();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two legal actions are called `{}`", pair[0]));
        }
        for (text, action) in texts.iter().zip(legal).take(ACTIONS_MAX) {
            if self.game.parse_action(state, seat, text).as_ref() != Some(action) {
                return Err(format!("`{text}` is not read back as {action:?}"));
            }
        }
        Ok(())
    }

    /// A lost turn happens, and the game goes on or ends.
    fn forfeited(&self, state: &G::State, seat: Seat) -> Result<(), String> {
        let why = Forfeit::new(ForfeitCause::Timeout, "");
        let (mut events, mut after) = (Vec::new(), state.clone());
        self.game.forfeit(state, seat, &why, &mut events);
        for event in &events {
            let applied = self.game.apply(&mut after, event);
            applied.map_err(|rule| format!("a lost turn leads to {event:?}: {rule}"))?;
        }
        if after == *state {
            return Err("a lost turn changes nothing".into());
        }
        Ok(())
    }

    /// A damaged snapshot is refused, or it is a state that can be gone on from.
    fn damage(&self, state: &G::State) -> Result<(), String> {
        let mut bytes = Vec::new();
        wire::put(state, &mut bytes);
        let step = bytes.len().div_ceil(BYTES_MAX).max(1);
        for n in (0..bytes.len()).step_by(step) {
            bytes[n] ^= 1 << (n % 8);
            if let Some(damaged) = wire::whole::<G::State>(&bytes)
                && self.game.is_valid_state(&damaged)
            {
                let goes_on = catch_unwind(AssertUnwindSafe(|| {
                    self.game.clock(&damaged);
                    if let Turn::Seat(seat) = self.game.turn(&damaged) {
                        self.game.legal(&damaged, seat, &mut Vec::new());
                    }
                }));
                if goes_on.is_err() {
                    return Err(format!("a damaged state is called valid: {damaged:?}"));
                }
            }
            bytes[n] ^= 1 << (n % 8);
        }
        Ok(())
    }
}
