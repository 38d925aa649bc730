//! `chase grade`: puts an outside program, or those of a whole course, to the test and says which
//! parts they have right.

mod course;
mod from;
mod text;
mod weights;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::options::rand::RandOption;
use crate::options::sandbox::SandboxOptions;
use crate::options::suite::{SuiteOptions, suite_of, usual_game};
use crate::print::junit::JunitCase as TestCase;
use crate::print::printout::{Format, Printout, TEXT_JSON_JUNIT, any_of_explained};
use crate::print::progress_bar::ProgressBar;
use crate::print::terminal;
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, Failure, GamesVerb, Verb, fine_if};
use chase_judge::grade::{self, Grading, PartGrade, case_files};
use chase_kit::budget::parse_time_or_seconds;
use chase_kit::grading::GradingSuite;
use chase_outside::process::stop_all;
use chase_outside::program::ProgramCommand;
use chase_outside::sandbox::brought;
use chase_play::{CommandLine, Games};
use chase_world::error::{Error, IoAt, counted, exit, quoted};
use chase_world::world::World;
use course::CourseOptions;
use text::{part_text, said, text};

pub const VERB: &dyn Verb = &GamesVerb { name: "grade", command, run };

#[derive(Args)]
struct GradeOptions {
    /// Program to grade, with its arguments. {cities} {agents} {cycles} {seed} are replaced by the
    /// files and numbers of each case; if you name none of them, all four are added at the end
    #[arg(required_unless_present_any = ["all", "write_cases", "from"], value_name = "PROGRAM")]
    program: Vec<String>,
    /// Grade what came out of the cases where a script of `chase cases` ran the program, from the file that
    /// it wrote; with --all, from each file of a folder. For feedback only: a file does not show whose
    /// program it was
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["program", "write_cases", "memcheck"])]
    from: Vec<PathBuf>,
    #[command(flatten)]
    suite: SuiteOptions,
    /// Write the cases into a new folder and grade nothing: for each its files, its input and a
    /// right transcript
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["program", "all", "cases_from"])]
    write_cases: Option<PathBuf>,
    /// Use other marks than the assignment's: a TOML file with a line for each part, as in `stage-1
    /// = 30`
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Processor time for one run, child processes included, as on this machine at its best. A run also
    /// counts as a hang when it has waited for ten times as long, or when all its processes sleep for
    /// 5 seconds
    #[arg(long, value_name = "TIME", default_value = "4s", value_parser = parse_time_or_seconds)]
    timeout: Duration,
    /// Resident memory for one run in MiB, child processes included; 0 is no limit. On Linux it is
    /// sampled; elsewhere the system limits the data of each process to four times this value, if
    /// it can
    #[arg(long, value_name = "MIB", default_value_t = 1_024)]
    memory: u32,
    /// Skip the rest of a part after N of its cases hung, and count it as failed [default: never;
    /// without N: 3]
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "3",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    give_up: Option<u32>,
    /// Number of runs in parallel, as in 2 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: Option<u32>,
    /// Fail a case whose layout differs from the reference's: banner, blanks, blank lines, column
    /// widths, prompts, line ends
    #[arg(long)]
    exact: bool,
    /// Edition of the assignment whose layout is expected, as in 2022, 2023, 2024 or comp1927
    /// [default: the one whose banner the program prints, else 2022]
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    #[command(flatten)]
    rand: RandOption,
    /// Look for memory errors and leaks with valgrind; a part with any loses a tenth of its marks
    #[arg(long)]
    memcheck: bool,
    /// Keep failing cases in this folder [default: grade-PROGRAM-SEED]
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    course: CourseOptions,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// Let graded programs read and run `chase` and read kept cases. Without this option they
    /// cannot, and where the system cannot prevent it nothing is graded (docs/security.md)
    #[arg(long)]
    trust_programs: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of_explained(TEXT_JSON_JUNIT))]
    format: Format,
    /// Game to grade
    #[arg(long, value_name = "GAME", required = false)]
    game: String,
}

