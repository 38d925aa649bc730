//! The rules of this code base that no compiler checks, run as a test over src/.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::project;

/// Each source file's path below src/, and its text.
pub fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|it| it == "rs") {
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
    let lines = without_tests(text).lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn absent(folder: &str, words: &[&str]) {
    for (path, text) in sources().iter().filter(|(path, _)| path.starts_with(folder)) {
        for word in words {
            assert!(!code(text).contains(word), "src/{path} must not hold `{word}`");
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for (path, text) in sources() {
        assert!(text.starts_with("//! "), "src/{path} begins without a `//!` line");
    }
}

#[test]
fn what_games_stand_on_names_none_and_prints_nothing() {
    let games: Vec<_> = chase::project_games().all().iter().map(|game| game.name()).collect();
    for folder in ["checks/", "engine/", "kit/", "record/", "study/", "world/"] {
        absent(folder, &games);
        absent(folder, &["print!", "println!", "clap"]);
    }
}

/// Files, standard input and threads of the system, and who reaches them besides the world that a command runs in.
#[test]
fn commands_reach_the_system_through_their_world_alone() {
    const WORDS: [&str; 7] = [
        "fs::",
        "io::stdin(",
        "io::stderr(",
        "thread::spawn",
        "thread::scope",
        "thread::sleep",
        "thread::Builder",
    ];
    const EXEMPT: [&str; 32] = [
        "world/world.rs",
        "world/world/",
        // What the system alone has: locks, links, names that change hands.
        "replay/store/disk.rs",
        "replay/store/lock.rs",
        "replay/store/target.rs",
        "replay/store/temporary.rs",
        // Programs that are started, and what they are handed.
        "outside/",
        "cli/commands/grade",
        "cli/commands/match",
        "cli/options/match",
        "cli/input/people.rs",
        "cli/commands/repeat",
        "cli/commands/verify/golden.rs",
        "engine/joint.rs",
        "games/fishing/person.rs",
        "games/fishing/program.rs",
        "arena/",
        "judge/grade/",
        "judge/repeat/",
        // Pages and screens that somebody looks at.
        "cli/print/page_file.rs",
        "cli/commands/play/web.rs",
        "cli/commands/replay/step/screen.rs",
        "cli/system.rs",
        "cli/commands/view.rs",
        "cli/commands/view/",
        "python/",
        "web/",
        // Threads that share the work of one recording.
        "cli/commands/analyse.rs",
        "replay/store/binary/write.rs",
        // What is read or written by a library, or for a program in Rust.
        "logs/fst_dump.rs",
        "logs/parquet_table.rs",
        "logs/recorder.rs",
    ];
    let users = sources().into_iter().filter(|(path, text)| {
        let code = code(text).replace("rustix::fs::", "");
        let begins = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let holds = |word: &str| code.match_indices(word).any(|(at, _)| begins(at));
        !path.contains("/tests") && WORDS.iter().any(|word| holds(word))
    });
    let users: Vec<_> = users.map(|(path, _)| path).collect();
    let is_exempt = |path: &&String| EXEMPT.iter().any(|it| path.starts_with(it));
    let others: Vec<_> = users.iter().filter(|path| !is_exempt(path)).collect();
    assert!(others.is_empty(), "they go round the world of their command: {others:?}");
    let idle = EXEMPT.iter().filter(|it| !users.iter().any(|path| path.starts_with(*it)));
    let idle: Vec<_> = idle.collect();
    assert!(idle.is_empty(), "exempt without need: {idle:?}");
}

#[test]
fn games_and_store_do_not_see_each_other() {
    absent("games/", &["stdout()", "println!"]);
    absent("replay/", &["println!"]);
}

/// A log is no game, nor made of what games are made of.
#[test]
fn logs_know_nothing_of_what_games_are_made_of() {
    absent("logs/", &["clap", "chase_kit::faces", "chase_engine::player", " Game for "]);
}

/// The names by which code can mean a game of the project: its folder below games/, its name on the
/// command line, and the type of its rules. All in small letters.
fn game_words() -> Vec<String> {
    let mut words: Vec<String> =
        chase::project_games().all().iter().map(|game| game.name().to_owned()).collect();
    for (path, text) in sources() {
        let below = path.strip_prefix("games/").and_then(|it| it.split_once('/'));
        let rules = ["impl Game for "];
        let types = rules.iter().flat_map(|rules| text.split(rules).skip(1));
        for of_game in types.filter_map(|it| it.split_whitespace().next()) {
            let (folder, _) = below.expect("a game has a folder");
            words.push(folder.to_owned());
            words.push(of_game.to_lowercase());
        }
    }
    let count = chase::project_games().all().len();
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
    let rooms = ["arena/", "judge/", "outside/", "play/", "replay/", "sweep/", "view/", "web/"];
    for (path, text) in sources() {
        if rooms.iter().any(|room| path.starts_with(room)) {
            names_no_game(&path, without_tests(&text), &words);
        }
    }
}

/// The page draws what it is given: it knows no game.
#[test]
fn the_page_names_no_game() {
    let words = game_words();
    let folder = PathBuf::from(project("src/view/page"));
    for entry in std::fs::read_dir(&folder).expect("the page's folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a part of the page");
        names_no_game(&format!("view/page/{name}"), &text, &words);
    }
}

/// The commands name games only where a reader of help sees them: in the docs of an option, which
/// are its help, and in the examples at the end of a command's help. The examples are commands to be
/// copied, so they need a game; another test runs them. `program.rs` knows which games they are of.
#[test]
fn commands_name_games_in_help_only() {
    let words = game_words();
    for (path, text) in sources() {
        if path.starts_with("cli/") && path != "cli/program.rs" {
            names_no_game(&path, &without_examples(&code(&text)), &words);
        }
    }
}

/// Code without what stands between the brackets of `.after_help(...)`, and without what follows `after_help =` in
/// those of an attribute.
fn without_examples(code: &str) -> String {
    let code = code.replace("after_help = ", ".after_help(");
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
    let code = "#[command(about = \"police\", after_help = \"play fishing\")]";
    assert_eq!(without_examples(code), "#[command(about = \"police\", )]");
}

/// The crates of docs/architecture.md below src/, from the lowest on, each with those that it knows.
pub const CRATES: [(&str, &[&str]); 23] = [
    ("world", &[]),
    ("engine", &[]),
    ("board", &[]),
    ("kit", &["engine", "world"]),
    ("record", &["engine", "kit", "world"]),
    ("study", &["engine", "kit", "record"]),
    ("checks", &["engine", "kit", "record", "study", "world"]),
    ("logs", &["world"]),
    ("outside", &["engine", "kit", "record", "world"]),
    ("play", &["checks", "engine", "kit", "record", "study", "world"]),
    ("replay", &["engine", "kit", "play", "record", "study", "world"]),
    ("arena", &["engine", "kit", "outside", "play", "record", "replay", "world"]),
    ("sweep", &["arena", "engine", "kit", "play", "record", "replay", "world"]),
    ("view", &["kit", "record", "replay", "world"]),
    ("judge", &["checks", "engine", "kit", "outside", "record", "replay", "view", "world"]),
    ("games/animal_checkers", &["engine", "kit", "play", "record", "study", "world"]),
    ("games/fishing", &["engine", "kit", "play", "record", "study", "world"]),
    ("games/police", &["board", "engine", "kit", "play", "record", "study", "world"]),
    ("games/robots", &["engine", "kit", "play", "record", "world"]),
    ("games/scotland_yard", &["board", "engine", "kit", "play", "record", "world"]),
    ("course", &["board", "engine", "kit", "police", "record", "world"]),
    ("web", &["engine", "kit", "play", "record", "view", "world"]),
    (
        "cli",
        &[
            "arena", "checks", "engine", "judge", "kit", "logs", "outside", "play", "record",
            "replay", "study", "sweep", "view", "web", "world",
        ],
    ),
];

#[test]
fn a_crate_knows_those_of_the_architecture_and_no_other() {
    for (name, known) in CRATES {
        let path = project(&format!("src/{name}/Cargo.toml"));
        let manifest = std::fs::read_to_string(path).expect("a manifest");
        // Unit tests may take a game as an example.
        let (manifest, _) = manifest.split_once("[dev-dependencies]").unwrap_or((&manifest, ""));
        let ours = manifest.lines().filter_map(|line| line.strip_prefix("chase-sim-"));
        let ours = ours.filter_map(|line| line.split(['.', ' ']).next());
        assert_eq!(ours.collect::<Vec<_>>(), known, "src/{name}/Cargo.toml");
    }
}

/// Paths that a folder must not name, although its crate could.
const ROOMS: [(&str, &[&str]); 3] = [
    ("arena/", &["chase_replay::diff"]),
    ("sweep/", &["chase_replay::diff"]),
    ("library/", &["chase_arena", "chase_cli", "chase_sweep", "chase_view", "crate::cli"]),
];

#[test]
fn a_folder_knows_no_more_than_it_must() {
    for (room, unknown) in ROOMS {
        absent(room, unknown);
    }
}

/// Each source file by the path of its module, and its code; not the roots of the crates.
fn modules() -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for (path, text) in sources() {
        let Some(name) = path.strip_suffix(".rs") else {
            continue;
        };
        let name = name.strip_suffix("/mod").unwrap_or(name);
        if !["lib", "main"].contains(&name) && !name.ends_with("/lib") {
            modules.insert(name.replace('/', "::"), code(&text));
        }
    }
    modules
}

/// Where a name ends at the beginning of a text.
pub fn name_end(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// Adds the paths at the beginning of a code, `a::{b, c::D}` as `a::b` and `a::c::D`, each behind
/// `above`. Returns what follows them.
fn read_paths<'a>(above: &[&'a str], mut code: &'a str, paths: &mut Vec<Vec<&'a str>>) -> &'a str {
    let mut path = above.to_vec();
    loop {
        if let Some(mut group) = code.strip_prefix('{') {
            while !group.starts_with('}') {
                group = read_paths(&path, group.trim_start(), paths).trim_start();
                // A name given with `as` is no part of a path.
                let end = group.find([',', '}']).expect("a group is closed");
                group = group[end..].trim_start_matches(',').trim_start();
            }
            return &group[1..];
        }
        let (name, rest) = code.split_at(name_end(code));
        path.push(name);
        match rest.strip_prefix("::") {
            Some(deeper) => code = deeper,
            None => {
                paths.push(path);
                return rest;
            }
        }
    }
}

