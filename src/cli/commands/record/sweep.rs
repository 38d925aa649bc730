//! `chase record --from-sweep`: any game of a sweep, as a recording.

use crate::verb::Context;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};

use chase_play::{CommandLine, Setup};
use chase_sweep::Folder;
use chase_world::error::Error;

// Which game of a sweep.
#[derive(Args)]
pub struct SweepGame {
    /// Record one game of the sweep in this folder; with --cell and --game
    #[arg(long, value_name = "FOLDER", global = true, requires = "cell")]
    from_sweep: Option<PathBuf>,
    /// Cell of the sweep, from 0
    #[arg(long, value_name = "N", global = true, requires = "game")]
    cell: Option<usize>,
    /// Number of the game in its cell, from 0
    #[arg(long, value_name = "N", global = true, requires = "from_sweep")]
    game: Option<u64>,
}

impl SweepGame {
    /// Checks that nothing else says what is recorded: `others` are the arguments that could.
    ///
    /// # Errors
    /// One of them was given.
    pub fn check_alone(&self, matches: &ArgMatches, others: &Command) -> Result<(), Error> {
        if self.from_sweep.is_none() {
            return Ok(());
        }
        let is_given = |arg: &&Arg| {
            let id = arg.get_id().as_str();
            matches.try_contains_id(id).is_ok()
                && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let Some(arg) = others.get_arguments().find(is_given) else {
            return Ok(());
        };
        let name = match (arg.get_long(), arg.get_value_names()) {
            (Some(long), _) => format!("--{long}"),
            (None, Some([name, ..])) => name.to_string(),
            (None, _) => arg.get_id().to_string(),
        };
        let what = format!("--from-sweep already fixes the whole game; {name} cannot be given too");
        Err(Error::new(what).help(format!(
            "leave out {name}; to change the players midway, record the game and use `chase record --from`"
        )))
    }

    /// The game that is asked for, if one is; `named` is the game of the command.
    ///
    /// # Errors
    /// There is no such sweep, or no such game in it.
    pub fn setup(
        &self,
        context: Context<'_>,
        named: Option<&str>,
    ) -> Result<Option<(&'static dyn CommandLine, Setup)>, Error> {
        let (Some(path), Some(cell), Some(number)) = (&self.from_sweep, self.cell, self.game)
        else {
            return Ok(None);
        };
        let folder = Folder::read(&context.world.at(path))?;
        let spec = folder.spec();
        let place = |error: Error| error.at(path.display());
        if let Some(named) = named.filter(|named| *named != spec.game) {
            return Err(place(Error::new(format!("a sweep of {}, not of {named}", spec.game))));
        }
        let game = context.games.find(&spec.game)?;
        spec.check_rules(game.rules()).map_err(place)?;
        if cell >= spec.cells.len() || number >= spec.games {
            let (cells, games) = (spec.cells.len() - 1, spec.games - 1);
            let what = format!("there is no game {number} of cell {cell}");
            let help = format!("cells are numbered 0 to {cells}, games 0 to {games}");
            return Err(place(Error::new(what).help(help)));
        }
        let header = spec.header(cell, number);
        let setup = Setup {
            name: format!("{}-{}-{cell}-{number}", spec.game, spec.seed),
            warnings: Vec::new(),
            seed_drawn: false,
            seed_given: true,
            header,
        };
        Ok(Some((game, setup)))
    }
}
