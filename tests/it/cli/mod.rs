//! The commands, through the built program: status, standard output, standard error.

#[cfg(unix)]
mod endless;
mod forks;
mod help;
mod manual;
mod scenario_files;

crate::tables::tables!("cli": arguments, bad_files, laws, newest, recordings);
#[cfg(unix)]
crate::tables::tables!("cli": interrupts);
