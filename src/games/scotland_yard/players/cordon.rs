//! How `belief` moves the detectives together, so that Mr X has the least room.
//!
//! A plan is made as `tracking` makes it (`hunt.rs`): it has a move for each detective that has not
//! moved in this rotation, begins with all of them where they are, and three times over, or until
//! nothing changes, each move is replaced by the one of least cost, from the last detective to the
//! first; of equal costs the first in the order of the set counts. The cost of a move is the room
//! that is left, plus 0.0001 times the mean distance of Mr X's possible stations, plus 0.001
//! divided by the number of tickets of the kind it pays. What is new is how distances and the room
//! are told.
//!
//! **Distances** of a detective are by the edges that the kinds of tickets pay that it has left
//! after its move; 6 and more are the same.
//!
//! **The chance** to be free at a station after `t` more moves of Mr X and as many turns of the
//! detectives is the product of one number for each detective, so that two near ones are worse than
//! one: by its distance, 0 if `t` is 1 and the distance 0; 0.2 below `t`, 0.5 at `t`, 0.9 at
//! `t + 1`, else 1.
//!
//! **The room** at a station after `t` moves is that chance, times, for `t < 3`, the room onwards:
//! three quarters of the largest room after `t + 1` moves at a station next to it, a quarter of the
//! mean over these. The room is the sum, over the stations where Mr X can be and no detective will
//! be, the others of the plan counted, of the weight and the room onwards.

use super::net::{self, SurroundedArea, onwards};
use super::reach::end;
use crate::board::{Station, Ticket, Tickets, Transport};
use crate::{Action, Public, PublicSetting};
use chase_engine::game::Seat;
use chase_kit::budget::Thinking;

/// So often the moves of a plan are replaced.
const TIMES: u32 = 3;
/// So many of Mr X's next moves are looked at.
const MOVES: usize = net::MOVES as usize;
/// A larger distance counts as this.
const FAR: u8 = 6;
/// The cost of each edge of distance.
const DISTANCE: f64 = 0.0001;
/// The cost of a detective's last ticket of a kind.
const LAST_TICKET: f64 = 0.001;

/// The station where a detective ends, and the distance from there to each station, by number.
#[derive(Clone)]
struct Post {
    at: Station,
    far: Vec<u8>,
}

/// A move that a detective can make.
struct CordonMove {
    action: Action,
    post: Post,
    /// The cost of the move apart from the room it leaves to Mr X.
    cost: f64,
}

/// The detectives that stay where the plan has them.
struct Others {
    ends: Vec<Station>,
    /// The chance to be free as far as they go, after each of Mr X's moves, by number.
    chances: [Vec<f64>; MOVES],
}

/// A plan of `belief`: a move for each detective that has not moved in this rotation.
pub(super) struct Cordon<'a> {
    setting: &'a PublicSetting,
    thinking: &'a Thinking,
    /// The stations where he can be, with weights.
    belief: Vec<(Station, f64)>,
    /// The stations where he can be after each of his next moves, detectives aside.
    layers: Vec<Vec<Station>>,
    /// By detective: the moves it can make, none if it has moved.
    sets: Vec<Vec<CordonMove>>,
    /// By detective: where the plan has it.
    posts: Vec<Post>,
}

impl<'a> Cordon<'a> {
    /// Nobody has moved from `first` on. The weights are those of Mr X's stations, by number.
    pub fn new(
        setting: &'a PublicSetting,
        public: &Public,
        weights: &[f64],
        first: Seat,
        thinking: &'a Thinking,
    ) -> Self {
        let SurroundedArea { belief, layers, .. } = SurroundedArea::around(setting, weights);
        let stays = |seat: Seat| {
            let tickets = public.tickets[seat.index()];
            Post::of(setting, public.detective(seat), &tickets)
        };
        let mut cordon = Cordon {
            setting,
            thinking,
            belief,
            layers,
            sets: Vec::new(),
            posts: setting.detectives().map(stays).collect(),
        };
        for seat in setting.detectives() {
            let set = if seat >= first { cordon.choices(public, seat) } else { Vec::new() };
            cordon.sets.push(set);
        }
        cordon
    }

    /// Plans, and gives the move of the first that has not moved. Once thinking is over nothing is
    /// replaced any more.
    pub fn plan(&mut self) -> Option<Action> {
        let sets = std::mem::take(&mut self.sets);
        let mut action = None;
        for _ in 0..TIMES {
            let before: Vec<_> = self.ends().collect();
            for (place, set) in sets.iter().enumerate().rev() {
                if !set.is_empty() {
                    action = self.improve(place, set);
                }
            }
            if self.ends().eq(before) {
                break;
            }
        }
        self.sets = sets;
        action
    }

    /// The stations where the plan has the detectives.
    pub fn ends(&self) -> impl Iterator<Item = Station> {
        self.posts.iter().map(|post| post.at)
    }

