//! Input without an end: a limit in bytes for all of it, and in depth and length for values of JSON. And
//! files that may not grow.

use crate::harness::Place;

crate::tables::table!();

/// What comes before `$CHASE ... -`, and what is said.
const ENDLESS: &[(&str, &str)] = &[
    ("yes '{'", "values are nested more than 128 deep"),
    ("yes '{\"a\":['", "values are nested more than 128 deep"),
    (
        "(printf '{\"chase\":1,\"game\":\"'; tr '\\0' a < /dev/zero)",
        "a string of more than 67108864 bytes",
    ),
    (
        "(printf '{\"chase\":1,\"game\":\"police\",'; yes '\"a\":1,')",
        "more than 3 MiB, the limit for input from a pipe (--input-max)",
    ),
];

#[test]
fn endless_documents_are_left() {
    let place = Place::new();
    place.chase("record police --seed 1 -o game.chase").fine();
    for (input, said) in ENDLESS {
        for words in
            ["info -", "replay -", "view - -o page.html", "convert - x.chase", "diff - game.chase"]
        {
            let ran = place.shell(&format!(
                "{input} 2> /dev/null | $CHASE {words} --input-max {}",
                if said.contains("3 MiB") { 3 } else { 100 }
            ));
            ran.status(2).stdout_is("").stderr_has(said);
        }
        let ran = place.shell(&format!(
            "{input} 2> /dev/null | $CHASE verify - --input-max {}",
            if said.contains("3 MiB") { 3 } else { 100 }
        ));
        ran.stdout_has(said).stdout_has("FAIL");
    }
    assert_eq!(place.names(), ["game.chase"]);
}

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
