//! Programs that are not ours: started, fed, limited and stopped.

pub mod process;
pub mod program;
