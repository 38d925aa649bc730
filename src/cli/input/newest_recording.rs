//! The recording that is meant where a command line names none: the newest in the current folder. Which
//! one it is, is said on standard error.

use crate::verb::Context;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chase_replay::store::{InterruptedGame, NeighbourJournal, beside, looks_like_recording};
use chase_world::error::{Error, IoAt};
use chase_world::world::{World, WorldPath};

/// The file that is named, or the newest recording in the current folder, which is then told.
///
/// # Errors
/// None is named, and there is none.
pub(crate) fn named_or_newest(
    context: Context<'_>,
    named: Option<&PathBuf>,
) -> Result<PathBuf, Error> {
    match named {
        Some(file) => Ok(file.clone()),
        None => find(context).inspect(|file| tell(context.world, file)),
    }
}

/// Says which file is read.
pub(crate) fn tell(world: &World, file: &Path) {
    let file = file.display();
    world.note(&format_args!("{file}: the newest recording in the current folder"));
}

/// The newest recording in the current folder.
///
/// # Errors
/// There is none, or the folder cannot be read.
pub(crate) fn find(context: Context<'_>) -> Result<PathBuf, Error> {
    let folder = context.world.at(".");
    let mut files = files(&folder).io_at("the current folder", "read")?;
    // The newest first; of equally old ones the first by name.
    files.sort_by(|(a, at), (b, bt)| bt.cmp(at).then_with(|| a.cmp(b)));
    let mut files = files.into_iter().map(|(file, _)| file);
    let file = files.find(|file| looks_like_recording(&folder.join(file))).ok_or_else(|| {
        let (program, game) = (context.world.name(), context.games.all()[0].name());
        Error::new("no file is named, and there is no recording in the current folder")
            .help(format!("name a file, or make one: {program} record {game} -o game.chase"))
    })?;
    Ok(game_of(context.world, file))
}

/// The files of a folder with the times at which they were last written.
fn files(folder: &WorldPath) -> io::Result<Vec<(PathBuf, Option<SystemTime>)>> {
    let mut files = Vec::new();
    for (file, _) in folder.list()? {
        // Through a link too. What is gone by now is no file.
        let metadata = file.metadata().ok().filter(|it| it.is_file());
        if let (Some(metadata), Some(name)) = (metadata, file.file_name()) {
            files.push((PathBuf::from(name), metadata.changed));
        }
    }
    Ok(files)
}

/// The recording that was not written when its game was cut off, in place of the journal: it is found by that
/// name.
fn game_of(world: &World, file: PathBuf) -> PathBuf {
    let game = file.with_extension("");
    match beside(&world.at(&game)) {
        Ok(NeighbourJournal::CutOff(InterruptedGame { journal, .. }))
            if journal.file_name() == file.file_name() =>
        {
            game
        }
        _ => file,
    }
}
