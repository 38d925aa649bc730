//! Recordings as sides: stamina, tips and turns are compared too, and seals save reading.

use std::path::Path;
use std::sync::Arc;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, Game as _, View};
use chase::engine::player::Player;
use chase::engine::session::GameSession;
use chase::games::police::scenario::{AgentSetup, City, Scenario};
use chase::games::police::{Action, Event, Police};
use chase::kit::player_name::seated;
use chase::record::any::{AnyRecording as _, RecordingSink as _};
use chase::record::compile::compile;
use chase::record::recording::GameRecording;
use chase::record::replay::Header;
use chase::record::replayer::Replayer;
use chase::store::{Overwrite, ReplayWriter};
use chase::world::WorldPath;

use super::json;
use crate::faults::open;
use crate::harness::Place;

/// A ring of six cities with roads of length 1 that nobody can be met on.
fn ring(hours: i32) -> Header {
    let agent = |name: &str, start| AgentSetup { name: name.into(), stamina: 1_000_000, start };
    let scenario = Scenario {
        hours,
        getaway: None,
        agents: vec![agent("T", 1), agent("D1", 0), agent("D2", 2), agent("D3", 4), agent("D4", 0)],
        cities: Arc::new(
            (0..6).map(|n| City { name: format!("city {n}"), informant: false }).collect(),
        ),
        roads: Arc::new((0..6).map(|n| (n, (n + 1) % 6, 1)).collect()),
    };
    let game = Police::new(scenario).expect("a ring");
    let players = ["random", "random", "random", "random", "dfs"].map(str::to_owned);
    Header::new(&game, &players, Generator::Glibc, 7)
}

/// Plays as another does until a certain turn, and then takes the other road once.
struct Turncoat {
    player: Box<dyn Player<Police>>,
    turn: u32,
    changes_at: u32,
}

impl Player<Police> for Turncoat {
    fn observe(&mut self, seen: &Event) {
        self.player.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_, Police>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        self.turn += 1;
        let chosen = self.player.choose(view, legal, dice)?;
        if self.turn != self.changes_at {
            return Ok(chosen);
        }
        let other = legal.iter().find(|action| **action != chosen);
        Ok(*other.expect("a ring has two roads"))
    }
}

/// A recording in which D2 does something else in one hour.
fn recorded(path: &Path, hours: i32, changes_at: u32) {
    let mut header = ring(hours);
    let game: Arc<Police> = compile(&mut header).expect("a ring");
    let mut players = seated(&game, &header.players).expect("built-in players");
    let player = players.remove(2);
    let turncoat = Turncoat { player, turn: 0, changes_at };
    players.insert(2, Box::new(turncoat));
    let session = GameSession::new(Arc::clone(&game), players, header.dice());
    let mut recording = GameRecording::new(session, Replayer::new(game, &header));
    recording.project(chase::record::any::Projections { seals: true, ..Default::default() });
    let mut recorder =
        ReplayWriter::create(&WorldPath::on_disk(path), &header, Overwrite::Never, &open)
            .expect("a file");
    while recording.advance() {
        recorder.cycle(recording.now()).expect("a cycle written");
    }
    recorder.finish(recording.now(), &open).expect("a file finished");
}

#[test]
fn the_first_difference_is_found_by_seals_wherever_it_is() {
    // At least four frames of the file: its first, inner ones and its last are looked into.
    const HOURS: u32 = 13_000;
    let place = Place::new();
    recorded(&place.file("good.chase"), HOURS as i32, 0);
    for hour in [1, 2, 4_095, 4_096, 4_097, 12_345, HOURS - 1, HOURS] {
        let path = place.file("ours.chase");
        let _ = std::fs::remove_file(&path);
        recorded(&path, HOURS as i32, hour);
        let ran = place.chase("diff ours.chase good.chase --format json").status(1);
        let report = json(&ran);
        assert_eq!(report["first"]["place"]["cycle"], hour);
        assert_eq!(report["first"]["place"]["columns"][0]["column"], "D2");
        assert_eq!(report["cause"]["seat"], "D2");
        assert_eq!(report["cause"]["ours"]["judgement"], "breach");
        assert_eq!(report["counts"]["compared"], HOURS + 1);
        let window = report["first"]["window"].as_array().expect("a window");
        let first = window[0]["cycle"].as_u64().expect("an hour");
        assert_eq!(first, u64::from(hour.saturating_sub(3)));
        // and the same when every hour is read
        place.chase("convert ours.chase ours.json --force").status(0);
        let read = json(&place.chase("diff ours.json good.chase --format json").status(1));
        for part in ["first", "counts", "seats", "rejoined", "cause"] {
            assert_eq!(read[part], report[part], "{part} of hour {hour}");
        }
    }
}

#[test]
fn a_prefix_of_a_recording_is_missing_the_rest() {
    let place = Place::new();
    recorded(&place.file("good.chase"), 9_000, 0);
    let whole = place.read("good.chase");
    place.write("torn.chase", &whole[..whole.len() / 2]);
    let ran = place.chase("diff torn.chase good.chase").status(1);
    ran.stdout_has("is only in theirs").stdout_has("ours ends: cut off before the end");
}
