//! What is known of a match: games that are played, games that are over, how it stands.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

use super::history::GameHistory;
use crate::feed::Feed;
use crate::moments::ViewMoments;
use crate::replays::{Catalogue, CatalogueEntry};
use chase_core::any::DrawnHistory;
use chase_core::picture::Stage;
use chase_core::replay::{Header, to_json};
use chase_kit::CommandLine;
use chase_kit::clock::Clock;

/// The limit on the cycles of all running games together, in bytes; those of finished games that
/// are kept here may take as much once more.
pub const CYCLES_BYTES_MAX: usize = 64 << 20;
/// Finished games that are listed; later ones count and are not.
pub const ENDED_MAX: usize = 10_000;
/// The limit on the moments of a game that somebody looks at, in bytes.
const MOMENTS_BYTES_MAX: usize = 1 << 20;
/// Finished games on the page of the match itself, the newest.
const NEWEST_ENDED: usize = 20;
/// Running games there.
const RUNNING_TOLD: usize = 64;
/// A game at which nobody looks for so long is folded no more.
const PATIENCE: Duration = Duration::from_secs(20);
/// Boards whose positions are kept.
const DRAWN_MAX: usize = 4;
/// Games that are over and whose last moments are kept for those who look.
const LEAVING_MAX: usize = 8;

/// A player, as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct StandingRow {
    /// The name of the player.
    pub player: String,
    /// Games that count.
    pub games: u64,
    /// Games that it won alone.
    pub wins: u64,
    /// Games that were drawn, or whose win it shared with others.
    pub draws: u64,
    /// Games that brought it no points.
    pub losses: u64,
    /// Points: 1 for a win, a part of it for a shared one.
    pub points: f64,
    /// Points a game, from 0 to 1.
    pub score: f64,
    /// Its failures, in words.
    pub forfeits: String,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct EndedGame {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The history of the game, if it is kept here.
    pub history: Option<Arc<GameHistory>>,
}

/// A game that is played, and somebody looks at it.
#[derive(Debug)]
pub struct Watched {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The history of the game.
    pub history: Arc<GameHistory>,
    head: Mutex<Option<Arc<str>>>,
    moments: Mutex<ViewMoments>,
    /// The newest moment.
    pub feed: Feed,
    /// Since when nobody asked for it.
    asked: Mutex<Clock>,
}

/// A match as browsers may see it.
pub struct MatchHall {
    /// The game that is played.
    pub game: &'static dyn CommandLine,
    /// The largest number of games that are played at a time.
    jobs: usize,
    /// True if finished games are kept here, since nobody else does.
    keeps: bool,
    /// The finished ones, in the order of their ends.
    pub catalogue: Arc<Catalogue>,
    /// The state of the match, for browsers.
    pub feed: Feed,
    state: Mutex<MatchGames>,
    changed: Condvar,
    /// Boards that were laid out, with and without their positions, the newest last.
    drawn: Mutex<VecDeque<(Stage, Stage)>>,
}

#[derive(Default)]
struct MatchGames {
    running: BTreeMap<u64, RunningGame>,
    /// The number of games that began so far.
    begun: u64,
    ended: Vec<EndedGame>,
    /// The size of the histories of these in bytes, and the first of them that is kept.
    ended_bytes: usize,
    first_kept: usize,
    newest_ended: VecDeque<EndedTold>,
    /// Those that are over and were not counted yet.
    uncounted: BTreeSet<u64>,
    watched: BTreeMap<u64, Arc<Watched>>,
    standings: Vec<StandingRow>,
    progress: (u64, u64),
    is_over: bool,
    is_closed: bool,
    is_new: bool,
}

struct RunningGame {
    /// Its place among all games that began: the newest has the highest.
    began: u64,
    players: Vec<String>,
    history: Arc<GameHistory>,
}

/// A finished game, for the page.
#[derive(Clone, Serialize)]
struct EndedTold {
    game: u64,
    /// Its number in the catalogue; nothing where the list is full.
    replay: Option<usize>,
    players: Vec<String>,
    result: String,
}

#[derive(Serialize)]
struct RunningTold<'a> {
    game: u64,
    players: &'a [String],
    /// The number of cycles played.
    cycles: usize,
    /// True if later cycles are left out, since it is too long.
    cut: bool,
}

/// The state of a match, for the page.
#[derive(Serialize)]
struct MatchStatus<'a> {
    game: &'a str,
    unit: &'a str,
    counted: u64,
    planned: u64,
    over: bool,
    /// True if finished games are shown as everybody may see them, until the match is over.
    hides: bool,
    standings: &'a [StandingRow],
    /// The newest first.
    running: Vec<RunningTold<'a>>,
    more_running: usize,
    ended: &'a VecDeque<EndedTold>,
}

