//! Programs that are not ours: started, talked to, limited and stopped.

pub mod address;
#[cfg(target_os = "linux")]
pub mod addresses;
#[cfg(not(target_os = "linux"))]
#[path = "no_addresses.rs"]
pub mod addresses;
#[cfg(target_os = "linux")]
mod bounds;
pub mod builds;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod calls;
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
#[path = "no_calls.rs"]
mod calls;
#[cfg(target_os = "linux")]
mod cgroup;
pub mod cut;
pub mod door;
pub mod folder;
pub mod limited;
pub mod limits;
#[cfg(unix)]
pub mod link;
#[cfg(not(unix))]
#[path = "no_link.rs"]
pub mod link;
mod masks;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod own_root;
pub mod process;
pub mod program;
#[cfg(target_os = "linux")]
mod read_only;
pub mod refusal;
pub mod remote;
pub mod repeated;
pub mod sandbox;
pub mod spectator;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(not(target_os = "linux"))]
#[path = "no_supervisor.rs"]
mod supervisor;
pub mod token;
pub mod toolchain;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(not(target_os = "linux"))]
#[path = "no_tree.rs"]
mod tree;
mod watch;
pub mod watched;
