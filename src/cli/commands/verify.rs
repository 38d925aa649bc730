//! `chase verify`: holds replays and transcripts against everything that can be known about them, and prints
//! the verdicts of [`judge::verify`](chase_judge::verify).

mod golden;
mod suite_file;

use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::diff;
use crate::input::cut_off;
use crate::input::files_in_folder::files_of;
use crate::input::input_max::InputOptions;
use crate::input::logs::{LikeOption, is_log};
use crate::options::rand::RandOption;
use crate::options::scenario_doubt;
use crate::options::setup::setup_from;
use crate::print::printout::{Format, Printout, TEXT_JSON_JUNIT, any_of_explained};
use crate::print::{junit, terminal};
use crate::verb::{Context, Done, Failure, PlainVerb, Verb};
use chase_judge::deadline::{Deadline, timeout};
use chase_judge::verify::{FileVerdict, VerdictFault, replay, transcript};
use chase_kit::text_layout::LayoutFault;
use chase_logs::{Paint, brief, tell};
use chase_play::{CommandLine, Games};
use chase_record::replay::Header;
use chase_replay::comparison::layout_alone;
use chase_replay::opener::{game_in, opener};
use chase_replay::store::{Content, ReplayReader, TraceSource, contents, open_seekable, unopened};
use chase_world::error::{Error, IoAt, counted};
use chase_world::escape::in_line;
use chase_world::world::{File, FileKind, World};

pub const VERB: &dyn Verb = &PlainVerb { name: "verify", run };

/// Check that recordings and transcripts follow the rules
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    chase verify replays/police/S0.json replays/police/S3.json\n  \
    chase verify replays/police/S3.json --quick --format junit\n  \
    chase verify replays\n  \
    chase verify ref.txt --against replays/police/S3.json\n  \
    chase verify ref.txt --scenario data/police/citiesInformants.data \
    data/police/agentsS3.data 10 2\n  \
    chase verify --golden golden --run './sim --seed 7 {out}' --keep ours\n\n\
    Exit status: 0 all are right, 1 one fails, 2 trouble.")]
struct VerifyOptions {
    /// Recordings, transcripts, or folders; `-` is standard input. Of a folder all files that end
    /// in .json or .chase are checked, and .txt with --scenario or --against
    #[arg(required_unless_present = "golden", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Recordings: check seals and rebuilding only, not rules and players
    #[arg(long)]
    quick: bool,
    /// Time limit for each file, as in 30s or 2h; exit status 2 when exceeded
    #[arg(long, value_name = "TIME", default_value = "24h", value_parser = timeout)]
    timeout: Duration,
    /// Transcripts: the scenario and seed they must follow, as `record` takes them after the game's
    /// name: `--scenario cities.data agents.data 10 2`; write options as one word, as in
    /// --scenario='--side 1 --seed 7'. Without a seed any random number is accepted
    #[arg(
        long,
        num_args = 1..=4,
        value_name = "WORDS",
        allow_negative_numbers = true,
        conflicts_with = "against"
    )]
    scenario: Option<Vec<String>>,
    #[command(flatten)]
    rand: RandOption,
    /// Golden recording: transcripts must follow its scenario and seed, and logs of other programs must
    /// agree with it within its tolerance, as in `--against S3.json`
    #[arg(long, value_name = "REPLAY")]
    against: Option<PathBuf>,
    /// With --against: a file that describes the logs, and how far they may differ [default: guessed]
    #[arg(long, value_name = "FILE.toml", requires = "against")]
    like: Option<PathBuf>,
    /// Folder of golden logs: compare each with the log of the same name in our folder, by the rules
    /// of its golden.toml, as in `--golden golden/ --run './sim {out}'`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["against", "scenario", "exact", "game", "quick"])]
    golden: Option<PathBuf>,
    /// With --golden: run this program first; {out} is the folder into which it writes its logs, as
    /// in './sim --seed 7 {out}'
    #[arg(long, value_name = "COMMAND", requires = "golden", conflicts_with = "files")]
    run: Option<String>,
    /// With --golden: show the page of each log that differs, and ask whether it becomes the golden
    /// one
    #[arg(long, requires = "golden")]
    accept: bool,
    /// With --run: keep the logs, and a page of each that differs, in this folder
    #[arg(long, value_name = "FOLDER", requires = "run")]
    keep: Option<PathBuf>,
    /// Transcripts: check the layout too: banner, blanks, blank lines, column widths, prompts, line
    /// ends
    #[arg(long)]
    exact: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of_explained(TEXT_JSON_JUNIT))]
    format: Format,
    /// Game of a transcript that does not name it, one of those that `games` lists
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    input: InputOptions,
}

