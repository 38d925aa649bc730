//! Starts programs with limits: this program is started in the place of the other (on Linux as a
//! supervisor that starts itself once more), limits itself, and becomes the other. No shell is used. Only
//! limits that the system keeps for each process are set here; the use of all processes of a run together
//! is measured by `watch`.

use std::ffi::{OsStr, OsString};
#[cfg(unix)]
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

#[cfg(all(target_os = "linux", feature = "sandbox"))]
use super::cgroup::{ControlGroup, MemoryGroup};
use super::limits::{
    MARK, MemoryLimit, RESIDENT_BYTES_MAX, RunLimits, SupervisorReport, TimeLimit,
};
#[cfg(all(target_os = "linux", feature = "sandbox"))]
use super::namespaces;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
use super::read_only::mount_read_only;
use super::sandbox::{SandboxPaths, hides_builds, is_in_namespaces, places};
#[cfg(unix)]
use super::sandbox::{is_readable, restrict};
use super::slowdown::SLOWDOWN_MAX;
use super::supervisor::{self, SupervisorLine};
#[cfg(unix)]
use super::system_calls::withhold;

/// The first word of a command line that asks this program to take limits upon itself and then to
/// become another; see `become_limited`.
const LIMITED: &str = "__limited";

/// The first word of a command line that asks this program to stay beside another, with all its
/// further words as behind [`LIMITED`].
const SUPERVISED: &str = "__supervised";

/// The first word of one that asks this program to make namespaces and to start itself in them, with
/// all further words as behind [`LIMITED`].
const OUTSIDE: &str = "__outside";
/// The first word of what it starts then.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
const INSIDE: &str = "__inside";

/// The whole of a command line that asks whether there can be namespaces.
const ASKED: &str = "__namespaces";

/// The beginning of a message about a program that cannot be started.
pub const UNSTARTED: &str = "it cannot be started: ";

/// The beginning of a message about a program that the system cannot start just now, because it has no
/// room for one more process: the program is not to blame.
pub const UNSTARTED_NOW: &str = "the system cannot start a program now: ";

/// The program that can take limits upon itself, where it was told.
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Tells where this program is, so that limits can be set before others are started. Without it
/// they run without limits on files, and without those on memory and time that hold for each
/// process.
pub fn set_launcher() {
    if let Ok(own) = own_path() {
        // Told twice, it is the same.
        let _ = LAUNCHER.set(own);
    }
}

/// The path of this program.
fn own_path() -> io::Result<PathBuf> {
    // On Linux this is this program even when its file has been replaced.
    let own = Path::new("/proc/self/exe");
    match own.exists() {
        true => Ok(own.to_owned()),
        false => std::env::current_exe(),
    }
}

/// Does the task for which this program was started in the place of another, if the words of its command
/// line name one; nothing if they do not. The answer is the reason why the other program could not be
/// started, if it was not.
pub fn started_for_another(words: &[String]) -> Option<Option<String>> {
    match words.split_first() {
        Some((first, words)) if first == LIMITED => Some(Some(become_limited(words))),
        #[cfg(all(target_os = "linux", feature = "sandbox"))]
        Some((first, words)) => {
            let done = match first.as_str() {
                SUPERVISED => in_group(words, supervised),
                INSIDE => namespaces::settle().and_then(|()| supervised(words)),
                OUTSIDE if words == [ASKED] => outside(words),
                OUTSIDE => in_group(words, outside),
                _ => return None,
            };
            Some(done.err().map(|error| unstarted(&error)))
        }
        _ => None,
    }
}

/// Does something with words that name the control groups for the program, where there can be any.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn in_group(words: &[String], run: fn(&[String]) -> io::Result<()>) -> io::Result<()> {
    let group = ControlGroup::new(number(words, RESIDENT_WORD));
    let mut words = words.to_vec();
    if let Some(word) = words.get_mut(GROUPS_WORD) {
        *word = group.word();
    }
    run(&words)
}

