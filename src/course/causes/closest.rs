//! The known mistake that comes closest to what a program does, where none fits every run.
//!
//! Every known mistake tells all runs, corrected after each step that it does not explain; the
//! shorter the telling, the closer it is. It is chosen on one half of the runs and must hold on the
//! other: a family that does not lead every other there is not named. It is never a cause.

use super::conduct::Conduct;
use super::hold::{FitExtent, Misses, ToldTrace, TraceStretch, fit, told_with};
use super::run::TraceRun;
use super::search::{Strand, candidates, program};
use super::table::{Family, SWITCHES};
use chase_police::players::known_strategy::KnownStrategy;

/// Bits by which the best family must lead the rules, and every other family, on runs that were
/// not used to find it.
const LEAD_BITS: f64 = 10.0;
/// Runs that break the rules which each half must have.
const RUNS_MIN: usize = 2;

/// The known mistake that comes closest, and how far it goes.
#[derive(Clone, Debug)]
pub struct Closest {
    /// Its number in the table.
    pub switch: usize,
    /// Runs that it fits to their end, of those that break the rules or that it does not fit.
    pub runs_fit: usize,
    /// The number of those runs.
    pub runs: usize,
    /// The run, the hour and the agent of the first step that it does not explain.
    pub breaks: (usize, usize, usize),
    /// True if the agent rested in the turn before that step.
    pub after_rest: bool,
}

/// One mistake held against all runs: what it gains over the rules on each half, in bits.
struct Teller {
    switch: usize,
    family: Family,
    gains: [f64; 2],
    told: Vec<ToldTrace>,
}

/// Seeks the known mistake that comes closest to what the agents of one strategy did, whether any
/// fits or not; `without` names some that are left out. `None` where none comes close.
#[must_use]
pub fn closest(strategy: KnownStrategy, runs: &[TraceRun], without: &[&str]) -> Option<Closest> {
    let strand = Strand::new(strategy, runs);
    among(&strand.views, &candidates(strategy, runs, without))
}

fn among(views: &[(usize, &TraceRun, TraceStretch)], switches: &[usize]) -> Option<Closest> {
    let rules = tell(views, &Conduct::RULES);
    let mut broken: Vec<usize> = views
        .iter()
        .zip(&rules)
        .filter(|(_, told)| told.first_miss.is_some())
        .map(|((run, ..), _)| *run)
        .collect();
    broken.sort_unstable();
    broken.dedup();
    if broken.len() < 2 * RUNS_MIN {
        return None;
    }
    // To tell with all takes long, and most programs are close to nothing.
    let fits_half = |switch: &usize| {
        program(&[*switch]).is_some_and(|conduct| fits_half(views, &broken, &conduct))
    };
    if !switches.iter().any(fits_half) {
        return None;
    }
    // The runs that break the rules go to the halves in turn; the others say nothing of a lead.
    let half = |run: usize| broken.iter().position(|one| *one == run).map(|n| n % 2);
    let tellers: Vec<Teller> = switches
        .iter()
        .filter_map(|&switch| {
            let told = tell(views, &program(&[switch])?);
            let mut gains = [0.0; 2];
            for (((run, ..), told), rules) in views.iter().zip(&told).zip(&rules) {
                let gain = rules.bits - told.bits;
                match half(*run) {
                    Some(half) => gains[half] += gain,
                    None => gains.iter_mut().for_each(|one| *one += gain),
                }
            }
            let family = SWITCHES[switch].family;
            Some(Teller { switch, family, gains, told })
        })
        .collect();
    let best = leader(&tellers, 0)?;
    let other = leader(&tellers, 1)?;
    if best.switch != other.switch {
        return None;
    }
    how_far(views, &rules, best)
}

/// Returns true if a program fits at least half of the runs that break the rules, to their end.
fn fits_half(
    views: &[(usize, &TraceRun, TraceStretch)],
    broken: &[usize],
    conduct: &Conduct,
) -> bool {
    let mut missed = vec![false; broken.len()];
    for (run, seen, view) in views {
        let Some(place) = broken.iter().position(|one| one == run) else {
            continue;
        };
        if !missed[place] {
            let held = fit(seen, *view, conduct, &Misses::default()).held;
            missed[place] = held != FitExtent::Whole;
            if missed.iter().filter(|missed| **missed).count() * 2 > broken.len() {
                return false;
            }
        }
    }
    true
}

fn tell(views: &[(usize, &TraceRun, TraceStretch)], conduct: &Conduct) -> Vec<ToldTrace> {
    let views = views.iter();
    views.map(|(_, run, view)| told_with(run, *view, conduct)).collect()
}

/// The mistake that is best on one half and whose family leads on the other.
fn leader(tellers: &[Teller], found_on: usize) -> Option<&Teller> {
    let best_of = |is_wanted: &dyn Fn(&Teller) -> bool| {
        let wanted = tellers.iter().filter(|teller| is_wanted(teller));
        wanted.max_by(|a, b| a.gains[found_on].total_cmp(&b.gains[found_on]))
    };
    let best = best_of(&|_| true)?;
    let held_on = 1 - found_on;
    let next = tellers
        .iter()
        .filter(|teller| teller.family != best.family)
        .map(|teller| teller.gains[held_on])
        .fold(0.0, f64::max);
    (best.gains[held_on] >= next + LEAD_BITS).then_some(best)
}

/// The runs that a mistake fits, and where it first does not. Nothing where it fits fewer than
/// half of them.
fn how_far(
    views: &[(usize, &TraceRun, TraceStretch)],
    rules: &[ToldTrace],
    best: &Teller,
) -> Option<Closest> {
    let mut runs: Vec<(usize, bool)> = Vec::new();
    let mut breaks = None;
    for (((run, ..), told), rules) in views.iter().zip(&best.told).zip(rules) {
        let fits = told.first_miss.is_none();
        if fits && rules.first_miss.is_none() {
            continue;
        }
        match runs.iter_mut().find(|(known, _)| known == run) {
            Some((_, all_fit)) => *all_fit &= fits,
            None => runs.push((*run, fits)),
        }
        let first = told.first_miss.map(|(hour, agent)| (*run, hour, agent));
        breaks = breaks.into_iter().chain(first).min();
    }
    let breaks = breaks?;
    let (run, hour, agent) = breaks;
    let hours = views.iter().find(|(one, ..)| *one == run);
    let after_rest = hours.is_some_and(|(_, seen, _)| {
        let city = |back: usize| seen.hours.get(hour.checked_sub(back)?).map(|at| at[agent]);
        city(2).is_some() && city(1) == city(2)
    });
    let runs_fit = runs.iter().filter(|(_, fits)| *fits).count();
    (runs_fit * 2 >= runs.len()).then_some(Closest {
        switch: best.switch,
        runs_fit,
        runs: runs.len(),
        breaks,
        after_rest,
    })
}
