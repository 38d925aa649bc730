//! The door from a game's type to the object-safe rim, [`AnyGame`]. What stands above adds what is made of a game there:
//! odds, analyses, sweeps, environments, laws, audits.

use std::marker::PhantomData;

use super::any::{
    AnyGame, AnyRecording, BuiltIn, DrawnHistory, NamedSide, PublicInfo, RecordError, SeatOccupant,
    Unopened,
};
use super::compile::compile;
use super::recording::GameRecording;
use super::replayer::Replayer;
use chase_engine::game::Masks as _;
use chase_engine::header::Header;
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_kit::faces::{Playable, Transcript as _, common, public_eyes};
use chase_kit::player_kind::{Make, PlayerKind};
use chase_kit::player_name::{NotBuiltIn, PlayerSpec};
use chase_kit::referee::Referee;
use chase_kit::rules_referee::referee;
use chase_kit::trace::{Column, ColumnSet, TraceReader, TraceRow};

/// The door from a game's type to [`AnyGame`].
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub use chase_kit::prelude; pub use chase_record::*; pub use {chase_engine as engine, chase_record as record}; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// use chase::record::entry::GameEntry;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use chase::any::AnyGame;
///
/// // One of the games of a program, as its commands see it.
/// static RACE: GameEntry<Race> = GameEntry::new();
/// assert_eq!(RACE.name(), "race");
/// # Ok(())
/// # }
/// ```
pub struct GameEntry<G>(PhantomData<fn() -> G>);

impl<G> GameEntry<G> {
    /// The game `G` behind the rim.
    #[must_use]
    pub const fn new() -> Self {
        GameEntry(PhantomData)
    }
}

impl<G> Default for GameEntry<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> AnyGame for GameEntry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn unit(&self) -> &'static str {
        G::CYCLE
    }

    fn columns(&self) -> &'static [Column] {
        G::CELLS
    }

    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)> {
        G::transcript().printed(row)
    }

    fn rules(&self) -> u32 {
        G::RULES
    }

    fn open(&self, header: &mut Header) -> Result<Box<dyn DrawnHistory>, Unopened> {
        let game = compile::<G>(header)?;
        Ok(Box::new(Replayer::new(game, header)))
    }

    fn record_with(
        &self,
        header: &mut Header,
        chairs: &[SeatOccupant],
        stop: &StopFlag,
    ) -> Result<Box<dyn AnyRecording>, RecordError> {
        let recording = GameRecording::<G>::begin(header, chairs, Vec::new(), stop)?;
        Ok(Box::new(recording))
    }

    fn public(&self, header: &mut Header) -> Result<PublicInfo, Unopened> {
        let game = compile::<G>(header)?;
        let eyes = public_eyes::<G>();
        Ok(PublicInfo {
            scenario: common(&game).get().to_owned(),
            seats: (0..game.seats()).map(|n| game.seat_name(Seat(n))).collect(),
            eyes,
        })
    }

    fn sides(&self, header: &mut Header) -> Result<Vec<NamedSide>, Unopened> {
        Ok(NamedSide::all(&*compile::<G>(header)?))
    }

    fn built_in(&self, name: &str, seats: u8) -> Result<BuiltIn, NotBuiltIn> {
        let named = PlayerSpec::<G>::parse(name)?;
        Ok(BuiltIn {
            name: named.to_string(),
            is_reproducible: named.is_reproducible(),
            seats: (0..seats).map(Seat).filter(|seat| named.can_sit(*seat)).collect(),
        })
    }

    fn built_in_names(&self) -> Vec<String> {
        let forms = |PlayerKind { name, make }: &PlayerKind<G>| match make {
            Make::Limited(..) => format!("{name}, {name}:LIMIT"),
            Make::Plain(_) | Make::Stoppable(_) => (*name).to_owned(),
        };
        G::players().iter().map(forms).collect()
    }

    fn recognises(&self, beginning: &str) -> bool {
        G::transcript().recognises(beginning)
    }

    fn reader(&self) -> Box<dyn TraceReader> {
        G::transcript().reader()
    }

    fn referee_with(
        &self,
        header: &mut Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Result<Box<dyn Referee>, Unopened> {
        let game = compile::<G>(header)?;
        Ok(referee(game, header, dice_known, stop))
    }

    fn has_secrets(&self) -> bool {
        G::masks().hides()
    }
}
