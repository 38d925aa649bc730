//! What a sweep plays: as a file says it, and before it the command line.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};

use chase_play::CommandLine;
use chase_sweep::{
    Folder, GameArguments, Measure, Names, PlannedSweep, SHARD_GAMES, Sheet, Spec, SweepGrid,
    Until, Varied, cells, check_measures, is_folder,
};
use chase_world::error::Error;
use chase_world::world::World;

/// Games of a cell where nobody says how many.
const GAMES: u64 = 10_000;

// What is played.
#[derive(Args)]
pub(crate) struct PlanOptions {
    /// TOML file with the plan of the sweep, as in `--spec plan.toml`; only --games and --seed may
    /// be given beside it, and win
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// Vary one thing: the player of a seat or side, as in D2=random,dfs; a number of the scenario,
    /// as in hours=10,100 or stamina.D1=50..500:50; an option of the game, as in cities=10,20;
    /// repeatable
    #[arg(long, value_name = "WHAT=VALUES")]
    vary: Vec<Varied>,
    /// Also count games that meet conditions, under a name, as in early=cause=caught,cycles<=10;
    /// repeatable
    #[arg(long, value_name = "NAME=CONDITIONS")]
    measure: Vec<Measure>,
    /// Number of games for each cell, as in 1000 [default: 10000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Number of scenarios to draw, if the arguments leave the scenario open; game k uses scenario
    /// k modulo N [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    maps: Option<u32>,
    /// Stop a cell when every interval is this narrow, as in half-width=0.01; at most --games
    #[arg(long, value_name = "RULE")]
    until: Option<Until>,
    /// Number of games between two checks of --until, as in 1000 [default: 65536]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    shard_games: Option<u64>,
}

/// The sweep that the command line asks for.
pub(crate) struct PlanRequest<'a> {
    game: &'static dyn CommandLine,
    words: GameArguments,
    options: &'a PlanOptions,
}

impl<'a> PlanRequest<'a> {
    pub(crate) fn new(
        game: &'static dyn CommandLine,
        matches: &ArgMatches,
        options: &'a PlanOptions,
    ) -> Self {
        let words = GameArguments::given(game, matches);
        PlanRequest { game, words, options }
    }

    /// A sweep that begins; what is odd about it is told.
    ///
    /// # Errors
    /// What is asked for cannot be played.
    pub(crate) fn begun(&self, world: &World) -> Result<Spec, Error> {
        let planned = self.plan(world, None)?;
        for warning in &planned.warnings {
            world.warn(warning);
        }
        if planned.seed_drawn {
            world.note_drawn(planned.spec.seed, "repeat this sweep");
        }
        Ok(planned.spec)
    }

    /// The sweep of a folder that goes on, if it is the one that is asked for; nothing where none was
    /// begun and it is said what is played.
    ///
    /// # Errors
    /// Another sweep, or none and nothing said.
    pub(crate) fn gone_on_with(&self, world: &World, path: &Path) -> Result<Option<Folder>, Error> {
        if !is_folder(&world.at(path)) {
            if !self.says_anything() {
                let error = Error::new("no sweep was begun in this folder").at(path.display());
                return Err(error.help("give the folder of a sweep, or the options of a new one"));
            }
            return Ok(None);
        }
        let folder = Folder::resume(&world.at(path))?;
        let spec = folder.spec();
        let place = |error: Error| error.at(path.display());
        if spec.game != self.game.name() {
            return Err(place(Error::new(format!("a sweep of {}", spec.game))));
        }
        spec.check_rules(self.game.rules()).map_err(place)?;
        if self.says_anything() {
            let mut planned = self.plan(world, None)?;
            if planned.seed_drawn {
                planned = self.plan(world, Some(spec.seed))?;
            }
            if planned.spec.hash() != folder.hash() {
                let error = Error::new("this folder holds a different sweep");
                return Err(place(
                    error.help("to continue that one, give --resume without settings"),
                ));
            }
        }
        warn_of_luck(world, folder.spec());
        Ok(Some(folder))
    }

    /// Returns whether anything says what is played.
    fn says_anything(&self) -> bool {
        let it = self.options;
        let counts = it.games.is_some() || it.maps.is_some() || it.shard_games.is_some();
        let lists = !it.vary.is_empty() || !it.measure.is_empty();
        counts || lists || it.spec.is_some() || it.until.is_some() || !self.words.is_empty()
    }

    /// The sweep to be played.
    fn plan(&self, world: &World, seed: Option<i64>) -> Result<PlannedSweep, Error> {
        let options = self.options;
        let (mut words, grid, measures) = match options.spec.as_deref() {
            Some(path) => {
                let sheet = Sheet::read(&world.at(path))?;
                self.of_sheet(&sheet).map_err(|error| error.at(path.display()))?
            }
            None => {
                let grid = SweepGrid {
                    games: options.games.unwrap_or(GAMES),
                    maps: options.maps.unwrap_or(1),
                    shard_games: options.shard_games.unwrap_or(SHARD_GAMES),
                    until: options.until.clone(),
                    varied: options.vary.clone(),
                };
                (self.words.clone(), grid, options.measure.clone())
            }
        };
        if let Some(seed) = seed {
            words.set_seed(seed);
        }
        let mut planned = cells(world, self.game, &words.line(), &grid)?;
        let names = Names::of(self.game, &mut planned.spec.header(0, 0))?;
        check_measures(&measures, &names)?;
        planned.spec.measures = measures;
        Ok(planned)
    }

    /// What a file says, with the games and the seed of the command line.
    fn of_sheet(&self, sheet: &Sheet) -> Result<(GameArguments, SweepGrid, Vec<Measure>), Error> {
        if let Some(other) = sheet.game.as_ref().filter(|it| *it != self.game.name()) {
            return Err(Error::new(format!("this is a sweep of {other}")));
        }
        let options = self.options;
        let mut beside = self.words.clone();
        let seed = beside.take_seed();
        let said = [
            ("--vary", !options.vary.is_empty()),
            ("--measure", !options.measure.is_empty()),
            ("--maps", options.maps.is_some()),
            ("--until", options.until.is_some()),
            ("--shard-games", options.shard_games.is_some()),
        ];
        let said = said.into_iter().filter(|(_, is_said)| *is_said);
        let mut said = beside.line().into_iter().chain(said.map(|(name, _)| name.to_owned()));
        if let Some(word) = said.next() {
            let error = Error::new(format!("`{word}` cannot be given beside --spec"));
            return Err(error.help("write it into the file; only --games and --seed may be given"));
        }
        let mut words = GameArguments::read(self.game, &sheet.words()?)?;
        if let Some(seed) = seed {
            words.set_seed(seed);
        }
        let until = sheet.until.as_deref().map(str::parse::<Until>).transpose();
        let grid = SweepGrid {
            games: options.games.or(sheet.games).unwrap_or(GAMES),
            maps: sheet.maps.unwrap_or(1),
            shard_games: sheet.shard_games.unwrap_or(SHARD_GAMES),
            until: until.map_err(|error| Error::new(error.to_string()))?,
            varied: sheet.varied()?,
        };
        Ok((words, grid, sheet.measures()?))
    }
}

/// Warns where the intervals of a sweep keep no promise.
pub(crate) fn warn_of_luck(world: &World, spec: &Spec) {
    if let Some(doubt) = spec.doubt_of_luck() {
        world.warn(&doubt);
    }
}
