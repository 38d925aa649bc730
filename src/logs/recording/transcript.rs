//! A log told: every cycle's entities with their values, what appeared and vanished, and what the
//! values of a column were.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::{LogEntity, LogEvent, LogState, NAME, TraceLog, UNIT};
use crate::{ColumnStats, split_cells, tick_value};
use chase_core::any::{AnyTrace, Projections};
use chase_core::trace::{Cell, Column, ColumnSet, TraceRow};
use chase_core::transcript::text;

/// The first word of a transcript.
const BANNER: &str = "TRACE";

/// The word before the tick in a heading.
const TICK: &str = "tick ";

/// Recorded logs as traces.
pub static LOGS: &dyn AnyTrace = &Logs;

struct Logs;

impl AnyTrace for Logs {
    fn name(&self) -> &'static str {
        NAME
    }

    fn unit(&self) -> &'static str {
        UNIT
    }

    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn printed(&self, row: &TraceRow) -> Vec<(String, ColumnSet)> {
        vec![(format!("tick {}", row.cells[0]), ColumnSet::only(0))]
    }
}

/// A moment of a log, for programs.
#[derive(Debug, Serialize)]
pub(crate) struct LogFacts {
    /// The number of the cycle, from 0.
    pub cycle: u64,
    /// The tick of the cycle, as it stands in the log.
    pub tick: String,
    /// The values of all present entities, by entity and column, as they stand in the log.
    pub entities: BTreeMap<String, BTreeMap<String, String>>,
}

/// Statistics of a column.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ColumnTotals {
    /// The name of the column.
    pub column: String,
    /// Counts and ranges of its values.
    #[serde(flatten)]
    pub stats: ColumnStats,
    /// The mean of its numbers.
    pub mean: Option<f64>,
    /// The tick at which it changed last; nothing where it never did.
    pub last_change: Option<String>,
}

/// Statistics of a log.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct LogTotals {
    /// The number of times that an entity appeared; one that came back counts again.
    pub appeared: u64,
    /// The number of times that an entity vanished.
    pub vanished: u64,
    /// Statistics of every column.
    pub columns: Vec<ColumnTotals>,
}

/// The columns that all logs have.
const COLUMNS: &[Column] = &[Column::whole("tick")];

impl TraceLog {
    fn put_entity(&self, entity: &LogEntity, out: &mut Vec<u8>) {
        let columns = self.description().columns.iter().zip(entity.cells.iter());
        let told = columns.filter(|(_, value)| !value.is_empty());
        let told: Vec<_> = told.map(|(it, value)| format!("{} {value}", it.shown())).collect();
        match entity.name.as_str() {
            "" => text(out, format_args!("  {}\n", told.join(", "))),
            name => text(out, format_args!("  {name}: {}\n", told.join(", "))),
        }
    }

    /// Those who are there.
    fn there(state: &LogState) -> impl Iterator<Item = &Arc<LogEntity>> {
        state.entities.iter().filter(|entity| entity.is_there)
    }

    fn changes(&self, before: &LogState, event: &LogEvent) -> Vec<String> {
        let LogEvent::Changed { entity, layout, cells } = event else {
            return Vec::new();
        };
        let (Some(entity), Some(layout)) =
            (before.entities.get(*entity as usize), before.layouts.get(*layout as usize))
        else {
            return Vec::new();
        };
        let told = layout.0.columns().zip(split_cells(cells));
        let told = told.filter_map(|(column, value)| {
            let was = entity.cells.get(column)?;
            let name = self.description().columns.get(column as usize)?.shown();
            (was != value).then(|| format!("{name} {was} to {value}"))
        });
        told.collect()
    }

    fn count_line(
        &self,
        tally: &mut LogTotals,
        before: &LogState,
        layout: u32,
        entity: Option<u32>,
        cells: &str,
    ) {
        let Some(layout) = before.layouts.get(layout as usize) else {
            return;
        };
        let was = entity.and_then(|it| before.entities.get(it as usize));
        for (column, value) in layout.0.columns().zip(split_cells(cells)) {
            let Some(totals) = tally.columns.get_mut(column as usize) else {
                continue;
            };
            let kind = self.description().columns[column as usize].kind;
            totals.stats.take(kind, &value);
            let was = was.and_then(|was| was.cells.get(column));
            if was.is_some_and(|was| was != value) {
                totals.last_change = Some(before.tick.clone());
            }
        }
    }
}

