//! Plays many chases from tables: the dice of several games side by side, then each game alone.
//!
//! Who acts when, and what ends an hour, are written here once more in a few lines; everything else
//! comes from the engine through the tables. Tests hold both against the engine, game by game.

#![expect(
    clippy::needless_range_loop,
    reason = "loops by index are made of vectors; what iterators call is left out of line in quick builds"
)]

use super::ask::AgentPlace;
use super::sink::{FinishedChase, Sink};
use super::tables::KernelTable;
use crate::{AGENTS, Ending, THIEF};
use chase_engine::dice::lanes::{
    GLIBC_LANES, GlibcGames, GlibcWords, Key, LANES, LaneBlocks, WORDS, below_of_chacha8,
};
use chase_engine::seat::Seat;
use chase_kit::sweep_engine::GameNumbers;

/// The dice that decide.
#[derive(Clone, Copy)]
pub(super) enum Luck {
    Chacha8(Key),
    /// Of the series with this seed.
    Glibc(i64),
}

/// A scenario with its agents.
pub(super) struct Chase<T: KernelTable> {
    /// Of each agent; of no account for one that walks by itself.
    pub tables: [T; AGENTS],
    pub start: [T::At; AGENTS],
    /// The places, after each hour from hour 0 to the last possible, of the agents whose choices
    /// need neither luck nor tips; empty for all others.
    pub walks: [Vec<T::At>; AGENTS],
    /// The city and the stamina of those agents after each hour.
    pub walked: [Vec<AgentPlace>; AGENTS],
    /// The hours after which time is up.
    pub hours: u32,
    /// The spot of the getaway city; one that no city has where there is none.
    pub getaway: u32,
}

/// The source of the words of a game.
trait LaneWords {
    /// An hour begins: every agent may draw a word in it.
    fn hour(&mut self);

    /// A number below n for an agent; 0, and no word drawn, for no n at all.
    fn pick(&mut self, agent: usize, n: u32) -> u32;
}

/// The first block of each agent's stream, of the game in this lane.
struct FirstBlocks<'a> {
    blocks: &'a [LaneBlocks; AGENTS],
    lane: usize,
    used: [u32; AGENTS],
}

impl LaneWords for FirstBlocks<'_> {
    #[inline(always)]
    fn hour(&mut self) {}

    #[inline(always)]
    fn pick(&mut self, agent: usize, n: u32) -> u32 {
        let word = self.blocks[agent][self.used[agent] as usize % WORDS][self.lane];
        self.used[agent] = self.used[agent].wrapping_add(u32::from(n != 0));
        below_of_chacha8(word, n)
    }
}

/// The newest two blocks of each agent's stream.
struct Later {
    words: [[u32; 2 * WORDS]; AGENTS],
    used: [u32; AGENTS],
    /// The number of blocks made of each stream.
    made: [u32; AGENTS],
}

impl Later {
    /// Goes on from the first blocks.
    #[inline(never)]
    fn after(first: &FirstBlocks<'_>) -> Self {
        let mut words = [[0; 2 * WORDS]; AGENTS];
        for agent in 0..AGENTS {
            for n in 0..WORDS {
                words[agent][n] = first.blocks[agent][n][first.lane];
            }
        }
        Later { words, used: first.used, made: [1; AGENTS] }
    }

    /// Makes so many words that every agent can draw one in each of [`WORDS`] hours.
    #[inline(always)]
    fn refill(&mut self, key: &Key, number: u64) {
        let mut blocks = LaneBlocks::default();
        // There are more lanes than agents.
        let mut block = [0; LANES];
        for lane in 0..LANES {
            block[lane] = u64::from(self.made[lane.min(AGENTS - 1)]);
        }
        key.blocks(&[number; LANES], &[0, 1, 2, 3, 4, 4, 4, 4], &block, &mut blocks);
        for agent in 0..AGENTS {
            let ready = self.made[agent] as usize * WORDS - self.used[agent] as usize;
            if ready < WORDS {
                let half = self.made[agent] as usize % 2 * WORDS;
                for n in 0..WORDS {
                    self.words[agent][half + n] = blocks[n][agent];
                }
                self.made[agent] += 1;
            }
        }
    }
}

impl LaneWords for Later {
    #[inline(always)]
    fn hour(&mut self) {}

    #[inline(always)]
    fn pick(&mut self, agent: usize, n: u32) -> u32 {
        let word = self.words[agent][self.used[agent] as usize % (2 * WORDS)];
        self.used[agent] = self.used[agent].wrapping_add(u32::from(n != 0));
        below_of_chacha8(word, n)
    }
}

impl LaneWords for GlibcWords {
    #[inline(always)]
    fn hour(&mut self) {
        const { assert!(GlibcWords::READY >= AGENTS) };
        self.refill();
    }

    #[inline(always)]
    fn pick(&mut self, _: usize, n: u32) -> u32 {
        self.below(n)
    }
}

/// A chase on its way.
struct Now<T: KernelTable> {
    at: [T::At; AGENTS],
    hour: u32,
}

impl<T: KernelTable> Chase<T> {
    /// Plays the games of these numbers and hands them to the sink, in their order.
    #[inline(always)]
    pub(super) fn play(&self, luck: Luck, numbers: GameNumbers, sink: &mut Sink<'_, '_>) {
        match luck {
            Luck::Chacha8(key) => self.play_chacha8(&key, numbers, sink),
            Luck::Glibc(seed) => self.play_glibc(seed, numbers, sink),
        }
    }

