//! Two logs against each other: aligned by cycle and entity, in one pass that holds a few cycles.

mod folded;
mod pairing;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::alignment::{Group, Stream};
use super::description::{Description, Rows};
use super::keeping::Kept;
use super::late::{Around, Both};
use super::log::Log;
use super::record::{Record, Span};
use super::report::{ColumnReport, Cycles, Difference, Report, Shown, What, Which};
use super::ticks::tick_shown;
use super::tolerance::{Gap, Likeness, likeness};
use super::trend::Course;
use crate::error::Error;
use folded::Folded;
use pairing::{Pairing, slots};

/// How two logs are compared.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// What kinds and tolerances hold, by the names of columns.
    pub rules: &'a Description,
    /// How many lines a line may stand too late.
    pub window: usize,
    /// Whether the first difference out of tolerance ends it.
    pub stop: bool,
    /// How many lines are shown before and behind the first difference.
    pub context: usize,
    /// How many lines are kept before and behind it.
    pub kept: usize,
    /// How many followers are told.
    pub followers: usize,
}

/// How many columns of entities are told apart where they part.
const PARTED_MAX: usize = 100_000;

/// What was found, and the lines round the first difference.
pub struct Outcome {
    /// What was found.
    pub report: Report,
    /// The lines round the first difference.
    pub kept: Kept,
    /// The lines before the first cycle, of both sides.
    pub preambles: [Vec<String>; 2],
}

/// Compares two logs.
///
/// # Errors
/// A line of one that cannot be read.
pub fn compare(ours: Log, theirs: Log, settings: Settings<'_>) -> Result<Outcome, Error> {
    let mut comparison = Comparison::new(ours, theirs, settings);
    comparison.run()?;
    Ok(comparison.finish())
}

struct Comparison<'a> {
    settings: Settings<'a>,
    ours: Stream,
    theirs: Stream,
    pairing: Pairing,
    /// Whether lines that are the same need not be read.
    skips: bool,
    folded: Option<Folded>,
    /// What may come early or late, by entity and pair of columns.
    around: BTreeMap<(String, usize), Around>,
    cycles: Cycles,
    /// The worst of the cycle that is compared: nothing, within, out.
    worst: u8,
    first: Option<Difference>,
    first_out: Option<Difference>,
    /// By entity, which pairs of columns parted, and then whether the entity or a cycle was missing.
    parted: BTreeMap<String, Vec<bool>>,
    /// How many parted.
    parted_count: usize,
    followed: Vec<Difference>,
    courses: Vec<Course>,
    kept: Kept,
    scratch: [Vec<Option<Span>>; 2],
}

impl<'a> Comparison<'a> {
    fn new(ours: Log, theirs: Log, settings: Settings<'a>) -> Self {
        let ours = Stream::new(ours, settings.window);
        let theirs = Stream::new(theirs, settings.window);
        let pairing = Pairing::new(ours.description(), theirs.description(), settings.rules);
        let changes = |it: &Stream| it.description().rows == Rows::Changes;
        let are_changes = changes(&ours) || changes(&theirs);
        let is_late = pairing.pairs.iter().any(|pair| pair.bounds.cycles > 0);
        let skips = settings.window == 0
            && !are_changes
            && !is_late
            && pairing.is_the_same_on_both_sides
            && ours.description().tick == theirs.description().tick
            && ours.description().entity == theirs.description().entity;
        Comparison {
            courses: vec![Course::default(); pairing.pairs.len()],
            skips,
            folded: are_changes.then(Folded::default),
            kept: Kept::new(settings.kept.max(settings.context)),
            settings,
            ours,
            theirs,
            pairing,
            around: BTreeMap::new(),
            cycles: Cycles::default(),
            worst: 0,
            first: None,
            first_out: None,
            parted: BTreeMap::new(),
            parted_count: 0,
            followed: Vec::new(),
            scratch: [Vec::new(), Vec::new()],
        }
    }

