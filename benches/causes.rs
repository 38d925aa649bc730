//! How true the causes are that are named: every known mistake carried out by the second
//! implementation on drawn cases, judged with the whole table and without its own row.
//!
//! `cargo bench --bench causes -- 10`: runs for each mistake [10], the first seed [1000], and only
//! the mistakes whose names hold a word [all]. `-- 10 1000 "" students` counts what is said of the wrong strategies that
//! students handed in, each without the rows that its program brought into the table. Where no mistake is
//! named, the place of the first wrong turns is held against benches/causes.md.

#![expect(clippy::print_stdout, reason = "it is what is measured")]
#![expect(clippy::panic, reason = "a measurement stops where it cannot go on")]
#![allow(dead_code, reason = "the second implementation has more than is asked of it here")]

#[path = "../tests/drawn/mod.rs"]
mod drawn;
#[path = "../tests/naive/mod.rs"]
mod game;
mod naive {
    pub(crate) use super::game;
}

use std::collections::BTreeMap;

use chase::course::causes::conclude::conclude;
use chase::course::causes::place::{WrongPlace, counted};
use chase::course::causes::run::TraceRun;
use chase::course::causes::search::program;
use chase::course::causes::table::{Family, SWITCHES, Switch, named};
use chase::games::police::players::known_strategy::KnownStrategy;
use chase::kit::diagnosis::{Certainty, Diagnosis};

use drawn::naive::fault::{Fault, Faults};
use drawn::{Drawn, fault};

/// Exams looked through for runs that a mistake changes.
const EXAMS_MAX: i64 = 12;
/// Gradings of each wrong strategy of a student.
const GRADINGS: usize = 3;

/// How a set of diagnoses stands to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Alone,
    Listed,
    TooLittle,
    Unknown,
    SameFamily,
    OtherFamily,
    Unrelated,
}

fn verdict(truth: &Switch, diagnoses: &[Diagnosis]) -> Verdict {
    let sure = |one: &&Diagnosis| matches!(one.certainty, Certainty::Named | Certainty::Fits);
    let mut worst = None;
    let mut right = None;
    for diagnosis in diagnoses.iter().filter(sure) {
        let names: Vec<_> = diagnosis.causes.iter().map(|cause| &*cause.name).collect();
        let holds = names.iter().any(|name| name.split('+').any(|one| one == truth.name));
        let verdict = if holds && names.len() == 1 {
            Verdict::Alone
        } else if holds {
            Verdict::Listed
        } else {
            let all = names.iter().flat_map(|name| name.split('+')).filter_map(named);
            let all: Vec<_> = all.collect();
            if all.iter().any(|one| families(truth).contains(&one.family)) {
                Verdict::SameFamily
            } else if all.iter().any(|one| {
                one.strategies & truth.strategies != 0 && one.needs_tips == truth.needs_tips
            }) {
                Verdict::OtherFamily
            } else {
                Verdict::Unrelated
            }
        };
        if holds {
            right = Some(verdict);
        } else {
            worst = worst.max(Some(verdict));
        }
    }
    if let Some(wrong) = worst {
        return wrong;
    }
    right.unwrap_or_else(|| {
        let is_little = diagnoses.iter().any(|one| one.certainty == Certainty::TooLittle);
        if is_little { Verdict::TooLittle } else { Verdict::Unknown }
    })
}

