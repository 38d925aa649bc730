//! Where people get the program and how CI servers run it: the address of the project, which one line of
//! Cargo.toml sets, the action of GitHub, the jobs of GitLab, the hooks of pre-commit.

use std::path::{Path, PathBuf};

use crate::harness::{Place, project};

crate::tables::tables!("address": action, gitlab);
#[cfg(target_os = "linux")]
crate::tables::tables!("address": release);

/// What stands in the address while the project has none.
const PLACEHOLDER: &str = "OWNER_NOT_SET";

/// Code that has to know the placeholder.
const KNOW_IT: [&str; 1] = [".github/action/run.sh"];

fn read(path: &str) -> String {
    std::fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn manifest(path: &str) -> toml::Table {
    read(path).parse().expect("a manifest")
}

/// The one line: `repository` below `[workspace.package]`.
fn address() -> String {
    let address = &manifest("Cargo.toml")["workspace"]["package"]["repository"];
    address.as_str().expect("an address").to_owned()
}

/// The name that `uses:` takes: the path of an address.
fn name_of(address: &str) -> &str {
    let (_, rest) = address.split_once("://").expect("a scheme");
    rest.split_once('/').expect("a path").1
}

/// The files that may name the address: what people and tools read, without data and tests.
fn files() -> Vec<String> {
    // Of the top only what stands there.
    let mut folders = ["", ".ci", ".devcontainer", ".github", "docs", "examples", "src/python"]
        .map(PathBuf::from)
        .to_vec();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = Path::new(&project("")).join(&folder).read_dir().expect("a folder");
        for entry in entries.map(|entry| entry.expect("an entry")) {
            let path = folder.join(entry.file_name());
            if entry.path().is_file() {
                files.push(path.to_string_lossy().into_owned());
            } else if folder != Path::new("") {
                folders.push(path);
            }
        }
    }
    files.retain(|path| {
        let end = path.rsplit('.').next().unwrap_or_default();
        !["lock", "png", "gif", "svg", "so", "pyc", "ttf"].contains(&end)
    });
    files.sort();
    files
}

/// The words of a line between blanks, quotes and brackets.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || "\"'`()<>[],;".contains(c))
        .map(|word| word.trim_end_matches(['.', ':']))
        .filter(|word| !word.is_empty())
}

/// Whether an address on the web looks like that of this project: it is named as the project is, or it
/// stands where people get the project from.
fn is_ours(url: &str, before: &str, address: &str) -> bool {
    let before = before.trim_end_matches([' ', '"', '\'', '=', '`']);
    let marks = ["--git", "clone", "repo:", "repository", "CHASE_REPOSITORY:"];
    let project = name_of(address).rsplit('/').next();
    let mut names = ["chase", "chase-sim"].into_iter().chain(project);
    let mut parts = name_of(url).split('/').skip(1);
    marks.iter().any(|mark| before.ends_with(mark))
        || parts.next().is_some_and(|name| {
            let name = name.trim_end_matches(".git");
            names.any(|it| it == name)
        })
}

/// What a text says of where the project is: each with its line, what is there and what should be.
fn mentions(text: &str, address: &str) -> Vec<(usize, String, String)> {
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let mut found_one = |is: &str, should: &str| {
            found.push((n + 1, is.to_owned(), should.to_owned()));
        };
        for url in words(line).filter(|word| word.starts_with("https://")) {
            let before = line.split(url).next().unwrap_or_default();
            let has_path = url["https://".len()..].contains('/');
            if has_path && is_ours(url, before, address) {
                // A page below the address is right too.
                let below = url.strip_prefix(address).filter(|it| it.starts_with('/'));
                found_one(below.map_or(url, |_| address), address);
            }
        }
        if let Some((_, used)) = line.split_once("uses: ") {
            let (name, tag) = used.split_once('@').unwrap_or((used, ""));
            if ["chase", "chase-sim"].contains(&name.rsplit('/').next().unwrap_or_default())
                || name == name_of(address)
            {
                found_one(name, name_of(address));
                found_one(tag, version);
            }
        }
        for mark in ["rev: ", "CHASE_TAG: "] {
            if let Some(tag) = line.trim_start().strip_prefix(mark) {
                found_one(tag.trim_matches('"'), version);
            }
        }
    }
    found
}

/// Every line that has to follow an address and does not; and how many were looked at.
fn faults(address: &str) -> (usize, Vec<String>) {
    let (mut looked_at, mut faults) = (0, Vec::new());
    for path in files() {
        let bytes = std::fs::read(project(&path)).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        for (n, is, should) in mentions(&text, address) {
            looked_at += 1;
            if is != should {
                faults.push(format!("{path}:{n}: `{is}` should be `{should}`"));
            }
        }
        if address.contains(PLACEHOLDER) || KNOW_IT.contains(&path.as_str()) {
            continue;
        }
        let lines = text.lines().enumerate();
        for (n, _) in lines.filter(|(_, line)| line.contains(PLACEHOLDER)) {
            let place = format!("{path}:{}:", n + 1);
            if !faults.iter().any(|fault| fault.starts_with(&place)) {
                faults.push(format!("{place} still says {PLACEHOLDER}"));
            }
        }
    }
    (looked_at, faults)
}

#[test]
fn one_line_sets_the_address_and_every_other_follows() {
    let address = address();
    let (looked_at, faults) = faults(&address);
    assert!(
        faults.is_empty(),
        "the address is {address}, by `repository` in Cargo.toml; these lines have to follow:\n{}",
        faults.join("\n")
    );
    assert!(looked_at >= 10, "only {looked_at} mentions were found");
}

