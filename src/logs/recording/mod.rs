//! Logs of any program, recorded as they were.
//!
//! # What is recorded
//!
//! A scenario is the description of a log. A cycle is what the log says of one tick; its events are
//! what the lines say: who appeared, what changed, who vanished. The state is their fold: the newest
//! value of every column of every entity, and the layouts of lines, so that the log comes back to the
//! letter. Nobody acts and nothing is drawn: a log is observed, and can be folded, sealed and held
//! against another, but not decided again.
//!
//! - A cycle has one turn, the world's. Its first event that is no remark is `LogEvent::Began`.
//! - An entity has a number from when it appears until it vanishes; the number of one that vanished is
//!   the next to be given.
//! - A layout has a number for ever, in the order in which layouts are told.

mod entity_cells;
mod laws;
mod observation;
mod pack;
mod reading;
mod replayer;
mod transcript;
mod writing;

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Description, LineLayout, for_each_cell, split_cells};
use chase_core::any::{LOG, Unopened};
use chase_core::compile::{check_players, make_compact, scenario_of};
use chase_core::dice::Generator;
use chase_core::game::Fault;
use chase_core::header::Header;
use chase_core::history::TurnTypes;

use entity_cells::EntityCells;
pub use laws::check_laws;
pub use observation::Observation;
pub use replayer::LogReplayer;
pub use transcript::LOGS;
pub use writing::TraceWriter;

/// The name in the header of a recording that stands in the place of a game's; no game has this name.
pub const NAME: &str = LOG;

/// The number of the event schema.
pub const RULES: u32 = 1;

/// The word for a cycle.
pub const UNIT: &str = "cycle";

/// The only seat of a log. It never has a turn.
pub const SEAT: &str = "log";

/// The name of the player in the only seat, which is never asked.
pub const OBSERVED: &str = "observed";

/// Returns true if a header is that of a recorded log.
pub fn is_of_log(header: &Header) -> bool {
    header.game == NAME
}

/// Opens a header's log, with nothing read yet. The description's JSON is brought into its compact
/// form, which the seals are made of.
///
/// # Errors
/// A number of rules, or a description, that this program does not know.
pub fn open(header: &mut Header) -> Result<LogReplayer, Unopened> {
    let description = scenario_of(header, RULES)?;
    let log = TraceLog::new(description).map_err(Unopened::Unplayable)?;
    check_players(header, 1)?;
    make_compact(header, log.description())?;
    Ok(LogReplayer::new(log, header))
}

/// A log of some program.
pub(crate) struct TraceLog {
    description: Description,
}

/// The actions of a log: there are none, because no seat acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoAction {}

impl TurnTypes for TraceLog {
    type Action = NoAction;
    type Event = LogEvent;
}

/// The rule that an event breaks.
type Rule = &'static str;

fn unless(holds: bool, rule: Rule) -> Result<(), Rule> {
    if holds { Ok(()) } else { Err(rule) }
}

/// An event: the contents of a line, or the end of a cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum LogEvent {
    /// A cycle begins.
    Began {
        /// The tick of the cycle, as it stands in the log.
        tick: String,
    },
    /// The next layout of lines, in words.
    Laid {
        /// The line with its holes.
        layout: StoredLayout,
    },
    /// A line tells of an entity for the first time, or again after it vanished.
    Appeared {
        /// The name of the entity; empty in a log without entities.
        entity: String,
        /// The number of the line's layout.
        layout: u32,
        /// The values in the order of the line, parted by tabs.
        cells: String,
    },
    /// A line tells of an entity that is there.
    Changed {
        /// The number of the entity.
        entity: u32,
        /// The number of the line's layout.
        layout: u32,
        /// The values in the order of the line, parted by tabs.
        cells: String,
    },
    /// The line of the next event, where no layout writes it.
    Written {
        /// The line, without its end.
        line: String,
    },
    /// A line that says nothing.
    Noted {
        /// The line, without its end.
        line: String,
    },
    /// An entity has no line in a cycle that has lines of all entities.
    Vanished {
        /// The number of the entity.
        entity: u32,
    },
    /// The log ends.
    Ended {
        /// True if the last line has no end.
        cut: bool,
    },
}

