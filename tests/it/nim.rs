//! The sixth game, tests/nim: it keeps the laws, and its program has every command. tests/smaller/run builds it as a
//! crate of its own.

#[expect(dead_code, unreachable_pub, reason = "it is a program of its own")]
#[path = "../nim/main.rs"]
pub mod game;

use chase::prelude::Game as _;
use std::path::Path;

use chase::checks::laws::KeepsLaws as _;
use chase::engine::dice::Generator;
use chase::games::police::Police;
use chase::games::{Games, project_games};
use chase::record::any::AnyGame;
use chase::record::entry::GameEntry;
use chase::record::replay::Header;

use crate::harness::{Place, project};
use game::{Nim, Scenario};

pub fn scenario(heaps: &[u32], last_loses: bool) -> Scenario {
    let json = serde_json::json!({ "heaps": heaps, "last_loses": last_loses });
    serde_json::from_value(json).expect("a scenario")
}

fn header(heaps: &[u32], last_loses: bool, players: [&str; 2], seed: i64) -> Header {
    let game = Nim::new(scenario(heaps, last_loses)).expect("it can be played");
    Header::new(&game, &players.map(str::to_owned), Generator::Chacha8, seed)
}

crate::tables::table!();

#[test]
fn it_keeps_every_law() {
    for seed in 0..40 {
        for players in [["random", "random"], ["perfect", "random"], ["perfect", "perfect"]] {
            for heaps in [&[1][..], &[3, 4, 5], &[7, 1, 1, 2]] {
                let header = header(heaps, seed % 2 == 0, players, seed);
                let kept = GameEntry::<Nim>::new().check_laws(&header);
                kept.unwrap_or_else(|law| panic!("{players:?}, {heaps:?}, seed {seed}: {law}"));
            }
        }
    }
}

#[test]
fn the_perfect_player_wins_every_game_that_can_be_won() {
    // the first heaps have an exclusive or that is not 0, the second one that is
    for (heaps, winner) in [([3, 4, 5], 0), ([1, 2, 3], 1)] {
        for seed in 0..20 {
            for last_loses in [false, true] {
                let players = match winner {
                    0 => ["perfect", "random"],
                    _ => ["random", "perfect"],
                };
                let mut header = header(&heaps, last_loses, players, seed);
                let mut game = GameEntry::<Nim>::new().record(&mut header).expect("players");
                while game.advance() {}
                let points = game.now().outcome().expect("it ended").points;
                assert_eq!(points[winner], 2, "{heaps:?}, {last_loses}, seed {seed}");
            }
        }
    }
}

/// The games of two programs stand beside each other in one process.
#[test]
fn its_replays_are_opened_among_its_own_games_and_no_others() {
    let place = Place::new();
    let path = Path::new(place.path()).join("nim.chase");
    let games = Games::new().with::<Nim>();
    let header = header(&[3, 4, 5], false, ["perfect", "random"], 1);
    let replay = chase::record_with(games, header, &path).expect("it can be played");
    assert!(replay.verify().expect("a file").fault.is_none());
    let again = chase::open_with(games, &path).expect("a replay");
    assert!(again.diff(&replay).expect("one game").same);
    let end = again.end().expect("no damage").expect("cycles");
    assert!(end.outcome().is_some());
    // the state as text, as JSON and as its type
    let begun = again.state_at(0).expect("a cycle");
    assert!(begun.text().contains("heaps: 3 + 4 + 5"), "{}", begun.text());
    assert!(begun.json().contains("3 + 4 + 5"), "{}", begun.json());
    let state = serde_json::to_value(begun.state::<Nim>().expect("Nim")).expect("JSON");
    assert_eq!(state["heaps"], serde_json::json!([3, 4, 5]));
    let other = begun.state::<Police>().expect_err("another game");
    let told = "the replay is of the game `nim`, not of `police`";
    assert_eq!(other.to_string(), told);

    let foreign = chase::open(&path).expect_err("no game of the project");
    assert!(foreign.to_string().contains("no game is called `nim`"), "{foreign}");
    let police = project("replays/police/S3.json");
    let foreign = chase::open_with(games, &police).expect_err("no game of this program");
    assert!(foreign.to_string().contains("this version knows nim"), "{foreign}");
    assert!(chase::open(&police).is_ok());

    let all = project_games().with::<Nim>();
    for path in [path, police.into()] {
        let replay = chase::open_with(all, path).expect("a game of this program");
        assert!(replay.verify().expect("a file").fault.is_none());
    }
}

#[test]
#[should_panic(expected = "there is a game called `nim` already")]
fn no_two_games_of_a_program_have_one_name() {
    let _ = Games::new().with::<Nim>().with::<Nim>();
}

#[test]
fn it_is_a_game_in_a_page() {
    let text = std::fs::read_to_string(project("tests/nim/main.rs")).expect("its source");
    let lines = text.lines().count();
    assert!(lines <= 280, "{lines} lines, at most 280");
}
