//! Programs of others are kept apart: what they try against the machine, against each other and
//! against who started them comes to nothing.

use crate::harness::Place;
use crate::matches::failures::running;
use crate::matches::{outsider, play, report};

const GAME: &str = "animal-checkers";

/// The outsider under a name that no other test gives it, so that its processes can be counted.
fn own_outsider(place: &Place) -> String {
    let program = format!("{}/outsider-here", place.path().display());
    std::os::unix::fs::symlink(outsider(), &program).expect("a link");
    program
}

/// Contained by the supervisor alone.
#[test]
fn what_flees_without_an_environment_does_not_outlive_its_match() {
    let place = Place::new();
    let program = own_outsider(&place);
    let player = format!("exec:{program} flees@1");
    let words = "--games 2 --seed 1 --format json";
    let report = report(&play(&place, GAME, words, &[&player, "greedy"]).fine());
    assert_eq!(report["accusations"], serde_json::json!([]));
    assert_eq!(running(&program), 0);
}

/// Contained by the supervisor alone, which counts what is left as a fault.
#[test]
fn what_flees_without_an_environment_does_not_outlive_its_grading() {
    let place = Place::new();
    let program = own_outsider(&place);
    let text = format!(
        "#!/bin/sh\nsetsid env -i {program} ignores-end < /dev/null > /dev/null 2>&1 &\nexit 0\n"
    );
    place.write("game", text);
    place.shell("chmod +x game").status(0);
    let ran = place.chase("grade --part map -- ./game").status(1);
    ran.stdout_has("processes it started were still running when it had ended");
    assert_eq!(running(&program), 0);
}

/// The supervisor outlives the match that was killed, and ends what fled before it ends itself.
#[test]
fn what_flees_does_not_outlive_a_match_that_was_killed() {
    let place = Place::new();
    let program = own_outsider(&place);
    let line = format!(
        "$CHASE match {GAME} --seed 1 --games 2 --player 'exec:{program} flees@1' \
         --player 'exec:{program} hang@2' & \
         until ps -eo args | grep -q '^{program} ignores'; do sleep 0.02; done; kill -KILL $!; \
         n=0; while ps -eo args | grep -q '^{program}' && test $n -lt 250; do \
         n=$((n+1)); sleep 0.02; done; ps -eo args | grep '^{program}'; echo end"
    );
    place.shell(&line).stdout_is("end\n");
}
