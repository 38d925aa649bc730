//! Programs that are not ours, as players: started, talked to, limited, shut in and stopped. With the
//! feature `sandbox`, on Linux, they are shut in and all that they start is counted.
//!
//! | question | where |
//! |---|---|
//! | Which files may a program open, which connections and processes may it reach? | [`sandbox`] decides; `own_root`, `masked_files`, `read_only` and `system_calls` enforce their parts of it |
//! | Who decides that a run is stopped? | `watch`: time, sleep, and memory that nobody else measures; [`process`]: output, and Ctrl-C; `bounds`: processes, the folder, memory under a supervisor |
//! | Who decides that a player's time is over? | [`remote`]: for an answer and for a game; [`link`]: too many bytes |
//! | Who ends its processes? | [`process`] with `process_group` and `process_tree`; on Linux `supervisor` |
//! | What are the limits, and which ends are there? | [`limits`]; `limited` sets those that the system keeps for each process |
//! | What does a player hear and say? | [`link`] carries lines, [`door`] lets in players that connect, [`spectator`] is only told |
//! | What repeats a program of a user? | [`repeated`], which shuts nothing in and stops its runs itself, for time and output |
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
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod cgroup;
pub mod door;
pub mod folder;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod held;
pub mod limited;
pub mod limits;
#[cfg(unix)]
pub mod link;
#[cfg(not(unix))]
#[path = "no_link.rs"]
pub mod link;
pub mod link_fault;
mod masked_files;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod namespaces;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod own_root;
pub mod process;
mod process_group;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod process_tree;
#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
#[path = "no_process_tree.rs"]
mod process_tree;
pub mod program;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod read_only;
pub mod remote;
pub mod repeated;
pub mod sandbox;
mod slowdown;
pub mod spectator;
#[cfg(all(target_os = "linux", feature = "sandbox"))]
mod supervisor;
#[cfg(not(all(target_os = "linux", feature = "sandbox")))]
#[path = "no_supervisor.rs"]
mod supervisor;
#[cfg(all(target_os = "linux", target_pointer_width = "64", feature = "sandbox"))]
mod system_calls;
#[cfg(not(all(target_os = "linux", target_pointer_width = "64", feature = "sandbox")))]
#[path = "no_system_calls.rs"]
mod system_calls;
pub mod token;
pub mod toolchain;
mod watch;
pub mod withheld_file;
