//! Programs that are not ours: started, talked to, limited and stopped.

#[cfg(unix)]
pub mod address;
#[cfg(unix)]
pub mod link;
pub mod process;
pub mod program;
#[cfg(unix)]
pub mod remote;
