//! What a run of an outside program may use up, and how it ended: plain values that everybody here
//! knows and that know nobody.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The variable by which everything that a run starts is known, whatever group it flees to.
pub(super) const MARK: &str = "CHASE_RUN";

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// Its time.
    pub time: TimeLimit,
    /// Bytes of standard output until it is stopped.
    pub output_bytes_max: usize,
    /// Its memory; nothing for no limit.
    pub memory: Option<MemoryLimit>,
    /// The size of any file it writes, in bytes; nothing for no limit.
    pub file_bytes_max: Option<u64>,
}

/// How the time of a run is counted.
#[derive(Clone, Copy, Debug)]
pub enum TimeLimit {
    /// As a clock on the wall counts: for whoever waits for an answer.
    Wall(Duration),
    /// As processors count: what the program and everything it starts compute, so that a busy
    /// machine changes nothing. A clock on the wall may show [`TimeLimit::WALL_FACTOR`] times as
    /// much, and nothing may sleep for longer than [`TimeLimit::SLEEP_MAX`].
    Processor(Duration),
}

impl TimeLimit {
    /// How many times the processor time the time on the wall may be.
    pub const WALL_FACTOR: u32 = 10;
    /// When every thread of a run has slept for so long, nothing will wake it.
    pub const SLEEP_MAX: Duration = Duration::from_secs(5);

    /// The time on the wall until a run is stopped at the latest.
    #[must_use]
    pub fn wall(self) -> Duration {
        match self {
            TimeLimit::Wall(time) => time,
            TimeLimit::Processor(time) => time * Self::WALL_FACTOR,
        }
    }
}

/// How the memory of a run is counted, in bytes.
#[derive(Clone, Copy, Debug)]
pub enum MemoryLimit {
    /// The address space of each of its processes.
    AddressSpace(u64),
    /// What of all its processes together is in the machine's memory; shared pages count once for
    /// each process. Linux only; elsewhere the system limits the data of each process, if it does.
    Resident(u64),
}

/// How many processes and threads a run may have at a time. Counted on Linux.
pub const PROCESSES_MAX: u64 = 1_000;

/// What the files in a run's folder may take together, in bytes. Counted on Linux.
pub const FOLDER_BYTES_MAX: u64 = 1 << 30;

/// How many files and folders a run's folder may have. Counted on Linux.
pub const FOLDER_FILES_MAX: u64 = 20_000;

/// Which of a run's processes are not the program and what it started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SupervisorDepth {
    /// None: the leader is the program.
    Nobody,
    /// The leader, a supervisor.
    Leader,
    /// The leader, and the supervisor that is its only child in namespaces.
    LeaderAndChild,
}

/// What is seen of a run at one moment, where it can be looked at.
pub(super) struct ResourceUse {
    /// Processor time of all its processes, and of those that ended and were waited for.
    pub used: Duration,
    /// What of it is in the machine's memory; of each process the most there was, if that is more.
    pub resident_bytes: u64,
    /// Its processes and threads.
    #[cfg_attr(
        not(all(target_os = "linux", feature = "sandbox")),
        expect(dead_code, reason = "only Linux bounds their number")
    )]
    pub tasks: u64,
    /// A number that another one follows as soon as any of its threads runs; nothing while one
    /// does.
    pub pulse: Option<u64>,
}

/// What a supervisor tells.
#[derive(Clone, Debug)]
pub(super) struct SupervisorReport {
    /// How the program ended.
    pub end: ProgramEnd,
    /// Whether processes that it started were still there a moment later.
    pub left_processes: bool,
    /// Processor time of all that it started, once all of it has ended.
    pub used: Option<Duration>,
}

/// The sockets that a program can make. What is made in pairs is always there, as it reaches nobody
/// else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Sockets {
    /// All kinds: this kernel has no filters of system calls.
    All,
    /// Those of a network, which is the program's own.
    OfNetwork,
    /// None.
    None,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgramEnd {
    /// By itself, with this code.
    Exit(i32),
    /// By a signal that nobody sent from here.
    Signal(i32),
    /// Stopped when it had used up what it may.
    Stopped(ExceededLimit),
}

/// What a run that was stopped had used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExceededLimit {
    /// Its time on the wall.
    Wall,
    /// Its processor time.
    Processor,
    /// The time for which all of it may sleep.
    Sleep,
    /// What it may print.
    Output,
    /// Its memory.
    Memory,
    /// The processes and threads that it may have at a time.
    Processes,
    /// The room that its folder may take.
    Folder,
}
