//! What a program that was killed leaves behind: by whom it is found, and what becomes of it.

use std::os::unix::fs::PermissionsExt as _;

use super::{GAMES, Session, actions, document};
use crate::harness::Place;

/// A game of one move, cut off as `g.json`.
fn cut_off(place: &Place) {
    let game = &GAMES[0];
    let mut session = Session::open(place, &format!("{} -o g.json", game.words));
    session.until_asked(game);
    session.say("mu");
    session.until_asked(game);
    session.kill();
}

const PLAY: &str = "play animal-checkers --first human --agent greedy --seed 3 -o g.json";

#[test]
fn the_next_start_offers_what_was_left_and_overwrites_nothing() {
    let place = Place::new();
    cut_off(&place);
    let left = place.read("g.json.journal");
    // when another game is to be kept there
    let ran = place.chase(PLAY).status(2);
    // then it is said what is there, how to go on with it and how to throw it away
    ran.stderr_has("a game of 3 turns was cut off")
        .stderr_has("chase play --from g.json --hour -1 -o g.json;")
        .stderr_has("chase convert g.json OTHER")
        .stderr_has("--force");
    assert_eq!(place.read("g.json.journal"), left);
    assert_eq!(place.names(), ["g.json.journal"]);
    // what is said works: it is kept elsewhere
    place.chase("convert g.json other.json").status(0);
    assert_eq!(actions(&document(&place.file("other.json"))), 1);
    place.chase("verify other.json").status(0);
    // an earlier moment leaves out what came behind it
    let earlier = place.chase("play --from g.json --hour 0 -o g.json").status(2);
    earlier.stderr_has("a game of 3 turns was cut off");
    // it goes on
    place.chase("play --from g.json --hour -1 -o g.json").status(0);
    assert_eq!(actions(&document(&place.file("g.json"))), 1);
    assert_eq!(place.names(), ["g.json", "other.json"]);
}

#[test]
fn what_was_left_is_thrown_away_when_that_is_said() {
    let place = Place::new();
    cut_off(&place);
    place.chase(&format!("{PLAY} --force")).status(0);
    assert_eq!(actions(&document(&place.file("g.json"))), 0);
    assert_eq!(place.names(), ["g.json"]);
}

#[test]
fn a_recording_that_was_to_be_replaced_is_there_until_the_game_ends() {
    let place = Place::new();
    let game = &GAMES[0];
    place.chase(PLAY).status(0);
    let before = place.read("g.json");
    let mut session = Session::open(&place, &format!("{} -o g.json --force", game.words));
    session.until_asked(game);
    session.say("mu");
    session.until_asked(game);
    // while it is played, the file is what it was
    assert_eq!(place.read("g.json"), before);
    place
        .chase("info g.json")
        .status(0)
        .stderr_has("a game that is still being played will be written to it");
    session.kill();
    // what was cut off is found
    place.chase("info g.json").status(0).stderr_has("recovered 3 turns of it from");
    assert_eq!(actions(&document(&place.file("g.json"))), 1);
    place.chase(PLAY).status(2).stderr_has("--hour -1 -o g.json --force;");
    // until something else is written there
    place.write("g.json", before);
    place.chase("info g.json").status(0).stderr_has("recovered");
    place.chase("record animal-checkers --seed 1 -o g.json --force --trace never").status(0);
    place.chase("info g.json").status(0).stderr_has("g.json is newer and is used");
    assert_eq!(actions(&document(&place.file("g.json.journal"))), 1);
}

#[test]
fn a_game_that_is_being_played_is_neither_recovered_nor_replaced() {
    let place = Place::new();
    let game = &GAMES[0];
    let mut session = Session::open(&place, &format!("{} -o g.json", game.words));
    session.until_asked(game);
    session.say("mu");
    session.until_asked(game);
    let left = place.read("g.json.journal");
    for words in [
        "info g.json",
        "replay g.json",
        "replay g.json --hour 1",
        "info g.json.journal",
        "convert g.json other.json",
        "verify g.json",
        "diff g.json g.json",
        "view g.json -o page.html",
        "play --from g.json --hour -1 -o g.json",
        "record --from g.json --hour 1 --player S0=random -o other.json",
    ] {
        let ran = place.chase(words);
        assert_ne!(ran.status, Some(0), "{ran}");
        let told = format!("{}{}", ran.stdout, ran.stderr);
        assert!(told.contains("is still being played"), "{words}: {ran}");
    }
    for words in [PLAY.to_owned(), format!("{PLAY} --force")] {
        let ran = place.chase(&words).status(2);
        ran.stderr_has("a game that is being played now will be written to this file");
    }
    let ran = place.chase("record animal-checkers --seed 1 -o g.json --force").status(2);
    ran.stderr_has("another program is writing this file now");
    assert_eq!(place.read("g.json.journal"), left);
    // and goes on as if nobody had looked
    session.say("du");
    session.until_asked(game);
    drop(session.lines.take());
    assert_eq!(session.ended().0, Some(0));
    assert_eq!(actions(&document(&place.file("g.json"))), 2);
    assert_eq!(place.names(), ["g.json"]);
}

