//! What the README and the pages of the book show is what the program prints.

use crate::book::pages;
use crate::harness::{Place, faulty, project};

/// The front page, which tells one story.
const README: &str = "README.md";

/// A page whose sessions take seconds, so that they run beside the others.
const SLOW: &str = "docs/grade.md";

/// The guide for a course is one long session in a folder of its own: see `course`.
const GUIDE: &str = "docs/grading.md";

/// A command of a session and what stands below it, `...` for lines that are left out.
struct Step {
    command: String,
    shown: String,
}

/// The sessions of a page: its blocks of `console`.
fn sessions(page: &str) -> Vec<Vec<Step>> {
    let text = std::fs::read_to_string(project(page)).expect("a page");
    let blocks = text.split("```console\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    blocks.map(|block| steps(block, page)).collect()
}

fn steps(block: &str, page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut unfinished = false;
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let (command, shown) = (command.to_owned(), String::new());
            unfinished = command.ends_with('\\');
            steps.push(Step { command, shown });
            continue;
        }
        let step = steps.last_mut();
        let step = step.unwrap_or_else(|| panic!("{page}: `{line}` stands before a command"));
        let part = if unfinished { &mut step.command } else { &mut step.shown };
        part.push('\n');
        part.push_str(line);
        unfinished = unfinished && line.ends_with('\\');
    }
    steps
}

/// Whether a text is what is shown of it. A listing is as wide as its terminal, so blanks and ends of
/// lines do not count.
fn is_shown(text: &str, shown: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(text);
    let parts: Vec<_> = shown
        .split('\n')
        .collect::<Vec<_>>()
        .split(|line| line.trim() == "...")
        .map(|lines| words(&lines.join(" ")))
        .collect();
    let [whole] = parts.as_slice() else {
        let (first, rest) = parts.split_first().expect("a part");
        let (last, between) = rest.split_last().expect("a part after the first");
        let mut left = text.strip_prefix(first.as_str());
        for part in between {
            left = left.and_then(|left| left.split_once(part.as_str()).map(|(_, left)| left));
        }
        return left.is_some_and(|left| left.ends_with(last.as_str()));
    };
    text == *whole
}

/// A folder that looks like a checkout, with a program to grade.
fn checkout() -> Place {
    let place = Place::new();
    for name in ["tests", "replays", "data", "examples"] {
        let link = format!("ln -s {} {name}", project(name));
        place.shell(&link).status(0);
    }
    let link = format!("ln -s {} faulty", faulty().display());
    place.shell(&link).status(0);
    place
}

/// Runs what a page shows in one folder, each of its sessions from the top of it. What is shown is
/// what a command printed, or that together with its messages. How many commands were run.
fn run(page: &str) -> usize {
    let mut run = 0;
    let place = checkout();
    for session in sessions(page) {
        let mut folder = ".".to_owned();
        for Step { command, shown } in session {
            if let Some(to) = command.strip_prefix("cd ") {
                to.clone_into(&mut folder);
                continue;
            }
            let ran = place.shell(&format!(
                "chase() {{ \"$CHASE\" \"$@\"; }}; cd {folder} && {{ {command}\n}} 2> $OLDPWD/messages"
            ));
            if !is_shown(&ran.stdout, &shown) {
                let messages = String::from_utf8(place.read("messages")).expect("text");
                let both = format!("{}\n{messages}", ran.stdout);
                assert!(
                    is_shown(&both, &shown),
                    "{page}: {command}\nprints:\n{both}\nand not:{shown}"
                );
            }
            run += 1;
        }
    }
    run
}

#[test]
fn its_sessions_are_real() {
    assert!(run(README) >= 1);
}

#[test]
fn the_sessions_of_grading_are_real() {
    assert!(run(SLOW) >= 2);
}

#[test]
fn the_sessions_of_the_book_are_real() {
    let pages = pages();
    let others = pages.iter().filter(|page| **page != SLOW && **page != GUIDE);
    let commands: usize = others.map(|page| run(page)).sum();
    assert!(commands >= 12, "only {commands} commands were found");
}

#[test]
fn what_is_left_out_of_a_session_is_marked() {
    assert!(is_shown("a  b\nc\n", "a b\nc"));
    assert!(!is_shown("a\nb\nc\n", "a\nc"));
    assert!(is_shown("a\nb\nc\n", "a\n...\nc"));
    assert!(is_shown("a\nb\nc\nd\n", "...\nb\n...\nd"));
    assert!(is_shown("a\nb\n", "a\n..."));
    assert!(!is_shown("a\nb\n", "...\na"));
    assert!(!is_shown("a\nb\nc\n", "...\nc\n...\nb\n..."));
}
