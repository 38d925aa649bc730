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

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::console::Play;
use crate::games::Then;
use crate::games::clock::{Clock, Thinking, is_stopped};
use app::App;

/// How long nothing is drawn when nothing happens: the time played goes on.
const TICK: Duration = Duration::from_millis(250);

/// Holds the session on the screen.
pub(super) fn run(play: &mut Play, colour: bool, out: &mut dyn Write) -> io::Result<Then> {
    play.settle();
    // A signal is heard below, where the terminal is given back, and not where it would end the
    // process at once.
    let _thinking = Thinking::begin();
    let mut screen = Screen::open(out)?;
    let mut app = App::new(colour);
    loop {
        let clock = Clock::start();
        app.resized(screen.0.size()?);
        screen.0.draw(|frame| app.draw(frame, play))?;
        let is_played = !play.is_over();
        let is_there = wait()?;
        if is_there
            && event::poll(Duration::ZERO)?
            && let Some(then) = hear(&event::read()?, &mut app, play)
        {
            return Ok(then);
        }
        if is_stopped() || !is_there {
            return Ok(Then::Done);
        }
        if is_played {
            app.time += clock.elapsed();
        }
    }
}

/// Waits until something happens, or a while. False when the terminal is gone: reading on would
/// never end.
#[cfg(unix)]
fn wait() -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let tick = Timespec::try_from(TICK).map_err(io::Error::other)?;
    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut terminal, Some(&tick)) {
        // A signal, such as that of another size.
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    Ok(!terminal[0].revents().intersects(gone))
}

#[cfg(not(unix))]
fn wait() -> io::Result<bool> {
    event::poll(TICK).map(|_| true)
}

fn hear(event: &Event, app: &mut App, play: &mut Play) -> Option<Then> {
    match event {
        Event::Key(key) => app.on_key(*key, play),
        Event::Mouse(mouse) => app.on_mouse(*mouse, play),
        _ => None,
    }
}

/// The terminal, as long as it is ours; whatever ends that gives it back.
struct Screen<'a>(Terminal<CrosstermBackend<&'a mut dyn Write>>);

impl<'a> Screen<'a> {
    fn open(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut screen = Screen(Terminal::new(CrosstermBackend::new(out))?);
        enable_raw_mode()?;
        execute!(
            screen.0.backend_mut(),
            EnterAlternateScreen,
            EnableMouseCapture,
            // `Terminal::clear` would ask where the cursor is, which not every terminal answers.
            Clear(ClearType::All)
        )?;
        Ok(screen)
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        // Nobody is left who could be told that this fails.
        let _ = execute!(
            self.0.backend_mut(),
            DisableMouseCapture,
            LeaveAlternateScreen
        );
        let _ = self.0.show_cursor();
        let _ = disable_raw_mode();
    }
}
