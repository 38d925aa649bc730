//! Where Mr X can be, weighed for the hunt: a fold of what the detectives are told. The weights are
//! not those of `Knowledge`, of a Mr X who moves at random, but of one who keeps away from
//! detectives, and they are far quicker to work out.
//!
//! All stations where he may begin and no detective does weigh the same. At each step, double or
//! single, every weight is shared out among the stations next to its own that his tickets reach,
//! in proportion to how much he likes them: by the distance of the nearest detective, by the edges
//! they use, 0, 0.1, 0.5, 1, 1.3 and from 5 on 1.5. What does not agree with the ticket that is
//! told, or with the station if he is shown, is dropped; the rest is scaled to a sum of 1. A
//! station that a detective moves to has no weight any more.

use std::sync::Arc;

use crate::board::{Station, StationLink, Ticket, TicketSet, TransportReach};
use crate::{Action, Event, MR_X, Public, PublicSetting, TicketLeg};

/// Mr X's liking for ending a move at each distance from the nearest detective, from 0; beyond the
/// last one as for the last.
const LIKES: [f64; 6] = [0.0, 0.1, 0.5, 1.0, 1.3, 1.5];

/// The stations where Mr X can be, with weights.
#[derive(Clone, Debug)]
pub(super) struct PossibleStations {
    setting: Arc<PublicSetting>,
    public: Public,
    /// By station number; 0 where he cannot be.
    weights: Vec<f64>,
}

impl PossibleStations {
    /// Before the start.
    pub fn new(setting: &Arc<PublicSetting>) -> Self {
        PossibleStations {
            setting: Arc::clone(setting),
            public: Public::new(setting),
            weights: vec![0.0; setting.board.numbers()],
        }
    }

    /// Takes in what any seat has seen.
    pub fn observe(&mut self, seen: &Event) {
        let told = self.setting.shown(&self.public, seen);
        match told {
            Event::Opened { ref stations } => {
                for &start in &self.setting.hideouts {
                    let is_taken = stations[1..].contains(&start);
                    self.weights[usize::from(start)] = if is_taken { 0.0 } else { 1.0 };
                }
            }
            Event::RoundStarted { round, ticket, to } => {
                let told = StepTidings::of(&self.setting, round, TicketLeg { ticket, to });
                self.weights = self.step(&self.weights, told, &self.likes());
            }
            // He is not there, or the game is over next.
            Event::Moved { seat, to, .. } if seat != MR_X => self.weights[usize::from(to)] = 0.0,
            _ => {}
        }
        self.public.take_in(&told, &self.setting);
    }

    /// Everything that all players know by now.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The weights, by station number.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// His liking for each station, by number; 0 where a detective stands.
    pub(crate) fn likes(&self) -> Vec<f64> {
        let seats = self.setting.detectives();
        let near = nearest(&self.setting, seats.map(|seat| self.public.detective(seat)));
        let like = |distance: &u16| LIKES[usize::from(*distance).min(LIKES.len() - 1)];
        near.iter().map(like).collect()
    }

    /// Weights once he has made one step more: with a ticket that is told, or any, and shown where
    /// it ended, or not. From each station he picks any of the stations next to it by how much he
    /// likes them; without one that he likes he stays, as far as it is not told otherwise.
    pub fn step(&self, weights: &[f64], told: StepTidings, likes: &[f64]) -> Vec<f64> {
        let board = &self.setting.board;
        let held = TicketSet::of(&self.public.tickets[MR_X.index()]);
        let mut after = vec![0.0; weights.len()];
        for &from in board.stations() {
            let weight = weights[usize::from(from)];
            if weight == 0.0 {
                continue;
            }
            let open = board.ways(from).iter().filter(|way| held.can_pay(**way));
            let total: f64 = open.clone().map(|way| likes[usize::from(way.to)]).sum();
            if total == 0.0 {
                if told.ticket.is_none() {
                    after[usize::from(from)] += weight;
                }
                continue;
            }
            for way in open.filter(|way| told.fits(held, **way)) {
                after[usize::from(way.to)] += weight * likes[usize::from(way.to)] / total;
            }
        }
        scale(&mut after);
        after
    }
}

/// What the detectives are told of a move.
pub(super) type MoveTidings = [Option<StepTidings>; 2];

/// The report of a step that the detectives get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StepTidings {
    /// The ticket that he paid, if they are told.
    pub ticket: Option<Ticket>,
    /// The station where it ended, if he is shown.
    pub shown: Option<Station>,
}

impl StepTidings {
    /// The report that they will get of a step that starts this round.
    pub fn of(setting: &PublicSetting, round: u32, leg: TicketLeg) -> Self {
        StepTidings { ticket: Some(leg.ticket), shown: setting.reveals(round).then_some(leg.to) }
    }

    /// The reports that they will get of a move.
    pub fn of_move(setting: &PublicSetting, public: &Public, action: Action) -> MoveTidings {
        let told = |n, leg| Some(StepTidings::of(setting, public.round + n, leg));
        match action {
            Action::Move(leg) => [told(1, leg), None],
            Action::Double { first, second } => [told(1, first), told(2, second)],
            Action::Pass => [None; 2],
        }
    }

    /// Returns true if a step along a way, paid with one of these tickets, would be reported like
    /// this.
    pub fn fits(self, held: TicketSet, way: StationLink) -> bool {
        self.shown.is_none_or(|to| way.to == to)
            && self.ticket.is_none_or(|ticket| held.pays(ticket, way))
    }
}

/// Scales weights to a sum of 1, and gives their sum before.
pub(super) fn scale(weights: &mut [f64]) -> f64 {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= sum);
    }
    sum
}

/// The distance of every station from the nearest of these, by number, along the edges that
/// detectives use.
pub(super) fn nearest(
    setting: &PublicSetting,
    stations: impl Iterator<Item = Station>,
) -> Vec<u16> {
    let mut near = vec![u16::MAX; setting.board.numbers()];
    for at in stations {
        let row = setting.board.distances(TransportReach::NoFerries, at);
        for (near, distance) in near.iter_mut().zip(row.iter()) {
            *near = (*near).min(*distance);
        }
    }
    near
}
