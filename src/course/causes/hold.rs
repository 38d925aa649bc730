//! Holding a program against a trace, agent by agent: where the rules would have gone elsewhere,
//! and whether a hypothesis allows every step.
//!
//! Evidence is counted in bits, where the rules, set right after every earlier miss, would not
//! have allowed a step: the logarithm of the cities a rested agent could have gone to, less that
//! of the cities the hypothesis allows. What allows everything earns nothing.

use super::conduct::{Conduct, Extra, Index};
use super::run::TraceRun;
use super::walker::{OtherTurn, Walker};
use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::game::Seat;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::{AGENTS, THIEF};

/// Something that the rules do not explain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// The hour, from 0.
    pub hour: usize,
    /// The index of the agent, thief first.
    pub agent: usize,
    /// True if a shown stamina is unexplained, not a step.
    pub is_stamina: bool,
    /// The worth, in bits, of an explanation that leaves no choice.
    pub bits: f64,
    /// The phase of the turn.
    pub phase: Phases,
}

/// Phases of an agent's turns, as bits.
pub type Phases = u8;

/// The phases. A hypothesis may be held against the turns of some of them alone.
pub mod phase {
    /// No tip has been heard: by the agent itself, or by any agent that chooses at random where their
    /// choices are held against the dice together.
    pub const BEFORE: super::Phases = 1;
    /// A tip is followed.
    pub const ON_TIP: super::Phases = 2;
    /// One was heard and none is followed.
    pub const AFTER: super::Phases = 4;
    /// The agent's own strategy.
    pub const OWN: super::Phases = BEFORE | AFTER;
    /// All of them.
    pub const ALL: super::Phases = OWN | ON_TIP;
}

/// The steps that the rules, or another program that is corrected after every miss, leave
/// unexplained.
#[derive(Clone, Debug, Default)]
pub struct Misses {
    /// The misses, in order.
    pub list: Vec<Miss>,
    /// The phase of each turn that was held against it.
    pub phases: Vec<Phases>,
}

/// The extent to which a hypothesis fits a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FitExtent {
    /// To the end.
    #[default]
    Whole,
    /// Up to a step that is impossible in itself: no road leads there.
    Cut,
    /// Up to this hour, in which it would have done something else.
    Missed(usize),
}

/// A hypothesis held against a trace.
#[derive(Clone, Copy, Debug, Default)]
pub struct HypothesisFit {
    /// The extent to which it fits.
    pub held: FitExtent,
    /// Turns that were held against it.
    pub steps: usize,
    /// Turns that were gone through.
    pub walked: usize,
    /// Steps that the rules do not explain and the hypothesis does.
    pub explained: usize,
    /// The hour and the agent of the first of them.
    pub first: Option<(usize, usize)>,
    /// The worth of those steps, in bits.
    pub bits: f64,
    /// The worth of those before the first tip, in bits.
    pub bits_before_tips: f64,
}

/// Bits of a choice among so many.
fn bits(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX)).log2()
}

/// The most that a shown stamina is worth.
const STAMINA_BITS_MAX: f64 = 10.0;

fn stamina_bits(full: u32) -> f64 {
    f64::from(full).max(1.0).log2().min(STAMINA_BITS_MAX)
}

/// The agents whose turns a walk goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkedSeats {
    /// One agent's, by its strategy. Random choices may be any.
    Agent(usize, KnownStrategy),
    /// Those of all who choose at random, with the dice.
    Dice,
}

/// A turn as seen on a walk through a trace.
pub(crate) struct WalkTurn<'a> {
    /// The hour, from 1.
    pub hour: usize,
    /// The index of the agent, thief first.
    pub agent: usize,
    /// The city where the turn begins.
    pub city: u32,
    /// The cities where the program lets it end.
    pub options: &'a [u32],
    /// The city where it ended.
    pub seen: u32,
    /// True if that is one of the options.
    pub is_option: bool,
    /// True if a road leads there, or the agent was there already.
    pub has_road: bool,
    reach: usize,
    /// The stamina after a rest.
    pub full: u32,
    /// True if the agent is on its way to a tip.
    pub follows: bool,
    /// True if it has heard a tip before.
    pub was_tipped: bool,
    /// True if the turn before was the last of a route.
    pub is_route_done: bool,
    /// The stamina by this program, where another was shown.
    stamina_differs: bool,
}

