//! Who is right: the cycles that both sides share, and each side by its own past.

use crate::engine::referee::{Cause, Judgement, Referee, Verdict};
use crate::engine::trace::Row;

/// Who judges one side by its own past.
#[derive(Default)]
pub(super) struct Judge {
    pub referee: Option<Box<dyn Referee>>,
    pub fault: Option<String>,
}

/// Shows a referee the next cycle. One that finds a fault is of no further use.
#[inline]
pub(super) fn judge_row(
    referee: &mut Option<Box<dyn Referee>>,
    row: &Row,
    fault: &mut Option<String>,
) {
    if let Some(judge) = referee
        && let Err(finding) = judge.judge(row)
    {
        *fault = Some(format!("{}: {finding}", finding.cycle));
        *referee = None;
    }
}

/// Whether what two sides part in is left open, so that neither is wrong there.
pub(super) fn is_open(cause: &Cause) -> bool {
    let is_right =
        |verdict: &Option<Verdict>| verdict.as_ref().is_some_and(|verdict| !is_wrong(verdict));
    is_right(&cause.ours) && is_right(&cause.theirs)
}

/// Whether a choice is neither right nor as good.
pub(super) fn is_wrong(verdict: &Verdict) -> bool {
    matches!(verdict.judgement, Judgement::Breach | Judgement::Illegal)
}
