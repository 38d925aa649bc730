//! `chase analyse`: the value of every moment of a recorded game, the choices that lost it, and what was luck.

mod curve;
mod on_page;
mod report;
mod several;
mod standings;
mod tables;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;

use super::odds::seat_others;
use crate::input::cut_off;
use crate::input::files_in_folder::files_of;
use crate::print::printout::{Format, Printout, TEXT_JSON_CSV, any_of};
use crate::print::progress_bar::ProgressBar;
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_engine::header::Header;
use chase_kit::budget::StopFlag;
use chase_play::{CommandLine, Games};
use chase_record::any::{NamedSide, RecordError};
use chase_replay::opener::opener;
use chase_replay::store::{ReplayReader, unrecorded};
use chase_study::analysis::{
    AnalysisBudget, GameAnalysis, Look, Mark, ResultParts, set_marks, split,
};
use chase_world::error::{Error, quoted};
use chase_world::escape::in_line;
use chase_world::world::World;

pub(crate) use on_page::on_page;
use standings::{share, side_players};

pub const VERB: &dyn Verb = &PlainVerb { name: "analyse", run };

/// How the names of recordings end.
const ENDINGS: [&str; 2] = ["json", "chase"];

/// States that are looked at for an exact value of one outcome.
const STATES_MAX: u64 = 2_000;

/// States of the rest of a game that is solved.
const SOLVED_MAX: u64 = 100_000;

/// Find the choices that lost most in a recorded game, and what was luck
#[derive(Args)]
#[command(
    after_help = "Every possible outcome of a turn is valued: by best play if the rest is solved, else by the game's own search, else exactly if few states follow, else by --games games. A choice is compared with the best one, a draw with the mean of all draws. A player who does not see everything is judged by what it could know.\n\n\
    Examples:\n  \
    chase analyse replays/robots/won.json\n  \
    chase analyse replays/police/S0.json --games 1000\n  \
    chase analyse replays/police/S3.json --player dfs --every-turn\n  \
    chase analyse replays/robots/won.json --format json\n  \
    chase analyse replays/fishing"
)]
struct AnalyseOptions {
    /// Replays of either form, or folders; `-` is standard input. With several, totals for each player
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    how: AnalysisOptions,
    /// Show every turn that could have gone otherwise, not only the turning points
    #[arg(long)]
    every_turn: bool,
    /// Output format: for people, one JSON object, or a table with a row for each turn and side
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON_CSV))]
    format: Format,
}

/// How a recording is analysed.
#[derive(Args)]
struct AnalysisOptions {
    /// Games that are played to their end after each outcome of a turn, as in 1000
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Positions that a game's own search looks at for the value of each outcome, as in 20000; only in a game
    /// that has one (Animal Checkers, Fishing), and not if --player names who plays on [default: 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// Seed of the games that are played
    #[arg(long, value_name = "SEED", default_value_t = 1, allow_negative_numbers = true)]
    seed: i64,
    /// Player who plays on from each outcome for a seat or side, as in D2=dfs, or for everybody, as in
    /// random; repeatable [default: in police the recorded player, elsewhere a strong player that is fast]
    #[arg(long, value_name = "WHO=PLAYER")]
    player: Vec<String>,
    /// Number of turns that are valued in parallel, as in 2 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Ends the analysis early.
    #[arg(skip)]
    stop: StopFlag,
    /// The bar of several recordings, at a terminal.
    #[arg(skip)]
    bar: Option<ProgressBar>,
}

/// Positions that a game's own search looks at where nobody says how many.
const NODES: u32 = 2_000;

impl AnalysisOptions {
    /// The work for each moment.
    fn work(&self) -> AnalysisBudget {
        AnalysisBudget {
            games: self.games,
            nodes: match self.player.is_empty() {
                true => u64::from(self.nodes.unwrap_or(NODES)),
                false => 0,
            },
            seed: self.seed,
            states_max: STATES_MAX,
            solved_max: SOLVED_MAX,
        }
    }
}

