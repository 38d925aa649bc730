//! All processes of a run, as Linux shows them below /proc: what they use, whether they sleep, and
//! how they are stopped. A process belongs to a run when it descends from the run's leader; where
//! there is no supervisor also by the leader's group, or by a variable in its environment.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rustix::process::{Signal, kill_process};

use super::cgroup::MemoryGroup;
use super::held::held;
use super::limits::{HeldResources, MARK, PROCESSES_MAX, ResourceUse, SupervisorDepth};
use super::process_group::number_of;

/// The processes of a run.
pub(super) struct ProcessTree {
    /// The variable and its value, as it stands in an environment; nothing where all descend from
    /// the leader.
    mark: Option<Vec<u8>>,
    /// The control group of the program and all it starts, if there is one.
    group: Option<MemoryGroup>,
    leader: u32,
    /// The processes above the program, which are neither measured nor stopped.
    above: SupervisorDepth,
    /// True for a process that belongs to the run, by its number and the moment of its start.
    known: BTreeMap<(u32, u64), bool>,
    /// The most processor time seen: what was used stays used when nobody knows of it any more.
    used: Duration,
}

/// A process as its line in `/proc/PID/stat` shows it.
#[derive(Clone, Copy)]
struct Process {
    number: u32,
    state: u8,
    parent: u32,
    group: u32,
    /// Processor time of it and of those that it waited for, and of the latter alone.
    ticks: u64,
    waited_for: u64,
    threads: u64,
    started: u64,
}

impl Process {
    fn is_dead(&self) -> bool {
        matches!(self.state, b'Z' | b'X')
    }
}

/// The unit of processor time in `/proc`, on every kind of machine but one that is no longer made.
const TICKS_PER_SECOND: u64 = 100;

/// The number of looks in a row that must find a process asleep before it counts as left.
const LEFT_SLEEPS: u32 = 5;
const LEFT_PAUSE: Duration = Duration::from_millis(10);
/// Or when it has computed for so long, or is there after so many looks.
const LEFT_USED_MAX: Duration = Duration::from_millis(100);
const LEFT_LOOKS_MAX: u32 = 500;

impl ProcessTree {
    /// The processes of the run with a mark, led by a process.
    pub fn new(mark: &str, leader: u32, above: SupervisorDepth) -> Self {
        ProcessTree {
            mark: Some(format!("{MARK}={mark}").into_bytes()),
            group: None,
            leader,
            above,
            known: BTreeMap::new(),
            used: Duration::ZERO,
        }
    }

    /// The tree of all descendants of a supervisor, whose memory a group counts where there is one.
    pub fn below(supervisor: u32, group: Option<MemoryGroup>) -> Self {
        ProcessTree {
            mark: None,
            group,
            ..ProcessTree::new("", supervisor, SupervisorDepth::Leader)
        }
    }

    /// The present use of resources.
    pub fn look(&mut self) -> Option<ResourceUse> {
        let mut all = self.processes();
        let ticks: u64 = all.iter().map(|process| self.counted(process)).sum();
        self.used = self.used.max(duration(ticks));
        all.retain(|process| self.is_of_program(process));
        let mut resident = 0;
        let mut shared = 0;
        let mut most_of_one = 0;
        for process in &all {
            let [now, of_shared, most] = resident_bytes(process.number);
            resident += now;
            shared += of_shared;
            most_of_one = most_of_one.max(most);
        }
        let tasks = tasks(&all);
        // With too many of them the run is stopped at once, and looking at all would take its time.
        let mut held = match tasks > PROCESSES_MAX {
            true => HeldResources::default(),
            false => self.held(&all),
        };
        // What processes have mapped of it counts with them.
        held.memory_bytes = held.memory_bytes.saturating_sub(shared);
        Some(ResourceUse {
            used: self.used,
            resident_bytes: most_of_one.max(resident + held.memory_bytes),
            held,
            tasks,
            pulse: pulse(&all),
        })
    }

    /// What processes hold outside of themselves. Looked for where all descend from the leader, a
    /// supervisor, which looks less often.
    fn held(&self, all: &[Process]) -> HeldResources {
        if self.mark.is_some() {
            return HeldResources::default();
        }
        let living = all.iter().filter(|process| !process.is_dead());
        let threads = living.flat_map(|process| {
            let threads = threads(process.number).into_iter();
            threads.map(|thread| (process.number, thread))
        });
        // The first process of a namespace sees no segments but those of its own processes.
        let is_first = self.leader == 1;
        let is_maker = |maker| is_first || self.known.keys().any(|(number, _)| *number == maker);
        let mut held = held(threads, is_maker);
        let counted = self.group.as_ref().map_or(0, MemoryGroup::shared_bytes);
        held.memory_bytes = held.memory_bytes.max(counted);
        held
    }

