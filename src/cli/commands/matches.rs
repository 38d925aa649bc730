//! `chase match`: players against each other, over many games.

mod check;
mod games;
mod house_players;
mod page;
mod watching;

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::manual::MATCH_STATUS;
use crate::commands::matches::games::MatchList;
use crate::commands::matches::page::MatchPage;
use crate::commands::matches::watching::{
    WatchOptions, finished_line, take_leave, warn_of_restarts,
};
use crate::input::people::AtTerminal;
use crate::options::interrupt::end_when_interrupted;
use crate::options::match_seed::{drawn_seed, seed_or_file};
use crate::options::outsiders::{
    OutsiderOptions, are_outside, is_listening, players_help, program_of, tell_door,
};
use crate::options::secret_files::{self, Secret};
use crate::options::setup::with_games;
use crate::print::help::GAME;
use crate::print::printout::{Format, Printout, TEXT_JSON_CSV, any_of};
use crate::print::progress_bar::ProgressBar;
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, Failure, GamesVerb, Verb};
use chase_arena::cast::doors;
use chase_arena::entrant::{Entrant, NamedPlayer, PlayerSource, Reader};
use chase_arena::files::command_and_id;
use chase_arena::guests::Times;
use chase_arena::journal::{FORM, Journal, MatchPlan};
use chase_arena::player_folder::players_in;
use chase_arena::report::MatchReport;
use chase_arena::schedule::{Schedule, Tournament};
use chase_arena::seat_groups::SeatLayout;
use chase_arena::series::{MatchEnding, MatchSeries};
use chase_arena::standings::{PlayerStanding, Standings};
use chase_arena::stats::Sprt;
use chase_kit::budget::{Limit, StopFlag};
use chase_outside::process::trouble;
use chase_outside::program::ProgramCommand;
use chase_outside::remote::{Allowance, Restart};
use chase_play::commands::Purpose;
use chase_play::openings::{Openings, Wanted};
use chase_play::{CommandLine, Games};
use chase_record::any::People;
use chase_replay::opener::opener;
use chase_world::error::Error;
use chase_world::world::World;

pub const VERB: &dyn Verb = &GamesVerb { name: "match", command, run };

#[derive(Args)]
struct MatchOptions {
    /// A player of the match, as in `--player greedy --player exec:./mine`; repeatable. Built-in
    /// players, human, exec:COMMAND, tcp:HOST:PORT, listen:PORT (prints a token; or
    /// listen:PORT,token=@FILE), in fishing file:COMMAND. WHO=PLAYER names the player of a side or
    /// seat, as in D1=dfs, and makes a line-up
    #[arg(long, value_name = "PLAYER")]
    player: Vec<String>,
    /// Add all players in this folder: each executable, and the `run` of each subfolder, under its
    /// name
    #[arg(long, value_name = "FOLDER")]
    players_from: Option<PathBuf>,
    /// Add all built-in players of the game; those that search may use this much per move, as in
    /// nodes=1000 or 100ms
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, default_missing_value = house_players::LIMIT)]
    house: Option<Limit>,
    /// Number of games for each pairing; each opening is played once with every seating of its
    /// players
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=GAMES_MAX))]
    games: u64,
    /// Seed of the openings and the dice, as in 7, or `@FILE` that contains it, so that players
    /// cannot see it in the process list [default: drawn]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = seed_or_file)]
    seed: Option<i64>,
    /// Pairings, if there are more players than seats
    #[arg(long, value_name = "KIND", default_value = "round-robin")]
    tournament: Tournament,
    /// Stop as soon as a sequential test decides whether the first of two players is at most ELO0
    /// or at least ELO1 stronger, with error rates ALPHA and BETA, as in 0,10,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Number of games in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Save every game as a replay in this folder, and a journal for --resume
    #[arg(long, value_name = "FOLDER")]
    replays: Option<PathBuf>,
    /// Write a page for the browser: standings, and each player's games, lost ones first; with
    /// --replays also a page for each game
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also list each player's games as text, lost ones first, at most 1,000 per player
    #[arg(long)]
    list: bool,
    /// Continue the interrupted match in the folder of --replays
    #[arg(long, requires = "replays")]
    resume: bool,
    #[command(flatten)]
    outsiders: OutsiderOptions,
    #[command(flatten)]
    watching: WatchOptions,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON_CSV))]
    format: Format,
    /// Test one outside player's use of the protocol and list its faults, as in `--check
    /// exec:./mine`
    #[arg(long, value_name = "PLAYER", conflicts_with_all = [
        "player", "players_from", "house", "games", "replays", "sprt", "tournament", "spectator", "follow", "show",
        "html", "list",
    ])]
    check: Option<String>,
}

