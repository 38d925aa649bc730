//! Solved states in a file: read before a scenario is solved, written when more of it is known.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;

use crate::cli::{Failure, page_file, terminal};
use crate::engine::solve::SolvedStates;
use crate::error::Error;
use crate::store::{Overwrite, Target};

/// The file in which solved states are kept.
pub(super) struct TableFile<'a> {
    path: &'a Path,
    /// The states that it holds.
    states: u64,
}

impl<'a> TableFile<'a> {
    /// The file of a path, and what it holds; it need not be there. Finds out at once whether it can be written.
    pub(super) fn open(path: &'a Path) -> Result<(Self, Option<SolvedStates>), Error> {
        let table = read_table(path)?;
        if !Target::check(path, Overwrite::Force)? {
            return Err(Error::new("--table needs a regular file").at(path.display()));
        }
        let states = table.as_ref().map_or(0, SolvedStates::valued);
        Ok((TableFile { path, states }, table))
    }

    /// Writes the states if there are more than before. Of a scenario that is not solved it says so.
    pub(super) fn keep(&self, table: &SolvedStates, is_solved: bool) -> Result<(), Failure> {
        let (path, states) = (self.path, table.valued());
        if states <= self.states {
            return Ok(());
        }
        page_file::to_file(path, Overwrite::Force, &|out| {
            let written = table.write(out);
            written.map_err(|error| Error::io(path.display(), "write", &error).into())
        })?;
        if !is_solved {
            terminal::note(&format_args!(
                "{}: {states} solved states are kept; with more --states the command goes on from them",
                path.display()
            ));
        }
        Ok(())
    }
}

/// Reads the table of a file; nothing where there is no such file.
pub(in crate::cli) fn read_table(path: &Path) -> Result<Option<SolvedStates>, Error> {
    let file = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        // A pipe would be waited for.
        Ok(it) if !it.is_file() => {
            return Err(Error::new("--table needs a regular file").at(path.display()));
        }
        _ => File::open(path).map_err(|error| Error::io(path.display(), "read", &error))?,
    };
    let table = SolvedStates::read(&mut BufReader::new(file));
    table.map(Some).map_err(|fault| {
        Error::new(fault.to_string())
            .at(path.display())
            .help("name another file, or remove this one to begin again")
    })
}
