//! The seats of a game, in the groups that one player fills.

use chase_engine::game::{Outcome, Seat};
use chase_play::openings::Openings;
use chase_play::player_name::is_called;
use chase_record::any::{AnyGame, NamedSide};
use chase_record::replay::Header;
use chase_replay::store::unopened;
use chase_world::error::Error;

/// The seats that one player fills.
#[derive(Clone, Debug)]
pub struct PlayerSlot {
    /// Their side's place among the points.
    pub side: usize,
    /// Their side's name.
    pub name: String,
    /// The seats, each with its name.
    pub seats: Vec<(Seat, String)>,
}

impl PlayerSlot {
    /// The seats, without their names.
    #[must_use]
    pub fn seats(&self) -> Vec<Seat> {
        self.seats.iter().map(|(seat, _)| *seat).collect()
    }
}

/// All seats of a game.
#[derive(Clone, Debug)]
pub struct SeatLayout {
    /// Those that players fill.
    pub slots: Vec<PlayerSlot>,
    /// Those of the house.
    pub house: Vec<(Seat, String)>,
}

impl SeatLayout {
    /// The layout of a match's games.
    ///
    /// # Errors
    /// No game can be played from its first opening.
    pub fn of(game: &dyn AnyGame, openings: &dyn Openings) -> Result<Self, Error> {
        SeatLayout::of_header(game, &mut openings.sample(0)?, openings.house().to_vec())
    }

    /// The layout of a header's game, in which the house has some seats.
    pub(crate) fn of_header(
        game: &dyn AnyGame,
        header: &mut Header,
        house: Vec<(Seat, &'static str)>,
    ) -> Result<Self, Error> {
        let sides = game.sides(header).map_err(|why| unopened(game.name(), &why))?;
        let house: Vec<_> = house.into_iter().map(|(seat, name)| (seat, name.to_owned())).collect();
        let is_free = |seat: Seat| house.iter().all(|(taken, _)| *taken != seat);
        let slots = sides.into_iter().enumerate().map(|(side, it)| {
            let NamedSide { name, seats } = it;
            let seats = seats.into_iter().filter(|(seat, _)| is_free(*seat)).collect();
            PlayerSlot { side, name, seats }
        });
        let slots = slots.filter(|slot| !slot.seats.is_empty()).collect();
        Ok(SeatLayout { slots, house })
    }

    /// Returns the number of seats, including those of the house.
    #[must_use]
    pub fn count(&self) -> usize {
        self.house.len() + self.seats().len()
    }

    /// The seats that players fill.
    #[must_use]
    pub fn seats(&self) -> Vec<Seat> {
        self.slots.iter().flat_map(PlayerSlot::seats).collect()
    }

    /// The points of each slot in a game that ended so.
    #[must_use]
    pub fn points(&self, outcome: &Outcome) -> Vec<u8> {
        let of = |side: usize| outcome.points.get(side).copied().unwrap_or(0);
        self.slots.iter().map(|slot| of(slot.side)).collect()
    }

    /// A seat's name.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> &str {
        let found = self.slots.iter().flat_map(|slot| &slot.seats).find(|(it, _)| *it == seat);
        found.map_or("the house", |(_, name)| name)
    }

    /// The names of all sides and seats that players fill.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for slot in &self.slots {
            let seats = slot.seats.iter().map(|(_, name)| name.clone());
            for name in std::iter::once(slot.name.replace(' ', "-")).chain(seats) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// The seats of this name: one seat's, or a side's.
    pub fn named(&self, who: &str) -> Option<Vec<Seat>> {
        if let Some(side) = self.slots.iter().find(|it| is_called(&it.name, who)) {
            return Some(side.seats());
        }
        let mut all = self.slots.iter().flat_map(|slot| &slot.seats);
        all.find(|(_, name)| is_called(name, who)).map(|(seat, _)| vec![*seat])
    }
}
