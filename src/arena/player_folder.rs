//! A folder of players: each executable in it, and the `run` of each folder in it.

use std::path::{Path, PathBuf};

use super::entrant::NamedPlayer;
use chase_outside::program::is_executable;
use chase_world::error::{Error, IoAt};

/// The file of a player that has a folder of its own.
const RUN: &str = "run";

/// The players in a folder, in the order of their names: programs that are started, each called by
/// its file's or its folder's name. What cannot be executed, and what begins with a dot, is none.
///
/// # Errors
/// The folder cannot be read, holds no player, or one whose path is no text.
pub fn players_in(folder: &Path) -> Result<Vec<NamedPlayer>, Error> {
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder).io_at(folder.display(), "read")? {
        let entry = entry.io_at(folder.display(), "read")?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        let file = if path.is_dir() { path.join(RUN) } else { path };
        if !name.starts_with('.') && file.is_file() && is_executable(&file) {
            found.push((name, file));
        }
    }
    if found.is_empty() {
        let help =
            "a player is an executable file in this folder, or the executable `run` in a subfolder";
        return Err(Error::new("there is no player in this folder")
            .at(folder.display())
            .help(help));
    }
    found.sort();
    found.into_iter().map(|(name, file)| player(name, &file)).collect()
}

fn player(name: String, file: &Path) -> Result<NamedPlayer, Error> {
    let unnamed = || Error::new("the path is not valid UTF-8").at(file.display());
    let path = file.to_str().ok_or_else(unnamed)?;
    // A program without a slash would be looked for on the PATH.
    let path = match path.contains('/') {
        true => path.to_owned(),
        false => format!("./{path}"),
    };
    let quoted = shlex::try_quote(&path).map_err(|_| unnamed())?;
    Ok(NamedPlayer { name, player: format!("exec:{quoted}") })
}
