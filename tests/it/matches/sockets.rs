//! Players at sockets: those that wait, those that come, the wrong ones and the second ones.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use super::{faulty, match_of, outsider, play, report};
use crate::harness::{Place, example_path, program, project};

crate::tables::table!();

const GAME: &str = "animal-checkers";

/// A process that is stopped with its test.
struct Running {
    child: Child,
    errors: BufReader<ChildStderr>,
}

impl Running {
    fn start(program: impl AsRef<OsStr>, words: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let errors = BufReader::new(child.stderr.take().expect("a pipe"));
        Running { child, errors }
    }

    /// The first line with an address.
    fn told(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            let read = self.errors.read_line(&mut line).expect("text");
            assert!(read > 0, "it ended without an address");
            if line.contains("127.0.0.1:") {
                return line;
            }
        }
    }

    /// The address at the end of that line.
    fn address(&mut self) -> String {
        let told = self.told();
        told.split_whitespace().last().expect("a word").to_owned()
    }

    /// The address in that line and the token at its end.
    fn door(&mut self) -> [String; 2] {
        let told = self.told();
        let (_, at) = told.split_once("waiting for a player at ").expect("a door");
        let (at, token) = at.split_once(", with the token ").expect("a token");
        [at, token.trim_end()].map(str::to_owned)
    }

    /// What it printed, once it ended by itself.
    fn finish(mut self) -> String {
        let mut out = String::new();
        let stdout = self.child.stdout.as_mut().expect("a pipe");
        stdout.read_to_string(&mut out).expect("text");
        let mut told = String::new();
        self.errors.read_to_string(&mut told).expect("text");
        let status = self.child.wait().expect("it ends");
        assert!(matches!(status.code(), Some(0 | 1)), "{out}{told}");
        out
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A match that waits for its first player.
fn listening(words: &str) -> Running {
    let words = format!("{words} --seed 1 --format json");
    Running::start(program(), &match_of(GAME, &words, &["listen:0", "greedy"]))
}

/// A built-in player that comes.
fn coming(at: &str, token: &str) -> Running {
    Running::start(program(), &["player", GAME, "greedy", "--token", token, "--connect", at])
}

/// A built-in player that waits.
fn waiting() -> Running {
    Running::start(program(), &["player", GAME, "greedy", "--serve", "0"])
}

/// A player without a fault, or with one, that waits.
fn outside(fault: &str) -> Running {
    Running::start(outsider(), &[fault, "--serve", "127.0.0.1:0"])
}

fn accusations(out: &str) -> Vec<(String, String)> {
    let report: serde_json::Value = serde_json::from_str(out).expect("JSON");
    let all = report["accusations"].as_array().expect("a list").iter();
    let word =
        |one: &serde_json::Value, field: &str| one[field].as_str().expect("words").to_owned();
    all.map(|one| (word(one, "cause"), word(one, "what"))).collect()
}

/// Connects and says the token.
fn join(at: &str, token: &str) -> TcpStream {
    let stream = connect(at);
    say(&stream, &format!("{}\n", serde_json::json!({"type": "join", "token": token})));
    stream
}

fn connect(at: &str) -> TcpStream {
    let stream = TcpStream::connect(at).expect("somebody listens");
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).expect("a time");
    stream
}

fn say(mut stream: &TcpStream, words: &str) {
    stream.write_all(words.as_bytes()).expect("it is sent");
}

/// The answer to words, to the end of the connection.
fn answer(mut stream: &TcpStream, words: &str) -> String {
    say(stream, words);
    let mut answer = String::new();
    // What was not read when the line was cut may cut the answer too.
    let _ = stream.read_to_string(&mut answer);
    answer
}

fn one_line(stream: &TcpStream) -> String {
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).expect("a line");
    line
}

#[test]
fn a_match_connects_to_a_player_that_waits() {
    let place = Place::new();
    for fault in ["none", "crash", "disconnect"] {
        let mut server = outside(fault);
        let player = format!("tcp:{}", server.address());
        let words = "--games 2 --seed 1 --format json";
        let report = report(&play(&place, GAME, words, &[&player, "greedy"]).played());
        let accused = report["accusations"].as_array().expect("a list");
        match fault {
            "none" => assert!(accused.is_empty(), "{report}"),
            "disconnect" => assert_eq!(accused[0]["what"], "it hung up", "{report}"),
            _ => assert_eq!(accused[0]["cause"], "crash", "{report}"),
        }
    }
}

