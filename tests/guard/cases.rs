//! What is counted.

use crate::Anyhow;
use crate::callgrind::Callgrind;
use crate::inputs::{LARGE, SMALL, Size};

/// Some work, and what one unit of it takes.
pub struct Case {
    /// What it is, with its unit; its number is found by it.
    pub name: &'static str,
    /// The words of the command line.
    args: fn(&Size) -> String,
    /// The status it ends with.
    status: i32,
    unit: Unit,
}

/// What one unit is.
enum Unit {
    /// A whole run.
    Run,
    /// A whole run, without what every run takes.
    Call,
    /// One of the so many that the large input has more than the small one.
    OneMore(fn(&Size) -> u64),
}

impl Case {
    /// How many instructions a unit takes.
    pub fn count(&self, callgrind: &Callgrind) -> Anyhow<f64> {
        let run = |size| callgrind.instructions(&(self.args)(size), self.status);
        let more = run(&LARGE)?;
        let (less, units) = match self.unit {
            Unit::Run => (0, 1),
            Unit::Call => (callgrind.instructions(VERSION, 0)?, 1),
            Unit::OneMore(of) => (run(&SMALL)?, of(&LARGE) - of(&SMALL)),
        };
        Ok((more as f64 - less as f64) / units as f64)
    }
}

const VERSION: &str = "--version";

/// All that is counted, in the order in which it is told.
pub fn all() -> Vec<Case> {
    use Unit::{Call, OneMore, Run};
    let case = |name, status, unit, args| Case { name, args, status, unit };
    let hours = || OneMore(|size| size.hours);
    let rows = || OneMore(|size| size.rows);
    let games = || OneMore(|size| size.games);
    vec![
        case("--version, a run", 0, Run, |_| VERSION.to_owned()),
        case("record, an hour", 0, hours(), |size| size.record("again.chase --force")),
        case("verify, an hour", 0, hours(), |size| format!("verify {}.chase", size.name)),
        case("fold: verify --quick, an hour", 0, hours(), |size| {
            format!("verify {}.chase --quick", size.name)
        }),
        case("replay --hour of .chase, a call", 0, Call, |size| {
            format!("replay {}.chase --hour {}", size.name, size.hours - 7)
        }),
        case("replay --hour of JSON, an hour", 0, hours(), |size| {
            format!("replay {}.json --hour 7", size.name)
        }),
        case("diff, one row changed, a row", 1, rows(), |size| {
            format!("diff {0}.txt {0}-one.txt", size.name)
        }),
        case("diff, a row in forty changed, a row", 1, rows(), |size| {
            format!("diff {0}.txt {0}-many.txt", size.name)
        }),
        case("diff, trimmed rows, a row", 0, rows(), |size| {
            format!("diff {0}.txt {0}-trimmed.txt", size.name)
        }),
        case("diff, trimmed alike, hours missing, a row", 1, rows(), |size| {
            format!("diff {0}-trimmed.txt {0}-gap.txt", size.name)
        }),
        case("diff, wholly different, a row", 1, rows(), |size| {
            format!("diff {0}.txt {0}-other.txt", size.name)
        }),
        case("diff of CSV, a row", 1, rows(), |size| {
            format!("diff {0}.csv {0}-many.csv", size.name)
        }),
        case("sweep's kernel, a game", 0, games(), |size| {
            let games = size.games;
            format!(
                "sweep police --two-coloured --hours 100 --seed 3 --engine compiled --jobs 1 \
                 --games {games} -o fresh"
            )
        }),
    ]
}
