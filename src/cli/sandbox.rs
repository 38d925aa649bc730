//! The options by which outside programs are shut in, for every command that starts some.

use std::path::{Path, PathBuf};

use clap::Args;

use super::terminal;
use crate::error::Error;
use crate::outside::limited::has_namespaces;
use crate::outside::program::{Program, named_files};
use crate::outside::sandbox::{Access, SYSTEM, Sandbox, missing, set_access};
use crate::outside::toolchain::own_files;

/// What is withheld by namespaces alone.
const NAMESPACES: &str = "other sockets, and sight of other processes (namespaces)";

#[derive(Args)]
pub struct SandboxOptions {
    /// Whether started programs are shut in: they then read the system's folders, their own, and what
    /// --allow names, write a folder made for them alone, connect nowhere by TCP and signal nobody
    /// else (docs/security.md)
    #[arg(long, value_name = "HOW", default_value = "auto")]
    sandbox: Sandbox,
    /// A file or folder that all started programs may read, as modules elsewhere; may be
    /// given more than once
    #[arg(long, value_name = "PATH")]
    allow: Vec<PathBuf>,
}

impl SandboxOptions {
    /// Has all programs that are started from here on shut in as it is wanted. `programs` are those of
    /// several players, who may not read each other's; `secret` nobody may read.
    ///
    /// # Errors
    /// The kernel cannot do what is required, or what is allowed is not there.
    pub fn begin(&self, programs: &[Program], secret: Option<&Path>) -> Result<(), Error> {
        let namespaces = self.sandbox != Sandbox::Off && has_namespaces();
        let mut missing = missing();
        if !namespaces {
            missing.push(NAMESPACES);
        }
        let missing = missing.join(", ");
        match self.sandbox {
            Sandbox::Off => {}
            _ if missing.is_empty() => {}
            Sandbox::Require => {
                let what = format!("this system cannot withhold from programs: {missing}");
                return Err(Error::new(what).at("--sandbox require"));
            }
            Sandbox::Auto => terminal::note(&format_args!(
                "this system cannot withhold from programs: {missing}"
            )),
        }
        set_access(Access {
            sandbox: self.sandbox,
            namespaces,
            allow: self.allowed()?,
            apart: apart(programs, secret),
        });
        Ok(())
    }

    /// What is allowed, by full paths.
    fn allowed(&self) -> Result<Vec<PathBuf>, Error> {
        let full = |path: &PathBuf| {
            let full = path.canonicalize();
            full.map_err(|error| Error::io(path.display(), "read", &error))
        };
        self.allow.iter().map(full).collect()
    }

    /// Checks that players cannot read what is not for them.
    ///
    /// # Errors
    /// What is below a place that they can read, and which place that is.
    pub fn check_apart(&self, players: &[&Program], replays: Option<&Path>) -> Result<(), Error> {
        if self.sandbox == Sandbox::Off || players.is_empty() {
            return Ok(());
        }
        let allowed = self.allowed()?;
        let system = SYSTEM.map(PathBuf::from);
        let check = |what: &str, secret: &Path, places: &[PathBuf]| {
            let secret = full_path(secret);
            match places.iter().find(|place| secret.starts_with(place)) {
                None => Ok(()),
                Some(place) => {
                    let (secret, place) = (secret.display(), place.display());
                    Err(Error::new(format!(
                        "{what} {secret} could be read by players: it lies below {place}"
                    ))
                    .help("move it, or allow less with --allow"))
                }
            }
        };
        if let Some(replays) = replays {
            check("the folder of replays", replays, &system)?;
            check("the folder of replays", replays, &allowed)?;
            let replays = full_path(replays);
            let named = players.iter().flat_map(|it| named_files(it.argv()));
            for file in named.map(|file| full_path(&file)) {
                if file.starts_with(&replays) {
                    let file = file.display();
                    let what = format!("{file} could be read by players: a command line names it");
                    return Err(Error::new(what).help("it lies in the folder of replays"));
                }
            }
        }
        check("the folder of players'", &std::env::temp_dir(), &allowed)?;
        if let [_, _, ..] = players {
            for file in players.iter().flat_map(|it| own_files(it.argv())) {
                // What is installed is everybody's.
                if check("", &file, &system).is_ok() {
                    check("the player", &file, &allowed)?;
                }
            }
        }
        Ok(())
    }
}

/// What is kept apart: the folders of all runs, a secret, and the files of several players.
fn apart(programs: &[Program], secret: Option<&Path>) -> Vec<PathBuf> {
    let files = programs.iter().flat_map(|it| own_files(it.argv()));
    let mut apart = vec![full_path(&std::env::temp_dir())];
    apart.extend(secret.map(full_path));
    apart.extend(files.map(|file| full_path(&file)));
    apart
}

/// The full path of what is there, or will be.
fn full_path(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let path = here.join(path);
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
