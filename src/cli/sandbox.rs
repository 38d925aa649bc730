//! The options by which outside programs are shut in, for every command that starts some.

use std::path::{Path, PathBuf};

use clap::Args;

use super::secret::{Secret, full_path};
use super::terminal;
use crate::error::Error;
use crate::outside::limited::has_namespaces;
use crate::outside::program::Program;
use crate::outside::sandbox::{Access, SYSTEM, Sandbox, has_filters, missing, set_access};
use crate::outside::toolchain::own_files;

/// What is withheld by namespaces alone.
const NAMESPACES: &str = "sight of other processes (namespaces)";
/// And where there are no filters of system calls.
const SOCKETS: &str = "sockets of networks (namespaces or seccomp)";

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
    /// several players, who may not read each other's; `secrets` nobody may read.
    ///
    /// # Errors
    /// The kernel cannot do what is required, or what is allowed is not there.
    pub fn begin(&self, programs: &[Program], secrets: &[Secret]) -> Result<(), Error> {
        let namespaces = self.sandbox != Sandbox::Off && has_namespaces();
        let mut missing = missing();
        if !namespaces {
            missing.push(NAMESPACES);
        }
        if !namespaces && !has_filters() {
            missing.push(SOCKETS);
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
            apart: apart(programs, secrets),
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
    pub fn check_apart(&self, players: &[Program], secrets: &[Secret]) -> Result<(), Error> {
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
        for secret in secrets {
            check(secret.what, &secret.path, &system)?;
            check(secret.what, &secret.path, &allowed)?;
            check_not_named(players, secret)?;
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

/// Checks that no command line names a secret, whether it is there already or not.
fn check_not_named(players: &[Program], secret: &Secret) -> Result<(), Error> {
    let closed = full_path(&secret.path);
    let words = players.iter().flat_map(|it| it.argv()).map(Path::new);
    let mut files = words
        .filter(|it| it.is_absolute() && !it.is_dir())
        .map(full_path);
    match files.find(|file| file.starts_with(&closed)) {
        None => Ok(()),
        Some(file) => {
            let (file, closed) = (file.display(), closed.display());
            let what = format!("{file} could be read by players: a command line names it");
            Err(Error::new(what).help(format!("{} {closed} is not for them", secret.what)))
        }
    }
}

/// What is kept apart: the folders of all runs, secrets, and the files of several players.
fn apart(programs: &[Program], secrets: &[Secret]) -> Vec<PathBuf> {
    let files = programs.iter().flat_map(|it| own_files(it.argv()));
    let mut apart = vec![full_path(&std::env::temp_dir())];
    apart.extend(secrets.iter().flat_map(Secret::closed));
    apart.extend(files.map(|file| full_path(&file)));
    apart
}