fn run(context: Context<'_>, mut options: AnalyseOptions, out: &mut dyn Write) -> Done {
    let mut files = Vec::new();
    for path in &options.files {
        files.extend(files_of(context.world, path, &ENDINGS)?);
    }
    if let [file] = &files[..] {
        let analysed = analysed(context, &options.how, file)?;
        return Printout::default()
            .text(|out| analysed.text(options.every_turn, out))
            .json(&analysed.json())
            .form(Format::Csv, |out| analysed.csv(out))
            .print(options.format, out);
    }
    several::run(context, &mut options, &files, out)
}

/// A recording with its analysis.
struct Analysed {
    game: &'static str,
    unit: &'static str,
    /// The last cycle of the recording.
    last: u64,
    /// The cause of the end; nothing while the game goes on.
    ending: Option<String>,
    /// The recorded players, and those who play on, by seat.
    recorded: Vec<String>,
    going_on: Vec<String>,
    budget: AnalysisBudget,
    sides: Vec<NamedSide>,
    parts: Vec<ResultParts>,
    looks: Vec<Look>,
    /// By side, the value of the last moment.
    end: Vec<i64>,
}

impl Analysed {
    /// How the game ended for each player, and the numbers of marks.
    fn in_a_line(&self) -> String {
        let results = self.sides.iter().zip(&self.parts).map(|(side, parts)| {
            let players = side_players(side, &self.recorded);
            format!("{players} {:.1} %", 100.0 * share(parts.result))
        });
        let marks = Mark::ALL.iter().rev().map(|(mark, _)| {
            let count = self.looks.iter().filter(|look| look.mark == Some(*mark));
            format!("{} {}", count.count(), mark.sign())
        });
        let [results, marks] =
            [results.collect::<Vec<_>>(), marks.collect()].map(|it| it.join(", "));
        let ending = self.ending.as_deref().unwrap_or("not over").replace('_', " ");
        format!("{ending}; {results}; {marks}")
    }
}

/// Analyses a recording.
///
/// # Errors
/// It cannot be analysed, or `how` was stopped.
fn analysed(context: Context<'_>, how: &AnalysisOptions, file: &Path) -> Result<Analysed, Error> {
    cut_off::tell_of(context.world, file);
    let mut reader = ReplayReader::open_checked(&context.world.at(file), &opener(context.games))?;
    let game = context.games.find(&reader.header().game)?;
    let header = reader.header().clone();
    let sides = sides_of(game, &header)?;
    let going_on = players(game, &header, &how.player)?;
    let budget = how.work();
    let work = AnalysisWork { games: context.games, game, file, players: &going_on, how, budget };
    let analysis = work.begin(&mut reader)?;
    let Some(last) = reader.now().last() else {
        return Err(Error::new("there is no cycle to analyse").at(reader.name()));
    };
    let mut looks = work.looks(context.world, &*analysis)?;
    let end = analysis.now();
    set_marks(&mut looks, &end);
    let seats: usize = sides.iter().map(|side| side.seats.len()).sum();
    let seats = u8::try_from(seats).unwrap_or(u8::MAX);
    Ok(Analysed {
        game: game.name(),
        unit: game.unit(),
        last,
        ending: reader.now().outcome().map(|it| it.cause.into_owned()),
        budget,
        recorded: header.players,
        going_on,
        sides,
        parts: split(&looks, &end, seats),
        looks,
        end,
    })
}

/// The sides of a recorded game.
fn sides_of(game: &dyn CommandLine, header: &Header) -> Result<Vec<NamedSide>, Error> {
    let sides = game.sides(&mut header.clone());
    sides.map_err(|why| unrecorded(game.name(), RecordError::Unopened(why)))
}

