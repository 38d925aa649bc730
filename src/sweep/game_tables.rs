//! The tables of single games of several parts, put together in the order of cells and numbers.

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};

use super::condition::Condition;
use super::folder::Folder;
use super::rows::{COLUMNS, GAMES, place};
use chase_replay::store::{Overwrite, Target};
use chase_world::error::{Error, IoAt};

/// Checks that all parts keep the same games, so that one table can have them.
///
/// # Errors
/// A part keeps others than the first, or its rows are not put together yet.
pub fn check_kept(parts: &[Folder]) -> Result<(), Error> {
    let Some(first) = parts.first() else {
        return Ok(());
    };
    let kept = first.kept()?;
    let said = |kept: &Option<Vec<Condition>>| match kept.as_deref() {
        None => "no games".to_owned(),
        Some([]) => "all games".to_owned(),
        Some(all) => {
            let all: Vec<_> = all.iter().map(ToString::to_string).collect();
            format!("games with {}", all.join(" and "))
        }
    };
    for part in parts {
        let (theirs, table) = (part.kept()?, part.file(GAMES));
        if theirs != kept {
            let (ours, theirs, first) = (said(&kept), said(&theirs), first.file(""));
            let what = format!("this part keeps {theirs}, but {} keeps {ours}", first.display());
            let error = Error::new(what).at(part.file("").display());
            return Err(error.help("play all parts with the same --per-game and --keep"));
        }
        if theirs.is_some() && !table.exists() {
            let error = Error::new("this part has no table of games yet").at(table.display());
            return Err(error.help("play the part to its end with --resume"));
        }
    }
    Ok(())
}

/// Writes the table of games of a whole sweep, where its parts keep games. A game that stands in two of
/// them is written once.
///
/// # Errors
/// The parts do not keep the same games; a table cannot be read or written.
pub fn merge_games(whole: &Folder, parts: &[Folder]) -> Result<(), Error> {
    check_kept(parts)?;
    let Some(kept) = parts.first().map(Folder::kept).transpose()?.flatten() else {
        return Ok(());
    };
    whole.keep(&kept)?;
    let paths: Vec<_> = parts.iter().map(|part| part.file(GAMES)).collect();
    let mut tables = Vec::new();
    for path in &paths {
        let file = path.open().io_at(path.display(), "read")?;
        let mut lines = BufReader::new(file).lines();
        // The names of the columns.
        lines.next();
        let next = lines.next().transpose().io_at(path.display(), "read")?;
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
        .min_by_key(|(_, next, _)| next.as_deref().and_then(place))
    {
        let following = lines.next().transpose().io_at(path.display(), "read")?;
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
