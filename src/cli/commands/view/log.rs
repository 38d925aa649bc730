//! `chase view` of logs of other programs.

use std::io::Write;
use std::path::Path;

use crate::commands::diff;
use crate::input::logs::{self, LikeOption};
use crate::print::log_page::{TickSpan, put_one};
use crate::verb::{Context, Failure};
use chase_world::error::Error;
use chase_world::world::World;

/// Refuses to draw the board of a log, which has none; `option` asks for the drawing.
///
/// # Errors
/// The file is a log, or cannot be read.
pub(crate) fn check_board(world: &World, file: &Path, option: &str) -> Result<(), Error> {
    if !logs::is_log(world, file)? {
        return Ok(());
    }
    let what = format!("{option} draws a board, and the log of another program has none");
    Err(Error::new(what).at(file.display()).help("`chase view FILE` shows its signals on a page"))
}

/// Writes the page of a log or of two that are held against each other; false where the files are
/// none. `unmeant` are options that mean nothing for logs, and whether they are given.
///
/// # Errors
/// One of these is given, or a log cannot be read.
pub(crate) fn put(
    context: Context<'_>,
    ours: &Path,
    theirs: Option<&Path>,
    like: LikeOption,
    span: TickSpan<'_>,
    unmeant: &[(bool, &str)],
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let check = || match unmeant.iter().find(|(is_given, _)| *is_given) {
        Some((_, name)) => Err(Error::new(format!(
            "{name} is for games: the page of another program's log has no use for it"
        ))),
        None => Ok(()),
    };
    match theirs {
        Some(theirs) => {
            let mut sides = diff::DiffOptions::of(ours, theirs);
            sides.logs.like = like;
            if !diff::logs::wanted(context, &sides)? {
                return Ok(false);
            }
            check()?;
            let (outcome, rules) = diff::logs::compared(context, &sides)?;
            diff::logs::put_page(context, &sides, &outcome, &rules, span, out)?;
        }
        None => {
            if !like.is_given() && !logs::is_log(context.world, ours)? {
                return Ok(false);
            }
            check()?;
            put_one(context.world, like.open(context, ours)?, ours, span, out)?;
        }
    }
    Ok(true)
}
