//! `chase record`: plays a game and writes the replay.

mod fork;
mod playing;
mod sweep;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use crate::commands::record::fork::ForkOptions;
use crate::commands::record::playing::Playing;
use crate::commands::record::sweep::SweepGame;
use crate::options::cycle_number::option_of;
use crate::options::interrupt::end_when_interrupted;
use crate::options::outsiders::players_help;
use crate::options::setup::{For, leaf, setup_of};
use crate::print::progress_bar::ProgressBar;
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, Failure, GamesVerb, Verb};
use chase_kit::budget::StopFlag;
use chase_play::commands::Purpose;
use chase_play::seating::Seating;
use chase_play::{Games, Setup};
use chase_record::any::{DrawnHistory, RecordedHistory, RecordingSink};
use chase_replay::fork::Fork;
use chase_replay::opener::opener;
use chase_replay::store::{JsonStream, Overwrite, ReplayForm, ReplayWriter, WriteOutcome};
use chase_world::error::{Error, IoAt};
use chase_world::world::World;

pub const VERB: &dyn Verb = &GamesVerb { name: "record", command, run };

#[derive(Args)]
struct RecordOptions {
    /// Write the replay to this file: binary for FILE.chase, else JSON; `-` is standard output
    /// [default: a name made of game, scenario and seed]
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
    /// Replace a file that exists and differs
    #[arg(long, global = true)]
    force: bool,
    /// Print the trace; `auto` prints it if there are at most 100 cycles
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    trace: TraceMode,
    /// Game number within the seed, from 0, as in 4711. Game K has the same random numbers here as
    /// in a match or sweep with the same dice (a sweep uses chacha8 unless told otherwise)
    #[arg(long, value_name = "K", global = true, conflicts_with = "from_sweep")]
    number: Option<u64>,
    #[command(flatten)]
    sweep: SweepGame,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TraceMode {
    Auto,
    Always,
    Never,
}

const ABOUT: &str = "Play a game and record every move of it";

fn command(games: Games) -> Command {
    let command = Command::new("record")
        .after_help(
            "Examples:\n  \
             chase record\n  \
             chase record police data/police/citiesSmall.data data/police/agentsS0.data 10 6\n  \
             chase record police cities.data agents.data 1000000 7 -o long.chase\n  \
             chase record animal-checkers --player alphabeta:nodes=5000 --player greedy --seed 7\n  \
             chase record police cities.data agents.data 100 7 --number 4711\n  \
             chase record --from replays/police/S3.json --hour 3 --player D2=dfs -o other.json\n  \
             chase record -o - | jq .outcome",
        );
    let of_games = games.all().iter().map(|game| {
        For::Record(0).command(*game).after_help(format!(
            "{2}\nExample:\n  chase record {0} {1} -o {0}.chase\n\n\
                 Without -o the replay goes into the current folder, as JSON. Recording the same game again writes the same bytes and is no error.",
            game.name(),
            game.example(Purpose::Record),
            players_help(*game)
        ))
    });
    let command =
        ForkOptions::augment_args(RecordOptions::augment_args(command)).subcommands(of_games);
    // Said last: options that are taken in bring words of their own.
    command.about(ABOUT)
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let options = RecordOptions::from_arg_matches(leaf(matches)).map_err(clap_error)?;
    let others = match matches.subcommand_name() {
        Some(name) => For::Record(0).command(context.games.find(name)?),
        None => ForkOptions::augment_args(Command::new(VERB.name())),
    };
    options.sweep.check_alone(leaf(matches), &others)?;
    let fork = ForkOptions::from_arg_matches(matches).map_err(clap_error)?;
    if let Some(from) = &fork.from {
        if matches.subcommand().is_some() {
            let what = "--from already names the game; give one or the other";
            return Err(Error::new(what).into());
        }
        return go_on(context, from, &fork, &options, out);
    }
    if let Some((name, matches)) = matches.subcommand()
        && let Some(instead) = context.games.find(name)?.extras().instead
        && let Some(printed) = instead(context.world, matches)?
    {
        if let Some(path) = options.output.as_deref() {
            let error = Error::new("nothing is recorded: this is printed");
            return Err(error.at(path.display()).help("leave out -o").into());
        }
        warn_of(context.world, &printed.warnings);
        return Ok(out.write_all(printed.text.as_bytes())?);
    }
    let stop = StopFlag::with_clock(context.world.clock());
    let number = options.number.unwrap_or_default();
    let (game, mut setup, seating) =
        match options.sweep.setup(context, matches.subcommand_name())? {
            Some((game, setup)) => (game, setup, Seating::default()),
            None => setup_of(context, matches, For::Record(number), &stop)?,
        };
    let mut playing = Playing::begin(context.world, game, &mut setup.header, &seating)?;
    write(context, &mut playing, &setup, None, &options, stop, out)
}

/// Goes on from a cycle of a recording.
fn go_on(
    context: Context<'_>,
    from: &Path,
    asked: &ForkOptions,
    options: &RecordOptions,
    out: &mut dyn Write,
) -> Done {
    let stop = StopFlag::with_clock(context.world.clock());
    let output = options.output.as_deref();
    let (mut fork, mut setup, seating) =
        asked.open(context, from, options.number, output, &stop)?;
    let mut playing = Playing::begin(context.world, fork.game(), &mut setup.header, &seating)?;
    write(context, &mut playing, &setup, Some(&mut fork), options, stop, out)
}

fn write(
    context: Context<'_>,
    playing: &mut Playing,
    setup: &Setup,
    past: Option<&mut Fork>,
    options: &RecordOptions,
    stop: StopFlag,
    out: &mut dyn Write,
) -> Done {
    match options.output.as_deref() {
        Some(path) if path == Path::new("-") => {
            to_standard_output(context.world, playing, setup, past, out)
        }
        _ => to_file(context, playing, setup, past, options, stop, out),
    }
}

/// Tells the first of many warnings, and how many more there are.
fn warn_of(world: &World, warnings: &[String]) {
    const TOLD_MAX: usize = 10;
    for warning in warnings.iter().take(TOLD_MAX) {
        world.warn(warning);
    }
    if let more @ 1.. = warnings.len().saturating_sub(TOLD_MAX) {
        world.warn(&format_args!("and {more} more like these"));
    }
}

fn to_standard_output(
    world: &World,
    recording: &mut Playing,
    setup: &Setup,
    past: Option<&mut Fork>,
    out: &mut dyn Write,
) -> Done {
    let mut stream = JsonStream::new(&mut *out, &setup.header)?;
    if let Some(fork) = past {
        fork.past(|then| match recording.past(then)? {
            Some(now) => Ok::<_, Failure>(stream.cycle(now)?),
            None => Ok(()),
        })?;
    }
    while recording.advance(world) {
        stream.cycle(recording.now())?;
    }
    recording.dismiss();
    if recording.is_left() {
        let what = "interrupted; the printed recording is incomplete";
        return Err(Error::new(what).into());
    }
    Ok(stream.finish(recording.now())?)
}

fn to_file(
    context: Context<'_>,
    recording: &mut Playing,
    setup: &Setup,
    past: Option<&mut Fork>,
    options: &RecordOptions,
    stop: StopFlag,
    out: &mut dyn Write,
) -> Done {
    let path = match options.output.as_deref() {
        Some(path) => path.to_owned(),
        None => setup.usual_path(),
    };
    let overwrite = Overwrite::by(options.force);
    end_when_interrupted(context.world, stop.clone());
    let mut recorder = ReplayWriter::create(
        &context.world.at(&path),
        &setup.header,
        overwrite,
        &opener(context.games),
    )?;
    let mut trace = TraceText::new(options.trace, recording.now());
    let bar = bar(context.world, recording.now());
    let mut written = None;
    let mut take = |now: &dyn DrawnHistory| {
        recorder.cycle(now).io_at(path.display(), "write")?;
        written = now.last();
        trace.cycle(now, out)?;
        if let Some(last) = written.filter(|last| last % 1_024 == 0) {
            bar.set(|it| it.position = last);
        }
        Ok::<_, Failure>(())
    };
    if let Some(fork) = past {
        fork.past(|then| match recording.past(then)? {
            _ if stop.is_stopped() => Err(Error::new("interrupted in the past of the game").into()),
            Some(now) => take(now),
            None => Ok(()),
        })?;
    }
    while recording.advance(context.world) {
        take(recording.now())?;
    }
    drop(bar);
    recording.dismiss();
    if recording.is_left() || stop.is_stopped() {
        return Err(
            give_up(context.world, recorder, &path, written, recording.now().unit())?.into()
        );
    }
    let written = recorder.finish(recording.now(), &opener(context.games))?;
    trace.finish(recording.now(), out)?;
    report_of(context.world, &path, written, recording.now(), out)
}

/// Gives up a recording that was interrupted behind the last cycle that is written.
fn give_up(
    world: &World,
    recorder: ReplayWriter,
    path: &Path,
    written: Option<u64>,
    unit: &str,
) -> Result<Error, Error> {
    let last = written.unwrap_or_default();
    let interrupted = Error::new(match written {
        Some(last) => format!("interrupted after {unit} {last}"),
        None => format!("interrupted before {unit} 0 was over"),
    });
    let (program, path) = (world.name(), path.display());
    Ok(match recorder.abandon()? {
        ReplayForm::Json | ReplayForm::Journal => {
            interrupted.help("a JSON file is written only when it is complete, so there is none")
        }
        ReplayForm::Binary => interrupted.at(&path).help(format!(
            "the file is unfinished, but usable; read it: {program} replay {path} --hour {last}; \
             continue it: {program} record --from {path} --hour {last} -o OTHER"
        )),
    })
}

fn report_of(
    world: &World,
    path: &Path,
    written: WriteOutcome,
    now: &dyn RecordedHistory,
    out: &mut dyn Write,
) -> Done {
    let (path, unit) = (path.display(), now.unit());
    let last = now.last().unwrap_or_default();
    let ending = match now.outcome() {
        Some(outcome) => outcome.cause.replace('_', " "),
        None => "not over".into(),
    };
    let verb = match written {
        WriteOutcome::New => "recorded in",
        WriteOutcome::Same => "already recorded, the same, in",
        WriteOutcome::Replaced => "recorded, in place of another, in",
    };
    writeln!(out, "\n{unit}s 0 to {last} ({ending}), {verb} {path}")?;
    writeln!(out, "try next:")?;
    let middle = last.div_ceil(2);
    let program = world.name();
    writeln!(out, "  {program} replay {path} --{} {middle}", option_of(unit))?;
    writeln!(out, "  {program} replay {path} --stats")?;
    writeln!(out, "  {program} info {path}")?;
    Ok(())
}

/// The trace on its way to standard output. A reader who went away does not stop a recording.
struct TraceText {
    when: TraceMode,
    text: Vec<u8>,
    too_long: bool,
    gone: bool,
}

impl TraceText {
    /// The longest trace that is printed unasked, in cycles.
    const CYCLES_MAX: u64 = 100;