#[test]
fn a_built_in_player_waits_for_matches_one_after_another() {
    let place = Place::new();
    let mut server = waiting();
    let at = server.address();
    let player = format!("tcp:{at}");
    for _ in 0..2 {
        let words = "--games 2 --seed 1 --format json --jobs 2";
        let ran = play(&place, GAME, words, &[&player, "random"]).status(0);
        assert!(ran.stderr.contains("one game at a time"), "{ran}");
        assert_eq!(report(&ran)["accusations"], serde_json::json!([]));
    }
    // A second match is sent away as long as the first is there.
    let first = connect(&at);
    say(&first, "hello\n");
    assert!(one_line(&first).starts_with("{\"type\":\"error\""));
    let second = connect(&at);
    assert!(one_line(&second).contains("has this seat already"));
    drop(first);
}

#[test]
fn a_player_connects_to_a_match_that_listens() {
    for way in ["chase", "rust", "python"] {
        let mut running = listening("--games 2");
        let [at, token] = running.door();
        let script = project("examples/player.py");
        let player = match way {
            "chase" => coming(&at, &token),
            "rust" => Running::start(example_path("player"), &[&at, &token]),
            _ => Running::start("python3", &[&script, &at, &token]),
        };
        assert_eq!(accusations(&running.finish()), [], "{way}");
        player.finish();
    }
}

/// The seat goes to the first that says the token; who says another, none, or nothing is told
/// nothing of the game and takes none of the player's time.
#[test]
fn strangers_do_not_take_the_seat() {
    let mut running = listening("--games 1 --start-time 2s");
    let [at, token] = running.door();
    let silent: Vec<_> = (0..10).map(|_| connect(&at)).collect();
    let slow = connect(&at);
    say(&slow, "{\"type\":\"jo");
    let other = format!("{}{token}", &token[1..]);
    let long = format!("{{\"type\":\"join\",\"more\":\"{}", "x".repeat(2000));
    for first in [
        format!("{{\"type\":\"join\",\"token\":\"{other}\"}}\n"),
        "{\"type\":\"join\",\"token\":\"\"}\n".into(),
        "{\"type\":\"join\"}\n".into(),
        format!("{{\"type\":\"ready\",\"token\":\"{token}\"}}\n"),
        format!("{token}\n"),
        "{\"type\":\"ready\"}\n".into(),
        "\n".into(),
        long,
    ] {
        let answer = answer(&connect(&at), &first);
        let told = "{\"type\":\"error\",\"what\":\"refused: ";
        assert!(answer.starts_with(told) && answer.lines().count() == 1, "{first}: {answer}");
        assert!(!answer.contains(&token), "{answer}");
    }
    let player = join(&at, &token);
    assert!(one_line(&player).starts_with("{\"type\":\"hello\""));
    say(&player, "{\"type\":\"ready\"}\n");
    for stranger in silent.iter().chain([&slow]) {
        assert!(one_line(stranger).contains("has this seat already"));
    }
    drop(player);
    let accused = accusations(&running.finish());
    assert_eq!(accused, [("crash".to_owned(), "it hung up".to_owned())]);
}

/// However many connect and say nothing, the player comes in.
#[test]
fn more_strangers_than_may_wait_make_way() {
    let mut running = listening("--games 1 --start-time 2s");
    let [at, token] = running.door();
    let silent: Vec<_> = (0..100).map(|_| connect(&at)).collect();
    let player = join(&at, &token);
    assert!(one_line(&player).starts_with("{\"type\":\"hello\""));
    assert!(one_line(&silent[0]).contains("too many"));
    drop(player);
    assert_eq!(accusations(&running.finish()).len(), 1);
}

#[test]
fn a_token_is_written_nowhere() {
    let place = Place::new();
    let secret = "open sesame, please";
    let path = place.write("token", format!("  {secret}\r\nanother line\n")).display().to_string();
    let player = format!("side-0=listen:0,token=@{path}");
    let words = format!("--seed 1 --games 1 --replays {}", place.file("replays").display());
    let words = match_of(GAME, &words, &[&player, "side-1=greedy"]);
    let mut running = Running::start(program(), &words);
    let told = running.told();
    let (_, at) = told.split_once("waiting for a player at ").expect("a door");
    assert!(!told.contains("token"), "it is known already: {told}");
    let player = coming(at.trim_end(), &format!("@{path}"));
    let out = running.finish();
    player.finish();
    let mut kept = vec![out];
    for file in std::fs::read_dir(place.file("replays")).expect("a folder") {
        let file = file.expect("a file").path();
        kept.push(std::fs::read_to_string(file).expect("text"));
    }
    assert_eq!(kept.len(), 3, "the report, the journal and a replay");
    for text in kept {
        assert!(text.contains("listen:0"), "{text}");
        assert!(!text.contains(secret) && !text.contains(&path), "{text}");
    }
}

