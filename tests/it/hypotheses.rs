//! Causes that are named are true: every known mistake is carried out by the second
//! implementation on drawn cases, and judged with the whole table and without its own row.

use chase::course::causes::conclude::conclude;
use chase::course::causes::hold::{FitExtent, Misses, WalkedSeats, fit, phase};
use chase::course::causes::place::counted;
use chase::course::causes::run::TraceRun;
use chase::course::causes::search::program;
use chase::course::causes::table::{Family, SWITCHES, Switch, named, of};
use chase::games::police::players::known_strategy::KnownStrategy;
use chase::kit::diagnosis::{Certainty, Diagnosis};

use crate::drawn::naive::fault::{Fault, Faults};
use crate::drawn::{Drawn, drawn, fault};

/// Runs of each mistake.
const RUNS: usize = 6;

/// Exams, and what a right program plays in each case.
struct Cases {
    cases: Vec<(Drawn, Vec<[usize; 5]>)>,
}

impl Cases {
    fn new(seeds: std::ops::Range<i64>) -> Self {
        let cases = seeds.flat_map(drawn).map(|one| {
            let right = one.play(Fault::None).0;
            (one, right)
        });
        Cases { cases: cases.collect() }
    }

    /// A few runs in which a mistake changes something.
    fn runs(&self, fault: Fault) -> Vec<TraceRun> {
        let played = self.cases.iter().filter_map(|(one, right)| {
            let (hours, ending) = one.play(fault);
            (hours != *right).then(|| one.run_of(&hours, ending))
        });
        played.take(RUNS).collect()
    }
}

fn sure(diagnoses: &[Diagnosis]) -> impl Iterator<Item = &Diagnosis> {
    let sure = |one: &&Diagnosis| matches!(one.certainty, Certainty::Named | Certainty::Fits);
    diagnoses.iter().filter(sure)
}

/// The switches that a diagnosis names, alone or in a list.
fn names(diagnosis: &Diagnosis) -> Vec<&str> {
    let causes = diagnosis.causes.iter();
    causes.flat_map(|cause| cause.name.split('+')).collect()
}

fn choosing() -> impl Iterator<Item = &'static Switch> {
    SWITCHES.iter().filter(|switch| switch.makes_choices())
}

#[test]
fn nothing_is_said_of_right_programs_whatever_tie_they_take() {
    for one in drawn(501) {
        for fault in [Fault::None, Fault::TipTiesOtherwise] {
            let said = conclude(&[one.run(fault)], &[]);
            assert!(said.is_empty(), "{}: {said:?}", one.case.about);
        }
    }
}

#[test]
fn every_known_mistake_is_named_and_none_that_is_not_made() {
    let cases = Cases::new(510..514);
    let (mut told, mut right) = (0, 0);
    for switch in choosing() {
        let runs = cases.runs(fault(switch.name));
        assert!(!runs.is_empty(), "{} changes nothing", switch.name);
        let diagnoses = conclude(&runs, &[]);
        for diagnosis in sure(&diagnoses) {
            told += 1;
            let is_true = names(diagnosis).contains(&switch.name);
            right += usize::from(is_true && diagnosis.causes.len() <= 3);
            assert!(is_true, "{}: {diagnosis:?}", switch.name);
        }
    }
    // Some are too rare in a few runs; what is told is true, and short.
    let count = choosing().count();
    assert!(told * 100 >= count * 90, "only {told} of {count} were told");
    assert!(right * 100 >= told * 90, "only {right} of {told} lists are short");
}

#[test]
fn a_mistake_that_is_not_in_the_table_is_not_taken_for_one_of_another_family() {
    let cases = Cases::new(520..524);
    let (mut all, mut wrong) = (0, Vec::new());
    for switch in choosing() {
        let runs = cases.runs(fault(switch.name));
        let diagnoses = conclude(&runs, &[switch.name]);
        all += 1;
        for diagnosis in sure(&diagnoses) {
            let families: Vec<_> = names(diagnosis)
                .into_iter()
                .filter_map(|name| named(name).map(|other| other.family))
                .collect();
            if !families.contains(&switch.family) {
                wrong.push(format!("{}: {}", switch.name, diagnosis.headline()));
            }
        }
    }
    assert!(wrong.len() * 100 <= all * 3, "{wrong:?}");
}

/// What the tables hold a turn against is what the second implementation plays, whatever tie it takes.
#[test]
fn no_turn_of_a_right_program_is_counted_as_wrong() {
    for fault in [Fault::None, Fault::TipTiesOtherwise] {
        let runs: Vec<TraceRun> = drawn(560).iter().map(|one| one.run(fault)).collect();
        for strategy in [KnownStrategy::Random, KnownStrategy::Least, KnownStrategy::Dfs] {
            assert_eq!(counted(strategy, &runs).wrong(), 0, "{fault:?}, {strategy:?}");
        }
    }
}

