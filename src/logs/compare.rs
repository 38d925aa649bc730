//! Two logs against each other: aligned by cycle and entity, in one pass that holds a few cycles.

mod entity_ends;
mod event_times;
mod events;
mod findings;
mod folded;
mod interpolated;
mod meetings;
mod pairing;
mod rows;
mod sawtooth;
mod skipping;
mod synchronizer;
mod tick_rows;
mod waiting;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::alignment::{CycleGroup, LogSide};
use super::bits;
use super::description::{Description, RowMeaning};
use super::kept_lines::DifferenceWindow;
use super::kind::ColumnKind;
use super::log::LogReader;
use super::record::TextSpan;
use super::report::{ComparisonSide, DifferenceDetail, LinePair, LogDifference, LogReport, units};
use super::selection::LogSelection;
use super::sync::{Interpolation, SyncMode, SyncSettings};
use super::tolerance::{Gap, NoDistance, ToleranceBounds};
use chase_world::error::Error;
use events::SyncStep;
use findings::Findings;
use folded::NewestValues;
use meetings::TickMeetings;
use pairing::ColumnModes;
pub(crate) use pairing::Pairing;
use rows::shown_alone;
use skipping::SameChanges;
use synchronizer::Synchronizer;
use waiting::{WaitingCycles, WaitingRow};

/// How two values are judged that other values came before at the same time.
const PULSE: (Gap, bool) = (Gap::Unlike(NoDistance::Pulse), true);

/// The number of first differences that are handed out even where the report lists fewer.
pub(crate) const FIRSTS_MAX: usize = 1_000;

/// Settings of a comparison of two logs.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonSettings<'a> {
    /// How the logs are brought to the same times.
    pub sync: &'a SyncSettings,
    /// The kinds and tolerances of columns, by their names.
    pub rules: &'a Description,
    /// The columns and entities that are compared; all where there are none.
    pub only: &'a [String],
    /// The columns and entities that are not.
    pub ignore: &'a [String],
    /// The most lines by which a line may come too late.
    pub window: usize,
    /// True if the first difference out of tolerance ends it.
    pub stop: bool,
    /// The number of lines that are shown before and after the first difference.
    pub context: usize,
    /// The number of lines that are kept before and after it.
    pub kept: usize,
    /// The most columns of entities whose first differences are listed.
    pub followers: usize,
    /// True if logs can be the same that have changes of codes which were never declared.
    pub ignores_undeclared: bool,
}

impl<'a> ComparisonSettings<'a> {
    /// Of all columns, to the end of both logs; nothing is kept.
    #[must_use]
    pub fn new(rules: &'a Description, sync: &'a SyncSettings) -> Self {
        ComparisonSettings {
            sync,
            rules,
            only: &[],
            ignore: &[],
            window: 0,
            stop: false,
            context: 3,
            kept: 0,
            followers: 5,
            ignores_undeclared: false,
        }
    }
}

/// The result of a comparison, with the lines around the first difference.
pub struct LogComparison {
    /// The differences and the counts.
    pub report: LogReport,
    /// The lines round the first difference.
    pub kept: DifferenceWindow,
    /// The lines before the first cycle, of both sides.
    pub preambles: [Vec<String>; 2],
    /// The first differences of columns of entities, in their order: more of them than the report lists.
    pub parted: Vec<LogDifference>,
}

/// Compares two logs.
///
/// # Errors
/// A line of one that cannot be read; a column or an entity that is named and that neither has.
pub fn compare(
    ours: LogReader,
    theirs: LogReader,
    settings: ComparisonSettings<'_>,
) -> Result<LogComparison, Error> {
    let mut comparison = LogComparer::new(ours, theirs, settings)?;
    comparison.run()?;
    comparison.finish()
}

struct LogComparer<'a> {
    settings: ComparisonSettings<'a>,
    ours: LogSide,
    theirs: LogSide,
    pairing: Rc<Pairing>,
    selection: LogSelection,
    /// True if lines that are the same need not be read.
    skips: bool,
    /// Memory for ticks whose changes are the same, if these need not be compared.
    same_changes: Option<SameChanges>,
    folded: Option<NewestValues>,
    /// What brings the logs to the same times, where more than equal ticks are compared.
    sync: Option<Synchronizer>,
    /// Cycles that are judged later, where values may come early or late.
    waiting: Option<WaitingCycles>,
    findings: Findings,
    /// The columns that are compared at times of their own, if some are.
    modes: Option<ColumnModes>,
    /// The ticks of both sides, where equal ones alone are compared.
    meetings: Option<TickMeetings>,
    scratch: [Vec<Option<TextSpan>>; 2],
    /// The lines of the next cycle as they stand, where it is made of others.
    raw: Option<[Vec<String>; 2]>,
    /// True if of the next cycle, of a log of changes, events alone are compared.
    is_of_events: bool,
}

