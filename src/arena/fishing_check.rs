//! One program of Fishing through the protocol alone: what it does wrong, case by case.

use std::path::Path;
use std::time::Duration;

use super::check::Checked;
use super::fishing::{ask_id, limits};
use crate::engine::dice::{Dice, Generator};
use crate::games::fishing::new::{Plan, Shape};
use crate::games::fishing::program::turn_between;
use crate::games::fishing::rules::{moves, placements};
use crate::games::fishing::{PlayerRow, StateFile};
use crate::outside::process::{End, Stop, run};
use crate::outside::program::Program;

/// What a case expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// A legal turn, and return code 0.
    Turn,
    /// This return code, and no file touched.
    Code(i32),
}

struct Case {
    name: &'static str,
    /// Words before the two files.
    words: &'static [&'static str],
    input: String,
    /// The names of the two files.
    files: [&'static str; 2],
    due: Due,
}

const PLACE: &[&str] = &["phase=placement", "penguins=2"];
const MOVE: &[&str] = &["phase=movement"];
const SAME: [&str; 2] = ["board.txt", "board.txt"];

/// A state file in words; `ID` is the program's.
fn board(text: &str, id: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.replace("ID", id) + "\n").collect()
}

fn cases(id: &str) -> Vec<Case> {
    let fresh = board("3 4\n10 20 10 30\n20 10 00 10\n30 20 10 20", id);
    let begun = board(
        "3 4\n02 20 10 30\n20 10 00 01\n30 20 10 20\nother 1 1\nID 2 1",
        id,
    );
    let first = board("3 4\n10 20 10 30\n20 10 00 01\n30 20 10 20\nother 1 1", id);
    let placed = board(
        "3 4\n02 20 10 30\n20 02 00 01\n30 20 10 20\nother 1 1\nID 2 2",
        id,
    );
    let blocked = board(
        "3 4\n02 00 10 30\n00 10 00 01\n30 20 10 20\nother 1 1\nID 2 1",
        id,
    );
    let no_floe = board("2 3\n20 30 00\n01 20 20\nother 1 1", id);
    let nine = board(
        "4 5\n01 10 20 30 02\n10 20 03 10 20\n04 10 09 20 05\n06 20 10 07 08\n\
         a 1 1\nb 2 1\nc 3 1\nd 4 1\ne 5 1\nf 6 1\ng 7 1\nh 8 1\nID 9 1",
        id,
    );
    let blanks = |text: &str| text.replace('\n', "   \n");
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let case = |name, words, input: &str, due| Case {
        name,
        words,
        input: input.to_owned(),
        files: SAME,
        due,
    };
    let bad = |name, text: &str| case(name, MOVE, &board(text, id), Due::Code(2));
    let mut cases = vec![
        case("the first placement adds a row", PLACE, &fresh, Due::Turn),
        case(
            "the first placement of a second player",
            PLACE,
            &first,
            Due::Turn,
        ),
        case("a later placement", PLACE, &begun, Due::Turn),
        case("a move", MOVE, &placed, Due::Turn),
        case("blanks at line ends", PLACE, &blanks(&begun), Due::Turn),
        case(
            "blanks at line ends, a move",
            MOVE,
            &blanks(&placed),
            Due::Turn,
        ),
        case("CRLF", PLACE, &crlf(&begun), Due::Turn),
        case("CRLF, a move", MOVE, &crlf(&placed), Due::Turn),
        case("no line end at the end", MOVE, placed.trim_end(), Due::Turn),
        case(
            "blank lines at the end",
            MOVE,
            &format!("{placed}\n\n"),
            Due::Turn,
        ),
        case(
            "arguments in another order",
            &["penguins=2", "phase=placement"],
            &begun,
            Due::Turn,
        ),
        case("all penguins placed", PLACE, &placed, Due::Code(1)),
        case("all penguins blocked", MOVE, &blocked, Due::Code(1)),
        case("no own row in movement", MOVE, &first, Due::Code(1)),
        case("no floe with one fish", PLACE, &no_floe, Due::Code(1)),
        case("nine players", MOVE, &nine, Due::Turn),
        case("30 x 30", PLACE, &large(None), Due::Turn),
        case("30 x 30, a move", MOVE, &large(Some(id)), Due::Turn),
        bad("an empty file", ""),
        bad("fewer rows than line 1 says", "3 3\n10 10 10\n10 10 10"),
        bad("a row with a field too few", "2 3\n10 10 01\n10 10\nID 1 1"),
        bad("four fish on a field", "2 2\n10 40\n01 10\nID 1 1"),
        bad(
            "fish and a penguin on one field",
            "2 2\n10 11\n01 10\nID 1 1",
        ),
        bad("a penguin without a row", "2 2\n10 02\n01 10\nID 1 1"),
        bad("letters on a field", "2 2\n10 xy\n01 10\nID 1 1"),
        bad("an ID twice", "2 2\n10 02\n01 10\nID 1 1\nID 2 1"),
        bad("a number twice", "2 2\n10 20\n01 10\nID 1 1\nother 1 1"),
        bad("a score that is no number", "2 2\n10 20\n01 10\nID 1 many"),
        case("no phase", &["penguins=2"], &begun, Due::Code(3)),
        case("an unknown phase", &["phase=fishing"], &begun, Due::Code(3)),
        case(
            "placement without a number of penguins",
            &["phase=placement"],
            &begun,
            Due::Code(3),
        ),
    ];
    for (name, words, input) in [
        ("different files", PLACE, &begun),
        ("different files, a move", MOVE, &placed),
    ] {
        cases.push(Case {
            files: ["in.txt", "out.txt"],
            ..case(name, words, input, Due::Turn)
        });
    }
    cases
}