/// What is counted, and how often it came to what.
#[derive(Default)]
struct Totals(BTreeMap<(&'static str, String), usize>);

impl Totals {
    fn count(&mut self, what: &'static str, verdict: impl std::fmt::Debug) {
        *self.0.entry((what, format!("{verdict:?}"))).or_default() += 1;
    }
}

/// Prints what was said.
fn show(diagnoses: &[Diagnosis]) {
    for one in diagnoses {
        println!("    {:?} {}", one.certainty, one.headline());
        for line in one.details() {
            println!("        {line}");
        }
    }
}

/// Exams, and what a right program plays in each case.
struct Bench {
    exams: Vec<Vec<Drawn>>,
    right: Vec<Vec<Played>>,
    count: usize,
    totals: Totals,
}

type Played = (Vec<[usize; 5]>, String);

impl Bench {
    fn new(seed: i64, count: usize) -> Self {
        let exams: Vec<Vec<Drawn>> = (seed..seed + EXAMS_MAX).map(drawn::drawn).collect();
        let right = exams.iter().map(|exam| {
            let played = exam.iter().map(|one| one.play(fault("none")));
            played.collect()
        });
        Bench { right: right.collect(), exams, count, totals: Totals::default() }
    }

    /// Runs in which the faults change something, a few of each exam.
    fn runs(&self, faults: impl Into<Faults>, most: usize) -> Vec<TraceRun> {
        let faults = faults.into();
        let mut runs = Vec::new();
        for (exam, right) in self.exams.iter().zip(&self.right) {
            for (one, right) in exam.iter().zip(right) {
                if runs.len() < most {
                    let played = one.play(faults);
                    if played.0 != right.0 {
                        runs.push(one.run_of(&played.0, played.1));
                    }
                }
            }
        }
        runs
    }

    fn tell(&mut self, what: &'static str, switch: &Switch, runs: &[TraceRun], without: &[&str]) {
        let diagnoses = conclude(runs, without);
        let verdict = verdict(switch, &diagnoses);
        self.totals.count(what, verdict);
        let is_pooled = what == "pooled" || what == "exam";
        let is_bad = verdict > Verdict::Unknown || (is_pooled && verdict > Verdict::Listed);
        if is_bad || is_pooled {
            println!("{:<30} {what:<12} {} runs {verdict:?}", switch.name, runs.len());
        }
        if is_bad {
            show(&diagnoses);
        }
    }

    fn singles(&mut self, switch: &Switch) {
        let runs = self.runs(fault(switch.name), self.count);
        if runs.is_empty() {
            println!("{:<30} changes nothing", switch.name);
            return;
        }
        self.tell("pooled", switch, &runs, &[]);
        self.tell("left out", switch, &runs, &[switch.name]);
        for run in &runs {
            self.tell("single", switch, std::slice::from_ref(run), &[]);
            self.tell("single, out", switch, std::slice::from_ref(run), &[switch.name]);
        }
        let exam = self.exams[0].iter().map(|one| one.run(fault(switch.name)));
        let exam: Vec<TraceRun> = exam.collect();
        self.tell("exam", switch, &exam, &[]);
    }

    /// Runs of a program with two faults, as many of those in which each alone would show.
    fn runs_of_pair(&self, first: Fault, second: Fault) -> Vec<TraceRun> {
        let mut counts = [0; 2];
        let mut runs = Vec::new();
        for (exam, right) in self.exams.iter().zip(&self.right) {
            for (one, right) in exam.iter().zip(right) {
                let shows = [first, second].map(|fault| one.play(fault).0 != right.0);
                let is_wanted = (0..2).any(|n| shows[n] && counts[n] < self.count);
                if is_wanted {
                    (0..2).for_each(|n| counts[n] += usize::from(shows[n]));
                    runs.push(one.run([first, second]));
                }
            }
        }
        runs
    }

    fn pair(&mut self, what: &'static str, first: &Switch, second: &Switch) {
        let runs = self.runs_of_pair(fault(first.name), fault(second.name));
        if runs.is_empty() {
            return;
        }
        let diagnoses = conclude(&runs, &[]);
        let sure = |one: &&Diagnosis| matches!(one.certainty, Certainty::Named | Certainty::Fits);
        let names: Vec<Vec<&str>> = diagnoses
            .iter()
            .filter(sure)
            .map(|one| one.causes.iter().flat_map(|cause| cause.name.split('+')).collect())
            .collect();
        let has = |switch: &Switch| names.iter().any(|names| names.contains(&switch.name));
        let is_false =
            |names: &Vec<&str>| !names.contains(&first.name) && !names.contains(&second.name);
        let verdict = match (has(first), has(second), names.iter().any(is_false)) {
            (_, _, true) => "a false one",
            (true, true, _) => "both",
            (false, false, _) => "none",
            _ => "one",
        };
        self.totals.count(what, verdict);
        println!("{what}: {} + {}: {verdict}", first.name, second.name);
        if verdict != "both" {
            show(&diagnoses);
        }
    }

    fn pairs(&mut self, switches: &[&Switch]) {
        for (n, first) in switches.iter().enumerate() {
            for second in &switches[n + 1..] {
                // One in seven of all, whatever their order in the table.
                if (first.name.len() * 31 + second.name.len() * 17 + n) % 7 != 0 {
                    continue;
                }
                let numbers = [first, second].map(|one| number(one));
                if program(&numbers).is_some() {
                    let what = if is_of_one(first, second) { "pair of one" } else { "pair of two" };
                    self.pair(what, first, second);
                }
            }
        }
    }
}

/// A wrong strategy that a student handed in: its faults, and of them the rows of the table that no
/// other program led to.
struct Handed {
    /// Its number in the table of true places.
    kind: usize,
    faults: &'static [&'static str],
    own_rows: &'static [&'static str],
}

const fn handed(
    kind: usize,
    faults: &'static [&'static str],
    own_rows: &'static [&'static str],
) -> Handed {
    Handed { kind, faults, own_rows }
}

