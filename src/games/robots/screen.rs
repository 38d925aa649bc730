//! The game full-screen: the board, buttons and figures, for keys and the mouse. What is done to
//! the game goes through [`Play`], as line by line; nothing here knows a rule.

mod app;
mod command;
mod draw;
mod help;
mod layout;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use super::play::Play;
use app::RobotsScreen;
use chase_kit::Then;
use chase_kit::clock::Clock;
use chase_kit::full_screen::{Mouse, hold, wait};

/// The time after which the screen is drawn again when nothing happens, since the clock goes on.
const TICK: Duration = Duration::from_millis(250);

/// Holds the session on the screen.
pub(super) fn run(play: &mut Play, colour: bool, out: &mut dyn Write) -> io::Result<Then> {
    play.settle();
    // A signal is heard below, where the terminal is given back, and not where it would end the
    // process at once.
    let listening = play.table.stop().listen();
    let mut app = RobotsScreen::new(colour);
    let ended = hold(out, Mouse::Heard, |board| {
        loop {
            let clock = Clock::start();
            app.resized(board.size()?);
            board.draw(|frame| app.draw(frame, play))?;
            let is_played = !play.is_over();
            let is_there = wait(TICK)?;
            if is_there
                && event::poll(Duration::ZERO)?
                && let Some(then) = hear(&event::read()?, &mut app, play)
            {
                return Ok(Some(then));
            }
            if !is_there {
                return Ok(None);
            }
            if play.table.stop().is_stopped() {
                return Ok(Some(Then::Done));
            }
            if is_played {
                play.table.add_time(clock.elapsed());
            }
        }
    })?;
    if ended.is_none() {
        // The signal of a terminal that is gone comes about now, and must not end the process
        // before the game is kept.
        std::mem::forget(listening);
    }
    Ok(ended.unwrap_or(Then::Done))
}

fn hear(event: &Event, app: &mut RobotsScreen, play: &mut Play) -> Option<Then> {
    match event {
        Event::Key(key) => app.on_key(*key, play),
        Event::Mouse(mouse) => app.on_mouse(*mouse, play),
        _ => None,
    }
}
