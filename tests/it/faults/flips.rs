//! A single wrong bit.

use super::{Scratch, count_in_parallel, example, recorded, ring};
use crate::harness::Place;

/// Flips every bit once. What is still read must be the very same replay.
#[track_caller]
pub fn flip_all(bytes: &[u8]) -> usize {
    let whole = Scratch::new().read(bytes).expect("a good file");
    count_in_parallel(8 * bytes.len(), |scratch, bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        match scratch.read(&flipped) {
            Err(_) => false,
            Ok(told) => {
                assert_eq!(told, whole, "bit {} of byte {}", bit % 8, bit / 8);
                true
            }
        }
    })
}

#[test]
fn every_bit_flip_of_a_binary_file_is_refused() {
    let file = super::container::File::reframed(&recorded(ring(9, 3), "chase"), 4);
    assert_eq!(flip_all(&file.bytes()), 0, "a flip was read as if nothing had happened");
    assert_eq!(flip_all(&recorded(example(), "chase")), 0);
    let file = super::container::File::in_columns(&recorded(ring(9, 3), "chase"), 4);
    assert_eq!(flip_all(&file.bytes()), 0);
}

#[test]
fn every_bit_flip_of_a_json_file_is_refused_or_white_space() {
    let bytes = recorded(example(), "json");
    let read = flip_all(&bytes);
    let white = bytes.iter().filter(|byte| byte.is_ascii_whitespace()).count();
    assert!(read <= white, "{read} flips were read, there is white space for {white}");
}

#[test]
fn a_flipped_bit_is_told_with_its_offset_and_the_last_good_hour() {
    let place = Place::new();
    let file = super::container::File::reframed(&recorded(ring(20, 3), "chase"), 5);
    let mut bytes = file.bytes();
    let third = file.starts()[2];
    bytes[third + 60] ^= 1;
    place.write("bad.chase", &bytes);
    for words in ["replay bad.chase", "replay bad.chase --hour 12", "replay bad.chase --stats"] {
        let ran = place.chase(words).status(2);
        ran.stderr_has(&format!("bad.chase: byte {third}: the frame fails its checksum"))
            .stderr_has("the last good cycle is 9");
    }
    // and what is left can be read, as the message says
    place.chase("replay bad.chase --to 9").fine().stdout_has("Hour 9\n");
    place.chase("replay bad.chase --hour 3").fine();
}
