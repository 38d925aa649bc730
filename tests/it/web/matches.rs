//! `chase match --web`: what is seen of games that are played, and that whoever looks changes nothing.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;

use super::{Answer, Served};
use crate::harness::{Place, program};

/// A match that is shown, and what it prints.
struct Shown {
    served: Served,
    input: Option<ChildStdin>,
    printed: JoinHandle<String>,
    told: JoinHandle<String>,
}

impl Shown {
    /// Starts `chase match ARGS --web` in a place.
    fn begin(place: &Place, args: &[&str]) -> Self {
        let mut child = Command::new(program())
            .arg("match")
            .args(args)
            .args(["--web", "--no-open"])
            .current_dir(place.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut out = child.stdout.take().expect("a pipe");
        let printed = std::thread::spawn(move || {
            let mut text = String::new();
            out.read_to_string(&mut text).expect("text");
            text
        });
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let mut told = lines.by_ref().map_while(Result::ok);
        let address = told.find_map(|line| {
            let (_, address) = line.split_once("the match is shown at http://127.0.0.1:")?;
            let (port, key) = address.split_once("/#key=")?;
            Some((port.parse().ok()?, key.to_owned()))
        });
        let (port, key) = address.unwrap_or_else(|| panic!("{args:?}: no address"));
        let told = std::thread::spawn(move || {
            let lines: Vec<_> = lines.map_while(Result::ok).collect();
            lines.join("\n")
        });
        Shown {
            input: child.stdin.take(),
            served: Served { child, port, keys: vec![key] },
            printed,
            told,
        }
    }

    fn get(&self, path: &str) -> Answer {
        self.served.get(0, path)
    }

    /// The answer to a request as soon as it is what is waited for.
    fn until(&self, path: &str, is: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..1_500 {
            let answer = self.get(path);
            if answer.status == 200 {
                let told = answer.json();
                if is(&told) {
                    return told;
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{path} never says it");
    }

    /// A person's line of input.
    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("it is read");
    }

    /// Waits for the end of the match, ends the page; what was printed.
    fn end(mut self) -> String {
        self.until("/match/now", |told| told["match"]["over"] == true);
        drop(self.input.take());
        assert_eq!(self.served.end(), Some(0));
        let told = self.told.join().expect("it tells");
        assert!(told.contains("the match is over; it is shown at http://127.0.0.1:"), "{told}");
        self.printed.join().expect("it prints")
    }

    /// The most memory that the program has held so far, in bytes.
    fn memory_max(&self) -> u64 {
        let status = format!("/proc/{}/status", self.served.child.id());
        let status = std::fs::read_to_string(status).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|it| it.trim().split(' ').next()?.parse::<u64>().ok());
        kilobytes.expect("a number") << 10
    }

    /// Asks for the match and a game as events; what comes is read by nobody yet.
    fn watch(&self, game: usize) -> TcpStream {
        let mut stream = self.served.connect();
        let path = format!("GET /match/live?game={game}");
        let request = self.served.request(&path, 0, "", "");
        stream.write_all(request.as_bytes()).expect("it is heard");
        stream
    }
}

/// Reads everything that comes, to its end; how many moments of games, and bytes.
fn reading(mut stream: TcpStream) -> JoinHandle<(usize, usize)> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // A server that ends cuts off whoever listens.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        (text.matches("event: game").count(), bytes.len())
    })
}

/// Everything in a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).expect("a file"))
        })
        .collect();
    all.sort();
    all
}

/// The players think as long as it takes to be watched, and always play the same.
const MATCH: &str = "animal-checkers --player alphabeta@1:nodes=10000 --player random --games 8 --seed 1 --moves 80 \
                     --replays kept --format json";

/// Report and folder of the match with so many who read everything, and so many who read nothing.
fn watched(readers: usize, deaf: usize) -> (String, Vec<(String, Vec<u8>)>) {
    let place = Place::new();
    let words: Vec<_> = MATCH.split_whitespace().collect();
    let shown = Shown::begin(&place, &words);
    // On a fast machine that is busy it may be over before it is asked for.
    shown.until("/match/now", |told| {
        told["match"]["running"][0].is_object() || told["match"]["over"] == true
    });
    let deaf: Vec<_> = (0..deaf).map(|_| shown.watch(0)).collect();
    let readers: Vec<_> = (0..readers).map(|n| reading(shown.watch(n % 8))).collect();
    let report = shown.end();
    drop(deaf);
    let told: Vec<_> = readers.into_iter().map(|it| it.join().expect("it reads")).collect();
    assert!(told.iter().all(|(_, bytes)| *bytes > 500), "{told:?}");
    (report, files(&place.file("kept")))
}

#[test]
fn watchers_change_no_byte_of_a_match() {
    let place = Place::new();
    let plain = place.chase(&format!("match {MATCH}")).status(0).stdout;
    let kept = files(&place.file("kept"));
    assert_eq!(kept.len(), 9, "eight games and the journal");
    for (readers, deaf) in [(0, 0), (10, 0), (3, 10)] {
        let (report, folder) = watched(readers, deaf);
        assert_eq!(report, plain, "{readers} that read, {deaf} that do not");
        assert!(folder == kept, "{readers} that read, {deaf} that do not");
    }
}

/// A line of twelve stations that only taxis serve.
fn line() -> String {
    let stations: String = (1..=12).map(|n| format!("{n}\n")).collect();
    let edges: String = (1..12).map(|n| format!("{n} {} Taxi\n", n + 1)).collect();
    format!("12 11\n{stations}{edges}")
}

