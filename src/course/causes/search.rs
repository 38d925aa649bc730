//! Which hypotheses are tried, in which order, and what is left of them: singles, then pairs,
//! then triples whose own fault was found before the first tip; each strategy by itself, over all
//! runs together. Where none fits all turns, the turns of each phase are explained by themselves.
//! Bounded by counts, never by a clock.

use std::cell::Cell;

use super::conduct::{Conduct, Extra, Index, TurnOrder};
use super::hold::{FitExtent, Misses, Phases, WalkedSeats, fit, misses, phase};
use super::run::TraceRun;
use super::table::{Family, SWITCHES, Switch, Throw, of};
use chase_engine::dice::Generator;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::{AGENTS, THIEF};

/// Turns that may be gone through for one strategy.
const STEPS_MAX: usize = 10_000_000;
/// Hypotheses that go on into triples.
const OWN_MAX: usize = 6;
/// Hypotheses that fit and are kept.
const FITS_MAX: usize = 64;
/// Evidence by which a hypothesis must be better than chance, beside one bit for every doubling of
/// how many were tried.
const MARGIN_BITS: f64 = 7.0;

/// A set of switches, as numbers in the table.
pub type Hypothesis = Vec<usize>;

/// The turns of the agents of one strategy in all runs, those of some phases.
struct Strand<'a> {
    strategy: KnownStrategy,
    phases: Phases,
    views: Vec<(usize, &'a TraceRun, WalkedSeats)>,
    misses: Vec<Misses>,
    steps: Cell<usize>,
}

/// A hypothesis that fits.
#[derive(Clone, Debug, Default)]
pub struct Fitting {
    /// The numbers of its switches.
    pub switches: Hypothesis,
    /// The worth, in bits, of the steps it explains that the rules do not.
    pub bits: f64,
    /// The part of these bits from before the first tip.
    pub bits_before_tips: f64,
    /// The bits that each of its switches explains, given the others.
    pub bits_each: Vec<f64>,
    /// True if a mistake in it that shows from the end of the first route on shows only after a
    /// tip: it may have had no occasion before.
    pub is_late_route: bool,
    /// Steps that fit.
    pub steps: usize,
    /// Steps that the rules do not explain.
    pub explained: usize,
    /// The run, the hour and the agent of the first of them.
    pub first: Option<(usize, usize, usize)>,
    /// Runs that fit to their end.
    pub runs_whole: usize,
    /// The number of all runs.
    pub runs: usize,
    /// Runs in which something is explained.
    pub explained_in: Vec<usize>,
}

/// The result of the search in the turns of some phases of a strategy.
#[derive(Clone, Debug)]
pub struct StrandOutcome {
    /// The strategy.
    pub strategy: KnownStrategy,
    /// The phases.
    pub phases: Phases,
    /// Hypotheses that fit, the best first; none when the rules do, or nothing does.
    pub fits: Vec<Fitting>,
    /// The number of hypotheses that were tried for the strategy up to then.
    pub tried: usize,
    /// True if its roads are checked against the dice.
    pub is_by_dice: bool,
    /// True if the search ended before it had tried everything.
    pub is_bounded: bool,
    /// The steps in these phases that the rules leave unexplained, run by run.
    pub misses: Vec<(usize, Misses)>,
}

impl StrandOutcome {
    /// Nothing was tried yet.
    pub(super) fn of(strategy: KnownStrategy) -> Self {
        StrandOutcome {
            strategy,
            phases: phase::ALL,
            fits: Vec::new(),
            tried: 0,
            is_by_dice: false,
            is_bounded: false,
            misses: Vec::new(),
        }
    }

    /// Drops what fits as well but explains less than the best by as much as naming needs, and
    /// what speaks for nothing before the first tip where something else does and it had the
    /// occasion.
    pub fn drop_the_worse(&mut self) {
        let needed = self.needed();
        let most = self.fits.iter().map(|fitting| fitting.bits).fold(0.0, f64::max);
        self.fits.retain(|fitting| fitting.bits + needed >= most);
        let least = |fitting: &Fitting| fitting.bits_each.iter().copied().fold(f64::MAX, f64::min);
        if self.fits.iter().any(|fitting| least(fitting) >= needed) {
            self.fits.retain(|fitting| fitting.is_late_route || least(fitting) > 0.0);
        }
    }

    /// Returns true if the rules explain everything.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.misses.iter().all(|(_, misses)| misses.list.is_empty())
    }

    /// Evidence from which a cause is named.
    #[must_use]
    pub fn needed(&self) -> f64 {
        MARGIN_BITS + f64::from(u32::try_from(self.tried.max(1)).unwrap_or(u32::MAX)).log2()
    }
}

