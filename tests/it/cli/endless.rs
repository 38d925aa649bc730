//! Input without an end, and files that may not grow.

use crate::harness::Place;

crate::tables::table!();

/// Programs that are started have the signal as the system gives it.
#[test]
#[cfg(target_os = "linux")]
fn programs_that_are_started_inherit_no_handler_of_it() {
    let place = Place::new();
    let seen = place.file("seen");
    let player =
        format!("#!/bin/sh\nread hello\ncat /proc/self/status > {}\nexit 3\n", seen.display());
    let player = place.write("player", player);
    std::fs::set_permissions(player, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("a mode");
    place.shell(
        "$CHASE match animal-checkers --games 1 --seed 1 --sandbox off --player exec:./player --player greedy",
    );
    let seen = String::from_utf8(place.read("seen")).expect("text");
    for signals in ["SigIgn", "SigCgt"] {
        let line = seen.lines().find_map(|line| line.strip_prefix(signals));
        let mask =
            line.and_then(|it| u64::from_str_radix(it.trim_start_matches(":").trim(), 16).ok());
        // SIGXFSZ is 25.
        assert_eq!(mask.expect(signals) & (1 << 24), 0, "{signals}");
    }
}