fn command(games: Games) -> Command {
    let command = Command::new("grade")
        .about("Mark programs against the assignment")
        .after_help(
            "Examples:\n  \
             chase grade ./game\n  \
             chase grade 'python3 game.py'\n  \
             chase grade --memcheck -- ./game {cities} {agents} {cycles} {seed}\n  \
             chase grade --format junit -- python3 -O game.py {cities} {agents} {cycles} {seed}\n  \
             chase grade --all submissions --build make --program ./game -o report\n  \
             chase grade --from cases.out\n\n\
             Exit status: 0 all is right, 1 less, 2 trouble, or a score that is provisional because \
             a case could not be run.",
        );
    let usual = usual_game(games);
    GradeOptions::augment_args(command).mut_arg("game", |arg| arg.default_value(usual))
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let options = GradeOptions::from_arg_matches(matches).map_err(clap_error)?;
    let (game, suite) = suite_of(context.games, &options.game)?;
    match (&options.course.all, options.from.as_slice()) {
        (Some(None), [folder]) => {
            return course::run(context.world, &options, folder, game, suite, out);
        }
        (Some(_), [_, ..]) => {
            let what = "--all takes either a folder of submissions, or --from with one of files";
            return Err(Error::new(what).help("as in: --all --from handed-in -o report").into());
        }
        (None, [_, ..]) => return from::run(context.world, options, matches, (game, suite), out),
        (_, []) => {}
    }
    if cfg!(not(unix)) {
        return Err(Error::new("outside programs are run on Linux and macOS only").into());
    }
    if options.memcheck {
        check_valgrind()?;
    }
    context.world.caller().when_interrupted(stop_all);
    match options.trust_programs {
        true => options.sandbox.begin(context.world, &[], &[])?,
        false => options.sandbox.begin_grading(context.world, references(&options))?,
    }
    if let Some(folder) = &options.course.all {
        let folder = folder.as_ref().ok_or_else(|| {
            Error::new("--all needs the folder of the submissions").help("as in: --all submissions")
        })?;
        return course::run(context.world, &options, folder, game, suite, out);
    }
    if let Some(folder) = &options.write_cases {
        let cases = options.suite.cases(edition(&options, suite)?, options.rand.rand, suite)?;
        return Ok(case_files::write(suite, &cases, folder)?);
    }
    let program = program(&options.program)?;
    warn_of_arguments(context.world, &program);
    for build in brought(program.argv()) {
        terminal::note_wrapped(
            context.world,
            &format_args!(
                "{}: this file of the graded program is a build of `chase`",
                build.display()
            ),
        );
    }
    let mut grading = graded(context.world, &options, suite, &program)?;
    let folder = options.keep.clone().unwrap_or_else(|| default_folder(name(&options), &options));
    grade::keep(&mut grading, game, suite, &program, &folder).io_at(folder.display(), "write")?;
    print(context.world, &options, game, &grading, out)?;
    match &grading.provisional {
        Some(_) => Err(Failure::Code(exit::TROUBLE)),
        None => fine_if(grading.is_full()),
    }
}

/// The program that is named: its words, or a command line in one word.
fn program(words: &[String]) -> Result<ProgramCommand, Error> {
    if let [folder] = words
        && Path::new(folder).is_dir()
    {
        let folder = quoted(folder);
        return Err(Error::new(format!("`{folder}` is a folder")).help(format!(
            "to grade all submissions in it, where each one builds a program called game: \
             chase grade --all {folder} --program ./game -o report"
        )));
    }
    let named = match line_of(words) {
        Some(line) => ProgramCommand::from_line(line),
        None => ProgramCommand::new(words),
    };
    named.map_err(|why| {
        Error::new(why.to_string()).help(
            "as in: chase grade ./game, chase grade 'python3 game.py', or with the program's options \
             chase grade -- ./game -v",
        )
    })
}

/// Warns if the program's own words seem to be a scenario: those of each case are added behind them.
fn warn_of_arguments(world: &World, program: &ProgramCommand) {
    let words = program.shown();
    let ends_with_number =
        words.split_whitespace().next_back().is_some_and(|word| word.parse::<i64>().is_ok());
    if ends_with_number && !words.contains('{') {
        world.warn(&format_args!(
            "each case is run as `{words} CITIES AGENTS CYCLES SEED`: the program gets the words of \
             the case behind yours; give the program alone if it should not"
        ));
    }
}

/// The only word, where it is a command line of several words and no file.
fn line_of(words: &[String]) -> Option<&str> {
    match words {
        [line] if line.contains(char::is_whitespace) && !Path::new(line).exists() => Some(line),
        _ => None,
    }
}

/// The folders in which right transcripts are kept: those of the cases that are graded with, those
/// of cases that earlier gradings kept, and the report's.
fn references(options: &GradeOptions) -> Vec<PathBuf> {
    let keep = options.keep.clone().unwrap_or_else(|| default_folder(name(options), options));
    let all = [Some(keep), options.suite.cases_from.clone(), options.course.output.clone()];
    all.into_iter().flatten().filter_map(|folder| folder.canonicalize().ok()).collect()
}

