//! `chase diff` of two logs of any program.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{DiffOptions, DifferenceText};
use crate::commands::diff::pair::is_read_once;
use crate::input::logs::{self, LikeOption};
use crate::print::log_page::{TickSpan, put_pair};
use crate::print::page_file::{BYTES_MAX, limited, to_file};
use crate::print::printout::Format;
use crate::print::terminal;
use crate::verb::{Context, Done, Failure};
use chase_logs::{
    ComparisonSettings, ComparisonSide, Description, DescriptionOptions, Interpolation,
    LogComparison, LogForm, LogReader, LogReport, NOT_READ, Paint, SignalSettings, SyncMode,
    SyncSettings, TickTolerance, align_ticks, brief, compare, set_ranges, tell, to_toml,
};
use chase_replay::store::Overwrite;
use chase_world::error::{Error, IoAt};
use chase_world::escape;
use chase_world::world::{World, WorldPath};

// What is asked of logs alone.
#[derive(Args, Clone, Debug)]
pub struct LogOptions {
    #[command(flatten)]
    pub(crate) like: LikeOption,
    /// Logs: compare at equal ticks, where a tick of one log only is a difference (exact), at each
    /// tick of the reference with our nearest (nearest) or our interpolated values (interpolate), or
    /// at the ticks of either (union), or events of an entity in their order (order). COLUMN=MODE is
    /// for one column, and not order, as in `--sync union,x=nearest` [default: what the description
    /// says, otherwise exact]
    #[arg(long, value_name = "[COLUMN=]MODE", value_delimiter = ',', value_parser = SyncMode::of_words)]
    sync: Vec<(Option<String>, SyncMode)>,
    /// Logs: how values of a column go on between two ticks with `--sync`: zoh holds the last, linear
    /// is a straight line, as in `--interpolation speed=linear`; several with commas between them
    /// [default: linear for numbers with a point or exponent, zoh for all others]
    #[arg(long, value_name = "COLUMN=HOW", value_delimiter = ',', value_parser = Interpolation::of_words)]
    interpolation: Vec<(String, Interpolation)>,
    /// Logs: ticks at most so far apart count as one, as in `--tick-tolerance 0.001`, or 1e-9% of
    /// the tick; with `--sync order` two events of an entity at most so far apart can be a pair
    #[arg(long, value_name = "DISTANCE", value_parser = TickTolerance::of_words)]
    tick_tolerance: Option<TickTolerance>,
    /// Logs: empty cells and words for no value (NA, N/A, null) are equal to NaN
    #[arg(long)]
    blank_is_nan: bool,
    /// Logs: leave out changes in VCDs whose codes were never declared; without this, logs that agree otherwise end
    /// with status 2
    #[arg(long)]
    ignore_undeclared: bool,
    /// Logs: accept lines that are this many lines out of the order of ticks
    #[arg(long, value_name = "N", default_value_t = 0)]
    window: u32,
    /// Logs: stop at the first difference that exceeds its tolerance
    #[arg(long)]
    stop: bool,
    /// Logs: save the lines around the first difference, of both sides, in this folder, with the
    /// description
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// The number of lines that are kept before the first difference, and of those behind it.
const KEPT: usize = 50;

impl LogOptions {
    /// Returns whether anything is asked that only logs have.
    fn are_given(&self) -> bool {
        self.like.is_given()
            || self.window > 0
            || self.stop
            || self.keep.is_some()
            || self.blank_is_nan
            || self.ignore_undeclared
            || self.tick_tolerance.is_some()
            || !self.sync.is_empty()
            || !self.interpolation.is_empty()
    }

    /// How rows are compared: as the option says, otherwise as the description does.
    fn mode(&self, rules: &Description) -> SyncMode {
        let said = self.sync.iter().find(|it| it.0.is_none()).map(|it| it.1);
        said.or(rules.sync).unwrap_or_default()
    }

    /// Refuses what would change nothing.
    fn check(&self) -> Result<(), Error> {
        if self.sync.iter().filter(|it| it.0.is_none()).count() > 1 {
            let error = Error::new("--sync names two ways to compare all columns");
            return Err(error.help("name the column of one of them, as in --sync union,x=nearest"));
        }
        Ok(())
    }

    /// Refuses a course between ticks of a column that is compared nowhere between them.
    fn check_interpolation(&self, rules: &Description) -> Result<(), Error> {
        let mode = |name: &str| {
            let columns = &mut rules.columns.iter();
            let column = columns.find(|it| it.name == name || it.shown() == name);
            column.and_then(|it| it.sync).unwrap_or(self.mode(rules))
        };
        let mut columns = self.interpolation.iter().map(|it| &it.0);
        let Some(column) = columns.find(|name| !mode(name).is_between()) else {
            return Ok(());
        };
        let error = Error::new(format!(
            "--interpolation of {column} needs --sync interpolate or --sync union, for all columns or for this one"
        ));
        Err(error.help("other modes compare no values between ticks"))
    }