/// Refuses what means nothing for logs of changes, whose values hold until they change.
fn check_changes(pairing: &Pairing, sync: &SyncSettings) -> Result<(), Error> {
    let what = match sync.mode {
        SyncMode::Nearest | SyncMode::Order => {
            format!("--sync {} does not compare logs of changes", sync.mode.name())
        }
        _ => {
            let mut pairs = pairing.pairs.iter();
            if let Some(pair) = pairs.clone().find(|it| it.sync.is_some()) {
                return Err(Error::new(format!(
                    "{} cannot be compared at times of its own in a log of changes",
                    pair.name
                ))
                .help("--sync is of all columns there"));
            }
            match pairs.find(|it| it.interpolation == Some(Interpolation::Linear)) {
                Some(pair) => format!("{} cannot be linear in a log of changes", pair.name),
                None => return Ok(()),
            }
        }
    };
    Err(Error::new(what).help("a value of such a log holds until it changes; --tick-tolerance allows changes to come early or late"))
}

/// Refuses tolerances that mean nothing for events, which have no neighbours in time.
fn check_events(pairing: &Pairing, sync: &SyncSettings) -> Result<(), Error> {
    let mut late = pairing.pairs.iter().filter(|it| it.bounds.waits());
    match late.next() {
        Some(pair) if sync.mode == SyncMode::Order => Err(Error::new(format!(
            "{} of an event cannot come early or late by cycles or ticks",
            pair.name
        ))
        .help("--tick-tolerance says how far apart two events may be")),
        _ => Ok(()),
    }
}

/// The names of the columns of two logs.
fn names(ours: &Description, theirs: &Description) -> BTreeSet<String> {
    let columns = ours.columns.iter().chain(&theirs.columns);
    columns.map(|it| it.shown().to_owned()).collect()
}

impl<'a> LogComparer<'a> {
    fn new(
        ours: LogReader,
        theirs: LogReader,
        settings: ComparisonSettings<'a>,
    ) -> Result<Self, Error> {
        let has_entities = [&ours, &theirs].iter().any(|it| it.description().entity.is_some());
        let names = names(ours.description(), theirs.description());
        let selection = LogSelection::new(settings.only, settings.ignore, &names, has_entities)?;
        let chosen = || selection.names_entities().then(|| selection.clone());
        let mut ours = LogSide::new(ours, settings.window, chosen());
        let mut theirs = LogSide::new(theirs, settings.window, chosen());
        let pairing = Pairing::new(&ours.log, &theirs.log, settings.rules, &selection);
        for (n, side) in [&mut ours, &mut theirs].into_iter().enumerate() {
            side.log.choose_columns(|column| pairing.of(n, column).is_some());
        }
        let (mine, others) = (ours.log.description(), theirs.log.description());
        let are_changes = mine.rows == RowMeaning::Changes || others.rows == RowMeaning::Changes;
        let bounds = || pairing.pairs.iter().map(|pair| &pair.bounds);
        let waits = bounds().any(|it| it.waits());
        let far = bounds().map(|it| it.cycles).max().unwrap_or_default();
        let wide = bounds().map(|it| it.ticks).max().unwrap_or_default();
        if are_changes {
            check_changes(&pairing, settings.sync)?;
        }
        check_events(&pairing, settings.sync)?;
        let may_skip = settings.window == 0
            && settings.sync.is_plain()
            && !waits
            && !selection.names_entities()
            && ours.log.step() == theirs.log.step();
        let skips = may_skip && !are_changes && ours.log.has_roles_of(&theirs.log);
        let passes = may_skip && settings.kept == 0 && ours.log.tells_changes_as(&theirs.log);
        let syncs = !settings.sync.is_plain();
        let keeps_cycles = (are_changes || syncs) && settings.kept > 0;
        let sync =
            syncs.then(|| Synchronizer::new(settings.sync, &pairing, are_changes, keeps_cycles));
        let kept = DifferenceWindow::new(settings.kept.max(settings.context), keeps_cycles);
        Ok(LogComparer {
            findings: Findings::new(pairing.pairs.len(), settings.followers.max(FIRSTS_MAX), kept),
            skips,
            same_changes: passes.then(SameChanges::default),
            folded: are_changes.then(NewestValues::default),
            meetings: (!(syncs || are_changes && waits)).then(TickMeetings::default),
            modes: ColumnModes::new(&pairing, settings.sync.mode).filter(|_| syncs),
            sync,
            waiting: waits.then(|| WaitingCycles::new(far, wide, are_changes)),
            settings,
            selection,
            ours,
            theirs,
            pairing: Rc::new(pairing),
            scratch: [Vec::new(), Vec::new()],
            raw: None,
            is_of_events: false,
        })
    }

