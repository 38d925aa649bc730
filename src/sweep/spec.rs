//! What a sweep plays, whole: whoever has it can play any of its games again, on any machine. Its
//! hash names it in everything that came of it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::measure::{MEASURES_MAX, Measure};
use super::stopping_rule::Until;
use chase_engine::dice::Generator;
use chase_record::replay::{FORMAT, Header, WRITER, to_json};
use chase_world::error::Error;

/// The number of the form of everything that a sweep writes.
pub const FORM: u32 = 1;

/// The most games of a cell.
pub const GAMES_MAX: u64 = 1_000_000_000_000;

/// Games of a shard where nobody says how many.
pub const SHARD_GAMES: u64 = 1 << 16;

/// The games that a sweep plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The number of this form.
    pub sweep: u32,
    /// The name of the game.
    pub game: String,
    /// The number of its rules.
    pub rules: u32,
    /// The program that made it, with its version: built-in players are those of a version.
    pub writer: String,
    /// The generator that draws.
    pub dice: Generator,
    /// The seed of all games; game k of every cell has the luck of this seed and k.
    pub seed: i64,
    /// The games of each cell, numbered from 0; the most there can be where a rule ends it.
    pub games: u64,
    /// The games of a shard.
    pub shard_games: u64,
    /// The rule that ends a cell early, where there is one.
    pub until: Option<Until>,
    /// The measures, which are counted besides the causes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Measure>,
    /// The names of what is varied.
    pub varied: Vec<String>,
    /// The scenarios, as headers have them.
    pub scenarios: Vec<Box<RawValue>>,
    /// The points of the grid.
    pub cells: Vec<SweepCell>,
}

/// A point of the grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepCell {
    /// The value of each thing that is varied.
    pub values: Vec<String>,
    /// The players, one for each seat.
    pub players: Vec<String>,
    /// Places in the list of scenarios: game k is played on the one at k modulo their number.
    pub scenarios: Vec<u32>,
}

/// One of a number of equal parts of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the part, from 0.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
}

impl std::str::FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::new("expected I/N with I from 0 to N - 1, as in 3/64");
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let shard = Shard { part: number(part)?, of: number(of)? };
        match shard.part < shard.of && shard.of <= 1_000_000 {
            true => Ok(shard),
            false => Err(wrong()),
        }
    }
}

impl Spec {
    /// Its name in everything that came of it: 32 hexadecimal digits of BLAKE3 over its JSON.
    #[must_use]
    pub fn hash(&self) -> String {
        blake3::hash(to_json(self).as_bytes()).to_hex()[..32].to_owned()
    }

    /// The header of a game of a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn header(&self, cell: usize, number: u64) -> Header {
        let cell = &self.cells[cell];
        let maps = cell.scenarios.len() as u64;
        let place = cell.scenarios[usize::try_from(number % maps).unwrap_or(0)];
        Header {
            chase: FORMAT,
            game: self.game.clone(),
            rules: self.rules,
            writer: WRITER.to_owned(),
            dice: self.dice,
            seed: self.seed,
            number,
            players: cell.players.clone(),
            scenario: self.scenarios[place as usize].clone(),
            origin: None,
        }
    }

    /// A doubt about the random numbers of its games, which is shown wherever intervals are;
    /// nothing for a generator whose games are independent.
    pub fn doubt_of_luck(&self) -> Option<&'static str> {
        self.dice.is_of_c().then_some(
            "with the dice of a C library the games of a sweep have neighbouring seeds and are not independent, so intervals would be wrong; use --dice chacha8",
        )
    }

    /// The numbers of a cell that belong to a part: the games of all cells in a row, cut into equal
    /// parts.
    #[must_use]
    pub fn numbers(&self, cell: usize, shard: Option<Shard>) -> std::ops::Range<u64> {
        let Some(Shard { part, of }) = shard else {
            return 0..self.games;
        };
        let all = u128::from(self.games.saturating_mul(self.cells.len() as u64));
        let border = |part: u64| all * u128::from(part) / u128::from(of);
        let begin = u128::from(self.games) * cell as u128;
        let within = |at: u128| {
            let at = at.saturating_sub(begin).min(u128::from(self.games));
            u64::try_from(at).unwrap_or(self.games)
        };
        within(border(part))..within(border(part + 1))
    }

    /// Checks whether this program, with the rules of this number, plays the games that another version
    /// began.
    ///
    /// # Errors
    /// It does not, and why.
    pub fn check_rules(&self, rules: u32) -> Result<(), Error> {
        if self.rules != rules || self.writer != WRITER {
            let what = format!(
                "begun by {} with rules {}; this is {WRITER} with rules {rules}",
                self.writer, self.rules
            );
            return Err(Error::new(what).help("go on with the version that began it"));
        }
        Ok(())
    }

    /// Checks whether everything in it can be: places that are there, games to be played.
    ///
    /// # Errors
    /// What cannot.
    pub fn check(&self) -> Result<(), Error> {
        let places = self.cells.iter().flat_map(|cell| &cell.scenarios);
        let is_there = |place: &u32| (*place as usize) < self.scenarios.len();
        let is_whole =
            |cell: &SweepCell| cell.values.len() == self.varied.len() && !cell.scenarios.is_empty();
        let is_sound = places.clone().all(is_there)
            && self.cells.iter().all(is_whole)
            && !self.cells.is_empty()
            && self.measures.len() <= MEASURES_MAX
            && (1..=GAMES_MAX).contains(&self.games)
            && (1..=GAMES_MAX).contains(&self.shard_games);
        match is_sound {
            true => Ok(()),
            false => Err(Error::new("this is not a sweep: it has an impossible number or index")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(cells: usize, games: u64) -> Spec {
        let cell = |n: usize| SweepCell {
            values: vec![n.to_string()],
            players: Vec::new(),
            scenarios: vec![0],
        };
        Spec {
            sweep: FORM,
            game: "game".into(),
            rules: 1,
            writer: WRITER.into(),
            dice: Generator::Chacha8,
            seed: 1,
            games,
            shard_games: 16,
            until: Some("half-width=0.1".parse().unwrap()),
            measures: Vec::new(),
            varied: vec!["n".into()],
            scenarios: vec![serde_json::value::to_raw_value(&1).unwrap()],
            cells: (0..cells).map(cell).collect(),
        }
    }

    #[test]
    fn parts_hold_every_game_once() {
        for (cells, games, of) in [(3, 10, 7), (1, 5, 64), (4, 1000, 3)] {
            let spec = spec(cells, games);
            for cell in 0..cells {
                let mut next = 0;
                for part in 0..of {
                    let numbers = spec.numbers(cell, Some(Shard { part, of }));
                    if !numbers.is_empty() {
                        assert_eq!(numbers.start, next, "{cell} {part}/{of}");
                        next = numbers.end;
                    }
                }
                assert_eq!(next, games);
            }
        }
        assert!("3/3".parse::<Shard>().is_err() && "2/3".parse::<Shard>().is_ok());
    }

    #[test]
    fn the_hash_is_of_what_is_read_back() {
        let spec = spec(2, 10);
        let read: Spec = serde_json::from_str(&to_json(&spec)).unwrap();
        assert_eq!(read.hash(), spec.hash());
        let other = Spec { games: 11, ..spec };
        assert_ne!(read.hash(), other.hash());
    }
}
