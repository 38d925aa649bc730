//! Programs that leak what must not matter into their output: each is told, and what it leaks is named
//! where it can be varied or held still here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{built, repeat};
use crate::harness::{Place, project};

/// A program, what is varied, and the verdict.
fn leaks(line: &str, only: &str, verdict: &str) {
    let place = Place::new();
    place.write("one", "1");
    place.write("two", "2");
    place.write("three", "3");
    let ran = repeat(&place, &format!("--only {only}"), line).status(1);
    let told = ran.stdout.lines().find(|line| line.starts_with("not repeatable"));
    assert_eq!(told, Some(verdict), "{line}: {ran}");
}

fn python(name: &str) -> String {
    format!("python3 {}", project(&format!("tests/repeat/{name}.py")))
}

fn of_c(name: &str) -> String {
    built(name).display().to_string()
}

#[test]
fn hash_order_is_named_and_held_still() {
    leaks(
        &python("hashes"),
        "hash-seeds,threads",
        "not repeatable, even with nothing varied; cause: hash-seeds",
    );
}

/// Where the system lets addresses be fixed; elsewhere that is said.
#[test]
#[cfg(target_os = "linux")]
fn addresses_are_named_and_held_still() {
    let place = Place::new();
    let ran = repeat(&place, "--only addresses,time-zone", &of_c("stack")).status(1);
    let can_be_fixed = place.shell("setarch -R true").status == Some(0);
    let verdict = match can_be_fixed {
        true => "\nnot repeatable, even with nothing varied; cause: addresses\n",
        false => "\nnot repeatable, even with nothing varied; no cause found\n",
    };
    ran.stdout_has(verdict);
}

#[test]
fn a_clock_that_is_finer_than_a_run_is_no_cause_that_can_be_shown() {
    leaks(
        "date +%s%N",
        "time-zone,locale,threads",
        "not repeatable, even with nothing varied; no cause found",
    );
}

#[test]
fn the_order_of_threads_is_told_as_what_it_is() {
    leaks(
        &of_c("order"),
        "fresh-memory,load",
        "not repeatable, even with nothing varied; no cause found",
    );
}

#[test]
fn the_number_of_threads_of_a_parallel_sum_is_named() {
    leaks(&of_c("sum"), "threads,load", "not repeatable; cause: threads");
    let line = format!("OMP_NUM_THREADS=${{WORKERS:-4}} {}", of_c("sum"));
    leaks(&line, "threads,time-zone --threads WORKERS", "not repeatable; cause: threads");
}

#[test]
fn locale_and_time_zone_are_named() {
    leaks(
        "echo ${LC_ALL:-none}; date -d @0 +%H:%M",
        "locale,time-zone,threads",
        "not repeatable; causes: locale, time-zone",
    );
}

#[test]
#[cfg(target_os = "linux")]
fn folders_are_named() {
    leaks(&python("folder"), "working-folder,file-order", "not repeatable; cause: file-order");
    leaks("pwd; ls | sort", "working-folder,file-order", "not repeatable; cause: working-folder");
}

/// The GNU C library fills what malloc gives where it is told to.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn memory_that_nobody_filled_is_named() {
    leaks(&of_c("fresh"), "environment,fresh-memory", "not repeatable; cause: fresh-memory");
}

#[test]
fn the_environment_is_named() {
    leaks("env | wc -c", "environment,load", "not repeatable; cause: environment");
}

/// Seconds are mostly the same in runs that follow each other at once, and others a second later. It
/// waits for ten pairs of runs, and for thirty more where those are not clear.
#[test]
#[ignore = "it waits for a minute at most"]
fn seconds_are_named() {
    let place = Place::new();
    let ran = repeat(&place, "--only clock", "date +%s").status(1);
    ran.stdout_has("cause: clock\n");
}

/// How many of so many programs that repeat are accused beside four busy loops.
fn accused(programs: u32, only: &str) -> u32 {
    let stop = Arc::new(AtomicBool::new(false));
    let busy = (0..4).map(|_| {
        let stop = Arc::clone(&stop);
        thread::spawn(move || while !stop.load(Ordering::Relaxed) {})
    });
    let busy: Vec<_> = busy.collect();
    let place = Place::new();
    place.write("a", "1");
    place.write("b", "2");
    let mut accused = 0;
    for n in 0..programs {
        let line = match n % 4 {
            0 => "cat a b | cksum".to_owned(),
            1 => format!("OMP_NUM_THREADS=4 {}", of_c("sum")),
            2 => python("steady"),
            _ => "awk 'BEGIN { for (i = 0; i < 2000; i++) s += sqrt(i); print s }'".to_owned(),
        };
        let ran = repeat(&place, only, &line);
        accused += u32::from(ran.status != Some(0));
    }
    stop.store(true, Ordering::Relaxed);
    for busy in busy {
        busy.join().expect("a loop");
    }
    accused
}

#[test]
fn programs_that_repeat_are_not_accused_on_a_busy_machine() {
    let only = "--only environment,addresses,threads,load";
    assert_eq!(accused(4, only), 0);
}

#[test]
#[ignore = "it takes minutes"]
fn a_hundred_programs_that_repeat_are_not_accused_on_a_busy_machine() {
    assert_eq!(accused(100, ""), 0);
}
