//! The commands, through the built program: status, standard output, standard error.

mod arguments;
mod bad_files;
#[cfg(unix)]
mod endless;
mod forks;
mod help;
mod interrupts;
mod laws;
mod manual;
mod newest;
mod recordings;
mod scenario_files;
