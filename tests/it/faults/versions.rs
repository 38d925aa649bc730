//! Foreign files, and files of programs to come.

use super::container::File;
use super::{example, recorded};
use crate::harness::Place;

#[test]
fn what_is_no_replay_is_told_in_one_message() {
    let place = Place::new();
    std::fs::create_dir(place.file("folder")).expect("a folder");
    let files: [(&str, &[u8], &str); 7] = [
        ("empty", b"", "an empty file"),
        ("blanks", b" \n\t \r\n", "not a replay"),
        ("text", b"Hour 0\n", "not a replay"),
        ("png", b"\x89PNG\r\n\x1a\n", "not a replay"),
        ("start", b"\x89CHS\r", "ends within its first bytes"),
        ("brace", b"{", "not a whole replay"),
        ("bytes", b"{\"chase\":1,\"game\":\"\xff\"}", "not UTF-8"),
    ];
    for (name, bytes, told) in files {
        place.write(name, bytes);
        for verb in ["replay", "info"] {
            place.chase(&format!("{verb} {name}")).trouble(&[&format!("{name}:"), told]);
        }
        place.chase(&format!("convert {name} x.json")).trouble(&[told]);
        place.chase(&format!("play --from {name} --hour 1")).trouble(&[told]);
    }
    place.chase("replay folder").trouble(&["folder", "directory"]);
    place.chase("replay nowhere").trouble(&["nowhere: cannot read", "check the path"]);
    assert!(!place.names().contains(&"x.json".into()));
}

#[test]
fn newer_files_are_refused_by_name_and_number() {
    let place = Place::new();
    let json = String::from_utf8(recorded(example(), "json")).expect("text");
    for (from, to, told) in [
        ("\"chase\":1", "\"chase\":3", "replay format 3; this program reads up to 1"),
        ("\"chase\":1", "\"chase\":0", "replay format 0"),
        ("\"rules\":1", "\"rules\":99", "police rules 99; this program reads up to 1"),
        ("\"rules\":1", "\"rules\":0", "rules 0"),
        ("\"game\":\"police\"", "\"game\":\"chess\"", "no game is called `chess`"),
        ("\"random\",", "", "4 players for 5 seats"),
        // a newer format may have fields that nobody here knows
        ("{\n\"chase\":1", "{\n\"new\":[],\"chase\":7", "replay format 7"),
        ("{\n\"chase\":1", "{\n\"new\":[],\"chase\":1", "unknown field `new`"),
        ("\"events\":[", "\"odd\":1,\"events\":[", "unknown field `odd`"),
        ("{\"to\":4}", "{\"to\":4,\"odd\":1}", "unknown field `odd`"),
    ] {
        assert!(json.contains(from), "{from}");
        place.write("x.json", json.replacen(from, to, 1));
        place.chase("info x.json").trouble(&["x.json", told]);
    }
    let mut file = File::parse(&recorded(example(), "chase"));
    file.format = 3;
    place.write("x.chase", file.bytes());
    place.chase("info x.chase").trouble(&["replay format 3", "newer chase"]);
    (file.format, file.codec) = (1, 9);
    place.write("x.chase", file.bytes());
    place.chase("info x.chase").trouble(&["frame encoding 9", "newer chase"]);
}

#[test]
fn other_white_space_is_the_same_replay() {
    let place = Place::new();
    let json = recorded(example(), "json");
    let parsed: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    place.write("x.json", &json);
    // given fields in another order and every one on its own line
    let pretty = serde_json::to_string_pretty(&parsed).expect("JSON");
    place.write("y.json", format!("\n\n            {pretty}\n\n"));
    place.chase("convert y.json z.json").fine();
    assert_eq!(place.read("z.json"), json);
}
