//! What everybody knows: the fold of what the detectives are told. Nothing in it can depend on
//! where Mr X is between reveals, because nothing of that is told to it.

use serde::{Deserialize, Serialize};

use super::board::{Station, Ticket, Tickets};
use super::scenario::{Colour, DETECTIVES_MAX, PLAYERS_MAX, Scenario};
use super::{Action, Ending, Event, MR_X, PublicSetting, StationBoard, TicketLeg};
use chase_engine::game::Seat;

/// Everything that all players know of the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// True once all players stand at a start.
    pub opened: bool,
    /// The rotation being played; 0 before the first.
    pub rotation: u32,
    /// The rounds started.
    pub round: u32,
    /// The station where Mr X was last seen; 0 before he ever was.
    pub last_known: Station,
    /// The seat whose turn it is, as it is told: the turn passes on before a move is told.
    pub current: Seat,
    /// True once all players have moved in this rotation.
    pub answered: bool,
    /// Everybody's tickets, by seat.
    pub tickets: [Tickets; PLAYERS_MAX],
    /// The stations of the detectives, by seat - 1; 0 where there is none.
    pub detectives: [Station; DETECTIVES_MAX],
    /// The ending, once the game is over.
    pub ended: Option<Ending>,
}

impl Public {
    /// Before the start.
    #[must_use]
    pub fn new(setting: &PublicSetting) -> Self {
        let mut tickets = [Tickets::default(); PLAYERS_MAX];
        tickets[..setting.tickets.len()].copy_from_slice(&setting.tickets);
        Public {
            opened: false,
            rotation: 0,
            round: 0,
            last_known: 0,
            current: MR_X,
            answered: false,
            tickets,
            detectives: [0; DETECTIVES_MAX],
            ended: None,
        }
    }

    /// The station of a detective.
    pub fn detective(&self, seat: Seat) -> Station {
        self.detectives[seat.index() - 1]
    }

    /// Returns true if a detective is at the station.
    #[inline]
    pub fn is_taken(&self, station: Station) -> bool {
        // All are compared at once, which is faster than stopping at the first.
        let is_there = |found: bool, place: &Station| found | (*place == station);
        self.detectives.iter().fold(false, is_there)
    }

    /// Takes in what the detectives are told. It was decided by the rules, or held against them.
    pub fn take_in(&mut self, told: &Event, setting: &PublicSetting) {
        match *told {
            Event::Opened { ref stations } => {
                self.opened = true;
                for (place, station) in self.detectives.iter_mut().zip(&stations[1..]) {
                    *place = *station;
                }
                self.rotation = 1;
            }
            Event::Doubled { .. } => {
                self.tickets[MR_X.index()][Ticket::Double as usize] -= 1;
                self.current = Seat(1);
            }
            Event::RoundStarted { round, ticket, to } => {
                self.tickets[MR_X.index()][ticket as usize] -= 1;
                self.round = round;
                self.last_known = to;
                self.current = Seat(1);
            }
            Event::Moved { seat, ticket, to } if seat != MR_X => {
                self.tickets[seat.index()][ticket as usize] -= 1;
                self.tickets[MR_X.index()][ticket as usize] += 1;
                self.detectives[seat.index() - 1] = to;
                self.pass_on(setting);
            }
            Event::Moved { .. } => {}
            Event::Passed { .. } | Event::Forfeited { .. } => self.pass_on(setting),
            Event::RotationCompleted => {
                self.answered = false;
                self.rotation += 1;
            }
            Event::GameOver { cause } => {
                if self.is_fresh() {
                    self.rotation = 0;
                }
                self.ended = Some(cause);
            }
        }
    }

    /// Returns true if no player has acted yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.rotation <= 1 && self.current == MR_X && !self.answered
    }

    /// The rotation of the newest event.
    #[must_use]
    pub fn newest(&self) -> u32 {
        let is_complete = self.ended.is_none() && self.current == MR_X && !self.answered;
        self.rotation - u32::from(is_complete && self.rotation > 0)
    }

    /// The detective whose turn was the last one.
    pub(crate) fn newest_detective(&self, setting: &PublicSetting) -> Seat {
        let seats = u8::try_from(setting.colours.len()).expect("at most six players");
        match self.current {
            Seat(0 | 1) => Seat(seats - 1),
            Seat(next) => Seat(next - 1),
        }
    }

    fn pass_on(&mut self, setting: &PublicSetting) {
        self.current.0 += 1;
        if self.current.index() == setting.colours.len() {
            self.current = MR_X;
            self.answered = true;
        }
    }
}

