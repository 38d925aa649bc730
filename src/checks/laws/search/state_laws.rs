//! The laws of a single state, checked with all that its turn can lead to.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{LawSearch, joint_laws};
use crate::broken_law::{BrokenLaw, Law};
use crate::laws::forms::value_stored;
use crate::laws::joint;
use crate::laws::law_rules::LawRules;
use crate::laws::states::over;
use crate::laws::turn_outcomes::{TurnBranch, TurnBranches};
use chase_engine::dice::Dice;
use chase_engine::game::{Outcome, Seat, Turn};
use chase_engine::history::By;
use chase_engine::seat::Seats;
use chase_study::any_value::Value;

/// From one state whose bytes are damaged to the next.
const EVERY_DAMAGE: usize = 256;

/// World's turns that follow a lost turn.
const WORLD_MAX: usize = 8;

/// Games that show whether a seat might not win, and turns of one.
const GAMES_ON: u64 = 16;
const TURNS_ON: usize = 500;

/// First events of a state that are tried with one thing changed, where not every event is tried in
/// every state.
const CHANGED_HERE: usize = 2;

/// Runs a rule, and turns a panic into a broken law.
pub(super) fn calm<T>(
    what: impl FnOnce() -> String,
    run: impl FnOnce() -> T,
) -> Result<T, BrokenLaw> {
    catch_unwind(AssertUnwindSafe(run))
        .map_err(|_| Law::Panics.broken(format!("the rules panic when {}", what())))
}

