//! The table of agents some of whom informants tell where the thief is.
//!
//! What an agent will do depends on its city and stamina, and on its aim: the step that is due of its own
//! strategy, or the city of the tip that it follows. The path to a tip needs not be remembered: the best
//! path from a place on a best path is the rest of that path, ties included. Each city before the next
//! on the path gives the next one its best label, so the predecessor with the lowest ID is among those
//! that remain when the search begins later, and none is added. So a table can have a row for every
//! city, stamina and aim that an agent can come to. A turn that ends in a city with an informant leads
//! to a list instead: a row for each city where the thief can then be.
//!
//! Visits have no place in it: they are counted without end.

use super::ask::{AgentPlace, LoneAgent};
use super::merged::interner::Interner;
use super::tables::{CityRow, KernelTable};
use crate::players::detective::UntippedStrategy;
use crate::players::dfs::Dfs;
use crate::players::tip_search::{TipSearch, TipStart};
use crate::{Briefing, Police, THIEF};
use chase_engine::game::{Game as _, Seat};

/// Rows that a table may have.
const ROWS_MAX: usize = 1 << 17;

/// The bit of an entry that is the beginning of a list for the cities of the thief.
const HEARS: u32 = 1 << 31;

/// A row for every city, stamina and aim.
#[derive(Clone)]
pub(super) struct TipTable {
    rows: Vec<CityRow>,
    next: Vec<u32>,
    /// Lists of rows, by the thief's city.
    told: Vec<u32>,
    /// The city and the stamina of each row. The first rows are those of agents that go by no table, one for
    /// each city.
    cities: Vec<u32>,
    stamina: Vec<u32>,
    /// The rows in which agents begin.
    starts: Vec<(AgentPlace, u32)>,
}

/// An agent's own strategy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OwnWay {
    Random,
    Still,
    Dfs,
}

/// What an agent is about to do.
#[derive(Clone, Copy)]
enum Aim {
    /// Its own strategy, which remembers nothing.
    Own,
    /// A step of the depth-first route from a city.
    Route { from: u32, step: u32 },
    /// To go to the city that a tip named.
    Tip(u32),
}

impl Aim {
    fn word(self) -> u64 {
        let word = |kind: u64, one, other| kind << 62 | u64::from(one) << 31 | u64::from(other);
        match self {
            Aim::Own => word(0, 0, 0),
            Aim::Route { from, step } => word(1, from, step),
            Aim::Tip(city) => word(2, city, 0u32),
        }
    }
}

impl TipTable {
    /// The table of agents alike, that is of one full stamina and one way, which hear tips or, as the thief,
    /// do not. Nothing where it would have too many rows.
    pub(super) fn new(game: &Police, alike: &[usize], way: OwnWay) -> Option<Self> {
        let seat = Seat(u8::try_from(*alike.first()?).ok()?);
        let mut made = TipRows {
            agent: LoneAgent::new(game, seat),
            game,
            hears: seat.index() != THIEF,
            way,
            numbers: Interner::default(),
            rows: Vec::new(),
            lists: Interner::default(),
            told: Vec::new(),
            search: TipSearch::default(),
            dfs: Dfs::new(&game.briefing(seat)),
            routes: vec![None; game.map().cities()],
            known: game.briefing(seat),
        };
        for city in 0..u32::try_from(game.map().cities()).ok()? {
            made.numbers.number(&[u64::from(city)]);
            made.rows.push(((city, 0), Aim::Own));
        }
        let mut starts = Vec::new();
        for n in alike {
            let place = LoneAgent::new(game, Seat(*n as u8)).place();
            let aim = made.own_aim(place.0);
            let entry = made.entry(place, aim)?;
            let thief = game.scenario().agents[THIEF].start;
            let row = match entry.checked_sub(HEARS) {
                Some(list) => made.told[(list + thief) as usize],
                None => entry,
            };
            starts.push((place, row));
        }
        made.table(starts)
    }
}

/// A table that is being made.
struct TipRows<'a> {
    agent: LoneAgent<'a>,
    game: &'a Police,
    known: Briefing,
    hears: bool,
    way: OwnWay,
    numbers: Interner,
    rows: Vec<(AgentPlace, Aim)>,
    /// The places that have a list in `told`.
    lists: Interner,
    told: Vec<u32>,
    search: TipSearch,
    dfs: Dfs,
    /// The depth-first route from each city, once it was asked for.
    routes: Vec<Option<Box<[u32]>>>,
}

