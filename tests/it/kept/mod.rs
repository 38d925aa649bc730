//! A game that is being played is not lost: it is killed at every action, thirty times a game, at the
//! terminal and in the browser, and gone on with each time; signals close it; what is left is offered.
//!
//! Nothing here waits for a moment: what the program prints or answers says that an action was accepted.
#![cfg(unix)]

mod found;
mod killed;
mod signals;
#[cfg(feature = "web")]
mod web;

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;

use chase::games::project_games;
use chase::opener::opener;
use chase::store::{JsonStream, ReplayReader};
use chase::world::WorldPath;

use crate::harness::{Place, program};

/// How often a game is killed.
const KILLS: usize = 30;

/// A program that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game that is played here, by people alone or beside players that always do the same.
struct Played {
    /// What `chase play` is told.
    words: &'static str,
    /// How its questions end.
    prompts: &'static [&'static str],
    /// The line that means an action, given in the words of `replay --legal`.
    line: fn(&str) -> String,
}

/// What `play` asks at the end of every game.
const AGAIN: &str = "Play again? (y or n, undo takes back) ";

const GAMES: [Played; 5] = [
    Played {
        words: "animal-checkers --first human --agent greedy --seed 3",
        prompts: &["Move? "],
        line: |words| {
            let mut words = words.split([' ', ',']);
            let mut letter = || words.next().and_then(|word| word.chars().next());
            letter().into_iter().chain(letter()).collect()
        },
    },
    Played {
        words: "fishing --rows 8 --cols 8 --penguins 2 --player human --player human --seed 1",
        prompts: &["P1? ", "P2? "],
        line: |words| {
            let fields = words
                .split([' ', ','])
                .filter(|word| !["place", "on", "move", "to"].contains(word));
            let fields = fields.take_while(|word| word.starts_with(char::is_alphabetic));
            fields.collect::<Vec<_>>().join(" ")
        },
    },
    Played {
        words: "scotland-yard --player mr-x=random --player detectives=human --seed 1",
        prompts: &["BLUE? ", "GREEN? ", "RED? ", "WHITE? ", "YELLOW? "],
        line: |words| words.to_owned(),
    },
    Played {
        words: "robots --robots 1 --teleport-cells 20 --seed 5",
        prompts: &["player? "],
        line: |_| "teleport".into(),
    },
    Played {
        words: "police --two-coloured --cities 12 --hours 100 --seed 1 --player D1=human --player D3=human",
        prompts: &["Enter command: ", "its text)? "],
        // Who moves whenever that is possible never meets the thief here.
        line: |_| "1".into(),
    },
];

impl Played {
    fn name(&self) -> &'static str {
        self.words.split(' ').next().expect("the game's name")
    }

    /// Whether what was printed ends with a question.
    fn asks(&self, text: &str) -> bool {
        let mut prompts = self.prompts.iter().chain([&AGAIN]);
        prompts.any(|prompt| text.ends_with(prompt))
    }
}

/// `chase play` with a person at its pipes; it is killed with its test.
struct Session {
    child: Child,
    lines: Option<ChildStdin>,
    pieces: Receiver<Vec<u8>>,
}

impl Session {
    fn open(place: &Place, words: &str) -> Self {
        let mut child = Command::new(program())
            .arg("play")
            .args(words.split(' '))
            .current_dir(place.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = child.stdout.take().expect("a pipe");
        let (sender, pieces) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Session { lines: child.stdin.take(), child, pieces }
    }

    /// Types a line.
    fn say(&mut self, line: &str) {
        let lines = self.lines.as_mut().expect("it is open");
        writeln!(lines, "{line}").expect("it reads");
    }

    /// Reads on until a person is asked again; what was printed up to there.
    #[track_caller]
    fn until_asked(&self, game: &Played) -> String {
        let mut text = String::new();
        while !game.asks(&text) {
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => text.push_str(&String::from_utf8_lossy(&piece)),
                Err(_) => panic!("{}: nobody is asked: {text}", game.words),
            }
        }
        text
    }

    /// Ends the program at once, as nothing can be done about.
    fn kill(mut self) {
        self.child.kill().expect("the child is ours");
        self.child.wait().expect("it ends");
    }

    /// Sends a signal, and waits for the end: the status and standard error.
    fn signalled(mut self, signal: &str) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("kill").success());
        self.ended()
    }

    /// Waits for the end: the status and standard error.
    fn ended(&mut self) -> (Option<i32>, String) {
        let status = self.child.wait().expect("it ends");
        let mut told = String::new();
        let mut stderr = self.child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut told).expect("text");
        (status.code(), told)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // One that ended by itself is there no more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is read of a recording, or of the journal in its place, as a whole document.
#[track_caller]
fn document(path: &Path) -> Value {
    let mut reader = ReplayReader::open(&WorldPath::on_disk(path), &opener(project_games()))
        .unwrap_or_else(|error| panic!("{error}"));
    let mut text = Vec::new();
    let mut stream = JsonStream::new(&mut text, reader.header()).expect("memory");
    while reader.next_cycle().unwrap_or_else(|error| panic!("{error}")) {
        chase::record::any::RecordingSink::cycle(&mut stream, reader.now()).expect("memory");
    }
    stream.finish(reader.now()).expect("memory");
    serde_json::from_slice(&text).expect("JSON")
}

/// All turns of a document in their order.
fn turns(document: &Value) -> Vec<Value> {
    let cycles = document["cycles"].as_array().expect("cycles");
    let entries = cycles.iter().flat_map(|cycle| cycle["entries"].as_array().cloned());
    entries.flatten().collect()
}

/// How many actions of people a document holds.
fn actions(document: &Value) -> usize {
    let is_person = |turn: &&Value| {
        let seat = turn["seat"].as_u64().and_then(|seat| usize::try_from(seat).ok());
        let is_human = seat.is_some_and(|seat| document["players"][seat] == "human");
        is_human && !turn["action"].is_null()
    };
    turns(document).iter().filter(is_person).count()
}

/// What the seat to move can do in a game that was cut off, in words; nothing when it is over.
#[track_caller]
fn legal(place: &Place, file: &str) -> Vec<String> {
    let ran = place.chase(&format!("replay {file} --hour -1 --legal")).status(0);
    let ran = ran.stderr_has("; recovered ");
    let lines = ran.stdout.lines().filter(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// The turns that `info` counts in a game that was cut off.
#[track_caller]
fn counted(place: &Place, file: &str) -> u64 {
    let ran = place.chase(&format!("info {file} --format json")).status(0);
    let ran = ran.stderr_has(&format!(" of it from {file}.journal"));
    let info: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&info["form"], &info["finished"]), (&"journal".into(), &false.into()));
    info["turns"].as_u64().expect("a number")
}
