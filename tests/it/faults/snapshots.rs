//! States kept in frames: a cache that is never believed further than it can be.

use super::container::File;
use super::{recorded, ring};
use crate::harness::Place;

fn with_state(edit: impl Fn(&mut Vec<u8>)) -> Place {
    let mut file = File::reframed(&recorded(ring(20, 3), "chase"), 5);
    edit(&mut file.frames[2].state);
    let place = Place::new();
    place.write("x.chase", file.settle().bytes());
    place
}

#[test]
fn a_state_of_no_use_is_ignored_by_a_jump() {
    let good = with_state(|_| {}).chase("replay x.chase --hour 12").fine();
    let damaged: [fn(&mut Vec<u8>); 6] = [
        Vec::clear,
        |state| state.truncate(7),
        |state| state.push(0),
        |state| state.fill(0xff),
        // a city that is not on the map, an hour that is not this frame's
        |state| state[4] = 200,
        |state| state[0] += 1,
    ];
    for edit in damaged {
        let place = with_state(edit);
        let ran = place.chase("replay x.chase --hour 12");
        assert!(!ran.stderr.contains("panicked"), "{ran}");
        if ran.status == Some(0) {
            assert_eq!(ran.stdout, good.stdout);
        } else {
            ran.status(2).stderr_has("byte ");
        }
    }
}

#[test]
fn a_state_that_lies_is_found_on_the_way_through() {
    // given a stamina that is one lower, and every checksum right
    let place = with_state(|state| {
        let at = state.iter().rposition(|byte| *byte > 100).expect("a stamina's bytes");
        state[at] -= 1;
    });
    let ran = place.chase("replay x.chase").status(2);
    ran.stderr_has("the state kept in the frame does not match the history")
        .stderr_has("the last good cycle is 9");
}
