//! Connect Four as a picture and in numbers, and its line of the command line. The rules are not here.

use chase::prelude::*;

use super::{Four, Scenario, State};

fn squares(game: &Four) -> impl Iterator<Item = (u8, u8)> {
    let Scenario { columns, rows } = game.0;
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
}

/// The rows of the board from above, a sign for each square.
pub(super) fn rows(game: &Four, state: &State) -> Vec<String> {
    let sign = |(column, row): (u8, u8)| match state.disc(column.into(), row.into()) {
        None => '.',
        Some(Seat(0)) => 'X',
        Some(_) => 'O',
    };
    let signs: Vec<char> = squares(game).map(sign).collect();
    let rows = signs.chunks(game.0.columns.into()).rev();
    rows.map(String::from_iter).collect()
}

/// The board, with discs in the colours of their seats; the top square of a column is clicked.
pub(super) struct Board;

impl Picture<Four> for Board {
    fn board(&self, game: &Four, state: &State) -> Vec<String> {
        rows(game, state)
    }

    fn signs(&self) -> &'static [&'static str] {
        &["X", "O"]
    }

    fn squares(&self, _: &Four, _: &State, _: Seat, column: &u8) -> Vec<(usize, usize)> {
        vec![((*column).into(), 0)]
    }
}

/// Columns as actions; an observation is the board from below: 0 for nothing, 1 for one's own disc.
pub(super) struct Discs;

impl NumericForm<Four> for Discs {
    fn action_count(&self, game: &Four) -> usize {
        game.0.columns.into()
    }

    fn action_number(&self, _: &Four, _: &State, _: Seat, column: &u8) -> usize {
        (*column).into()
    }

    fn features(&self, game: &Four) -> Vec<Feature> {
        let feature = |(x, y)| Feature::new(format!("{x} {y}"), 0, 2);
        squares(game).map(feature).collect()
    }

    fn observation(&self, game: &Four, state: &State, seat: Seat, out: &mut Vec<i32>) {
        let mine = |disc| if disc == seat { 1 } else { 2 };
        let disc = |(x, y): (u8, u8)| state.disc(x.into(), y.into());
        out.extend(squares(game).map(|square| disc(square).map_or(0, mine)));
    }
}

impl Entry for Four {
    const ABOUT: &'static str = "Connect Four: four in a line win";
    const EXAMPLE: &'static str = "--seed 1";
    type Arguments = Scenario;

    fn scenario_of(asked: &Scenario, _: &mut Dice) -> Result<Scenario, Error> {
        Ok(asked.clone())
    }
}
