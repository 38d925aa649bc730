//! The files that a command takes where it is given a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The files a folder stands for: those below it, at any depth, whose names end in one of `endings`, by
/// name. Anything else stands for itself. Links to folders are not followed.
///
/// # Errors
/// A folder that cannot be read, or holds no such file.
pub fn files_of(path: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error: std::io::Error| Error::io(folder.display(), "read", &error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let ending = path.extension().and_then(|it| it.to_str());
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(path);
            } else if !path.is_dir() && ending.is_some_and(|it| endings.contains(&it)) {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        let what = format!("no file in this folder ends in .{}", endings.join(" or ."));
        return Err(Error::new(what).at(path.display()));
    }
    files.sort();
    Ok(files)
}
