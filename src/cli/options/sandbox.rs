//! The options `--sandbox`, `--allow` and `--dirs`: whether the programs that a command starts are shut in,
//! and which files they may open then. Every command that starts some has them. What they mean for a
//! program is worked out in [`outside::sandbox`](chase_outside::sandbox).

use std::path::{Path, PathBuf};

use clap::Args;

use super::secret_files::{Secret, full_path};
use chase_outside::folder::own_folder;
use chase_outside::limited::has_namespaces;
use chase_outside::program::ProgramCommand;
use chase_outside::sandbox::{
    Access, MaskRule, SYSTEM, Sandbox, has_filters, missing, set_access, withholds_reading,
};
use chase_outside::toolchain::own_files;
use chase_world::error::{Error, IoAt};
use chase_world::world::World;

/// Named as not withheld where there are no namespaces.
const NAMESPACES: &str = "view of other processes (namespaces)";
/// Named as not withheld where there are no filters of system calls either.
const SOCKETS: &str = "network sockets (namespaces or seccomp)";

#[derive(Args)]
pub struct SandboxOptions {
    /// Run started programs in a sandbox. There they can read the system's folders, their own and
    /// those of --allow, and write a folder made for them; they cannot use TCP or send signals to
    /// others (docs/security.md)
    #[arg(long, value_name = "HOW", default_value = "auto")]
    sandbox: Sandbox,
    /// File or folder that started programs may also read, as in `--allow lib`; repeatable
    #[arg(long, value_name = "PATH")]
    allow: Vec<PathBuf>,
    /// Replace the system's folders by these for started programs, as in `--dirs
    /// /usr,/lib,/lib64,/bin`. Besides these they see their own files, a folder made for them,
    /// /proc and five devices, and nothing else (Linux, needs namespaces)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    dirs: Option<Vec<PathBuf>>,
}

impl SandboxOptions {
    /// Has all programs that are started from here on shut in as it is wanted. `programs` are those of
    /// several players, who may not read each other's; `secrets` nobody may read.
    ///
    /// # Errors
    /// The kernel cannot do what is required, what is allowed is not there, or the temporary folder
    /// cannot be used.
    pub fn begin(
        &self,
        world: &World,
        programs: &[ProgramCommand],
        secrets: &[Secret],
    ) -> Result<(), Error> {
        self.begin_with(world, MaskRule::None, apart(programs, secrets))
    }

    /// Has the programs that are graded from here on shut in, and masks from them every build of this
    /// program and what `references` names, so that they cannot ask for the answer.
    ///
    /// # Errors
    /// As those of [`SandboxOptions::begin`]; or masks cannot be had on this system.
    pub fn begin_grading(&self, world: &World, references: Vec<PathBuf>) -> Result<(), Error> {
        // Who switches the sandbox off has said that programs may do what their user may do.
        if self.sandbox == Sandbox::Off {
            return self.begin(world, &[], &[]);
        }
        if !withholds_reading() && self.dirs.is_none() {
            return Err(Error::new(
                "this system cannot stop a graded program from running `chase` to get the answers",
            )
            .help("grade on Linux with Landlock, or add --trust-programs"));
        }
        self.begin_with(world, MaskRule::Builds(references), apart(&[], &[]))
    }

    fn begin_with(&self, world: &World, masks: MaskRule, apart: Vec<PathBuf>) -> Result<(), Error> {
        // Without a folder no program can be started.
        own_folder().map_err(|error| Error::new(error.to_string()))?;
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
                let what = format!("on this system the sandbox cannot block: {missing}");
                return Err(Error::new(what).at("--sandbox require"));
            }
            Sandbox::Auto => {
                world.note(&format_args!("on this system the sandbox cannot block: {missing}"))
            }
        }
        if self.dirs.is_some() && !namespaces {
            let why = match self.sandbox {
                Sandbox::Off => "--sandbox off makes none",
                Sandbox::Auto | Sandbox::Require => "this system gives this user none",
            };
            return Err(Error::new(format!("it needs namespaces: {why}")).at("--dirs"));
        }
        set_access(Access {
            sandbox: self.sandbox,
            namespaces,
            allow: full_paths(&self.allow)?,
            apart,
            only: self.dirs.as_ref().map(|dirs| absolute_paths(dirs)).transpose()?,
            masks,
        });
        Ok(())
    }

    /// The paths that are allowed or shown in place of the system's folders, in full.
    fn allowed(&self) -> Result<Vec<PathBuf>, Error> {
        let mut allowed = full_paths(&self.allow)?;
        allowed.extend(full_paths(self.dirs.as_deref().unwrap_or_default())?);
        Ok(allowed)
    }

    /// Checks that players cannot read what is not for them.
    ///
    /// # Errors
    /// What is below a place that they can read, and which place that is.
    pub fn check_apart(&self, players: &[ProgramCommand], secrets: &[Secret]) -> Result<(), Error> {
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
        check("the temporary folder", &std::env::temp_dir(), &allowed)?;
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

fn full_paths(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    paths.iter().map(|path| path.canonicalize().io_at(path.display(), "read")).collect()
}

/// Paths of places that are there, under the names that were given: `/lib` stays `/lib` where it is a link.
fn absolute_paths(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    full_paths(paths)?;
    paths.iter().map(|path| std::path::absolute(path).io_at(path.display(), "read")).collect()
}

/// Checks that no command line names a secret, whether this file exists already or not.
fn check_not_named(players: &[ProgramCommand], secret: &Secret) -> Result<(), Error> {
    let closed = full_path(&secret.path);
    let words = players.iter().flat_map(|it| it.argv()).map(Path::new);
    let mut files = words.filter(|it| it.is_absolute() && !it.is_dir()).map(full_path);
    match files.find(|file| file.starts_with(&closed)) {
        None => Ok(()),
        Some(file) => {
            let (file, closed) = (file.display(), closed.display());
            let what = format!("{file} could be read by players: a command line names it");
            Err(Error::new(what)
                .help(format!("{} {closed} must stay hidden from players", secret.what)))
        }
    }
}

/// The paths that are kept apart: the folders of all runs, secrets, and the files of several
/// players.
fn apart(programs: &[ProgramCommand], secrets: &[Secret]) -> Vec<PathBuf> {
    let files = programs.iter().flat_map(|it| own_files(it.argv()));
    let mut apart = vec![full_path(&std::env::temp_dir())];
    apart.extend(secrets.iter().flat_map(Secret::closed));
    apart.extend(files.map(|file| full_path(&file)));
    apart
}
