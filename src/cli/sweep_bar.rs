//! How far a sweep is: a bar at a terminal, elsewhere a line now and then.

use std::cell::Cell;
use std::time::Duration;

use indicatif::ProgressBar;

use super::caller::tell_progress;
use super::progress_bar::bar;
use super::terminal;
use crate::games::clock::Clock;

pub(super) struct Bar {
    bar: Option<ProgressBar>,
    began: Clock,
    /// The games that were there before.
    before: Cell<Option<u64>>,
    told: Cell<Duration>,
}

impl Bar {
    /// The interval between lines.
    const LINE: Duration = Duration::from_secs(60);

    pub(super) fn new() -> Self {
        let style = "{wide_bar} {human_pos} of {human_len} games, {eta} left";
        Bar {
            bar: bar(Some(0), style),
            began: Clock::start(),
            before: None.into(),
            told: Duration::ZERO.into(),
        }
    }

    /// Shows how many games there are, of how many; first of all those that were there before.
    pub(super) fn show(&self, games: u64, all: u64) {
        if tell_progress(games, all) {
            return;
        }
        let before = self.before.get().unwrap_or(games);
        let is_first = self.before.replace(Some(before)).is_none();
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            bar.set_position(games);
            if is_first {
                bar.reset_eta();
            }
            return;
        }
        let now = self.began.elapsed();
        if now - self.told.get() >= Self::LINE
            && let Some(left) = left(now, games.saturating_sub(before), all.saturating_sub(games))
        {
            self.told.set(now);
            let left = humantime::format_duration(left);
            terminal::note(&format_args!("{games} of {all} games, {left} left"));
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The time that the games left take, where so many took so long; in whole seconds.
fn left(time: Duration, played: u64, left: u64) -> Option<Duration> {
    let seconds = time.as_secs_f64() * left as f64 / played as f64;
    (played > 0).then(|| Duration::from_secs(seconds as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_were_there_before_took_no_time() {
        let minute = Duration::from_secs(60);
        assert_eq!(left(minute, 100, 300), Some(minute * 3));
        assert_eq!(left(minute, 0, 300), None);
    }
}
