//! `chase solve`: the exact value of a small scenario, and the best moves.

mod solve_output;

use std::io::Write;

use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};

use crate::options::interrupt::stop_when_interrupted;
use crate::options::setup::{named_game, with_games};
use crate::print::printout::{Format, Printout, TEXT_JSON, any_of};
use crate::print::progress_bar::ProgressBar;
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_play::Games;

use solve_output::SolvePrintout;

pub const VERB: &dyn Verb = &GamesVerb { name: "solve", command, run };

#[derive(Args)]
struct SolveOptions {
    /// Give up after this many states, as in 10000000; a million take up about 60 MB, and twice as much
    /// where states repeat
    #[arg(long, value_name = "N", default_value = "2000000", value_parser = value_parser!(u64).range(1..))]
    states: u64,
    /// Output format: for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON))]
    format: Format,
}

fn command(games: Games) -> Command {
    let of_games = games.all().iter().filter(|game| !game.has_secrets()).map(|game| {
        let command = game.start_args(Command::new(game.name()));
        SolveOptions::augment_args(command)
            .about(game.about())
            .after_help(format!("Example:\n  chase solve {} --states 1000000", game.name()))
    });
    with_games(Command::new("solve"), of_games)
        .about("Compute the exact value of a small scenario and the best moves")
        .after_help(
            "Every state that can be reached is looked at, with every outcome of every draw; nothing is estimated. \
             Games with more than two sides, or in which seats act at once, are refused, and games in \
             which states repeat and dice are thrown; games with secrets cannot be solved.\n\n\
             Examples:\n  \
             chase solve animal-checkers --moves 3\n  \
             chase solve fishing --rows 2 --cols 3 --penguins 1 --seed 7\n  \
             chase solve fishing --rows 2 --cols 3 --penguins 1 --format json",
        )
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (game, matches) = named_game(context.games, matches)?;
    let options = SolveOptions::from_arg_matches(matches).map_err(clap_error)?;
    let stop = stop_when_interrupted(context.world);
    let bar = ProgressBar::new(context.world, None, "states");
    let solved = game.solve(context.world, matches, options.states, &|progress| {
        bar.set(|it| it.position = progress.states);
        !stop.is_stopped()
    });
    drop(bar);
    let solved = solved?;
    let shown = SolvePrintout { game: game.name(), solved: &solved };
    Printout::default().text(|out| shown.text(out)).json(&shown.json()).print(options.format, out)
}