/// A layout as it stands in events and states: in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredLayout(pub LineLayout);

impl Serialize for StoredLayout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_string())
    }
}

impl<'de> Deserialize<'de> for StoredLayout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = <Cow<'de, str>>::deserialize(deserializer)?;
        let layout = LineLayout::parse(&words).map(StoredLayout);
        layout.ok_or_else(|| serde::de::Error::custom("expected the layout of a line"))
    }
}

/// Somebody or something that lines tell of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogEntity {
    /// The name of the entity; empty in a log without entities.
    pub name: String,
    /// True if the entity is present.
    pub is_there: bool,
    /// The newest values.
    pub cells: EntityCells,
}

/// The newest values of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogState {
    /// The number of cycles that began.
    pub began: u64,
    /// The tick of the newest, as it stands in the log.
    pub tick: String,
    /// The entities, by number.
    pub entities: Vec<Arc<LogEntity>>,
    /// The numbers of those that vanished, the next to be given last.
    pub free: Vec<u32>,
    /// The layouts of lines, by number.
    pub layouts: Arc<Vec<StoredLayout>>,
    /// Nothing while the log goes on; then true if its last line had no end.
    pub ended: Option<bool>,
}

impl LogState {
    /// Before anything was said.
    fn start() -> Self {
        LogState {
            began: 0,
            tick: String::new(),
            entities: Vec::new(),
            free: Vec::new(),
            layouts: Arc::default(),
            ended: None,
        }
    }

    /// The number of the cycle that comes next, or of the last one once the log has ended.
    fn clock(&self) -> u64 {
        match self.ended {
            Some(_) => self.began.saturating_sub(1),
            None => self.began,
        }
    }

    /// The number of the newest cycle.
    fn newest(&self) -> u64 {
        self.clock().saturating_sub(u64::from(self.ended.is_none()))
    }
}

impl TraceLog {
    /// A log of this description.
    ///
    /// # Errors
    /// What is wrong with the description.
    pub fn new(description: Description) -> Result<Self, Fault> {
        description.check().map_err(|fault| Fault::whole(fault.to_string()))?;
        Ok(TraceLog { description })
    }

    /// The header of its recording.
    fn header(&self) -> Header {
        let players = [OBSERVED.to_owned()];
        let dice = Generator::Chacha8;
        Header::of(NAME, RULES, &self.description, &players, dice, 0)
    }

    /// The description of the log.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Takes in the values of a line.
    fn put_cells(&self, state: &mut LogState, entity: u32, layout: u32, cells: &str) {
        let LogState { layouts, entities, .. } = state;
        let Some(StoredLayout(layout)) = layouts.get(layout as usize) else {
            return;
        };
        let Some(entity) = entities.get_mut(entity as usize) else {
            return;
        };
        let there = &mut Arc::make_mut(entity).cells;
        let columns = (0..).take(there.len());
        let has_all = there.len() > 0 && layout.columns().eq(columns);
        if has_all && memchr::memchr(b'\\', cells.as_bytes()).is_none() {
            there.put_all(cells);
            return;
        }
        let there = there.each_mut();
        if memchr::memchr(b'\\', cells.as_bytes()).is_none() {
            let (mut columns, mut from) = (layout.columns(), 0);
            for_each_cell(cells.as_bytes(), |value| {
                let to = from + value.len();
                let cell = columns.next().and_then(|it| there.get_mut(it as usize));
                if let Some(cell) = cell {
                    cell.clear();
                    cell.push_str(&cells[from..to]);
                }
                from = to + 1;
            });
            return;
        }
        for (column, value) in layout.columns().zip(split_cells(cells)) {
            if let Some(cell) = there.get_mut(column as usize)
                && *cell != value
            {
                cell.clear();
                cell.push_str(&value);
            }
        }
    }

