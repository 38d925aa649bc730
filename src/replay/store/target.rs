//! The place to which a replay is written, so that a file appears whole or not at all and no earlier file
//! is lost by accident.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::NamedTempFile;

use super::disk::{FileSystem, Overwrite, Temporary};
use super::lock::is_locked;
use super::temporary;
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, World, WorldPath};

/// The result of writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The file is new.
    New,
    /// The file was there already: with the same bytes, or with the same recording cut into other frames.
    Same,
    /// The file replaced another.
    Replaced,
}

/// A file on its way to its place.
pub struct Target<F: FileSystem = World> {
    files: F,
    /// The path as the user named it, for messages.
    named: PathBuf,
    /// The path to which that leads.
    path: PathBuf,
    /// Nothing once it has its name.
    temp: Option<F::Temporary>,
    file: F::File,
    how: WriteMode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WriteMode {
    /// Nothing was there.
    Fresh,
    /// Something was, and must turn out to be the same.
    Compare,
    /// Something was, and is replaced.
    Replace,
    /// A pipe or a device: written as it comes.
    Stream,
}

impl Target {
    /// Opens a way to a path.
    pub fn open(path: &WorldPath, overwrite: Overwrite) -> Result<Self, Error> {
        let how = how(path, overwrite)?;
        if how == WriteMode::Stream {
            return Ok(Target {
                files: path.world().clone(),
                named: path.path().to_owned(),
                path: path.path().to_owned(),
                temp: None,
                file: path.open_to_write().io_at(path.display(), "write")?,
                how,
            });
        }
        let whole = way_to(path, how)?;
        let (named, whole) = (path.path().to_owned(), whole.path().to_owned());
        let target = Self::begin(path.world().clone(), named, whole, how)?;
        if let Some(Temporary::Disk(temp)) = &target.temp {
            target.clear_the_way(temp)?;
        }
        Ok(target)
    }

    /// Checks that a file can be written to a path later; creates nothing. Returns false for a pipe or a
    /// device, beside which no temporary file can be made.
    ///
    /// # Errors
    /// As [`Target::open`], as far as that is known before.
    pub fn check(path: &WorldPath, overwrite: Overwrite) -> Result<bool, Error> {
        let how = how(path, overwrite)?;
        if how != WriteMode::Stream {
            way_to(path, how)?;
        }
        Ok(how != WriteMode::Stream)
    }

    /// Removes what programs that were killed left in the folder, refuses a file that another is
    /// being written for, and gives the new one the mode of the one it replaces.
    fn clear_the_way(&self, temp: &NamedTempFile) -> Result<(), Error> {
        let Some(path) = self.files.at(&self.path).on_system() else {
            return Ok(());
        };
        if temporary::sweep(&path, temp.path()) {
            return Err(is_being_written(&self.named));
        }
        if self.how == WriteMode::Replace {
            let mode = fs::metadata(&path).io_at(self.named.display(), "write")?.permissions();
            fs::set_permissions(temp.path(), mode).io_at(self.named.display(), "write")?;
        }
        Ok(())
    }
}

impl<F: FileSystem> Target<F> {
    /// Opens a way to a path of a file system on which nothing stands in the way.
    pub fn on(files: F, path: &Path, overwrite: Overwrite) -> Result<Self, Error> {
        let how = match overwrite {
            Overwrite::Never => WriteMode::Fresh,
            Overwrite::Force => WriteMode::Replace,
        };
        Self::begin(files, path.to_owned(), path.to_owned(), how)
    }

    fn begin(files: F, named: PathBuf, path: PathBuf, how: WriteMode) -> Result<Self, Error> {
        let made = files.create_beside(&path);
        let (temp, file) = made.io_at(named.display(), "write")?;
        Ok(Target { files, named, path, temp: Some(temp), file, how })
    }

    /// A handle to write through.
    pub fn file(&self) -> io::Result<F::File> {
        self.files.clone_file(&self.file)
    }