impl LawSearch<'_> {
    /// Checks what a state says by itself, and what its turn leads to, which is handed back. The first
    /// of its lost turns is among it.
    pub(super) fn look_at(&mut self, n: usize) -> Result<TurnBranches, BrokenLaw> {
        let state = self.tree.node(n).state.clone();
        let game = self.game;
        let turn = game.turn(&state);
        self.keeps_time(n, &state)?;
        if self.is_between_cycles(n, &turn) {
            self.states.valid(&state)?;
            if n.is_multiple_of(EVERY_DAMAGE) {
                value_stored(&state)?;
                self.states.damage(&state)?;
            }
        }
        match &turn {
            Turn::Over(outcome) => {
                over(game, &state)?;
                let cause = outcome.cause.clone().into_owned();
                *self.report.endings.entry(cause).or_default() += 1;
            }
            Turn::World | Turn::Seats(_) => {}
            Turn::Seat(seat) => {
                let legal = self.states.look(&state, *seat)?;
                legal.iter().for_each(|action| self.meet_action(action));
            }
        }
        if let Turn::Seats(seats) = turn {
            if seats.count() < 2 {
                let what = "a turn of several seats names fewer than two";
                return Err(Law::Turns.broken(what));
            }
            for seat in seats.iter() {
                let legal = self.states.listed(&state, seat)?;
                self.states.told_apart(&state, seat, &legal)?;
            }
        }
        let lost = self.follower.lost(&state)?;
        let mut ways = self.follower.ways(&state)?;
        joint_laws::look(game, &state, &ways.all)?;
        joint_laws::look(game, &state, &lost)?;
        if turn == Turn::World && ways.all.iter().any(|way| way.events.is_empty()) {
            let what = "nothing happens in the world's turn";
            return Err(Law::Turns.broken(what));
        }
        self.told_apart(&state, &ways.all)?;
        self.agrees_with_oracle(&state)?;
        self.no_gain(&state, &ways, &lost)?;
        for symmetry in 0..self.report.symmetries.len() {
            self.is_symmetric(symmetry, &state, &ways)?;
        }
        self.remember(n, &state, &ways, &lost);
        self.goes_on_as_due(n, &state, &ways, &lost)?;
        ways.all.extend(lost.into_iter().next());
        Ok(ways)
    }

    /// True if snapshots are taken of a state: it is the first of its cycle, or the last of all.
    fn is_between_cycles(&self, n: usize, turn: &Turn) -> bool {
        let clock = |n: usize| self.game.clock(&self.tree.node(n).state);
        let before = self.tree.before(n);
        matches!(turn, Turn::Over(_)) || before.is_none_or(|before| clock(before) < clock(n))
    }

    /// The clock goes on, and not past the last cycle there can be.
    fn keeps_time(&self, n: usize, state: &Value) -> Result<(), BrokenLaw> {
        let now = self.game.clock(state);
        let before = self.tree.before(n);
        let before = before.map(|before| self.game.clock(&self.tree.node(before).state));
        if before.is_some_and(|before| before > now) {
            return Err(Law::Turns.broken("the clock went back"));
        }
        let last = self.game.last_possible_cycle();
        match last.filter(|last| now > *last) {
            Some(last) => {
                let what = format!("this is past the last possible cycle, {last}");
                Err(Law::Turns.broken(what))
            }
            None => Ok(()),
        }
    }

    /// Checks that different results of one turn have different words, or none.
    fn told_apart(&self, state: &Value, ways: &[TurnBranch]) -> Result<(), BrokenLaw> {
        let mut told: BTreeMap<Vec<u8>, &[Value]> = BTreeMap::new();
        for way in ways {
            let (mut before, mut words) = (state.clone(), Vec::new());
            for event in &way.events {
                self.game.event_words(&before, event, &mut words);
                words.push(b'\n');
                if self.game.apply(&mut before, event).is_err() {
                    break;
                }
            }
            let is_told = !words.trim_ascii().is_empty();
            let other = told.insert(words, &way.events).filter(|_| is_told);
            if let Some(other) = other.filter(|other| *other != way.events) {
                let events = &way.events;
                let what = format!("{other:?} and {events:?} are described in the same words");
                return Err(Law::Words.broken(what));
            }
        }
        Ok(())
    }

    /// Nobody wins at once by losing a turn who wins at once by no action, and might not win at all.
    fn no_gain(
        &self,
        state: &Value,
        ways: &TurnBranches,
        lost: &[TurnBranch],
    ) -> Result<(), BrokenLaw> {
        for way in lost {
            let lost: Vec<_> = way.by.forfeits().collect();
            let [(seat, why)] = lost[..] else {
                continue;
            };
            let points = |way| self.points_alone(way, seat);
            let Some(won) = points(way) else {
                continue;
            };
            let others = ways.all.iter();
            let actions = others.filter(|other| joint::differ_in(&other.by, &way.by, seat));
            let mut actions = actions.filter_map(points);
            if ways.is_whole && !actions.any(|points| points >= won) && self.may_lose(state, seat) {
                let (name, why) = (self.game.seat_name(seat), why.cause.word());
                let what = format!(
                    "{name} gains more at once by losing its turn ({why}) than by any action"
                );
                return Err(Law::Forfeits.broken(what));
            }
        }
        Ok(())
    }

    /// True if some drawn game goes on from a state to an end that is no win of a seat's side.
    fn may_lose(&self, state: &Value, seat: Seat) -> bool {
        (0..GAMES_ON).any(|number| {
            let dice = &mut Dice::new(self.header.dice, self.header.seed, number);
            let mut state = state.clone();
            for _ in 0..TURNS_ON {
                if let Some(outcome) = self.game.turn(&state).outcome() {
                    return self.won_alone(&outcome, seat).is_none();
                }
                let Ok(way) = self.drawn_way(&state, dice) else {
                    return false;
                };
                state = way.after;
            }
            false
        })
    }

    /// The points of a seat's side, if it has more than every other.
    fn won_alone(&self, outcome: &Outcome, seat: Seat) -> Option<u8> {
        let side = self.game.side(seat);
        let mine = *outcome.points.get(side)?;
        let mut others = outcome.points.iter().enumerate();
        let is_best = others.all(|(n, points)| n == side || *points < mine);
        Some(mine).filter(|_| is_best && outcome.points.len() > 1)
    }

    /// The points of a seat's side at the end that a way leads to at once, if it has more than every
    /// other.
    fn points_alone(&self, way: &TurnBranch, seat: Seat) -> Option<u8> {
        let mut state = way.after.clone();
        for _ in 0..WORLD_MAX {
            match self.game.turn(&state) {
                Turn::Over(outcome) => return self.won_alone(&outcome, seat),
                Turn::Seat(_) | Turn::Seats(_) => return None,
                Turn::World => {
                    let ways = self.follower.ways(&state).ok()?;
                    let [only] = <[TurnBranch; 1]>::try_from(ways.all).ok()?;
                    state = only.after;
                }
            }
        }
        None
    }

    /// The game is over where its author says so a second time, and as he says.
    fn agrees_with_oracle(&self, state: &Value) -> Result<(), BrokenLaw> {
        if !self.report.has_oracle {
            return Ok(());
        }
        let (told, due) = (self.game.turn(state).outcome(), self.game.outcome_by_oracle(state));
        if told == due {
            return Ok(());
        }
        let words = |outcome: Option<Outcome>| match outcome {
            Some(Outcome { cause, points }) => format!("over ({cause}, points {points:?})"),
            None => "not over".into(),
        };
        let (told, due) = (words(told), words(due));
        let what = format!("the game is {told}; the author's oracle says it is {due}");
        Err(Law::Oracle.broken(what))
    }

    /// The game that is turned round has the same turn, the same actions, and the same that comes of them.
    fn is_symmetric(
        &self,
        symmetry: usize,
        state: &Value,
        ways: &TurnBranches,
    ) -> Result<(), BrokenLaw> {
        let game = self.game;
        let broken = |what: String| {
            let name = self.report.symmetries[symmetry];
            Err(Law::Symmetry.broken(format!("by the symmetry `{name}`, {what}")))
        };
        let seat = |seat| game.turned_seat(symmetry, seat);
        let action = |did: &Value| game.turned_action(symmetry, did);
        let round = game.turned_state(symmetry, state);
        let (turn, turned) = (game.turn(state), game.turn(&round));
        let is_same = match (&turn, &turned) {
            (Turn::World, Turn::World) => true,
            (Turn::Seat(_) | Turn::Seats(_), Turn::Seat(_) | Turn::Seats(_)) => {
                turn.seats().iter().map(seat).collect::<Seats>() == turned.seats()
            }
            (Turn::Over(outcome), Turn::Over(other)) => {
                same_outcome(game, symmetry, outcome, other)
            }
            _ => false,
        };
        if !is_same {
            return broken(format!("the turn is {turn:?} here but {turned:?} there: {round:?}"));
        }
        let there = self.follower.ways(&round)?;
        if !ways.is_whole || !there.is_whole {
            return Ok(());
        }
        let key = |by: &By<Value>| match by {
            By::Action(_, action) => format!("{action:?}"),
            By::Joint(joint) => format!("{:?}", joint.chosen()),
            By::World | By::Forfeit(..) => String::new(),
        };
        let mut lead: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for way in &there.all {
            let all = lead.entry(key(&way.by)).or_default();
            all.push(way.after.bytes());
        }
        let mut here: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for way in &ways.all {
            let by = match &way.by {
                By::Action(seat, did) => By::Action(*seat, action(did)),
                By::Joint(by) => joint::turned(by, seat, action),
                other => other.clone(),
            };
            let all = here.entry(key(&by)).or_default();
            all.push(game.turned_state(symmetry, &way.after).bytes());
        }
        for all in lead.values_mut().chain(here.values_mut()) {
            all.sort_unstable();
            all.dedup();
        }
        if let Some((action, _)) = here.iter().find(|it| !lead.contains_key(it.0)) {
            return broken(format!("{action} is legal here and not there: {round:?}"));
        }
        if let Some((action, _)) = lead.iter().find(|it| !here.contains_key(it.0)) {
            return broken(format!("{action} is legal there and not here: {round:?}"));
        }
        match here.iter().find(|(action, all)| lead[*action] != **all) {
            Some((action, _)) => {
                broken(format!("{action} leads to something else there: {round:?}"))
            }
            None => Ok(()),
        }
    }

    /// Keeps what the turn in a state can lead to, for the laws of events.
    fn remember(&mut self, n: usize, state: &Value, ways: &TurnBranches, lost: &[TurnBranch]) {
        let mut firsts: Vec<Value> = Vec::new();
        for way in ways.all.iter().chain(lost) {
            way.events.iter().for_each(|event| self.events.meet(event));
            if let Some(first) = way.events.first()
                && !firsts.contains(first)
            {
                firsts.push(first.clone());
            }
            self.remember_within(state, &way.events);
        }
        let node = self.tree.node_mut(n);
        node.firsts = firsts;
        node.is_whole = ways.is_whole;
    }

    /// Keeps which events go on with a turn, by the state within it.
    fn remember_within(&mut self, state: &Value, events: &[Value]) {
        let mut within = state.clone();
        for (event, next) in events.iter().zip(events.iter().skip(1)) {
            if self.game.apply(&mut within, event).is_err() {
                return;
            }
            let going_on = self.going_on.entry(within.bytes()).or_default();
            if !going_on.contains(next) {
                going_on.push(next.clone());
            }
        }
    }

    /// Tries the candidates of actions and events in a state that was looked at.
    pub(super) fn try_out(&mut self, n: usize) -> Result<(), BrokenLaw> {
        let state = &self.tree.node(n).state;
        if let Turn::Seat(seat) = self.game.turn(state) {
            self.try_actions(n, state, seat)?;
        }
        self.try_events(n, state)?;
        match self.tree.node(n).is_whole {
            true => self.report.states_exact += 1,
            false => self.report.states_inexact += 1,
        }
        Ok(())
    }

    /// An action is listed as legal where it is decided, and nowhere else.
    fn try_actions(&self, n: usize, state: &Value, seat: Seat) -> Result<(), BrokenLaw> {
        let legal = self.game.legal(state, seat);
        let mut dice = self.header.dice();
        for action in self.actions.of_state(n) {
            let mut events = Vec::new();
            let decided = calm(
                || format!("{action:?} is decided"),
                || self.game.decide(state, seat, action, &mut dice, &mut events),
            )?;
            let is_legal = legal.contains(action);
            let what = match decided {
                Err(rule) if is_legal => {
                    format!("{action:?} is listed as legal but refused: {rule}")
                }
                Ok(()) if !is_legal => {
                    format!("{action:?} is not listed as legal, but `decide` accepts it")
                }
                Err(_) if !events.is_empty() => {
                    format!("{action:?} is refused, but leads to {events:?}")
                }
                _ => continue,
            };
            return Err(Law::Actions.broken(what));
        }
        Ok(())
    }

    /// An event is let in where an action and its luck lead to it, and nowhere else.
    fn try_events(&self, n: usize, state: &Value) -> Result<(), BrokenLaw> {
        let node = self.tree.node(n);
        let going_on = self.going_on.get(&state.bytes());
        let is_due = |event: &Value| {
            node.firsts.contains(event) || going_on.is_some_and(|all| all.contains(event))
        };
        let mut after = state.clone();
        let changed = self.changed_here(n);
        for event in self.events.of_state(n).chain(&changed) {
            if is_due(event) {
                continue;
            }
            let apply = || self.game.apply(&mut after, event).is_ok();
            let is_let_in = calm(|| format!("{event:?} is applied"), apply)?;
            if !is_let_in {
                if after != *state {
                    let what = format!("{event:?} is refused but changes the state");
                    return Err(Law::Events.broken(what));
                }
                continue;
            }
            if node.is_whole {
                let what = format!("{event:?} is accepted, but no possible turn leads to it");
                return Err(Law::Events.broken(what));
            }
            self.leads_on(event, &after)?;
            after.clone_from(state);
        }
        Ok(())
    }

    /// Some of the events that are due in a state, with one thing changed.
    fn changed_here(&self, n: usize) -> Vec<Value> {
        let firsts = &self.tree.node(n).firsts;
        if self.events.is_tried_whole() || firsts.is_empty() {
            return Vec::new();
        }
        let some = (n..n + CHANGED_HERE.min(firsts.len())).map(|n| &firsts[n % firsts.len()]);
        some.flat_map(|event| self.events.changed(self.game, event)).collect()
    }

    /// An event that may be one that luck gives leads to a state that is one.
    fn leads_on(&self, event: &impl Debug, after: &Value) -> Result<(), BrokenLaw> {
        let goes_on = || {
            self.game.is_valid_state(after) && {
                self.states.go_on(after);
                true
            }
        };
        match calm(|| format!("{event:?} is accepted"), goes_on)? {
            true => Ok(()),
            false => {
                let what = format!("{event:?} is accepted but leads to an invalid state");
                Err(Law::Events.broken(what))
            }
        }
    }

    fn meet_action(&mut self, action: &Value) {
        if !self.report.actions_given {
            self.actions.meet(action);
        }
    }
}

/// True if two outcomes are the same when seats are exchanged by a symmetry.
fn same_outcome(game: &dyn LawRules, symmetry: usize, outcome: &Outcome, other: &Outcome) -> bool {
    let seats = (0..game.seats()).map(Seat);
    let mut pairs =
        seats.map(|seat| (game.side(seat), game.side(game.turned_seat(symmetry, seat))));
    outcome.cause == other.cause
        && pairs.all(|(side, there)| outcome.points.get(side) == other.points.get(there))
}
