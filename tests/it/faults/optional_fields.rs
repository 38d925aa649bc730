//! The fields of a recording that may be left out: its origin, and the time that people spent.

use chase::engine::any::RecordingSink as _;
use chase::engine::replay::{Header, Origin};
use chase::engine::seal::Seal;
use chase::games::project_games;
use chase::store::{Overwrite, ReplayWriter};

use super::{Scratch, count_in_parallel, example, open, recorded};
use crate::harness::Place;

/// The example with every field that a header may have.
pub fn full() -> Header {
    let mut header = example();
    let seal = Seal::parse("000102030405060708090a0b0c0d0e0f");
    header.origin = Some(Origin::Continued { seal: seal.expect("32 digits"), cycle: 3 });
    header
}

/// Records a header's game in which people spent some time.
pub fn played(mut header: Header, extension: &str, played_ms: Option<u64>) -> Vec<u8> {
    let scratch = Scratch::new();
    let path = scratch.file(&format!("played.{extension}"));
    let game = project_games().find(&header.game).expect("a game there is");
    let mut recording = game.record(&mut header).expect("a playable header");
    recording.project(chase::engine::any::Projections { seals: true, ..Default::default() });
    let mut recorder =
        ReplayWriter::create(&path, &header, Overwrite::Never, &open).expect("a file");
    while recording.advance() {
        recorder.cycle(recording.now()).expect("room for a cycle");
    }
    recorder.set_played_ms(played_ms);
    recorder.finish(recording.now(), &open).expect("room");
    std::fs::read(path).expect("what was just recorded")
}

#[test]
fn every_field_is_written_read_told_and_converted_without_loss() {
    let place = Place::new();
    for form in ["json", "chase"] {
        place.write(&format!("x.{form}"), played(full(), form, Some(61_000)));
    }
    // when it is told, then every field is
    for form in ["json", "chase"] {
        place
            .chase(&format!("info x.{form}"))
            .fine()
            .stdout_has("\ngoes on from  hour 3, seal 000102030405060708090a0b0c0d0e0f\n")
            .stdout_has("\npeople played 61000 ms\n");
        place
            .chase(&format!("info x.{form} --format json"))
            .fine()
            .stdout_has("\"origin\":{\"continued\":{\"seal\":\"0001")
            .stdout_has("\"played_ms\":61000,");
        place.chase(&format!("verify x.{form}")).fine();
        place.chase(&format!("replay x.{form} --hour 2")).fine();
    }
    // and either form is turned into the other, byte for byte
    place.chase("convert x.json y.chase").fine();
    place.chase("convert x.chase y.json").fine();
    assert!(place.read("y.chase") == place.read("x.chase"));
    assert!(place.read("y.json") == place.read("x.json"));
    // and its history has the seals of a recording without any of it
    place.write("plain.json", recorded(example(), "json"));
    let seal = |file: &str| {
        let told = place.chase(&format!("info {file}")).fine().stdout;
        let line = told.lines().find(|line| line.starts_with("history seal"));
        line.expect("a seal").to_owned()
    };
    assert_eq!(seal("x.chase"), seal("plain.json"));
    // and who goes on from it records a game of its own
    place
        .chase_with(&["play", "--from", "x.chase", "--hour", "2", "-o", "z.json"], "quit")
        .status(0);
    let text = String::from_utf8(place.read("z.json")).expect("text");
    assert!(text.starts_with("{\n\"chase\":1,"), "{text}");
    assert!(!text.contains("played_ms"), "{text}");
}

#[test]
fn every_flipped_bit_of_the_fields_is_refused() {
    for form in ["json", "chase"] {
        let good = played(full(), form, Some(61_000));
        let whole = Scratch::new().read(&good).expect("a good file");
        // every third bit: all bytes, and each of their bits in turn
        let read = count_in_parallel(8 * good.len() / 3, |scratch, n| {
            let bit = 3 * n;
            let mut bytes = good.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            scratch.read(&bytes).is_ok_and(|told| {
                assert_eq!(told, whole, "bit {bit}");
                true
            })
        });
        let white = good.iter().filter(|byte| byte.is_ascii_whitespace());
        assert!(read <= if form == "json" { white.count() } else { 0 }, "{form}");
    }
}

#[test]
fn a_field_that_says_nothing_is_left_out() {
    let place = Place::new();
    let json = String::from_utf8(played(full(), "json", Some(5))).expect("text");
    place.write("x.json", json.replacen("\"played_ms\":5", "\"played_ms\":null", 1));
    place.chase("info x.json").trouble(&["x.json:", "invalid type: null"]);
}
