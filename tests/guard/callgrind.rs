//! Runs the program under callgrind and reads how many instructions it took.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::Anyhow;

/// The program, and the folder in which it runs.
pub struct Callgrind {
    folder: PathBuf,
}

impl Callgrind {
    /// Takes a copy of the program, without what only debuggers read: valgrind would read it at every
    /// start.
    pub fn of(program: &Path, folder: &Path) -> Anyhow<Self> {
        let copy = folder.join("chase");
        let stripped = Command::new("strip").arg("-o").arg(&copy).arg(program).status();
        if !stripped.is_ok_and(|status| status.success()) {
            std::fs::copy(program, &copy)
                .map_err(|error| format!("{}: {error}", program.display()))?;
        }
        Ok(Callgrind { folder: folder.to_owned() })
    }

    /// A file in its folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Runs the program as it is, for what it writes.
    pub fn plainly(&self, args: &str) -> Anyhow<Vec<u8>> {
        let mut command = self.command("./chase");
        let output = command.args(args.split_whitespace()).output()?;
        succeeded(args, &output, 0)?;
        Ok(output.stdout)
    }

    /// How many instructions it takes, in all its threads, to end with the status that is expected.
    pub fn instructions(&self, args: &str, status: i32) -> Anyhow<u64> {
        // What would not be written over an older one.
        let _ = std::fs::remove_dir_all(self.file("fresh"));
        let mut command = self.command("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=counted"]);
        let output = command.arg("./chase").args(args.split_whitespace()).output()?;
        succeeded(args, &output, status)?;
        let log = std::fs::read_to_string(self.file("counted"))?;
        let count = log.lines().find_map(|line| line.split_once("Collected : "));
        let count = count.ok_or_else(|| format!("callgrind counted nothing: {log}"))?;
        Ok(count.1.trim().parse()?)
    }

    /// What another program says under valgrind, which shows it the same processor.
    pub fn shown(&self, program: &Path, arg: &str) -> Anyhow<String> {
        let mut command = self.command("valgrind");
        let output = command.args(["--tool=none", "-q"]).arg(program).arg(arg).output()?;
        succeeded(arg, &output, 0)?;
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// The environment is always the same: it stands in the memory of a program.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", "/nowhere").env("LC_ALL", "C");
        command
    }
}

fn succeeded(what: &str, output: &Output, status: i32) -> Anyhow<()> {
    if output.status.code() == Some(status) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("chase {what}: {} instead of {status}: {said}", output.status).into())
}
