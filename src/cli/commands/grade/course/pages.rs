//! A course's marks as pages for a browser: the index, and what is said to who handed in one of the
//! submissions. A page of the second kind is made of that submission alone.

use std::path::Path;

use super::super::text::said;
use super::tables::{judged, remarks};
use chase_judge::grade::course::{CourseReport, FEEDBACK_PAGE, SUBMISSIONS, Submission};
use chase_judge::grade::{Grading, PAGE, PartGrade};
use chase_view::{Document, DocumentCell, link_path};

/// The page of all submissions, with a link to what is said to each.
pub(super) fn index(
    game: &str,
    graded: &[Submission],
    alike: &[Vec<&str>],
    to: &CourseReport,
) -> String {
    let mut page = Document::new(&format!("{game}: {} submissions", graded.len()));
    page.paragraph(
        "For course staff only. A student may open only the folder of his or her own submission.",
    );
    let parts = graded.first().map_or(&[][..], |it| judged(&it.marks));
    let mut heads = vec!["submission", "build"];
    heads.extend(parts.iter().map(|part| part.name.as_str()));
    heads.extend(["score", "remarks"]);
    let rows: Vec<_> = graded.iter().map(|it| row(it, to)).collect();
    page.table("submissions", &heads, &rows);
    if !alike.is_empty() {
        page.heading("Submissions that fail identically");
        page.paragraph("Byte for byte, in every failing case. A shared template can cause this.");
        let rows: Vec<_> =
            alike.iter().map(|group| vec![DocumentCell::Text(group.join(", "))]).collect();
        page.table("submissions that fail identically", &["submissions"], &rows);
    }
    page.finish()
}

fn row(submission: &Submission, to: &CourseReport) -> Vec<DocumentCell> {
    let marks = &submission.marks;
    let path = Path::new(SUBMISSIONS).join(&marks.name).join(FEEDBACK_PAGE);
    let mut row = vec![
        match to.holds(&path) {
            true => DocumentCell::Link(marks.name.clone(), link_path(&path)),
            false => DocumentCell::Text(marks.name.clone()),
        },
        DocumentCell::Text(marks.build.result.word().to_owned()),
    ];
    row.extend(judged(marks).iter().map(|part| {
        DocumentCell::Number(match &marks.fault {
            None => format!("{}/{}", part.passed, part.cases),
            Some(_) => "-".to_owned(),
        })
    }));
    let score = format!("{:.1} of {}", marks.score, marks.score_max);
    row.push(DocumentCell::Number(score));
    row.push(DocumentCell::Text(remarks(marks)));
    row
}

/// The page for the author of a submission; `text` is the same feedback as a text.
pub(super) fn feedback(
    unit: &str,
    submission: &Submission,
    grading: Option<&Grading>,
    text: &str,
) -> String {
    let marks = &submission.marks;
    let mut page = Document::new(&marks.name);
    let (score, most) = (marks.score, marks.score_max);
    page.paragraph(&match &marks.fault {
        None => format!("score: {score:.1} of {most}"),
        Some(why) => format!("score: {score:.1} of {most}: it could not be graded: {why}"),
    });
    if let Some(why) = &marks.provisional {
        page.paragraph(&format!("provisional: not every case could be run ({why})"));
    }
    let rows = marks.parts.iter().map(|part| {
        vec![
            DocumentCell::Text(part.name.clone()),
            DocumentCell::Number(format!("{} of {}", part.passed, part.cases)),
            DocumentCell::Number(match part.score_max {
                0 => "no marks".to_owned(),
                most => format!("{:.1} of {most}", part.score),
            }),
        ]
    });
    let rows: Vec<_> = rows.collect();
    page.table("parts", &["part", "passed", "marks"], &rows);
    if let Some(grading) = grading {
        let parts = grading.parts.iter();
        let rows: Vec<_> = parts.flat_map(|part| failures(unit, grading, part)).collect();
        if !rows.is_empty() {
            page.heading("What is wrong, each with a page of one failing case");
            page.table("failing cases", &["part", "cases", "about", "what is wrong"], &rows);
        }
    }
    if submission.has_log {
        page.link("what the build printed", "./build.log");
    }
    page.heading("The whole report");
    page.lines(text, "the whole report");
    page.finish()
}

fn failures(unit: &str, grading: &Grading, part: &PartGrade) -> Vec<Vec<DocumentCell>> {
    let failures = part.failures.iter().map(|failure| {
        let what = said(unit, &failure.finding);
        let kept = grading.kept.as_ref().zip(failure.folder.as_ref());
        vec![
            DocumentCell::Text(part.name.to_owned()),
            DocumentCell::Number(failure.cases.to_string()),
            DocumentCell::Text(failure.about.to_string()),
            match kept {
                Some((kept, folder)) => {
                    DocumentCell::Link(what, link_path(&kept.join(folder).join(PAGE)))
                }
                None => DocumentCell::Text(what),
            },
        ]
    });
    failures.collect()
}
