//! Plays millions of chases from tables, for sweeps: the same games as the rules play, number by
//! number, many times faster.
//!
//! It knows line-ups whose agents choose by luck alone (`random`), never move
//! (`stationary`), or need no luck (`cheapest-least-visited`, `dfs`): where the last go is worked out
//! once, if they hear no tips. With informants there are tables for all detectives but
//! `cheapest-least-visited`. Tables are made by asking the engine what every choice of an agent leads to, so
//! that the rules of roads and stamina stand in one place. Everything else is left to the general
//! engine.

mod ask;
mod chain;
mod merged;
pub(crate) mod moment;
mod play;
mod run;
mod shorter_way;
mod sink;
mod tables;
#[cfg(test)]
mod tests;
mod tips;

use std::sync::Arc;

use pulp::Arch;

use ask::{AgentPlace, LoneAgent};
use play::{Chase, Luck};
use run::KernelRun;
pub(super) use shorter_way::exact_odds;
#[cfg(test)]
pub(super) use shorter_way::merged_odds;
use sink::{Endings, Sink};
use tables::{KernelTable, PlaceChoices, RoadTable, StaminaTable};
use tips::{OwnWay, TipTable};

use super::players::known_strategy::KnownStrategy;
use super::{AGENTS, Ending, Police, THIEF};
use chase_engine::check_value::ending_word;
use chase_engine::dice::Generator;
use chase_engine::dice::lanes::Key;
use chase_engine::game::{Game, Seat, known};
use chase_engine::player::Player;
use chase_kit::player_name::PlayerSpec;
use chase_kit::sweep_engine::{EachGame, EngineKind, GameNumbers, SweepEngine};
use chase_kit::totals::{self, GameTotals};

/// Places that a stamina table may have: beyond, it is slow to make and falls out of fast memory.
const PLACES_MAX: usize = 1 << 14;

/// Rows that a road table may have.
const ROAD_ROWS_MAX: usize = 1 << 22;

/// Hours for which it is worked out where an agent goes that needs no luck.
const WALK_HOURS_MAX: u32 = 10_000;

/// Plays chases from tables.
pub struct Kernel {
    chase: AnyChase,
    luck: Luck,
    arch: Arch,
    endings: Endings,
}

enum AnyChase {
    Stamina(Chase<StaminaTable>),
    Roads(Chase<RoadTable>),
    Tips(Box<Chase<TipTable>>),
}

impl Kernel {
    /// The tables of a scenario and its players; nothing for those it does not know.
    #[must_use]
    pub fn new(game: &Arc<Police>, players: &[String], dice: Generator, seed: i64) -> Option<Self> {
        Self::with(game, players, dice, seed, PLACES_MAX)
    }

    /// A kernel of the same chase without vector instructions beyond those that the whole program
    /// was compiled for.
    #[must_use]
    pub fn plain(self) -> Self {
        let arch = Arch::Scalar;
        Kernel { arch, ..self }
    }

    /// A kernel with stamina tables of at most this many places; nothing where it cannot be used.
    fn with(
        game: &Arc<Police>,
        players: &[String],
        dice: Generator,
        seed: i64,
        places_max: usize,
    ) -> Option<Self> {
        if players.len() != AGENTS {
            return None;
        }
        let mut minds = [KnownStrategy::Stationary; AGENTS];
        for (mind, player) in minds.iter_mut().zip(players) {
            *mind = KnownStrategy::of(player)?;
        }
        let agents = Agents { game, players, minds };
        let chase = if game.map().has_informants() {
            AnyChase::Tips(Box::new(agents.chase(agents.tip_tables()?)?))
        } else if let Some(tables) = agents.stamina_tables(places_max) {
            AnyChase::Stamina(agents.chase(tables)?)
        } else {
            AnyChase::Roads(agents.chase(agents.road_tables()?)?)
        };
        Some(Kernel {
            chase,
            luck: match dice {
                Generator::Chacha8 => Luck::Chacha8(Key::of_seed(seed)),
                Generator::Glibc => Luck::Glibc(seed),
                _ => return None,
            },
            arch: Arch::new(),
            endings: [Ending::Caught(Seat(1)), Ending::Escaped, Ending::TimeUp].map(|ending| {
                let outcome = Police::outcome(ending);
                let word = ending_word(&outcome.cause, &outcome.points);
                (totals::EndingKind::of(&outcome), word)
            }),
        })
    }
}

