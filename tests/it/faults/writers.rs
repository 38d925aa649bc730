//! Two programs that write one file, and files that were there before.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chase::engine::any::RecordingSink as _;
use chase::games::project_games;
use chase::store::{Overwrite, ReplayWriter};

use super::{example, open};
use crate::harness::{Place, program};

/// A recording that lasts for hours, begun in a place; it is ended with the test.
struct Endless(Child);

impl Endless {
    fn start(place: &Place, file: &str) -> Self {
        let hours = i32::MAX.to_string();
        let child = Command::new(program())
            .current_dir(place.path())
            .args(["record", "police", "m-cities.data", "m-agents.data"])
            .args([&hours, "1", "-o", file, "--trace", "never"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Endless(child.expect("the program starts"))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn with_map() -> Place {
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    place
}

#[expect(clippy::disallowed_methods, reason = "a test must end")]
fn now() -> Instant {
    Instant::now()
}

/// Waits until a name in the folder begins so.
fn wait_for(place: &Place, beginning: &str) {
    let began = now();
    while !place.names().iter().any(|name| name.starts_with(beginning)) {
        assert!(began.elapsed() < Duration::from_secs(50), "{beginning}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn temporary(place: &Place) -> Vec<String> {
    let names = place.names().into_iter();
    names.filter(|name| name.ends_with(".tmp")).collect()
}

#[test]
fn the_second_writer_of_a_file_is_refused() {
    for (file, seen) in [("x.chase", "x.chase"), ("x.json", ".x.json.")] {
        // given a recording that is being written
        let place = with_map();
        let writing = Endless::start(&place, file);
        wait_for(&place, seen);
        // when another is to be written under the same name, then it is refused at once
        for words in ["", " --force"] {
            let ran = place.chase(&format!("record -o {file}{words}")).status(2);
            let told = ran.stderr.contains("another program is writing this file now");
            assert!(told || ran.stderr.contains("another file of this name"), "{ran}");
        }
        let forced = place.chase(&format!("record --force -o {file}")).status(2);
        forced.stderr_has("another program is writing this file now");
        // and under another name it is not
        place.chase("record -o x").fine();
        drop(writing);
    }
}

#[test]
fn what_a_killed_program_left_is_removed_by_the_next() {
    // given a recording in JSON whose program was killed, and one that is still being written
    let place = with_map();
    let killed = Endless::start(&place, "killed.json");
    wait_for(&place, ".killed.json.");
    drop(killed);
    let _writing = Endless::start(&place, "writing.json");
    wait_for(&place, ".writing.json.");
    // and a file that is not ours to remove
    place.write(".notes.tmp", "");
    // when something is recorded in that folder
    place.chase("record -o x.json").fine();
    // then nothing is left of the first, and everything of the others
    let left = temporary(&place);
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left.contains(&".notes.tmp".to_owned()), "{left:?}");
    assert!(left.iter().any(|name| name.starts_with(".writing.json.")));
}

#[test]
fn a_file_size_limit_that_kills_leaves_nothing_for_ever() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let place = with_map();
    let record = "record police m-cities.data m-agents.data 100000 1 -o x.json";
    let ran = place.shell(&format!("ulimit -f 100; \"$CHASE\" {record} >/dev/null; echo $?"));
    assert!(!ran.stdout.starts_with('0'), "{ran}");
    place.chase("record -o y.json").fine();
    assert_eq!(temporary(&place), [""; 0]);
    assert!(!place.names().contains(&"x.json".to_owned()));
}

#[test]
fn no_success_is_reported_for_a_file_that_is_anothers() {
    let (game, mut header) = (project_games().find("police").expect("a game"), example());
    for another in [Some("mine"), None] {
        let place = Place::new();
        let path = place.file("x.chase");
        // given a binary recording that is seen while it is written
        let mut recording = game.record(&mut header).expect("a playable header");
        recording.project(chase::engine::any::Projections { seals: true, ..Default::default() });
        let mut recorder =
            ReplayWriter::create(&path, &header, Overwrite::Never, &open).expect("a file");
        while recording.advance() {
            recorder.cycle(recording.now()).expect("room for a cycle");
        }
        // when somebody removes it, or puts another in its place
        std::fs::remove_file(&path).expect("it is there");
        if let Some(text) = another {
            place.write("x.chase", text);
        }
        // then its end is an error, and the other stays
        let error = recorder.finish(recording.now(), &open).expect_err("lost");
        let told = error.to_string();
        assert!(told.contains("removed or replaced while it was being written"), "{told}");
        assert_eq!(path.exists(), another.is_some());
    }
}

#[test]
fn force_keeps_the_mode_and_refuses_what_is_read_only() {
    for file in ["x.json", "x.chase"] {
        let place = Place::new();
        let path = place.write(file, "mine");
        let set = |mode| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("ours");
        };
        let mode = || std::fs::metadata(&path).expect("there").permissions().mode() & 0o777;
        // given a file that is read-only, then it is not replaced
        set(0o444);
        place.chase(&format!("record --force -o {file}")).trouble(&[file, "it is read-only"]);
        assert_eq!(place.read(file), b"mine");
        // and one that others may not read stays so
        set(0o640);
        place.chase(&format!("record --force -o {file}")).fine();
        assert_eq!(mode(), 0o640);
        assert_eq!(place.names(), [file]);
    }
}
