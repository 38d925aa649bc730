//! States told apart by their canonical bytes: each state that was met has a number, from 0 on.
//!
//! Bytes of at most 15 are kept as they are. Of longer ones 120 bits of their BLAKE3 hash are kept: that any
//! two of a thousand million states share them has a probability below 10^-18.

/// The longest bytes that are kept as they are.
const WHOLE_MAX: usize = 15;

/// The last byte of a key made of a hash; in other keys it is the number of bytes.
const HASHED: u8 = 0xff;

/// The number of a place without a key.
const EMPTY: u32 = u32::MAX;

/// The number of states that can be told apart: some numbers have another meaning.
pub(super) const STATES_MOST: u64 = u32::MAX as u64 - 8;

/// The key of a state's bytes.
pub(super) fn key(bytes: &[u8]) -> u128 {
    let mut key = [0; 16];
    if bytes.len() <= WHOLE_MAX {
        key[..bytes.len()].copy_from_slice(bytes);
        key[WHOLE_MAX] = u8::try_from(bytes.len()).unwrap_or(HASHED);
    } else {
        key.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
        key[WHOLE_MAX] = HASHED;
    }
    u128::from_le_bytes(key)
}

/// A place of the table: a key in four parts, and its number. Both stand side by side, so that a look-up reads
/// one piece of memory.
#[derive(Clone, Copy, Debug)]
struct KeySlot {
    key: [u32; 4],
    number: u32,
}

const FREE: KeySlot = KeySlot { key: [0; 4], number: EMPTY };

/// The keys of all states with their numbers, each at the first free place from that of its key on.
#[derive(Debug)]
pub(super) struct StateKeys {
    slots: Vec<KeySlot>,
    len: u32,
}

impl Default for StateKeys {
    fn default() -> Self {
        StateKeys { slots: vec![FREE; 1 << 10], len: 0 }
    }
}

impl StateKeys {
    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.len.into()
    }

    /// The number of a key, if there is such a key.
    pub(super) fn find(&self, key: u128) -> Option<u32> {
        let number = self.slots[self.place(parts(key))].number;
        (number != EMPTY).then_some(number)
    }

    /// The number of a key, and whether it is new.
    pub(super) fn insert(&mut self, key: u128) -> (u32, bool) {
        let key = parts(key);
        let place = self.place(key);
        if self.slots[place].number != EMPTY {
            return (self.slots[place].number, false);
        }
        let number = self.len;
        self.slots[place] = KeySlot { key, number };
        self.len += 1;
        if self.len as usize * 4 > self.slots.len() * 3 {
            self.grow();
        }
        (number, true)
    }

    /// The place of a key, or the free one where it would stand.
    fn place(&self, key: [u32; 4]) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = spread(key) & mask;
        while self.slots[place].number != EMPTY && self.slots[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in old {
            if slot.number != EMPTY {
                let place = self.place(slot.key);
                self.slots[place] = slot;
            }
        }
    }
}

fn parts(key: u128) -> [u32; 4] {
    #[expect(clippy::cast_possible_truncation, reason = "each part is 32 bits")]
    [0, 32, 64, 96].map(|bits| (key >> bits) as u32)
}

/// A number in which every bit of a key counts.
fn spread([a, b, c, d]: [u32; 4]) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let [low, high] = [[a, b], [c, d]].map(|[low, high]| u64::from(high) << 32 | u64::from(low));
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(ODD);
    ((mixed ^ (mixed >> 32)).wrapping_mul(ODD) >> 20) as usize
}

/// Appends to a list that grows by a quarter, so that a large one leaves little memory unused.
pub(super) fn push_lean<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 1024);
    }
    list.push(item);
}
