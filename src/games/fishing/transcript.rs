//! A game in words: the state file after every turn, under a line that says what happened.

use serde::Serialize;

use super::board::PLAYERS_MAX;
use super::board_text::{Pen, count};
use super::scenario::rows;
use super::trace::{BANNER, column, show};
use super::{Event, FieldPlace, Fishing, FloeField, State, reading, rules};
use chase_core::blocks::BlockReader;
use chase_core::game::Seat;
use chase_core::header::to_json;
use chase_core::kit::{OpenGame as _, OpenTranscript};
use chase_core::seat::Seats;
use chase_core::tally::Tally;
use chase_core::trace::{Cell, ColumnSet, TraceReader, TraceRow};
use chase_core::transcript::{Transcript as _, table, text};

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

/// The text: a state file for every turn.
pub(super) struct Boards;

impl OpenTranscript<Fishing> for Boards {
    fn banner(&self) -> String {
        BANNER.into()
    }

    fn opening(&self, game: &Fishing, out: &mut Vec<u8>) {
        let penguins = game.scenario.penguins;
        let ids = game.scenario.ids.join(", ");
        text(out, format_args!("\n{BANNER}\n\nPenguins: {penguins} each. Players: {ids}.\n\n"));
    }

    fn block(&self, game: &Fishing, state: &State, out: &mut Vec<u8>) {
        text(out, format_args!("{}", game.state_file(state)));
    }

    fn ending_words(&self, game: &Fishing, state: &State) -> String {
        if !state.ended {
            return String::new();
        }
        let winners = rules::winners_of(&state.players);
        let ids: Vec<_> = winners.iter().map(|seat| game.id(*seat)).collect();
        let most = state.players.iter().map(|player| player.fish).max();
        let fish = count(u64::from(most.unwrap_or(0)));
        match ids.as_slice() {
            [id] => format!("{id} wins with {fish}"),
            _ => format!("{} share the win with {fish}", ids.join(", ")),
        }
    }

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

    fn show(&self, game: &Fishing, state: &State, row: &mut TraceRow) {
        show(&game.state_file(state), row);
    }

    fn recognises(&self, beginning: &str) -> bool {
        let mut lines = beginning.lines().skip_while(|line| line.trim().is_empty());
        let Some(first) = lines.next() else {
            return false;
        };
        first.trim() == BANNER
            || reading::rows_of(first).is_some() && lines.next().is_some_and(reading::is_row)
    }

    fn reader(&self) -> Box<dyn TraceReader> {
        Box::new(BlockReader::of::<Fishing>(reading::Reading::default()))
    }

    fn moment(&self, game: &Fishing, state: &State, players: &[String], out: &mut Vec<u8>) {
        text(out, format_args!("Turn {}\n", state.turns));
        let pen = Pen::default();
        pen.board(&state.grid, &[], out);
        pen.scores(game, state, out);
        out.push(b'\n');
        for (n, player) in state.players.iter().enumerate() {
            let id = &game.scenario.ids[n];
            let name = players.get(n).map_or("", String::as_str);
            let fish = count(u64::from(player.fish));
            let left = game.scenario.penguins - player.placed;
            text(out, format_args!("{id}, {name}: {fish}"));
            if left > 0 && !state.moving {
                text(out, format_args!(", {left} to place"));
            }
            if state.out >> n & 1 == 1 {
                text(out, format_args!(", out"));
            }
            out.push(b'\n');
        }
        if state.ended {
            out.push(b'\n');
            game.ending(state, out);
        } else if let Some(seat) = state.next {
            let verb = if state.moving { "move" } else { "place" };
            text(out, format_args!("{} is to {verb} a penguin\n", game.id(seat)));
        }
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

    fn event(&self, game: &Fishing, before: &State, event: &Event) -> String {
        match event {
            Event::Opened => {
                let free = before.grid.fields().iter().filter(|field| field.is_free());
                format!("the game begins on {} floes", free.count())
            }
            Event::Ended { winners } => {
                let ids: Vec<_> = winners.iter().map(|seat| game.id(*seat)).collect();
                format!("nobody can move; most fish: {}", ids.join(", "))
            }
            _ => game.event_text(before.next, event),
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
        let width = ids.iter().map(|id| id.chars().count()).max();
        let width = width.unwrap_or(0).max("player".len());
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

/// The content of a field, in the words that the referee uses.
pub(super) fn field_words(field: FloeField) -> String {
    match (field.fish(), field.player()) {
        (0, 0) => "water".into(),
        (0, player) => format!("P{player}"),
        (fish, _) => count(fish.into()),
    }
}
