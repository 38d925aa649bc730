//! The cases that a program of Fishing is tried with, alone: good and bad state files and arguments,
//! and what each is due.
//!
//! A program must do what the assignment says in words, and what happens in games. It is better when
//! it also reads what no game master writes, and tells wrong files and arguments apart as finely as
//! rules are chosen here.

use super::board::FloeField;
use super::phase::{MOVEMENT, PLACEMENT};
use super::plan::{FloePlan, FloeShape};
use super::state_file::{PlayerRow, StateFile};
use chase_core::dice::{Dice, Generator};
use chase_kit::file_protocol::{Case, Due, Requirement};

const PLACE: &[&str] = &[PLACEMENT, PENGUINS];
const PENGUINS: &str = "penguins=2";
const MOVE: &[&str] = &[MOVEMENT];
const SAME: [&str; 2] = ["board.txt", "board.txt"];
const DIFFERENT: [&str; 2] = ["in.txt", "out.txt"];

/// All cases, for a program with this ID.
pub(super) fn cases(id: &str) -> Vec<Case> {
    let boards = CaseBoards::new(id);
    [
        turns(&boards),
        loose_forms(&boards),
        passes(&boards),
        large_boards(&boards),
        bad_states(id),
        bad_arguments(&boards),
        two_files(&boards),
    ]
    .concat()
}

/// State files, named by what the program finds in them.
struct CaseBoards<'a> {
    id: &'a str,
    /// Nobody has placed a penguin.
    fresh: String,
    /// Another player has placed one.
    first: String,
    /// The program has placed one of two penguins.
    begun: String,
    /// It has placed both.
    placed: String,
}

impl<'a> CaseBoards<'a> {
    fn new(id: &'a str) -> Self {
        CaseBoards {
            id,
            fresh: board("3 4\n10 20 10 30\n20 10 00 10\n30 20 10 20", id),
            first: board("3 4\n10 20 10 30\n20 10 00 01\n30 20 10 20\nother 1 1", id),
            begun: board(
                "3 4\n02 20 10 30\n20 10 00 01\n30 20 10 20\nother 1 1\nID 2 1",
                id,
            ),
            placed: board(
                "3 4\n02 20 10 30\n20 02 00 01\n30 20 10 20\nother 1 1\nID 2 2",
                id,
            ),
        }
    }
}

/// A state file in words; `ID` is the program's.
fn board(text: &str, id: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.replace("ID", id) + "\n").collect()
}

