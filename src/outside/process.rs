//! Runs outside programs: each in a folder and a process group of its own, started without a shell, with
//! limits on time, output and memory. Nothing they start outlives them; on Linux a supervisor sees to
//! that, whatever flees from the group.
//!
//! Programs are stopped here, for what others decide: `watch` that a run has passed its limits of
//! time or memory, a supervisor that it has passed its bounds. Too much output is noticed here, and
//! [`stop_all`] stops everything when the user interrupts the command.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::limited::{Leader, start};
use super::limits::{ExceededLimit, ProgramEnd, RunLimits, SupervisorDepth, TimeLimit};
use super::process_group::stop;
use super::process_tree::ProcessTree;
use super::sandbox::is_in_namespaces;
use super::slowdown;
use super::supervisor::SupervisorLine;
use super::watch::Watch;

/// The output, the end and the time of a run.
#[derive(Clone, Debug)]
pub struct ProgramRun {
    /// Standard output, as far as the limit allows.
    pub stdout: Vec<u8>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// The end of the run.
    pub end: ProgramEnd,
    /// True if processes that it started were still there after it ended; they were stopped.
    pub left_processes: bool,
    /// True if it was stopped while it was printing: how much it had printed then depends on the speed of
    /// the machine.
    pub was_printing: bool,
    /// The time until everything it started was stopped.
    pub took: Duration,
}

/// The leaders of what is running, and how their supervisors are talked to.
static RUNNING: Mutex<Vec<(u32, Option<SupervisorLine>)>> = Mutex::new(Vec::new());

/// Set once everything was told to stop: nothing new is started then.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// The trouble for which everything was told to stop, if it was for one.
static TROUBLE: OnceLock<String> = OnceLock::new();

/// Standard error that is kept, in bytes.
const STDERR_MAX: usize = 1 << 16;
/// Time that pipes get to close after everything was stopped.
const PIPES_CLOSE_MAX: Duration = Duration::from_secs(2);

/// What a run is stopped for; nothing where it has ended by itself.
type EndNotice = Option<ExceededLimit>;

/// Runs a program in a folder, fed with `input`.
///
/// # Errors
/// It cannot be started at all, or everything was stopped with [`stop_all`].
pub fn run(
    argv: &[String],
    folder: &Path,
    input: &[u8],
    limits: RunLimits,
) -> io::Result<ProgramRun> {
    if matches!(limits.time, TimeLimit::Processor(_)) {
        slowdown::learn();
    }
    let began = now();
    let mut started = StartedProgram::new(argv, folder, limits)?;
    let (sender, messages) = channel();
    let child = &mut started.leader.child;
    feed(child, input.to_vec());
    let most = limits.output_bytes_max;
    let stdout = PipeReader::new(child.stdout.take(), most, Some(sender.clone()));
    let stderr = PipeReader::new(child.stderr.take(), STDERR_MAX, None);
    announce_end(child.id(), sender);

    let mut watch = Watch::new(limits, slowdown::at_best, now());
    let mut stopped = wait(&mut started, &messages, &mut watch, &stdout);
    if stopped.is_none() && watch.is_too_much(started.used_at_end()) {
        stopped = Some(ExceededLimit::Processor);
    }
    let left_processes = stopped.is_none() && started.is_left();
    let status = started.stop();
    let (stdout, stderr) = (stdout.whole(), stderr.whole());
    check_going()?;
    let end = match stopped {
        _ if stdout.is_cut => ProgramEnd::Stopped(ExceededLimit::Output),
        Some(stop) => ProgramEnd::Stopped(stop),
        None => started.end_by(status?, Some(limits.time)),
    };
    Ok(ProgramRun {
        was_printing: watch.was_printing(stdout.bytes.len()),
        stdout: stdout.bytes,
        stderr: stderr.bytes,
        end,
        left_processes,
        took: began.elapsed(),
    })
}

