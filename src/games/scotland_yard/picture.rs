//! The board drawn: stations and lines, the detectives, Mr X where he may be seen, and the tickets.

use super::board::{Edge, Station, Ticket, Transport};
use super::graph::{BOARD, own_board};
use super::trace::column;
use super::{Action, Colour, Ending, Event, MR_X, ScotlandYard, State};
use chase_board::place_positions::placed;
use chase_engine::game::Seat;
use chase_engine::history::{By, HistoryCycle};
use chase_kit::faces::Picture;
use chase_kit::picture::{
    Act, Actor, ClickFault, GameEnd, Icon, Line, Link, Paint, PanelCell, Passage, Piece, Place,
    Scene, Spots, Stage, Standing, StepTrack, Way,
};
use chase_kit::trace::{Cell, TraceRow};

/// Where the stations of the program's own board stand, in the order of its file.
const POSITIONS: &str = include_str!("data/pos.txt");

/// The rules in short, for people who watch.
const RULES: [&str; 5] = [
    "A move goes along a line of taxi, bus or underground and costs a ticket of that kind. A detective's ticket goes to Mr X.",
    "Mr X may pay for any line with a secret ticket, which is also what a ferry costs. A double ticket gives him two moves.",
    "The detectives see his tickets, but his station in some rounds only.",
    "Nobody may enter a detective's station. A detective who enters Mr X's station has caught him.",
    "The detectives also win when Mr X cannot move; he wins when all rounds are used or no detective can move.",
];

/// The board with its stations and lines.
pub(super) struct Map;

impl Picture<ScotlandYard> for Map {
    fn stage(&self, game: &ScotlandYard) -> Stage {
        let (stations, edges) = (&game.scenario.stations, &game.scenario.edges);
        let nth = |station: Station| game.place(station).expect("edges join stations");
        let ends: Vec<_> = edges.iter().map(|edge| (nth(edge.0), nth(edge.1))).collect();
        let place = |station: &Station| Place {
            name: format!("station {station}"),
            label: station.to_string(),
            ..Place::default()
        };
        let link = |(ends, edge): (&(u32, u32), &Edge)| Link {
            ends: *ends,
            kind: edge.2 as u8,
            text: String::new(),
        };
        let way = |transport: Transport| Way {
            name: transport.name().to_lowercase(),
            line: match transport {
                Transport::Taxi => Line::Dotted,
                Transport::Bus => Line::Dashed,
                Transport::Underground => Line::Thick,
                Transport::Ferry => Line::DashDotted,
            },
            paint: Some(match transport {
                Transport::Taxi => Paint::Yellow,
                Transport::Bus => Paint::Green,
                Transport::Underground => Paint::Red,
                Transport::Ferry => Paint::Black,
            }),
        };
        let actor = |(seat, colour): (Seat, Colour)| Actor {
            name: match seat {
                MR_X => "Mr X".into(),
                _ => colour.name().into(),
            },
            side: seat.0,
            icon: [Icon::Secret, Icon::Detective][seat.index().min(1)],
            paint: Some(paint(colour)),
        };
        let rounds = 1..=game.setting.rounds();
        let track = StepTrack {
            unit: "round".into(),
            count: game.setting.rounds(),
            special: rounds.filter(|it| game.setting.reveals(*it)).collect(),
            meaning: "Mr X shows himself".into(),
        };
        let tickets = Ticket::ALL.map(Ticket::name);
        Stage {
            places: stations.iter().map(place).collect(),
            links: ends.iter().zip(edges).map(link).collect(),
            actors: game.setting.players().map(actor).collect(),
            ways: Transport::ALL.map(way).to_vec(),
            heads: std::iter::once("station").chain(tickets).map(String::from).collect(),
            rules: RULES.map(String::from).to_vec(),
            track: Some(track).filter(|track| track.count <= STEPS_MAX),
            ..Stage::default()
        }
    }

    fn lay_out(&self, game: &ScotlandYard, stage: &mut Stage) {
        if let Some(own) = game.own_positions() {
            stage.put_stretched(&own);
            return;
        }
        let roads = stage.links.iter().map(|link| (link.ends.0, link.ends.1, 1));
        let placed = placed(stage.places.len(), &roads.collect::<Vec<_>>());
        stage.put_at(placed.size, &placed.places);
    }

