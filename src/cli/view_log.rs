//! `chase view` of logs of other programs.

use std::io::Write;
use std::path::Path;

use super::{Failure, diff, logs};
use crate::traces::{page, plots};

/// Writes the page of a log or of two that are held against each other; false where the files are
/// none.
pub(super) fn put(
    ours: &Path,
    theirs: Option<&Path>,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let page = match theirs {
        Some(theirs) => {
            let sides = diff::Options::of(ours, theirs);
            if !diff::logs::wanted(&sides)? {
                return Ok(false);
            }
            page(&diff::logs::compared(&sides)?.0.report)
        }
        None => {
            if !logs::is_log(ours)? {
                return Ok(false);
            }
            plots(&mut logs::open(ours, None)?)?
        }
    };
    out.write_all(page.as_bytes())?;
    Ok(true)
}
