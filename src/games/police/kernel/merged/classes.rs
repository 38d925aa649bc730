//! Places that need not be told apart, put together into classes: those from which everything that
//! still matters has the same probabilities.
//!
//! Two places of an agent after the same hour are in one class if
//!
//! 1. they have the same label: the city, or none where nothing can depend on the city in this hour;
//! 2. and, unless it is the last hour, their leads are alike: for each city that a tip may name, both
//!    lead to every class of the next hour with the same probability.
//!
//! Proof that this is right, by induction from the last hour back. Say that what is shown of an agent is
//! the row of its labels to come. After the last hour places of one class show the same by 1. Before,
//! they show the same now by 1, and by 2 lead, whatever the thief does, to the same classes with the same
//! probabilities, which by induction show the same rows with the same probabilities. How and when a chase
//! ends and who catches the thief is a matter of the labels alone (see `label` at its callers: a detective
//! has none where the thief cannot be, the thief has none where nobody can meet it, the chase cannot end,
//! and no tip can make a difference). So the endings, last hours and catchers of two places of one class
//! are equally likely, and the class can stand for both.
//!
//! That stamina beyond what the roads of the remaining hours can ask does not count, that visits count
//! only as long as they can decide, and that a detective far away from the thief does not count at all,
//! are special cases; none of them is written down.

use super::interner::Interner;
use super::places::{PlaceLayer, PlaceLeads};

/// The label of a place whose city does not matter.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The classes of an agent's places, hour by hour.
pub(super) struct AgentClasses {
    /// Those of now, and those after each hour.
    pub layers: Vec<ClassLayer>,
}

/// The classes that an agent can be in after as many hours; now it is in class 0.
#[derive(Default)]
pub(super) struct ClassLayer {
    /// The city of each class, or [`NOWHERE`].
    pub labels: Vec<u32>,
    /// Where each class leads: one list, or one for each city that a tip may name.
    pub leads: Vec<Vec<ClassLead>>,
}

/// The classes of the next hour to which a class leads, each once, and how likely each is.
pub(super) type ClassLead = Box<[(u32, f64)]>;

impl ClassLayer {
    /// True if it matters to some class which city a tip names in the next hour.
    pub(super) fn hears_tips(&self) -> bool {
        self.leads.iter().any(|rows| rows.len() > 1)
    }

    /// True if some class leads to several.
    pub(super) fn needs_luck(&self) -> bool {
        let mut rows = self.leads.iter().flatten();
        rows.any(|row| row.len() > 1)
    }
}

impl AgentClasses {
    /// Merges places. `label` says of an hour and a city what has to be told apart there.
    pub(super) fn merge(places: Vec<PlaceLayer>, label: impl Fn(usize, u32) -> u32) -> Self {
        let mut layers = Vec::with_capacity(places.len());
        let mut next: Vec<u32> = Vec::new();
        for (hour, places) in places.into_iter().enumerate().rev() {
            let mut known = Interner::default();
            let mut layer = ClassLayer::default();
            let mut key = Vec::new();
            let mut classes = Vec::with_capacity(places.cities.len());
            for (n, city) in places.cities.iter().enumerate() {
                let label = label(hour, *city);
                let leads = places.leads.get(n);
                let leads = leads.map_or_else(Vec::new, |leads| counted(leads, &next));
                key.clear();
                key.push(u64::from(label));
                for row in &leads {
                    key.push(row.len() as u64);
                    key.extend(row.iter().map(|it| u64::from(it.0) << 32 | u64::from(it.1)));
                }
                let class = known.number(&key);
                if class as usize == layer.labels.len() {
                    layer.labels.push(label);
                    layer.leads.push(leads.iter().map(|row| chances(row)).collect());
                }
                classes.push(class);
            }
            next = classes;
            layers.push(layer);
        }
        layers.reverse();
        AgentClasses { layers }
    }
}

/// How many ways lead to each class, as small as can be; one list where all are equal.
fn counted(leads: &PlaceLeads, next: &[u32]) -> Vec<Vec<(u32, u32)>> {
    let count = |row: &[u32]| {
        let mut classes: Vec<u32> = row.iter().map(|place| next[*place as usize]).collect();
        classes.sort_unstable();
        let runs = classes.chunk_by(|one, other| one == other);
        let mut counts: Vec<_> = runs.map(|run| (run[0], run.len() as u32)).collect();
        let common = counts.iter().fold(0, |sum, it| gcd(sum, it.1)).max(1);
        for count in &mut counts {
            count.1 /= common;
        }
        counts
    };
    let mut rows: Vec<_> = leads.iter().map(|row| count(row)).collect();
    if rows.iter().all(|row| *row == rows[0]) {
        rows.truncate(1);
    }
    rows
}

fn gcd(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { gcd(other, one % other) }
}

fn chances(counts: &[(u32, u32)]) -> ClassLead {
    let all: u32 = counts.iter().map(|it| it.1).sum();
    let counts = counts.iter();
    let shares = counts.map(|(class, count)| (*class, f64::from(*count) / f64::from(all)));
    shares.collect()
}