#[test]
fn a_line_that_does_not_follow_is_named() {
    let (_, named) = faults("https://git.example/group/part/chase");
    for line in ["docs/ci.md:", "docs/install.md:", "examples/ci/gitlab.yml:", "Cargo.toml:"] {
        let has = named.iter().any(|fault| fault.starts_with(line));
        assert!(has, "{line} is not in {named:#?}");
    }
    let uses = "should be `group/part/chase`";
    assert!(named.iter().any(|it| it.ends_with(uses)), "{named:#?}");
    let is_set = !address().contains(PLACEHOLDER);
    assert!(is_set || named.iter().any(|it| it.ends_with(PLACEHOLDER)));
    // An address of others is none of ours, one with another owner is.
    let ours = "https://github.com/a/chase";
    assert!(mentions("see https://github.com/b/other.", ours).is_empty());
    let moved = mentions("git clone https://github.com/b/chase.git", ours);
    assert_eq!(moved.len(), 1, "{moved:?}");
    assert_ne!(moved[0].1, moved[0].2);
    let below = mentions("[bugs](https://github.com/a/chase/issues)", ours);
    assert!(below.iter().all(|(_, is, should)| is == should));
    assert_eq!(below.len(), 1);
}

#[test]
fn every_crate_and_the_package_for_python_inherit_the_address() {
    let root = manifest("Cargo.toml");
    let members = root["workspace"]["members"].as_array().expect("members");
    let members = members.iter().filter_map(|it| it.as_str());
    let members: Vec<_> = members.map(|it| format!("{it}/Cargo.toml")).collect();
    assert!(members.len() >= 14, "{members:?}");
    for path in members.iter().map(String::as_str).chain(["Cargo.toml"]) {
        let manifest = manifest(path);
        let inherited = manifest["package"].get("repository").and_then(|it| it.get("workspace"));
        assert_eq!(
            inherited.and_then(toml::Value::as_bool),
            Some(true),
            "{path}: no `repository.workspace = true`"
        );
    }
    // maturin takes it from there.
    let python = manifest("src/python/pyproject.toml");
    let dynamic = python["project"]["dynamic"].as_array().expect("a list");
    assert!(dynamic.iter().any(|it| it.as_str() == Some("urls")));
    assert!(python["project"].get("urls").is_none());
}

#[test]
fn the_version_names_the_address_once_it_is_set() {
    let said = Place::new().chase("--version").fine().stdout;
    let line = format!("\naddress {}\n", address());
    let is_set = !address().contains(PLACEHOLDER);
    assert_eq!(said.contains(&line), is_set, "{said}");
    assert_eq!(said.contains("\naddress "), is_set, "{said}");
}

/// The commands of `chase` in a text, as hooks, jobs and steps have them.
fn commands(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| {
        let line = line.trim_start().trim_start_matches("- ");
        line.trim_start_matches("run: ").trim_start_matches("entry: ")
    });
    let parts = lines.flat_map(|line| line.split(['|', '>'])).map(str::trim);
    parts.filter(|part| part.starts_with("chase ")).collect()
}

#[test]
fn hooks_jobs_and_steps_call_commands_with_options_that_they_have() {
    let place = Place::new();
    for (path, least) in
        [(".pre-commit-hooks.yaml", 2), ("examples/ci/gitlab.yml", 4), ("docs/ci.md", 5)]
    {
        let text = read(path);
        let commands = commands(&text);
        assert!(commands.len() >= least, "{path}: {commands:?}");
        for command in commands {
            let (ours, _) = command.split_once(" -- ").unwrap_or((command, ""));
            let mut words = ours.split_whitespace().skip(1);
            let name = words.next().expect("a command");
            let help = place.chase(&format!("{name} --help")).fine().stdout;
            for option in words.filter(|word| word.starts_with("--")) {
                let (option, _) = option.split_once('=').unwrap_or((option, ""));
                assert!(help.contains(option), "{path}: `{command}`: {option}");
            }
        }
    }
    let hooks = read(".pre-commit-hooks.yaml");
    for id in ["chase-verify", "chase-verify-installed"] {
        assert!(hooks.contains(&format!("- id: {id}\n")), "{id}");
        assert!(read("docs/ci.md").contains(id), "docs/ci.md: {id}");
    }
}

/// YAML without a crate for it: what breaks it most often. Tests of the package for Python parse the files.
#[test]
fn files_for_tools_are_well_formed() {
    for path in [
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        ".pre-commit-hooks.yaml",
        "action.yml",
        "examples/ci/gitlab.yml",
    ] {
        for (n, line) in read(path).lines().enumerate() {
            let shown = format!("{path}:{}: `{line}`", n + 1);
            assert!(!line.contains('\t'), "a tab in {shown}");
            assert_eq!(line, line.trim_end(), "blanks at the end of {shown}");
            let blanks = line.len() - line.trim_start().len();
            assert_eq!(blanks % 2, 0, "an odd indent of {shown}");
        }
    }
    let container = read(".devcontainer/devcontainer.json");
    let container: serde_json::Value = serde_json::from_str(&container).expect("JSON");
    assert!(container["image"].is_string());
    let workflow = read(".github/workflows/ci.yml");
    assert!(workflow.contains("\non: [push, pull_request]\n"));
    assert!(workflow.contains("\n      - run: .ci/run\n"));
}
