//! `chase grade` of programs that crash and of programs that do not do the same twice.

use serde_json::Value;

use crate::harness::{Place, Ran};

/// Two cases of the first part.
const WORDS: &str = "--part stage-1 --cases 2 --format json";

fn graded(place: &Place, words: &str) -> Ran {
    place.chase(&format!("grade {words} -- ./game"))
}

fn script(text: &str) -> Place {
    let place = Place::new();
    place.write("game", format!("#!/bin/sh\n{text}\n"));
    place.shell("chmod +x game").status(0);
    place
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// The first thing that is wrong.
fn what(grading: &Value) -> &str {
    let what = &grading["parts"][0]["failures"][0]["finding"]["what"];
    what.as_str().expect("words")
}

#[test]
fn a_program_that_prints_what_it_finds_in_memory_is_said_not_to_do_the_same_twice() {
    let place = script("echo 'Hour 0'; echo \"$MALLOC_PERTURB_\"");
    let grading = json(&graded(&place, WORDS).status(1));
    let unsteady = &grading["unsteady"];
    assert_eq!(unsteady["differing"], 2, "{unsteady}");
    assert_eq!(unsteady["tried"], 2, "{unsteady}");
    graded(&place, "--part stage-1 --cases 2")
        .status(1)
        .stdout_has("it is not repeatable: 2 of 2 cases gave another output");

    let steady = script("echo 'Hour 0'; echo nonsense");
    let grading = json(&graded(&steady, WORDS).status(1));
    assert_eq!(grading["unsteady"], Value::Null);
}

#[test]
fn a_crash_says_its_signal_the_last_words_and_how_to_see_the_line() {
    for (text, said) in [
        (
            "echo last; kill -SEGV $$",
            "it crashed: ended by signal 11 (SIGSEGV, segmentation fault); its last words, on standard output: last; \
             --memcheck says in which line",
        ),
        (
            "echo 'SUMMARY: AddressSanitizer: heap-use-after-free game.c:7 in main' >&2; echo more >&2; kill -ABRT $$",
            "it crashed: ended by signal 6 (SIGABRT, abort); its last words: SUMMARY: AddressSanitizer: \
             heap-use-after-free game.c:7 in main",
        ),
    ] {
        let grading = json(&graded(&script(text), WORDS).status(1));
        assert_eq!(what(&grading), said);
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "what is not tried on a machine is said")]
fn with_memcheck_a_crash_names_its_line() {
    let place = Place::new();
    if place.shell("command -v valgrind && command -v cc").status != Some(0) {
        eprintln!("not tried here: valgrind or cc is not installed");
        return;
    }
    let text = "int main(void) {\n    int *nowhere = 0;\n    return *nowhere;\n}\n";
    place.write("game.c", text);
    place.shell("cc -g -O0 -o game game.c").status(0);
    let grading = json(&graded(&place, &format!("--memcheck {WORDS}")).status(1));
    let what = what(&grading);
    assert!(what.ends_with("; valgrind: Invalid read of size 4 in main (game.c:3)"), "{what}");
}