    fn run(&mut self) -> Result<(), Error> {
        let (mut mine, mut other) = (None, None);
        let mut before: Option<i128> = None;
        loop {
            if mine.is_none() && other.is_none() {
                before = self.skip_the_same()?.or(before);
            }
            if mine.is_none() {
                mine = self.ours.next_cycle()?;
            }
            if other.is_none() {
                other = self.theirs.next_cycle()?;
            }
            let order = match (&mine, &other) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(mine), Some(other)) => mine.tick.cmp(&other.tick),
            };
            self.worst = 0;
            let group = match order {
                Ordering::Less => self.lone(mine.take(), Which::Theirs, before),
                Ordering::Greater => self.lone(other.take(), Which::Ours, before),
                Ordering::Equal => self.both(mine.take(), other.take()),
            };
            before = group.or(before);
            if self.settings.stop && self.first_out.is_some() {
                return Ok(());
            }
        }
    }

    /// Goes past lines that are the same on both sides to the byte; the tick of the last.
    fn skip_the_same(&mut self) -> Result<Option<i128>, Error> {
        if !self.skips || !self.ours.is_between_cycles() || !self.theirs.is_between_cycles() {
            return Ok(None);
        }
        let mut line = String::new();
        let mut last = None;
        while self.ours.log.is_at_the_line_of(&mut self.theirs.log)? {
            let Some(tick) = self.ours.skip_row(Some(&mut line))? else {
                break;
            };
            self.theirs.skip_row(None)?;
            if last != Some(tick) {
                self.cycles.compared += 1;
                self.cycles.equal += 1;
            }
            last = Some(tick);
            if self.kept.wants() {
                self.kept.same(&line);
            }
        }
        if let Some(tick) = last {
            self.ours.reached(&tick_shown(tick));
            self.theirs.reached(&tick_shown(tick));
        }
        Ok(last)
    }

    /// A cycle that one side does not have.
    fn lone(
        &mut self,
        group: Option<Group>,
        missing_in: Which,
        before: Option<i128>,
    ) -> Option<i128> {
        let group = group?;
        let tick = group.tick;
        for record in &group.records {
            let line = Some(record.raw().to_owned());
            let (ours, theirs) = match missing_in {
                Which::Ours => (None, line),
                Which::Theirs => (line, None),
            };
            self.show(&group.shown, ours, theirs, true);
        }
        if self.folded.is_some() {
            let (ours, theirs) = match missing_in {
                Which::Ours => (None, Some(&group)),
                Which::Theirs => (Some(&group), None),
            };
            self.fold(ours, theirs, &group.shown);
        } else {
            match missing_in {
                Which::Ours => self.cycles.missing += 1,
                Which::Theirs => self.cycles.extra += 1,
            }
            let repeated = before == Some(tick);
            let what = What::Cycle {
                missing_in,
                repeated,
            };
            self.tell(&group.shown, "", what, Some(self.pairing.pairs.len() + 1));
        }
        let stream = match missing_in {
            Which::Ours => &mut self.theirs,
            Which::Theirs => &mut self.ours,
        };
        stream.reuse(group);
        Some(tick)
    }

    /// A cycle that both sides have.
    fn both(&mut self, mine: Option<Group>, other: Option<Group>) -> Option<i128> {
        let (mine, other) = (mine?, other?);
        let tick = mine.tick;
        self.cycles.compared += 1;
        if self.folded.is_some() {
            self.fold(Some(&mine), Some(&other), &mine.shown);
        } else {
            self.rows(&mine, &other);
        }
        match self.worst {
            0 => self.cycles.equal += 1,
            1 => self.cycles.within += 1,
            _ => self.cycles.different += 1,
        }
        self.ours.reuse(mine);
        self.theirs.reuse(other);
        Some(tick)
    }

    /// The lines of a cycle, entity by entity.
    fn rows(&mut self, mine: &Group, other: &Group) {
        let same_order = mine.records.len() == other.records.len()
            && mine
                .records
                .iter()
                .zip(&other.records)
                .all(|(a, b)| a.entity_name() == b.entity_name());
        if same_order {
            self.count_repeats(mine, other);
            for (a, b) in mine.records.iter().zip(&other.records) {
                self.row(&mine.shown, a, b);
            }
            return;
        }
        self.count_repeats(mine, other);
        let by_name = |group: &Group| -> BTreeMap<String, usize> {
            let named = group.records.iter().enumerate();
            named
                .map(|(n, record)| (record.entity_name().to_owned(), n))
                .collect()
        };
        let (our_names, their_names) = (by_name(mine), by_name(other));
        for (name, n) in &our_names {
            match their_names.get(name) {
                Some(m) => self.row(&mine.shown, &mine.records[*n], &other.records[*m]),
                None => self.lone_entity(&mine.shown, &mine.records[*n], Which::Theirs),
            }
        }
        let lone = their_names
            .iter()
            .filter(|(name, _)| !our_names.contains_key(*name));
        let lone: Vec<_> = lone.map(|(_, n)| *n).collect();
        for n in lone {
            self.lone_entity(&other.shown, &other.records[n], Which::Ours);
        }
    }

    fn count_repeats(&mut self, mine: &Group, other: &Group) {
        for (stream, group) in [(&mut self.ours, mine), (&mut self.theirs, other)] {
            if group.records.len() < 2 {
                continue;
            }
            let mut names: Vec<_> = group.records.iter().map(Record::entity_name).collect();
            names.sort_unstable();
            let repeats = names.windows(2).filter(|pair| pair[0] == pair[1]).count();
            stream.report.repeats += repeats as u64;
        }
    }

    fn lone_entity(&mut self, tick: &str, record: &Record, missing_in: Which) {
        let line = Some(record.raw().to_owned());
        let (ours, theirs) = match missing_in {
            Which::Ours => (None, line),
            Which::Theirs => (line, None),
        };
        self.show(tick, ours, theirs, true);
        match missing_in {
            Which::Ours => self.cycles.missing_entities += 1,
            Which::Theirs => self.cycles.extra_entities += 1,
        }
        let entity = record.entity_name();
        self.tell(
            tick,
            entity,
            What::Entity { missing_in },
            Some(self.pairing.pairs.len()),
        );
    }

    /// Two lines about one entity.
    fn row(&mut self, tick: &str, mine: &Record, other: &Record) {
        let [mut ours, mut theirs] = std::mem::take(&mut self.scratch);
        slots(mine, &mut ours);
        slots(other, &mut theirs);
        let before = self.worst;
        self.worst = 0;
        let mut shown = false;
        self.kept.close();
        for n in 0..self.pairing.pairs.len() {
            let pair = &self.pairing.pairs[n];
            let at = |slots: &[Option<Span>], column: Option<usize>| {
                slots.get(column?).copied().flatten()
            };
            let a = at(&ours, pair.ours).map_or("", |span| mine.at(span));
            let b = at(&theirs, pair.theirs).map_or("", |span| other.at(span));
            if a == b && pair.bounds.cycles == 0 {
                continue;
            }
            if !shown {
                shown = true;
                if self.kept.wants() {
                    let lines = (mine.raw().to_owned(), other.raw().to_owned());
                    self.show(tick, Some(lines.0), Some(lines.1), false);
                }
            }
            self.value(tick, mine.entity_name(), n, a, b);
        }
        if !shown && self.kept.wants() {
            let lines = (mine.raw().to_owned(), other.raw().to_owned());
            self.show(tick, Some(lines.0), Some(lines.1), false);
        }
        self.worst = self.worst.max(before);
        self.scratch = [ours, theirs];
    }

    /// Two values.
    fn value(&mut self, tick: &str, entity: &str, n: usize, ours: &str, theirs: &str) {
        let pair = &self.pairing.pairs[n];
        if pair.bounds.cycles > 0 {
            self.value_around(tick, entity, n, ours, theirs);
            return;
        }
        let (gap, within) = match likeness(ours, theirs, pair.kind, &pair.bounds) {
            Likeness::Equal => return,
            Likeness::Within(gap) => (gap, true),
            Likeness::Out(gap) => (gap, false),
        };
        let cycle = self.cycle();
        self.courses[n].take(cycle, tick, entity, gap, !within);
        self.tell_value(tick, entity, n, (ours, theirs), gap, within);
    }

    fn tell_value(
        &mut self,
        tick: &str,
        entity: &str,
        n: usize,
        values: (&str, &str),
        gap: Gap,
        within: bool,
    ) {
        self.worst = self.worst.max(if within { 1 } else { 2 });
        self.kept.mark();
        let is_new = !self.has_parted(entity, n);
        let is_first_out = !within && self.first_out.is_none();
        if !is_new && !is_first_out {
            return;
        }
        let what = What::Value {
            column: self.pairing.pairs[n].name.clone(),
            ours: values.0.to_owned(),
            theirs: values.1.to_owned(),
            gap: gap.into(),
            within,
        };
        self.tell(tick, entity, what, is_new.then_some(n));
    }

    /// Two values that may come early or late.
    fn value_around(&mut self, tick: &str, entity: &str, n: usize, ours: &str, theirs: &str) {
        let both = Both {
            cycle: self.cycle(),
            tick: tick.to_owned(),
            ours: ours.to_owned(),
            theirs: theirs.to_owned(),
        };
        let pair = &self.pairing.pairs[n];
        let mut found = Vec::new();
        let mut told =
            |both: &Both, gap: Gap, is_out: bool| found.push((both.clone(), gap, is_out));
        let around = self.around.entry((entity.to_owned(), n)).or_default();
        around.take(both, pair.kind, &pair.bounds, &mut told);
        self.judged(entity, n, found);
    }

    fn judged(&mut self, entity: &str, n: usize, found: Vec<(Both, Gap, bool)>) {
        for (both, gap, is_out) in found {
            self.courses[n].take(both.cycle, &both.tick, entity, gap, is_out);
            self.tell_value(
                &both.tick,
                entity,
                n,
                (&both.ours, &both.theirs),
                gap,
                !is_out,
            );
        }
    }

    /// Whether a column of an entity parted before; nothing more is told apart where there are too
    /// many.
    #[inline]
    fn has_parted(&self, entity: &str, n: usize) -> bool {
        match self.parted.get(entity) {
            Some(parted) => parted[n],
            None => self.parted_count >= PARTED_MAX,
        }
    }

    fn part(&mut self, entity: &str, n: usize) {
        let columns = self.pairing.pairs.len() + 2;
        let parted = self.parted.entry(entity.to_owned());
        parted.or_insert_with(|| vec![false; columns])[n] = true;
        self.parted_count += 1;
    }

    /// How many cycles were compared before this one.
    fn cycle(&self) -> u64 {
        self.cycles.compared.saturating_sub(1)
    }

    /// Takes down a difference; `key` is what parts here for the first time.
    fn tell(&mut self, tick: &str, entity: &str, what: What, key: Option<usize>) {
        let difference = Difference {
            cycle: self.cycle(),
            tick: tick.to_owned(),
            entity: entity.to_owned(),
            what,
        };
        let is_out = difference.is_out();
        if is_out {
            self.worst = 2;
        }
        if let Some(n) = key.filter(|n| !self.has_parted(entity, *n)) {
            self.part(entity, n);
            if self.followed.len() < self.settings.followers {
                self.followed.push(difference.clone());
            }
        }
        if self.first.is_none() {
            self.first = Some(difference.clone());
        }
        if is_out && self.first_out.is_none() {
            self.first_out = Some(difference);
            self.kept.found();
        }
    }

    fn show(&mut self, tick: &str, ours: Option<String>, theirs: Option<String>, differs: bool) {
        if self.kept.wants() {
            self.kept.push(Shown {
                tick: tick.to_owned(),
                ours,
                theirs,
                differs,
            });
        }
    }

    /// Logs that tell changes: what both sides were told so far is held against each other.
    fn fold(&mut self, mine: Option<&Group>, other: Option<&Group>, tick: &str) {
        let Some(mut folded) = self.folded.take() else {
            return;
        };
        let touched = folded.take(mine, other, &self.pairing);
        for (entity, n) in touched {
            let (ours, theirs) = folded.values(&entity, n);
            let (ours, theirs) = (ours.to_owned(), theirs.to_owned());
            self.kept.close();
            if self.kept.wants() {
                let line = |value: &str| Some(self.pairing.line(&entity, n, value));
                let (a, b) = (line(&ours), line(&theirs));
                self.show(tick, a, b, false);
            }
            self.value(tick, &entity, n, &ours, &theirs);
        }
        self.folded = Some(folded);
    }

    fn finish(mut self) -> Outcome {
        let stopped = self.settings.stop && self.first_out.is_some();
        let around = std::mem::take(&mut self.around);
        for ((entity, n), mut around) in around {
            let pair = &self.pairing.pairs[n];
            let mut found = Vec::new();
            let mut told =
                |both: &Both, gap: Gap, is_out: bool| found.push((both.clone(), gap, is_out));
            around.finish(pair.kind, &pair.bounds, &mut told);
            self.judged(&entity, n, found);
        }
        let compared = self.cycles.compared;
        let columns = self.courses.iter().zip(&self.pairing.pairs);
        let columns = columns.filter(|(course, _)| course.differ > 0);
        let columns = columns.map(|(course, pair)| {
            let (largest, at, of) = match &course.largest {
                Some((_, size, tick, entity)) => (
                    Some(*size).filter(|it| it.is_finite()),
                    tick.clone(),
                    entity.clone(),
                ),
                None => (None, String::new(), String::new()),
            };
            ColumnReport {
                column: pair.name.clone(),
                differ: course.differ,
                out: course.out,
                largest,
                largest_at: at,
                largest_of: of,
                last_at: course.last_at.clone(),
                trend: course.trend(compared),
            }
        });
        let report = Report {
            same: self.first_out.is_none() && self.pairing.lone.is_empty(),
            tick: self.theirs.description().tick_words().to_owned(),
            ours: self.ours.report,
            theirs: self.theirs.report,
            lone_columns: self.pairing.lone.clone(),
            columns: columns.collect(),
            first: self.first,
            first_out: self.first_out,
            parted: self.parted_count,
            followed: self.followed,
            cycles: self.cycles,
            context: self.kept.lines(self.settings.context),
            stopped,
        };
        Outcome {
            report,
            kept: self.kept,
            preambles: [self.ours.preamble, self.theirs.preamble],
        }
    }
}
