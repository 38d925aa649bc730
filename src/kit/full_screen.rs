//! A terminal that is drawn on as a whole: taken over, waited at, and given back as it was, whether
//! that ends by itself, by an error or by a panic; not when a signal from outside ends the process. It knows no game and no key.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
#[cfg(not(unix))]
use ratatui::crossterm::event::poll;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use chase_core::escape::OwnCodes;

/// The terminal that a full-screen session draws on.
pub type ScreenTerminal<'a> = Terminal<CrosstermBackend<OwnCodes<'a>>>;

/// Takes the terminal over as long as `session` runs, and gives it back when that returns or panics. What a
/// panic says is told after the terminal was given back, where it can be read.
///
/// # Errors
/// Those of the session, and a terminal that cannot be drawn on.
pub fn hold<T>(
    out: &mut dyn Write,
    session: impl FnOnce(&mut ScreenTerminal<'_>) -> io::Result<T>,
) -> io::Result<T> {
    let last_words = LastWords::listen();
    let held = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut screen = ScreenGuard::open(out)?;
        session(screen.board()?)
    }));
    let said = last_words.end();
    held.unwrap_or_else(|payload| panic_again(payload, said))
}

/// Goes on with a panic whose words nobody has read yet.
#[expect(clippy::panic, reason = "it is the panic of somebody else")]
fn panic_again(payload: Box<dyn Any + Send>, said: Option<String>) -> ! {
    match said {
        Some(said) => panic!("{said}"),
        None => panic::resume_unwind(payload),
    }
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

/// Keeps what a panic of this thread says until it can be read.
struct LastWords {
    said: Arc<Mutex<Option<String>>>,
    usual: Arc<Hook>,
}

impl LastWords {
    fn listen() -> Self {
        let said = Arc::new(Mutex::new(None));
        let usual = Arc::new(panic::take_hook());
        let (kept, others, here) = (Arc::clone(&said), Arc::clone(&usual), thread::current().id());
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == here {
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.to_string());
            } else {
                others(info);
            }
        }));
        LastWords { said, usual }
    }

    /// Takes the text of the panic, if there was one; later panics are told at once again.
    fn end(self) -> Option<String> {
        let usual = self.usual;
        panic::set_hook(Box::new(move |info| usual(info)));
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.take()
    }
}

/// Waits until something happens, or a while. False when the terminal is gone: reading on would
/// never end.
///
/// # Errors
/// The terminal cannot be waited at.
#[cfg(unix)]
pub fn wait(time: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let time = Timespec::try_from(time).map_err(io::Error::other)?;
    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut terminal, Some(&time)) {
        // A signal, such as that of another size.
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    Ok(!terminal[0].revents().intersects(gone))
}

/// Waits until something happens, or a while.
///
/// # Errors
/// The terminal cannot be waited at.
#[cfg(not(unix))]
pub fn wait(time: Duration) -> io::Result<bool> {
    poll(time).map(|_| true)
}

/// The terminal, as long as it is ours; whatever ends that gives it back.
struct ScreenGuard<'a> {
    board: Option<ScreenTerminal<'a>>,
}

impl<'a> ScreenGuard<'a> {
    fn open(out: &'a mut dyn Write) -> io::Result<Self> {
        let board = Terminal::new(CrosstermBackend::new(OwnCodes(out)))?;
        enable_raw_mode()?;
        let mut screen = ScreenGuard { board: Some(board) };
        let board = screen.board()?;
        // `Terminal::clear` would ask where the cursor is, which not every terminal answers.
        execute!(board.backend_mut(), EnterAlternateScreen, Clear(ClearType::All))?;
        Ok(screen)
    }

    fn board(&mut self) -> io::Result<&mut ScreenTerminal<'a>> {
        self.board.as_mut().ok_or_else(|| io::Error::other("the terminal was given back"))
    }
}

impl Drop for ScreenGuard<'_> {
    fn drop(&mut self) {
        let Some(mut board) = self.board.take() else {
            return;
        };
        // Nobody is left who could be told that this fails.
        let _ = execute!(board.backend_mut(), LeaveAlternateScreen);
        let is_gone = board.show_cursor().is_err();
        let _ = disable_raw_mode();
        if is_gone {
            // It would try once more, and panic where it cannot tell that it failed.
            std::mem::forget(board);
        }
    }
}
