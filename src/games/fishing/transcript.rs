//! Fishing in words: what players do, the board with coordinates, facts and counts. The columns of a transcript stand in
//! trace.rs.

use serde::Serialize;

use super::board::PLAYERS_MAX;
use super::board_text::{count, put_board};
use super::scenario::rows;
use super::trace::column;
use super::{Event, FieldPlace, Fishing, State, rules};
use chase_engine::game::Seat;
use chase_engine::header::to_json;
use chase_engine::seat::Seats;
use chase_kit::faces::{Kit, Transcript};
use chase_kit::tally::Tally;
use chase_kit::trace::{Cell, ColumnSet, TraceRow};
use chase_kit::transcript::{table, text};

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

/// The counts of the game, by seat.
#[derive(Clone, Debug, Default)]
struct Counts([PlayerCounts; PLAYERS_MAX]);

/// The counts for programs: IDs with what was counted of each, by seat.
#[derive(Debug, Serialize)]
struct Totals<'a> {
    players: Vec<(&'a String, &'a PlayerCounts)>,
}

/// One player's counts: penguins placed, moves made, fields that its penguins went, fish collected, and
/// turns lost. A lost turn puts the player out.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct PlayerCounts {
    placed: u64,
    moves: u64,
    distance: u64,
    fish: u64,
    forfeits: u64,
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

    fn tally(&self, _: &Fishing) -> Box<dyn Tally<Fishing>> {
        Box::new(Counts::default())
    }
}

impl Tally<Fishing> for Counts {
    fn count(&mut self, _: &Fishing, before: &State, event: &Event) {
        let Some(seat) = before.next else {
            return;
        };
        let player = &mut self.0[seat.index()];
        match *event {
            Event::Placed { .. } => {
                player.placed += 1;
                player.fish += 1;
            }
            Event::Moved { from, to, fish } => {
                player.moves += 1;
                player.fish += u64::from(fish);
                let fields = from.row.abs_diff(to.row) + from.column.abs_diff(to.column);
                player.distance += u64::from(fields);
            }
            Event::Forfeited { .. } => player.forfeits += 1,
            Event::Opened | Event::Ended { .. } => {}
        }
    }

    fn json(&self, game: &Fishing, _: Option<Seats>) -> String {
        let players = game.scenario.ids.iter().zip(&self.0).collect();
        to_json(&Totals { players })
    }

    fn text(&self, game: &Fishing, _: Option<Seats>, out: &mut Vec<u8>) {
        let ids = &game.scenario.ids;
        let width = ids.iter().map(|id| id.chars().count()).max().unwrap_or(0).max("player".len());
        let heads = [("placed", 6), ("moves", 6), ("distance", 8), ("fish", 6), ("forfeits", 8)];
        let row = |(id, counts): (&String, &PlayerCounts)| {
            let PlayerCounts { placed, moves, distance, fish, forfeits } = *counts;
            (id.clone(), [placed, moves, distance, fish, forfeits])
        };
        let rows = ids.iter().zip(&self.0).map(row);
        table(("player", width), heads, rows, out);
    }

    fn again(&self) -> Box<dyn Tally<Fishing>> {
        Box::new(self.clone())
    }
}