impl WalkTurn<'_> {
    /// Returns true if another detective is in this city when the turn begins.
    pub(crate) fn has_company(&self, run: &TraceRun) -> bool {
        let mut others = (THIEF + 1..AGENTS).filter(|other| *other != self.agent);
        others.any(|other| {
            let hour = self.hour - usize::from(other > self.agent);
            run.hours[hour][other] == self.city
        })
    }
}

/// Goes through the turns of a trace as long as `each` wants more.
pub(crate) fn walk(
    run: &TraceRun,
    whose: WalkedSeats,
    conduct: &Conduct,
    mut each: impl FnMut(&WalkTurn<'_>) -> bool,
) {
    let mut walkers: [Option<Walker<'_>>; AGENTS] = std::array::from_fn(|agent| {
        let strategy = match whose {
            WalkedSeats::Agent(only, strategy) => (agent == only).then_some(strategy)?,
            WalkedSeats::Dice => run.strategies[agent].filter(|of| *of == KnownStrategy::Random)?,
        };
        let world = &run.world;
        Some(Walker::new(world, conduct, agent, strategy, &run.strategies))
    });
    let mut dice = match whose {
        WalkedSeats::Dice => run.dice_of(conduct),
        WalkedSeats::Agent(..) => None,
    };
    if let (Some(dice), Extra::AtStart(count)) = (&mut dice, conduct.extra) {
        dice.skip(count);
    }
    let mut options = Vec::new();
    for hour in 1..run.hours.len() {
        let thief = run.thief(hour);
        for agent in 0..AGENTS {
            let Some(walker) = &mut walkers[agent] else {
                if let (Some(dice), Extra::Others) = (&mut dice, conduct.extra) {
                    dice.skip(1);
                }
                tell_others(run, hour, agent, conduct, &mut walkers);
                continue;
            };
            walker.wake(thief.now);
            let is_route_done = walker.is_route_done();
            turn_options(walker, conduct, dice.as_mut(), run.rand_max(conduct), &mut options);
            let seen = run.hours[hour][agent];
            let is_option = options.contains(&seen);
            let mut turn = WalkTurn {
                hour,
                agent,
                city: walker.city,
                options: &options,
                seen,
                is_option,
                has_road: walker.has_road(seen),
                reach: walker.reach(),
                full: walker.full(),
                follows: walker.follows(),
                was_tipped: walker.was_tipped,
                is_route_done,
                stamina_differs: false,
            };
            walker.take(seen, thief, is_option);
            if let Some(shown) = run.shown_stamina(hour, agent) {
                turn.stamina_differs = shown != walker.stamina;
                walker.stamina = shown;
            }
            if !each(&turn) {
                return;
            }
            tell_others(run, hour, agent, conduct, &mut walkers);
        }
    }
}

