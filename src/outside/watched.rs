//! A program whose output is watched: started as it is typed, with what it prints in a pipe.

use std::fs::File;
use std::io;
use std::process::{Child, ChildStdout, Command, Stdio};

use super::program::file_of;
use chase_core::replay::MadeBy;
use chase_core::seal::Seal;

/// A program that runs.
pub struct WatchedProgram {
    child: Child,
    command: Vec<String>,
    program: Option<Seal>,
}

impl WatchedProgram {
    /// Starts a program without input; its standard error goes to that of this process.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &[String]) -> io::Result<(Self, ChildStdout)> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
        let hash = hash_of(program);
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let watched = WatchedProgram { child, command: command.to_vec(), program: hash };
        Ok((watched, out))
    }

    /// Waits until it has ended, and says what it was.
    ///
    /// # Errors
    /// It cannot be waited for.
    pub fn ended(mut self) -> io::Result<MadeBy> {
        let status = self.child.wait()?;
        Ok(MadeBy {
            command: std::mem::take(&mut self.command),
            status: status.code(),
            program: self.program,
        })
    }
}

impl Drop for WatchedProgram {
    /// Nobody reads what it prints any more.
    fn drop(&mut self) {
        // One that has ended cannot be stopped, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The hash of a program's file: by its path, or where the search path leads.
fn hash_of(program: &str) -> Option<Seal> {
    Seal::of_bytes(&mut File::open(file_of(program)?).ok()?).ok()
}
