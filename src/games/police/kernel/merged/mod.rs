//! The odds of a chase, with or without informants, by states that are merged by what still matters for
//! the rest of the game.
//!
//! Each agent is first followed by itself: [`places`] finds where it can be after each hour, [`classes`]
//! puts together what need not be told apart, [`run`] follows all five together.

mod classes;
pub(super) mod interner;
mod places;
mod run;

use super::LoneAgent;
use super::moment::{EndSums, OddsMoment};
use crate::players::known_strategy::KnownStrategy;
use crate::players::mind::mind;
use crate::{AGENTS, Police, THIEF};
use chase_engine::game::{Game as _, Masks as _, Seat};

use classes::{AgentClasses, NOWHERE};
use places::{NoPlaces, PlaceLayer, PlaceLimits};
use run::{DETECTIVES, Form, Joint};

/// How often agents may be asked what they do, all together.
const ASKS_MAX: u64 = 400_000;

/// A chase that can be followed.
pub(super) struct MergedChase {
    joint: Joint,
    /// The ways to follow it, each with the states there may be after each hour, the shortest first.
    forms: Vec<(Form, Vec<f64>)>,
    /// A number that the states of all hours are certainly not more than.
    pub most: f64,
}

/// Why a chase cannot be followed.
pub(super) enum Unmerged {
    /// Its players are not known here.
    Unfit,
    /// There are about so many states.
    TooMany(f64),
}

impl MergedChase {
    /// The chase from the beginning of an hour.
    pub(super) fn new(moment: &OddsMoment<'_>, hours: u32) -> Result<Self, Unmerged> {
        let hours = hours as usize;
        let mut asks = ASKS_MAX;
        let getaway = moment.game.scenario().getaway;
        let limits = PlaceLimits { hours, thief: None, getaway };
        let thief = find(moment, THIEF, &limits, &mut asks)?;
        let cities: Vec<Vec<u32>> = thief.iter().map(|it| sorted(&it.cities)).collect();
        // A detective's city matters after an hour in which the thief can be there.
        let meets = |hour: usize, city: u32| match cities[hour].binary_search(&city) {
            Ok(_) if hour > 0 => city,
            _ => NOWHERE,
        };
        let mut detectives = Vec::with_capacity(DETECTIVES);
        for n in THIEF + 1..AGENTS {
            let limits = PlaceLimits { hours, thief: Some(&cities), getaway: None };
            let places = find(moment, n, &limits, &mut asks)?;
            detectives.push(AgentClasses::merge(places, meets));
        }
        let Ok(detectives) = <[AgentClasses; DETECTIVES]>::try_from(detectives) else {
            return Err(Unmerged::Unfit);
        };
        // The thief's city matters where it escapes, where a detective can be with it, and in an hour in
        // which some detective acts on where it is told that the thief is.
        let layers = |hour: usize| detectives.iter().map(move |it| &it.layers[hour]);
        let told: Vec<bool> = (0..=hours)
            .map(|hour| hour > 0 && layers(hour - 1).any(|it| it.hears_tips()))
            .collect();
        let met: Vec<Vec<u32>> = (0..=hours)
            .map(|hour| {
                let labels = layers(hour).flat_map(|it| &it.labels);
                sorted(&labels.copied().collect::<Vec<_>>())
            })
            .collect();
        let matters = |hour: usize, city: u32| {
            let is_met = met[hour].binary_search(&city).is_ok();
            let matters = hour > 0 && (is_met || told[hour] || getaway == Some(city));
            if matters { city } else { NOWHERE }
        };
        let thief = AgentClasses::merge(thief, matters);
        Ok(Self::of(Joint { thief, detectives, cities, getaway }))
    }

