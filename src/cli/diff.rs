//! `chase diff`: where two traces part, and why.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::{Failure, Verb, clap_error, junit, open_replay, setup_from, terminal, unopened};
use crate::diff::{
    LayoutNote, Report, Selection, brief, compare, compare_plain, equal_cycles, layout_between,
    layout_of, write_plain, write_text,
};
use crate::engine::layout::{AnyLayout, LayoutFault};
use crate::engine::referee::Referee;
use crate::engine::replay::{Header, to_json};
use crate::error::Error;
use crate::games::{CommandLine, all, find};
use crate::store::{Content, Form, Reader, Source, contents};

pub const VERB: Verb = Verb {
    name: "diff",
    command,
    run,
};

#[derive(Args)]
struct Options {
    /// Our trace: a replay of either form, or a transcript; `-` is standard input
    ours: PathBuf,
    /// The reference, likewise
    #[arg(value_name = "REF")]
    theirs: PathBuf,
    /// The scenario and the seed, so that transcripts can be explained too, as `record` takes
    /// them: CITIES AGENTS CYCLES SEED for police, --scenario='--side 1 --seed 7' for games with
    /// options only
    #[arg(long, num_args = 1..=4, value_name = "WORDS", allow_negative_numbers = true)]
    scenario: Option<Vec<String>>,
    /// Compare only these: agents, kinds of column (city, stamina), or columns (D2.stamina)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Do not compare these
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Cycles shown before and after the first difference
    #[arg(long, value_name = "N", default_value_t = 3)]
    context: u16,
    /// Differing cycles told
    #[arg(long, value_name = "N", default_value_t = 5)]
    max: u32,
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The layout counts too: banner, blanks, blank lines, widths, prompts, line ends
    #[arg(long)]
    exact: bool,
    /// One line, and no explanation
    #[arg(long)]
    brief: bool,
    /// Which game a transcript is of, where it does not say so itself
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// XML for CI servers
    Junit,
}

fn command() -> Command {
    let command = Command::new("diff")
        .about("Show where two traces part, and why")
        .after_help(
            "Examples:\n  \
             chase diff ours.txt replays/police/S3.json\n  \
             chase diff ours.txt ref.txt --scenario cities.data agents.data 10 2\n  \
             chase diff ours.txt ref.txt --only D1,ending --context 1\n  \
             chase diff ours.txt ref.txt --exact\n  \
             chase diff replays/police/S2.json replays/police/S3.json --brief\n\n\
             Exit status: 0 the same, 1 different, 2 trouble.",
        );
    Options::augment_args(command)
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    if options.ours == Path::new("-") && options.theirs == Path::new("-") {
        return Err(Error::new("only one side can be standard input").into());
    }
    let ours = contents(&options.ours, &open_replay)?;
    let theirs = contents(&options.theirs, &open_replay)?;
    let same = match (game_of(&options, &ours, &theirs)?, ours, theirs) {
        (None, Content::Text(ours, _), Content::Text(theirs, _)) => {
            plain(&options, ours, theirs, out)?
        }
        (game, ours, theirs) => {
            let game = game.unwrap_or(all()[0]);
            let report = traces(&options, game, ours, theirs)?;
            print(&options, &report, out)?;
            report.same
        }
    };
    if same { Ok(()) } else { Err(Failure::Differs) }
}

/// The game of both sides; nothing when both are texts of no game that is known.
fn game_of(
    options: &Options,
    ours: &Content,
    theirs: &Content,
) -> Result<Option<&'static dyn CommandLine>, Error> {
    let said = options.game.as_deref().map(find).transpose()?;
    let mine = game_in(ours)?;
    let others = game_in(theirs)?;
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

/// The game of one side, as far as its content tells.
pub fn game_in(content: &Content) -> Result<Option<&'static dyn CommandLine>, Error> {
    match content {
        Content::Replay(reader) => find(&reader.header().game).map(Some),
        Content::Text(_, start) => Ok(all().iter().copied().find(|game| game.recognises(start))),
    }
}

