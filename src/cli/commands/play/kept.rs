//! What is kept of a game while it is played (-o): its journal, which becomes the recording when the game
//! ends, whoever ends it.

use crate::verb::Context;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chase_play::Games;
use chase_play::player_name::PlayerName;
use chase_record::replay::Header;
use chase_record::turn_sink::TurnSink;
use chase_replay::opener::opener;
use chase_replay::store::{
    GameJournal, InterruptedGame, JournalSummary, LeftoverJournal, NeighbourJournal, Overwrite,
    beside, discard,
};
use chase_world::error::Error;
use chase_world::world::World;

/// The game that is kept now, if one is: for the session, and for whatever may end it. All clones are
/// one.
#[derive(Clone)]
pub struct GameKeeper {
    world: World,
    games: Games,
    open: Arc<Mutex<Option<JournaledGame>>>,
}

/// A game that is kept.
struct JournaledGame {
    path: PathBuf,
    journal: GameJournal,
}

/// The file in which a game is kept.
#[derive(Clone, Copy, Debug)]
pub struct KeepTarget<'a> {
    /// The path of the replay that is written when the game is over.
    pub path: &'a Path,
    /// True if what stands there is replaced.
    pub force: bool,
    /// True if the game that was cut off there is the one that goes on.
    pub goes_on: bool,
    /// The text added to the command that goes on with a game that was cut off there.
    pub how: &'a str,
}

impl GameKeeper {
    /// Nothing yet; what will be kept is one of these games.
    pub fn of(context: Context<'_>) -> Self {
        GameKeeper { world: context.world.clone(), games: context.games, open: Arc::default() }
    }

    /// The world that games are kept in.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Begins to keep a game. It is found by others from [`GameKeeper::publish`] on.
    ///
    /// # Errors
    /// Something stands in the way, or nothing can be written there.
    pub fn begin(&self, place: KeepTarget<'_>, header: &Header) -> Result<(), Error> {
        let in_the_way = in_the_way(&self.world, place)?;
        let overwrite = Overwrite::by(place.force);
        *self.open() = Some(JournaledGame {
            path: place.path.to_owned(),
            journal: GameJournal::begin(&self.world.at(place.path), header, overwrite, in_the_way)?,
        });
        Ok(())
    }

    /// A sink that takes down the turns of the game, where one is kept. When they cannot be written
    /// it says so and calls `end`: the game must not go on then.
    pub fn turns(&self, end: impl Fn() + 'static) -> Option<Box<dyn TurnSink>> {
        let is_kept = self.open().is_some();
        is_kept.then(|| -> Box<dyn TurnSink> {
            Box::new(Turns { kept: self.clone(), end: Box::new(end) })
        })
    }

    /// Lets what is kept be found.
    ///
    /// # Errors
    /// It could not be written.
    pub fn publish(&self) -> Result<(), Error> {
        match &mut *self.open() {
            Some(open) => open.journal.publish(),
            None => Ok(()),
        }
    }

    /// Writes the recording, once: where nothing is kept, or not any more, nothing happens. `played_ms`
    /// is how long people played, where the session knows it better than its newest turn.
    ///
    /// # Errors
    /// It could not be written; what was played is in the journal then.
    pub fn close(&self, played_ms: Option<u64>) -> Result<(), Error> {
        let mut open = self.open();
        let Some(JournaledGame { path, journal }) = open.take() else {
            return Ok(());
        };
        let unwritten = journal.failure().map(|error| Error::io(path.display(), "write", error));
        let left = journal.place().cloned();
        let closed = journal.close(played_ms, &opener(self.games)).map_err(|error| {
            let Some(left) = left else {
                return error;
            };
            let (program, left) = (self.world.name(), left.display());
            error.help(format!(
                "the moves are in {left}; make a recording of them with: {program} convert {left} FILE"
            ))
        })?;
        match (unwritten, closed) {
            (Some(error), _) => Err(error.help("the last moves are lost")),
            (None, None) => Ok(()),
            (None, Some(JournalSummary { last, unit })) => {
                let (path, last) = (path.display(), last.unwrap_or_default());
                self.world.note(&format_args!("{unit}s 0 to {last} are recorded in {path}"));
                Ok(())
            }
        }
    }

    fn open(&self) -> MutexGuard<'_, Option<JournaledGame>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the turns of a session down.
struct Turns {
    kept: GameKeeper,
    end: Box<dyn Fn()>,
}

impl Turns {
    /// Nothing is taken down of a game that was closed meanwhile.
    fn take(&self, down: impl FnOnce(&mut GameJournal)) {
        let mut open = self.kept.open();
        let Some(JournaledGame { path, journal }) = &mut *open else {
            return;
        };
        let was_whole = journal.failure().is_none();
        down(journal);
        if let Some(error) = journal.failure().filter(|_| was_whole) {
            self.kept.world.tell(&Error::io(path.display(), "write", error));
            (self.end)();
        }
    }
}

impl TurnSink for Turns {
    fn turns(&mut self, line: &[u8], played_ms: Option<u64>) {
        self.take(|journal| journal.turns(line, played_ms));
    }

    fn back_to(&mut self, turns: usize) {
        self.take(|journal| journal.back_to(turns));
    }
}

/// The treatment of whatever stands at a place already.
fn in_the_way(world: &World, place: KeepTarget<'_>) -> Result<LeftoverJournal, Error> {
    let path = place.path;
    match beside(&world.at(path))? {
        NeighbourJournal::CutOff(cut_off) if cut_off.turns == 0 => discard(&cut_off.journal)?,
        NeighbourJournal::CutOff(_) if place.force || place.goes_on => {
            return Ok(LeftoverJournal::Replace);
        }
        NeighbourJournal::CutOff(cut_off) => return Err(left(world, place, &cut_off)),
        NeighbourJournal::Overtaken(_) if place.force => return Ok(LeftoverJournal::Replace),
        NeighbourJournal::Overtaken(_) | NeighbourJournal::Played | NeighbourJournal::Nothing => {}
    }
    if world.at(path).is_file() && !place.force {
        let error = Error::new("there is a file of this name already").at(path.display());
        return Err(error.help("name another with -o FILE, or replace it with --force"));
    }
    Ok(LeftoverJournal::Keep)
}

/// Returns whether nothing stands at a path, and no game is kept there.
pub fn is_free(world: &World, path: &Path) -> bool {
    !world.at(path).exists() && matches!(beside(&world.at(path)), Ok(NeighbourJournal::Nothing))
}

/// The message about a game that was cut off and may not be replaced: what can be done with it.
fn left(world: &World, place: KeepTarget<'_>, cut_off: &InterruptedGame) -> Error {
    let (program, file, how) = (world.name(), place.path.display(), place.how);
    let is_outside = |name: &String| PlayerName::of(name).is_outside();
    let go_on = match cut_off.players.iter().any(is_outside) {
        // No program is started because a recording names it.
        true => format!("record --from {file} --hour -1 --player WHO=PLAYER -o OTHER"),
        false => {
            let force = if world.at(place.path).exists() { " --force" } else { "" };
            format!("play --from {file} --hour -1 -o {file}{force}{how}")
        }
    };
    let turns = cut_off.turns;
    let what = format!("a game of {turns} turns was cut off before it was written to this file");
    Error::new(what).at(&file).help(format!(
        "to continue it: {program} {go_on}; to save it as it is: {program} convert {file} OTHER; to discard it: --force"
    ))
}