    #[inline(always)]
    fn play_chacha8(&self, key: &Key, numbers: GameNumbers, sink: &mut Sink<'_, '_>) {
        let mut blocks = [LaneBlocks::default(); AGENTS];
        let mut done = 0;
        while done < numbers.count {
            let number_of = numbers_from::<LANES>(numbers, done);
            for seat in 0..AGENTS {
                let seats = [seat as u8; LANES];
                key.blocks(&number_of, &seats, &[0; LANES], &mut blocks[seat]);
            }
            for lane in 0..games_left(numbers, done, LANES) {
                let used = [0; AGENTS];
                let blocks = &blocks;
                let first = FirstBlocks { blocks, lane, used };
                let game = self.one_of_chacha8(key, first, number_of[lane]);
                sink.take(&game);
            }
            done = done.saturating_add(LANES as u64);
        }
    }

    #[inline(always)]
    fn one_of_chacha8(&self, key: &Key, mut first: FirstBlocks<'_>, number: u64) -> FinishedChase {
        let mut now = self.begin();
        if let Some(end) = self.hours(&mut now, WORDS as u32, &mut first) {
            return self.ended(number, &now, end);
        }
        let mut later = Later::after(&first);
        loop {
            later.refill(key, number);
            let till = now.hour.saturating_add(WORDS as u32);
            if let Some(end) = self.hours(&mut now, till, &mut later) {
                return self.ended(number, &now, end);
            }
        }
    }

    #[inline(always)]
    fn play_glibc(&self, seed: i64, numbers: GameNumbers, sink: &mut Sink<'_, '_>) {
        let mut games = GlibcGames::default();
        let mut done = 0;
        while done < numbers.count {
            let number_of = numbers_from::<GLIBC_LANES>(numbers, done);
            games.begin(seed, &number_of);
            for lane in 0..games_left(numbers, done, GLIBC_LANES) {
                let mut now = self.begin();
                let mut words = games.game(lane);
                let end = self.hours(&mut now, u32::MAX, &mut words).expect("time is up at last");
                sink.take(&self.ended(number_of[lane], &now, end));
            }
            done = done.saturating_add(GLIBC_LANES as u64);
        }
    }

    #[inline(always)]
    fn begin(&self) -> Now<T> {
        let at = self.start;
        Now { at, hour: 0 }
    }

    /// Plays until the end, or until this hour is over.
    #[inline(always)]
    fn hours(&self, now: &mut Now<T>, till: u32, words: &mut impl LaneWords) -> Option<Ending> {
        let last = till.min(self.hours);
        loop {
            let spots = self.spots(now);
            let [thief, d1, d2, d3, d4] = spots;
            if (thief == d1) | (thief == d2) | (thief == d3) | (thief == d4) {
                return Some(Ending::Caught(catcher(spots)));
            }
            if thief == self.getaway {
                return Some(Ending::Escaped);
            }
            if now.hour >= last {
                return (now.hour >= self.hours).then_some(Ending::TimeUp);
            }
            now.hour = now.hour.wrapping_add(1);
            words.hour();
            self.turn::<0>(now, words);
            self.turn::<1>(now, words);
            self.turn::<2>(now, words);
            self.turn::<3>(now, words);
            self.turn::<4>(now, words);
        }
    }

    #[inline(always)]
    fn turn<const AGENT: usize>(&self, now: &mut Now<T>, words: &mut impl LaneWords) {
        let at = now.at[AGENT];
        let thief = self.tables[THIEF].spot(now.at[THIEF]);
        now.at[AGENT] = match self.walks[AGENT].get(now.hour as usize) {
            Some(walked) => *walked,
            None => self.tables[AGENT].turn(at, thief, |n| words.pick(AGENT, n)),
        };
    }

    #[inline(always)]
    fn spots(&self, now: &Now<T>) -> [u32; AGENTS] {
        let [t, d1, d2, d3, d4] = now.at;
        [
            self.tables[0].spot(t),
            self.tables[1].spot(d1),
            self.tables[2].spot(d2),
            self.tables[3].spot(d3),
            self.tables[4].spot(d4),
        ]
    }

    #[inline(always)]
    fn ended(&self, number: u64, now: &Now<T>, end: Ending) -> FinishedChase {
        let mut places = [(0, 0); AGENTS];
        for agent in 0..AGENTS {
            places[agent] = match self.walked[agent].get(now.hour as usize) {
                Some(walked) => *walked,
                None => self.tables[agent].place(now.at[agent]),
            };
        }
        let hour = now.hour;
        FinishedChase { number, hour, end, places }
    }
}

/// The first detective in the order of seats that is with the thief.
#[inline(always)]
fn catcher([thief, d1, d2, d3, _]: [u32; AGENTS]) -> Seat {
    Seat(if d1 == thief {
        1
    } else if d2 == thief {
        2
    } else if d3 == thief {
        3
    } else {
        4
    })
}

/// The numbers of a batch of games; past the last one numbers that nobody asked for.
#[inline(always)]
fn numbers_from<const N: usize>(numbers: GameNumbers, done: u64) -> [u64; N] {
    let mut all = [0; N];
    for lane in 0..N {
        let place = done.wrapping_add(lane as u64);
        all[lane] = numbers.first.wrapping_add(numbers.step.wrapping_mul(place));
    }
    all
}

/// The number of games of a batch that are still wanted.
#[inline(always)]
fn games_left(numbers: GameNumbers, done: u64, lanes: usize) -> usize {
    let left = numbers.count.wrapping_sub(done);
    usize::try_from(left).map_or(lanes, |left| left.min(lanes))
}
