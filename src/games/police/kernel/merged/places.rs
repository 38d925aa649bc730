//! Where one agent can be after each hour to come, whatever the others do: its places, and where each
//! of them leads.
//!
//! Agents meet in two ways only. A tip tells a detective the city where the thief is, so that where a
//! place leads may depend on that city; and a chase ends where a detective is with the thief.

use super::interner::Interner;
use crate::kernel::ask::{AgentPlace, LoneAgent};
use crate::players::mind::Mind;
use chase_engine::dice::Dice;

/// The places that an agent can have after as many hours. A place is a city, a stamina and what the
/// agent remembers.
#[derive(Default)]
pub(super) struct PlaceLayer {
    /// The city of each place.
    pub cities: Vec<u32>,
    /// Where each place leads; nothing in the last layer and where the chase is over.
    pub leads: Vec<PlaceLeads>,
}

/// The places of the next layer to which a place leads, all equally likely: one list, or one for each
/// city where the thief can be when the agent has moved, where a tip tells it which that is.
pub(super) type PlaceLeads = Vec<Box<[u32]>>;

/// The limits of the search for places.
pub(super) struct PlaceLimits<'a> {
    /// The hours to come.
    pub hours: usize,
    /// For a detective, the cities where the thief can be after each hour, from now on.
    pub thief: Option<&'a [Vec<u32>]>,
    /// For the thief, the city in which the chase is over.
    pub getaway: Option<u32>,
}

/// Why there are no places.
pub(super) enum NoPlaces {
    /// An answer was not legal, or was drawn so that ways are not equally likely.
    Unfit,
    /// There are too many; so many in each of the first layers.
    TooMany(Vec<usize>),
}

/// The places of the layer that is worked on.
#[derive(Default)]
struct PlaceFront {
    numbers: Interner,
    places: Vec<(AgentPlace, Box<dyn Mind>)>,
}

impl PlaceFront {
    fn number(&mut self, place: AgentPlace, mut mind: Box<dyn Mind>, key: &mut Vec<u64>) -> u32 {
        key.clear();
        key.push(u64::from(place.0) << 32 | u64::from(place.1));
        mind.memory(key);
        let number = self.numbers.number(key);
        if number as usize == self.places.len() {
            self.places.push((place, mind));
        }
        number
    }

    fn cities(&self) -> Vec<u32> {
        self.places.iter().map(|(place, _)| place.0).collect()
    }
}

/// Finds an agent's places from where it is now. `asks` is how often agents may still be asked.
pub(super) fn find(
    agent: &mut LoneAgent<'_>,
    mind: Box<dyn Mind>,
    limits: &PlaceLimits<'_>,
    asks: &mut u64,
) -> Result<Vec<PlaceLayer>, NoPlaces> {
    let mut key = Vec::new();
    let mut front = PlaceFront::default();
    front.number(agent.place(), mind, &mut key);
    let mut layers: Vec<PlaceLayer> = Vec::with_capacity(limits.hours + 1);
    for hour in 0..limits.hours {
        let inputs = limits.thief.map(|cities| &*cities[hour + 1]);
        let mut next = PlaceFront::default();
        let mut leads = Vec::with_capacity(front.places.len());
        for (place, mind) in &front.places {
            if hour > 0 && limits.getaway == Some(place.0) {
                leads.push(PlaceLeads::new());
                continue;
            }
            let mut turn = PlaceTurn { agent, place: *place, ways: Vec::new(), is_tipped: false };
            turn.choose(&**mind).ok_or(NoPlaces::Unfit)?;
            let first = inputs.and_then(|cities| cities.first().copied());
            let mut rows = vec![turn.lead(first, &mut next, &mut key)];
            for thief in inputs.unwrap_or_default().iter().skip(1) {
                if turn.is_tipped {
                    rows.push(turn.lead(Some(*thief), &mut next, &mut key));
                }
            }
            let asked = (turn.ways.len() * (1 + rows.len())) as u64;
            leads.push(rows);
            let Some(left) = asks.checked_sub(asked) else {
                let counts = layers.iter().map(|layer| layer.cities.len());
                let counts = counts.chain([front.places.len(), next.places.len()]);
                return Err(NoPlaces::TooMany(counts.collect()));
            };
            *asks = left;
        }
        let cities = front.cities();
        layers.push(PlaceLayer { cities, leads });
        front = next;
    }
    layers.push(PlaceLayer { cities: front.cities(), leads: Vec::new() });
    Ok(layers)
}

/// One turn of an agent from a place.
struct PlaceTurn<'a, 'g> {
    agent: &'a mut LoneAgent<'g>,
    place: AgentPlace,
    /// What it may choose, all equally likely, and itself after it has chosen.
    ways: Vec<(crate::Action, Box<dyn Mind>)>,
    /// True if a way led to a tip.
    is_tipped: bool,
}

impl PlaceTurn<'_, '_> {
    /// Asks the player with every luck it may have. Nothing where the ways are not equally likely.
    fn choose(&mut self, mind: &dyn Mind) -> Option<()> {
        let mut dice = Dice::branching();
        let mut equal = None;
        self.agent.put(self.place);
        loop {
            let mut mind = mind.copy();
            let action = self.agent.choose(&mut *mind, &mut dice)?;
            let ways = dice.ways()?;
            if *equal.get_or_insert(ways) != ways {
                return None;
            }
            self.ways.push((action, mind));
            if !dice.next_branch() {
                return Some(());
            }
        }
    }

    /// Where the ways lead while the thief is in a city.
    fn lead(
        &mut self,
        thief: Option<u32>,
        next: &mut PlaceFront,
        key: &mut Vec<u64>,
    ) -> Box<[u32]> {
        if let Some(city) = thief {
            self.agent.put_thief(city);
        }
        let mut leads = Vec::with_capacity(self.ways.len());
        for (action, mind) in &self.ways {
            let mut mind = mind.copy();
            self.agent.put(self.place);
            self.is_tipped |= self.agent.follow(*action, &mut *mind);
            leads.push(next.number(self.agent.place(), mind, key));
        }
        leads.into()
    }
}
