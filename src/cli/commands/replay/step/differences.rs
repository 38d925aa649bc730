//! Where another trace parts from the replay that is stepped through.

use crate::verb::Context;
use std::collections::BTreeMap;
use std::path::Path;

use super::moments::ReplayMoments;
use chase_kit::budget::StopFlag;
use chase_kit::trace::ColumnSet;
use chase_record::any::Projections;
use chase_replay::comparison::{Comparison, Depth, Trace};
use chase_replay::diff::{Place, Selection};
use chase_replay::opener::opener;
use chase_replay::store::{Content, contents};
use chase_world::error::Error;

/// The largest number of differing cycles that are kept.
const PLACES_MAX: usize = 100_000;

/// The cycles in which two traces differ.
pub struct Differences {
    /// The other trace's name.
    pub name: String,
    /// The form of it: a transcript, or a replay with its form.
    pub form: &'static str,
    /// The differing cycles, and what differs in each.
    places: BTreeMap<u64, Place>,
    /// The number of differing cycles.
    pub count: u64,
    /// The moments of the other trace, where it is a replay.
    pub theirs: Option<ReplayMoments>,
}

impl Differences {
    /// Compares a replay with another trace of the same game.
    ///
    /// # Errors
    /// A side that cannot be read, or one of another game.
    pub fn between(
        context: Context<'_>,
        ours: &Path,
        theirs: &Path,
        projections: Projections,
    ) -> Result<Self, Error> {
        let mine = contents(&context.world.at(ours), &opener(context.games))?;
        let others = contents(&context.world.at(theirs), &opener(context.games))?;
        let game = match &mine {
            Content::Replay(reader) => context.games.find(&reader.header().game)?,
            Content::Text(..) => {
                let error = Error::new("a transcript has no moments to step through");
                return Err(error
                    .at(ours.display())
                    .help("give the replay first: chase replay REPLAY TRANSCRIPT --step"));
            }
        };
        let name = game.name();
        let replay = match &others {
            Content::Replay(reader) if reader.header().game != name => {
                let other = &reader.header().game;
                let what = format!("traces of different games: {name} and {other}");
                return Err(Error::new(what).help("compare traces of one game"));
            }
            Content::Replay(_) => Some(ReplayMoments::open(context, theirs, projections)?),
            Content::Text(_, start) if game.recognises(start) => None,
            Content::Text(..) => {
                let what = format!("not a transcript of {name}");
                return Err(Error::new(what).at(theirs.display()));
            }
        };
        let comparison = Comparison {
            games: context.games,
            game,
            selection: Selection { columns: ColumnSet::ALL, context: 0, shown_max: PLACES_MAX },
            scenario: None,
            depth: Depth::Counted,
            exact: false,
            stop: StopFlag::default(),
        };
        let trace = |path, content| Trace { path: context.world.at(path), content };
        let report = comparison.run(trace(ours, mine), trace(theirs, others))?;
        let places = report.first.map(|first| first.place).into_iter().chain(report.further);
        let counts = report.counts;
        Ok(Differences {
            name: report.theirs.name,
            form: report.theirs.form,
            places: places.map(|place| (place.cycle, place)).collect(),
            count: counts.different + counts.missing + counts.extra,
            theirs: replay,
        })
    }

    /// The difference in a cycle, if there is one.
    pub fn at(&self, cycle: u64) -> Option<&Place> {
        self.places.get(&cycle)
    }

    /// The differing cycles up to `last`, in order.
    pub fn cycles(&self, last: u64) -> impl Iterator<Item = u64> {
        self.places.range(..=last).map(|(cycle, _)| *cycle)
    }

    /// The first differing cycle, up to `last`.
    pub fn first(&self, last: u64) -> Option<u64> {
        self.places.range(..=last).next().map(|it| *it.0)
    }

    /// The last differing cycle, up to `last`.
    pub fn last(&self, last: u64) -> Option<u64> {
        self.places.range(..=last).next_back().map(|it| *it.0)
    }

    /// The first differing cycle after another, up to `last`.
    pub fn after(&self, cycle: u64, last: u64) -> Option<u64> {
        self.places.range(cycle.saturating_add(1)..).next().map(|it| *it.0).filter(|it| *it <= last)
    }

    /// The last differing cycle before another.
    pub fn before(&self, cycle: u64) -> Option<u64> {
        self.places.range(..cycle).next_back().map(|it| *it.0)
    }
}
