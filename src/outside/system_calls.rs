//! The system calls that a program that is shut in does not have: those that make sockets and have them listen,
//! those of the kernel's keyrings, limits set for other processes, and one that hides open files. A UNIX socket with a file is reached from
//! every namespace, and no right to files withholds it; behind some of them stand services that start
//! programs for whoever connects. Keyrings belong to the user, hold secrets and stay behind. A limit set
//! for another process ends it as a signal does. See seccomp(2).

use std::collections::BTreeMap;
use std::io;
use std::sync::OnceLock;

use nix::libc;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter,
};

use super::limits::Sockets;

/// Returns true if this kernel has filters of system calls for machines of this kind. One is tried once,
/// on a thread of its own, because a filter cannot be removed.
pub fn has_filters() -> bool {
    static HAS: OnceLock<bool> = OnceLock::new();
    *HAS.get_or_init(|| {
        let tried = std::thread::spawn(|| withhold(Sockets::None).is_ok());
        tried.join().unwrap_or(false)
    })
}

/// Withholds from this thread, and all it starts, the sockets that it may not make. Programs for
/// another kind of machine, as those of 32 bits, are ended by the system from then on.
///
/// # Errors
/// The kernel has no filters for it.
pub(super) fn withhold(but: Sockets) -> io::Result<()> {
    if but == Sockets::All {
        return Ok(());
    }
    let filter = filter(but).map_err(io::Error::other)?;
    apply_filter(&filter).map_err(io::Error::other)
}

fn filter(but: Sockets) -> Result<BpfProgram, BackendError> {
    let refused = SeccompAction::Errno(libc::EACCES.unsigned_abs());
    let machine = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules(but)?, SeccompAction::Allow, refused, machine)?.try_into()
}

/// The calls that are refused; a call without rules is always refused.
fn rules(but: Sockets) -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let of_network = [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];
    let sockets = match but {
        Sockets::OfNetwork => vec![
            SeccompRule::new(
                of_network
                    .map(|family| argument(0, SeccompCmpOp::Ne, family))
                    .into_iter()
                    .collect::<Result<_, _>>()?,
            )?,
            // Landlock knows nothing of it.
            SeccompRule::new(vec![argument(2, SeccompCmpOp::Eq, libc::IPPROTO_MPTCP)?])?,
        ],
        Sockets::All | Sockets::None => Vec::new(),
    };
    // Pairs of these kinds can be connected to others afterwards.
    const KIND: u64 = 0xf;
    let is = |kind| argument(1, SeccompCmpOp::MaskedEq(KIND), kind);
    let kinds = [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM];
    let mut pairs = Vec::new();
    for kind in kinds {
        pairs.push(SeccompRule::new(vec![is(kind)?])?);
    }
    let is_other_family = argument(0, SeccompCmpOp::Ne, libc::AF_UNIX)?;
    pairs.push(SeccompRule::new(vec![is_other_family])?);
    let of_another_process = SeccompRule::new(vec![argument(0, SeccompCmpOp::Ne, 0)?])?;
    let hides = SeccompRule::new(vec![argument(0, SeccompCmpOp::Eq, libc::PR_SET_DUMPABLE)?])?;
    let calls = [
        (libc::SYS_socket, sockets),
        (libc::SYS_socketpair, pairs),
        // A socket that was bound to no port gets one, which Landlock does not withhold.
        (libc::SYS_listen, Vec::new()),
        // It would hide the open files of a process from its supervisor.
        (libc::SYS_prctl, vec![hides]),
        (libc::SYS_prlimit64, vec![of_another_process]),
        (libc::SYS_add_key, Vec::new()),
        (libc::SYS_request_key, Vec::new()),
        (libc::SYS_keyctl, Vec::new()),
        // It makes sockets by itself.
        (libc::SYS_io_uring_setup, Vec::new()),
    ];
    let mut rules = BTreeMap::new();
    for (call, when) in calls {
        #[cfg(target_arch = "x86_64")]
        rules.insert(call | X32, when.clone());
        rules.insert(call, when);
    }
    Ok(rules)
}

/// This bit is set in the same calls of programs with addresses of 32 bits.
#[cfg(target_arch = "x86_64")]
const X32: i64 = 0x4000_0000;

fn argument(
    number: u8,
    compare: SeccompCmpOp,
    with: i32,
) -> Result<SeccompCondition, BackendError> {
    let with = u64::from(with.unsigned_abs());
    SeccompCondition::new(number, SeccompCmpArgLen::Dword, compare, with)
}