impl TipRows<'_> {
    /// Works out where every row leads, those among them that come up on the way.
    fn table(mut self, starts: Vec<(AgentPlace, u32)>) -> Option<TipTable> {
        let standing = self.game.map().cities();
        let mut rows = vec![CityRow::default(); standing];
        let mut next = Vec::new();
        let (mut choices, mut path) = (Vec::new(), Vec::new());
        while let Some(&(place, aim)) = self.rows.get(rows.len()) {
            self.agent.put(place);
            self.agent.choices(&mut choices);
            let rest = choices.pop()?;
            let first = next.len();
            let is_random = self.way == OwnWay::Random && matches!(aim, Aim::Own);
            if is_random && !choices.is_empty() {
                for to in &choices {
                    next.push(self.entry(*to, aim)?);
                }
                rows.push(CityRow::new(first, choices.len())?);
                continue;
            }
            let due = self.due(place, aim, &mut path);
            let to = choices.iter().find(|to| Some(to.0) == due);
            let aim = to.map_or(aim, |to| self.aim_after(aim, to.0));
            next.push(self.entry(*to.unwrap_or(&rest), aim)?);
            rows.push(CityRow::new(first, 0)?);
        }
        Some(TipTable {
            rows,
            next,
            told: self.told,
            cities: self.rows.iter().map(|row| row.0.0).collect(),
            stamina: self.rows.iter().map(|row| row.0.1).collect(),
            starts,
        })
    }

    /// The city to which an agent goes next, as soon as it can.
    fn due(&mut self, (city, stamina): AgentPlace, aim: Aim, path: &mut Vec<u32>) -> Option<u32> {
        match aim {
            Aim::Own => None,
            Aim::Route { from, step } => self.route(from).get(step as usize).copied(),
            Aim::Tip(target) => {
                let full = self.known.stamina;
                let start = TipStart { city, stamina, full };
                let roads = &self.game.map().roads;
                self.search.path(roads, start, target, path)?;
                path.first().copied()
            }
        }
    }

    /// The aim after a step that was due.
    fn aim_after(&mut self, aim: Aim, city: u32) -> Aim {
        match aim {
            Aim::Tip(target) if city == target => self.own_aim(city),
            Aim::Route { from, step } if step as usize + 1 == self.route(from).len() => {
                self.own_aim(city)
            }
            Aim::Route { from, step } => Aim::Route { from, step: step + 1 },
            aim => aim,
        }
    }

    /// The aim of a strategy that begins in a city.
    fn own_aim(&self, city: u32) -> Aim {
        match self.way {
            OwnWay::Random | OwnWay::Still => Aim::Own,
            OwnWay::Dfs => Aim::Route { from: city, step: 0 },
        }
    }

    fn route(&mut self, from: u32) -> &[u32] {
        let dfs = &mut self.dfs;
        self.routes[from as usize].get_or_insert_with(|| {
            dfs.restart();
            dfs.plan(from);
            dfs.ahead().into()
        })
    }

    /// The row of a place and an aim, or the list of those to which a tip leads there.
    fn entry(&mut self, place: AgentPlace, aim: Aim) -> Option<u32> {
        if !self.hears || !self.game.map().has_informant(place.0) {
            return self.row(place, aim);
        }
        let cities = self.known.map.cities();
        let list = self.lists.number(&[place_word(place)]) as usize;
        if self.told.len() == list * cities {
            for thief in 0..cities as u32 {
                let leads = thief != place.0 && self.known.can_reach(place.0, thief);
                let aim = match self.way {
                    OwnWay::Still => Aim::Own,
                    _ if leads => Aim::Tip(thief),
                    _ => self.own_aim(place.0),
                };
                let row = self.row(place, aim)?;
                self.told.push(row);
            }
        }
        Some(HEARS | u32::try_from(list * cities).ok()?)
    }

    fn row(&mut self, place: AgentPlace, aim: Aim) -> Option<u32> {
        let row = self.numbers.number(&[place_word(place), aim.word()]);
        if row as usize == self.rows.len() {
            self.rows.push((place, aim));
        }
        (self.rows.len() <= ROWS_MAX && self.told.len() <= ROWS_MAX).then_some(row)
    }
}

fn place_word((city, stamina): AgentPlace) -> u64 {
    u64::from(city) << 32 | u64::from(stamina)
}

impl KernelTable for TipTable {
    type At = u32;

    #[inline(always)]
    fn turn(&self, at: u32, thief: u32, pick: impl FnOnce(u32) -> u32) -> u32 {
        let row = self.rows[at as usize];
        let next = self.next[row.entry(pick(row.roads()))];
        if next < HEARS { next } else { self.told[(next - HEARS).wrapping_add(thief) as usize] }
    }

    #[inline(always)]
    fn spot(&self, at: u32) -> u32 {
        self.cities[at as usize]
    }

    fn spot_of(&self, city: u32) -> u32 {
        city
    }

    fn at(&self, place: AgentPlace) -> u32 {
        let start = self.starts.iter().find(|start| start.0 == place);
        start.map_or(place.0, |start| start.1)
    }

    #[inline(always)]
    fn place(&self, at: u32) -> AgentPlace {
        (self.cities[at as usize], self.stamina[at as usize])
    }

    fn standing(&self, city: u32) -> u32 {
        city
    }
}