fn case(name: &'static str, arguments: &'static [&'static str], input: &str, due: Due) -> Case {
    Case {
        name,
        arguments,
        input: input.to_owned(),
        files: SAME,
        due,
        requirement: Requirement::Must,
    }
}

/// A case that a program can do without.
fn better(case: Case) -> Case {
    Case {
        requirement: Requirement::Better,
        ..case
    }
}

/// A turn can be taken, from a file as the protocol writes it.
fn turns(boards: &CaseBoards<'_>) -> Vec<Case> {
    vec![
        case(
            "the first placement adds a row",
            PLACE,
            &boards.fresh,
            Due::Turn,
        ),
        case(
            "the first placement of a second player",
            PLACE,
            &boards.first,
            Due::Turn,
        ),
        case("a later placement", PLACE, &boards.begun, Due::Turn),
        case("a move", MOVE, &boards.placed, Due::Turn),
    ]
}

/// A turn can be taken, from a file or with arguments that are written otherwise.
fn loose_forms(boards: &CaseBoards<'_>) -> Vec<Case> {
    let CaseBoards { begun, placed, .. } = boards;
    let blanks = |text: &str| text.replace('\n', "   \n");
    let crlf = |text: &str| text.replace('\n', "\r\n");
    vec![
        case("blanks at line ends", PLACE, &blanks(begun), Due::Turn),
        case(
            "blanks at line ends, a move",
            MOVE,
            &blanks(placed),
            Due::Turn,
        ),
        better(case("CRLF", PLACE, &crlf(begun), Due::Turn)),
        better(case("CRLF, a move", MOVE, &crlf(placed), Due::Turn)),
        better(case(
            "no line end at the end",
            MOVE,
            placed.trim_end(),
            Due::Turn,
        )),
        better(case(
            "blank lines at the end",
            MOVE,
            &format!("{placed}\n\n"),
            Due::Turn,
        )),
        better(case(
            "arguments in another order",
            &[PENGUINS, PLACEMENT],
            begun,
            Due::Turn,
        )),
    ]
}

/// No turn can be taken, and the program must say so.
fn passes(boards: &CaseBoards<'_>) -> Vec<Case> {
    let blocked = "3 4\n02 00 10 30\n00 10 00 01\n30 20 10 20\nother 1 1\nID 2 1";
    let no_floe = "2 3\n20 30 00\n01 20 20\nother 1 1";
    vec![
        case("all penguins placed", PLACE, &boards.placed, Due::Code(1)),
        case(
            "all penguins blocked",
            MOVE,
            &board(blocked, boards.id),
            Due::Code(1),
        ),
        better(case(
            "its own row is missing, a move",
            MOVE,
            &boards.first,
            Due::Code(1),
        )),
        case(
            "no floe with one fish",
            PLACE,
            &board(no_floe, boards.id),
            Due::Code(1),
        ),
    ]
}

/// As many players, and as large a board, as a program meets.
fn large_boards(boards: &CaseBoards<'_>) -> Vec<Case> {
    let nine = "4 5\n01 10 20 30 02\n10 20 03 10 20\n04 10 09 20 05\n06 20 10 07 08\n\
         a 1 1\nb 2 1\nc 3 1\nd 4 1\ne 5 1\nf 6 1\ng 7 1\nh 8 1\nID 9 1";
    vec![
        case("nine players", MOVE, &board(nine, boards.id), Due::Turn),
        case("30 x 30", PLACE, &large(None), Due::Turn),
        case("30 x 30, a move", MOVE, &large(Some(boards.id)), Due::Turn),
    ]
}

/// State files that are wrong.
fn bad_states(id: &str) -> Vec<Case> {
    let bad = |name, text: &str| case(name, MOVE, &board(text, id), Due::Code(2));
    let odd = |name, text: &str| better(bad(name, text));
    vec![
        bad("an empty file", ""),
        bad("fewer rows than line 1 says", "3 3\n10 10 10\n10 10 10"),
        bad("a row with a field too few", "2 3\n10 10 01\n10 10\nID 1 1"),
        bad("four fish on a field", "2 2\n10 40\n01 10\nID 1 1"),
        odd(
            "fish and a penguin on one field",
            "2 2\n10 11\n01 10\nID 1 1",
        ),
        odd(
            "a penguin whose player has no row",
            "2 2\n10 02\n01 10\nID 1 1",
        ),
        bad("letters on a field", "2 2\n10 xy\n01 10\nID 1 1"),
        odd("an ID twice", "2 2\n10 02\n01 10\nID 1 1\nID 2 1"),
        odd(
            "a player's number twice",
            "2 2\n10 20\n01 10\nID 1 1\nother 1 1",
        ),
        bad("a score that is no number", "2 2\n10 20\n01 10\nID 1 many"),
    ]
}

/// Arguments that are wrong.
fn bad_arguments(boards: &CaseBoards<'_>) -> Vec<Case> {
    let bad = |name, arguments| better(case(name, arguments, &boards.begun, Due::Code(3)));
    vec![
        bad("no phase", &[PENGUINS]),
        bad("an unknown phase", &["phase=fishing"]),
        bad("placement without a number of penguins", &[PLACEMENT]),
    ]
}

/// The program reads one file and writes another.
fn two_files(boards: &CaseBoards<'_>) -> Vec<Case> {
    let case = |name, arguments, input: &str| Case {
        files: DIFFERENT,
        ..case(name, arguments, input, Due::Turn)
    };
    vec![
        case("different files", PLACE, &boards.begun),
        case("different files, a move", MOVE, &boards.placed),
    ]
}

/// A board of 30 x 30, with a penguin of the program on it or not.
fn large(id: Option<&str>) -> String {
    let plan = FloePlan {
        rows: 30,
        columns: 30,
        shape: FloeShape::Full,
        one_fish_min: 1,
    };
    let grid = plan.make(&mut Dice::new(Generator::Chacha8, 1, 0));
    let mut file = StateFile {
        grid: grid.expect("there is room"),
        players: Vec::new(),
    };
    if let Some(id) = id {
        let place = file.grid.places().next().expect("a board has fields");
        file.grid.set(place, FloeField::penguin(1));
        file.players.push(PlayerRow {
            id: id.to_owned(),
            number: 1,
            fish: 1,
        });
    }
    file.to_string()
}
