//! `chase laws`: searches a game for a state in which it breaks a law that every game keeps.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};
use serde::Serialize;

use crate::options::cycle_number::option_of;
use crate::options::setup::{named_game, with_games};
use crate::print::printout::{Format, Printout, TEXT_JSON, any_of};
use crate::print::progress_bar::ProgressBar;
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, Failure, GamesVerb, Verb};
use chase_checks::laws::{
    BreachPlace, Budget, CycleWalk, LawBreach, SearchCoverage, SearchProgress,
};
use chase_engine::header::Header;
use chase_play::commands::Purpose;
use chase_play::{CommandLine, Games};
use chase_record::any::{AnyRecording, DrawnHistory, Projections, RecordingSink as _};
use chase_replay::opener::opener;
use chase_replay::store::{Overwrite, ReplayWriter};
use chase_world::error::{Error, IoAt, quoted};
use chase_world::panics::{guarded, quiet};
use chase_world::world::World;

pub const VERB: &dyn Verb = &GamesVerb { name: "laws", command, run };

/// How often it is said how far a search is, where no bar shows it.
const LINE: Duration = Duration::from_secs(60);

/// Turns of a way that people are shown.
const TURNS_SHOWN_MAX: usize = 60;

#[derive(Args)]
struct LawsOptions {
    /// Search only a little, in a few seconds, as a test does
    #[arg(long)]
    brief: bool,
    /// Number of states to examine, breadth first [default: 100000; with --brief 1000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    states: Option<u64>,
    /// Number of random games to examine, and as many steered towards rare endings [default: 200;
    /// with --brief 10]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Number of games between built-in players, each with its own seed, to examine as a whole
    /// [default: 20; with --brief 4]
    #[arg(long, value_name = "N")]
    whole_games: Option<u64>,
    /// Follow at most this many outcomes of one action's dice; of more, a random few [default: 256;
    /// with --brief 64]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    draws: Option<u64>,
    /// Write the game that leads to a broken law to this file: binary for FILE.chase, else JSON
    /// [default: laws-GAME.json]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that exists and differs
    #[arg(long)]
    force: bool,
    /// Output format: for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON))]
    format: Format,
}

fn command(games: Games) -> Command {
    let of_games = games.all().iter().map(|game| {
        let command = game.args(Purpose::Record, Command::new(game.name()));
        LawsOptions::augment_args(command).about(game.about()).after_help(format!(
            "Example:\n  chase laws {} {} --brief",
            game.name(),
            game.example(Purpose::Record)
        ))
    });
    with_games(Command::new("laws"), of_games)
        .about("Search a game's rules for errors, by laws that every game must keep")
        .after_help(
            "It checks every state of the scenario, breadth first, up to --states; then random games, games \
             steered to rare ends, and games of the players. Give a small scenario: of a large one, it covers \
             only the beginning completely. Exit status: 0 every law that was checked is kept, 1 one is \
             broken.\n\n\
             Examples:\n  \
             chase laws police --brief\n  \
             chase laws police --states 5000 --games 20 --whole-games 3\n  \
             chase laws animal-checkers --side 1 --seed 7 --brief",
        )
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (game, matches) = named_game(context.games, matches)?;
    let options = LawsOptions::from_arg_matches(matches).map_err(clap_error)?;
    let setup = game.setup(context.world, matches, 0)?;
    for warning in &setup.warnings {
        context.world.warn(warning);
    }
    are_built_in(game, &setup.header)?;
    match search(context.world, game, &setup.header, &options) {
        Ok(searched) => Printout::default()
            .text(|out| kept(game, &searched, out))
            .json(&searched)
            .print(options.format, out),
        Err(found) => {
            let broken = LawViolation::of(context, game, *found, &setup.header, &options)?;
            Printout::default()
                .text(|out| broken.text(out))
                .json(&broken)
                .print(options.format, out)?;
            Err(Failure::Differs)
        }
    }
}

