//! How far a sweep is: a bar at a terminal, elsewhere a line now and then.

use std::cell::Cell;
use std::time::Duration;

use super::caller::tell_progress;
use super::progress_bar::ProgressBar;
use super::terminal;
use crate::games::clock::Clock;

pub(super) struct Bar {
    bar: ProgressBar,
    told: Cell<Clock>,
}

impl Bar {
    /// The interval between lines.
    const LINE: Duration = Duration::from_secs(60);

    pub(super) fn new() -> Self {
        Bar { bar: ProgressBar::new(None, "games"), told: Clock::start().into() }
    }

    /// Shows how many games there are, of how many; first of all those that were there before.
    pub(super) fn show(&self, games: u64, all: u64) {
        if tell_progress(games, all) {
            return;
        }
        let left = self.bar.set(|it| {
            it.position = games;
            if it.length.replace(all).is_none() {
                it.begin_here();
            }
        });
        if !self.bar.is_shown
            && self.told.get().elapsed() >= Self::LINE
            && let Some(left) = left
        {
            self.told.set(Clock::start());
            let left = humantime::format_duration(left);
            terminal::note(&format_args!("{games} of {all} games, {left} left"));
        }
    }
}
