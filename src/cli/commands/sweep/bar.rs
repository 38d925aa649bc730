//! How far a sweep is: a bar at a terminal, elsewhere a line now and then.

use std::cell::Cell;
use std::time::Duration;

use crate::print::progress_bar::ProgressBar;
use chase_world::world::{Stopwatch, World};

pub(crate) struct Bar {
    bar: ProgressBar,
    told: Cell<Stopwatch>,
}

impl Bar {
    /// The interval between lines.
    const LINE: Duration = Duration::from_secs(60);

    pub(crate) fn new(world: &World) -> Self {
        Bar { bar: ProgressBar::new(world, None, "games"), told: world.clock().start().into() }
    }

    /// Shows how many games there are, of how many; first of all those that were there before.
    pub(crate) fn show(&self, world: &World, games: u64, all: u64) {
        if world.caller().tell_progress(games, all) {
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
            self.told.set(world.clock().start());
            let left = humantime::format_duration(left);
            world.note(&format_args!("{games} of {all} games, {left} left"));
        }
    }
}
