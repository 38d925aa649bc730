//! The files that a command takes where it is given a folder.

use std::path::{Path, PathBuf};

use chase_world::error::{Error, IoAt};
use chase_world::world::{FileKind, World};

/// The files a folder stands for: those below it, at any depth, whose names end in one of `endings`, by
/// name. Anything else stands for itself. Links to folders are not followed.
///
/// # Errors
/// A folder that cannot be read, or holds no such file.
pub fn files_of(world: &World, path: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Error> {
    let top = world.at(path);
    if !top.is_folder() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let mut folders = vec![top];
    while let Some(folder) = folders.pop() {
        for (place, kind) in folder.list().io_at(folder.display(), "read")? {
            let ending = place.path().extension().and_then(|it| it.to_str());
            let is_wanted = ending.is_some_and(|it| endings.contains(&it));
            if kind == FileKind::Folder {
                folders.push(place);
            } else if is_wanted && !place.is_folder() {
                files.push(place.path().to_owned());
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