/// The program of a hypothesis; nothing when its switches contradict each other.
#[must_use]
pub fn program(switches: &[usize]) -> Option<Conduct> {
    let throw = |conduct: &mut Conduct, n: usize| {
        if let Throw::Choices(throw) = SWITCHES[n].throw {
            throw(conduct);
        }
    };
    let (mut there, mut back) = (Conduct::RULES, Conduct::RULES);
    switches.iter().for_each(|n| throw(&mut there, *n));
    switches.iter().rev().for_each(|n| throw(&mut back, *n));
    // What one overwrites of another depends on the order.
    (there == back && there.is_possible()).then_some(there)
}

fn bit(strategy: KnownStrategy) -> u8 {
    match strategy {
        KnownStrategy::Stationary => 0,
        KnownStrategy::Random => of::RANDOM,
        KnownStrategy::Least => of::LEAST,
        KnownStrategy::Dfs => of::DFS,
    }
}

impl<'a> Strand<'a> {
    /// The turns of one strategy in all runs; those of random agents go together, by the dice.
    #[must_use]
    pub fn new(strategy: KnownStrategy, runs: &'a [TraceRun]) -> Self {
        let mut views = Vec::new();
        for (n, run) in runs.iter().enumerate() {
            let mut add = |whose| views.push((n, run, whose));
            if strategy == KnownStrategy::Random {
                if run.dice.is_some() && run.strategies[THIEF] == Some(KnownStrategy::Random) {
                    add(WalkedSeats::Dice);
                }
                continue;
            }
            for agent in THIEF + 1..AGENTS {
                if run.strategies[agent] == Some(strategy) {
                    add(WalkedSeats::Agent(agent, strategy));
                }
            }
        }
        let misses = views.iter().map(|(_, run, whose)| misses(run, *whose, &Conduct::RULES));
        let misses = misses.collect();
        Strand { strategy, phases: phase::ALL, views, misses, steps: Cell::new(0) }.sorted()
    }

    /// The views by the hour of the first miss: there wrong hypotheses end soonest.
    fn sorted(mut self) -> Self {
        let mut both: Vec<_> = self.views.into_iter().zip(self.misses).collect();
        both.sort_by_key(|(_, misses)| misses.list.first().map_or(usize::MAX, |miss| miss.hour));
        (self.views, self.misses) = both.into_iter().unzip();
        self
    }

    /// Only the turns of some phases.
    fn within(&self, phases: Phases) -> Self {
        let mut misses = self.misses.clone();
        misses.iter_mut().for_each(|one| one.list.retain(|miss| miss.phase & phases != 0));
        let (strategy, views) = (self.strategy, self.views.clone());
        Strand { strategy, phases, views, misses, steps: Cell::new(0) }.sorted()
    }

    /// Returns true if some turn is of one of some phases.
    fn has(&self, phases: Phases) -> bool {
        self.misses.iter().any(|misses| misses.phases.iter().any(|phase| phase & phases != 0))
    }

    fn is_right(&self) -> bool {
        self.misses.iter().all(|misses| misses.list.is_empty())
    }

    fn is_spent(&self) -> bool {
        self.steps.get() >= STEPS_MAX
    }

    /// What fits its turns, of switches that can act in them.
    fn outcome(self, candidates: &[usize], tried: &mut usize) -> StrandOutcome {
        let mut fits = Vec::new();
        if !self.is_right() {
            let acting = candidates.iter().copied();
            let acting: Vec<_> = acting.filter(|n| acts_in(&SWITCHES[*n], self.phases)).collect();
            fits = levels(&self, &acting, tried);
        }
        StrandOutcome {
            phases: self.phases,
            fits,
            tried: *tried,
            is_by_dice: self.strategy == KnownStrategy::Random,
            is_bounded: self.is_spent(),
            misses: self.views.iter().map(|(n, ..)| *n).zip(self.misses).collect(),
            ..StrandOutcome::of(self.strategy)
        }
    }

