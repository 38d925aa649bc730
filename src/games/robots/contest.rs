//! The contest: every game of a file played by the `contest` player, and its transcript.

use std::fmt::Write as _;
use std::sync::Arc;

use super::game_file::FileBoard;
use super::players::Contest;
use super::{Action, Ending, Event, Mode, RobotsGame, Scenario, State};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game as _;
use chase_engine::history::{By, SessionLog};
use chase_engine::session::GameSession;

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

/// Tells the teleports of a game.
struct Teleports<'a>(&'a mut String);

impl SessionLog<RobotsGame> for Teleports<'_> {
    fn entry(&mut self, turn: u64, _: By<Action>, _: u32, events: &[Event]) {
        for event in events {
            if let Event::Teleported { to } = event {
                // Writing to a string cannot fail.
                let _ = writeln!(self.0, "Move {turn}: teleport to {to}");
            }
        }
    }
}

fn play(scenario: Scenario, text: &mut String) {
    let player = Box::new(Contest::new(&scenario));
    let Ok(game) = RobotsGame::new(scenario) else {
        unreachable!("the file was held against the rules of a scenario");
    };
    // Nothing that it does is drawn.
    let dice = Dice::new(Generator::Chacha8, 0, 0);
    let mut session = GameSession::new(Arc::new(game), vec![player], dice);
    session.run(&mut Teleports(text));
    end(session.state(), text);
}

fn end(state: &State, text: &mut String) {
    let how = if state.ended == Some(Ending::Won) { "Won" } else { "Lost" };
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
