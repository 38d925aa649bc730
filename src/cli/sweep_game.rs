//! `chase sweep GAME`: plays a sweep, or the rest of one.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum, parser::ValueSource,
};
use indicatif::{ProgressBar, ProgressStyle};

use super::sweep_workers::{stop_when_interrupted, usual_jobs};
use super::{Failure, clap_error, program, sweep_show, terminal};
use crate::engine::budget::StopFlag;
use crate::engine::sweep_engine::{EngineKind, Numbers};
use crate::engine::totals::Totals;
use crate::error::Error;
use crate::games::CommandLine;
use crate::games::clock::Clock;
use crate::sweep::{
    Condition, Ending, Folder, Grid, Planned, Run, SHARD_GAMES, Shard, Sheet, Spec, Until, Varied,
    Versions, arguments, cells, engine_of, is_folder,
};

/// Games of a cell where nobody says how many.
const GAMES: u64 = 10_000;

#[derive(Args)]
struct Options {
    /// A TOML file that says what is played, in place of the options or before them
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// What is varied, once for each: a seat or side and its players, as in D2=random,dfs; a number of
    /// the scenario, as in hours=10,100 or stamina.D1=50..500:50; an option of the game, as in
    /// cities=10,20
    #[arg(long, value_name = "WHAT=VALUES")]
    vary: Vec<Varied>,
    /// Games of every cell [default: 10000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many scenarios are drawn, where the arguments leave something to luck; game k is played on
    /// the one at k modulo N [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    maps: Option<u32>,
    /// End a cell when the interval of every share is as narrow, as in half-width=0.01; --games is the
    /// most then
    #[arg(long, value_name = "RULE")]
    until: Option<Until>,
    /// Games of a shard, after which --until looks [default: 65536]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    shard_games: Option<u64>,
    /// Workers [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The folder that the sweep goes into; without one the table is printed and nothing is kept
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Go on with the sweep of -o that was interrupted
    #[arg(long, requires = "output")]
    resume: bool,
    /// Play one of N equal parts, from 0, for `sweep merge`
    #[arg(long, value_name = "I/N", requires = "output")]
    shard: Option<Shard>,
    /// Say what would be played, by which engine, and how long it would take
    #[arg(long)]
    dry_run: bool,
    /// Keep what came of every game, in games.csv
    #[arg(long, requires = "output")]
    per_game: bool,
    /// Keep games for which this holds, in games.csv: cycles>90, cause=escaped, winner=thief, by=D2;
    /// may be given again, and all must hold
    #[arg(long, value_name = "CONDITION", requires = "output")]
    keep: Vec<Condition>,
    /// The share of games that is played once more by the rules with players made anew, and compared
    #[arg(long, value_name = "SHARE", default_value = "0.001", value_parser = share)]
    check: f64,
    /// Which engine plays [default: the fastest that plays the same games]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
}

/// Which engine plays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Engine {
    /// The rules, turn by turn
    General,
    /// Tables that are made of the rules
    Compiled,
}

impl From<Engine> for EngineKind {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::General => EngineKind::General,
            Engine::Compiled => EngineKind::Compiled,
        }
    }
}

fn share(text: &str) -> Result<f64, Error> {
    let share = text.parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| Error::new("expected a share from 0 to 1"))
}

pub(super) fn command(game: &dyn CommandLine) -> Command {
    Options::augment_args(arguments(game, Command::new(game.name())))
        .about(game.about())
        .after_help(format!(
            "Example:\n  chase sweep {0} {1} -o run",
            game.name(),
            game.setup_example()
        ))
}

pub(super) fn run(
    game: &'static dyn CommandLine,
    matches: &ArgMatches,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    if options.until.is_some() && options.shard.is_some() {
        let what = "--until looks at all games of a cell, and a part has only some of them";
        return Err(Error::new(what)
            .help("leave --until or --shard away")
            .into());
    }
    let kept;
    let path = match &options.output {
        Some(path) => path.as_path(),
        None => {
            kept = tempfile::tempdir()
                .map_err(|error| Error::io("a temporary folder", "write", &error))?;
            kept.path()
        }
    };
    if options.dry_run {
        let planned = plan(game, matches, &options, None)?;
        return foretell(game, &planned.spec, &options, out);
    }
    let mut folder = match options.resume && is_folder(path) {
        true => resumed(game, matches, &options, path)?,
        false => Folder::begin(path, begun(game, matches, &options)?)?,
    };
    let stop = stop_when_interrupted();
    let bar = Bar::new();
    let run = options.run(game, &stop);
    let ending = run.play(&mut folder, &mut |games, all| bar.show(games, all));
    bar.finish();
    let (games, all) = (folder.coverage.games(), run.games(folder.spec()));
    if ending? == Ending::Interrupted {
        let what = format!("interrupted; {games} of {all} games are kept");
        return Err(Error::new(what)
            .help("go on with the same command and --resume")
            .into());
    }
    match options.shard {
        Some(Shard { part, of }) => {
            writeln!(
                out,
                "played part {part} of {of}: {games} games, in {}",
                path.display()
            )?;
            Ok(writeln!(
                out,
                "put all parts together: {} sweep merge FOLDER PART...",
                program::name()
            )?)
        }
        None => {
            sweep_show::write_tables(&folder, game)?;
            sweep_show::text(&folder, game, out)?;
            if let Some(path) = &options.output {
                let (path, program) = (path.display(), program::name());
                writeln!(
                    out,
                    "\nkept in {path}; try next:\n  {program} sweep show {path} --format csv"
                )?;
            }
            Ok(())
        }
    }
}

