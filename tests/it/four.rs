//! Connect Four, tests/four: a game with a board gives its picture and its numbers itself, each alone
//! and in a few lines, and its lines of play are as many as is known. It keeps the laws.

#[expect(dead_code, reason = "it is a program of its own")]
#[path = "../four/main.rs"]
pub mod game;
mod plain;

use chase::checks::laws::{Budget, KeepsLaws as _, SearchCoverage};
use chase::engine::dice::Generator;
use chase::engine::header::Header;
use chase::kit::faces::{Kit, Picture as _};
use chase::kit::picture::{Scene, Spots};
use chase::prelude::*;
use chase::record::any::AnyGame;
use chase::record::entry::GameEntry;
use chase::view::moment;

use crate::harness::project;
use game::{Four, Scenario};

fn four() -> Four {
    Game::new(Scenario { columns: 7, rows: 6 }).expect("a board")
}

fn header(seed: i64) -> Header {
    let players = ["random".to_owned(), "random".to_owned()];
    Header::new(&four(), &players, Generator::Chacha8, seed)
}

crate::tables::table!();

#[test]
fn it_keeps_every_law() {
    for seed in 0..20 {
        let kept = GameEntry::<Four>::new().check_laws(&header(seed));
        kept.unwrap_or_else(|law| panic!("seed {seed}: {law}"));
    }
}

/// The board is in the cells, so that it is drawn where the game says nothing of its picture.
#[test]
fn the_kit_draws_the_board_with_its_signs() {
    let game = four();
    let mut recording = GameEntry::<Four>::new().record(&mut header(1)).expect("players");
    let mut row = chase::kit::trace::TraceRow::unknown(Four::CELLS.len());
    while recording.now().last() != Some(5) && recording.advance() {}
    recording.now().row(&mut row);
    let stage = Picture::<Four>::stage(&Kit, &game);
    let mut scene = Scene::default();
    Picture::<Four>::row_scene(&Kit, &game, &row, &mut scene);
    let drawing = moment(&stage, &scene, None);
    assert_eq!(drawing.matches("<rect class=\"place square").count(), 42);
    assert_eq!(drawing.matches(">X</text>").count(), 3);
    assert_eq!(drawing.matches(">O</text>").count(), 2);
    assert!(!drawing.contains("class=\"piece"));
}

#[test]
fn a_click_on_a_column_drops_a_piece() {
    let (game, state) = (four(), four().start());
    assert_eq!(Four::picture().spots(&game, &state, Seat(0), &3), Spots::at([3]));
    let without: Spots = Picture::spots(&Kit, &game, &state, Seat(0), &3);
    assert_eq!(without, Spots::default());
}

#[test]
fn it_is_a_game_in_a_page() {
    let text = std::fs::read_to_string(project("tests/four/main.rs"));
    let lines = text.expect("its source").lines().count();
    assert!(lines <= 190, "{lines} lines, at most 190");
}

#[test]
fn a_face_of_a_board_is_twenty_lines() {
    let text = std::fs::read_to_string(project("tests/four/board.rs")).expect("its source");
    for face in ["Picture", "NumericForm"] {
        let from = text.find(&format!("impl {face}<Four> for ")).expect("a face");
        let lines = text[from..].split("\n}\n").next().unwrap_or_default().lines().count() + 1;
        assert!(lines <= 20, "{face}: {lines} lines");
    }
}

fn searched(columns: u8, rows: u8, seed: i64) -> SearchCoverage {
    let game = Four::new(Scenario { columns, rows }).expect("a board");
    let players = ["random", "random"].map(str::to_owned);
    let header = Header::new(&game, &players, Generator::Chacha8, seed);
    let budget = Budget { states: 250, ..Budget::SMALL };
    let searched = GameEntry::<Four>::new().search_laws(&header, &budget, &mut |_| {});
    searched.unwrap_or_else(|found| panic!("seed {seed}: {found:?}"))
}

#[test]
fn its_laws_are_searched() {
    for seed in 0..5 {
        let kept = searched(7, 6, seed);
        let ends: Vec<_> = kept.endings.keys().map(String::as_str).collect();
        assert_eq!(ends, ["board_full", "forfeit", "four_in_a_line"], "seed {seed}");
        assert_eq!(kept.states_inexact, 0, "seed {seed}");
        assert_eq!((kept.actions_given, kept.actions), (true, 8), "seed {seed}");
        assert!(kept.actions_everywhere && kept.events_everywhere, "{kept:?}");
    }
    // A small board is searched whole: one turn opens it, six fill it.
    let kept = searched(3, 2, 1);
    assert!(kept.is_whole, "{kept:?}");
    assert_eq!(kept.depth, 7);
}
