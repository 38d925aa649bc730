//! A sweep that is killed or interrupted, by the built program: it goes on where it was, and comes to the
//! same bytes.

use chase::world::WorldPath;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};

use pty_process::Size;

use crate::harness::{Place, program};

/// A program that says nothing for so long hangs.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

fn start(place: &Place, words: &str) -> Child {
    Command::new(program())
        .current_dir(place.path())
        .args(words.split_whitespace())
        .args(["-o", "killed", "--resume"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn size(place: &Place) -> u64 {
    std::fs::metadata(place.file("killed/shards.log")).map_or(0, |it| it.len())
}

/// Whether a program ends by itself before the log of its sweep has grown by so many bytes.
fn ends_before(child: &mut Child, place: &Place, bytes: u64) -> bool {
    let before = size(place);
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            assert!(status.success(), "{status}");
            return true;
        }
        // A log that goes on is written anew, and shorter, first.
        if size(place).saturating_sub(before) > bytes {
            return false;
        }
        std::thread::yield_now();
    }
}

fn same(place: &Place) {
    for name in ["spec.json", "shards.log", "cells.csv", "cells.json", "games.csv"] {
        let [whole, killed] = ["whole", "killed"].map(|it| place.read(&format!("{it}/{name}")));
        assert!(whole == killed, "{name}");
    }
}

/// Killed whenever a few more lines were written, some at once.
fn killed(kills: u64, games: u64) {
    let place = Place::new();
    let words = format!(
        "sweep police --cities 12 --hours 40 --seed 3 --vary D2=random,dfs --games {games} \
         --shard-games 250 --jobs 2 --keep cycles>38"
    );
    place.chase(&format!("{words} -o whole")).fine();
    let mut done = 0;
    for round in 0..kills {
        let mut child = start(&place, &words);
        if ends_before(&mut child, &place, 150 * (round % 7)) {
            break;
        }
        child.kill().expect("it is killed");
        child.wait().expect("it has ended");
        done += 1;
    }
    assert!(done * 2 > kills, "it was killed {done} times only");
    place.chase(&format!("{words} -o killed --resume")).fine();
    same(&place);
}

#[test]
fn a_sweep_that_is_killed_goes_on() {
    killed(3, 4_000);
}

#[test]
#[ignore = "51 programs, two minutes"]
fn a_sweep_that_is_killed_fifty_times_goes_on() {
    killed(50, 400_000);
}

/// Ctrl-C keeps everything that was played: what is told is there, and the same command goes on.
#[test]
fn a_sweep_that_is_interrupted_goes_on() {
    let place = Place::new();
    let words = "sweep police --cities 12 --informants 3 --hours 60 --seed 3 --games 100000 \
                 --shard-games 300 --jobs 2 --keep cycles>58";
    let mut child = start(&place, words);
    assert!(!ends_before(&mut child, &place, 400), "it is over too soon");
    let mut interrupt = Command::new("kill");
    interrupt.args(["-INT", &child.id().to_string()]);
    assert!(interrupt.status().expect("kill").success());
    let status = child.wait().expect("it has ended");
    let mut told = String::new();
    let mut stderr = child.stderr.take().expect("piped");
    stderr.read_to_string(&mut told).expect("text");
    assert_eq!(status.code(), Some(2), "{told}");
    let kept =
        chase::sweep::Folder::read(&WorldPath::on_disk(place.file("killed"))).expect("a sweep");
    let games = kept.coverage.games();
    assert!(games > 300 && games < 100_000, "{games}");
    let expected = format!("interrupted; {games} of 100000 games are kept");
    assert!(told.contains(&expected) && told.contains("--resume"), "{told}");
    place.chase(&format!("{words} -o killed --resume")).fine();
    place.chase(&format!("{words} -o whole")).fine();
    same(&place);
}

/// At a terminal a bar says how many games there are, and how long it will take.
#[test]
fn a_sweep_says_how_long_it_will_take() {
    let place = Place::new();
    let (mut pty, pts) = pty_process::blocking::open().expect("a pseudo-terminal");
    pty.resize(Size::new(24, 100)).expect("its size");
    let words =
        "sweep police --cities 12 --informants 3 --seed 3 --games 1500 --shard-games 100 --jobs 1";
    let command = pty_process::blocking::Command::new(program()).args(words.split(' '));
    let command = command.env("TERM", "xterm").current_dir(place.path());
    let mut child = command.spawn(pts).expect("it starts");
    let (sender, pieces) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        // Linux tells the end of a terminal as an error.
        while let Ok(count @ 1..) = pty.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let mut seen = String::new();
    while let Ok(piece) = pieces.recv_timeout(PATIENCE) {
        seen.push_str(&String::from_utf8_lossy(&piece));
    }
    assert!(child.wait().expect("it ends").success(), "{seen}");
    assert!(seen.contains(" of 1500 games, ") && seen.contains(" left"), "{seen}");
    assert!(seen.contains("caught %"), "{seen}");
}
