//! Outside programs: each in a folder and a process group of its own, started without a shell, with
//! limits on time, output and memory. Nothing they start outlives them; on Linux that holds for what
//! flees from the group too. Limits are set by this program itself, which then becomes the other.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time until it is stopped.
    pub time: Duration,
    /// Bytes of standard output until it is stopped.
    pub output_bytes_max: usize,
    /// Address space in bytes; nothing for no limit.
    pub memory_bytes_max: Option<u64>,
    /// The size of any file it writes, in bytes; nothing for no limit.
    pub file_bytes_max: Option<u64>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// By itself, with this code.
    Exit(i32),
    /// By a signal that nobody sent from here.
    Signal(i32),
    /// Stopped when its time was up.
    TimeUp,
    /// Stopped when it had printed too much.
    TooMuchOutput,
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Run {
    /// Standard output, as far as the limit allows.
    pub stdout: Vec<u8>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// Whether processes of its group were still there after it ended; they were stopped.
    pub left_processes: bool,
    /// How long it took.
    pub took: Duration,
}

/// The leaders of the process groups that are running.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Set once everything was told to stop: nothing new is started then.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Standard error that is kept, in bytes.
const STDERR_MAX: usize = 1 << 16;
/// Time that pipes get to close after everything was stopped.
const PIPES_CLOSE_MAX: Duration = Duration::from_millis(500);
/// How often, and with which pauses, is looked again whether a group is empty.
const GROUP_LOOKS: u32 = 5;
const GROUP_PAUSE: Duration = Duration::from_millis(10);

enum Message {
    Ended(io::Result<ExitStatus>),
    TooMuch,
    Closed,
}

/// Runs a program in a folder, fed with `input`.
///
/// # Errors
/// It cannot be started at all, or everything was stopped with [`stop_all`].
pub fn run(argv: &[String], folder: &Path, input: &[u8], limits: Limits) -> io::Result<Run> {
    check_going()?;
    let began = now();
    let mark = mark();
    let mut child = start(argv, folder, limits, &mark)?;
    let group = child.id();
    locked(&RUNNING).push(group);
    let (sender, messages) = channel();
    feed(&mut child, input.to_vec());
    let (most, notify) = (limits.output_bytes_max, Some(sender.clone()));
    let stdout = gather(child.stdout.take(), most, notify);
    let stderr = gather(child.stderr.take(), STDERR_MAX, None);
    std::thread::spawn(move || sender.send(Message::Ended(child.wait())));

    let end = wait(&messages, limits.time)?;
    let ended = matches!(end, End::Exit(_) | End::Signal(_));
    let in_group = ended && is_group_left(group);
    stop(group);
    let fled = stop_marked(&mark, group);
    let left_processes = ended && (in_group || fled);
    locked(&RUNNING).retain(|running| *running != group);
    wait_for_pipes(&messages);
    check_going()?;
    let taken = |bytes: &Mutex<Vec<u8>>| std::mem::take(&mut *locked(bytes));
    Ok(Run {
        stdout: taken(&stdout),
        stderr: taken(&stderr),
        end,
        left_processes,
        took: began.elapsed(),
    })
}

fn check_going() -> io::Result<()> {
    if is_stopped() {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
    }
    Ok(())
}

/// Whether everything was told to stop.
#[must_use]
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Stops everything that is running, and lets nothing new begin. For whoever is interrupted.
pub fn stop_all() {
    STOPPED.store(true, Ordering::Relaxed);
    for group in locked(&RUNNING).iter() {
        stop(*group);
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "outside programs are limited in time"
)]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// What is left until a moment.
#[must_use]
pub fn left(until: Instant) -> Duration {
    until.saturating_duration_since(now())
}

/// A lock whose holder died is still a lock: the data behind these is whole at any time.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The variable by which everything that a run starts is known, whatever group it flees to.
const MARK: &str = "CHASE_RUN";

/// A value of [`MARK`] that no other run has.
fn mark() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{}-{run}", std::process::id())
}

/// The first word of a command line that asks this program to take limits upon itself and then to
/// become another; see [`become_limited`].
pub const LIMITED: &str = "__limited";

