//! Who sits at a game that is played at a terminal, beside the built-in players.

use std::sync::Arc;

use super::file_protocol::SeatedPrograms;
use super::player_name::is_human;
use chase_engine::seal::Seal;
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_record::any::SeatOccupant;
use chase_record::replay::Header;
use chase_world::error::Error;

/// The seats that built-in players do not take, and the limits that end a game early.
#[derive(Clone, Default)]
pub struct Seating {
    /// A chair for each seat; none where all players are built in or people.
    pub chairs: Vec<SeatOccupant>,
    /// The programs that meet through files. They go before the chairs.
    pub programs: SeatedPrograms,
    /// Makes the programs for another game, each with a new folder.
    pub anew: Option<Anew>,
    /// Ends the session while a player thinks.
    pub stop: StopFlag,
    /// The seat that a person takes over in a recording in which nobody is a person, with the
    /// newest cycle that others played; nothing in other games.
    pub takes_over: Option<TakesOver>,
    /// True if people may ask for hints; their names in the recording say so.
    pub hints: bool,
}

/// From where on a person plays in a recording in which nobody is one. What came before was played by
/// those whom the recording names.
#[derive(Clone, Copy, Debug)]
pub struct TakesOver {
    /// The person's seat.
    pub seat: Seat,
    /// The newest cycle that others played.
    pub cycle: u64,
    /// The seal after it.
    pub seal: Seal,
}

/// Makes the programs of a game that meet through files.
pub type Anew = Arc<dyn Fn() -> Result<SeatedPrograms, Error>>;

impl Seating {
    /// Returns true if a player runs outside the process.
    pub fn has_outsiders(&self) -> bool {
        let is_outside = |chair: &SeatOccupant| matches!(chair, SeatOccupant::Outside(_));
        !self.programs.is_empty() || self.chairs.iter().any(is_outside)
    }

    /// Seats these players for another game, without the files that programs wrote in this one.
    ///
    /// # Errors
    /// There is no room for the folder of a program.
    pub fn another(mut self) -> Result<Self, Error> {
        if let Some(anew) = &self.anew {
            self.programs = anew()?;
        }
        Ok(self)
    }
}

/// The chairs of a header's players: people have theirs by their name.
pub fn chairs(header: &Header, seating: &Seating) -> Vec<SeatOccupant> {
    let chair = |(n, name): (usize, &String)| match seating.chairs.get(n) {
        _ if is_human(name) => SeatOccupant::Person,
        Some(chair) => chair.clone(),
        None => SeatOccupant::BuiltIn,
    };
    header.players.iter().enumerate().map(chair).collect()
}
