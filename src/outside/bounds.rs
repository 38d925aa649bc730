//! Decides that a supervisor stops its run, however the run's time is counted: for too many processes, for
//! too much in its folder, and for memory where nobody else measures it. `watch` decides by time.

use std::path::{Path, PathBuf};

use super::limits::{
    ExceededLimit, FOLDER_BYTES_MAX, FOLDER_FILES_MAX, PROCESSES_MAX, ResourceUse,
};

/// The bounds of a run.
pub(super) struct ResourceBounds {
    /// Resident memory of all its processes, in bytes; nothing for no bound.
    pub resident_bytes: Option<u64>,
    /// The folder of the run.
    pub folder: PathBuf,
}

impl ResourceBounds {
    /// The bound that the run has passed, if it has passed one.
    pub fn passed(&self, sight: &ResourceUse) -> Option<ExceededLimit> {
        if sight.tasks > PROCESSES_MAX {
            return Some(ExceededLimit::Processes);
        }
        if self
            .resident_bytes
            .is_some_and(|most| sight.resident_bytes > most)
        {
            return Some(ExceededLimit::Memory);
        }
        is_full(&self.folder).then_some(ExceededLimit::Folder)
    }
}

/// Returns true if the files in a folder are too many or too large. A folder that changes meanwhile is
/// read again.
fn is_full(folder: &Path) -> bool {
    let (mut files, mut bytes) = (0, 0);
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            files += 1;
            // Of a link its own size: what it leads to is elsewhere.
            let Ok(data) = entry.metadata() else {
                continue;
            };
            bytes += data.len();
            if data.is_dir() {
                folders.push(entry.path());
            }
            if files > FOLDER_FILES_MAX || bytes > FOLDER_BYTES_MAX {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ExceededLimit, FOLDER_BYTES_MAX, PROCESSES_MAX, ResourceBounds, ResourceUse};

    #[test]
    fn what_is_passed_is_named_and_what_is_just_reached_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let bounds = ResourceBounds {
            resident_bytes: Some(100),
            folder: folder.path().to_owned(),
        };
        let passed = |tasks, resident_bytes| {
            bounds.passed(&ResourceUse {
                used: Duration::ZERO,
                resident_bytes,
                tasks,
                pulse: None,
            })
        };
        assert_eq!(passed(PROCESSES_MAX, 100), None);
        assert_eq!(
            passed(PROCESSES_MAX + 1, 100),
            Some(ExceededLimit::Processes)
        );
        assert_eq!(passed(1, 101), Some(ExceededLimit::Memory));
        // Files without anything on the disk count by their size: it could be filled at once.
        for (name, bytes) in [("a", FOLDER_BYTES_MAX), ("b", 1)] {
            let file = std::fs::File::create(folder.path().join(name)).expect("a file");
            file.set_len(bytes).expect("room for nothing");
            let is_full = name == "b";
            assert_eq!(passed(1, 1), is_full.then_some(ExceededLimit::Folder));
        }
    }
}