    /// Returns true if the system ended a process because their group had more memory than it may have.
    pub fn is_out_of_memory(&self) -> bool {
        self.group.as_ref().is_some_and(MemoryGroup::is_out_of_memory)
    }

    /// The processor time after the leader ended and before it is waited for. `told` is the time that a
    /// supervisor reported; without it a supervisor in namespaces counts as its program does.
    pub(crate) fn used_at_end(&self, told: Option<Duration>) -> Option<Duration> {
        let used = match told {
            Some(used) => used,
            None => {
                let leader = process(self.leader)?;
                let is_program = self.is_of_program(&leader);
                duration(if is_program { leader.ticks } else { leader.waited_for })
            }
        };
        Some(self.used.max(used))
    }

    /// Processor time of all that this process has waited for.
    pub(crate) fn used_by_children() -> Option<Duration> {
        process(std::process::id()).map(|own| duration(own.waited_for))
    }

    /// Returns true if a process is left after the program was waited for. A process that is about to end
    /// gets the time for it, on a busy machine too; `pause` returns false when waiting is not wanted any
    /// more.
    pub fn is_left(&mut self, pause: &mut dyn FnMut(Duration) -> bool) -> bool {
        let mut before = None;
        let mut ticks_before = None;
        let mut sleeps = 0;
        for _ in 0..LEFT_LOOKS_MAX {
            let all = self.living();
            if all.is_empty() {
                return false;
            }
            let ticks: u64 = all.iter().map(|process| process.ticks).sum();
            let at_first = *ticks_before.get_or_insert(ticks);
            let pulse = pulse(&all);
            sleeps = if pulse.is_some() && pulse == before { sleeps + 1 } else { 0 };
            before = pulse;
            if sleeps == LEFT_SLEEPS || duration(ticks.saturating_sub(at_first)) > LEFT_USED_MAX {
                return true;
            }
            if !pause(LEFT_PAUSE) {
                return true;
            }
        }
        true
    }

    /// Stops all processes. They are halted first, so that none starts others faster than they are found.
    pub fn stop_all(&mut self) {
        const LOOKS: u32 = 10;
        let mut halted = BTreeSet::new();
        for _ in 0..LOOKS {
            let mut living = self.living();
            living.retain(|process| halted.insert(process.number));
            if living.is_empty() {
                break;
            }
            for process in living {
                send(process.number, Signal::STOP);
            }
        }
        for process in self.living() {
            send(process.number, Signal::KILL);
        }
    }

    fn living(&mut self) -> Vec<Process> {
        let mut all = self.processes();
        all.retain(|process| !process.is_dead() && self.is_of_program(process));
        all
    }

    /// The part of a process's time that is the run's: of a supervisor only the time of its children.
    fn counted(&self, process: &Process) -> u64 {
        match self.above {
            _ if self.is_of_program(process) => process.ticks,
            // It waits for the supervisor alone, whose own time is none of the run's.
            SupervisorDepth::LeaderAndChild if process.number == self.leader => 0,
            _ => process.waited_for,
        }
    }

    fn is_of_program(&self, process: &Process) -> bool {
        match self.above {
            SupervisorDepth::Nobody => true,
            SupervisorDepth::Leader => process.number != self.leader,
            // What loses its parent in there is never the leader's.
            SupervisorDepth::LeaderAndChild => {
                process.number != self.leader && process.parent != self.leader
            }
        }
    }

    /// Those of the run in the order of their numbers, parents first: what a child used is then
    /// counted once when the parent waits for it meanwhile.
    fn processes(&mut self) -> Vec<Process> {
        let Ok(entries) = std::fs::read_dir("/proc") else {
            return Vec::new();
        };
        let numbers =
            entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        let seen = numbers.into_iter().filter_map(process);
        let mut all: Vec<_> = seen.collect();
        let family = family(&all, self.leader);
        all.retain(|process| self.is_mine(process, &family));
        all
    }

    fn is_mine(&mut self, process: &Process, family: &BTreeSet<u32>) -> bool {
        let id = (process.number, process.started);
        if process.group == self.leader || family.contains(&process.number) {
            // Whatever it does later, it was one of them.
            self.known.insert(id, true);
            return true;
        }
        // What was started later has a higher number, as long as numbers do not start again.
        let Some(mark) = self.mark.as_ref().filter(|_| process.number > self.leader) else {
            return false;
        };
        *self.known.entry(id).or_insert_with(|| is_marked(process.number, mark))
    }
}