/// The paths of a code that begin with `crate::` or `super::`, wherever they stand.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let mut paths = Vec::new();
    let mut rest = code;
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    while let Some(at) = ["crate::", "super::"].iter().filter_map(|it| rest.find(it)).min() {
        let (before, path) = rest.split_at(at);
        rest = if before.ends_with(is_of_name) {
            &path["crate::".len()..]
        } else {
            read_paths(&[], path, &mut paths)
        };
    }
    paths
}

/// How many folders below src/ the crate of a module lies: none for the program's.
fn depth_of_crate(module: &str) -> usize {
    let is_of = |name: &&str| module.starts_with(&format!("{}::", name.replace('/', "::")));
    let names = CRATES.iter().map(|(name, _)| *name);
    names.filter(is_of).map(|name| name.split('/').count()).max().unwrap_or(0)
}

/// The path from the folder src/ that a path means within a module.
fn from_root<'a>(module: &'a str, path: &[&'a str]) -> Vec<&'a str> {
    let mut full: Vec<_> = module.split("::").collect();
    for name in path {
        match *name {
            "crate" => full.truncate(depth_of_crate(module)),
            "super" => drop(full.pop()),
            name => full.push(name),
        }
    }
    full
}

/// Which files each file imports. A file and those in the folder named after it do not count as
/// importing each other: the file above names its parts, and they share what it holds.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules();
    let is_above = |above: &str, below: &str| {
        let rest = below.strip_prefix(above);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let of = |(module, code): (&String, &String)| {
        let imported = paths(code).into_iter().filter_map(|path| {
            let full = from_root(module, &path);
            let mut files = (1..=full.len()).rev().map(|count| full[..count].join("::"));
            files.find(|file| modules.contains_key(file))
        });
        let others = imported.filter(|it| !is_above(it, module) && !is_above(module, it));
        (module.clone(), others.collect())
    };
    modules.iter().map(of).collect()
}

#[test]
fn imports_are_read_in_groups_and_within_code() {
    let code = "use super::{a::B, c, d::{self, E as F}};\nuse crate::x::{\n    y,\n    z::W,\n};\n\
                pub(super) fn f() -> super::super::g::H { $crate::i(self::super_::j) }";
    let read: Vec<_> = paths(code).iter().map(|path| path.join("::")).collect();
    let expected = [
        "super::a::B",
        "super::c",
        "super::d::self",
        "super::d::E",
        "crate::x::y",
        "crate::x::z::W",
        "super::super::g::H",
        "crate::i",
    ];
    assert_eq!(read, expected);
    assert_eq!(from_root("a::b::c", &["super", "super", "d"]), ["a", "d"]);
    assert_eq!(from_root("a::b", &["crate", "d"]), ["d"]);
}

/// Files import each other in one direction: each can be read with those it imports, and without
/// the others.
#[test]
fn files_are_in_no_circle() {
    let mut left = imports();
    for (file, imported) in [
        ("arena::series", "arena::journal"),
        ("games::police::args", "games::police::openings"),
        ("course::causes::run", "course::causes::world"),
        ("games::robots::transcript", "games::robots::trace"),
        ("replay::diff::plain_texts", "replay::store"),
    ] {
        assert!(left[file].contains(imported), "{file}: {:?}", left[file]);
    }
    // Whoever imports nobody that is left, or is imported by nobody that is left, is in no circle.
    while let Some(name) = left.iter().find_map(|(name, imported)| {
        let imports_nobody = imported.iter().all(|it| !left.contains_key(it));
        let is_imported_by_nobody = left.values().all(|imported| !imported.contains(name));
        (imports_nobody || is_imported_by_nobody).then(|| name.clone())
    }) {
        left.remove(&name);
    }
    assert!(left.is_empty(), "in circles, or between them: {left:#?}");
}

#[test]
fn each_of_these_is_known_to_its_own_files_only() {
    let homes: [(&str, &[&str]); 13] = [
        ("landlock::", &["outside/sandbox.rs"]),
        ("nix::sched", &["outside/namespaces.rs"]),
        ("bincode::", &["kit/wire.rs"]),
        ("regex::", &["logs/forms/text.rs"]),
        ("ruzstd::", &["logs/compression.rs"]),
        ("rand_chacha::", &["engine/dice.rs"]),
        ("io::stdout()", &["cli/print/terminal.rs", "cli/system.rs"]),
        ("rustyline::", &["cli/print/terminal.rs"]),
        (
            "hyper::",
            &[
                "web/feed.rs",
                "web/guard.rs",
                "web/play/routes.rs",
                "web/replays/routes.rs",
                "web/request.rs",
                "web/response.rs",
                "web/server.rs",
            ],
        ),
        (
            "tokio::",
            &[
                "web/connection_places.rs",
                "web/feed.rs",
                "web/feed_reader.rs",
                "web/guard.rs",
                "web/play/page_requests.rs",
                "web/play/routes.rs",
                "web/replays/background.rs",
                "web/server.rs",
            ],
        ),
        (
            "rustix::",
            &[
                "cli/commands/replay/step/screen.rs",
                "judge/repeat/copies.rs",
                "outside/folder.rs",
                "outside/held.rs",
                "outside/limited.rs",
                "outside/link.rs",
                "outside/masked_files.rs",
                "outside/namespaces.rs",
                "outside/no_process_tree.rs",
                "outside/own_root.rs",
                "outside/process.rs",
                "outside/process_group.rs",
                "outside/process_tree.rs",
                "outside/read_only.rs",
                "outside/sandbox.rs",
                "outside/slowdown.rs",
                "outside/supervisor.rs",
                "replay/store/lock.rs",
            ],
        ),
        ("Instant::now", &["outside/process.rs", "world/world/clock.rs"]),
        ("SystemTime::now", &[]),
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

/// The root of a crate shows at a glance what the crate holds. That of a game also holds its state, actions
/// and events.
#[test]
fn roots_of_crates_are_maps() {
    let shared = CRATES.iter().filter(|(name, _)| !name.starts_with("games/"));
    for (name, _) in shared {
        let path = project(&format!("src/{name}/lib.rs"));
        let lines = std::fs::read_to_string(path).expect("a root").lines().count();
        assert!(lines <= 150, "src/{name}/lib.rs has {lines} lines, at most 150");
    }
}

#[test]
fn files_stay_short() {
    for (path, text) in sources() {
        let most = if path == "main.rs" { 25 } else { 600 };
        let lines = text.lines().count();
        assert!(lines <= most, "src/{path} has {lines} lines, at most {most}");
    }
}

/// Lines that a merge leaves where both sides changed a text.
#[test]
fn no_page_has_lines_of_an_unfinished_merge() {
    let mut pages = vec![project("README.md").into(), project("CHANGELOG.md").into()];
    let mut folders: Vec<PathBuf> = vec![project("docs").into()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|it| it.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("md") => pages.push(path),
                _ => {}
            }
        }
    }
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let is_left = |line: &str| {
            let marks = ["<<<<<<< ", ">>>>>>> "];
            line == "=======" || marks.iter().any(|mark| line.starts_with(mark))
        };
        let left = text.lines().position(is_left);
        assert_eq!(left, None, "{}", page.display());
    }
}