/// The program that can do that, where it was told.
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Tells where this program is, so that limits can be set before others are started. Without it
/// they run without limits on memory and files.
pub fn set_launcher() {
    // On Linux this is this program even when its file has been replaced.
    let own = Path::new("/proc/self/exe");
    let own = match own.exists() {
        true => Some(own.to_owned()),
        false => std::env::current_exe().ok(),
    };
    if let Some(own) = own {
        // Told twice, it is the same.
        let _ = LAUNCHER.set(own);
    }
}

/// Starts the program; it and all it starts have the limits.
fn start(argv: &[String], folder: &Path, limits: Limits, mark: &str) -> io::Result<Child> {
    let Some((program, words)) = argv.split_first() else {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    };
    let mut command = match LAUNCHER.get() {
        Some(launcher) => {
            let mut command = Command::new(launcher);
            let most = [limits.memory_bytes_max, limits.file_bytes_max];
            command
                .arg(LIMITED)
                .args(most.map(|most| most.unwrap_or(0).to_string()));
            command.arg(program);
            command
        }
        None => Command::new(program),
    };
    command
        .args(words)
        .current_dir(folder)
        .env(MARK, mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .spawn()
        .map_err(|error| io::Error::other(format!("{UNSTARTED}{}", unstarted(&error))))
}

/// How a message begins about a program that cannot be started.
pub const UNSTARTED: &str = "it cannot be started: ";

/// Why a program that is there cannot be started.
fn unstarted(error: &io::Error) -> String {
    // The system's number of a file that is no program.
    const ENOEXEC: i32 = 8;
    let hint = match error.raw_os_error() {
        Some(ENOEXEC) => "; a script begins with a line like #!/bin/sh",
        _ if error.kind() == io::ErrorKind::NotFound => {
            "; a script's #! line may name what is not there"
        }
        _ => "",
    };
    format!("{error}{hint}")
}

/// Takes limits upon this process (bytes of memory, bytes of a file, 0 for none) and becomes the
/// program that the other words name. Comes back only when it cannot, with words about it.
#[cfg(unix)]
#[must_use]
pub fn become_limited(words: &[String]) -> String {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let [memory, file, program, words @ ..] = words else {
        return format!("{UNSTARTED}no program is named");
    };
    let bytes = |text: &str| text.parse::<u64>().ok().filter(|bytes| *bytes > 0);
    let all = [
        (Resource::As, bytes(memory)),
        (Resource::Fsize, bytes(file)),
        (Resource::Core, Some(0)),
    ];
    for (resource, most) in all {
        if most.is_some() {
            let both = Rlimit {
                current: most,
                maximum: most,
            };
            // A lower limit that is there already is as good.
            let _ = setrlimit(resource, both);
        }
    }
    end_with_parent();
    let mut command = Command::new(program);
    let error = std::os::unix::process::CommandExt::exec(command.args(words));
    format!("{UNSTARTED}{}", unstarted(&error))
}

/// Whatever ends the one who started this program ends it too.
#[cfg(target_os = "linux")]
fn end_with_parent() {
    let kill = rustix::process::Signal::KILL;
    // Without it a program that hangs may outlive a match that was killed.
    let _ = rustix::process::set_parent_process_death_signal(Some(kill));
}

#[cfg(all(unix, not(target_os = "linux")))]
fn end_with_parent() {}

/// Elsewhere there are no such limits.
#[cfg(not(unix))]
#[must_use]
pub fn become_limited(_: &[String]) -> String {
    format!("{UNSTARTED}no limits can be set here")
}

/// A program that runs until it is dropped, with everything it started.
pub struct Started {
    child: Child,
    mark: String,
}

impl Started {
    /// Starts it in a folder.
    ///
    /// # Errors
    /// It cannot be started, or everything was stopped with [`stop_all`].
    pub fn new(argv: &[String], folder: &Path, limits: Limits) -> io::Result<Self> {
        check_going()?;
        let mark = mark();
        let child = start(argv, folder, limits, &mark)?;
        locked(&RUNNING).push(child.id());
        Ok(Started { child, mark })
    }

    /// Its standard input, output and error. They are there once.
    pub fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        let Child {
            stdin,
            stdout,
            stderr,
            ..
        } = &mut self.child;
        Some((stdin.take()?, stdout.take()?, stderr.take()?))
    }

    /// How it ended, if it does within a time.
    pub fn ended(&mut self, within: Duration) -> Option<End> {
        const PAUSE: Duration = Duration::from_millis(2);
        let began = now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(end_of(status));
            }
            if began.elapsed() >= within {
                return None;
            }
            std::thread::sleep(PAUSE);
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let group = self.child.id();
        stop(group);
        stop_marked(&self.mark, group);
        // It was killed, so it ends.
        let _ = self.child.wait();
        locked(&RUNNING).retain(|running| *running != group);
    }
}

