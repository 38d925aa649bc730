//! `chase record --from-sweep`: any game of a sweep, as a recording.

use std::path::PathBuf;

use clap::Args;

use crate::error::Error;
use crate::games::{CommandLine, Setup, find};
use crate::sweep::{Folder, Versions};

// Which game of a sweep.
#[derive(Args)]
pub struct SweepGame {
    /// Record a game of the sweep in this folder
    #[arg(long, value_name = "FOLDER", global = true, requires = "cell")]
    from_sweep: Option<PathBuf>,
    /// The cell of the sweep
    #[arg(long, value_name = "N", global = true, requires = "game")]
    cell: Option<usize>,
    /// The number of the game in its cell, from 0
    #[arg(long, value_name = "N", global = true, requires = "from_sweep")]
    game: Option<u64>,
}

impl SweepGame {
    /// The game that is asked for, if one is; `named` is the game of the command.
    ///
    /// # Errors
    /// There is no such sweep, or no such game in it.
    pub fn setup(
        &self,
        named: Option<&str>,
    ) -> Result<Option<(&'static dyn CommandLine, Setup)>, Error> {
        let (Some(path), Some(cell), Some(number)) = (&self.from_sweep, self.cell, self.game)
        else {
            return Ok(None);
        };
        let folder = Folder::read(path)?;
        let spec = folder.spec();
        let place = |error: Error| error.at(path.display());
        if let Some(named) = named.filter(|named| *named != spec.game) {
            return Err(place(Error::new(format!(
                "a sweep of {}, not of {named}",
                spec.game
            ))));
        }
        let game = find(&spec.game)?;
        let rules = game.rules();
        spec.check_versions(Versions { rules }).map_err(place)?;
        if cell >= spec.cells.len() || number >= spec.games {
            let (cells, games) = (spec.cells.len() - 1, spec.games - 1);
            let what = format!("there is no game {number} of cell {cell}");
            let help = format!("cells have the numbers 0 to {cells}, their games 0 to {games}");
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
