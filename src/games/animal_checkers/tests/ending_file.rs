//! The file of solved endings: what is read is what was written, and what is damaged is refused.

use crate::players::ending_file::{EndingFile, EndingFileFault, written};
use crate::players::endings::{pair_of, pairs};
use chase_core::seal::Seal;

/// Three pieces are solved in a moment; nothing depends on how many there are.
const PIECES: usize = 3;

fn read(bytes: &[u8]) -> Result<EndingFile, EndingFileFault> {
    EndingFile::read(bytes.to_vec(), PIECES)
}

/// Bytes with the hash that they ought to have, as a forger would write them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - Seal::BYTES);
    let seal = Seal::of_bytes(&mut &*bytes).expect("bytes in memory");
    bytes.extend(seal.0);
    bytes
}

#[test]
fn a_file_holds_the_endings_that_were_solved() {
    let bytes = written(PIECES).expect("short parts");
    let file = read(&bytes).expect("a whole file");
    for material in pairs(PIECES) {
        let [first, swap] = file.pair(material).expect("a part for each material");
        assert_eq!([&*first, &*swap], pair_of(material), "{material:?}");
    }
    assert_eq!(written(PIECES).expect("the same"), bytes);
}

#[test]
fn a_file_that_is_cut_longer_or_changed_is_refused() {
    let bytes = written(PIECES).expect("short parts");
    let fault = |bytes: &[u8]| read(bytes).err();
    for end in (0..bytes.len()).step_by(997).chain([7, 8, bytes.len() - 1]) {
        let expected = match end {
            0..8 => EndingFileFault::NotEndings,
            _ => EndingFileFault::Damaged,
        };
        assert_eq!(fault(&bytes[..end]), Some(expected), "{end} bytes");
    }
    assert_eq!(fault(&[&*bytes, &[0]].concat()), Some(EndingFileFault::Damaged));
    for at in (8..bytes.len()).step_by(1_499).chain([bytes.len() - 1]) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert_eq!(fault(&changed), Some(EndingFileFault::Damaged), "byte {at}");
    }
    let mut other = bytes.clone();
    other[7] += 1;
    assert_eq!(fault(&other), Some(EndingFileFault::OtherForm(2)));
    other[0] = b'c';
    assert_eq!(fault(&other), Some(EndingFileFault::NotEndings));
    // A file of fewer pieces has no place for all materials.
    let fewer = written(2).expect("short parts");
    assert_eq!(fault(&fewer), Some(EndingFileFault::Damaged));
}

/// Its endings are solved in place of being read.
#[test]
fn a_part_that_is_no_material_gives_no_values() {
    let bytes = written(PIECES).expect("short parts");
    let count = pairs(PIECES).count();
    let first = pairs(PIECES).next().expect("a material");
    let begin = 8 + 4 * count;
    // given a file whose first part is no deflated text
    let mut garbled = bytes.clone();
    garbled[begin] = 0xff;
    let file = read(&sealed(garbled)).expect("its hash is right");
    assert_eq!(file.pair(first), None);
    // and one whose first part ends early, so that the others begin early
    let mut short = bytes.clone();
    let length = u32::from_le_bytes(short[8..12].try_into().expect("four bytes"));
    short[8..12].copy_from_slice(&(length - 1).to_le_bytes());
    short.remove(begin);
    let file = read(&sealed(short)).expect("its hash is right");
    assert_eq!(file.pair(first), None);
    // and lengths that reach beyond the end are refused
    let mut long = bytes;
    long[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(read(&sealed(long)).err(), Some(EndingFileFault::Damaged));
}
