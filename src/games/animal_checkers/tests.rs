//! The rules by drawn boards: before, the move, after.

mod agents;
mod endings;
mod learned;
mod moves;
mod network;
mod reading;
mod search;
mod solved;

use std::sync::Arc;

use super::{Action, Animal, AnimalCheckers, Direction, Ending, Event, Position, Scenario, State};
use chase_engine::dice::Dice;
use chase_engine::game::{BrokenRule, Game, Seat, Turn};

/// A board as side 0 sees it, blanks and empty lines left out.
fn rows(drawn: &str) -> Vec<String> {
    let plain = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    drawn.lines().map(plain).filter(|line| !line.is_empty()).collect()
}

fn board(drawn: &str) -> Position {
    Position::from_rows(&rows(drawn)).unwrap_or_else(|error| panic!("{error}\n{drawn}"))
}

/// A move as a person types it.
fn typed(letters: &str) -> Action {
    let [piece, direction] = letters.chars().collect::<Vec<_>>()[..] else {
        panic!("`{letters}` is no move");
    };
    Action::Move {
        piece: Animal::by_letter(piece).unwrap(),
        direction: Direction::by_letter(direction).unwrap(),
    }
}

/// A game that begins at a drawn board.
struct DrawnTable {
    game: Arc<AnimalCheckers>,
    state: State,
}

impl DrawnTable {
    fn at(drawn: &str, side: u8) -> Self {
        Self::with(Scenario { position: rows(drawn), side, ..Scenario::default() })
    }

    fn with(scenario: Scenario) -> Self {
        let game = Arc::new(AnimalCheckers::new(scenario).unwrap());
        let mut state = game.start();
        game.apply(&mut state, &Event::Opened).unwrap();
        DrawnTable { game, state }
    }

    fn dice() -> Dice {
        Dice::new(AnimalCheckers::DICE, 1, 0)
    }

    /// Whoever is to move makes a move; the world answers when the game is over.
    fn plays(&mut self, letters: &str) -> Result<(), BrokenRule> {
        let Turn::Seat(seat) = self.game.turn(&self.state) else {
            panic!("it is nobody's turn");
        };
        let mut events = Vec::new();
        let action = typed(letters);
        self.game.decide_in(&self.state, seat, &action, &mut Self::dice(), &mut events)?;
        assert!(self.game.event_matches(&self.state, seat, &action, &events[0]));
        self.take_in(&events);
        self.close();
        Ok(())
    }

    fn take_in(&mut self, events: &[Event]) {
        for event in events {
            self.game.apply(&mut self.state, event).unwrap();
        }
    }

    fn close(&mut self) {
        if self.game.turn(&self.state) == Turn::World {
            let mut events = Vec::new();
            self.game.world_in(&self.state, &mut Self::dice(), &mut events);
            self.take_in(&events);
        }
    }

    #[track_caller]
    fn shows(&self, drawn: &str) {
        assert_eq!(self.state.position.rows(0).to_vec(), rows(drawn));
    }

    fn ending(&self) -> Option<String> {
        self.state.ending.as_ref().map(Ending::to_string)
    }

    fn legal(&self) -> Vec<String> {
        let Turn::Seat(seat) = self.game.turn(&self.state) else {
            return Vec::new();
        };
        let mut buffer = Vec::new();
        let legal = self.game.legal_in(&self.state, seat, &mut buffer);
        legal.iter().map(Action::to_string).collect()
    }
}

/// Draws the board with the sides swapped and turned, as the other side would see it.
fn turned(drawn: &str) -> String {
    let lines = rows(drawn).into_iter().rev().map(|row| {
        let swap = |c: char| {
            if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        row.chars().rev().map(swap).collect::<String>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn seat(side: u8) -> Seat {
    Seat(side)
}