/// A board of 30 x 30, with a penguin of the program on it or not.
fn large(id: Option<&str>) -> String {
    let plan = Plan {
        rows: 30,
        columns: 30,
        shape: Shape::Full,
        one_fish_min: 1,
    };
    let grid = plan.make(&mut Dice::new(Generator::Chacha8, 1, 0));
    let mut file = StateFile {
        grid: grid.expect("there is room"),
        players: Vec::new(),
    };
    if let Some(id) = id {
        let place = file.grid.places().next().expect("a board has fields");
        file.grid
            .set(place, crate::games::fishing::Field::penguin(1));
        file.players.push(PlayerRow {
            id: id.to_owned(),
            number: 1,
            fish: 1,
        });
    }
    file.to_string()
}

/// Runs every case.
#[must_use]
pub fn check(program: &Program, time: Duration) -> Vec<Checked> {
    let id = ask_id(program, time);
    let mut checked = vec![Checked {
        name: "`id` prints the ID".into(),
        fault: id.as_ref().err().cloned(),
    }];
    // Without an ID its rows cannot be known: any will do for the codes.
    let id = id.unwrap_or_else(|_| "unknown".into());
    let cases = cases(&id);
    for case in &cases {
        checked.push(Checked {
            name: case.name.into(),
            fault: attempt(program, &id, case, time).err(),
        });
    }
    checked
}

fn attempt(program: &Program, id: &str, case: &Case, time: Duration) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [input, output] = case.files.map(|name| folder.path().join(name));
    std::fs::write(&input, &case.input).map_err(|error| error.to_string())?;
    let mut argv = program.argv().to_vec();
    argv.extend(case.words.iter().map(|&word| word.to_owned()));
    argv.extend(case.files.map(str::to_owned));
    let ran = run(&argv, folder.path(), b"", limits(time)).map_err(|error| error.to_string())?;
    let code = match ran.end {
        End::Exit(code) => code,
        End::Signal(signal) => return Err(format!("it ended by signal {signal}")),
        End::Stopped(Stop::Output) => return Err("it printed without end".into()),
        End::Stopped(_) => return Err(format!("no answer within {} ms", time.as_millis())),
    };
    let due = match case.due {
        Due::Turn => 0,
        Due::Code(due) => due,
    };
    if code != due {
        return Err(format!("it returned {code}, expected {due}"));
    }
    if input != output && std::fs::read(&input).ok().as_deref() != Some(case.input.as_bytes()) {
        return Err("it changed the input file".into());
    }
    match case.due {
        Due::Code(_) => untouched(&output, &case.input, input == output),
        Due::Turn => turn(&output, case, id),
    }
}

fn untouched(output: &Path, before: &str, is_input: bool) -> Result<(), String> {
    let there = std::fs::read(output).ok();
    let expected = is_input.then_some(before.as_bytes());
    if there.as_deref() == expected {
        Ok(())
    } else {
        Err("it touched the output file, which stays as it is on an error".into())
    }
}

fn turn(output: &Path, case: &Case, id: &str) -> Result<(), String> {
    let bytes = std::fs::read(output).map_err(|_| "it left no output file".to_owned())?;
    let before = StateFile::parse(case.input.as_bytes()).map_err(|bad| bad.to_string())?;
    let after = StateFile::parse(&bytes).map_err(|bad| format!("its output: {bad}"))?;
    let mut legal = Vec::new();
    if case.words.contains(&"phase=movement") {
        moves(
            &before.grid,
            before.row(id).map_or(0, |row| row.number),
            &mut legal,
        );
    } else {
        placements(&before.grid, &mut legal);
    }
    if before == after {
        return Err("it returned 0 and changed nothing".into());
    }
    turn_between(&before, &after, id, &legal)
        .map_err(|(cause, what)| format!("{}: {what}", cause.word()))?;
    Ok(())
}
