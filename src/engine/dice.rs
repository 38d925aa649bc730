//! Luck that can be repeated. The only file that makes random numbers.
//!
//! Generators, one of them chosen in a replay's header:
//!
//! - `chacha8`: ChaCha8, its key made of the seed, one stream for every seat and one for the
//!   world, so that one seat's extra draw never shifts another's luck.
//! - `glibc`: `srand(seed)` and `rand() % n` of the GNU C library, one sequence for the whole
//!   game, as programs written in C draw.
//! - `macos`, `musl`, `microsoft`: the same of the C libraries of other systems.
//!
//! All are pinned by test vectors: an upgrade of a dependency must not change a replay.

mod branching;
mod chacha8;
mod congruential;
mod glibc;
pub mod lanes;

use rand::rngs::SysRng;
use rand::{Rng, SeedableRng, TryRng as _};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::seat::Seat;
use branching::Branching;
use congruential::Congruential;
use glibc::{Glibc, remainder};

/// The random number generator of a game's dice.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::engine::dice::Generator;
/// use chase::prelude::*;
///
/// // The same generator and seed draw the same numbers, on every machine.
/// let draw = |seed| Dice::new(Generator::Chacha8, seed, 0).below(1_000_000);
/// assert_eq!(draw(7), draw(7));
/// assert_ne!(draw(7), draw(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Generator {
    /// `srand` and `rand` of the GNU C library.
    Glibc,
    /// ChaCha with 8 rounds.
    Chacha8,
    /// `srand` and `rand` of macOS.
    Macos,
    /// `srand` and `rand` of musl, the C library of Alpine Linux.
    Musl,
    /// `srand` and `rand` of Microsoft's C library.
    Microsoft,
}

impl Generator {
    /// Those that draw as the `rand` of some C library does: one sequence for a whole game.
    pub const OF_C: [Generator; 4] =
        [Generator::Glibc, Generator::Macos, Generator::Musl, Generator::Microsoft];

    /// Returns true if it is one of [`Generator::OF_C`].
    #[must_use]
    pub fn is_of_c(self) -> bool {
        self != Generator::Chacha8
    }

    /// The name in headers and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Generator::Glibc => "glibc",
            Generator::Chacha8 => "chacha8",
            Generator::Macos => "macos",
            Generator::Musl => "musl",
            Generator::Microsoft => "microsoft",
        }
    }
}

impl std::str::FromStr for Generator {
    type Err = UnknownGenerator;

    fn from_str(name: &str) -> Result<Self, UnknownGenerator> {
        let mut known = Generator::OF_C.into_iter().chain([Generator::Chacha8]);
        known.find(|it| it.name() == name).ok_or(UnknownGenerator)
    }
}

/// A name that no generator has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected glibc, macos, musl, microsoft or chacha8")]
pub struct UnknownGenerator;

impl std::fmt::Display for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// 128 bits from the system that nobody can guess.
///
/// # Panics
/// The system has none to give.
pub fn system_bits() -> u128 {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).expect("every system draws random numbers");
    u128::from_le_bytes(bytes)
}

/// A seed for a game that was given none: a C int, not negative.
pub fn fresh_seed() -> i64 {
    const BITS: u32 = 31;
    i64::try_from(system_bits() >> (u128::BITS - BITS)).expect("31 bits")
}

/// The owner of a draw: with ChaCha8 dice each seat and the world has a stream of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawOwner {
    /// A seat's own.
    Seat(Seat),
    /// The luck of the surroundings: openings, and what happens when a cycle closes.
    World,
}

impl DrawOwner {
    /// The stream number within a game: the seat, or 255 for the world.
    #[inline]
    fn stream(self) -> u8 {
        match self {
            DrawOwner::Seat(seat) => seat.0,
            DrawOwner::World => u8::MAX,
        }
    }
}

