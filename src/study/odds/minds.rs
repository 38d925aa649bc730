//! What players remember, numbered: where two ways of a game lead to the same state and everybody
//! remembers the same, they go on as one.

use std::collections::BTreeMap;

use super::moment::{AnyPlayer, OddsPosition};
use chase_engine::seat::{Seat, Seats};

/// The memories of all seats.
pub(super) struct PlayerMemories<'a> {
    moment: &'a OddsPosition,
    seats: Vec<SeatMemories>,
    /// The seats whose players learn anything at all.
    pub watching: Seats,
}

/// An older memory, the seat that learned something, and what.
type LearnedMemory = (u32, Seat, String);

/// The memories of one seat. Memory 0 is that of the moment asked about; every other is an older one
/// and what was learned since: which seat learned it, this one or a team mate's, and what.
struct SeatMemories {
    seat: Seat,
    learned: Vec<LearnedMemory>,
    /// The memory that an older one and what a seat learned lead to.
    numbers: BTreeMap<(u32, Seat), BTreeMap<String, u32>>,
    /// Players with some of these memories.
    players: BTreeMap<u32, Box<dyn AnyPlayer>>,
}

impl<'a> PlayerMemories<'a> {
    pub(super) fn new(moment: &'a OddsPosition) -> Self {
        let seats = (0..moment.rules().seats()).map(Seat);
        let players: Vec<_> = seats.map(|seat| moment.player(seat)).collect();
        let watching = (0..).map(Seat).zip(&players).filter(|(_, player)| player.watches());
        PlayerMemories {
            moment,
            watching: watching.map(|(seat, _)| seat).collect(),
            seats: (0..)
                .map(Seat)
                .zip(players)
                .map(|(seat, player)| SeatMemories {
                    seat,
                    learned: vec![(0, seat, String::new())],
                    numbers: BTreeMap::new(),
                    players: BTreeMap::from([(0, player)]),
                })
                .collect(),
        }
    }

    /// The memory of a seat after `learner`, itself or a team mate, has learned something more.
    pub(super) fn learn(&mut self, seat: Seat, memory: u32, learner: Seat, seen: &str) -> u32 {
        let mind = &mut self.seats[seat.index()];
        let numbers = mind.numbers.entry((memory, learner)).or_default();
        if let Some(known) = numbers.get(seen) {
            return *known;
        }
        let number = u32::try_from(mind.learned.len()).expect("memories are fewer than states");
        mind.learned.push((memory, learner, seen.to_owned()));
        numbers.insert(seen.to_owned(), number);
        number
    }

    /// Keeps players with these memories of a seat, which are in order, and no others; those with memories that are
    /// gone learn what makes them into one that is wanted.
    pub(super) fn keep(&mut self, seat: Seat, wanted: &[u32]) {
        let mind = &mut self.seats[seat.index()];
        for &memory in wanted {
            if mind.players.contains_key(&memory) {
                continue;
            }
            let older = mind.way_to(memory, |it| mind.players.contains_key(&it));
            if let Some((from, way)) = older
                && wanted.binary_search(&from).is_err()
                && let Some(mut player) = mind.players.remove(&from)
            {
                mind.teach(&mut *player, &way);
                mind.players.insert(memory, player);
            }
        }
        mind.players.retain(|memory, _| wanted.binary_search(memory).is_ok());
    }

    /// A player with this memory.
    pub(super) fn player(&mut self, seat: Seat, memory: u32) -> &mut dyn AnyPlayer {
        let moment = self.moment;
        let mind = &mut self.seats[seat.index()];
        if !mind.players.contains_key(&memory) {
            let (_, way) = mind.way_to(memory, |it| it == 0).unwrap_or_default();
            let mut player = moment.player(seat);
            mind.teach(&mut *player, &way);
            mind.players.insert(memory, player);
        }
        &mut **mind.players.get_mut(&memory).expect("it was just made")
    }
}

impl SeatMemories {
    /// The newest older memory that is as wanted, and the memories from there, oldest first.
    fn way_to(&self, memory: u32, is_wanted: impl Fn(u32) -> bool) -> Option<(u32, Vec<u32>)> {
        let (mut at, mut way) = (memory, Vec::new());
        while !is_wanted(at) {
            if at == 0 {
                return None;
            }
            way.push(at);
            at = self.learned[at as usize].0;
        }
        way.reverse();
        Some((at, way))
    }

    fn teach(&self, player: &mut dyn AnyPlayer, way: &[u32]) {
        for memory in way {
            let (_, learner, seen) = &self.learned[*memory as usize];
            player.learn(self.seat, *learner, seen);
        }
    }
}
