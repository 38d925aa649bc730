//! `chase record --from`: a recording that goes on from a cycle of another.

use crate::verb::Context;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::input::cut_off;
use crate::options::cycle_number::{CycleNumber, number};
use crate::options::outsiders::OutsiderOptions;
use crate::options::secret_files::Secret;
use chase_kit::budget::StopFlag;
use chase_play::Setup;
use chase_play::seating::Seating;
use chase_replay::fork::Fork;
use chase_replay::opener::opener;
use chase_replay::store::ReplayReader;
use chase_world::error::Error;

// What a recording goes on from, and who plays on.
#[derive(Args)]
pub struct ForkOptions {
    /// Continue a recording: the same players with the same dice play the same future
    #[arg(long, value_name = "FILE", requires = "hour")]
    pub from: Option<PathBuf>,
    /// Last cycle to keep of that recording, as in 3; -1 is its last, -2 the one before
    #[arg(long, visible_aliases = ["cycle", "round", "rotation", "turn", "move"], value_name = "N", requires = "from", allow_negative_numbers = true)]
    hour: Option<CycleNumber>,
    /// Another player for a seat or side from there on, as in `--player D2=dfs`
    #[arg(long, value_name = "WHO=PLAYER", requires = "from")]
    player: Vec<String>,
    #[command(flatten)]
    outsiders: OutsiderOptions,
}

impl ForkOptions {
    /// Opens the recording `from`, seats those who play on, and says what will be recorded.
    ///
    /// # Errors
    /// No such recording or cycle, or players that do not sit down.
    pub fn open(
        &self,
        context: Context<'_>,
        from: &Path,
        game_number: Option<u64>,
        output: Option<&Path>,
        stop: &StopFlag,
    ) -> Result<(Fork, Setup, Seating), Error> {
        cut_off::tell_of(context.world, from);
        let mut reader =
            ReplayReader::open_checked(&context.world.at(from), &opener(context.games))?;
        let asked = self.hour.expect("clap asks for it");
        let cycle =
            number(context.games, &mut reader, asked).map_err(|error| error.at(from.display()))?;
        let mut fork = Fork::at(context.games, reader, cycle)?;
        for player in &self.player {
            fork.seat(player)?;
        }
        fork.check_seated()?;
        if let Some(number) = game_number {
            fork.set_number(number);
        }
        let mut setup = setup_of(&fork, from);
        let mut secrets = vec![Secret::at("the recording", from)];
        let written = output.map_or_else(|| setup.usual_path(), Path::to_owned);
        if written != Path::new("-") {
            secrets.push(Secret::recording(&written));
        }
        let game = fork.game();
        let seating = self.outsiders.seat(context.world, game, &mut setup.header, secrets, stop)?;
        Ok((fork, setup, seating))
    }
}

/// The game that will be recorded; the file's name says at which cycle it goes on.
fn setup_of(fork: &Fork, from: &Path) -> Setup {
    let stem = match from == Path::new("-") {
        true => "stdin".into(),
        false => from.file_stem().unwrap_or_default().to_string_lossy(),
    };
    Setup {
        header: fork.header().clone(),
        name: format!("{stem}-{}-{}", fork.unit(), fork.cycle()),
        warnings: Vec::new(),
        seed_drawn: false,
        seed_given: true,
    }
}
