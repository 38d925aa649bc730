//! Golden traces: the exact bytes this program prints, reviewed by people.
//!
//! After a wanted change run `cargo insta review` (or set INSTA_UPDATE=always and read the diff
//! before committing); a golden changes only with its reason in the commit's body. CI never
//! accepts.

use crate::harness::{Place, project};

fn replay(words: &str) -> String {
    let file = project("replays/police/S3.json");
    let place = Place::new();
    let words: Vec<_> = words.split_whitespace().collect();
    let args = [&["replay", &file], &words[..]].concat();
    place.chase_with(&args, "").fine().stdout
}

/// Blanks at line ends are part of the format; shown as dots they survive editors.
pub fn visible(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let kept = line.trim_end_matches(' ');
        format!("{kept}{}", "·".repeat(line.len() - kept.len()))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_whole_trace() {
    insta::assert_snapshot!(visible(&replay("")));
}

#[test]
fn a_moment_with_its_events() {
    insta::assert_snapshot!(visible(&replay("--hour 3 --events")));
}

#[test]
fn hour_0_with_its_tips() {
    insta::assert_snapshot!(visible(&replay("--hour 0 --events")));
}

#[test]
fn the_last_hour_with_its_ending() {
    insta::assert_snapshot!(visible(&replay("--hour 5 --events")));
}

#[test]
fn a_moment_for_programs() {
    insta::assert_snapshot!(replay("--hour 3 --events --format json"));
}

#[test]
fn the_counts() {
    insta::assert_snapshot!(visible(&replay("--stats")));
}

#[test]
fn the_counts_for_programs() {
    insta::assert_snapshot!(replay("--stats --format json"));
}

#[test]
fn a_span() {
    insta::assert_snapshot!(visible(&replay("--from 2 --to 3")));
}

#[test]
fn what_info_tells() {
    let place = Place::new();
    let file = project("replays/police/S3.json");
    let told = place.chase_with(&["info", &file], "").fine().stdout;
    insta::assert_snapshot!(told);
}

#[test]
fn what_record_prints() {
    let place = Place::new();
    insta::assert_snapshot!(visible(&place.chase("record").fine().stdout));
}

#[test]
fn the_console_pinned_to_the_byte() {
    let place = Place::new();
    let session = place.chase_with(&["play"], "map stats step\nstats display nonsense run\n");
    insta::assert_snapshot!(visible(&session.fine().stdout));
}

#[test]
fn the_json_form() {
    let file = std::fs::read_to_string(project("replays/police/S3.json"));
    insta::assert_snapshot!(file.expect("a recording"));
}
