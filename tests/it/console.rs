//! `chase play police`: the reference client, from a pipe.

use std::fmt::Write as _;

use chase::project_games;

use crate::harness::{Place, Ran, data};
use crate::naive;

crate::tables::table!();

fn play(place: &Place, more: &[&str], stdin: &str) -> Ran {
    let (cities, agents) = (data("citiesInformants"), data("agentsS3"));
    let fixed = ["play", "police", &cities, &agents, "10", "2"];
    place.chase_with(&[&fixed, more].concat(), stdin)
}

/// The answers after the opening, one per prompt.
fn answers(ran: &Ran) -> Vec<String> {
    let parts = ran.stdout.split("Enter command: ").skip(1);
    parts.map(str::to_owned).collect()
}

#[test]
fn commands_are_words_however_they_stand_on_lines() {
    let place = Place::new();
    let one_a_line = play(&place, &[], "step\ndisplay\nstats\nmap\nquit\n").fine();
    for typed in [
        "step display stats map quit",
        "step   display\n\n\n  stats\tmap\r\nquit\nrun",
        "\n \nstep\ndisplay stats\nmap quit\n",
    ] {
        let ran = play(&place, &[], typed).fine();
        assert_eq!(ran.stdout, one_a_line.stdout, "{typed:?}");
    }
}

#[test]
fn unknown_words_are_ignored_silently_and_prompted_after() {
    let place = Place::new();
    let ran = play(&place, &[], "hello RUN Step\u{fffd} quit").fine();
    assert_eq!(answers(&ran), ["", "", "", ""]);
}

#[test]
fn every_command_can_come_at_any_time_and_any_number_of_times() {
    let place = Place::new();
    let ran = play(&place, &[], "display display stats step stats display step run").fine();
    let answers = answers(&ran);
    assert_eq!(answers[0], answers[1]);
    assert!(answers[2].starts_with("Hour 0\nT is at [9] brisbane with 500 stamina\n"));
    assert_eq!(answers[3], answers[5], "display repeats what step showed");
    assert!(answers[6].starts_with("Hour 2\n"));
    assert!(answers[7].starts_with("Hour 3\n"));
    assert!(answers[7].ends_with("D1 caught the thief in darwin (4)\nYOU WIN - THIEF CAUGHT!\n"));
}

#[test]
fn the_end_of_the_input_ends_the_session_like_quit() {
    let place = Place::new();
    let ended = play(&place, &[], "step").fine();
    let quit = play(&place, &[], "step quit").fine();
    assert_eq!(ended.stdout, quit.stdout);
    let nothing = play(&place, &[], "").fine();
    assert!(nothing.stdout.ends_with("\n\nEnter command: "));
}

#[test]
fn the_program_ends_with_the_game() {
    let place = Place::new();
    let ran = play(&place, &[], "run display map").fine();
    assert_eq!(answers(&ran).len(), 1);
}

#[test]
fn a_game_over_at_hour_0_ends_without_a_prompt() {
    let place = Place::new();
    let (cities, agents) = (data("citiesSmall"), data("agentsS0"));
    for hours in ["0", "-3", "-2147483648"] {
        let args = ["play", "police", &cities, &agents, hours, "-7"];
        let ran = place.chase_with(&args, "run").fine();
        assert!(ran.stdout.contains(&format!("You have {hours} hours.\n")));
        let end = "Hour 0\n  T  D1  D2  D3  D4\n  3   1   1   1   1 \n\nGAME OVER: YOU LOSE - TIME IS UP\n";
        assert!(ran.stdout.ends_with(end), "{ran}");
    }
    // given an option, it means the same
    for hours in ["0", "-3"] {
        let words = format!("record police --map {cities} {agents} --seed 6 --hours {hours} -o -");
        let ran = place.chase(&words).fine();
        assert!(ran.stdout.contains("\"time_up\""), "{ran}");
    }
    // given a detective where the thief is, time being up does not count
    let crew = "9 1 0 T\n9 0 0 D1\n9 1 0 D2\n9 1 0 D3\n9 0 0 D4\n";
    let agents = place.write("agents.data", crew).display().to_string();
    let ran = place.chase_with(&["play", "police", &cities, &agents, "0", "1"], "");
    let end = "D2 caught the thief in perth (1)\nYOU WIN - THIEF CAUGHT!\n";
    assert!(ran.fine().stdout.ends_with(end));
}

#[test]
fn a_seed_nobody_gave_is_shown_and_repeats_the_game() {
    let place = Place::new();
    let (cities, agents) = (data("citiesSmall"), data("agentsS0"));
    let args = ["play", "police", &cities, &agents, "50"];
    let drawn = place.chase_with(&args, "run").status(0);
    let seed = drawn.stderr.split_whitespace().nth(1).expect("`seed N was drawn`");
    let again = place.chase_with(&[&args[..], &[seed]].concat(), "run").fine();
    assert_eq!(drawn.stdout, again.stdout);
}

#[test]
fn input_of_any_size_and_kind_is_only_words() {
    let place = Place::new();
    let mut huge = vec![b'x'; 1 << 20];
    huge.extend(b"\n\xff\xfe\0 step\nquit\n");
    let (cities, agents) = (data("citiesSmall"), data("agentsS0"));
    let args = ["play", "police", &cities, &agents, "50", "1"];
    let ran = place.chase_with(&args, huge).fine();
    assert!(ran.stdout.contains("Hour 1\n"), "the step after the noise is taken");
}

