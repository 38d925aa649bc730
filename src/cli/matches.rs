//! `chase match`: players against each other, over many games.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, Verb, clap_error, open_replay, terminal};
use crate::arena::fishing::{Accusation, Outcome, Series, play};
use crate::arena::fishing_check::check;
use crate::arena::standings;
use crate::engine::dice::fresh_seed;
use crate::engine::game::Game as _;
use crate::engine::player::parse_time;
use crate::engine::replay::to_json;
use crate::error::Error;
use crate::games::fishing::Fishing;
use crate::games::fishing::args::read_board;
use crate::games::fishing::board::PLAYERS_MAX;
use crate::games::fishing::new::BoardArgs;
use crate::outside::process::stop_all;
use crate::outside::program::Program;

pub const VERB: Verb = Verb {
    name: "match",
    command,
    run,
};

#[derive(Args)]
struct Options {
    /// A player, once for each: random, greedy, territory, strong (strong:time=100ms), or
    /// file:COMMAND for a program
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// A state file without penguins and players, for every game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "shape"])]
    board: Option<PathBuf>,
    #[command(flatten)]
    size: BoardArgs,
    /// Penguins of each player
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    penguins: u8,
    /// Games; seats rotate, and each board is played once with every rotation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the boards and the dice [drawn when not given]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// What a program may take for a call
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    time: Duration,
    /// Keep every game as a replay in this folder
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Run one program through the protocol alone, and list what it does wrong
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["player", "board", "games", "replays"])]
    check: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

fn command() -> Command {
    let fishing = Options::augment_args(Command::new(Fishing::NAME))
        .about("Fishing, with programs that meet through board files")
        .after_help(
            "Examples:\n  \
             chase match fishing --player territory --player greedy --games 6 --seed 1\n  \
             chase match fishing --player file:./ours --player file:./theirs --replays games\n  \
             chase match fishing --check ./ours\n\n\
             Exit status: 0 when it ran, whatever the score; 1 when --check finds faults; 2 trouble.",
        );
    Command::new("match")
        .about("Let players play against each other, outside programs among them")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(fishing)
        .after_help(
            "Example:\n  chase match fishing --player territory --player greedy --games 6 --seed 1",
        )
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let (_, matches) = matches.subcommand().expect("clap asks for a game");
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    // A second handler cannot be set; there is only one command to a process.
    let _ = ctrlc::set_handler(stop_all);
    match &options.check {
        Some(command) => check_one(command, &options, out),
        None => series(options, out),
    }
}

fn series(options: Options, out: &mut dyn Write) -> Result<(), Failure> {
    let players = options.player.len();
    if !(1..=PLAYERS_MAX).contains(&players) {
        let what = format!("players named: {players}, expected 1 to {PLAYERS_MAX}");
        return Err(Error::new(what)
            .help("as in: --player strong --player file:./ours")
            .into());
    }
    let seed = options.seed.unwrap_or_else(fresh_seed);
    if options.seed.is_none() {
        terminal::note(&format_args!(
            "seed {seed} was drawn; give it again to repeat this match"
        ));
    }
    let series = Series {
        board: options.board.as_deref().map(read_board).transpose()?,
        plan: options.size.plan(players, options.penguins),
        players: options.player,
        games: options.games,
        seed,
        penguins: options.penguins,
        time: options.time,
        replays: options.replays,
    };
    let bar = bar(series.games);
    let outcome = play(&series, &open_replay, &|done, standings| {
        if let Some(bar) = &bar {
            let score = standings.iter().map(|one| format!("{:.1}", one.points));
            bar.set_message(score.collect::<Vec<_>>().join(" - "));
            bar.set_position(done);
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    print(options.format, &outcome?, out)
}

fn bar(games: u64) -> Option<ProgressBar> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(games);
    let style = "{wide_bar} {pos} of {len} games, {msg}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    Some(bar)
}

fn print(format: Format, outcome: &Outcome, out: &mut dyn Write) -> Result<(), Failure> {
    match format {
        Format::Json => writeln!(out, "{}", to_json(outcome))?,
        Format::Csv => write!(out, "{}", standings::csv(&outcome.standings))?,
        Format::Text => {
            write!(out, "{}", standings::text(&outcome.standings, "fish"))?;
            for (n, accusation) in outcome.accusations.iter().enumerate() {
                if n == 0 {
                    writeln!(out)?;
                }
                let Accusation {
                    game,
                    turn,
                    player,
                    cause,
                    what,
                } = accusation;
                let turn = turn.map_or(String::new(), |turn| format!(", turn {turn}"));
                writeln!(out, "game {game}{turn}, {player}: {}: {what}", cause.word())?;
            }
        }
    }
    Ok(())
}

fn check_one(command: &str, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let command = command.strip_prefix("file:").unwrap_or(command);
    let program = Program::from_line(command).map_err(|why| Error::new(why.to_string()))?;
    let checked = check(&program, options.time, &|_, _| {});
    let faults = checked.iter().filter(|one| one.fault.is_some()).count();
    match options.format {
        Format::Json => writeln!(out, "{}", to_json(&checked))?,
        Format::Csv | Format::Text => {
            for one in &checked {
                match &one.fault {
                    None => writeln!(out, "ok    {}", one.name)?,
                    Some(fault) => writeln!(out, "FAIL  {}: {fault}", one.name)?,
                }
            }
            writeln!(out, "\n{} cases, {faults} with faults", checked.len())?;
        }
    }
    if faults == 0 {
        Ok(())
    } else {
        Err(Failure::Differs)
    }
}
