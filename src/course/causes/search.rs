//! Which hypotheses are tried, in which order, and what is left of them: singles, then pairs,
//! then triples whose own fault was found before the first tip; each strategy by itself, over all
//! runs together. Bounded by counts, never by a clock.

use std::cell::Cell;

use super::conduct::{Conduct, Extra, Index, Path, TurnOrder};
use super::hold::{FitExtent, Misses, TraceStretch, WalkedSeats, fit, misses};
use super::run::TraceRun;
use super::table::{Family, SWITCHES, Switch, Throw, of};
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

/// The turns of the agents of one strategy in all runs.
pub struct Strand<'a> {
    /// The strategy.
    pub strategy: KnownStrategy,
    views: Vec<(usize, &'a TraceRun, TraceStretch)>,
    misses: Vec<Misses>,
    steps: Cell<usize>,
}

/// A hypothesis that fits.
#[derive(Clone, Debug, Default)]
pub struct Fitting {
    /// The numbers of its switches.
    pub switches: Hypothesis,
    /// True if it fits only when any way to a tip is allowed.
    pub is_open: bool,
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

/// The result of the search in a strand.
#[derive(Clone, Debug)]
pub struct StrandOutcome {
    /// The strategy.
    pub strategy: KnownStrategy,
    /// Hypotheses that fit, the best first; none when the rules do, or nothing does.
    pub fits: Vec<Fitting>,
    /// The number of hypotheses that were tried.
    pub tried: usize,
    /// True if all hours without a tip fit the rules when any way to a tip is allowed.
    pub is_right_without_tips: bool,
    /// True if its roads are checked against the dice.
    pub is_by_dice: bool,
    /// True if the search ended before it had tried everything.
    pub is_bounded: bool,
    /// The steps that the rules leave unexplained, run by run.
    pub misses: Vec<(usize, Misses)>,
}

impl StrandOutcome {
    /// Nothing was tried yet.
    pub(super) fn of(strategy: KnownStrategy) -> Self {
        StrandOutcome {
            strategy,
            fits: Vec::new(),
            tried: 0,
            is_right_without_tips: false,
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
            let mut add = |whose| {
                let until_tip = false;
                views.push((n, run, TraceStretch { whose, until_tip }));
            };
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
        Strand::of(strategy, views)
    }

    /// The views by the hour of the first miss: there wrong hypotheses end soonest.
    fn of(strategy: KnownStrategy, views: Vec<(usize, &'a TraceRun, TraceStretch)>) -> Self {
        let both = views.into_iter().map(|view| (view, misses(view.1, view.2, &Conduct::RULES)));
        let mut both: Vec<_> = both.collect();
        both.sort_by_key(|(_, misses)| misses.list.first().map_or(usize::MAX, |miss| miss.hour));
        let (views, misses) = both.into_iter().unzip();
        Strand { strategy, views, misses, steps: Cell::new(0) }
    }

    /// Only what comes before the first tip.
    fn until_tip(&self) -> Self {
        let views = self.views.iter().map(|&(n, run, view)| {
            let until_tip = true;
            (n, run, TraceStretch { until_tip, ..view })
        });
        Strand::of(self.strategy, views.collect())
    }

    fn is_right(&self) -> bool {
        self.misses.iter().all(|misses| misses.list.is_empty())
    }

    fn is_spent(&self) -> bool {
        self.steps.get() >= STEPS_MAX
    }

    /// A program held against all runs, when it fits them.
    fn hold(&self, conduct: &Conduct, switches: &[usize]) -> Option<Fitting> {
        let mut fitting = Fitting {
            switches: switches.to_vec(),
            is_open: conduct.path == Path::Open,
            ..Fitting::default()
        };
        let mut runs = Vec::new();
        let mut cut = Vec::new();
        for ((n, run, view), misses) in self.views.iter().zip(&self.misses) {
            let fit = fit(run, *view, conduct, misses);
            self.steps.set(self.steps.get() + fit.steps);
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
            runs.push(*n);
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
        let views = self.views.iter();
        let each = views.map(|(_, run, view)| {
            let left = misses(run, *view, others);
            let fit = fit(run, *view, conduct, &left);
            (fit.bits, fit.bits_before_tips)
        });
        each.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    fn with_bits_each(&self, mut fitting: Fitting) -> Fitting {
        let opened = |mut conduct: Conduct| {
            if fitting.is_open {
                conduct.path = Path::Open;
            }
            conduct
        };
        let mut is_late_route = false;
        let bits_each = (0..fitting.switches.len()).map(|n| {
            let mut others = fitting.switches.clone();
            others.remove(n);
            let (bits, before_tips) = match (program(&fitting.switches), program(&others)) {
                _ if others.is_empty() && !fitting.is_open => {
                    (fitting.bits, fitting.bits_before_tips)
                }
                (Some(all), Some(others)) => self.bits_given(&opened(all), &opened(others)),
                _ => (0.0, 0.0),
            };
            // What would act from the first hour on and never does before a tip is something else.
            let switch = &SWITCHES[fitting.switches[n]];
            let is_late = switch.acts_before_tips() && before_tips <= 0.0;
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
    let is_glibc = runs.iter().all(|run| run.is_glibc);
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
            && (is_glibc || (conduct.index != Index::Scaled && conduct.extra != Extra::EveryHour))
    };
    let numbers = SWITCHES.iter().enumerate().filter(|(_, switch)| fits(switch));
    numbers.map(|(n, _)| n).collect()
}

/// The hours in which a run breaks the rules of a strategy, where the hypothesis fits all of its
/// turns.
#[must_use]
pub fn explained(
    strategy: KnownStrategy,
    switches: &[usize],
    is_open: bool,
    run: &TraceRun,
) -> Option<Vec<usize>> {
    let strand = Strand::new(strategy, std::slice::from_ref(run));
    let mut conduct = program(switches)?;
    if is_open {
        conduct.path = Path::Open;
    }
    strand.hold(&conduct, switches)?;
    let misses = strand.misses.iter().flat_map(|misses| &misses.list);
    Some(misses.map(|miss| miss.hour).collect())
}

/// Finds the programs that fit what the agents of one strategy did.
#[must_use]
pub fn search(strategy: KnownStrategy, runs: &[TraceRun], without: &[&str]) -> StrandOutcome {
    let strand = Strand::new(strategy, runs);
    let mut found = StrandOutcome::of(strategy);
    found.is_by_dice = strategy == KnownStrategy::Random;
    if !strand.is_right() {
        let candidates = candidates(strategy, runs, without);
        found.fits = levels(&strand, &candidates, &mut found.tried);
        found.is_bounded = strand.is_spent();
        if found.fits.is_empty() {
            let open = Conduct { path: Path::Open, ..Conduct::RULES };
            let held = strand.hold(&open, &[]);
            found.is_right_without_tips = held.is_some_and(|fit| fit.runs_whole == fit.runs);
            if !found.is_right_without_tips {
                found.fits = with_open_paths(&strand, &candidates, &mut found.tried);
            }
        }
    }
    let runs = strand.views.iter().map(|(n, ..)| *n);
    found.misses = runs.zip(strand.misses).collect();
    found
}

/// Singles; if none fits pairs; if none fits triples.
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
    let triples = triples(strand, candidates, tried);
    try_all(strand, &triples, tried)
}

fn pairs(numbers: &[usize]) -> Vec<Hypothesis> {
    let each = numbers.iter().enumerate();
    each.flat_map(|(n, first)| numbers[n + 1..].iter().map(|second| vec![*first, *second]))
        .collect()
}

/// Hypotheses of three switches: those that explain the hours before the first tip, each extended
/// by switches that need tips.
fn triples(strand: &Strand<'_>, candidates: &[usize], tried: &mut usize) -> Vec<Hypothesis> {
    let before = strand.until_tip();
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

/// One own fault beside paths to tips that no rule explains.
fn with_open_paths(strand: &Strand<'_>, candidates: &[usize], tried: &mut usize) -> Vec<Fitting> {
    let mut fits = Vec::new();
    for &n in candidates {
        let acts_on_tips = [Family::TipPath, Family::TipHeard].contains(&SWITCHES[n].family)
            || (SWITCHES[n].needs_tips && SWITCHES[n].family == Family::Dice);
        if strand.is_spent() || acts_on_tips {
            continue;
        }
        let Some(mut conduct) = program(&[n]) else {
            continue;
        };
        conduct.path = Path::Open;
        *tried += 1;
        fits.extend(strand.hold(&conduct, &[n]));
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
