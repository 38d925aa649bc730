//! A trace recorded from inside the program that makes it.

use std::path::{Path, PathBuf};

use super::opener;
use crate::engine::any::{RecordedHistory as _, RecordingSink as _};
use crate::error::Error;
use crate::games::project_games;
use crate::store;
use crate::store::Overwrite;
use crate::traces::recording::TraceWriter;

/// Records what a simulator does: columns of numbers, by cycle and entity.
///
/// A recording holds what the log of the program would: JSON lines such as
/// `{"t":812,"entity":"car 7","x":1.5}`, one for each entity in each cycle, so `chase diff` holds it against
/// any log, and `chase convert run.chase run.jsonl` writes the lines. Numbers come back to the bit. An
/// entity of which nothing is set in a cycle is gone from there on; a cycle in which nothing is set is left
/// out.
///
/// A file that ends in `.chase` is written as it goes, about once a second, and can be read whatever
/// ends the program: what is missing then is at most what came last. Other files are JSON, written whole
/// by [`Recorder::finish`] or not at all.
///
/// # Examples
/// ```
/// use chase::trace::Recorder;
///
/// # fn main() -> Result<(), chase::Error> {
/// # let folder = tempfile::tempdir().expect("a folder");
/// # let path = folder.path().join("run.chase");
/// const X: usize = 0;
/// const LAPS: usize = 1;
/// let mut recorder = Recorder::create(&path, &["x", "laps"])?;
/// let car = recorder.entity("car 7")?;
/// for tick in 0..1000 {
///     recorder.cycle(tick)?;
///     recorder.set(car, X, tick as f64 * 0.1);
///     recorder.set_integer(car, LAPS, tick as i64 / 60);
/// }
/// recorder.finish()?;
///
/// let replay = chase::open(&path)?;
/// assert!(replay.state_at(999)?.text().contains("99.9"));
/// # Ok(())
/// # }
/// ```
pub struct Recorder {
    path: PathBuf,
    writing: TraceWriter,
    file: store::ReplayWriter,
}

/// An entity of a recorder, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity(usize);

impl Recorder {
    /// Begins a recording with these columns, in place of a file that is there.
    ///
    /// # Errors
    /// Names of columns that are empty, stand twice, are `t` or `entity`, or hold quotes or control
    /// characters; a file that cannot be written.
    pub fn create(path: impl AsRef<Path>, columns: &[&str]) -> Result<Self, Error> {
        let path = path.as_ref().to_owned();
        let writing = TraceWriter::begin(columns)?;
        let packing = writing.now().packing();
        let overwrite = Overwrite::by(true);
        let header = writing.header();
        let file = store::ReplayWriter::create_packed(
            &path,
            header,
            overwrite,
            &opener(project_games()),
            packing,
        )?;
        Ok(Recorder { path, writing, file })
    }

    /// An entity by its name; the same for the same name. It is known for the whole recording.
    ///
    /// # Errors
    /// A name with quotes, backslashes or control characters.
    pub fn entity(&mut self, name: &str) -> Result<Entity, Error> {
        self.writing.entity(name).map(Entity)
    }

    /// Ends the cycle before and begins the one of a tick.
    ///
    /// # Errors
    /// A tick that is not greater than the one before; the file cannot be written.
    pub fn cycle(&mut self, tick: u64) -> Result<(), Error> {
        match self.writing.cycle(tick)? {
            true => self.write(),
            false => Ok(()),
        }
    }

    /// Sets a number of an entity in this cycle; `column` counts the columns from 0. The last that is set
    /// stands.
    ///
    /// # Panics
    /// If no cycle has begun, or there is no such column.
    #[inline]
    pub fn set(&mut self, entity: Entity, column: usize, value: f64) {
        self.writing.set_decimal(entity.0, column, value);
    }

    /// Sets an integer of an entity in this cycle, which is written without a point; `column`
    /// counts the columns from 0. The last that is set stands.
    ///
    /// # Panics
    /// If no cycle has begun, or there is no such column.
    #[inline]
    pub fn set_integer(&mut self, entity: Entity, column: usize, value: i64) {
        self.writing.set_integer(entity.0, column, value);
    }

    /// Ends the recording. Without it a `.chase` file is one that was cut, as after a crash.
    ///
    /// # Errors
    /// Nothing is set in the last cycle; the file cannot be written.
    pub fn finish(mut self) -> Result<(), Error> {
        self.writing.end()?;
        self.write()?;
        self.file.finish(self.writing.now(), &opener(project_games()))?;
        Ok(())
    }

    fn write(&mut self) -> Result<(), Error> {
        let written = self.file.cycle(self.writing.now());
        written.map_err(|error| Error::io(self.path.display(), "write", &error))
    }
}
