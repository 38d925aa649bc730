//! ROBOTS, played the slow and obvious way: a second implementation to test a fast one against.
//!
//! Written only from the rules page and its source. Everything is a set of cells, every question is
//! answered by looking at the whole set, and the autoplayer tries each move on a clone.
//!
//! Where the pages leave room, this file decides (the comments "Decision" repeat these in place):
//! * every accepted action is one move, the one that ends the game too; a refused one is none;
//! * walking onto a robot is accepted: the player stands on its cell, that one robot remains, no
//!   other robot moves;
//! * a robots' move that kills the player is still carried out in full on the rest of the board;
//! * two or more robots dying on the player count as destroyed by collision;
//! * a teleport is an entry of the file's list: the same cell listed twice is two entries;
//! * `Random` must name an available entry, in mode `once` the first available one;
//! * the closest approach is taken after half-moves only (not at the start), and is 0 at a death.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Row and column, both from 1; row 1 is on top.
pub type Cell = (i32, i32);

/// Rows, and columns, of the board.
const SIZE: i32 = 31;
const START: Cell = (15, 15);

/// One action of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Rows and columns to walk, -1..=1 each; (0, 0) is to stay.
    Step(i32, i32),
    /// To the teleport with this index in file order, from 0.
    Teleport(usize),
    /// To "a random one": the index that chance (mode reuse) or the list (mode once) picked.
    Random(usize),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Won,
    /// `robots` came to be on the player's cell (1 when the player walked onto a robot).
    Died {
        robots: usize,
        by_walking: bool,
    },
}

/// Every figure of the rules page except time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Accepted actions of every kind, the last one too.
    pub moves: usize,
    /// Teleports made, named and random.
    pub teleports_used: usize,
    /// Entries of the list one could teleport to now (also counted when the game is over).
    pub available: usize,
    /// Debris pushed, with or without a robot behind it.
    pub pushes: usize,
    /// Robots that met other robots, those that met on the player's cell too.
    pub by_collision: usize,
    /// Robots that walked onto debris.
    pub by_debris: usize,
    /// Robots that debris was pushed onto.
    pub by_push: usize,
    /// Cells with debris now, the player's cell too when two or more robots died there.
    pub debris_cells: usize,
    /// Robots standing now, the one that killed the player too.
    pub robots_left: usize,
    /// Least distance (rows + columns) from the player to a robot after any half-move so far.
    pub closest: Option<i32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    robots: BTreeSet<Cell>,
    debris: BTreeSet<Cell>,
    player: Cell,
    /// In file order.
    teleports: Vec<Cell>,
    once: bool,
    /// Indices teleported to so far, kept in both modes; struck off only in mode once.
    used: BTreeSet<usize>,
    /// What has happened; the counts of what is there now are taken in `stats()`.
    past: Stats,
    end: Option<End>,
}

fn on_board((row, column): Cell) -> bool {
    (1..=SIZE).contains(&row) && (1..=SIZE).contains(&column)
}

/// Rows + columns.
fn distance(a: Cell, b: Cell) -> i32 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

fn allow(condition: bool, why: &str) -> Result<(), String> {
    condition.then_some(()).ok_or(why.to_string())
}

impl Game {
    /// A new game. Panics on what the rules page calls an error of the file.
    pub fn new(robots: &[Cell], teleports: &[Cell], once: bool) -> Game {
        Game::position(START, robots, &[], teleports, once)
    }

    /// Any position, as the start of a game (for tests). Panics when it is none.
    pub fn position(
        player: Cell,
        robots: &[Cell],
        debris: &[Cell],
        teleports: &[Cell],
        once: bool,
    ) -> Game {
        let mut taken = BTreeSet::new();
        for &cell in [player].iter().chain(robots).chain(debris) {
            assert!(on_board(cell), "{cell:?} is off the board");
            assert!(taken.insert(cell), "two things on {cell:?}");
        }
        for &cell in teleports {
            assert!(on_board(cell), "teleport {cell:?} is off the board");
        }
        Game {
            robots: robots.iter().copied().collect(),
            debris: debris.iter().copied().collect(),
            player,
            teleports: teleports.to_vec(),
            once,
            used: BTreeSet::new(),
            past: Stats::default(),
            end: None,
        }
    }

