//! What docs/documents.md names is there: options, commands, files; and the commands and options of
//! what the pages of the book show without its output.

use std::collections::BTreeSet;

use crate::book::pages;
use crate::harness::{Place, commands_in, project};

/// The page's words between backticks.
fn quoted() -> Vec<String> {
    let page = std::fs::read_to_string(project("docs/documents.md")).expect("the page");
    let parts = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    parts.map(str::to_owned).collect()
}

/// The commands of this program in the pages' blocks of `sh`.
fn shown() -> Vec<String> {
    let mut shown = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(project(&page)).expect("a page");
        let blocks = text.split("```sh\n").skip(1);
        let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
        let lines = blocks.flat_map(str::lines);
        shown.extend(lines.filter(|it| it.starts_with("chase ")).map(str::to_owned));
    }
    assert!(shown.len() > 30, "only {} commands are shown", shown.len());
    shown
}

/// All that `--help` says, of the program, its commands and what they do with each game.
fn helps() -> (BTreeSet<String>, String) {
    let place = Place::new();
    let whole = place.chase("--help").fine().stdout;
    let commands: BTreeSet<_> = commands_in(&whole).into_iter().collect();
    let mut said = whole;
    for command in &commands {
        let help = place.chase(&format!("{command} --help")).fine().stdout;
        for game in commands_in(&help) {
            said += &place.chase(&format!("{command} {game} --help")).fine().stdout;
        }
        said += &help;
    }
    (commands, said)
}

#[test]
fn its_commands_and_options_are_there() {
    let (commands, help) = helps();
    let offered: BTreeSet<_> = help
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .filter(|word| word.starts_with("--"))
        .collect();
    let (mut options, mut called) = (0, 0);
    for quote in quoted().into_iter().chain(shown()) {
        let mut words = quote.split_whitespace();
        if words.next() == Some("chase") {
            let command = words.next().expect("a command");
            assert!(commands.contains(command), "`{quote}`: no such command");
            called += 1;
        }
        // valgrind's options are not the program's.
        if quote.starts_with("valgrind") {
            continue;
        }
        for option in quote.split_whitespace().filter(|word| word.starts_with("--")) {
            let (option, _) = option.split_once('=').unwrap_or((option, ""));
            assert!(offered.contains(option), "`{quote}`: no help has {option}");
            options += 1;
        }
    }
    assert!(options > 15 && called > 15, "{options} options, {called} commands");
}

#[test]
fn its_files_are_there() {
    let mut named = 0;
    for quote in quoted() {
        let rooms = ["data/", "docs/", "examples/", "replays/", "src/", "tests/"];
        if !rooms.iter().any(|room| quote.starts_with(room)) {
            continue;
        }
        let path = project(&quote);
        let is_there = match path.split_once('*') {
            None => std::path::Path::new(&path).exists(),
            Some((before, after)) => has_file_like(before, after),
        };
        assert!(is_there, "`{quote}` is not there");
        named += 1;
    }
    assert!(named >= 10, "only {named} files are named");
}

/// Whether there is a file whose path begins with the one and ends with the other.
fn has_file_like(before: &str, after: &str) -> bool {
    let (folder, start) = before.rsplit_once('/').expect("a folder");
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names = entries.map(|entry| entry.expect("an entry").file_name());
    names.any(|name| {
        let name = name.to_string_lossy();
        name.starts_with(start) && name.ends_with(after)
    })
}
