//! Games that a search plays to their ends: drawn ones, and ones that are steered to rare ends.

use super::{LawSearch, LawStop};
use crate::broken_law::{BrokenLaw, Law};
use crate::laws::joint;
use crate::laws::turn_outcomes::TurnBranch;
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::{Forfeit, ForfeitCause, Outcome, Turn};
use chase_engine::history::By;
use chase_study::any_value::Value;

/// No game is followed further.
const TURNS_MAX: usize = 2_000;

/// The number of times that a steered game goes back from a common end.
const RETURNS_MAX: usize = 60;

/// The most turns that it goes back.
const BACK_MAX: u32 = 8;

/// One in so many turns is lost in a drawn game.
const LOST_EVERY: u32 = 64;

/// The end of a game: cause and points.
pub(super) type EndKey = (String, Vec<u8>);

fn end_of(outcome: &Outcome) -> EndKey {
    (outcome.cause.clone().into_owned(), outcome.points.clone())
}

impl LawSearch<'_> {
    /// Plays one game by drawn actions. The state it ends in.
    pub(super) fn draw(&mut self, dice: &mut Dice) -> Result<usize, LawStop> {
        let mut path = vec![0];
        while path.len() < TURNS_MAX {
            let here = path[path.len() - 1];
            let state = &self.tree.node(here).state;
            if let Some(outcome) = self.game.turn(state).outcome() {
                *self.ends.entry(end_of(&outcome)).or_default() += 1;
                return Ok(here);
            }
            let way = self.drawn_way(state, dice).map_err(|broken| self.stopped(here, broken))?;
            self.go(&mut path, way)?;
        }
        self.report.unfinished += 1;
        Ok(path[path.len() - 1])
    }

    /// One way that the turn in a state can go, by drawn actions; a turn is lost now and then.
    pub(super) fn drawn_way(
        &self,
        state: &Value,
        dice: &mut Dice,
    ) -> Result<TurnBranch, BrokenLaw> {
        let by = match self.game.turn(state) {
            Turn::World | Turn::Over(_) => By::World,
            Turn::Seats(seats) if dice.below(LOST_EVERY) == 0 => {
                one_of(&joint::lost(self.game, state, seats), dice).clone()
            }
            Turn::Seats(seats) => joint::drawn(self.game, state, seats, dice),
            Turn::Seat(seat) if dice.below(LOST_EVERY) == 0 => {
                let why = Forfeit::new(ForfeitCause::Timeout, "");
                By::Forfeit(seat, Box::new(why))
            }
            Turn::Seat(seat) => {
                By::Action(seat, one_of(&self.game.legal(state, seat), dice).clone())
            }
        };
        self.follower.way(state, &by, dice)
    }

    /// Goes on by a way, and checks the state it leads to if it is new.
    fn go(&mut self, path: &mut Vec<usize>, way: TurnBranch) -> Result<(), LawStop> {
        let here = path[path.len() - 1];
        let (next, is_new) = self.tree.add(here, way);
        if is_new {
            self.check(next)?;
        }
        self.returns(here, next, path)?;
        path.push(next);
        Ok(())
    }

    /// A game with a bound on its cycles does not come to the same state twice: it could do so for ever.
    pub(super) fn returns(&self, from: usize, to: usize, path: &[usize]) -> Result<(), LawStop> {
        if self.game.last_possible_cycle().is_none() || !path.contains(&to) {
            return Ok(());
        }
        let what = "a state repeats, so the game need not end, although its cycles are limited";
        Err(self.stopped(from, Law::Turns.broken(what)))
    }

    /// Plays one game that turns away from every end that was seen, and goes back where it cannot.
    pub(super) fn steer(&mut self, dice: &mut Dice) -> Result<(), LawStop> {
        let mut path = vec![0];
        let mut returns = 0;
        while path.len() < TURNS_MAX {
            let here = path[path.len() - 1];
            let options = self.options(here, dice).map_err(|broken| self.stopped(here, broken))?;
            let outcome = |way: &TurnBranch| self.game.turn(&way.after).outcome();
            let (over, on): (Vec<_>, Vec<_>) =
                options.into_iter().partition(|way| outcome(way).is_some());
            let count = |way: &TurnBranch| {
                let end = outcome(way).map(|outcome| end_of(&outcome));
                end.and_then(|end| self.ends.get(&end).copied()).unwrap_or_default()
            };
            let rarest = over.into_iter().min_by_key(count);
            if let Some(way) = rarest.filter(|way| count(way) == 0 || on.is_empty()) {
                let is_common = count(&way) > 0;
                if let Some(outcome) = outcome(&way) {
                    *self.ends.entry(end_of(&outcome)).or_default() += 1;
                }
                self.go(&mut path, way)?;
                if !is_common {
                    return Ok(());
                }
            } else if !on.is_empty() {
                let at = dice.below(u32::try_from(on.len()).unwrap_or(u32::MAX)) as usize;
                let Some(way) = on.into_iter().nth(at) else {
                    break;
                };
                self.go(&mut path, way)?;
                continue;
            }
            if returns == RETURNS_MAX {
                return Ok(());
            }
            returns += 1;
            let back = 1 + dice.below(BACK_MAX) as usize;
            path.truncate(path.len().saturating_sub(back).max(1));
        }
        self.report.unfinished += 1;
        Ok(())
    }

    /// One way for each action that is legal in a state, or the world's; none after the end.
    fn options(&self, here: usize, dice: &mut Dice) -> Result<Vec<TurnBranch>, BrokenLaw> {
        let state = &self.tree.node(here).state;
        match self.game.turn(state) {
            Turn::Over(_) => Ok(Vec::new()),
            Turn::World => Ok(vec![self.follower.way(state, &By::World, dice)?]),
            Turn::Seats(seats) => {
                let (all, _) = joint::all(self.game, state, seats, dice);
                let mut ways = all.iter().map(|by| self.follower.way(state, by, dice));
                ways.by_ref().collect()
            }
            Turn::Seat(seat) => {
                let by = self.game.legal(state, seat).into_iter();
                let by = by.map(|action| By::Action(seat, action));
                by.map(|by| self.follower.way(state, &by, dice)).collect()
            }
        }
    }
}
