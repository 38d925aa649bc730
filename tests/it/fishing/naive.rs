//! A second, deliberately plain implementation of Fishing, to test the library's against.

/// Row and column, both from 0; (0, 0) is the first field of the state file.
pub type Square = (usize, usize);

/// Right, down, left, up, as steps of row and column.
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// What a player does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Place(Square),
    Move(Square, Square),
}

/// A game of Fishing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    /// `[row][column]`: the two digits of the state file, fish and the penguin's player.
    pub fields: Vec<Vec<(u32, u32)>>,
    /// The penguins each player has not placed yet.
    pub left: Vec<usize>,
    /// The fish each player has taken.
    pub fish: Vec<u32>,
    /// The players who are out of the game.
    pub out: Vec<bool>,
    /// The players with a row in the state file, in its order: the first is number 1.
    pub rows: Vec<usize>,
    /// Whether the placement is over.
    pub moving: bool,
    /// The player to act, none when the game is over.
    pub turn: Option<usize>,
}

impl Naive {
    /// A game before its first placement, on a board with a digit for the fish of each field.
    pub fn new(board: &[&str], players: usize, penguins: usize) -> Naive {
        assert!((1..=9).contains(&players), "{players} players");
        let mut fields = Vec::new();
        for line in board {
            let mut row = Vec::new();
            for letter in line.chars() {
                let fish = letter.to_digit(4).expect("a digit from 0 to 3");
                row.push((fish, 0));
            }
            assert_eq!(line.len(), board[0].len(), "columns in {line:?}");
            fields.push(row);
        }
        let mut game = Naive {
            fields,
            left: vec![penguins; players],
            fish: vec![0; players],
            out: vec![false; players],
            rows: Vec::new(),
            moving: false,
            turn: None,
        };
        game.pass_on(0);
        game
    }

    /// Gives the turn to the first player from `first` on, round the table, who can act.
    ///
    /// If nobody can place, the movement begins with player 1; if nobody can move, the game is
    /// over.
    fn pass_on(&mut self, first: usize) {
        let players = self.fish.len();
        for step in 0..players {
            let player = (first + step) % players;
            if !self.legal_for(player).is_empty() {
                self.turn = Some(player);
                return;
            }
        }
        if self.moving {
            self.turn = None;
        } else {
            self.moving = true;
            self.pass_on(0);
        }
    }

    /// What the player to act may do; nothing when the game is over.
    pub fn legal(&self) -> Vec<Deed> {
        match self.turn {
            Some(player) => self.legal_for(player),
            None => Vec::new(),
        }
    }

    /// What a player could do in this phase if it were its turn.
    pub fn legal_for(&self, player: usize) -> Vec<Deed> {
        if self.out[player] {
            Vec::new()
        } else if self.moving {
            self.moves(player)
        } else {
            self.placements(player)
        }
    }

    /// The free floes with exactly one fish, row by row.
    fn placements(&self, player: usize) -> Vec<Deed> {
        let mut deeds = Vec::new();
        if self.left[player] == 0 {
            return deeds;
        }
        for square in self.squares() {
            if self.at(square) == (1, 0) {
                deeds.push(Deed::Place(square));
            }
        }
        deeds
    }

    /// The ways of every penguin, row by row; right, down, left, up; near before far.
    fn moves(&self, player: usize) -> Vec<Deed> {
        let mut deeds = Vec::new();
        // A player without a row has no penguin.
        let Some(number) = self.number(player) else {
            return deeds;
        };
        for from in self.squares() {
            if self.at(from).1 != number {
                continue;
            }
            for step in STEPS {
                let mut square = from;
                while let Some(next) = self.free_neighbour(square, step) {
                    deeds.push(Deed::Move(from, next));
                    square = next;
                }
            }
        }
        deeds
    }

    /// The next field in a direction if it is a floe without a penguin.
    fn free_neighbour(&self, square: Square, step: (isize, isize)) -> Option<Square> {
        let row = square.0.checked_add_signed(step.0)?;
        let column = square.1.checked_add_signed(step.1)?;
        let (fish, penguin) = *self.fields.get(row)?.get(column)?;
        (fish > 0 && penguin == 0).then_some((row, column))
    }

    fn squares(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for row in 0..self.fields.len() {
            for column in 0..self.fields[row].len() {
                squares.push((row, column));
            }
        }
        squares
    }

    fn at(&self, square: Square) -> (u32, u32) {
        self.fields[square.0][square.1]
    }

    /// A player's number on the board, none before its first placement.
    fn number(&self, player: usize) -> Option<u32> {
        let row = self.rows.iter().position(|&owner| owner == player)?;
        u32::try_from(row + 1).ok()
    }

    /// Plays what is legal for the player to act.
    ///
    /// Panics if it is not legal or the game is over.
    pub fn play(&mut self, deed: Deed) {
        let player = self.turn.expect("the game is not over");
        assert!(self.legal().contains(&deed), "{deed:?} is not legal");
        match deed {
            Deed::Place(to) => {
                if self.number(player).is_none() {
                    self.rows.push(player);
                }
                self.left[player] -= 1;
                self.land(player, to);
            }
            Deed::Move(from, to) => {
                self.fields[from.0][from.1] = (0, 0);
                self.land(player, to);
            }
        }
        self.pass_on(player + 1);
    }

    /// Puts a penguin on a floe and takes its fish.
    fn land(&mut self, player: usize, to: Square) {
        let number = self.number(player).expect("a player with a row");
        self.fish[player] += self.at(to).0;
        self.fields[to.0][to.1] = (0, number);
    }

    /// The player to act is out for good: its penguins stay where they are, its score stands.
    pub fn lose_turn(&mut self) {
        let player = self.turn.expect("the game is not over");
        self.out[player] = true;
        self.pass_on(player + 1);
    }

    /// The players with the most fish; those who are out keep theirs.
    pub fn winners(&self) -> Vec<usize> {
        let mut most = 0;
        for &fish in &self.fish {
            most = most.max(fish);
        }
        let mut winners = Vec::new();
        for player in 0..self.fish.len() {
            if self.fish[player] == most {
                winners.push(player);
            }
        }
        winners
    }

    /// The state file in its strict form; `ids` are the IDs of all players.
    pub fn state_file(&self, ids: &[String]) -> String {
        let mut text = format!("{} {}\n", self.fields.len(), self.fields[0].len());
        for row in &self.fields {
            let mut fields = Vec::new();
            for (fish, penguin) in row {
                fields.push(format!("{fish}{penguin}"));
            }
            text.push_str(&fields.join(" "));
            text.push('\n');
        }
        for (index, &player) in self.rows.iter().enumerate() {
            let fish = self.fish[player];
            text.push_str(&format!("{} {} {fish}\n", ids[player], index + 1));
        }
        text
    }
}
