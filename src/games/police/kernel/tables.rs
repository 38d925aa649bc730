//! Tables of where agents can go: made of the engine's answers, read in a few steps.
//!
//! All kinds have rows: how many roads there are to choose from, and where what they lead to stands
//! in a list. A row without roads has one entry: the rest, or the only step there is.
//!
//! - [`StaminaTable`] has a row for every city and stamina that an agent can come to. A step is two
//!   reads.
//! - [`RoadTable`] has a row for every city and stamina up to the longest road: it counts on roads
//!   that cost their length, on a rest that restores full stamina, and on all roads being open to an
//!   agent that can afford the longest, as it asserts where it is made. It takes a step more, and grows with the map alone.
//! - [`TipTable`](super::tips::TipTable) has a row for every city, stamina and aim where there are informants.

use std::collections::BTreeMap;

use super::ask::{AgentPlace, LoneAgent};

/// A row: where its entries begin and how many roads there are among them.
#[derive(Clone, Copy, Default)]
pub(super) struct CityRow(u32);

impl CityRow {
    const COUNT_BITS: u32 = 8;

    /// Nothing where there are more entries or roads than it can hold.
    pub(super) fn new(first: usize, roads: usize) -> Option<Self> {
        let roads = u8::try_from(roads).ok()?;
        let first = u32::try_from(first).ok()?;
        (first < 1 << (u32::BITS - Self::COUNT_BITS))
            .then(|| CityRow(first << Self::COUNT_BITS | u32::from(roads)))
    }

    #[inline(always)]
    pub(super) fn roads(self) -> u32 {
        self.0 & ((1 << Self::COUNT_BITS) - 1)
    }

    #[inline(always)]
    pub(super) fn entry(self, choice: u32) -> usize {
        (self.0 >> Self::COUNT_BITS).wrapping_add(choice) as usize
    }
}

/// A table by which agents of one kind take their turns.
pub(super) trait KernelTable {
    /// The place of an agent, and its stamina.
    type At: Copy;

    /// A turn, while the thief is in the city of a spot: `pick` chooses among so many roads, or is asked
    /// about none.
    fn turn(&self, at: Self::At, thief: u32, pick: impl FnOnce(u32) -> u32) -> Self::At;

    /// A number that is equal where agents are in the same city, whichever table each has.
    fn spot(&self, at: Self::At) -> u32;

    /// The spot of a city.
    fn spot_of(&self, city: u32) -> u32;

    /// The place of an agent with this city and stamina, which it can come to.
    fn at(&self, place: AgentPlace) -> Self::At;

    /// Its city and stamina.
    fn place(&self, at: Self::At) -> AgentPlace;

    /// The place of an agent that goes by no table, which has no place.
    fn standing(&self, city: u32) -> Self::At;
}

/// A row for every city and stamina that an agent can come to.
#[derive(Clone)]
pub(super) struct StaminaTable {
    rows: Vec<CityRow>,
    next: Vec<u16>,
    /// The stamina of each row.
    stamina: Vec<u32>,
    /// A city's rows begin at its number shifted by this.
    shift: u32,
}

/// The places that agents can come to, each with where its choices lead.
#[derive(Default)]
pub(super) struct PlaceChoices(BTreeMap<AgentPlace, Vec<AgentPlace>>);

impl PlaceChoices {
    /// Adds what an agent can come to by its legal actions; by resting alone where it never moves.
    /// False when these are more than `most` places.
    pub(super) fn add(&mut self, agent: &mut LoneAgent<'_>, moves: bool, most: usize) -> bool {
        let mut open = vec![agent.place()];
        let mut choices = Vec::new();
        while let Some(place) = open.pop() {
            if self.0.contains_key(&place) {
                continue;
            }
            if self.0.len() == most {
                return false;
            }
            agent.put(place);
            agent.choices(&mut choices);
            let rest = choices.pop().into_iter();
            if choices.is_empty() || !moves {
                choices.clear();
                choices.extend(rest);
            }
            open.extend(&choices);
            self.0.insert(place, choices.clone());
        }
        true
    }

    /// The most places that one city has.
    fn most_in_a_city(&self) -> usize {
        let places: Vec<_> = self.0.keys().collect();
        let cities = places.chunk_by(|one, next| one.0 == next.0);
        cities.map(<[_]>::len).max().unwrap_or(1)
    }

    /// The number of bits by which a city's number is shifted to leave room for the rows of each.
    pub(super) fn shift(&self) -> u32 {
        self.most_in_a_city().next_power_of_two().trailing_zeros()
    }
}

impl StaminaTable {
    /// The table of these places; `rest` says which of them have no road. Nothing where it has more
    /// rows than 16 bits can number.
    pub(super) fn new(reach: &PlaceChoices, shift: u32, full: u32) -> Option<Self> {
        let mut numbers = BTreeMap::new();
        let mut before = None;
        let mut slot = 0;
        for &(city, stamina) in reach.0.keys() {
            slot = if before == Some(city) { slot + 1 } else { 0 };
            before = Some(city);
            let number = u64::from(city) << shift | slot;
            numbers.insert((city, stamina), u16::try_from(number).ok()?);
        }
        let rows = numbers.values().max().map_or(0, |last| usize::from(*last) + 1);
        let mut table = StaminaTable {
            rows: vec![CityRow::default(); rows],
            next: Vec::new(),
            stamina: vec![0; rows],
            shift,
        };
        for (&place, choices) in &reach.0 {
            let row = usize::from(numbers[&place]);
            let rests = choices[..] == [(place.0, full)];
            let roads = if rests { 0 } else { choices.len() };
            table.rows[row] = CityRow::new(table.next.len(), roads)?;
            table.stamina[row] = place.1;
            table.next.extend(choices.iter().map(|to| numbers[to]));
        }
        Some(table)
    }
}

