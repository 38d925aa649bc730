//! A file system for one program that has in it what is named and nothing else: folders and files of
//! the system at their own paths, the working folder, `/proc`, and of the devices those without a memory.

use std::io;
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, UnmountFlags, mount, mount_bind_recursive, mount_remount, unmount,
};
use rustix::process::{chdir, pivot_root};

use super::masked_files::SHARED_MEMORY;
use super::namespaces::own_mounts;
use super::read_only::own_shared_memory;

/// The devices that are there.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Folders of which one is there on every system, and in which nothing of a program lies, to build the
/// new file system on.
const STAGES: [&str; 5] = [SHARED_MEMORY, "/mnt", "/media", "/srv", "/run"];

/// Leaves this process, and all it starts, with these places and its working folder. It must be in
/// namespaces, and /proc must be that of its processes.
///
/// # Errors
/// The system does not let this user do so, or a place is not there.
pub(super) fn enter(places: &[PathBuf]) -> io::Result<()> {
    let folder = std::env::current_dir()?;
    own_mounts()?;
    let is_free = |stage: &&str| {
        let stage = Path::new(stage);
        stage.is_dir()
            && !folder.starts_with(stage)
            && !places.iter().any(|it| it.starts_with(stage))
    };
    let stage = STAGES.into_iter().find(is_free);
    let stage = Path::new(stage.ok_or_else(|| io::Error::other("no folder is free to mount on"))?);
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", stage, "tmpfs", flags, c"size=1m,mode=755")?;
    fill(stage, places, &folder)?;
    mount_remount(stage, MountFlags::BIND | MountFlags::RDONLY | flags, c"")?;
    chdir(stage)?;
    // The old one is put onto the new one, and taken off again: see pivot_root(2).
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir(folder)
}

fn fill(root: &Path, places: &[PathBuf], folder: &Path) -> io::Result<()> {
    let mut sorted: Vec<_> = places.iter().collect();
    sorted.sort();
    for place in sorted {
        show(root, place, places)?;
    }
    for name in DEVICES {
        show(root, &Path::new("/dev").join(name), &[])?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ] {
        std::os::unix::fs::symlink(target, root.join("dev").join(name))?;
    }
    let shared = below(root, Path::new(SHARED_MEMORY));
    std::fs::create_dir_all(&shared)?;
    own_shared_memory(&shared)?;
    show(root, Path::new("/proc"), &[])?;
    show(root, folder, &[])
}

/// Has a place at its path below a new root; one that lies in another of them is there already.
fn show(root: &Path, place: &Path, places: &[PathBuf]) -> io::Result<()> {
    let target = below(root, place);
    if target.symlink_metadata().is_ok() {
        return Ok(());
    }
    if let Some(above) = target.parent() {
        std::fs::create_dir_all(above)?;
    }
    let full = place.canonicalize()?;
    if full != place && places.iter().any(|other| full.starts_with(other)) {
        return std::os::unix::fs::symlink(full, target);
    }
    match full.is_dir() {
        true => std::fs::create_dir(&target)?,
        false => std::fs::write(&target, "")?,
    }
    Ok(mount_bind_recursive(&full, &target)?)
}

/// A full path below a root.
fn below(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}