/// A log in words and in numbers.
impl TraceLog {
    /// The newest cycle as the lines of the log; `state` is the one after it.
    pub(super) fn source(&self, events: &[LogEvent], state: &LogState, out: &mut Vec<u8>) {
        let end: &[u8] = if self.description().crlf { b"\r\n" } else { b"\n" };
        let (mut tick, mut is_written) = ("", false);
        for event in events {
            let (entity, layout, cells) = match event {
                LogEvent::Began { tick: began } => {
                    tick = began;
                    continue;
                }
                LogEvent::Written { line } | LogEvent::Noted { line } => {
                    is_written = matches!(event, LogEvent::Written { .. });
                    out.extend_from_slice(line.as_bytes());
                    out.extend_from_slice(end);
                    continue;
                }
                LogEvent::Ended { cut: true } => {
                    out.truncate(out.len() - end.len().min(out.len()));
                    continue;
                }
                LogEvent::Appeared { entity, layout, cells } => (entity.as_str(), layout, cells),
                LogEvent::Changed { entity, layout, cells } => {
                    let entity = state.entities.get(*entity as usize);
                    (entity.map_or("", |it| it.name.as_str()), layout, cells)
                }
                LogEvent::Laid { .. } | LogEvent::Vanished { .. } | LogEvent::Ended { .. } => {
                    continue;
                }
            };
            if std::mem::take(&mut is_written) {
                continue;
            }
            if let Some(layout) = state.layouts.get(*layout as usize) {
                layout.0.fill(tick, entity, cells, out);
                out.extend_from_slice(end);
            }
        }
    }

    /// The tick of a cycle, in units of 10 to the power of -18.
    pub(super) fn tick(&self, state: &LogState) -> Option<i128> {
        self.tick_of(&state.tick)
    }

    /// The tick that a text stands for, in the same units.
    pub(super) fn tick_of(&self, text: &str) -> Option<i128> {
        let tick = tick_value(text.trim())?;
        let step = self.description().step_value().ok().flatten();
        Some(step.map_or(tick, |step| (tick + step / 2).div_euclid(step) * step))
    }

    /// Writes the text before the first cycle.
    pub(super) fn opening(&self, out: &mut Vec<u8>) {
        text(out, format_args!("\n{BANNER}\n\n"));
        for (what, value) in self.statements() {
            text(out, format_args!("{what}: {value}\n"));
        }
        out.push(b'\n');
    }

    /// A cycle that just closed; `state` is the one after it.
    pub(super) fn cycle(&self, number: u64, state: &LogState, out: &mut Vec<u8>) {
        self.put_block(number, state, out);
        out.push(b'\n');
    }

    /// Writes the state of the entities in a cycle.
    fn put_block(&self, number: u64, state: &LogState, out: &mut Vec<u8>) {
        text(out, format_args!("Cycle {number}: {TICK}{}\n", state.tick));
        Self::there(state).for_each(|entity| self.put_entity(entity, out));
    }

    /// Words for the end of the log, without the end of the line; empty while it goes on.
    fn ending_words(state: &LogState) -> String {
        match state.ended {
            None => String::new(),
            Some(_) => "The log ends".into(),
        }
    }

    /// Writes the words for the end of the log as a line.
    pub(super) fn ending(state: &LogState, out: &mut Vec<u8>) {
        let words = Self::ending_words(state);
        if !words.is_empty() {
            text(out, format_args!("{words}\n"));
        }
    }

    /// Fills a row with the values of a state.
    pub(super) fn show(state: &LogState, row: &mut TraceRow) {
        row.cells[0] = Cell::Text(state.tick.as_str().into());
        row.ending = Self::ending_words(state);
    }

    /// Facts about the log, as pairs of a name and a value.
    pub(super) fn statements(&self) -> Vec<(String, String)> {
        let description = self.description();
        let columns: Vec<_> = description.columns.iter().map(|it| it.shown()).collect();
        let mut said = vec![
            ("form".into(), description.form.words().into()),
            ("tick".into(), description.tick_words().into()),
        ];
        if let Some(entity) = &description.entity {
            said.push(("entity".into(), entity.clone()));
        }
        said.push(("columns".into(), columns.join(", ")));
        said
    }

    /// Everything worth knowing about a moment.
    pub(super) fn moment(&self, state: &LogState, out: &mut Vec<u8>) {
        self.put_block(state.newest(), state, out);
        Self::ending(state, out);
    }

    /// The facts about a moment as data.
    pub(super) fn facts(&self, state: &LogState) -> LogFacts {
        let cells = |entity: &Arc<LogEntity>| {
            let columns = self.description().columns.iter().zip(entity.cells.iter());
            let told = columns.filter(|(_, value)| !value.is_empty());
            let told = told.map(|(column, value)| (column.shown().to_owned(), value.to_owned()));
            (entity.name.clone(), told.collect())
        };
        LogFacts {
            cycle: state.newest(),
            tick: state.tick.clone(),
            entities: Self::there(state).map(cells).collect(),
        }
    }

