//! Reads game files: a line `R T`, R lines `row column` of robots, T lines `row column` of
//! teleports. A contest file holds several such games and ends with `0 0`. Writes them too.

use std::fmt::Write as _;

use super::board::{BoardCell, SIDE, START};
use super::scenario::{Mode, ROBOTS_MAX, Scenario, TELEPORTS_MAX, TURNS};
use chase_world::error::{Error, IoAt as _, quoted};
use chase_world::world::WorldPath;

/// The games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileGames {
    /// Each with where its robots and teleports are.
    pub games: Vec<FileBoard>,
    /// Warnings about boards that are playable but odd.
    pub warnings: Vec<String>,
}

/// One game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileBoard {
    /// The line of its `R T`, from 1.
    pub line: usize,
    /// The cells of the robots.
    pub robots: Vec<BoardCell>,
    /// The cells of the teleports.
    pub teleports: Vec<BoardCell>,
}

impl FileBoard {
    /// The scenario of it.
    #[must_use]
    pub fn scenario(&self, mode: Mode) -> Scenario {
        Scenario {
            robots: self.robots.clone(),
            teleports: self.teleports.clone(),
            mode,
            turns: TURNS,
        }
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{} {}\n", self.robots.len(), self.teleports.len());
        for BoardCell(row, column) in self.robots.iter().chain(&self.teleports) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{row} {column}");
        }
        text
    }
}

/// A number and the column it begins at, from 1.
type Number = (usize, u64);

struct RobotsFileLines<'a> {
    file: &'a str,
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    number: usize,
}

impl RobotsFileLines<'_> {
    fn fault(&self, column: usize, what: impl Into<String>) -> Error {
        Error::new(what).at(format_args!("{}:{}:{column}", self.file, self.number))
    }

    /// The two numbers of the next line that holds anything; nothing at the end.
    fn pair(&mut self, expected: &str) -> Result<Option<[Number; 2]>, Error> {
        let lines = &mut self.lines;
        let Some((n, line)) = lines.find(|(_, line)| !line.trim().is_empty()) else {
            self.number += 1;
            return Ok(None);
        };
        self.number = n + 1;
        let mut numbers = Vec::new();
        let mut column = 1;
        for piece in line.split(char::is_whitespace) {
            if !piece.is_empty() {
                let number = piece.parse::<u64>().map_err(|_| {
                    let what = format!("`{}` is no number; expected {expected}", quoted(piece));
                    self.fault(column, what)
                })?;
                numbers.push((column, number));
            }
            column += piece.chars().count() + 1;
        }
        let count = numbers.len();
        let extra = numbers.get(2).map(|(column, _)| *column);
        let pair = numbers.try_into();
        pair.map(Some).map_err(|_| {
            let what = format!("{count} numbers; expected {expected}");
            self.fault(extra.unwrap_or(line.chars().count() + 1), what)
        })
    }

    fn cell(&mut self, kind: &str, n: u64, of: u64) -> Result<(BoardCell, Number), Error> {
        let expected = format!("row and column of {kind} {n}");
        let Some([row, column]) = self.pair(&expected)? else {
            let what = format!("the file ends before {kind} {n} of {of}");
            return Err(self.fault(1, what));
        };
        let side = |(at, number): Number| {
            let fits = u8::try_from(number).ok().filter(|number| (1..=SIDE).contains(number));
            fits.ok_or_else(|| {
                let what = format!("{number} is outside the board; expected 1 to {SIDE}");
                self.fault(at, what)
            })
        };
        Ok((BoardCell(side(row)?, side(column)?), row))
    }
}

impl FileGames {
    /// Reads a file of either form. `file` is its name in messages.
    ///
    /// # Errors
    /// The first fault, with line and column, and what was expected there.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let what = "bytes that are not UTF-8; expected a game file";
            Error::new(what).at(format_args!("{file}:{line}"))
        })?;
        let mut lines = RobotsFileLines { file, lines: text.lines().enumerate(), number: 0 };
        let mut read = FileGames { games: Vec::new(), warnings: Vec::new() };
        while let Some(counts) = lines.pair("R T, the numbers of robots and teleports")? {
            if let [(_, 0), (_, 0)] = counts {
                read.end(&mut lines);
                break;
            }
            let board = read.game(&mut lines, counts)?;
            read.games.push(board);
        }
        if read.games.is_empty() {
            let what = "no game; expected R T, the numbers of robots and teleports";
            return Err(Error::new(what).at(format_args!("{file}:1:1")));
        }
        Ok(read)
    }

    fn end(&mut self, lines: &mut RobotsFileLines<'_>) {
        let beyond = lines.lines.by_ref().filter(|(_, line)| !line.trim().is_empty()).count();
        if beyond > 0 {
            let noun = if beyond == 1 { "line" } else { "lines" };
            let what = format!("{}: {beyond} {noun} beyond `0 0` ignored", lines.file);
            self.warnings.push(what);
        }
    }

    fn game(
        &mut self,
        lines: &mut RobotsFileLines<'_>,
        [(at_robots, robots), (at_teleports, teleports)]: [Number; 2],
    ) -> Result<FileBoard, Error> {
        if !(1..=ROBOTS_MAX as u64).contains(&robots) {
            let what = format!("{robots} robots; expected 1 to {ROBOTS_MAX}");
            return Err(lines.fault(at_robots, what).help(
                "if this line belongs to the game above it, the counts of that game are too small",
            ));
        }
        if teleports > TELEPORTS_MAX as u64 {
            let what = format!("{teleports} teleports; expected 0 to {TELEPORTS_MAX}");
            return Err(lines.fault(at_teleports, what).help(
                "if this line belongs to the game above it, the counts of that game are too small",
            ));
        }
        let mut board = FileBoard { line: lines.number, ..FileBoard::default() };
        let place = format!("{}:{}", lines.file, lines.number);
        if robots == 1 {
            let what = "one robot: the game can never be won";
            self.warnings.push(format!("{place}: {what}"));
        }
        if teleports == 0 {
            self.warnings.push(format!("{place}: no teleport"));
        }
        for n in 1..=robots {
            let (cell, (column, _)) = lines.cell("robot", n, robots)?;
            if cell == START {
                let what = format!("a robot on {cell}, where the player begins");
                return Err(lines.fault(column, what));
            }
            if board.robots.contains(&cell) {
                return Err(lines.fault(column, format!("two robots on {cell}")));
            }
            board.robots.push(cell);
        }
        for n in 1..=teleports {
            let (cell, _) = lines.cell("teleport", n, teleports)?;
            board.teleports.push(cell);
        }
        Ok(board)
    }
}

/// Reads a file of games.
///
/// # Errors
/// The file, line and column of what is wrong.
pub(super) fn read_games(path: &WorldPath) -> Result<FileGames, Error> {
    let bytes = path.read().io_at(path.display(), "read")?;
    FileGames::parse(&path.display().to_string(), &bytes)
}

/// The only game of a file.
pub(super) fn only_game(path: &WorldPath) -> Result<(FileBoard, Vec<String>), Error> {
    let mut games = read_games(path)?;
    match games.games.as_slice() {
        [_] => Ok((games.games.remove(0), games.warnings)),
        [_, second, ..] => {
            let what = "a second game begins here, or the counts of the first game are too small";
            let place = format!("{}:{}:1", path.display(), second.line);
            Err(Error::new(what).at(place).help("play a file of several games with --contest FILE"))
        }
        [] => unreachable!("a file without a game was refused"),
    }
}