/// The players of a game of which the laws are checked are asked again and again.
fn are_built_in(game: &dyn CommandLine, header: &Header) -> Result<(), Error> {
    let seats = u8::try_from(header.players.len()).unwrap_or(u8::MAX);
    for name in &header.players {
        let built_in = game.built_in(name, seats);
        if !built_in.is_ok_and(|it| it.is_reproducible) {
            let what = format!("`{}` may choose differently when asked again", quoted(name));
            let help = "give built-in players without a time limit";
            return Err(Error::new(what).help(help));
        }
    }
    Ok(())
}

fn search(
    world: &World,
    game: &dyn CommandLine,
    header: &Header,
    options: &LawsOptions,
) -> Result<SearchCoverage, Box<LawBreach>> {
    let usual = match options.brief {
        true => Budget::SMALL,
        false => Budget::USUAL,
    };
    let count = |asked: Option<u64>, usual| {
        asked.map_or(usual, |n| usize::try_from(n).unwrap_or(usize::MAX))
    };
    let budget = Budget {
        states: count(options.states, usual.states),
        games: options.games.unwrap_or(usual.games),
        played: options.whole_games.unwrap_or(usual.played),
        draws: count(options.draws, usual.draws),
    };
    let bar = ProgressBar::new(world, None, "");
    let show = |SearchProgress { phase, done, all }: SearchProgress| {
        bar.set(|it| {
            (it.position, it.length) = (done, Some(all));
            if it.what != phase {
                it.what = phase.into();
                it.begin_here();
            }
        });
    };
    let mut told = world.clock().start();
    let mut tell = |progress| {
        if bar.is_shown {
            show(progress);
        } else if told.elapsed() >= LINE {
            let SearchProgress { phase, done, all } = progress;
            told.restart();
            world.note(&format_args!("{done} of {all} {phase}"));
        }
    };
    // A panic of the rules is a broken law and told as one.
    quiet(|| game.search_laws(header, &budget, &mut tell))
}

/// Tells what a game was held against that keeps every law.
fn kept(game: &dyn CommandLine, it: &SearchCoverage, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: every law that was checked is kept\n", game.name())?;
    let (states, depth) = (it.states, it.depth);
    match it.is_whole {
        true => writeln!(out, "states    {states}: all there are, {depth} turns deep")?,
        false => writeln!(out, "states    {states}, among them all within {depth} turns")?,
    }
    let (drawn, steered, played) = (it.drawn, it.steered, it.played);
    writeln!(
        out,
        "games     {drawn} random, {steered} steered to rare ends, {played} by the players"
    )?;
    if it.unfinished > 0 {
        writeln!(out, "          {} were stopped before their end", it.unfinished)?;
    }
    let ends = it.endings.iter().map(|(cause, n)| format!("{cause} in {n} states"));
    writeln!(out, "ends      {}", ends.collect::<Vec<_>>().join(", "))?;
    let tried = |everywhere: bool| match everywhere {
        true => "each in every state",
        false => "256 of them in each state",
    };
    let whose = match it.actions_given {
        true => "those the author gives",
        false => "those met in play, and these with one value changed",
    };
    match (it.actions, tried(it.actions_everywhere)) {
        (0, _) => writeln!(out, "actions   none: no seat acts alone")?,
        (actions, where_tried) => writeln!(
            out,
            "actions   {actions} tried, {where_tried}: {whose}; `decide` accepts just the legal ones"
        )?,
    }
    let (events, where_tried) = (it.events, tried(it.events_everywhere));
    writeln!(out, "events    {events} tried, {where_tried}")?;
    writeln!(
        out,
        "          in {} states the rules accept only events that can happen",
        it.states_exact
    )?;
    if it.states_inexact > 0 {
        writeln!(
            out,
            "          in {} states chance allows too many events to list; those accepted lead to valid states",
            it.states_inexact
        )?;
    }
    if !it.symmetries.is_empty() {
        writeln!(out, "symmetry  {}", it.symmetries.join(", "))?;
    }
    if it.has_oracle {
        writeln!(out, "oracle    the author's second reckoning of the end")?;
    }
    match it.has_secrets {
        true => writeln!(
            out,
            "secrets   {} pairs of games that look the same to a seat were compared",
            it.pairs
        ),
        false => writeln!(out, "secrets   none"),
    }
}

