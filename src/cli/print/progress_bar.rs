//! How far a command is, at a terminal.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use unicode_width::UnicodeWidthChar as _;

use chase_world::escape::in_line;
use chase_world::world::{Stopwatch, World};

/// The least time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);
/// The columns of the bar itself.
const COLUMNS: usize = 20;

/// A line on standard error that is drawn again as numbers grow, and cleared in the end. Where standard error
/// is no terminal the numbers are only kept.
pub struct ProgressBar {
    pub is_shown: bool,
    world: World,
    state: Mutex<ProgressState>,
}

pub struct ProgressState {
    /// What is counted, in the plural.
    pub what: String,
    pub position: u64,
    /// How far it goes, where that is known.
    pub length: Option<u64>,
    pub message: String,
    /// When it began, and where.
    began: (Stopwatch, u64),
    drawn: Option<Stopwatch>,
    /// True once the time that the rest takes was known.
    has_left: bool,
}

impl ProgressBar {
    pub fn new(world: &World, length: Option<u64>, what: &str) -> Self {
        let (began, message) = ((world.clock().start(), 0), String::new());
        let (what, position, drawn, has_left) = (what.into(), 0, None, false);
        let state =
            ProgressState { what, position, length, message, began, drawn, has_left }.into();
        let is_shown = world.screens().errors.is_terminal;
        ProgressBar { is_shown, world: world.clone(), state }
    }

    fn state(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is shown. Returns the time that the rest takes, where that is known.
    pub fn set(&self, change: impl FnOnce(&mut ProgressState)) -> Option<Duration> {
        let mut state = self.state();
        change(&mut state);
        // How long it takes is told as soon as it is known.
        let is_news = state.left().is_some() && !state.has_left;
        state.has_left |= is_news;
        if self.is_shown && (is_news || state.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE)) {
            let width = self.world.screens().errors.width;
            let mut room = width.map_or(80, |width| i32::try_from(width).unwrap_or(i32::MAX));
            // Nothing in the last column, where some terminals go on to the next line.
            let fits = |c: &char| {
                room -= c.width().unwrap_or(0) as i32;
                room > 0
            };
            let line: String = in_line(&state.line()).chars().take_while(fits).collect();
            self.world.write_errors(format!("\r{line}\x1b[K").as_bytes());
            state.drawn = Some(self.world.clock().start());
        }
        state.left()
    }

    /// Clears the line; the next change draws it again.
    pub fn clear(&self) {
        if self.state().drawn.take().is_some() {
            self.world.write_errors(b"\r\x1b[K");
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.clear();
    }
}

impl ProgressState {
    /// What was done before took no time.
    pub fn begin_here(&mut self) {
        self.began.0.restart();
        self.began.1 = self.position;
    }

    /// The time that the rest takes, in whole seconds, where that is known.
    fn left(&self) -> Option<Duration> {
        let (began, first) = self.began;
        let done = self.position.saturating_sub(first);
        let rest = self.length?.saturating_sub(self.position);
        let seconds = began.elapsed().as_secs_f64() * rest as f64 / done as f64;
        (done > 0).then(|| Duration::from_secs(seconds as u64))
    }

    fn line(&self) -> String {
        let (position, what) = (self.position, &self.what);
        let mut line = match self.length {
            None => format!("{position} {what}, {}s", self.began.0.elapsed().as_secs()),
            Some(length) => {
                let part = position as f64 / length.max(1) as f64;
                let full = "█".repeat(COLUMNS.min((part * COLUMNS as f64) as usize));
                format!("{full:░<COLUMNS$} {position} of {length} {what}")
            }
        };
        if let Some(left) = self.left() {
            line += &format!(", {} left", humantime::format_duration(left));
        }
        let colon = if self.message.is_empty() { "" } else { ": " };
        line + colon + &self.message
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chase_world::world::WorldParts;

    #[test]
    fn a_line_says_how_far_it_is() {
        let mut bar = ProgressBar::new(&World::new(WorldParts::empty("x")), Some(40), "games");
        bar.is_shown = false;
        bar.set(|it| {
            it.position = 10;
            it.begin_here();
            it.message = "2.0 - 8.0".into();
        });
        assert_eq!(bar.state().line(), "█████░░░░░░░░░░░░░░░ 10 of 40 games: 2.0 - 8.0");
        bar.set(|it| it.length = None);
        assert_eq!(bar.state().line(), "10 games, 0s: 2.0 - 8.0");
    }
}
