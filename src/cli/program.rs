//! What this program is called: `chase`, or the name of the program that brought its own games, in
//! whose help, hints and errors nothing else may stand.

use std::path::Path;
use std::sync::LazyLock;

use clap::Command;

use chase_play::Games;

/// The name of the project's own program.
const OWN: &str = "chase";

/// The games that examples in the help are of: those of the project.
const EXAMPLES_ARE_OF: [&str; 5] =
    ["police", "animal-checkers", "fishing", "scotland-yard", "robots"];

/// The name of the program's file, which is the same as long as the process runs.
static FILE_NAME: LazyLock<Option<String>> = LazyLock::new(|| {
    let first = std::env::args_os().next()?;
    let file = Path::new(&first).file_stem()?;
    Some(file.to_string_lossy().into_owned())
});

/// The name of the program of these games: where they are its own, that of its file.
pub fn name(games: Games) -> &'static str {
    match games.are_brought() {
        true => FILE_NAME.as_deref().unwrap_or(OWN),
        false => OWN,
    }
}

/// A command line that is shown, begun with the name of this program in place of the project's.
pub fn named(name: &str, line: &str) -> String {
    let begins_a_command =
        |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '.');
    let mut named = String::new();
    let mut parts = line.split("chase ");
    named.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let own = if begins_a_command(&named) { name } else { OWN };
        named.push_str(&format!("{own} {part}"));
    }
    named
}

/// A command whose examples are of this program and its games; those of games that it does not have
/// are left out.
pub fn with_own_examples(games: Games, command: Command) -> Command {
    if !games.are_brought() {
        return command;
    }
    let command = match command.get_after_help().map(ToString::to_string) {
        Some(help) => command.after_help(own_examples(games, &help)),
        None => command,
    };
    command.mut_subcommands(|command| with_own_examples(games, command))
}

fn own_examples(games: Games, help: &str) -> String {
    let has = |name: &str| games.all().iter().any(|game| game.name() == name);
    let others: Vec<_> = EXAMPLES_ARE_OF.into_iter().filter(|name| !has(name)).collect();
    let is_example = |line: &str| line.starts_with("  ") && line.contains("chase ");
    let is_of_others = |line: &str| {
        // A file that an example names is one of the project's games too.
        let names_a_file =
            line.contains(".json") || line.contains(".txt") || line.contains(".data");
        is_example(line) && (names_a_file || others.iter().any(|name| line.contains(name)))
    };
    let kept: Vec<_> = help.lines().filter(|line| !is_of_others(line)).collect();
    let has_examples = kept.iter().any(|line| is_example(line));
    let is_head = |line: &str| matches!(line, "Example:" | "Examples:");
    let kept = kept.iter().filter(|line| has_examples || !is_head(line));
    let name = name(games);
    let kept: Vec<_> = kept.map(|line| named(name, line)).collect();
    kept.join("\n").trim_start_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::EXAMPLES_ARE_OF;

    #[test]
    fn every_game_of_the_project_may_stand_in_an_example() {
        let names: Vec<_> = chase::project_games().all().iter().map(|game| game.name()).collect();
        assert_eq!(names, EXAMPLES_ARE_OF);
    }
}
