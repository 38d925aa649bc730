//! Numbers that are too large to be true are refused at once, before anything is allocated.

use super::container::{File, PREAMBLE};
use super::{example, recorded, ring};
use crate::harness::{Place, Ran};

/// Runs the program with no more than so much address space, where the system can be asked to.
fn run_in_little_memory(place: &Place, words: &str) -> Ran {
    /// Program, libraries, stacks and reserves come before the first byte that is asked for, so
    /// this is above the 64 MiB that reading may take, and far below what any lie would ask for.
    const ADDRESSES_KIB_MAX: u32 = 256 << 10;
    if cfg!(target_os = "linux") {
        place.shell(&format!("ulimit -v {ADDRESSES_KIB_MAX}; exec \"$CHASE\" {words}"))
    } else {
        place.chase(words)
    }
}

#[track_caller]
fn refused(bytes: &[u8]) -> String {
    let place = Place::new();
    place.write("x.chase", bytes);
    let ran = run_in_little_memory(&place, "replay x.chase");
    let ran = ran.status(2);
    ran.stderr
}

#[test]
fn frames_that_claim_too_much_are_refused_by_their_limits() {
    let good = File::parse(&recorded(ring(9, 1), "chase"));
    for claim in [8_388_609, 1 << 30, u32::MAX] {
        let mut file = good.clone();
        file.frames[0].payload_length = claim;
        let told = refused(&file.bytes());
        assert!(told.contains(&format!("a payload of {claim} bytes; at most 8388608")), "{told}");
    }
    for claim in [4_097, u32::MAX] {
        let mut file = good.clone();
        file.frames[0].state_length = claim;
        assert!(refused(&file.bytes()).contains("at most 4096 are allowed"));
        let mut file = good.clone();
        file.frames[0].count = claim;
        let told = refused(&file.bytes());
        assert!(told.contains(&format!("{claim} cycles in a frame")), "{told}");
    }
    let mut file = good.clone();
    file.frames[0].count = 0;
    assert!(refused(&file.bytes()).contains("0 cycles in a frame"));
}

#[test]
fn headers_and_footers_that_claim_too_much_are_refused() {
    let bytes = recorded(ring(9, 1), "chase");
    for claim in [u32::MAX, (64 << 20) + 1, 64 << 20] {
        let mut bytes = bytes.clone();
        bytes[PREAMBLE - 4..PREAMBLE].copy_from_slice(&claim.to_le_bytes());
        refused(&bytes);
    }
    let good = File::parse(&bytes);
    for claim in [u64::MAX, u64::MAX - 27, 1 << 40] {
        let mut file = good.clone();
        file.footer.as_mut().expect("a footer").body_length = claim;
        refused(&file.bytes());
        let mut file = good.clone();
        file.footer.as_mut().expect("a footer").start = claim;
        refused(&file.bytes());
    }
    let mut file = good.clone();
    file.footer.as_mut().expect("a footer").frames = u32::MAX;
    refused(&file.bytes());
    let mut file = good.clone();
    file.footer.as_mut().expect("a footer").outcome_length = u32::MAX;
    refused(&file.bytes());
    for first in [u64::MAX, 1 << 33] {
        let mut file = good.clone();
        file.frames[0].first = first;
        refused(&file.settle().bytes());
    }
}

#[test]
fn payloads_that_claim_more_than_they_hold_are_refused() {
    let good = File::parse(&recorded(example(), "chase"));
    // given a count of turns, a count of events, a count of words, a city up to 2^64 - 1
    let huge: [&[u8]; 5] = [
        &[252, 255, 255, 255, 255],
        &[1, 0x3f, 252, 255, 255, 255, 255],
        &[1, 0xcf, 252, 255, 255, 255, 255],
        &[1, 0x1f, 2, 1, 252, 255, 255, 255, 255],
        &[253, 255, 255, 255, 255, 255, 255, 255, 255],
    ];
    for front in huge {
        let mut file = good.clone();
        let frame = &mut file.frames[0];
        frame.payload.splice(0..front.len(), front.iter().copied());
        refused(&file.settle().bytes());
    }
}

