//! `chase sweep GAME`: plays a sweep, or the rest of one.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use crate::commands::sweep::bar::Bar;
use crate::commands::sweep::plan::{PlanOptions, PlanRequest};
use crate::commands::sweep::show;
use crate::options::interrupt::stop_when_interrupted;
use crate::print::usage::clap_error;
use crate::verb::Done;
use chase_kit::budget::StopFlag;
use chase_kit::sweep_engine::{EngineKind, GameNumbers};
use chase_kit::totals::GameTotals;
use chase_play::CommandLine;
use chase_play::commands::Purpose;
use chase_sweep::{
    Condition, Folder, Names, Shard, Spec, SweepEnding, SweepRun, arguments, engine_of,
};
use chase_world::error::{Error, IoAt};
use chase_world::world::{Stopwatch, World};

#[derive(Args)]
struct SweepGameOptions {
    #[command(flatten)]
    plan: PlanOptions,
    /// Number of workers, as in 2 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Folder for the sweep, as in `-o run`. Without it the table is printed and nothing is kept
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Continue the interrupted sweep in the folder of -o
    #[arg(long, requires = "output")]
    resume: bool,
    /// Play part I of N equal parts, from 0, for `sweep merge`, as in 0/4
    #[arg(long, value_name = "I/N", requires = "output")]
    shard: Option<Shard>,
    /// Say what would be played, with which engine and for how long, and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Write the result of every game to games.csv
    #[arg(long, requires = "output")]
    per_game: bool,
    /// Write the results of games that meet this condition to games.csv, as in cycles>90,
    /// cause=escaped, winner=thief or by=D2; repeatable, and all must hold
    #[arg(long, value_name = "CONDITION", requires = "output")]
    keep: Vec<Condition>,
    /// Share of games that is played again by the rules, with new players, and compared
    #[arg(long, value_name = "SHARE", default_value = "0.001", value_parser = share)]
    check: f64,
    /// Engine that plays the games [default: the fastest that plays the same games]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
}

/// Which engine plays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
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

pub(crate) fn command(game: &dyn CommandLine) -> Command {
    SweepGameOptions::augment_args(arguments(game, Command::new(game.name())))
        .about(game.about())
        .after_help(format!(
            "Example:\n  chase sweep {0} {1} -o run",
            game.name(),
            game.example(Purpose::Record)
        ))
}

pub(crate) fn run(
    world: &World,
    game: &'static dyn CommandLine,
    matches: &ArgMatches,
    out: &mut dyn Write,
) -> Done {
    let options = SweepGameOptions::from_arg_matches(matches).map_err(clap_error)?;
    let kept;
    let path = match &options.output {
        Some(path) => path.as_path(),
        None => {
            kept = tempfile::tempdir().io_at("a temporary folder", "write")?;
            kept.path()
        }
    };
    let asked = PlanRequest::new(game, matches, &options.plan);
    if options.dry_run {
        return foretell(world, game, &asked.begun(world)?, &options, out);
    }
    let mut folder = folder(world, game, &asked, &options, path)?;
    let stop = stop_when_interrupted(world);
    let bar = Bar::new(world);
    let mut run = options.run(world, game, &stop);
    if options.resume && !run.keeps_games {
        (run.keeps_games, run.keep) = folder.kept()?.map_or((false, Vec::new()), |it| (true, it));
    }
    let ending = run.play(&mut folder, &mut |games, all| bar.show(world, games, all));
    drop(bar);
    let (games, all) = (folder.coverage.games(), run.games(folder.spec()));
    if ending? == SweepEnding::Interrupted {
        if options.output.is_none() {
            let error = Error::new(format!("interrupted after {games} of {all} games"));
            return Err(error.help("nothing is kept; keep the games with -o FOLDER").into());
        }
        let what = format!("interrupted; {games} of {all} games are kept");
        return Err(Error::new(what).help("go on with the same command and --resume").into());
    }
    warn_of_causes(world, &folder, &run.keep);
    warn_of_width(world, &folder);
    tell(world, game, &options, &folder, all, out)
}

/// The folder of the sweep: a new one, or the one that is there and goes on.
fn folder(
    world: &World,
    game: &'static dyn CommandLine,
    asked: &PlanRequest<'_>,
    options: &SweepGameOptions,
    path: &Path,
) -> Result<Folder, Error> {
    let before = options.resume.then(|| asked.gone_on_with(world, path));
    if let Some(folder) = before.transpose()?.flatten() {
        check_part(folder.spec(), options)?;
        return Ok(folder);
    }
    let spec = asked.begun(world)?;
    check_part(&spec, options)?;
    let names = Names::of(game, &mut spec.header(0, 0))?;
    options.keep.iter().try_for_each(|it| it.check(&names))?;
    Folder::begin(&world.at(path), spec)
}

/// Prints what was played, and what can be done with it.
fn tell(
    world: &World,
    game: &'static dyn CommandLine,
    options: &SweepGameOptions,
    folder: &Folder,
    games: u64,
    out: &mut dyn Write,
) -> Done {
    if let Some(Shard { part, of }) = options.shard {
        let (path, program) = (folder.path().display(), world.name());
        writeln!(out, "played part {part} of {of}: {games} games, in {path}")?;
        writeln!(out, "put all parts together: {program} sweep merge FOLDER PART...")?;
        return Ok(());
    }
    show::write_tables(folder, game)?;
    show::text(folder, game, out)?;
    if options.output.is_some() {
        show::kept(world, folder, out)?;
    }
    Ok(())
}

