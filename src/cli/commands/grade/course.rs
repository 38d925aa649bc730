//! `chase grade --all`: the submissions of a whole course, one table, one report.

mod pages;
mod tables;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::{GradeOptions, meant, text};
use crate::print::printout::{Format, Printout};
use crate::print::progress_bar::ProgressBar;
use crate::print::{junit, terminal};
use crate::verb::{Done, Failure, fine_if};
use chase_judge::grade::course::{
    Course, CourseReport, Feedback, Recipe, Settings, Submission, alike, grade_all, submissions,
};
use chase_judge::grade::{Grading, digest};
use chase_kit::budget::parse_time_or_seconds;
use chase_kit::grading::{GradingCase, GradingSuite};
use chase_outside::program::{NO_SUCH_PROGRAM, ProgramCommand};
use chase_play::CommandLine;
use chase_record::replay::to_json;
use chase_world::error::{Error, IoAt, exit};
use chase_world::world::World;

#[derive(Args)]
pub(super) struct CourseOptions {
    /// Grade every submission in this folder: each subfolder and each archive (.zip, .tar.gz, .tgz)
    /// is one
    #[arg(
        long,
        value_name = "FOLDER",
        num_args = 0..=1,
        requires = "output",
        conflicts_with_all = ["program", "keep"]
    )]
    pub(super) all: Option<Option<PathBuf>>,
    /// With --all: the program in each submission, with arguments as after `--`, as in ./game
    #[arg(long = "program", value_name = "COMMAND", requires = "all", id = "in_submission")]
    in_submission: Option<String>,
    /// With --all: shell command that builds each submission, in a copy and in the sandbox, as in
    /// make
    #[arg(long, value_name = "LINE", requires = "all")]
    build: Option<String>,
    /// With --all: shell command to run before the build, whether it succeeds or not, as in 'make
    /// clean'
    #[arg(long, value_name = "LINE", requires = "all")]
    clean: Option<String>,
    /// With --all: processor time for --clean, and for --build
    #[arg(long, value_name = "TIME", requires = "all", default_value = "60s", value_parser = parse_time_or_seconds)]
    build_timeout: Duration,
    /// With --all: folder for the report, as in `-o report`
    #[arg(short = 'o', long = "output", value_name = "REPORT", requires = "all")]
    pub(super) output: Option<PathBuf>,
    /// With --all: continue an interrupted report
    #[arg(long, requires = "all")]
    resume: bool,
}

/// Grades a whole course.
pub(super) fn run(
    world: &World,
    options: &GradeOptions,
    folder: &Path,
    game: &dyn CommandLine,
    suite: &dyn GradingSuite,
    out: &mut dyn Write,
) -> Done {
    let own = &options.course;
    let is_recorded = !options.from.is_empty();
    if is_recorded == own.in_submission.is_some() {
        let what = "--all needs either --program COMMAND, or --from and no program";
        let help = "as in: --all submissions --program ./game, or --all --from handed-in";
        return Err(Error::new(what).help(help).into());
    }
    let all = submissions(folder, is_recorded).io_at(folder.display(), "read")?;
    if all.is_empty() {
        return Err(Error::new("there is no submission")
            .at(folder.display())
            .help(
                "each submission is a folder or an archive in it; for a whole class give the folder \
                 that holds them all",
            )
            .into());
    }
    let target = own.output.as_deref().unwrap_or(Path::new(""));
    check_outside(folder, target)?;
    let program = match is_recorded {
        true => Vec::new(),
        false => command_line(own.in_submission.as_deref().unwrap_or_default())?,
    };
    let mut meant = meant(world, options, suite)?;
    let jobs = std::mem::replace(&mut meant.jobs, 1);
    let cases = options.suite.cases(meant.edition, meant.rand, suite)?;
    let report = CourseReport::begin(target, &settings(options, &cases), own.resume)?;
    let feedback = |submission: &Submission, grading: Option<&Grading>| {
        let text = tables::feedback(game.unit(), submission, grading);
        let page = pages::feedback(game.unit(), submission, grading, &text);
        Feedback { text, page }
    };
    let course = Course {
        game,
        suite,
        cases: &cases,
        options: meant,
        recipe: Recipe {
            clean: own.clean.clone(),
            build: own.build.clone(),
            time: own.build_timeout,
        },
        program,
        feedback: &feedback,
    };
    let bar = ProgressBar::new(world, Some(all.len() as u64), "submissions");
    let graded = grade_all(&course, &report, &all, jobs, &|submission, is_new| {
        tell(world, &bar, all.len(), submission, is_new);
    });
    drop(bar);
    let graded = graded.map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => {
            Error::new("interrupted; the submissions graded so far are saved")
                .help("go on with the same command and --resume")
        }
        _ => Error::io(target.display(), "write", &error),
    })?;
    let alike = alike(&graded);
    let texts = Texts::new(&graded, &alike)?;
    let index = pages::index(game.name(), &graded, &alike, &report);
    texts
        .write(&report)
        .and_then(|()| report.write("index.html", &index))
        .io_at(target.display(), "write")?;
    Printout::default()
        .text(|out| {
            let most = terminal::look(world).width.unwrap_or(usize::MAX);
            write!(out, "{}", tables::table(&graded, &alike, most))
        })
        .form(Format::Json, |out| write!(out, "{}", texts.json))
        .form(Format::Junit, |out| write!(out, "{}", texts.junit))
        .print(options.format, out)?;
    verdict(world, &graded, options)
}

