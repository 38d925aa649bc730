//! What a search must know of the game so far: the positions that the game can come back to.

use crate::{Event, Position, Scenario};

/// The newest position and those before it since the last capture, each with the side to move.
#[derive(Debug)]
pub struct Past {
    now: (Position, usize),
    before: Vec<(Position, usize)>,
}

impl Past {
    /// Before the first move; on an empty board where no game can begin.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Self {
        let position = scenario.check().unwrap_or(Position::EMPTY);
        Past { now: (position, scenario.side.into()), before: Vec::new() }
    }

    /// Takes in what happened.
    pub fn take(&mut self, event: &Event) {
        let Event::Moved { piece, to, captured, .. } = *event else {
            return;
        };
        match captured {
            Some(_) => self.before.clear(),
            None => self.before.push(self.now),
        }
        let (position, side) = self.now;
        self.now = (position.stepped(side, piece as usize, to.number()), 1 - side);
    }

    /// The positions before the newest, since the last capture.
    #[must_use]
    pub fn positions(&self) -> &[(Position, usize)] {
        &self.before
    }
}
