//! `chase play robots` without a terminal: actions line by line, and the figures after each.

use crate::harness::{Place, Ran};

/// A robot five columns to the right, one far away, two teleports.
const GAME: &str = "2 2\n15 20\n31 31\n1 1\n15 14\n";

fn play(place: &Place, words: &str, stdin: &str) -> Ran {
    place.write("g.txt", GAME);
    let fixed = ["play", "robots", "g.txt", "--seed", "1"];
    let args: Vec<_> = fixed.into_iter().chain(words.split_whitespace()).collect();
    place.chase_with(&args, stdin)
}

#[test]
fn a_turn_is_told_and_the_board_is_shown_after_it() {
    let place = Place::new();
    let ran = play(&place, "", "w\nquit\n").fine();
    ran.stdout_has("\n15 .............o@....+...........\n")
        .stdout_has("the player walks to (15,14)\nthe robots move: 2 left\n")
        .stdout_has("\n15 .............@....+............\n")
        .stdout_has("  robots: (15,19) (30,30)\n")
        .stdout_has("\nteleports available            1\n");
}

#[test]
fn what_cannot_be_done_costs_nothing() {
    let place = Place::new();
    for typed in ["teleport 9", "teleport x", "jump", "redo", "load"] {
        let ran = play(&place, "-o game.json --force", &format!("{typed}\n")).status(0);
        ran.stdout_has(&format!("`{typed}` cannot be done here; ? lists what can be done.\n"));
        place.chase("info game.json").fine().stdout_has("turns 0 to 0: 1 turns");
    }
    for (typed, why) in [
        ("t (15,14)\nstay\nt 2", "the teleport on (15,14) is taken: you stand on it"),
        ("teleport (3,3)", "there is no teleport on (3,3)"),
    ] {
        let ran = play(&place, "", &format!("{typed}\n")).fine();
        ran.stdout_has(&format!("{why}; ? lists what can be done.\n"));
    }
    let ran = play(&place, "", "undo\n").fine();
    ran.stdout_has("There is no turn of yours to take back.\n");
}

#[test]
fn what_a_robot_answers_with_death_is_done_when_it_is_typed_again() {
    let place = Place::new();
    let near = "stay\nstay\nstay\nstay\n";
    let again = ", and another action is safe. Type it again to do it nevertheless.\n";
    let ran = play(&place, "", &format!("{near}stay\nne\nstay\nw\nquit\n")).status(0);
    let ran = ran
        .stdout_has(&format!("Refused: a robot would reach you on (15,15){again}"))
        .stdout_has(&format!("Refused: a robot would reach you on (14,16){again}"))
        .stdout_has("the player walks to (15,14)\n");
    assert_eq!(ran.stdout.matches("Refused: ").count(), 3, "another action asks anew: {ran}");
    let typed = format!("{near}stay\nw\nundo\nstay\nquit\n");
    let ran_after_undo = play(&place, "", &typed).status(0);
    assert_eq!(ran_after_undo.stdout.matches("Refused: ").count(), 2, "{ran_after_undo}");
    let ran = play(&place, "-o game.json", &format!("{near}e\ne\nn\n")).status(0);
    ran.stdout_has(&format!("Refused: there is a robot on (15,16){again}"))
        .stdout_has("The player dies: it has walked into a robot\n");
    place.chase("info game.json").fine().stdout_has("outcome       ran into\n");
}

#[test]
fn a_turn_is_taken_back_and_luck_is_drawn_again() {
    let place = Place::new();
    let typed = "teleport\nundo\nteleport\nundo\nn\nquit\n";
    let ran = play(&place, "-o game.json", typed).status(0);
    let teleports: Vec<_> =
        ran.stdout.lines().filter(|line| line.contains("the player teleports to")).collect();
    assert_eq!(teleports.len(), 2, "{ran}");
    assert_eq!(teleports[0], teleports[1]);
    let told = place.chase("replay game.json").fine().stdout;
    assert!(told.contains("Turn 1: the player walks to (14,15)"), "{told}");
    assert!(!told.contains("teleports to"), "{told}");
}

