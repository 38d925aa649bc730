//! Memory and disk that are in no process and under no name count as what they are, in matches and gradings;
//! and what is started without end is ended.

#![expect(clippy::print_stderr, reason = "what is not tried on a machine is said")]

use crate::harness::{Place, Ran};
use crate::matches::failures::running;
use crate::matches::report;
use crate::sandbox_ways::{NO_NAMESPACES, ORDINARY, can, has_namespaces};

const HOG: &str = include_str!("../outsider/hog.py");

/// Of each player and each run.
const MEMORY: &str = "it was stopped: more than 4096 MiB of memory, or more than 200 MiB that no process had mapped (--memory)";
const FOLDER: &str = "it was stopped: its folder has more than 1 GiB or 20000 files";

fn place() -> Place {
    let place = Place::new();
    place.write("hog.py", HOG);
    place.shell("mkdir tmp && chmod -R a+rwX .").status(0);
    place
}

/// What a match that is begun by a command says of a player that hogs.
fn accused(by: &str, hog: &str) -> String {
    let place = place();
    let here = place.path().display().to_string();
    let line = format!(
        "export TMPDIR={here}/tmp; {by} $CHASE match animal-checkers --games 1 --seed 1 --format json \
         --memory 200 --start-time 110s --player \"exec:/usr/bin/python3 {here}/hog.py {hog}\" --player greedy"
    );
    let ran = place.shell(&line).status(1);
    let what = report(&ran)["accusations"][0]["what"].clone();
    assert_eq!(running(&format!("{here}/hog.py")), 0, "{hog}");
    what.as_str().expect("words").to_owned()
}

/// A grading of a program that hogs.
fn graded(by: &str, hog: &str) -> Ran {
    let place = place();
    let here = place.path().display().to_string();
    place.shell(&format!(
        "export TMPDIR={here}/tmp; {by} $CHASE grade --part map --cases 1 --memory 200 --keep tmp/kept -- \
         /usr/bin/python3 {here}/hog.py {hog}"
    ))
}

/// Contained by the supervisor alone.
#[test]
fn what_no_process_has_mapped_counts_whoever_filled_it() {
    for who in ["self", "child", "heir"] {
        for (kind, told, rule) in [
            ("memfd", MEMORY, "used more than 200 MiB (--memory), stopped"),
            ("sysv", MEMORY, "used more than 200 MiB (--memory), stopped"),
            ("unlinked", FOLDER, "filled its folder with more than 1024 MiB"),
        ] {
            // Segments that nobody removes would stay.
            if kind == "sysv" && !has_namespaces("") {
                eprintln!("not tried here: segments of System V, without namespaces");
                continue;
            }
            let hog = format!("{kind} {who}");
            let what = accused("", &hog);
            assert!(what.starts_with(told), "{hog}: {what}");
            graded("", &hog).status(1).stdout_has(rule);
        }
    }
}

#[test]
fn shared_memory_that_is_mapped_counts_in_processes() {
    let limit = "used more than 200 MiB (--memory), stopped";
    for who in ["self", "child"] {
        graded("", &format!("mmap {who}")).status(1).stdout_has(limit);
        let what = accused("", &format!("mmap {who}"));
        assert!(what.contains("Cannot allocate memory") || who == "child", "{what}");
    }
    // Nothing in /proc tells of pages that only an ended process has touched.
    match has_memory_group() {
        true => drop(graded("", "mmap heir").status(1).stdout_has(limit)),
        false => eprintln!("not tried here: control groups that count memory"),
    }
}

/// Whether this user can make control groups of version 1 that count memory.
fn has_memory_group() -> bool {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = groups.lines().find_map(|line| line.split_once(":memory:"));
    let Some((_, own)) = own else {
        return false;
    };
    let folder = format!("/sys/fs/cgroup/memory{own}/test-{}", std::process::id());
    std::fs::create_dir(&folder).is_ok() && std::fs::remove_dir(&folder).is_ok()
}

/// As who cannot make control groups, and without namespaces.
#[test]
fn what_no_process_has_mapped_counts_for_an_ordinary_user() {
    for by in [ORDINARY, &format!("{ORDINARY} {NO_NAMESPACES}"), NO_NAMESPACES] {
        if !can(by) {
            continue;
        }
        for (kind, told) in [("memfd", MEMORY), ("unlinked", FOLDER)] {
            let what = accused(by, &format!("{kind} heir"));
            assert!(what.starts_with(told), "{by} {kind}: {what}");
        }
    }
}

/// Those that are open at once count, and not all that ever were.
#[test]
fn too_many_open_files_are_too_many_and_in_turns_they_are_not() {
    let what = accused("", "many self");
    assert!(what.starts_with(FOLDER), "{what}");
    // On a busy machine its output is seen closed before its end is.
    let what = accused("", "turns self");
    assert!(["it ended with code 7", "it closed its output"].contains(&&*what), "{what}");
}

/// A submission whose `make` starts two more of itself, without end; a second apart, so that whoever ends
/// them gets a turn on a busy machine.
#[test]
fn a_build_that_forks_without_end_is_ended() {
    for sandbox in ["auto", "off"] {
        let place = Place::new();
        let name = place.path().display().to_string();
        let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "");
        std::fs::create_dir_all(place.file("all/bomb")).expect("a folder");
        let target = format!("{name}:\n\tsleep 1; $(MAKE) {name} & $(MAKE) {name} & wait\n");
        place.write("all/bomb/Makefile", target);
        let ran = place.chase(&format!(
            "grade --all all --build make --program ./game --part map --cases 1 -o report --sandbox {sandbox}"
        ));
        // A busy machine counts them late, and all of them use processor time.
        let told = [
            "had more than 1000 processes and threads, stopped",
            "of processor time (--build-timeout), stopped",
        ];
        let ran = ran.status(1);
        assert!(told.iter().any(|told| ran.stdout.contains(told)), "{ran}");
        assert_eq!(running(&format!("make {name}")), 0);
    }
}