fn traces(
    options: &Options,
    game: &'static dyn CommandLine,
    mut ours: Content,
    mut theirs: Content,
) -> Result<Report, Error> {
    let layout = layout(options, game, &mut ours, &mut theirs)?;
    let selection = Selection {
        columns: Selection::columns(game, &options.only, &options.ignore)?,
        context: usize::from(options.context),
        shown_max: usize::try_from(options.max).unwrap_or(usize::MAX),
    };
    let known_equal = by_seals(options, &ours, &theirs)?;
    // What one side has more than the other needs no memory of the past.
    let all_is_equal = known_equal > 0 && Some(known_equal) == shorter(&ours, &theirs);
    let (referee, unexplained) = if options.brief || all_is_equal {
        (None, None)
    } else if are_of_different_scenarios(&ours, &theirs) && options.scenario.is_none() {
        let why = "the two are games of different scenarios; `chase verify` tells which is right \
                   by its own";
        (None, Some(why))
    } else {
        let referee = referee(options, game, &ours, &theirs)?;
        let why = "neither side says what the scenario is; give it with --scenario to be told";
        let unexplained = referee.is_none().then_some(why);
        (referee, unexplained)
    };
    let past = if known_equal > 0 && referee.is_some() {
        let content = contents(&options.ours, &open_replay)?;
        Some(Source::new(&options.ours, content, game))
    } else {
        None
    };
    let sides = (
        Source::new(&options.ours, ours, game),
        Source::new(&options.theirs, theirs, game),
    );
    let mut report = compare(game, sides, referee, selection, known_equal, past)?;
    report.unexplained = unexplained;
    // Where nothing is known of a layout, what texts of different contents look like is no news.
    report.layout = layout.filter(|_| report.same || game.layout().is_some());
    report.same &= !options.exact || report.layout.is_none();
    Ok(report)
}

/// Where transcripts are first laid out otherwise: ours than theirs, one than the reference.
fn layout(
    options: &Options,
    game: &dyn CommandLine,
    ours: &mut Content,
    theirs: &mut Content,
) -> Result<Option<LayoutNote>, Error> {
    let exact = options.exact;
    let (whose, found) = match (ours, theirs) {
        (Content::Replay(_), Content::Replay(_)) => return Ok(None),
        (Content::Text(ours, _), Content::Text(theirs, _)) => {
            let known = game.layout();
            if known.is_none() && !exact {
                return Ok(None);
            }
            let known = known.unwrap_or_else(|| Box::new(AnyLayout));
            ("ours", layout_between(&*known, ours, theirs, exact))
        }
        (Content::Text(text, _), _) => ("ours", alone(game, text, exact)?),
        (_, Content::Text(text, _)) => ("theirs", alone(game, text, exact)?),
    };
    let both = format!("{}, {}", options.ours.display(), options.theirs.display());
    let found = found.map_err(|error| Error::io(both, "read", &error))?;
    Ok(found.map(|fault| LayoutNote { whose, fault }))
}

/// Holds a text against what the game's reference prints, where that is known.
///
/// # Errors
/// It is not known and asked for.
pub fn alone(
    game: &dyn CommandLine,
    text: &mut File,
    exact: bool,
) -> Result<std::io::Result<Option<LayoutFault>>, Error> {
    match game.layout() {
        Some(layout) => Ok(layout_of(layout, text, exact)),
        None if !exact => Ok(Ok(None)),
        None => {
            let what = format!(
                "how transcripts of {} are laid out is not known",
                game.name()
            );
            let others = all().iter().filter(|game| game.layout().is_some());
            let others: Vec<_> = others.map(|game| game.name()).collect();
            let help = match &others[..] {
                [] => "--exact compares two transcripts of it".into(),
                others => {
                    let others = others.join(", ");
                    format!("--exact compares two transcripts of it, or one of {others}")
                }
            };
            Err(Error::new(what).help(help))
        }
    }
}

/// How many cycles two binary replays are known to have in common.
fn by_seals(options: &Options, ours: &Content, theirs: &Content) -> Result<u64, Error> {
    let is_binary = |content: &Content| match content {
        Content::Replay(reader) => reader.form() == Form::Binary,
        Content::Text(..) => false,
    };
    let from_files = options.ours != Path::new("-") && options.theirs != Path::new("-");
    if !is_binary(ours) || !is_binary(theirs) || !from_files {
        return Ok(0);
    }
    let mut mine = Reader::open(&options.ours, &open_replay)?;
    let mut others = Reader::open(&options.theirs, &open_replay)?;
    // Damage is told best by who comes to it from the start.
    Ok(equal_cycles(&mut mine, &mut others)
        .ok()
        .flatten()
        .unwrap_or(0))
}

