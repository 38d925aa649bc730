//! A player for `chase match` in one file, with nothing but JSON: it plays Animal Checkers, Fishing
//! and ROBOTS by a few simple rules, and the first legal action of any other game.
//!
//! `cargo build --release --example player` makes `target/release/examples/player`. Without
//! arguments it talks on standard input and output, as a match starts it; with `HOST:PORT
//! TOKEN` it connects to a match that listens and printed this token. To make a player of your own,
//! change how much an action is worth; docs/players/protocol.md describes what the messages hold.

#![expect(clippy::print_stderr, clippy::disallowed_methods, reason = "a program of its own")]

use std::cmp::Reverse;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::process::ExitCode;

use serde_json::{Value, json};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let played = match &words[..] {
        [] => play(io::stdin().lock(), io::stdout().lock()),
        [address, token] => connect(address, token),
        _ => Err(io::Error::other("usage: player [HOST:PORT TOKEN]")),
    };
    match played {
        Err(error) if !is_gone(&error) => {
            eprintln!("player: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whether there is nobody to play with any more.
fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}

fn connect(address: &str, token: &str) -> io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    let join = json!({"type": "join", "token": token});
    stream.write_all(format!("{join}\n").as_bytes())?;
    play(BufReader::new(stream.try_clone()?), stream)
}

/// Answers line after line, until there are no more.
fn play(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut player = Player::default();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let message = serde_json::from_slice(&line).unwrap_or_default();
        if let Some(answer) = player.answer(&message) {
            output.write_all(format!("{answer}\n").as_bytes())?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// How good an action is, the most important first; more is better.
type Worth = [i64; 4];

/// Judges an action of a turn; nothing when it does not understand them.
type Judge = fn(turn: &Value, action: &Value) -> Option<Worth>;

#[derive(Default)]
struct Player {
    /// Of the game that is played, once there is one.
    judge: Option<Judge>,
}

impl Player {
    /// The answer to a message, if it has one. What is no message is `null`.
    fn answer(&mut self, message: &Value) -> Option<Value> {
        match message["type"].as_str() {
            Some("hello") => Some(self.hello(message)),
            Some("turn") => Some(self.turn(message)),
            Some("end" | "error") => None,
            _ => Some(error("this is no message that I can use")),
        }
    }

    fn hello(&mut self, message: &Value) -> Value {
        if message["protocol"] != 1 {
            return error("I speak protocol 1 only");
        }
        self.judge = Some(match message["game"].as_str() {
            Some("animal-checkers") => animal_checkers,
            Some("fishing") => fishing,
            Some("robots") => robots,
            _ => |_, _| None,
        });
        json!({"type": "ready"})
    }

    /// The best legal action; of several the first.
    fn turn(&self, message: &Value) -> Value {
        let (Some(judge), Some(legal)) = (self.judge, message["legal"].as_array()) else {
            return error("a turn needs a hello before it, and legal actions");
        };
        let best = legal.iter().min_by_key(|action| Reverse(judge(message, action)));
        json!({"type": "action", "turn": message["turn"], "action": best})
    }
}

fn error(what: &str) -> Value {
    json!({"type": "error", "what": what})
}

/// Row and column, from 0 on a board that is read row by row.
type Cell = (i64, i64);

/// Enters the den, else captures or goes where it is safe, else goes nearer to the den.
fn animal_checkers(turn: &Value, action: &Value) -> Option<Worth> {
    const DEN: Cell = (0, 3);
    let rows = rows(&turn["view"]["position"])?;
    let board = if turn["seat"] == 1 { turned(rows) } else { rows };
    let animal = action["move"]["piece"].as_str()?.chars().next()?;
    let start = find(&board, animal.to_ascii_uppercase())?;
    let step = match action["move"]["direction"].as_str()? {
        "up" => (-1, 0),
        "down" => (1, 0),
        "left" => (0, -1),
        _ => (0, 1),
    };
    let target = (start.0 + step.0, start.1 + step.1);
    let captures = at(&board, target).is_some_and(|field| "mdte".contains(field));
    let enemies = beside(target).filter_map(|cell| at(&board, cell));
    let is_safe = !enemies.into_iter().any(|enemy| eats(enemy, animal));
    let far = |cell: Cell| (cell.0 - DEN.0).abs() + (cell.1 - DEN.1).abs();
    Some([
        i64::from(target == DEN),
        i64::from(captures) + i64::from(is_safe),
        far(start) - far(target),
        -far(target),
    ])
}

/// Whether an enemy, a lower-case letter, captures an animal.
fn eats(enemy: char, animal: char) -> bool {
    let prey = match enemy {
        'e' => "etd",
        't' => "tdm",
        'd' => "dm",
        'm' => "em",
        _ => "",
    };
    prey.contains(animal)
}

/// The board as the other side sees it: its own pieces are upper case then.
fn turned(mut board: Vec<Vec<char>>) -> Vec<Vec<char>> {
    board.reverse();
    for row in &mut board {
        row.reverse();
        for field in row {
            *field = if field.is_ascii_uppercase() {
                field.to_ascii_lowercase()
            } else {
                field.to_ascii_uppercase()
            };
        }
    }
    board
}

/// Takes the most fish; of equal ones where most are left beside it.
fn fishing(turn: &Value, action: &Value) -> Option<Worth> {
    let board = rows(&turn["view"]["board"])?;
    let goal = [&action["place"]["at"], &action["move"]["to"]];
    let target = field(goal.into_iter().find_map(Value::as_str)?)?;
    // Two digits for each field; the first one counts the fish.
    let fish = |(row, column): Cell| {
        let digit = at(&board, (row, 2 * column)).and_then(|digit| digit.to_digit(10));
        i64::from(digit.unwrap_or(0))
    };
    Some([fish(target), beside(target).map(fish).sum(), 0, 0])
}

/// The field of a name: `c2` is row 1, column 2, and after column z comes aa.
fn field(name: &str) -> Option<Cell> {
    let (letters, row) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
    let column = letters
        .bytes()
        .fold(0, |column, letter| column * 26 + i64::from(letter) - i64::from(b'a') + 1);
    Some((row.parse::<i64>().ok()? - 1, column - 1))
}

/// Goes where no robot can be after the next step of all, and of such cells to the one that is
/// farthest from the robots, but rather walks than teleports.
fn robots(turn: &Value, action: &Value) -> Option<Worth> {
    let view = &turn["view"];
    let here = cell(&view["player"])?;
    let target = match action["walk"]["direction"].as_str() {
        Some(direction) => {
            let towards = |compass: char| i64::from(direction.contains(compass));
            let (down, right) = (towards('s') - towards('n'), towards('e') - towards('w'));
            (here.0 + down, here.1 + right)
        }
        None => cell(&action["teleport"]["to"]).unwrap_or(here),
    };
    let robots = view["robots"].as_array()?.iter().filter_map(cell);
    let far = |robot: Cell| (robot.0 - target.0).abs().max((robot.1 - target.1).abs());
    let nearest = robots.map(far).min().unwrap_or(0);
    let walks = action["teleport"].is_null() && action != "teleport_anywhere";
    Some([i64::from(nearest > 1), i64::from(walks), nearest, 0])
}

/// A cell as the messages have it: `[3,28]`.
fn cell(value: &Value) -> Option<Cell> {
    Some((value[0].as_i64()?, value[1].as_i64()?))
}

/// The rows of a board, without the blanks between their fields.
fn rows(board: &Value) -> Option<Vec<Vec<char>>> {
    let row = |row: &Value| Some(row.as_str()?.chars().filter(|c| *c != ' ').collect());
    board.as_array()?.iter().map(row).collect()
}

fn at(board: &[Vec<char>], (row, column): Cell) -> Option<char> {
    let row = board.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

fn find(board: &[Vec<char>], wanted: char) -> Option<Cell> {
    let cells =
        (0..).zip(board).flat_map(|(r, row)| (0..).zip(row).map(move |(c, field)| (r, c, *field)));
    let mut found = cells.filter(|(_, _, field)| *field == wanted);
    found.next().map(|(row, column, _)| (row, column))
}

fn beside((row, column): Cell) -> impl Iterator<Item = Cell> {
    let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    steps.into_iter().map(move |(r, c)| (row + r, column + c))
}
