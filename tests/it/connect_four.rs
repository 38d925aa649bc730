//! Connect Four, written with the kit: it keeps the laws, and mistakes in it are found.

mod broken;
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "boards are small, and what is off them is on none"
)]
mod game;

use crate::harness::project;

#[test]
fn it_is_a_game_in_a_page() {
    let text = std::fs::read_to_string(project("tests/it/connect_four/game.rs"));
    let lines = text.expect("its source").lines().count();
    assert!(lines <= 190, "{lines} lines, at most 190");
}
