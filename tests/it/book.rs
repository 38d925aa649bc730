//! The book: every page stands in its summary, every link leads somewhere, and the README stays short.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use chase::project_games;

use crate::harness::project;

/// More than one screen, but read in a few minutes.
const README_BYTES_MAX: usize = 6144;

/// The pages of the book, from the top of the project: `docs/games/police.md`.
pub fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(project(&folder.to_string_lossy())).expect("a folder");
        for entry in entries {
            let name = entry.expect("an entry").file_name();
            let path = folder.join(name);
            if Path::new(&project(&path.to_string_lossy())).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md") {
                pages.push(path.to_string_lossy().into_owned());
            }
        }
    }
    pages.sort();
    pages
}

fn read(page: &str) -> String {
    std::fs::read_to_string(project(page)).expect("a page")
}

/// The lines of a page that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// Where a page's links lead, as they are written.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        // What stands between backticks is no link.
        let words: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
        let targets = words.split("](").skip(1);
        found.extend(targets.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())));
    }
    found
}

/// The anchors of a page: its headings in small letters, without signs, `-` for a blank.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter_map(|letter| match letter {
            ' ' => Some('-'),
            '-' | '_' => Some(letter),
            letter => letter.is_alphanumeric().then_some(letter),
        });
        kept.collect()
    };
    headings.map(anchor).collect()
}

/// A path without `.` and `..`; nothing where it leads out of the project.
fn resolved(from: &str, link: &str) -> Option<String> {
    let mut path = PathBuf::from(from);
    path.pop();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir if !path.pop() => return None,
            Component::Normal(part) => path.push(part),
            _ => {}
        }
    }
    Some(path.to_string_lossy().into_owned())
}

/// What is wrong with a link of a page, if anything.
fn wrong(page: &str, link: &str) -> Option<&'static str> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() {
        page.to_owned()
    } else {
        match resolved(page, path) {
            Some(target) => target,
            None => return Some("leads out of the project"),
        }
    };
    let is_page = target.ends_with(".md");
    if !Path::new(&project(&target)).exists() {
        Some("there is no such file")
    } else if !(anchor.is_empty() || is_page && anchors(&read(&target)).contains(anchor)) {
        Some("there is no such heading")
    } else if page.starts_with("docs/") && is_page && !target.starts_with("docs/") {
        Some("mdBook makes .html of a page that is not in the book")
    } else {
        None
    }
}

#[test]
fn the_readme_is_short() {
    let bytes = read("README.md").len();
    assert!(
        bytes <= README_BYTES_MAX,
        "README.md has {bytes} bytes, more than {README_BYTES_MAX}: move something into docs/"
    );
}

#[test]
fn every_link_leads_somewhere() {
    let mut all = pages();
    all.extend(["README.md", "CHANGELOG.md"].map(str::to_owned));
    let (mut checked, mut broken) = (0, Vec::new());
    for page in &all {
        for link in links(&read(page)) {
            if link.contains("://") {
                continue;
            }
            checked += 1;
            broken.extend(wrong(page, &link).map(|why| format!("{page}: {link}: {why}")));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(checked > 100, "only {checked} links were found");
    // A link that is wrong is seen.
    assert!(wrong("docs/start.md", "nowhere.md").is_some());
    assert!(wrong("docs/start.md", "players.md#nowhere").is_some());
    assert!(wrong("docs/start.md", "../../out").is_some());
}

#[test]
fn every_page_is_in_the_summary_once() {
    let summary = "docs/SUMMARY.md";
    let text = read(summary);
    let mut listed: Vec<_> =
        links(&text).iter().filter_map(|link| resolved(summary, link)).collect();
    listed.sort();
    let mut pages = pages();
    pages.retain(|page| page != summary);
    assert_eq!(listed, pages);
    assert!(read("book.toml").contains("src = \"docs\""));
}

#[test]
fn every_game_has_a_page_and_a_row() {
    let table = read("docs/games.md");
    for game in project_games().all().iter() {
        let name = game.name();
        let row = format!("| [`{name}`](games/{name}.md) |");
        assert!(table.contains(&row), "docs/games.md: no row `{row}`");
        let page = read(&format!("docs/games/{name}.md"));
        let headings = ["## The rules in short", "## Files", "## Commands", "## Players"];
        for heading in headings {
            assert!(page.contains(heading), "docs/games/{name}.md: {heading}");
        }
        assert!(page.contains("hoices\n"), "docs/games/{name}.md: choices");
    }
}
