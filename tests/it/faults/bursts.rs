//! Runs of wrong bits, as bad cables and bad memory make them: 2 to 64 bits long, both ends wrong,
//! those between as they are drawn.

use super::optional_fields::{full, played};
use super::{Scratch, Xorshift, count_in_parallel, recorded, ring};

/// How many bursts each file gets.
const BURSTS: usize = 1_000;

/// The bytes with one burst in them.
fn with_burst(bytes: &[u8], luck: &mut Xorshift) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let bits = 8 * bytes.len() as u64;
    let length = 2 + luck.below(63);
    let first = luck.below(bits - length + 1);
    for bit in first..first + length {
        let is_end = bit == first || bit == first + length - 1;
        if is_end || luck.below(2) == 0 {
            let at = usize::try_from(bit / 8).expect("within the file");
            bytes[at] ^= 1 << (bit % 8);
        }
    }
    bytes
}

/// What is still read after a burst is the very same replay. How often it was.
#[track_caller]
fn burst(bytes: &[u8]) -> usize {
    let whole = Scratch::new().read(bytes).expect("a good file");
    count_in_parallel(BURSTS, |scratch, n| {
        let mut luck = Xorshift(0x9E37_79B9_7F4A_7C15 ^ (n as u64 + 1));
        for _ in 0..8 {
            luck.below(2);
        }
        match scratch.read(&with_burst(bytes, &mut luck)) {
            Err(_) => false,
            Ok(told) => {
                assert_eq!(told, whole, "burst {n}");
                true
            }
        }
    })
}

#[test]
fn bursts_of_wrong_bits_are_found_in_every_form() {
    let frames = super::container::File::reframed(&recorded(ring(30, 3), "chase"), 4).bytes();
    for (what, bytes) in [
        ("in frames", frames),
        ("plain", recorded(ring(30, 3), "chase")),
        ("with the time played", played(full(), "chase", Some(61_000))),
    ] {
        assert_eq!(burst(&bytes), 0, "{what}: a burst was not found");
    }
    for bytes in [recorded(ring(30, 3), "json"), played(full(), "json", Some(61_000))] {
        // Between two fields white space may turn into other white space.
        let read = burst(&bytes);
        assert!(read < BURSTS / 100, "{read} bursts were not found");
    }
}
