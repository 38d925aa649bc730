//! Fishing in words: what players do, the board with coordinates, facts. The columns of a transcript stand in trace.rs.

use serde::Serialize;

use super::board::PLAYERS_MAX;
use super::board_text::{count, put_board};
use super::scenario::rows;
use super::trace::column;
use super::{Event, FieldPlace, Fishing, State, rules};
use chase_engine::game::Seat;
use chase_kit::faces::{Kit, Transcript};
use chase_kit::trace::{Cell, ColumnSet, TraceRow};
use chase_kit::transcript::text;

/// A turn for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The number of turns taken.
    pub turn: u32,
    /// `placement`, `movement` or `over`.
    pub phase: &'static str,
    /// The seat to move, from 0; nothing when the game is over.
    pub seat: Option<u8>,
    /// The players by seat.
    pub players: Vec<PlayerFacts>,
    /// The fish on free floes, a string per row.
    pub ice: Vec<String>,
    /// The seats that have won, once the game is over.
    pub winners: Option<Vec<Seat>>,
}

/// A player for programs.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerFacts {
    /// The player's ID, under which state files list it.
    pub id: String,
    /// The name of the built-in player or program that chooses its turns.
    pub player: String,
    /// Its number on the board; 0 before its first placement.
    pub number: u8,
    /// The number of fish collected.
    pub fish: u32,
    /// The places of its penguins.
    pub penguins: Vec<FieldPlace>,
    /// True if the player is out.
    pub out: bool,
}

impl Fishing {
    /// The event of a turn in words; nothing for cycle 0 and for the end.
    pub(super) fn event_words(&self, seat: Seat, event: &Event) -> Option<String> {
        let id = self.id(seat);
        Some(match event {
            Event::Placed { at } => format!("{id} places a penguin on {at}, 1 fish"),
            Event::Moved { from, to, fish } => {
                format!("{id} moves {from} to {to}, {}", count(u64::from(*fish)))
            }
            Event::Forfeited { cause } => format!("{id} is out: {}", cause.word()),
            Event::Opened | Event::Ended { .. } => return None,
        })
    }
}

/// The text of the kit, with the board and the players above a moment.
pub(super) struct WithBoard;

impl Transcript<Fishing> for WithBoard {
    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)> {
        let player = |n: usize| {
            let (fish, places) = (column::FISH + n, column::PENGUINS + n);
            let Cell::Number(number) = row.cells[fish] else {
                return None;
            };
            let columns = ColumnSet::only(fish).with(ColumnSet::only(places));
            Some((format!("P{} {number}: {}", n + 1, row.cells[places]), columns))
        };
        (0..PLAYERS_MAX).filter_map(player).collect()
    }

    fn moment(&self, game: &Fishing, state: &State, players: &[String], out: &mut Vec<u8>) {
        put_board(&state.grid, out);
        for (n, (player, name)) in state.players.iter().zip(players).enumerate() {
            let fish = count(player.fish.into());
            let number = match player.number {
                0 => String::new(),
                number => format!("P{number} "),
            };
            text(out, format_args!("  {number}{}, {name}: {fish}", game.scenario.ids[n]));
            // A state file may have more penguins of another player.
            let left = game.scenario.penguins.saturating_sub(player.placed);
            if left > 0 && !state.moving {
                text(out, format_args!(", {left} to place"));
            }
            text(out, format_args!("{}\n", if state.out >> n & 1 == 1 { ", out" } else { "" }));
        }
        Kit.moment(game, state, players, out);
    }

    fn facts(&self, game: &Fishing, state: &State, players: &[String]) -> impl Serialize {
        let player = |(n, player): (usize, &super::PlayerState)| PlayerFacts {
            id: game.scenario.ids[n].clone(),
            player: players.get(n).cloned().unwrap_or_default(),
            number: player.number,
            fish: player.fish,
            penguins: match player.number {
                0 => Vec::new(),
                number => state.grid.penguins(number).collect(),
            },
            out: state.out >> n & 1 == 1,
        };
        Facts {
            turn: state.turns,
            phase: match (state.ended, state.moving) {
                (true, _) => "over",
                (false, true) => "movement",
                (false, false) => "placement",
            },
            seat: state.next.map(|seat| seat.0),
            players: state.players.iter().enumerate().map(player).collect(),
            ice: rows(&state.grid),
            winners: state.ended.then(|| rules::winners_of(&state.players)),
        }
    }
}
