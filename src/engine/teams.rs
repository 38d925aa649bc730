//! Who talks with whom: the players of a game who name the same team hear what each other's seats
//! learn.
//!
//! Nothing else is ever told. A member hears exactly what a mate's seat was shown, and knows what
//! its mates' seats may know before the game. A player that names no team hears nothing and is not
//! heard, and a player outside the process names none.

use std::iter::once;

use super::game::{Game, Known};
use super::player::Player;
use super::seat::{Seat, Seats};

/// The teams at a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Teams {
    /// Everybody who is in a team.
    members: Seats,
    /// By seat, its mates; it is not among them.
    mates: [Seats; Seat::COUNT_MAX as usize],
}

impl Teams {
    /// The teams of these players.
    #[must_use]
    pub fn of<'a, G: Game>(players: impl IntoIterator<Item = (Seat, &'a dyn Player<G>)>) -> Self {
        let named = players.into_iter().filter_map(|(seat, player)| Some((seat, player.team()?)));
        let named: Vec<_> = named.collect();
        let mut teams =
            Teams { members: named.iter().map(|(seat, _)| *seat).collect(), ..Teams::default() };
        for (seat, team) in &named {
            let mates = named.iter().filter(|it| it.0 != *seat && it.1 == *team);
            teams.mates[seat.index()] = mates.map(|(mate, _)| *mate).collect();
        }
        teams
    }

    /// Everybody who is in a team, be it one of its own.
    pub fn members(&self) -> Seats {
        self.members
    }

    /// The team mates who hear what a seat learns.
    #[inline(always)]
    pub fn mates(&self, seat: Seat) -> Seats {
        let mates = self.mates.get(seat.index());
        mates.copied().unwrap_or_default()
    }

    /// The seats that take in what a seat learns: itself first, then its mates.
    pub fn ears(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        once(seat).chain(self.mates(seat).iter())
    }

    /// Has a player take its place in its team, if it is in one. `known` says what a seat may know.
    pub fn join<G: Game>(
        &self,
        seat: Seat,
        player: &mut dyn Player<G>,
        known: impl Fn(Seat) -> Known<G>,
    ) {
        if !self.members.has(seat) {
            return;
        }
        let all: Seats = self.ears(seat).collect();
        let team: Vec<_> = all.iter().map(|member| (member, known(member))).collect();
        player.join(seat, &team);
    }
}

/// Has the player in seat `own` take in what `seat` learned.
#[inline]
pub fn take_in<G: Game>(player: &mut dyn Player<G>, own: Seat, seat: Seat, seen: &G::Event) {
    if own == seat {
        player.observe(seen);
    } else {
        player.hear(seat, seen);
    }
}