/// The most games of a meeting.
const GAMES_MAX: u64 = 10_000_000;

fn command(games: Games) -> Command {
    let of_games = games.all().iter().map(|game| {
        let command = game.args(Purpose::Match, Command::new(game.name()));
        MatchOptions::augment_args(command)
            .mut_arg("move_time", |arg| arg.alias("time"))
            .about(game.about())
            .after_help(format!(
                "{2}\nExamples:\n  \
                 chase match {0} {1}\n  \
                 chase match {0} --check 'exec:chase player {0} random --stdio'\n\n\
                 {MATCH_STATUS}",
                game.name(),
                game.example(Purpose::Match),
                players_help(*game)
            ))
    });
    with_games(Command::new("match"), of_games)
        .about("Let players compete, your programs too, and rank them")
        .subcommand_value_name(GAME)
        .after_help(format!(
            "Examples:\n  \
             chase match fishing --player territory --player greedy --games 6 --seed 1\n  \
             chase match animal-checkers --player exec:./ours --player alphabeta:nodes=1000 --replays games\n  \
             chase match scotland-yard --player report --player tracking --games 20 --jobs 2\n\n\
             {MATCH_STATUS}"
        ))
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (name, matches) = matches.subcommand().expect("clap asks for a game");
    let mut options = MatchOptions::from_arg_matches(matches).map_err(clap_error)?;
    let stop = StopFlag::with_clock(context.world.clock());
    end_when_interrupted(context.world, stop.clone());
    let game = context.games.find(name)?;
    if let Some(limit) = options.house {
        options.player.extend(house_players::players(game, limit));
    }
    let secrets = options.secrets(context.world, game, matches)?;
    let others = options.players_from.as_deref().map(players_in).transpose()?.unwrap_or_default();
    let programs = options.programs(game, &others);
    let sandbox = &options.outsiders.sandbox;
    if options.starts_programs(&others) {
        sandbox.begin(context.world, &programs, &secrets)?;
        sandbox.check_apart(&programs, &secrets)?;
    }
    match &options.check {
        Some(player) => check::check_one(context.world, game, matches, player, &options, out),
        None => series(context, game, matches, &options, &others, stop, out),
    }
}

impl MatchOptions {
    /// Those that are named, to play or to be checked.
    fn named(&self) -> impl Iterator<Item = &String> {
        self.player.iter().chain(&self.check)
    }

    /// The programs that are named, as far as they are there.
    fn programs(&self, game: &dyn CommandLine, others: &[NamedPlayer]) -> Vec<ProgramCommand> {
        let check = self.check.iter().filter(|_| game.extras().file_protocol.is_some());
        let called = check.filter_map(|it| ProgramCommand::from_line(command_and_id(it).0).ok());
        let named = self.named().chain(others.iter().map(|it| &it.player));
        let named = named.chain(&self.watching.spectator);
        named.filter_map(|it| program_of(it)).chain(called).collect()
    }

    /// Returns whether a program is started, or somebody connects.
    fn starts_programs(&self, others: &[NamedPlayer]) -> bool {
        let has_more = !others.is_empty() || !self.watching.spectator.is_empty();
        self.check.is_some() || has_more || are_outside(&self.player)
    }

    /// The files that no program among the players may read.
    fn secrets(
        &self,
        world: &World,
        game: &dyn CommandLine,
        matches: &ArgMatches,
    ) -> Result<Vec<Secret>, Error> {
        let mut secrets = secret_files::of_scenario(world, game, matches)?;
        secrets.extend(secret_files::of_tokens(self.named()));
        secrets.extend(secret_files::of_seed(matches));
        let replays = self.replays.iter();
        secrets.extend(replays.map(|path| Secret::at("the folder of replays", path)));
        Ok(secrets)
    }

    /// The list that is asked for.
    fn list(&self, players: usize) -> Result<Option<MatchList<'_>>, Error> {
        if self.list && self.format != Format::Text {
            return Err(Error::new("--list prints text").help("leave out --format"));
        }
        let replays = self.replays.as_deref();
        Ok(self.list.then(|| MatchList::new(players, replays)))
    }

    /// The page that is asked for.
    fn page(&self, context: Context<'_>) -> Result<Option<MatchPage<'_>>, Error> {
        let page = |path| {
            MatchPage::new(context.world, context.games, path, self.replays.as_deref(), self.resume)
        };
        self.html.as_deref().map(page).transpose()
    }

    /// The requirements on the openings.
    fn wanted(&self, players: usize, seed: i64) -> Wanted {
        let Times { move_ms, game_ms } = self.outsiders.times();
        Wanted { seed, players, move_ms, game_ms }
    }
}

