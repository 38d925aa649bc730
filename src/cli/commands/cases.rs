//! `chase cases`: the cases of `grade` as a script, which runs a program where there is no `chase`.

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::options::suite::{SuiteOptions, suite_of, usual_game};
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_judge::grade::script;
use chase_play::Games;
use chase_world::error::{IoAt, counted};

pub const VERB: &dyn Verb = &GamesVerb { name: "cases", command, run };

#[derive(Args)]
struct CasesOptions {
    #[command(flatten)]
    suite: SuiteOptions,
    /// Script to write
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: PathBuf,
    /// Seconds on the clock for one case, where the system has `timeout`
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    case_time: u32,
    /// Game of the cases
    #[arg(long, value_name = "GAME", required = false)]
    game: String,
}

fn command(games: Games) -> Command {
    let command = Command::new("cases")
        .about("Write the cases of grade as a shell script, to run a program without chase")
        .after_help(
            "Examples:\n  \
             chase cases -o cases.sh\n  \
             chase cases --seed 7 --part map --part stage-1 -o cases.sh\n\n\
             A student runs `sh cases.sh ./game` and gets the file cases.out. `chase grade --from cases.out`\n\
             reports on it, for feedback only: the file shows what a program printed, not whose it was.",
        );
    CasesOptions::augment_args(command).mut_arg("game", |arg| arg.default_value(usual_game(games)))
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let options = CasesOptions::from_arg_matches(matches).map_err(clap_error)?;
    let (_, suite) = suite_of(context.games, &options.game)?;
    let cases = options.suite.cases(None, None, suite)?;
    let text = script(suite, &cases, &options.suite.shown(), options.case_time);
    let path = context.world.at(&options.output);
    path.write(text).io_at(path.display(), "write")?;
    let (count, path) = (counted(cases.len(), "case"), path.display());
    writeln!(out, "wrote {path}: {count}, to be run as `sh {path} ./game` beside the program")?;
    Ok(())
}
