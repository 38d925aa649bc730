//! Everything about a recording but its cycles.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::dice::{Dice, Generator};
use super::game::Game;
use super::provenance::{Origin, present};
use super::seal::Seal;

/// The container format.
pub const FORMAT: u32 = 1;

/// The longest header of either form as compact JSON, in bytes.
pub const HEADER_BYTES_MAX: usize = 64 << 20;

/// This program and its version.
pub const WRITER: &str = concat!("chase-sim ", env!("CARGO_PKG_VERSION"));

/// Everything about a recording but its cycles. Its fields stand in this order in both forms.
///
/// # Examples
/// With the game `Race` of the [front page](crate):
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// use chase::engine::dice::Generator;
/// use chase::engine::header::Header;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game: Race = Game::new(Goal { goal: 10 })?;
/// let players = ["random".to_owned(), "random".to_owned()];
/// let header = Header::new(&game, &players, Generator::Chacha8, 1);
/// assert_eq!((header.game.as_str(), header.seed), ("race", 1));
/// assert_eq!(header.scenario.get(), r#"{"goal":10}"#);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The number of the container format.
    pub chase: u32,
    /// The game's name.
    pub game: String,
    /// The number of the game's event schema.
    pub rules: u32,
    /// The program that wrote it, with its version.
    pub writer: String,
    /// The generator that drew.
    pub dice: Generator,
    /// The seed of the generator.
    pub seed: i64,
    /// The number of the game within its series, from 0.
    pub number: u64,
    /// The players' names, one per seat.
    pub players: Vec<String>,
    /// The scenario as its game writes it: compact JSON, fields in the order of its docs.
    pub scenario: Box<RawValue>,
    /// The recording that this one goes on from; nothing where there is none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl Header {
    /// The header of a game about to be played.
    #[must_use]
    pub fn new<G: Game>(game: &G, players: &[String], dice: Generator, seed: i64) -> Self {
        Self::of(G::NAME, G::RULES, game.scenario(), players, dice, seed)
    }

    /// The header of what is about to be recorded, by its name and the number of its rules.
    #[must_use]
    pub fn of<S: Serialize>(
        name: &str,
        rules: u32,
        scenario: &S,
        players: &[String],
        dice: Generator,
        seed: i64,
    ) -> Self {
        Header {
            chase: FORMAT,
            game: name.to_owned(),
            rules,
            writer: WRITER.to_owned(),
            dice,
            seed,
            number: 0,
            players: players.to_vec(),
            scenario: raw_json(scenario),
            origin: None,
        }
    }

    /// The header of a recording of its own, written by this program and made from no other.
    #[must_use]
    pub fn without_provenance(self) -> Self {
        Header { chase: FORMAT, writer: WRITER.to_owned(), origin: None, ..self }
    }

    /// The header of a recording that goes on from this one's after a cycle, whose seal is given: the
    /// same game, dice and players, written by this program.
    #[must_use]
    pub fn continued(self, seal: Seal, cycle: u64) -> Self {
        let origin = Some(Origin::Continued { seal, cycle });
        Header { origin, ..self.without_provenance() }
    }

    /// The last cycle that was played by others than its players: those of the recording that this
    /// one goes on from.
    #[must_use]
    pub fn shared_until(&self) -> Option<u64> {
        self.origin.as_ref().map(|Origin::Continued { cycle, .. }| *cycle)
    }

    /// The header as compact JSON: the bytes that the seals and the salt are made of.
    #[must_use]
    pub fn to_json(&self) -> String {
        to_json(self)
    }

    /// The dice that this header promises, before the first draw.
    #[must_use]
    pub fn dice(&self) -> Dice {
        Dice::new(self.dice, self.seed, self.number)
    }
}

/// Plain data as compact JSON.
///
/// # Panics
/// Never: plain data has string keys and no failing serializers.
#[must_use]
pub fn to_json<T: Serialize>(data: &T) -> String {
    serde_json::to_string(data).expect("plain data always has a JSON form")
}

/// The number of bytes of plain data as compact JSON.
///
/// # Panics
/// As [`to_json`].
pub fn json_length<T: Serialize>(data: &T) -> u64 {
    struct Length(u64);
    impl std::io::Write for Length {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut length = Length(0);
    serde_json::to_writer(&mut length, data).expect("plain data always has a JSON form");
    length.0
}

/// True if this is the compact JSON of plain data.
pub fn is_json_of<T: Serialize>(json: &str, data: &T) -> bool {
    struct RestBytes<'a>(&'a [u8]);
    impl std::io::Write for RestBytes<'_> {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let rest = self.0.strip_prefix(bytes);
            self.0 = rest.ok_or(std::io::ErrorKind::InvalidData)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut rest = RestBytes(json.as_bytes());
    serde_json::to_writer(&mut rest, data).is_ok() && rest.0.is_empty()
}

fn raw_json<T: Serialize>(data: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(data).expect("plain data always has a JSON form")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_of_its_own_names_the_program_that_writes_it() {
        let header = Header {
            chase: FORMAT,
            game: "game".into(),
            rules: 1,
            writer: "another 0.0.1".into(),
            dice: Generator::Chacha8,
            seed: 1,
            number: 0,
            players: Vec::new(),
            scenario: raw_json(&()),
            origin: Some(Origin::Continued {
                seal: Seal::of_bytes(&mut &b""[..]).expect("bytes"),
                cycle: 1,
            }),
        };
        let own = header.without_provenance();
        assert_eq!(own.writer, WRITER);
        assert_eq!(own.origin, None);
    }
}
