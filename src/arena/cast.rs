//! Those who play: each worker of a match has a cast of its own, whose players outside the process
//! stay from game to game.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::entrant::{Entrant, PlayerSource};
use super::game_result::PlayerRestart;
use chase_engine::game::{Forfeit, Seat};
use chase_outside::address::Address;
use chase_outside::door::SeatDoor;
use chase_outside::remote::{Allowance, OutsidePlayer};
use chase_outside::token::Token;
use chase_record::any::SeatOccupant;
use chase_world::error::Error;

/// The doors at which players come in, by entrant and part.
pub(crate) type Doors = BTreeMap<(usize, usize), Arc<SeatDoor>>;

/// Opens a door for every player that comes to us, with a token that is drawn where none is given.
///
/// # Errors
/// Nobody may listen there, or somebody does.
pub fn doors(entrants: &[Entrant]) -> Result<Doors, Error> {
    let mut doors = Doors::new();
    for (n, entrant) in entrants.iter().enumerate() {
        for (part, it) in entrant.parts.iter().enumerate() {
            if let PlayerSource::Outside(Address::Listen(at, token)) = &it.kind {
                let token = token.clone().unwrap_or_else(Token::drawn);
                let door = SeatDoor::open(at, Some(token))
                    .map_err(|error| Error::new(format!("cannot listen: {error}")).at(at))?;
                doors.insert((n, part), Arc::new(door));
            }
        }
    }
    Ok(doors)
}

/// The players outside the process of one worker.
pub(crate) struct Cast<'a> {
    entrants: &'a [Entrant],
    doors: &'a Doors,
    allowance: Allowance,
    there: BTreeMap<(usize, usize), Arc<Mutex<OutsidePlayer>>>,
    /// The failures of players in games that were played earlier, by entrant and part.
    failed: BTreeMap<(usize, usize), Forfeit>,
}

impl<'a> Cast<'a> {
    /// A cast in which nobody was started or connected yet.
    #[must_use]
    pub fn new(entrants: &'a [Entrant], doors: &'a Doors, allowance: Allowance) -> Self {
        Cast { entrants, doors, allowance, there: BTreeMap::new(), failed: BTreeMap::new() }
    }

    /// Somebody failed in a game that was played earlier.
    pub fn remember(&mut self, entrant: usize, seat: Seat, why: Forfeit) {
        if let Some(part) = self.entrants[entrant].part(seat) {
            self.failed.entry((entrant, part)).or_insert(why);
        }
    }

    /// The chair of an entrant's player in a seat.
    pub fn chair(&mut self, entrant: usize, seat: Seat) -> SeatOccupant {
        let Some(part) = self.entrants[entrant].part(seat) else {
            return SeatOccupant::BuiltIn;
        };
        match &self.entrants[entrant].parts[part].kind {
            PlayerSource::BuiltIn | PlayerSource::Files(..) => SeatOccupant::BuiltIn,
            PlayerSource::Person => SeatOccupant::Person,
            PlayerSource::Outside(address) => {
                SeatOccupant::Outside(self.outside(address, (entrant, part)))
            }
        }
    }

    /// Takes which players had ended between the games and were started again.
    pub fn take_restarts(&mut self) -> Vec<PlayerRestart> {
        let mut restarts = Vec::new();
        for ((entrant, _), player) in &self.there {
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            let ends = player.take_unasked_ends().into_iter();
            restarts.extend(ends.map(|after| PlayerRestart { entrant: *entrant, after }));
        }
        restarts
    }

    fn outside(&mut self, address: &Address, who: (usize, usize)) -> Arc<Mutex<OutsidePlayer>> {
        let (doors, allowance) = (self.doors, self.allowance);
        let failed = self.failed.get(&who).cloned();
        let make = || {
            let door = doors.get(&who).cloned();
            let player = OutsidePlayer::new(address.clone(), door, allowance);
            Arc::new(Mutex::new(match failed {
                Some(why) => player.failed_before(why),
                None => player,
            }))
        };
        Arc::clone(self.there.entry(who).or_insert_with(make))
    }
}
