//! `chase grade`: puts an outside program to the test and says which parts it has right.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use indicatif::{ProgressBar, ProgressStyle};

use super::diff::Format;
use super::sandbox::SandboxOptions;
use super::{Failure, Verb, clap_error, junit, terminal};
use crate::engine::grading::GradingSuite;
use crate::engine::referee::Finding;
use crate::engine::replay::to_json;
use crate::error::{Error, exit};
use crate::games::{CommandLine, all, find};
use crate::judge::grade::{self, Grading, PartGrade};
use crate::judge::verify::details;
use crate::outside::process::stop_all;
use crate::outside::program::Program;

pub const VERB: Verb = Verb {
    name: "grade",
    command,
    run,
};

#[derive(Args)]
struct Options {
    /// The program and its arguments; {cities} {agents} {cycles} {seed} stand for what it is
    /// given, and come at the end when none of them is named
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
    /// What the cases are made of: the same seed grades in the same way
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    seed: i64,
    /// Grade only this part, as in `--part map --part stage-1`; may be given more than once
    #[arg(long, value_name = "NAME")]
    part: Vec<String>,
    /// Seconds of processor time for one run, with all it starts; ten times that may pass meanwhile,
    /// and 5 seconds in which all of it sleeps are a hang
    #[arg(long, value_name = "SECONDS", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    timeout: u32,
    /// Resident memory for one run, with all it starts, in MiB; 0 for no limit. Linux looks again
    /// and again; elsewhere the system limits the data of each process to four times that, if it
    /// does
    #[arg(long, value_name = "MIB", default_value_t = 1_024)]
    memory: u32,
    /// Give up the rest of a part once N of its cases hung: it counts as failed, and the result
    /// says so [default: every case is run; N is 3 when it is left out]
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "3",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    give_up: Option<u32>,
    /// Runs at a time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: Option<u32>,
    /// A case fails where the layout is not the reference's: banner, blanks, blank lines, widths,
    /// prompts, line ends
    #[arg(long)]
    exact: bool,
    /// Look for memory errors and leaks with valgrind; they cost a tenth of a part
    #[arg(long)]
    memcheck: bool,
    /// Where failing cases are kept [default: grade-PROGRAM-SEED]
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = usual_game())]
    game: String,
}

/// The game that is graded when none is named: the first that has a suite.
fn usual_game() -> &'static str {
    let mut graded = all().iter().filter(|game| game.grading_suite().is_some());
    graded.next().map_or("", |game| game.name())
}

fn command() -> Command {
    let command = Command::new("grade")
        .about("Put an outside program to the test")
        .after_help(
            "Examples:\n  \
             chase grade -- ./game\n  \
             chase grade --exact -- ./game\n  \
             chase grade --memcheck -- ./game {cities} {agents} {cycles} {seed}\n  \
             chase grade --format junit -- python3 game.py {cities} {agents} {cycles} {seed}\n\n\
             Exit status: 0 all is right, 1 less, 2 trouble, or a score that is provisional because \
             a case could not be run.",
        );
    Options::augment_args(command)
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    let game = find(&options.game)?;
    let Some(suite) = game.grading_suite() else {
        let with: Vec<_> = all()
            .iter()
            .filter(|game| game.grading_suite().is_some())
            .collect();
        let with: Vec<_> = with.iter().map(|game| game.name()).collect();
        return Err(Error::new(format!("{} has no suite", game.name()))
            .help(format!("there is one for {}", with.join(", ")))
            .into());
    };
    if cfg!(not(unix)) {
        return Err(Error::new("outside programs are run on Linux and macOS only").into());
    }
    let program = Program::new(&options.program).map_err(|why| {
        Error::new(why.to_string())
            .help("name the program behind `--`, as in: chase grade -- ./game")
    })?;
    if options.memcheck {
        check_valgrind()?;
    }
    // A second handler cannot be set; there is only one command to a process.
    let _ = ctrlc::set_handler(stop_all);
    options.sandbox.begin(&[], &[])?;
    let mut grading = graded(&options, suite, &program)?;
    let folder = options
        .keep
        .clone()
        .unwrap_or_else(|| default_folder(&options));
    grade::keep(&mut grading, game, suite, &program, &folder)
        .map_err(|error| Error::io(folder.display(), "write", &error))?;
    print(&options, game, &grading, out)?;
    match (&grading.provisional, grading.is_full()) {
        (Some(_), _) => Err(Failure::Code(exit::TROUBLE)),
        (None, true) => Ok(()),
        (None, false) => Err(Failure::Differs),
    }
}

fn check_valgrind() -> Result<(), Error> {
    Program::new(&["valgrind".to_owned()])
        .map(drop)
        .map_err(|_| {
            Error::new("--memcheck needs valgrind, which is not installed here")
                .help("install valgrind, or grade without --memcheck")
        })
}

fn graded(
    options: &Options,
    suite: &dyn GradingSuite,
    program: &Program,
) -> Result<Grading, Error> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let meant = grade::Options {
        seed: options.seed,
        parts: parts(&options.part, suite)?,
        time: Duration::from_secs(u64::from(options.timeout)),
        memory_bytes_max: Some(u64::from(options.memory) << 20).filter(|bytes| *bytes > 0),
        jobs: options
            .jobs
            .map_or_else(processors, |jobs| usize::try_from(jobs).unwrap_or(1)),
        give_up: options.give_up.and_then(|most| usize::try_from(most).ok()),
        memcheck: options.memcheck,
        exact: options.exact,
    };
    let bar = bar();
    let announce = |bound: &grade::Bound| terminal::note(bound);
    let grading = grade::grade(suite, program, &meant, &announce, &|done, all| {
        if let Some(bar) = &bar {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    grading.map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Error::new("interrupted; nothing is kept"),
        io::ErrorKind::Other => Error::new(error.to_string()).at(program.shown()),
        _ => Error::io(program.shown(), "run", &error),
    })
}

