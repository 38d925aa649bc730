//! A game in words: what is done, where everybody stands, and their tickets.

use serde::Serialize;

use super::board::{Station, Ticket, Tickets};
use super::scenario::{Colour, PLAYERS_MAX};
use super::trace::{TRACE, column};
use super::{
    Action, Ending, Event, MR_X, PublicSetting, Purse, Scenario, ScotlandYard, State, TicketLeg,
};
use chase_engine::game::Seat;
use chase_engine::history::HistoryCycle;
use chase_kit::faces::{DEEDS_GAP, HIDDEN, Kit, Transcript};
use chase_kit::trace::{Cell, ColumnSet, TraceRow};
use chase_kit::transcript::text;
use chase_world::error::counted;

/// A moment for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The rotation of the newest event.
    pub rotation: u32,
    /// The rounds started.
    pub round: u32,
    /// The number of rounds.
    pub rounds: u32,
    /// The seat to move, from 0; nothing when the game is over.
    pub seat: Option<u8>,
    /// The station where Mr X was last seen; nothing before he ever was.
    pub last_known: Option<Station>,
    /// The players, by seat.
    pub players: Vec<PlayerFacts>,
    /// The ending, once the game is over.
    pub ending: Option<Ending>,
}

/// A player for programs.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerFacts {
    /// The player's colour; black is Mr X.
    pub colour: Colour,
    /// The name of the player that chooses its actions.
    pub player: String,
    /// The station where it is; nothing where that must not be known.
    pub station: Option<Station>,
    /// The numbers of tickets that it has left.
    pub tickets: Purse,
}

/// What is said of a double move before its steps.
pub(super) const DOUBLE: &str = "pays a double";

/// Rounds as a list.
pub(super) fn numbers(rounds: &[u32]) -> String {
    let words: Vec<_> = rounds.iter().map(u32::to_string).collect();
    words.join(" ")
}

/// The size of a board.
pub(super) fn board_words(scenario: &Scenario) -> String {
    let stations = counted(scenario.stations.len(), "station");
    format!("{stations}, {}", counted(scenario.edges.len(), "edge"))
}

/// Tickets by name; a detective's without the two kinds that it never has.
fn tickets_words(tickets: &Tickets, seat: Seat) -> String {
    let kinds = Ticket::ALL.into_iter().zip(tickets);
    let is_shown =
        |ticket: Ticket| seat == MR_X || !matches!(ticket, Ticket::Double | Ticket::Secret);
    let shown = kinds.filter(|(ticket, _)| is_shown(*ticket));
    let words: Vec<_> = shown.map(|(ticket, count)| format!("{} {count}", ticket.name())).collect();
    words.join(", ")
}

/// The move that somebody types: `taxi 46`, `double bus 13 secret 23`, `pass`.
pub(super) fn parse_action(typed: &str) -> Option<Action> {
    let leg = |ticket: &str, to: &str| {
        let ticket = Ticket::parse(ticket).filter(|ticket| *ticket != Ticket::Double)?;
        Some(TicketLeg { ticket, to: to.parse().ok()? })
    };
    let lower = typed.to_ascii_lowercase();
    match lower.split_whitespace().collect::<Vec<_>>()[..] {
        ["pass"] => Some(Action::Pass),
        [ticket, to] => leg(ticket, to).map(Action::Move),
        ["double", first, one, second, other] => {
            Some(Action::Double { first: leg(first, one)?, second: leg(second, other)? })
        }
        _ => None,
    }
}

impl Ending {
    /// The winner and the reason, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Ending::Captured => "the detectives win: Mr X is captured",
            Ending::Cornered => "the detectives win: Mr X cannot move",
            Ending::Escaped => "Mr X wins: all rounds are used",
            Ending::Stuck => "Mr X wins: no detective can move",
            Ending::Forfeited => "the detectives win: Mr X lost his turn",
        }
    }
}

impl PublicSetting {
    /// An event in words, when `round` rounds have started; empty for what the cells show alone. An event made
    /// for the detectives has a last known station where `is_true` is false.
    pub(super) fn told(&self, round: u32, event: &Event, is_true: bool) -> String {
        match *event {
            Event::Doubled { .. } => format!("{} {DOUBLE}", self.name(MR_X)),
            Event::RoundStarted { round, .. } if self.reveals(round) => {
                format!("round {round} shows {}", self.name(MR_X))
            }
            Event::Moved { seat: MR_X, ticket, .. } if !is_true && !self.reveals(round) => {
                format!("{} {} {HIDDEN}", self.name(MR_X), ticket.name())
            }
            Event::Moved { seat, ticket, to } => {
                format!("{} {}", self.name(seat), TicketLeg { ticket, to })
            }
            Event::Passed { seat } => format!("{} pass", self.name(seat)),
            Event::Forfeited { seat, cause } => {
                format!("{} loses the turn, {}", self.name(seat), cause.word())
            }
            Event::Opened { .. }
            | Event::RoundStarted { .. }
            | Event::RotationCompleted
            | Event::GameOver { .. } => String::new(),
        }
    }
}