/// The work for the one who paints.
pub(super) struct PaintWork {
    /// The state of the match, as JSON.
    pub told: String,
    /// The games that somebody looks at.
    pub watched: Vec<Arc<Watched>>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nobody leaves anything half done under these locks.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watched {
    fn new(game: u64, history: Arc<GameHistory>) -> Self {
        Watched {
            game,
            history,
            head: Mutex::default(),
            moments: Mutex::new(ViewMoments::within(MOMENTS_BYTES_MAX)),
            feed: Feed::default(),
            asked: Mutex::new(Clock::start()),
        }
    }

    /// The parts of the page that never change, as JSON, once they are known.
    pub fn head(&self) -> Option<Arc<str>> {
        held(&self.head).clone()
    }

    pub(super) fn set_head(&self, head: String) {
        *held(&self.head) = Some(head.into());
    }

    /// The moments that can be looked back at.
    pub(super) fn moments(&self) -> MutexGuard<'_, ViewMoments> {
        held(&self.moments)
    }

    fn is_looked_at(&self) -> bool {
        self.feed.readers() > 0 || held(&self.asked).elapsed() < PATIENCE
    }
}

impl MatchHall {
    /// A match that begins: of a game, so many of it planned, so many played at a time. `keeps` where nobody
    /// else keeps finished games; `standings` before the first of them.
    #[must_use]
    pub fn new(
        game: &'static dyn CommandLine,
        planned: usize,
        jobs: usize,
        keeps: bool,
        standings: Vec<StandingRow>,
    ) -> Self {
        let about = format!("Finished games of this match of {}", game.name());
        let state = MatchGames {
            progress: (0, planned as u64),
            standings,
            is_new: true,
            ..MatchGames::default()
        };
        MatchHall {
            game,
            jobs: jobs.max(1),
            keeps,
            catalogue: Arc::new(Catalogue::of(&about, planned.min(ENDED_MAX), true)),
            feed: Feed::default(),
            state: Mutex::new(state),
            changed: Condvar::new(),
            drawn: Mutex::default(),
        }
    }

    /// Something is new.
    fn change(&self, does: impl FnOnce(&mut MatchGames)) {
        let mut state = held(&self.state);
        does(&mut state);
        state.is_new = true;
        drop(state);
        self.changed.notify_all();
    }

    /// A game begins, with these players.
    pub fn begins(&self, game: u64, header: &Header, players: Vec<String>) {
        let history = GameHistory::new(header.clone(), CYCLES_BYTES_MAX / self.jobs);
        self.change(|state| {
            state.begun += 1;
            let running = RunningGame { began: state.begun, players, history: Arc::new(history) };
            state.running.insert(game, running);
        });
    }

    /// A cycle of it was played, as replays have it.
    pub fn goes_on(&self, game: u64, cycle: &str) {
        self.change(|state| {
            if let Some(running) = state.running.get(&game) {
                running.history.add(cycle);
            }
        });
    }

    /// It is over, with a result in words.
    pub fn ends(&self, game: u64, result: &str) {
        self.change(|state| {
            let Some(RunningGame { players, history, .. }) = state.running.remove(&game) else {
                return;
            };
            history.end();
            state.uncounted.insert(game);
            let last = history.size().0.checked_sub(1);
            let last = last.filter(|_| !history.is_cut());
            let entry = self.entry(game, &players, result, last.map(|last| last as u64));
            self.list(state, game, self.keeps.then_some(history), entry);
        });
    }

    /// A game counts, and with it the match stands like this. One that is not known was played earlier, and
    /// is listed now.
    pub fn counted(
        &self,
        game: u64,
        standings: Vec<StandingRow>,
        progress: (u64, u64),
        told: impl FnOnce() -> (Vec<String>, String),
    ) {
        self.change(|state| {
            state.standings = standings;
            state.progress = progress;
            if !state.uncounted.remove(&game) {
                let (players, result) = told();
                let entry = self.entry(game, &players, &result, None);
                self.list(state, game, None, entry);
            }
        });
    }

    fn entry(
        &self,
        game: u64,
        players: &[String],
        result: &str,
        last: Option<u64>,
    ) -> CatalogueEntry {
        CatalogueEntry {
            name: format!("game {}", game + 1),
            game: self.game.name().to_owned(),
            unit: self.game.unit().to_owned(),
            players: players.to_vec(),
            result: result.to_owned(),
            last,
            trouble: String::new(),
        }
    }

