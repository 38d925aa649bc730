//! A game in words: what spectators are told, rotation by rotation, and where everybody stands
//! after each.

use std::sync::Arc;

use serde::Serialize;

use super::board::{Station, Ticket, Tickets};
use super::scenario::{Colour, PLAYERS_MAX};
use super::tally::GameTally;
use super::trace::{
    BANNER, COMPLETE, DOUBLE, FOR_DETECTIVES, LAST_KNOWN, LOST, MOVE, OVER, ROUND, TOLD_GAP, TRACE,
    column, lost,
};
use super::{
    Action, Ending, Event, MR_X, PublicSetting, ScotlandYard, State, TicketLeg, knowledge, reading,
};
use chase_core::blocks::BlockReader;
use chase_core::budget::StopFlag;
use chase_core::error::counted;
use chase_core::extras::{Extras, Parts};
use chase_core::game::Seat;
use chase_core::header::to_json;
use chase_core::referee::Referee;
use chase_core::replay::{By, Header, HistoryCycle};
use chase_core::rules_referee::RulesReferee;
use chase_core::seat::Seats;
use chase_core::trace::{Cell, Column, ColumnSet, TraceReader, TraceRow};
use chase_core::transcript::{Transcript, Viewer, text};

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
    pub tickets: super::Purse,
}

/// Rounds as a list.
fn numbers(rounds: &[u32]) -> String {
    let words: Vec<_> = rounds.iter().map(u32::to_string).collect();
    words.join(" ")
}

/// Tickets by name; a detective's without the two kinds that it never has.
pub(super) fn tickets_words(tickets: &Tickets, seat: Seat) -> String {
    let kinds = Ticket::ALL.into_iter().zip(tickets);
    let is_shown =
        |ticket: Ticket| seat == MR_X || !matches!(ticket, Ticket::Double | Ticket::Secret);
    let words = kinds.filter(|(ticket, _)| is_shown(*ticket));
    let words: Vec<_> = words.map(|(ticket, count)| format!("{} {count}", ticket.name())).collect();
    words.join(", ")
}

/// A station, or what is said where there is none to tell.
pub(super) fn station_word(station: Station) -> String {
    match station {
        0 => "nowhere".into(),
        known => known.to_string(),
    }
}

impl Ending {
    /// The winner and the reason, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Ending::Captured => "the detectives win, Mr X is captured",
            Ending::Cornered => "the detectives win, Mr X cannot move",
            Ending::Escaped => "Mr X wins, all rounds are used",
            Ending::Stuck => "Mr X wins, no detective can move",
            Ending::Forfeited => "the detectives win, Mr X lost his turn",
        }
    }
}