/// The end of a grading: full marks for all, or not, or nothing to rely on.
fn verdict(world: &World, graded: &[Submission], options: &GradeOptions) -> Done {
    if let Some(most) = options.suite.cases {
        let many = match most {
            1 => "case of each part was run".to_owned(),
            _ => format!("{most} cases of each part were run"),
        };
        terminal::note_wrapped(world, &format!("only the first {many}: these are not final marks"));
    }
    let doubt = doubt_of_program(graded, &options.course);
    if let Some(doubt) = &doubt {
        terminal::note_wrapped(world, doubt);
    }
    let is_open = graded.iter().any(|it| it.marks.provisional.is_some());
    match is_open || doubt.is_some() {
        true => Err(Failure::Code(exit::TROUBLE)),
        false => fine_if(graded.iter().all(|it| it.marks.is_full)),
    }
}

/// The doubt that arises where no submission could be graded, and some have no program of the name.
fn doubt_of_program(graded: &[Submission], own: &CourseOptions) -> Option<String> {
    let faults = graded.iter().map(|it| it.marks.fault.as_deref());
    let faults: Vec<&str> = faults.collect::<Option<_>>()?;
    let missing = faults.iter().filter(|why| why.contains(NO_SUCH_PROGRAM)).count();
    if missing == 0 {
        return None;
    }
    let hint = match own.build {
        Some(_) => "check the name and the build",
        None => "check the name, or give the command that makes it with --build",
    };
    let program = own.in_submission.as_deref().unwrap_or_default();
    Some(format!(
        "no submission could be graded; {missing} of {} have no {program}: {hint}",
        graded.len()
    ))
}

/// A report among the submissions would be one of them.
fn check_outside(folder: &Path, report: &Path) -> Result<(), Error> {
    let full = |path: &Path| {
        path.ancestors().find(|above| above.exists()).unwrap_or(Path::new(".")).canonicalize()
    };
    let here = if report.is_relative() { Path::new(".").join(report) } else { report.to_owned() };
    match (full(folder), full(&here)) {
        (Ok(folder), Ok(report)) if report.starts_with(&folder) => {
            Err(Error::new("the report would be in the folder of submissions")
                .at(here.display())
                .help("name a folder elsewhere with -o"))
        }
        _ => Ok(()),
    }
}

/// The words of the program. One that is no file of a submission must be there.
fn command_line(line: &str) -> Result<Vec<String>, Error> {
    let words = shlex::split(line).filter(|words| !words.is_empty()).ok_or_else(|| {
        Error::new("--program needs a command with all its quotation marks closed")
            .help("as in: --program ./game")
    })?;
    if !words[0].contains('/') {
        ProgramCommand::new(&words[..1]).map_err(|why| {
            Error::new(why.to_string()).help("write a program in the submissions as ./NAME")
        })?;
    }
    Ok(words)
}

/// The settings that the marks depend on besides the submissions.
fn settings(options: &GradeOptions, cases: &[GradingCase]) -> Settings {
    let own = &options.course;
    let parts: Vec<_> = options.suite.part.iter().map(|it| it.replace('-', " ")).collect();
    let number = |number: Option<u32>| number.map(|it| it.to_string());
    let time = |time: Duration| humantime::format_duration(time).to_string();
    let weights = options.weights.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let all = [
        ("writer", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ("game", Some(options.game.clone())),
        ("seed", Some(options.suite.seed.to_string())),
        ("set of cases", Some(digest(cases))),
        ("parts", Some(parts.join(", "))),
        ("cases", number(options.suite.cases)),
        ("weights", weights),
        ("timeout", Some(time(options.timeout))),
        ("memory", number(Some(options.memory))),
        ("give-up", number(options.give_up)),
        ("exact", Some(options.exact.to_string())),
        ("memcheck", Some(options.memcheck.to_string())),
        ("program", own.in_submission.clone()),
        ("from", (!options.from.is_empty()).then(|| "files".to_owned())),
        ("clean", own.clean.clone()),
        ("build", own.build.clone()),
        ("build-timeout", Some(time(own.build_timeout))),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// Tells the progress: by a bar at a terminal, by a line for each submission elsewhere.
fn tell(world: &World, bar: &ProgressBar, all: usize, submission: &Submission, is_new: bool) {
    let mut done = 0;
    let left = bar.set(|it| {
        it.position += 1;
        done = it.position;
    });
    if bar.is_shown {
        return;
    }
    let left = humantime::format_duration(left.unwrap_or_default());
    let name = &submission.marks.name;
    world.note(&match is_new {
        true => format!("{done} of {all}: {name}, {left} left"),
        false => format!("{done} of {all}: {name}, graded before"),
    });
}

/// The report on a whole course, in every form.
struct Texts {
    table: String,
    csv: String,
    json: String,
    junit: String,
}

impl Texts {
    fn new(graded: &[Submission], alike: &[Vec<&str>]) -> Result<Self, Error> {
        Ok(Texts {
            table: tables::table(graded, alike, usize::MAX),
            csv: tables::csv(graded),
            json: to_json(&tables::summary(graded, alike)) + "\n",
            junit: junit::suites("chase grade", &tables::suites(graded)),
        })
    }

    fn write(&self, report: &CourseReport) -> io::Result<()> {
        report.write("marks.txt", &self.table)?;
        report.write("marks.csv", &self.csv)?;
        report.write("marks.json", &self.json)?;
        report.write("junit.xml", &self.junit)
    }
}
