//! Connect Four, tests/four: a game with a board gives its picture and its numbers itself, each alone
//! and in a few lines, and its lines of play are as many as is known. It keeps the laws, and mistakes in
//! it are found.

mod broken;
#[expect(dead_code, reason = "it is a program of its own")]
#[path = "../four/main.rs"]
mod game;
mod plain;

use chase::engine::any::AnyGame;
use chase::engine::kit::Kit;
use chase::engine::picture::{Picture as _, Scene, Spots};
use chase::prelude::*;
use chase::view::moment;

use crate::harness::{Place, example, project};
use game::{Four, Scenario};

fn four() -> Four {
    OpenGame::new(Scenario { columns: 7, rows: 6 }).expect("a board")
}

fn header(seed: i64) -> Header {
    let players = ["random".to_owned(), "random".to_owned()];
    Header::new(&four(), &players, Generator::Chacha8, seed)
}

/// What the built program prints in a folder, with its status.
fn ran(place: &Place, words: &str) -> (i32, String) {
    let words: Vec<_> = words.split_whitespace().collect();
    example(place, "four", &words, "")
}

#[test]
fn it_keeps_every_law() {
    for seed in 0..20 {
        let kept = GameEntry::<Four>::new().check_laws(&header(seed));
        kept.unwrap_or_else(|law| panic!("seed {seed}: {law}"));
    }
}

#[test]
fn its_board_is_drawn_with_its_pieces() {
    let place = Place::new();
    ran(&place, "record --seed 1 -o c4.json");
    let (status, told) = ran(&place, "view c4.json --svg --move 5 -o c4.svg");
    assert_eq!(status, 0, "{told}");
    let drawing = std::fs::read_to_string(place.file("c4.svg")).expect("a drawing");
    let count = |what: &str| drawing.matches(what).count();
    assert_eq!(count("<rect class=\"place square"), 42);
    assert_eq!(count("<g class=\"piece\""), 5);
    assert_eq!(count("<g class=\"side-0\""), 3);
    assert_eq!(count("<g class=\"side-1\""), 2);
    assert!(drawing.contains(">g</text>") && drawing.contains(">6</text>"));
}

/// The board is in the cells, so that it is drawn where the game says nothing of its picture.
#[test]
fn the_kit_draws_the_board_with_its_signs() {
    let game = four();
    let mut recording = GameEntry::<Four>::new().record(&mut header(1)).expect("players");
    let mut row = chase::engine::trace::TraceRow::unknown(Four::CELLS.len());
    while recording.now().last() != Some(5) && recording.advance() {}
    recording.now().row(&mut row);
    let stage = OpenPicture::<Four>::stage(&Kit, &game);
    let mut scene = Scene::default();
    OpenPicture::<Four>::row_scene(&Kit, &game, &row, &mut scene);
    let drawing = moment(&stage, &scene, None);
    assert_eq!(drawing.matches("<rect class=\"place square").count(), 42);
    assert_eq!(drawing.matches(">X</text>").count(), 3);
    assert_eq!(drawing.matches(">O</text>").count(), 2);
    assert!(!drawing.contains("class=\"piece"));
}

#[test]
fn a_click_on_a_column_drops_a_piece() {
    let (game, state) = (four(), OpenGame::start(&four()));
    assert_eq!(game.spots(&state, Seat(0), &3), Spots::at([3]));
    let without: Spots = OpenPicture::spots(&Kit, &game, &state, Seat(0), &3);
    assert_eq!(without, Spots::default());
}

#[test]
fn it_is_a_game_in_a_page() {
    let text = std::fs::read_to_string(project("tests/four/main.rs"));
    let lines = text.expect("its source").lines().count();
    assert!(lines <= 190, "{lines} lines, at most 190");
}

/// The lines of an `impl` of a face in the game's source.
fn lines_of(face: &str) -> usize {
    let text = std::fs::read_to_string(project("tests/four/board.rs")).expect("its source");
    let from = text.find(&format!("impl {face}<Four> for ")).expect("a face");
    let whole = text[from..].split("\n}\n").next().unwrap_or_default();
    whole.lines().count() + 1
}

#[test]
fn a_face_of_a_board_is_twenty_lines() {
    for face in ["OpenPicture", "OpenNumbers"] {
        let lines = lines_of(face);
        assert!(lines <= 20, "{face}: {lines} lines");
    }
}

/// Every column has room for six moves, so there are 7^n lines of so many; of seven moves, the seven
/// that drop all into one column are missing. No line goes on from the games that seven moves end.
#[test]
fn its_lines_of_play_are_counted() {
    let place = Place::new();
    let (status, told) = ran(&place, "perft --depth 8");
    let known = "1 7\n2 49\n3 343\n4 2401\n5 16807\n6 117649\n7 823536\n8 5673234\n";
    assert_eq!((status, told.as_str()), (0, known));
    let (status, told) = ran(&place, "perft four --depth 2");
    assert_eq!((status, told.as_str()), (0, "1 7\n2 49\n"));
}
