//! A control group in which Linux itself counts the processes and the memory of a run, so that there is never
//! much more than it may have, however fast it is taken: see cgroups(7). It is made where this
//! user can make one; elsewhere a supervisor alone counts, and what it decides is the same.

use std::io;
use std::path::{Path, PathBuf};

use super::held::is_in_memory;
use super::limits::{FOLDER_BYTES_MAX, PROCESSES_MAX};

/// The number of processes and threads of a run beyond which the kernel starts no more: far enough above
/// the limit that the supervisor sees it passed and stops the run.
const TASKS_MAX: u64 = 2 * PROCESSES_MAX;

/// Memory that the kernel adds to a limit, beside a quarter of it: what it needs itself for the processes.
const MEMORY_EXTRA: u64 = 64 << 20;

/// The beginning of the names of all groups that are made here; the number of the process that made the
/// group follows.
const PREFIX: &str = "chase-run-";

/// The groups of a run, one in each hierarchy; removed with the value.
pub(super) struct ControlGroup {
    folders: Vec<PathBuf>,
}

impl ControlGroup {
    /// New groups without a process, which bound the number of processes and, where a limit is given, the
    /// memory in bytes of a run in the present folder; none where there can be none.
    pub fn new(memory: Option<u64>) -> Self {
        let read = |file| std::fs::read_to_string(file).unwrap_or_default();
        let (groups, mounts) = (read("/proc/self/cgroup"), read("/proc/self/mountinfo"));
        let mut group = ControlGroup { folders: Vec::new() };
        group.bound(own_group(&groups, &mounts, "pids"), &["pids.max"], TASKS_MAX);
        if let Some(bytes) = memory {
            // A folder in memory counts with the memory.
            let folder = if is_in_memory(Path::new(".")) { FOLDER_BYTES_MAX } else { 0 };
            let most = bytes.saturating_add(bytes / 4 + MEMORY_EXTRA + folder);
            // Version 2, then version 1.
            let files = ["memory.max", "memory.limit_in_bytes"];
            group.bound(own_group(&groups, &mounts, "memory"), &files, most);
        }
        group
    }

    /// Bounds a resource, in a new group or in one that was made for another resource.
    fn bound(&mut self, own: Option<PathBuf>, files: &[&str], most: u64) {
        // With version 2 a group has processes or further groups, and the new one stands beside it.
        let beside = [own.as_deref(), own.as_deref().and_then(Path::parent)];
        for above in beside.into_iter().flatten() {
            let folder = above.join(format!("{PREFIX}{}", std::process::id()));
            let is_new = !self.folders.contains(&folder);
            if is_new {
                sweep(above);
                if std::fs::create_dir(&folder).is_err() {
                    continue;
                }
            }
            let limits = |file: &&str| existing(&folder.join(file), &most.to_string()).is_ok();
            match (files.iter().any(limits), is_new) {
                (true, true) => self.folders.push(folder.clone()),
                (false, true) => drop(std::fs::remove_dir(&folder)),
                (_, false) => {}
            }
            if self.folders.contains(&folder) {
                // What is swapped out would not count. Without swap there are no such files.
                let _ = existing(&folder.join("memory.swap.max"), "0");
                let _ = existing(&folder.join("memory.memsw.limit_in_bytes"), &most.to_string());
                return;
            }
        }
    }