#[test]
fn a_mistake_without_a_row_is_told_with_the_place_where_its_first_wrong_turns_are() {
    for (name, strategy, place) in [
        ("path-from-stack", "dfs", "on the way to a tip"),
        ("tie-file-order", "cheapest-least-visited", "cities tie in visits and length"),
    ] {
        let runs: Vec<TraceRun> = drawn(1_000).iter().map(|one| one.run(fault(name))).collect();
        let diagnoses = conclude(&runs, &[name]);
        let said = diagnoses.iter().find(|one| one.about == strategy).expect("a diagnosis");
        let table = said.table.as_ref().expect("a table comes first");
        assert!(table.start_here.contains(place), "{name}: {}", table.start_here);
    }
}

/// A row that no other explains, beside one that is left out of the table.
#[test]
fn a_mistake_is_named_for_the_turns_of_its_phase_where_others_are_unknown() {
    for (known, unknown, phase) in [
        ("wrong-tie", "path-from-stack", "while no tip is followed"),
        ("dfs-walks-home", "dfs-queue-kept", "before any tip"),
    ] {
        let faults = [fault(known), fault(unknown)];
        let runs: Vec<TraceRun> = drawn(1_000).iter().map(|one| one.run(faults)).collect();
        let diagnoses = conclude(&runs, &[unknown]);
        let named: Vec<_> = sure(&diagnoses).map(|one| (names(one), one.phase)).collect();
        assert_eq!(named, [(vec![known], Some(phase))], "{diagnoses:?}");
        let is_unknown = |one: &&Diagnosis| one.certainty == Certainty::Unknown;
        assert!(diagnoses.iter().filter(is_unknown).all(|one| one.phase != Some(phase)));
    }
}

#[test]
fn two_mistakes_are_both_named() {
    let cases = Cases::new(530..532);
    for (first, second) in [
        ("rests-not-visits", "dfs-walks-home"),
        ("wrong-tie", "rests-are-two-visits"),
        ("dfs-highest-first", "dfs-hour-lost"),
        ("dfs-one-step-back", "tips-ignored"),
        ("start-not-counted", "tip-before-thief"),
        ("one-draw-too-many", "dfs-shortest-first"),
        ("start-counted-twice", "rests-are-two-visits"),
        ("own-city-loses-ties", "tips-shared"),
        ("least-recently-visited", "wrong-tie"),
        ("visits-shared", "dfs-affordable-only"),
        ("dfs-without-ways-back", "dfs-stops"),
        ("dfs-jumps", "dfs-hour-lost"),
    ] {
        let faults = [fault(first), fault(second)];
        let runs: Vec<TraceRun> = cases.cases.iter().map(|(one, _)| one.run(faults)).collect();
        let diagnoses = conclude(&runs, &[]);
        let all: Vec<_> = sure(&diagnoses).flat_map(names).collect();
        assert!(all.contains(&first) && all.contains(&second), "{first}, {second}: {diagnoses:?}");
        assert!(
            all.iter().all(|name| [first, second].contains(name)),
            "{first}, {second}: {diagnoses:?}"
        );
    }
}

/// Where a program has another mistake too, runs without informants show that one alone.
#[test]
fn a_mistake_about_tips_is_seen_in_no_run_without_informants() {
    let faults = [fault("rests-not-visits"), fault("tips-ignored")];
    let cases = drawn(1_000);
    let runs: Vec<TraceRun> = cases.iter().map(|one| one.run(faults)).collect();
    let diagnoses = conclude(&runs, &[]);
    let mut seen = 0;
    for diagnosis in &diagnoses {
        if names(diagnosis).contains(&"tips-ignored") {
            seen += diagnosis.runs.len();
            for run in &diagnosis.runs {
                let mut cities = cases[*run].scenario.cities.iter();
                assert!(cities.any(|city| city.1), "{run}: {diagnosis:?}");
            }
        }
    }
    assert!(seen > 2, "{diagnoses:?}");
}

#[test]
fn a_start_that_has_a_visit_and_is_counted_again_later_is_counted_twice() {
    let cases = Cases::new(540..542);
    let rows: [(Fault, &[&str]); 3] = [
        (Fault::VisitsBeforeTurn, &["start-counted-twice"]),
        (Fault::VisitsOnLeaving, &["rests-not-visits", "start-counted-twice"]),
        (Fault::VisitsBeforeTurnRestTwice, &["rests-are-two-visits", "start-counted-twice"]),
    ];
    for (later, due) in rows {
        let faults = [later, Fault::StartVisitedBefore];
        let runs: Vec<TraceRun> = cases.cases.iter().map(|(one, _)| one.run(faults)).collect();
        let diagnoses = conclude(&runs, &[]);
        let mut said: Vec<_> = sure(&diagnoses).flat_map(names).collect();
        said.sort_unstable();
        assert_eq!(said, due, "{later:?}: {diagnoses:?}");
    }
}

