//! `chase record` of a log: a file, standard input, or what a program prints.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{Output, end_when_interrupted, give_up, report};
use crate::cli::logs::{IncomingLog, LikeOption};
use crate::cli::{Failure, clap_error, terminal};
use crate::engine::any::{RecordedHistory as _, RecordingSink};
use crate::engine::budget::StopFlag;
use crate::engine::replay::{Header, MadeBy};
use crate::error::Error;
use crate::games::Games;
use crate::library::opener;
use crate::outside::watched::WatchedProgram;
use crate::store::{JsonStream, Overwrite, ReplayReader, ReplayWriter, WriteOutcome};
use crate::traces::recording::{self, Observation};
use crate::traces::{LogInput, LogReader};

#[derive(Args)]
struct RecordLogOptions {
    /// The log; without a file or a program standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    like: LikeOption,
    /// Program that prints the log, with its arguments
    #[arg(last = true, value_name = "PROGRAM", conflicts_with = "file")]
    program: Vec<String>,
}

/// The subcommand of `record`.
pub fn command() -> Command {
    RecordLogOptions::augment_args(Command::new(recording::NAME))
        .about("The trace of any program: a log, observed and not played")
        .after_help(
            "Examples:\n  \
             chase record trace data/traces/mesa/golden.csv -o run.chase\n  \
             chase record trace --like run.trace.toml -o run.chase -- ./sim --seed 7\n  \
             ./sim | chase record trace --like run.trace.toml -o run.chase\n\n\
             Without -o the recording goes into the current folder, as trace-NAME.chase.",
        )
}

pub fn run(games: Games, matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let options = RecordLogOptions::from_arg_matches(matches).map_err(clap_error)?;
    let output = Output::from_arg_matches(matches).map_err(clap_error)?;
    if options.program.is_empty() {
        let file = options.file.as_deref().unwrap_or(Path::new("-"));
        let observation = observed(options.like.open(games, file)?)?;
        return match output.path() {
            Some(path) if path == Path::new("-") => to_standard_output(observation, out),
            path => {
                let path = path.map_or_else(|| usual_path(file), Path::to_owned);
                let written = to_file(games, observation, &path, output.overwrite())?;
                report(&path, written, ReplayReader::open(&path, &opener(games))?, out)
            }
        };
    }
    let path = match output.path() {
        Some(path) if path != Path::new("-") => path.to_owned(),
        Some(_) => {
            let error = Error::new("the recording of a program needs a file, not standard output");
            return Err(error.help("name one with -o").into());
        }
        None => usual_path(Path::new(&options.program[0])),
    };
    let written = of_program(games, &options.program, &options.like, &path, output.overwrite())?;
    report(&path, written, ReplayReader::open(&path, &opener(games))?, out)
}

/// The usual path of a recording, for when none is named.
fn usual_path(of: &Path) -> PathBuf {
    let name = of.file_name().unwrap_or(of.as_os_str()).to_string_lossy();
    let stem = name.split('.').next().filter(|stem| !stem.is_empty() && *stem != "-");
    PathBuf::from(format!("{}-{}.chase", recording::NAME, stem.unwrap_or("input")))
}

/// Begins, and says what was guessed.
fn observed(log: LogReader) -> Result<Observation, Error> {
    let observation = Observation::begin(log)?;
    for said in observation.said() {
        terminal::note(&format_args!("guessed: {said}"));
    }
    Ok(observation)
}

fn to_standard_output(mut observation: Observation, out: &mut dyn Write) -> Result<(), Failure> {
    let mut stream = JsonStream::new(&mut *out, observation.header())?;
    while observation.advance()? {
        stream.cycle(observation.now())?;
    }
    warn_of_the_end(&observation);
    Ok(stream.finish(observation.now())?)
}

fn to_file(
    games: Games,
    mut observation: Observation,
    path: &Path,
    overwrite: Overwrite,
) -> Result<WriteOutcome, Error> {
    let stop = StopFlag::default();
    end_when_interrupted(stop.clone());
    let failed = |error: std::io::Error| Error::io(path.display(), "write", &error);
    // Of a log that cannot be read from its first cycle on there is no file.
    if !observation.advance()? {
        return Err(Error::new("there is no cycle in it"));
    }
    let packing = observation.now().packing();
    let mut recorder = ReplayWriter::create_packed(
        path,
        observation.header(),
        overwrite,
        &opener(games),
        packing,
    )?;
    loop {
        recorder.cycle(observation.now()).map_err(failed)?;
        if stop.is_stopped() {
            let last = observation.now().last();
            return Err(give_up(recorder, path, last, recording::UNIT, |_| String::new())?);
        }
        match observation.advance() {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                // What was read before is kept, where the form can hold it.
                recorder.abandon()?;
                return Err(error);
            }
        }
    }
    warn_of_the_end(&observation);
    recorder.finish(observation.now(), &opener(games))
}

/// Says that what was recorded is an unfinished recording itself, where it is one.
fn warn_of_the_end(observation: &Observation) {
    if let Some(encoding) = observation.late_encoding() {
        terminal::note(&format_args!("{encoding}"));
    }
    if let Some(unfinished) = observation.unfinished() {
        terminal::warn(&format_args!("the log is {unfinished}; the new recording ends there too"));
    }
}

/// Records what a program prints. How it ended is known at the end only, and stands in the header:
/// so the recording is then written once more.
fn of_program(
    games: Games,
    program: &[String],
    like: &LikeOption,
    path: &Path,
    overwrite: Overwrite,
) -> Result<WriteOutcome, Error> {
    let name = program.join(" ");
    // A recording of a program says how that ended: it is never the one that is there.
    overwrite.check_free(path)?;
    let started = WatchedProgram::start(program);
    let (watched, bytes) = started.map_err(|error| Error::io(&name, "start", &error))?;
    let input = LogInput { name: name.clone(), bytes: Box::new(bytes) };
    let observation = observed(like.opened(IncomingLog::Plain(input))?)?;
    to_file(games, observation, path, overwrite)?;
    let made_by = watched.ended().map_err(|error| Error::io(&name, "wait for", &error))?;
    if made_by.status != Some(0) {
        let how = match made_by.status {
            Some(status) => format!("with status {status}"),
            None => "by a signal".to_owned(),
        };
        terminal::warn(&format_args!("{name}: it ended {how}; the recording says so"));
    }
    with_maker(games, path, made_by)
}

fn with_maker(games: Games, path: &Path, made_by: MadeBy) -> Result<WriteOutcome, Error> {
    let mut reader = ReplayReader::open(path, &opener(games))?;
    let header = Header { made_by: Some(made_by), ..reader.header().clone().in_format_2() };
    let packing = reader.now().packing();
    let overwrite = Overwrite::by(true);
    let mut recorder =
        ReplayWriter::create_packed(path, &header, overwrite, &opener(games), packing)?;
    while reader.next_cycle()? {
        let written = recorder.cycle(reader.now());
        written.map_err(|error| Error::io(path.display(), "write", &error))?;
    }
    recorder.finish(reader.now(), &opener(games))?;
    Ok(WriteOutcome::New)
}
