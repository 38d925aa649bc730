//! What a set of cases can tell: how much every switch would earn in them, and which two switches
//! would still look alike.

use std::collections::BTreeMap;

use super::conduct::{Conduct, Extra};
use super::hold::{FitExtent, WalkedSeats, fit, misses, phase};
use super::play::play;
use super::run::{Cities, TraceRun};
use super::search::program;
use super::table::{SWITCHES, of};
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::{AGENTS, THIEF};

/// Bits that every switch is to earn.
const BITS_MIN: f64 = 30.0;
/// Bits that make a case worth having.
const HELP_MIN: f64 = 2.0;
/// Cases in which every two switches are to part.
const PARTING_MIN: usize = 2;

/// The extent to which the cases seen so far can tell some switches apart.
pub struct SwitchEvidence {
    /// The switches, and what each has earned.
    earned: BTreeMap<usize, f64>,
    /// Pairs that do not part in enough cases, and in how many they do.
    alike: BTreeMap<(usize, usize), usize>,
}

impl SwitchEvidence {
    /// Nothing was looked at yet. `strategies` are bits of [`of`]; with `tips` only switches that
    /// act on tips count, else only those that do not.
    #[must_use]
    pub fn new(strategies: u8, tips: bool) -> Self {
        let numbers = SWITCHES.iter().enumerate().filter(|(n, switch)| {
            switch.strategies & strategies != 0
                && switch.needs_tips == tips
                && can_show(*n, strategies, tips)
        });
        let numbers: Vec<usize> = numbers.map(|(n, _)| n).collect();
        let pairs = numbers
            .iter()
            .enumerate()
            .flat_map(|(at, first)| numbers[at + 1..].iter().map(|second| ((*first, *second), 0)));
        SwitchEvidence {
            alike: pairs.collect(),
            earned: numbers.iter().map(|n| (*n, 0.0)).collect(),
        }
    }

    /// Returns true if the evidence is enough to tell all switches apart.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.alike.is_empty() && self.earned.values().all(|bits| *bits >= BITS_MIN)
    }

    /// Takes in a case; true when it tells something that was wanted. The run is one that nothing
    /// was seen of.
    pub fn look(&mut self, run: &mut TraceRun) -> bool {
        let wanted: Vec<usize> =
            self.earned.keys().copied().filter(|n| self.is_wanted(*n)).collect();
        let mut played: BTreeMap<usize, Vec<Cities>> = BTreeMap::new();
        let mut helps = false;
        for n in wanted {
            let Some(conduct) = program(&[n]) else {
                continue;
            };
            run.hours = play(run, &conduct);
            if self.earned.get(&n).is_some_and(|bits| *bits < BITS_MIN) {
                let bits = earned(run, n, &conduct);
                helps |= bits >= HELP_MIN;
                *self.earned.entry(n).or_default() += bits;
            }
            played.insert(n, std::mem::take(&mut run.hours));
        }
        let pairs: Vec<(usize, usize)> = self.alike.keys().copied().collect();
        for pair in pairs {
            let (Some(first), Some(second)) = (played.get(&pair.0), played.get(&pair.1)) else {
                continue;
            };
            if first == second || !parts(run, pair, first, second) {
                continue;
            }
            helps = true;
            let count = self.alike.entry(pair).or_default();
            *count += 1;
            if *count >= PARTING_MIN {
                self.alike.remove(&pair);
            }
        }
        helps
    }

    fn is_wanted(&self, n: usize) -> bool {
        self.earned.get(&n).is_some_and(|bits| *bits < BITS_MIN)
            || self.alike.keys().any(|pair| pair.0 == n || pair.1 == n)
    }

    /// The switches that have too little evidence, with the bits they have.
    pub fn too_little(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let little = self.earned.iter().filter(|(_, bits)| **bits < BITS_MIN);
        little.map(|(n, bits)| (SWITCHES[*n].name, *bits))
    }

    /// The pairs of switches that still cannot be told apart.
    pub fn alike(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        let pairs = self.alike.keys();
        pairs.map(|(a, b)| (SWITCHES[*a].name, SWITCHES[*b].name))
    }
}

/// Returns true if a switch can change a choice where these strategies play.
fn can_show(n: usize, strategies: u8, tips: bool) -> bool {
    let Some(conduct) = program(&[n]).filter(|_| SWITCHES[n].makes_choices()) else {
        return false;
    };
    let plans = tips || strategies & of::DFS != 0;
    let others_play = strategies != of::RANDOM;
    (plans || !conduct.planned_unpaid) && (others_play || conduct.extra != Extra::Others)
}

/// The stretches of a run that a switch touches.
fn views(run: &TraceRun, n: usize) -> Vec<WalkedSeats> {
    let bits = SWITCHES[n].strategies;
    let mut all = Vec::new();
    if bits & of::RANDOM != 0 {
        all.push(WalkedSeats::Dice);
    }
    for agent in THIEF + 1..AGENTS {
        match run.strategies[agent] {
            Some(KnownStrategy::Least) if bits & of::LEAST != 0 => {
                all.push(WalkedSeats::Agent(agent, KnownStrategy::Least));
            }
            Some(KnownStrategy::Dfs) if bits & of::DFS != 0 => {
                all.push(WalkedSeats::Agent(agent, KnownStrategy::Dfs));
            }
            _ => {}
        }
    }
    all
}

/// The bits of evidence for a switch from a run that was played with it.
fn earned(run: &TraceRun, n: usize, conduct: &Conduct) -> f64 {
    let each = views(run, n).into_iter().map(|view| {
        let left = misses(run, view, &Conduct::RULES);
        fit(run, view, conduct, &left, phase::ALL).bits
    });
    each.sum()
}

/// Returns true if either of two switches does not fit the run that was played with the other.
fn parts(run: &mut TraceRun, (a, b): (usize, usize), first: &[Cities], second: &[Cities]) -> bool {
    let mut misfits = |hours: &[Cities], n: usize| {
        let Some(conduct) = program(&[n]) else {
            return false;
        };
        run.hours = hours.to_vec();
        let views = views(run, n);
        let none = super::hold::Misses::default();
        let missed = views
            .into_iter()
            .any(|view| fit(run, view, &conduct, &none, phase::ALL).held != FitExtent::Whole);
        run.hours.clear();
        missed
    };
    misfits(first, b) || misfits(second, a)
}
