//! Input without an end: a limit in bytes for all of it, and in depth and length for values of JSON. And
//! files that may not grow.

use crate::harness::Place;

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

#[test]
fn endless_binaries_and_texts_are_left() {
    let place = Place::new();
    place.chase("record police --seed 1 -o game.chase").fine();
    let ran = place.shell("(head -c 8 game.chase; cat /dev/zero) 2> /dev/null | $CHASE info -");
    ran.status(2).stderr_has("replay format 0");
    // Its first part is one that was cut off; nothing more is read than shows that.
    let ran = place.shell("cat game.chase /dev/zero 2> /dev/null | $CHASE info -");
    ran.status(0).stderr_has("an unfinished recording");
    let ran = place.shell("yes 'Hour 0' 2> /dev/null | $CHASE diff - game.chase --input-max 2");
    ran.status(2).stderr_has("more than 2 MiB, the limit for input from a pipe (--input-max)");
    // What is shorter is read as ever.
    let ran = place.shell("cat game.chase | $CHASE verify - --input-max 1");
    ran.status(0);
}

#[test]
fn a_file_that_may_not_grow_is_an_error_and_what_was_written_is_kept() {
    let place = Place::new();
    let record = "record police --two-coloured --hours 500000 --seed 1";
    let ran = place.shell(&format!("ulimit -f 100; exec $CHASE {record} -o big.chase"));
    ran.status(2).stderr_has("big.chase: cannot write: File too large");
    let ran = place.chase("info big.chase").status(0);
    ran.stderr_has("an unfinished recording");
    let ran = place.shell(&format!("ulimit -f 100; exec $CHASE {record} -o big.json"));
    ran.status(2).stderr_has("big.json: cannot write: File too large");
    assert_eq!(place.names(), ["big.chase"]);
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
