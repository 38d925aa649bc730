//! A golden replay for each ending: what it says, and that it is still right.
//!
//! Those that no built-in player can bring about are played here by agents, and must come out
//! the same to the byte. INSTA_UPDATE=always writes them anew.

use std::sync::Arc;

use chase::engine::game::{Game, Seat, known};
use chase::engine::session::GameSession;
use chase::games::animal_checkers::agent::{Agent, LocalBoard, Series};
use chase::games::animal_checkers::{AnimalCheckers, Scenario};
use chase::kit::player_name::PlayerSpec;
use chase::record::any::{AnyRecording as _, Projections, RecordingSink as _};
use chase::record::recording::GameRecording;
use chase::record::replay::Header;
use chase::record::replayer::Replayer;
use chase::store::JsonStream;
use chase::world::Clock;

use super::golden;
use crate::harness::Place;

/// Moves its dog up, then gives the last answer, which takes so long.
struct Stumbling {
    moves: usize,
    last: i32,
    pause: std::time::Duration,
}

impl Agent for Stumbling {
    fn step(&mut self, _: &LocalBoard) -> i32 {
        const DOG_UP: i32 = 5;
        if self.moves > 0 {
            self.moves -= 1;
            return DOG_UP;
        }
        let begun = Clock::default().start();
        while begun.elapsed() < self.pause {
            std::thread::yield_now();
        }
        self.last
    }
}

/// A game of an agent against GREEDY, as JSON.
fn recorded(agent: Stumbling, move_ms: u32) -> Vec<u8> {
    let scenario = Scenario { move_ms, ..Scenario::default() };
    let game = Arc::new(AnimalCheckers::new(scenario).expect("the start"));
    let names = ["agent", "greedy"].map(str::to_owned);
    let header = Header::new(&*game, &names, AnimalCheckers::DICE, 5);
    let greedy = PlayerSpec::<AnimalCheckers>::parse("greedy").expect("built in");
    let players =
        vec![Series::new(agent).player(known(&game, Seat(0))), greedy.make(known(&game, Seat(1)))];
    let session = GameSession::new(Arc::clone(&game), players, header.dice());
    let mut recording = GameRecording::new(session, Replayer::new(game, &header));
    recording.project(Projections { seals: true, ..Projections::default() });
    let mut out = Vec::new();
    let mut stream = JsonStream::new(&mut out, &header).expect("a vector takes it");
    while recording.advance() {
        stream.cycle(recording.now()).expect("a vector takes it");
    }
    stream.finish(recording.now()).expect("a vector takes it");
    out
}

fn check(name: &str, bytes: &[u8]) {
    let path = golden(name);
    if std::env::var("INSTA_UPDATE").is_ok_and(|when| when == "always") {
        std::fs::write(&path, bytes).expect("a golden replay");
    }
    let there = std::fs::read(&path).expect("a golden replay");
    assert!(there == bytes, "{name}: {}", String::from_utf8_lossy(bytes));
}

#[test]
fn an_illegal_move_loses_as_its_golden_says() {
    let agent = Stumbling { moves: 2, last: 3, pause: std::time::Duration::ZERO };
    check("illegal_move", &recorded(agent, 5_000));
}

#[test]
fn a_late_move_loses_as_its_golden_says() {
    let agent = Stumbling { moves: 2, last: 5, pause: std::time::Duration::from_millis(600) };
    check("timeout", &recorded(agent, 500));
}

#[test]
fn each_ending_is_told_and_verified() {
    let place = Place::new();
    for (cause, told) in [
        ("den", "Side 0 wins: DEN"),
        ("capture", "wins: CAPTURE"),
        ("no_move", "Side 0 wins: NO_MOVE"),
        ("move_limit", "Draw: MOVE_LIMIT"),
        ("illegal_move", "Side 1 wins: ILLEGAL_MOVE"),
        ("timeout", "Side 1 wins: TIMEOUT"),
    ] {
        let file = golden(cause);
        let text = place.chase_with(&["replay", &file], "").fine();
        assert!(text.stdout.ends_with(&format!("{told}\n")), "{text}");
        let words = cause.replace('_', " ");
        place.chase_with(&["info", &file], "").fine().stdout_has(&words);
        let verified = place.chase_with(&["verify", &file], "").fine();
        let is_lost = ["illegal_move", "timeout"].contains(&cause);
        verified.stdout_has(if is_lost {
            "choices of 1 of 2 players checked"
        } else {
            "played again from seed"
        });
        // A transcript of it is right by the rules, and the same trace.
        place.write("told.txt", &text.stdout);
        place
            .chase_with(&["verify", "told.txt", "--against", &file], "")
            .fine()
            .stdout_has("ok    told.txt");
        place.chase_with(&["diff", "told.txt", &file], "").fine().stdout_has("the same: all");
    }
}
