//! The signals of a log, or of two that are compared: the values of each column of each entity, gathered in one pass and
//! in bounded memory for a page that draws them. Nothing is compared here.

use std::collections::{BTreeMap, BTreeSet};

use super::alignment::{CycleGroup, LogSide};
use super::compare::FIRSTS_MAX;
use super::description::RowMeaning;
use super::log::LogReader;
use super::record::Record;
use super::report::{DifferenceDetail, SideReport};
use super::selection::LogSelection;
use super::signal_columns::{SignalColumn, SignalSettings, columns};
use super::thinning::{SignalPoint, SignalPoints};
use super::tick_axis::TickAxis;
use super::ticks::tick_value;
use chase_world::error::Error;

/// The most points that are held; more are thinned to half of them.
const POINTS_MAX: usize = 2_000_000;

/// The points at either end of a signal, and the cycles on either side of its first difference, of which every
/// value is kept where there is room.
const WHOLE: usize = 200;

/// The most signals that are drawn.
pub(crate) const SIGNALS_MAX: usize = FIRSTS_MAX;

/// A column of an entity.
#[derive(Clone, Debug)]
pub(crate) struct GatheredSignal {
    /// The index of the column.
    pub column: usize,
    /// The entity; empty where there are none.
    pub entity: String,
    /// The points that are drawn.
    pub points: SignalPoints,
    /// The index among the first differences.
    pub parted: Option<usize>,
    parted_at: Option<i128>,
    /// The newest cycle of each side that has it, by the side's own count.
    newest: [u64; 2],
}

impl GatheredSignal {
    /// The index of the point at which it parted from the reference.
    pub(crate) fn parted_point(&self) -> Option<usize> {
        let mark = self.points.mark?;
        self.points.all.iter().position(|point| point.cycle == mark)
    }
}

/// The signals of one log or two.
#[derive(Clone, Debug, Default)]
pub struct LogSignals {
    /// Facts about each log.
    pub(crate) sides: Vec<SideReport>,
    /// Words for the ticks.
    pub(crate) tick: String,
    /// The unit of the ticks.
    pub(crate) tick_unit: Option<String>,
    pub(crate) axis: TickAxis,
    pub(crate) columns: Vec<SignalColumn>,
    pub(crate) signals: Vec<GatheredSignal>,
    /// The cycles of a stretch of which the extremes are kept; 1 where every value is.
    pub(crate) step: u64,
    /// The points at either end of a signal, and the cycles on either side of its first difference, of which every
    /// value is kept.
    pub(crate) whole: usize,
    /// True if a value holds until it changes.
    pub(crate) are_changes: bool,
    /// True if some signals are left out.
    pub(crate) has_more: bool,
    /// The columns of a map.
    pub(crate) map: Option<[usize; 2]>,
    /// The first and the last place on the axis.
    pub(crate) span: Option<[f64; 2]>,
}

/// Gathers the signals of one log, or of two.
///
/// # Errors
/// A line that cannot be read.
pub fn signals(logs: Vec<LogReader>, settings: &SignalSettings<'_>) -> Result<LogSignals, Error> {
    gathered(logs, settings, POINTS_MAX)
}

fn gathered(
    logs: Vec<LogReader>,
    settings: &SignalSettings<'_>,
    points_max: usize,
) -> Result<LogSignals, Error> {
    let has_entities = logs.iter().any(|log| log.description().entity.is_some());
    let names: BTreeSet<_> = logs
        .iter()
        .flat_map(|log| log.description().columns.iter())
        .map(|column| column.shown().to_owned())
        .collect();
    let selection = LogSelection::new(settings.only, settings.ignore, &names, has_entities)?;
    let mut logs = logs;
    for log in &mut logs {
        log.choose_columns(|_| true);
    }
    let mut gatherer = SignalGatherer::new(&logs, settings, &selection, points_max);
    let chosen = || selection.names_entities().then(|| selection.clone());
    let mut sides: Vec<_> =
        logs.into_iter().map(|log| LogSide::new(log, settings.window, chosen())).collect();
    gatherer.run(&mut sides)?;
    Ok(gatherer.finish(sides))
}

