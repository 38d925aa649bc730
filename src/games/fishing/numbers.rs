//! The game in numbers, on F fields, R rows and C columns, numbered row by row. A placement has the
//! number of its field. A move has F, plus R + C for each field before the one it leaves, plus the
//! column it leads to if it stays in its row, or else C plus the row it leads to.

use super::board::PLAYERS_MAX;
use super::{Action, Fishing, State};
use chase_engine::game::Seat;
use chase_kit::faces::NumericForm;
use chase_kit::numbers::{Feature, number};

/// The number for the player's own penguins in an observation; numbers of fish are lower.
const MINE: usize = 4;

impl Fishing {
    fn lines(&self) -> usize {
        usize::from(self.start.rows()) + usize::from(self.start.columns())
    }
}

/// Numbers of fields and of the lines from them.
pub(super) struct FieldNumbers;

impl NumericForm<Fishing> for FieldNumbers {
    fn action_count(&self, game: &Fishing) -> usize {
        game.start.fields().len() * (1 + game.lines())
    }

    fn action_number(&self, game: &Fishing, _: &State, _: Seat, action: &Action) -> usize {
        match *action {
            Action::Place { at } => game.start.index(at),
            Action::Move { from, to } => {
                let line = match from.row == to.row {
                    true => usize::from(to.column),
                    false => usize::from(game.start.columns()) + usize::from(to.row),
                };
                let before = game.start.fields().len() + game.start.index(from) * game.lines();
                before + line
            }
        }
    }

    /// A field is 0 for water, 1 to 3 for its fish, 4 for an own penguin, 5 for one of the player
    /// who comes next, and so on. Fish and penguins of players begin with the own.
    fn features(&self, game: &Fishing) -> Vec<Feature> {
        let players = game.scenario.ids.len();
        let most = number(MINE + players - 1);
        let mut all: Vec<_> =
            game.start.places().map(|place| Feature::new(place.to_string(), 0, most)).collect();
        all.push(Feature::new("moving", 0, 1));
        let fish = game.start.fields().iter().map(|it| i32::from(it.fish())).sum();
        for n in 0..players {
            all.push(Feature::new(format!("fish_{n}"), 0, fish));
            let penguins = i32::from(game.scenario.penguins);
            all.push(Feature::new(format!("placed_{n}"), 0, penguins));
        }
        all
    }

    fn observation(&self, _: &Fishing, seen: &State, seat: Seat, out: &mut Vec<i32>) {
        let players = seen.players.len();
        let mut of_number = [0; PLAYERS_MAX + 1];
        for n in 0..players {
            let player = &seen.players[(seat.index() + n) % players];
            of_number[usize::from(player.number)] = number(MINE + n);
        }
        // Nobody has number 0 on the board.
        of_number[0] = 0;
        out.extend(seen.grid.fields().iter().map(|field| match field.fish() {
            0 => of_number[usize::from(field.player())],
            fish => i32::from(fish),
        }));
        out.push(seen.moving.into());
        for n in 0..players {
            let player = &seen.players[(seat.index() + n) % players];
            out.extend([number(player.fish), i32::from(player.placed)]);
        }
    }
}
