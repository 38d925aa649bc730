//! Tests as tables: a file of cases, each a sentence, the files of a folder, and lines that say what a
//! command prints there. docs/contributing.md shows one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use crate::harness::{Place, Ran, example_path, faulty, program, project};

/// The test of the table beside this file: of `diff.toml` in `diff.rs`.
macro_rules! table {
    () => {
        #[test]
        fn table() {
            crate::tables::check(file!());
        }
    };
}
pub(crate) use table;

/// The tests of tables of a folder, which have the names of their files.
macro_rules! tables {
    ($folder:literal: $($name:ident),+) => {
        $(
            #[test]
            fn $name() {
                crate::tables::check(concat!("tests/it/", $folder, "/", stringify!($name), ".rs"));
            }
        )+
    };
}
pub(crate) use tables;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The program, if it is not `chase`: one of the examples of Cargo.toml.
    program: Option<String>,
    /// Files of each case's folder: name and text.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Files that are copied to it: name, and path from the top of the project.
    #[serde(default)]
    copies: BTreeMap<String, String>,
    case: Vec<Case>,
}

/// What holds in a folder of its own, or for each of `each` in one of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    says: String,
    #[serde(default)]
    each: Vec<Parts>,
    /// More files, as those of the table.
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    copies: BTreeMap<String, String>,
    run: Vec<Run>,
    /// The names in the folder at the end, sorted.
    leaves: Option<Vec<String>>,
}

/// A command, and what it prints. In any of its texts `{1}`, `{2}` and so on stand for the words of the
/// case's `each` and then of its own in turn, `{}` for the last of them, `{project}` for the top of the
/// project, `{program}` for the program, `{examples}` for the folder of the other programs, and `{faulty}` for the
/// one with known faults.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    /// The words that follow the program's name, as a shell parts them.
    chase: Option<String>,
    /// A line of a shell, in which `$CHASE` is the program.
    shell: Option<String>,
    #[serde(default)]
    each: Vec<Parts>,
    /// Files written before it: name and text.
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    stdin: String,
    /// Without it the status is 0.
    #[serde(default)]
    status: i32,
    /// All of standard output. With status 2, where `err` is given and neither this nor `out` is, it is empty.
    is: Option<String>,
    /// Lifts that: anything may be printed.
    #[serde(default)]
    any_out: bool,
    /// The words of a command that ends and prints as this one does.
    same: Option<String>,
    /// Parts of standard output.
    #[serde(default)]
    out: Parts,
    /// What stands nowhere in standard output.
    #[serde(default)]
    not: Parts,
    /// Parts of standard error.
    #[serde(default)]
    err: Parts,
    /// All of standard error.
    err_is: Option<String>,
    /// Values of the JSON that is printed, by their JSON pointers.
    #[serde(default)]
    json: BTreeMap<String, Value>,
    /// JSON pointers to numbers above 0.
    #[serde(default)]
    positive: Vec<String>,
    /// JSON pointers to nothing or null.
    #[serde(default)]
    lacks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Parts {
    One(String),
    All(Vec<String>),
}

impl Default for Parts {
    fn default() -> Self {
        Parts::All(Vec::new())
    }
}

impl Parts {
    fn all(&self) -> &[String] {
        match self {
            Parts::One(part) => std::slice::from_ref(part),
            Parts::All(parts) => parts,
        }
    }

    /// The first part that a text does not hold.
    fn missing_in(&self, text: &str, filled: &impl Fn(&str) -> String) -> Option<String> {
        let is_missing = |part: &&String| part.is_empty() || !text.contains(&filled(part));
        self.all().iter().find(is_missing).map(|part| filled(part))
    }
}

/// Checks every case of the table beside a source file, and lists all that fail.
#[track_caller]
pub fn check(source: &str) {
    check_with(source, |_| {});
}

/// The same, after `prepare` has put files into each case's folder that only Rust can make.
#[track_caller]
pub fn check_with(source: &str, prepare: impl Fn(&Place)) {
    let path = Path::new(&project(source)).with_extension("toml");
    let path = path.display();
    let text =
        std::fs::read_to_string(path.to_string()).unwrap_or_else(|error| panic!("{path}: {error}"));
    let common: Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let none = [Parts::default()];
    let mut found = Vec::new();
    for case in &common.case {
        let rows = or(&case.each, &none).iter();
        found.extend(rows.flat_map(|row| faults(&common, case, row.all(), &prepare)));
    }
    assert!(found.is_empty(), "{path}:\n{}", found.join("\n\n"));
    assert!(!common.case.is_empty(), "{path} holds no case");
}

/// A list, or another where it is empty.
fn or<'a, T>(list: &'a [T], other: &'a [T]) -> &'a [T] {
    if list.is_empty() { other } else { list }
}

/// A text with words in place of what stands for them.
fn filled(text: &str, words: &[String]) -> String {
    let mut text = text.to_owned();
    for (n, word) in words.iter().enumerate() {
        text = text.replace(&format!("{{{}}}", n + 1), word);
    }
    if let Some(last) = words.last() {
        text = text.replace("{}", last);
    }
    let shown = |path: PathBuf| path.display().to_string();
    let paths: [(&str, &dyn Fn() -> String); 4] = [
        ("{project}", &|| project("")),
        ("{program}", &|| program().to_owned()),
        ("{examples}", &|| shown(example_path("player").with_file_name(""))),
        ("{faulty}", &|| shown(faulty())),
    ];
    for (name, path) in paths {
        if text.contains(name) {
            text = text.replace(name, &path());
        }
    }
    text
}

