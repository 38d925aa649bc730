//! Programs that draw with the `rand` of another C library than the reference's are named, and right
//! where that library is asked for.

use crate::harness::{Place, Ran, data, faulty};

const LIBRARIES: [(&str, &str); 3] = [
    ("macos", "macOS's C library"),
    ("musl", "musl, a C library of Linux"),
    ("microsoft", "Microsoft's C library"),
];

fn grade(words: &str, faults: &str) -> Ran {
    Place::new().chase(&format!("grade {words} -- {} {faults}", faulty().display()))
}

#[test]
fn a_program_with_the_numbers_of_another_library_is_named_and_passes_with_them() {
    for (library, words) in LIBRARIES {
        let fault = format!("rand-of-{library}");
        let named = format!("right but for the random numbers, which are those of {words}");
        grade("--part stage-0", &fault).status(1).stdout_has(&named);
        grade(&format!("--part stage-0 --rand {library}"), &fault).status(0);
        grade(&format!("--part stage-0 --rand {library}"), "none").status(1);
    }
    // The thief and RANDOM detectives draw from one sequence, also where tips are followed.
    grade("--part stage-3 --rand macos", "rand-of-macos").status(0);
}

#[test]
fn numbers_are_named_beside_another_mistake_and_not_where_tips_are_wrong() {
    let both = "rand-of-macos+draws-at-start";
    let ran = grade("--part stage-0", both).status(1);
    ran.stdout_has("the random numbers are those of macOS's C library");
    grade("--part stage-0 --rand macos", both).status(1).stdout_has("one number is drawn before");
    for fault in ["path-appended", "path-from-stack"] {
        let ran = grade("--part stage-3", fault).status(1);
        assert!(!ran.stdout.contains("random numbers"), "{}", ran.stdout);
    }
}

#[test]
fn diff_and_verify_judge_by_the_library_that_is_asked_for() {
    let place = Place::new();
    let [cities, agents] = ["citiesMedium", "agentsS0"].map(data);
    let scenario = format!("{cities} {agents} 50 32");
    for (name, faults) in [("ours", "rand-of-macos"), ("ref", "none")] {
        let program = faulty();
        let line = format!("printf run | {} {faults} {scenario} > {name}.txt", program.display());
        place.write("play", line);
        place.shell("sh play").status(0);
    }
    let chase = |words: &str| place.chase(&format!("{words} --scenario {scenario}"));
    let named = "uses the random numbers of another C library, macos";
    chase("diff ours.txt ref.txt").status(1).stdout_has(named);
    chase("verify ours.txt").status(1);
    chase("verify ours.txt --rand macos").status(0);
    chase("verify ref.txt --rand macos").status(1);
    chase("diff ours.txt ref.txt --rand macos").status(1).stdout_has("ours   goes to");
    place.chase("diff ours.txt ref.txt --rand macos").trouble(&["--scenario"]);
    chase("verify ours.txt --rand linux").trouble(&["linux"]);
}
