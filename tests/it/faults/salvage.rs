//! `chase convert` of what is not whole.

use super::container::File;
use super::{example, recorded, ring};
use crate::harness::Place;

/// The hash of a file as an origin tells it.
fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

#[test]
fn a_cut_or_damaged_recording_is_refused_and_salvaged_on_demand() {
    let file = File::reframed(&recorded(ring(20, 3), "chase"), 3);
    let (good, starts) = (file.bytes(), file.starts());
    let mut damaged = good.clone();
    damaged[starts[3] + 60] ^= 1;
    for (bytes, what) in [
        (good[..starts[3] + 10].to_vec(), "an unfinished recording; it ends after hour 8"),
        (damaged, "the frame fails its checksum"),
    ] {
        let place = Place::new();
        place.write("bad.chase", &bytes);
        // given a recording of which hours 0 to 8 can be read, when it is converted
        for to in ["x.json", "x.chase", "-"] {
            let ran = place.chase(&format!("convert bad.chase {to}"));
            // then it is refused, and nothing is written
            ran.trouble(&["bad.chase", what, "--salvage"]);
            assert_eq!(place.names(), ["bad.chase"]);
        }
        // and on demand those hours are kept, which the file says, and nothing else
        for to in ["x.json", "x.chase"] {
            let ran = place.chase(&format!("convert --salvage bad.chase {to}"));
            ran.status(0).stderr_has(what).stderr_has("; kept: 9 cycles before that");
            place
                .chase(&format!("info {to}"))
                .fine()
                .stdout_has("hours 0 to 8")
                .stdout_has("the game was not over")
                .stdout_has(&format!("\nsalvaged from bad.chase, hash {}\n", hash(&bytes)));
            place.chase(&format!("verify {to}")).fine();
        }
        // and the same again is the same
        let again = place.chase("convert --salvage bad.chase x.json");
        again.status(0).stdout_has("already has this content");
        let piped = place.chase_with(&["convert", "--salvage", "-", "-"], bytes);
        piped.status(0).stdout_has("\"origin\":{\"salvaged\":{\"file\":\"-\",");
    }
}

#[test]
fn a_whole_recording_is_not_said_to_be_salvaged() {
    let place = Place::new();
    place.write("good.json", recorded(example(), "json"));
    place.chase("convert --salvage good.json x.chase").fine();
    assert!(place.read("x.chase") == recorded(example(), "chase"));
}

#[test]
fn json_is_salvaged_where_its_seal_still_shows_that_the_header_is_good() {
    let place = Place::new();
    let good = String::from_utf8(recorded(example(), "json")).expect("text");
    // given a cycle that says something else
    let bad = good.replacen("{\"to\":4}", "{\"to\":5}", 1);
    place.write("bad.json", &bad);
    place.chase("convert bad.json x.json").trouble(&["bad.json:", "--salvage"]);
    let ran = place.chase("convert --salvage bad.json x.json");
    ran.status(0).stderr_has("; kept: 1 cycle before that");
    place.chase("verify x.json").fine();
    // and a header that is another beside it: then nothing is sure
    place.write("bad.json", bad.replacen("\"seed\":2", "\"seed\":3", 1));
    place.chase("convert --salvage bad.json y.json").trouble(&["nothing can be saved"]);
    place.write("bad.json", good.replacen("\"seed\":2", "\"seed\":3", 1));
    place
        .chase("convert --salvage bad.json y.json")
        .trouble(&["the file's seal does not fit", "nothing can be saved"]);
    // and JSON that ends early is no document
    place.write("bad.json", &good[..good.len() / 2]);
    place.chase("convert --salvage bad.json y.json").trouble(&["not a whole replay"]);
    assert_eq!(place.names(), ["bad.json", "x.json"]);
}

#[test]
fn a_recording_without_a_good_cycle_is_not_salvaged() {
    let place = Place::new();
    let file = File::reframed(&recorded(ring(20, 3), "chase"), 3);
    place.write("bad.chase", &file.bytes()[..file.starts()[0] + 10]);
    place
        .chase("convert --salvage bad.chase x.json")
        .trouble(&["nothing was recorded yet", "no cycle can be saved from it"]);
}
