//! What happens in a turn under judgement: by the dice where they are known, else as the row shows
//! what was drawn.

use std::borrow::Cow;
use std::fmt;

use super::RulesReferee;
use super::shown_action::ShownAction;
use crate::faces::{Playable, RefereeRules as _};
use crate::referee::TraceFinding;
use crate::trace::TraceRow;
use chase_engine::dice::DrawOwner;
use chase_engine::game::{BrokenRule, Seat};
use chase_engine::history::{By, SessionLog as _};

/// The reasons for which the action that a row shows cannot be carried out.
pub(super) enum RefusedRow {
    /// The rule that it breaks.
    Rule(BrokenRule),
    /// The game's reason why nobody may do it.
    Misdeed(String),
    /// The dice are not known, and the row does not tell what was drawn.
    Luck,
    /// The row hides what a seat did, and several actions lead on.
    Hidden,
}

impl RefusedRow {
    pub(super) fn finding(&self, cycle: u64) -> Box<TraceFinding> {
        let rule = match self {
            RefusedRow::Luck => TraceFinding::LUCK,
            RefusedRow::Hidden => TraceFinding::HIDDEN,
            RefusedRow::Rule(_) | RefusedRow::Misdeed(_) => "rules",
        };
        TraceFinding::general(cycle, rule, self.to_string())
    }
}

impl fmt::Display for RefusedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusedRow::Rule(rule) => rule.fmt(f),
            RefusedRow::Misdeed(why) => f.write_str(why),
            RefusedRow::Hidden => f.write_str(
                "a transcript that hides an action cannot be judged, only compared (chase diff)",
            ),
            RefusedRow::Luck => f.write_str(
                "this cannot be checked without the seed: the trace does not contain the random numbers",
            ),
        }
    }
}

impl<G: Playable> RulesReferee<G> {
    /// The part of a row that shows the turns that come next.
    pub(super) fn rest<'a>(&self, row: &'a TraceRow) -> Cow<'a, TraceRow> {
        match self.newest.last() {
            Some(so_far) => G::referee().rest(&self.game, so_far, row),
            None => Cow::Borrowed(row),
        }
    }

    /// Lets something happen and writes it down.
    pub(super) fn append(
        &mut self,
        cycle: u64,
        by: By<G::Action>,
        events: &[G::Event],
    ) -> Result<(), RefusedRow> {
        for event in events {
            self.happen(event).map_err(RefusedRow::Rule)?;
        }
        self.newest.entry(cycle, by, 0, events);
        Ok(())
    }

    /// The events of a seat's turn, with what it did, or of the world's.
    fn decided(
        &mut self,
        turn: Option<(Seat, &G::Action)>,
        row: &TraceRow,
    ) -> Result<Vec<G::Event>, RefusedRow> {
        let (words, mut events) = (self.dice.words(), Vec::new());
        if let Some((seat, action)) = turn {
            let (state, dice) = (&self.state, &mut self.dice);
            let decided = self.game.decide_in(state, seat, action, dice, &mut events);
            decided.map_err(RefusedRow::Rule)?;
        } else {
            self.dice.turn_to(DrawOwner::World);
            self.game.world_in(&self.state, &mut self.dice, &mut events);
        }
        if self.dice_known || self.dice.words() == words {
            return Ok(events);
        }
        let shown = G::referee().shown_luck(&self.game, &self.state, turn, row);
        shown.ok_or(RefusedRow::Luck)
    }

    /// Carries out what a row shows a seat to have done.
    pub(super) fn carry_out(
        &mut self,
        row: &TraceRow,
        seat: Seat,
        shown: ShownAction<G::Action>,
    ) -> Result<(), RefusedRow> {
        let (by, events) = match shown {
            ShownAction::Did(action) => {
                let events = self.decided(Some((seat, &action)), row)?;
                (By::Action(seat, action), events)
            }
            ShownAction::Lost(why) => {
                let events = self.game.forfeit(&self.state, seat, &why);
                (By::Forfeit(seat, Box::new(why)), events)
            }
            ShownAction::Hidden(_) => return Err(RefusedRow::Hidden),
            ShownAction::Misdeed(_, why) => return Err(RefusedRow::Misdeed(why)),
        };
        self.append(row.cycle, by, &events)
    }

    /// The world's turn.
    pub(super) fn world(&mut self, row: &TraceRow) -> Result<(), RefusedRow> {
        let events = self.decided(None, row)?;
        self.append(row.cycle, By::World, &events)
    }

    /// The world's turn in two traces. Nothing where it cannot be, or where luck parts them.
    pub(super) fn world_of(
        &mut self,
        ours: Option<&TraceRow>,
        theirs: Option<&TraceRow>,
    ) -> Option<()> {
        if let (Some(ours), Some(theirs), false) = (ours, theirs, self.dice_known) {
            let luck = |row| G::referee().shown_luck(&self.game, &self.state, None, row);
            if luck(ours) != luck(theirs) {
                return None;
            }
        }
        self.world(ours.or(theirs)?).ok()
    }
}