/// The numbers of parts that are named; `stage-1` is `stage 1`.
fn parts(names: &[String], suite: &dyn GradingSuite) -> Result<Vec<usize>, Error> {
    let all = suite.parts();
    let number = |name: &String| {
        let wanted = name.replace('-', " ");
        let found = all.iter().position(|part| part.name == wanted);
        found.ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|part| part.name.replace(' ', "-")).collect();
            Error::new(format!("no part is called `{name}`"))
                .help(format!("the parts are {}", names.join(", ")))
        })
    };
    names.iter().map(number).collect()
}

fn bar() -> Option<ProgressBar> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::no_length();
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} runs, {eta} left") {
        bar.set_style(style);
    }
    Some(bar)
}

fn default_folder(options: &Options) -> PathBuf {
    let program = options.program.first().map_or("", String::as_str);
    let stem = Path::new(program).file_stem().unwrap_or_default();
    format!("grade-{}-{}", stem.to_string_lossy(), options.seed).into()
}

fn print(
    options: &Options,
    game: &dyn CommandLine,
    grading: &Grading,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match options.format {
        Format::Text => Ok(out.write_all(text(game.unit(), grading).as_bytes())?),
        Format::Json => Ok(writeln!(out, "{}", to_json(grading))?),
        Format::Junit => {
            let parts = grading.parts.iter();
            let cases: Vec<_> = parts
                .map(|part| junit::Case {
                    class: "chase.grade".into(),
                    name: part.name.to_owned(),
                    failure: failure(game.unit(), grading, part).filter(|_| part.must_be_right),
                    is_error: part.not_run > 0,
                })
                .collect();
            Ok(out.write_all(junit::document("chase grade", &cases)?.as_bytes())?)
        }
    }
}

fn failure(unit: &str, grading: &Grading, part: &PartGrade) -> Option<(String, String)> {
    let body = part_text(unit, grading, part);
    let message = match (part.not_run, part.failures.first()) {
        (1.., _) => "cases could not be run".to_owned(),
        (0, Some(first)) => said(unit, &first.finding),
        (0, None) => part
            .memory
            .as_ref()
            .map(|_| "memory errors or leaks".to_owned())?,
    };
    Some((message, body))
}

fn text(unit: &str, grading: &Grading) -> String {
    let mut text = format!("grading {}, seed {}\n\n", grading.program, grading.seed);
    for part in &grading.parts {
        let marks = match part.score_max {
            0 => "no marks".to_owned(),
            most => format!("{:.1} of {most}", part.score),
        };
        let (name, passed, cases) = (part.name, part.passed, part.cases);
        text.push_str(&format!(
            "{name:<8} {passed:>3} of {cases:>3} passed   {marks}\n"
        ));
    }
    for part in &grading.parts {
        if !part.failures.is_empty() || part.memory.is_some() || part.not_run > 0 {
            text.push('\n');
            text.push_str(&part_text(unit, grading, part));
        }
    }
    for (one, n) in grading.diagnoses.iter().zip(0..) {
        if n == 0 {
            text.push_str("\nwhat the program does, over all runs:\n");
        }
        let parts = one.parts.join(", ");
        text.push_str(&format!("  {} ({parts})\n", one.diagnosis.headline()));
        for line in one.diagnosis.details() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    let (score, most) = (grading.score, grading.score_max);
    text.push_str(&match &grading.provisional {
        None => format!("\nscore: {score:.1} of {most}\n"),
        Some(why) => format!(
            "\nscore: {score:.1} of {most}, provisional: not every case could be run ({why})\n"
        ),
    });
    if !grading.is_full() && grading.score >= f64::from(grading.score_max) {
        text.push_str("all marks, though a part that brings none is not right\n");
    }
    if let Some(folder) = &grading.kept {
        let folder = folder.display();
        text.push_str(&format!(
            "kept in {folder}: data files, command, expected, actual and report of each\n"
        ));
    }
    text
}

/// A finding in a line, with its hour where it has one.
fn said(unit: &str, finding: &Finding) -> String {
    if finding.cycle == 0 && finding.seat.is_none() {
        finding.to_string()
    } else {
        format!("{unit} {}, {finding}", finding.cycle)
    }
}

/// How many cases.
fn cases(count: usize) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} case{s}")
}

/// A part's failures in words: the first with its numbers, the others in a line.
fn part_text(unit: &str, grading: &Grading, part: &PartGrade) -> String {
    let mut text = String::new();
    for (n, failure) in part.failures.iter().enumerate() {
        let (name, finding) = (part.name, &failure.finding);
        text.push_str(&format!(
            "{name}, {} ({}): {}\n",
            cases(failure.cases),
            failure.about,
            said(unit, finding)
        ));
        if n == 0 {
            for line in details(finding) {
                text.push_str(&format!("    {line}\n"));
            }
        }
        if let (Some(kept), Some(folder)) = (&grading.kept, &failure.folder) {
            text.push_str(&format!("    kept: {}\n", kept.join(folder).display()));
        }
    }
    if part.given_up > 0 {
        text.push_str(&format!(
            "{}: {} given up after others hung (--give-up); they count as failed\n",
            part.name,
            cases(part.given_up)
        ));
    }
    if part.not_run > 0 {
        text.push_str(&format!(
            "{}: {} could not be run, and bring no marks yet\n",
            part.name,
            cases(part.not_run)
        ));
    }
    if let Some(memory) = &part.memory {
        text.push_str(&format!("{}: memory errors or leaks\n", part.name));
        for line in memory.lines().take(12) {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text
}
