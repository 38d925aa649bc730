//! What happens in a turn under judgement: by the dice where they are known, else as the row shows
//! what was drawn.

use std::borrow::Cow;
use std::fmt;

use super::shown::Shown;
use super::{RefereeRules, RulesReferee};
use crate::dice::Luck;
use crate::game::{Game, Seat};
use crate::history::{By, Log as _};
use crate::referee::Finding;
use crate::trace::Row;

/// Why what a row shows cannot be carried out.
pub(super) enum Refused<G: Game> {
    /// The rule that it breaks.
    Rule(G::Illegal),
    /// Why the game says that nobody may do it.
    Misdeed(String),
    /// The dice are not known, and the row does not tell what was drawn.
    Luck,
}

impl<G: Game> Refused<G> {
    pub(super) fn finding(&self, cycle: u64) -> Box<Finding> {
        let rule = match self {
            Refused::Luck => Finding::LUCK,
            Refused::Rule(_) | Refused::Misdeed(_) => "rules",
        };
        Finding::general(cycle, rule, self.to_string())
    }
}

impl<G: Game> fmt::Display for Refused<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Rule(rule) => rule.fmt(f),
            Refused::Misdeed(why) => f.write_str(why),
            Refused::Luck => f.write_str(
                "it cannot be judged without the seed: what was drawn is not to be found in it",
            ),
        }
    }
}

impl<G: RefereeRules> RulesReferee<G> {
    /// What a row shows of the turns that come next.
    pub(super) fn rest<'a>(&self, row: &'a Row) -> Cow<'a, Row> {
        match self.newest.last() {
            Some(so_far) => self.game.rest(so_far, row),
            None => Cow::Borrowed(row),
        }
    }

    /// Lets something happen and writes it down.
    pub(super) fn append(
        &mut self,
        cycle: u64,
        by: By<G::Action>,
        events: &[G::Event],
    ) -> Result<(), Refused<G>> {
        for event in events {
            self.happen(event).map_err(Refused::Rule)?;
        }
        self.newest.entry(cycle, by, 0, events);
        Ok(())
    }

    /// The events of a seat's turn, with what it did, or of the world's.
    fn decided(
        &mut self,
        turn: Option<(Seat, &G::Action)>,
        row: &Row,
    ) -> Result<Vec<G::Event>, Refused<G>> {
        let (words, mut events) = (self.dice.words(), Vec::new());
        if let Some((seat, action)) = turn {
            let (state, dice) = (&self.state, &mut self.dice);
            let decided = self.game.decide(state, seat, action, dice, &mut events);
            decided.map_err(Refused::Rule)?;
        } else {
            self.dice.turn_to(Luck::World);
            self.game.world(&self.state, &mut self.dice, &mut events);
        }
        if self.dice_known || self.dice.words() == words {
            return Ok(events);
        }
        let shown = self.game.shown_luck(&self.state, turn, row);
        shown.ok_or(Refused::Luck)
    }

    /// Carries out what a row shows a seat to have done.
    pub(super) fn carry_out(
        &mut self,
        row: &Row,
        seat: Seat,
        shown: Shown<G::Action>,
    ) -> Result<(), Refused<G>> {
        let (by, events) = match shown {
            Shown::Did(action) => {
                let events = self.decided(Some((seat, &action)), row)?;
                (By::Action(seat, action), events)
            }
            Shown::Lost(why) => {
                let mut events = Vec::new();
                self.game.forfeit(&self.state, seat, &why, &mut events);
                (By::Forfeit(seat, Box::new(why)), events)
            }
            Shown::Misdeed(_, why) => return Err(Refused::Misdeed(why)),
        };
        self.append(row.cycle, by, &events)
    }

    /// The world's turn.
    pub(super) fn world(&mut self, row: &Row) -> Result<(), Refused<G>> {
        let events = self.decided(None, row)?;
        self.append(row.cycle, By::World, &events)
    }

    /// The world's turn in two traces. Nothing where it cannot be, or where luck parts them.
    pub(super) fn world_of(&mut self, ours: Option<&Row>, theirs: Option<&Row>) -> Option<()> {
        if let (Some(ours), Some(theirs), false) = (ours, theirs, self.dice_known) {
            let luck = |row| self.game.shown_luck(&self.state, None, row);
            if luck(ours) != luck(theirs) {
                return None;
            }
        }
        self.world(ours.or(theirs)?).ok()
    }
}
