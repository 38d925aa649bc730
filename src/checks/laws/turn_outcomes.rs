//! All ways that one turn can go: every legal action with every draw of its luck, as far as they can be
//! followed.

use super::joint;
use super::law_rules::LawRules;
use crate::broken_law::{BrokenLaw, Law};
use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::game::{Forfeit, ForfeitCause, Turn};
use chase_engine::header::Header;
use chase_engine::history::By;
use chase_study::any_value::Value;

/// Draws that are made in place of all, where there are too many.
const DRAWN: u64 = 4;

/// One way that a turn can go.
pub(super) struct TurnBranch {
    pub by: By<Value>,
    /// Words that were drawn.
    pub words: u32,
    pub events: Vec<Value>,
    /// The state after it.
    pub after: Value,
}

/// The ways of a turn.
pub(super) struct TurnBranches {
    pub all: Vec<TurnBranch>,
    /// True if these are all that there are.
    pub is_whole: bool,
}

/// Follows turns of one game.
pub(super) struct TurnFollower<'a> {
    pub game: &'a dyn LawRules,
    pub header: &'a Header,
    /// The most draws of one action's luck that are followed.
    pub draws_max: usize,
}

impl TurnFollower<'_> {
    /// Every way that the turn in a state can go, without lost turns; none after the end.
    pub fn ways(&self, state: &Value) -> Result<TurnBranches, BrokenLaw> {
        let mut ways = TurnBranches { all: Vec::new(), is_whole: true };
        match self.game.turn(state) {
            Turn::Over(_) => {}
            Turn::World => self.follow(state, &By::World, &mut ways)?,
            Turn::Seats(seats) => {
                let dice = &mut self.header.dice();
                let (all, is_whole) = joint::all(self.game, state, seats, dice);
                ways.is_whole = is_whole;
                for by in all {
                    self.follow(state, &by, &mut ways)?;
                }
            }
            Turn::Seat(seat) => {
                for action in self.game.legal(state, seat) {
                    self.follow(state, &By::Action(seat, action), &mut ways)?;
                }
            }
        }
        Ok(ways)
    }

    fn follow(
        &self,
        state: &Value,
        by: &By<Value>,
        ways: &mut TurnBranches,
    ) -> Result<(), BrokenLaw> {
        let mut dice = Dice::branching();
        for _ in 0..self.draws_max {
            ways.all.push(self.way(state, by, &mut dice)?);
            if !dice.next_branch() {
                return Ok(());
            }
        }
        ways.is_whole = false;
        for number in 0..DRAWN {
            let mut dice = Dice::new(self.header.dice, self.header.seed, number);
            ways.all.push(self.way(state, by, &mut dice)?);
        }
        Ok(())
    }

    /// The way that a turn goes with these dice.
    pub fn way(
        &self,
        state: &Value,
        by: &By<Value>,
        dice: &mut Dice,
    ) -> Result<TurnBranch, BrokenLaw> {
        let (words, mut events) = (dice.words(), Vec::new());
        match by {
            By::World => {
                dice.turn_to(DrawOwner::World);
                self.game.world(state, dice, &mut events);
            }
            By::Action(seat, action) => {
                dice.turn_to(DrawOwner::Seat(*seat));
                let decided = self.game.decide(state, *seat, action, dice, &mut events);
                decided.map_err(|rule| {
                    let what = format!("{action:?} is listed as legal but refused: {rule}");
                    Law::Actions.broken(what)
                })?;
            }
            By::Forfeit(seat, why) => self.game.forfeit(state, *seat, why, &mut events),
            By::Joint(joint) => {
                dice.turn_to(DrawOwner::World);
                self.game.decide_joint(state, &joint.chosen(), dice, &mut events);
            }
        }
        let mut after = state.clone();
        for event in &events {
            self.game.apply(&mut after, event).map_err(|rule| {
                let what = format!("the rules give {events:?}, then refuse them: {rule}");
                Law::Actions.broken(what)
            })?;
        }
        Ok(TurnBranch {
            by: by.clone(),
            words: u32::try_from(dice.words() - words).unwrap_or(u32::MAX),
            events,
            after,
        })
    }

    /// The results of losing the turn in a state, for every seat and every cause that there is.
    pub fn lost(&self, state: &Value) -> Result<Vec<TurnBranch>, BrokenLaw> {
        let seat = match self.game.turn(state) {
            Turn::Seat(seat) => seat,
            Turn::Seats(seats) => {
                let dice = &mut self.header.dice();
                let lost = joint::lost(self.game, state, seats);
                return lost.iter().map(|by| self.way(state, by, dice)).collect();
            }
            Turn::World | Turn::Over(_) => return Ok(Vec::new()),
        };
        let dice = &mut self.header.dice();
        let lose = |cause| {
            let by = By::Forfeit(seat, Box::new(Forfeit::new(cause, "")));
            self.way(state, &by, dice)
        };
        ForfeitCause::ALL.into_iter().map(lose).collect()
    }
}
