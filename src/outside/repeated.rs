//! A program that is run again and again as a user types it, with its whole environment, under
//! conditions that are varied from run to run. What it prints goes to files. It stops its runs itself, for
//! time and for too much output.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::addresses;
use super::process::{check_going, now, signal_of};
use super::process_group::stop;

/// The conditions of a run that are not on the program's command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunConditions {
    /// Variables of the environment that are added or replaced.
    pub variables: Vec<(String, String)>,
    /// The working folder; nothing for that of this process.
    pub folder: Option<PathBuf>,
    /// True if the system must not choose addresses by chance.
    pub fixed_addresses: bool,
    /// True if the machine has more to do than it has processors.
    pub load: bool,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunEnd {
    /// The program ended by itself, with this status.
    Status(i32),
    /// The program ended by the signal of this number.
    Signal(i32),
    /// The program was stopped because it ran out of time.
    Late,
    /// The program was stopped because it printed more than is kept.
    TooMuch,
}

impl From<ExitStatus> for RunEnd {
    fn from(status: ExitStatus) -> Self {
        match status.code() {
            Some(code) => RunEnd::Status(code),
            None => RunEnd::Signal(signal_of(status).unwrap_or_default()),
        }
    }
}

/// The most bytes of each output that are kept.
pub const OUTPUT_BYTES_MAX: u64 = 256 << 20;

/// The input, the output files and the time limit of a run.
#[derive(Clone, Copy, Debug)]
pub struct RepeatBounds<'a> {
    /// The file that is its standard input, from its beginning; nothing for an empty one.
    pub input: Option<&'a Path>,
    /// The file for standard output.
    pub stdout: &'a Path,
    /// The file for standard error.
    pub stderr: &'a Path,
    /// The longest time of the run.
    pub time: Duration,
}

/// Runs a program to its end. Processes that it started in its process group are stopped then.
///
/// # Errors
/// It cannot be started, its input cannot be read, its output cannot be written, or everything was
/// stopped.
pub fn run(
    argv: &[String],
    conditions: &RunConditions,
    bounds: RepeatBounds<'_>,
) -> io::Result<RunEnd> {
    let _busy = conditions.load.then(BusyThreads::begin);
    let (out, err) = (File::create(bounds.stdout)?, File::create(bounds.stderr)?);
    let input = match bounds.input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    let mut child = GroupLeader(start(argv, conditions, input)?);
    let (sender, done) = channel();
    let is_full = Arc::new(AtomicBool::new(false));
    if let Some(pipe) = child.0.stdout.take() {
        keep(pipe, out, sender.clone(), Arc::clone(&is_full));
    }
    if let Some(pipe) = child.0.stderr.take() {
        keep(pipe, err, sender, Arc::clone(&is_full));
    }
    let end = child.wait(bounds.time, &is_full)?;
    child.stop();
    wait_for_pipes(&done)?;
    Ok(match is_full.load(Ordering::Relaxed) {
        true => RunEnd::TooMuch,
        false => end,
    })
}

fn start(argv: &[String], conditions: &RunConditions, input: Stdio) -> io::Result<Child> {
    let (program, arguments) = argv
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .envs(conditions.variables.iter().cloned())
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = &conditions.folder {
        command.current_dir(folder).env("PWD", folder);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    match conditions.fixed_addresses {
        true => addresses::spawn_fixed(&mut command),
        false => command.spawn(),
    }
}

/// A process that leads a group.
struct GroupLeader(Child);

impl GroupLeader {
    fn wait(&mut self, time: Duration, is_full: &AtomicBool) -> io::Result<RunEnd> {
        const PAUSE_MAX: Duration = Duration::from_millis(10);
        let began = now();
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(RunEnd::from(status));
            }
            check_going()?;
            if began.elapsed() >= time {
                return Ok(RunEnd::Late);
            }
            if is_full.load(Ordering::Relaxed) {
                return Ok(RunEnd::TooMuch);
            }
            thread::sleep(pause);
            pause = (2 * pause).min(PAUSE_MAX);
        }
    }

    fn stop(&mut self) {
        stop(self.0.id());
        // One that has ended cannot be stopped, and need not be.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for GroupLeader {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Copies what is printed into a file, to its end or to the most that is kept.
fn keep(
    pipe: impl Read + Send + 'static,
    mut file: File,
    done: Sender<io::Result<()>>,
    is_full: Arc<AtomicBool>,
) {
    thread::spawn(move || {
        let copied = io::copy(&mut pipe.take(OUTPUT_BYTES_MAX + 1), &mut file);
        if matches!(copied, Ok(bytes) if bytes > OUTPUT_BYTES_MAX) {
            is_full.store(true, Ordering::Relaxed);
        }
        // Nobody waits any more where something else failed first.
        let _ = done.send(copied.map(|_| ()));
    });
}

/// Waits until both outputs are written. A process that fled from the group with a pipe keeps it open;
/// then the output until now is taken.
fn wait_for_pipes(done: &Receiver<io::Result<()>>) -> io::Result<()> {
    const PIPES_CLOSE_MAX: Duration = Duration::from_secs(2);
    while let Ok(written) = done.recv_timeout(PIPES_CLOSE_MAX) {
        written?;
    }
    Ok(())
}

/// Threads that do nothing but compute, two for every processor, until it is dropped.
struct BusyThreads {
    stop: Arc<AtomicBool>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl BusyThreads {
    fn begin() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let stop = Arc::new(AtomicBool::new(false));
        let threads = (0..2 * processors).map(|_| {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        });
        BusyThreads { threads: threads.collect(), stop }
    }
}

impl Drop for BusyThreads {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that computes nothing cannot fail.
            let _ = thread.join();
        }
    }
}
