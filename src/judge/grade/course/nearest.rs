//! The program that a submission is asked for, or the nearest there is to it.

use std::path::Path;

use super::walk::items;
use chase_outside::program::{ProgramCommand, is_executable};

/// The program of a command line in a submission's folder.
///
/// # Errors
/// There is none, or a word leads out of the folder.
pub(super) fn program(typed: &[String], root: &Path) -> Result<ProgramCommand, String> {
    for word in typed {
        check_inside(word, root)?;
    }
    ProgramCommand::within(typed, root).map_err(|why| {
        let wanted = typed.first().map_or("", String::as_str);
        let nearest = nearest(wanted, root).filter(|_| !root.join(wanted).exists());
        match nearest {
            None => why.to_string(),
            Some(nearest) => format!("{why}; the nearest is {nearest}"),
        }
    })
}

/// A link out of a submission's folder would open what it leads to.
fn check_inside(word: &str, root: &Path) -> Result<(), String> {
    let is_below = |path: &Path| {
        let full = (path.canonicalize(), root.canonicalize());
        matches!(&full, (Ok(path), Ok(root)) if path.starts_with(root))
    };
    let path = root.join(word);
    if Path::new(word).is_relative() && path.exists() && !is_below(&path) {
        return Err(format!("{word} leads out of the submission's folder"));
    }
    Ok(())
}

/// The program whose name is most like another.
fn nearest(wanted: &str, root: &Path) -> Option<String> {
    let wanted = Path::new(wanted).file_name()?.to_string_lossy().to_lowercase();
    let items = items(root).ok()?;
    let is_program = |path: &Path| cfg!(unix) && is_executable(&root.join(path));
    let programs =
        items.iter().filter(|item| item.kind.is_file() && item.bytes > 0 && is_program(&item.path));
    let by_name = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        (strsim::levenshtein(&wanted, &name.to_lowercase()), path.to_owned())
    };
    let nearest = programs.map(|item| by_name(&item.path)).min()?;
    Some(format!("./{}", nearest.1.display()))
}