/// The players who play on: the usual ones, and those that are asked for.
fn players(
    game: &dyn CommandLine,
    header: &Header,
    asked: &[String],
) -> Result<Vec<String>, Error> {
    let mut header = header.clone();
    let usual = game.usual_players(&mut header);
    header.players = usual.map_err(|why| unrecorded(game.name(), why))?;
    seat_others(game, &mut header, asked)?;
    for name in &header.players {
        if game.built_in(name, 0).is_ok_and(|it| !it.is_reproducible) {
            let what =
                format!("`{}` has a time limit, so its games cannot be repeated", quoted(name));
            return Err(Error::new(what).help("give it a limit in nodes, as in NAME:nodes=500"));
        }
    }
    Ok(header.players)
}

/// What is needed to value the turns of one recording.
struct AnalysisWork<'a> {
    games: Games,
    game: &'a dyn CommandLine,
    file: &'a Path,
    players: &'a [String],
    how: &'a AnalysisOptions,
    budget: AnalysisBudget,
}

impl AnalysisWork<'_> {
    /// An analysis that has taken in the whole recording.
    fn begin(&self, reader: &mut ReplayReader) -> Result<Box<dyn GameAnalysis>, Error> {
        let mut header = reader.header().clone();
        let stop = &self.how.stop;
        let analysis = self.game.analysis(&mut header, self.players, self.budget, stop);
        let mut analysis = analysis.map_err(|why| unrecorded(self.game.name(), why))?;
        while reader.next_cycle()? {
            let past = analysis.past(reader.now());
            past.map_err(|broken| Error::new(broken.to_string()).at(self.file.display()))?;
        }
        Ok(analysis)
    }

    /// Values all turns, several at a time.
    fn looks(&self, world: &World, analysis: &dyn GameAnalysis) -> Result<Vec<Look>, Error> {
        let jobs = self.how.jobs.map_or_else(|| world.threads(), usize::from);
        let count = analysis.looks();
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<(usize, Look)>> = Mutex::default();
        let of_all = self.how.bar.as_ref();
        let bar = ProgressBar::new(world, Some(count as u64), "turns");
        let name = in_line(&self.file.display().to_string()).into_owned();
        let tell = |done: usize| {
            if let Some(all) = of_all {
                all.set(|it| it.message = format!("{done} of {count} turns of {name}"));
            } else {
                bar.set(|it| it.position = done as u64);
            }
        };
        tell(0);
        let stop = &self.how.stop;
        let value = |analysis: &dyn GameAnalysis| {
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= count || stop.is_stopped() {
                    return;
                }
                let look = analysis.look(n);
                let mut found = found.lock().unwrap_or_else(|it| it.into_inner());
                found.push((n, look));
                tell(found.len());
            }
        };
        // Standard input can be read once.
        let is_stream = self.file == Path::new("-");
        let others = if is_stream { 0 } else { jobs.min(count).saturating_sub(1) };
        let mut failed = None;
        thread::scope(|scope| {
            let work = || {
                let mut reader = ReplayReader::open(&world.at(self.file), &opener(self.games))?;
                value(&*self.begin(&mut reader)?);
                Ok::<(), Error>(())
            };
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let workers: Vec<_> = (0..others).filter_map(start).collect();
            value(analysis);
            for worker in workers {
                match worker.join() {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => failed = Some(error),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        drop(bar);
        if stop.is_stopped() {
            // What was found meanwhile depends on when that was.
            return Err(Error::new("stopped").at(self.file.display()));
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let mut found = found.into_inner().unwrap_or_else(|it| it.into_inner());
        found.sort_by_key(|(n, _)| *n);
        Ok(found.into_iter().map(|(_, look)| look).collect())
    }
}

/// The name of a seat.
fn seat_name(sides: &[NamedSide], seat: chase_engine::seat::Seat) -> &str {
    sides.iter().flat_map(|side| &side.seats).find(|it| it.0 == seat).map_or("", |it| &it.1)
}
