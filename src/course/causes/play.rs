//! Plays a case as a program with known mistakes would: what a switch can show in it is known
//! before anybody is graded.

use super::conduct::{Conduct, Extra};
use super::hold::turn_options;
use super::run::{Cities, TraceRun, is_over};
use super::walker::{OtherTurn, Walker};
use chase_engine::game::Game as _;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::{AGENTS, THIEF};

/// The chase that a program plays from the start of a run; of equally good ways it takes any.
#[must_use]
pub fn play(run: &TraceRun, conduct: &Conduct) -> Vec<Cities> {
    play_with(run, conduct, |walker, options| {
        // Of ties the rest comes last: a path is walked as long as it can be.
        let moves = options.iter().copied().filter(|to| *to != walker.city);
        moves.min().unwrap_or(walker.city)
    })
}

/// The chase that a program plays whose last word has `choose`: it is given an agent and the cities
/// that the program allows.
pub(crate) fn play_with(
    run: &TraceRun,
    conduct: &Conduct,
    mut choose: impl FnMut(&Walker<'_>, &[u32]) -> u32,
) -> Vec<Cities> {
    let game = &*run.world.game;
    let scenario = game.scenario();
    let mut dice = run.dice_of(conduct);
    let mut walkers: Vec<Walker<'_>> = (0..AGENTS)
        .map(|agent| {
            let strategy = run.strategies[agent].unwrap_or(KnownStrategy::Stationary);
            Walker::new(&run.world, conduct, agent, strategy, &run.strategies)
        })
        .collect();
    if let (Some(dice), Extra::AtStart(count)) = (&mut dice, conduct.extra) {
        dice.skip(count);
    }
    let cities = |walkers: &[Walker<'_>]| std::array::from_fn(|agent| walkers[agent].city);
    let mut hours: Vec<Cities> = vec![cities(&walkers)];
    let mut options = Vec::new();
    let hours_max = usize::try_from(scenario.hours).unwrap_or(0);
    while hours.len() <= hours_max && !is_over(scenario.getaway, &hours[hours.len() - 1]) {
        let before = walkers[THIEF].city;
        for agent in 0..AGENTS {
            let now = walkers[THIEF].city;
            let walker = &mut walkers[agent];
            walker.wake(now);
            turn_options(walker, conduct, dice.as_mut(), run.rand_max(conduct), &mut options);
            let here = walker.city;
            let to = choose(walker, &options);
            let thief_now = if agent == THIEF { to } else { now };
            let thief = super::walker::Thief { before, now: thief_now };
            let is_option = options.is_empty() || options.contains(&to);
            walker.take(to, thief, is_option);
            if agent != THIEF && conduct.shares() {
                let turn =
                    OtherTurn { agent, strategy: run.strategies[agent], from: here, to, thief };
                walkers.iter_mut().for_each(|walker| walker.see(turn));
            }
        }
        hours.push(cities(&walkers));
    }
    hours
}
