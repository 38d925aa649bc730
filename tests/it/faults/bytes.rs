//! The bytes of every stored form and of the protocol, held against what they were: the same on
//! machines of either byte order and any word size.

use std::sync::{Arc, Mutex};

use chase::arena::game_result::GameResult;
use chase::engine::game::{Forfeit, ThinkingTime};
use chase::games::project_games;
use chase::kit::budget::StopFlag;
use chase::record::any::SeatOccupant;
use chase::record::remote_player::{Channel, SharedChannel};
use chase::record::replay::Header;
use chase::store::LineLog;

use super::{full, in_memory, played, recorded, ring};

/// A header that does not change with the version of the program.
pub fn fixed(mut header: Header) -> Header {
    header.writer = "chase 0.0.0".into();
    header
}

/// Lines of 32 bytes in hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    let digits = |line: &[u8]| -> String { line.iter().map(|it| format!("{it:02x}")).collect() };
    let lines: Vec<_> = bytes.chunks(32).map(digits).collect();
    lines.join("\n")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("JSON is UTF-8")
}

#[test]
fn containers() {
    let two = fixed(full());
    insta::assert_snapshot!("plain_chase", hex(&recorded(fixed(ring(3, 5)), "chase")));
    insta::assert_snapshot!("plain_json", text(&recorded(fixed(ring(3, 5)), "json")));
    let bytes = played(two.clone(), "chase", Some(61_000));
    insta::assert_snapshot!("played_chase", hex(&bytes));
    insta::assert_snapshot!("played_json", text(&played(two, "json", Some(61_000))));
}

#[test]
fn journal() {
    let path = in_memory("match.jsonl");
    let line = r#"{"game":0,"opening":4294967296,"entrants":[1,0],"cause":"den","points":[2,0],"amounts":[65536,7],"seal":"000102030405060708090a0b0c0d0e0f","faults":[]}"#;
    let played: GameResult = serde_json::from_str(line).expect("a game");
    let log = LineLog::create(path.world().clone(), path.path(), "{\"match\":1}");
    let mut log = log.expect("a new file");
    let again = serde_json::to_string(&played).expect("plain data");
    log.write(&again).expect("room for a line");
    log.sync().expect("a disk");
    let written = path.read().expect("just written");
    assert_eq!(text(&written), format!("{{\"match\":1}}\n{line}\n"));
}

/// Rests, and keeps what it is sent.
#[derive(Default)]
struct Listener(String);

impl Channel for Listener {
    fn open(&mut self, _: ThinkingTime) -> Result<(), Forfeit> {
        Ok(())
    }
    fn seat(&mut self) {}
    fn begin_move(&mut self) {}
    fn clock(&self) -> ThinkingTime {
        ThinkingTime::default()
    }
    fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit> {
        self.0.push_str(line);
        let answer = match line.contains("\"type\":\"hello\"") {
            true => r#"{"type":"ready"}"#,
            false => r#"{"type":"action","action":"rest"}"#,
        };
        Ok(answer.into())
    }
    fn tell(&mut self, line: &str) {
        self.0.push_str(line);
    }
    fn fail(&mut self, _: &Forfeit) -> bool {
        false
    }
    fn end(&mut self) {}
}

#[test]
fn protocol() {
    let listener = Arc::new(Mutex::new(Listener::default()));
    let mut header = ring(2, 5);
    let game = project_games().find(&header.game).expect("a game there is");
    let mut chairs: Vec<_> = header.players.iter().map(|_| SeatOccupant::BuiltIn).collect();
    let shared: SharedChannel = Arc::<Mutex<Listener>>::clone(&listener);
    chairs[1] = SeatOccupant::Outside(shared);
    let stop = StopFlag::default();
    let mut recording = game.record_with(&mut header, &chairs, &stop).expect("a playable header");
    while recording.advance() {}
    recording.dismiss();
    drop(recording);
    let sent = listener.lock().expect("nobody failed").0.clone();
    let sent = sent.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!("protocol", sent);
}
