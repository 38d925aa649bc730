//! The game in numbers. What leads from a station has a number there: the ways by where they lead,
//! each with the tickets that pay it, in their order; L is the most that any station has. Actions:
//! 0 to pass, 1 + n for a step with the number n, 1 + L + L n + m for a double with n and then m.

use super::board::{Station, StationBoard, Ticket, TicketSet};
use super::{Action, ScotlandYard, State, TicketLeg};
use chase_engine::game::Seat;
use chase_kit::faces::NumericForm;
use chase_kit::numbers::{Feature, number};

/// The steps from a station that tickets pay, in their order.
fn legs(board: &StationBoard, from: Station) -> impl Iterator<Item = TicketLeg> {
    let every = TicketSet::of(&[1; Ticket::COUNT]);
    let ways = board.ways(from).iter();
    ways.flat_map(move |way| every.paying(*way).map(|ticket| TicketLeg { ticket, to: way.to }))
}

/// The most steps that lead from a station.
pub(super) fn legs_max(board: &StationBoard) -> usize {
    let counts = board.stations().iter().map(|from| legs(board, *from).count());
    counts.max().unwrap_or(0)
}

impl ScotlandYard {
    fn leg_number(&self, from: Station, leg: TicketLeg) -> usize {
        let mut all = legs(&self.setting.board, from);
        all.position(|it| it == leg).unwrap_or(0)
    }
}

/// The numbers of steps and double moves.
pub(super) struct Legs;

impl NumericForm<ScotlandYard> for Legs {
    fn action_count(&self, game: &ScotlandYard) -> usize {
        1 + game.legs_max + game.legs_max * game.legs_max
    }

    fn action_number(
        &self,
        game: &ScotlandYard,
        seen: &State,
        seat: Seat,
        action: &Action,
    ) -> usize {
        let from = seen.station(seat);
        match *action {
            Action::Pass => 0,
            Action::Move(leg) => 1 + game.leg_number(from, leg),
            Action::Double { first, second } => {
                let before = 1 + game.legs_max * (1 + game.leg_number(from, first));
                before + game.leg_number(first.to, second)
            }
        }
    }

    /// Stations are 0 where they are not known. `mr_x` is where he is for his own seat only.
    fn features(&self, game: &ScotlandYard) -> Vec<Feature> {
        let setting = &game.setting;
        let rounds = number(setting.rounds());
        let last = number(setting.board.numbers()) - 1;
        let seats = setting.colours.len();
        let mut all = vec![
            Feature::new("rotation", 0, rounds.saturating_add(1)),
            Feature::new("round", 0, rounds),
            Feature::new("rounds_left", 0, rounds),
            Feature::new("next_round_reveals", 0, 1),
            Feature::new("to_move", 0, number(seats) - 1),
            Feature::new("mr_x_last_seen", 0, last),
            Feature::new("mr_x", 0, last),
        ];
        for n in 1..seats {
            all.push(Feature::new(format!("station_{n}"), 0, last));
        }
        for n in 0..seats {
            for ticket in Ticket::ALL {
                let all_of_it = setting.tickets.iter().map(|it| u64::from(it[ticket as usize]));
                let name = format!("{}_{n}", ticket.name());
                all.push(Feature::new(name, 0, number(all_of_it.sum::<u64>())));
            }
        }
        all
    }

    fn observation(&self, game: &ScotlandYard, seen: &State, _: Seat, out: &mut Vec<i32>) {
        let (setting, public) = (&game.setting, &seen.public);
        let seats = setting.colours.len();
        let left = setting.rounds().saturating_sub(public.round);
        out.extend([
            number(public.rotation),
            number(public.round),
            number(left),
            setting.reveals(public.round + 1).into(),
            public.current.0.into(),
            public.last_known.into(),
            seen.mr_x.into(),
        ]);
        out.extend(public.detectives[..seats - 1].iter().map(|it| i32::from(*it)));
        let tickets = public.tickets[..seats].iter().flatten();
        out.extend(tickets.map(|count| number(*count)));
    }
}