/// The players of a game and their policies.
struct Agents<'a> {
    game: &'a Arc<Police>,
    players: &'a [String],
    minds: [KnownStrategy; AGENTS],
}

impl Agents<'_> {
    fn agent(&self, n: usize) -> LoneAgent<'_> {
        LoneAgent::new(self.game, Seat(n as u8))
    }

    fn full(&self, n: usize) -> u32 {
        self.game.scenario().agents[n].stamina
    }

    /// Agents with the same full stamina and the same mind have the same table, if their places are
    /// put together: the first of those for each agent.
    fn first_alike(&self) -> [usize; AGENTS] {
        let kind = |n: usize| (self.full(n), self.minds[n] == KnownStrategy::Random);
        std::array::from_fn(|n| (0..n).find(|&m| kind(m) == kind(n)).unwrap_or(n))
    }

    /// One table for each agent, which agents alike share.
    fn tables<T: Clone>(&self, make: impl Fn(usize) -> Option<T>) -> Option<[T; AGENTS]> {
        let mut tables: Vec<T> = Vec::with_capacity(AGENTS);
        for (n, first) in self.first_alike().into_iter().enumerate() {
            let table = match tables.get(first) {
                Some(alike) => alike.clone(),
                None => make(n)?,
            };
            tables.push(table);
        }
        tables.try_into().ok()
    }

    /// Nothing where a table would have more than so many places.
    fn stamina_tables(&self, most: usize) -> Option<[StaminaTable; AGENTS]> {
        let first = self.first_alike();
        let mut reaches: [PlaceChoices; AGENTS] = Default::default();
        for n in 0..AGENTS {
            let moves = self.minds[n] == KnownStrategy::Random;
            if !reaches[first[n]].add(&mut self.agent(n), moves, most) {
                return None;
            }
        }
        let shift = reaches.iter().map(PlaceChoices::shift).max().unwrap_or(0);
        self.tables(|n| StaminaTable::new(&reaches[n], shift, self.full(n)))
    }

    fn road_tables(&self) -> Option<[RoadTable; AGENTS]> {
        let map = self.game.map();
        let cities = u32::try_from(map.cities()).ok()?;
        self.tables(|n| {
            let moves = self.minds[n] == KnownStrategy::Random;
            let (longest, full) = (map.roads.longest(), self.full(n));
            RoadTable::new(&mut self.agent(n), cities, longest, full, moves, ROAD_ROWS_MAX)
        })
    }

    /// Nothing where a table would have too many rows, or cannot have all that a detective remembers.
    fn tip_tables(&self) -> Option<[TipTable; AGENTS]> {
        let kind = |n: usize| (self.full(n), self.minds[n], n == THIEF);
        let mut tables: Vec<TipTable> = Vec::with_capacity(AGENTS);
        for n in 0..AGENTS {
            if let Some(first) = (0..n).find(|&m| kind(m) == kind(n)) {
                tables.push(tables[first].clone());
                continue;
            }
            let way = match self.minds[n] {
                KnownStrategy::Random => OwnWay::Random,
                KnownStrategy::Stationary => OwnWay::Still,
                // The thief goes by no table then.
                _ if n == THIEF => OwnWay::Still,
                KnownStrategy::Dfs => OwnWay::Dfs,
                KnownStrategy::Least => return None,
            };
            let alike: Vec<usize> = (n..AGENTS).filter(|&m| kind(m) == kind(n)).collect();
            tables.push(TipTable::new(self.game, &alike, way)?);
        }
        tables.try_into().ok()
    }

    /// True if an agent goes the same way in every game.
    fn walks(&self, n: usize) -> bool {
        let hears_tips = n != THIEF && self.game.map().has_informants();
        self.minds[n].needs_no_luck() && !hears_tips
    }

    fn chase<T: KernelTable>(&self, tables: [T; AGENTS]) -> Option<Chase<T>> {
        let scenario = self.game.scenario();
        let hours = u32::try_from(scenario.hours).unwrap_or(0);
        let mut walked: [Vec<AgentPlace>; AGENTS] = Default::default();
        for (n, walked) in walked.iter_mut().enumerate() {
            if self.walks(n) {
                let seat = Seat(n as u8);
                let named = PlayerSpec::<Police>::for_seat(&self.players[n], seat).ok()?;
                let mut player = named.make(known(self.game, seat));
                *walked = walk(&mut self.agent(n), &mut *player, hours)?;
            }
        }
        let walks = std::array::from_fn(|n| {
            let cities = walked[n].iter().map(|place| place.0);
            cities.map(|city| tables[n].standing(city)).collect()
        });
        let start = std::array::from_fn(|n| match walked[n].first() {
            Some(first) => tables[n].standing(first.0),
            None => tables[n].at(self.agent(n).place()),
        });
        let getaway = scenario.getaway;
        Some(Chase {
            start,
            walks,
            walked,
            hours,
            getaway: getaway.map_or(u32::MAX, |city| tables[0].spot_of(city)),
            tables,
        })
    }
}