#[test]
fn files_that_people_write_and_that_claim_too_much_are_refused() {
    let place = Place::new();
    place.write("a.data", "9 0 2 T\n9 1 0 D1\n9 1 1 D2\n9 2 2 D3\n9 2 -1 D4\n");
    for claim in ["2147483647", "4294967295", "18446744073709551615"] {
        place.write("c.data", format!("{claim}\n0 n a\n"));
        place.write("b.txt", format!("{claim} {claim}\n1 2 taxi\n"));
        place.write("r.txt", format!("{claim} {claim}\n1 1\n0 0\n"));
        for words in [
            "record police c.data a.data 10 1 -o x.json",
            "record scotland-yard --board b.txt --seed 1 -o x.json",
            "record robots r.txt --seed 1 -o x.json",
            &format!("record scotland-yard --stations 20 --rounds {claim} --seed 1 -o x.json"),
        ] {
            let ran = run_in_little_memory(&place, words).status(2);
            assert!(!ran.stderr.contains("memory allocation"), "{ran}");
        }
        for words in [
            format!("record police --cities {claim} --seed 1 -o x.json"),
            format!("new police --cities {claim} --seed 1 -o m"),
            format!("record fishing --rows {claim} --cols {claim} --seed 1 -o x.json"),
        ] {
            run_in_little_memory(&place, &words).status(2);
        }
    }
}

#[test]
fn a_header_of_10_megabytes_loads() {
    // given a map of very many cities
    let place = Place::new();
    place.chase("new police --cities 200000 --roads 250000 --seed 1 -o m").fine();
    let record = "record police m-cities.data m-agents.data 3 1 --trace never -o";
    for file in ["m.chase", "m.json"] {
        place.chase(&format!("{record} {file}")).fine();
        assert!(place.read(file).len() > 10 << 20, "a header of 10 MB");
        place.chase(&format!("replay {file} --hour 0")).fine();
    }
    place.chase("convert m.chase m.json").fine().stdout_has("already");
}

#[test]
fn endless_input_is_refused_by_its_first_bytes() {
    if !cfg!(unix) {
        return;
    }
    let place = Place::new();
    for words in ["info -", "replay -", "convert - x.json", "replay - --hour 3"] {
        let ran = place.shell(&format!("yes | \"$CHASE\" {words}"));
        ran.trouble(&["-: byte 0: not a replay"]);
    }
    if cfg!(target_os = "linux") {
        place.chase("info /dev/zero").trouble(&["/dev/zero", "not a replay"]);
        let ran = place.chase("verify /dev/zero").status(1);
        ran.stdout_has("bytes that are no text");
    }
}

#[test]
fn a_huge_file_is_refused_with_its_limit_or_read_in_bounded_memory() {
    // given three gigabytes of JSON that begin like a replay, most of them a hole
    let place = Place::new();
    let huge = |name: &str, start: &[u8], length: u64| {
        let path = place.write(name, start);
        let file = std::fs::File::options().write(true).open(path);
        let file = file.expect("just written");
        file.set_len(length).expect("holes take no room");
        file
    };
    huge("x.json", b"{\"chase\":1,", 3 << 30);
    for words in ["info x.json", "replay x.json --hour 1", "verify x.json"] {
        let ran = run_in_little_memory(&place, words);
        let told = format!("{}{}", ran.stdout, ran.stderr);
        assert!(told.contains("more than 2147483648 bytes"), "{ran}");
        assert_ne!(ran.status, Some(0), "{ran}");
    }
    // and a binary file whose footer claims to be a gigabyte long
    let file = File::parse(&recorded(example(), "chase"));
    let start = file.starts()[1] as u64;
    let length = start + (1 << 30);
    let huge = huge("x.chase", &file.bytes(), length);
    let mut tail = start.to_le_bytes().to_vec();
    tail.extend([0; 4]);
    tail.extend(b"CHASEEND");
    write_at(&huge, &tail, length - tail.len() as u64);
    let ran = run_in_little_memory(&place, "replay x.chase").status(2);
    ran.stdout_has("Hour 5\n").stderr_has("the footer is damaged");
}

fn write_at(mut file: &std::fs::File, bytes: &[u8], at: u64) {
    use std::io::{Seek as _, SeekFrom, Write as _};
    file.seek(SeekFrom::Start(at)).expect("a file");
    file.write_all(bytes).expect("room for a few bytes");
}

#[test]
fn a_map_of_very_many_cities_is_verified_in_a_few_times_its_length() {
    let place = Place::new();
    let words = "record police --cities 400000 --roads 500000 --hours 5 --seed 3 --trace never";
    place.chase(&format!("{words} -o map.json")).fine();
    let length = place.read("map.json").len();
    assert!(length > 24_000_000, "{length} bytes");
    run_in_little_memory(&place, "verify map.json").fine();
}
