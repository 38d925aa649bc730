//! One trace of the chase as evidence: who was where in every hour, and the stamina where it was
//! shown. It ends before the first hour that is impossible in itself.

use std::sync::Arc;

use super::conduct::Conduct;
use super::walker::Thief;
use super::world::{Listing, World};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game as _;
use chase_kit::trace::{Cell, TraceRow};
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::trace::column;
use chase_police::{AGENTS, Police, THIEF};
use chase_record::replay::Header;

/// Hours of a trace that are held against hypotheses; longer ones are looked at so far.
pub const HOURS_MAX: usize = 1 << 17;

/// A stamina that was not shown. None is as large: they are C's ints.
const UNSHOWN: u32 = u32::MAX;

/// The cities of all agents.
pub type Cities = [u32; AGENTS];

/// A trace, with its scenario and strategies.
#[derive(Clone)]
pub struct TraceRun {
    /// The map of its scenario.
    pub world: World,
    /// The strategy of each agent; nothing for players that are not known.
    pub strategies: [Option<KnownStrategy>; AGENTS],
    /// The dice before the first draw, where they are known.
    pub dice: Option<Dice>,
    /// Their generator, seed and game number.
    pub drawn_by: (Generator, i64, u64),
    /// The cities of all agents, hour 0 first.
    pub hours: Vec<Cities>,
    /// Stamina as it was shown, hour by hour; empty while none was.
    stamina: Vec<[u32; AGENTS]>,
    /// The text that was shown of the ending; empty if the trace does not reach one.
    pub ending: String,
    /// True if it was cut before its end: at an hour that cannot come next, or at the limit of
    /// hours.
    pub is_cut: bool,
    /// True if it has more hours than are kept.
    pub is_long: bool,
}

impl TraceRun {
    /// A trace of which nothing is known yet.
    #[must_use]
    pub fn new(
        game: Arc<Police>,
        header: &Header,
        dice_known: bool,
        listing: Option<Listing>,
    ) -> Self {
        let player =
            |agent: usize| header.players.get(agent).and_then(|name| KnownStrategy::of(name));
        TraceRun {
            world: World::new(game, listing),
            strategies: std::array::from_fn(player),
            dice: dice_known.then(|| header.dice()),
            drawn_by: (header.dice, header.seed, header.number),
            hours: Vec::new(),
            stamina: Vec::new(),
            ending: String::new(),
            is_cut: false,
            is_long: false,
        }
    }

    /// The dice with which a program draws, before its first draw; nothing where they are not known.
    #[must_use]
    pub fn dice_of(&self, conduct: &Conduct) -> Option<Dice> {
        let dice = self.dice.clone()?;
        let (_, seed, number) = self.drawn_by;
        Some(conduct.rand.map_or(dice, |generator| Dice::new(generator, seed, number)))
    }

    /// The number that a program's words are below, where they can be scaled.
    pub(super) fn rand_max(&self, conduct: &Conduct) -> Option<u64> {
        match conduct.rand.unwrap_or(self.drawn_by.0) {
            Generator::Chacha8 => None,
            Generator::Microsoft => Some(1 << 15),
            _ => Some(1 << 31),
        }
    }

    /// Takes in the next hour.
    pub fn take(&mut self, row: &TraceRow) {
        if self.is_cut {
            return;
        }
        let hour = self.hours.len();
        self.is_long = hour >= HOURS_MAX;
        let is_next = row.cycle == hour as u64 && !self.is_long && self.ending.is_empty();
        let cities = is_next.then(|| self.cities(row)).flatten();
        let Some(cities) = cities else {
            self.is_cut = true;
            return;
        };
        self.hours.push(cities);
        self.note_stamina(row);
        self.ending.clone_from(&row.ending);
    }

    fn note_stamina(&mut self, row: &TraceRow) {
        let shown = |agent: usize| {
            let shown = &row.cells[column::STAMINA + agent];
            let number = shown.number().and_then(|number| u32::try_from(number).ok());
            if *shown == Cell::Unknown { UNSHOWN } else { number.unwrap_or(UNSHOWN - 1) }
        };
        let stamina: [u32; AGENTS] = std::array::from_fn(shown);
        let is_shown = stamina.iter().any(|shown| *shown != UNSHOWN);
        if is_shown || !self.stamina.is_empty() {
            self.stamina.resize(self.hours.len() - 1, [UNSHOWN; AGENTS]);
            self.stamina.push(stamina);
        }
    }

    /// The cities of a row, if they all are; at hour 0 they must be the starts.
    fn cities(&self, row: &TraceRow) -> Option<Cities> {
        let mut cities = [0; AGENTS];
        for (agent, city) in cities.iter_mut().enumerate() {
            let shown = row.cells[column::CITY + agent].number()?;
            *city = u32::try_from(shown).ok()?;
            let is_there = (*city as usize) < self.world.game.map().cities();
            let start = self.world.game.scenario().agents[agent].start;
            if !is_there || (row.cycle == 0 && *city != start) {
                return None;
            }
        }
        Some(cities)
    }

    /// The thief's cities that a turn of this hour can have to do with.
    pub fn thief(&self, hour: usize) -> Thief {
        Thief { before: self.hours[hour.saturating_sub(1)][THIEF], now: self.hours[hour][THIEF] }
    }

    /// Returns true if the chase is over after an hour, by what the hours show.
    pub(super) fn is_over(&self, hour: usize) -> bool {
        let scenario = self.world.game.scenario();
        is_over(scenario.getaway, &self.hours[hour])
            || hour >= usize::try_from(scenario.hours).unwrap_or(0)
    }

    /// The stamina shown of an agent at the end of an hour.
    pub fn shown_stamina(&self, hour: usize, agent: usize) -> Option<u32> {
        let shown = self.stamina.get(hour)?[agent];
        (shown != UNSHOWN).then_some(shown)
    }
}

/// Returns true if the chase ends here before its time: by an escape or a capture.
pub(super) fn is_over(getaway: Option<u32>, cities: &Cities) -> bool {
    let thief = cities[THIEF];
    getaway == Some(thief) || cities[THIEF + 1..].contains(&thief)
}
