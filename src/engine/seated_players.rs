//! The players in their seats, and the one place that shows an event to seats.

use std::sync::Arc;

use super::game::{Audience, Game, Masks as _, known};
use super::player::Player;
use super::seat::{Seat, Seats};
use super::teams::Teams;

/// Shows an event to seats, before it is applied: `before` is the state that it is about to change.
///
/// `learn` is called once for each seat of `seats` that learns something, in their order, with
/// exactly what [`Masks::event`](super::game::Masks::event) leaves of the event for that seat. A seat outside the event's
/// [`Masks::audience`](super::game::Masks::audience) is not asked about and learns nothing. Whoever plays a game, plays it again or
/// judges it goes through here, so that a player is shown the same in all of them.
#[inline(always)]
pub fn show<G: Game>(
    game: &G,
    before: &G::State,
    event: &G::Event,
    seats: Seats,
    mut learn: impl FnMut(Seat, &G::Event),
) {
    let masks = G::masks();
    if !masks.hides() {
        return seats.iter().for_each(|seat| learn(seat, event));
    }
    let mut show_one = |seat: Seat| {
        if let Some(seen) = masks.event(game, before, event, seat.into()) {
            learn(seat, &seen);
        }
    };
    match masks.audience(before, event) {
        Audience::Nobody => {}
        Audience::One(only) if seats.has(only) => show_one(only),
        Audience::One(_) => {}
        Audience::All => seats.iter().for_each(show_one),
    }
}

/// The players of a game by their seats. A seat may be without a player, such as one whose player
/// cannot be asked again.
pub struct SeatedPlayers<G: Game> {
    players: Vec<Option<Box<dyn Player<G>>>>,
    /// The seats whose players observe what happens.
    watching: Seats,
    teams: Teams,
}

impl<G: Game> SeatedPlayers<G> {
    /// Sits the players down, the first in seat 0, and has them take their places in their teams.
    #[must_use]
    pub fn new(game: &Arc<G>, players: Vec<Option<Box<dyn Player<G>>>>) -> Self {
        let seats = (0..).map(Seat).zip(&players);
        let watches = |player: &Option<Box<dyn Player<G>>>| {
            player.as_ref().is_some_and(|player| player.watches())
        };
        let watching = seats.filter(|(_, player)| watches(player));
        let sitting = (0..).map(Seat).zip(&players);
        let sitting = sitting.filter_map(|(seat, player)| Some((seat, &**player.as_ref()?)));
        let mut seated = SeatedPlayers {
            watching: watching.map(|(seat, _)| seat).collect(),
            teams: Teams::of(sitting),
            players,
        };
        seated.join(game);
        seated
    }

    /// The number of seats, with a player or without.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// The number of seats that have a player.
    #[must_use]
    pub fn count(&self) -> usize {
        self.players.iter().flatten().count()
    }

    /// The player in a seat, if there is one.
    #[inline(always)]
    pub fn at(&mut self, seat: Seat) -> Option<&mut Box<dyn Player<G>>> {
        self.players[seat.index()].as_mut()
    }

    /// The players of some seats, in the order of play.
    pub fn of(&mut self, seats: Seats) -> impl Iterator<Item = (Seat, &mut Box<dyn Player<G>>)> {
        let all = (0..).map(Seat).zip(&mut self.players);
        all.filter_map(move |(seat, player)| Some((seat, player.as_mut()?)))
            .filter(move |(seat, _)| seats.has(*seat))
    }

    /// Every player with its seat, to be made ready for another game.
    pub fn each(&mut self, mut ready: impl FnMut(Seat, &mut Box<dyn Player<G>>)) {
        for (seat, player) in (0..).map(Seat).zip(&mut self.players) {
            if let Some(player) = player {
                ready(seat, player);
            }
        }
    }

    /// Has everybody take their places in their teams, before a game begins.
    pub fn join(&mut self, game: &Arc<G>) {
        for seat in self.teams.members().iter() {
            if let Some(player) = &mut self.players[seat.index()] {
                self.teams.join(seat, &mut **player, |seat| known(game, seat));
            }
        }
    }

    /// Lets every player observe what its seat learns from an event, as [`show`] has it, and its team
    /// mates hear the same. A player that does not watch is told nothing.
    #[inline(always)]
    pub fn show(&mut self, game: &G, before: &G::State, event: &G::Event) {
        let SeatedPlayers { players, watching, teams } = self;
        show(game, before, event, *watching, |seat, seen| {
            if let Some(player) = &mut players[seat.index()] {
                player.observe(seen);
            }
            for mate in teams.mates(seat).iter() {
                if let Some(player) = &mut players[mate.index()] {
                    player.hear(seat, seen);
                }
            }
        });
    }
}
