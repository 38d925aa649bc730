//! The report of a comparison in the pieces that a page lays out: the words are those that are printed,
//! the numbers those of the report's JSON.

use serde::Serialize;

use super::report::Report;
use super::text::{ReportStyle, headline, shared_line, verdict_line, write_text};
use chase_kit::referee::Cause;

/// A report in words, ready to be laid out.
#[derive(Clone, Debug, Serialize)]
pub struct ReportWords<'a> {
    /// True if nothing differs.
    pub same: bool,
    /// The columns that were compared, where these are not all; empty where they are.
    pub selected: &'a [&'static str],
    /// One line: the sides are the same, or the place where they first differ.
    pub headline: String,
    /// Scenarios, dice, seeds and headers that are not the same, a line each.
    pub setups: Vec<&'a str>,
    /// Further notes, a line each: the layout, oddities, mistakes that both sides share.
    pub notes: Vec<String>,
    /// The cause of the difference, as in the report's JSON.
    pub cause: Option<&'a Cause>,
    /// The referee's verdict on each side's choice, as (whose, line).
    pub verdicts: Vec<(&'static str, String)>,
    /// The reason why no cause is given, if none is.
    pub unexplained: Option<&'static str>,
    /// The first wrong step of each side by its own past, a line each.
    pub later_faults: &'a [String],
    /// A diagnosis of each side that breaks the rules.
    pub diagnoses: Vec<DiagnosisWords>,
    /// The whole report as it is printed without colours.
    pub text: String,
}

/// A diagnosis of one side as a whole program, in words.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosisWords {
    /// The side that the diagnosis is about: `ours` or `theirs`.
    pub whose: &'static str,
    /// The first line of the diagnosis.
    pub headline: String,
    /// The lines under it: the evidence, and further facts.
    pub details: Vec<String>,
}

impl<'a> ReportWords<'a> {
    /// Puts a report into words.
    #[must_use]
    pub fn of(report: &'a Report) -> Self {
        let cause = report.cause.as_deref();
        let verdicts = cause.map(|cause| [("ours", &cause.ours), ("theirs", &cause.theirs)]);
        let verdicts = verdicts.into_iter().flatten();
        let setups = report.setups.iter().chain(&report.headers);
        let diagnoses = report.diagnoses.iter().map(|side| DiagnosisWords {
            whose: side.whose,
            headline: side.diagnosis.headline(),
            details: side.diagnosis.details(),
        });
        ReportWords {
            same: report.same,
            selected: &report.selected,
            headline: headline(report),
            setups: setups.map(String::as_str).collect(),
            notes: notes(report),
            cause,
            verdicts: verdicts
                .filter_map(|(whose, verdict)| Some((whose, verdict_line(verdict.as_ref()?))))
                .collect(),
            unexplained: report.unexplained,
            later_faults: &report.later_faults,
            diagnoses: diagnoses.collect(),
            text: write_text(report, ReportStyle::PLAIN),
        }
    }

    /// Puts other lines first: the first of them becomes the headline, and the headline of the comparison
    /// one line of many.
    pub fn put_before(&mut self, text: &str) {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let Some(first) = lines.next() else { return };
        let compared = std::mem::replace(&mut self.headline, first.to_owned());
        let compared = format!("the transcripts, compared: {compared}");
        let lines = lines.map(str::to_owned).chain([compared]);
        self.notes.splice(0..0, lines);
        self.text.insert_str(0, text);
    }
}

fn notes(report: &Report) -> Vec<String> {
    let layout = report.layout.iter().map(ToString::to_string);
    let remarks = report.remarks.iter().map(|line| format!("remark: {line}"));
    layout.chain(remarks).chain(shared_line(report)).collect()
}