    /// How the logs are brought to the same times.
    fn sync(&self, rules: &Description) -> SyncSettings {
        SyncSettings {
            mode: self.mode(rules),
            tick_tolerance: self.tick_tolerance.clone().unwrap_or_default(),
        }
    }

    /// The most lines by which a line may come too late.
    fn window(&self) -> usize {
        usize::try_from(self.window).unwrap_or(usize::MAX)
    }

    /// The wishes besides the description.
    fn wishes(&self) -> DescriptionOptions {
        DescriptionOptions {
            interpolations: self.interpolation.clone(),
            blank_is_nan: self.blank_is_nan,
            syncs: self.sync.iter().filter_map(|it| Some((it.0.clone()?, it.1))).collect(),
            ..self.like.wishes()
        }
    }
}

/// Returns whether two files are compared as logs: it is asked for, or they surely are some.
pub fn wanted(context: Context<'_>, options: &DiffOptions) -> Result<bool, Error> {
    options.logs.check()?;
    if options.logs.are_given() {
        return Ok(true);
    }
    let is_input = |path: &Path| path == Path::new("-");
    let (ours, theirs) = (&options.ours, &options.theirs);
    Ok(match (is_input(ours), is_input(theirs)) {
        (true, true) => false,
        (true, false) => logs::is_log(context.world, theirs)?,
        (false, true) => logs::is_log(context.world, ours)?,
        (false, false) => are_logs(context, options)?,
    })
}

/// Returns whether the one file that is named is a log, or something is asked that only logs have.
pub fn is_of_logs(world: &World, options: &DiffOptions) -> Result<bool, Error> {
    let file = &options.first;
    Ok(options.logs.are_given() || file != Path::new("-") && logs::is_log(world, file)?)
}

/// Returns whether two files surely are logs, or one is and the other ended behind its heading or can be read beside it.
fn are_logs(context: Context<'_>, options: &DiffOptions) -> Result<bool, Error> {
    let (ours, theirs) = (&options.ours, &options.theirs);
    let (log, other) =
        match (logs::is_log(context.world, ours)?, logs::is_log(context.world, theirs)?) {
            (true, true) => return Ok(true),
            (false, false) => return Ok(false),
            (true, false) => (ours, theirs),
            (false, true) => (theirs, ours),
        };
    let are_alike = || opened(context, options).is_ok_and(|pair| pair.has_pairs());
    Ok(logs::is_heading_of(context.world, other, log)? || are_alike())
}

/// Words that say why a log is compared by lines, if one side is a log.
pub(super) fn why_by_lines(world: &World, options: &DiffOptions) -> Result<Option<String>, Error> {
    let is_log = |path: &Path| Ok(path != Path::new("-") && logs::is_log(world, path)?);
    let (log, other) = match (is_log(&options.ours)?, is_log(&options.theirs)?) {
        (true, false) => ("ours", "theirs"),
        (false, true) => ("theirs", "ours"),
        _ => return Ok(None),
    };
    let words = "cannot be read as one that shares a column";
    Ok(Some(format!("{log} is a log and {other} {words}, so they are compared line by line")))
}

/// Options that mean nothing for logs.
fn check_options(options: &DiffOptions) -> Result<(), Error> {
    let others = [
        (options.exact, "--exact"),
        (options.scenario.is_some(), "--scenario"),
        (options.game.is_some(), "--game"),
    ];
    match others.iter().find(|(is_given, _)| *is_given) {
        Some((_, name)) => Err(Error::new(format!(
            "{name} is for games: a log of another program is compared by its values"
        ))),
        None => Ok(()),
    }
}

/// Compares two logs, and says so.
pub fn run(
    context: Context<'_>,
    options: &DiffOptions,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    if options.ours == Path::new("-") && options.theirs == Path::new("-") {
        return Err(Error::new("only one side can be standard input").into());
    }
    if let Some(folder) = &options.logs.keep {
        check_free(&context.world.at(folder), options.force)?;
    }
    let (outcome, rules) = compared(context, options)?;
    let report = &outcome.report;
    if let Some(folder) = &options.logs.keep
        && report.first_out.is_some()
    {
        keep(&context.world.at(folder), &outcome, &rules)?;
    }
    if let Some(path) = &options.html {
        let overwrite = Overwrite::by(options.force);
        to_file(context.world, path, overwrite, &|file| {
            limited(&options.ours, file, BYTES_MAX, &|file| {
                put_page(context, options, &outcome, &rules, [None, None], file)
            })
        })?;
    }
    print(context.world, options, report, out)?;
    if report.is_unknown() {
        let error = Error::new(
            "it is not known whether the logs are the same: some changes have codes that no $var declares",
        );
        return Err(error.help("--ignore-undeclared leaves their changes out").into());
    }
    Ok(report.same)
}

/// Two logs that are read alike, and what rules hold.
struct LogPair {
    ours: LogReader,
    theirs: LogReader,
    rules: Description,
    /// True if no option says how the logs are read.
    is_guessed: bool,
    /// Words that say how ticks of different units were brought together, if they were.
    aligned: Option<String>,
}

impl LogPair {
    /// Returns whether both have a column of the same name.
    fn has_pairs(&self) -> bool {
        let names = |log: &LogReader| -> BTreeSet<String> {
            let columns = log.description().columns.iter();
            let there = columns.filter(|it| !log.missing().contains(&it.name));
            there.map(|it| it.shown().to_owned()).collect()
        };
        !names(&self.ours).is_disjoint(&names(&self.theirs))
    }
}

/// Opens both sides. What no description says is guessed once, from the reference, and holds for both.
fn opened(context: Context<'_>, options: &DiffOptions) -> Result<LogPair, Error> {
    let (like, wishes) = (options.logs.like.read(context.world)?, options.logs.wishes());
    let ours = logs::found(context, &options.ours)?;
    let mut theirs = logs::found(context, &options.theirs)?.open_as(like.as_ref(), &wishes)?;
    let given = like.as_ref().unwrap_or_else(|| theirs.given());
    let mut ours = ours
        .open_as(Some(given), &wishes)
        .map_err(|error| match like {
            // What converts a form that is not read is told already.
            None if !theirs.said().is_empty() && !error.to_string().contains(NOT_READ) => error.help(format!(
                "its format was guessed from {}: {}; give it with --like, or with --tick and --entity",
                theirs.name(),
                theirs.said().join("; ")
            )),
            _ => error,
        })?;
    if options.logs.like.is_given() || !wishes.are_none() {
        let mut missing = theirs.missing().iter();
        if let Some(column) = missing.find(|it| ours.missing().contains(it)) {
            return Err(theirs.no_column(column));
        }
    }
    let is_guessed = like.is_none();
    let aligned = align_ticks(&mut ours, &mut theirs)?;
    let mut rules = like.unwrap_or_else(|| theirs.description().clone());
    wishes.amend(&mut rules);
    if rules.has_ranges() {
        let path = &options.theirs;
        if !context.world.at(path).is_file() {
            let error = Error::new("a part of the range needs the reference twice");
            let help = "give a file, or a tolerance without `range`";
            return Err(error.at(path.display()).help(help));
        }
        let again = logs::found(context, path)?.open_as(Some(theirs.given()), &wishes);
        set_ranges(&mut rules, &mut again?)?;
    }
    Ok(LogPair { ours, theirs, rules, is_guessed, aligned })
}

/// Says how the logs are read, as far as that is guessed.
fn note_guesses(world: &World, pair: &LogPair, options: &DiffOptions) {
    if options.format != Format::Text {
        return;
    }
    let theirs = &pair.theirs;
    if pair.is_guessed && !theirs.said().is_empty() {
        let (name, said) = (theirs.name(), theirs.said().join("; "));
        world.note(&format_args!("format of both, guessed from {name}: {said}"));
    }
    // What is guessed is said of the reference, and holds for ours; what was found out about ours is said besides.
    let (ours, others) = match pair.is_guessed {
        true => (pair.ours.found(), &[][..]),
        false => (pair.ours.said(), theirs.said()),
    };
    for (side, said) in [(&pair.ours, ours), (theirs, others)] {
        if !said.is_empty() {
            world.note(&format_args!("{}: {}", side.name(), said.join("; ")));
        }
    }
    let columns = &theirs.description().columns;
    for theirs in columns.iter().filter(|it| it.unit.is_some()) {
        let ours = pair.ours.description().columns.iter().find(|it| it.shown() == theirs.shown());
        if let (Some(mine), Some(other)) = (ours.and_then(|it| it.unit.as_ref()), &theirs.unit)
            && mine != other
        {
            world.note(&format_args!(
                "{} is in {mine} in ours and in {other} in theirs; the numbers are compared without conversion",
                theirs.shown()
            ));
        }
    }
}

/// Writes the page of two logs that were compared; they are read once more for it.
///
/// # Errors
/// A line that cannot be read; writing failed.
pub fn put_page(
    context: Context<'_>,
    options: &DiffOptions,
    outcome: &LogComparison,
    rules: &Description,
    span: TickSpan<'_>,
    out: &mut dyn Write,
) -> Done {
    let paths = [options.ours.as_path(), options.theirs.as_path()];
    let logs = match paths.iter().any(|path| is_read_once(&context.world.at(path))) {
        true => None,
        false => Some(opened(context, options)?),
    };
    let settings = SignalSettings {
        rules: Some(rules),
        only: &options.only,
        ignore: &options.ignore,
        window: options.logs.window(),
        ..SignalSettings::default()
    };
    let logs = logs.map(|pair| [pair.ours, pair.theirs]);
    put_pair(logs, paths, outcome, settings, span, out)
}

/// Compares two logs; what rules held.
pub fn compared(
    context: Context<'_>,
    options: &DiffOptions,
) -> Result<(LogComparison, Description), Error> {
    check_options(options)?;
    let pair = opened(context, options)?;
    let sync = options.logs.sync(&pair.rules);
    pair.rules.check_sync(&sync)?;
    options.logs.check_interpolation(&pair.rules)?;
    note_guesses(context.world, &pair, options);
    let LogPair { ours, theirs, rules, aligned, .. } = pair;
    let settings = ComparisonSettings {
        sync: &sync,
        rules: &rules,
        only: &options.only,
        ignore: &options.ignore,
        window: options.logs.window(),
        stop: options.logs.stop,
        context: usize::from(options.context),
        kept: options.logs.keep.as_ref().map_or(0, |_| KEPT),
        followers: usize::try_from(options.max).unwrap_or(usize::MAX),
        ignores_undeclared: options.logs.ignore_undeclared,
    };
    let mut outcome = compare(ours, theirs, settings)?;
    outcome.report.tick_units = aligned;
    Ok((outcome, rules))
}

/// The description of what is kept.
const LIKE: &str = "like.toml";

/// The two sides of what is kept, without their ending.
const SIDES: [&str; 2] = ["ours", "theirs"];

/// Says that what is kept would replace a file, or stand beside that of another comparison.
fn check_free(folder: &WorldPath, force: bool) -> Result<(), Error> {
    let forms = [LogForm::Csv, LogForm::Tsv, LogForm::JsonLines, LogForm::Text, LogForm::Vcd];
    let of = |form: LogForm| SIDES.map(|side| format!("{side}.{}", form.ending()));
    let names = forms.into_iter().flat_map(of);
    match names.chain([LIKE.to_owned()]).map(|it| folder.join(it)).find(|path| path.exists()) {
        Some(path) if !force => Err(Error::new("there is another file of this name already")
            .at(path.display())
            .help("keep the lines in another folder, or replace them with --force")),
        _ => Ok(()),
    }
}

/// The lines round the first difference as a small pair of logs, with their description.
fn keep(folder: &WorldPath, outcome: &LogComparison, rules: &Description) -> Result<(), Error> {
    folder.create_folders().io_at(folder.display(), "write")?;
    let sides = [ComparisonSide::Ours, ComparisonSide::Theirs];
    let ending = rules.form.ending();
    for ((name, side), preamble) in SIDES.iter().zip(sides).zip(&outcome.preambles) {
        let text = outcome.kept.side(preamble, side, rules.crlf);
        folder.join(format!("{name}.{ending}")).write(text).io_at(folder.display(), "write")?;
    }
    folder.join(LIKE).write(to_toml(rules, &[])).io_at(folder.display(), "write")
}

/// Marks for colours: letters that stand for nothing, which are replaced when everything else was
/// written out.
const MARKS: Paint = Paint { ours: "\u{f0001}", theirs: "\u{f0002}", end: "\u{f0003}" };

fn print(world: &World, options: &DiffOptions, report: &LogReport, out: &mut dyn Write) -> Done {
    let words = DifferenceText {
        sides: [&report.ours.name, &report.theirs.name],
        is_same: report.same,
        brief: brief(report),
        plain: &|| tell(report, Paint::default()),
        text: &|out| text(world, report, out),
    };
    words.print(options, report, out)
}

fn text(world: &World, report: &LogReport, out: &mut dyn Write) -> io::Result<()> {
    if !terminal::look(world).colour {
        return out.write_all(tell(report, Paint::default()).as_bytes());
    }
    let text = escape::lines(&tell(report, MARKS)).into_owned();
    let text = text.replace(MARKS.ours, "\x1b[31m").replace(MARKS.theirs, "\x1b[32m");
    escape::write_own(out, text.replace(MARKS.end, "\x1b[0m").as_bytes())
}