    /// A program held against all runs, when it fits them.
    fn hold(&self, conduct: &Conduct, switches: &[usize]) -> Option<Fitting> {
        let mut fitting = Fitting { switches: switches.to_vec(), ..Fitting::default() };
        let mut runs = Vec::new();
        let mut cut = Vec::new();
        for ((n, run, whose), misses) in self.views.iter().zip(&self.misses) {
            let fit = fit(run, *whose, conduct, misses, self.phases);
            self.steps.set(self.steps.get() + fit.walked);
            match fit.held {
                FitExtent::Missed(_) => return None,
                FitExtent::Cut => cut.push(*n),
                FitExtent::Whole => {}
            }
            fitting.steps += fit.steps;
            fitting.explained += fit.explained;
            let first = fit.first.map(|(hour, agent)| (*n, hour, agent));
            fitting.first = fitting.first.into_iter().chain(first).min();
            fitting.bits += fit.bits;
            fitting.bits_before_tips += fit.bits_before_tips;
            if fit.steps > 0 || self.phases == phase::ALL {
                runs.push(*n);
            }
            if fit.explained > 0 {
                fitting.explained_in.push(*n);
            }
        }
        let distinct = |runs: &mut Vec<usize>| {
            runs.sort_unstable();
            runs.dedup();
            runs.len()
        };
        fitting.runs = distinct(&mut runs);
        fitting.runs_whole = fitting.runs - distinct(&mut cut);
        distinct(&mut fitting.explained_in);
        // What ends before its first step explains nothing.
        (fitting.runs_whole * 2 >= fitting.runs && fitting.explained > 0).then_some(fitting)
    }

