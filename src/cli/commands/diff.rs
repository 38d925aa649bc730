//! `chase diff`: where two traces part, and why.

pub(crate) mod logs;
mod pair;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgGroup, Args};
use serde::Serialize;

pub(crate) use crate::commands::diff::pair::Compared;
use crate::commands::diff::pair::check_files;
use crate::input::input_max::InputOptions;
use crate::input::{cut_off, newest_recording};
use crate::options::rand::RandOption;
use crate::options::scenario_doubt;
use crate::options::setup::setup_from;
use crate::print::junit::JunitCase;
use crate::print::printout::{Format, Printout, TEXT_JSON_JUNIT, any_of_explained};
use crate::print::terminal;
use crate::verb::{Context, Done, Failure, PlainVerb, Verb, fine_if, options_of};
use chase_judge::deadline::{Deadline, timeout};
use chase_play::{CommandLine, Games};
use chase_record::replay::Header;
use chase_replay::comparison::{Comparison, Depth, Trace};
use chase_replay::diff::{
    Report, ReportStyle, Selection, brief, compare_plain, write_plain, write_text,
};
use chase_replay::opener::{game_in, opener};
use chase_replay::store::{Content, Overwrite, contents};
use chase_world::error::{Error, IoAt};
use chase_world::escape::write_own;
use chase_world::world::{File, World};
use logs::LogOptions;

pub const VERB: &dyn Verb = &PlainVerb { name: "diff", run };

/// Find the first wrong step of a run, and say why
#[derive(Args)]
#[command(mut_arg("rand", |arg| arg.requires("scenario")))]
#[command(group = ArgGroup::new("written").args(["html", "keep"]).multiple(true))]
#[command(after_help = "Examples:\n  \
    chase diff ours.txt replays/police/S3.json\n  \
    chase diff ours.txt ref.txt --scenario cities.data agents.data 10 2\n  \
    chase diff ours.txt ref.txt --only D1,ending --context 1\n  \
    chase diff ours.txt ref.txt --exact\n  \
    chase diff ours.txt replays/police/S3.json --html page.html\n  \
    chase diff replays/police/S2.json replays/police/S3.json --brief\n  \
    chase diff data/traces/mesa/faulty.csv data/traces/mesa/golden.csv\n  \
    chase diff data/traces/mesa/faulty.csv data/traces/mesa/golden.csv --stop\n\n\
    Exit status: 0 the same, 1 different, 2 trouble.")]
pub(crate) struct DiffOptions {
    /// Our run: a replay, a transcript or a log; `-` is standard input. If you name one file only,
    /// that is the reference, and ours is the newest recording in the current folder
    #[arg(value_name = "OURS")]
    first: PathBuf,
    /// The reference run: a replay, a transcript or a log
    #[arg(value_name = "REF")]
    second: Option<PathBuf>,
    #[arg(skip)]
    pub(crate) ours: PathBuf,
    #[arg(skip)]
    pub(crate) theirs: PathBuf,
    /// Scenario and seed, needed to explain transcripts, as `record` takes them after the game's
    /// name: `--scenario cities.data agents.data 10 2`; write options as one word, as in
    /// --scenario='--side 1 --seed 7'
    #[arg(long, num_args = 1..=4, value_name = "WORDS", allow_negative_numbers = true)]
    pub(crate) scenario: Option<Vec<String>>,
    #[command(flatten)]
    rand: RandOption,
    /// Compare only these agents, kinds of column or columns, as in `--only D1,ending` or `--only
    /// D2.stamina`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Do not compare these agents, kinds of column or columns, as in `--ignore stamina`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Show this many cycles before and after the first difference
    #[arg(long, value_name = "N", default_value_t = Selection::CONTEXT as u16)]
    pub(crate) context: u16,
    /// List at most this many cycles that differ; for logs, values that differ
    #[arg(long, value_name = "N", default_value_t = Selection::SHOWN_MAX as u32)]
    pub(crate) max: u32,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of_explained(TEXT_JSON_JUNIT))]
    pub(crate) format: Format,
    /// Compare the layout too: banner, blanks, blank lines, column widths, prompts, line ends
    #[arg(long)]
    pub(crate) exact: bool,
    /// Print one line, without an explanation
    #[arg(long)]
    pub(crate) brief: bool,
    /// Both sides, which are recordings then, are analysed for a page
    #[arg(skip)]
    pub(crate) analyse: bool,
    /// Time limit for explanations, as in 30s or 2h; exit status 2 when exceeded
    #[arg(long, value_name = "TIME", default_value = "24h", value_parser = timeout)]
    timeout: Duration,
    /// Game of a transcript that does not name it, one of those that `games` lists
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Also write a page for the browser: both runs on one board, and why they differ
    #[arg(long, value_name = "FILE", conflicts_with = "brief")]
    pub(crate) html: Option<PathBuf>,
    /// Replace the page or the kept files if they exist
    #[arg(long, requires = "written")]
    pub(crate) force: bool,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    pub(crate) logs: LogOptions,
    /// Nobody expects a game: that texts show none is not said
    #[arg(skip)]
    pub(crate) of_any_program: bool,
}

