//! Namespaces of Linux, in which a program sees no processes but its own and reaches no network: see
//! namespaces(7). The process that makes them stays outside and starts the supervisor in them, which
//! is their first process, so that everything in them ends with it.

use std::io;
use std::path::Path;
use std::process::{Child, Command};

use nix::sched::{CloneFlags, unshare};
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{getegid, geteuid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, configure_capability_in_ambient_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
};

use super::masked_files::SHARED_MEMORY;
use super::read_only::own_shared_memory;

/// Gives this process, and all it starts, mounts of their own.
///
/// # Errors
/// The system does not let this user have them.
pub(super) fn own_mounts() -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    keep_mounts()
}

/// Makes later mounts invisible to all other processes.
fn keep_mounts() -> io::Result<()> {
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    Ok(mount_change("/", private)?)
}

/// Starts a command as the first process of new namespaces. This process is in those of users,
/// network and mounts too from then on.
///
/// # Errors
/// The system does not let this user have them.
pub(super) fn start_inside(mut command: Command) -> io::Result<Child> {
    let of_others = CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC;
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    match unshare(of_others | CloneFlags::CLONE_NEWUSER) {
        Ok(()) => keep_user(user, group)?,
        // Who has the rights for it needs no users of its own.
        Err(_) => unshare(of_others)?,
    }
    // The mount of /proc needs it, and only root keeps it when another program begins.
    let mut own = capabilities(None)?;
    own.inheritable |= CapabilitySet::SYS_ADMIN;
    set_capabilities(None, own)?;
    configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?;
    command.spawn()
}

/// This user has the same number inside.
fn keep_user(user: u32, group: u32) -> io::Result<()> {
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// Makes /proc that of the new processes, as their first one, and /dev/shm shared memory of their own.
///
/// # Errors
/// The system does not let this user mount them, as where parts of the old /proc are hidden.
pub(super) fn settle() -> io::Result<()> {
    end_with_parent()?;
    keep_mounts()?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None)?;
    // Within namespaces of its own a program would have all rights again.
    std::fs::write("/proc/sys/user/max_user_namespaces", "0")?;
    own_shared_memory(Path::new(SHARED_MEMORY))
}

/// Asks the system to end this process when its parent ends.
///
/// # Errors
/// The system does not see to it.
pub(super) fn end_with_parent() -> io::Result<()> {
    let kill = rustix::process::Signal::KILL;
    rustix::process::set_parent_process_death_signal(Some(kill))?;
    Ok(())
}

/// Gives up every right that goes beyond a usual user's, for this process and all it starts.
///
/// # Errors
/// The system does not let go of them.
pub(super) fn drop_capabilities() -> io::Result<()> {
    set_no_new_privs(true)?;
    for capability in CapabilitySet::all().iter() {
        // Who may not do this has none that could come back, and newer ones than the system's are
        // not there.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    Ok(set_capabilities(None, none)?)
}
