//! What a player outside the process is sent.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::board::{Grid, parse_field};
use super::{Fishing, PlayerState, State};
use chase_engine::game::Seat;
use chase_kit::faces::{WireForm, received};
use chase_kit::protocol::WireError;

/// The view of a player in its JSON form: everything.
#[derive(Serialize, Deserialize)]
struct Sight {
    /// The number of turns that all players together have taken so far.
    turns: u32,
    phase: Phase,
    /// Fields of two digits, parted by blanks.
    board: Vec<String>,
    /// The players, one row for each seat, in the order of the seats.
    players: Vec<FieldRow>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    Placement,
    Movement,
}

#[derive(Serialize, Deserialize)]
struct FieldRow {
    number: u8,
    placed: u8,
    fish: u32,
    out: bool,
}

fn grid(rows: &[String], like: &Grid) -> Result<Grid, WireError> {
    let words: Vec<_> = rows.iter().flat_map(|row| row.split_whitespace()).collect();
    let (found, due) = (words.len(), like.fields().len());
    if found != due {
        return Err(WireError::new(format!("a board of {found} fields; expected {due}")));
    }
    let mut grid = Grid::water(like.rows(), like.columns());
    for (place, word) in like.places().zip(words) {
        let field = parse_field(word).map_err(WireError::new)?;
        grid.set(place, field);
    }
    Ok(grid)
}

/// The board as words, the players by seat.
pub(super) struct Messages;

impl WireForm<Fishing> for Messages {
    fn sight(&self, _: &Fishing, state: &State, _: Seat) -> impl Serialize {
        let row = |(seat, player): (usize, &PlayerState)| FieldRow {
            number: player.number,
            placed: player.placed,
            fish: player.fish,
            out: state.out >> seat & 1 == 1,
        };
        Sight {
            turns: state.turns,
            phase: if state.moving { Phase::Movement } else { Phase::Placement },
            board: state.grid.lines_of_fields(),
            players: state.players.iter().enumerate().map(row).collect(),
        }
    }

    fn sighted_state(
        &self,
        game: &Fishing,
        seat: Seat,
        sight: &RawValue,
    ) -> Result<State, WireError> {
        let sight: Sight = received(sight)?;
        if sight.players.len() != game.scenario.ids.len() {
            let what = format!("{} players", sight.players.len());
            return Err(WireError::new(what));
        }
        let rows = sight.players.iter().enumerate();
        let out = rows.fold(0, |out, (seat, row)| out | u16::from(row.out) << seat);
        let players = sight.players.iter().map(|row| PlayerState {
            number: row.number,
            placed: row.placed,
            fish: row.fish,
        });
        Ok(State {
            opened: true,
            turns: sight.turns,
            moving: sight.phase == Phase::Movement,
            next: Some(seat),
            out,
            ended: false,
            players: players.collect(),
            grid: grid(&sight.board, &game.start)?,
        })
    }
}
