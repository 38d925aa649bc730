//! The rules of this code base that no compiler checks, run as a test over src/.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::harness::project;

/// Each source file's path below src/, and its text.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let root = PathBuf::from(project("src"));
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        let below = path.strip_prefix(&root).expect("below src");
        let text = std::fs::read_to_string(path).expect("a source file");
        (below.to_string_lossy().replace('\\', "/"), text)
    };
    paths.iter().map(read).collect()
}

/// All but the unit tests.
fn without_tests(text: &str) -> &str {
    let mut parts = text.split("#[cfg(test)]\nmod tests {");
    parts.next().unwrap_or(text)
}

/// Code only: comments and unit tests may name what the code must not.
fn code(text: &str) -> String {
    let lines = without_tests(text)
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn absent(folder: &str, words: &[&str]) {
    for (path, text) in sources()
        .iter()
        .filter(|(path, _)| path.starts_with(folder))
    {
        for word in words {
            assert!(
                !code(text).contains(word),
                "src/{path} must not hold `{word}`"
            );
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for (path, text) in sources() {
        assert!(
            text.starts_with("//! "),
            "src/{path} begins without a `//!` line"
        );
    }
}

#[test]
fn the_core_names_no_game_opens_no_file_reads_no_clock_and_prints_nothing() {
    let games: Vec<_> = chase::games::GAMES.iter().map(|game| game.name()).collect();
    absent("engine/", &games);
    absent(
        "engine/",
        &["crate::games", "crate::store", "crate::cli", "crate::board"],
    );
    absent(
        "engine/",
        &[
            "std::fs",
            "File",
            "Instant",
            "SystemTime",
            "print!",
            "println!",
            "clap",
        ],
    );
}

#[test]
fn games_and_store_do_not_see_each_other() {
    absent(
        "games/",
        &["crate::store", "crate::cli", "stdout()", "println!"],
    );
    absent("store/", &["crate::games", "crate::cli", "println!"]);
    absent("board/", &["crate::games", "crate::store", "crate::engine"]);
}

/// The names by which code can mean a game of the project: its folder below games/, its name on the
/// command line, and the type of its rules. All in small letters.
fn game_words() -> Vec<String> {
    let mut words: Vec<String> = chase::games::GAMES
        .iter()
        .map(|game| game.name().to_owned())
        .collect();
    for (path, text) in sources() {
        let below = path
            .strip_prefix("games/")
            .and_then(|it| it.split_once('/'));
        let types = text.split("impl Game for ").skip(1);
        for of_game in types.filter_map(|it| it.split_whitespace().next()) {
            let (folder, _) = below.expect("a game has a folder");
            words.push(folder.to_owned());
            words.push(of_game.to_lowercase());
        }
    }
    let count = chase::games::GAMES.len();
    assert_eq!(words.len(), 3 * count, "a name, a folder and a type each");
    words.sort();
    words.dedup();
    words
}

#[track_caller]
fn names_no_game(path: &str, text: &str, words: &[String]) {
    let text = text.to_lowercase();
    for word in words {
        assert!(!text.contains(word), "src/{path} must not name `{word}`");
    }
}

/// What is above the games, and what is beside them, meets them through traits alone: no path into a
/// game's folder, no type of a game, and no game's name, not even in a comment. Unit tests may take
/// a game as an example.
#[test]
fn no_game_is_named_above_or_beside_the_games() {
    let words = game_words();
    let rooms = ["arena/", "diff/", "judge/", "outside/", "store/"];
    for (path, text) in sources() {
        if rooms.iter().any(|room| path.starts_with(room)) {
            names_no_game(&path, without_tests(&text), &words);
        }
    }
}

/// The commands name games only where a reader of help sees them: in the docs of an option, which
/// are its help, and in the examples at the end of a command's help. The examples are commands to be
/// copied, so they need a game; another test runs them.
#[test]
fn commands_name_games_in_help_only() {
    let words = game_words();
    for (path, text) in sources() {
        if path.starts_with("cli/") {
            names_no_game(&path, &without_examples(&code(&text)), &words);
        }
    }
}

/// Code without what stands between the brackets of `.after_help(...)`.
fn without_examples(code: &str) -> String {
    let mut parts = code.split(".after_help(");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(after_brackets(part));
    }
    kept
}

/// The rest of a code after the bracket that closes its beginning; brackets in texts do not count.
fn after_brackets(code: &str) -> &str {
    let (mut depth, mut in_text, mut is_escaped) = (1, false, false);
    for (at, c) in code.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = in_text,
            '"' => in_text = !in_text,
            '(' if !in_text => depth += 1,
            ')' if !in_text => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &code[at..];
        }
    }
    panic!("a bracket is not closed");
}

