//! A grading in words.

use chase_judge::grade::{Grading, PartGrade, UnsteadyCases};
use chase_judge::verify::details;
use chase_kit::diagnosis::{Certainty, Diagnosis};
use chase_kit::referee::TraceFinding;
use chase_world::error::counted;

/// All of a grading.
pub(super) fn text(unit: &str, grading: &Grading) -> String {
    let mut text = format!("grading {}, seed {}\n", grading.program, grading.seed);
    text.push_str(&edition(grading));
    text.push('\n');
    for part in &grading.parts {
        let marks = match part.score_max {
            0 => "no marks".to_owned(),
            most => format!("{:.1} of {most}", part.score),
        };
        let (name, passed, cases) = (part.name, part.passed, part.cases);
        text.push_str(&format!("{name:<8} {passed:>3} of {cases:>3} passed   {marks}\n"));
    }
    for part in &grading.parts {
        if !part.failures.is_empty() || part.memory.is_some() || part.not_run > 0 {
            text.push('\n');
            text.push_str(&part_text(unit, grading, part));
        }
    }
    if let Some(UnsteadyCases { tried, differing, first, .. }) = &grading.unsteady {
        text.push_str(&format!(
            "\nit is not repeatable: {differing} of {tried} cases gave another output when they were run \
             again\n  (the first: {first}); often the reason is uninitialized memory; these cases are not \
             searched for a cause\n"
        ));
    }
    for (one, n) in grading.diagnoses.iter().zip(0..) {
        if n == 0 {
            text.push_str("\nwhy the program goes wrong, from all runs together:\n");
        }
        let parts = one.parts.join(", ");
        text.push_str(&format!("  {} ({parts})\n", one.diagnosis.headline()));
        for line in one.diagnosis.details() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    let (score, most) = (grading.score, grading.score_max);
    text.push_str(&match &grading.provisional {
        None => format!("\nscore: {score:.1} of {most}\n"),
        Some(why) => format!(
            "\nscore: {score:.1} of {most}, provisional: not every case could be run ({why})\n"
        ),
    });
    if let Some(word) = little(grading) {
        text.push_str(&word);
    }
    if !grading.is_full() && grading.score >= f64::from(grading.score_max) {
        text.push_str("full marks, but a part that brings no marks is not right\n");
    }
    if !grading.not_tried.is_empty() {
        let not_tried = grading.not_tried.join(", ");
        text.push_str(&format!(
            "not tried: {not_tried}\nfor feedback only: a file shows what a program printed, not whose program it \
             was; marks that count need a run by the staff\n"
        ));
    }
    if let Some(folder) = &grading.kept {
        let folder = folder.display();
        text.push_str(&format!(
            "kept in {folder}: data files, command, expected, actual and report of each\n"
        ));
    }
    text
}

/// A note to the author of a program that is not right: what is right, what is wrong and why as far as that is
/// known, and where to look first. Nothing where all is right.
pub(super) fn note(unit: &str, grading: &Grading) -> String {
    const CAUSES_MAX: usize = 4;
    let failing = |part: &&PartGrade| !part.failures.is_empty();
    let names = |parts: Vec<&PartGrade>| {
        let names: Vec<_> = parts.into_iter().map(|part| part.name).collect();
        names.join(", ")
    };
    let (wrong, right): (Vec<&PartGrade>, Vec<&PartGrade>) =
        grading.parts.iter().partition(failing);
    if wrong.is_empty() {
        return String::new();
    }
    let mut note = format!("score: {:.1} of {}\n", grading.score, grading.score_max);
    if !right.is_empty() {
        note.push_str(&format!("all cases passed: {}\n", names(right)));
    }
    note.push_str(&format!("cases failed: {}\n", names(wrong.clone())));
    let all = || grading.diagnoses.iter().map(|one| &one.diagnosis);
    let sure: Vec<_> = all().filter(|one| one.is_sure()).collect();
    for (n, cause) in sure.iter().take(CAUSES_MAX).enumerate() {
        note.push_str(&format!("{}. {}\n", n + 1, cause.headline()));
        if let [known] = &cause.causes[..] {
            note.push_str(&format!("   the rule: {}\n", known.rule));
        }
        if let Some(first) = &cause.first {
            note.push_str(&format!("   first seen in {first}\n"));
        }
    }
    if let Some(more @ 1..) = sure.len().checked_sub(CAUSES_MAX) {
        note.push_str(&format!("{more} more below\n"));
    }
    for one in all().filter(|one| one.certainty == Certainty::Unknown) {
        note.push_str(&format!("{}\n", one.headline()));
        let of_it = |other: &&Diagnosis| other.about == one.about;
        let tables = all().filter(of_it).filter_map(|other| other.table.as_ref());
        for table in tables.filter(|table| table.place.is_some()) {
            note.push_str(&format!("   {}\n", table.start_here));
        }
    }
    if all().next().is_none() {
        for part in wrong {
            let first = &part.failures[0];
            note.push_str(&format!(
                "{}, {}: {}\n",
                part.name,
                first.about,
                said(unit, &first.finding)
            ));
        }
    }
    note.push_str("below: the failing cases, then all turns by what they are like\n\n");
    note
}

/// The edition that the program was held against, in a line; nothing for the usual one, where nobody
/// asked for it.
fn edition(grading: &Grading) -> String {
    let Some(edition) = &grading.edition else {
        return String::new();
    };
    let (names, banner) = (edition.names.join(" and "), edition.banner);
    match (edition.is_asked, edition.is_usual) {
        (true, _) => format!("edition {names}, as --edition asks\n"),
        (false, true) => String::new(),
        (false, false) => format!(
            "edition {names}, guessed from the banner `{banner}`; name another with --edition\n"
        ),
    }
}

/// A word about failures that are few among many cases; nothing where there is no such doubt.
fn little(grading: &Grading) -> Option<String> {
    const FEW: std::ops::Range<usize> = 1..3;
    const MANY: usize = 50;
    let parts = || grading.parts.iter().filter(|part| part.must_be_right);
    let failing: usize = parts().flat_map(|part| &part.failures).map(|it| it.cases).sum();
    let all: usize = parts().map(|part| part.cases).sum();
    let is_little = FEW.contains(&failing) && all >= MANY;
    let fail = if failing == 1 { "fails" } else { "fail" };
    is_little.then(|| {
        format!(
            "only {failing} of {all} cases {fail}, too few to be sure: grade with another \
             --seed too\n"
        )
    })
}

/// A finding in a line, with its hour where it has one.
pub(super) fn said(unit: &str, finding: &TraceFinding) -> String {
    let told = match in_words(finding.rule) == finding.rule {
        true => finding.to_string(),
        // It says itself how the program ended.
        false => finding.what.clone(),
    };
    if finding.cycle == 0 && finding.seat.is_none() {
        told
    } else {
        format!("{unit} {}, {told}", finding.cycle)
    }
}

/// The rule that a program breaks, in words, where it is about how the program runs; else the name of the rule of the
/// game, as reports have it.
pub(super) fn in_words(rule: &str) -> &str {
    match rule {
        "hang" => "does not come to an end",
        "memory" => "uses too much memory",
        "processes" => "starts too many processes",
        "folder" => "fills its folder",
        "endless-output" => "prints without end",
        "left-processes" => "leaves processes running",
        "crash" => "crashes",
        "exit-status" => "ends with an error status",
        "no-output" => "prints nothing",
        "garbage" => "prints no transcript",
        "unfinished" => "stops in the middle",
        rule => rule,
    }
}

/// A part's failures in words: the first with its numbers, the others in a line.
pub(super) fn part_text(unit: &str, grading: &Grading, part: &PartGrade) -> String {
    let mut text = String::new();
    for (n, failure) in part.failures.iter().enumerate() {
        let (name, finding) = (part.name, &failure.finding);
        text.push_str(&format!(
            "{name}, {} ({}): {}\n",
            counted(failure.cases, "case"),
            failure.about,
            said(unit, finding)
        ));
        if n == 0 {
            for line in details(finding) {
                text.push_str(&format!("    {line}\n"));
            }
        }
        if let (Some(kept), Some(folder)) = (&grading.kept, &failure.folder) {
            text.push_str(&format!("    kept: {}\n", kept.join(folder).display()));
        }
    }
    if part.given_up > 0 {
        text.push_str(&format!(
            "{}: {} not run, because other cases hung (--give-up); they count as failed\n",
            part.name,
            counted(part.given_up, "case")
        ));
    }
    if part.not_run > 0 {
        text.push_str(&format!(
            "{}: {} could not be run, and bring no marks yet\n",
            part.name,
            counted(part.not_run, "case")
        ));
    }
    if let Some(memory) = &part.memory {
        text.push_str(&format!("{}: memory errors or leaks\n", part.name));
        for line in memory.lines().take(12) {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text
}