    fn run(&mut self) -> Result<(), Error> {
        match self.sync.take() {
            None => self.run_exact(),
            Some(mut sync) => {
                let ended = self.run_synchronized(&mut sync);
                self.sync = Some(sync);
                ended
            }
        }
    }

    /// Compares the lines that are brought to the same times.
    fn run_synchronized(&mut self, sync: &mut Synchronizer) -> Result<(), Error> {
        let mut before: Option<i128> = None;
        while let Some(step) = sync.next([&mut self.ours, &mut self.theirs], &self.pairing)? {
            match step {
                SyncStep::Held(group) => {
                    // An event between two ticks of the reference is one that the reference does not have.
                    let has_events = self.ours.has_events(&group);
                    if has_events {
                        self.is_of_events = true;
                        before = self.cycle([Some(group), None], before).or(before);
                        self.is_of_events = false;
                    } else if let Some(folded) = &mut self.folded {
                        folded.take(Some(&group), None, &self.pairing);
                    }
                }
                SyncStep::Cycle(groups, owner) => {
                    if let Some(modes) = &mut self.modes {
                        modes.owner = owner;
                    }
                    self.raw = sync.take_raw();
                    before = self.cycle(groups, before).or(before);
                }
            }
            if self.settings.stop && self.findings.first_out.is_some() {
                // Values between two ticks are made of the second one too.
                if let Some(raw) = sync.ahead_raw() {
                    self.findings.kept.cycle(raw);
                }
                return Ok(());
            }
        }
        self.judge(true);
        Ok(())
    }

