//! The limits of a run of an outside program, and the ways in which it can end: plain values that depend
//! on no other file here. `watch` and `bounds` decide whether a run has passed them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The variable by which everything that a run starts is known, whatever group it flees to.
pub(super) const MARK: &str = "CHASE_RUN";

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// The time of the run.
    pub time: TimeLimit,
    /// Bytes of standard output until it is stopped.
    pub output_bytes_max: usize,
    /// The memory of the run; nothing for no limit.
    pub memory: Option<MemoryLimit>,
    /// The size of any file it writes, in bytes; nothing for no limit.
    pub file_bytes_max: Option<u64>,
    /// True if what a right program does not depend on is made otherwise: fresh memory is filled
    /// with a pattern (where the C library does that), and the environment is longer.
    pub is_perturbed: bool,
}

/// The limit on the time of a run, and the clock that measures it.
#[derive(Clone, Copy, Debug)]
pub enum TimeLimit {
    /// A limit on the time on the wall: for runs whose answer somebody waits for.
    Wall(Duration),
    /// A limit on the processor time of the program and everything it starts, counted as on this machine
    /// at its best, so that a busy machine changes nothing. The run may wait for
    /// `TimeLimit::WALL_FACTOR` times as long on the wall, and sleep for [`TimeLimit::SLEEP_MAX`] at a time.
    Processor(Duration),
}

impl TimeLimit {
    /// How many times its processor time a run may last on the wall. Time in which it computes, or waits
    /// for a processor or a disk, is divided by this.
    pub(crate) const WALL_FACTOR: u32 = 10;
    /// The time after which a run counts as asleep for ever, if all its threads sleep.
    pub const SLEEP_MAX: Duration = Duration::from_secs(5);

    /// The time on the wall after which a run is stopped, counted as `watch` counts it.
    pub fn wall(self) -> Duration {
        match self {
            TimeLimit::Wall(time) => time,
            TimeLimit::Processor(time) => time * Self::WALL_FACTOR,
        }
    }
}

/// The limit on the memory of a run in bytes, and the memory that counts. Counted on Linux is also what is
/// in no process: deleted files that are open and in memory, and shared memory.
#[derive(Clone, Copy, Debug)]
pub enum MemoryLimit {
    /// The address space of each of its processes, and as much that is in no process; all together
    /// may have [`RESIDENT_BYTES_MAX`], or this if it is more.
    AddressSpace(u64),
    /// The resident memory of all its processes together; shared pages count once for each process. Linux
    /// only; elsewhere the system limits the data of each process, if it does.
    Resident(u64),
}

/// The limit on the memory of all processes of a player together, if no other is given, in bytes.
pub const RESIDENT_BYTES_MAX: u64 = 4 << 30;

/// The most processes and threads of a run at a time. Counted on Linux.
pub const PROCESSES_MAX: u64 = 1_000;

/// The most bytes of all files in a run's folder together. Counted on Linux.
pub const FOLDER_BYTES_MAX: u64 = 1 << 30;

/// The most files and folders in a run's folder. Counted on Linux.
pub const FOLDER_FILES_MAX: u64 = 20_000;

/// The most folders within each other in a run's folder. Counted on Linux.
pub const FOLDER_DEPTH_MAX: u64 = 200;

/// The processes of a run that stand above the program and are not its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SupervisorDepth {
    /// No process: the leader is the program.
    Nobody,
    /// The leader, a supervisor.
    Leader,
    /// The leader, and the supervisor that is its only child in namespaces.
    LeaderAndChild,
}

/// The use of resources by a run at one moment, on systems where it can be measured.
pub(super) struct ResourceUse {
    /// Processor time of all its processes, and of those that ended and were waited for.
    pub used: Duration,
    /// Its memory, in processes and in none; of each process the most that it had, if that is more.
    pub resident_bytes: u64,
    /// What it holds outside of its processes and its folder. Known to supervisors alone.
    #[cfg_attr(
        not(all(target_os = "linux", feature = "sandbox")),
        expect(dead_code, reason = "only Linux bounds it")
    )]
    pub held: HeldResources,
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

/// What a run holds that is mapped by no process and has no name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HeldResources {
    /// Bytes of deleted files in memory that are open, and of shared memory of System V; those that are
    /// mapped count with the processes.
    pub memory_bytes: u64,
    /// Deleted files on disks that are open.
    pub disk_files: u64,
    /// Bytes of these.
    pub disk_bytes: u64,
}

/// The report of a supervisor about its run.
#[derive(Clone, Debug)]
pub(super) struct SupervisorReport {
    /// The end of the program.
    pub end: ProgramEnd,
    /// True if processes that it started were still there a moment later.
    pub left_processes: bool,
    /// Processor time of all that it started, once all of it has ended.
    pub used: Option<Duration>,
}

/// The sockets that a program can make. Pairs of sockets are always allowed, because they reach nobody
/// else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Sockets {
    /// All kinds of sockets: this kernel has no filters of system calls.
    All,
    /// Sockets of a network, which is the program's own.
    OfNetwork,
    /// No sockets, except for pairs of them.
    None,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgramEnd {
    /// The program ended by itself, with this code.
    Exit(i32),
    /// The program ended by this signal, which was not sent from here.
    Signal(i32),
    /// The program was stopped when it had passed this limit.
    Stopped(ExceededLimit),
}

/// The limit that a run had passed when it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExceededLimit {
    /// The time on the wall.
    Wall,
    /// The processor time.
    Processor,
    /// The time for which all of it may sleep.
    Sleep,
    /// The bytes that it may print.
    Output,
    /// The memory that it may use.
    Memory,
    /// The processes and threads that it may have at a time.
    Processes,
    /// The room that its folder may take.
    Folder,
}

/// Words for the limit for which the supervisor of a player stopped it. `memory` is the limit on the address space of each
/// process, if there is one.
pub(crate) fn stopped_words(stop: ExceededLimit, memory: Option<u64>) -> String {
    match stop {
        ExceededLimit::Processes => "it was stopped: more than 1000 processes and threads".into(),
        ExceededLimit::Folder => {
            "it was stopped: its folder has more than 1 GiB or 20000 files, or nests folders \
             more than 200 deep"
                .into()
        }
        ExceededLimit::Memory => {
            let all = memory.unwrap_or_default().max(RESIDENT_BYTES_MAX) >> 20;
            let unmapped = memory.map_or(String::new(), |bytes| {
                let most = bytes >> 20;
                format!(", or more than {most} MiB that no process had mapped (--memory)")
            });
            format!("it was stopped: more than {all} MiB of memory{unmapped}")
        }
        ExceededLimit::Wall
        | ExceededLimit::Processor
        | ExceededLimit::Sleep
        | ExceededLimit::Output => "it was stopped".into(),
    }
}