    /// Tells and counts an event, as far as that is watched; `before` is the state it changes.
    pub(super) fn look(
        &self,
        before: &LogState,
        event: &LogEvent,
        projections: Projections,
        told: &mut Vec<u8>,
        tally: &mut LogTotals,
    ) {
        if projections.events {
            self.event(before, event, told);
            told.push(b'\n');
        }
        if projections.tally {
            self.count(tally, before, event);
        }
    }

    /// One event in words, a line without its end; `before` is the state it changes.
    fn event(&self, before: &LogState, event: &LogEvent, out: &mut Vec<u8>) {
        let name = |entity: &u32| {
            let entity = before.entities.get(*entity as usize);
            entity.map_or("", |it| it.name.as_str())
        };
        match event {
            LogEvent::Began { tick } => text(out, format_args!("tick {tick}")),
            LogEvent::Laid { layout } => {
                text(out, format_args!("a line is laid out as {}", layout.0))
            }
            LogEvent::Appeared { entity, cells, .. } => {
                let values: Vec<_> = split_cells(cells).collect();
                let name = if entity.is_empty() { "the log" } else { entity };
                text(out, format_args!("{name} appears: {}", values.join(", ")));
            }
            LogEvent::Changed { entity, .. } => {
                let changes = self.changes(before, event).join(", ");
                let said = match changes.as_str() {
                    "" => "nothing",
                    changes => changes,
                };
                match name(entity) {
                    "" => text(out, format_args!("changes: {said}")),
                    name => text(out, format_args!("{name} changes: {said}")),
                }
            }
            LogEvent::Written { line } => text(out, format_args!("a line stands as `{line}`")),
            LogEvent::Noted { line } => text(out, format_args!("a line says nothing: `{line}`")),
            LogEvent::Vanished { entity } => text(out, format_args!("{} vanishes", name(entity))),
            LogEvent::Ended { .. } => text(out, format_args!("the log ends")),
        }
    }

    /// Counts one event; `before` is the state it changes.
    fn count(&self, tally: &mut LogTotals, before: &LogState, event: &LogEvent) {
        let columns = &self.description().columns;
        if tally.columns.is_empty() {
            let of = |column: &crate::LogColumn| ColumnTotals {
                column: column.shown().to_owned(),
                ..ColumnTotals::default()
            };
            tally.columns = columns.iter().map(of).collect();
        }
        match event {
            LogEvent::Appeared { entity, layout, cells } => {
                // A log without entities is told as one without a name.
                tally.appeared += u64::from(!entity.is_empty());
                self.count_line(tally, before, *layout, None, cells);
            }
            LogEvent::Changed { entity, layout, cells } => {
                self.count_line(tally, before, *layout, Some(*entity), cells)
            }
            LogEvent::Vanished { entity } => {
                let entity = before.entities.get(*entity as usize);
                tally.vanished += u64::from(entity.is_some_and(|it| !it.name.is_empty()));
            }
            _ => {}
        }
    }

    /// The counts as data.
    pub(super) fn totals(&self, tally: &LogTotals) -> LogTotals {
        let mut totals = tally.clone();
        for column in &mut totals.columns {
            column.mean = column.stats.mean();
        }
        totals
    }

    /// The counts as a table.
    pub(super) fn table(&self, totals: &LogTotals, out: &mut Vec<u8>) {
        let names = totals.columns.iter().map(|it| it.column.chars().count());
        let width = names.max().unwrap_or(0).clamp(6, 40);
        text(
            out,
            format_args!(
                "{:<width$} {:>9} {:>14} {:>14} {:>14}  last change\n",
                "column", "values", "least", "most", "mean"
            ),
        );
        let shown = |value: Option<f64>| match value {
            None => "-".to_owned(),
            Some(it) if it == 0.0 || (1e-4..1e9).contains(&it.abs()) => format!("{it:.6}"),
            Some(it) => format!("{it:.6e}"),
        };
        for column in &totals.columns {
            let ColumnTotals { column, stats, mean, last_change } = column;
            text(
                out,
                format_args!(
                    "{column:<width$} {:>9} {:>14} {:>14} {:>14}  {}\n",
                    stats.values,
                    shown(stats.least),
                    shown(stats.most),
                    shown(*mean),
                    last_change.as_deref().unwrap_or("-"),
                ),
            );
        }
        if self.description().entity.is_some() {
            let (appeared, vanished) = (totals.appeared, totals.vanished);
            let told = format_args!("{appeared} appeared, {vanished} vanished\n");
            text(out, told);
        }
    }
}
