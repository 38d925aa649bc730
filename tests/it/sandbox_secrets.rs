//! What a command reads and writes beside the players' programs is not theirs to read: the recording
//! that is being written, seeds, scenarios, tokens.

use chase::outside::sandbox::missing;

use crate::harness::{Place, Ran};

/// A player that looks at files and folders in its first turn, and says what it could read; `drawn` is
/// a file beside a recording, under a name that is drawn. A
/// target stands behind `at=`: a file that a command line names is another matter.
const SPY: &str = "\
import os, sys
read = []
def look(target):
    if os.path.isfile(target):
        open(target, 'rb').read()
        read.append(os.path.basename(target))
        return
    names = os.listdir(target)
    read.append(os.path.basename(target))
    for name in names:
        if name.endswith('.chase.tmp'):
            open(os.path.join(target, name), 'rb').read()
            read.append('drawn')
input()
print('{\"type\": \"ready\"}', flush=True)
input()
for word in sys.argv[1:]:
    try:
        look(word.removeprefix('at='))
    except OSError:
        pass
sys.exit('could read: ' + (' '.join(read) or 'nothing'))
";

/// A place with a spy in it.
fn place() -> Place {
    let place = Place::new();
    place.write("spy.py", SPY);
    place
}

/// A spy that looks at files of the place, and at the place itself.
fn spy(files: &str) -> String {
    let files: Vec<_> = files.split_whitespace().map(|file| format!("at=$PWD/{file}")).collect();
    format!("exec:/usr/bin/python3 spy.py {} at=$PWD/.", files.join(" "))
}

#[track_caller]
fn could_read(ran: &Ran, files: &str) {
    let told = format!("{}{}", ran.stdout, ran.stderr);
    let told = told.split_once("could read: ").map_or("", |it| it.1);
    assert!(told.starts_with(files), "`{files}`: {ran}");
}

/// Without a sandbox all can be read, so each is a danger.
#[test]
fn a_program_cannot_read_the_recording_that_it_plays_in() {
    if !missing().is_empty() {
        return;
    }
    let at_seat = |words: &str| {
        let player = spy("game.chase game.chase.journal");
        format!("$CHASE {words} --seed 1 --player \"{player}\" < /dev/null")
    };
    for (words, read) in [
        ("record robots -o game.chase", "game.chase ."),
        ("record robots -o game.json", ". drawn"),
        ("record robots", ". drawn"),
        ("play robots -o game.chase", "game.chase.journal ."),
    ] {
        let line = at_seat(words);
        could_read(&place().shell(&line), "nothing");
        let open = line.replace("--seed 1", "--seed 1 --sandbox off");
        could_read(&place().shell(&open), read);
    }
    // Nothing else is in the way of a program in a folder of its own.
    let place = place();
    place.shell("mkdir own && mv spy.py own").status(0);
    let line = at_seat("record robots -o game.chase").replace("spy.py", "own/spy.py");
    let line = line.replace("at=$PWD/.", "at=$PWD/. at=$PWD/own");
    could_read(&place.shell(&line), "own");
}

#[test]
fn a_program_cannot_read_the_luck_and_the_places_of_its_match() {
    if !missing().is_empty() {
        return;
    }
    for (words, read) in
        [("--seed @seed", "seed"), ("--seed 1 --scenario-file all.json", "all.json")]
    {
        let place = place();
        place.write("seed", "1\n");
        let scenario = "$CHASE new fishing --players 2 --rows 5 --cols 5 --penguins 1 --seed 1 --whole -o all.json";
        if words.contains("all.json") {
            place.shell(scenario).status(0);
        }
        let line = format!(
            "$CHASE match fishing {words} --games 1 --player \"{}\" --player greedy --format json",
            spy("seed all.json")
        );
        let ran = place.shell(&line);
        could_read(&ran, "nothing");
        let ran = place.shell(&line.replace("--games", "--sandbox off --games"));
        let told = ran.stdout.split_once("could read: ").map_or("", |it| it.1);
        assert!(told.contains(read), "{ran}");
    }
}

#[test]
fn no_game_begins_in_which_a_program_could_read_what_the_command_reads_or_writes() {
    let place = place();
    place.write("seed", "1\n");
    place.write("token", "a token\n");
    let below = "could be read by players: it lies below";
    let named = "could be read by players: a command line names it";
    let spy = "exec:/usr/bin/python3 spy.py";
    for (words, told, which) in [
        ("record robots --seed 1 -o game.chase --allow .", below, "the recording"),
        ("record robots --seed 1 --allow .", below, "the recording"),
        ("play robots --seed 1 -o game.json --allow .", below, "the recording"),
        ("match fishing --seed @seed --allow . --player greedy", below, "the seed"),
        ("match fishing --seed 1 --player listen:0,token=@token --allow .", below, "the token"),
        ("match fishing --seed @seed --allow . --check", below, "the seed"),
        ("record robots --seed 1 -o game.chase", named, "game.chase"),
        ("match fishing --seed @seed --check", named, "seed"),
    ] {
        let file = if told == named { which } else { "at" };
        let option = if words.ends_with("--check") { "" } else { "--player" };
        // It is named in full, as it may not be there yet.
        let line = format!("$CHASE {words} {option} \"{spy} $PWD/{file}\"");
        place.shell(&line).trouble(&[told, which]);
        assert!(!place.file("game.chase").exists(), "{words}");
    }
}

/// Nobody is there to be shut in, so nothing is said of what cannot be withheld.
#[test]
fn built_in_players_need_no_sandbox() {
    let words = "match animal-checkers --games 1 --seed 1 --player random --player greedy";
    let line = format!(
        "unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv \
         --bounding-set -all --inh-caps -all \"$@\"' sh $CHASE {words} --sandbox"
    );
    let place = Place::new();
    if place.shell(&line.replace("$CHASE", "true ")).status != Some(0) {
        return;
    }
    for sandbox in ["require", "auto"] {
        place.shell(&format!("{line} {sandbox}")).fine();
    }
}