    /// Lets a recording be seen under its name while it is still being written, where nothing
    /// was before.
    pub fn publish(&mut self) -> Result<(), Error> {
        if self.how == WriteMode::Fresh
            && let Some(temp) = self.temp.take()
        {
            self.place(temp, Overwrite::Never)?;
        }
        Ok(())
    }

    /// Checks that a published file is still the one under its name.
    pub(crate) fn check_published(&self) -> Result<(), Error> {
        if self.how != WriteMode::Fresh || self.temp.is_some() {
            return Ok(());
        }
        let is_there =
            self.files.is_at(&self.file, &self.path).io_at(self.named.display(), "write")?;
        if is_there {
            return Ok(());
        }
        Err(Error::new(
            "it was removed or replaced while it was being written; the content is lost",
        )
        .at(self.named.display())
        .help("write it again, where nothing else writes"))
    }

    /// Puts the whole file in its place. Where another must be the same, `same` may say that it
    /// is although its bytes differ.
    pub fn finish(mut self, same: impl Fn(File, File) -> bool) -> Result<WriteOutcome, Error> {
        self.check_published()?;
        let temp = self.temp.take();
        match (self.how, temp) {
            (WriteMode::Fresh | WriteMode::Stream, None) => Ok(WriteOutcome::New),
            (WriteMode::Fresh, Some(temp)) => {
                self.place(temp, Overwrite::Never).map(|()| WriteOutcome::New)
            }
            (WriteMode::Compare, Some(temp)) => {
                let equal = self
                    .files
                    .is_same(&temp, &self.path, &same)
                    .io_at(self.named.display(), "read")?;
                if equal { Ok(WriteOutcome::Same) } else { Err(exists(&self.named)) }
            }
            (_, Some(temp)) => self.place(temp, Overwrite::Force).map(|()| WriteOutcome::Replaced),
            (_, None) => unreachable!("only fresh files are published early"),
        }
    }

    /// Gives the file its name, and makes the name last.
    fn place(&self, temp: F::Temporary, overwrite: Overwrite) -> Result<(), Error> {
        let placed = self.files.rename(temp, &self.path, overwrite);
        match placed.and_then(|()| self.files.sync_name(&self.path)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&self.path)),
            placed => placed.io_at(self.path.display(), "write"),
        }
    }
}

/// The way in which a path can be written.
fn how(path: &WorldPath, overwrite: Overwrite) -> Result<WriteMode, Error> {
    match path.metadata() {
        Ok(there) if there.is_folder() => {
            Err(Error::new("is a directory").at(path.display()).help("name a file in it with -o"))
        }
        Ok(there) if !there.is_file() => Ok(WriteMode::Stream),
        Ok(_) if overwrite == Overwrite::Force => Ok(WriteMode::Replace),
        Ok(_) => Ok(WriteMode::Compare),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(WriteMode::Fresh),
        Err(error) => Err(Error::io(path.display(), "write", &error)),
    }
}

/// What a path points to, once nothing forbids to write it.
fn way_to(named: &WorldPath, how: WriteMode) -> Result<WorldPath, Error> {
    // A link stays a link: what it points to is replaced.
    let whole = named.full().unwrap_or_else(|_| named.clone());
    if whole.open().is_ok_and(|there| is_locked(&there)) {
        return Err(is_being_written(named.path()));
    }
    if how == WriteMode::Replace {
        refuse_if_read_only(&whole).io_at(named.display(), "write")?;
    }
    Ok(whole)
}

/// Refuses a file that was made read-only, or that may not be written: replacing it would go round
/// that.
fn refuse_if_read_only(path: &WorldPath) -> io::Result<()> {
    if path.metadata()?.is_read_only {
        let what = "it is read-only";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, what));
    }
    path.open_to_write().map(drop)
}

/// The message about a file that another program is writing now.
pub(crate) fn is_being_written(path: &Path) -> Error {
    Error::new("another program is writing this file now")
        .at(path.display())
        .help("wait until it has ended, or write elsewhere with -o FILE")
}

/// The message about a file that is there and differs.
pub fn exists(path: &Path) -> Error {
    Error::new("there is another file of this name already")
        .at(path.display())
        .help("write elsewhere with -o FILE, or replace it with --force")
}