fn check_valgrind() -> Result<(), Error> {
    ProgramCommand::new(&["valgrind".to_owned()]).map(drop).map_err(|_| {
        Error::new("--memcheck needs valgrind, which is not installed here")
            .help("install valgrind, or grade without --memcheck")
    })
}

/// The settings of the grading that the options ask for.
fn meant(
    world: &World,
    options: &GradeOptions,
    suite: &dyn GradingSuite,
) -> Result<grade::GradingSettings, Error> {
    let weights = options.weights.as_ref();
    let marks = weights.map(|file| weights::read(file, suite));
    Ok(grade::GradingSettings {
        seed: options.suite.seed,
        time: options.timeout,
        memory_bytes_max: Some(u64::from(options.memory) << 20).filter(|bytes| *bytes > 0),
        jobs: options
            .jobs
            .map_or_else(|| world.threads(), |jobs| usize::try_from(jobs).unwrap_or(1)),
        give_up: options.give_up.and_then(|most| usize::try_from(most).ok()),
        memcheck: options.memcheck,
        exact: options.exact,
        marks: marks.transpose()?,
        edition: edition(options, suite)?,
        rand: options.rand.rand,
    })
}

fn graded(
    world: &World,
    options: &GradeOptions,
    suite: &dyn GradingSuite,
    program: &ProgramCommand,
) -> Result<Grading, Error> {
    let meant = meant(world, options, suite)?;
    let cases = options.suite.cases(meant.edition, meant.rand, suite)?;
    let bar = ProgressBar::new(world, None, "runs");
    let number = counted(cases.len(), "case");
    world.note(&format_args!("{number}, {} in parallel", meant.jobs));
    let grading = grade::grade(suite, &cases, program, &meant, &|done, all| {
        bar.set(|it| (it.position, it.length) = (done as u64, Some(all as u64)));
    });
    drop(bar);
    grading.map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Error::new("interrupted; nothing is kept"),
        io::ErrorKind::Other => Error::new(error.to_string()).at(program.shown()),
        // The program is not to blame.
        io::ErrorKind::StorageFull => Error::new(error.to_string()),
        _ => Error::io(program.shown(), "run", &error),
    })
}

/// The place of the edition that is named, if one is.
fn edition(options: &GradeOptions, suite: &dyn GradingSuite) -> Result<Option<usize>, Error> {
    let Some(name) = &options.edition else {
        return Ok(None);
    };
    let editions = suite.editions().iter();
    let has = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(name));
    let place = editions.clone().position(|edition| has(edition.names));
    place.map(Some).ok_or_else(|| {
        let names: Vec<_> = editions.flat_map(|edition| edition.names).copied().collect();
        Error::new(format!("no edition is called `{name}`"))
            .help(format!("the editions are {}", names.join(", ")))
    })
}

/// The program's own name in its command line.
fn name(options: &GradeOptions) -> &str {
    let first = options.program.first().map_or("", String::as_str);
    let in_line = line_of(&options.program).and_then(|line| line.split_whitespace().next());
    in_line.unwrap_or(first)
}

fn default_folder(graded: &str, options: &GradeOptions) -> PathBuf {
    let stem = Path::new(graded).file_stem().unwrap_or_default();
    // A name has 255 bytes at most, and a character up to four.
    const CHARS_MAX: usize = 50;
    let stem: String = stem.to_string_lossy().chars().take(CHARS_MAX).collect();
    format!("grade-{stem}-{}", options.suite.seed).into()
}

fn print(
    world: &World,
    options: &GradeOptions,
    game: &dyn CommandLine,
    grading: &Grading,
    out: &mut dyn Write,
) -> Done {
    let unit = game.unit();
    let case = |part: &PartGrade| TestCase {
        class: "chase.grade".into(),
        name: part.name.to_owned(),
        failure: failure(unit, grading, part).filter(|_| part.must_be_right),
        is_error: part.not_run > 0,
    };
    Printout::default()
        .text(|out| write!(out, "{}", terminal::wrapped(world, text(unit, grading), 2)))
        .json(grading)
        .junit("chase grade", || grading.parts.iter().map(case).collect())
        .print(options.format, out)
}

fn failure(unit: &str, grading: &Grading, part: &PartGrade) -> Option<(String, String)> {
    let body = part_text(unit, grading, part);
    let message = match (part.not_run, part.failures.first()) {
        (1.., _) => "cases could not be run".to_owned(),
        (0, Some(first)) => said(unit, &first.finding),
        (0, None) => part.memory.as_ref().map(|_| "memory errors or leaks".to_owned())?,
    };
    Some((message, body))
}
