//! The picture of the crates in docs/architecture.md: made from the manifests and folders of the tree,
//! and a test that fails when the tree has changed since.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::harness::project;

const PICTURE: &str = "docs/pictures/crates.svg";

/// Each crate by its folder, with the column and the row of its box. Whoever uses another stands above it.
const BOXES: [(&str, usize, usize); 26] = [
    ("src/page", 3, 0),
    ("src/python", 4, 0),
    ("src", 4, 1),
    ("src/course", 0, 2),
    ("src/cli", 5, 2),
    ("src/games/police", 0, 3),
    ("src/games/scotland_yard", 1, 3),
    ("src/games/animal_checkers", 2, 3),
    ("src/games/fishing", 3, 3),
    ("src/games/robots", 4, 3),
    ("src/web", 6, 3),
    ("src/judge", 5, 4),
    ("src/sweep", 4, 5),
    ("src/view", 6, 5),
    ("src/arena", 4, 6),
    ("src/outside", 5, 7),
    ("src/replay", 4, 7),
    ("src/logs", 7, 9),
    ("src/play", 2, 8),
    ("src/checks", 3, 9),
    ("src/study", 4, 10),
    ("src/record", 5, 11),
    ("src/kit", 4, 12),
    ("src/board", 0, 13),
    ("src/engine", 4, 13),
    ("src/world", 5, 13),
];

const WIDTH: usize = 150;
const HEIGHT: usize = 74;
const GAP_X: usize = 14;
const GAP_Y: usize = 46;

fn manifest(folder: &str) -> toml::Table {
    let path = if folder == "src" {
        project("Cargo.toml")
    } else {
        project(&format!("{folder}/Cargo.toml"))
    };
    let text = std::fs::read_to_string(path).expect("a manifest");
    text.parse().expect("a manifest is TOML")
}

/// The crates that each crate names in its manifest, by their folders.
fn dependencies() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let manifests: Vec<_> = BOXES.iter().map(|(folder, ..)| (*folder, manifest(folder))).collect();
    let name = |table: &toml::Table| table["package"]["name"].as_str().map(str::to_owned);
    let folders: BTreeMap<_, _> =
        manifests.iter().map(|(folder, table)| (name(table).expect("a name"), *folder)).collect();
    let used = |table: &toml::Table| -> BTreeSet<&'static str> {
        let names = table.get("dependencies").and_then(toml::Value::as_table);
        let names = names.into_iter().flat_map(toml::Table::keys);
        names.filter_map(|name| folders.get(name).copied()).collect()
    };
    manifests.iter().map(|(folder, table)| (*folder, used(table))).collect()
}

/// All crates that a crate uses, itself or through others.
fn reached<'a>(from: &str, uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut all = BTreeSet::new();
    let mut left: Vec<_> = uses[from].iter().copied().collect();
    while let Some(next) = left.pop() {
        if all.insert(next) {
            left.extend(&uses[next]);
        }
    }
    all
}

/// The folders with Rust files directly below a crate's folder, but for other crates and tests.
fn rooms(folder: &str) -> Vec<String> {
    let holds_rust = |path: &Path| {
        let mut entries = std::fs::read_dir(path).expect("a folder");
        entries.any(|it| it.expect("an entry").path().extension().is_some_and(|it| it == "rs"))
    };
    let entries = std::fs::read_dir(project(folder)).expect("a folder");
    let paths = entries.map(|it| it.expect("an entry").path());
    let rooms = paths.filter(|it| it.is_dir() && !it.join("Cargo.toml").exists() && holds_rust(it));
    let mut names: Vec<_> = rooms
        .map(|it| it.file_name().expect("a name").to_string_lossy().into_owned())
        .filter(|name| name != "tests")
        .collect();
    names.sort();
    names
}

/// The left upper corner of a box.
fn corner(column: usize, row: usize) -> (usize, usize) {
    (GAP_X + column * (WIDTH + GAP_X), GAP_X + row * (HEIGHT + GAP_Y))
}