#[test]
fn every_command_that_reads_a_recording_finds_it_and_says_so() {
    let place = Place::new();
    cut_off(&place);
    for (words, status) in [
        ("info g.json", 0),
        ("replay g.json", 0),
        ("replay g.json --hour 1 --events", 0),
        ("replay g.json --stats", 0),
        ("view g.json -o page.html", 0),
        ("view g.json --svg --hour 1 -o moment.svg", 0),
        ("diff g.json g.json", 0),
        ("verify g.json", 1),
        ("odds g.json --hour 1 --games 10 --player S0=random", 0),
        ("convert g.json g.chase", 0),
        ("record --from g.json --hour -1 --player S0=random -o on.json --trace never", 0),
    ] {
        let ran = place.chase(words).status(status);
        ran.stderr_has("recovered 3 turns of it from g.json.journal");
    }
    assert!(place.file("g.json.journal").exists());
    assert_eq!(actions(&document(&place.file("g.chase"))), 1);
    // by its own name too
    place.chase("info g.json.journal").status(0).stdout_has("journal");
}

#[test]
fn a_last_line_that_was_cut_off_is_passed_over_and_damage_before_it_is_told() {
    let place = Place::new();
    cut_off(&place);
    let whole = place.read("g.json.journal");
    let line_ends = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
    let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').expect("lines") + 1;
    // wherever the last line ends, what stands before it is found
    for end in last..whole.len() {
        place.write("g.json.journal", &whole[..end]);
        let found = document(&place.file("g.json"));
        assert_eq!(super::turns(&found).len(), 2, "{end} of {} bytes", whole.len());
    }
    // and where the power failed
    place.write("g.json.journal", [&whole[..last], &[0; 512]].concat());
    assert_eq!(super::turns(&document(&place.file("g.json"))).len(), 2);
    // a line before it is not passed over
    let mut damaged = whole.clone();
    let second = whole.iter().position(|byte| *byte == b'\n').expect("lines") + 1;
    damaged[second + 3] = b'#';
    assert!(line_ends(&damaged) > 2);
    place.write("g.json.journal", &damaged);
    place.chase("info g.json").status(2).stderr_has("g.json:2");
}

#[test]
fn a_journal_of_a_newer_form_is_refused_by_its_number() {
    let place = Place::new();
    cut_off(&place);
    let text = String::from_utf8(place.read("g.json.journal")).expect("text");
    place.write("g.json.journal", text.replacen("\"journal\":1", "\"journal\":2", 1));
    place.chase("info g.json").status(2).stderr_has("journal format 2; this program reads up to 1");
    place.chase(PLAY).status(2).stderr_has("journal format 2");
}

#[test]
fn a_journal_of_another_file_is_not_taken_for_this_ones() {
    let place = Place::new();
    cut_off(&place);
    std::fs::rename(place.file("g.json.journal"), place.file("other.json.journal"))
        .expect("a name");
    place.chase("info other.json").status(2).stderr_has("No such file");
    place.chase("info other.json.journal").status(0);
}

#[test]
fn nobody_else_may_read_a_game_that_is_being_played() {
    let place = Place::new();
    let game = &GAMES[2];
    let session = Session::open(&place, &format!("{} -o g.json", game.words));
    session.until_asked(game);
    let journal = std::fs::metadata(place.file("g.json.journal")).expect("a journal");
    assert_eq!(journal.permissions().mode() & 0o777, 0o600);
    session.kill();
}

#[test]
fn a_game_in_which_nothing_was_played_is_in_nobodys_way() {
    let place = Place::new();
    let text = {
        cut_off(&place);
        String::from_utf8(place.read("g.json.journal")).expect("text")
    };
    let first = text.split_inclusive('\n').next().expect("a line");
    place.write("g.json.journal", first);
    place.chase(PLAY).status(0);
    assert_eq!(place.names(), ["g.json"]);
}

#[test]
fn a_full_disk_ends_the_game_and_keeps_what_was_played() {
    let place = Place::new();
    // Files may have 2 blocks of 512 bytes, and the signal for more is ignored.
    let play = "trap '' XFSZ; ulimit -f 2; yes mu | tr u '\\n' | sed 's/m/mu\\nmd/' | \
                $CHASE play animal-checkers --first human --agent greedy --seed 3 -o g.json";
    let ran = place.shell(play).status(2);
    assert!(ran.stderr.contains("g.json: cannot write"), "{ran}");
    assert_eq!(place.names(), ["g.json.journal"]);
    let found = document(&place.file("g.json"));
    assert!(actions(&found) > 0, "{found}");
}