/// The kinds of wrong strategies that were found by reading programs of students, a line for each.
/// `path-from-stack` and `path-appended` have no row.
#[rustfmt::skip]
static HANDED: &[Handed] = &[
    handed(1, &["tips-ignored"], &[]),
    handed(2, &["tips-ignored-by-random"], &[]),
    handed(3, &["dfs-walks-home"], &[]),
    handed(4, &["dfs-stops"], &[]),
    handed(5, &["dfs-one-step-back"], &["dfs-one-step-back"]),
    handed(6, &["dfs-start-unmarked"], &["dfs-start-unmarked"]),
    handed(7, &["dfs-old-tail"], &["dfs-old-tail", "dfs-old-tail-jumps"]),
    handed(8, &["dfs-jumps"], &["dfs-jumps"]),
    handed(9, &["dfs-without-ways-back"], &["dfs-without-ways-back"]),
    handed(10, &["dfs-never-clears"], &["dfs-never-clears"]),
    handed(11, &["dfs-without-ways-back", "dfs-stops"], &["dfs-without-ways-back"]),
    handed(12, &["dfs-marks-after-tip"], &["dfs-marks-after-tip"]),
    handed(13, &["dfs-marks-on-tips"], &["dfs-marks-on-tips"]),
    handed(14, &["dfs-affordable-only"], &["dfs-affordable-only"]),
    handed(15, &["rests-not-visits"], &[]),
    handed(16, &["rests-are-two-visits"], &["rests-are-two-visits"]),
    handed(17, &["tipped-moves-twice"], &[]),
    handed(18, &["tip-writes-one"], &["tip-writes-one"]),
    handed(19, &["start-counted-twice"], &["start-counted-twice"]),
    handed(20, &["start-counted-twice", "rests-are-two-visits"], &["start-counted-twice", "rests-are-two-visits"]),
    handed(21, &["own-city-weighed"], &[]),
    handed(22, &["own-city-loses-ties"], &["own-city-loses-ties"]),
    handed(23, &["visits-shared"], &["visits-shared"]),
    handed(24, &["least-recently-visited"], &["least-recently-visited"]),
    handed(25, &["listed-twice"], &["listed-twice"]),
    handed(26, &["tips-shared"], &["tips-shared"]),
    handed(27, &["path-rests-to-tip-stamina"], &["path-rests-to-tip-stamina"]),
    handed(28, &["path-from-stack"], &[]),
    handed(29, &["path-appended"], &[]),
    handed(30, &["dfs-no-way-back"], &["dfs-no-way-back"]),
    handed(31, &["dfs-route-cut"], &["dfs-route-cut"]),
    handed(32, &["dfs-walks-home", "dfs-queue-kept"], &["dfs-queue-kept"]),
    handed(33, &["dfs-back-unpaid"], &["dfs-back-unpaid"]),
    handed(34, &["dfs-back-by-order"], &["dfs-back-by-order"]),
    handed(35, &["path-rests-inverted"], &["path-rests-inverted"]),
    handed(35, &["path-steps-inverted"], &["path-steps-inverted"]),
    handed(36, &["tip-dropped-at-last"], &["tip-dropped-at-last"]),
    handed(37, &["path-within-tip-stamina"], &["path-within-tip-stamina"]),
    handed(39, &["tie-file-order"], &["tie-file-order"]),
];

/// The families that a mistake is rightly said to be of. A search that never clears its marks keeps
/// them over a tip too.
fn families(row: &Switch) -> Vec<Family> {
    match row.name {
        "dfs-never-clears" => vec![row.family, Family::AfterTip],
        _ => vec![row.family],
    }
}

/// What was said of a wrong strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    /// No mistake, and no place where its first wrong turns are.
    Nothing,
    /// That place.
    Located,
    /// A mistake that it has, or one of the same family.
    Named,
    /// A place that is not one of those of the mistake.
    FalsePlace,
    /// A mistake that it does not have.
    False,
}

/// The codes of situations, in their order in the table.
const SITUATIONS: [&str; 22] = [
    "P1", "P2", "P3", "P4", "P5", "P6", "P7", "L1", "L2", "L3", "L4", "L5", "D1", "D2", "D3", "D4",
    "D5", "R1", "R2", "R3", "R4", "R5",
];

/// A place as a code, a pair as `D4 B16`.
fn code(place: WrongPlace) -> String {
    let situation = place.situation.map(|n| SITUATIONS[n].to_owned());
    let before = place.before.map(|n| format!("B{}", n + 1));
    situation.into_iter().chain(before).collect::<Vec<_>>().join(" ")
}

