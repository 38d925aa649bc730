//! A team of detectives who talk: each hears where the others go, that they rest, and what they are
//! told, and all follow one plan.
//!
//! Every member keeps the same memory and works the plan out for itself, so nobody has to give
//! orders: the thief is likely to be where the [`belief`] has it, and the [`plan`] is the way of all
//! members that catches it soonest. A detective whose mates are no members of the team is a team of
//! one.

mod belief;
mod best_route;
mod plan;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::briefing;
use crate::{Action, Briefing, Event, Police};
use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, Known, Seat, View};
use chase_engine::player::Player;

use belief::CityBelief;
use plan::{Planner, Pursuer};

/// One member, with what it knows of all.
pub(super) struct TeamDetective {
    known: Briefing,
    /// Its place among the members.
    me: usize,
    members: Vec<Mate>,
    belief: CityBelief,
    /// The hour that is being played; 0 until somebody acts.
    hour: i64,
    planner: Planner,
}

/// A member as all of them know it.
struct Mate {
    seat: Seat,
    full: u32,
    city: u32,
    stamina: u32,
    /// True if it has had its turn this hour.
    acted: bool,
}

impl Mate {
    fn new(seat: Seat, known: &Briefing) -> Self {
        Mate {
            seat,
            full: known.stamina,
            city: known.start,
            stamina: known.stamina,
            // Hour 0 has no turns: the first is one of the next hour.
            acted: true,
        }
    }
}

impl TeamDetective {
    /// A member that has not joined others yet.
    pub(super) fn new(known: Briefing) -> Self {
        TeamDetective {
            me: 0,
            members: vec![Mate::new(Seat(0), &known)],
            belief: CityBelief::new(&known.map),
            hour: 0,
            planner: Planner::new(&known.map),
            known,
        }
    }

    /// Takes in what a member learned.
    fn take(&mut self, member: usize, event: &Event) {
        match *event {
            Event::Moved { to } => {
                self.acts(member);
                let mate = &mut self.members[member];
                let length = self.known.map.roads.length(mate.city, to).unwrap_or(0);
                mate.stamina = mate.stamina.saturating_sub(length);
                mate.city = to;
            }
            Event::Rested => {
                self.acts(member);
                let mate = &mut self.members[member];
                mate.stamina = mate.full;
            }
            Event::Tipped { city, .. } => self.belief.told(city),
            _ => {}
        }
    }

    /// A member has its turn.
    fn acts(&mut self, member: usize) {
        self.begin_hour(member);
        self.members[member].acted = true;
    }

    /// Begins a new hour when a member that has had its turn is next again: the chase went on, so
    /// the thief was with none of the members, and it has had its own turn since.
    fn begin_hour(&mut self, member: usize) {
        if !self.members[member].acted {
            return;
        }
        let cities = self.members.iter().map(|mate| mate.city);
        self.belief.not_in(cities);
        self.belief.pass_hour();
        self.hour += 1;
        for mate in &mut self.members {
            mate.acted = false;
        }
    }
}

impl Player<Police> for TeamDetective {
    fn team(&self) -> Option<&'static str> {
        Some(super::TEAM)
    }

    fn join(&mut self, seat: Seat, team: &[(Seat, Known<Police>)]) {
        let members = team.iter().map(|(seat, known)| Mate::new(*seat, &briefing(known)));
        self.members = members.collect();
        let me = self.members.iter().position(|mate| mate.seat == seat);
        self.me = me.expect("a player is in its own team");
    }

    fn reset(&mut self, known: &Known<Police>) -> bool {
        let known = briefing(known);
        if !Arc::ptr_eq(&self.known.map, &known.map) {
            return false;
        }
        (self.me, self.hour) = (0, 0);
        self.members = vec![Mate::new(Seat(0), &known)];
        self.known = known;
        self.belief.reset();
        true
    }

    fn observe(&mut self, event: &Event) {
        self.take(self.me, event);
    }

    fn hear(&mut self, mate: Seat, event: &Event) {
        if let Some(member) = self.members.iter().position(|it| it.seat == mate) {
            self.take(member, event);
        }
    }

    fn choose(
        &mut self,
        _: &View<'_, Police>,
        legal: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        // What the next thing that is seen would begin too.
        self.begin_hour(self.me);
        let hours = i64::from(self.known.hours) - self.hour + 1;
        let pursuers = self.members.iter().map(|mate| Pursuer {
            city: mate.city,
            stamina: mate.stamina,
            full: mate.full,
            acted: mate.acted,
        });
        let to = self.planner.next(&self.belief, pursuers, self.me, hours);
        let go = Action::Move { to };
        Ok(if legal.contains(&go) { go } else { Action::Rest })
    }
}