/// A law that is broken, and what shows it.
#[derive(Serialize)]
struct LawViolation {
    law: &'static str,
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<u64>,
    /// The turns to the state where it is broken, in words.
    turns: Vec<String>,
    /// True if there is no way of fewer turns.
    is_shortest: bool,
    /// The command that shows the state.
    #[serde(skip_serializing_if = "Option::is_none")]
    show: Option<String>,
}

impl LawViolation {
    fn of(
        context: Context<'_>,
        game: &dyn CommandLine,
        found: LawBreach,
        header: &Header,
        options: &LawsOptions,
    ) -> Result<Self, Error> {
        let mut broken = LawViolation {
            law: found.broken.law.name(),
            cycle: found.broken.at.map(|at| at.1),
            what: found.broken.to_string(),
            turns: Vec::new(),
            is_shortest: false,
            show: None,
        };
        let usual = || format!("laws-{}.json", game.name()).into();
        let file = File {
            games: context.games,
            path: options.output.clone().unwrap_or_else(usual),
            // The file of the usual name is this command's own.
            overwrite: Overwrite::by(options.force || options.output.is_none()),
        };
        match found.place {
            BreachPlace::State { turns, is_shortest, mut replay } => {
                (broken.turns, broken.is_shortest) = (turns, is_shortest);
                broken.show = file.write(context.world, header, &mut *replay)?;
            }
            BreachPlace::Game(mut header) => {
                // A game that breaks a law may be one that cannot be recorded.
                let write = || match game.record(&mut header) {
                    Ok(recording) => {
                        file.write(context.world, &header, &mut Recorded::sealed(recording))
                    }
                    Err(_) => Ok(None),
                };
                broken.show = guarded(write).unwrap_or(Ok(None))?;
            }
        }
        Ok(broken)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "the law of {} is broken: {}", self.law, self.what)?;
        if !self.turns.is_empty() {
            let count = self.turns.len();
            match self.is_shortest {
                true => writeln!(out, "\nthe shortest way there, {count} turns:")?,
                false => {
                    writeln!(out, "\nthe way there, {count} turns; there may be a shorter one:")?
                }
            }
            for turn in self.turns.iter().take(TURNS_SHOWN_MAX) {
                writeln!(out, "  {turn}")?;
            }
            if let more @ 1.. = count.saturating_sub(TURNS_SHOWN_MAX) {
                writeln!(out, "  and {more} more")?;
            }
        }
        match &self.show {
            Some(command) => writeln!(out, "\nthe command that shows it:\n  {command}"),
            None => Ok(()),
        }
    }
}

/// A game that is played once more.
struct Recorded(Box<dyn AnyRecording>);

impl Recorded {
    fn sealed(mut recording: Box<dyn AnyRecording>) -> Self {
        recording.project(Projections { seals: true, ..Projections::default() });
        Recorded(recording)
    }
}

impl CycleWalk for Recorded {
    fn advance(&mut self) -> bool {
        self.0.advance()
    }

    fn now(&self) -> &dyn DrawnHistory {
        self.0.now()
    }
}

/// The file that the way to a broken law is written to.
struct File {
    games: Games,
    path: PathBuf,
    overwrite: Overwrite,
}

impl File {
    /// Writes cycles as a recording. The command that shows its last, if there is one.
    fn write(
        &self,
        world: &World,
        header: &Header,
        cycles: &mut dyn CycleWalk,
    ) -> Result<Option<String>, Error> {
        let path = &self.path;
        let opener = opener(self.games);
        if !cycles.advance() {
            return Ok(None);
        }
        let mut recorder = ReplayWriter::create(&world.at(path), header, self.overwrite, &opener)?;
        loop {
            recorder.cycle(cycles.now()).io_at(path.display(), "write")?;
            if !cycles.advance() {
                break;
            }
        }
        let (last, unit) = (cycles.now().last().unwrap_or_default(), cycles.now().unit());
        recorder.finish(cycles.now(), &opener)?;
        let (program, path) = (world.name(), path.display());
        Ok(Some(format!("{program} replay {path} --{} {last}", option_of(unit))))
    }
}
