//! The maps that questions are made of: names, lengths, stamina and starts, as a kind of question
//! needs them. Nothing here plays a game.

use std::sync::Arc;

use super::super::city_names::name_cities;
use super::CaseMaker;
use chase_engine::dice::Dice;
use chase_police::AGENTS;
use chase_police::new::MapPlan;
use chase_police::scenario::Scenario;

/// Stamina for a game without rests.
const ENDLESS: u32 = 1_000_000_000;

/// The distribution of road lengths.
#[derive(Clone, Copy)]
pub(super) enum Lengths {
    /// From 1 to this.
    Even(u32),
    /// Half of them short, half long: fewest roads and fewest turns are then different things.
    ShortOrLong(u32),
}

impl Lengths {
    pub fn draw(self, dice: &mut Dice) -> u32 {
        match self {
            Lengths::Even(most) => 1 + dice.below(most),
            Lengths::ShortOrLong(most) if dice.below(2) == 0 => 1 + dice.below(most / 6 + 1),
            Lengths::ShortOrLong(most) => most - dice.below(most / 3 + 1),
        }
    }
}

impl CaseMaker {
    /// A connected map with names and agents, nothing promised beyond that.
    pub(super) fn open_map(
        &mut self,
        cities: u32,
        roads: u32,
        informants: u32,
        lengths: Lengths,
    ) -> Scenario {
        let most = cities * (cities - 1) / 2;
        let plan = MapPlan {
            cities,
            roads: Some(roads.clamp(cities - 1, most)),
            informants,
            two_coloured: false,
        };
        let mut scenario = plan.scenario(&mut self.dice);
        for road in Arc::make_mut(&mut scenario.roads) {
            road.2 = lengths.draw(&mut self.dice);
        }
        name_cities(&mut scenario, &mut self.dice);
        let longest = scenario.roads.iter().map(|road| road.2).max().unwrap_or(1);
        for agent in &mut scenario.agents {
            agent.stamina = longest + self.dice.below(longest + 1);
        }
        scenario
    }

    /// A map of two colours on which nobody has to rest.
    pub(super) fn coloured_map(&mut self, cities: u32, roads: u32, informants: u32) -> Scenario {
        let most = cities.div_ceil(2) * (cities / 2);
        let plan = MapPlan {
            cities,
            roads: Some(roads.clamp(cities - 1, most)),
            informants,
            two_coloured: true,
        };
        let mut scenario = plan.scenario(&mut self.dice);
        name_cities(&mut scenario, &mut self.dice);
        for road in Arc::make_mut(&mut scenario.roads) {
            road.2 = Lengths::Even(5).draw(&mut self.dice);
        }
        for agent in &mut scenario.agents {
            agent.stamina = ENDLESS;
        }
        scenario
    }

    /// Lengths and stamina with which a move is always followed by a rest.
    pub(super) fn fill_in_step(&mut self, scenario: &mut Scenario) {
        const FULL: u32 = 20;
        for road in Arc::make_mut(&mut scenario.roads) {
            road.2 = FULL - self.below(FULL as usize / 2);
        }
        for agent in &mut scenario.agents {
            agent.stamina = FULL;
        }
    }

    /// Lets one detective start where it is tipped at once.
    pub(super) fn start_at_an_informant(&mut self, scenario: &mut Scenario, keep_colour: bool) {
        let detective = 1 + self.below(AGENTS - 1) as usize;
        self.start_there_at_an_informant(scenario, detective, keep_colour);
    }

    pub(super) fn start_there_at_an_informant(
        &mut self,
        scenario: &mut Scenario,
        detective: usize,
        keep_colour: bool,
    ) {
        let parity = scenario.agents[detective].start % 2;
        let ids = (0u32..).zip(scenario.cities.iter());
        let fitting = ids.filter(|(id, city)| city.informant && (!keep_colour || id % 2 == parity));
        let fitting: Vec<_> = fitting.map(|(id, _)| id).collect();
        if !fitting.is_empty() {
            let chosen = self.below(fitting.len()) as usize;
            scenario.agents[detective].start = fitting[chosen];
        }
    }

    /// The scenario with the same map and shuffled city IDs.
    pub(super) fn renumbered(&mut self, mut scenario: Scenario) -> Scenario {
        let count = scenario.cities.len();
        let mut ids: Vec<u32> = (0u32..).take(count).collect();
        for n in (1..count).rev() {
            let other = self.below(n + 1) as usize;
            ids.swap(n, other);
        }
        let old = scenario.cities.clone();
        let mut cities: Vec<_> = old.iter().zip(&ids).map(|(city, id)| (*id, city)).collect();
        cities.sort_by_key(|(id, _)| *id);
        let cities = cities.into_iter().map(|(_, city)| city.clone());
        scenario.cities = Arc::new(cities.collect());
        for (a, b, _) in Arc::make_mut(&mut scenario.roads) {
            (*a, *b) = (ids[*a as usize], ids[*b as usize]);
        }
        for agent in &mut scenario.agents {
            agent.start = ids[agent.start as usize];
        }
        scenario
    }
}