/// A match of hunts between people, whose Mr X begins at a station and goes down the line.
fn hunt(place: &Place, start: &str, games: &str) -> Shown {
    place.write("board", line());
    let start = format!("mr-x={start}");
    let words = "scotland-yard --detectives 1 --rounds 4:4 --start blue=1 --player mr-x=human \
                 --player detectives=human --seed 2 --replays kept";
    let words: Vec<_> = words.split_whitespace().collect();
    let more = ["--board", "board", "--start", &start, "--games", games];
    Shown::begin(place, &[&words[..], &more].concat())
}

/// What is said of a game while it is played, and cannot depend on when one asks.
fn said(shown: &Shown) -> Vec<String> {
    let paths = [
        "/match/head?game=0",
        "/match/scenes?game=0&from=0",
        "/catalogue",
        "/head?replay=0",
        "/span?replay=0&span=0",
        "/thumbnail?replay=0",
        "/pair?ours=0&theirs=0",
    ];
    let all = paths.iter().map(|path| {
        let answer = shown.get(path);
        format!("{path} {}\n{}", answer.status, answer.body)
    });
    let mut now = shown.get("/match/now?game=0").json();
    now["scene"].take();
    now["game"]["scene"].take();
    all.chain([now.to_string()]).collect()
}

/// All that is said of a hunt from a station, after each of its first rounds, in which everybody does the
/// first of what they can: takes a taxi down the line.
fn said_of_hunt(start: &str) -> Vec<String> {
    let place = Place::new();
    let mut shown = hunt(&place, start, "1");
    let mut all = Vec::new();
    for round in 1..=3 {
        shown.until("/match/head?game=0", Value::is_object);
        shown.until("/match/now?game=0", |told| {
            told["match"]["running"][0]["cycles"] == round && told["game"]["cycle"] == round - 1
        });
        all.extend(said(&shown));
        shown.say("1");
        shown.say("1");
    }
    all
}

#[test]
fn nothing_hidden_of_a_game_that_is_played_is_sent() {
    let (one, other) = (said_of_hunt("10"), said_of_hunt("11"));
    assert_eq!(one, other);
    let scenes = one.iter().filter(|text| text.starts_with("/match/scenes"));
    assert_eq!(scenes.filter(|text| text.contains("unseen")).count(), 3);
}

/// Another game may begin from the same hidden position as one that is over.
#[test]
fn a_finished_game_is_shown_whole_when_the_match_is_over() {
    let place = Place::new();
    let mut shown = hunt(&place, "10", "2");
    (0..8).for_each(|_| shown.say("1"));
    shown.until("/match/now", |told| told["match"]["running"][0]["game"] == 1);
    let spans = |shown: &Shown| shown.get("/span?replay=0&span=0").body;
    let public = spans(&shown);
    let whole = |told: &Value| told["head"]["viewer"].is_null();
    assert!(!whole(&shown.get("/head?replay=0").json()));
    assert_eq!(shown.get("/pair?ours=0&theirs=0").status, 422);
    let viewed = |who: &[&str]| {
        let args = [&["view", "kept/game-0001.json", "--serve"], who].concat();
        Served::begin(&place, &args).get(0, "/span?replay=0&span=0").body
    };
    assert_eq!(public, viewed(&["--as", "detectives"]));
    (0..8).for_each(|_| shown.say("1"));
    shown.until("/match/now", |told| told["match"]["over"] == true);
    shown.until("/head?replay=0", whole);
    assert_eq!(spans(&shown), viewed(&[]));
    assert_ne!(spans(&shown), public);
    assert_eq!(shown.get("/pair?ours=0&theirs=1").status, 200);
    shown.end();
}

/// The most memory that a match of twenty games at a time takes, and what became of those who watched it.
/// All games are on for seconds, whatever the machine, since their players think by the clock.
#[cfg(target_os = "linux")]
fn twenty_games(watchers: usize) -> (u64, Vec<(usize, usize)>) {
    let place = Place::new();
    let words = "animal-checkers --player alphabeta@1:200ms --player random --games 20 --jobs 20 --seed 3 \
                 --moves 40";
    let words: Vec<_> = words.split_whitespace().collect();
    let shown = Shown::begin(&place, &words);
    shown.until("/match/now", |told| told["match"]["running"][9].is_object());
    let all: Vec<_> = (0..watchers).map(|n| shown.watch(n % 20)).collect();
    // Every fifth does not read what it is sent.
    let (deaf, readers): (Vec<_>, Vec<_>) =
        all.into_iter().enumerate().partition(|it| it.0 % 5 == 0);
    let readers: Vec<_> = readers.into_iter().map(|(_, it)| reading(it)).collect();
    shown.until("/match/now", |told| told["match"]["over"] == true);
    let memory = shown.memory_max();
    shown.end();
    drop(deaf);
    let told = readers.into_iter().map(|it| it.join().expect("it reads"));
    (memory, told.collect())
}

#[cfg(target_os = "linux")]
#[test]
fn fifty_watchers_of_twenty_games_at_a_time_cost_bounded_memory() {
    let (alone, _) = twenty_games(0);
    let (watched, told) = twenty_games(50);
    let saw = told.iter().filter(|(moments, _)| *moments > 0).count();
    assert!(saw > 10, "{saw} of 40 saw their game");
    assert!(
        watched >> 20 < (alone >> 20) + 64,
        "{} MiB, and {} MiB without watchers",
        watched >> 20,
        alone >> 20
    );
}
