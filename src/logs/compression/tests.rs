//! Files of several members and frames, whole and damaged.

use std::io::{Cursor, Write as _};

use flate2::GzBuilder;
use flate2::bufread::MultiGzDecoder;

use super::*;

/// Made by `zstd -19 --check` of a table of 90 lines: a frame with a compressed block and a checksum.
const FRAME: &str = include_str!("frame.hex");

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<_> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let digits = std::str::from_utf8(&digits).unwrap();
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// All that is unpacked, or what is wrong.
fn unpacked(packed: &[u8]) -> Result<Vec<u8>, String> {
    let source = Cursor::new(packed.to_vec());
    let mut bytes: Box<dyn Read> = match sniff(packed) {
        Compression::Gzip => Box::new(MultiGzDecoder::new(source)),
        Compression::Zstd => Box::new(ZstdFrames::new(source)),
        other => return Err(format!("{other:?}")),
    };
    let mut plain = Vec::new();
    let read = bytes.read_to_end(&mut plain);
    read.map(|_| plain).map_err(|error| error.to_string())
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let builder = GzBuilder::new().filename("run.csv");
    let mut packer = builder.write(Vec::new(), flate2::Compression::best());
    packer.write_all(plain).unwrap();
    packer.finish().unwrap()
}

const SKIPPABLE: &[u8] = &[0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 8];

#[test]
fn all_members_and_frames_are_read_and_nothing_else_may_follow() {
    let (one, two) = (gzip(b"t,x\n0,1\n"), gzip(b"1,2\n"));
    let both = [one.clone(), two].concat();
    assert_eq!(unpacked(&both).unwrap(), b"t,x\n0,1\n1,2\n");
    for tail in [&b"x"[..], b"\0\0x", b"\x1f", b"\x1f\x8bx", &[0; 9], &[&[0; 9][..], &one].concat()]
    {
        assert!(unpacked(&[&both, tail].concat()).is_err(), "{tail:?}");
    }
    let frame = bytes_of(FRAME);
    let plain = unpacked(&frame).unwrap();
    assert!(plain.starts_with(b"t,x\n") && plain.len() > 500, "{} bytes", plain.len());
    let many = [SKIPPABLE, &frame, SKIPPABLE, SKIPPABLE, &frame].concat();
    assert_eq!(unpacked(&many).unwrap(), plain.repeat(2));
    assert_eq!(unpacked(SKIPPABLE).unwrap(), b"");
    for tail in [&b"x"[..], &[0; 9], &SKIPPABLE[..9], &SKIPPABLE[..6], &frame[..3]] {
        assert!(unpacked(&[&frame, tail].concat()).is_err(), "{tail:?}");
    }
}

/// A file with a checksum is refused or gives the same, whichever byte is damaged, and wherever it is cut off.
#[test]
fn damage_is_refused_or_changes_nothing() {
    let frame = bytes_of(FRAME);
    let raw = bytes_of("28b52ffd045841000074 2c780a302c310ac458a6ea");
    let files = [
        [SKIPPABLE, &frame, &raw].concat(),
        [gzip(b"t,x\n0,1\n"), gzip(&b"1,2\n".repeat(50))].concat(),
    ];
    for whole in files {
        let plain = unpacked(&whole).unwrap();
        let mut refused = 0;
        for at in 0..whole.len() {
            let flips = (0..8).map(|bit| whole[at] ^ (1 << bit));
            for byte in flips.chain([0, 0xff, !whole[at]]) {
                let mut damaged = whole.clone();
                damaged[at] = byte;
                match unpacked(&damaged) {
                    Ok(read) => assert!(read == plain, "byte {at} as {byte}"),
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > whole.len() * 6, "{refused} of {} bytes", whole.len());
        for length in 1..whole.len() {
            // What is cut off between two frames is whole.
            if let Ok(read) = unpacked(&whole[..length]) {
                assert!(plain.starts_with(&read) && read.len() < plain.len(), "{length} bytes");
            }
        }
    }
}

#[test]
fn forms_are_known_by_their_first_bytes() {
    for (start, form) in [
        (&b"t,x\n"[..], Compression::Plain),
        (b"BZh,x\n0,1\n", Compression::Plain),
        (b"BZh91AY&SY", Compression::Bzip2),
        (b"BZh9\x17rE8P\x90", Compression::Bzip2),
        (b"\xfd7zXZ\0\0", Compression::Xz),
        (b"GHDLwave\n", Compression::Ghw),
        (SKIPPABLE, Compression::Zstd),
    ] {
        assert_eq!(sniff(start), form, "{start:?}");
    }
}