    /// The moves that a detective can make.
    fn choices(&self, public: &Public, seat: Seat) -> Vec<CordonMove> {
        let mut set = Vec::new();
        self.setting.actions(public, seat, 0, &mut set);
        let mut choices = Vec::with_capacity(set.len());
        for action in set {
            if self.thinking.is_over() {
                break;
            }
            let mut tickets = public.tickets[seat.index()];
            let mut cost = 0.0;
            if let Action::Move(leg) = action {
                cost += LAST_TICKET / f64::from(tickets[leg.ticket as usize]);
                tickets[leg.ticket as usize] -= 1;
            }
            let at = end(action).unwrap_or(public.detective(seat));
            let post = Post::of(self.setting, at, &tickets);
            cost += DISTANCE * self.distance(&post);
            choices.push(CordonMove { action, post, cost });
        }
        choices
    }

    /// The mean distance of the stations where he can be.
    fn distance(&self, post: &Post) -> f64 {
        let far = |at: Station| f64::from(post.far[usize::from(at)]);
        let parts = self.belief.iter().map(|(at, weight)| weight * far(*at));
        parts.sum()
    }

    /// Replaces a detective's move by the best one.
    fn improve(&mut self, place: usize, set: &[CordonMove]) -> Option<Action> {
        let others = self.others(place);
        let mut best: Option<(f64, &CordonMove)> = None;
        for choice in set {
            if self.thinking.is_over() {
                break;
            }
            let cost = choice.cost + self.room(&choice.post, &others);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, choice));
            }
        }
        let (_, choice) = best?;
        self.posts[place] = choice.post.clone();
        Some(choice.action)
    }

    fn others(&self, place: usize) -> Others {
        let numbers = self.setting.board.numbers();
        let mut others =
            Others { ends: Vec::new(), chances: [(); MOVES].map(|()| vec![1.0; numbers]) };
        for (_, post) in self.posts.iter().enumerate().filter(|it| it.0 != place) {
            others.ends.push(post.at);
            for (chances, turn) in others.chances.iter_mut().zip(1..) {
                let by_distance = freedom(turn);
                for (chance, far) in chances.iter_mut().zip(&post.far) {
                    *chance *= by_distance[usize::from(*far)];
                }
            }
        }
        others
    }

    /// The room that is left with one detective at its post and the others at theirs.
    fn room(&self, post: &Post, others: &Others) -> f64 {
        let mut later = vec![0.0; post.far.len()];
        for (before, layer) in self.layers.iter().enumerate().rev() {
            let turn = before + 1;
            let by_distance = freedom(turn);
            let chances = &others.chances[before];
            let mut room = vec![0.0; later.len()];
            for &station in layer {
                let place = usize::from(station);
                let chance = chances[place] * by_distance[usize::from(post.far[place])];
                room[place] = if turn == MOVES || chance == 0.0 {
                    chance
                } else {
                    chance * onwards(self.setting, station, &later)
                };
            }
            later = room;
        }
        let is_away = |at: Station| at != post.at && !others.ends.contains(&at);
        let away = self.belief.iter().filter(|(at, _)| is_away(*at));
        away.map(|(at, weight)| weight * onwards(self.setting, *at, &later)).sum()
    }
}

impl Post {
    /// A detective that stands there, and has these tickets.
    fn of(setting: &PublicSetting, at: Station, tickets: &Tickets) -> Self {
        let board = &setting.board;
        let paid = [
            (Ticket::Taxi, Transport::Taxi),
            (Ticket::Bus, Transport::Bus),
            (Ticket::Underground, Transport::Underground),
        ];
        let paid = paid.map(|(ticket, transport)| (tickets[ticket as usize] > 0, transport));
        let mut far = vec![FAR; board.numbers()];
        far[usize::from(at)] = 0;
        let mut reached = vec![at];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let distance = far[usize::from(from)] + 1;
            if distance == FAR {
                break;
            }
            for way in board.ways(from) {
                let is_open = paid.iter().any(|(paid, by)| *paid && way.has(*by));
                if is_open && far[usize::from(way.to)] == FAR {
                    far[usize::from(way.to)] = distance;
                    reached.push(way.to);
                }
            }
        }
        Post { at, far }
    }
}

/// The chance to be free after so many moves as far as one detective goes, by its distance.
fn freedom(moves: usize) -> [f64; FAR as usize + 1] {
    let mut chances = [1.0; FAR as usize + 1];
    for (distance, chance) in chances.iter_mut().enumerate() {
        *chance = match distance {
            0 if moves == 1 => 0.0,
            _ if distance < moves => 0.2,
            _ if distance == moves => 0.5,
            _ if distance - moves == 1 => 0.9,
            _ => 1.0,
        };
    }
    chances
}