/// Writes the input; a program that does not read it is no fault here.
fn feed(child: &mut Child, input: Vec<u8>) {
    if let Some(mut stdin) = child.stdin.take() {
        std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
}

/// Reads a pipe into memory up to a limit, and to its end.
fn gather(
    pipe: Option<impl Read + Send + 'static>,
    most: usize,
    notify: Option<Sender<Message>>,
) -> Arc<Mutex<Vec<u8>>> {
    let gathered = Arc::new(Mutex::new(Vec::new()));
    let Some(mut pipe) = pipe else {
        return gathered;
    };
    let bytes = Arc::clone(&gathered);
    std::thread::spawn(move || {
        let mut chunk = vec![0; 1 << 16];
        let mut told = false;
        while let Ok(read @ 1..) = pipe.read(&mut chunk) {
            let mut bytes = locked(&bytes);
            let room = most.saturating_sub(bytes.len());
            bytes.extend_from_slice(&chunk[..read.min(room)]);
            if read > room && !told {
                told = true;
                // Nobody listens any more once the run is over.
                let _ = notify.as_ref().map(|sender| sender.send(Message::TooMuch));
            }
        }
        let _ = notify.map(|sender| sender.send(Message::Closed));
    });
    gathered
}

fn wait(messages: &Receiver<Message>, time: Duration) -> io::Result<End> {
    let began = now();
    loop {
        match messages.recv_timeout(time.saturating_sub(began.elapsed())) {
            Ok(Message::Ended(status)) => return Ok(end_of(status?)),
            Ok(Message::TooMuch) => return Ok(End::TooMuchOutput),
            Ok(Message::Closed) => {}
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Ok(End::TimeUp);
            }
        }
    }
}

fn end_of(status: ExitStatus) -> End {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return End::Signal(signal);
    }
    End::Exit(status.code().unwrap_or_default())
}

/// Standard output closes when nobody holds it any more. Who fled from the group keeps it open;
/// what was printed until then is taken.
fn wait_for_pipes(messages: &Receiver<Message>) {
    while let Ok(message) = messages.recv_timeout(PIPES_CLOSE_MAX) {
        if let Message::Closed = message {
            return;
        }
    }
}

#[cfg(unix)]
fn group_of(leader: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(leader).ok()?)
}

/// Whether anybody of the group is still there a moment after its leader ended.
#[cfg(unix)]
fn is_group_left(leader: u32) -> bool {
    let is_there = || {
        group_of(leader)
            .is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
    };
    for _ in 0..GROUP_LOOKS {
        if !is_there() {
            return false;
        }
        std::thread::sleep(GROUP_PAUSE);
    }
    true
}

#[cfg(unix)]
fn stop(leader: u32) {
    if let Some(group) = group_of(leader) {
        // An empty group is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Stops what fled from its group; true when there was anything. What was started later than
/// the leader has a higher number, as long as numbers do not start again.
#[cfg(target_os = "linux")]
fn stop_marked(mark: &str, leader: u32) -> bool {
    let wanted = format!("{MARK}={mark}");
    let mut found = false;
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return false;
    };
    let numbers = processes.flatten().filter_map(|entry| {
        let name = entry.file_name();
        name.to_str()?.parse::<u32>().ok()
    });
    for number in numbers.filter(|number| *number > leader) {
        // Those of others cannot be read, and those that just ended are gone.
        let Ok(environment) = std::fs::read(format!("/proc/{number}/environ")) else {
            continue;
        };
        let mut variables = environment.split(|byte| *byte == 0);
        if variables.any(|variable| variable == wanted.as_bytes())
            && let Some(process) = group_of(number)
        {
            found = true;
            let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
        }
    }
    found
}

#[cfg(not(target_os = "linux"))]
fn stop_marked(_: &str, _: u32) -> bool {
    false
}

#[cfg(not(unix))]
fn is_group_left(_: u32) -> bool {
    false
}

#[cfg(not(unix))]
fn stop(_: u32) {}
