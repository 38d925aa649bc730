//! Who meets whom, on which openings, in which order.

use serde::{Deserialize, Serialize};

use super::entrant::Entrant;
use super::seat_groups::SeatLayout;
use chase_world::error::Error;

/// The rule that pairs players when there are more of them than fit at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Everybody meets everybody
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
}

/// Players who meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPairing {
    /// The numbers of the players, in the order in which they were named.
    pub entrants: Vec<usize>,
    /// The ways to seat them: how far they move on.
    pub rotations: Vec<usize>,
}

impl MatchPairing {
    /// The number of the player in each slot, when the players are moved on by `rotation` slots.
    pub fn seated(&self, rotation: usize) -> Vec<usize> {
        let count = self.entrants.len();
        (0..count).map(|slot| self.entrants[(slot + rotation) % count]).collect()
    }
}

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the opening with which it begins, from 0.
    pub opening: u64,
    /// The place of its players in [`Schedule::meetings`], from 0.
    pub meeting: usize,
    /// The number of slots by which the players are rotated.
    pub rotation: usize,
}

/// The most games of a match.
const GAMES_MAX: u64 = 20_000_000;

/// All games of a match, in their order: opening by opening, on each meeting by meeting, in each
/// every way to seat its players.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The groups of players who meet.
    pub meetings: Vec<MatchPairing>,
    /// The games of all meetings; a game's number is its place in this list, from 0.
    pub fixtures: Vec<Fixture>,
}

impl Schedule {
    /// So many games of every meeting.
    ///
    /// # Errors
    /// Nobody can meet anybody.
    pub fn new(
        entrants: &[Entrant],
        layout: &SeatLayout,
        tournament: Tournament,
        games: u64,
    ) -> Result<Self, Error> {
        let meetings: Vec<MatchPairing> = groups(entrants.len(), layout.slots.len(), tournament)
            .into_iter()
            .filter_map(|group| meeting(group, entrants, layout))
            .collect();
        if meetings.is_empty() {
            return Err(nobody_meets(entrants, layout));
        }
        let all = games.saturating_mul(meetings.len() as u64);
        if all > GAMES_MAX {
            let what = format!("{all} games in all; expected at most {GAMES_MAX}");
            return Err(Error::new(what).help("use a smaller --games"));
        }
        let mut fixtures = Vec::new();
        let mut left: Vec<u64> = vec![games; meetings.len()];
        let mut opening = 0;
        while left.iter().any(|left| *left > 0) {
            for (meeting, it) in meetings.iter().enumerate() {
                for &rotation in &it.rotations {
                    if left[meeting] > 0 {
                        left[meeting] -= 1;
                        fixtures.push(Fixture { opening, meeting, rotation });
                    }
                }
            }
            opening += 1;
        }
        Ok(Schedule { meetings, fixtures })
    }

    /// The players who meet nobody.
    pub fn idle<'a>(&self, entrants: &'a [Entrant]) -> Vec<&'a str> {
        let meets = |n: usize| self.meetings.iter().any(|it| it.entrants.contains(&n));
        let idle = entrants.iter().enumerate().filter(|(n, _)| !meets(*n));
        idle.map(|(_, entrant)| entrant.name.as_str()).collect()
    }

    /// Returns the number of openings that are played.
    pub fn openings(&self) -> u64 {
        self.fixtures.last().map_or(0, |last| last.opening + 1)
    }

    /// The number of the player in each slot of a game.
    pub fn seated(&self, fixture: Fixture) -> Vec<usize> {
        self.meetings[fixture.meeting].seated(fixture.rotation)
    }
}

/// All groups of so many players who meet.
fn groups(players: usize, size: usize, tournament: Tournament) -> Vec<Vec<usize>> {
    fn extend(
        from: usize,
        players: usize,
        size: usize,
        group: &mut Vec<usize>,
        out: &mut Vec<Vec<usize>>,
    ) {
        if group.len() == size {
            out.push(group.clone());
            return;
        }
        for next in from..players {
            group.push(next);
            extend(next + 1, players, size, group, out);
            group.pop();
        }
    }
    let mut all = Vec::new();
    extend(0, players, size, &mut Vec::new(), &mut all);
    // Who plays alone meets nobody.
    if tournament == Tournament::Gauntlet && size > 1 {
        all.retain(|group| group[0] == 0);
    }
    all
}

/// A group with the ways in which everybody can sit; nothing when there is none.
fn meeting(entrants: Vec<usize>, all: &[Entrant], layout: &SeatLayout) -> Option<MatchPairing> {
    let meeting = MatchPairing { entrants, rotations: Vec::new() };
    let fits = |rotation: &usize| {
        let seated = meeting.seated(*rotation);
        layout.slots.iter().zip(seated).all(|(slot, entrant)| all[entrant].fills(&slot.seats()))
    };
    let rotations: Vec<_> = (0..meeting.entrants.len()).filter(fits).collect();
    (!rotations.is_empty()).then_some(MatchPairing { rotations, ..meeting })
}

fn nobody_meets(entrants: &[Entrant], layout: &SeatLayout) -> Error {
    let needed = layout.slots.len();
    if entrants.len() < needed {
        let what = format!("players named: {}, expected {needed} or more", entrants.len());
        return Error::new(what).help("as in: --player A --player B");
    }
    for slot in &layout.slots {
        if !entrants.iter().any(|entrant| entrant.fills(&slot.seats())) {
            let error = Error::new(format!("no player here can play for {}", slot.name));
            return error.help(format!("as in: --player {}=NAME", slot.name));
        }
    }
    let what = "these players cannot play each other: each game needs one for every side";
    Error::new(what)
}
