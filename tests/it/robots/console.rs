//! `chase play robots` without a terminal: actions line by line.

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
fn the_board_is_printed_after_every_turn() {
    let place = Place::new();
    let ran = play(&place, "", "w\nquit\n").fine();
    ran.stdout_has("\nTurn 0\n")
        .stdout_has("\n.............o@....+...........\n")
        .stdout_has("You: walks w to (15,14); the robots move: 2 left\n")
        .stdout_has("\nTurn 1\n")
        .stdout_has("\n.............@....+............\n");
}

#[test]
fn what_is_refused_says_why_and_costs_nothing() {
    let place = Place::new();
    for (typed, told) in [
        ("teleport 9", "Refused: there is no teleport 9; the last is 2."),
        ("teleport x", "`x` is no teleport's number; ? lists what can be done."),
        ("jump", "`jump` is no action; ? lists what can be done."),
        ("undo", "Refused: there is no turn of yours to take back."),
        ("redo", "Refused: there is nothing to redo."),
        ("load", "`load` is no action"),
    ] {
        let ran = play(&place, "", &format!("{typed}\n")).fine();
        let ran = ran.stdout_has(told);
        assert!(!ran.stdout.contains("Turn 1"), "{ran}");
    }
}

#[test]
fn safe_mode_refuses_a_step_into_a_robot_until_it_is_off() {
    let place = Place::new();
    let ran = play(&place, "-o game.json", "stay\nstay\nstay\nstay\ne\nsafe\ne\nn\n").status(0);
    ran.stdout_has("Refused: there is a robot on (15,16); to walk into it")
        .stdout_has("Safe mode is off.\n")
        .stdout_has("The player dies: it has walked into a robot\n");
    place.chase("info game.json").fine().stdout_has("outcome       ran into\n");
}

#[test]
fn safe_mode_refuses_what_a_robot_answers_with_death_while_something_else_is_safe() {
    let place = Place::new();
    let near = "stay\nstay\nstay\nstay\n";
    let ran = play(&place, "", &format!("{near}stay\nne\nw\nquit\n"));
    let ran = ran.status(0);
    ran.stdout_has("Refused: a robot would reach you on (15,15), and another action keeps you alive; to do it nevertheless, switch safe mode off.")
        .stdout_has("Refused: a robot would reach you on (14,16)")
        .stdout_has("You: walks w to (15,14)");
    let ran = play(&place, "", &format!("{near}safe steps\ne\nstay\n"));
    let ran = ran.status(0);
    ran.stdout_has("Safe mode is on for steps only: a step into a robot is refused.\n")
        .stdout_has("Refused: there is a robot on (15,16); to walk into it")
        .stdout_has("The player dies: ");
    let ran = play(&place, "", "safe off\nsafe\nsafe\nquit\n").status(0);
    let said: Vec<_> = ran.stdout.lines().filter(|it| it.contains("Safe mode is")).collect();
    assert_eq!(said.len(), 3, "{ran}");
    for (line, words) in said.iter().zip(["is off.", "for steps only", "is on: what lets you die"])
    {
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn turns_are_taken_back_and_again() {
    let place = Place::new();
    let ran = play(&place, "-o game.json", "teleport\nundo\nredo\nundo\nundo\nn\nredo\nquit\n");
    let ran = ran.status(0);
    // What was drawn is drawn again.
    let teleports: Vec<_> =
        ran.stdout.lines().filter(|line| line.contains("teleports to")).collect();
    let words = |line: &str| line.rsplit("You: ").next().map(str::to_owned);
    assert_eq!(teleports.len(), 2, "{ran}");
    assert_eq!(words(teleports[0]), words(teleports[1]));
    ran.stdout_has("Refused: there is no turn of yours to take back.")
        .stdout_has("Refused: there is nothing to redo.");
    let told = place.chase("replay game.json").fine().stdout;
    assert!(told.contains("Turn 1: walks n to (14,15)\n"), "{told}");
    assert!(!told.contains("teleports to"), "{told}");
}

#[test]
fn a_game_is_saved_at_any_time_and_another_file_is_loaded() {
    let place = Place::new();
    place.write("other.txt", "1 1\n1 1\n2 2\n");
    let ran = play(
        &place,
        "",
        "n\nsave first.json\nn\nsave second.chase\nsave first.json\nload other.txt\nn\nsave third.json\n",
    );
    let ran = ran.status(0);
    ran.stdout_has("Saved in first.json.\n")
        .stdout_has("Refused: first.json: ")
        .stderr_has("one robot: the game can never be won");
    for (file, turns) in [("first.json", 1), ("second.chase", 2), ("third.json", 1)] {
        place
            .chase(&format!("info {file}"))
            .fine()
            .stdout_has(&format!("length        turns 0 to {turns}"));
        place.chase(&format!("verify {file}")).fine();
    }
    // A file that is not there costs nothing.
    let ran = play(&place, "", "n\nload nowhere.txt\nn\n").fine();
    ran.stdout_has("Refused: nowhere.txt: ").stdout_has("\nTurn 2\n");
}

#[test]
fn robots_and_teleports_are_listed() {
    let place = Place::new();
    play(&place, "", "debug\n?\n")
        .fine()
        .stdout_has("robot  1 (15,20), 5 away\n")
        .stdout_has("teleport  2 (15,14), available\n")
        .stdout_has("  walk n to (14,15)\n")
        .stdout_has("  teleport 1 is on (1,1)\n");
}

#[test]
fn statistics_are_printed_at_the_end_and_when_asked_for() {
    let place = Place::new();
    let figures = "moves                          4\n\
        teleports used                 0\n\
        teleports available            2\n\
        pushes                         0\n";
    let asked = play(&place, "", "stay\nstay\nstay\nstay\nstats\n").fine();
    asked.stdout_has(figures).stdout_has("\ntime                           0:0");
    // Nothing but the end has them printed here.
    let ended = "stay\nstay\nstay\nstay\nsafe\ne\n";
    let ended = play(&place, "", ended).fine();
    let after = ended.stdout.split("it has walked into a robot\n").nth(1);
    let after = after.expect("the game ends");
    assert!(after.starts_with("moves                          5\n"), "{ended}");
    assert!(after.contains("\ntime                           0:0"), "{ended}");
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
        while read -r line <&4; do case $line in *'pushes 0') break;; esac; done
        sleep 0.3
        echo stay >&3; echo save middle.json >&3; echo stay >&3
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
    assert!(time(&read("middle.json")) >= 300);
    assert_eq!(slow["cycles"], fast["cycles"]);
    let stats = place.chase("replay slow.json --stats").fine();
    stats.stdout_has(&format!("\npeople played {} ms\n", time(&slow)));
    let json = place.chase("replay slow.json --stats --format json").fine();
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["played_ms"], slow["played_ms"]);
    // Of a moment before the end it is not known.
    let before = place.chase("replay slow.json --stats --turn 1").fine();
    assert!(!before.stdout.contains("people played"), "{before}");
    place.chase("verify slow.json fast.json middle.json").status(0);
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
    assert!(!ran.stdout.contains("Your action?"), "{ran}");
    let statistics = ran.stdout_has("Play again?").stdout_has("\nmoves  ");
    assert!(!statistics.stdout.contains("\ntime  "), "{statistics}");
    place.chase("verify game.json").status(0).stdout_has("played again from seed 1");
    let info = place.chase("info game.json").status(0);
    info.stdout_has("format 1").stdout_has("contest");
    // Whoever goes on from a recording of it plays himself.
    let args = ["play", "--from", "game.json", "--turn", "1"];
    place.chase_with(&args, "quit\n").status(0).stdout_has("Your action?");
}