/// The true places of a kind, from its row in the table: `X (Y, Z)` is X, and X with Y and with Z.
fn true_places(kind: usize) -> Vec<String> {
    let page = include_str!("causes.md");
    let row = page.lines().find(|line| line.starts_with(&format!("| {kind} ")));
    let cell = row.and_then(|row| row.split('|').nth(3)).expect("a row of the table").trim();
    let mut all = Vec::new();
    let (mut place, mut is_open) = ("", false);
    for word in cell.split(", ") {
        let with = match word.split_once(" (") {
            None if is_open => word,
            None => {
                all.push(word.to_owned());
                continue;
            }
            Some((head, with)) => {
                place = head;
                all.push(head.to_owned());
                with
            }
        };
        is_open = !with.ends_with(')');
        for with in codes(with.trim_end_matches(')')) {
            let pair = if with.starts_with('B') { [place, &with] } else { [&with, place] };
            all.push(pair.join(" "));
        }
    }
    all
}

/// The codes that a word stands for: `all L` for L2 to L5, `P1 to P6`, or one.
fn codes(word: &str) -> Vec<String> {
    let (letter, first, last) = match (word.strip_prefix("all "), word.split_once(" to ")) {
        (Some(letter), _) => (letter, 2, 5),
        (None, Some((first, last))) => {
            let number = |code: &str| code[1..].parse().expect("a number");
            (&first[..1], number(first), number(last))
        }
        (None, None) => return vec![word.to_owned()],
    };
    (first..=last).map(|n: u8| format!("{letter}{n}")).collect()
}

impl Handed {
    /// The families of its faults.
    fn families(&self) -> Vec<Family> {
        let faults = self.faults.iter();
        let family = |fault: &&str| match *fault {
            "tips-ignored-by-random" => vec![Family::TipHeard],
            // The others that have no row are wrong paths.
            fault => named(fault).map_or_else(|| vec![Family::TipPath], families),
        };
        faults.flat_map(family).collect()
    }

    /// What is said over all runs of a grading.
    fn said(&self, runs: &[TraceRun], diagnoses: &[Diagnosis]) -> Said {
        let families = self.families();
        let is_true = |name: &str| {
            let mut rows = name.split('+').filter_map(named);
            rows.all(|row| families.contains(&row.family))
        };
        let of_one = |diagnosis: &Diagnosis| {
            if diagnosis.is_sure() {
                let all = diagnosis.causes.iter().all(|cause| is_true(&cause.name));
                return if all { Said::Named } else { Said::False };
            }
            let strategy = KnownStrategy::of(&diagnosis.about);
            let place = strategy.and_then(|strategy| counted(strategy, runs).place()).map(code);
            match place {
                None => Said::Nothing,
                Some(place) if true_places(self.kind).contains(&place) => Said::Located,
                Some(place) => {
                    println!("    false place: {place}");
                    Said::FalsePlace
                }
            }
        };
        diagnoses.iter().map(of_one).max().unwrap_or(Said::Nothing)
    }
}

/// What is said of every wrong strategy over a whole grading.
fn students(bench: &mut Bench) {
    for handed in HANDED {
        let faults: Faults = handed.faults.iter().map(|name| fault(name)).collect();
        let label = handed.faults.join(" + ");
        for exam in &bench.exams[..GRADINGS] {
            let runs: Vec<TraceRun> = exam.iter().map(|one| one.run(faults)).collect();
            let diagnoses = conclude(&runs, handed.own_rows);
            let said = handed.said(&runs, &diagnoses);
            println!("{label}: {said:?}");
            show(&diagnoses);
            bench.totals.count("students", said);
        }
    }
}

/// The place of a switch in the table.
fn number(switch: &Switch) -> usize {
    let place = SWITCHES.iter().position(|other| other.name == switch.name);
    place.expect("a switch")
}

/// Returns true if one strategy can have both faults.
fn is_of_one(first: &Switch, second: &Switch) -> bool {
    first.strategies & second.strategies != 0
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number =
        |n: usize, usual: i64| words.get(n).map_or(usual, |word| word.parse().expect("a number"));
    let (count, seed) = (usize::try_from(number(0, 10)).expect("few"), number(1, 1_000));
    let only = words.get(2).map_or("", String::as_str);
    let mut bench = Bench::new(seed, count);
    let choosing = SWITCHES.iter().filter(|switch| switch.makes_choices());
    let choosing: Vec<&Switch> = choosing.filter(|switch| switch.name.contains(only)).collect();
    match words.get(3).map(String::as_str) {
        Some("students") => students(&mut bench),
        _ => {
            for switch in &choosing {
                bench.singles(switch);
            }
            bench.pairs(&choosing);
        }
    }
    for ((what, verdict), count) in &bench.totals.0 {
        println!("{what:<20} {verdict:<14} {count}");
    }
}
