//! What is counted on the way through a game: tickets, rounds, reveals, distances.

use serde::Serialize;

use super::board::{Station, Ticket, Tickets, TransportReach, UNREACHABLE};
use super::scenario::{Colour, PLAYERS_MAX};
use super::{Event, MR_X, PublicSetting, Purse, ScotlandYard, State};
use chase_engine::game::Seat;
use chase_engine::header::to_json;
use chase_engine::seat::Seats;
use chase_kit::tally::Tally;
use chase_kit::transcript::text;

/// The counts of the game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameTally {
    rounds: u32,
    reveals: Vec<(u32, Station)>,
    doubles: u64,
    players: [Counts; PLAYERS_MAX],
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    left: Tickets,
    moves: u64,
    passes: u64,
    forfeits: u64,
    /// Edges from a detective to Mr X at the end of each of its turns.
    distances: DistanceCounts,
}

#[derive(Clone, Copy, Debug, Default)]
struct DistanceCounts {
    sum: u64,
    count: u64,
    least: Option<u16>,
}

/// The counts for programs.
#[derive(Clone, Debug, Serialize)]
struct Totals {
    /// The number of rounds that have started.
    rounds: u32,
    /// The number of all rounds.
    rounds_max: u32,
    /// The rounds in which Mr X showed himself, and where.
    reveals: Vec<(u32, Station)>,
    /// Double moves made.
    doubles: u64,
    /// The players, by seat.
    players: Vec<PlayerTotals>,
}

/// One player's counts.
#[derive(Clone, Debug, Serialize)]
struct PlayerTotals {
    /// The player's colour; black is Mr X.
    colour: Colour,
    /// The numbers of tickets that it has left.
    tickets: Purse,
    /// The number of steps that it made; a double move has two.
    moves: u64,
    /// The number of turns that it passed, because no step was possible.
    passes: u64,
    /// The number of turns that it lost by a failure.
    forfeits: u64,
    /// The least distance to Mr X at the end of its turns, in edges. Nothing for Mr X himself, and
    /// where his station must not be known.
    distance_least: Option<u16>,
    /// The mean of these distances, in edges; nothing where the least is nothing.
    distance_mean: Option<f64>,
}

impl Tally<ScotlandYard> for GameTally {
    fn count(&mut self, game: &ScotlandYard, before: &State, event: &Event) {
        let setting = &game.setting;
        if let Event::Opened { .. } = event {
            for (counts, tickets) in self.players.iter_mut().zip(&setting.tickets) {
                counts.left = *tickets;
            }
        }
        match *event {
            Event::RoundStarted { round, to, .. } => {
                self.rounds = round;
                if setting.reveals(round) {
                    self.reveals.push((round, to));
                }
            }
            Event::Doubled { .. } => {
                self.doubles += 1;
                self.players[MR_X.index()].left[Ticket::Double as usize] -= 1;
            }
            Event::Moved { seat, ticket, .. } => {
                let counts = &mut self.players[seat.index()];
                counts.left[ticket as usize] -= 1;
                counts.moves += 1;
                if seat != MR_X {
                    self.players[MR_X.index()].left[ticket as usize] += 1;
                }
            }
            Event::Passed { seat } => self.players[seat.index()].passes += 1,
            Event::Forfeited { seat, .. } => self.players[seat.index()].forfeits += 1,
            Event::Opened { .. } | Event::RotationCompleted | Event::GameOver { .. } => {}
        }
        if let Some((seat, at)) = answer(before, event)
            && ScotlandYard::is_true(before)
        {
            let distance = setting.board.distance(TransportReach::Everything, at, before.mr_x);
            if distance != UNREACHABLE {
                self.players[seat.index()].distances.add(distance);
            }
        }
    }

    fn json(&self, game: &ScotlandYard, _: Option<Seats>) -> String {
        to_json(&self.totals(&game.setting))
    }

    fn text(&self, game: &ScotlandYard, _: Option<Seats>, out: &mut Vec<u8>) {
        self.totals(&game.setting).table(out);
    }

    fn again(&self) -> Box<dyn Tally<ScotlandYard>> {
        Box::new(self.clone())
    }
}

impl GameTally {
    /// The counts for programs.
    fn totals(&self, setting: &PublicSetting) -> Totals {
        let player = |(colour, counts): (&Colour, &Counts)| PlayerTotals {
            colour: *colour,
            tickets: Purse::of(counts.left),
            moves: counts.moves,
            passes: counts.passes,
            forfeits: counts.forfeits,
            distance_least: counts.distances.least,
            distance_mean: counts.distances.mean(),
        };
        let players = setting.colours.iter().zip(&self.players);
        Totals {
            rounds: self.rounds,
            rounds_max: setting.rounds(),
            reveals: self.reveals.clone(),
            doubles: self.doubles,
            players: players.map(player).collect(),
        }
    }
}

impl Totals {
    /// The counts as a table.
    fn table(&self, out: &mut Vec<u8>) {
        let Totals { rounds, rounds_max, .. } = self;
        text(out, format_args!("rounds {rounds} of {rounds_max}"));
        text(out, format_args!(", doubles {}", self.doubles));
        let reveals = self.reveals.iter();
        let reveals: Vec<_> =
            reveals.map(|(round, station)| format!("{station} in round {round}")).collect();
        match reveals.is_empty() {
            true => text(out, format_args!(", no reveal\n")),
            false => text(out, format_args!(", reveals: {}\n", reveals.join(", "))),
        }
        text(
            out,
            format_args!(
                "{:<6} {:>5} {:>6} {:>5}   {:>5} {:>5} {:>11} {:>6} {:>6}   {:>11}\n",
                "player",
                "moves",
                "passes",
                "lost",
                "taxi",
                "bus",
                "underground",
                "double",
                "secret",
                "to Mr X"
            ),
        );
        for player in &self.players {
            let Purse { taxi, bus, underground, double, secret } = player.tickets;
            let (name, moves, passes, lost) =
                (player.colour.name(), player.moves, player.passes, player.forfeits);
            let distances = match (player.distance_least, player.distance_mean) {
                (Some(least), Some(mean)) => format!("{least}, ~{mean:.1}"),
                _ => "-".into(),
            };
            text(
                out,
                format_args!(
                    "{name:<6} {moves:>5} {passes:>6} {lost:>5}   {taxi:>5} {bus:>5} \
                     {underground:>11} {double:>6} {secret:>6}   {distances:>11}\n"
                ),
            );
        }
        text(
            out,
            format_args!(
                "tickets: how many are left. to Mr X: distance in edges, least and mean\n"
            ),
        );
    }
}

/// The detective that has had its turn, and its station after it.
fn answer(before: &State, event: &Event) -> Option<(Seat, Station)> {
    match *event {
        Event::Moved { seat, to, .. } if seat != MR_X => Some((seat, to)),
        Event::Passed { seat } => Some((seat, before.public.detective(seat))),
        Event::Forfeited { seat, .. } if seat != MR_X => {
            Some((seat, before.public.detective(seat)))
        }
        _ => None,
    }
}

impl DistanceCounts {
    fn add(&mut self, distance: u16) {
        self.sum += u64::from(distance);
        self.count += 1;
        self.least = Some(self.least.map_or(distance, |least| least.min(distance)));
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}
