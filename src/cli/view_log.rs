//! `chase view` of logs of other programs.

use std::io::Write;
use std::path::Path;

use super::{Failure, diff, logs, terminal};
use crate::error::Error;
use crate::games::Games;
use crate::traces::{page, plots};

/// Writes the page of a log or of two that are held against each other; false where the files are
/// none. `unmeant` are options that mean nothing for logs, and whether they are given.
///
/// # Errors
/// One of these is given, or a log cannot be read.
pub(super) fn put(
    games: Games,
    ours: &Path,
    theirs: Option<&Path>,
    unmeant: &[(bool, &str)],
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let check = || match unmeant.iter().find(|(is_given, _)| *is_given) {
        Some((_, name)) => Err(Error::new(format!(
            "{name} is for games: the page of another program's log shows all of it"
        ))),
        None => Ok(()),
    };
    let page = match theirs {
        Some(theirs) => {
            let sides = diff::DiffOptions::of(ours, theirs);
            if !diff::logs::wanted(games, &sides)? {
                return Ok(false);
            }
            check()?;
            page(&diff::logs::compared(games, &sides)?.0.report)
        }
        None => {
            if !logs::is_log(games, ours)? {
                return Ok(false);
            }
            check()?;
            let mut log = logs::open(games, ours, None)?;
            let page = plots(&mut log)?;
            if let Some(unfinished) = log.ending().unfinished() {
                terminal::warn(&format_args!("{}: {unfinished}", log.name()));
            }
            page
        }
    };
    out.write_all(page.as_bytes())?;
    Ok(true)
}