impl Options {
    fn run<'a>(&self, game: &'static dyn CommandLine, stop: &StopFlag) -> Run<'a> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count"
        )]
        let check_every = match self.check {
            0.0 => 0,
            share => (1.0 / share).round() as u64,
        };
        Run {
            game,
            engine: self.engine.map(EngineKind::from),
            jobs: self.jobs.map_or_else(usual_jobs, usize::from),
            shard: self.shard,
            check_every,
            keeps_games: self.per_game || !self.keep.is_empty(),
            keep: self.keep.clone(),
            stop: stop.clone(),
        }
    }

    /// Whether anything says what is played.
    fn says_anything(&self, words: &[String]) -> bool {
        let counts = self.games.is_some() || self.maps.is_some() || self.shard_games.is_some();
        let more = self.spec.is_some() || self.until.is_some() || !self.vary.is_empty();
        counts || more || !words.is_empty()
    }
}

/// A sweep that begins.
fn begun(game: &dyn CommandLine, matches: &ArgMatches, options: &Options) -> Result<Spec, Error> {
    let planned = plan(game, matches, options, None)?;
    for warning in &planned.warnings {
        terminal::warn(warning);
    }
    if planned.seed_drawn {
        let seed = planned.spec.seed;
        terminal::note(&format_args!(
            "seed {seed} was drawn; give it with --seed to repeat this sweep"
        ));
    }
    Ok(planned.spec)
}

/// The sweep of a folder that goes on, if it is the one that is asked for.
fn resumed(
    game: &dyn CommandLine,
    matches: &ArgMatches,
    options: &Options,
    path: &Path,
) -> Result<Folder, Error> {
    let folder = Folder::resume(path)?;
    let spec = folder.spec();
    let place = |error: Error| error.at(path.display());
    if spec.game != game.name() {
        return Err(place(Error::new(format!("a sweep of {}", spec.game))));
    }
    let rules = game.rules();
    spec.check_versions(Versions { rules }).map_err(place)?;
    if options.says_anything(&own_words(game, matches)) {
        let mut planned = plan(game, matches, options, None)?;
        if planned.seed_drawn {
            planned = plan(game, matches, options, Some(spec.seed))?;
        }
        if planned.spec.hash() != folder.hash() {
            let error =
                Error::new("this folder holds another sweep than the one that is asked for");
            return Err(place(
                error.help("--resume goes on with it when nothing else is said"),
            ));
        }
    }
    Ok(folder)
}

/// What is played: what the sheet says, then what the command line does.
fn plan(
    game: &dyn CommandLine,
    matches: &ArgMatches,
    options: &Options,
    seed: Option<i64>,
) -> Result<Planned, Error> {
    let sheet = options.spec.as_deref().map(Sheet::read).transpose()?;
    let mut words = own_words(game, matches);
    words.extend(seed.map(|seed| format!("--seed={seed}")));
    let mut grid = Grid {
        games: options.games.unwrap_or(GAMES),
        maps: options.maps.unwrap_or(1),
        shard_games: options.shard_games.unwrap_or(SHARD_GAMES),
        until: options.until.clone(),
        varied: options.vary.clone(),
    };
    if let (Some(sheet), Some(path)) = (sheet, &options.spec) {
        let place = |error: Error| error.at(path.display());
        if let Some(other) = sheet.game.as_ref().filter(|it| *it != game.name()) {
            return Err(place(Error::new(format!("this is a sweep of {other}"))));
        }
        grid.games = options.games.or(sheet.games).unwrap_or(GAMES);
        grid.maps = options.maps.or(sheet.maps).unwrap_or(1);
        grid.shard_games = options
            .shard_games
            .or(sheet.shard_games)
            .unwrap_or(SHARD_GAMES);
        if let (None, Some(until)) = (&grid.until, &sheet.until) {
            let until = until.parse::<Until>();
            grid.until = Some(until.map_err(|error| place(Error::new(error.to_string())))?);
        }
        let mut varied = sheet.varied().map_err(place)?;
        varied.append(&mut grid.varied);
        grid.varied = varied;
        let mut all = sheet.words().map_err(place)?;
        all.append(&mut words);
        words = all;
    }
    cells(game, &words, &grid)
}

