//! The report's pruning of Mr X's moves.

use std::collections::{BTreeMap, BTreeSet};

use super::reach::end;
use crate::board::{Ticket, Tickets};
use crate::{Action, MR_X, Public, PublicSetting, TicketLeg};

/// Mr X's moves that are worth a score, in the order of the set:
///
/// - Singles: one for each destination, with the ticket that he has most of.
/// - Doubles: none that ends where a single ends; of the rest one for each pair of destinations.
///   Of the tickets that pay the first leg those stay that he has most of, and then, of the pairs
///   that are left, the one with the second ticket that he has most of once the first is paid.
///
/// Between equals the first in the order of the set stays.
pub(super) struct Pruned {
    pub singles: Vec<Action>,
    pub doubles: Vec<Action>,
}

impl Pruned {
    /// Prunes a set. With `secretly`, doubles without a secret second leg are dropped first, if
    /// any has one and ends where no single does.
    pub fn of(legal: &[Action], public: &Public, secretly: bool) -> Self {
        let tickets = &public.tickets[MR_X.index()];
        let (mut singles, mut doubles): (Vec<_>, Vec<_>) =
            legal.iter().partition(|act| matches!(act, Action::Move(_)));
        let near: BTreeSet<_> = singles.iter().map(|single| end(*single)).collect();
        doubles.retain(|double| !near.contains(&end(*double)));
        if secretly && doubles.iter().any(is_secret) {
            doubles.retain(is_secret);
        }
        keep_plentiful(&mut singles, tickets);
        keep_plentiful(&mut doubles, tickets);
        Pruned { singles, doubles }
    }

    /// The report's tactics: doubles when the next round reveals, if there are any, and otherwise
    /// singles; doubles all the same if nothing else is left.
    pub(crate) fn tactical(
        legal: &[Action],
        public: &Public,
        setting: &PublicSetting,
    ) -> Vec<Action> {
        let reveals = setting.reveals(public.round + 1);
        let Pruned { singles, doubles } = Self::of(legal, public, reveals);
        let wants_double = reveals || singles.is_empty();
        let moves = if wants_double && !doubles.is_empty() { doubles } else { singles };
        if moves.is_empty() { legal.to_vec() } else { moves }
    }
}

fn is_secret(action: &Action) -> bool {
    matches!(action, Action::Double { second, .. } if second.ticket == Ticket::Secret)
}

fn keep_plentiful(actions: &mut Vec<Action>, tickets: &Tickets) {
    // In the order of the set those of the same destinations may stand apart.
    let mut places = BTreeMap::new();
    let mut kept: Vec<Action> = Vec::with_capacity(actions.len());
    for &action in &*actions {
        let place = *places.entry(stations(action)).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(other) if plenty(action, tickets) > plenty(*other, tickets) => *other = action,
            Some(_) => {}
            None => kept.push(action),
        }
    }
    *actions = kept;
}

/// The stations where a move's legs end; 0 for a leg that it does not have.
fn stations(action: Action) -> [u16; 2] {
    match action {
        Action::Move(leg) => [leg.to, 0],
        Action::Double { first, second } => [first.to, second.to],
        Action::Pass => [0, 0],
    }
}

/// The number of tickets that he has of the kind that each leg takes, when its turn comes.
fn plenty(action: Action, tickets: &Tickets) -> [u32; 2] {
    let held = |leg: TicketLeg| tickets[leg.ticket as usize];
    match action {
        Action::Move(leg) => [held(leg), 0],
        Action::Double { first, second } => {
            let is_paid_twice = first.ticket == second.ticket;
            [held(first), held(second) - u32::from(is_paid_twice)]
        }
        Action::Pass => [0, 0],
    }
}