#[test]
fn what_was_played_is_kept_and_quitting_keeps_it_open() {
    let place = Place::new();
    for file in ["kept.json", "kept.chase"] {
        // given a session that ends in the middle
        let said = play(&place, &["-o", file], "step step quit").status(0);
        said.stderr_is(&format!("hours 0 to 2 are recorded in {file}\n"));
        // then its replay has no outcome, and goes on to the same end
        let info = place.chase(&format!("info {file}")).fine();
        info.stdout_has("hours 0 to 2").stdout_has("none: the game was not over");
        let args = ["play", "--from", file, "--hour", "2"];
        let rest = place.chase_with(&args, "run").fine();
        rest.stdout_has("D1 caught the thief in darwin (4)");
        // and it is not overwritten
        let before = place.read(file);
        play(&place, &["-o", file], "run").trouble(&[file, "--force"]);
        assert_eq!(place.read(file), before);
    }
}

#[test]
fn going_on_from_any_hour_has_the_same_future_and_seals() {
    // given a long game with tips, in both dice
    let long = |map: &u64| {
        let hours = naive::history(&naive::random_scenario(*map, 25), 3);
        hours.len() > 12 && hours.iter().filter(|hour| !hour.tips.is_empty()).count() > 5
    };
    let map = (0..).find(long).expect("some game is long");
    let scenario = naive::random_scenario(map, 25);
    let place = Place::new();
    place.write("c.data", scenario.cities_file());
    place.write("a.data", scenario.agents_file());
    for dice in ["glibc", "chacha8"] {
        let hours = scenario.hours;
        let record = format!("record police c.data a.data {hours} 3 --dice {dice} -o {dice}.chase");
        place.chase(&record).status(0);
        let whole = place.chase(&format!("replay {dice}.chase")).fine().stdout;
        let info = |file: &str| {
            let info = place.chase(&format!("info {file}")).fine().stdout;
            // What a footer claims stands in a line of its own.
            let info = info.replace("\nclaims        ", ": ");
            let info =
                info.replace("; `chase verify` recounts them, the outcome and the seals", "");
            let lines = info.lines().filter(|line| !line.starts_with("form "));
            lines.fold(String::new(), |text, line| text + line + "\n")
        };
        let last = whole.matches("Hour ").count() - 1;
        for hour in 0..=last {
            let hour = hour.to_string();
            let args = ["play", "--from", &format!("{dice}.chase"), "--hour", &hour];
            let more = ["-o", "again.json", "--force"];
            // when it is gone on with from that hour
            let ran = place.chase_with(&[&args[..], &more].concat(), "run").status(0);
            // then the hours that follow are those of the whole game
            let from = whole.find(&format!("Hour {hour}\n")).expect("the hour");
            let played = ran.stdout.replace("Enter command: ", "");
            assert!(played.ends_with(&whole[from..]), "{dice} from {hour}: {ran}");
            // and past and future together are the same recording
            assert_eq!(info("again.json"), info(&format!("{dice}.chase")), "{dice} from {hour}");
        }
    }
}

#[test]
fn wide_city_numbers_push_their_row_and_nothing_else() {
    // given a map of 1,200 cities in a line, and agents at its far end
    let mut cities = String::from("1200\n");
    for id in 0..1199 {
        writeln!(cities, "{id} {} 1 n c", id + 1).expect("text");
    }
    cities.push_str("1199 i c\n");
    let place = Place::new();
    place.write("c.data", cities);
    place.write("a.data", "5 1199 0 T\n5 5 -1 D\n5 99 -1 D\n5 1000 -1 D\n5 999 -1 D\n");
    let args = ["play", "police", "c.data", "a.data", "5", "1"];
    let ran = place.chase_with(&args, "quit").fine();
    ran.stdout_has("\n1199*  5  99 1000 999 \n\n");
}

#[test]
fn every_game_can_be_played_without_arguments() {
    for game in project_games().all().iter() {
        let place = Place::new();
        place.chase_with(&["play", game.name()], "").status(0);
    }
}

#[test]
fn help_lists_what_can_be_typed_in_every_console_and_q_leaves_it() {
    let nim = crate::harness::example_path("nim");
    let games = project_games().all().iter().map(|game| ("", game.name()));
    for (program, game) in games.chain([(nim.to_str().expect("a path"), "nim")]) {
        let place = Place::new();
        let words = match game {
            "police" => "play police".to_owned(),
            "nim" => "play nim --heaps 3,4 --seed 1".to_owned(),
            game => format!("play {game} --seed 1"),
        };
        let start = if program.is_empty() { "$CHASE" } else { program };
        let run = |typed: &str| {
            let line = format!("printf '{typed}' | {start} {words}");
            place.shell(&line).status(0)
        };
        let (help, question, nothing) = (run("help\nq\n"), run("?\nq\n"), run("q\n"));
        for ran in [&help, &question] {
            let told = format!("{}{}", ran.stdout, ran.stderr);
            assert!(told.contains("quit"), "{game}: {ran}");
            assert!(!told.contains("is no"), "{game}: {ran}");
            let extra = told.len() - nothing.stdout.len() - nothing.stderr.len();
            assert!(extra > 100, "{game} has no help: {ran}");
        }
        assert_eq!(help.stdout, question.stdout, "{game}");
        // What follows q is not read.
        assert_eq!(run("q\nrun\n?\n").stdout, nothing.stdout, "{game}");
    }
}

#[test]
fn help_stays_out_of_what_the_reference_prints() {
    let place = Place::new();
    let helped = play(&place, &[], "? step help quit");
    let silent = play(&place, &[], "x step y quit").fine();
    assert_eq!(helped.stdout, silent.stdout);
    helped.status(0).stderr_has("play one hour");
}
