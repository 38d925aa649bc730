//! What a run keeps of memory and disk that is in no process and under no name: files that were deleted while a
//! process has them open (those that memfd_create makes have never had a name), and shared memory of System V.

use std::collections::BTreeSet;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustix::fs::statfs;

use super::limits::{FOLDER_FILES_MAX, HeldResources};

/// Everything that is held by processes with these threads. `is_maker` says of a process whether it belonged
/// to the run, which shared memory goes by.
pub(super) fn held(
    threads: impl Iterator<Item = (u32, u32)>,
    is_maker: impl Fn(u32) -> bool,
) -> HeldResources {
    let segments = std::fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    let mut held = HeldResources {
        memory_bytes: segment_bytes(&segments, is_maker),
        ..HeldResources::default()
    };
    let mut known = BTreeSet::new();
    for (process, thread) in threads {
        // Threads can have open files of their own.
        let folder = format!("/proc/{process}/task/{thread}/fd");
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(file) = std::fs::metadata(&path) else {
                continue;
            };
            if !file.is_file() || file.nlink() > 0 || !known.insert((file.dev(), file.ino())) {
                continue;
            }
            if is_in_memory(&path) {
                held.memory_bytes += file.blocks() * BLOCK;
            } else {
                held.disk_files += 1;
                held.disk_bytes += size(&file);
            }
            if held.disk_files > FOLDER_FILES_MAX {
                return held;
            }
        }
    }
    held
}

/// The unit of [`MetadataExt::blocks`].
const BLOCK: u64 = 512;

/// The bytes of a file that count: its length, which can be filled at once, or the room that is set apart for it
/// if that is more.
pub(super) fn size(file: &Metadata) -> u64 {
    file.len().max(file.blocks() * BLOCK)
}

/// Returns true if a path leads to a file system that is in memory.
pub(super) fn is_in_memory(path: &Path) -> bool {
    // tmpfs, ramfs and hugetlbfs: see statfs(2).
    const KINDS: [i64; 3] = [0x0102_1994, 0x8584_58f6, 0x9584_58f6];
    statfs(path).is_ok_and(|of| KINDS.iter().any(|kind| i128::from(of.f_type) == i128::from(*kind)))
}

/// The bytes of the segments whose maker belongs to the run, in memory or swapped out: see
/// proc_sysvipc_shm(5).
fn segment_bytes(segments: &str, is_maker: impl Fn(u32) -> bool) -> u64 {
    let bytes = |line: &str| {
        let fields: Vec<u64> =
            line.split_ascii_whitespace().map(|field| field.parse().unwrap_or_default()).collect();
        let [_, _, _, _, maker, .., resident, swapped] = fields[..] else {
            return 0;
        };
        match u32::try_from(maker).is_ok_and(&is_maker) {
            true => resident + swapped,
            false => 0,
        }
    };
    segments.lines().skip(1).map(bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_of_others_do_not_count() {
        let segments = "       key      shmid perms                  size  cpid  lpid nattch   uid   gid  cuid  cgid      atime      dtime      ctime                   rss                  swap\n\
             -1 5 1600 9000 17 18 0 0 0 0 0 1 1 1 8192 4096\n\
             0 6 1600 9000 19 17 0 0 0 0 0 1 1 1 4096 0\n";
        assert_eq!(segment_bytes(segments, |maker| maker == 17), 12_288);
        assert_eq!(segment_bytes("", |_| true), 0);
    }

    #[test]
    fn files_without_a_name_count_once_by_what_they_hold() {
        let own = std::process::id();
        let here = || held([(own, own), (own, own)].into_iter(), |_| false);
        let before = here();
        let mut file = tempfile::tempfile().expect("a file without a name");
        std::io::Write::write_all(&mut file, &[1; 10_000]).expect("room");
        let _named = tempfile::NamedTempFile::new().expect("a file");
        let now = here();
        let [disk, memory] =
            [now.disk_bytes - before.disk_bytes, now.memory_bytes - before.memory_bytes];
        assert!((10_000..20_000).contains(&(disk + memory)), "{disk} {memory}");
    }
}
