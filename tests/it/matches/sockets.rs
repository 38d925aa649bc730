//! Players at sockets: those that wait, those that come, the wrong ones and the second ones.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use super::{faulty, outsider, play, report};
use crate::harness::{Place, program};

const GAME: &str = "animal-checkers";

/// A process that is stopped with its test.
struct Running {
    child: Child,
    errors: BufReader<ChildStderr>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let errors = BufReader::new(child.stderr.take().expect("a pipe"));
        Running { child, errors }
    }

    /// The address at the end of the first line that has one.
    fn address(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            let read = self.errors.read_line(&mut line).expect("text");
            assert!(read > 0, "it ended without an address");
            if line.contains("127.0.0.1:") {
                let word = line.split_whitespace().last().expect("a word");
                return word.to_owned();
            }
        }
    }

    /// What it printed, once it ended by itself.
    fn finish(mut self) -> String {
        let mut out = String::new();
        let stdout = self.child.stdout.as_mut().expect("a pipe");
        stdout.read_to_string(&mut out).expect("text");
        let mut told = String::new();
        self.errors.read_to_string(&mut told).expect("text");
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{out}{told}");
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
    let mut command = Command::new(program());
    command.args(["match", GAME, "--seed", "1", "--format", "json"]);
    command.args(words.split_whitespace());
    Running::start(command.args(["--player", "listen:0", "--player", "greedy"]))
}

fn accusations(out: &str) -> Vec<(String, String)> {
    let report: serde_json::Value = serde_json::from_str(out).expect("JSON");
    let all = report["accusations"].as_array().expect("a list").iter();
    let word =
        |one: &serde_json::Value, field: &str| one[field].as_str().expect("words").to_owned();
    all.map(|one| (word(one, "cause"), word(one, "what")))
        .collect()
}

fn connect(at: &str) -> TcpStream {
    let stream = TcpStream::connect(at).expect("somebody listens");
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).expect("a time");
    stream
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
        let mut server = Command::new(outsider());
        let mut server = Running::start(server.args([fault, "--serve", "127.0.0.1:0"]));
        let player = format!("tcp:{}", server.address());
        let words = "--games 2 --seed 1 --format json";
        let report = report(&play(&place, GAME, words, &[&player, "greedy"]).fine());
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
    let mut server = Command::new(program());
    let mut server = Running::start(server.args(["player", GAME, "greedy", "--serve", "0"]));
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
    (&first).write_all(b"hello\n").expect("it is sent");
    assert!(one_line(&first).starts_with("{\"type\":\"error\""));
    let second = connect(&at);
    assert!(one_line(&second).contains("has this seat already"));
    drop(first);
}

#[test]
fn a_player_connects_to_a_match_that_listens() {
    let mut running = listening("--games 2");
    let at = running.address();
    let mut player = Command::new(program());
    let player = Running::start(player.args(["player", GAME, "greedy", "--connect", &at]));
    assert_eq!(accusations(&running.finish()), []);
    player.finish();
}

#[test]
fn a_wrong_client_is_refused_and_the_right_one_may_come() {
    let mut running = listening("--games 1");
    let at = running.address();
    for greeting in [
        "GET / HTTP/1.1\r\n\r\n",
        "{\"type\":\"error\",\"what\":\"no\"}\n",
    ] {
        let mut wrong = connect(&at);
        wrong.write_all(greeting.as_bytes()).expect("it is sent");
        let mut answer = String::new();
        // What was not read when the line was cut may cut the answer too.
        let _ = BufReader::new(&wrong).read_to_string(&mut answer);
        assert!(answer.contains("refused: "), "{answer}");
    }
    drop(connect(&at));
    let mut player = Command::new(outsider());
    let player = Running::start(player.args(["none", "--connect", &at]));
    assert_eq!(accusations(&running.finish()), []);
    player.finish();
}

/// Who connects and says nothing does not keep the player out.
#[test]
fn a_silent_client_gives_way() {
    let mut running = listening("--games 1");
    let at = running.address();
    let silent = [connect(&at), connect(&at)];
    let mut player = Command::new(outsider());
    let player = Running::start(player.args(["none", "--connect", &at]));
    assert_eq!(accusations(&running.finish()), []);
    player.finish();
    drop(silent);
    // The same where a player waits for a match.
    let mut server = Command::new(program());
    let mut server = Running::start(server.args(["player", GAME, "greedy", "--serve", "0"]));
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
    let at = running.address();
    let first = connect(&at);
    assert!(one_line(&first).starts_with("{\"type\":\"hello\""));
    // Who waits behind it, and who comes later.
    let waiting = connect(&at);
    (&first)
        .write_all(b"{\"type\":\"ready\"}\n")
        .expect("it is sent");
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
fn who_is_not_there_loses_and_the_series_goes_on() {
    let place = Place::new();
    let words = "--games 2 --seed 1 --format json --start-time 200ms";
    // Nobody listens at the first port there is.
    let player = "tcp:127.0.0.1:1";
    let told = report(&play(&place, GAME, words, &[player, "greedy"]).fine());
    assert_eq!(told["accusations"][1]["cause"], "crash");
    let ran = play(&place, GAME, words, &["listen:0", "greedy"]).status(0);
    assert_eq!(report(&ran)["accusations"][1]["cause"], "timeout");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = taken.local_addr().expect("an address");
    play(&place, GAME, words, &[&format!("listen:{at}"), "greedy"]).trouble(&["cannot listen"]);
}

#[test]
fn sockets_and_pipes_play_the_same() {
    let place = Place::new();
    let words = "--games 2 --seed 1 --format csv";
    let piped = play(&place, GAME, words, &[&faulty("none"), "greedy"]).fine();
    let mut server = Command::new(outsider());
    let mut server = Running::start(server.args(["none", "--serve", "127.0.0.1:0"]));
    let player = format!("tcp:{}", server.address());
    let served = play(&place, GAME, words, &[&player, "greedy"]).fine();
    let numbers = |csv: &str| {
        let rows = csv.lines().skip(1);
        let rows = rows.map(|row| row.rsplit_once('"').map(|it| it.0.to_owned()));
        rows.map(|row| row.expect("quoted").split("\",").last().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(&piped.stdout), numbers(&served.stdout));
}

/// Who was seated and hangs up has failed, between two games too.
#[test]
fn who_hangs_up_between_two_games_is_accused() {
    let mut running = listening("--games 2 --plies 0 --moves 3 --start-time 2s");
    let at = running.address();
    let first = connect(&at);
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
        (&first).write_all(answer.as_bytes()).expect("it is sent");
    }
    drop(first);
    let accused = accusations(&running.finish());
    assert_eq!(accused, [("crash".to_owned(), "it hung up".to_owned())]);
}