/// What does not hold of a case of a table, with the words of one of its `each`.
fn faults(common: &Table, case: &Case, row: &[String], prepare: &impl Fn(&Place)) -> Vec<String> {
    let place = common.program.as_deref().map_or_else(Place::new, Place::of);
    prepare(&place);
    for (name, path) in common.copies.iter().chain(&case.copies) {
        let bytes = std::fs::read(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        place.write(name, bytes);
    }
    write(&place, &common.files, row);
    write(&place, &case.files, row);
    let mut found = Vec::new();
    let none = [Parts::default()];
    for run in &case.run {
        for each in or(&run.each, &none) {
            let words = [row, each.all()].concat();
            write(&place, &run.files, &words);
            let filled = |text: &str| filled(text, &words);
            let ran = run.ran(&place, &filled);
            let fault = run.fault(&place, &ran, &filled);
            found.extend(fault.map(|fault| format!("{}\n{fault}: {ran}", case.says)));
        }
    }
    if case.leaves.as_ref().is_some_and(|due| *due != place.names()) {
        found.push(format!("{} {row:?}\nthe folder holds {:?}", case.says, place.names()));
    }
    found
}

fn write(place: &Place, files: &BTreeMap<String, String>, words: &[String]) {
    for (name, text) in files {
        place.write(name, filled(text, words));
    }
}

/// What the program does with words as a shell parts them.
fn chase(place: &Place, words: &str, stdin: String) -> Ran {
    let words = shlex::split(words).unwrap_or_else(|| panic!("words: {words}"));
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    place.chase_with(&words, stdin)
}

impl Run {
    fn ran(&self, place: &Place, filled: &impl Fn(&str) -> String) -> Ran {
        match (&self.chase, &self.shell) {
            (Some(words), None) => chase(place, &filled(words), filled(&self.stdin)),
            (None, Some(line)) => place.shell(&filled(line)),
            _ => panic!("a run has either `chase` or `shell`"),
        }
    }

    fn fault(&self, place: &Place, ran: &Ran, filled: &impl Fn(&str) -> String) -> Option<String> {
        let Ran { status, stdout, stderr, .. } = ran;
        if *status != Some(self.status) {
            return Some(format!("status {} was expected", self.status));
        }
        let is_told = self.status == 2 && !self.err.all().is_empty();
        let is_silent = is_told && self.out.all().is_empty() && !self.any_out;
        let due = self.is.as_deref().map(filled).or(is_silent.then(String::new));
        if let Some(due) = due.filter(|due| due != stdout) {
            return Some(format!("{due:?} was expected"));
        }
        if let Some(words) = &self.same {
            let other = chase(place, &filled(words), filled(&self.stdin));
            if (other.status, &other.stdout) != (*status, stdout) {
                return Some(format!("not the same: {other}"));
            }
        }
        if let Some(part) = self.out.missing_in(stdout, filled) {
            return Some(format!("{part:?} is not in standard output"));
        }
        let mut unwanted = self.not.all().iter().map(|part| filled(part));
        if let Some(part) = unwanted.find(|part| stdout.contains(part)) {
            return Some(format!("{part:?} is in standard output"));
        }
        if let Some(due) = self.err_is.as_deref().map(filled).filter(|due| due != stderr) {
            return Some(format!("{due:?} was expected on standard error"));
        }
        if stderr.contains("panicked") {
            return Some("no panic was expected".to_owned());
        }
        if let Some(part) = self.err.missing_in(stderr, filled) {
            return Some(format!("{part:?} is not in standard error"));
        }
        self.fault_in_json(stdout, filled)
    }

    fn fault_in_json(&self, stdout: &str, filled: &impl Fn(&str) -> String) -> Option<String> {
        if self.json.is_empty() && self.positive.is_empty() && self.lacks.is_empty() {
            return None;
        }
        let Ok(report) = serde_json::from_str::<Value>(stdout) else {
            return Some("JSON was expected".to_owned());
        };
        let due = |due: &Value| due.as_str().map_or(due.clone(), |text| filled(text).into());
        let mut values = self.json.iter().map(|(at, is)| (at, report.pointer(at), due(is)));
        if let Some((at, value, due)) = values.find(|(_, value, due)| *value != Some(due)) {
            return Some(format!("{at}: {due} was expected, not {value:?}"));
        }
        let number = |at: &String| report.pointer(at).and_then(Value::as_f64);
        let mut positive = self.positive.iter();
        if let Some(at) = positive.find(|at| !number(at).is_some_and(|number| number > 0.0)) {
            return Some(format!("{at}: a number above 0 was expected"));
        }
        let mut empty = self.lacks.iter();
        let full = empty.find(|at| report.pointer(at).is_some_and(|value| !value.is_null()));
        full.map(|at| format!("{at}: nothing was expected"))
    }
}
