//! Help, completions, the manual: each shows a way that works.

use crate::harness::{Place, project};

crate::tables::table!();

const COMMANDS: &str = "record replay info convert diff repeat verify grade play odds perft laws match \
                        player env fishing new games completions man";

/// All commands, and some of them with each game.
fn commands(of_games: &str) -> Vec<String> {
    let games = chase::project_games().all().iter();
    let games = games
        .flat_map(|game| of_games.split(' ').map(move |verb| format!("{verb} {}", game.name())));
    COMMANDS.split(' ').map(str::to_owned).chain(games).collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let place = Place::new();
    let whole = place.chase("--help").fine();
    for command in COMMANDS.split(' ') {
        assert!(whole.stdout.contains(&format!("\n  {command}")), "{command}");
        let help = place.chase(&format!("{command} --help")).fine();
        let example = format!("\n  chase {command}");
        let example_of = |part: &str| part.contains(&example) || part.contains("| chase play");
        let (_, examples) = help.stdout.split_once("Example").unwrap_or_default();
        assert!(example_of(examples), "{help}");
    }
    for (command, about) in [
        ("record", "Play a game and record every move of it"),
        ("diff", "Find the first wrong step of a run, and say why"),
        ("trace", "Show how chase reads a log (format, tick, columns)"),
    ] {
        let help = place.chase(&format!("{command} --help")).fine();
        assert!(help.stdout.starts_with(about), "{help}");
    }
}

/// Lines that fit on a screen.
const SCREEN: usize = 24;
/// Lines of the options that most people need: one page of a tall terminal.
const PAGE: usize = 48;

#[test]
fn the_program_alone_shows_one_screen() {
    let place = Place::new();
    let ran = place.chase_with(&[], "").status(2).stdout_is("");
    let lines: Vec<_> = ran.stderr.lines().collect();
    assert!(lines.len() <= SCREEN, "{ran}");
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{ran}");
    for command in COMMANDS.split(' ') {
        let is_named = |line: &str| line.split_whitespace().any(|word| word == command);
        assert!(lines.iter().any(|line| is_named(line)), "{command}: {ran}");
    }
}

#[test]
fn the_short_help_fits_on_a_page_and_says_where_the_rest_is() {
    let place = Place::new();
    for command in commands("record play match sweep") {
        let help = place.chase(&format!("{command} -h")).fine().stdout;
        assert!(help.lines().count() <= PAGE, "{command}: {help}");
        let whole = place.chase(&format!("{command} --help")).fine().stdout;
        let is_less = help.lines().count() < whole.lines().count();
        let rest = format!("All of it: chase {command} --help");
        assert!(!is_less || help.contains(&rest), "{command}: {help}");
    }
}

/// What shows a value in the help of an option.
const SHOWS: [&str; 7] =
    ["as in", "[default: ", "ossible values", ", 0 or 1", "1 to 9", "from 0", "one of those"];

#[test]
fn every_option_with_a_value_has_an_example_of_one() {
    let place = Place::new();
    let mut without = Vec::new();
    for command in commands("record play match sweep new") {
        let help = place.chase(&format!("{command} --help")).fine().stdout;
        for option in help.split("\n      --").skip(1) {
            let (head, text) = option.split_once('\n').unwrap_or((option, ""));
            let text = text.split("\n\nExample").next().unwrap_or_default();
            // The name of a file or folder is its own example.
            let is_a_name = ["<FILE", "<FOLDER", "<REPORT>"].iter().any(|name| head.contains(name));
            let shows = SHOWS.iter().any(|part| text.contains(part));
            if head.contains('<') && !is_a_name && !shows {
                without.push(format!("{command} --{head}"));
            }
        }
    }
    assert!(without.is_empty(), "{without:#?}");
}

/// Every line of the help that shows a command, without what a shell would do around it.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().map(str::trim);
    let shown = lines.filter_map(|line| {
        line.strip_prefix("chase ").or(line.split_once("| chase ").map(|it| it.1))
    });
    shown
        .map(|line| {
            // What follows two blanks explains.
            let command = line.split("  ").next().unwrap_or("");
            command.split(['|', '>']).next().unwrap_or("").trim().to_owned()
        })
        .collect()
}

/// A folder of the project with all it holds, at the same path of the place.
fn copy_folder(place: &Place, folder: &str) {
    std::fs::create_dir_all(place.file(folder)).expect("a folder");
    for entry in std::fs::read_dir(project(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => copy_folder(place, &name),
            false => drop(place.write(&name, std::fs::read(entry.path()).expect("a file"))),
        }
    }
}

#[test]
fn every_example_runs() {
    // given the files the examples speak of
    let place = Place::new();
    let from = |name: &str| std::fs::read(project(name)).expect("a file of the project");
    for folder in ["data", "replays"] {
        copy_folder(&place, folder);
    }
    place.write("cities.data", from("data/police/citiesMedium.data"));
    place.write("agents.data", from("data/police/agentsS1.data"));
    let reference = project("tests/reference/police/S3.txt");
    let reference = std::fs::read_to_string(reference).expect("a reference");
    place.write("ours.txt", reference.replace("  4   3   5", "  4   6   5"));
    place.write("ref.txt", reference);
    std::fs::create_dir(place.file("examples")).expect("a folder");
    place.write("examples/player.py", from("examples/player.py"));
    place.write("board.txt", "2 4\n10 20 30 10\n10 20 10 20\n");
    let mut run = 0;
    let mut all = commands("record play new match player env laws");
    all.extend(["".to_owned(), "perft animal-checkers".to_owned()]);
    for command in all {
        let help = place.chase(&format!("{command} --help")).fine().stdout;
        assert!(help.contains("\nExample"), "{command} shows no example");
        for example in examples(&help) {
            if ["<", "[", "completions SHELL"].iter().any(|part| example.contains(part)) {
                continue;
            }
            let example = example
                .replace("FILE", "replays/police/S3.json")
                .replace("OURS REF", "ours.txt ref.txt")
                .replace("CITIES AGENTS", "cities.data agents.data");
            // Those for whoever has a program, and of two programs that meet at a socket, are tried elsewhere.
            let elsewhere = ["./", "--serve", "tcp:"];
            if example.starts_with("grade") || elsewhere.iter().any(|it| example.contains(it)) {
                continue;
            }
            // when it is run as written, then it works
            let differs = example.starts_with("diff");
            let ran = match example.contains('\'') {
                true => place.shell(&format!("PATH=\"$(dirname $CHASE):$PATH\"; chase {example}")),
                false => place.chase(&example),
            };
            ran.status(i32::from(differs));
            run += 1;
        }
    }
    assert!(run > 20, "only {run} examples were found");
}

#[test]
fn the_version_and_the_games_are_told() {
    let place = Place::new();
    let version = concat!("chase ", env!("CARGO_PKG_VERSION"), "\n");
    place.chase("-V").fine().stdout_is(version);
    let long = place.chase("--version").fine().stdout;
    assert!(long.starts_with(version), "{long}");
    for line in ["\ncommit ", "\ntarget ", "\nfeatures "] {
        assert!(long.contains(line), "{long}");
    }
    assert_eq!(long.contains("sandbox"), cfg!(target_os = "linux"));
    let games = place.chase("games").fine();
    for game in chase::project_games().all() {
        assert!(games.stdout.contains(game.name()));
    }
}