/// The cycles of the shorter of two replays, as far as both say.
fn shorter(ours: &Content, theirs: &Content) -> Option<u64> {
    let cycles = |content: &Content| match content {
        Content::Replay(reader) => Some(reader.tail()?.counts?.cycles),
        Content::Text(..) => None,
    };
    Some(cycles(ours)?.min(cycles(theirs)?))
}

fn are_of_different_scenarios(ours: &Content, theirs: &Content) -> bool {
    match (ours, theirs) {
        (Content::Replay(mine), Content::Replay(others)) => {
            mine.header().scenario.get() != others.header().scenario.get()
        }
        _ => false,
    }
}

/// Who explains: by the scenario given, or by that of a replay, the reference's first.
fn referee(
    options: &Options,
    game: &dyn CommandLine,
    ours: &Content,
    theirs: &Content,
) -> Result<Option<Box<dyn Referee>>, Error> {
    let header_of = |content: &Content| match content {
        Content::Replay(reader) => Some(reader.header().clone()),
        Content::Text(..) => None,
    };
    let (mut header, dice_known): (Header, bool) = match &options.scenario {
        Some(words) => {
            let setup = setup_from(game, words)?;
            (setup.header, !setup.seed_drawn)
        }
        None => match (header_of(ours), header_of(theirs)) {
            (Some(mine), Some(others)) => common(&mine, others),
            (Some(header), None) | (None, Some(header)) => (header, true),
            (None, None) => return Ok(None),
        },
    };
    let referee = game.referee(&mut header, dice_known);
    referee.map(Some).map_err(|why| unopened(game.name(), &why))
}

/// What two replays of one scenario have in common: where other players sat, or other dice were
/// thrown, neither side can be held to the other's. False for other dice.
fn common(ours: &Header, theirs: Header) -> (Header, bool) {
    let dice = |header: &Header| (header.dice, header.seed, header.number);
    let same_dice = dice(ours) == dice(&theirs);
    let players = ours.players.iter().zip(&theirs.players);
    let players = players.map(|(mine, others)| match mine == others {
        true => mine.clone(),
        false => format!("{mine} or {others}"),
    });
    let players = players.collect();
    (Header { players, ..theirs }, same_dice)
}

fn print(options: &Options, report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    match options.format {
        Format::Json => writeln!(out, "{}", to_json(report))?,
        Format::Junit => {
            let (ours, theirs) = (&report.ours.name, &report.theirs.name);
            let text = || write_text(report, PLAIN);
            let case = junit::Case {
                class: "chase.diff".into(),
                name: format!("{ours} against {theirs}"),
                failure: (!report.same).then(|| (brief(report), text())),
                is_error: false,
            };
            out.write_all(junit::document("chase diff", &[case])?.as_bytes())?;
        }
        Format::Text if options.brief => writeln!(out, "{}", brief(report))?,
        Format::Text => out.write_all(write_text(report, terminal::look()).as_bytes())?,
    }
    Ok(())
}

/// A report for no terminal.
pub const PLAIN: crate::diff::Look = crate::diff::Look {
    colour: false,
    width: None,
};

/// Texts of no game: line against line.
fn plain(
    options: &Options,
    ours: File,
    theirs: File,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let name = |path: &Path| path.display().to_string();
    let (mine, others) = (name(&options.ours), name(&options.theirs));
    let both = format!("{mine}, {others}");
    let context = usize::from(options.context);
    let report = compare_plain((mine, ours), (others, theirs), context, options.exact)
        .map_err(|error| Error::io(both, "read", &error))?;
    match options.format {
        Format::Json => writeln!(out, "{}", to_json(&report))?,
        Format::Text if options.brief && report.same => {
            writeln!(out, "the same: {} lines", report.lines)?;
        }
        Format::Text if options.brief => writeln!(out, "different: line {}", report.first_line)?,
        Format::Text => out.write_all(write_plain(&report, terminal::look()).as_bytes())?,
        Format::Junit => {
            let text = write_plain(&report, PLAIN);
            let line = format!("different: line {}", report.first_line);
            let case = junit::Case {
                class: "chase.diff".into(),
                name: format!("{} against {}", report.ours, report.theirs),
                failure: (!report.same).then_some((line, text)),
                is_error: false,
            };
            out.write_all(junit::document("chase diff", &[case])?.as_bytes())?;
        }
    }
    Ok(report.same)
}