/// The signals while they are gathered.
struct SignalGatherer<'a> {
    settings: &'a SignalSettings<'a>,
    selection: &'a LogSelection,
    found: LogSignals,
    /// By column of each side, the column here.
    of: [Vec<Option<usize>>; 2],
    /// The number of each entity.
    entities: BTreeMap<String, usize>,
    /// By entity and column, where the signal is.
    index: Vec<Vec<SignalPlace>>,
    /// The ranks of first differences by column and entity; without a column where the entity itself is missing.
    ranks: BTreeMap<(&'a str, &'a str), usize>,
    /// The signals that may be drawn besides those that differ.
    room: usize,
    points: usize,
    points_max: usize,
    /// The number of the cycle, over both sides.
    cycle: u64,
    /// The number of the cycle of each side.
    own: [u64; 2],
}

/// Where the signal of a column of an entity is.
#[derive(Clone, Copy, Debug, Default)]
enum SignalPlace {
    #[default]
    Unknown,
    LeftOut,
    At(usize),
}

impl<'a> SignalGatherer<'a> {
    fn new(
        logs: &[LogReader],
        settings: &'a SignalSettings<'a>,
        selection: &'a LogSelection,
        points_max: usize,
    ) -> Self {
        let (columns, of) = columns(logs, settings, selection);
        let mut ranks = BTreeMap::new();
        for (rank, parted) in settings.parted.iter().enumerate() {
            let column = match &parted.what {
                DifferenceDetail::Value { column, .. } => column.as_str(),
                DifferenceDetail::Entity { .. } => "",
                DifferenceDetail::Cycle { .. } => continue,
            };
            ranks.entry((column, parted.entity.as_str())).or_insert(rank);
        }
        let last = logs.last();
        let place = |name: &String| columns.iter().position(|it| it.name == *name);
        let map = last.and_then(|log| log.description().map.as_ref());
        let map = map.and_then(|[x, y]| Some([place(x)?, place(y)?]));
        let are_changes = logs.iter().any(|log| log.description().rows == RowMeaning::Changes);
        let tick = last.map_or("", |log| log.description().tick_words());
        SignalGatherer {
            settings,
            selection,
            found: LogSignals {
                sides: Vec::new(),
                tick: tick.to_owned(),
                tick_unit: last.and_then(|log| log.description().tick_unit.clone()),
                axis: TickAxis::default(),
                columns,
                signals: Vec::new(),
                step: 1,
                whole: WHOLE,
                are_changes,
                has_more: false,
                map: map.filter(|_| logs.len() == 1),
                span: None,
            },
            of,
            entities: BTreeMap::new(),
            index: Vec::new(),
            room: SIGNALS_MAX.saturating_sub(ranks.len()),
            ranks,
            points: 0,
            points_max,
            cycle: 0,
            own: [0; 2],
        }
    }

    /// Reads both sides, cycle by cycle, in the order of ticks.
    fn run(&mut self, sides: &mut [LogSide]) -> Result<(), Error> {
        let mut next: [Option<CycleGroup>; 2] = [None, None];
        let mut before = None;
        loop {
            for (side, next) in sides.iter_mut().zip(&mut next) {
                if next.is_none() {
                    *next = side.next_cycle()?;
                }
            }
            let Some(tick) = next.iter().flatten().map(|group| group.tick).min() else {
                return Ok(());
            };
            if self.settings.to.is_some_and(|to| tick > to) {
                return Ok(());
            }
            if self.found.span.is_none() {
                let has_stamps = sides.iter().any(|side| side.log.has_stamps);
                self.found.axis = TickAxis::beginning_with(tick, has_stamps);
            }
            let is_new = before.replace(tick) != Some(tick);
            self.cycle += u64::from(is_new);
            let is_asked_for = self.settings.from.is_none_or(|from| tick >= from);
            for (n, (side, next)) in sides.iter_mut().zip(&mut next).enumerate() {
                if next.as_ref().is_none_or(|group| group.tick != tick) {
                    continue;
                }
                let Some(group) = next.take() else { continue };
                self.own[n] += u64::from(is_new);
                if is_asked_for {
                    self.group(n, &group, &side.log);
                }
                side.reuse(group);
            }
            if self.points > self.points_max {
                self.thin();
            }
        }
    }

    /// The lines of a cycle of a side.
    fn group(&mut self, side: usize, group: &CycleGroup, log: &LogReader) {
        let x = self.found.axis.x(group.tick);
        let first = self.found.span.map_or(x, |span| span[0]);
        self.found.span = Some([first, x]);
        for record in &group.records {
            self.record(side, x, group.tick, record, log);
        }
    }