/// Waits until the program has ended by itself, or has used up what it may.
fn wait(
    started: &mut StartedProgram,
    messages: &Receiver<EndNotice>,
    watch: &mut Watch,
    stdout: &PipeReader,
) -> Option<ExceededLimit> {
    loop {
        match messages.recv_timeout(watch.pause(now())) {
            Ok(notice) => return notice,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if cfg!(not(unix)) && matches!(started.leader.child.try_wait(), Ok(Some(_))) {
            return None;
        }
        let sight = watch.needs_sight().then(|| started.tree.look()).flatten();
        if let Some(stop) = watch.look(sight.as_ref(), stdout.len(), now()) {
            return Some(stop);
        }
    }
}

/// Tells when a child has ended, and leaves it to be waited for: until then the system knows what
/// it has used.
#[cfg(unix)]
fn announce_end(child: u32, sender: Sender<EndNotice>) {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(child) = super::process_group::number_of(child) else {
        return;
    };
    std::thread::spawn(move || {
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(child), how), Err(rustix::io::Errno::INTR)) {}
        // Nobody listens any more once the run is over.
        let _ = sender.send(None);
    });
}

/// Elsewhere the child is asked itself, again and again.
#[cfg(not(unix))]
fn announce_end(_: u32, _: Sender<EndNotice>) {}

/// Fails once everything was told to stop.
///
/// # Errors
/// It was, of the kind [`io::ErrorKind::Interrupted`].
pub fn check_going() -> io::Result<()> {
    if is_stopped() {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
    }
    Ok(())
}

/// Returns true if everything was told to stop.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Stops everything that is running, and lets nothing new begin. For whoever is interrupted.
pub fn stop_all() {
    STOPPED.store(true, Ordering::Relaxed);
    for (leader, control) in RUNNING.lock().iter() {
        match control {
            Some(control) => control.stop(),
            None => stop(*leader),
        }
    }
}

/// Stops everything, as [`stop_all`] does, for trouble of which no game can be played: a program that
/// does not exist, a disk that is full.
pub fn stop_all_for(trouble: String) {
    // The first says most.
    let _ = TROUBLE.set(trouble);
    stop_all();
}

/// The trouble for which everything was told to stop, if it was for one.
pub fn trouble() -> Option<&'static str> {
    TROUBLE.get().map(String::as_str)
}

#[expect(clippy::disallowed_methods, reason = "outside programs are limited in time")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// The time that is left until a moment.
pub fn left(until: Instant) -> Duration {
    until.saturating_duration_since(now())
}

/// A value of [`super::limits::MARK`] that no other run has.
fn mark() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{}-{run}", std::process::id())
}

/// A program that runs until it is dropped, with everything it started.
pub struct StartedProgram {
    leader: Leader,
    tree: ProcessTree,
}

/// The time that a supervisor gets to end everything, before it is killed itself and the program with it.
const SUPERVISOR_MAX: Duration = Duration::from_secs(2);
/// The pause between two checks whether a leader has ended.
const LOOK: Duration = Duration::from_millis(1);

impl StartedProgram {
    /// Starts it in a folder.
    ///
    /// # Errors
    /// It cannot be started, or everything was stopped with [`stop_all`].
    pub fn new(argv: &[String], folder: &Path, limits: RunLimits) -> io::Result<Self> {
        check_going()?;
        let mark = mark();
        let leader = start(argv, folder, limits, &mark)?;
        let number = leader.child.id();
        RUNNING.lock().push((number, leader.control.clone()));
        let above = match leader.control {
            None => SupervisorDepth::Nobody,
            Some(_) if is_in_namespaces() => SupervisorDepth::LeaderAndChild,
            Some(_) => SupervisorDepth::Leader,
        };
        let tree = ProcessTree::new(&mark, number, above);
        Ok(StartedProgram { leader, tree })
    }

    /// Takes the program's standard input, output and error; nothing if they were taken before.
    #[cfg(unix)]
    pub(crate) fn pipes(
        &mut self,
    ) -> Option<(std::process::ChildStdin, std::process::ChildStdout, std::process::ChildStderr)>
    {
        let Child { stdin, stdout, stderr, .. } = &mut self.leader.child;
        Some((stdin.take()?, stdout.take()?, stderr.take()?))
    }

