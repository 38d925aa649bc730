//! Keys: who shows one is let in, and it says as whom.

use chase_engine::dice::system_bits;
use constant_time_eq::constant_time_eq;

/// The number of the key that a request shows, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownKey(pub usize);

/// The keys of a server. They are drawn when it starts and end with it.
#[derive(Clone)]
pub struct Keys(Vec<String>);

impl Keys {
    /// So many keys that nobody can guess: 128 bits each, as 32 digits of base 16.
    #[must_use]
    pub fn drawn(count: usize) -> Self {
        let key = || format!("{:032x}", system_bits());
        Keys(std::iter::repeat_with(key).take(count).collect())
    }

    /// The key of a pass.
    ///
    /// # Panics
    /// There are not so many.
    #[must_use]
    pub fn key(&self, pass: ShownKey) -> &str {
        &self.0[pass.0]
    }

    /// The number of the key that is shown; nothing where it is none of these. The time that this
    /// takes does not say how much of a key is right.
    pub fn pass(&self, shown: &str) -> Option<ShownKey> {
        let same = |key: &str| constant_time_eq(key.as_bytes(), shown.as_bytes());
        let found = (0..).zip(&self.0).filter(|(_, key)| same(key));
        found.map(|(n, _)| ShownKey(n)).last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_as_itself_and_nothing_else_opens() {
        let keys = Keys::drawn(3);
        assert_eq!(keys.key(ShownKey(1)).len(), 32);
        assert_eq!(keys.pass(keys.key(ShownKey(1))), Some(ShownKey(1)));
        assert_ne!(keys.key(ShownKey(0)), keys.key(ShownKey(1)));
        let cut = &keys.key(ShownKey(2))[..31];
        let longer = format!("{}0", keys.key(ShownKey(2)));
        for wrong in ["", cut, &longer, "00000000000000000000000000000000"] {
            assert_eq!(keys.pass(wrong), None, "{wrong}");
        }
    }
}
