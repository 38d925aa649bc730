//! The thread that folds the games that somebody looks at, and says how the match stands.

use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::match_state::{MatchHall, PaintWork, Watched};
use chase_core::any::{DrawnHistory, Projections};
use chase_core::error::Error;
use chase_core::seat::Seats;
use chase_kit::CommandLine;
use chase_tools::view::{About, live_head, put_line};

/// Nothing is painted more often.
const EVERY: Duration = Duration::from_millis(100);
/// Cycles of a game that are folded at a time, so that the others are not kept waiting.
const FOLDED_MAX: usize = 500;

/// A moment, for the page.
#[derive(Serialize)]
struct PaintedMoment<'a> {
    /// Grows with every moment.
    scene: u64,
    game: u64,
    first: u64,
    cycle: u64,
    line: &'a RawValue,
    over: bool,
}

/// The thread, which ends when this is dropped.
pub struct Painter {
    hall: Arc<MatchHall>,
    thread: Option<JoinHandle<()>>,
}

impl Painter {
    /// Begins to paint.
    ///
    /// # Errors
    /// The system has no thread.
    pub fn start(hall: Arc<MatchHall>) -> Result<Self, Error> {
        let here = Arc::clone(&hall);
        let thread = std::thread::Builder::new().name("painter".into());
        let thread = thread.spawn(move || paint(&here));
        let failed = |error| Error::io("the page of the match", "start", &error);
        Ok(Painter { hall, thread: Some(thread.map_err(failed)?) })
    }
}

impl Drop for Painter {
    fn drop(&mut self) {
        self.hall.close();
        if let Some(thread) = self.thread.take() {
            // It has nothing to say about its end.
            let _ = thread.join();
        }
    }
}

fn paint(hall: &MatchHall) {
    let mut folds: BTreeMap<u64, Fold> = BTreeMap::new();
    let mut number = 0;
    while let Some(PaintWork { told, watched }) = hall.work() {
        number += 1;
        hall.feed.put(number, &told);
        folds.retain(|game, _| watched.iter().any(|it| it.game == *game));
        let mut is_behind = false;
        for one in watched {
            let fold = match folds.entry(one.game) {
                Entry::Occupied(there) => there.into_mut(),
                Entry::Vacant(free) => match Fold::begin(hall, &one) {
                    Some(fold) => free.insert(fold),
                    None => continue,
                },
            };
            is_behind |= fold.go_on(&one);
        }
        if is_behind {
            hall.paint_again();
        }
        std::thread::sleep(EVERY);
    }
}

/// A game as everybody may see it.
struct Fold {
    replay: Box<dyn DrawnHistory>,
    /// The number of cycles that are folded.
    taken: usize,
    scene: u64,
    was_over: bool,
}

impl Fold {
    /// Opens a game and draws what never changes in it. Nothing where it does not say what of it everybody
    /// may see.
    fn begin(hall: &MatchHall, watched: &Watched) -> Option<Self> {
        let game = hall.game;
        let (mut replay, eyes) = opened(game, watched)?;
        replay.project(Projections {
            scenes: true,
            events: true,
            turns: true,
            viewer: eyes,
            ..Projections::default()
        });
        let about = About {
            game: game.name(),
            unit: game.unit(),
            viewer: eyes.map(|_| "everybody".into()),
            name: format!("game {}", watched.game + 1),
            title: String::new(),
            summary: None,
            statements: Vec::new(),
        };
        watched.set_head(live_head(&about, &hall.stage(&*replay)));
        Some(Fold { replay, taken: 0, scene: 0, was_over: false })
    }

    /// Takes in what was played since. True when there is more.
    fn go_on(&mut self, watched: &Watched) -> bool {
        // Asked first: what is over has all its cycles.
        let is_over = watched.history.is_over();
        let lines = watched.history.from(self.taken, FOLDED_MAX);
        if lines.is_empty() && (self.was_over || !is_over) {
            return false;
        }
        let is_behind = lines.len() == FOLDED_MAX;
        for line in lines {
            self.taken += 1;
            if self.replay.read_json(&line).is_err() {
                unreachable!("what was just played does not fold");
            }
            let mut line = Vec::new();
            put_line(&*self.replay, &mut line);
            let line = String::from_utf8_lossy(&line);
            let cycle = self.replay.last().unwrap_or_default();
            watched.moments().add(cycle, line.into(), true);
        }
        self.was_over = is_over && !is_behind;
        self.tell(watched);
        is_behind
    }

    fn tell(&mut self, watched: &Watched) {
        let moments = watched.moments();
        let Some((cycle, line)) = moments.newest() else {
            return;
        };
        self.scene += 1;
        let line = RawValue::from_string(line.to_string()).expect("it was just written as JSON");
        let told = PaintedMoment {
            scene: self.scene,
            game: watched.game,
            first: moments.first(),
            cycle,
            line: &line,
            over: self.was_over,
        };
        let told = serde_json::to_string(&told).expect("strings and numbers are JSON");
        watched.feed.put(self.scene, &told);
    }
}

/// A game from its beginning, and the eyes that see what everybody may.
fn opened(
    game: &dyn CommandLine,
    watched: &Watched,
) -> Option<(Box<dyn DrawnHistory>, Option<Seats>)> {
    let mut header = watched.history.header.clone();
    let eyes = game.public(&mut header).ok()?.eyes;
    if game.has_secrets() && eyes.is_none() {
        return None;
    }
    Some((game.open(&mut header).ok()?, eyes))
}