    /// A whole turn: the player's action, then all robots. At `Err(reason)` nothing has changed.
    pub fn act(&mut self, act: Act) -> Result<(), String> {
        allow(self.end.is_none(), "the game is over")?;
        // Each of these changes nothing when it refuses.
        match act {
            Act::Step(0, 0) => {}
            Act::Step(rows, columns) => self.walk(rows, columns)?,
            Act::Teleport(index) => self.teleport(index)?,
            Act::Random(index) => {
                let available = self.available();
                allow(!available.is_empty(), "no teleport is available")?;
                // Decision: "the first of the list" is the first that is unused and empty.
                let picked_right = !self.once || index == available[0];
                allow(picked_right, "once: random is the first available")?;
                self.teleport(index)?;
            }
        }
        // Decision: every accepted action is a move, whatever comes of it.
        self.past.moves += 1;
        self.note_distance();
        if self.robots.contains(&self.player) {
            let (robots, by_walking) = (1, true);
            self.end = Some(End::Died { robots, by_walking });
        } else if self.robots.is_empty() {
            self.end = Some(End::Won);
        } else {
            self.move_robots();
        }
        Ok(())
    }

    /// To one of the 8 neighbours, pushing debris; may end on a robot's cell.
    fn walk(&mut self, rows: i32, columns: i32) -> Result<(), String> {
        let neighbour = (-1..=1).contains(&rows) && (-1..=1).contains(&columns);
        allow(neighbour, "a step goes to a neighbour")?;
        let to = (self.player.0 + rows, self.player.1 + columns);
        allow(on_board(to), "that is off the board")?;
        if self.debris.contains(&to) {
            let beyond = (to.0 + rows, to.1 + columns);
            allow(on_board(beyond), "the debris would leave the board")?;
            let free = !self.debris.contains(&beyond);
            allow(free, "there is debris behind the debris")?;
            self.past.by_push += usize::from(self.robots.remove(&beyond));
            self.debris.remove(&to);
            self.debris.insert(beyond);
            self.past.pushes += 1;
        }
        self.player = to;
        Ok(())
    }

    fn teleport(&mut self, index: usize) -> Result<(), String> {
        let to = *self.teleports.get(index).ok_or("no such teleport")?;
        let usable = !self.once || !self.used.contains(&index);
        allow(usable, "that teleport is used up")?;
        allow(self.is_empty_cell(to), "that teleport is not empty")?;
        self.player = to;
        self.used.insert(index);
        self.past.teleports_used += 1;
        Ok(())
    }

    /// All at once: first where each robot goes, then what happens at each destination.
    fn move_robots(&mut self) {
        let mut arrivals: BTreeMap<Cell, usize> = BTreeMap::new();
        for &(row, column) in &self.robots {
            let rows = (self.player.0 - row).signum();
            let columns = (self.player.1 - column).signum();
            *arrivals.entry((row + rows, column + columns)).or_insert(0) += 1;
        }
        self.robots.clear();
        for (&cell, &robots) in &arrivals {
            if cell == self.player {
                let by_walking = false;
                self.end = Some(End::Died { robots, by_walking });
                if robots == 1 {
                    self.robots.insert(cell);
                } else {
                    // Decision: they met one another, so it is a collision.
                    self.past.by_collision += robots;
                    self.debris.insert(cell);
                }
            } else if self.debris.contains(&cell) {
                self.past.by_debris += robots;
            } else if robots >= 2 {
                self.past.by_collision += robots;
                self.debris.insert(cell);
            } else {
                self.robots.insert(cell);
            }
        }
        self.note_distance();
        if self.end.is_none() && self.robots.is_empty() {
            self.end = Some(End::Won);
        }
    }

    /// After a half-move.
    fn note_distance(&mut self) {
        let robots = self.robots.iter();
        let mut now: Vec<i32> = robots.map(|&r| distance(self.player, r)).collect();
        if matches!(self.end, Some(End::Died { .. })) {
            now.push(0); // also when the robots on the player's cell are destroyed
        }
        now.extend(self.past.closest);
        self.past.closest = now.into_iter().min();
    }

