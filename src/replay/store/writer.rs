//! The one door out.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::Opener;
use super::binary::BinaryWriter;
use super::disk::{Disk, FileSystem, Overwrite};
use super::journal::is_held;
use super::json::JsonStream;
use super::reader::{ReplayForm, ReplayReader};
use super::target::{Target, WriteOutcome, exists, is_being_written};
use chase_record::any::{RecordedHistory, RecordingSink};
use chase_record::replay::Header;
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, World, WorldPath};

/// Writes a replay, cycle by cycle. JSON appears whole or not at all; a binary recording can be
/// seen, and read as far as it goes, while it is written.
pub struct ReplayWriter<F: FileSystem = World> {
    path: PathBuf,
    writer: FormWriter<F::File>,
    target: Target<F>,
    played_ms: Option<u64>,
    /// A cycle could not be written, so that nothing may follow.
    is_broken: bool,
}

enum FormWriter<D: Disk> {
    Json(Box<JsonStream<BufWriter<D>>>),
    Binary(Box<BinaryWriter<D>>),
}

/// The form that an extension asks for: `.chase` is binary, all else JSON.
pub fn form_by_extension(path: &Path) -> ReplayForm {
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("chase") => ReplayForm::Binary,
        _ => ReplayForm::Json,
    }
}

impl ReplayWriter {
    /// Begins a file. One that is there already is refused at once when it cannot turn out to
    /// be the same: it is no replay, or one with another header.
    ///
    /// # Errors
    /// The file is there, or cannot be written.
    pub fn create(
        path: &WorldPath,
        header: &Header,
        overwrite: Overwrite,
        opener: Opener<'_>,
    ) -> Result<Self, Error> {
        Self::create_whole(path, header, overwrite, opener)?.published()
    }

    /// Creates a recording as [`ReplayWriter::create`] does, of which nothing is seen before all of it is
    /// written, in the binary form too.
    ///
    /// # Errors
    /// As [`ReplayWriter::create`].
    pub fn create_whole(
        path: &WorldPath,
        header: &Header,
        overwrite: Overwrite,
        opener: Opener<'_>,
    ) -> Result<Self, Error> {
        if is_held(path) {
            return Err(is_being_written(path.path()));
        }
        if overwrite == Overwrite::Never && path.is_file() {
            let there = ReplayReader::open(path, opener).map_err(|_| exists(path.path()))?;
            if there.header().to_json() != header.to_json() {
                return Err(exists(path.path()));
            }
        }
        Self::begin(path.path(), header, Target::open(path, overwrite)?)
    }

    /// Begins the file of a game whose journal stands beside it.
    ///
    /// # Errors
    /// As [`ReplayWriter::create`].
    pub(super) fn of_journal(
        path: &WorldPath,
        header: &Header,
        overwrite: Overwrite,
    ) -> Result<Self, Error> {
        Self::begin(path.path(), header, Target::open(path, overwrite)?)?.published()
    }

    /// Writes all cycles that a reader still has.
    ///
    /// # Errors
    /// They could not be read or written.
    pub(super) fn take_all(&mut self, reader: &mut ReplayReader) -> Result<(), Error> {
        while reader.next_cycle()? {
            self.cycle(reader.now()).io_at(self.path.display(), "write")?;
        }
        Ok(())
    }
}

impl<F: FileSystem> ReplayWriter<F> {
    /// Begins a file on a file system on which nothing stands in the way.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn on(files: F, path: &Path, header: &Header, overwrite: Overwrite) -> Result<Self, Error> {
        Self::begin(path, header, Target::on(files, path, overwrite)?)?.published()
    }

    /// Lets a binary recording be seen from now on.
    fn published(mut self) -> Result<Self, Error> {
        if matches!(self.writer, FormWriter::Binary(_)) {
            self.target.publish()?;
        }
        Ok(self)
    }

    fn begin(path: &Path, header: &Header, target: Target<F>) -> Result<Self, Error> {
        let failed = |error: io::Error| Error::io(path.display(), "write", &error);
        let file = target.file().map_err(failed)?;
        let writer = match form_by_extension(path) {
            ReplayForm::Json | ReplayForm::Journal => FormWriter::Json(Box::new(
                JsonStream::new(BufWriter::new(file), header).map_err(failed)?,
            )),
            ReplayForm::Binary => {
                let writer = BinaryWriter::new(file, header).map_err(failed)?;
                FormWriter::Binary(Box::new(writer))
            }
        };
        Ok(ReplayWriter {
            path: path.to_owned(),
            writer,
            target,
            played_ms: None,
            is_broken: false,
        })
    }

    /// Sets the time that people played, in milliseconds. Without a value the file does not state it.
    pub fn set_played_ms(&mut self, played_ms: Option<u64>) {
        self.played_ms = played_ms;
    }

    /// Writes the end, and publishes the file.
    ///
    /// # Errors
    /// It could not be written, or another file is there.
    pub fn finish(
        self,
        now: &dyn RecordedHistory,
        opener: Opener<'_>,
    ) -> Result<WriteOutcome, Error> {
        self.check_unbroken().io_at(self.path.display(), "write")?;
        let written = match self.writer {
            FormWriter::Json(json) => json.finish_played(now, self.played_ms).and_then(close_json),
            FormWriter::Binary(binary) => binary.finish(now, self.played_ms),
        };
        written.io_at(self.path.display(), "write")?;
        self.target.finish(|one, other| same_recording(one, other, opener))
    }

    /// Behind a cycle that is missing, or stands there in half, nothing can be read.
    fn check_unbroken(&self) -> io::Result<()> {
        if self.is_broken {
            return Err(io::Error::other("an earlier cycle could not be written"));
        }
        Ok(())
    }

    /// Gives up a recording before its end: a binary one keeps its cycles and stays unfinished, JSON
    /// leaves no file. Returns the form.
    ///
    /// # Errors
    /// The last frame could not be written.
    pub fn abandon(self) -> Result<ReplayForm, Error> {
        self.check_unbroken().io_at(self.path.display(), "write")?;
        match self.writer {
            FormWriter::Json(_) => Ok(ReplayForm::Json),
            FormWriter::Binary(binary) => {
                binary.abandon().io_at(self.path.display(), "write")?;
                self.target.check_published()?;
                Ok(ReplayForm::Binary)
            }
        }
    }
}

/// Returns true if two whole files hold the same recording: binary ones may differ in where their frames
/// end, which depends on time.
fn same_recording(one: File, other: File, opener: Opener<'_>) -> bool {
    let seal = |file: File| -> Result<_, Error> {
        let mut reader = ReplayReader::from_file(String::new(), file, opener)?;
        while reader.next_cycle()? {}
        Ok((reader.form(), reader.tail().map(|tail| tail.file)))
    };
    match (seal(one), seal(other)) {
        (Ok(one), Ok(other)) => one == other && one.1.is_some(),
        _ => false,
    }
}

fn close_json(out: BufWriter<impl Disk>) -> io::Result<()> {
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync()
}

impl<F: FileSystem> RecordingSink for ReplayWriter<F> {
    fn cycle(&mut self, now: &dyn RecordedHistory) -> io::Result<()> {
        self.check_unbroken()?;
        let written = match &mut self.writer {
            FormWriter::Json(json) => json.cycle(now),
            FormWriter::Binary(binary) => binary.cycle(now),
        };
        self.is_broken = written.is_err();
        written
    }
}
