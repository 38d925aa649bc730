//! What a sweep plays: as a file says it, and before it the command line.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};

use super::terminal;
use crate::error::Error;
use crate::games::CommandLine;
use crate::sweep::{
    Folder, GameArguments, Measure, Names, Override, PlannedSweep, SHARD_GAMES, Sheet, Spec,
    SweepGrid, Until, Varied, Versions, cells, check_measures, is_folder,
};

/// Games of a cell where nobody says how many.
const GAMES: u64 = 10_000;

// What is played.
#[derive(Args)]
pub(super) struct PlanOptions {
    /// TOML file with the plan of the sweep, as in `--spec plan.toml`; options given here win
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
pub(super) struct PlanRequest<'a> {
    game: &'static dyn CommandLine,
    words: GameArguments,
    options: &'a PlanOptions,
}

impl<'a> PlanRequest<'a> {
    pub(super) fn new(
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
    pub(super) fn begun(&self) -> Result<Spec, Error> {
        let (planned, overridden) = self.plan(None)?;
        self.tell(&overridden);
        for warning in &planned.warnings {
            terminal::warn(warning);
        }
        if planned.seed_drawn {
            terminal::note_drawn(planned.spec.seed, "repeat this sweep");
        }
        Ok(planned.spec)
    }

    /// The sweep of a folder that goes on, if it is the one that is asked for; nothing where none was
    /// begun and it is said what is played.
    ///
    /// # Errors
    /// Another sweep, or none and nothing said.
    pub(super) fn gone_on_with(&self, path: &Path) -> Result<Option<Folder>, Error> {
        if !is_folder(path) {
            if !self.says_anything() {
                let error = Error::new("no sweep was begun in this folder").at(path.display());
                return Err(error.help("give the folder of a sweep, or the options of a new one"));
            }
            return Ok(None);
        }
        let folder = Folder::resume(path)?;
        let spec = folder.spec();
        let place = |error: Error| error.at(path.display());
        if spec.game != self.game.name() {
            return Err(place(Error::new(format!("a sweep of {}", spec.game))));
        }
        let rules = self.game.rules();
        spec.check_versions(Versions { rules }).map_err(place)?;
        if self.says_anything() {
            let (mut planned, mut overridden) = self.plan(None)?;
            if planned.seed_drawn {
                (planned, overridden) = self.plan(Some(spec.seed))?;
            }
            if planned.spec.hash() != folder.hash() {
                let error = Error::new("this folder holds a different sweep");
                return Err(place(
                    error.help("to continue that one, give --resume without settings"),
                ));
            }
            self.tell(&overridden);
        }
        warn_of_luck(folder.spec());
        Ok(Some(folder))
    }

    /// Returns whether anything says what is played.
    fn says_anything(&self) -> bool {
        let it = self.options;
        let counts = it.games.is_some() || it.maps.is_some() || it.shard_games.is_some();
        let lists = !it.vary.is_empty() || !it.measure.is_empty();
        counts || lists || it.spec.is_some() || it.until.is_some() || !self.words.is_empty()
    }

    /// The sweep to be played, and the arguments of the sheet that the command line replaces.
    /// Everything else comes from the sheet.
    fn plan(&self, seed: Option<i64>) -> Result<(PlannedSweep, Vec<Override>), Error> {
        let sheet = match self.options.spec.as_deref() {
            Some(path) => {
                let place = |error: Error| error.at(path.display());
                let sheet = Sheet::read(path)?;
                if let Some(other) = sheet.game.as_ref().filter(|it| *it != self.game.name()) {
                    return Err(place(Error::new(format!("this is a sweep of {other}"))));
                }
                self.joined(&sheet).map_err(place)?
            }
            None => self.joined(&Sheet::default())?,
        };
        let Joined { mut words, grid, measures, overridden } = sheet;
        if let Some(seed) = seed {
            words.set_seed(seed);
        }
        let mut planned = cells(self.game, &words.line(), &grid)?;
        let names = Names::of(self.game, &mut planned.spec.header(0, 0))?;
        check_measures(&measures, &names)?;
        planned.spec.measures = measures;
        Ok((planned, overridden))
    }

    /// A sheet with what the command line says in its place.
    fn joined(&self, sheet: &Sheet) -> Result<Joined, Error> {
        let options = self.options;
        let mut words = GameArguments::read(self.game, &sheet.words()?)?;
        let mut overridden = words.override_by(&self.words);
        let until = sheet.until.as_deref().map(str::parse::<Until>).transpose();
        let until = until.map_err(|error| Error::new(error.to_string()))?;
        let mut chosen = Chosen(&mut overridden);
        let grid = SweepGrid {
            games: chosen.of("games", options.games, sheet.games).unwrap_or(GAMES),
            maps: chosen.of("maps", options.maps, sheet.maps).unwrap_or(1),
            shard_games: chosen
                .of("shard-games", options.shard_games, sheet.shard_games)
                .unwrap_or(SHARD_GAMES),
            until: chosen.of("until", options.until.clone(), until),
            varied: chosen.listed("vary", sheet.varied()?, &options.vary, |it| &it.name),
        };
        let measures = chosen.listed("measure", sheet.measures()?, &options.measure, |it| &it.name);
        Ok(Joined { words, grid, measures, overridden })
    }

    /// Says what of the sheet does not count.
    fn tell(&self, overridden: &[Override]) {
        let path = self.options.spec.as_deref().unwrap_or(Path::new(""));
        for Override { ours, theirs } in overridden {
            terminal::note(&format_args!("`{ours}` replaces `{theirs}` of {}", path.display()));
        }
    }
}

/// The sheet and the command line put together.
struct Joined {
    words: GameArguments,
    grid: SweepGrid,
    measures: Vec<Measure>,
    /// The arguments of the sheet that do not count.
    overridden: Vec<Override>,
}

/// Takes what the command line says before what the sheet does, and notes it.
struct Chosen<'a>(&'a mut Vec<Override>);

impl Chosen<'_> {
    fn of<T: PartialEq + ToString>(
        &mut self,
        name: &str,
        ours: Option<T>,
        theirs: Option<T>,
    ) -> Option<T> {
        if let (Some(ours), Some(theirs)) = (&ours, &theirs)
            && ours != theirs
        {
            let said = |it: &T| format!("--{name}={}", it.to_string());
            self.0.push(Override { ours: said(ours), theirs: said(theirs) });
        }
        ours.or(theirs)
    }

    /// A list of the sheet with the command line's values put in their places: an entry of the same
    /// name takes the place of the sheet's, and others come after them.
    fn listed<T: PartialEq + Clone + ToString>(
        &mut self,
        option: &str,
        mut all: Vec<T>,
        ours: &[T],
        name: impl Fn(&T) -> &String,
    ) -> Vec<T> {
        let sheet = all.len();
        for one in ours {
            let known = all[..sheet].iter_mut().find(|it| name(it) == name(one));
            let Some(known) = known else {
                all.push(one.clone());
                continue;
            };
            if known != one {
                let said = |it: &T| format!("--{option} {}", it.to_string());
                let (ours, theirs) = (said(one), said(known));
                self.0.push(Override { ours, theirs });
                known.clone_from(one);
            }
        }
        all
    }
}

/// Warns where the intervals of a sweep keep no promise.
pub(super) fn warn_of_luck(spec: &Spec) {
    if let Some(doubt) = spec.doubt_of_luck() {
        terminal::warn(&doubt);
    }
}