    fn list(
        &self,
        state: &mut MatchGames,
        game: u64,
        history: Option<Arc<GameHistory>>,
        mut entry: CatalogueEntry,
    ) {
        const TOO_LONG: &str = "too long to be kept in memory; --replays keeps all of it";
        const GONE: &str = "not kept in memory any more; --replays keeps all games";
        let replay = (state.ended.len() < ENDED_MAX).then_some(state.ended.len());
        state.newest_ended.push_front(EndedTold {
            game,
            replay,
            players: entry.players.clone(),
            result: entry.result.clone(),
        });
        state.newest_ended.truncate(NEWEST_ENDED);
        if replay.is_none() {
            return;
        }
        let is_cut = history.as_ref().is_some_and(|it| it.is_cut());
        if is_cut {
            TOO_LONG.clone_into(&mut entry.trouble);
        }
        let history = history.filter(|_| !is_cut);
        state.ended_bytes += history.as_ref().map_or(0, |it| it.size().1);
        state.ended.push(EndedGame { game, history });
        self.catalogue.add(entry);
        while state.ended_bytes > CYCLES_BYTES_MAX {
            let oldest = &mut state.ended[state.first_kept];
            if let Some(history) = oldest.history.take() {
                state.ended_bytes -= history.size().1;
                self.catalogue.lose(state.first_kept, GONE);
            }
            state.first_kept += 1;
        }
    }

    /// A finished game, by its number in the catalogue.
    pub fn ended(&self, replay: usize) -> Option<EndedGame> {
        held(&self.state).ended.get(replay).cloned()
    }

    /// The match is over; what browsers know of it can still be looked at.
    pub fn end(&self) {
        self.catalogue.close();
        self.change(|state| {
            state.is_over = true;
            state.running.clear();
        });
    }

    /// Returns whether the match is over.
    pub fn is_over(&self) -> bool {
        held(&self.state).is_over
    }

    /// Returns whether finished games may be shown whole: where nothing is hidden, or no other game
    /// can begin from the same position any more.
    pub fn shows_all(&self) -> bool {
        !self.game.has_secrets() || self.is_over()
    }

    /// A game that somebody looks at: one that is played, or was over a moment ago.
    pub fn look_at(&self, game: u64) -> Option<Arc<Watched>> {
        let mut state = held(&self.state);
        if let Some(watched) = state.watched.get(&game) {
            *held(&watched.asked) = Clock::start();
            return Some(Arc::clone(watched));
        }
        let history = Arc::clone(&state.running.get(&game)?.history);
        let watched = Arc::new(Watched::new(game, history));
        state.watched.insert(game, Arc::clone(&watched));
        state.is_new = true;
        drop(state);
        self.changed.notify_all();
        Some(watched)
    }

    /// The stage of a game, as its viewer may know it. Boards that were laid out are kept: to lay
    /// places out is work, and many games of a match are played on the same board.
    pub fn stage(&self, replay: &dyn DrawnHistory) -> Stage {
        let plain = replay.stage_without_positions();
        let mut drawn = held(&self.drawn);
        if let Some((_, stage)) = drawn.iter().find(|(same, _)| *same == plain) {
            return stage.clone();
        }
        let stage = replay.stage();
        if drawn.len() >= DRAWN_MAX {
            drawn.pop_front();
        }
        drawn.push_back((plain, stage.clone()));
        stage
    }

    /// Nobody looks any more.
    pub(super) fn close(&self) {
        self.change(|state| state.is_closed = true);
    }

    /// There is more to paint than was painted.
    pub(super) fn paint_again(&self) {
        self.change(|_| ());
    }

    /// Waits until something is new; nothing when the program ends.
    pub(super) fn work(&self) -> Option<PaintWork> {
        let mut state = held(&self.state);
        while !state.is_new && !state.is_closed {
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return None;
        }
        state.is_new = false;
        let told = self.told(&state);
        forget(&mut state);
        Some(PaintWork { told, watched: state.watched.values().cloned().collect() })
    }

    fn told(&self, state: &MatchGames) -> String {
        let mut running: Vec<_> = state.running.iter().collect();
        running.sort_by_key(|(_, it)| std::cmp::Reverse(it.began));
        let told = running.iter().take(RUNNING_TOLD);
        let told = told.map(|(game, it)| RunningTold {
            game: **game,
            players: &it.players,
            cycles: it.history.size().0,
            cut: it.history.is_cut(),
        });
        to_json(&MatchStatus {
            game: self.game.name(),
            unit: self.game.unit(),
            counted: state.progress.0,
            planned: state.progress.1,
            over: state.is_over,
            hides: self.game.has_secrets(),
            standings: &state.standings,
            running: told.collect(),
            more_running: running.len().saturating_sub(RUNNING_TOLD),
            ended: &state.newest_ended,
        })
    }
}

/// Forgets the pictures of games at which nobody looks, and of most that are over.
fn forget(state: &mut MatchGames) {
    let MatchGames { watched, running, .. } = state;
    watched.retain(|_, it| it.is_looked_at());
    let over: Vec<u64> = watched.keys().copied().collect();
    let over: Vec<u64> = over.into_iter().filter(|it| !running.contains_key(it)).collect();
    for game in over.iter().rev().skip(LEAVING_MAX) {
        watched.remove(game);
    }
}