impl PublicSetting {
    /// The part of a scenario that all players know.
    pub(super) fn of(scenario: &Scenario) -> Self {
        let mut reveals = vec![false; scenario.rounds as usize];
        for &round in &scenario.reveals {
            reveals[round as usize - 1] = true;
        }
        let players = &scenario.players;
        let is_given = |station: &Station| {
            let mut others = players[1..].iter();
            others.any(|player| player.start == Some(*station))
        };
        // A start that was given for Mr X may be anywhere, as far as others know.
        let pool = if players[0].start.is_some() || scenario.draw.mr_x.is_empty() {
            &scenario.stations
        } else {
            &scenario.draw.mr_x
        };
        let mut hideouts = pool.clone();
        hideouts.retain(|station| !is_given(station));
        hideouts.sort_unstable();
        PublicSetting {
            board: StationBoard::new(&scenario.stations, &scenario.edges),
            reveals,
            colours: players.iter().map(|player| player.colour).collect(),
            tickets: players.iter().map(|player| player.tickets.counts()).collect(),
            hideouts,
        }
    }

    /// A seat's colour as a word.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &'static str {
        self.colours[seat.index()].name()
    }

    /// The players: their seats and colours.
    pub fn players(&self) -> impl Iterator<Item = (Seat, Colour)> {
        (0..).map(Seat).zip(self.colours.iter().copied())
    }

    /// The detectives' seats.
    pub fn detectives(&self) -> impl Iterator<Item = Seat> + use<> {
        let seats = u8::try_from(self.colours.len()).expect("at most six players");
        (1..seats).map(Seat)
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u32 {
        u32::try_from(self.reveals.len()).expect("a scenario has at most 100,000 rounds")
    }

    /// Returns true if a round, from 1 on, reveals.
    pub fn reveals(&self, round: u32) -> bool {
        let n = (round as usize).wrapping_sub(1);
        self.reveals.get(n).copied().unwrap_or(false)
    }

    /// The stations that a double is told with: of a round that does not reveal, the one where Mr
    /// X was last seen, for the second leg by the first one's round.
    pub fn shown_double(
        &self,
        public: &Public,
        first: TicketLeg,
        second: TicketLeg,
    ) -> [TicketLeg; 2] {
        let mut last_known = public.last_known;
        let mut round = public.round;
        [first, second].map(|leg| {
            round += 1;
            if self.reveals(round) {
                last_known = leg.to;
            }
            TicketLeg { to: last_known, ..leg }
        })
    }

    /// The action of Mr X as the detectives see it; `before` is what they knew before it.
    pub(crate) fn shown_action(&self, before: &Public, action: Action) -> Action {
        match action {
            Action::Move(leg) if !self.reveals(before.round + 1) => {
                Action::Move(TicketLeg { to: before.last_known, ..leg })
            }
            Action::Double { first, second } => {
                let [first, second] = self.shown_double(before, first, second);
                Action::Double { first, second }
            }
            Action::Move(_) | Action::Pass => action,
        }
    }

    /// An event as the detectives are told it; `before` is what they knew till then. With
    /// `PublicSetting::shown_action` the only place that makes anything public.
    #[must_use]
    pub fn shown(&self, before: &Public, event: &Event) -> Event {
        match *event {
            Event::Opened { ref stations } => {
                let mut stations = stations.clone();
                stations[MR_X.index()] = 0;
                Event::Opened { stations }
            }
            Event::Doubled { first, second } => {
                let [first, second] = self.shown_double(before, first, second);
                Event::Doubled { first, second }
            }
            Event::RoundStarted { round, ticket, to } => Event::RoundStarted {
                round,
                ticket,
                to: if self.reveals(round) { to } else { before.last_known },
            },
            // Its round has started, and has shown him if it reveals.
            Event::Moved { seat, ticket, .. } if seat == MR_X => {
                Event::Moved { seat, ticket, to: before.last_known }
            }
            Event::Moved { .. }
            | Event::Passed { .. }
            | Event::Forfeited { .. }
            | Event::RotationCompleted
            | Event::GameOver { .. } => event.clone(),
        }
    }
}