/// True if a box stands on the straight way between two points, which lie at the edges of boxes.
fn is_behind_a_box(from: (usize, usize), to: (usize, usize)) -> bool {
    (1..200).any(|n| {
        let (x, y) = ((from.0 * (200 - n) + to.0 * n) / 200, (from.1 * (200 - n) + to.1 * n) / 200);
        BOXES.iter().map(|(_, column, row)| corner(*column, *row)).any(|(left, top)| {
            (left..=left + WIDTH).contains(&x) && (top + 1..top + HEIGHT).contains(&y)
        })
    })
}

fn picture() -> String {
    let uses = dependencies();
    let place = |folder: &str| {
        let found = BOXES.iter().find(|(it, ..)| *it == folder);
        let (_, column, row) = found.expect("every crate has a box");
        corner(*column, *row)
    };
    let (width, height) = corner(8, 14);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" \
         font-family=\"sans-serif\" role=\"img\">\n\
         <title>The crates of chase; an arrow leads to a crate that is used</title>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#667\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <g fill=\"none\" stroke=\"#667\" stroke-width=\"1.3\" marker-end=\"url(#tip)\">\n",
        height - GAP_Y + GAP_X
    );
    for (folder, column, row) in BOXES {
        // A crate that is also reached through another needs no arrow of its own.
        let through_others: BTreeSet<_> =
            uses[folder].iter().flat_map(|other| reached(other, &uses)).collect();
        let direct = uses[folder].difference(&through_others);
        let (x, y) = corner(column, row);
        for used in direct {
            let from_y = y + HEIGHT;
            let (to_x, to_y) = place(used);
            assert!(from_y < to_y, "{used} must stand below {folder}");
            let (middle, to_middle) = (x + WIDTH / 2, to_x + WIDTH / 2);
            let way = match is_behind_a_box((middle, from_y), (to_middle, to_y)) {
                true => format!("M{} {}H{to_middle}V{to_y}", x + WIDTH, y + HEIGHT / 2),
                false => format!("M{middle} {from_y}L{to_middle} {to_y}"),
            };
            let _ = writeln!(svg, "<path d=\"{way}\"/>");
        }
    }
    svg.push_str("</g>\n");
    for (folder, column, row) in BOXES {
        let (x, y) = corner(column, row);
        let name = manifest(folder)["package"]["name"].as_str().expect("a name").to_owned();
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x} {y})\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" \
             fill=\"#eef3fa\" stroke=\"#456\"/>\n\
             <text x=\"8\" y=\"18\" font-size=\"12.5\" font-weight=\"bold\" fill=\"#123\">{}</text>",
            name.trim_start_matches("chase-sim-")
        );
        let rooms = rooms(folder).join(", ");
        for (line, words) in wrapped(&rooms, 24).iter().take(3).enumerate() {
            let _ = writeln!(
                svg,
                "<text x=\"8\" y=\"{}\" font-size=\"10.5\" fill=\"#345\">{words}</text>",
                34 + 13 * line
            );
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// A text in lines of at most so many characters, parted at blanks.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("one line at least");
        if last.is_empty() {
            last.push_str(word);
        } else if last.len() + 1 + word.len() <= most {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// `CHASE_WRITE_PICTURE=1 cargo test --test it architecture` makes it anew.
#[test]
fn the_picture_of_the_crates_is_that_of_the_tree() {
    let made = picture();
    if std::env::var_os("CHASE_WRITE_PICTURE").is_some() {
        std::fs::write(project(PICTURE), &made).expect("a picture is written");
    }
    let kept = std::fs::read_to_string(project(PICTURE)).unwrap_or_default();
    assert!(
        made == kept,
        "{PICTURE} is not that of the tree; make it anew with \
         CHASE_WRITE_PICTURE=1 cargo test --test it architecture"
    );
}

/// A crate that is added to the workspace gets a box.
#[test]
fn every_crate_has_a_box() {
    let members = manifest("src")["workspace"]["members"].clone();
    let members = members.as_array().expect("a list").clone();
    let mut folders: Vec<_> = members
        .iter()
        .map(|it| it.as_str().expect("a path").to_owned())
        .chain(["src".to_owned()])
        .collect();
    folders.sort();
    let mut boxes: Vec<_> = BOXES.iter().map(|(folder, ..)| (*folder).to_owned()).collect();
    boxes.sort();
    assert_eq!(folders, boxes);
}
