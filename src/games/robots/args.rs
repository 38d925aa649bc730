//! ROBOTS on the command line.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command};

use super::game_file::{FileGames, only_game, read_games};
use super::openings::OpeningCells;
use super::options::{BoardArgs, embedded};
use super::scenario::Mode;
use super::{RobotsGame, Scenario, contest, new};
use chase_play::commands::{Commands, LuckArgs, Purpose, ScenarioArgs, Scenarios, Seed};
use chase_play::openings::Wanted;
use chase_play::player_name::HUMAN;
use chase_play::{CommandExtras, NewFiles, Printed, Setup, parsed, plain};
use chase_record::replay::Header;
use chase_world::error::Error;
use chase_world::world::{World, WorldPath};

/// Who plays in `record`.
#[derive(Args)]
pub struct RecordArgs {
    #[command(flatten)]
    luck: LuckArgs,
    /// Player, as in greedy [default: survivor]
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Contest file; prints the contest's transcript of all its cases and records none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "board", "robots", "teleport_cells", "teleports", "scenario_file", "player"])]
    contest: Option<PathBuf>,
    /// Record this case of the contest file, from 1, as in 2
    #[arg(long, value_name = "K", requires = "contest")]
    case: Option<usize>,
}

/// What `play` takes.
#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    luck: LuckArgs,
    /// Player
    #[arg(long, value_name = "PLAYER", default_value = HUMAN)]
    player: String,
}

/// A game of one player on what was asked for.
fn begin(
    luck: LuckArgs,
    scenario: ScenarioArgs<RobotsGame>,
    purpose: Purpose,
    player: String,
    usual_seed: Option<i64>,
) -> Result<Setup, Error> {
    let own = &scenario.own;
    let file = own.file.as_ref().or(own.board.as_ref());
    let file = file.and_then(|file| file.file_stem());
    let file = file.map(|stem| stem.to_string_lossy().into_owned());
    let stem = scenario.file_stem().or(file);
    let is_own = stem.is_none() && !own.is_random();
    let usual_seed = usual_seed.filter(|_| is_own);
    let nobody = |_| unreachable!("one player has all the seats");
    let setup = luck.setup(scenario, purpose, vec![player], nobody, usual_seed)?;
    Ok(match stem {
        Some(stem) => setup.prefixed(&format!("{stem}-")),
        None => setup,
    })
}

impl RecordArgs {
    fn case_setup(&self, path: &WorldPath) -> Result<Setup, Error> {
        let FileGames { games, .. } = read_games(path)?;
        let case = self.case.unwrap_or(1);
        let board = case.checked_sub(1).and_then(|n| games.get(n));
        let board = board.ok_or_else(|| {
            let what = format!("there is no case {case}; the last is case {}", games.len());
            Error::new(what).at(path.display())
        })?;
        let seed = Seed::given_or_usual(self.luck.seed, Some(embedded::SEED));
        let game = RobotsGame::playable(board.scenario(Mode::Once))?;
        let setup = Setup::named_after_players(&game, &["contest".into()], seed);
        Ok(setup.prefixed(&format!("case-{case}-")))
    }
}

