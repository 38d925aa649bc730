//! The parts of the disk that a program in namespaces of its own can change: its working folder, and
//! shared memory of its own. All other file systems are mounted read-only there, so that the system
//! refuses changes of modes, times, owners and attributes too, which Landlock does not withhold.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::io::Errno;
use rustix::mount::{MountFlags, mount, mount_bind_recursive, mount_remount};

use super::masked_files::SHARED_MEMORY;

/// Mounts in a folder shared memory that this process and its descendants alone see, empty, of at
/// most 64 MiB.
///
/// # Errors
/// The system does not let this user mount it.
pub(super) fn own_shared_memory(folder: &Path) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    let most = c"size=64m,nr_inodes=1k,mode=1777";
    match mount("tmpfs", folder, "tmpfs", flags, most) {
        // Who has no such folder cannot open anything in it.
        Err(Errno::NOENT) => Ok(()),
        made => Ok(made?),
    }
}

/// Mounts read-only whatever this process reaches, but for its working folder and its own shared
/// memory. It must have mounts of its own.
///
/// # Errors
/// The system does not let this user do so, or something can still be written.
pub(super) fn mount_read_only() -> io::Result<()> {
    let folder = std::env::current_dir()?;
    mount_bind_recursive(&folder, &folder)?;
    for point in mount_points()? {
        if point.path != folder && point.path != Path::new(SHARED_MEMORY) {
            point.make_read_only()?;
        }
    }
    // What is the working folder until here lies on the mount below, which is read-only now.
    std::env::set_current_dir(folder)
}

/// A folder at which something is mounted, and the flags of the mount.
#[derive(Debug, PartialEq, Eq)]
struct MountPoint {
    path: PathBuf,
    flags: MountFlags,
}

impl MountPoint {
    /// A line of `/proc/self/mountinfo`: see proc_pid_mountinfo(5).
    fn of(line: &str) -> Option<Self> {
        let mut words = line.split(' ').skip(4);
        let path = unescaped(words.next()?);
        let mut flags = MountFlags::empty();
        for option in words.next()?.split(',') {
            flags |= match option {
                "nosuid" => MountFlags::NOSUID,
                "nodev" => MountFlags::NODEV,
                "noexec" => MountFlags::NOEXEC,
                _ => MountFlags::empty(),
            };
        }
        Some(MountPoint { path, flags })
    }

    fn make_read_only(&self) -> io::Result<()> {
        // The flags it has may be locked, and leaving them out would be taking them off.
        let flags = MountFlags::BIND | MountFlags::RDONLY | self.flags;
        let done = mount_remount(&self.path, flags, c"");
        // What is hidden below another mount cannot be named, nor reached.
        let is_read_only = match statvfs(&self.path) {
            Ok(of_system) => of_system.f_flag.contains(StatVfsMountFlags::RDONLY),
            Err(Errno::ACCESS | Errno::NOENT | Errno::NOTDIR) => true,
            Err(error) => return Err(error.into()),
        };
        match is_read_only {
            true => Ok(()),
            false => Err(done.err().unwrap_or(Errno::PERM).into()),
        }
    }
}

fn mount_points() -> io::Result<Vec<MountPoint>> {
    let lines = std::fs::read_to_string("/proc/self/mountinfo")?;
    lines
        .lines()
        .map(|line| MountPoint::of(line).ok_or_else(|| io::ErrorKind::InvalidData.into()))
        .collect()
}

/// A path in which blanks and backslashes stand as three octal digits.
fn unescaped(word: &str) -> PathBuf {
    let mut path = Vec::new();
    let mut rest = word.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|_| first == b'\\');
        let digits = digits.and_then(|it| std::str::from_utf8(it).ok());
        match digits.and_then(|it| u8::from_str_radix(it, 8).ok()) {
            Some(byte) => {
                path.push(byte);
                rest = &after[3..];
            }
            None => {
                path.push(first);
                rest = after;
            }
        }
    }
    OsString::from_vec(path).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_mounts_are_read() {
        let line =
            "36 35 98:0 /mnt1 /a\\040b\\134c rw,nosuid,noexec,noatime master:1 - ext3 /dev/x rw";
        let point = MountPoint::of(line).expect("a mount");
        assert_eq!(point.path, Path::new("/a b\\c"));
        assert_eq!(point.flags, MountFlags::NOSUID | MountFlags::NOEXEC);
        assert_eq!(MountPoint::of("36 35 98:0 /"), None);
    }
}
