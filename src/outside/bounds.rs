//! Decides that a supervisor stops its run, however the run's time is counted: for too many processes, for
//! too much in its folder, and for memory. `watch` decides by time.

use std::path::{Path, PathBuf};

use super::held::size;
use super::limits::{
    ExceededLimit, FOLDER_BYTES_MAX, FOLDER_DEPTH_MAX, FOLDER_FILES_MAX, HeldResources,
    PROCESSES_MAX, ResourceUse,
};

/// The bounds of a run.
pub(super) struct ResourceBounds {
    /// Its memory, in processes and in none, in bytes; nothing for no bound.
    pub resident_bytes: Option<u64>,
    /// The part of its memory that no process has mapped, in bytes; nothing for no bound.
    pub unmapped_bytes: Option<u64>,
    /// The folder of the run.
    pub folder: PathBuf,
}

impl ResourceBounds {
    /// The bound that the run has passed, if it has passed one.
    pub fn passed(&self, sight: &ResourceUse) -> Option<ExceededLimit> {
        if sight.tasks > PROCESSES_MAX {
            return Some(ExceededLimit::Processes);
        }
        let is_over = |most: Option<u64>, bytes| most.is_some_and(|most| bytes > most);
        if is_over(self.resident_bytes, sight.resident_bytes)
            || is_over(self.unmapped_bytes, sight.held.memory_bytes)
        {
            return Some(ExceededLimit::Memory);
        }
        is_full(&self.folder, &sight.held).then_some(ExceededLimit::Folder)
    }

    /// Returns true if more is left in the folder than may be.
    pub fn is_full(&self) -> bool {
        is_full(&self.folder, &HeldResources::default())
    }
}

/// Returns true if the files in a folder, with those that have no name any more, are too many, too large or
/// too deep. A folder that changes meanwhile is read again.
fn is_full(folder: &Path, held: &HeldResources) -> bool {
    let (mut files, mut bytes) = (held.disk_files, held.disk_bytes);
    let is_over = |files, bytes| files > FOLDER_FILES_MAX || bytes > FOLDER_BYTES_MAX;
    if is_over(files, bytes) {
        return true;
    }
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((next, depth)) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            files += 1;
            // Of a link its own size: what it leads to is elsewhere.
            let Ok(data) = entry.metadata() else {
                continue;
            };
            bytes += size(&data);
            if data.is_dir() {
                // Below paths that are too long for the system nothing could be counted.
                if depth == FOLDER_DEPTH_MAX {
                    return true;
                }
                folders.push((entry.path(), depth + 1));
            }
            if is_over(files, bytes) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_passed_is_named_and_what_is_just_reached_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let bounds = ResourceBounds {
            resident_bytes: Some(100),
            unmapped_bytes: Some(50),
            folder: folder.path().to_owned(),
        };
        let holding = |tasks, resident_bytes, held| {
            bounds.passed(&ResourceUse {
                used: Duration::ZERO,
                resident_bytes,
                held,
                tasks,
                pulse: None,
            })
        };
        let passed = |tasks, bytes| holding(tasks, bytes, HeldResources::default());
        assert_eq!(passed(PROCESSES_MAX, 100), None);
        assert_eq!(passed(PROCESSES_MAX + 1, 100), Some(ExceededLimit::Processes));
        assert_eq!(passed(1, 101), Some(ExceededLimit::Memory));
        for (memory_bytes, disk_files, disk_bytes, told) in [
            (50, FOLDER_FILES_MAX, FOLDER_BYTES_MAX, None),
            (51, 0, 0, Some(ExceededLimit::Memory)),
            (0, FOLDER_FILES_MAX + 1, 0, Some(ExceededLimit::Folder)),
            (0, 0, FOLDER_BYTES_MAX + 1, Some(ExceededLimit::Folder)),
        ] {
            let held = HeldResources { memory_bytes, disk_files, disk_bytes };
            assert_eq!(holding(1, 100, held), told, "{held:?}");
        }
        // Files without anything on the disk count by their size: it could be filled at once.
        for (name, bytes) in [("a", FOLDER_BYTES_MAX), ("b", 1)] {
            let file = std::fs::File::create(folder.path().join(name)).expect("a file");
            file.set_len(bytes).expect("room for nothing");
            let is_full = name == "b";
            assert_eq!(passed(1, 1), is_full.then_some(ExceededLimit::Folder));
        }
    }

    #[test]
    fn folders_that_nest_too_deep_to_be_counted_are_too_much() {
        let place = tempfile::tempdir().expect("a folder");
        let mut deep = place.path().to_owned();
        for depth in 0..=FOLDER_DEPTH_MAX {
            assert!(!is_full(place.path(), &HeldResources::default()), "{depth}");
            deep.push("d");
            std::fs::create_dir(&deep).expect("a folder");
        }
        assert!(is_full(place.path(), &HeldResources::default()));
    }
}