/// The leader and all who descend from it.
fn family(all: &[Process], leader: u32) -> BTreeSet<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for process in all {
        children.entry(process.parent).or_default().push(process.number);
    }
    let mut family = BTreeSet::new();
    let mut next = vec![leader];
    while let Some(member) = next.pop() {
        if family.insert(member) {
            next.extend(children.remove(&member).unwrap_or_default());
        }
    }
    family
}

fn send(process: u32, signal: Signal) {
    if let Some(number) = number_of(process) {
        // One that just ended is gone, as is wanted.
        let _ = kill_process(number, signal);
    }
}

fn duration(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND)
}

/// Those of others cannot be read, and those that just ended are gone.
fn is_marked(number: u32, mark: &[u8]) -> bool {
    let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
    let mut variables = environment.split(|byte| *byte == 0);
    variables.any(|variable| variable == mark)
}

/// Reads `/proc/PID/stat`, see proc_pid_stat(5). The fields are counted from behind the name, which
/// may hold anything.
fn process(number: u32) -> Option<Process> {
    let text = std::fs::read(format!("/proc/{number}/stat")).ok()?;
    let behind = text.iter().rposition(|byte| *byte == b')')?;
    let text = std::str::from_utf8(&text[behind + 1..]).ok()?;
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let field = |n: usize| fields.get(n)?.parse::<u64>().ok();
    let sum = |fields: [usize; 2]| fields.iter().filter_map(|n| field(*n)).sum::<u64>();
    let (own, waited_for) = (sum([11, 12]), sum([13, 14]));
    Some(Process {
        number,
        state: *fields.first()?.as_bytes().first()?,
        parent: u32::try_from(field(1)?).ok()?,
        group: u32::try_from(field(2)?).ok()?,
        ticks: own + waited_for,
        waited_for,
        threads: field(17)?,
        started: field(19)?,
    })
}

/// Resident memory now, the part of it that is shared memory, and the most there was of all; of one that has
/// ended there is none.
fn resident_bytes(number: u32) -> [u64; 3] {
    let text = std::fs::read_to_string(format!("/proc/{number}/status")).unwrap_or_default();
    let bytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok());
        number.map_or(0, |kib: u64| kib << 10)
    };
    ["VmRSS:", "RssShmem:", "VmHWM:"].map(bytes)
}

/// The number of threads of all processes together; a process that ended has none.
fn tasks(all: &[Process]) -> u64 {
    let living = all.iter().filter(|process| !process.is_dead());
    living.map(|process| process.threads.max(1)).sum()
}

/// See [`ResourceUse::pulse`]. Waiting for a disk is no sleep.
fn pulse(all: &[Process]) -> Option<u64> {
    let sleeps = |state: u8| matches!(state, b'S' | b'T' | b't' | b'Z' | b'X');
    let mut pulse = 0u64;
    for process in all {
        let mut add = |number: u32| {
            pulse = pulse.wrapping_add(u64::from(number));
            pulse = pulse.wrapping_add(has_run(process.number, number, process.ticks));
        };
        if process.threads <= 1 {
            if !sleeps(process.state) {
                return None;
            }
            add(process.number);
            continue;
        }
        for thread in threads(process.number) {
            if !sleeps(thread_state(process.number, thread)?) {
                return None;
            }
            add(thread);
        }
    }
    Some(pulse)
}

fn threads(process: u32) -> Vec<u32> {
    let entries = std::fs::read_dir(format!("/proc/{process}/task"));
    let entries = entries.into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

fn thread_state(process: u32, thread: u32) -> Option<u8> {
    let text = std::fs::read(format!("/proc/{process}/task/{thread}/stat")).ok()?;
    let behind = text.iter().rposition(|byte| *byte == b')')?;
    text.get(behind + 2).copied()
}

/// The time that a thread has run, in nanoseconds, and the number of its turns, as one number; on kernels
/// that do not count so finely, the ticks of its process.
fn has_run(process: u32, thread: u32, ticks: u64) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/task/{thread}/schedstat"));
    let text = text.unwrap_or_default();
    let mut numbers = text.split_ascii_whitespace().map(str::parse::<u64>);
    match (numbers.next(), numbers.nth(1)) {
        (Some(Ok(time)), Some(Ok(times))) => time.wrapping_add(times),
        _ => ticks,
    }
}
