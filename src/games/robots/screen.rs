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

use super::play::Play;
use crate::escape::OwnCodes;
use crate::games::Then;
use crate::games::clock::Clock;
use app::App;

/// How long nothing is drawn when nothing happens: the time played goes on.
const TICK: Duration = Duration::from_millis(250);

/// Holds the session on the screen.
pub(super) fn run(play: &mut Play, colour: bool, out: &mut dyn Write) -> io::Result<Then> {
    play.settle();
    // A signal is heard below, where the terminal is given back, and not where it would end the
    // process at once.
    let listening = play.table.stop().listen();
    let mut screen = Screen::open(out)?;
    let mut app = App::new(colour);
    loop {
        let clock = Clock::start();
        let board = screen.board()?;
        app.resized(board.size()?);
        board.draw(|frame| app.draw(frame, play))?;
        let is_played = !play.is_over();
        let is_there = wait()?;
        if is_there
            && event::poll(Duration::ZERO)?
            && let Some(then) = hear(&event::read()?, &mut app, play)
        {
            return Ok(then);
        }
        if !is_there {
            // The signal of it comes about now, and must not end the process before the game is
            // kept.
            std::mem::forget(listening);
            return Ok(Then::Done);
        }
        if play.table.stop().is_stopped() {
            return Ok(Then::Done);
        }
        if is_played {
            play.table.add_time(clock.elapsed());
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
struct Screen<'a>(Option<Board<'a>>);

type Board<'a> = Terminal<CrosstermBackend<OwnCodes<'a>>>;

impl<'a> Screen<'a> {
    fn open(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut board = Terminal::new(CrosstermBackend::new(OwnCodes(out)))?;
        enable_raw_mode()?;
        let entered = execute!(
            board.backend_mut(),
            EnterAlternateScreen,
            EnableMouseCapture,
            // `Terminal::clear` would ask where the cursor is, which not every terminal answers.
            Clear(ClearType::All)
        );
        let screen = Screen(Some(board));
        entered.map(|()| screen)
    }

    fn board(&mut self) -> io::Result<&mut Board<'a>> {
        self.0
            .as_mut()
            .ok_or_else(|| io::Error::other("the terminal was given back"))
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        let Some(mut board) = self.0.take() else {
            return;
        };
        // Nobody is left who could be told that this fails.
        let _ = execute!(
            board.backend_mut(),
            DisableMouseCapture,
            LeaveAlternateScreen
        );
        let is_gone = board.show_cursor().is_err();
        let _ = disable_raw_mode();
        if is_gone {
            // It would try once more, and panic where it cannot tell that it failed.
            std::mem::forget(board);
        }
    }
}
