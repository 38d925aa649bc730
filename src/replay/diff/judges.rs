//! Referees of two sides: one for the cycles that both share, and then one for each side by its own past.

use chase_kit::referee::{Cause, Judgement, Referee, Verdict};
use chase_kit::trace::TraceRow;

/// The referee of one side, which judges it by its own past.
#[derive(Default)]
pub(super) struct SideJudge {
    pub referee: Option<Box<dyn Referee>>,
    pub fault: Option<RefereeFinding>,
}

/// The first thing that a referee finds wrong, or cannot judge.
pub(super) struct RefereeFinding {
    what: String,
    is_undecided: bool,
}

impl RefereeFinding {
    /// Words for the wrong step, if there is one.
    pub(super) fn fault(&self) -> Option<String> {
        (!self.is_undecided).then(|| self.what.clone())
    }

    /// The reason why nothing after this cycle can be explained, if no step is wrong.
    pub(super) fn unexplained(&self) -> Option<&'static str> {
        self.is_undecided.then_some(
            "the random numbers before the first difference are not known; add --scenario with the seed",
        )
    }

    /// A sentence about one side, judged by its own past.
    pub(super) fn told(found: Option<&Self>, whose: &str, unit: &str) -> String {
        match found {
            None => format!("no wrong step in {whose}, checked on its own"),
            Some(RefereeFinding { what, is_undecided }) => match is_undecided {
                true => format!("{whose} is right up to {unit} {what}"),
                false => format!("first wrong step of {whose}: {unit} {what}"),
            },
        }
    }
}

/// Shows a referee the next cycle. One that finds something is of no further use.
#[inline]
pub(super) fn judge_row(
    referee: &mut Option<Box<dyn Referee>>,
    row: &TraceRow,
    fault: &mut Option<RefereeFinding>,
) {
    if let Some(judge) = referee
        && let Err(finding) = judge.judge(row)
    {
        *fault = Some(RefereeFinding {
            what: format!("{}: {finding}", finding.cycle),
            is_undecided: finding.is_undecided(),
        });
        *referee = None;
    }
}

/// Returns true if both sides' choices are right where they part, so that the rules leave the choice
/// open.
pub(super) fn is_open(cause: &Cause) -> bool {
    let is_right =
        |verdict: &Option<Verdict>| verdict.as_ref().is_some_and(|verdict| !is_wrong(verdict));
    is_right(&cause.ours) && is_right(&cause.theirs)
}

/// Returns true if a choice breaks the rules.
pub(super) fn is_wrong(verdict: &Verdict) -> bool {
    matches!(verdict.judgement, Judgement::Breach | Judgement::Illegal)
}