    /// Waits for the end of the program, for so long at most; nothing if it goes on.
    pub fn ended(&mut self, within: Duration) -> Option<ProgramEnd> {
        let began = now();
        loop {
            // A supervisor tells of it before it looks for what is left.
            if let Some(report) = self.leader.report() {
                return Some(report.end);
            }
            if let Ok(Some(status)) = self.leader.child.try_wait() {
                return Some(self.end_by(status, None));
            }
            if began.elapsed() >= within {
                return None;
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Processor time after the leader ended.
    fn used_at_end(&self) -> Option<Duration> {
        let told = self.leader.report().and_then(|report| report.used);
        self.tree.used_at_end(told)
    }

    /// Returns true if a process is left after the leader ended.
    fn is_left(&mut self) -> bool {
        let report = self.leader.report();
        // A leader that is still to be waited for would be one that is left.
        let _ = self.leader.child.wait();
        let is_told = report.is_some_and(|report| report.left_processes);
        is_told
            || self.tree.is_left(&mut |pause| {
                std::thread::sleep(pause);
                true
            })
    }

    /// Stops everything, and says how the leader ended.
    fn stop(&mut self) -> io::Result<ExitStatus> {
        let number = self.leader.child.id();
        if let Some(control) = &self.leader.control {
            control.stop();
            let began = now();
            while matches!(self.leader.child.try_wait(), Ok(None))
                && began.elapsed() < SUPERVISOR_MAX
            {
                std::thread::sleep(LOOK);
            }
        }
        stop(number);
        self.tree.stop_all();
        // It was killed, so it ends; one that had ended before ends in the same way again.
        let status = self.leader.child.wait();
        RUNNING.lock().retain(|(running, _)| *running != number);
        status
    }

    /// The end of the program, given the exit status of its leader.
    fn end_by(&self, leader: ExitStatus, time: Option<TimeLimit>) -> ProgramEnd {
        let report = self.leader.report();
        let end = report.map_or_else(|| end_of(leader), |report| report.end);
        match (end, time) {
            (ProgramEnd::Signal(SIGXCPU), Some(TimeLimit::Processor(_))) => {
                ProgramEnd::Stopped(ExceededLimit::Processor)
            }
            (end, _) => end,
        }
    }
}

impl Drop for StartedProgram {
    fn drop(&mut self) {
        // How it ended was asked before, if anybody wanted to know.
        let _ = self.stop();
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

/// The bytes that came out of a pipe.
#[derive(Default)]
struct PipeOutput {
    bytes: Vec<u8>,
    /// True if there were more bytes than are kept.
    is_cut: bool,
}

/// A pipe that is being read into memory up to a limit, and to its end.
struct PipeReader {
    gathered: Arc<Mutex<PipeOutput>>,
    /// Closes when the pipe does.
    end: Receiver<()>,
}

impl PipeReader {
    fn new(
        pipe: Option<impl Read + Send + 'static>,
        most: usize,
        notify: Option<Sender<EndNotice>>,
    ) -> Self {
        let gathered = Arc::new(Mutex::new(PipeOutput::default()));
        let (alive, end) = channel();
        if let Some(pipe) = pipe {
            let into = Arc::clone(&gathered);
            std::thread::spawn(move || {
                gather(pipe, most, &into, notify.as_ref());
                drop(alive);
            });
        }
        PipeReader { gathered, end }
    }

    /// Bytes so far.
    fn len(&self) -> usize {
        self.gathered.lock().bytes.len()
    }

    /// All of the output, once no process holds the other end any more. A process that fled keeps it open
    /// and is not found; then the output until now is taken.
    fn whole(self) -> PipeOutput {
        // Nothing is ever sent: either the pipe is closed, or it was waited for long enough.
        let _ = self.end.recv_timeout(PIPES_CLOSE_MAX);
        std::mem::take(&mut *self.gathered.lock())
    }
}

fn gather(
    mut pipe: impl Read,
    most: usize,
    into: &Mutex<PipeOutput>,
    notify: Option<&Sender<EndNotice>>,
) {
    let mut chunk = vec![0; 1 << 16];
    while let Ok(read @ 1..) = pipe.read(&mut chunk) {
        let mut into = into.lock();
        let room = most.saturating_sub(into.bytes.len());
        into.bytes.extend_from_slice(&chunk[..read.min(room)]);
        if read > room && !std::mem::replace(&mut into.is_cut, true) {
            // Nobody listens any more once the run is over.
            let _ = notify.map(|sender| sender.send(Some(ExceededLimit::Output)));
        }
    }
}

/// By this signal the system stops what has used up its processor time.
const SIGXCPU: i32 = 24;

/// The end of a process with this exit status.
fn end_of(status: ExitStatus) -> ProgramEnd {
    let code = ProgramEnd::Exit(status.code().unwrap_or_default());
    signal_of(status).map_or(code, ProgramEnd::Signal)
}

/// The signal that ended a process, on systems that have signals.
#[cfg(unix)]
pub(super) fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
pub(super) fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}
