//! `chase repeat`: whether a program does the same again, and if not, what makes it differ.

mod difference;
mod kept_runs;
mod report_text;
mod run_outputs;
mod runs;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::input::logs::LikeOption;
use crate::print::printout::{Format, TEXT_JSON_JUNIT, any_of_explained};
use crate::verb::{Context, Done, PlainVerb, Verb, fine_if};
use chase_engine::dice::fresh_seed;
use chase_judge::deadline::timeout;
use chase_judge::repeat::{Copies, FactorRequest, NAMES, examine, factors};
use chase_outside::process::stop_all;
use chase_world::error::{Error, IoAt};
pub(crate) use difference::ended;
use runs::Program;

pub const VERB: &dyn Verb = &PlainVerb { name: "repeat", run };

/// Check that a program does the same in every run, and find what makes it differ
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    chase repeat -- cksum data/traces/mesa/golden.csv\n  \
    chase repeat --only locale,time-zone -- sort data/traces/mesa/golden.csv\n  \
    chase repeat --runs 5 --only load -- cat data/traces/gymnasium/golden.jsonl\n\n\
    Exit status: 0 all runs the same, 1 they differ, 2 trouble.")]
struct RepeatOptions {
    /// Number of runs with nothing varied, and with each thing varied; at least 2
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u16).range(2..)
    )]
    runs: u16,
    #[command(flatten)]
    like: LikeOption,
    /// File that the program writes, to compare byte by byte too, as in `--file out.csv`;
    /// repeatable
    #[arg(long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Standard input of every run, as in `--input data.txt` [default: empty]
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Environment variable that sets a number of threads, besides the usual ones, as in
    /// MY_THREADS; repeatable
    #[arg(long, value_name = "VARIABLE")]
    threads: Vec<String>,
    /// Vary only these, as in `--only locale,time-zone`
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(NAMES)
    )]
    only: Vec<String>,
    /// Save the output and files of the two runs that differ in this folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Time limit for each run, as in 30s or 2h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = timeout)]
    timeout: Duration,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of_explained(TEXT_JSON_JUNIT))]
    format: Format,
    /// Program to run, with its arguments; options of `chase` come before it
    #[arg(required = true, trailing_var_arg = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

fn run(context: Context<'_>, options: RepeatOptions, out: &mut dyn Write) -> Done {
    options.like.read(context.world)?;
    if let Some(folder) = &options.keep {
        kept_runs::check(folder)?;
    }
    if let Some(input) = &options.input {
        check_input(input)?;
    }
    // Else Ctrl-C ends this process, and leaves the program running.
    context.world.caller().when_interrupted(stop_all);
    let here = std::env::current_dir().io_at(".", "read")?;
    let needs_copies = options.only.is_empty()
        || options.only.iter().any(|name| name == "working-folder" || name == "file-order");
    let copies = match needs_copies {
        true => Copies::of(&here),
        false => Err(String::new()),
    };
    let asked = FactorRequest {
        threads: &options.threads,
        only: &options.only,
        copies: copies.as_ref().map_err(String::as_str),
    };
    let factors = factors(&asked);
    let mut program = Program::new(context, &options, &here, copies.as_ref().ok(), out)?;
    let examined = examine(&factors, usize::from(options.runs), fresh_seed(), &mut program)?;
    let report = program.report(examined)?;
    report_text::print(&options, &report, out)?;
    fine_if(report.same)
}

/// Checks that a file can be read by one run after the other.
fn check_input(path: &Path) -> Result<(), Error> {
    // A pipe that nobody writes into would be waited for.
    match fs::metadata(path).io_at(path.display(), "read")?.is_file() {
        true => File::open(path).io_at(path.display(), "read").map(drop),
        false => Err(Error::new("every run reads it from its beginning, so it has to be a file")
            .at(path.display())),
    }
}
