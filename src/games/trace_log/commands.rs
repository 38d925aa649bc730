//! What the commands know of logs: `record trace` makes them; nobody plays them.

use clap::Args;

use super::TraceLog;
use crate::engine::any::RecordError;
use crate::engine::any::Unopened;
use crate::engine::game::Fault;
use crate::engine::header::Header;
use crate::error::Error;
use crate::games::kit::{Commands, Purpose, ScenarioArgs, Scenarios};
use crate::games::openings::Wanted;
use crate::games::seating::Seating;
use crate::games::{Console, Setup};

/// Why a command cannot do anything with a log.
pub const REFUSAL: &str = "a trace is observed, not played: nobody in it decides anything";

/// No options.
#[derive(Args)]
pub struct NoOptions {}

/// The refusal, with a way out.
pub fn refused() -> Error {
    Error::new(REFUSAL)
        .help("`chase record trace` records one, `chase diff` holds two against each other")
}

impl Commands for TraceLog {
    const ABOUT: &'static str = "The trace of any program: a log, observed and not played";
    const RECORD_EXAMPLE: &'static str = "run.csv";
    const NEW_EXAMPLE: &'static str = "";
    const MATCH_EXAMPLE: &'static str = "";

    type Options = NoOptions;
    type Record = NoOptions;
    type Play = NoOptions;
    type Match = NoOptions;

    fn scenarios(_: NoOptions, _: Purpose, _: Wanted) -> Result<Box<dyn Scenarios<Self>>, Error> {
        Err(refused())
    }

    fn record(_: ScenarioArgs<Self>, _: NoOptions) -> Result<Setup, Error> {
        Err(refused())
    }

    fn play(_: ScenarioArgs<Self>, _: NoOptions) -> Result<Setup, Error> {
        Err(refused())
    }

    fn console(_: &mut Header, _: &Seating) -> Result<Box<dyn Console>, RecordError> {
        Err(RecordError::Unopened(Unopened::Unplayable(Fault::whole(
            REFUSAL,
        ))))
    }
}
