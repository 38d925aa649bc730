//! The contest: every game of a file played by the `contest` player, and its transcript.

use std::fmt::Write as _;

use super::game_file::FileBoard;
use super::players::contest_choice;
use super::rules::{Advance, decide};
use super::{Action, Ending, Mode, RobotsGame, Scenario, State};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, Turn};

/// Plays every game, and tells it as the contest does: case after case, a blank line between.
#[must_use]
pub fn transcript(games: &[FileBoard]) -> String {
    let cases = games.iter().zip(1..).map(|(board, number)| {
        let mut text = format!("Case {number}:\n");
        play(board.scenario(Mode::Once), &mut text);
        text
    });
    cases.collect::<Vec<_>>().join("\n")
}

fn play(scenario: Scenario, text: &mut String) {
    let Ok(game) = RobotsGame::new(scenario) else {
        unreachable!("the file was held against the rules of a scenario");
    };
    let mut state = game.start();
    let mut advance = Advance::default();
    // Nothing that it does is drawn.
    let mut dice = Dice::new(Generator::Chacha8, 0, 0);
    let mut events = Vec::new();
    let ending = loop {
        events.clear();
        match game.turn(&state) {
            Turn::Over(_) => break state.ended,
            Turn::World => game.world_in(&state, &mut dice, &mut events),
            Turn::Seat(_) | Turn::Seats(_) => {
                let action = contest_choice(game.scenario(), &state, state.used, &mut advance);
                events.extend(decide(game.scenario(), &state, action, &mut dice));
                if let Action::Teleport { to } = action {
                    let turn = state.turn + 1;
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "Move {turn}: teleport to {to}");
                }
            }
        }
        for event in &events {
            if game.apply(&mut state, event).is_err() {
                unreachable!("the rules decided it");
            }
        }
    };
    end(&state, ending, text);
}

fn end(state: &State, ending: Option<Ending>, text: &mut String) {
    let how = if ending == Some(Ending::Won) { "Won" } else { "Lost" };
    let State { turn, player, .. } = state;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{how} game after making {turn} moves.");
    let _ = writeln!(text, "Final position: {player}");
    let debris = state.debris.count();
    let _ = writeln!(text, "Number of cells with debris: {debris}");
    if how == "Lost" {
        let _ = writeln!(text, "Number of robots remaining: {}", state.robots.len());
    }
}
