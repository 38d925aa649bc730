//! A course's marks as a table, CSV, JSON and JUnit, and what is said to who handed in one of the
//! submissions.

use serde::Serialize;

use super::text::{in_words, note, text};
use crate::print::{columns, junit};
use chase_judge::grade::Grading;
use chase_judge::grade::course::{Marks, PartMarks, Submission};
use chase_world::escape;
use chase_world::object;

/// The report in JSON.
pub(super) fn summary(graded: &[Submission], alike: &[Vec<&str>]) -> impl Serialize {
    object!(Summary {
        submissions: graded.iter().map(|it| &it.marks).collect::<Vec<_>>(),
        /// Groups that behave the same in every failing case.
        alike,
    })
}

/// The table for people, of at most so many characters a line: a line for each submission, then those
/// that are alike.
pub(super) fn table(graded: &[Submission], alike: &[Vec<&str>], most: usize) -> String {
    let parts = graded.first().map_or(&[][..], |it| judged(&it.marks));
    let mut rows = vec![heads(parts)];
    rows.extend(graded.iter().map(|it| row(&it.marks)));
    let mut groups = String::new();
    if !alike.is_empty() {
        groups.push_str(
            "\nthese submissions fail identically, byte for byte (a shared template can cause this):\n",
        );
    }
    for group in alike {
        groups.push_str(&format!("  {}\n", escape::in_line(&group.join(", "))));
    }
    columns::folded(&rows, most) + &columns::wrapped(&groups, most, 2)
}

/// Without the part that is about the layout alone: it brings no marks.
pub(super) fn judged(marks: &Marks) -> &[PartMarks] {
    let end = marks.parts.iter().position(|part| part.name == "layout");
    &marks.parts[..end.unwrap_or(marks.parts.len())]
}

fn heads(parts: &[PartMarks]) -> Vec<String> {
    let mut heads = vec!["submission".to_owned(), "build".to_owned()];
    heads.extend(parts.iter().map(|part| part.name.clone()));
    heads.extend(["score".to_owned(), String::new()]);
    heads
}

fn row(marks: &Marks) -> Vec<String> {
    let mut row =
        vec![escape::in_line(&marks.name).into_owned(), marks.build.result.word().to_owned()];
    row.extend(judged(marks).iter().map(|part| match &marks.fault {
        None => format!("{}/{}", part.passed, part.cases),
        Some(_) => "-".to_owned(),
    }));
    row.push(format!("{:.1} of {}", marks.score, marks.score_max));
    row.push(remarks(marks));
    row
}

/// The points that a marker should look at.
pub(super) fn remarks(marks: &Marks) -> String {
    let provisional = marks.provisional.as_ref().map(|why| format!("provisional: {why}"));
    let first = failing(marks, in_words).next();
    let cause = marks.causes.first().cloned();
    let all = [marks.fault.clone(), provisional, marks.not_built_here.clone(), cause.or(first)];
    let all: Vec<_> = all.into_iter().flatten().chain(marks.notes.clone()).collect();
    escape::in_line(&all.join("; ")).into_owned()
}

/// The parts that something is wrong in, each with the rule that is broken first, as `told` tells it.
fn failing(marks: &Marks, told: fn(&str) -> &str) -> impl Iterator<Item = String> {
    let parts = judged(marks).iter();
    parts.filter_map(move |part| Some(format!("{}: {}", part.name, told(part.rule.as_ref()?))))
}

/// The table for spreadsheets: RFC 4180, with a line of heads.
pub(super) fn csv(graded: &[Submission]) -> String {
    let parts = graded.first().map_or(&[][..], |it| &it.marks.parts[..]);
    let mut heads: Vec<String> = ["name", "score", "score_max"].map(str::to_owned).to_vec();
    for part in parts {
        let name = &part.name;
        heads.extend(["passed", "cases", "score", "score_max"].map(|it| format!("{name} {it}")));
    }
    let others = [
        "build",
        "build_seconds",
        "run_seconds",
        "fault",
        "provisional",
        "not_built_here",
        "causes",
        "notes",
        "failing",
    ];
    heads.extend(others.map(str::to_owned));
    let mut text = heads.join(",") + "\r\n";
    for submission in graded {
        text.push_str(&(fields(&submission.marks).join(",") + "\r\n"));
    }
    text
}

/// The fields of a submission, quoted where they need it; numbers stay numbers.
fn fields(marks: &Marks) -> Vec<String> {
    let text = |text: &str| escape::csv_text(&escape::in_line(text)).into_owned();
    let told = |told: &Option<String>| text(told.as_deref().unwrap_or_default());
    let mut fields =
        vec![text(&marks.name), format!("{:.2}", marks.score), marks.score_max.to_string()];
    for part in &marks.parts {
        fields.extend([
            part.passed.to_string(),
            part.cases.to_string(),
            format!("{:.2}", part.score),
            part.score_max.to_string(),
        ]);
    }
    fields.extend([
        marks.build.result.word().to_owned(),
        format!("{:.1}", marks.build.seconds),
        format!("{:.1}", marks.run_seconds),
        told(&marks.fault),
        told(&marks.provisional),
        told(&marks.not_built_here),
        text(&marks.causes.join("; ")),
        text(&marks.notes.join("; ")),
        text(&failing(marks, |rule| rule).collect::<Vec<_>>().join("; ")),
    ]);
    fields
}

/// A suite for each submission, with a test for each of its cases.
pub(super) fn suites(graded: &[Submission]) -> Vec<junit::Suite> {
    let of = |submission: &Submission| junit::Suite {
        name: submission.marks.name.clone(),
        tests: submission
            .cases
            .iter()
            .map(|case| {
                let about = format!("{} {}: {}", case.part, case.number, case.about);
                let fault = case.fault.as_ref();
                let test = junit::JunitCase {
                    class: submission.marks.name.clone(),
                    name: about,
                    failure: fault.map(|it| (it.rule.clone(), it.what.clone())),
                    is_error: fault.is_some_and(|it| it.is_error),
                };
                (test, case.seconds)
            })
            .collect(),
    };
    graded.iter().map(of).collect()
}

/// The feedback to the author of a submission, as a text.
pub(super) fn feedback(unit: &str, submission: &Submission, grading: Option<&Grading>) -> String {
    let marks = &submission.marks;
    let mut said = match (grading, &marks.fault) {
        (Some(grading), _) => note(unit, grading) + &text(unit, grading),
        (None, Some(why)) => {
            format!("it could not be graded: {why}\n\nscore: 0.0 of {}\n", marks.score_max)
        }
        (None, None) => String::new(),
    };
    for note in marks.not_built_here.iter().chain(&marks.notes) {
        said.push_str(&format!("note: {note}\n"));
    }
    if submission.has_log {
        said.push_str("the output of each build is in build.log\n");
    }
    said
}
