//! A terminal that is drawn on as a whole: taken over, waited at, and given back as it was, whether
//! that ends by itself, by an error or by a panic; not when a signal from outside ends the process. It knows no game and no key.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crossterm::cursor::{Hide, Show};
#[cfg(not(unix))]
use crossterm::event::poll;
use crossterm::queue;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};

use super::canvas::Canvas;
use chase_world::escape::write_own;

/// The terminal, as long as it is ours; whatever ends that gives it back.
pub struct Screen<'a> {
    out: &'a mut dyn Write,
    shown: Canvas,
}

impl<'a> Screen<'a> {
    fn open(out: &'a mut dyn Write) -> io::Result<Self> {
        enable_raw_mode()?;
        let mut screen = Screen { out, shown: Canvas::default() };
        let mut codes = Vec::new();
        queue!(codes, EnterAlternateScreen, Hide)?;
        screen.send(&codes)?;
        Ok(screen)
    }

    /// Shows what `draw` puts on a canvas of the terminal's size.
    ///
    /// # Errors
    /// A terminal that cannot be drawn on.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Canvas)) -> io::Result<()> {
        let mut canvas = Canvas::new(size()?);
        draw(&mut canvas);
        if canvas == self.shown {
            return Ok(());
        }
        let mut codes = Vec::new();
        queue!(codes, BeginSynchronizedUpdate)?;
        let (width, height) = (self.shown.width, self.shown.rows.len());
        if (canvas.width, canvas.rows.len()) != (width, height) {
            queue!(codes, Clear(ClearType::All))?;
            self.shown = Canvas::default();
        }
        canvas.write_codes(&self.shown, &mut codes)?;
        queue!(codes, EndSynchronizedUpdate)?;
        self.shown = canvas;
        self.send(&codes)
    }

    fn send(&mut self, codes: &[u8]) -> io::Result<()> {
        write_own(self.out, codes)?;
        self.out.flush()
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        let mut codes = Vec::new();
        // Nobody is left who could be told that this fails.
        let _ = queue!(codes, LeaveAlternateScreen, Show);
        let _ = self.send(&codes);
        let _ = disable_raw_mode();
    }
}

/// Takes the terminal over as long as `session` runs, and gives it back when that returns or panics. What a
/// panic says is told after the terminal was given back, where it can be read.
///
/// # Errors
/// Those of the session, and a terminal that cannot be drawn on.
#[doc(hidden)]
#[expect(clippy::panic, reason = "it is the panic of somebody else")]
pub fn hold<T>(
    out: &mut dyn Write,
    session: impl FnOnce(&mut Screen<'_>) -> io::Result<T>,
) -> io::Result<T> {
    let said = Arc::new(OnceLock::new());
    let (kept, usual) = (Arc::clone(&said), panic::take_hook());
    panic::set_hook(Box::new(move |info| {
        let _ = kept.set(info.to_string());
    }));
    let held = panic::catch_unwind(AssertUnwindSafe(|| session(&mut Screen::open(out)?)));
    panic::set_hook(usual);
    held.unwrap_or_else(|_| panic!("{}", said.get().map_or("", String::as_str)))
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