    fn scene(&self, game: &ScotlandYard, passage: &Passage<'_, ScotlandYard>, out: &mut Scene) {
        let after = passage.after;
        for (seat, _) in game.setting.players() {
            let actor = seat.0.into();
            let at = game.place(after.station(seat));
            out.piece(actor, at);
            game.put_way(passage, seat, out);
            let station =
                at.map_or("unseen".into(), |at| game.scenario.stations[at as usize].to_string());
            let held = &after.public.tickets[seat.index()];
            let tickets = Ticket::ALL.iter().zip(held).map(|(ticket, held)| match (seat, ticket) {
                // A detective never has these.
                (Seat(1..), Ticket::Double | Ticket::Secret) => PanelCell::Text(String::new()),
                _ => PanelCell::Count(icon(*ticket), *held),
            });
            out.row(actor, [PanelCell::Text(station)].into_iter().chain(tickets));
        }
        let x = after.station(MR_X);
        if let (None, Some(at)) = (game.place(x), game.place(after.public.last_known)) {
            out.pieces.push(last_seen(at));
        }
        out.steps = after.public.round;
        game.put_log(passage, out);
        out.headline = match after.public.last_known {
            0 => "Mr X was not seen yet".into(),
            station => format!("Mr X was last seen at station {station}"),
        };
        game.mark(passage, out);
    }

    fn game_end(
        &self,
        game: &ScotlandYard,
        newest: HistoryCycle<'_, ScotlandYard>,
        state: &State,
    ) -> Option<GameEnd> {
        let x = state.station(MR_X);
        let at = game.place(x);
        // Whoever made the last step to where Mr X is has caught him; he may also have come himgame.
        let mover = newest.events.iter().rev().find_map(|event| match event {
            Event::Moved { seat, to, .. } => (*to == x).then_some(*seat),
            _ => None,
        });
        Some(match (state.public.ended?, mover) {
            (Ending::Captured, Some(seat)) if at.is_some() && seat != MR_X => {
                let name = game.setting.name(seat);
                GameEnd::sentence(format!("{name} caught Mr X at station {x}")).at(at)
            }
            (Ending::Captured, _) => GameEnd::sentence("The detectives caught Mr X").at(at),
            (Ending::Cornered, _) => {
                GameEnd::sentence("The detectives cornered Mr X: he could not move").at(at)
            }
            (Ending::Escaped, _) => GameEnd::sentence("Mr X escaped: all rounds were used"),
            (Ending::Stuck, _) => GameEnd::sentence("Mr X escaped: no detective could move"),
            (Ending::Forfeited, _) => GameEnd::sentence("The detectives won: Mr X lost his turn"),
        })
    }

    /// Every station on the way, then a button for the tickets; a player's own station, to stay.
    fn spots(&self, game: &ScotlandYard, state: &State, seat: Seat, action: &Action) -> Spots {
        let legs = match action {
            Action::Move(leg) => vec![*leg],
            Action::Double { first, second } => vec![*first, *second],
            Action::Pass => Vec::new(),
        };
        let stations = match legs.as_slice() {
            [] => vec![state.station(seat)],
            legs => legs.iter().map(|leg| leg.to).collect(),
        };
        let tickets: Vec<_> = legs.iter().map(|leg| leg.ticket.name()).collect();
        Spots {
            clicks: stations.iter().filter_map(|it| game.place(*it)).collect(),
            button: tickets.join(", "),
        }
    }

    fn meant(
        &self,
        game: &ScotlandYard,
        state: &State,
        seat: Seat,
        meant: &Spots,
    ) -> Result<Action, ClickFault> {
        let all = &game.scenario.stations;
        let station = |n: &u32| all.get(*n as usize).copied();
        let clicked = meant.clicks.iter().map(station).collect::<Option<Vec<Station>>>();
        let mut stations = vec![state.station(seat)];
        stations.extend(clicked.unwrap_or_default());
        let why = game.setting.why_not(&state.public, seat, &stations);
        Err(match why.is_empty() {
            true => ClickFault::NoAction,
            false => ClickFault::Because(why),
        })
    }

    fn row_scene(&self, game: &ScotlandYard, row: &TraceRow, out: &mut Scene) {
        let place = |cell: &Cell| game.place(Station::try_from(cell.number()?).ok()?);
        for (seat, colour) in game.setting.players() {
            let (actor, cell) = (seat.0.into(), &row.cells[column::STATION + colour as usize]);
            out.piece_of_row(actor, cell, place(cell));
            out.row(actor, [PanelCell::Text(cell.words())]);
        }
        let is_seen = place(&row.cells[column::STATION]).is_some();
        if let (false, Some(at)) = (is_seen, place(&row.cells[column::LAST_KNOWN])) {
            out.pieces.push(last_seen(at));
        }
    }
}

