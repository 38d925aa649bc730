//! The replays of a server, as files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;
use tempfile::TempDir;

use super::try_here::Tries;
use super::{Viewed, pair_page};
use crate::print::page_file::{BYTES_MAX, limited};
use crate::verb::{Context, Failure};
use chase_kit::picture::Scene;
use chase_play::Games;
use chase_play::player_name::PlayerName;
use chase_record::any::{Projections, RecordingSink as _};
use chase_record::replay::Header;
use chase_replay::opener::opener;
use chase_replay::store::{Overwrite, ReplayForm, ReplayReader, ReplayWriter, open_file, unopened};
use chase_view::{SPAN, ServedReplay, moment};
use chase_web::replays::{OpenedReplay, Shelf, Try};
use chase_world::error::{Error, IoAt};

/// A file without an index that is longer than this is copied into one that has it, in bytes.
const SHORT: u64 = 8 << 20;
/// So many small pictures are kept.
const PICTURES_MAX: usize = 256;

/// Replays as files, by their numbers.
pub struct FileShelf {
    viewed: Viewed,
    files: Mutex<Vec<PathBuf>>,
    pictures: Mutex<BTreeMap<usize, String>>,
    /// The newest copy of a long file without an index.
    copy: Mutex<Option<(usize, TempDir)>>,
    tries: Tries,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nobody leaves anything half done under these locks.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FileShelf {
    pub fn new(viewed: Viewed) -> Self {
        FileShelf {
            viewed,
            files: Mutex::default(),
            pictures: Mutex::default(),
            copy: Mutex::default(),
            tries: Tries::default(),
        }
    }

    /// Puts the next replay in.
    pub fn add(&self, file: PathBuf) {
        held(&self.files).push(file);
    }

    /// Ends what is played from here, and keeps it.
    pub fn close(&self) {
        self.tries.close();
    }

    fn file(&self, replay: usize) -> Result<PathBuf, Error> {
        let file = held(&self.files).get(replay).cloned();
        file.ok_or_else(|| Error::new(format!("there is no replay {replay} here yet")))
    }

    /// Checks whether everything may be shown: drawings, comparisons and play are of the whole
    /// game.
    ///
    /// # Errors
    /// Only what some seats see is shown.
    fn check_whole(&self) -> Result<(), Error> {
        match self.viewed.viewer {
            None => Ok(()),
            Some(_) => Err(Error::new("this page shows only what some seats see")),
        }
    }

    /// A replay that can be jumped about in: the file itself, or a copy of it with an index.
    fn served(&self, replay: usize) -> Result<ServedReplay, Error> {
        let served = self.any_served(replay);
        // The name of the file may hold the seed.
        served.map_err(|error| match self.check_whole() {
            Ok(()) => error,
            Err(_) => Error::new("the recording cannot be read any more"),
        })
    }

    fn any_served(&self, replay: usize) -> Result<ServedReplay, Error> {
        let file = self.file(replay)?;
        if !is_long_without_index(self.viewed.context(), &file)? {
            return self.viewed.open(&file);
        }
        let mut copy = held(&self.copy);
        if copy.as_ref().is_none_or(|(of, _)| *of != replay) {
            *copy = Some((replay, indexed(self.viewed.context(), &file)?));
        }
        let (_, folder) = copy.as_ref().expect("it was just made");
        self.viewed.open_copy(&file, &copied(folder))
    }
}

/// Returns whether moments of a file are only reached from its beginning, and that takes long.
fn is_long_without_index(context: Context<'_>, file: &Path) -> Result<bool, Error> {
    let opened = open_file(&context.world.at(file)).and_then(|it| it.metadata());
    if opened.io_at(file.display(), "read")?.bytes <= SHORT {
        return Ok(false);
    }
    let reader = ReplayReader::open(&context.world.at(file), &opener(context.games))?;
    Ok(reader.form() == ReplayForm::Json || reader.tail().is_none())
}

fn copied(folder: &TempDir) -> PathBuf {
    folder.path().join("copy.chase")
}

/// A copy of a replay in the binary form, in a folder of its own.
fn indexed(context: Context<'_>, file: &Path) -> Result<TempDir, Error> {
    let folder = tempfile::tempdir().io_at("a temporary file", "write")?;
    let mut reader = ReplayReader::open(&context.world.at(file), &opener(context.games))?;
    let header = reader.header().clone();
    let path = copied(&folder);
    let mut recorder = ReplayWriter::create(
        &context.world.at(&path),
        &header,
        Overwrite::Never,
        &opener(context.games),
    )?;
    while reader.next_cycle()? {
        recorder.cycle(reader.now()).io_at("a temporary file", "write")?;
    }
    recorder.set_played_ms(reader.tail().and_then(|tail| tail.played_ms));
    recorder.finish(reader.now(), &opener(context.games))?;
    Ok(folder)
}

/// What the page of a replay is told besides its cycles, as JSON: the name of its file, the players in the seats,
/// and others who could take them. Without a file nothing of that is told, and nobody plays on.
fn more(games: Games, header: &Header, file: Option<&Path>) -> Result<String, Error> {
    let game = games.find(&header.game)?;
    let (mut seats, mut players) = (Vec::new(), Vec::new());
    if file.is_some() {
        let sides = game.sides(&mut header.clone()).map_err(|why| unopened(&header.game, &why))?;
        seats = sides.into_iter().flat_map(|side| side.seats).collect();
        seats.sort_by_key(|(seat, _)| *seat);
        players = game.built_in_names();
    }
    let count = u8::try_from(header.players.len()).unwrap_or(u8::MAX);
    let goes_on = |player: &str| {
        matches!(PlayerName::of(player), PlayerName::BuiltIn(_))
            && game.built_in(player, count).is_ok()
    };
    let seats = seats.iter().zip(&header.players).map(
        |((_, seat), player)| json!({ "name": seat, "player": player, "goes_on": goes_on(player) }),
    );
    let name = file.and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let more = json!({
        "name": name,
        "span": SPAN,
        "seats": seats.collect::<Vec<_>>(),
        "players": players.iter().map(|it| it.split(',').next()).collect::<Vec<_>>(),
        "tries": file.is_some(),
    });
    Ok(more.to_string())
}

impl Shelf for FileShelf {
    fn open(&self, replay: usize) -> Result<OpenedReplay, Error> {
        let served = self.served(replay)?;
        // Who looks through eyes is told nothing of who else plays, nor the name of the file.
        let file = self.check_whole().and_then(|()| self.file(replay)).ok();
        let more = more(self.viewed.games, served.header(), file.as_deref())?;
        Ok(OpenedReplay { served, more })
    }