impl PublicSetting {
    /// The announcement of an event, a line without its end, when `round` rounds have started. An
    /// event made for the detectives has a last known station where `is_true` is false.
    pub(super) fn told(&self, round: u32, event: &Event, is_true: bool) -> String {
        let hides = |round: u32| !is_true && !self.reveals(round);
        let leg = |leg: TicketLeg, round: u32| {
            if hides(round) { leg.ticket.name().to_owned() } else { leg.to_string() }
        };
        match *event {
            Event::Opened { ref stations } => {
                let places = stations.iter().zip(&self.colours);
                let places: Vec<_> = places
                    .map(|(station, colour)| match station {
                        0 => format!("{} somewhere", colour.name()),
                        _ => format!("{} at {station}", colour.name()),
                    })
                    .collect();
                format!("Game opened: {}", places.join(", "))
            }
            Event::Doubled { first, second } => {
                let (one, other) = (leg(first, round + 1), leg(second, round + 2));
                let mut words = format!("{DOUBLE}{} double {one} {other}", self.name(MR_X));
                if hides(round + 2) {
                    words.push_str(LAST_KNOWN);
                    words.push_str(&station_word(second.to));
                }
                words
            }
            Event::RoundStarted { round, to, .. } if self.reveals(round) => {
                format!("{ROUND}{round} started, Mr X shows himself at {to}")
            }
            Event::RoundStarted { round, .. } => format!("{ROUND}{round} started"),
            Event::Moved { seat, ticket, to } => {
                let name = self.name(seat);
                if seat == MR_X && hides(round) {
                    let (ticket, seen) = (ticket.name(), station_word(to));
                    format!("{MOVE}{name} {ticket}{LAST_KNOWN}{seen}")
                } else {
                    format!("{MOVE}{name} {} {to}", ticket.name())
                }
            }
            Event::Passed { seat } => format!("{MOVE}{} pass", self.name(seat)),
            Event::Forfeited { seat, cause } => {
                format!("{LOST}{}, {}", self.name(seat), cause.word())
            }
            Event::RotationCompleted => COMPLETE.into(),
            Event::GameOver { cause } => format!("{OVER}{}", cause.words()),
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

    /// The rounds after this one in which Mr X shows himself.
    fn reveals_to_come(&self, round: u32, out: &mut Vec<u8>) {
        let left = self.scenario.reveals.iter().copied();
        let left: Vec<_> = left.filter(|reveal| *reveal > round).collect();
        match numbers(&left).as_str() {
            "" => text(out, format_args!("Mr X does not show himself again\n")),
            left => text(out, format_args!("He shows himself in rounds: {left}\n")),
        }
    }

    /// A line for every player: where it is, and its tickets.
    fn places(&self, state: &State, players: &[String], out: &mut Vec<u8>) {
        for (seat, colour) in self.setting.players() {
            let tickets = tickets_words(&state.public.tickets[seat.index()], seat);
            let place = match self.station(state, seat) {
                0 => "?".to_owned(),
                known => known.to_string(),
            };
            let name = colour.name();
            text(out, format_args!("{name:<6} {place:>5}  {tickets}"));
            if let Some(player) = players.get(seat.index()) {
                text(out, format_args!("  ({player})"));
            }
            out.push(b'\n');
        }
        let seen = station_word(state.public.last_known);
        text(out, format_args!("Mr X was last seen: {seen}\n"));
    }

    /// The players' colours as a list.
    fn colours(&self) -> String {
        let colours: Vec<_> = self.setting.colours.iter().map(|it| it.name()).collect();
        colours.join(", ")
    }

    fn board_words(&self) -> String {
        let stations = counted(self.setting.board.stations().len(), "station");
        format!("{stations}, {}", counted(self.scenario.edges.len(), "edge"))
    }

    /// The announcements of a cycle. The start and the end are told elsewhere.
    fn lines(&self, newest: HistoryCycle<'_, Self>, state: &State) -> Vec<String> {
        let is_true = Self::is_true(state);
        let starts = |event: &&Event| matches!(event, Event::RoundStarted { .. });
        let started = newest.events.iter().filter(starts).count();
        let mut round = state.public.round - u32::try_from(started).expect("two at most");
        let mut lines = Vec::new();
        for event in newest.events {
            if !matches!(event, Event::Opened { .. } | Event::GameOver { .. }) {
                lines.push(self.setting.told(round, event, is_true));
            }
            round += u32::from(starts(&event));
        }
        lines
    }

    /// The action of a seat in a cycle, in words; nothing if it is not known.
    fn deed(&self, newest: HistoryCycle<'_, Self>, seat: Seat, state: &State) -> Option<String> {
        newest.turns().find_map(|(entry, _)| match &entry.by {
            By::Action(by, action) if *by == seat => {
                // What Mr X did is known by his ticket only.
                (seat != MR_X || Self::is_true(state)).then(|| action.to_string())
            }
            By::Forfeit(by, why) if *by == seat => Some(lost(why.cause.word())),
            _ => None,
        })
    }
}

impl Transcript for ScotlandYard {
    const EXTRAS: Extras<Self> = Extras {
        insight: Some(|game, _| Some(Box::new(knowledge::Knowledge::new(&game.setting)))),
        // Mr X sees everything.
        belief: Some(|game, seat| {
            (seat != MR_X).then(|| Box::new(knowledge::Knowledge::new(&game.setting)) as _)
        }),
        parts: Some(Parts { unit: "round", begun: |_, state| state.public.round.into() }),
        plays_on: &["inverse", "closing"],
        ..Extras::NONE
    };

    fn opening(&self, out: &mut Vec<u8>) {
        text(out, format_args!("\n{BANNER}\n\nBoard: {}.\n", self.board_words()));
        let rounds = self.scenario.rounds;
        match numbers(&self.scenario.reveals).as_str() {
            "" => text(out, format_args!("Rounds: {rounds}, none revealing.\n")),
            reveals => text(out, format_args!("Rounds: {rounds}, revealing in {reveals}.\n")),
        }
        text(out, format_args!("Players: {}.\n\n", self.colours()));
    }

    fn block(&self, newest: HistoryCycle<'_, Self>, state: &State, out: &mut Vec<u8>) {
        for line in self.lines(newest, state) {
            text(out, format_args!("{line}\n"));
        }
        self.places(state, &[], out);
    }

    fn ending_words(&self, state: &State) -> String {
        let ending = state.public.ended;
        ending.map_or(String::new(), |ending| format!("{OVER}{}", ending.words()))
    }

    fn columns() -> &'static [Column] {
        TRACE
    }

    fn printed(row: &TraceRow) -> Vec<(String, ColumnSet)> {
        let player = |n: usize| {
            let (station, tickets, did) =
                (column::STATION + n, column::TICKETS + n, column::MOVE + n);
            if row.cells[tickets] == Cell::Unknown {
                return None;
            }
            let name = TRACE[station].name;
            let mut words = format!("{name} {}", row.cells[station]);
            if row.cells[did] != Cell::Unknown {
                words.push_str(&format!(" by {}", row.cells[did]));
            }
            let columns = [station, tickets, did].map(ColumnSet::only);
            Some((words, columns.into_iter().fold(ColumnSet::NONE, ColumnSet::with)))
        };
        (0..PLAYERS_MAX).filter_map(player).collect()
    }

    fn show(&self, state: &State, row: &mut TraceRow) {
        for (seat, colour) in self.setting.players() {
            let place = colour as usize;
            if let station @ 1.. = self.station(state, seat) {
                row.cells[column::STATION + place] = Cell::Number(station.into());
            }
            let tickets = tickets_words(&state.public.tickets[seat.index()], seat);
            row.cells[column::TICKETS + place] = Cell::Text(tickets.into());
        }
        row.cells[column::ROUND] = Cell::Number(state.public.round.into());
        row.cells[column::LAST_KNOWN] = Cell::Number(state.public.last_known.into());
    }

    fn row(&self, newest: HistoryCycle<'_, Self>, state: &State, row: &mut TraceRow) {
        self.show(state, row);
        for (seat, colour) in self.setting.players() {
            if let Some(words) = self.deed(newest, seat, state) {
                row.cells[column::MOVE + colour as usize] = Cell::Text(words.into());
            }
        }
        if Self::is_true(state) {
            let told = self.lines(newest, state).join(TOLD_GAP);
            row.cells[column::TOLD] = Cell::Text(told.into());
        }
        row.ending = self.ending_words(state);
    }

    fn statements(&self) -> Vec<(String, String)> {
        let said = [
            ("board", self.board_words()),
            ("rounds", self.scenario.rounds.to_string()),
            ("reveals", numbers(&self.scenario.reveals)),
            ("players", self.colours()),
        ];
        said.map(|(what, value)| (what.to_owned(), value)).to_vec()
    }

    fn recognises(beginning: &str) -> bool {
        let mut lines = beginning.lines().skip_while(|line| line.trim().is_empty());
        lines.next().is_some_and(|first| first.trim() == BANNER)
    }

    fn reader() -> Box<dyn TraceReader> {
        Box::new(BlockReader::of::<Self>(reading::Reading::default()))
    }

    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee> {
        Box::new(RulesReferee::new(game, header, dice_known, stop))
    }

    fn moment(&self, state: &State, players: &[String], out: &mut Vec<u8>) {
        let public = &state.public;
        let rounds = self.scenario.rounds;
        text(
            out,
            format_args!("Rotation {}, round {} of {rounds}\n", public.newest(), public.round),
        );
        self.places(state, players, out);
        if public.ended.is_none() {
            self.reveals_to_come(public.round, out);
        }
        out.push(b'\n');
        match public.ended {
            Some(_) => self.ending(state, out),
            None if state.due.leg.is_some() => {
                let name = self.setting.name(MR_X);
                text(out, format_args!("{name} is in the middle of a double move\n"));
            }
            None => {
                let name = self.setting.name(public.current);
                text(out, format_args!("{name} is to move\n"));
            }
        }
    }

    fn facts(&self, state: &State, players: &[String]) -> String {
        let public = &state.public;
        let player = |(seat, colour): (Seat, Colour)| PlayerFacts {
            colour,
            player: players.get(seat.index()).cloned().unwrap_or_default(),
            station: known(self.station(state, seat)),
            tickets: super::Purse::of(public.tickets[seat.index()]),
        };
        to_json(&Facts {
            rotation: public.newest(),
            round: public.round,
            rounds: self.scenario.rounds,
            seat: public.ended.is_none().then_some(public.current.0),
            last_known: known(public.last_known),
            players: self.setting.players().map(player).collect(),
            ending: public.ended,
        })
    }

    fn action(&self, _: &State, _: Seat, action: &Action, out: &mut Vec<u8>) {
        text(out, format_args!("{action}"));
    }

    fn event(&self, before: &State, event: &Event, out: &mut Vec<u8>) {
        let is_true = match event {
            Event::Opened { stations } => stations[MR_X.index()] != 0,
            _ => Self::is_true(before),
        };
        let line = self.setting.told(before.public.round, event, is_true);
        text(out, format_args!("{line}"));
    }

    fn tally(&self) -> Box<dyn chase_core::tally::Tally<Self>> {
        Box::new(GameTally::default())
    }

    /// All detectives see the same.
    fn viewers(&self) -> Vec<Viewer> {
        let side = |name: &str, seats| Viewer { name: name.into(), seats };
        let detectives = || self.setting.detectives();
        let each = detectives().map(|seat| {
            let name = self.setting.name(seat).to_lowercase();
            side(&name, seat.into())
        });
        let all = side("detectives", detectives().collect());
        [all, side("mr-x", MR_X.into())].into_iter().chain(each).collect()
    }

    fn public_eyes(&self) -> Option<Seats> {
        Some(self.setting.detectives().collect())
    }

    fn viewed_opening(&self, eyes: Seats, out: &mut Vec<u8>) {
        self.opening(out);
        if eyes.has(MR_X) {
            return;
        }
        // It stands above the empty line.
        out.pop();
        text(out, format_args!("{FOR_DETECTIVES}\n\n"));
    }

    fn viewed_state(&self, state: &State, eyes: Seats) -> State {
        if eyes.has(MR_X) {
            return state.clone();
        }
        State {
            public: state.public.clone(),
            mr_x: 0,
            due: super::PendingLegs {
                leg: state.due.leg.map(|leg| TicketLeg { to: 0, ..leg }),
                second: state.due.second.map(|leg| TicketLeg { to: 0, ..leg }),
                ..state.due
            },
            verdict: None,
        }
    }

    fn viewed_action(&self, before: &State, by: Seat, action: &Action, eyes: Seats) -> Action {
        if by != MR_X || eyes.has(MR_X) {
            return *action;
        }
        self.setting.shown_action(&before.public, *action)
    }

    fn viewed_event(seen: &Event, _: Seat) -> Option<Event> {
        Some(seen.clone())
    }

    fn sees_legal(eyes: Seats, by: Seat) -> bool {
        eyes.has(MR_X) || by != MR_X
    }
}

fn known(station: Station) -> Option<Station> {
    (station != 0).then_some(station)
}
