//! Recordings of games that end before their time, read as logs.

use crate::harness::Place;

/// Nothing is held against a recording that is cut off, and the rest says that it is.
#[test]
fn an_unfinished_recording_is_never_passed_over() {
    let place = Place::new();
    place.chase("record police -o whole.chase").fine();
    let whole = place.read("whole.chase");
    place.write("cut.chase", &whole[..whole.len() - 8]);
    place.write("like.toml", "form = \"csv\"\ntick = \"hour\"\n");
    let unfinished = "an unfinished recording: it ends after hour ";
    place.chase("trace cut.chase").status(0).stdout_has(unfinished);
    for (files, whose) in [("cut.chase whole.chase", "ours"), ("whole.chase cut.chase", "theirs")] {
        let ran = place.chase(&format!("diff {files} --like like.toml --brief")).status(0);
        ran.stdout_has(&format!("; {whose} is an unfinished recording\n"));
    }
    place
        .chase("verify whole.chase --against cut.chase --like like.toml")
        .status(2)
        .stdout_has("it cannot serve as the reference");
    let told = place.chase("trace whole.chase").fine().stdout;
    assert!(!told.contains("unfinished"), "{told}");
}
