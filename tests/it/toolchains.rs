//! Programs start whose interpreter lies in a toolchain outside the system's folders, and read no
//! more for it than the toolchain.

use crate::harness::Place;
use crate::matches::report;

/// What an interpreter does that lies in `bin`, with its library in `lib`.
const RUNNER: &str = "#!/bin/sh\n. \"${0%/*}/../lib/runner.sh\"\n";
const LIBRARY: &str = "read hello\necho it runs >&2\nexit 3\n";
const RUNS: &str = "it said `it runs`";

fn executable(place: &Place, name: &str, text: &str) {
    let folder = place.file(name);
    let folder = folder.parent().expect("a folder");
    std::fs::create_dir_all(folder).expect("a folder");
    place.write(name, text);
    place.shell(&format!("chmod +x {name}")).status(0);
}

/// An interpreter `runner` below a folder.
fn toolchain(place: &Place, below: &str) {
    executable(place, &format!("{below}/bin/runner"), RUNNER);
    std::fs::create_dir_all(place.file(&format!("{below}/lib"))).expect("a folder");
    place.write(&format!("{below}/lib/runner.sh"), LIBRARY);
}

/// What becomes of a player, where the PATH begins with a folder and the home is `home`.
fn said(place: &Place, path: &str, player: &str, words: &str) -> String {
    let ran = place.shell(&format!(
        "HOME=$PWD/home PATH=$PWD/{path}:$PATH $CHASE match animal-checkers --games 1 --seed 1 \
         --format json {words} --player 'exec:{player}' --player greedy"
    ));
    let report = report(&ran.status(1));
    let what = report["accusations"][0]["what"].as_str();
    what.expect("words").to_owned()
}

#[test]
fn a_toolchain_in_a_home_is_found_by_name_by_link_by_script_and_behind_a_shim() {
    let place = Place::new();
    toolchain(&place, "tools");
    toolchain(&place, "manager/versions/one");
    let shim = format!(
        "#!/bin/sh\nexec {}/manager/versions/one/bin/runner \"$@\"\n",
        place.path().display()
    );
    executable(&place, "manager/shims/runner", &shim);
    executable(&place, "player/env", "#!/usr/bin/env runner\n");
    executable(&place, "player/starts", "#!/bin/sh\nexec runner\n");
    let full = format!("#!{}/tools/bin/runner\n", place.path().display());
    executable(&place, "player/full", &full);
    std::fs::create_dir(place.file("links")).expect("a folder");
    std::os::unix::fs::symlink(place.file("player/full"), place.file("links/full"))
        .expect("a link");
    for (path, player) in [
        ("tools/bin", "runner"),
        ("tools/bin", "./player/env"),
        ("tools/bin", "./player/starts"),
        ("manager/shims", "runner"),
        ("manager/shims", "./player/env"),
        ("manager/shims", "./player/starts"),
        ("none", "./player/full"),
        ("none", "./links/full"),
    ] {
        let what = said(&place, path, player, "");
        assert!(what.contains(RUNS), "{path}, {player}: {what}");
    }
    let ran = place.shell("PATH=$PWD/manager/shims:$PATH $CHASE grade --part map -- ./player/env");
    ran.status(1).stdout_has("it runs");
}

/// Contained by Landlock.
#[test]
fn no_home_and_nothing_that_is_kept_apart_is_read_for_a_toolchain() {
    let is_whole = chase::outside::sandbox::missing().is_empty();
    for (below, words, is_read) in [
        ("home/tools", "", true),
        ("home", "--sandbox off", true),
        ("home", "", false),
        ("home/.local", "", false),
        ("home/tools", "--replays home/tools/games", false),
    ] {
        if !is_whole && !is_read {
            continue;
        }
        let place = Place::new();
        toolchain(&place, below);
        let secret = place.write(&format!("{below}/secret"), "a secret\n");
        let reads = format!(
            "#!/bin/sh\nread hello\nif read it < {}; then echo read it >&2; fi\nexit 3\n",
            secret.display()
        );
        executable(&place, "player/reads", &reads);
        let what = said(&place, &format!("{below}/bin"), "./player/reads", words);
        let told = if is_read { "read it" } else { "the sandbox does not let it read" };
        assert!(what.contains(told), "{below}, {words}: {what}");
    }
}
