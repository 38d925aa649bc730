//! Container format 2: origin, outside program and the time that people spent.

use chase::engine::any::RecordingSink as _;
use chase::engine::replay::{Header, MadeBy, Origin};
use chase::engine::seal::Seal;
use chase::games::project_games;
use chase::store::{Overwrite, ReplayReader, ReplayWriter};

use super::container::File;
use super::{Scratch, count_in_parallel, example, open, recorded};
use crate::harness::{Place, project};

/// The example with every field of format 2 that a header has.
pub fn full() -> Header {
    let mut header = example().in_format_2();
    let seal = Seal::parse("000102030405060708090a0b0c0d0e0f");
    header.origin = Some(Origin::Continued { seal: seal.expect("32 digits"), cycle: 3 });
    header.made_by = Some(MadeBy {
        command: ["./game", "cities.data", "a b"].map(str::to_owned).to_vec(),
        status: Some(0),
        program: seal,
    });
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
            .stdout_has(", format 2")
            .stdout_has("\ngoes on from  hour 3, seal 000102030405060708090a0b0c0d0e0f\n")
            .stdout_has(
                "\nmade by       ./game cities.data a b, exit status 0, program's hash 0001",
            )
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
    // and who goes on from it records a game of its own, in the plain format
    place
        .chase_with(&["play", "--from", "x.chase", "--hour", "2", "-o", "z.json"], "quit")
        .status(0);
    let text = String::from_utf8(place.read("z.json")).expect("text");
    assert!(text.starts_with("{\n\"chase\":1,"), "{text}");
    assert!(!text.contains("made_by"), "{text}");
}

#[test]
fn what_uses_none_of_the_fields_is_of_format_1_and_format_2_may_use_none() {
    // given a recording as ever
    let plain = recorded(example(), "chase");
    assert_eq!(plain[8], 1);
    // and one of format 2 that has room for the fields and uses none
    for (form, bytes) in
        ["json", "chase"].map(|form| (form, played(example().in_format_2(), form, None)))
    {
        let told = Scratch::new().read(&bytes);
        assert_eq!(told.expect(form).tail.expect("an end").played_ms, None);
    }
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
fn format_1_has_no_such_fields() {
    let place = Place::new();
    let json = String::from_utf8(played(full(), "json", Some(5))).expect("text");
    place.write("x.json", json.replacen("\"chase\":2", "\"chase\":1", 1));
    let fault = "origin, made_by and played_ms need container format 2";
    place.chase("info x.json").trouble(&["x.json", fault]);
    let plain = String::from_utf8(recorded(example(), "json")).expect("text");
    place
        .write("x.json", plain.replacen("\"seal\":\"ae6e", "\"played_ms\":5,\n\"seal\":\"ae6e", 1));
    place.chase("info x.json").trouble(&["x.json", fault]);
    // a field that says nothing is left out
    place.write("x.json", json.replacen("\"played_ms\":5", "\"played_ms\":null", 1));
    place.chase("info x.json").trouble(&["x.json:", "invalid type: null"]);
    // and a binary one with the time of people in its footer has a damaged footer
    let mut file = File::parse(&recorded(example(), "chase"));
    file.footer.as_mut().expect("a footer").played = Some(5);
    place.write("x.chase", file.settle().bytes());
    place.chase("replay x.chase").status(2).stderr_has("the footer is damaged");
    // and none is written
    let mut header = example();
    header.made_by = full().made_by;
    for name in ["n.json", "n.chase"] {
        let refused = ReplayWriter::create(&place.file(name), &header, Overwrite::Never, &open);
        assert!(refused.is_err_and(|error| error.to_string().contains(fault)));
        assert!(!place.names().contains(&name.to_owned()));
    }
    let mut recorder =
        ReplayWriter::create(&place.file("n.json"), &example(), Overwrite::Never, &open)
            .expect("a file");
    recorder.set_played_ms(Some(5));
    let reader = ReplayReader::open(&place.write("p.json", plain), &open).expect("a good file");
    let refused = recorder.finish(reader.now(), &open);
    assert!(refused.is_err_and(|error| error.to_string().contains(fault)));
}

#[test]
fn the_files_in_the_museum_have_every_field() {
    for form in ["json", "chase"] {
        let file = project(&format!("tests/museum/format-2-police-1.{form}"));
        let mut reader = ReplayReader::open(file.as_ref(), &open).expect("a good file");
        while reader.next_cycle().expect("a good file") {}
        assert_eq!(reader.header().origin, full().origin);
        assert_eq!(reader.header().made_by, full().made_by);
        let tail = reader.tail().expect("an end");
        assert_eq!(tail.played_ms, Some(61_000));
    }
}