    fn of(joint: Joint) -> Self {
        let ways = ways_of_thief(&joint.thief);
        let all = |hour: usize| {
            let agents = std::iter::once(&joint.thief).chain(&joint.detectives);
            agents.fold(1.0, |all, it| all * it.layers[hour].labels.len() as f64)
        };
        let all: Vec<f64> = (0..ways.len()).map(all).collect();
        let mut agents = joint.detectives.iter().flat_map(|it| &it.layers);
        let is_lucky = agents.any(|it| it.needs_luck());
        let fewer: Vec<f64> = ways.iter().zip(&all).map(|(ways, all)| ways.min(*all)).collect();
        let sum = |bounds: &[f64]| bounds.iter().sum::<f64>();
        if !is_lucky {
            // Both forms are the same.
            let most = sum(&fewer);
            let forms = vec![(Form::Apart, fewer)];
            return MergedChase { joint, forms, most };
        }
        let most = sum(&ways).min(sum(&all));
        let mut forms = vec![(Form::Apart, ways), (Form::Together, all)];
        forms.sort_by(|one, other| sum(&one.1).total_cmp(&sum(&other.1)));
        MergedChase { joint, forms, most }
    }

    /// The endings and the number of states, in each form.
    #[cfg(test)]
    pub(super) fn run_in_every_form(&self) -> impl Iterator<Item = (Vec<EndSums>, u64)> {
        self.forms.iter().map(|(form, bounds)| {
            let ends = run::run(&self.joint, *form, u64::MAX, bounds);
            ends.unwrap_or_else(|expected| panic!("{expected} states"))
        })
    }

    /// The endings, for each hour to come from the present one, and the number of states. Fails with the
    /// number of states expected.
    pub(super) fn run(&self, states_max: u64) -> Result<(Vec<EndSums>, u64), f64> {
        let mut least = f64::INFINITY;
        for (form, bounds) in &self.forms {
            match run::run(&self.joint, *form, states_max, bounds) {
                Ok(ends) => return Ok(ends),
                Err(expected) => least = least.min(expected),
            }
        }
        Err(least)
    }
}

/// Every place of one agent.
fn find(
    moment: &OddsMoment<'_>,
    n: usize,
    limits: &PlaceLimits<'_>,
    asks: &mut u64,
) -> Result<Vec<PlaceLayer>, Unmerged> {
    let seat = Seat(n as u8);
    let name = moment.names.get(n).ok_or(Unmerged::Unfit)?;
    let strategy = KnownStrategy::of(name).ok_or(Unmerged::Unfit)?;
    let mut mind = mind(strategy, moment.game.briefing(seat));
    (moment.remind)(seat, &mut *mind);
    for (before, event) in &moment.since {
        if let Some(seen) = Police::masks().event(moment.game, before, event, seat.into()) {
            mind.observe(&seen);
        }
    }
    let mut agent = LoneAgent::new(moment.game, seat);
    let now = &moment.state.agents[n];
    agent.put((now.city, now.stamina));
    places::find(&mut agent, mind, limits, asks).map_err(|why| match why {
        NoPlaces::Unfit => Unmerged::Unfit,
        NoPlaces::TooMany(counts) => Unmerged::TooMany(grown(&counts, limits.hours)),
    })
}

/// The number of places of all hours, where those of the first are known, if they grow on as they grew
/// in the last of these.
fn grown(counts: &[usize], hours: usize) -> f64 {
    let counts: Vec<f64> = counts.iter().map(|count| *count as f64).collect();
    let ratio = match counts[..] {
        [.., before, last, _] if before > 0.0 => (last / before).max(1.0),
        _ => 1.0,
    };
    let mut sum: f64 = counts.iter().sum();
    let mut last = counts.last().copied().unwrap_or(1.0);
    for _ in counts.len()..=hours {
        last *= ratio;
        sum += last;
    }
    sum
}

/// How many ways the thief has to come to the classes of each hour.
fn ways_of_thief(thief: &AgentClasses) -> Vec<f64> {
    let mut ways = vec![1.0];
    let mut all = Vec::with_capacity(thief.layers.len());
    for (hour, layer) in thief.layers.iter().enumerate() {
        all.push(ways.iter().sum::<f64>().max(1.0));
        let next = thief.layers.get(hour + 1);
        let mut after = vec![0.0; next.map_or(0, |it| it.labels.len())];
        for (ways, leads) in ways.iter().zip(&layer.leads) {
            for (to, _) in leads.iter().flatten() {
                after[*to as usize] += ways;
            }
        }
        ways = after;
    }
    all
}

fn sorted(cities: &[u32]) -> Vec<u32> {
    let mut cities = cities.to_vec();
    cities.sort_unstable();
    cities.dedup();
    cities
}
