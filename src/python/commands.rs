//! Commands of the program, run for Python.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use chase::Error;
use chase::cli::in_process::{self, perform};
use chase::games::project_games;
use chase::world::{Caller, World, WorldParts, WorldPath};
use pyo3::prelude::*;

use super::failure::told;

/// The time after which Python is asked once more whether it was interrupted.
const LOOK: Duration = Duration::from_millis(50);
/// As much as the program's main thread has.
const STACK: usize = 8 << 20;

/// Runs a command, and returns its status and what it printed. It runs beside Python, which may
/// interrupt it; `progress` is called with how many games there are, of how many, when that has
/// changed.
#[pyfunction]
#[pyo3(signature = (words, progress = None))]
pub fn command(
    py: Python<'_>,
    words: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u8, Vec<u8>)> {
    let caller = Caller::default();
    let (sender, done) = channel();
    let done = Mutex::new(done);
    let world = world_of(caller.clone());
    let work = Builder::new().stack_size(STACK).spawn(move || {
        let mut out = Vec::new();
        let status = perform(&world, project_games(), &words, &mut out);
        // Who waits no more was interrupted.
        let _ = sender.send(());
        status.map(|status| (status, out))
    })?;
    let mut shown = (0, 0);
    let mut interrupted = Ok(());
    // Nothing comes any more where the work panics.
    let is_waiting = || {
        let done = done.lock();
        done.is_ok_and(|done| done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout))
    };
    while py.detach(is_waiting) {
        if interrupted.is_ok() {
            interrupted = py.check_signals();
            interrupted =
                interrupted.and_then(|()| show(py, progress.as_ref(), &caller, &mut shown));
            if interrupted.is_err() {
                caller.interrupt();
            }
        }
    }
    let result = py.detach(|| work.join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    interrupted?;
    show(py, progress.as_ref(), &caller, &mut shown)?;
    result.map_err(told)
}

/// The files and streams of this process, in which this caller runs commands.
fn world_of(caller: Caller) -> World {
    World::new(WorldParts { caller, ..WorldParts::of_process("chase") })
}

/// Calls `progress` where something has changed.
fn show(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    caller: &Caller,
    shown: &mut (u64, u64),
) -> PyResult<()> {
    let now = caller.progress();
    if let Some(progress) = progress
        && now != *shown
    {
        *shown = now;
        progress.call1(py, now)?;
    }
    Ok(())
}

/// Begins the sweep of a command in its folder, and plays nothing of it; with `--resume` it holds the one
/// that is there against it.
#[pyfunction]
pub fn begin_sweep(py: Python<'_>, words: Vec<String>) -> PyResult<()> {
    let world = world_of(Caller::default());
    let begun: Result<(), Error> =
        py.detach(|| in_process::begin_sweep(&world, project_games(), &words));
    begun.map_err(told)
}

/// The game that a file says what a sweep of it plays.
#[pyfunction]
pub fn sweep_game(path: PathBuf) -> PyResult<String> {
    in_process::sweep_game(&WorldPath::on_disk(path)).map_err(told)
}
