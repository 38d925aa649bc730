//! The finished games of a match that is shown, as replays.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde_json::json;
use tempfile::TempDir;

use crate::arena::entrant::replay_path;
use crate::cli::Failure;
use crate::cli::page_file::{BYTES_MAX, limited};
use crate::cli::view::pair_page;
use crate::engine::any::{Projections, RecordingSink as _};
use crate::engine::picture::Scene;
use crate::error::Error;
use crate::games::Games;
use crate::library::opener;
use crate::store::{Overwrite, ReplayReader, ReplayWriter, unopened};
use crate::view::{About, SPAN, ServedReplay, moment};
use crate::web::matches::{GameHistory, MatchHall};
use crate::web::replays::{OpenedReplay, Shelf, Try};

/// Finished games, from the folder of replays or from memory.
pub struct EndedShelf {
    /// The games of the program.
    games: Games,
    hall: Arc<MatchHall>,
    replays: Option<PathBuf>,
    folder: TempDir,
    /// The number of files that were written into the folder.
    written: AtomicU64,
}

/// A game as a file. One that was made for this is there no longer than it is needed.
struct GameFile {
    game: u64,
    path: PathBuf,
    is_own: bool,
}

impl Drop for GameFile {
    fn drop(&mut self) {
        if self.is_own {
            // It goes with its folder, if not now.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl EndedShelf {
    /// # Errors
    /// There is no room for temporary files.
    pub fn new(
        games: Games,
        hall: Arc<MatchHall>,
        replays: Option<PathBuf>,
    ) -> Result<Self, Error> {
        let folder = tempfile::tempdir();
        Ok(EndedShelf {
            games,
            hall,
            replays,
            folder: folder.map_err(|error| Error::io("a temporary folder", "make", &error))?,
            written: AtomicU64::new(0),
        })
    }

    /// A finished game.
    fn file(&self, replay: usize) -> Result<GameFile, Error> {
        let ended = self.hall.ended(replay);
        let ended =
            ended.ok_or_else(|| Error::new(format!("no game {replay} is over here yet")))?;
        if let Some(replays) = &self.replays {
            return Ok(GameFile {
                game: ended.game,
                path: replay_path(replays, ended.game),
                is_own: false,
            });
        }
        let Some(history) = ended.history else {
            return Err(Error::new("this game is not kept; --replays keeps all games"));
        };
        let n = self.written.fetch_add(1, Ordering::Relaxed);
        let file = GameFile {
            game: ended.game,
            path: self.folder.path().join(format!("{n}.json")),
            is_own: true,
        };
        write(self.games, &history, &file.path)?;
        Ok(file)
    }

    /// A finished game with the eyes that may look at it, and its number in the match.
    fn reader(&self, replay: usize) -> Result<(u64, ReplayReader, Projections), Error> {
        let file = self.file(replay)?;
        let reader = ReplayReader::open(&file.path, &opener(self.games))?;
        let viewer = match self.hall.shows_all() {
            true => None,
            false => {
                let mut header = reader.header().clone();
                let public = self.hall.game.public(&mut header);
                let public = public.map_err(|why| unopened(self.hall.game.name(), &why))?;
                let unsaid = || Error::new("the game does not say what everybody may see");
                Some(public.eyes.ok_or_else(unsaid)?)
            }
        };
        let seen =
            Projections { insight: reader.now().has_heat(), viewer, ..Projections::default() };
        Ok((file.game, reader, seen))
    }

    fn served(&self, replay: usize) -> Result<ServedReplay, Error> {
        let (game, mut reader, seen) = self.reader(replay)?;
        reader.project(seen);
        let now = reader.game()?;
        let about = About {
            game: self.hall.game.name(),
            unit: now.unit(),
            viewer: seen.viewer.map(|_| "everybody".into()),
            name: format!("game {}", game + 1),
            title: String::new(),
            summary: None,
            statements: match self.hall.is_over() {
                true => now.statements(),
                false => Vec::new(),
            },
        };
        let stage = self.hall.stage(now);
        ServedReplay::new(reader, opener(self.games), about, stage, seen)
    }
}

/// Writes a game that was kept in memory.
fn write(games: Games, history: &GameHistory, path: &Path) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::io("a temporary file", "write", &error);
    let mut replay = opener(games)(&mut history.header.clone())?;
    replay.project(Projections { seals: true, ..Projections::default() });
    let mut recorder =
        ReplayWriter::create(path, &history.header, Overwrite::Force, &opener(games))?;
    for cycle in history.from(0, usize::MAX) {
        let read = replay.read_json(&cycle);
        read.map_err(|_| Error::new("the game cannot be read"))?;
        recorder.cycle(&*replay).map_err(failed)?;
    }
    recorder.finish(&*replay, &opener(games))?;
    Ok(())
}

impl Shelf for EndedShelf {
    fn open(&self, replay: usize) -> Result<OpenedReplay, Error> {
        let served = self.served(replay)?;
        let more = json!({ "name": "", "span": SPAN, "seats": [], "players": [], "tries": false });
        let more = more.to_string();
        Ok(OpenedReplay { served, more })
    }

    fn edition(&self) -> u64 {
        self.hall.is_over().into()
    }

    fn overview(&self, replay: usize, stop: &AtomicBool) -> Result<Option<String>, Error> {
        let columns = self.hall.game.columns();
        let served = self.served(replay)?;
        served.overview(columns, || !stop.load(Ordering::Relaxed))
    }

    fn thumbnail(&self, replay: usize) -> Result<String, Error> {
        let (_, mut reader, seen) = self.reader(replay)?;
        reader.project(Projections { scenes: true, ..seen });
        while reader.next_cycle()? {}
        let mut scene = Scene::default();
        let now = reader.game()?;
        now.scene(None, &mut scene);
        Ok(moment(&self.hall.stage(now), &scene, None))
    }

    fn pair(&self, ours: usize, theirs: usize) -> Result<Vec<u8>, Error> {
        if !self.hall.shows_all() {
            let error = Error::new("two games can be compared when the match is over");
            return Err(error.help("another game may begin from the same position until then"));
        }
        let (ours, theirs) = (self.file(ours)?, self.file(theirs)?);
        let mut page = Vec::new();
        let made = limited(&ours.path, &mut page, BYTES_MAX, &|out| {
            pair_page(self.games, &ours.path, &theirs.path, out)
        });
        match made {
            Ok(()) => Ok(page),
            Err(Failure::Told(error)) => Err(error),
            Err(_) => Err(Error::new("the page of the two could not be made")),
        }
    }

    fn try_from(&self, _: &Try) -> Result<String, Error> {
        let error = Error::new("this moment cannot be continued");
        Err(error
            .help("continue it from chase view FOLDER --serve, where FOLDER is that of --replays"))
    }
}
