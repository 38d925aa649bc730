//! Decides which files a program from outside may open, and which connections and processes it may reach:
//! the sandbox, as far as the kernel can enforce it.
//!
//! A program reads the files of its command line, the folders that they lie in, its toolchains, the
//! folders of the system ([`SYSTEM`]) or those that take their place, and what the user allows
//! ([`Access::allow`]). It reads no folder that holds what is kept apart, and nothing that is masked. It
//! writes in its working folder alone, and in namespaces in shared memory of its own.
//!
//! The access is set once for a whole command, from its options. The paths for a program are worked out
//! when it is started, and `limited` restricts itself to them last, before it becomes the program.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::builds::{NameRule, builds_in};
use super::limits::Sockets;
use super::masked_files::{SHARED_MEMORY, around};
use super::program::named_files;
use super::toolchain::{Toolchain, toolchains};

/// The choice whether programs run in a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Sandbox {
    /// As far as this kernel can; what it cannot is said
    Auto,
    /// Wholly, or nothing is started
    Require,
    /// Not at all: programs may do what you may do
    Off,
}

/// The files and connections that the programs of a command may reach.
#[derive(Clone, Debug)]
pub struct Access {
    /// The choice whether they run in a sandbox.
    pub sandbox: Sandbox,
    /// True if they are started in namespaces.
    pub namespaces: bool,
    /// The paths, in full, that all of them may read besides the system's folders.
    pub allow: Vec<PathBuf>,
    /// The paths, in full, that none of them may read unless its own command line names them: a program's
    /// folder that holds any of them stays closed to the program.
    pub apart: Vec<PathBuf>,
    /// The folders that take the place of the system's: nothing else of the file system is there.
    pub only: Option<Vec<PathBuf>>,
    /// The paths that are masked in the places that programs read.
    pub masks: MaskRule,
}

/// The files and folders that no program may read, though they lie below a folder that programs read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaskRule {
    /// No file is masked.
    None,
    /// Every build of this program, and these files and folders, by full paths. Paths that a command line
    /// or [`Access::allow`] names are not masked.
    Builds(Vec<PathBuf>),
}

impl Access {
    fn hides_builds(&self) -> bool {
        self.sandbox != Sandbox::Off && self.masks != MaskRule::None
    }
}

static ACCESS: OnceLock<Access> = OnceLock::new();

/// Folders of the system, which every program may read.
pub const SYSTEM: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt"];

/// Sets the access of the programs that this process starts. The first call holds; until then programs
/// run without a sandbox.
pub fn set_access(access: Access) {
    let _ = ACCESS.set(access);
}

/// Returns true if programs run in a sandbox.
pub(super) fn is_on() -> bool {
    ACCESS.get().is_some_and(|it| it.sandbox != Sandbox::Off)
}

/// Returns true if programs are started in namespaces.
pub(super) fn is_in_namespaces() -> bool {
    is_on() && ACCESS.get().is_some_and(|it| it.namespaces)
}

/// The paths that one program may reach.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SandboxPaths {
    pub read: Vec<PathBuf>,
    /// Folders of which only the names of their files are read.
    pub listed: Vec<PathBuf>,
    pub write: Vec<PathBuf>,
    /// The paths that cannot be read though they lie in one of them: in namespaces something empty is
    /// mounted over them.
    pub masked: Vec<PathBuf>,
    /// True if it is started in namespaces.
    pub namespaces: bool,
    /// True if nothing exists for it but the places that it reads.
    pub alone: bool,
    /// The files of its command line, as far as who starts it can read them.
    pub files: Vec<PathBuf>,
    /// The sockets that it can make.
    pub sockets: Sockets,
}

/// Returns true if this process has the right to read a file.
#[cfg(unix)]
pub(super) fn is_readable(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::READ_OK).is_ok()
}

#[cfg(not(unix))]
pub(super) fn is_readable(_: &Path) -> bool {
    true
}

