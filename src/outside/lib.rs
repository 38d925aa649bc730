//! Programs that are not ours, as players: started, talked to, limited, shut in and stopped. With the
//! feature `sandbox`, on Linux, they are shut in and all that they start is counted.
//!
//! This crate knows the rules of no game and prints nothing.

pub mod address;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
pub mod addresses;
#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
#[path = "no_addresses.rs"]
pub mod addresses;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod bounds;
pub mod builds;
#[cfg(all(target_os = "linux", target_pointer_width = "64", feature = "sandbox"))]
mod calls;
#[cfg(not(all(target_os = "linux", target_pointer_width = "64", feature = "sandbox")))]
#[path = "no_calls.rs"]
mod calls;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod cgroup;
pub mod cut;
pub mod door;
pub mod folder;
mod group;
pub mod limited;
pub mod limits;
#[cfg(unix)]
pub mod link;
#[cfg(not(unix))]
#[path = "no_link.rs"]
pub mod link;
mod masks;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod namespaces;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod own_root;
pub mod process;
pub mod program;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod read_only;
pub mod refusal;
pub mod remote;
pub mod repeated;
pub mod sandbox;
pub mod spectator;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod supervisor;
#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
#[path = "no_supervisor.rs"]
mod supervisor;
pub mod token;
pub mod toolchain;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod tree;
#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
#[path = "no_tree.rs"]
mod tree;
mod watch;
pub mod watched;