impl Commands for RobotsGame {
    const ABOUT: &'static str =
        "ROBOTS: one player, many robots that come nearer, debris and teleports";
    const RECORD_EXAMPLE: &'static str = "data/robots/ring.txt --player contest --seed 7";
    const PLAY_EXAMPLE: &'static str = "data/robots/crowd.txt --teleports once --seed 7";
    const NEW_EXAMPLE: &'static str = "--robots 20 --teleport-cells 5 --seed 1 -o robots.txt";
    const MATCH_EXAMPLE: &'static str =
        "--player contest --player survivor:nodes=2000 --games 10 --seed 1";
    const OWN_FILES: Option<&'static [&'static str]> = Some(&["robots", "teleport_cells"]);
    const COMMAND_EXTRAS: CommandExtras =
        CommandExtras { instead: Some(contest_instead), ..CommandExtras::NONE };

    type Options = BoardArgs;
    type Record = RecordArgs;
    type Play = PlayArgs;
    type Match = ();

    fn adapted(command: Command, purpose: Purpose) -> Command {
        match purpose {
            Purpose::Record | Purpose::Play => command
                .mut_arg("seed", |arg| arg.help("Seed of the dice, as in 7 [default: drawn]")),
            Purpose::New => with_counts(command)
                .mut_arg("robots", |arg| arg.help("Robots"))
                .mut_arg("teleport_cells", |arg| arg.help("Teleports"))
                .mut_arg("teleports", |arg| arg.alias("mode"))
                .mut_arg("seed", |arg| arg.help("Seed of the board, as in 7 [default: drawn]"))
                .mut_arg("output", |arg| arg.help("Write the board to this file")),
            Purpose::Match => with_counts(command)
                .mut_arg("board", |arg| {
                    arg.help("A file with the boards, one game or several [default: random boards]")
                })
                .mut_arg("robots", |arg| arg.help("Robots on random boards"))
                .mut_arg("teleport_cells", |arg| arg.help("Teleports on random boards")),
        }
    }

    fn scenarios(
        world: &World,
        options: BoardArgs,
        _: Purpose,
        wanted: Wanted,
    ) -> Result<Box<dyn Scenarios<Self>>, Error> {
        Ok(Box::new(OpeningCells::new(world, options, wanted)?))
    }

    fn record(scenario: ScenarioArgs<Self>, record: RecordArgs) -> Result<Setup, Error> {
        if let Some(path) = &record.contest {
            return record.case_setup(&scenario.world.at(path));
        }
        let limits = &record.luck.limits;
        let player = match &record.player {
            Some(name) => name.clone(),
            None if limits.limit().is_some() => plain(embedded::PLAYER).to_owned(),
            None => embedded::PLAYER.to_owned(),
        };
        let usual = record.player.is_none().then_some(embedded::SEED);
        begin(record.luck, scenario, Purpose::Record, player, usual)
    }

    fn play(scenario: ScenarioArgs<Self>, play: PlayArgs) -> Result<Setup, Error> {
        begin(play.luck, scenario, Purpose::Play, play.player, None)
    }

    fn own_files(
        options: BoardArgs,
        seed: i64,
        output: Option<PathBuf>,
    ) -> Result<NewFiles, Error> {
        Ok(new::files(options.counts(), seed, output))
    }

    const COUNTS_TIME: bool = true;
    const EXAMPLE_FILES: &'static [(&'static str, &'static str)] = &[
        ("crowd.txt", include_str!("data/crowd.txt")),
        ("lines.txt", include_str!("data/lines.txt")),
        ("open.txt", include_str!("data/open.txt")),
        ("ring.txt", include_str!("data/ring.txt")),
    ];

    fn load(path: &WorldPath, like: &Header) -> Result<Setup, Error> {
        let like: Scenario = serde_json::from_str(like.scenario.get())
            .map_err(|error| Error::new(error.to_string()))?;
        let (board, warnings) = only_game(path)?;
        let game = Self::playable(board.scenario(like.mode))?;
        let seed = Seed::given_or_drawn(None);
        let setup = Setup::named_after_players(&game, &[HUMAN.into()], seed);
        Ok(setup.warned(warnings))
    }
}

/// The transcript of a whole contest, where its file is given and none of its cases is chosen.
fn contest_instead(world: &World, matches: &ArgMatches) -> Result<Option<Printed>, Error> {
    let record = parsed::<RecordArgs>(matches)?;
    match (&record.contest, record.case) {
        (Some(path), None) => {
            let FileGames { games, warnings } = read_games(&world.at(path))?;
            let text = contest::transcript(&games);
            Ok(Some(Printed { text, warnings }))
        }
        _ => Ok(None),
    }
}

/// Random boards have these counts where nothing is said.
fn with_counts(command: Command) -> Command {
    command
        .mut_arg("robots", |arg| arg.default_value("20"))
        .mut_arg("teleport_cells", |arg| arg.default_value("5"))
}