#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn outside(words: &[String]) -> io::Result<()> {
    again(INSIDE, words).and_then(supervisor::stay_outside)
}

/// This program with other words.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn again(first: &str, words: &[String]) -> io::Result<Command> {
    let mut command = Command::new(own_path()?);
    command.arg(first).args(words);
    Ok(command)
}

#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn supervised(words: &[String]) -> io::Result<()> {
    if words == [ASKED] {
        return mount_read_only();
    }
    // The supervisor is in the run's folder.
    let bounds = super::bounds::ResourceBounds {
        resident_bytes: number(words, RESIDENT_WORD),
        unmapped_bytes: number(words, UNMAPPED_WORD),
        folder: std::env::current_dir()?,
    };
    let groups = words.get(GROUPS_WORD).map_or("", String::as_str);
    let group = MemoryGroup::of(groups, &bounds.folder);
    supervisor::supervise(again(LIMITED, words)?, bounds, group)
}

/// Returns true if programs can be started in namespaces: one is tried.
pub fn has_namespaces() -> bool {
    LAUNCHER.get().is_some_and(|launcher| {
        let mut command = Command::new(launcher);
        command.args([OUTSIDE, ASKED]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

/// A number of a command line of limits; nothing for no limit.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn number(words: &[String], index: usize) -> Option<u64> {
    let number = words.get(index).and_then(|word| word.parse().ok());
    number.filter(|number| *number > 0)
}

/// The most files that each process may have open.
#[cfg(unix)]
const OPEN_FILES_MAX: u64 = 1_024;

/// The indices of the limit on all memory of the run, and of that on what is in no process.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
const RESIDENT_WORD: usize = 4;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
const UNMAPPED_WORD: usize = 5;
/// The index of the control groups, which whoever leads the run fills in.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
const GROUPS_WORD: usize = 6;

/// `watch` stops a run before it meets these: memory that is reserved is not used yet, and on Linux
/// processor time is counted for all processes together.
const DATA_FACTOR: u64 = 4;
const PROCESSOR_EXTRA: Duration = Duration::from_secs(if IS_WATCHED { 2 } else { 0 });
const PROCESSOR_FACTOR: u32 = if IS_WATCHED { SLOWDOWN_MAX } else { 1 };
const IS_WATCHED: bool = cfg!(all(target_os = "linux", feature = "sandbox"));

/// The limits of a run in the order of the command line of `become_limited`, 0 for no limit: first those
/// that the system keeps for each process, last those that a supervisor keeps.
fn numbers(limits: &RunLimits) -> [u64; 6] {
    let (address_space_bytes, data_bytes) = match limits.memory {
        None => (0, 0),
        Some(MemoryLimit::AddressSpace(bytes)) => (bytes, 0),
        Some(MemoryLimit::Resident(bytes)) => (0, bytes.saturating_mul(DATA_FACTOR)),
    };
    let file_bytes = limits.file_bytes_max.unwrap_or(0);
    let processor_seconds = match limits.time {
        TimeLimit::Wall(_) => 0,
        TimeLimit::Processor(time) => (time * PROCESSOR_FACTOR + PROCESSOR_EXTRA).as_secs(),
    };
    let (resident_bytes, unmapped_bytes) = match limits.memory {
        None => (0, 0),
        Some(MemoryLimit::Resident(bytes)) => (bytes, bytes),
        Some(MemoryLimit::AddressSpace(bytes)) => (bytes.max(RESIDENT_BYTES_MAX), bytes),
    };
    [address_space_bytes, data_bytes, file_bytes, processor_seconds, resident_bytes, unmapped_bytes]
}

/// The process that leads a run: the program itself, or its supervisor.
pub(super) struct Leader {
    pub child: Child,
    /// The line to its supervisor; nothing if it has none.
    pub control: Option<SupervisorLine>,
}

impl Leader {
    /// The report of its supervisor, if there is one by now.
    pub fn report(&self) -> Option<SupervisorReport> {
        self.control.as_ref().and_then(SupervisorLine::report)
    }
}

/// Starts the program; it and all it starts have the limits.
pub(super) fn start(
    argv: &[String],
    folder: &Path,
    limits: RunLimits,
    mark: &str,
) -> io::Result<Leader> {
    let Some((program, words)) = argv.split_first() else {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    };
    let places = places(argv, folder, LAUNCHER.get().is_some())
        .map_err(|error| io::Error::new(error.kind(), format!("{UNSTARTED}{error}")))?;
    let mut command = match LAUNCHER.get() {
        Some(launcher) => {
            let places = serde_json::to_string(&places).map_err(io::Error::from)?;
            let mut command = Command::new(launcher);
            let first = match supervisor::IS_HERE {
                true if is_in_namespaces() => OUTSIDE,
                true => SUPERVISED,
                false => LIMITED,
            };
            let numbers = numbers(&limits).map(|number| number.to_string());
            command.arg(first).args(numbers);
            command.arg("").arg(places).arg(program);
            command
        }
        None => Command::new(program),
    };
    command
        .args(words)
        .current_dir(folder)
        .env_clear()
        .envs(environment(folder, places.as_ref()))
        .env(MARK, mark)
        .envs(limits.is_perturbed.then_some(PERTURBED).into_iter().flatten())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = if supervisor::IS_HERE && LAUNCHER.get().is_some() {
        let supervised = supervisor::start(command);
        supervised.map(|(child, control)| (child, Some(control)))
    } else {
        command.spawn().map(|child| (child, None))
    };
    let (child, control) =
        started.map_err(|error| io::Error::new(error.kind(), unstarted(&error)))?;
    Ok(Leader { child, control })
}

/// Variables that a right program does not depend on: the first has the C library fill fresh memory,
/// the second moves the stack.
const PERTURBED: [(&str, &str); 2] = [
    ("MALLOC_PERTURB_", "165"),
    ("PADDING", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"),
];

/// The variables of the environment that a program gets: nothing about this machine's user.
fn environment(folder: &Path, places: Option<&SandboxPaths>) -> [(&'static str, OsString); 5] {
    let ours = |name, usual: &str| std::env::var_os(name).unwrap_or_else(|| usual.into());
    let path = ours("PATH", "/usr/local/bin:/usr/bin:/bin");
    let masking = places.filter(|_| hides_builds());
    [
        ("PATH", masking.map_or(path.clone(), |it| without_own(&path, it))),
        ("HOME", folder.into()),
        ("TMPDIR", folder.into()),
        ("LANG", ours("LANG", "C.UTF-8")),
        ("TERM", "dumb".into()),
    ]
}

/// A PATH without the folders that have a program of this one's name and that are not read: nobody finds
/// there what nobody may start. Where such a folder is read, the program in it is masked.
fn without_own(path: &OsStr, places: &SandboxPaths) -> OsString {
    let own = std::env::current_exe().unwrap_or_default();
    let has_own = |folder: &Path| own.file_name().is_some_and(|it| folder.join(it).is_file());
    let is_read = |folder: &Path| {
        let full = folder.canonicalize().unwrap_or_default();
        let mut read = places.read.iter().chain(&places.listed);
        read.any(|place| folder.starts_with(place) || full.starts_with(place))
    };
    let folders = std::env::split_paths(path);
    let kept = folders.filter(|folder| !has_own(folder) || is_read(folder));
    std::env::join_paths(kept).unwrap_or_else(|_| path.to_owned())
}

/// The reason why a program that is there cannot be started. Numbers are the system's: a file that is no
/// program; too many processes, files or a program that is being written.
fn unstarted(error: &io::Error) -> String {
    const ENOEXEC: i32 = 8;
    const EAGAIN: i32 = if cfg!(all(target_os = "linux", feature = "sandbox")) { 11 } else { 35 };
    const ENFILE: i32 = 23;
    const EMFILE: i32 = 24;
    const ETXTBSY: i32 = 26;
    let hint = match error.raw_os_error() {
        Some(EAGAIN | ENFILE | EMFILE | ETXTBSY) => return format!("{UNSTARTED_NOW}{error}"),
        Some(ENOEXEC) => "; a script begins with a line like #!/bin/sh",
        _ if error.kind() == io::ErrorKind::NotFound => {
            "; the #! line of a script may name a program that does not exist"
        }
        _ => "",
    };
    format!("{UNSTARTED}{error}{hint}")
}

/// Takes limits upon this process (bytes of address space, of data and of a file, seconds of
/// processor time; 0 for none; its control groups; the places it may reach, as JSON) and becomes the program that the other
/// words name. Comes back only when it cannot, with words about it.
#[cfg(unix)]
fn become_limited(words: &[String]) -> String {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let [address_space, data, file, processor, _, _, groups, places, program, words @ ..] = words
    else {
        return format!("{UNSTARTED}no program is named");
    };
    #[cfg(all(target_os = "linux", feature = "sandbox"))]
    super::cgroup::enter(groups);
    #[cfg(not(all(target_os = "linux", feature = "sandbox")))]
    let _ = groups;
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
    let all = [
        (Resource::As, number(address_space)),
        (Resource::Data, number(data)),
        (Resource::Fsize, number(file)),
        (Resource::Cpu, number(processor)),
        (Resource::Core, Some(0)),
        (Resource::Nofile, Some(OPEN_FILES_MAX)),
    ];
    for (resource, most) in all {
        if most.is_some() {
            // The second after the last one of processor time is for the signal that tells why.
            let extra = u64::from(resource == Resource::Cpu);
            let both = Rlimit { current: most, maximum: most.map(|most| most + extra) };
            // A lower limit that is there already is as good.
            let _ = setrlimit(resource, both);
        }
    }
    // Without it a program that hangs may outlive a match that was killed.
    #[cfg(all(target_os = "linux", feature = "sandbox"))]
    let _ = namespaces::end_with_parent();
    let shut_in = match serde_json::from_str::<Option<SandboxPaths>>(places) {
        Ok(None) => Ok(()),
        Ok(Some(places)) => shut_in(&places),
        Err(error) => Err(error.to_string()),
    };
    if let Err(why) = shut_in {
        return format!("{UNSTARTED}{why}");
    }
    let mut command = Command::new(program);
    let error = std::os::unix::process::CommandExt::exec(command.args(words));
    unstarted(&error)
}

/// Takes from this process what a program that is shut in may not have.
#[cfg(unix)]
fn shut_in(places: &SandboxPaths) -> Result<(), String> {
    fn open(why: impl fmt::Display) -> String {
        format!("the sandbox is not available: {why}")
    }
    #[cfg(all(target_os = "linux", feature = "sandbox"))]
    hide(places).map_err(open)?;
    restrict(places).map_err(open)?;
    #[cfg(all(target_os = "linux", feature = "sandbox"))]
    namespaces::drop_capabilities().map_err(open)?;
    withhold(places.sockets).map_err(open)?;
    match places.files.iter().find(|file| !is_readable(file)) {
        None => Ok(()),
        Some(file) => Err(format!(
            "only its owner and root can read {}, and programs run without the rights of root",
            file.display()
        )),
    }
}

/// Leaves of the file system what a program may see, by mounts: Landlock comes after them.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
fn hide(places: &SandboxPaths) -> io::Result<()> {
    if places.namespaces {
        mount_read_only()?;
    }
    if places.alone {
        super::own_root::enter(&places.read)?;
    }
    // Elsewhere Landlock is told of what lies beside it.
    match places.namespaces {
        true => super::masked_files::mount_over(&places.masked),
        false => Ok(()),
    }
}

/// Elsewhere there are no such limits.
#[cfg(not(unix))]
fn become_limited(_: &[String]) -> String {
    format!("{UNSTARTED}no limits can be set here")
}