    fn overview(&self, replay: usize, stop: &AtomicBool) -> Result<Option<String>, Error> {
        let served = self.served(replay)?;
        let game = self.viewed.games.find(&served.header().game)?;
        served.overview(game.columns(), || !stop.load(Ordering::Relaxed))
    }

    fn thumbnail(&self, replay: usize) -> Result<String, Error> {
        self.check_whole()?;
        if let Some(drawing) = held(&self.pictures).get(&replay) {
            return Ok(drawing.clone());
        }
        let mut reader = ReplayReader::open(
            &self.viewed.world.at(self.file(replay)?),
            &opener(self.viewed.games),
        )?;
        reader.trust_snapshots();
        reader.project(Projections { scenes: true, ..Projections::default() });
        reader.go_to(u64::MAX)?;
        let mut scene = Scene::default();
        reader.now().scene(None, &mut scene);
        let drawing = moment(&reader.now().stage(), &scene, None);
        let mut pictures = held(&self.pictures);
        if pictures.len() >= PICTURES_MAX {
            pictures.clear();
        }
        pictures.insert(replay, drawing.clone());
        Ok(drawing)
    }

    fn pair(&self, ours: usize, theirs: usize) -> Result<Vec<u8>, Error> {
        self.check_whole()?;
        let (ours, theirs) = (self.file(ours)?, self.file(theirs)?);
        let mut page = Vec::new();
        let made = limited(&ours, &mut page, BYTES_MAX, &|out| {
            pair_page(self.viewed.context(), &ours, &theirs, out)
        });
        match made {
            Ok(()) => Ok(page),
            Err(Failure::Told(error)) => Err(error),
            Err(_) => Err(Error::new("the page of the two could not be made")),
        }
    }

    fn try_from(&self, wish: &Try) -> Result<String, Error> {
        self.check_whole()?;
        self.tries.begin(self.viewed.context(), self.file(wish.replay)?, wish.clone())
    }
}