#[test]
fn only_examples_are_left_out_of_what_is_read() {
    let code = "a.after_help(\"play \\\"x) police\", f(1)).b(\"fishing\").after_help(E).c()";
    assert_eq!(without_examples(code), "a).b(\"fishing\")).c()");
}

/// The rooms of docs/architecture.md, from the lowest on, each with those that it knows.
const ROOMS: [(&str, &[&str]); 9] = [
    ("engine", &[]),
    ("board", &[]),
    ("outside", &["engine"]),
    ("store", &["engine"]),
    ("games", &["board", "engine"]),
    ("diff", &["store", "engine"]),
    ("judge", &["diff", "store", "outside", "engine"]),
    ("arena", &["games", "store", "outside", "engine"]),
    (
        "cli",
        &[
            "arena", "judge", "diff", "games", "store", "outside", "engine",
        ],
    ),
];

#[test]
fn a_room_knows_those_of_the_architecture_and_no_other() {
    for (room, known) in ROOMS {
        let others = ROOMS.iter().map(|(other, _)| *other);
        let unknown = others.filter(|other| *other != room && !known.contains(other));
        let paths: Vec<_> = unknown.map(|other| format!("crate::{other}")).collect();
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        absent(&format!("{room}/"), &paths);
    }
}

/// Which files of a folder each of its files imports.
fn imports(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut imports = BTreeMap::new();
    for (path, text) in sources() {
        let name = path.strip_prefix(folder);
        let name = name.and_then(|it| it.strip_suffix(".rs"));
        let Some(name) = name.filter(|it| !it.contains('/') && *it != "mod") else {
            continue;
        };
        let code = code(&text);
        assert!(
            !code.contains("super::{"),
            "src/{path}: one import a file is expected"
        );
        let above = format!("crate::{}", folder.replace('/', "::"));
        let paths = code
            .split("super::")
            .skip(1)
            .chain(code.split(&*above).skip(1));
        let first = |path: &str| {
            let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
            path[..end.unwrap_or(path.len())].to_owned()
        };
        imports.insert(name.to_owned(), paths.map(first).collect());
    }
    imports
}

/// Files of matches import each other in one direction: each can be read with those it imports, and
/// without the others.
#[test]
fn files_of_matches_and_of_outside_programs_are_in_no_circle() {
    let arena = imports("arena/");
    assert!(arena["series"].contains("journal"), "{arena:?}");
    has_no_circle(arena);
    let outside = imports("outside/");
    assert!(outside["process"].contains("tree"), "{outside:?}");
    has_no_circle(outside);
}

#[track_caller]
fn has_no_circle(mut left: BTreeMap<String, BTreeSet<String>>) {
    // Whoever imports nobody that is left can be read, and goes.
    while let Some(name) = left.iter().find_map(|(name, imported)| {
        let is_free = imported
            .iter()
            .all(|it| it == name || !left.contains_key(it));
        is_free.then(|| name.clone())
    }) {
        left.remove(&name);
    }
    assert!(left.is_empty(), "in circles, or above them: {left:?}");
}

#[test]
fn each_of_these_is_known_to_its_own_files_only() {
    let homes: [(&str, &[&str]); 8] = [
        ("landlock::", &["outside/sandbox.rs"]),
        ("bincode::", &["engine/wire.rs"]),
        ("rand_chacha::", &["engine/dice.rs"]),
        ("io::stdout()", &["cli/terminal.rs"]),
        ("rustyline::", &["cli/terminal.rs"]),
        ("quick_junit::", &["cli/junit.rs"]),
        (
            "rustix::",
            &[
                "games/robots/screen.rs",
                "outside/limited.rs",
                "outside/link.rs",
                "outside/no_tree.rs",
                "outside/process.rs",
                "outside/supervisor.rs",
                "outside/tree.rs",
            ],
        ),
        (
            "Instant::now",
            &[
                "games/clock.rs",
                "outside/process.rs",
                "store/binary/write.rs",
            ],
        ),
    ];
    for (word, homes) in homes {
        let users: Vec<_> = sources()
            .into_iter()
            .filter(|(_, text)| code(text).contains(word))
            .map(|(path, _)| path)
            .collect();
        assert_eq!(users, homes, "`{word}`");
    }
}

#[test]
fn files_stay_short() {
    for (path, text) in sources() {
        let most = if path == "main.rs" { 25 } else { 600 };
        let lines = text.lines().count();
        assert!(
            lines <= most,
            "src/{path} has {lines} lines, at most {most}"
        );
    }
}