    fn record(&mut self, side: usize, x: f64, tick: i128, record: &Record, log: &LogReader) {
        let entity = record.entity_name();
        let number = match self.entities.get(entity) {
            Some(number) => *number,
            None => {
                let columns = self.found.columns.len();
                self.index.push(vec![SignalPlace::Unknown; columns]);
                self.entities.insert(entity.to_owned(), self.index.len() - 1);
                self.index.len() - 1
            }
        };
        let has_all = self.selection.has_all_of(entity);
        for cell in &record.cells {
            let Some(column) = self.of[side].get(cell.column as usize).copied().flatten() else {
                continue;
            };
            if !self.found.columns[column].is_of_all && !has_all {
                continue;
            }
            if matches!(self.index[number][column], SignalPlace::Unknown) {
                self.index[number][column] = self.begin(column, entity, log);
            }
            let SignalPlace::At(signal) = self.index[number][column] else {
                continue;
            };
            let value = self.value(column, record.at(cell.span));
            self.point(signal, side, x, tick, value);
        }
    }

    /// A signal that was not met before.
    fn begin(&mut self, column: usize, entity: &str, log: &LogReader) -> SignalPlace {
        let name = self.found.columns[column].name.as_str();
        let rank = |key| self.ranks.get(&key).copied();
        let parted = match (rank((name, entity)), rank(("", entity))) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        match parted {
            None if self.room == 0 => {
                self.found.has_more = true;
                return SignalPlace::LeftOut;
            }
            None => self.room -= 1,
            Some(_) if self.found.signals.len() >= 2 * SIGNALS_MAX => {
                self.found.has_more = true;
                return SignalPlace::LeftOut;
            }
            Some(_) => {}
        }
        let at = parted.and_then(|rank| tick_value(&self.settings.parted[rank].tick));
        self.found.signals.push(GatheredSignal {
            column,
            entity: entity.to_owned(),
            points: SignalPoints::default(),
            parted,
            parted_at: at.map(|tick| log.rounded(tick)),
            newest: [0; 2],
        });
        SignalPlace::At(self.found.signals.len() - 1)
    }

    /// The value that is drawn for a text.
    fn value(&mut self, n: usize, text: &str) -> f64 {
        let column = &mut self.found.columns[n];
        let had_words = column.has_words();
        let value = column.value(text);
        if had_words && !column.has_words() {
            // Words of a column that has numbers after all are gaps.
            for signal in self.found.signals.iter_mut().filter(|it| it.column == n) {
                for point in &mut signal.points.all {
                    point.values = [f64::NAN; 2];
                }
            }
        }
        value
    }

    fn point(&mut self, n: usize, side: usize, x: f64, tick: i128, value: f64) {
        let (cycle, own) = (self.cycle, self.own[side]);
        let are_changes = self.found.are_changes;
        let signal = &mut self.found.signals[n];
        let newest = std::mem::replace(&mut signal.newest[side], own);
        // An entity that was not there has no line through the time of its absence.
        let was_absent = !are_changes && newest > 0 && own > newest + 1;
        let flags = 1 << side | if was_absent { 4 << side } else { 0 };
        let points = &mut signal.points;
        if points.mark.is_none() && signal.parted_at.is_some_and(|at| tick >= at) {
            points.mark = Some(cycle);
        }
        if side == 1 {
            // The first line of the reference belongs to our first line at this tick.
            let now = points.all.iter().rev();
            let here = now.take_while(|it| it.cycle == cycle).count();
            let from = points.all.len() - here;
            let mut lines = points.all[from..].iter_mut();
            if let Some(point) = lines.find(|it| !it.has(1)) {
                point.values[1] = value;
                point.flags |= flags;
                return;
            }
        }
        let mut values = [f64::NAN; 2];
        values[side] = value;
        points.all.push(SignalPoint { cycle, x, values, flags });
        self.points += 1;
    }

    /// Thins all signals until half of the points are left.
    fn thin(&mut self) {
        const STEP_MAX: u64 = 1 << 40;
        let whole = WHOLE.min(self.points_max / 16 / self.found.signals.len().max(1));
        self.found.whole = whole;
        self.found.step = self.found.step.max(8);
        loop {
            let mut points = 0;
            for signal in &mut self.found.signals {
                signal.points.thin(self.found.step, whole);
                points += signal.points.all.len();
            }
            self.points = points;
            if points <= self.points_max / 2 || self.found.step >= STEP_MAX {
                return;
            }
            self.found.step *= 2;
        }
    }

