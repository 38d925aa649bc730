//! What `chase repeat` prints.

use std::io::{self, Write};

use serde::Serialize;

use super::RepeatOptions;
use super::difference::{RunDifference, in_plain_letters};
use crate::print::junit::JunitCase;
use crate::print::printout::Printout;
use crate::verb::Done;
use chase_judge::repeat::{Examined, Experiment, Finding};

/// All that is found.
#[derive(Serialize)]
pub struct RepeatReport {
    /// The program with its arguments.
    pub program: Vec<String>,
    /// True if all runs were the same.
    pub same: bool,
    /// What was found, in a line.
    pub verdict: String,
    /// The names of what makes the output differ.
    pub causes: Vec<&'static str>,
    /// The results of the examination.
    #[serde(flatten)]
    pub examined: Examined,
    /// The number of runs.
    pub runs: u32,
    /// The two runs that are compared, and the outputs in which they differ.
    pub difference: Option<RunDifference>,
    /// The end of all runs in a line, where it is the same and not status 0; else empty.
    pub end: String,
    /// The difference in standard errors, in a line; empty where there is none.
    pub standard_error: String,
}

/// The finding on a factor, in one line or two.
pub fn finding(finding: &Finding) -> String {
    let mut text = format!("{:<16}{}", name(finding), few_runs(finding));
    if !finding.note.is_empty() {
        text.push_str(&format!(" ({})", finding.note));
    }
    text.push('\n');
    if let Some(experiment) = &finding.experiment {
        let told = in_experiment(experiment, finding.name == "clock");
        text.push_str(&format!("{:<16}{told}\n", ""));
    }
    text
}

fn name(finding: &Finding) -> &'static str {
    match finding.name {
        "" => "nothing varied",
        name => name,
    }
}

fn few_runs(finding: &Finding) -> String {
    let Finding { runs, differ, why_not, held, .. } = finding;
    if !why_not.is_empty() {
        return format!("not varied: {why_not}");
    }
    match (held, differ) {
        (true, 0) => format!("fixed: {runs} runs, the same"),
        (true, differ) => format!("fixed, and {differ} of {runs} runs still differ"),
        (false, 0) => format!("{runs} runs, the same"),
        (false, differ) => format!("{differ} of {runs} runs differ"),
    }
}

fn in_experiment(experiment: &Experiment, in_pairs: bool) -> String {
    let Experiment {
        setting,
        runs,
        outputs_with,
        outputs_without,
        chance_one_in,
        needed_one_in,
        is_cause,
    } = experiment;
    let verdict = if *is_cause { "a cause" } else { "not shown to be a cause" };
    let unit = if in_pairs { "pairs of runs" } else { "runs" };
    let outputs = |many: &usize| match (in_pairs, many) {
        (true, _) => String::new(),
        (false, 1) => ", 1 output".to_owned(),
        (false, many) => format!(", {many} outputs"),
    };
    format!(
        "{setting}: {runs} more {unit}{}; without: {runs}{}; by chance alone this result would come \
         once in {chance_one_in} tries (a cause: less than once in {needed_one_in}): {verdict}",
        outputs(outputs_with),
        outputs(outputs_without)
    )
}

/// The end of it in a line.
pub fn verdict(examined: &Examined, runs: u32) -> String {
    let causes: Vec<_> = examined.causes().collect();
    let s = if causes.len() == 1 { "" } else { "s" };
    let named = format!("cause{s}: {}", causes.join(", "));
    match (examined.repeats(), examined.by_itself, causes.is_empty()) {
        (true, ..) => format!("the same: {runs} runs"),
        (false, true, true) => {
            "not repeatable, even with nothing varied; no cause found".to_owned()
        }
        (false, true, false) => format!("not repeatable, even with nothing varied; {named}"),
        (false, false, true) => "not repeatable; no cause found".to_owned(),
        (false, false, false) => format!("not repeatable; {named}"),
    }
}

/// Prints what was found; as text what came of each factor was printed before.
pub fn print(options: &RepeatOptions, report: &RepeatReport, out: &mut dyn Write) -> Done {
    Printout::default()
        .text(|out| text(report, out))
        .json(report)
        .junit("chase repeat", || cases(report))
        .print(options.format, out)
}

fn text(report: &RepeatReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}", report.verdict)?;
    if !report.end.is_empty() {
        writeln!(out, "{}", report.end)?;
    }
    if !report.standard_error.is_empty() {
        let told = &report.standard_error;
        writeln!(out, "standard error (not part of the verdict): {told}")?;
    }
    if let Some(difference) = &report.difference {
        let [one, other] = &difference.runs;
        writeln!(out, "ours is {one}, theirs is {other}")?;
        for place in &difference.places {
            writeln!(out)?;
            out.write_all(&place.text)?;
        }
    }
    Ok(())
}

/// A test for each thing that was tried.
fn cases(report: &RepeatReport) -> Vec<JunitCase> {
    let examined = &report.examined;
    let places = report.difference.iter().flat_map(|it| &it.places);
    let places: Vec<_> = places.map(|place| in_plain_letters(&place.text)).collect();
    let body = places.join("\n");
    let cases = examined.findings.iter().map(|it| {
        let is_plain = it.name.is_empty();
        let fails = it.is_cause() || is_plain && examined.by_itself || !it.held && it.differ > 0;
        JunitCase {
            class: "chase.repeat".into(),
            name: name(it).to_owned(),
            failure: fails.then(|| (report.verdict.clone(), format!("{}\n{body}", finding(it)))),
            is_error: false,
        }
    });
    cases.collect()
}
