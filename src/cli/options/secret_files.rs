//! The files of a command that no program among its players may read, as they hold luck, places that
//! are hidden, or a token.

use std::path::{Path, PathBuf};

use clap::ArgMatches;

use chase_outside::address::Address;
use chase_play::CommandLine;
use chase_world::error::Error;
use chase_world::world::World;

/// A file, or a folder with all that is in it.
#[derive(Clone, Debug)]
pub struct Secret {
    /// The kind of secret, in words.
    pub what: &'static str,
    /// The path of it, now or later.
    pub path: PathBuf,
    /// True if it is written now: files of drawn names then come and go beside it.
    is_written: bool,
}

impl Secret {
    /// A secret that is there and is read, or a folder of its own.
    pub fn at(what: &'static str, path: &Path) -> Self {
        Secret { what, path: path.to_owned(), is_written: false }
    }

    /// The recording that a command writes.
    pub fn recording(path: &Path) -> Self {
        Secret { what: "the recording", path: path.to_owned(), is_written: true }
    }

    /// The full paths of all that is kept closed for it.
    pub fn closed(&self) -> Vec<PathBuf> {
        let full = full_path(&self.path);
        let beside = [full.parent().map(Path::to_owned), Some(folder(&self.path))];
        let mut closed: Vec<_> = beside.into_iter().flatten().filter(|_| self.is_written).collect();
        closed.push(full);
        closed
    }
}

/// The files of a game's own arguments that hold a scenario.
///
/// # Errors
/// Arguments that cannot be read.
pub fn of_scenario(
    world: &World,
    game: &dyn CommandLine,
    matches: &ArgMatches,
) -> Result<Vec<Secret>, Error> {
    let files = game.scenario_files(world, matches)?;
    let secret = |path: &PathBuf| Secret::at("the scenario", path);
    Ok(files.iter().map(secret).collect())
}

/// The file of the seed, where `--seed @FILE` names one.
pub fn of_seed(matches: &ArgMatches) -> Option<Secret> {
    let path = matches.get_raw("seed")?.next()?.to_str()?.strip_prefix('@')?;
    Some(Secret::at("the seed", Path::new(path)))
}

/// The files of the tokens that players' names hold.
pub fn of_tokens<'n>(names: impl Iterator<Item = &'n String>) -> Vec<Secret> {
    let files = names.filter_map(|name| Address::token_file(name));
    let secret = |file| Secret::at("the token", Path::new(file));
    files.map(secret).collect()
}

/// The full path of the folder that a path names a file in.
fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => full_path(folder),
        _ => full_path(Path::new(".")),
    }
}

/// The full path of what is there, or will be.
pub fn full_path(path: &Path) -> PathBuf {
    let path = std::env::current_dir().unwrap_or_default().join(path);
    let there = path.ancestors().find_map(|above| {
        let rest = path.strip_prefix(above).ok()?;
        let above = above.canonicalize().ok()?;
        // Joined with nothing it would end in a slash.
        Some(match rest.as_os_str().is_empty() {
            true => above,
            false => above.join(rest),
        })
    });
    there.unwrap_or(path)
}