/// The check of one player asks for its token too.
#[test]
fn a_checked_player_says_the_token() {
    let words = ["match", GAME, "--moves", "3", "--check", "listen:0"];
    let mut running = Running::start(program(), &words);
    let [at, token] = running.door();
    let stranger = connect(&at);
    say(&stranger, "{\"type\":\"ready\"}\n");
    assert!(one_line(&stranger).contains("refused: "));
    let player = coming(&at, &token);
    let out = running.finish();
    assert!(out.ends_with(" 0 with faults\n"), "{out}");
    player.finish();
}

/// Who says the token and then no answer to the `hello` is refused; who says nothing more gives way to another
/// who says the token.
#[test]
fn a_wrong_and_a_silent_client_give_way() {
    let mut running = listening("--games 1");
    let [at, token] = running.door();
    for greeting in ["GET / HTTP/1.1\r\n\r\n", "{\"type\":\"error\",\"what\":\"no\"}\n"] {
        let answer = answer(&join(&at, &token), greeting);
        assert!(answer.contains("refused: "), "{answer}");
    }
    drop(connect(&at));
    let silent = [join(&at, &token), join(&at, &token)];
    let player = Running::start(outsider(), &["none", "--connect", &at, &token]);
    assert_eq!(accusations(&running.finish()), []);
    player.finish();
    drop(silent);
    // The same where a player waits for a match.
    let mut server = waiting();
    let at = server.address();
    let silent = connect(&at);
    let words = "--games 1 --seed 1 --format json";
    let player = format!("tcp:{at}");
    let ran = play(&Place::new(), GAME, words, &[&player, "random"]).fine();
    assert_eq!(report(&ran)["accusations"], serde_json::json!([]));
    drop(silent);
}

#[test]
fn a_second_client_is_refused_while_the_first_plays() {
    let mut running = listening("--games 1");
    let [at, token] = running.door();
    let first = join(&at, &token);
    assert!(one_line(&first).starts_with("{\"type\":\"hello\""));
    // Who waits behind it, and who comes later.
    let waiting = join(&at, &token);
    say(&first, "{\"type\":\"ready\"}\n");
    for other in [waiting, connect(&at)] {
        let answer = one_line(&other);
        assert!(answer.starts_with("{\"type\":\"error\""), "{answer}");
        assert!(answer.contains("has this seat already"), "{answer}");
    }
    drop(first);
    let accused = accusations(&running.finish());
    assert_eq!(accused, [("crash".to_owned(), "it hung up".to_owned())]);
}

#[test]
fn sockets_and_pipes_play_the_same() {
    let place = Place::new();
    let words = "--games 2 --seed 1 --format csv";
    let piped = play(&place, GAME, words, &[&faulty("none"), "greedy"]).fine();
    let mut server = outside("none");
    let player = format!("tcp:{}", server.address());
    let served = play(&place, GAME, words, &[&player, "greedy"]).fine();
    let numbers = |csv: &str| {
        let rows = csv.lines().skip(1).map(|row| row.rsplit_once('"').map(|it| it.0.to_owned()));
        rows.map(|row| row.expect("quoted").split("\",").last().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(&piped.stdout), numbers(&served.stdout));
}

/// Who was seated and hangs up has failed, between two games too.
#[test]
fn who_hangs_up_between_two_games_is_accused() {
    let mut running = listening("--games 2 --plies 0 --moves 3 --start-time 2s");
    let [at, token] = running.door();
    let first = join(&at, &token);
    let mut lines = BufReader::new(&first);
    let mut line = String::new();
    loop {
        line.clear();
        lines.read_line(&mut line).expect("a line");
        let answer = match &line {
            line if line.starts_with("{\"type\":\"hello\"") => "{\"type\":\"ready\"}\n".to_owned(),
            line if line.starts_with("{\"type\":\"turn\"") => {
                let turn: serde_json::Value = serde_json::from_str(line).expect("JSON");
                format!("{{\"type\":\"action\",\"action\":{}}}\n", turn["legal"][0])
            }
            _ => break,
        };
        say(&first, &answer);
    }
    drop(first);
    let accused = accusations(&running.finish());
    assert_eq!(accused, [("crash".to_owned(), "it hung up".to_owned())]);
}
