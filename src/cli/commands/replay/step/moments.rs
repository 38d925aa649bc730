//! The moments of a replay, in whatever order they are asked for. Those seen last are kept, so that
//! a step back costs nothing.

use crate::verb::Context;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use chase_kit::picture::{Scene, Stage};
use chase_play::Games;
use chase_record::any::{DrawnHistory, Projections};
use chase_replay::opener::opener;
use chase_replay::store::{ReplayForm, ReplayReader};
use chase_world::error::Error;

/// The number of moments before one that is asked for that are made with it.
const BEHIND: u64 = 64;
/// The number of moments that are kept.
const KEPT_MAX: usize = 512;

/// A moment in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MomentText {
    /// The number of the cycle that led to it.
    pub cycle: u64,
    /// Everything worth knowing about it, line by line.
    pub words: Vec<String>,
    /// The events of the cycle.
    pub events: Vec<String>,
    /// The actions that are legal now; the first line says by whom.
    pub legal: Vec<String>,
    /// The facts that can be worked out about what is hidden.
    pub knowledge: Vec<String>,
    /// The name of the row of the board where the newest move ended.
    pub row: Option<String>,
}

/// A name that stands in the words, and who it is, as a number.
pub type Name = (String, u8);

/// The moments of one replay.
pub struct ReplayMoments {
    games: Games,
    reader: ReplayReader,
    projections: Projections,
    last: u64,
    kept: BTreeMap<u64, Rc<MomentText>>,
    stage: Stage,
}

impl ReplayMoments {
    /// Opens a replay. One that does not say how long it is is read to its end first, as one whose
    /// damage would not be seen otherwise.
    ///
    /// # Errors
    /// No replay, damage, or nothing recorded.
    pub fn open(
        context: Context<'_>,
        path: &Path,
        projections: Projections,
    ) -> Result<Self, Error> {
        let mut reader = ReplayReader::open(&context.world.at(path), &opener(context.games))?;
        let counted = reader.tail().and_then(|tail| tail.counts);
        let counted = counted.filter(|_| reader.form() == ReplayForm::Binary);
        let last = match counted {
            Some(counts) => counts.cycles.checked_sub(1),
            None => {
                while reader.next_cycle()? {}
                let last = reader.now().last();
                reader.begin_again(&opener(context.games))?;
                last
            }
        };
        let last = last
            .ok_or_else(|| Error::new("the recording has no cycle to show").at(path.display()))?;
        let projections = Projections { events: true, scenes: true, ..projections };
        reader.project(projections);
        let stage = reader.now().stage();
        Ok(ReplayMoments {
            games: context.games,
            reader,
            projections,
            last,
            kept: BTreeMap::new(),
            stage,
        })
    }

    /// The number of the last cycle.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Returns the game's word for a cycle.
    pub fn unit(&self) -> &'static str {
        self.reader.now().unit()
    }

    /// The file's name.
    pub fn name(&self) -> &str {
        self.reader.name()
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        &self.reader.header().game
    }

    /// Those who act, by the names that stand in the words.
    pub fn names(&self) -> Vec<Name> {
        self.stage.actors.iter().map(|actor| (actor.name.clone(), actor.side)).collect()
    }

    /// The trouble at the end of the file, if there is any.
    pub fn warning(&self) -> Option<String> {
        self.reader.unfinished().or_else(|| self.reader.damaged_footer())
    }

    /// The moment after a cycle, which there must be.
    ///
    /// # Errors
    /// Damage on the way.
    pub fn at(&mut self, cycle: u64) -> Result<Rc<MomentText>, Error> {
        if let Some(moment) = self.kept.get(&cycle) {
            return Ok(Rc::clone(moment));
        }
        let first = cycle.saturating_sub(BEHIND);
        self.approach(first, cycle)?;
        while self.reader.now().last() < Some(cycle) {
            if !self.reader.next_cycle()? {
                break;
            }
            self.keep(first);
        }
        self.kept.get(&cycle).cloned().ok_or_else(|| {
            let unit = self.unit();
            Error::new(format!("there is no {unit} {cycle}")).at(self.name())
        })
    }

    /// Gets near a cycle, where that is not done by reading on.
    fn approach(&mut self, first: u64, cycle: u64) -> Result<(), Error> {
        let now = self.reader.now().last();
        let is_behind = now.is_some_and(|now| now >= cycle);
        // A viewer remembers what it was told on the way, and knowledge is worked out on it.
        let can_jump = !self.projections.insight && self.projections.viewer.is_none();
        let is_far = self.reader.form() == ReplayForm::Binary && now.is_none_or(|now| now < first);
        if is_behind || (can_jump && is_far && now.is_some()) {
            self.reader.begin_again(&opener(self.games))?;
        }
        if can_jump && first > 0 && self.reader.now().last().is_none() {
            self.reader.go_to(first)?;
            self.keep(first);
        }
        Ok(())
    }

    fn keep(&mut self, first: u64) {
        let now = self.reader.now();
        let Some(cycle) = now.last().filter(|cycle| *cycle >= first) else {
            return;
        };
        let moment = MomentText::of(now, cycle, &self.stage);
        self.kept.insert(cycle, Rc::new(moment));
        while self.kept.len() > KEPT_MAX {
            // What is farthest from here.
            let ends = (self.kept.first_key_value(), self.kept.last_key_value());
            let (Some((low, _)), Some((high, _))) = ends else {
                return;
            };
            let far = if cycle - low > high - cycle { *low } else { *high };
            self.kept.remove(&far);
        }
    }
}

impl MomentText {
    fn of(now: &dyn DrawnHistory, cycle: u64, stage: &Stage) -> Self {
        let lines = |put: &dyn Fn(&mut Vec<u8>)| {
            let mut text = Vec::new();
            put(&mut text);
            let text = String::from_utf8_lossy(&text).into_owned();
            text.trim_end().lines().map(str::to_owned).collect()
        };
        MomentText {
            cycle,
            words: lines(&|out| now.moment_text(out)),
            events: lines(&|out| out.extend_from_slice(now.events_text())),
            legal: lines(&|out| now.legal_text(out)),
            knowledge: lines(&|out| now.insight_text(out)),
            row: row_of(now, stage),
        }
    }
}

/// The name of the row where the first of the cycle's moves ended.
fn row_of(now: &dyn DrawnHistory, stage: &Stage) -> Option<String> {
    let (columns, rows) = &stage.axes;
    let mut scene = Scene::default();
    now.scene(None, &mut scene);
    let row = usize::try_from(scene.arrows.first()?.to).ok()?.checked_div(columns.len())?;
    rows.get(row).cloned()
}