    /// Checks that a line with this layout can hold so many values.
    fn check_line(&self, state: &LogState, layout: u32, cells: &str) -> Result<(), Rule> {
        let layout = state.layouts.get(layout as usize);
        let Some(StoredLayout(layout)) = layout else {
            return Err("there is no such layout");
        };
        let due = layout.columns().count();
        let found = match due {
            0 => usize::from(!cells.is_empty()),
            _ => memchr::memchr_iter(b'\t', cells.as_bytes()).count() + 1,
        };
        unless(found == due, "a line has as many values as its layout")
    }

    fn appear(&self, state: &mut LogState, name: &str) -> u32 {
        let entity = Arc::new(LogEntity {
            name: name.to_owned(),
            is_there: true,
            cells: EntityCells::empty(self.description.columns.len()),
        });
        match state.free.pop() {
            Some(number) => {
                state.entities[number as usize] = entity;
                number
            }
            None => {
                state.entities.push(entity);
                u32::try_from(state.entities.len() - 1).unwrap_or(u32::MAX)
            }
        }
    }

    fn is_there(state: &LogState, entity: u32) -> Result<(), Rule> {
        let there = state.entities.get(entity as usize);
        unless(there.is_some_and(|it| it.is_there), "there is no such entity")
    }

    fn has_begun(state: &LogState) -> Result<(), Rule> {
        unless(state.began > 0, "a line tells of nothing before the first cycle")
    }

    fn lay(&self, state: &mut LogState, layout: &StoredLayout) -> Result<(), Rule> {
        let columns = self.description.columns.len();
        let is_known = |column: u32| (column as usize) < columns;
        unless(layout.0.columns().all(is_known), "a layout names a column that is not there")?;
        Arc::make_mut(&mut state.layouts).push(layout.clone());
        Ok(())
    }

    /// Returns true if a state is one that a log could be in.
    fn is_valid_state(&self, state: &LogState) -> bool {
        let columns = self.description.columns.len();
        let is_free = |number: &u32| {
            let entity = state.entities.get(*number as usize);
            entity.is_some_and(|entity| !entity.is_there)
        };
        let gone = state.entities.iter().filter(|it| !it.is_there).count();
        let mut free = state.free.clone();
        free.sort_unstable();
        free.dedup();
        let known = |layout: &StoredLayout| layout.0.columns().all(|it| (it as usize) < columns);
        state.entities.iter().all(|it| it.cells.len() == columns)
            && state.free.iter().all(is_free)
            && free.len() == state.free.len()
            && gone == free.len()
            && state.layouts.iter().all(known)
            && (state.began > 0
                || (state.ended.is_none() && state.entities.is_empty() && state.tick.is_empty()))
    }

    /// Takes in an event, or names the rule that it breaks.
    fn apply(&self, state: &mut LogState, event: &LogEvent) -> Result<(), Rule> {
        match event {
            LogEvent::Began { tick } => {
                state.began += 1;
                state.tick.clone_from(tick);
            }
            LogEvent::Laid { layout } => self.lay(state, layout)?,
            LogEvent::Appeared { entity, layout, cells } => {
                Self::has_begun(state)?;
                self.check_line(state, *layout, cells)?;
                let number = self.appear(state, entity);
                self.put_cells(state, number, *layout, cells);
            }
            LogEvent::Changed { entity, layout, cells } => {
                Self::is_there(state, *entity)?;
                self.check_line(state, *layout, cells)?;
                self.put_cells(state, *entity, *layout, cells);
            }
            LogEvent::Written { .. } | LogEvent::Noted { .. } => {}
            LogEvent::Vanished { entity } => {
                Self::is_there(state, *entity)?;
                Arc::make_mut(&mut state.entities[*entity as usize]).is_there = false;
                state.free.push(*entity);
            }
            LogEvent::Ended { cut } => {
                Self::has_begun(state)?;
                state.ended = Some(*cut);
            }
        }
        Ok(())
    }
}
