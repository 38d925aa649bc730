//! The world that a command runs in: its files, streams, clock, threads and caller. It is a value: two of them
//! stand side by side in one process and know nothing of each other.
//!
//! A [`WorldPath`] is a path in one of them. Whoever is handed a place reads and writes there, and need not
//! know whether it is on disk or in memory.

mod caller;
mod clock;
mod file;
mod memory;
mod metadata;
mod path;
mod threads;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, mem, thread};

use crate::escape;

pub use caller::Caller;
pub use clock::{Clock, Stopwatch};
pub use file::File;
pub use memory::{MemoryFile, MemoryFiles};
pub use metadata::{FileKind, Metadata};
pub use path::WorldPath;
pub use threads::{gathered, in_parallel};

/// The most MiB of input from a pipe that are read, unless another number is given.
pub const INPUT_MIB: u64 = 4096;

/// Files, and the names that lead to them.
#[derive(Clone, Debug)]
pub enum Files {
    /// Those of the system. A path that is not absolute begins in this folder; the empty one is the present
    /// folder of the process.
    Disk(PathBuf),
    /// Files in memory.
    Memory(MemoryFiles),
}

/// What is known of a stream that a command writes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// Whether somebody looks at it.
    pub is_terminal: bool,
    /// Whether it shows colours, and they are wanted.
    pub has_colour: bool,
    /// The number of its columns; nothing where it is no terminal.
    pub width: Option<usize>,
}

/// The three streams of a command, as far as they are terminals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screens {
    /// Whether standard input is a terminal.
    pub is_typed: bool,
    /// Standard output.
    pub output: Screen,
    /// Standard error.
    pub errors: Screen,
}

/// What a world is made of.
pub struct WorldParts {
    /// What the program is called in its messages.
    pub name: String,
    /// The files.
    pub files: Files,
    /// Standard input.
    pub input: Mutex<Box<dyn BufRead + Send>>,
    /// Standard error: what a command tells people beside what it prints.
    pub errors: Mutex<Box<dyn Write + Send>>,
    /// Says which streams are terminals now.
    pub screens: Box<dyn Fn() -> Screens + Send + Sync>,
    /// Who interrupts the commands and reads how far they are.
    pub caller: Caller,
    /// The clock.
    pub clock: Clock,
    /// The number of threads that can work at once, 0 where there are none. Without it there is one for each
    /// processor that this process may use.
    pub threads: Option<usize>,
}

impl WorldParts {
    /// Those of this process, with the files of the system and no terminal.
    pub fn of_process(name: &str) -> Self {
        WorldParts {
            name: name.to_owned(),
            files: Files::Disk(PathBuf::new()),
            input: Mutex::new(Box::new(BufReader::new(io::stdin()))),
            errors: Mutex::new(Box::new(io::stderr())),
            screens: Box::new(Screens::default),
            caller: Caller::default(),
            clock: Clock::default(),
            threads: None,
        }
    }

    /// No files, nothing to read, and nobody who hears what is told.
    pub fn empty(name: &str) -> Self {
        WorldParts {
            files: Files::Memory(MemoryFiles::default()),
            input: Mutex::new(Box::new(io::empty())),
            errors: Mutex::new(Box::new(io::sink())),
            threads: Some(1),
            ..Self::of_process(name)
        }
    }
}

/// What a command runs in. Clones share one state.
#[derive(Clone)]
pub struct World(Arc<WorldState>);

struct WorldState {
    parts: WorldParts,
    input_max: AtomicU64,
}

impl World {
    /// A world of these parts.
    #[must_use]
    pub fn new(parts: WorldParts) -> Self {
        World(Arc::new(WorldState { parts, input_max: AtomicU64::new(INPUT_MIB << 20) }))
    }

    /// The files and streams of this process, with no terminal.
    #[must_use]
    pub fn of_process(name: &str) -> Self {
        World::new(WorldParts::of_process(name))
    }

    /// The place that a path names in this world.
    pub fn at(&self, path: impl Into<PathBuf>) -> WorldPath {
        WorldPath::new(self.clone(), path.into())
    }

    /// The files.
    pub fn files(&self) -> &Files {
        &self.0.parts.files
    }

    /// What the program is called in its messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.parts.name
    }

    /// Who interrupts the commands and reads how far they are.
    pub fn caller(&self) -> &Caller {
        &self.0.parts.caller
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.0.parts.clock
    }

    /// Does something on a thread of its own. False where there are no threads: nothing is done then.
    pub fn spawn(&self, work: impl FnOnce() + Send + 'static) -> bool {
        self.0.parts.threads != Some(0) && thread::Builder::new().spawn(work).is_ok()
    }

    /// The number of threads that can work at once; 0 where there are none.
    #[must_use]
    pub fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        self.0.parts.threads.unwrap_or_else(all)
    }

    /// Standard input, for as long as what is returned is held.
    pub fn input(&self) -> MutexGuard<'_, Box<dyn BufRead + Send>> {
        self.0.parts.input.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Standard input as a reader that can be handed on.
    #[must_use]
    pub fn reader(&self) -> InputReader {
        InputReader(self.clone())
    }

    /// A file without a name, which is gone with its last handle.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn nameless_file(&self) -> io::Result<File> {
        match self.files() {
            Files::Disk(_) => tempfile::tempfile().map(File::Disk),
            Files::Memory(_) => Ok(File::nameless()),
        }
    }

    /// The streams as they are now.
    pub fn screens(&self) -> Screens {
        (self.0.parts.screens)()
    }

    /// The most bytes of input from a pipe that are read.
    pub fn input_max(&self) -> u64 {
        self.0.input_max.load(Ordering::Relaxed)
    }

    /// Says how many MiB of a pipe are read at most.
    pub fn set_input_max(&self, mib: u64) {
        self.0.input_max.store(mib.saturating_mul(1 << 20), Ordering::Relaxed);
    }

    /// Writes to standard error. Nobody can be told if that fails.
    pub fn write_errors(&self, bytes: &[u8]) {
        let mut errors = self.0.parts.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = errors.write_all(bytes).and_then(|()| errors.flush());
    }

    /// Tells people what went wrong.
    pub fn tell(&self, what: &dyn fmt::Display) {
        self.note(&format_args!("{}: {what}", self.name()));
    }

    /// Tells people something that is no error.
    pub fn note(&self, what: &dyn fmt::Display) {
        let text = format!("{what}\n");
        self.write_errors(escape::lines(&text).as_bytes());
    }

    /// Warns people: something is not as it should be, and the command goes on.
    pub fn warn(&self, what: &dyn fmt::Display) {
        self.tell(&format_args!("warning: {what}"));
    }

    /// Tells a seed that was drawn, and what it is good for.
    pub fn note_drawn(&self, seed: i64, purpose: &str) {
        self.note(&format_args!("seed {seed} was drawn; give it with --seed to {purpose}"));
    }
}

/// Standard input of a world.
#[derive(Debug)]
pub struct InputReader(World);

impl Read for InputReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.input().read(into)
    }
}

/// What was written to it. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct KeptBytes(Arc<Mutex<Vec<u8>>>);

impl KeptBytes {
    /// Takes what was written up to here.
    #[must_use]
    pub fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for KeptBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("World").field(&self.0.parts.files).finish()
    }
}

#[cfg(test)]
mod tests;