#[test]
fn actions_are_listed_with_what_is_typed_for_them() {
    let place = Place::new();
    play(&place, "", "?\n")
        .fine()
        .stdout_has("  n           walk n to (14,15)\n")
        .stdout_has("  teleport 1  teleport to (1,1)\n")
        .stdout_has("              stay\n");
}

#[test]
fn statistics_are_printed_after_every_turn_and_the_time_at_the_end() {
    let place = Place::new();
    let ended = play(&place, "", "stay\nstay\nstay\nstay\ne\ne\n").fine();
    let ended = ended.stdout_has(
        "moves                          4\n\
         teleports used                 0\n\
         teleports available            2\n\
         pushes                         0\n",
    );
    let after = ended.stdout.split("it has walked into a robot\n").nth(1).expect("the game ends");
    assert!(after.starts_with("\nmoves                          5\n"), "{ended}");
    assert!(after.contains("\npeople played 0:0"), "{ended}");
    assert!(after.ends_with("Play again? (y or n, undo takes back) \n"), "{ended}");
}

/// The time is what people waited before their answers, kept beside the history.
#[test]
fn the_time_played_is_kept_and_is_no_part_of_the_history() {
    let place = Place::new();
    place.write("g.txt", GAME);
    // It is waited until the board is shown, so that the pause is all waiting for a line.
    let slow = "mkfifo typed said
        $CHASE play robots g.txt --seed 1 -o slow.json <typed >said &
        exec 3>typed 4<said
        while read -r line <&4; do case $line in 'closest approach'*) break;; esac; done
        sleep 0.3
        echo stay >&3; echo stay >&3
        exec 3>&-
        cat <&4
        wait $!";
    place.shell(slow).status(0);
    play(&place, "-o fast.json", "stay\nstay\n").status(0);
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&place.read(name)).expect("a replay")
    };
    let [slow, fast] = ["slow.json", "fast.json"].map(read);
    let time = |replay: &serde_json::Value| replay["played_ms"].as_u64().expect("a time");
    assert!(time(&slow) >= 300, "{slow}");
    assert_eq!(slow["cycles"], fast["cycles"]);
    let stats = place.chase("replay slow.json --stats").fine();
    stats.stdout_has(&format!("\npeople played {} ms\n", time(&slow)));
    let json = place.chase("replay slow.json --stats --format json").fine();
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["played_ms"], slow["played_ms"]);
    // Of a moment before the end it is not known.
    let before = place.chase("replay slow.json --stats --turn 1").fine();
    assert!(!before.stdout.contains("people played"), "{before}");
    place.chase("verify slow.json fast.json").status(0);
    let words = "record robots g.txt --seed 1 --player contest -o recorded.json";
    place.chase(words).status(0);
    let recorded = place.chase("replay recorded.json --stats").fine();
    assert!(!recorded.stdout.contains("people played"), "{recorded}");
}

/// Nobody is given a seat that a built-in player was asked for; nobody's time is counted then.
#[test]
fn a_built_in_player_plays_where_it_is_asked_for() {
    let place = Place::new();
    let ran = play(&place, "--player contest -o game.json", "n\n").status(0);
    assert!(!ran.stdout.contains("player? "), "{ran}");
    let statistics = ran.stdout_has("Play again?").stdout_has("\nmoves  ");
    assert!(!statistics.stdout.contains("people played"), "{statistics}");
    place.chase("verify game.json").status(0).stdout_has("played again from seed 1");
    let info = place.chase("info game.json").status(0);
    info.stdout_has("format 1").stdout_has("contest");
    // Whoever goes on from a recording of it plays himself.
    let args = ["play", "--from", "game.json", "--turn", "1"];
    place.chase_with(&args, "quit\n").status(0).stdout_has("player? ");
}
