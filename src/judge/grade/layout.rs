//! The layout of what a program printed, as a part that brings no marks: it tells, and costs
//! nothing unless `--exact` lets the cases themselves fail by it.

use super::sitting::CaseOutcome;
use super::{FailureGroup, PartGrade, Small};
use chase_kit::grading::GradingCase;

pub(super) const NAME: &str = "layout";

/// The part of all cases that were run.
pub(super) fn part(cases: &[GradingCase], outcomes: &[CaseOutcome]) -> PartGrade {
    let mut part = PartGrade { name: NAME, number: usize::MAX, ..PartGrade::default() };
    for (case, outcome) in cases.iter().zip(outcomes) {
        let Some(attempt) = outcome.attempt() else {
            continue;
        };
        part.cases += 1;
        match (&attempt.layout, part.failures.first_mut()) {
            (None, _) => part.passed += 1,
            (Some(_), Some(first)) => first.cases += 1,
            (Some(finding), None) => part.failures.push(FailureGroup {
                cases: 1,
                about: case.about.clone(),
                finding: (**finding).clone(),
                folder: None,
                small: Some(Box::new(Small {
                    known: Vec::new(),
                    case: (*case).clone(),
                    attempt: attempt.clone(),
                    whole: None,
                })),
            }),
        }
    }
    part
}

/// The name of the folder in which a way of failing is kept.
pub(super) fn folder(part: &str, rule: &str) -> String {
    if part == NAME {
        return part.to_owned();
    }
    format!("{}-{rule}", part.replace(' ', "-"))
}
