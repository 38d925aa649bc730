//! The cases that a program of Fishing is tried with, alone: good and bad state files and arguments,
//! and what each is due.
//!
//! A program must do what the assignment says in words, and what happens in games. It is better when
//! it also reads what no game master writes, and tells wrong files and arguments apart as finely as
//! rules are chosen here.

use super::plan::{FloePlan, FloeShape};
use super::program::{MOVEMENT, PLACEMENT};
use super::scenario::{TURN_MS, rows};
use super::{Event, Fishing, Scenario};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game as _;
use chase_play::file_protocol::{Case, Due, Requirement};

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

/// State files of games, named by what the program finds in them when it is called.
struct CaseBoards<'a> {
    id: &'a str,
    /// Nobody has placed a penguin.
    fresh: String,
    /// Another player has placed one.
    first: String,
    /// The program has placed one of two penguins, the other player both.
    begun: String,
    /// Both have placed both.
    placed: String,
    /// The other player has moved then.
    moved: String,
}

impl<'a> CaseBoards<'a> {
    fn new(id: &'a str) -> Self {
        let after = |turns| game_file(&["1213", "2101", "3212"], &second(id), 2, turns);
        CaseBoards {
            id,
            fresh: after(0),
            first: after(1),
            begun: after(3),
            placed: after(4),
            moved: after(5),
        }
    }
}

/// The IDs of so many other players, none of which is the program's.
fn others(count: usize, id: &str) -> Vec<String> {
    let name = |n| match format!("p{n}") {
        name if name == id => format!("other-p{n}"),
        name => name,
    };
    (1..=count).map(name).collect()
}

/// The IDs of a game of two in which the program is the second.
fn second(id: &str) -> Vec<String> {
    [others(1, id), vec![id.to_owned()]].concat()
}

/// The state file of a game after so many turns, in each of which the player whose turn it is does the
/// first thing that is legal. The IDs are in the order of their turns.
fn game_file<S: AsRef<str>>(board: &[S], ids: &[String], penguins: u8, turns: u32) -> String {
    let scenario = Scenario {
        board: board.iter().map(|row| row.as_ref().to_owned()).collect(),
        ids: ids.to_vec(),
        penguins,
        turn_ms: TURN_MS,
    };
    let game = Fishing::new(scenario).expect("a game can be played on it");
    let mut state = game.start();
    game.apply_event(&mut state, &Event::Opened).expect("a game begins");
    for _ in 0..turns {
        let seat = state.next.expect("a player can do something");
        let action = game.legal(&state, seat)[0];
        let event = game.decide_action(&state, seat.index(), action);
        let done = event.and_then(|event| game.apply_event(&mut state, &event));
        done.expect("it is legal");
    }
    game.state_file(&state).to_string()
}

/// A state file in words; `ID` is the program's.
fn board(text: &str, id: &str) -> String {
    text.lines().map(|line| line.replace("ID", id) + "\n").collect()
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
    Case { requirement: Requirement::Better, ..case }
}

/// A turn can be taken, from a file as the protocol writes it.
fn turns(boards: &CaseBoards<'_>) -> Vec<Case> {
    vec![
        case("the first placement adds a row", PLACE, &boards.fresh, Due::Turn),
        case("the first placement of a second player", PLACE, &boards.first, Due::Turn),
        case("a later placement", PLACE, &boards.begun, Due::Turn),
        case("a move", MOVE, &boards.moved, Due::Turn),
    ]
}

/// A turn can be taken, from a file or with arguments that are written otherwise.
fn loose_forms(boards: &CaseBoards<'_>) -> Vec<Case> {
    let CaseBoards { begun, moved, .. } = boards;
    let blanks = |text: &str| text.replace('\n', "   \n");
    let crlf = |text: &str| text.replace('\n', "\r\n");
    vec![
        case("blanks at line ends", PLACE, &blanks(begun), Due::Turn),
        case("blanks at line ends, a move", MOVE, &blanks(moved), Due::Turn),
        better(case("CRLF", PLACE, &crlf(begun), Due::Turn)),
        better(case("CRLF, a move", MOVE, &crlf(moved), Due::Turn)),
        better(case("no line end at the end", MOVE, moved.trim_end(), Due::Turn)),
        better(case("blank lines at the end", MOVE, &format!("{moved}\n\n"), Due::Turn)),
        better(case("arguments in another order", &[PENGUINS, PLACEMENT], begun, Due::Turn)),
    ]
}

/// No turn can be taken, and the program must say so.
fn passes(boards: &CaseBoards<'_>) -> Vec<Case> {
    let id = boards.id;
    let first = [vec![id.to_owned()], others(1, id)].concat();
    // Its penguin stands in a corner behind water. It is called though it is passed over.
    let blocked = game_file(&["1013", "0101", "3212"], &first, 1, 3);
    let no_floe = game_file(&["230", "122"], &second(id), 1, 1);
    vec![
        case("all penguins placed", PLACE, &boards.placed, Due::Code(1)),
        case("all penguins blocked", MOVE, &blocked, Due::Code(1)),
        better(case("its own row is missing, a move", MOVE, &boards.first, Due::Code(1))),
        case("no floe with one fish", &[PLACEMENT, "penguins=1"], &no_floe, Due::Code(1)),
    ]
}

/// As many players, and as large a board, as a program meets.
fn large_boards(boards: &CaseBoards<'_>) -> Vec<Case> {
    let id = boards.id;
    let nine = [others(8, id), vec![id.to_owned()]].concat();
    let floes = ["213202", "211123", "322011", "313221", "213122"];
    let nine = game_file(&floes, &nine, 1, 17);
    let plan = FloePlan { rows: 30, columns: 30, shape: FloeShape::Full, one_fish_min: 4 };
    let grid = plan.make(&mut Dice::new(Generator::Chacha8, 1, 0));
    let floes = rows(&grid.expect("there is room"));
    let large = |turns| game_file(&floes, &second(id), 2, turns);
    vec![
        case("nine players", MOVE, &nine, Due::Turn),
        case("30 x 30", PLACE, &large(0), Due::Turn),
        case("30 x 30, a move", MOVE, &large(5), Due::Turn),
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
        odd("fish and a penguin on one field", "2 2\n10 11\n01 10\nID 1 1"),
        odd("a penguin whose player has no row", "2 2\n10 02\n01 10\nID 1 1"),
        bad("letters on a field", "2 2\n10 xy\n01 10\nID 1 1"),
        odd("an ID twice", "2 2\n10 02\n01 10\nID 1 1\nID 2 1"),
        odd("a player's number twice", "2 2\n10 20\n01 10\nID 1 1\nother 1 1"),
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
        case("different files, a move", MOVE, &boards.moved),
    ]
}