impl KernelTable for StaminaTable {
    type At = u32;

    #[inline(always)]
    fn turn(&self, at: u32, _: u32, pick: impl FnOnce(u32) -> u32) -> u32 {
        let row = self.rows[at as usize];
        u32::from(self.next[row.entry(pick(row.roads()))])
    }

    #[inline(always)]
    fn spot(&self, at: u32) -> u32 {
        at >> self.shift
    }

    fn spot_of(&self, city: u32) -> u32 {
        city
    }

    fn at(&self, (city, stamina): AgentPlace) -> u32 {
        let first = (city as usize) << self.shift;
        let rows = self.stamina.get(first..).unwrap_or_default();
        let rows = &rows[..rows.len().min(1 << self.shift)];
        let slot = rows.iter().position(|it| *it == stamina).unwrap_or(0);
        u32::try_from(first + slot).unwrap_or(0)
    }

    #[inline(always)]
    fn place(&self, at: u32) -> AgentPlace {
        (at >> self.shift, self.stamina[at as usize])
    }

    fn standing(&self, city: u32) -> u32 {
        city << self.shift
    }
}

/// A row for every city and stamina up to the longest road.
#[derive(Clone)]
pub(super) struct RoadTable {
    rows: Vec<CityRow>,
    next: Vec<RoadEnd>,
    longest: u32,
    full: u32,
}

/// The end of a road.
#[derive(Clone, Copy, PartialEq)]
struct RoadEnd {
    /// The first row of the city.
    to: u32,
    length: u32,
}

/// An agent's city, as its first row, and stamina.
#[derive(Clone, Copy)]
pub(super) struct Stands {
    city: u32,
    stamina: u32,
}

impl RoadTable {
    /// The table of an agent with this full stamina, who moves or only rests. Nothing where it has
    /// more than `most` rows, or where the rules are not what it counts on.
    pub(super) fn new(
        agent: &mut LoneAgent<'_>,
        cities: u32,
        longest: u32,
        full: u32,
        moves: bool,
        most: usize,
    ) -> Option<Self> {
        let width = longest.checked_add(1)?;
        let rows = usize::try_from(u64::from(cities) * u64::from(width)).ok()?;
        if rows > most {
            return None;
        }
        let mut table =
            RoadTable { rows: Vec::with_capacity(rows), next: Vec::new(), longest, full };
        let mut choices = Vec::new();
        let mut last: Vec<RoadEnd> = Vec::new();
        for city in 0..cities {
            last.clear();
            for stamina in 0..width {
                let legs = table.legs(agent, (city, stamina), moves, &mut choices)?;
                if legs == last && stamina > 0 {
                    table.rows.push(*table.rows.last()?);
                    continue;
                }
                let roads = if legs.is_empty() { 0 } else { legs.len() };
                table.rows.push(CityRow::new(table.next.len(), roads)?);
                table.next.extend(&legs);
                if legs.is_empty() {
                    let (to, length) = (city * width, 0);
                    table.next.push(RoadEnd { to, length });
                }
                last = legs;
            }
        }
        Some(table)
    }

    /// The roads of a place. Nothing where another stamina has others, though both afford them.
    fn legs(
        &self,
        agent: &mut LoneAgent<'_>,
        place: AgentPlace,
        moves: bool,
        choices: &mut Vec<AgentPlace>,
    ) -> Option<Vec<RoadEnd>> {
        let mut at = |stamina: u32| {
            agent.put((place.0, stamina));
            agent.choices(choices);
            let rest = choices.pop();
            if rest != Some((place.0, self.full)) {
                return None;
            }
            let roads = choices.iter().filter(|_| moves);
            let leg = |&(to, left): &AgentPlace| {
                let length = stamina.checked_sub(left)?;
                let to = to * (self.longest + 1);
                Some(RoadEnd { to, length })
            };
            roads.map(leg).collect::<Option<Vec<_>>>()
        };
        let legs = at(place.1)?;
        let is_rich = place.1 == self.longest && self.full > self.longest;
        if is_rich && at(self.full)? != legs {
            return None;
        }
        Some(legs)
    }
}

impl KernelTable for RoadTable {
    type At = Stands;

    #[inline(always)]
    fn turn(&self, at: Stands, _: u32, pick: impl FnOnce(u32) -> u32) -> Stands {
        let row = at.city.wrapping_add(at.stamina.min(self.longest));
        let row = self.rows[row as usize];
        let roads = row.roads();
        let leg = self.next[row.entry(pick(roads))];
        let left = at.stamina.wrapping_sub(leg.length);
        Stands { city: leg.to, stamina: if roads == 0 { self.full } else { left } }
    }

    #[inline(always)]
    fn spot(&self, at: Stands) -> u32 {
        at.city
    }

    fn spot_of(&self, city: u32) -> u32 {
        city * (self.longest + 1)
    }

    fn at(&self, (city, stamina): AgentPlace) -> Stands {
        Stands { city: self.spot_of(city), stamina }
    }

    #[inline(always)]
    fn place(&self, at: Stands) -> AgentPlace {
        (at.city / (self.longest + 1), at.stamina)
    }

    fn standing(&self, city: u32) -> Stands {
        self.at((city, 0))
    }
}