    fn is_empty_cell(&self, cell: Cell) -> bool {
        cell != self.player && !self.robots.contains(&cell) && !self.debris.contains(&cell)
    }

    pub fn end(&self) -> Option<End> {
        self.end.clone()
    }

    pub fn robots(&self) -> BTreeSet<Cell> {
        self.robots.clone()
    }

    pub fn debris(&self) -> BTreeSet<Cell> {
        self.debris.clone()
    }

    pub fn player(&self) -> Cell {
        self.player
    }

    /// Indices of the teleports available now: empty, and in mode once not used.
    pub fn available(&self) -> Vec<usize> {
        (0..self.teleports.len())
            .filter(|index| !(self.once && self.used.contains(index)))
            .filter(|&index| self.is_empty_cell(self.teleports[index]))
            .collect()
    }

    pub fn stats(&self) -> Stats {
        Stats {
            available: self.available().len(),
            debris_cells: self.debris.len(),
            robots_left: self.robots.len(),
            ..self.past.clone()
        }
    }

    /// The game after a whole turn, if the action is accepted and does not kill the player.
    fn survived(&self, act: Act) -> Option<Game> {
        let mut after = self.clone();
        after.act(act).ok()?;
        let died = matches!(after.end, Some(End::Died { .. }));
        (!died).then_some(after)
    }

    /// What the contest's autoplayer does here; it uses no teleport twice, in mode reuse either.
    pub fn contest_choice(&self) -> Act {
        let mut safe = Vec::new();
        for rows in -1..=1 {
            for columns in -1..=1 {
                if let Some(after) = self.survived(Act::Step(rows, columns)) {
                    let distances = after.robots.iter().map(|&r| distance(r, after.player));
                    // With no robot left all tie here: then the smallest row and column decide.
                    let nearest = distances.min().unwrap_or(i32::MAX);
                    let rank = (after.robots.len(), Reverse(nearest), after.player);
                    safe.push((rank, (rows, columns)));
                }
            }
        }
        if let Some(&(_, (rows, columns))) = safe.iter().min() {
            return Act::Step(rows, columns);
        }
        for index in 0..self.teleports.len() {
            let act = Act::Teleport(index);
            if !self.used.contains(&index) && self.survived(act).is_some() {
                return act;
            }
        }
        Act::Step(0, 0)
    }
}

/// The contest's autoplayer and its transcript for a whole contest file: cases until `0 0` or the
/// end of the file, a blank line between cases. Teleports work once. Panics on a malformed file.
pub fn contest(file: &str) -> String {
    let words = file.split_whitespace();
    let numbers: Vec<i32> = words.map(|word| word.parse().expect(word)).collect();
    let mut pairs = numbers.chunks(2).map(|pair| (pair[0], pair[1]));
    let mut cases = Vec::new();
    while let Some((robots, teleports)) = pairs.next() {
        if (robots, teleports) == (0, 0) {
            break;
        }
        assert!(robots >= 1, "a game needs a robot");
        let mut cells = |count: i32| -> Vec<Cell> {
            let cell = |_| pairs.next().expect("a cell");
            (0..count).map(cell).collect()
        };
        let mut game = Game::new(&cells(robots), &cells(teleports), true);
        let mut text = format!("Case {}:\n", cases.len() + 1);
        while game.end.is_none() {
            let act = game.contest_choice();
            game.act(act).expect("the autoplayer's moves are legal");
            if let Act::Teleport(_) = act {
                let (m, (row, column)) = (game.past.moves, game.player);
                text += &format!("Move {m}: teleport to ({row},{column})\n");
            }
        }
        let won = game.end == Some(End::Won);
        let word = if won { "Won" } else { "Lost" };
        let (m, (row, column)) = (game.past.moves, game.player);
        text += &format!("{word} game after making {m} moves.\n");
        text += &format!("Final position: ({row},{column})\n");
        text += &format!("Number of cells with debris: {}\n", game.debris.len());
        if !won {
            text += &format!("Number of robots remaining: {}\n", game.robots.len());
        }
        cases.push(text);
    }
    cases.join("\n")
}