/// The dice of one game. A turn may draw 16,777,216 words at most.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::engine::dice::Generator;
/// use chase::prelude::*;
///
/// let mut dice = Dice::new(Generator::Chacha8, 7, 0);
/// let pips = 1 + dice.below(6);
/// assert!((1..=6).contains(&pips));
/// // A history stores how many words were drawn, so that it can be played again.
/// assert_eq!(dice.words(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Dice {
    source: WordSource,
    words: u64,
}

#[derive(Clone, Debug)]
enum WordSource {
    Glibc(Glibc),
    Congruential(Congruential),
    Chacha8(ChachaStreams),
    Branching(Branching),
}

impl Dice {
    /// Dice for game `number` of a series with this seed (0 for a single game).
    ///
    /// Those of C take the low 32 bits of seed + number, as `srand` would; `chacha8` keeps the
    /// seed and moves on to the game's own streams.
    #[must_use]
    pub fn new(generator: Generator, seed: i64, number: u64) -> Self {
        let source = match generator {
            Generator::Glibc => WordSource::Glibc(Glibc::of_game(seed, number)),
            Generator::Chacha8 => WordSource::Chacha8(ChachaStreams::new(seed, number)),
            of_c => WordSource::Congruential(Congruential::of_game(of_c, seed, number)),
        };
        Dice { source, words: 0 }
    }

    /// The dice of another game of the same series, before the first draw: what [`Dice::new`] makes
    /// of the same generator and seed, in the memory there is.
    pub fn restart(&mut self, number: u64) {
        self.words = 0;
        match &mut self.source {
            WordSource::Glibc(glibc) => glibc.restart(number),
            WordSource::Congruential(words) => words.restart(number),
            WordSource::Chacha8(streams) => streams.restart(number),
            WordSource::Branching(branching) => *branching = Branching::default(),
        }
    }

    /// Dice that give every number in turn: [`Dice::next_branch`] goes on to the next outcome, and
    /// [`Dice::ways`] tells how likely the present one is. Whoever draws must draw the same again
    /// where the dice gave the same before.
    pub fn branching() -> Self {
        Dice { source: WordSource::Branching(Branching::default()), words: 0 }
    }

    /// The probability of the numbers that these dice gave; 1 for dice that draw.
    #[doc(hidden)]
    pub fn chance(&self) -> f64 {
        match &self.source {
            WordSource::Branching(branching) => branching.chance(),
            WordSource::Glibc(_) | WordSource::Congruential(_) | WordSource::Chacha8(_) => 1.0,
        }
    }

    /// The number of equally likely ways of which that is one, where it is a number of 128 bits.
    pub fn ways(&self) -> Option<i128> {
        match &self.source {
            WordSource::Branching(branching) => branching.ways(),
            WordSource::Glibc(_) | WordSource::Congruential(_) | WordSource::Chacha8(_) => Some(1),
        }
    }

    /// Goes on to the next outcome of dice that branch. False after the last.
    pub fn next_branch(&mut self) -> bool {
        self.words = 0;
        match &mut self.source {
            WordSource::Branching(branching) => branching.next(),
            WordSource::Glibc(_) | WordSource::Congruential(_) | WordSource::Chacha8(_) => false,
        }
    }

    /// Chooses whose luck the next draws are. Those of C have one sequence for all.
    #[inline]
    pub fn turn_to(&mut self, luck: DrawOwner) {
        if let WordSource::Chacha8(streams) = &mut self.source {
            streams.turn_to(luck.stream());
        }
    }