/// The paths that a program may reach that is started in a folder; nothing if it runs without a sandbox.
///
/// # Errors
/// It must be shut in, and nobody is there who could.
pub(super) fn places(
    argv: &[String],
    folder: &Path,
    has_launcher: bool,
) -> io::Result<Option<SandboxPaths>> {
    let Some(access) = ACCESS.get().filter(|it| it.sandbox != Sandbox::Off) else {
        return Ok(None);
    };
    let lacks = !has_launcher || !access.namespaces || !missing().is_empty();
    if access.sandbox == Sandbox::Require && lacks {
        return Err(io::Error::other("the sandbox is not available here"));
    }
    let mut read = readable(argv, access);
    let masked = masked(argv, access, &read);
    let mut listed = Vec::new();
    if !access.namespaces && !masked.is_empty() {
        let around = around(&read, &masked);
        (read, listed) = (around.read, around.listed);
        // These are not masked, whatever lies beside them.
        read.extend(named_files(argv));
    }
    let mut files = named_files(argv);
    files.retain(|file| is_readable(file));
    let mut write = vec![folder.to_owned()];
    if access.namespaces {
        // It shows what is in them, and there it is the program's own.
        read.push("/proc".into());
        write.push(SHARED_MEMORY.into());
    }
    Ok(Some(SandboxPaths {
        read,
        listed,
        write,
        masked,
        namespaces: access.namespaces,
        alone: access.only.is_some(),
        files,
        sockets: match has_filters() {
            false => Sockets::All,
            true if access.namespaces => Sockets::OfNetwork,
            true => Sockets::None,
        },
    }))
}

/// The paths that a program reads, masks left out of account: the files of its command line, the system's
/// folders or those that take their place, the allowed paths, and the program's own folders.
fn readable(argv: &[String], access: &Access) -> Vec<PathBuf> {
    let mut read = named_files(argv);
    match &access.only {
        Some(folders) => read.extend(folders.iter().cloned()),
        None => read.extend(SYSTEM.iter().map(PathBuf::from)),
    }
    read.extend(access.allow.iter().cloned());
    let with = match access.only {
        Some(_) => Vec::new(),
        None => toolchains(argv),
    };
    read.extend(own_folders(argv, &access.apart, with));
    read
}

/// The masked paths within the places that a program reads.
fn masked(argv: &[String], access: &Access, read: &[PathBuf]) -> Vec<PathBuf> {
    let MaskRule::Builds(others) = &access.masks else {
        return Vec::new();
    };
    let named: Vec<_> = named_files(argv).into_iter().map(full).collect();
    let mut masked: Vec<_> = others.iter().cloned().map(full).collect();
    masked.extend(builds_in(read, NameRule::Likely));
    masked.extend(builds_in(&own(argv, access), NameRule::All));
    masked.retain(|mask| !named.contains(mask) && !access.allow.contains(mask));
    masked.sort();
    masked.dedup_by(|mask, above| mask.starts_with(above));
    masked
}

/// Returns true if builds of this program are masked from started programs.
pub fn hides_builds() -> bool {
    ACCESS.get().is_some_and(Access::hides_builds)
}

/// The builds of this program that a program brings along: those among the files of its command line and
/// in its own folders.
pub fn brought(argv: &[String]) -> Vec<PathBuf> {
    let Some(access) = ACCESS.get().filter(|it| it.hides_builds()) else {
        return Vec::new();
    };
    let mut builds = builds_in(&own(argv, access), NameRule::All);
    builds.retain(|file| !SYSTEM.iter().any(|system| file.starts_with(system)));
    builds
}

/// The files of a command line, and the folders that are a program's own.
fn own(argv: &[String], access: &Access) -> Vec<PathBuf> {
    let mut own = named_files(argv);
    own.extend(own_folders(argv, &access.apart, Vec::new()));
    own
}

/// The folders of the files that a command line names, and those that it names itself: there lie a
/// program's modules; and the toolchains that it needs. None of the system's, none that holds what is
/// to be kept apart, and never a person's home as a whole.
fn own_folders(argv: &[String], apart: &[PathBuf], toolchains: Vec<Toolchain>) -> Vec<PathBuf> {
    let own: Vec<_> = named_files(argv).into_iter().map(full).collect();
    let closed = closed_folders();
    let others: Vec<_> = apart.iter().chain(&closed).filter(|it| !own.contains(it)).collect();
    let is_open = |folder: &PathBuf| {
        !SYSTEM.iter().any(|system| folder.starts_with(system))
            && !others.iter().any(|other| other.starts_with(folder))
    };
    let folders = own.iter().filter_map(|file| file.parent());
    let named = argv.iter().map(Path::new).filter(|path| path.is_absolute() && path.is_dir());
    let all = folders.chain(named).map(|folder| full(folder.to_owned()));
    let mut open: Vec<_> = all.filter(is_open).collect();
    open.extend(toolchains.into_iter().filter_map(|toolchain| {
        let root = toolchain.root.map(full).filter(is_open);
        root.or_else(|| toolchain.folder.map(full).filter(is_open))
    }));
    open.sort();
    open.dedup();
    open
}