impl DiffOptions {
    /// All of two sides compared, as it is when nothing else is asked for.
    pub(crate) fn of(ours: &Path, theirs: &Path) -> Self {
        let words = [OsStr::new("--"), ours.as_os_str(), theirs.as_os_str()];
        let options = options_of("diff", words).expect("two files are enough");
        DiffOptions { ours: ours.to_owned(), theirs: theirs.to_owned(), ..options }
    }
}

fn run(context: Context<'_>, mut options: DiffOptions, out: &mut dyn Write) -> Done {
    options.input.set(context.world);
    (options.ours, options.theirs) = sides(context, &options)?;
    fine_if(compare(context, &options, out)?)
}

/// Our trace and the reference. Where one file is named it is the reference, and ours is the newest recording,
/// as long as nothing else can be meant.
fn sides(context: Context<'_>, options: &DiffOptions) -> Result<(PathBuf, PathBuf), Error> {
    let first = options.first.clone();
    if let Some(second) = &options.second {
        return Ok((first, second.clone()));
    }
    let missing = |why: &str| {
        Err(Error::new(format!("only one file was given, and {why}"))
            .at(first.display())
            .help("give both files: OURS and REF"))
    };
    if logs::is_of_logs(context.world, options)? {
        return missing("a log needs a second file to compare with");
    }
    let ours = newest_recording::find(context)?;
    match (context.world.at(&ours).full(), context.world.at(&first).full()) {
        (Ok(mine), Ok(other)) if mine.path() == other.path() => {
            missing("it is itself the newest recording in the current folder")
        }
        _ => {
            newest_recording::tell(context.world, &ours);
            Ok((ours, first))
        }
    }
}

/// Compares two sides, and prints what was found; whether they are the same.
pub(crate) fn compare(
    context: Context<'_>,
    options: &DiffOptions,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    if logs::wanted(context, options)? {
        return logs::run(context, options, out);
    }
    if options.html.is_some() {
        check_files(context.world, &options.ours, &options.theirs)?;
    }
    let same = match opened(context, options)? {
        (None, Content::Text(ours, _), Content::Text(theirs, _)) if options.html.is_none() => {
            plain(context.world, options, ours, theirs, out)?
        }
        (None, Content::Text(..), Content::Text(..)) => return Err(no_game().into()),
        (game, ours, theirs) => {
            let game = game.unwrap_or(context.games.all()[0]);
            let report = traces(context, options, game, ours, theirs)?;
            if let Some(path) = &options.html {
                let compared = Compared { games: context.games, options, game, report: &report };
                compared.write_file(context.world, path, Overwrite::by(options.force))?;
            }
            print(context.world, options, &report, out)?;
            report.same
        }
    };
    Ok(same)
}

/// Refuses transcripts where an analysis is asked for: it needs what every player did.
fn check_recordings(options: &DiffOptions, ours: &Content, theirs: &Content) -> Result<(), Error> {
    for (path, content) in [(&options.ours, ours), (&options.theirs, theirs)] {
        if matches!(content, Content::Text(..)) {
            let what = "--analyse is for recordings, and this is a transcript";
            return Err(Error::new(what).at(path.display()));
        }
    }
    Ok(())
}

/// Compares two sides for a page.
pub(crate) fn compared(
    context: Context<'_>,
    options: &DiffOptions,
) -> Result<(&'static dyn CommandLine, Report), Error> {
    check_files(context.world, &options.ours, &options.theirs)?;
    let (game, ours, theirs) = opened(context, options)?;
    if options.analyse {
        check_recordings(options, &ours, &theirs)?;
    }
    let game = game.ok_or_else(no_game)?;
    Ok((game, traces(context, options, game, ours, theirs)?))
}

/// Texts of nothing that is known.
fn no_game() -> Error {
    Error::new("neither side is of a known game, so there is nothing to draw")
        .help("name the game of transcripts with --game")
}

/// Both sides, and the game that they are of where that is known.
type DiffContents = (Option<&'static dyn CommandLine>, Content, Content);

fn opened(context: Context<'_>, options: &DiffOptions) -> Result<DiffContents, Error> {
    if options.ours == Path::new("-") && options.theirs == Path::new("-") {
        return Err(Error::new("only one side can be standard input"));
    }
    cut_off::tell_of(context.world, &options.ours);
    cut_off::tell_of(context.world, &options.theirs);
    let ours = contents(&context.world.at(&options.ours), &opener(context.games))?;
    let theirs = contents(&context.world.at(&options.theirs), &opener(context.games))?;
    Ok((game_of(context.games, options, &ours, &theirs)?, ours, theirs))
}

/// The game that both sides are of; nothing when both are texts of no game that is known.
fn game_of(
    games: Games,
    options: &DiffOptions,
    ours: &Content,
    theirs: &Content,
) -> Result<Option<&'static dyn CommandLine>, Error> {
    let said = options.game.as_deref().map(|name| games.find(name)).transpose()?;
    let (mine, others) = (game_in(games, ours)?, game_in(games, theirs)?);
    let mut known = [said, mine, others].into_iter().flatten();
    let Some(game) = known.next() else {
        return Ok(None);
    };
    if let Some(other) = known.find(|other| other.name() != game.name()) {
        let (one, other) = (game.name(), other.name());
        let what = format!("traces of different games: {one} and {other}");
        return Err(Error::new(what).help("compare traces of one game"));
    }
    Ok(Some(game))
}