    /// A number from 0 to n - 1, one word drawn. `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "a draw needs something to choose from");
        self.words += 1;
        match &mut self.source {
            WordSource::Glibc(glibc) => remainder(glibc.next(), n),
            WordSource::Congruential(words) => words.next() % n,
            // The upper half of the product is below n, which is 32 bits wide.
            WordSource::Chacha8(streams) => {
                ((u64::from(streams.next()) * u64::from(n)) >> 32) as u32
            }
            WordSource::Branching(branching) => branching.below(n),
        }
    }

    /// The word that comes next, before anything is made of it; nothing is drawn.
    #[must_use]
    pub fn peek(&self) -> u32 {
        match &self.source {
            WordSource::Glibc(glibc) => glibc.clone().next(),
            WordSource::Congruential(words) => words.clone().next(),
            WordSource::Chacha8(streams) => streams.peek(),
            WordSource::Branching(_) => 0,
        }
    }

    /// The number of words drawn from the present stream. Those of C have one sequence, so that there
    /// it counts all words; `chacha8` has a stream for each owner.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        match &self.source {
            WordSource::Glibc(_) | WordSource::Congruential(_) | WordSource::Branching(_) => {
                self.words
            }
            WordSource::Chacha8(streams) => streams.made[streams.current].drawn(),
        }
    }

    /// The number of words drawn so far, over all streams.
    #[inline]
    #[must_use]
    pub fn words(&self) -> u64 {
        self.words
    }

    /// Passes over words that a stored history says were drawn.
    pub fn skip(&mut self, words: u64) {
        self.words += words;
        match &mut self.source {
            WordSource::Glibc(glibc) => glibc.skip(words),
            WordSource::Congruential(source) => (0..words).for_each(|_| _ = source.next()),
            WordSource::Chacha8(streams) => streams.skip(words),
            WordSource::Branching(_) => {}
        }
    }
}

/// ChaCha8 streams of one game, made as they are first used.
#[derive(Clone, Debug)]
struct ChachaStreams {
    /// The key that is derived from the seed.
    key: [u8; 32],
    number: u64,
    made: Vec<ChachaStream>,
    current: usize,
}

/// A stream. Its first block stands here; more is drawn by the library, which makes several blocks
/// at a time.
#[derive(Clone, Debug)]
struct ChachaStream {
    /// The number of its owner.
    id: u8,
    /// The first block, if `is_begun`.
    block: [u32; chacha8::WORDS],
    is_begun: bool,
    /// The number of words of the block that were drawn; all of them before the stream is begun.
    used: usize,
    /// Draws what comes after the first block.
    rest: Option<Box<ChaCha8Rng>>,
}

impl ChachaStream {
    fn new(id: u8) -> Self {
        ChachaStream {
            id,
            block: [0; chacha8::WORDS],
            is_begun: false,
            used: chacha8::WORDS,
            rest: None,
        }
    }

    /// Before the first draw of another game.
    fn restart(&mut self) {
        self.is_begun = false;
        self.used = chacha8::WORDS;
        self.rest = None;
    }

    /// The number of words that were drawn.
    fn drawn(&self) -> u64 {
        match &self.rest {
            Some(rest) => u64::try_from(rest.get_word_pos()).unwrap_or(u64::MAX),
            None if self.is_begun => self.used as u64,
            None => 0,
        }
    }
}

impl ChachaStreams {
    /// Streams a game owns: 255 seats and the world.
    const PER_GAME: u64 = 256;

    fn new(seed: i64, number: u64) -> Self {
        let mut streams =
            ChachaStreams { key: Self::key(seed), number, made: Vec::new(), current: 0 };
        streams.turn_to(DrawOwner::World.stream());
        streams
    }

    /// Derives the key from a seed.
    fn key(seed: i64) -> [u8; 32] {
        ChaCha8Rng::seed_from_u64(seed.cast_unsigned()).get_seed()
    }

    fn restart(&mut self, number: u64) {
        self.number = number;
        for stream in &mut self.made {
            stream.restart();
        }
        self.turn_to(DrawOwner::World.stream());
    }

    #[inline]
    fn turn_to(&mut self, stream: u8) {
        let is_at = |made: &[ChachaStream], n: usize| made.get(n).is_some_and(|it| it.id == stream);
        if is_at(&self.made, self.current) {
            return;
        }
        // Seats mostly act one after another.
        self.current = match self.current + 1 {
            next if is_at(&self.made, next) => next,
            _ => self.place(stream),
        };
    }

    /// The index of a stream; it is made if it does not exist yet.
    fn place(&mut self, stream: u8) -> usize {
        let place = self.made.iter().position(|made| made.id == stream);
        place.unwrap_or_else(|| {
            self.made.push(ChachaStream::new(stream));
            self.made.len() - 1
        })
    }