/// The game's own arguments as they were given, in words once more.
fn own_words(game: &dyn CommandLine, matches: &ArgMatches) -> Vec<String> {
    let command = arguments(game, Command::new(game.name()));
    let mut words = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        words.extend(argument_words(arg, matches));
    }
    words
}

fn argument_words(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let id = arg.get_id().as_str();
    let option = arg.get_long().map(|long| format!("--{long}"));
    let mut words = Vec::new();
    if matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::Count) {
        words.extend(option);
        return words;
    }
    for given in matches.get_raw_occurrences(id).into_iter().flatten() {
        let values: Vec<_> = given.map(|it| it.to_string_lossy().into_owned()).collect();
        match (&option, &values[..]) {
            (Some(option), [value]) => words.push(format!("{option}={value}")),
            (option, _) => {
                words.extend(option.clone());
                words.extend(values);
            }
        }
    }
    words
}

/// Says what would be played, by which engine, and how long it would take.
fn foretell(
    game: &'static dyn CommandLine,
    spec: &Spec,
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    const SHOWN_MAX: usize = 50;
    let stop = StopFlag::default();
    let run = options.run(game, &stop);
    let mut seconds = 0.0;
    writeln!(out, "cell  games  engine    {}", spec.varied.join("  "))?;
    for (n, cell) in spec.cells.iter().enumerate() {
        let numbers = spec.numbers(n, run.shard);
        let games = numbers.end - numbers.start;
        // The cells that are not shown take as long as the newest one that is.
        if n >= SHOWN_MAX {
            seconds *= 1.0 + 1.0 / n as f64;
            continue;
        }
        let mut engine = engine_of(game, &mut spec.header(n, 0), run.engine, &stop)?;
        let (kind, rate) = (engine.kind(), rate(&mut *engine));
        seconds += games as f64 / rate;
        let values = cell.values.join("  ");
        writeln!(out, "{n:>4}  {games:>5}  {:<8}  {values}", kind.name())?;
    }
    if let more @ 1.. = spec.cells.len().saturating_sub(SHOWN_MAX) {
        writeln!(out, "and {more} more")?;
    }
    let seconds = Duration::from_secs_f64((seconds / run.jobs as f64).clamp(0.0, 1e9));
    let jobs = run.jobs;
    writeln!(
        out,
        "\n{} games in {} cells, seed {}",
        run.games(spec),
        spec.cells.len(),
        spec.seed
    )?;
    let time = humantime::format_duration(Duration::from_secs(seconds.as_secs().max(1)));
    let most = if spec.until.is_some() { "at most " } else { "" };
    Ok(writeln!(
        out,
        "expected time: {most}{time} with {jobs} workers"
    )?)
}

/// How many games an engine plays in a second, by a short trial.
fn rate(engine: &mut dyn crate::engine::sweep_engine::SweepEngine) -> f64 {
    const TRIAL: Duration = Duration::from_millis(50);
    let clock = Clock::start();
    let (mut games, mut count) = (0, 1);
    while clock.elapsed() < TRIAL {
        let numbers = Numbers {
            first: games,
            step: 1,
            count,
        };
        engine.play(numbers, &mut Totals::default(), None);
        games += count;
        count *= 2;
    }
    games as f64 / clock.elapsed().as_secs_f64()
}

/// How far a sweep is, at a terminal; elsewhere a line now and then.
struct Bar {
    bar: Option<ProgressBar>,
    began: Clock,
    told: std::cell::Cell<Duration>,
}

impl Bar {
    /// How far lines are apart.
    const LINE: Duration = Duration::from_secs(60);

    fn new() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            let style = "{wide_bar} {human_pos} of {human_len} games, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar
        });
        Bar {
            bar,
            began: Clock::start(),
            told: Duration::ZERO.into(),
        }
    }

    fn show(&self, games: u64, all: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            bar.set_position(games);
            return;
        }
        let now = self.began.elapsed();
        if now - self.told.get() >= Self::LINE && games > 0 {
            self.told.set(now);
            let left = now.as_secs_f64() * (all.saturating_sub(games)) as f64 / games as f64;
            let left = humantime::format_duration(Duration::from_secs(left as u64));
            terminal::note(&format_args!("{games} of {all} games, {left} left"));
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