/// Warns where a transcript says something else of its scenario than `--scenario`.
fn warn_of_doubt(world: &World, options: &DiffOptions, game: &dyn CommandLine, header: &Header) {
    if let Ok(opened) = game.open(&mut header.clone()) {
        for file in [&options.ours, &options.theirs] {
            scenario_doubt::warn(world, game, &opened.statements(), header.seed, file);
        }
    }
}

fn traces(
    context: Context<'_>,
    options: &DiffOptions,
    game: &'static dyn CommandLine,
    ours: Content,
    theirs: Content,
) -> Result<Report, Error> {
    let deadline = Deadline::after(context.world, options.timeout);
    let comparison = Comparison {
        games: context.games,
        game,
        selection: Selection {
            columns: Selection::columns(game, &options.only, &options.ignore)?,
            context: usize::from(options.context),
            shown_max: usize::try_from(options.max).unwrap_or(usize::MAX),
        },
        scenario: match &options.scenario {
            Some(words) => {
                let setup = setup_from(context.world, game, words)?;
                warn_of_doubt(context.world, options, game, &setup.header);
                Some((options.rand.of(setup.header), setup.seed_given))
            }
            None => None,
        },
        depth: match (options.brief, options.format) {
            (false, _) => Depth::Explained,
            (true, Format::Text) => Depth::First,
            (true, _) => Depth::Counted,
        },
        exact: options.exact,
        stop: deadline.stop().clone(),
    };
    let ours = Trace { path: context.world.at(&options.ours), content: ours };
    let theirs = Trace { path: context.world.at(&options.theirs), content: theirs };
    comparison.run(ours, theirs)
}

fn print(world: &World, options: &DiffOptions, report: &Report, out: &mut dyn Write) -> Done {
    let words = DifferenceText {
        sides: [&report.ours.name, &report.theirs.name],
        is_same: report.same,
        brief: brief(report),
        plain: &|| write_text(report, ReportStyle::PLAIN),
        text: &|out| write_own(out, write_text(report, terminal::look(world)).as_bytes()),
    };
    words.print(options, report, out)
}

/// The result of a comparison, in words.
struct DifferenceText<'a> {
    /// The names of both sides.
    sides: [&'a str; 2],
    is_same: bool,
    /// The difference in a line.
    brief: String,
    /// All of it for programs.
    plain: &'a dyn Fn() -> String,
    /// All of it for people, in the colours of their terminal.
    text: &'a dyn Fn(&mut dyn Write) -> io::Result<()>,
}

impl DifferenceText<'_> {
    /// Prints these words, or the report that they tell.
    fn print(&self, options: &DiffOptions, report: &impl Serialize, out: &mut dyn Write) -> Done {
        let brief = &self.brief;
        let case = || JunitCase {
            class: "chase.diff".into(),
            name: self.sides.join(" against "),
            failure: (!self.is_same).then(|| (brief.clone(), (self.plain)())),
            is_error: false,
        };
        Printout::default()
            .text(|out| match options.brief {
                true => writeln!(out, "{brief}"),
                false => (self.text)(out),
            })
            .json(report)
            .junit("chase diff", || vec![case()])
            .print(options.format, out)
    }
}

/// Texts of no game: line against line.
fn plain(
    world: &World,
    options: &DiffOptions,
    ours: File,
    theirs: File,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let name = |path: &Path| path.display().to_string();
    let (mine, others) = (name(&options.ours), name(&options.theirs));
    let both = format!("{mine}, {others}");
    let context = usize::from(options.context);
    let mut report = compare_plain((mine, ours), (others, theirs), context, options.exact)
        .io_at(both, "read")?;
    report.why = logs::why_by_lines(world, options)?;
    let whole = |look| write_plain(&report, look, !options.of_any_program);
    let words = DifferenceText {
        sides: [&report.ours, &report.theirs],
        is_same: report.same,
        brief: match report.same {
            true => format!("the same: {} lines", report.lines),
            false => format!("different: line {}", report.first_line),
        },
        plain: &|| whole(ReportStyle::PLAIN),
        text: &|out| write_own(out, whole(terminal::look(world)).as_bytes()),
    };
    words.print(options, &report, out)?;
    Ok(report.same)
}