    /// The number of the present stream, among all of the seed's.
    fn stream(&self) -> u64 {
        let id = u64::from(self.made[self.current].id);
        self.number.wrapping_mul(Self::PER_GAME) + id
    }

    #[inline]
    fn next(&mut self) -> u32 {
        let stream = &mut self.made[self.current];
        if let Some(word) = stream.block.get(stream.used) {
            stream.used += 1;
            return *word;
        }
        self.next_block()
    }

    /// The next word, which is not in the present block.
    #[inline(never)]
    fn next_block(&mut self) -> u32 {
        let number = self.stream();
        let stream = &mut self.made[self.current];
        if !stream.is_begun {
            stream.block = chacha8::first_block(&self.key, number);
            (stream.is_begun, stream.used) = (true, 1);
            return stream.block[0];
        }
        match &mut stream.rest {
            Some(rest) => rest.next_u32(),
            None => {
                self.go_to(chacha8::WORDS as u64);
                self.next_block()
            }
        }
    }

    /// The word that comes next; it is not drawn.
    fn peek(&self) -> u32 {
        let mut only =
            ChachaStreams { made: vec![self.made[self.current].clone()], current: 0, ..*self };
        only.next()
    }

    fn skip(&mut self, words: u64) {
        let drawn = self.made[self.current].drawn();
        self.go_to(drawn + words);
    }

    /// Leaves so many words of the present stream behind.
    fn go_to(&mut self, words: u64) {
        let number = self.stream();
        let key = self.key;
        let stream = &mut self.made[self.current];
        if words < chacha8::WORDS as u64 {
            stream.block = chacha8::first_block(&key, number);
            stream.used = usize::try_from(words).unwrap_or(0);
        } else {
            let mut rest = ChaCha8Rng::from_seed(key);
            rest.set_stream(number);
            rest.set_word_pos(u128::from(words));
            stream.rest = Some(Box::new(rest));
            stream.used = chacha8::WORDS;
        }
        stream.is_begun = true;
    }
}

/// One of several that are equally good, by the dice. One word is drawn.
///
/// # Panics
/// If there is none.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::engine::dice::Generator;
/// use chase::prelude::*;
///
/// let mut dice = Dice::new(Generator::Chacha8, 7, 0);
/// assert!(["left", "right"].contains(one_of(&["left", "right"], &mut dice)));
/// ```
pub fn one_of<'a, T>(equally_good: &'a [T], dice: &mut Dice) -> &'a T {
    let count = u32::try_from(equally_good.len()).expect("fewer than four thousand million");
    &equally_good[dice.below(count) as usize]
}

/// Draws one of several choices, each as often as its weight says, one word from the dice. `odds --exact`
/// follows each with exactly that share.
///
/// # Panics
/// If there are not as many weights as choices, or their sum is zero or 2^32 and more.
///
/// # Examples
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::engine::dice::{Generator, one_by_weight};
/// use chase::prelude::*;
///
/// // Bets once in three times.
/// let mut dice = Dice::new(Generator::Chacha8, 7, 0);
/// assert!(["check", "bet"].contains(one_by_weight(&["check", "bet"], &[2, 1], &mut dice)));
/// assert_eq!(one_by_weight(&["check", "bet"], &[0, 1], &mut dice), &"bet");
/// ```
pub fn one_by_weight<'a, T>(choices: &'a [T], weights: &[u32], dice: &mut Dice) -> &'a T {
    assert_eq!(choices.len(), weights.len(), "one weight for each choice");
    let sum = weights.iter().try_fold(0_u32, |sum, weight| sum.checked_add(*weight));
    let mut drawn = dice.below(sum.filter(|sum| *sum > 0).expect("weights have a sum"));
    let mut all = choices.iter().zip(weights);
    let chosen = all.find(|(_, weight)| {
        let is_it = drawn < **weight;
        drawn = drawn.saturating_sub(**weight);
        is_it
    });
    chosen.expect("less than the sum was drawn").0
}

#[cfg(test)]
mod tests;