impl ScotlandYard {
    /// Returns true if a state holds Mr X's true place, and not only the detectives' knowledge.
    pub(super) fn is_true(state: &State) -> bool {
        state.mr_x != 0
    }

    /// The station of a seat; 0 where that must not be known.
    fn station(&self, state: &State, seat: Seat) -> Station {
        let public = &state.public;
        if seat != MR_X {
            public.detective(seat)
        } else if !Self::is_true(state) && public.ended == Some(Ending::Captured) {
            public.detective(public.newest_detective(&self.setting))
        } else if !Self::is_true(state) && self.setting.reveals(public.round) {
            // He has not moved since he showed himself.
            public.last_known
        } else {
            state.mr_x
        }
    }
}

/// The cells of a state.
pub(super) fn cells(game: &ScotlandYard, state: &State) -> Vec<String> {
    let mut cells = vec![String::new(); column::ROUND];
    for (seat, colour) in game.setting.players() {
        cells[column::STATION + colour as usize] = match game.station(state, seat) {
            0 => HIDDEN.into(),
            station => station.to_string(),
        };
        cells[column::STATION + PLAYERS_MAX + colour as usize] =
            tickets_words(&state.public.tickets[seat.index()], seat);
    }
    cells.push(state.public.round.to_string());
    cells.push(known(state.public.last_known).map_or(String::new(), |at| at.to_string()));
    cells
}

/// The kit's transcript with the rounds to come, and the facts for programs.
pub(super) struct WithTickets;

impl Transcript<ScotlandYard> for WithTickets {
    fn deeds(
        &self,
        game: &ScotlandYard,
        newest: HistoryCycle<'_, ScotlandYard>,
        state: &State,
    ) -> Option<String> {
        let (is_true, mut round) = (ScotlandYard::is_true(state), 0);
        let told = newest.events.iter().map(|event| {
            if let Event::RoundStarted { round: begun, .. } = event {
                round = *begun;
            }
            game.setting.told(round, event, is_true)
        });
        let deeds: Vec<_> = told.filter(|words| !words.is_empty()).collect();
        Some(deeds.join(DEEDS_GAP)).filter(|deeds| !deeds.is_empty())
    }

    fn event(&self, game: &ScotlandYard, before: &State, event: &Event) -> String {
        game.setting.told(before.public.round, event, ScotlandYard::is_true(before))
    }

    /// Where everybody is, and what was done; tickets follow from that.
    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)> {
        let told = |n: usize| {
            let cell =
                row.cells.get(n).filter(|cell| !matches!(cell, Cell::Unknown | Cell::Absent));
            cell.map(ToString::to_string).filter(|words| !words.is_empty())
        };
        let place = |n: usize| {
            let columns = ColumnSet::only(n).with(ColumnSet::only(n + PLAYERS_MAX));
            Some((format!("{} {}", TRACE[n].name, told(n)?), columns))
        };
        let did = told(column::DEEDS).map(|words| (words, ColumnSet::only(column::DEEDS)));
        (0..PLAYERS_MAX).filter_map(place).chain(did).collect()
    }

    fn moment(&self, game: &ScotlandYard, state: &State, players: &[String], out: &mut Vec<u8>) {
        let round = state.public.round;
        let left = game.scenario.reveals.iter().copied().filter(|reveal| *reveal > round);
        let left = numbers(&left.collect::<Vec<_>>());
        if state.public.ended.is_none() {
            match left.as_str() {
                "" => text(out, format_args!("Mr X does not show himself again\n")),
                left => text(out, format_args!("Mr X shows himself in rounds: {left}\n")),
            }
        }
        Kit.moment(game, state, players, out);
    }

    fn facts(&self, game: &ScotlandYard, state: &State, players: &[String]) -> impl Serialize {
        let public = &state.public;
        let player = |(seat, colour): (Seat, Colour)| PlayerFacts {
            colour,
            player: players.get(seat.index()).cloned().unwrap_or_default(),
            station: known(game.station(state, seat)),
            tickets: Purse::of(public.tickets[seat.index()]),
        };
        Facts {
            rotation: public.newest(),
            round: public.round,
            rounds: game.scenario.rounds,
            seat: public.ended.is_none().then_some(public.current.0),
            last_known: known(public.last_known),
            players: game.setting.players().map(player).collect(),
            ending: public.ended,
        }
    }
}

fn known(station: Station) -> Option<Station> {
    (station != 0).then_some(station)
}
