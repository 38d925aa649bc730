//! How a referee judges a turn of several seats: it looks for the combination of choices that leads to what a row
//! shows, then judges each seat's choice.

use super::shown_action::{ShownAction, candidates};
use super::turns::RefusedRow;
use super::{PendingTurn, RulesReferee};
use crate::faces::{Playable, RefereeRules as _};
use crate::referee::{Cause, Judgement, TraceFinding};
use crate::trace::TraceRow;
use chase_engine::dice::DrawOwner;
use chase_engine::game::{Forfeit, ForfeitCause, Seat};
use chase_engine::history::{By, Joint, SeatChoice};
use chase_engine::seat::Seats;

/// The most joint actions that are tried for a row.
const TRIED_MAX: usize = 20_000;

/// The choice of each seat; nothing where it lost its turn.
type JointChoices<A> = Vec<(Seat, Option<A>)>;

/// The comparison of a turn of several seats in two traces.
pub(super) enum JointComparison {
    /// All seats choose the same in both.
    Nowhere,
    /// A seat chooses something else.
    Here(Box<Cause>),
    /// It cannot be said.
    Unknown,
}

/// The action of one seat of several, as a row shows it.
fn shown<A: Clone>(action: Option<&A>) -> ShownAction<A> {
    match action {
        Some(action) => ShownAction::Did(action.clone()),
        None => ShownAction::Lost(Forfeit::new(ForfeitCause::Timeout, "")),
    }
}

impl<G: Playable> RulesReferee<G> {
    /// The first joint action that the row can show. What was due is tried first; joint actions in which seats
    /// lose their turns come last.
    fn shown_jointly(
        &self,
        weighings: &[PendingTurn<G>],
        row: &TraceRow,
    ) -> Option<JointChoices<G::Action>> {
        let actions: Vec<_> = weighings.iter().map(candidates).collect();
        // As many numbers as there are joint actions; with a lost turn, each seat has one choice more.
        let count = |more: usize| {
            let sizes = actions.iter().map(|all| all.len() + more);
            sizes.fold(1_usize, usize::saturating_mul)
        };
        let nth = |mut n: usize, more: usize| -> JointChoices<G::Action> {
            let choices = weighings.iter().zip(&actions).map(|(weighing, all)| {
                let size = all.len() + more;
                let action = all.get(n % size).map(|&action| action.clone());
                n /= size;
                (weighing.seat, action)
            });
            choices.collect()
        };
        let legal = (0..count(0)).map(|n| nth(n, 0));
        let lost = (0..count(1)).map(|n| nth(n, 1));
        let lost = lost.filter(|chosen| chosen.iter().any(|(_, action)| action.is_none()));
        let mut tried = legal.chain(lost).take(TRIED_MAX);
        tried.find(|chosen| {
            !self.stop.is_stopped()
                && G::referee().joint_shown(&self.game, &self.state, chosen, row).is_some()
        })
    }

    pub(super) fn judge_joint(
        &mut self,
        row: &TraceRow,
        seats: Seats,
    ) -> Result<(), Box<TraceFinding>> {
        let weighings: Vec<_> = seats.iter().map(|seat| self.weigh(seat)).collect();
        let Some(chosen) = self.shown_jointly(&weighings, row) else {
            let sizes = weighings.iter().map(|it| it.legal.len() + 1);
            if sizes.fold(1_usize, usize::saturating_mul) > TRIED_MAX {
                let what = "it cannot be judged: the seats can choose in too many ways".to_owned();
                return Err(TraceFinding::general(row.cycle, TraceFinding::LUCK, what));
            }
            let seat = weighings[0].seat;
            let (what, why) = G::referee().misdeed(&self.game, &self.state, seat, row);
            let what = format!("the seats play {what}; {why}");
            return Err(TraceFinding::general(row.cycle, "legal-moves", what));
        };
        for (weighing, (_, action)) in weighings.iter().zip(&chosen) {
            let verdict = self.verdict(weighing, &shown(action.as_ref()));
            if verdict.judgement == Judgement::Breach {
                return Err(self.breach(row.cycle, weighing, &verdict, action.clone()));
            }
        }
        let done = self.carry_out_joint(row, &chosen);
        done.map_err(|why| why.finding(row.cycle))
    }

    fn carry_out_joint(
        &mut self,
        row: &TraceRow,
        chosen: &[(Seat, Option<G::Action>)],
    ) -> Result<(), RefusedRow> {
        let words = self.dice.words();
        self.dice.turn_to(DrawOwner::World);
        let mut events = self.game.decide_joint(&self.state, chosen, &mut self.dice);
        if !self.dice_known && self.dice.words() != words {
            let shown = G::referee().joint_shown(&self.game, &self.state, chosen, row);
            events = shown.ok_or(RefusedRow::Luck)?;
        }
        let choices = chosen.iter().map(|(seat, action)| SeatChoice {
            seat: *seat,
            chosen: match action {
                Some(action) => Ok(action.clone()),
                None => Err(Box::new(Forfeit::new(ForfeitCause::Timeout, ""))),
            },
            words: 0,
        });
        let joint = Joint::new(choices.collect()).expect("seats of a turn stand in order");
        self.append(row.cycle, By::Joint(Box::new(joint)), &events)
    }

    /// A turn of several seats in two traces.
    pub(super) fn joint_of(
        &mut self,
        seats: Seats,
        ours: Option<&TraceRow>,
        theirs: Option<&TraceRow>,
    ) -> JointComparison {
        let weighings: Vec<_> = seats.iter().map(|seat| self.weigh(seat)).collect();
        let chosen = |row: Option<&TraceRow>| row.map(|row| self.shown_jointly(&weighings, row));
        let (mine, others) = (chosen(ours), chosen(theirs));
        if let (Some(Some(one)), Some(Some(other))) = (&mine, &others)
            && one == other
        {
            let row = ours.or(theirs);
            let done = row.and_then(|row| self.carry_out_joint(row, one).ok());
            return done.map_or(JointComparison::Unknown, |()| JointComparison::Nowhere);
        }
        if let (Some(None), Some(None)) = (&mine, &others) {
            return JointComparison::Unknown;
        }
        let of = |chosen: &Option<Option<JointChoices<G::Action>>>, n: usize| {
            let chosen = chosen.as_ref()?.as_ref()?;
            Some(chosen[n].1.clone())
        };
        let differs = (0..weighings.len()).find(|n| of(&mine, *n) != of(&others, *n));
        let n = differs.unwrap_or(0);
        let weighing = &weighings[n];
        let told = |row: Option<&TraceRow>, chosen| {
            let row = row?;
            let shown = match of(chosen, n) {
                Some(action) => shown(action.as_ref()),
                None => {
                    let (what, why) =
                        G::referee().misdeed(&self.game, &self.state, weighing.seat, row);
                    ShownAction::Misdeed(what, why)
                }
            };
            Some(self.verdict(weighing, &shown))
        };
        JointComparison::Here(Box::new(Cause {
            cycle: ours.or(theirs).map_or(self.next, |row| row.cycle),
            seat: Some(self.game.seat_name(weighing.seat)),
            situation: self.situation(weighing),
            options: Some(self.options(weighing, of(&mine, n).flatten(), of(&others, n).flatten())),
            ours: told(ours, &mine),
            theirs: told(theirs, &others),
            facts: Vec::new(),
        }))
    }
}