/// The scenario that transcripts are judged by.
struct VerifyReference {
    game: &'static dyn CommandLine,
    header: Header,
    dice_known: bool,
}

impl VerifyReference {
    /// Returns whether a replay is of the game that is the measure.
    fn fits(&self, header: &Header) -> bool {
        header.game == self.header.game
            && header.scenario.get() == self.header.scenario.get()
            && header.dice == self.header.dice
            && header.players == self.header.players
            && (!self.dice_known || header.seed == self.header.seed)
    }
}

fn run(context: Context<'_>, options: VerifyOptions, out: &mut dyn Write) -> Done {
    options.input.set(context.world);
    if let Some(folder) = &options.golden {
        if options.keep.is_some() && options.run.is_none() {
            return Err(Error::new("--keep keeps what a program writes, so it needs --run").into());
        }
        if options.accept && options.format != Format::Text {
            return Err(Error::new("--accept asks questions, so it needs --format text").into());
        }
        return golden::run(context, &options, folder, out);
    }
    let files = files(context.world, &options)?;
    let golden = golden_log(context.world, &options)?;
    let measure = match golden {
        Some(_) => None,
        None => measure(context, &options, &files)?,
    };
    let mut verdicts = Vec::new();
    options.against.iter().for_each(|it| cut_off::tell_of(context.world, it));
    for file in &files {
        cut_off::tell_of(context.world, file);
        let verdict = match golden {
            Some(golden) => {
                let mut sides = diff::DiffOptions::of(file, golden);
                sides.logs.like = LikeOption::of(options.like.clone());
                compared_with(context, &sides)
            }
            None => verify(context, &options, file, measure.as_ref()),
        };
        let verdict = verdict.unwrap_or_else(|error| {
            FileVerdict::of_trouble(&file.display().to_string(), "cycle", &error)
        });
        if options.format == Format::Text {
            write_line(context.world, &verdict, files.len() == 1, out)?;
        }
        verdicts.push(verdict);
    }
    finish(verdicts, options.format, out)
}

/// Prints what follows the lines of the files, and says how the command ends.
fn finish(verdicts: Vec<FileVerdict>, format: Format, out: &mut dyn Write) -> Done {
    let trouble = verdicts.iter().filter(|one| one.is_trouble).count();
    let failed = verdicts.iter().filter(|one| one.fault.is_some()).count() - trouble;
    let verified = Verified { files: verdicts, failed, trouble };
    Printout::default()
        .text(|out| write_sum(&verified, out))
        .json(&verified)
        .junit("chase verify", || verified.files.iter().map(case).collect())
        .print(format, out)?;
    match (trouble, failed) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::Differs),
        (1, _) => Err(Error::new("one file could not be verified").into()),
        (files, _) => Err(Error::new(format!("{files} files could not be verified")).into()),
    }
}

/// The verdicts on all files.
#[derive(Serialize)]
struct Verified {
    files: Vec<FileVerdict>,
    failed: usize,
    trouble: usize,
}

/// The line below those of several files.
fn write_sum(verified: &Verified, out: &mut dyn Write) -> io::Result<()> {
    let (files, failed) = (verified.files.len(), verified.failed);
    let fine = files - failed - verified.trouble;
    match verified.trouble {
        _ if files < 2 => Ok(()),
        0 => writeln!(out, "\n{files} files: {fine} ok, {failed} failed"),
        trouble => writeln!(
            out,
            "\n{files} files: {fine} ok, {failed} failed, {trouble} could not be verified"
        ),
    }
}

/// All files asked for, those of folders among them.
fn files(world: &World, options: &VerifyOptions) -> Result<Vec<PathBuf>, Error> {
    let judges_texts = options.scenario.is_some() || options.against.is_some();
    let endings: &[_] = match judges_texts {
        true => &["json", "chase", "txt"],
        false => &["json", "chase"],
    };
    let files = options.files.iter().map(|path| match files_of(world, path, endings) {
        // One that cannot be read is told of in its turn.
        Err(_) if options.files.len() > 1 => Ok(vec![path.clone()]),
        files => files,
    });
    let mut files = files.collect::<Result<Vec<_>, Error>>()?.concat();
    let count = files.len();
    files.retain(|file| options.files.contains(file) || !is_other_json(world, file));
    match count - files.len() {
        0 => {}
        1 => world.note(&"skipped: a JSON file that is not a replay"),
        others => world.note(&format_args!("skipped: {others} JSON files that are not replays")),
    }
    Ok(files)
}

/// Returns whether a file of a folder is sound JSON without the field that every replay has.
fn is_other_json(world: &World, file: &Path) -> bool {
    #[derive(serde::Deserialize)]
    struct TranscriptProbe {
        chase: Option<serde::de::IgnoredAny>,
    }
    let is_json = file.extension().is_some_and(|it| it == "json");
    let read = || serde_json::from_reader(BufReader::new(world.at(file).open().ok()?)).ok();
    is_json && read().is_some_and(|it: TranscriptProbe| it.chase.is_none())
}

