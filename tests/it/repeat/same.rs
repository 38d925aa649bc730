//! Copies of the working folder are as the folder is: what looks at more than names and contents is not
//! accused wrongly.

use std::fs::File;
use std::time::{Duration, SystemTime};

use super::repeat;
use crate::harness::Place;

fn set_modified(place: &Place, name: &str, seconds: u64) {
    let file = File::options().append(true).open(place.file(name));
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let set = file.and_then(|file| file.set_modified(time));
    set.expect("the time of a file of our own");
}

/// As make does, which looks at what is newer.
#[test]
#[cfg(unix)]
fn copies_keep_what_is_newer_and_who_may_write() {
    let place = Place::new();
    for (name, seconds) in [("in", 2_000), ("out", 3_000), ("later", 4_000)] {
        place.write(name, "1");
        set_modified(&place, name, seconds);
    }
    place.shell("mkdir shut; chmod 555 shut").fine();
    let line = "test out -nt in && test later -nt out && echo newer; ls -ld shut | cut -c 1-10";
    let ran = repeat(&place, "--only working-folder,file-order", line).fine();
    ran.stdout_has("\nworking-folder  3 runs, the same\n").stdout_has("\nthe same: ");
}

/// A program that never runs as it should is the same every time: a wrong path would pass for good.
#[test]
#[cfg(unix)]
fn an_end_with_a_status_in_every_run_is_said() {
    let place = Place::new();
    let ran = repeat(&place, "--only hash-seeds", "exit 3").fine();
    ran.stdout_has("\nthe same: ").stdout_has("\nevery run ended with status 3\n");
    let ran = repeat(&place, "--only hash-seeds", "exit 0").fine();
    assert!(!ran.stdout.contains("ended with"), "{ran}");
}

#[test]
#[cfg(unix)]
fn what_cannot_be_copied_is_said() {
    let place = Place::new();
    place.shell("mkfifo pipe").fine();
    let why = "not varied: pipe in the working folder is a named pipe, which cannot be copied\n";
    let ran = repeat(&place, "--only working-folder,file-order", "echo 1").fine();
    ran.stdout_has(&format!("working-folder  {why}")).stdout_has(&format!("file-order      {why}"));
}

/// Copies have other inodes than the folder, and than each other; it itself always has the same.
#[test]
#[cfg(unix)]
fn what_differs_in_copies_does_not_differ_by_itself() {
    let place = Place::new();
    place.write("a", "1");
    place.write("b", "2");
    let ran = repeat(&place, "--only working-folder", "ls -i a b").status(1);
    let ran = ran.stdout_has("\nnot repeatable; cause: working-folder\n");
    assert!(!ran.stdout.contains("a game that is known"), "{ran}");
    let ran = repeat(&place, "--only working-folder,file-order", "ls -i a b").status(1);
    let ran = ran.stdout_has("\nnot repeatable; cause: working-folder");
    assert!(!ran.stdout.contains("by itself"), "{ran}");
}
