//! The tables of single games of several parts, put together in the order of cells and numbers.

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};

use super::folder::Folder;
use super::rows::COLUMNS;
use super::run::GAMES;
use crate::error::Error;
use crate::store::{Overwrite, Target};

/// The cell and the number of a line.
type Place = (u64, u64);

fn place(line: &str) -> Place {
    let mut numbers = line.split(',').map(|it| it.parse().unwrap_or(u64::MAX));
    let cell = numbers.next().unwrap_or(u64::MAX);
    (cell, numbers.next().unwrap_or(u64::MAX))
}

/// Writes the table of games of a whole sweep, where all of its parts have one. A game that stands in
/// two of them is written once.
///
/// # Errors
/// A table cannot be read or written.
pub fn merge_games(whole: &Folder, parts: &[Folder]) -> Result<(), Error> {
    let paths: Vec<_> = parts.iter().map(|part| part.file(GAMES)).collect();
    if !paths.iter().all(|path| path.exists()) {
        return Ok(());
    }
    let mut tables = Vec::new();
    for path in &paths {
        let unread = |error| Error::io(path.display(), "read", &error);
        let file = std::fs::File::open(path).map_err(unread)?;
        let mut lines = BufReader::new(file).lines();
        // The names of the columns.
        lines.next();
        let next = lines.next().transpose().map_err(unread)?;
        tables.push((lines, next, path));
    }
    let path = whole.file(GAMES);
    let unwritten = |error| Error::io(path.display(), "write", &error);
    let target = Target::open(&path, Overwrite::Force)?;
    let mut out = BufWriter::new(target.file().map_err(unwritten)?);
    writeln!(out, "{COLUMNS}").map_err(unwritten)?;
    let mut last = String::new();
    while let Some((lines, next, path)) = tables
        .iter_mut()
        .filter(|(_, next, _)| next.is_some())
        .min_by_key(|(_, next, _)| next.as_deref().map(place))
    {
        let unread = |error| Error::io(path.display(), "read", &error);
        let following = lines.next().transpose().map_err(unread)?;
        if let Some(line) = std::mem::replace(next, following)
            && line != last
        {
            writeln!(out, "{line}").map_err(unwritten)?;
            last = line;
        }
    }
    out.flush().map_err(unwritten)?;
    drop(out);
    target.finish(|_, _| false)?;
    Ok(())
}
