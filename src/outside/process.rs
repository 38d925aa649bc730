//! Outside programs: each in a folder and a process group of its own, started without a shell, with
//! limits on time, output and memory. Nothing they start outlives them; on Linux that holds for what
//! flees from the group too. What a run has used up is for `watch` to decide, never for this file.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::limited::start;
use super::limits::{End, Limits, Stop, TimeLimit};
use super::tree::{Tree, stop};
use super::watch::Watch;

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Run {
    /// Standard output, as far as the limit allows.
    pub stdout: Vec<u8>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// Whether processes that it started were still there after it ended; they were stopped.
    pub left_processes: bool,
    /// Whether it was stopped while it was printing: it then printed what it did only because the
    /// machine is as fast as it is.
    pub was_printing: bool,
}

/// The leaders of the process groups that are running.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Set once everything was told to stop: nothing new is started then.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Standard error that is kept, in bytes.
const STDERR_MAX: usize = 1 << 16;
/// Time that pipes get to close after everything was stopped.
const PIPES_CLOSE_MAX: Duration = Duration::from_secs(2);

enum Message {
    Ended,
    TooMuch,
}

/// Runs a program in a folder, fed with `input`.
///
/// # Errors
/// It cannot be started at all, or everything was stopped with [`stop_all`].
pub fn run(argv: &[String], folder: &Path, input: &[u8], limits: Limits) -> io::Result<Run> {
    check_going()?;
    let mark = mark();
    let mut child = start(argv, folder, limits, &mark)?;
    let group = child.id();
    locked(&RUNNING).push(group);
    let (sender, messages) = channel();
    feed(&mut child, input.to_vec());
    let most = limits.output_bytes_max;
    let stdout = Gathering::new(child.stdout.take(), most, Some(sender.clone()));
    let stderr = Gathering::new(child.stderr.take(), STDERR_MAX, None);
    announce_end(group, sender);

    let mut tree = Tree::new(mark, group);
    let mut watch = Watch::new(limits, now());
    let mut stopped = wait(&mut child, &messages, &mut watch, &mut tree, &stdout);
    if stopped.is_none() && watch.is_too_much(tree.used_at_end()) {
        stopped = Some(Stop::Processor);
    }
    let left_processes = stopped.is_none() && {
        // A leader that is still to be waited for would be one that is left.
        let _ = child.wait();
        tree.is_left()
    };
    stop(group);
    tree.stop_all();
    // It was killed, so it ends; one that had ended before ends in the same way again.
    let status = child.wait();
    locked(&RUNNING).retain(|running| *running != group);
    let (stdout, stderr) = (stdout.whole(), stderr.whole());
    check_going()?;
    let end = match stopped {
        _ if stdout.is_cut => End::Stopped(Stop::Output),
        Some(stop) => End::Stopped(stop),
        None => end_of(status?, Some(limits.time)),
    };
    Ok(Run {
        was_printing: watch.was_printing(stdout.bytes.len()),
        stdout: stdout.bytes,
        stderr: stderr.bytes,
        end,
        left_processes,
    })
}

/// Waits until the program has ended by itself, or has used up what it may.
fn wait(
    child: &mut Child,
    messages: &Receiver<Message>,
    watch: &mut Watch,
    tree: &mut Tree,
    stdout: &Gathering,
) -> Option<Stop> {
    loop {
        match messages.recv_timeout(watch.pause(now())) {
            Ok(Message::Ended) => return None,
            Ok(Message::TooMuch) => return Some(Stop::Output),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if cfg!(not(unix)) && matches!(child.try_wait(), Ok(Some(_))) {
            return None;
        }
        let sight = watch.needs_sight().then(|| tree.look()).flatten();
        if let Some(stop) = watch.look(sight.as_ref(), stdout.len(), now()) {
            return Some(stop);
        }
    }
}

/// Tells when a child has ended, and leaves it to be waited for: until then the system knows what
/// it has used.
#[cfg(unix)]
fn announce_end(child: u32, sender: Sender<Message>) {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(child) = super::tree::number_of(child) else {
        return;
    };
    std::thread::spawn(move || {
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(
            waitid(WaitId::Pid(child), how),
            Err(rustix::io::Errno::INTR)
        ) {}
        // Nobody listens any more once the run is over.
        let _ = sender.send(Message::Ended);
    });
}

/// Elsewhere the child is asked itself, again and again.
#[cfg(not(unix))]
fn announce_end(_: u32, _: Sender<Message>) {}

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

/// A value of [`super::limited::MARK`] that no other run has.
fn mark() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{}-{run}", std::process::id())
}

/// A program that runs until it is dropped, with everything it started.
pub struct Started {
    child: Child,
    tree: Tree,
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
        let tree = Tree::new(mark, child.id());
        Ok(Started { child, tree })
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
                return Some(end_of(status, None));
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
        self.tree.stop_all();
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

/// What came out of a pipe.
#[derive(Default)]
struct Gathered {
    bytes: Vec<u8>,
    /// Whether there was more than is kept.
    is_cut: bool,
}

/// A pipe that is being read into memory up to a limit, and to its end.
struct Gathering {
    gathered: Arc<Mutex<Gathered>>,
    /// Closes when the pipe does.
    end: Receiver<()>,
}

impl Gathering {
    fn new(
        pipe: Option<impl Read + Send + 'static>,
        most: usize,
        notify: Option<Sender<Message>>,
    ) -> Self {
        let gathered = Arc::new(Mutex::new(Gathered::default()));
        let (alive, end) = channel();
        if let Some(pipe) = pipe {
            let into = Arc::clone(&gathered);
            std::thread::spawn(move || {
                gather(pipe, most, &into, notify.as_ref());
                drop(alive);
            });
        }
        Gathering { gathered, end }
    }

    /// Bytes so far.
    fn len(&self) -> usize {
        locked(&self.gathered).bytes.len()
    }

    /// All of it, once nobody holds the other end any more. Who fled with it, and is not found,
    /// keeps it open; what was printed until then is taken.
    fn whole(self) -> Gathered {
        // Nothing is ever sent: either the pipe is closed, or it was waited for long enough.
        let _ = self.end.recv_timeout(PIPES_CLOSE_MAX);
        std::mem::take(&mut *locked(&self.gathered))
    }
}

fn gather(
    mut pipe: impl Read,
    most: usize,
    into: &Mutex<Gathered>,
    notify: Option<&Sender<Message>>,
) {
    let mut chunk = vec![0; 1 << 16];
    while let Ok(read @ 1..) = pipe.read(&mut chunk) {
        let mut into = locked(into);
        let room = most.saturating_sub(into.bytes.len());
        into.bytes.extend_from_slice(&chunk[..read.min(room)]);
        if read > room && !std::mem::replace(&mut into.is_cut, true) {
            // Nobody listens any more once the run is over.
            let _ = notify.map(|sender| sender.send(Message::TooMuch));
        }
    }
}

/// How a process ended; what the system stopped for its processor time was stopped as agreed.
fn end_of(status: ExitStatus, time: Option<TimeLimit>) -> End {
    const SIGXCPU: i32 = 24;
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match time {
            Some(TimeLimit::Processor(_)) if signal == SIGXCPU => End::Stopped(Stop::Processor),
            _ => End::Signal(signal),
        };
    }
    End::Exit(status.code().unwrap_or_default())
}
