//! What the README shows of diff, verify, grade and match is what they print.

use crate::harness::{Place, program, project};

/// The sessions in the README: their lines.
fn sessions() -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(project("README.md")).expect("the README");
    let blocks = text.split("```console\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    blocks
        .map(|block| block.lines().map(str::to_owned).collect())
        .collect()
}

/// A folder that looks like a checkout, with a program to grade in it.
fn checkout() -> Place {
    let place = Place::new();
    let faulty = std::path::Path::new(program()).with_file_name("examples");
    for name in ["tests", "replays", "data", "examples"] {
        let link = format!("ln -s {} {name}", project(name));
        place.shell(&link).status(0);
    }
    let link = format!("ln -s {}/faulty faulty", faulty.display());
    place.shell(&link).status(0);
    place
}

#[test]
fn its_sessions_are_real() {
    let mut run = 0;
    for session in sessions() {
        let subject = ["chase diff", "chase verify", "chase grade", "chase match"];
        if !session
            .iter()
            .any(|line| subject.iter().any(|word| line.contains(word)))
        {
            continue;
        }
        let place = checkout();
        let mut folder = ".".to_owned();
        let mut lines = session.iter().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ").expect("a command");
            if let Some(to) = command.strip_prefix("cd ") {
                to.clone_into(&mut folder);
                continue;
            }
            let mut shown = String::new();
            while let Some(output) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown.push_str(output);
                shown.push('\n');
            }
            let ran = place.shell(&format!(
                "cd {folder} && {}",
                command.replace("chase ", "$CHASE ")
            ));
            // A listing is as wide as its terminal.
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(words(&ran.stdout), words(&shown), "{command}");
            run += 1;
        }
    }
    assert!(run >= 5, "only {run} commands were found");
}
