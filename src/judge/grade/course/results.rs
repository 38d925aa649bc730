//! What is kept of a graded submission: all that tables and reports are made from, so that a
//! grading that was interrupted and resumed tells the same as one that was not.

use std::collections::BTreeMap;

use chase_kit::diagnosis::{Certainty, Diagnosis};
use chase_outside::withheld_file::WITHHELD;
use serde::{Deserialize, Serialize};

use super::super::{Grading, PartGrade, Tried, TriedEnd};
use super::workshop::Build;

/// A submission's result, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Submission {
    /// The marks of the submission.
    pub marks: Marks,
    /// The result of each case, in their order.
    pub cases: Vec<CaseResult>,
    /// True if a log of its build is kept.
    pub has_log: bool,
    /// The fingerprint of the submission when it was graded, in hexadecimal digits.
    pub fingerprint: String,
}

/// The result of grading a submission.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    /// The name of its folder or archive.
    pub name: String,
    /// The marks of all parts together, from 0 to `score_max`.
    pub score: f64,
    /// Marks there are.
    pub score_max: u32,
    /// True if every case of every part is right.
    pub is_full: bool,
    /// The reason why it could not be graded, if it could not; its score is 0 then.
    pub fault: Option<String>,
    /// The reason why the score is provisional: the first one for which a case could not be run.
    pub provisional: Option<String>,
    /// Its build.
    pub build: Build,
    /// The evidence that its program was not built here, if there is any.
    pub not_built_here: Option<String>,
    /// Remarks for the marker.
    pub notes: Vec<String>,
    /// The marks of each part.
    pub parts: Vec<PartMarks>,
    /// The causes of what the program does against the rules, as far as they are known.
    pub causes: Vec<String>,
    /// The time of all runs together, in seconds; those that made cases small do not count.
    pub run_seconds: f64,
}

/// The marks of one part.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PartMarks {
    /// The name of the part.
    pub name: String,
    /// The number of cases that passed.
    pub passed: usize,
    /// The number of cases.
    pub cases: usize,
    /// Its marks, from 0 to `score_max`.
    pub score: f64,
    /// Marks there are; 0 when the part only informs.
    pub score_max: u32,
    /// The first rule that is broken, if one is.
    pub rule: Option<String>,
}

/// The result of one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseResult {
    /// The name of its part.
    pub part: String,
    /// Its number within the part, from 1.
    pub number: usize,
    /// The subject of the case, in words.
    pub about: String,
    /// The fault that was found, if any.
    pub fault: Option<CaseFault>,
    /// The duration of its run in seconds.
    pub seconds: f64,
    /// The BLAKE3 hash of what was printed, in hexadecimal digits; nothing where nothing was.
    pub printed: Option<String>,
}

/// The fault of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseFault {
    /// The rule that is broken.
    pub rule: String,
    /// The fault in words.
    pub what: String,
    /// True if the case could not even be run.
    pub is_error: bool,
}

impl From<&PartGrade> for PartMarks {
    fn from(part: &PartGrade) -> Self {
        PartMarks {
            name: part.name.to_owned(),
            passed: part.passed,
            cases: part.cases,
            score: part.score,
            score_max: part.score_max,
            rule: part.failures.first().map(|it| it.finding.rule.to_owned()),
        }
    }
}

/// A remark about what the sandbox withheld from a program in the cases that failed by it: the first
/// such thing, and in how many cases.
pub(super) fn withheld(cases: &[CaseResult]) -> Option<String> {
    let faults = cases.iter().filter_map(|case| case.fault.as_ref());
    let mut withheld = faults.filter_map(|fault| Some(&fault.what[fault.what.find(WITHHELD)?..]));
    let first = withheld.next()?;
    let (failed, all) = (withheld.count() + 1, cases.len());
    Some(format!("in {failed} of {all} cases {first}"))
}

impl Marks {
    /// Of a submission that could not be graded: none of the parts' marks.
    pub(super) fn of_fault(name: &str, why: &str, parts: Vec<PartMarks>) -> Self {
        Marks {
            name: name.to_owned(),
            score_max: parts.iter().map(|part| part.score_max).sum(),
            fault: Some(why.to_owned()),
            parts,
            ..Marks::default()
        }
    }

    /// Of a submission that was graded.
    pub(super) fn of(name: &str, grading: &Grading) -> Self {
        let diagnoses = grading.diagnoses.iter().map(|one| &one.diagnosis);
        let causes = diagnoses.filter(|one| one.certainty != Certainty::Counted);
        Marks {
            name: name.to_owned(),
            score: grading.score,
            score_max: grading.score_max,
            is_full: grading.is_full(),
            provisional: grading.provisional.clone(),
            parts: grading.parts.iter().map(PartMarks::from).collect(),
            causes: causes.map(Diagnosis::headline).collect(),
            run_seconds: grading.tried.iter().map(|it| it.took.as_secs_f64()).sum(),
            ..Marks::default()
        }
    }
}

/// The result of each case.
pub(super) fn cases(tried: &[Tried]) -> Vec<CaseResult> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let of = |tried: &Tried| {
        let number = numbers.entry(tried.part).or_default();
        *number += 1;
        let fault = |rule: &str, what: &str, is_error| {
            Some(CaseFault { rule: rule.to_owned(), what: what.to_owned(), is_error })
        };
        CaseResult {
            part: tried.part.to_owned(),
            number: *number,
            about: tried.about.clone().into_owned(),
            fault: match &tried.end {
                TriedEnd::Passed => None,
                TriedEnd::Failed(finding) => fault(finding.rule, &finding.to_string(), false),
                TriedEnd::GivenUp => fault("given-up", "not run, because other cases hung", false),
                TriedEnd::NotRun => fault("not-run", "could not be run", true),
            },
            seconds: tried.took.as_secs_f64(),
            printed: tried.printed.clone(),
        }
    };
    tried.iter().map(of).collect()
}

/// The submissions that behave the same in every failing case, bytes and all, in groups of two or
/// more; their names. Those that print nothing at all when they fail are in none.
#[must_use]
pub fn alike(submissions: &[Submission]) -> Vec<Vec<&str>> {
    type Failing<'a> = Vec<(usize, &'a str, Option<&'a str>)>;
    let mut groups: BTreeMap<Failing<'_>, Vec<&str>> = BTreeMap::new();
    for submission in submissions {
        let cases = submission.cases.iter().enumerate();
        let failing: Failing<'_> = cases
            .filter_map(|(n, case)| {
                let fault = case.fault.as_ref()?;
                Some((n, fault.rule.as_str(), case.printed.as_deref()))
            })
            .collect();
        if failing.iter().any(|(_, _, printed)| printed.is_some()) {
            groups.entry(failing).or_default().push(&submission.marks.name);
        }
    }
    let mut groups: Vec<_> = groups.into_values().filter(|it| it.len() > 1).collect();
    groups.sort();
    groups
}