    /// The groups as one word of a command line.
    pub fn word(&self) -> String {
        let paths = self.folders.iter().filter_map(|folder| folder.to_str());
        paths.collect::<Vec<_>>().join("\n")
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        for folder in &self.folders {
            // One that cannot be removed is swept later.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Puts this process into the groups that a word names.
pub(super) fn enter(word: &str) {
    for folder in word.lines() {
        // Where it cannot the supervisor counts. Zero is this process, in whatever namespace.
        let _ = existing(&Path::new(folder).join("cgroup.procs"), "0");
    }
}

/// The group that counts the memory of a run.
pub(super) struct MemoryGroup {
    folder: PathBuf,
    /// True if what is in the run's folder is not in memory.
    counts_shared: bool,
}

impl MemoryGroup {
    /// The one among the groups that a word names, if there is one, for a run in a folder.
    pub fn of(word: &str, folder: &Path) -> Option<Self> {
        let mut folders = word.lines().map(PathBuf::from);
        let folder_of = folders.find(|folder| folder.join("memory.stat").is_file());
        folder_of.map(|group| MemoryGroup { folder: group, counts_shared: !is_in_memory(folder) })
    }

    /// Bytes of shared memory and of files in memory, the run's folder left out.
    pub fn shared_bytes(&self) -> u64 {
        match self.counts_shared {
            true => self.number("memory.stat", "shmem"),
            false => 0,
        }
    }

    /// Returns true if the kernel has ended a process for want of memory.
    pub fn is_out_of_memory(&self) -> bool {
        let files = ["memory.events", "memory.oom_control"];
        files.iter().any(|file| self.number(file, "oom_kill") > 0)
    }

    /// The number behind a name; zero where there is none.
    fn number(&self, file: &str, name: &str) -> u64 {
        let text = std::fs::read_to_string(self.folder.join(file)).unwrap_or_default();
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        let number = lines.find(|line| line.0 == name);
        number.and_then(|line| line.1.parse().ok()).unwrap_or_default()
    }
}

/// Writes to a file that the kernel has made.
fn existing(file: &Path, text: &str) -> io::Result<()> {
    use std::io::Write as _;
    let mut file = std::fs::OpenOptions::new().write(true).open(file)?;
    file.write_all(text.as_bytes())
}

/// Removes what was left by processes that are gone, and by an earlier one with this number; the system keeps
/// what is not empty.
fn sweep(above: &Path) {
    for entry in std::fs::read_dir(above).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let own = std::process::id().to_string();
        let is_left = |maker: &str| maker == own || !Path::new("/proc").join(maker).exists();
        if maker.is_some_and(is_left) {
            let _ = std::fs::remove_dir(entry.path());
        }
    }
}

/// The folder of the group in which a controller counts this process, by `/proc/self/cgroup` and
/// `/proc/self/mountinfo`: a group of version 1 for the controller, or of version 2 for everything.
fn own_group(groups: &str, mounts: &str, controller: &str) -> Option<PathBuf> {
    let of_group = |is_it: &dyn Fn(&str) -> bool| {
        let mut fields = groups.lines().map(|line| line.splitn(3, ':'));
        fields.find_map(|mut fields| fields.nth(1).filter(|it| is_it(it)).and(fields.next()))
    };
    let version_1 = of_group(&|kinds| kinds.split(',').any(|kind| kind == controller));
    let (path, kind, option) = match version_1 {
        Some(path) => (path, "cgroup", controller),
        None => (of_group(&str::is_empty)?, "cgroup2", ""),
    };
    let (root, point) = mounts.lines().find_map(|line| mount_of(line, kind, option))?;
    let below = Path::new(path).strip_prefix(root).ok()?;
    Some(Path::new(point).join(below))
}

/// The mounted part of a file system and its folder, if the line is about one of this kind with this
/// option.
fn mount_of<'a>(line: &'a str, kind: &str, option: &str) -> Option<(&'a str, &'a str)> {
    let (mount, system) = line.split_once(" - ")?;
    let mut system = system.split(' ');
    let is_kind = system.next() == Some(kind);
    let has_option = option.is_empty() || system.nth(1)?.split(',').any(|it| it == option);
    let mut mount = mount.split(' ').skip(3);
    (is_kind && has_option).then_some((mount.next()?, mount.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_that_counts_processes_is_found_in_both_versions() {
        let version_1 = "30 1 0:26 / /sys/fs/cgroup/cpu rw shared:9 - cgroup cgroup rw,cpu\n\
                         31 1 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n";
        let version_2 = "40 1 0:30 /user.slice /groups rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";
        for (groups, mounts, found) in [
            ("8:pids:/a\n0::/b\n", version_1, Some("/sys/fs/cgroup/pids/a")),
            ("8:cpu,pids:/\n", version_1, Some("/sys/fs/cgroup/pids")),
            ("0::/user.slice/x\n", version_2, Some("/groups/x")),
            ("0::/other\n", version_2, None),
            ("0::/\n", version_1, None),
            ("7:cpu:/\n", version_1, None),
        ] {
            let own = own_group(groups, mounts, "pids");
            assert_eq!(own.as_deref(), found.map(Path::new), "{groups}");
        }
    }

    #[test]
    fn groups_bound_what_is_asked_and_are_removed() {
        let group = ControlGroup::new(Some(1 << 30));
        let folders = group.folders.clone();
        for folder in &folders {
            let read = |file: &str| std::fs::read_to_string(folder.join(file));
            let pids = read("pids.max").ok();
            let memory = read("memory.max").or(read("memory.limit_in_bytes")).ok();
            let numbers = [pids, memory].into_iter().flatten();
            let numbers: Vec<_> = numbers.map(|it| it.trim().to_owned()).collect();
            let folder_max = if is_in_memory(Path::new(".")) { FOLDER_BYTES_MAX } else { 0 };
            let most = (5 << 28) + MEMORY_EXTRA + folder_max;
            let expected = [TASKS_MAX.to_string(), most.to_string()];
            assert!(!numbers.is_empty());
            assert!(numbers.iter().all(|it| expected.contains(it)), "{numbers:?}");
        }
        assert_eq!(group.word().lines().count(), folders.len());
        drop(group);
        assert!(!folders.iter().any(|folder| folder.exists()));
    }
}
