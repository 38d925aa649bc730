//! The commands, through the built program: status, standard output, standard error.

mod arguments;
mod bad_files;
mod forks;
mod help;
mod interrupts;
mod manual;
mod recordings;
mod scenario_files;
