//! The commands, through the built program: status, standard output, standard error.

#[cfg(unix)]
mod endless;
mod forks;
mod help;
mod interrupts;
mod manual;
mod scenario_files;

crate::tables::tables!("cli": arguments, bad_files, laws, newest, recordings);
