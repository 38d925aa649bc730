//! How detectives move together, so that Mr X has the least room: `tracking` reckons that room as `net.rs`
//! does, `belief` as `cordon.rs` does.
//!
//! A plan has a move for each detective that has not moved in this rotation. It begins with all
//! of them where they are. Then, some times over or until nothing changes, the last one's move is replaced
//! by the one of least cost, the others being where the plan has them, then that of the one before it, and so
//! on to the first; of equal costs the first in the order of the set counts.
//!
//! A move's cost is the room that is left, plus 0.0001 times the mean distance of Mr X's
//! possible stations from where the detective ends, plus 0.001 divided by the number of tickets it
//! has of the kind it pays, so that scarce ones are kept.

use std::borrow::Cow;

use super::area::SurroundedArea;
use super::reach::end;
use crate::board::{Station, Tickets};
use crate::{Action, Public, PublicSetting};
use chase_engine::game::Seat;
use chase_kit::budget::Thinking;

/// So often the moves of a plan are replaced where one plan is made for a turn.
pub(super) const TIMES: u32 = 3;
/// The cost of each edge of distance.
pub(super) const DISTANCE: f64 = 0.0001;
/// The cost of a detective's last ticket of a kind.
pub(super) const LAST_TICKET: f64 = 0.001;

/// The station where a detective ends, and the distance from there to each station, by number.
#[derive(Clone)]
pub(super) struct Post<'a, D: Clone> {
    pub at: Station,
    pub far: Cow<'a, [D]>,
}

/// A move that a detective can make.
pub(super) struct HuntMove<'a, D: Clone> {
    action: Action,
    pub post: Post<'a, D>,
    /// The mean distance of the stations where Mr X can be.
    pub distance: f64,
    /// The number of tickets of the kind that it pays; nothing for a pass.
    pub held: Option<u32>,
}

/// The room that detectives leave to Mr X, and what a move costs.
pub(super) trait Reckoning<'a> {
    /// A distance from a detective.
    type Distance: Clone;
    /// All that counts of the detectives that stay where the plan has them.
    type Others;

    /// Around the stations that have a weight, by number.
    fn around(setting: &'a PublicSetting, weights: &[f64]) -> Self;

    /// The stations where he can be now and next.
    fn area(&self) -> &SurroundedArea<'a>;

    /// A detective that stands there, and has these tickets.
    fn post(&self, at: Station, tickets: &Tickets) -> Post<'a, Self::Distance>;

    /// A distance as it counts in the mean.
    fn counted(distance: &Self::Distance) -> f64;

    /// The detectives at these posts.
    fn others(&self, posts: &[&Post<'a, Self::Distance>]) -> Self::Others;

    /// The cost of a move.
    fn cost(&self, choice: &HuntMove<'a, Self::Distance>, others: &Self::Others) -> f64;
}

/// A plan: a move for each detective that has not moved in this rotation.
pub(super) struct Hunt<'a, R: Reckoning<'a>> {
    reckoning: R,
    thinking: &'a Thinking,
    /// By detective: the moves it can make, none if it has moved.
    sets: Vec<Vec<HuntMove<'a, R::Distance>>>,
    /// By detective: where the plan has it.
    posts: Vec<Post<'a, R::Distance>>,
}

impl<'a, R: Reckoning<'a>> Hunt<'a, R> {
    /// Nobody has moved from `first` on. The weights are those of Mr X's stations, by number.
    pub fn new(
        setting: &'a PublicSetting,
        public: &Public,
        weights: &[f64],
        first: Seat,
        thinking: &'a Thinking,
    ) -> Self {
        let reckoning = R::around(setting, weights);
        let stays =
            |seat: Seat| reckoning.post(public.detective(seat), &public.tickets[seat.index()]);
        let posts = setting.detectives().map(stays).collect();
        let set = |seat| match seat >= first {
            true => choices(&reckoning, public, seat, thinking),
            false => Vec::new(),
        };
        let sets = setting.detectives().map(set).collect();
        Hunt { reckoning, thinking, sets, posts }
    }

    /// Replaces all moves so many times, and gives that of the first that has not moved. Once thinking is over
    /// nothing is replaced any more.
    pub fn plan(&mut self, times: u32) -> Option<Action> {
        let mut action = None;
        for _ in 0..times {
            let before: Vec<_> = self.ends().collect();
            for place in (0..self.sets.len()).rev() {
                if !self.sets[place].is_empty() {
                    action = self.improve(place);
                }
            }
            if self.ends().eq(before) {
                break;
            }
        }
        action
    }

    /// The stations where the plan has the detectives.
    pub fn ends(&self) -> impl Iterator<Item = Station> {
        self.posts.iter().map(|post| post.at)
    }

    /// Replaces a detective's move by the best one.
    fn improve(&mut self, place: usize) -> Option<Action> {
        let others = self.posts.iter().enumerate().filter(|(other, _)| *other != place);
        let others = self.reckoning.others(&others.map(|(_, post)| post).collect::<Vec<_>>());
        let mut best: Option<(f64, &HuntMove<'a, R::Distance>)> = None;
        for choice in &self.sets[place] {
            if self.thinking.is_over() {
                break;
            }
            let cost = self.reckoning.cost(choice, &others);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, choice));
            }
        }
        let (_, choice) = best?;
        self.posts[place] = choice.post.clone();
        Some(choice.action)
    }
}

/// The moves that a detective can make.
fn choices<'a, R: Reckoning<'a>>(
    reckoning: &R,
    public: &Public,
    seat: Seat,
    thinking: &Thinking,
) -> Vec<HuntMove<'a, R::Distance>> {
    let area = reckoning.area();
    let mut set = Vec::new();
    area.setting.actions(public, seat, 0, &mut set);
    let going = set.into_iter().take_while(|_| !thinking.is_over());
    let choice = |action| {
        let mut tickets = public.tickets[seat.index()];
        let held = match action {
            Action::Move(leg) => {
                tickets[leg.ticket as usize] -= 1;
                Some(public.tickets[seat.index()][leg.ticket as usize])
            }
            Action::Double { .. } | Action::Pass => None,
        };
        let post = reckoning.post(end(action).unwrap_or(public.detective(seat)), &tickets);
        let part = |(at, weight): &(Station, f64)| weight * R::counted(&post.far[usize::from(*at)]);
        let distance = area.belief.iter().map(part).sum();
        HuntMove { action, distance, post, held }
    };
    going.map(choice).collect()
}