/// The places of an agent that needs no luck, now and after each of the hours to come.
fn walk(
    agent: &mut LoneAgent<'_>,
    player: &mut dyn Player<Police>,
    hours: u32,
) -> Option<Vec<AgentPlace>> {
    if hours > WALK_HOURS_MAX {
        return None;
    }
    let mut places = vec![agent.place()];
    for _ in 0..hours {
        if !agent.ask(player) {
            return None;
        }
        places.push(agent.place());
    }
    Some(places)
}

impl SweepEngine for Kernel {
    fn kind(&self) -> EngineKind {
        EngineKind::Compiled
    }

    fn play(
        &mut self,
        numbers: GameNumbers,
        totals: &mut GameTotals,
        each: Option<&mut EachGame<'_>>,
    ) -> bool {
        let (luck, arch) = (self.luck, self.arch);
        let sink = Sink::new(&self.endings, totals, each);
        match &self.chase {
            AnyChase::Stamina(chase) => arch.dispatch(KernelRun { chase, luck, numbers, sink }),
            AnyChase::Roads(chase) => arch.dispatch(KernelRun { chase, luck, numbers, sink }),
            AnyChase::Tips(chase) => {
                arch.dispatch(KernelRun { chase: chase.as_ref(), luck, numbers, sink })
            }
        }
        true
    }
}

/// The kernel for a scenario and its players, if it knows them.
pub(super) fn compiled(
    game: &Arc<Police>,
    players: &[String],
    dice: Generator,
    seed: i64,
) -> Option<Box<dyn SweepEngine>> {
    let kernel = Kernel::new(game, players, dice, seed)?;
    Some(Box::new(kernel))
}

/// How many hours must be played until tables are worth making: as many for each row as it takes to
/// make it, about. A way that is worked out takes a fifth of an hour of all for each of its hours.
pub(super) fn worth(game: &Police, players: &[String]) -> u64 {
    /// Measured: 0.9 to 1.7.
    const HOURS_OF_ROW: u64 = 2;
    /// Rows, whatever the map, of an agent that never chooses among roads.
    const ROWS_MIN: u64 = 2;
    let (scenario, map) = (game.scenario(), game.map());
    let cities = map.cities() as u64;
    let informants = (0..).zip(scenario.cities.iter()).filter(|it| map.has_informant(it.0));
    let informants = informants.count() as u64;
    let last_hour = u64::try_from(scenario.hours).unwrap_or(0);
    let (mut rows, mut hours) = (0u64, 0u64);
    for (n, player) in players.iter().enumerate().take(AGENTS) {
        let hears_tips = informants > 0 && n != THIEF;
        let full = u64::from(scenario.agents[n].stamina);
        let places = cities.saturating_mul(full + 1);
        let same =
            |m: &usize| u64::from(scenario.agents[*m].stamina) == full && players[*m] == *player;
        let is_shared = (0..n).any(|m| same(&m) && (m != THIEF || !hears_tips));
        let own = match KnownStrategy::of(player) {
            None => return u64::MAX,
            Some(KnownStrategy::Least) if hears_tips => return u64::MAX,
            Some(KnownStrategy::Stationary) => ROWS_MIN,
            Some(mind) if mind.needs_no_luck() && !hears_tips => {
                hours = hours.saturating_add(last_hour / 5);
                ROWS_MIN
            }
            Some(_) if is_shared => 0,
            Some(_) if hears_tips => places.saturating_mul(1 + informants),
            Some(_) if places <= PLACES_MAX as u64 => places,
            // It was tried whether there are few places.
            Some(_) => PLACES_MAX as u64 + cities * (u64::from(map.roads.longest()) + 1),
        };
        rows = rows.saturating_add(own);
    }
    rows.saturating_mul(HOURS_OF_ROW).saturating_add(hours)
}