/// The number of a switch in the table.
fn number(name: &str) -> usize {
    let found = SWITCHES.iter().position(|switch| switch.name == name);
    found.unwrap_or_else(|| panic!("no switch is called {name}"))
}

#[test]
fn mistakes_go_together_unless_one_makes_the_other_impossible() {
    let is_possible = |names: [&str; 2]| program(&names.map(number)).is_some();
    for names in [
        ["dfs-without-ways-back", "dfs-stops"],
        ["dfs-jumps", "dfs-hour-lost"],
        ["dfs-walks-home", "dfs-one-step-back"],
        ["dfs-old-tail-jumps", "dfs-start-unmarked"],
        ["all-roads-weighed", "own-city-weighed"],
        ["least-recently-visited", "visits-shared"],
    ] {
        assert!(is_possible(names), "{names:?}");
    }
    for names in [
        // It cannot wait and jump in the same place.
        ["dfs-without-ways-back", "dfs-jumps"],
        ["dfs-old-tail", "dfs-jumps"],
        // One thing comes after a route.
        ["dfs-stops", "dfs-hour-lost"],
        // What comes with the second route never comes.
        ["dfs-stops", "dfs-old-tail"],
        ["dfs-stops", "dfs-start-unmarked"],
        // Without a route none ends.
        ["dfs-never-clears", "dfs-walks-home"],
        ["dfs-never-clears", "dfs-one-step-back"],
        ["dfs-no-way-back", "dfs-route-cut"],
        // A route without steps back is never longer than the map, and pays for none.
        ["dfs-jumps", "dfs-route-cut"],
        ["dfs-jumps", "dfs-back-unpaid"],
        ["own-city-weighed", "own-city-loses-ties"],
        ["start-counted-twice", "start-not-counted"],
        ["visits-shared", "tip-writes-one"],
    ] {
        assert!(!is_possible(names), "{names:?}");
    }
}

/// Holds the program of some rows against what the second implementation plays with them.
fn assert_plays(cases: &[Drawn], names: &[&str]) {
    let numbers: Vec<_> = names.iter().map(|name| number(name)).collect();
    let Some(conduct) = program(&numbers) else {
        return;
    };
    for one in cases {
        let run = one.run(names.iter().map(|name| fault(name)).collect::<Faults>());
        for agent in 1..5 {
            let (strategy, bit) = match run.strategies[agent] {
                Some(KnownStrategy::Least) => (KnownStrategy::Least, of::LEAST),
                Some(KnownStrategy::Dfs) => (KnownStrategy::Dfs, of::DFS),
                _ => continue,
            };
            if numbers.iter().any(|n| SWITCHES[*n].strategies & bit == 0) {
                continue;
            }
            let whose = WalkedSeats::Agent(agent, strategy);
            let held = fit(&run, whose, &conduct, &Misses::default(), phase::ALL).held;
            assert_eq!(held, FitExtent::Whole, "{names:?}: {}, D{agent}", one.case.about);
        }
    }
}

#[test]
fn two_mistakes_of_routes_together_are_what_the_second_implementation_plays() {
    let cases = drawn(550);
    let of_routes = |switch: &&Switch| switch.family == Family::RouteEnd;
    let names: Vec<_> = SWITCHES.iter().filter(of_routes).map(|one| one.name).collect();
    for (n, first) in names.iter().enumerate() {
        for second in &names[n + 1..] {
            assert_plays(&cases, &[first, second]);
        }
    }
}

#[test]
fn mistakes_of_tips_ties_and_steps_back_are_what_the_second_implementation_plays() {
    let cases = drawn(550);
    for names in [
        &["dfs-walks-home", "dfs-queue-kept"][..],
        &["dfs-jumps", "dfs-queue-kept"],
        &["dfs-old-tail", "dfs-back-unpaid"],
        &["path-by-length"],
        &["path-by-hops"],
        &["path-rests-inverted"],
        &["path-steps-inverted"],
        &["path-within-tip-stamina"],
        &["tip-dropped-at-last"],
        &["tie-file-order", "wrong-tie"],
    ] {
        assert_plays(&cases, names);
    }
}

#[test]
fn the_names_of_the_table_are_those_of_the_second_implementation() {
    for switch in SWITCHES {
        assert!(
            Fault::ALL.iter().any(|fault| fault.1 == switch.name),
            "{} is carried out nowhere",
            switch.name
        );
    }
}
