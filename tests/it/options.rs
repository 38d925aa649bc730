//! The options of all commands, read from their helps: what has one name has one value, and one
//! default, or stands here with the reason why it has not.

use std::collections::{BTreeMap, BTreeSet};

use crate::harness::{Place, commands_in};

/// Options that stand for different things in different commands.
const OTHER_VALUES: &[(&str, &str)] = &[
    ("all", "the folder of a course, which files of cases stand for; nothing where all is written"),
    ("check", "a player that is checked in match, the share of games that is in sweep"),
    ("from", "a cycle where cycles are shown, a file to go on from in play"),
    ("game", "the game of a trace; in record --from-sweep the number of a game"),
    ("keep", "what grade, diff and repeat leave behind, which games sweep does"),
    ("output", "what is written differs: a file, a folder, a report, the beginning of two names"),
    ("player", "a detective is named with its player"),
    ("serve", "a player waits at an address that is named, a page has one of its own"),
    ("scenario", "words where a trace is judged, in Scotland Yard the file of its document"),
    ("tick", "where a cycle is shown its tick, where a log is read the column of ticks"),
];

/// Options whose default depends on the command.
const OTHER_DEFAULTS: &[(&str, &str)] = &[
    ("board", "the words differ: what is drawn where there is none"),
    ("check", "see above"),
    ("cities", "a match is played on larger random maps"),
    ("dice", "a match gives the thief the same luck whoever hunts it"),
    ("game", "grade knows one game"),
    ("games", "a meeting of a match has few, a cell of a sweep many"),
    (
        "hour",
        "a drawing shows the end, odds begin before the first cycle, elsewhere it has to be named",
    ),
    ("hours", "the assignment's own map has 10"),
    ("informants", "a match is played with informants"),
    (
        "jobs",
        "players measured by the clock are not measured side by side unless asked for; those of a \
         sweep have no clock",
    ),
    ("keep", "a grading always keeps what fails, a comparison where it is asked to"),
    ("map", "a match draws a map for every opening"),
    ("memory", "of one process of a player; of a whole graded program"),
    (
        "nodes",
        "an analysis always has a limit; elsewhere a player keeps its own where none is named",
    ),
    ("output", "see above"),
    ("player", "each game has its own"),
    ("plies", "a match begins from many positions"),
    ("roads", "a match is played on larger random maps"),
    ("robots", "a file that is named has its own"),
    ("seed", "a grading draws the same cases for everybody"),
    ("seats", "elsewhere it is who is named"),
    ("stations", "a board of the program's own is there where none is asked for"),
    ("states", "laws tries every law in a state, solve keeps the value of each"),
    ("teleport-cells", "a file that is named has its own"),
    ("time", "a program that takes one turn has a limit always"),
    ("timeout", "a run of a program; a look through a file"),
];

type Table = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// All options of a help and of the helps of its commands: values and defaults, and where.
fn look(place: &Place, words: &str, values: &mut Table, defaults: &mut Table) {
    let help = place.chase(&format!("{words} --help")).status(0).stdout;
    for name in commands_in(&help) {
        look(place, &format!("{words} {name}"), values, defaults);
    }
    let lines: Vec<_> = help.lines().collect();
    // Options stand below each other, with the short one's letter before some of them.
    let begins = |line: &str| {
        line.starts_with("      --") || (line.starts_with("  -") && line.get(4..8) == Some(", --"))
    };
    let starts: Vec<_> = (0..lines.len()).filter(|n| begins(lines[*n])).collect();
    for (k, start) in starts.iter().enumerate() {
        let end = starts.get(k + 1).copied().unwrap_or(lines.len());
        let text = lines[*start..end].join(" ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, option) = text.split_once("--").expect("an option");
        let end = option.find(['=', '[', ' ']).unwrap_or(option.len());
        let (name, rest) = option.split_at(end);
        let value = rest.trim_start();
        let value_end = match value.starts_with('<') {
            true => value.rfind("> ").map_or(value.len(), |_| {
                let shown = value.split(' ').take_while(|it| it.starts_with('<'));
                shown.map(|it| it.len() + 1).sum::<usize>().saturating_sub(1)
            }),
            false => 0,
        };
        let value = value[..value_end].trim_end_matches("...");
        let default = text.split("[default: ").nth(1).and_then(|it| it.split(']').next());
        let add = |table: &mut Table, what: &str| {
            let there = table.entry(name.to_owned()).or_default();
            there.entry(what.trim().to_owned()).or_default().insert(words.to_owned());
        };
        add(values, value);
        add(defaults, default.unwrap_or(""));
    }
}

/// What is not one and has no reason, and reasons without such a thing.
fn faults(table: &Table, allowed: &[(&str, &str)]) -> Vec<String> {
    let differing = table.iter().filter(|(_, kinds)| kinds.len() > 1);
    let unexplained = differing
        .clone()
        .filter(|(name, _)| !allowed.iter().any(|(it, _)| it == name))
        .map(|(name, kinds)| format!("--{name}: {kinds:?}"));
    let idle = allowed
        .iter()
        .filter(|(name, _)| !differing.clone().any(|(it, _)| it == name))
        .map(|(name, _)| format!("--{name} is the same everywhere and needs no reason"));
    unexplained.chain(idle).collect()
}

#[test]
fn an_option_is_the_same_in_all_commands() {
    let place = Place::new();
    let (mut values, mut defaults) = (Table::new(), Table::new());
    look(&place, "", &mut values, &mut defaults);
    assert!(values.len() > 80, "{} options", values.len());
    assert_eq!(faults(&values, OTHER_VALUES), Vec::<String>::new());
    assert_eq!(faults(&defaults, OTHER_DEFAULTS), Vec::<String>::new());
}