    /// The bits that a switch explains when the others are thrown already: in all, and before
    /// the first tip.
    fn bits_given(&self, conduct: &Conduct, others: &Conduct) -> (f64, f64) {
        let views = self.views.iter().zip(&self.misses);
        let each = views.map(|((_, run, whose), known)| {
            let mut left = misses(run, *whose, others);
            left.phases.clone_from(&known.phases);
            let fit = fit(run, *whose, conduct, &left, self.phases);
            (fit.bits, fit.bits_before_tips)
        });
        each.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    fn with_bits_each(&self, mut fitting: Fitting) -> Fitting {
        let mut is_late_route = false;
        let bits_each = (0..fitting.switches.len()).map(|n| {
            let mut others = fitting.switches.clone();
            others.remove(n);
            let (bits, before_tips) = match (program(&fitting.switches), program(&others)) {
                _ if others.is_empty() => (fitting.bits, fitting.bits_before_tips),
                (Some(all), Some(others)) => self.bits_given(&all, &others),
                _ => (0.0, 0.0),
            };
            // What would act from the first hour on and never does before a tip is something else.
            let switch = &SWITCHES[fitting.switches[n]];
            let is_late =
                self.phases & phase::BEFORE != 0 && switch.acts_before_tips() && before_tips <= 0.0;
            is_late_route |= is_late && bits > 0.0 && switch.family == Family::RouteEnd;
            if is_late { 0.0 } else { bits }
        });
        fitting.bits_each = bits_each.collect();
        fitting.is_late_route = is_late_route;
        fitting
    }
}

/// The switches that touch a strategy and that these runs could tell of, by their numbers in the table;
/// `without` names some that are left out.
fn candidates(strategy: KnownStrategy, runs: &[TraceRun], without: &[&str]) -> Vec<usize> {
    let bit = bit(strategy);
    let has_listing = runs.iter().all(|run| run.world.knows_listing());
    let has_tips = runs.iter().any(|run| run.world.game.map().has_informants());
    let generator = runs.first().map(|run| run.drawn_by.0);
    let is_of_c = generator.is_some_and(Generator::is_of_c);
    let fits = |switch: &Switch| {
        let Throw::Choices(throw) = switch.throw else {
            return false;
        };
        let mut conduct = Conduct::RULES;
        throw(&mut conduct);
        let needs_listing =
            conduct.order == TurnOrder::File || conduct.one_way || conduct.listed_twice;
        switch.strategies & bit != 0
            && !without.contains(&switch.name)
            && (has_listing || !needs_listing)
            && (has_tips || !switch.needs_tips)
            && conduct.rand.is_none_or(|rand| is_of_c && Some(rand) != generator)
            && (is_of_c || (conduct.index != Index::Scaled && conduct.extra != Extra::EveryHour))
    };
    let numbers = SWITCHES.iter().enumerate().filter(|(_, switch)| fits(switch));
    numbers.map(|(n, _)| n).collect()
}

/// The hours in which a run breaks the rules of a strategy in some phases, where the hypothesis fits all
/// turns of these phases.
#[must_use]
pub fn explained(
    strategy: KnownStrategy,
    switches: &[usize],
    phases: Phases,
    run: &TraceRun,
) -> Option<Vec<usize>> {
    let strand = Strand::new(strategy, std::slice::from_ref(run)).within(phases);
    strand.hold(&program(switches)?, switches)?;
    let misses = strand.misses.iter().flat_map(|misses| &misses.list);
    Some(misses.map(|miss| miss.hour).collect())
}

/// Finds the programs that fit what the agents of one strategy did: one outcome for all their turns, or, where none
/// fits all, one for the turns of each part of the phases that may be explained by itself.
#[must_use]
pub fn search(strategy: KnownStrategy, runs: &[TraceRun], without: &[&str]) -> Vec<StrandOutcome> {
    let strand = Strand::new(strategy, runs);
    let candidates = match strand.is_right() {
        true => Vec::new(),
        false => candidates(strategy, runs, without),
    };
    let mut tried = 0;
    let mut outcome = |phases| strand.within(phases).outcome(&candidates, &mut tried);
    let whole = outcome(phase::ALL);
    if whole.is_right() || !whole.fits.is_empty() || !strand.has(phase::ON_TIP) {
        return vec![whole];
    }
    let own = outcome(phase::OWN);
    let is_one = own.is_right() || !own.fits.is_empty() || strand.within(phase::BEFORE).is_right();
    let mut parts = match is_one {
        true => vec![own],
        false => vec![outcome(phase::BEFORE), outcome(phase::AFTER)],
    };
    parts.push(outcome(phase::ON_TIP));
    parts
}

/// Returns true if a switch can change something in the turns of some phases.
fn acts_in(switch: &Switch, phases: Phases) -> bool {
    let on_tips = [Family::TipPath, Family::TipHeard].contains(&switch.family)
        || (switch.needs_tips && switch.family == Family::Dice);
    match phases {
        phase::ALL => true,
        phase::ON_TIP => on_tips || switch.family == Family::Stamina,
        phase::BEFORE => !switch.needs_tips,
        _ => !on_tips,
    }
}

/// Singles; if none fits pairs; if none fits and all phases are asked for triples.
fn levels(strand: &Strand<'_>, candidates: &[usize], tried: &mut usize) -> Vec<Fitting> {
    let singles: Vec<Hypothesis> = candidates.iter().map(|n| vec![*n]).collect();
    let fits = try_all(strand, &singles, tried);
    if !fits.is_empty() {
        return fits;
    }
    let fits = try_all(strand, &pairs(candidates), tried);
    if !fits.is_empty() {
        return fits;
    }
    match strand.phases {
        phase::ALL => try_all(strand, &triples(strand, candidates, tried), tried),
        _ => fits,
    }
}

fn pairs(numbers: &[usize]) -> Vec<Hypothesis> {
    let each = numbers.iter().enumerate();
    each.flat_map(|(n, first)| numbers[n + 1..].iter().map(|second| vec![*first, *second]))
        .collect()
}

/// Hypotheses of three switches: those that explain the hours before the first tip, each extended
/// by switches that need tips.
fn triples(strand: &Strand<'_>, candidates: &[usize], tried: &mut usize) -> Vec<Hypothesis> {
    let before = strand.within(phase::BEFORE);
    if before.is_right() {
        return Vec::new();
    }
    let own: Vec<_> = candidates.iter().copied().filter(|n| !SWITCHES[*n].needs_tips).collect();
    let singles: Vec<Hypothesis> = own.iter().map(|n| vec![*n]).collect();
    let mut found = try_all(&before, &singles, tried);
    if found.is_empty() {
        found = try_all(&before, &pairs(&own), tried);
    }
    found.truncate(OWN_MAX);
    let mut triples = Vec::new();
    for own in found {
        let tips: Vec<_> = candidates.iter().copied().filter(|n| SWITCHES[*n].needs_tips).collect();
        let more = if own.switches.len() == 1 {
            pairs(&tips)
        } else {
            tips.iter().map(|n| vec![*n]).collect()
        };
        triples.extend(more.into_iter().map(|more| [own.switches.clone(), more].concat()));
    }
    triples
}

fn try_all(strand: &Strand<'_>, all: &[Hypothesis], tried: &mut usize) -> Vec<Fitting> {
    let mut fits = Vec::new();
    for switches in all {
        if strand.is_spent() {
            break;
        }
        let Some(conduct) = program(switches) else {
            continue;
        };
        *tried += 1;
        fits.extend(strand.hold(&conduct, switches));
    }
    best(strand, fits)
}

/// The best of the fitting hypotheses, best first, with the bits that each switch explains.
fn best(strand: &Strand<'_>, mut fits: Vec<Fitting>) -> Vec<Fitting> {
    fits.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    fits.truncate(FITS_MAX);
    let fits = fits.into_iter();
    fits.map(|fitting| strand.with_bits_each(fitting)).collect()
}
