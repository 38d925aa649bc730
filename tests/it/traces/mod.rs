//! Logs of other programs: understood, shown, held against each other.

mod aligned;
mod compared;
mod dumps;
mod encoded;
mod ordered;
#[cfg(feature = "parquet")]
mod parquet;
mod simulated;
mod synchronized;
mod tubes;

use std::io::Cursor;
use std::path::PathBuf;

use chase::traces::{
    ComparisonSettings, Description, LogColumn, LogForm, LogInput, LogReader, LogReport,
    SyncSettings, Tolerance, compare, set_ranges,
};

use crate::harness::{Place, project};

crate::tables::tables!(
    "traces": aligned, as_they_are, blank, compared, counted, dumps, encoded, exact, fst, hostile,
    ordered, quoted, selected, separated, stamped, suites, tubes, unfinished, units, values
);

/// The real inputs: folder, ending, and whether they have a description.
const INPUTS: [(&str, &str, Option<&str>); 5] = [
    ("mesa", "csv", None),
    ("gymnasium", "jsonl", None),
    ("icarus", "vcd", None),
    ("spike-layout", "log", Some("commits.trace.toml")),
    ("vmstat", "log", Some("vmstat.trace.toml")),
];

/// A folder with the golden log, the faulty one and the description of an input.
fn place(folder: &str, ending: &str, like: Option<&str>) -> (Place, String) {
    let place = Place::new();
    let read = |name: &str| std::fs::read(input(folder, name)).expect("a file of the input");
    for name in [format!("golden.{ending}"), format!("faulty.{ending}")] {
        place.write(&name, read(&name));
    }
    let like = like.map(|like| {
        place.write("like.toml", read(like));
        " --like like.toml"
    });
    (place, like.unwrap_or_default().to_owned())
}

fn input(folder: &str, name: &str) -> PathBuf {
    PathBuf::from(project(&format!("data/traces/{folder}/{name}")))
}

/// What is found of two logs in CSV, ours and the reference, by the rules of some columns and a tolerance.
fn report_of(
    logs: [&str; 2],
    columns: &[LogColumn],
    tolerance: Tolerance,
    sync: &SyncSettings,
) -> LogReport {
    let mut rules = Description::of(LogForm::Csv);
    rules.tick = Some("t".into());
    (rules.columns, rules.tolerance) = (columns.to_vec(), tolerance);
    let open = |rules: &Description, text: &str| {
        let input = LogInput { name: "log".into(), bytes: Box::new(Cursor::new(text.to_owned())) };
        LogReader::open(input, Some(rules)).expect("a log")
    };
    let mut reference = open(&rules, logs[1]);
    set_ranges(&mut rules, &mut reference).expect("a log");
    let settings = ComparisonSettings::new(&rules, sync);
    let [ours, theirs] = logs.map(|text| open(&rules, text));
    compare(ours, theirs, settings).expect("logs").report
}