/// Begins the sweep of a command in its folder, and plays nothing of it; with `--resume` it holds the one
/// that is there against it.
///
/// # Errors
/// As the command's own.
pub(crate) fn begin(
    world: &World,
    game: &'static dyn CommandLine,
    matches: &ArgMatches,
) -> Result<(), Error> {
    let options = SweepGameOptions::from_arg_matches(matches).map_err(clap_error)?;
    let path = options.output.as_deref();
    let path = path.ok_or_else(|| Error::new("a new sweep needs a folder: -o FOLDER"))?;
    let asked = PlanRequest::new(game, matches, &options.plan);
    let before = options.resume.then(|| asked.gone_on_with(world, path));
    match before.transpose()?.flatten() {
        Some(_) => Ok(()),
        None => Folder::begin(&world.at(path), asked.begun(world)?).map(drop),
    }
}

/// Says which cells have played all their games and are not as narrow as was asked for.
fn warn_of_width(world: &World, folder: &Folder) {
    let spec = folder.spec();
    let Some(until) = &spec.until else {
        return;
    };
    let is_wide = |cell: &usize| {
        let (totals, _) = folder.coverage.counted(*cell, spec);
        totals.games == spec.games && !until.is_met(&totals)
    };
    let wide: Vec<_> = (0..spec.cells.len()).filter(is_wide).collect();
    if let Some(first) = wide.first() {
        let games = spec.games;
        let more = match wide.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        world.warn(&format_args!("{games} games are not enough for {until}: cell {first}{more}"));
    }
}

/// Says which causes were waited for in vain: no list of a game's causes is known beforehand.
fn warn_of_causes(world: &World, folder: &Folder, keep: &[Condition]) {
    let cells = 0..folder.spec().cells.len();
    let endings = cells.flat_map(|cell| folder.coverage.counted(cell, folder.spec()).0.endings);
    let causes: BTreeSet<_> = endings.map(|(ending, _)| ending.cause).collect();
    for condition in keep {
        if let Condition::Cause(_, word) = condition
            && !causes.contains(word.as_str())
        {
            let known: Vec<_> = causes.iter().map(|it| &**it).collect();
            world.warn(&format_args!(
                "--keep {condition}: no game ended this way; the games ended by {}",
                known.join(", ")
            ));
        }
    }
}

/// A rule looks at all games of a cell.
fn check_part(spec: &Spec, options: &SweepGameOptions) -> Result<(), Error> {
    if spec.until.is_none() || options.shard.is_none() {
        return Ok(());
    }
    let what = "a part has only some games of a cell, and `until` looks at all of them";
    Err(Error::new(what).help("leave out --until or --shard"))
}

impl SweepGameOptions {
    fn run<'a>(
        &self,
        world: &World,
        game: &'static dyn CommandLine,
        stop: &StopFlag,
    ) -> SweepRun<'a> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let check_every = match self.check {
            0.0 => 0,
            share => (1.0 / share).round() as u64,
        };
        SweepRun {
            game,
            engine: self.engine.map(EngineKind::from),
            jobs: self.jobs.map_or_else(|| world.threads(), usize::from),
            shard: self.shard,
            check_every,
            keeps_games: self.per_game || !self.keep.is_empty(),
            keep: self.keep.clone(),
            stop: stop.clone(),
        }
    }
}

/// Says what would be played, by which engine, and how long it would take.
fn foretell(
    world: &World,
    game: &'static dyn CommandLine,
    spec: &Spec,
    options: &SweepGameOptions,
    out: &mut dyn Write,
) -> Done {
    const SHOWN_MAX: usize = 50;
    let stop = StopFlag::with_clock(world.clock());
    let run = options.run(world, game, &stop);
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
        let alike = games.div_ceil(cell.scenarios.len() as u64);
        let rate = rate(&mut *engine, alike, world.clock().start());
        let kind = engine.kind();
        if games > 0 {
            seconds += games as f64 / rate;
        }
        let values = cell.values.join("  ");
        writeln!(out, "{n:>4}  {games:>5}  {:<8}  {values}", kind.name())?;
    }
    if let more @ 1.. = spec.cells.len().saturating_sub(SHOWN_MAX) {
        writeln!(out, "and {more} more")?;
    }
    let jobs = run.jobs.max(1);
    let seconds = Duration::from_secs_f64((seconds / jobs as f64).clamp(0.0, 1e9));
    writeln!(out, "\n{} games in {} cells, seed {}", run.games(spec), spec.cells.len(), spec.seed)?;
    let time = humantime::format_duration(Duration::from_secs(seconds.as_secs().max(1)));
    let most = if spec.until.is_some() { "at most " } else { "" };
    Ok(writeln!(out, "expected time: {most}{time} with {jobs} workers")?)
}

/// The number of games that an engine plays in a second, by a short trial of no more than it is to play.
fn rate(
    engine: &mut dyn chase_kit::sweep_engine::SweepEngine,
    games_max: u64,
    begun: Stopwatch,
) -> f64 {
    const TRIAL: Duration = Duration::from_millis(50);
    let (mut games, mut count) = (0, 1);
    engine.expect_games(games_max);
    while begun.elapsed() < TRIAL && games < games_max {
        count = count.min(games_max - games);
        let numbers = GameNumbers { first: games, step: 1, count };
        engine.play(numbers, &mut GameTotals::default(), None);
        games += count;
        count *= 2;
    }
    games as f64 / begun.elapsed().as_secs_f64().max(f64::MIN_POSITIVE)
}
