//! The four examples of the assignment, byte for byte.
//!
//! The files in tests/reference were taken from the assignment's text once and are never
//! regenerated. They are captures of a terminal: they show the command line, the typed commands
//! with their line ends, and no blanks at line ends. Exactly these are dropped for comparing.

use chase::kit::edits::edits;

use crate::harness::{Place, Ran, data, project};

struct Example {
    name: &'static str,
    cities: &'static str,
    hours: &'static str,
    seed: &'static str,
    commands: &'static str,
}

const EXAMPLES: [Example; 4] = [
    Example {
        name: "S0",
        cities: "citiesSmall",
        hours: "10",
        seed: "6",
        commands: "map\nstats\nstep\nstats\nstep\nstats\ndisplay\nrun\n",
    },
    Example { name: "S1", cities: "citiesMedium", hours: "10", seed: "4", commands: "run\n" },
    Example { name: "S2", cities: "citiesMedium", hours: "10", seed: "2", commands: "run\n" },
    Example { name: "S3", cities: "citiesInformants", hours: "10", seed: "2", commands: "run\n" },
];

impl Example {
    fn agents(&self) -> String {
        data(&format!("agents{}", self.name))
    }

    fn run(&self, place: &Place, verb: &str, more: &[&str], stdin: &str) -> Ran {
        let (cities, agents) = (data(self.cities), self.agents());
        let fixed = [verb, "police", &cities, &agents, self.hours, self.seed];
        place.chase_with(&[&fixed, more].concat(), stdin)
    }

    /// The capture without its command line and without what was typed.
    fn reference(&self) -> String {
        let path = project(&format!("tests/reference/police/{}.txt", self.name));
        let capture = std::fs::read_to_string(path).expect("a reference transcript");
        let (_, session) = capture.split_once('\n').expect("a command line");
        let typed = self.commands.lines();
        typed.fold(session.to_owned(), |text, word| {
            text.replacen(&format!("Enter command: {word}\n"), "Enter command: ", 1)
        })
    }
}

fn without_blanks_at_line_ends(text: &str) -> String {
    let lines = text.split('\n').map(|line| line.trim_end_matches(' '));
    // The prompt's own blank is followed by an answer, never by a line's end.
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn assert_same(ours: &str, reference: &str) {
    let ours = without_blanks_at_line_ends(ours);
    if ours != reference {
        let (theirs, ours): (Vec<_>, Vec<_>) =
            (reference.split_inclusive('\n').collect(), ours.split_inclusive('\n').collect());
        let edits = edits(&theirs, &ours);
        let edits: String = edits.iter().map(|(sign, line)| format!("{sign}{line}")).collect();
        panic!("the trace parts from the reference:\n{edits}");
    }
}

#[test]
fn the_console_prints_what_the_reference_client_prints() {
    for example in EXAMPLES {
        let place = Place::new();
        let ran = example.run(&place, "play", &[], example.commands).fine();
        assert_same(&ran.stdout, &example.reference());
    }
}

#[test]
fn a_recording_replays_to_the_same_trace() {
    for example in EXAMPLES {
        // given a recording, in either form
        for file in ["game.json", "game.chase"] {
            let place = Place::new();
            example.run(&place, "record", &["-o", file], "").fine();
            // when it is replayed, and played with one `run`
            let replayed = place.chase(&format!("replay {file}")).fine();
            let played = example.run(&place, "play", &[], "run").fine();
            // then both are the same but for the prompt
            let played = played.stdout.replace("Enter command: ", "");
            assert_eq!(replayed.stdout, played, "{} {file}", example.name);
            // and the hours are the reference's
            let reference = example.reference();
            for hour in reference.split("\n\n").filter(|part| part.starts_with("Hour")) {
                let shown = without_blanks_at_line_ends(&replayed.stdout);
                let is_stats = hour.contains("stamina");
                assert!(is_stats || shown.contains(hour), "{}: {hour}", example.name);
            }
        }
    }
}

#[test]
fn the_recordings_in_the_project_are_what_this_program_records() {
    for example in EXAMPLES {
        let place = Place::new();
        example.run(&place, "record", &["-o", "game.json", "--trace", "never"], "").fine();
        let kept = project(&format!("replays/police/{}.json", example.name));
        let kept = std::fs::read_to_string(kept).expect("a recording");
        let ours = String::from_utf8(place.read("game.json")).expect("JSON is text");
        assert_eq!(ours, kept, "{}", example.name);
    }
}