/// The schedule of the match. Warns of players that meet nobody.
fn schedule(
    world: &World,
    options: &MatchOptions,
    entrants: &[Entrant],
    layout: &SeatLayout,
) -> Result<Schedule, Failure> {
    let schedule = Schedule::new(entrants, layout, options.tournament, options.games)?;
    for idle in schedule.idle(entrants) {
        world.warn(&format_args!("{idle} has no opponent here and plays no game"));
    }
    if options.sprt.is_some() && entrants.len() != 2 {
        let what = format!("--sprt is for two players; there are {}", entrants.len());
        return Err(Error::new(what).into());
    }
    Ok(schedule)
}

fn series(
    context: Context<'_>,
    game: &'static dyn CommandLine,
    matches: &ArgMatches,
    options: &MatchOptions,
    others: &[NamedPlayer],
    stop: StopFlag,
    out: &mut dyn Write,
) -> Done {
    let seed = seed(context.world, options)?;
    let wanted = options.wanted(options.player.len() + others.len(), seed);
    let openings = game.openings(context.world, matches, wanted)?;
    for warning in openings.warnings() {
        context.world.warn(warning);
    }
    let layout = SeatLayout::of(game, &*openings)?;
    let allowance = options.outsiders.allowance(is_listening(&options.player));
    let reader = Reader { game, layout: &layout, allowance };
    let entrants = reader.read(&options.player, others)?;
    let list = options.list(entrants.len())?;
    let schedule = schedule(context.world, options, &entrants, &layout)?;
    let has_person = entrants.iter().any(is_person);
    let watchers = options.watching.programs(has_person)?;
    let doors = doors(&entrants)?;
    let plan = plan(game, &*openings, &entrants, options, &allowance, &schedule)?;
    let jobs = jobs(context.world, options, &entrants);
    let onlookers = options.watching.onlookers(context.world, &watchers, &allowance)?;
    // The last that can be refused: it begins the folder of replays.
    let replays = options.replays.as_ref().map(|folder| context.world.at(folder));
    let journal = Journal::of(replays.as_ref(), options.resume, &plan)?;
    let series = MatchSeries {
        game,
        openings: &*openings,
        layout,
        jobs,
        doors,
        entrants,
        allowance,
        schedule,
        replays,
        sprt: options.sprt,
        opener: &opener(context.games),
        stop,
        onlookers,
    };
    play(context, series, journal, options, seed, list, out)
}

/// Plays what the journal does not have, and tells it.
fn play(
    context: Context<'_>,
    series: MatchSeries<'_>,
    mut journal: Journal,
    options: &MatchOptions,
    seed: i64,
    mut list: Option<MatchList<'_>>,
    out: &mut dyn Write,
) -> Done {
    for (game, why) in series.check_journal(&mut journal)? {
        context.world.note(&format_args!("game {} is played again: {why}", game + 1));
    }
    tell_doors(context.world, &series);
    let mut page = options.page(context)?;
    let bar = bar(context.world, options, &series);
    let has_person = series.entrants.iter().any(is_person);
    let mut people = has_person.then(|| AtTerminal::new(context.world, &series.stop, true));
    let people = people.as_mut().map(|people| people as &mut dyn People);
    let played = series.play(&mut journal, people, &mut |standings, played| {
        show(&bar, standings);
        if let Some(page) = &mut page {
            page.add(played);
        }
        if let Some(list) = &mut list {
            list.add(played);
        }
        if options.watching.follow {
            context.world.note(&finished_line(&series, standings, played));
        }
    });
    drop(bar);
    let (standings, ending) = played?;
    if let Some(trouble) = trouble().filter(|_| standings.progress().0 == 0) {
        return Err(Error::new(trouble).into());
    }
    print(context.world, options, &series, &standings, seed, page.as_ref(), out)?;
    if let Some(list) = &list {
        out.write_all(list.text(context.world, &series).as_bytes())?;
    }
    out.flush()?;
    warn_of_restarts(context.world, &standings);
    take_leave(context.world, series.onlookers);
    match ending {
        MatchEnding::Done if standings.rows().iter().any(PlayerStanding::failed_throughout) => {
            Err(Failure::Differs)
        }
        MatchEnding::Done => Ok(()),
        MatchEnding::Interrupted { kept } => Err(interrupted(options, kept, &standings).into()),
    }
}

fn is_person(entrant: &Entrant) -> bool {
    entrant.parts.iter().any(|part| matches!(part.kind, PlayerSource::Person))
}