/// Tells the other walkers of a turn, where that matters to them.
fn tell_others(
    run: &TraceRun,
    hour: usize,
    agent: usize,
    conduct: &Conduct,
    walkers: &mut [Option<Walker<'_>>; AGENTS],
) {
    if agent == THIEF || !conduct.shares() {
        return;
    }
    let turn = OtherTurn {
        agent,
        strategy: run.strategies[agent],
        from: run.hours[hour - 1][agent],
        to: run.hours[hour][agent],
        thief: run.thief(hour),
    };
    walkers.iter_mut().flatten().for_each(|walker| walker.see(turn));
}

/// The cities where a turn may end. Where there are dice, all numbers that are drawn in the turn are drawn from them.
pub(super) fn turn_options(
    walker: &mut Walker<'_>,
    conduct: &Conduct,
    mut dice: Option<&mut Dice>,
    rand_max: Option<u64>,
    out: &mut Vec<u32>,
) {
    match &mut dice {
        Some(dice) if walker.strategy == KnownStrategy::Random => {
            dice.turn_to(DrawOwner::Seat(Seat(u8::try_from(walker.agent).unwrap_or(0))));
            drawn(walker, conduct, dice, rand_max, out);
        }
        Some(dice) => {
            if conduct.extra == Extra::Others {
                dice.skip(1);
            }
            walker.options(out);
        }
        None => walker.options(out),
    }
    if let (THIEF, Some(dice), Extra::EveryHour) = (walker.agent, dice, conduct.extra) {
        dice.skip(1);
    }
}

/// The cities where a turn may end whose road is drawn from dice that are turned to its luck.
fn drawn(
    walker: &mut Walker<'_>,
    conduct: &Conduct,
    dice: &mut Dice,
    rand_max: Option<u64>,
    out: &mut Vec<u32>,
) {
    if !walker.chooses_at_random() {
        if conduct.extra == Extra::Tipped && walker.follows() {
            dice.skip(1);
        }
        walker.options(out);
        return;
    }
    out.clear();
    let mut roads: Vec<(u32, u32)> = walker.payable().collect();
    let here = walker.city;
    let own = (here, 0);
    if conduct.index == Index::AllRoads {
        roads = walker.all_roads();
    }
    if conduct.listed_twice {
        roads = walker.as_listed(&roads);
    }
    match conduct.index {
        Index::Affordable | Index::Scaled | Index::AllRoads => {}
        Index::OwnLast => roads.push(own),
        Index::OwnFirst => roads.insert(0, own),
        Index::ByLength => roads.sort_by_key(|(to, length)| (*length, *to)),
        Index::HighestFirst => roads.reverse(),
    }
    let Some(count) = u32::try_from(roads.len()).ok().filter(|count| *count > 0) else {
        if conduct.extra == Extra::Stuck {
            dice.skip(1);
        }
        out.push(here);
        return;
    };
    let index = if let (Index::Scaled, Some(most)) = (conduct.index, rand_max) {
        let word = dice.peek();
        dice.skip(1);
        (u64::from(word) * u64::from(count) / most) as usize
    } else {
        dice.below(count) as usize
    };
    let (to, _) = roads[index];
    let is_paid = to == here || walker.payable().any(|(payable, _)| payable == to);
    out.push(if is_paid { to } else { here });
}

/// The steps that a program, corrected after every miss, leaves unexplained.
#[must_use]
pub fn misses(run: &TraceRun, whose: WalkedSeats, conduct: &Conduct) -> Misses {
    let mut found = Misses::default();
    let mut was_any_tipped = false;
    walk(run, whose, conduct, |turn| {
        was_any_tipped |= turn.was_tipped;
        let phase = match (turn.follows, was_any_tipped) {
            (true, _) => phase::ON_TIP,
            (false, true) => phase::AFTER,
            (false, false) => phase::BEFORE,
        };
        found.phases.push(phase);
        let miss =
            |is_stamina, bits| Miss { hour: turn.hour, agent: turn.agent, is_stamina, bits, phase };
        if !turn.is_option {
            found.list.push(miss(false, bits(turn.reach)));
        }
        if turn.stamina_differs {
            found.list.push(miss(true, stamina_bits(turn.full)));
        }
        true
    });
    found
}

/// Holds a hypothesis against the turns of some phases of a trace; what it explains is looked up among the
/// misses of the rules. In other phases it takes what is seen. Turns whose phase is not known are all held
/// against it.
#[must_use]
pub fn fit(
    run: &TraceRun,
    whose: WalkedSeats,
    conduct: &Conduct,
    misses: &Misses,
    phases: Phases,
) -> HypothesisFit {
    let mut fit = HypothesisFit::default();
    let mut unexplained = misses.list.iter().peekable();
    walk(run, whose, conduct, |turn| {
        let phase = misses.phases.get(fit.walked).copied().unwrap_or(phases);
        fit.walked += 1;
        if phase & phases == 0 {
            // Nothing comes before a tip again.
            return phases != phase::BEFORE;
        }
        fit.steps += 1;
        if !turn.is_option || turn.stamina_differs {
            fit.held = match turn.has_road || turn.is_option {
                true => FitExtent::Missed(turn.hour),
                false => FitExtent::Cut,
            };
            return false;
        }
        let key = (turn.hour, turn.agent);
        while let Some(miss) = unexplained.next_if(|miss| (miss.hour, miss.agent) <= key) {
            if (miss.hour, miss.agent) == key {
                let left = if miss.is_stamina { 0.0 } else { bits(turn.options.len()) };
                fit.explained += 1;
                fit.first.get_or_insert(key);
                let bits = (miss.bits - left).max(0.0);
                fit.bits += bits;
                if miss.phase == phase::BEFORE {
                    fit.bits_before_tips += bits;
                }
            }
        }
        debug_assert!(turn.options.contains(&turn.seen), "a step that fits");
        true
    });
    fit
}
