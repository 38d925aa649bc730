//! `chase convert`: one form into the other, without loss.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{Failure, Verb, clap_error, terminal};
use crate::engine::any::Sink;
use crate::error::Error;
use crate::library::open_replay;
use crate::store::{JsonStream, Overwrite, Reader, Recorder, Written};

pub const VERB: Verb = Verb {
    name: "convert",
    command,
    run,
};

#[derive(Args)]
struct Options {
    /// A replay of either form; `-` is standard input
    from: PathBuf,
    /// Where it goes: binary for FILE.chase, else JSON; `-` is standard output
    to: PathBuf,
    /// Replace a file that is there and differs
    #[arg(long)]
    force: bool,
}

fn command() -> Command {
    let command = Command::new("convert")
        .about("Turn one form of a replay into the other")
        .after_help(
            "Examples:\n  \
             chase convert long.chase long.json\n  \
             chase convert replays/police/S3.json S3.chase\n  \
             chase convert long.chase - | jq '.cycles[5]'",
        );
    Options::augment_args(command)
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    let mut reader = Reader::open(&options.from, &open_replay)?;
    if options.to == Path::new("-") {
        let mut stream = JsonStream::new(&mut *out, reader.header())?;
        while reader.next_cycle()? {
            stream.cycle(reader.now())?;
        }
        stream.finish(reader.now())?;
    } else {
        to_file(&mut reader, &options, out)?;
    }
    if let Some(warning) = reader.unfinished() {
        terminal::warn(&format_args!("{warning}; what was written ends there"));
    }
    Ok(())
}

fn to_file(reader: &mut Reader, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let overwrite = Overwrite::by(options.force);
    let mut recorder = Recorder::create(&options.to, reader.header(), overwrite, &open_replay)?;
    while reader.next_cycle()? {
        recorder
            .cycle(reader.now())
            .map_err(|error| Error::io(options.to.display(), "write", &error))?;
    }
    let written = recorder.finish(reader.now(), &open_replay)?;
    let to = options.to.display();
    match written {
        Written::Same => writeln!(out, "{to} was there already, the same")?,
        Written::New | Written::Replaced => writeln!(out, "wrote {to}")?,
    }
    Ok(())
}