/// The log that others are held against.
fn golden_log<'a>(world: &World, options: &'a VerifyOptions) -> Result<Option<&'a Path>, Error> {
    let Some(path) = options.against.as_deref() else {
        return Ok(None);
    };
    Ok((options.like.is_some() || is_log(world, path)?).then_some(path))
}

/// Holds a log against a golden one, within the tolerance that their description gives.
fn compared_with(context: Context<'_>, sides: &diff::DiffOptions) -> Result<FileVerdict, Error> {
    let golden = &sides.theirs;
    let mut verdict = FileVerdict::open(&sides.ours.display().to_string(), "cycle");
    let report = diff::logs::compared(context, sides)?.0.report;
    if let Some(unfinished) = report.theirs.unfinished.as_ref().filter(|_| report.same) {
        let what = format!("{unfinished}; it cannot serve as the reference");
        return Err(Error::new(what).at(golden.display()));
    }
    verdict.cycles = report.ours.cycles;
    let mut compared = format!("compared with {}", in_line(&golden.display().to_string()));
    if let Some(units) = &report.tick_units {
        compared.push_str(&format!("; ticks: {units}"));
    }
    for what in report.sync.as_ref().map(|it| it.not_compared()).unwrap_or_default() {
        compared.push_str(&format!("; not compared: {what}"));
    }
    verdict.checked.push(compared);
    if !report.same {
        let mut fault = VerdictFault::plain(brief(&report));
        fault.details = tell(&report, Paint::default()).lines().map(str::to_owned).collect();
        verdict.fault = Some(fault);
    }
    Ok(verdict)
}

fn measure(
    context: Context<'_>,
    options: &VerifyOptions,
    files: &[PathBuf],
) -> Result<Option<VerifyReference>, Error> {
    if let Some(path) = &options.against {
        let reader = ReplayReader::open_checked(&context.world.at(path), &opener(context.games))?;
        let header = options.rand.of(reader.header().clone());
        return Ok(Some(VerifyReference {
            game: context.games.find(&header.game)?,
            header,
            dice_known: true,
        }));
    }
    let Some(words) = &options.scenario else {
        return Ok(None);
    };
    let game = match &options.game {
        Some(name) => context.games.find(name)?,
        None => game_of_first(context, files).unwrap_or(context.games.all()[0]),
    };
    let setup = setup_from(context.world, game, words)?;
    Ok(Some(VerifyReference {
        game,
        header: options.rand.of(setup.header),
        dice_known: setup.seed_given,
    }))
}

