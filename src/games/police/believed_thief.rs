//! Where detectives can believe the thief to be, with what stamina, and which city is its getaway: chases of a
//! random thief that agree with all that the detectives together were told.
//!
//! Nothing is known of the thief beforehand: it starts in any city, with the full stamina of any detective, and has
//! its getaway in any other city, all equally likely; each hour it takes any of its legal actions. Chases that a tip or
//! the end of an hour contradicts are dropped, and the others stand for them.

use std::sync::Arc;

use super::{AGENTS, Action, AgentState, Event, Police, State, THIEF};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Seat;
use chase_kit::extras::{Belief, HiddenPart};

/// Chases that are followed side by side.
const CHASES: usize = 1_024;

/// The seed of their draws, which are those of no game.
const SEED: i64 = 0x0074_6869_6566;

/// A thief as it could be.
#[derive(Clone, Copy)]
struct PossibleThief {
    city: u32,
    stamina: u32,
    /// The stamina that a rest restores.
    full: u32,
    getaway: u32,
}

/// What the detectives together can believe about the thief.
struct BelievedThief {
    thieves: Vec<PossibleThief>,
    dice: Dice,
    buffer: Vec<Action>,
}

/// The belief of a detective. A thief knows nothing of detectives, and the game does not say what it could
/// believe.
pub(super) fn belief(game: &Arc<Police>, seat: Seat) -> Option<Box<dyn Belief<Police>>> {
    (seat.index() != THIEF).then(|| Box::new(BelievedThief::new(game)) as _)
}

impl BelievedThief {
    fn new(game: &Police) -> Self {
        let mut belief = BelievedThief {
            thieves: Vec::with_capacity(CHASES),
            dice: Dice::new(Generator::Chacha8, SEED, 0),
            buffer: Vec::new(),
        };
        belief.begin(game, |_| true);
        belief
    }

    /// Begins anew in any city where the thief may be.
    fn begin(&mut self, game: &Police, may_be: impl Fn(u32) -> bool) {
        let all = u32::try_from(game.map.cities()).expect("a city's number has 32 bits");
        let cities: Vec<u32> = (0..all).filter(|city| may_be(*city)).collect();
        let detectives = &game.scenario.agents[THIEF + 1..];
        self.thieves.clear();
        for n in 0..CHASES {
            // Where there is no city left, something that cannot be was told; any city is as good.
            let city = match &cities[..] {
                [] => self.dice.below(all),
                cities => cities[n % cities.len()],
            };
            let full = detectives[self.dice.below(AGENTS as u32 - 1) as usize].stamina;
            let getaway = (city + 1 + self.dice.below((all - 1).max(1))) % all;
            self.thieves.push(PossibleThief { city, stamina: full, full, getaway });
        }
    }

    /// The thief had its turn.
    fn walk(&mut self, game: &Police) {
        for thief in &mut self.thieves {
            let agent = AgentState { city: thief.city, stamina: thief.stamina, tip: None };
            self.buffer.clear();
            let legal = game.legal_actions(&agent, &mut self.buffer);
            let count = u32::try_from(legal.len()).expect("a city has few roads");
            match legal[self.dice.below(count) as usize] {
                Action::Rest => thief.stamina = thief.full,
                Action::Move { to } => {
                    let length = game.map.roads.length(thief.city, to);
                    thief.stamina -= length.expect("a legal move follows a road");
                    thief.city = to;
                }
            }
        }
    }

    /// Drops the chases in which the thief is not as told. False if that is all of them: they are kept.
    fn keep(&mut self, is_as_told: impl Fn(&PossibleThief) -> bool) -> bool {
        let left: Vec<_> = self.thieves.iter().copied().filter(is_as_told).collect();
        if left.is_empty() {
            return false;
        }
        self.thieves = left.iter().copied().cycle().take(CHASES).collect();
        true
    }

    /// A detective was told where the thief is.
    fn told(&mut self, game: &Police, city: u32) {
        if !self.keep(|thief| thief.city == city) {
            self.begin(game, |other| other == city);
        }
    }

    /// An hour ended, and the chase goes on.
    fn pass_hour(&mut self, game: &Police, before: &State) {
        let is_seen = |city: u32| {
            let detectives = &before.agents[THIEF + 1..];
            detectives.iter().any(|agent| agent.city == city)
        };
        if !self.keep(|thief| !is_seen(thief.city) && thief.city != thief.getaway) {
            self.begin(game, |city| !is_seen(city));
        }
    }
}

impl HiddenPart<Police> for BelievedThief {
    fn take_event(&mut self, game: &Police, before: &State, event: &Event) {
        match *event {
            Event::Moved { .. } | Event::Rested if usize::from(before.acted) == THIEF => {
                self.walk(game);
            }
            Event::Tipped { city, .. } => self.told(game, city),
            Event::HourPassed => self.pass_hour(game, before),
            _ => {}
        }
    }
}

impl Belief<Police> for BelievedThief {
    fn draw(
        &mut self,
        game: &Arc<Police>,
        state: &State,
        dice: &mut Dice,
    ) -> Option<(Arc<Police>, State)> {
        let drawn = dice.below(CHASES as u32) as usize;
        let thief = self.thieves[drawn];
        let mut state = state.clone();
        state.agents[THIEF] = AgentState { city: thief.city, stamina: thief.stamina, tip: None };
        Some((Arc::new(game.with_getaway(thief.getaway)), state))
    }
}
