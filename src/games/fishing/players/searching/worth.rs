//! The worth of a position to an analysis: the share of a win that a search like that of STRONG2 expects.

use std::time::Duration;

use super::alone::{Alone, FloeRoutes};
use super::effort::FloeEffort;
use super::evaluation::FISH;
use super::field_sets::{Bits, Wide};
use super::search::{FloeSearch, INFINITE};
use super::{Manner, floes_of, with_bits};
use crate::{Event, Fishing, State, View};
use chase_engine::game::{Game as _, SeatSight, Turn};
use chase_kit::budget::{Limit, MoveBudget};
use chase_kit::extras::SearchedShares;
use chase_study::analysis::{WIN, share_of_win};

/// The lead at which the share is 1/2 + 1/sqrt(8), about 85 %, in half fish, for each square root of a fish that is
/// left. `cargo bench --bench calibration -- fishing` holds these shares against how games ended.
const SCALE: f64 = 2.5;

/// By how much a search that stops before the end expects too large a lead for the side to move, as measured, in the
/// same unit.
const TEMPO: f64 = 0.25;

/// The lead of the side to move at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FloeLead {
    /// In half fish.
    pub lead: i32,
    /// True if both sides' best play leads there.
    pub is_final: bool,
    /// Fish that nobody has yet.
    pub fish_left: i32,
}

/// The share of a win of each side; nothing for more than two players, who do not play against one another alone.
pub(crate) fn shares(
    game: &Fishing,
    state: &State,
    _: &[(State, Event)],
    nodes: u64,
) -> Option<SearchedShares> {
    let Turn::Seat(seat) = game.turn(state) else {
        return None;
    };
    if game.seats() != 2 {
        return None;
    }
    let sight = SeatSight::new(game, state, seat);
    let view = sight.view();
    let found = with_bits!(view, lead(&view, nodes));
    let mut shares = vec![WIN - share(found); 2];
    shares[seat.index()] = share(found);
    // Estimates go up and down with each turn that is searched more.
    let may_mark = found.is_final;
    Some(SearchedShares { shares, may_mark })
}

fn lead<B: Bits>(view: &View<'_>, nodes: u64) -> FloeLead {
    let budget = MoveBudget::from(Limit::Nodes(nodes));
    let effort = FloeEffort::begin(&budget, Duration::ZERO);
    let floes = floes_of::<B>(view);
    FloeSearch::new(floes, view.seat.index(), effort, Manner::Worth).lead()
}

impl<B: Bits> FloeSearch<B> {
    /// The lead that one of two sides has at the end, by the deepest search that it finishes.
    pub(super) fn lead(mut self) -> FloeLead {
        let mut found = FloeLead {
            lead: self.compared(&self.floes.worths()),
            is_final: false,
            fish_left: self.floes.board.fish(self.floes.free),
        };
        if self.floes.moving && self.is_alone() {
            return self.lead_apart(found);
        }
        for depth in 1..=self.effort.depth_max {
            self.is_cut = false;
            let lead = self.value(depth, 0, (-INFINITE, INFINITE));
            if self.effort.is_over() {
                break;
            }
            found.lead = lead;
            found.is_final = !self.is_cut;
            if found.is_final {
                break;
            }
        }
        found
    }

    /// The lead where neither side can reach the other's ice: each takes the most fish there.
    fn lead_apart(mut self, mut found: FloeLead) -> FloeLead {
        found.lead = self.compared(&self.floes.counts());
        found.is_final = true;
        let positions = self.effort.left() / 2;
        for side in 0..2 {
            let alone = Alone {
                penguins: self.floes.sides[side].penguins,
                free: self.floes.reach_of(side),
            };
            let mut routes = FloeRoutes::new(&self.floes.board, &self.keys, &mut self.effort);
            let most = routes.most(alone, positions);
            found.is_final &= most.is_most;
            found.lead += FISH * if side == self.own { most.fish } else { -most.fish };
        }
        found
    }
}

/// The share of a win of a lead for its side.
fn share(found: FloeLead) -> i64 {
    if found.is_final {
        return match found.lead.signum() {
            1 => WIN,
            0 => WIN / 2,
            _ => 0,
        };
    }
    let unit = f64::from(found.fish_left).sqrt();
    share_of_win(f64::from(found.lead) - TEMPO * unit, SCALE * unit)
}
