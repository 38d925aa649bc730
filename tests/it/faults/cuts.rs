//! A file that ends early.

use super::container::File;
use super::{Scratch, count_in_parallel, example, recorded, ring};
use crate::harness::Place;

/// How many cycles stand in whole frames before this offset.
pub fn whole_cycles(file: &File, end: usize) -> usize {
    let ends = &file.starts()[1..];
    let frames = file.frames.iter().zip(ends);
    let whole = frames.take_while(|(_, frame_end)| **frame_end <= end);
    whole.map(|(frame, _)| frame.count as usize).sum()
}

#[test]
fn truncation_at_every_byte_reads_the_longest_whole_frame_prefix_and_says_so() {
    // given a file of seven frames
    let file = File::reframed(&recorded(ring(20, 3), "chase"), 3);
    cut_at_every_byte(&file);
    cut_at_every_byte(&File::in_columns(&recorded(ring(20, 3), "chase"), 3));
}

fn cut_at_every_byte(file: &File) {
    let bytes = file.bytes();
    assert_eq!(file.frames.len(), 7);
    let whole = Scratch::new().read(&bytes).expect("a good file");
    let header_end = file.starts()[0];
    // when it is cut at every byte
    count_in_parallel(bytes.len(), |scratch, end| {
        let read = scratch.read(&bytes[..end]);
        if end < header_end {
            // then a cut header holds nothing, and that is an error
            let error = read.expect_err("a cut header").to_string();
            assert!(error.contains("ends within") || error.contains("empty"), "{end}: {error}");
            return true;
        }
        // then whole frames are read, and the file is called unfinished
        let told = read.unwrap_or_else(|error| panic!("cut at {end}: {error}"));
        let cycles = whole_cycles(file, end);
        assert_eq!(told.cycles, whole.cycles[..cycles], "cut at {end}");
        assert_eq!(told.tail, None);
        assert!(told.warning.is_some_and(|text| text.contains("unfinished")), "cut at {end}");
        true
    });
}

#[test]
fn a_cut_recording_is_shown_with_a_warning_and_status_0() {
    let place = Place::new();
    let file = File::reframed(&recorded(ring(20, 3), "chase"), 3);
    let bytes = file.bytes();
    place.write("cut.chase", &bytes[..file.starts()[3] + 10]);
    let ran = place.chase("replay cut.chase").status(0);
    ran.stdout_has("Hour 8\n")
        .stderr_is("chase: warning: cut.chase: an unfinished recording: shown up to hour 8\n");
    place.chase("info cut.chase").status(0).stdout_has("hours 0 to 8");
    place.chase("replay cut.chase --hour 9").trouble(&["no hour 9; the last is 8"]);
    // and it is not converted
    place.chase("convert cut.chase cut.json").trouble(&["unfinished", "it ends after hour 8"]);
    // but a cut header is no recording
    place.write("cut.chase", &bytes[..100]);
    place.chase("info cut.chase").trouble(&["cut.chase: byte 100", "ends within its header"]);
}

#[test]
fn zeros_at_the_end_are_what_a_power_failure_leaves() {
    // given a file whose last blocks were promised and never written, from any byte on
    let file = File::reframed(&recorded(ring(20, 3), "chase"), 3);
    let (bytes, starts) = (file.bytes(), file.starts());
    let whole = Scratch::new().read(&bytes).expect("a good file");
    let first = starts[6];
    count_in_parallel(bytes.len() - first, |scratch, n| {
        let mut torn = bytes[..first + n].to_vec();
        torn.resize(torn.len() + 5_000, 0);
        // then the whole frames before are read, and the file is called unfinished
        let told = scratch.read(&torn);
        let told = told.unwrap_or_else(|error| panic!("zeros from {n}: {error}"));
        let cycles = whole_cycles(&file, first + n);
        assert!(told.cycles.len() >= cycles, "zeros from {n}");
        assert_eq!(told.cycles, whole.cycles[..told.cycles.len()], "zeros from {n}");
        assert!(told.warning.is_some(), "zeros from {n}");
        true
    });
}

#[test]
fn zeros_before_a_good_frame_are_damage() {
    let file = File::reframed(&recorded(ring(20, 3), "chase"), 3);
    let (mut bytes, starts) = (file.bytes(), file.starts());
    bytes.truncate(starts[6]);
    bytes[starts[4] + 20..starts[5]].fill(0);
    let error = Scratch::new().read(&bytes).expect_err("a hole");
    assert!(error.to_string().contains("the last good cycle is 11"), "{error}");
}

#[test]
fn json_that_ends_early_is_refused_at_every_byte() {
    let bytes = recorded(example(), "json");
    let end = bytes.trim_ascii_end().len();
    let refused = count_in_parallel(end, |scratch, end| scratch.read(&bytes[..end]).is_err());
    assert_eq!(refused, end);
}
