//! Frames that are lost, doubled, moved or foreign.

use super::container::File;
use super::{Scratch, recorded, ring};
use crate::harness::Place;

/// Five frames of four hours.
fn good() -> File {
    File::reframed(&recorded(ring(19, 3), "chase"), 4)
}

#[track_caller]
fn refused(file: &File, what: &str) -> String {
    refused_bytes(&file.bytes(), what)
}

#[track_caller]
fn refused_bytes(bytes: &[u8], what: &str) -> String {
    let place = Place::new();
    place.write("x.chase", bytes);
    let ran = place.chase("replay x.chase").status(2);
    assert!(ran.stderr.contains("x.chase: "), "{what}: {ran}");
    assert!(!ran.stderr.contains("panicked"), "{what}: {ran}");
    ran.stderr
}

#[test]
fn frames_that_do_not_follow_one_another_are_refused() {
    let good = good();
    Scratch::new().read(&good.bytes()).expect("a good file");
    let edit = |what: &str, edit: &dyn Fn(&mut File)| {
        let mut file = good.clone();
        edit(&mut file);
        // with the old index, and with one made to fit
        refused(&file, what);
        refused(&file.clone().settle(), what);
        // and with frames numbered anew
        for (n, frame) in file.frames.iter_mut().enumerate() {
            frame.sequence = u32::try_from(n).expect("few frames");
        }
        refused(&file.settle(), what);
    };
    edit("deleted first", &|file| drop(file.frames.remove(0)));
    edit("deleted in the middle", &|file| drop(file.frames.remove(2)));
    edit("deleted last", &|file| drop(file.frames.pop()));
    edit("doubled", &|file| file.frames.insert(2, file.frames[2].clone()));
    edit("swapped", &|file| file.frames.swap(1, 2));
}

#[test]
fn the_message_names_the_offset_and_the_last_good_hour() {
    let mut file = good();
    let at = file.starts()[2];
    file.frames.remove(2);
    let told = refused(&file, "deleted");
    assert!(told.contains(&format!("byte {at}: frame 3, expected frame 2")), "{told}");
    assert!(told.contains("the last good cycle is 7"), "{told}");
}

#[test]
fn a_zeroed_frame_is_damage_while_the_file_goes_on() {
    let file = good();
    let (mut bytes, starts) = (file.bytes(), file.starts());
    bytes[starts[1]..starts[2]].fill(0);
    assert!(refused_bytes(&bytes, "zeroed").contains("no frame begins here"));
    // without the footer too
    bytes.truncate(starts[5]);
    refused_bytes(&bytes, "zeroed, unfinished");
}

#[test]
fn frames_of_another_recording_are_refused() {
    let good = good();
    for (what, other) in [
        ("another seed", recorded(ring(19, 4), "chase")),
        ("another scenario", recorded(ring(23, 3), "chase")),
    ] {
        let other = File::reframed(&other, 4);
        // given their bytes as they are, salted with their own header
        let (from, to) = (good.starts()[2], good.starts()[3]);
        let foreign = &other.bytes()[other.starts()[2]..other.starts()[3]];
        let mut bytes = good.bytes();
        bytes.splice(from..to, foreign.iter().copied());
        refused_bytes(&bytes, what);
        // and summed up again as if they belonged there
        let mut file = good.clone();
        file.frames[2] = other.frames[2].clone();
        refused(&file.settle(), what);
    }
}

#[test]
fn bytes_behind_the_end_are_refused() {
    let mut bytes = good().bytes();
    bytes.extend(b"\n");
    refused_bytes(&bytes, "a line's end");
}

#[test]
fn a_recording_of_nothing_has_counts_of_nothing() {
    // given a good file without cycles, whose seals fit
    let seal = |bytes: &[&[u8]]| -> [u8; 16] {
        let hash = blake3::hash(&bytes.concat());
        hash.as_bytes()[..16].try_into().expect("16 of 32 bytes")
    };
    let mut file = good();
    let beginning = file.frames[0].seal;
    file.frames.clear();
    let header = file.header.clone();
    let footer = file.footer.as_mut().expect("a footer");
    footer.counts = [0; 4];
    footer.history = beginning;
    footer.outcome = b"null".to_vec();
    let mut told = vec![10];
    told.extend(b"chase file");
    let mut length = header.len();
    while length >= 0x80 {
        told.push(u8::try_from(length & 0x7f).expect("seven bits") | 0x80);
        length >>= 7;
    }
    told.push(u8::try_from(length).expect("seven bits"));
    footer.file = seal(&[&told, &header, &beginning, &[4], b"null"]);
    let place = Place::new();
    place.write("x.chase", file.clone().settle().bytes());
    place.chase("verify x.chase").fine();
    // when it claims to hold some
    for n in 0..4 {
        let mut file = file.clone();
        file.footer.as_mut().expect("a footer").counts[n] = 7;
        place.write("x.chase", file.settle().bytes());
        place.chase("verify x.chase").status(1).stdout_has("the counts do not match the history");
    }
}

#[test]
fn a_footer_that_tells_another_story_is_refused() {
    let good = good();
    for edit in [
        (|footer| footer.counts[0] += 1) as fn(&mut super::container::Footer),
        |footer| footer.counts[3] += 1,
        |footer| footer.history[0] ^= 1,
        |footer| footer.file[0] ^= 1,
        |footer| footer.outcome = b"null".to_vec(),
        |footer| footer.outcome = br#"{"cause":"caught","points":[0,2]}"#.to_vec(),
    ] {
        let mut file = good.clone();
        edit(file.footer.as_mut().expect("a footer"));
        refused(&file.settle(), "footer");
    }
}