/// The seed given, the interrupted match's, or one that is drawn.
fn seed(world: &World, options: &MatchOptions) -> Result<i64, Error> {
    if let Some(seed) = options.seed {
        return Ok(seed);
    }
    if let Some(folder) = options.replays.as_ref().filter(|_| options.resume)
        && let Some(plan) = Journal::plan(&world.at(folder))?
    {
        return Ok(plan.seed);
    }
    let seed = drawn_seed();
    world.note(&format_args!("seed {seed} was drawn; give it with --seed to repeat this match"));
    Ok(seed)
}

fn plan(
    game: &dyn CommandLine,
    openings: &dyn Openings,
    entrants: &[Entrant],
    options: &MatchOptions,
    allowance: &Allowance,
    schedule: &Schedule,
) -> Result<MatchPlan, Error> {
    // Files that openings are made of come in turn, so the first of them show all.
    const LOOKED_AT_MAX: u64 = 64;
    let mut hasher = blake3::Hasher::new();
    let mut seed = 0;
    for n in 0..schedule.openings().min(LOOKED_AT_MAX) {
        let header = openings.sample(n)?;
        seed = header.seed;
        hasher.update(format!("{} {}\n", header.dice, header.scenario.get()).as_bytes());
    }
    Ok(MatchPlan {
        form: FORM,
        game: game.name().to_owned(),
        rules: game.rules(),
        players: entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        openings: openings.about(),
        scenarios: hasher.finalize().to_hex().to_string(),
        seed,
        games: options.games,
        tournament: options.tournament,
        sprt: options.sprt.map(|sprt| sprt.to_string()),
        limits: allowance.to_string(),
    })
}

/// Players at sockets and people play one game at a time.
fn jobs(world: &World, options: &MatchOptions, entrants: &[Entrant]) -> usize {
    if options.jobs > 1 && entrants.iter().any(Entrant::plays_one_at_a_time) {
        world.note(&"one game at a time: a player at a socket or a terminal plays only one");
        return 1;
    }
    if options.jobs > 1 && options.outsiders.restart == Restart::Never {
        world
            .note(&"one game at a time: with --restart never a failure counts for all later games");
        return 1;
    }
    if options.jobs > 1 && options.watching.show.is_some() {
        world.note(&"one game at a time: --show shows one");
        return 1;
    }
    options.jobs.into()
}

fn tell_doors(world: &World, series: &MatchSeries<'_>) {
    for ((entrant, part), door) in &series.doors {
        tell_door(world, &series.entrants[*entrant].parts[*part].name, door);
    }
}

fn bar(world: &World, options: &MatchOptions, series: &MatchSeries<'_>) -> ProgressBar {
    let mut bar = ProgressBar::new(world, Some(series.schedule.fixtures.len() as u64), "games");
    bar.is_shown &= !options.watching.is_on_screen() && !series.entrants.iter().any(is_person);
    bar
}

/// The running score.
fn show(bar: &ProgressBar, standings: &Standings) {
    let points = standings.rows().iter().map(|one| format!("{:.1}", one.points));
    let mut words = points.collect::<Vec<_>>().join(" - ");
    if let Some(tested) = standings.tested() {
        let (low, high) = tested.bounds;
        words.push_str(&format!(", LLR {:.2} ({low:.2}, {high:.2})", tested.llr));
    }
    bar.set(|it| (it.position, it.message) = (standings.progress().0, words));
}

fn interrupted(options: &MatchOptions, kept: u64, standings: &Standings) -> Error {
    let (counted, planned) = standings.progress();
    let more = match kept.saturating_sub(counted) {
        _ if options.replays.is_none() => String::new(),
        0 => String::new(),
        more => format!("; {more} later ones are kept and not counted yet"),
    };
    let error = Error::new(format!("interrupted after {counted} of {planned} games{more}"));
    match &options.replays {
        Some(_) => error.help("go on with the same command and --resume"),
        None => error.help("with --replays DIR an interrupted match can be resumed"),
    }
}

fn print(
    world: &World,
    options: &MatchOptions,
    series: &MatchSeries<'_>,
    standings: &Standings,
    seed: i64,
    page: Option<&MatchPage<'_>>,
    out: &mut dyn Write,
) -> Done {
    let (game, about) = (series.game, series.openings.about());
    let lengths = format!("{}s", game.unit());
    let report = MatchReport {
        openings: &about,
        seed,
        amount: game.amount().unwrap_or(&lengths),
        ..MatchReport::new(standings, game.name(), game.unit())
    };
    Printout::default()
        .text(|out| write!(out, "{}", report.text()))
        .json(&report)
        .form(Format::Csv, |out| write!(out, "{}", report.csv()))
        .print(options.format, out)?;
    page.map_or(Ok(()), |page| page.write(world, &report))
}
