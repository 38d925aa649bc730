//! The manual pages: one for every command, with its examples whole and its exit status.

use std::process::{Command, Stdio};

use crate::harness::Place;

/// The lines of the help under `Examples:`.
fn examples(help: &str) -> Vec<&str> {
    let (_, examples) = help.split_once("\nExample").unwrap_or_default();
    let lines = examples.lines().skip(1).take_while(|line| !line.is_empty());
    lines.map(str::trim).collect()
}

/// A section of a page.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(name).unwrap_or_default();
    rest.split("\n.SH ").next().unwrap_or_default()
}

/// What stands in a page for a line: dashes and backslashes escaped, apostrophes as a name.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\\\").replace('-', "\\-");
    line.replace('\'', "\\*(Aq")
}

/// A page as people see it in a narrow window, and what was wrong with it; nothing where there is no
/// groff.
fn formatted(path: &std::path::Path) -> Option<(String, String)> {
    let mut groff = Command::new("groff");
    groff.args(["-man", "-ww", "-Tascii", "-P-cbou", "-rLL=60n"]);
    let output = groff.arg(path).stdin(Stdio::null()).output().ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((text(&output.stdout), text(&output.stderr)))
}

#[test]
fn every_command_has_a_page_with_whole_examples_and_exit_status() {
    let place = Place::new();
    place.chase("man --all pages").fine().stdout_is("");
    let folder = place.file("pages");
    let entries = std::fs::read_dir(&folder).expect("the pages");
    let names = entries.map(|it| it.expect("an entry").file_name().into_string());
    let mut names: Vec<_> = names.map(|name| name.expect("a name")).collect();
    names.sort();
    for name in &names {
        let page = String::from_utf8(place.read(&format!("pages/{name}"))).expect("text");
        let (_, words) = name.split_once("chase").expect("its name");
        let words = words.trim_end_matches(".1").trim_start_matches('-');
        // `match-animal-checkers` is `match animal-checkers`
        let words = words.replacen('-', " ", 1);
        for name in ["NAME", "SYNOPSIS", "EXAMPLES", "\"EXIT STATUS\""] {
            let head = format!("\n.SH {name}\n");
            assert_eq!(page.matches(&head).count(), 1, "{words}: {name}");
        }
        let help = place.chase(&format!("{words} --help")).fine().stdout;
        let shown = section(&page, ".SH EXAMPLES\n.nf\n");
        for example in examples(&help) {
            assert!(shown.contains(&format!("{}\n", escaped(example))), "{words}: {example}");
        }
        assert!(section(&page, ".SH \"EXIT STATUS\"\n").contains(" 2 "), "{words}: {page}");
        if let Some((text, wrong)) = formatted(&folder.join(name)) {
            assert_eq!(wrong, "", "{words}");
            for example in examples(&help) {
                assert!(text.contains(&format!(" {example}\n")), "{words}: {text}");
            }
        }
    }
    for page in ["chase.1", "chase-diff.1", "chase-record-police.1"] {
        assert!(names.iter().any(|name| name == page), "{page}");
    }
    assert!(!names.iter().any(|name| name.contains("help")));
    // a page that is printed is the page that is written
    let printed = place.chase("man record police").fine().stdout.into_bytes();
    assert_eq!(printed, place.read("pages/chase-record-police.1"));
    place.chase("man --all pages").trouble(&["pages: cannot make a folder"]);
    place.chase("man record chess").trouble(&["no command is called `chess`"]);
}