/// The folders that no program reads as a whole because a file of it lies there: a person's home, and
/// those folders in it in which tools keep private files.
fn closed_folders() -> Vec<PathBuf> {
    const MIXED: [&str; 3] = [".cargo", ".config", ".local"];
    let Some(home) = std::env::var_os("HOME").map(|home| full(home.into())) else {
        return Vec::new();
    };
    let mut closed = MIXED.map(|name| full(home.join(name))).to_vec();
    closed.push(home);
    closed
}

pub(super) fn full(path: PathBuf) -> PathBuf {
    path.canonicalize().unwrap_or(path)
}

pub use super::system_calls::has_filters;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
pub use of_kernel::missing;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
pub(super) use of_kernel::restrict;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
pub use of_kernel::withholds_reading;

/// The rights that this system cannot withhold: all.
#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
#[must_use]
pub fn missing() -> Vec<&'static str> {
    vec![match cfg!(target_os = "linux") {
        true => {
            "files, connections and signals (not in this program: it was built without the feature `sandbox`)"
        }
        false => "files, connections and signals (Linux only)",
    }]
}

/// Returns false: this system cannot withhold files from being read.
#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
pub fn withholds_reading() -> bool {
    false
}

/// Withholds no files.
#[cfg(all(unix, not(all(target_os = "linux", feature = "sandbox"))))]
pub(super) fn restrict(_: &SandboxPaths) -> Result<(), std::convert::Infallible> {
    Ok(())
}

/// Rules of Landlock: <https://docs.kernel.org/userspace-api/landlock.html>.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod of_kernel {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset,
        RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, Scope, make_bitflags,
        path_beneath_rules,
    };

    use super::{SandboxPaths, has_filters};

    /// The version of Landlock that is asked for: files, devices, TCP, signals.
    const WANTED: ABI = ABI::V6;

    /// The files in which runtimes of languages look up facts about the machine and about their own
    /// process.
    const ABOUT_MACHINE: [&str; 10] = [
        "/proc/self",
        "/proc/cpuinfo",
        "/proc/meminfo",
        "/proc/stat",
        "/proc/version",
        "/proc/filesystems",
        "/proc/loadavg",
        "/proc/sys",
        "/sys/devices/system/cpu",
        "/sys/fs/cgroup",
    ];

    /// Devices without a memory.
    const DEVICES: [&str; 5] =
        ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

    /// The rights that this kernel cannot withhold.
    #[must_use]
    pub fn missing() -> Vec<&'static str> {
        let wholly = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let has = |rules: Result<Ruleset, RulesetError>| {
            rules.and_then(|rules| rules.create()).map(drop).is_ok()
        };
        let files = |abi| has(wholly().handle_access(AccessFs::from_all(abi)));
        let all = [
            (files(ABI::V3), "files (Linux 6.2, Landlock ABI 3)"),
            (files(ABI::V5), "devices (Linux 6.10, Landlock ABI 5)"),
            (
                has(wholly().handle_access(AccessNet::from_all(ABI::V4))),
                "TCP connections (Linux 6.7, Landlock ABI 4)",
            ),
            (
                has(wholly().scope(Scope::from_all(ABI::V6))),
                "signals and abstract sockets (Linux 6.12, Landlock ABI 6)",
            ),
            (has_filters(), "UNIX sockets (seccomp)"),
        ];
        let missing = all.iter().filter(|(is_there, _)| !is_there);
        missing.map(|(_, name)| *name).collect()
    }

    /// Returns true if this kernel can withhold files from being read.
    pub fn withholds_reading() -> bool {
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(|rules| rules.create())
            .is_ok()
    }

    /// Withholds from this process, and from all that it starts, every path that is not named. Rights
    /// that the kernel does not know are left out.
    pub(crate) fn restrict(places: &SandboxPaths) -> Result<(), RulesetError> {
        let read = AccessFs::from_read(WANTED);
        let devices = make_bitflags!(AccessFs::{ReadFile | WriteFile | Truncate | IoctlDev});
        // A node of a device would be a way around all this.
        let nodes = make_bitflags!(AccessFs::{MakeChar | MakeBlock});
        Ruleset::default()
            .handle_access(AccessFs::from_all(WANTED))?
            .handle_access(AccessNet::from_all(WANTED))?
            .scope(Scope::from_all(WANTED))?
            .create()?
            .add_rules(path_beneath_rules(&places.read, read))?
            .add_rules(path_beneath_rules(&places.listed, AccessFs::ReadDir))?
            .add_rules(path_beneath_rules(ABOUT_MACHINE, read))?
            .add_rules(path_beneath_rules(DEVICES, devices))?
            .add_rules(path_beneath_rules(&places.write, AccessFs::from_all(WANTED) & !nodes))?
            .restrict_self()?;
        Ok(())
    }
}
