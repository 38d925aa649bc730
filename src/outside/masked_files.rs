//! Masked files and folders: no program may read them, though they lie below a folder that programs may
//! read. In namespaces something empty is mounted over each. Elsewhere Landlock, which cannot forbid
//! paths below an allowed folder, allows everything beside them, one by one.

use std::path::PathBuf;

/// The folder where the C library keeps named semaphores and shared memory: shm_overview(7).
pub(super) const SHARED_MEMORY: &str = "/dev/shm";

/// The paths that stay readable around masks: places with everything below them, and folders of which
/// only the names of their files can be read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ReadablePaths {
    pub read: Vec<PathBuf>,
    pub listed: Vec<PathBuf>,
}

/// Leaves masks out of places that are read.
pub(super) fn around(places: &[PathBuf], masks: &[PathBuf]) -> ReadablePaths {
    let mut around = ReadablePaths::default();
    for place in places {
        match place.canonicalize() {
            Ok(full) => around.add(full, masks),
            // What is not there, or not for this process, is the system's to refuse.
            Err(_) => around.read.push(place.clone()),
        }
    }
    around
}

impl ReadablePaths {
    fn add(&mut self, place: PathBuf, masks: &[PathBuf]) {
        if masks.iter().any(|mask| place.starts_with(mask)) {
            return;
        }
        if !masks.iter().any(|mask| mask.starts_with(&place)) {
            self.read.push(place);
            return;
        }
        for entry in std::fs::read_dir(&place).into_iter().flatten().flatten() {
            // A rule for a link would be one for what it names.
            if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
                self.add(entry.path(), masks);
            }
        }
        self.listed.push(place);
    }
}

/// Mounts an empty file over every file, and an empty folder over every folder; all of it is for this
/// process and its descendants alone, which must have mounts of their own.
///
/// # Errors
/// The system does not let this user mount it.
#[cfg(all(target_os = "linux", feature = "sandbox"))]
pub(super) fn mount_over(masks: &[PathBuf]) -> std::io::Result<()> {
    use rustix::io::Errno;
    use rustix::mount::{MountFlags, mount, mount_bind};
    /// Nothing is read from it, and it is no program.
    const NOTHING: &str = "/dev/null";
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
    for mask in masks {
        let is_folder = std::fs::metadata(mask).is_ok_and(|data| data.is_dir());
        let done = match is_folder {
            true => mount("tmpfs", mask.as_path(), "tmpfs", flags, c"size=4k,mode=555"),
            false => mount_bind(NOTHING, mask.as_path()),
        };
        match done {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn around_masks_the_others_are_read_one_by_one_and_links_are_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().canonicalize().expect("a path").join(name);
        for name in ["bin/other", "lib/deep/masked/file", "lib/deep/free", "etc/file"] {
            let path = at(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        std::os::unix::fs::symlink(at("lib/deep/masked"), at("lib/link")).expect("a link");
        let places = ["bin", "lib", "etc"].map(at);
        let mut around = around(&places, &[at("lib/deep/masked"), at("etc/file")]);
        around.read.sort();
        assert_eq!(around.read, [at("bin"), at("lib/deep/free")]);
        assert_eq!(around.listed, [at("lib/deep"), at("lib"), at("etc")]);
    }
}
