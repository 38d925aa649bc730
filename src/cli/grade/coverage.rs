//! `chase grade --coverage`: how often the cases bring a program into each situation.

use std::io::{self, Write};

use serde::Serialize;

use super::super::Failure;
use super::super::junit::JunitCase;
use super::super::printout::{Format, Printout};
use crate::engine::grading::{GradingCase, GradingSuite, SituationCoverage};

/// The coverage of a set of cases.
#[derive(Serialize)]
struct CaseCoverage {
    cases: usize,
    situations: Vec<SituationCoverage>,
}

/// Prints the coverage of these cases.
pub(super) fn print(
    suite: &dyn GradingSuite,
    cases: &[GradingCase],
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let found = CaseCoverage { cases: cases.len(), situations: suite.coverage(cases) };
    Printout::default()
        .text(|out| text(&found, out))
        .json(&found)
        .junit("chase grade --coverage", || found.situations.iter().map(test_case).collect())
        .print(format, out)
}

fn text(found: &CaseCoverage, out: &mut dyn Write) -> io::Result<()> {
    let all = &found.situations;
    let rare = all.iter().filter(|one| !one.is_enough).count();
    writeln!(
        out,
        "{} cases: turns of a correct program in each situation, and maps with several such turns\n",
        found.cases
    )?;
    let width = |of: fn(&SituationCoverage) -> &'static str| {
        all.iter().map(|one| of(one).len()).max().unwrap_or(0)
    };
    let (player, happened, due) =
        (width(|it| it.player), width(|it| it.happened), width(|it| it.due));
    let head = ("strategy", "what has just happened", "what it does next");
    writeln!(out, "{:<player$}  {:<happened$}  {:<due$}  turns  maps", head.0, head.1, head.2)?;
    for one in all {
        let mark = if one.is_enough { "" } else { "  rare" };
        writeln!(
            out,
            "{:<player$}  {:<happened$}  {:<due$}  {:>5}  {:>4}{mark}",
            one.player, one.happened, one.due, one.turns, one.maps
        )?;
    }
    writeln!(out, "\nrare: {rare} of {} situations", all.len())
}

fn test_case(one: &SituationCoverage) -> JunitCase {
    let SituationCoverage { turns, maps, .. } = one;
    let rare = || {
        let message = format!("{turns} turns, {maps} maps with several of them");
        (message.clone(), message)
    };
    JunitCase {
        class: "chase.grade.coverage".into(),
        name: format!("{}: {}; it {}", one.player, one.happened, one.due),
        failure: (!one.is_enough).then(rare),
        is_error: false,
    }
}
