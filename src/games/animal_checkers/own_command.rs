//! `chase endings`: solves all endings of few pieces once and keeps them in a file, which the players
//! read in place of solving them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};

use super::players::ending_file::{self, EndingFile, EndingFileFault};
use super::players::endings::PIECES_MAX;
use chase_core::error::{Error, exit};
use chase_kit::whole_file::{Present, write_whole};
use chase_kit::{OwnCommand, OwnFailure, OwnFile};

/// The command that makes the file.
pub(crate) static OWN_COMMAND: OwnCommand =
    OwnCommand { name: ENDINGS, command, run, usage_code: exit::TROUBLE };

/// The file for the players.
pub(crate) static ENDINGS_FILE: OwnFile = OwnFile { variable: VARIABLE, read };

/// The environment variable that names the file.
const VARIABLE: &str = "CHASE_ENDINGS";

/// A longer file is none of endings.
const LENGTH_MAX: u64 = 1 << 28;

const ENDINGS: &str = "endings";

fn command() -> Command {
    Command::new(ENDINGS)
        .about("Solve the endings of Animal Checkers once, so that its players need not")
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("Write the endings to this file, which must not exist yet"),
        )
        .after_help(format!(
            "Examples:\n  \
             chase endings -o endings.bin\n  \
             {VARIABLE}=endings.bin chase match animal-checkers --player alphabeta:time=10ms --player greedy\n\n\
             It solves all endings of up to {PIECES_MAX} pieces, which takes about 40 seconds. Commands read the file\n\
             that {VARIABLE} names before they begin. Players with a limit of positions or moves\n\
             choose the same without it: they solve what they need themselves."
        ))
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), OwnFailure> {
    let path = matches.get_one::<PathBuf>("output");
    let path = path.expect("clap asks for it");
    let length =
        write(path).map_err(|error| OwnFailure::Code { code: exit::TROUBLE, told: Some(error) })?;
    Ok(writeln!(
        out,
        "{}: all endings of up to {PIECES_MAX} pieces, {length} bytes; players read the file if {VARIABLE} names it",
        path.display(),
    )?)
}

/// Solves and writes; how many bytes.
fn write(path: &Path) -> Result<usize, Error> {
    if path.symlink_metadata().is_ok() {
        let error = Error::new("this file exists already").at(path.display());
        return Err(error.help("name another file, or remove this one"));
    }
    let failed = |error| Error::io(path.display(), "write", &error);
    let bytes = ending_file::written(PIECES_MAX).map_err(failed)?;
    write_whole(path, &bytes, Present::Kept).map_err(failed)?;
    Ok(bytes.len())
}

/// Has the players of this process read the file.
fn read(path: &Path) -> Result<(), Error> {
    let help = format!("{VARIABLE} names this file; make one with: chase endings -o FILE");
    let failed = |error| Error::io(path.display(), "read", &error).help(&*help);
    let refused =
        |fault: EndingFileFault| Error::new(fault.to_string()).at(path.display()).help(&*help);
    let about = fs::metadata(path).map_err(failed)?;
    // A pipe would be waited for.
    if !about.is_file() || about.len() > LENGTH_MAX {
        return Err(refused(EndingFileFault::NotEndings));
    }
    let bytes = fs::read(path).map_err(failed)?;
    EndingFile::read(bytes, PIECES_MAX).map_err(refused)?.serve();
    Ok(())
}