    fn run_exact(&mut self) -> Result<(), Error> {
        let (mut mine, mut other) = (None, None);
        let mut before: Option<i128> = None;
        loop {
            if mine.is_none() && other.is_none() {
                before = self.skip_the_same(before)?.or(before);
            }
            if mine.is_none() {
                mine = self.ours.next_cycle()?;
            }
            if other.is_none() {
                other = self.theirs.next_cycle()?;
            }
            let order = match (&mine, &other) {
                (None, None) => {
                    self.judge(true);
                    return Ok(());
                }
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(mine), Some(other)) => mine.tick.cmp(&other.tick),
            };
            let groups = match order {
                Ordering::Less => [mine.take(), None],
                Ordering::Greater => [None, other.take()],
                Ordering::Equal => [mine.take(), other.take()],
            };
            before = self.cycle(groups, before).or(before);
            if self.settings.stop && self.findings.first_out.is_some() {
                return Ok(());
            }
        }
    }

    /// A cycle of both sides or one; its tick.
    fn cycle(
        &mut self,
        [mine, other]: [Option<CycleGroup>; 2],
        before: Option<i128>,
    ) -> Option<i128> {
        let group = mine.as_ref().or(other.as_ref())?;
        let (tick, shown) = (group.tick, group.shown.as_str());
        // Of logs of changes everybody knows what holds in every cycle.
        let is_compared = self.folded.is_some() || mine.is_some() && other.is_some();
        let goes_on = before == Some(tick);
        if let Some(meetings) = self.meetings.as_mut().filter(|_| !goes_on) {
            meetings.take(tick, [mine.is_some(), other.is_some()]);
            meetings.rows(tick, [mine.as_ref(), other.as_ref()], &self.pairing);
        }
        match &mut self.waiting {
            Some(waiting) => waiting.begin(tick, is_compared, goes_on),
            None => self.findings.begin(is_compared, goes_on),
        }
        if self.findings.kept.wants_cycles() {
            self.keep_cycle(mine.as_ref(), other.as_ref());
        }
        match (&mine, &other) {
            _ if self.folded.is_some() => self.fold(mine.as_ref(), other.as_ref(), shown),
            (Some(mine), Some(other)) => self.rows(mine, other),
            (Some(group), None) => self.lone(group, ComparisonSide::Theirs, before),
            (None, Some(group)) => self.lone(group, ComparisonSide::Ours, before),
            (None, None) => {}
        }
        match &mut self.waiting {
            Some(waiting) => {
                waiting.close();
                self.judge(false);
            }
            None => self.findings.end(),
        }
        for (stream, group) in [(&mut self.ours, mine), (&mut self.theirs, other)] {
            if let Some(group) = group {
                stream.reuse(group);
            }
        }
        Some(tick)
    }

    /// Judges cycles that waited for those behind them; at the end all.
    fn judge(&mut self, is_at_end: bool) {
        let Some(mut waiting) = self.waiting.take() else {
            return;
        };
        while let Some(mut cycle) = waiting.pop(is_at_end) {
            let findings = &mut self.findings;
            findings.begin(cycle.is_compared, cycle.goes_on);
            if let Some(raw) = cycle.raw.take() {
                findings.kept.cycle(raw);
            }
            for line in &cycle.lines {
                findings.kept.open(|it| it.clone_from(&line.shown));
                if let Some(what) = line.lone.clone() {
                    findings.lone(&line.tick, &line.entity, what);
                }
                let place = (line.tick.as_str(), line.entity.as_str());
                let mut is_out = false;
                for value in &line.values {
                    let judged = waiting.judge(&self.pairing, &cycle, line, value);
                    let Some(judged) = judged else { continue };
                    let (n, ours, theirs) = value;
                    is_out = judged.1;
                    if is_out || line.pulses.is_none() {
                        findings.value(&self.pairing, place, *n, (ours, theirs), judged);
                    }
                }
                if let Some((n, [ours, theirs])) = line.pulses.as_ref().filter(|_| !is_out) {
                    findings.value(&self.pairing, place, *n, (ours, theirs), PULSE);
                }
            }
            findings.end();
            if self.settings.stop && findings.first_out.is_some() {
                break;
            }
        }
        self.waiting = Some(waiting);
    }

    /// The lines of a cycle as they stand, for files.
    fn keep_cycle(&mut self, mine: Option<&CycleGroup>, other: Option<&CycleGroup>) {
        let lines = self.raw.take().unwrap_or_else(|| {
            [mine, other].map(|group| {
                let records = group.iter().flat_map(|group| &group.records);
                records.map(|record| record.raw().to_owned()).collect()
            })
        });
        match &mut self.waiting {
            Some(waiting) => waiting.open.raw = Some(lines),
            None => self.findings.kept.cycle(lines),
        }
    }

    /// A line is compared from here on.
    fn open_line(&mut self, tick: &str, entity: &str, fill: impl FnOnce(&mut LinePair)) {
        if let Some(waiting) = &mut self.waiting {
            let mut shown = LinePair::default();
            fill(&mut shown);
            waiting.open.lines.push(WaitingRow {
                tick: tick.to_owned(),
                entity: entity.to_owned(),
                shown,
                ..WaitingRow::default()
            });
            return;
        }
        self.findings.kept.open(fill);
    }

    /// Notes that one side lacks a line or an entity of the other.
    fn lone_line(&mut self, shown: LinePair, entity: &str, what: Option<DifferenceDetail>) {
        let tick = shown.tick.clone();
        self.open_line(&tick, entity, |line| *line = shown);
        if let Some(waiting) = &mut self.waiting {
            if let Some(line) = waiting.open.lines.last_mut() {
                line.lone = what;
            }
        } else if let Some(what) = what {
            self.findings.lone(&tick, entity, what);
        }
    }

    /// A cycle that one side does not have.
    fn lone(&mut self, group: &CycleGroup, missing_in: ComparisonSide, before: Option<i128>) {
        let repeated = before == Some(group.tick);
        match missing_in {
            _ if repeated => self.findings.cycles.repeated += 1,
            ComparisonSide::Ours => self.findings.cycles.missing += 1,
            ComparisonSide::Theirs => self.findings.cycles.extra += 1,
        }
        let mut what = Some(DifferenceDetail::Cycle { missing_in, repeated });
        for record in &group.records {
            let shown = shown_alone(&group.shown, record, missing_in);
            self.lone_line(shown, "", what.take());
        }
    }

    /// Logs that tell changes: what both sides were told so far is held against each other.
    fn fold(&mut self, mine: Option<&CycleGroup>, other: Option<&CycleGroup>, tick: &str) {
        let Some(mut folded) = self.folded.take() else {
            return;
        };
        folded.take(mine, other, &self.pairing);
        let pairing = Rc::clone(&self.pairing);
        for told in folded.told(&pairing) {
            let (entity, n) = (told.entity, told.pair);
            let pair = &pairing.pairs[n];
            let is_chosen = self.selection.has_all_of(entity);
            let is_left_out = self.is_of_events && pair.kind != ColumnKind::Event;
            if !pair.is_of_all && !is_chosen || is_left_out {
                continue;
            }
            let texts = match &told.pulses {
                Some(pulses) => pulses.each_ref().map(|it| Cow::Borrowed(it.as_str())),
                None => [told.ours, told.theirs].map(|it| bits::shown(it, pair.width)),
            };
            self.open_line(tick, entity, |shown| {
                let [ours, theirs] = texts.each_ref().map(|it| pairing.line(tick, entity, n, it));
                shown.fill(tick, &ours, &theirs);
            });
            self.value((tick, entity), n, (told.ours, told.theirs), told.pulses);
        }
        folded.compared(&pairing, self.is_of_events);
        self.folded = Some(folded);
    }

    fn finish(self) -> Result<LogComparison, Error> {
        let stopped = self.settings.stop && self.findings.first_out.is_some();
        let (mut ours, mut theirs) = (self.ours, self.theirs);
        for side in [&mut ours, &mut theirs] {
            side.report.unfinished = side.log.ending().unfinished().map(str::to_owned);
            side.report.encoding = side.log.late_encoding();
            side.report.undeclared = side.log.undeclared().cloned();
        }
        if !stopped {
            let met = ours.met.union(&theirs.met).cloned().collect();
            let names = names(ours.log.description(), theirs.log.description());
            self.selection.check(&met, &names)?;
        }
        let mut findings = self.findings;
        let late = |it: &LogSide| (it.report.late, it.report.late_lines);
        let late_differ = late(&ours) != late(&theirs);
        // Of a comparison that stopped it is not known whether later ticks meet.
        let hint = self.meetings.filter(|_| !stopped);
        let mut pairs = self.pairing.pairs.iter();
        let has_bounds = pairs.any(|pair| pair.bounds != ToleranceBounds::default());
        let mut sync = self.sync.map(|sync| sync.report(&self.pairing));
        if let (Some(sync), Some(modes), false) = (&mut sync, &self.modes, stopped) {
            let never = modes.never().map(|n| self.pairing.pairs[n].name.clone());
            sync.never = never.collect();
        }
        let is_same = findings.first_out.is_none() && self.pairing.lone.is_empty() && !late_differ;
        let parted = std::mem::take(&mut findings.followed);
        let followed = parted.iter().take(self.settings.followers).cloned();
        let mut units = units(ours.log.description(), theirs.log.description());
        if let (true, Some(tick), Some(unit)) = (
            ours.log.is_scaled(),
            &theirs.log.description().tick,
            &theirs.log.description().tick_unit,
        ) {
            units.insert(tick.clone(), unit.clone());
        }
        let mut report = LogReport {
            same: is_same,
            late_differ,
            tick: theirs.log.description().tick_words().to_owned(),
            units,
            widths: self
                .pairing
                .pairs
                .iter()
                .filter(|it| it.width > 0)
                .map(|it| (it.name.clone(), it.width))
                .collect(),
            lone_columns: self.pairing.lone.clone(),
            columns: findings.columns(&self.pairing),
            ours: ours.report,
            theirs: theirs.report,
            first: findings.first.take(),
            first_out: findings.first_out.take(),
            parted: findings.parted_count,
            followed: followed.collect(),
            cycles: findings.cycles,
            context: findings.kept.lines(self.settings.context),
            hint: hint.and_then(|meetings| {
                meetings.hint(self.folded.is_some(), has_bounds, &self.pairing)
            }),
            tick_units: None,
            sync,
            stopped,
        };
        // Logs are not the same if no values could be compared, or not those of every entity or signal.
        report.same &= !report.is_empty()
            && report.uncertain() == 0
            && report.never_compared().is_empty()
            && (self.settings.ignores_undeclared || !report.has_undeclared());
        Ok(LogComparison {
            report,
            kept: findings.kept,
            preambles: [ours.preamble, theirs.preamble],
            parted,
        })
    }
}
