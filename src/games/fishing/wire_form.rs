//! What a player outside the process is sent.

use serde::{Deserialize, Serialize};

use super::board::{Grid, Place, parse_field};
use super::{Event, Fishing, Known, PlayerState, Scenario, State, View};
use crate::engine::game::{Game, Seat};
use crate::engine::protocol::{Nothing, WireForm, check_seat};

/// What a player sees: everything.
#[derive(Serialize, Deserialize)]
pub struct Sight {
    /// Turns taken.
    turns: u32,
    phase: Phase,
    /// Fields of two digits, parted by blanks.
    board: Vec<String>,
    /// By seat.
    players: Vec<Row>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    Placement,
    Movement,
}

#[derive(Serialize, Deserialize)]
struct Row {
    number: u8,
    placed: u8,
    fish: u32,
    out: bool,
}

/// A view, and what it is of.
pub struct Held {
    state: State,
    seat: Seat,
    penguins: u8,
}

fn fields(grid: &Grid) -> Vec<String> {
    let rows = grid.fields().chunks(usize::from(grid.columns()));
    let words = |row: &[super::Field]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    rows.map(|row| words(row).join(" ")).collect()
}

fn grid(rows: &[String], like: &Grid) -> Result<Grid, String> {
    let words: Vec<_> = rows.iter().flat_map(|row| row.split_whitespace()).collect();
    let places: Vec<Place> = like.places().collect();
    if words.len() != places.len() {
        let (found, due) = (words.len(), places.len());
        return Err(format!("a board of {found} fields; there are {due}"));
    }
    let mut grid = Grid::water(like.rows(), like.columns());
    for (place, word) in places.into_iter().zip(words) {
        grid.set(place, parse_field(word)?);
    }
    Ok(grid)
}

impl WireForm for Fishing {
    type Common = Scenario;
    type Own = Nothing;
    type SentView = Sight;
    type SentSeen = Event;
    type Held = Held;

    fn send_known(known: &Known) -> (Scenario, Nothing) {
        (known.scenario.clone(), Nothing {})
    }

    fn receive_known(seat: Seat, scenario: Scenario, _: Nothing) -> Result<Known, String> {
        let game = Fishing::new(scenario).map_err(|fault| fault.to_string())?;
        check_seat(seat, game.seats().into())?;
        Ok(game.known(seat))
    }

    fn send_view(view: &View<'_>) -> Sight {
        let state = view.state;
        let row = |(seat, player): (usize, &PlayerState)| Row {
            number: player.number,
            placed: player.placed,
            fish: player.fish,
            out: state.out >> seat & 1 == 1,
        };
        Sight {
            turns: state.turns,
            phase: if state.moving {
                Phase::Movement
            } else {
                Phase::Placement
            },
            board: fields(&state.grid),
            players: state.players.iter().enumerate().map(row).collect(),
        }
    }

    fn receive_view(seat: Seat, known: &Known, sent: Sight) -> Result<Held, String> {
        let start = known.scenario.check().map_err(|fault| fault.to_string())?;
        if sent.players.len() != known.scenario.ids.len() {
            return Err(format!("{} players", sent.players.len()));
        }
        let out = sent.players.iter().enumerate();
        let out = out.fold(0, |out, (seat, row)| out | u16::from(row.out) << seat);
        let players = sent.players.iter().map(|row| PlayerState {
            number: row.number,
            placed: row.placed,
            fish: row.fish,
        });
        let state = State {
            opened: true,
            turns: sent.turns,
            moving: sent.phase == Phase::Movement,
            next: Some(seat),
            out,
            ended: false,
            players: players.collect(),
            grid: grid(&sent.board, &start)?,
        };
        Ok(Held {
            state,
            seat,
            penguins: known.scenario.penguins,
        })
    }

    fn held(held: &Held) -> View<'_> {
        View {
            state: &held.state,
            seat: held.seat,
            penguins: held.penguins,
        }
    }

    fn send_seen(seen: &Event) -> Event {
        seen.clone()
    }

    fn receive_seen(sent: Event) -> Result<Event, String> {
        Ok(sent)
    }
}
