//! What commands say of damaged, foreign and lying files.

use chase::engine::seal::Seal;

use super::bytes::fixed;
use super::container::File;
use super::{example, full, played, recorded, ring};
use crate::harness::Place;

/// Six frames of four hours, the last of one.
fn good() -> File {
    File::reframed(&recorded(fixed(ring(20, 3)), "chase"), 4, false)
}

/// A file's name and what is done to a good one's parts.
type Edit = (&'static str, fn(&mut File));

/// Claims that are not true, every checksum right.
const UNTRUE: &[Edit] = &[
    ("good", |_| {}),
    ("without-a-frame", |file| drop(file.frames.remove(2))),
    ("format-3", |file| file.format = 3),
    ("encoding-9", |file| file.codec = 9),
    ("cycles", |file| file.footer.counts[0] += 1),
    ("events", |file| file.footer.counts[2] = 67_108_865),
    ("index-offset", |file| file.footer.index[4][1] += 1),
    ("index-cycle", |file| file.footer.index[3][0] += 1),
    ("index-swapped", |file| file.footer.index.swap(3, 4)),
    ("index-short", |file| {
        file.footer.index.remove(2);
        file.footer.frames -= 1;
        file.footer.body_length -= 16;
    }),
    ("no-cycles", |file| file.frames[0].count = 0),
    ("frames", |file| file.footer.frames = u32::MAX),
    ("outcome", |file| file.footer.outcome_length = u32::MAX),
];

/// Contents that are others, with lengths and an index that fit.
const SETTLED: &[Edit] = &[
    ("state-none", |file| file.frames[2].state.clear()),
    ("state-short", |file| file.frames[2].state.truncate(7)),
    ("state-long", |file| file.frames[2].state.push(0)),
    ("state-ones", |file| file.frames[2].state.fill(0xff)),
    // a city that is not on the map, an hour that is not this frame's
    ("state-city", |file| file.frames[2].state[4] = 200),
    ("state-hour", |file| file.frames[2].state[0] += 1),
    ("first-64", |file| file.frames[0].first = u64::MAX),
    ("first-33", |file| file.frames[0].first = 1 << 33),
];

/// A claim's name, how it is made, and numbers that are too large to be true.
type Claim = (&'static str, fn(&mut File, u64), &'static [u64]);

const CLAIMS: &[Claim] = &[
    ("payload", |file, n| file.frames[0].payload_length = n as u32, &[8_388_609, 1 << 30, MAX]),
    ("state", |file, n| file.frames[0].state_length = n as u32, &[4_097, MAX]),
    ("count", |file, n| file.frames[0].count = n as u32, &[4_097, MAX]),
    ("header", |file, n| file.header_length = n as u32, &[64 << 20, (64 << 20) + 1, MAX]),
    ("footer", |file, n| file.footer.body_length = n, &[1 << 40, u64::MAX - 27, u64::MAX]),
    ("start", |file, n| file.footer.start = n, &[1 << 40, u64::MAX - 27, u64::MAX]),
];
const MAX: u64 = u32::MAX as u64;

/// Counts of turns, events and words and a city up to 2^64 - 1 before the example's payload.
const FRONTS: [&[u8]; 5] = [
    &[252, 255, 255, 255, 255],
    &[1, 0x3f, 252, 255, 255, 255, 255],
    &[1, 0xcf, 252, 255, 255, 255, 255],
    &[1, 0x1f, 2, 1, 252, 255, 255, 255, 255],
    &[253, 255, 255, 255, 255, 255, 255, 255, 255],
];

/// Every file that the table speaks of.
fn files() -> Vec<(String, Vec<u8>)> {
    let (good, short) = (good(), File::reframed(&recorded(example(), "chase"), 4_096, false));
    let (bytes, starts) = (good.bytes(), good.starts());
    let with = |edit: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        edit(&mut bytes);
        bytes
    };
    let mut files: Vec<(String, Vec<u8>)> = [
        ("example.json", recorded(example(), "json")),
        ("full.json", played(full(), "json", Some(61_000))),
        ("full.chase", played(full(), "chase", Some(61_000))),
        ("in-frames.chase", File::reframed(&recorded(example(), "chase"), 2, false).bytes()),
        ("cut.chase", bytes[..starts[3] + 10].to_vec()),
        ("cut-header.chase", bytes[..100].to_vec()),
        ("flipped.chase", with(&|bytes| bytes[starts[2] + 60] ^= 1)),
        ("zeroed.chase", with(&|bytes| bytes[starts[1]..starts[2]].fill(0))),
        ("longer.chase", with(&|bytes| bytes.push(b'\n'))),
        ("png", b"\x89PNG\r\n\x1a\n".to_vec()),
        ("start", b"\x89CHS\r".to_vec()),
        ("no-text", b"{\"chase\":1,\"game\":\"\xff\"}".to_vec()),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .into();
    // a bit flipped in the footer, in its end mark too
    for at in (starts[6]..bytes.len()).step_by(5).chain([bytes.len() - 1]) {
        files.push((format!("footer-{at}.chase"), with(&|bytes| bytes[at] ^= 4)));
    }
    let mut edited = |name: String, mut file: File, edit: &dyn Fn(&mut File)| {
        edit(&mut file);
        files.push((format!("{name}.chase"), file.bytes()));
    };
    for (name, edit) in UNTRUE {
        edited((*name).into(), good.clone(), edit);
    }
    for (name, edit) in SETTLED {
        edited((*name).into(), good.clone(), &|file| {
            edit(file);
            *file = file.clone().settle();
        });
    }
    for (name, edit, claims) in CLAIMS {
        for claim in *claims {
            edited(format!("{name}-{claim}"), good.clone(), &|file| edit(file, *claim));
        }
    }
    for at in 0..good.frames[2].state.len() {
        edited(format!("lie-{at}"), good.clone(), &|file| {
            file.frames[2].state[at] ^= 2;
            *file = file.clone().settle();
        });
    }
    for (n, front) in FRONTS.iter().enumerate() {
        edited(format!("front-{n}"), short.clone(), &|file| {
            file.frames[0].payload.splice(..front.len(), front.iter().copied());
            *file = file.clone().settle();
        });
    }
    files
}

#[test]
fn table() {
    let files = files();
    crate::tables::check_with(file!(), |place| {
        for (name, bytes) in &files {
            place.write(name, bytes);
        }
    });
}

#[test]
fn who_shows_a_part_or_compares_does_not_believe_more_than_was_checked() {
    const OF_JSON: &[&str] = &["--hour 1", "--from 0 --to 1", "--hour 1 --legal", "--to 1 --stats"];
    let place = Place::new();
    let (json, binary) = (recorded(example(), "json"), good().bytes());
    place.write("good.chase", &binary);
    place.chase("diff good.chase good.chase --brief").fine().stdout_has("the same");
    let of_json = OF_JSON.iter().map(|words| (&json, format!("replay bad {words}")));
    let of_binary = ["diff bad good.chase", "diff good.chase bad"].map(|it| (&binary, it.into()));
    for (good, words) in of_json.chain(of_binary) {
        place.write("bad", good);
        let shown = place.chase(&words).fine().stdout;
        // a bit in every part of a file, each of the eight of a byte in turn
        for bit in (0..8 * good.len()).step_by(241) {
            let mut bytes = good.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            place.write("bad", &bytes);
            let ran = place.chase(&words);
            // White space may become other white space.
            if good[bit / 8].is_ascii_whitespace()
                && bytes.starts_with(b"{")
                && ran.status == Some(0)
            {
                assert_eq!(ran.stdout, shown);
            } else {
                ran.trouble(&["bad"]);
            }
        }
    }
}

#[test]
fn a_recording_of_nothing_has_counts_of_nothing() {
    // given a good file without cycles, whose seals fit
    let (header, mut file) = (fixed(ring(20, 3)), good());
    let beginning = Seal(file.frames[0].seal);
    file.frames.clear();
    let footer = &mut file.footer;
    footer.counts = [0; 4];
    footer.history = beginning.0;
    footer.file = Seal::of_played_file(&header, beginning, None, None).0;
    footer.outcome = b"null".to_vec();
    let place = Place::new();
    place.write("x.chase", file.clone().settle().bytes());
    place.chase("verify x.chase").fine();
    // when it claims to hold some
    for n in 0..4 {
        let mut file = file.clone();
        file.footer.counts[n] = 7;
        place.write("x.chase", file.settle().bytes());
        let ran = place.chase("verify x.chase").status(1);
        ran.stdout_has("the counts do not match the history");
    }
}