/// The game of the first file that is one, as far as its content tells.
fn game_of_first(context: Context<'_>, files: &[PathBuf]) -> Option<&'static dyn CommandLine> {
    let file = files.iter().find(|file| context.world.at(*file).is_file())?;
    game_in(context.games, &contents(&context.world.at(file), &opener(context.games)).ok()?).ok()?
}

/// One file. A file that cannot be read at all is trouble, whatever is wrong with its content
/// is a failure.
fn verify(
    context: Context<'_>,
    options: &VerifyOptions,
    file: &Path,
    measure: Option<&VerifyReference>,
) -> Result<FileVerdict, Error> {
    drop(open_seekable_unless_piped(context.world, file)?);
    let content = match contents(&context.world.at(file), &opener(context.games)) {
        Ok(content) => content,
        Err(error) => {
            let verdict = FileVerdict::open(&file.display().to_string(), "cycle");
            return Ok(verdict.with_error(&error));
        }
    };
    match content {
        Content::Replay(reader) => {
            let game = context.games.find(&reader.header().game)?;
            if let Some(measure) = measure
                && !measure.fits(reader.header())
            {
                let mut verdict = FileVerdict::open(reader.name(), game.unit());
                let what =
                    "its scenario, dice, seed or players are not those it is checked against";
                verdict.fault = Some(VerdictFault::plain(what));
                return Ok(verdict);
            }
            let again = || ReplayReader::open(&context.world.at(file), &opener(context.games));
            let deadline = Deadline::after(context.world, options.timeout);
            Ok(replay(*reader, game, options.quick, &again, &deadline))
        }
        text @ Content::Text(..) => {
            let Some(measure) = measure else {
                let is_transcript = game_in(context.games, &text)?.is_some();
                if !is_transcript && is_log(context.world, file)? {
                    let shown = file.display();
                    return Err(Error::new("a log has no rules to follow")
                        .at(&shown)
                        .help(format!(
                            "compare it with another: chase diff OURS {shown}, or chase verify OURS \
                             --against {shown}"
                        )));
                }
                let what = match is_transcript {
                    true => "a transcript can only be checked with its scenario",
                    false => "neither a recording nor a transcript of a known game",
                };
                return Err(Error::new(what).at(file.display()).help(
                    "add --scenario with the arguments of `chase record GAME`, or --against REPLAY",
                ));
            };
            let (game, mut header) = (measure.game, measure.header.clone());
            let deadline = Deadline::after(context.world, options.timeout);
            let referee = game
                .referee_with(&mut header, measure.dice_known, deadline.stop())
                .map_err(|why| unopened(game.name(), &why))?;
            let now = game.open(&mut header).map_err(|why| unopened(game.name(), &why))?;
            if options.scenario.is_some() {
                scenario_doubt::warn(
                    context.world,
                    game,
                    &now.statements(),
                    measure.header.seed,
                    file,
                );
            }
            let layout = layout(context.games, options, file, game, &text)?;
            let source = TraceSource::new(file, text, game);
            let suite = context.games.suite_of(game.name());
            let inquiry = suite.and_then(|suite| suite.inquiry(&header, measure.dice_known));
            let statements = now.statements();
            let mut verdict =
                transcript(game.unit(), source, referee, inquiry, &statements, &deadline);
            if let (Some(layout), None, true) = (&layout, &verdict.fault, options.exact) {
                verdict.fault = Some(VerdictFault::of_layout(layout));
            }
            verdict.layout = layout;
            Ok(verdict)
        }
    }
}

/// The first place at which the layout of a transcript differs from the reference's.
fn layout(
    games: Games,
    options: &VerifyOptions,
    file: &Path,
    game: &dyn CommandLine,
    text: &Content,
) -> Result<Option<LayoutFault>, Error> {
    let Content::Text(text, _) = text else {
        return Ok(None);
    };
    let found =
        layout_alone(games, game, text, options.exact).map_err(|error| error.at(file.display()))?;
    found.io_at(file.display(), "read")
}

fn open_seekable_unless_piped(world: &World, file: &Path) -> Result<Option<File>, Error> {
    if file == Path::new("-") {
        return Ok(None);
    }
    match world.at(file).metadata() {
        Ok(metadata) if metadata.kind == FileKind::Stream => Ok(None),
        _ => open_seekable(&world.at(file)).map(Some),
    }
}

fn write_line(world: &World, verdict: &FileVerdict, is_alone: bool, out: &mut dyn Write) -> Done {
    /// The columns before the name of the file.
    const WORD: usize = 6;
    let FileVerdict { name, cycles, unit, checked, fault, layout, remarks, is_trouble } = verdict;
    let shown = in_line(name);
    let (first, mut rest) = match fault {
        None => {
            let checked = checked.join(", ");
            (format!("ok    {shown}: {}; {checked}\n", counted(*cycles, unit)), String::new())
        }
        Some(fault) => {
            let what = fault.what.strip_prefix(&format!("{shown}: "));
            let word = if *is_trouble { "?????" } else { "FAIL " };
            let first = format!("{word} {shown}: {}\n", what.unwrap_or(&fault.what));
            // Among many files each has its line; alone it has everything.
            (first, if is_alone { details(fault) } else { String::new() })
        }
    };
    let counts = fault.as_ref().is_some_and(|fault| fault.rule == Some("layout"));
    if let Some(layout) = layout.as_ref().filter(|_| !counts) {
        rest.push_str(&format!("      layout: {layout}\n"));
    }
    for remark in remarks.iter().filter(|_| is_alone) {
        rest.push_str(&format!("      remark: {remark}\n"));
    }
    out.write_all(terminal::wrapped(world, first, WORD).as_bytes())?;
    Ok(out.write_all(terminal::wrapped(world, rest, 2).as_bytes())?)
}

/// The lines below the one of a file that fails.
fn details(fault: &VerdictFault) -> String {
    let mut text = String::new();
    for line in &fault.details {
        text.push_str(&format!("      {line}\n"));
    }
    for diagnosis in &fault.diagnoses {
        text.push_str(&format!("      {}\n", diagnosis.headline()));
        for line in diagnosis.details() {
            text.push_str(&format!("        {line}\n"));
        }
    }
    text
}

fn case(verdict: &FileVerdict) -> junit::JunitCase {
    junit::JunitCase {
        class: "chase.verify".into(),
        name: in_line(&verdict.name).into_owned(),
        failure: verdict.fault.as_ref().map(|fault| {
            let body = std::iter::once(&fault.what).chain(&fault.details);
            let body: Vec<_> = body.map(String::as_str).collect();
            (fault.what.clone(), body.join("\n"))
        }),
        is_error: verdict.is_trouble,
    }
}
