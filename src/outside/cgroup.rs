//! A control group in which Linux itself counts the processes of a run, so that there are never many
//! more than it may have, however fast they are started: see cgroups(7). It is made where this
//! user can make one; elsewhere a supervisor alone counts, and what it decides is the same.

use std::io;
use std::path::{Path, PathBuf};

use super::limits::PROCESSES_MAX;

/// The number of processes and threads of a run beyond which the kernel starts no more: far enough above
/// the limit that the supervisor sees it passed and stops the run.
const TASKS_MAX: u64 = 2 * PROCESSES_MAX;

/// The beginning of the names of all groups that are made here; the number of the process that made the
/// group follows.
const PREFIX: &str = "chase-run-";

/// A group of this process, and of all that it starts.
pub(super) struct ControlGroup {
    folder: PathBuf,
    /// The group that this process was in before.
    before: PathBuf,
}

impl ControlGroup {
    /// A new group with this process in it; nothing where there can be none.
    pub fn enter() -> Option<Self> {
        let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
        let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
        let before = own_group(&groups, &mounts)?;
        // With version 2 a group has processes or further groups, and the new one stands beside it.
        let beside = [Some(&*before), before.parent()];
        let above = beside.into_iter().flatten().find(|above| {
            sweep(above);
            new_group(&above.join(name())).is_ok()
        })?;
        let folder = above.join(name());
        Some(ControlGroup { folder, before })
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // One that cannot be removed is swept later.
        let _ = join(&self.before);
        let _ = std::fs::remove_dir(&self.folder);
    }
}

fn name() -> String {
    format!("{PREFIX}{}", std::process::id())
}

/// Makes a group that counts, with this process in it.
fn new_group(folder: &Path) -> io::Result<()> {
    std::fs::create_dir(folder)?;
    let limit = folder.join("pids.max");
    let made = existing(&limit, &TASKS_MAX.to_string()).and_then(|()| join(folder));
    if made.is_err() {
        let _ = std::fs::remove_dir(folder);
    }
    made
}

fn join(folder: &Path) -> io::Result<()> {
    // This process, in whatever namespace.
    existing(&folder.join("cgroup.procs"), "0")
}

/// Writes to a file that the kernel has made.
fn existing(file: &Path, text: &str) -> io::Result<()> {
    use std::io::Write as _;
    let mut file = std::fs::OpenOptions::new().write(true).open(file)?;
    file.write_all(text.as_bytes())
}

/// Removes what was left by processes that are gone; the system keeps what is not empty.
fn sweep(above: &Path) {
    for entry in std::fs::read_dir(above).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if maker.is_some_and(|maker| !Path::new("/proc").join(maker).exists()) {
            let _ = std::fs::remove_dir(entry.path());
        }
    }
}

/// The folder of the group that counts the processes of this one, by `/proc/self/cgroup` and
/// `/proc/self/mountinfo`: a group of version 1 for processes alone, or of version 2 for everything.
fn own_group(groups: &str, mounts: &str) -> Option<PathBuf> {
    let of_group = |is_it: &dyn Fn(&str) -> bool| {
        let mut fields = groups.lines().map(|line| line.splitn(3, ':'));
        fields.find_map(|mut fields| fields.nth(1).filter(|it| is_it(it)).and(fields.next()))
    };
    let version_1 = of_group(&|kinds| kinds.split(',').any(|kind| kind == "pids"));
    let (path, kind, option) = match version_1 {
        Some(path) => (path, "cgroup", "pids"),
        None => (of_group(&str::is_empty)?, "cgroup2", ""),
    };
    let (root, point) = mounts
        .lines()
        .find_map(|line| mount_of(line, kind, option))?;
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
            (
                "8:pids:/a\n0::/b\n",
                version_1,
                Some("/sys/fs/cgroup/pids/a"),
            ),
            ("8:cpu,pids:/\n", version_1, Some("/sys/fs/cgroup/pids")),
            ("0::/user.slice/x\n", version_2, Some("/groups/x")),
            ("0::/other\n", version_2, None),
            ("0::/\n", version_1, None),
            ("7:cpu:/\n", version_1, None),
        ] {
            let own = own_group(groups, mounts);
            assert_eq!(own.as_deref(), found.map(Path::new), "{groups}");
        }
    }

    #[test]
    fn a_group_is_left_and_removed() {
        let Some(group) = ControlGroup::enter() else {
            return;
        };
        let folder = group.folder.clone();
        let most = std::fs::read_to_string(folder.join("pids.max"));
        assert_eq!(most.expect("a limit").trim(), TASKS_MAX.to_string());
        drop(group);
        assert!(!folder.exists());
    }
}