impl ScotlandYard {
    /// The positions of the stations, if they are those of the project's board.
    fn own_positions(&self) -> Option<Vec<(i32, i32)>> {
        let sorted = |edges: &[Edge]| {
            let mut edges: Vec<_> = edges.iter().map(|it| (it.0, it.1, it.2 as u8)).collect();
            edges.sort_unstable();
            edges
        };
        if BOARD.lines().count() != 1 + self.scenario.stations.len() + self.scenario.edges.len() {
            return None;
        }
        let own = own_board();
        let is_own = own.stations == self.scenario.stations
            && sorted(&own.edges) == sorted(&self.scenario.edges);
        let positions: Vec<_> = POSITIONS.lines().filter_map(position).collect();
        (is_own && positions.len() == own.stations.len()).then_some(positions)
    }

    /// A station's place on the stage; none for 0.
    pub(super) fn place(&self, station: Station) -> Option<u32> {
        let all = &self.scenario.stations;
        let n = all.iter().position(|there| *there == station)?;
        u32::try_from(n).ok()
    }

    /// Arrows along the stations that a player went to; those of a double move one after the other.
    fn put_way(&self, passage: &Passage<'_, Self>, seat: Seat, out: &mut Scene) {
        let steps = passage.cycle.events.iter().filter_map(|event| match event {
            Event::RoundStarted { to, .. } if seat == MR_X => Some(*to),
            Event::Moved { seat: mover, to, .. } if *mover == seat && seat != MR_X => Some(*to),
            _ => None,
        });
        let mut from = self.place(passage.before.station(seat));
        for to in steps.map(|station| self.place(station)) {
            if let (Some(from), Some(to)) = (from, to) {
                out.arrow(Act::Moved, seat.0.into(), from, to);
            }
            from = to;
        }
    }

    /// The ticket of each round that began, and the station if the viewer may know it.
    fn put_log(&self, passage: &Passage<'_, Self>, out: &mut Scene) {
        let sees_all = passage.viewer.is_none_or(|seats| seats.has(MR_X));
        for event in passage.cycle.events {
            if let Event::RoundStarted { round, ticket, to } = event {
                let ticket = ticket.name().to_lowercase();
                let words = match sees_all || self.setting.reveals(*round) {
                    true => format!("{ticket} to {to}"),
                    false => ticket,
                };
                out.step_words.push((*round, words));
            }
        }
    }

    fn mark(&self, passage: &Passage<'_, Self>, out: &mut Scene) {
        for (entry, events) in passage.cycle.turns() {
            if matches!(entry.by, By::Forfeit(..)) {
                out.mark("forfeit");
            }
            for event in events {
                match event {
                    Event::RoundStarted { round, .. } if self.setting.reveals(*round) => {
                        out.mark("reveal");
                    }
                    Event::Doubled { .. } => out.mark("double"),
                    Event::GameOver { .. } => out.mark("end"),
                    _ => {}
                }
            }
        }
    }
}

/// More rounds than these are no strip.
const STEPS_MAX: u32 = 100;

/// The colour that a player is called by.
fn paint(colour: Colour) -> Paint {
    match colour {
        Colour::Black => Paint::Black,
        Colour::Blue => Paint::Blue,
        Colour::Green => Paint::Green,
        Colour::Red => Paint::Red,
        Colour::White => Paint::White,
        Colour::Yellow => Paint::Yellow,
    }
}

/// A line of the file of positions: a station, how far it is to the right, how far down.
fn position(line: &str) -> Option<(i32, i32)> {
    let mut numbers = line.split_whitespace().skip(1).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Mr X where he was last seen.
fn last_seen(at: u32) -> Piece {
    Piece { actor: 0, at: Some(at), standing: Standing::LastSeen }
}

fn icon(ticket: Ticket) -> Icon {
    match ticket {
        Ticket::Taxi => Icon::Taxi,
        Ticket::Bus => Icon::Bus,
        Ticket::Underground => Icon::Underground,
        Ticket::Secret => Icon::Secret,
        Ticket::Double => Icon::Double,
    }
}