    fn new(when: TraceMode, now: &dyn DrawnHistory) -> Self {
        let mut text = Vec::new();
        if when != TraceMode::Never {
            now.opening_text(&mut text);
        }
        TraceText { when, text, too_long: false, gone: false }
    }

    fn cycle(&mut self, now: &dyn DrawnHistory, out: &mut dyn Write) -> io::Result<()> {
        match self.when {
            TraceMode::Never => Ok(()),
            TraceMode::Always => {
                now.cycle_text(&mut self.text);
                self.print(out)
            }
            TraceMode::Auto => {
                if now.last().unwrap_or_default() > Self::CYCLES_MAX {
                    self.too_long = true;
                } else {
                    now.cycle_text(&mut self.text);
                }
                Ok(())
            }
        }
    }

    fn finish(mut self, now: &dyn DrawnHistory, out: &mut dyn Write) -> io::Result<()> {
        if self.too_long {
            self.text.clear();
            self.text.extend_from_slice(b"The trace is long; this is its end.\n\n");
            now.cycle_text(&mut self.text);
        }
        if self.when != TraceMode::Never {
            now.ending_text(&mut self.text);
        }
        self.print(out)
    }

    fn print(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.gone {
            match out.write_all(&self.text) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.gone = true,
                written => written?,
            }
        }
        self.text.clear();
        Ok(())
    }
}

/// A bar at a terminal, for recordings that can be long: others are over before anybody could read it.
fn bar(world: &World, now: &dyn RecordedHistory) -> ProgressBar {
    const CYCLES_MIN: u64 = 100_000;
    let most = now.last_possible_cycle();
    let mut bar = ProgressBar::new(world, most, &format!("{}s", now.unit()));
    bar.is_shown &= most.is_none_or(|most| most >= CYCLES_MIN);
    bar
}