    fn finish(mut self, sides: Vec<LogSide>) -> LogSignals {
        if self.found.step > 1 {
            self.thin();
        }
        self.found.sides = sides
            .into_iter()
            .map(|side| SideReport {
                unfinished: side.log.ending().unfinished().map(str::to_owned),
                undeclared: side.log.undeclared().cloned(),
                ..side.report
            })
            .collect();
        self.found
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::input::LogInput;

    fn log(text: String) -> LogReader {
        let bytes = Box::new(std::io::Cursor::new(text));
        let name = "run.csv".to_owned();
        LogReader::open(LogInput { name, bytes }, None).unwrap()
    }

    fn of_text(text: &str) -> LogSignals {
        signals(vec![log(text.to_owned())], &SignalSettings::default()).unwrap()
    }

    fn values(signal: &GatheredSignal) -> Vec<f64> {
        signal.points.all.iter().map(|it| it.values[0]).collect()
    }

    #[test]
    fn a_log_of_any_length_takes_bounded_room_and_keeps_its_extremes() {
        let mut text = "t,x,y\n".to_owned();
        for n in 0..60_000 {
            let spike = if n == 31_337 { 77 } else { n % 10 };
            writeln!(text, "{n},{spike},{}", -n).unwrap();
        }
        let found = gathered(vec![log(text)], &SignalSettings::default(), 4_000).unwrap();
        let points: usize = found.signals.iter().map(|it| it.points.all.len()).sum();
        assert!(points <= 2_000, "{points} points");
        let spike = found.signals[0].points.all.iter().find(|it| it.values[0] == 77.0);
        assert_eq!(spike.map(|it| it.x), Some(31_337.0));
        let all = values(&found.signals[1]);
        assert_eq!((all[0], *all.last().unwrap()), (0.0, -59_999.0));
        assert!(found.step > 8, "{}", found.step);
    }

    #[test]
    fn a_span_has_every_value_between_its_ends() {
        let text = log("t,x\n0,1\n1,2\n2,3\n3,4\n".to_owned());
        let settings = SignalSettings {
            from: tick_value("1"),
            to: tick_value("2"),
            ..SignalSettings::default()
        };
        let found = signals(vec![text], &settings).unwrap();
        assert_eq!(values(&found.signals[0]), [2.0, 3.0]);
        assert_eq!(found.span, Some([1.0, 2.0]));
    }

    #[test]
    fn words_are_numbered_and_are_gaps_where_numbers_follow() {
        let found = of_text("t,gear,x\n0,low,off\n1,high,2\n2,low,3\n");
        assert_eq!(values(&found.signals[0]), [0.0, 1.0, 0.0]);
        assert_eq!(found.columns[0].words, ["low", "high"]);
        let x = values(&found.signals[1]);
        assert!(x[0].is_nan() && x[1..] == [2.0, 3.0], "{x:?}");
        assert_eq!(found.columns[1].gaps, 1);
    }

    #[test]
    fn a_line_is_broken_where_its_entity_was_not_there() {
        let found = of_text("t,car,x\n0,a,1\n0,b,1\n1,b,2\n2,a,3\n2,b,3\n");
        let breaks = |n: usize| -> Vec<bool> {
            let points = found.signals[n].points.all.iter();
            points.map(|point| point.flags & 4 != 0).collect()
        };
        assert_eq!(breaks(0), [false, true]);
        assert_eq!(breaks(1), [false, false, false]);
    }

    #[test]
    fn two_logs_share_the_points_of_ticks_that_both_have() {
        let ours = log("t,x\n0,1\n1,2\n1,3\n2,4\n".to_owned());
        let theirs = log("t,x\n0,1\n1,5\n1,6\n3,7\n".to_owned());
        let rules = theirs.description().clone();
        let settings = SignalSettings { rules: Some(&rules), ..SignalSettings::default() };
        let found = signals(vec![ours, theirs], &settings).unwrap();
        let points = &found.signals[0].points.all;
        let flags: Vec<_> = points.iter().map(|it| (it.x, it.flags)).collect();
        assert_eq!(flags, [(0.0, 3), (1.0, 3), (1.0, 3), (2.0, 1), (3.0, 2)]);
        assert_eq!(points[2].values, [3.0, 6.0]);
    }
}
