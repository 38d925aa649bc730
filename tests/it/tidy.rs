//! The rules of this code base that no compiler checks, run as a test over src/.

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

/// Code only: comments and unit tests may name what the code must not.
fn code(text: &str) -> String {
    let text = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text);
    let lines = text
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

#[test]
fn each_of_these_is_known_to_its_own_files_only() {
    let homes: [(&str, &[&str]); 7] = [
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
