//! The replay of a game that was played from outside.

use std::path::Path;

use crate::opener::opener;
use crate::store::{Overwrite, ReplayWriter};
use chase_play::Games;
use chase_record::any::{Projections, RecordingSink as _};
use chase_study::environment::{AnyEnvironment, Episode};
use chase_world::error::{Error, IoAt};
use chase_world::world::WorldPath;

/// Plays an episode of an environment again and writes its replay: binary where the name of the file
/// ends with `.chase`, else JSON.
///
/// # Errors
/// A game that cannot be played again, or a file that cannot be written.
pub fn write_episode(
    games: Games,
    environment: &dyn AnyEnvironment,
    episode: &Episode,
    path: &Path,
    overwrite: Overwrite,
) -> Result<(), Error> {
    let (header, mut recording) =
        environment.record(episode).map_err(|why| Error::new(why.to_string()))?;
    let mut recorder =
        ReplayWriter::create(&WorldPath::on_disk(path), &header, overwrite, &opener(games))?;
    recording.project(Projections { seals: true, ..Projections::default() });
    while recording.advance() {
        recorder.cycle(recording.now()).io_at(path.display(), "write")?;
    }
    recorder.finish(recording.now(), &opener(games))?;
    Ok(())
}
