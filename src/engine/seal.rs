//! A seal as a value, as it is shown and stored: the first 16 bytes of BLAKE3. What is sealed, and when, stands in `sealing`.

use std::fmt;

/// A hash of 16 bytes, shown as 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal(pub [u8; Seal::BYTES]);

impl Seal {
    /// The length of a seal.
    pub const BYTES: usize = 16;

    /// The hash of bytes that are read to their end.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn of_bytes(from: &mut dyn std::io::Read) -> std::io::Result<Self> {
        let mut sealer = Sealer::default();
        std::io::copy(from, &mut sealer.0)?;
        Ok(sealer.seal())
    }

    /// The hash of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut seal = [0; Self::BYTES];
        seal.copy_from_slice(&blake3::hash(bytes).as_bytes()[..Self::BYTES]);
        Seal(seal)
    }

    /// Reads the 32 digits back.
    pub fn parse(hex: &str) -> Option<Self> {
        let digits = hex.as_bytes();
        if digits.len() != 2 * Self::BYTES {
            return None;
        }
        let mut seal = [0; Self::BYTES];
        for (byte, pair) in seal.iter_mut().zip(digits.chunks(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Some(Seal(seal))
    }
}

/// Bytes on their way into a seal.
#[derive(Default)]
pub struct Sealer(blake3::Hasher);

impl Sealer {
    /// Takes in more of them.
    pub fn take(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Takes in data as compact JSON.
    ///
    /// # Panics
    /// Never: plain data always has a JSON form.
    pub fn take_json<T: serde::Serialize>(&mut self, data: &T) {
        serde_json::to_writer(&mut self.0, data).expect("plain data always has a JSON form");
    }

    /// The seal of all of them.
    pub fn seal(&self) -> Seal {
        let mut seal = [0; Seal::BYTES];
        seal.copy_from_slice(&self.0.finalize().as_bytes()[..Seal::BYTES]);
        Seal(seal)
    }
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl serde::Serialize for Seal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Seal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hex = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Seal::parse(&hex).ok_or_else(|| {
            serde::de::Error::custom("a seal has 32 hexadecimal digits in lower case")
        })
    }
}
