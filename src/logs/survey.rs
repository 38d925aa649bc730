//! A survey of a log by its description: cycles, entities, columns, oddities.

use std::collections::BTreeMap;

use serde::Serialize;

use super::description::{Description, LogColumn};
use super::kind::ColumnKind;
use super::log::LogReader;
use super::record::Record;
use super::stats::ColumnStats;
use super::ticks::TICK_ONE;
use super::undeclared::UndeclaredCodes;
use chase_world::error::Error;

/// A survey of a log: its description, its counts, its oddities.
#[derive(Debug, Default, Serialize)]
pub struct Survey {
    /// The name of the log.
    pub name: String,
    /// The form of the log, in words.
    pub form: &'static str,
    /// The guesses about the log in words, one sentence each.
    pub said: Vec<String>,
    /// The number of lines that were read.
    pub lines: u64,
    /// The number of lines without values: headings, comments, lines that no pattern fits.
    pub notes: u64,
    /// The number of cycles.
    pub cycles: u64,
    /// The first tick, as it stands.
    pub first: String,
    /// The last tick, as it stands.
    pub last: String,
    /// The number of entities; nothing if no column tells them apart, or if there are too many to count.
    pub entities: Option<usize>,
    /// Some entities, in the order of their names.
    pub some_entities: Vec<String>,
    /// The units of columns, by their names in reports, as far as they are known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<String, String>,
    /// The columns by their names in reports, with statistics of their values.
    pub columns: Vec<(String, ColumnStats)>,
    /// The changes of codes that were never declared, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undeclared: Option<UndeclaredCodes>,
    /// The numbers of bits of vectors that are shown in hexadecimal, by their names.
    #[serde(skip)]
    pub widths: BTreeMap<String, u32>,
    /// The unit of the ticks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tick_unit: Option<String>,
    /// The number of ticks that are farther from the one before than most are; 0 if no distance is usual.
    pub gaps: u64,
    /// The first of them: the tick after the gap.
    pub first_gap: Option<String>,
    /// The number of lines about an entity that had one in its cycle already.
    pub repeats: u64,
    /// The number of the first such line.
    pub first_repeat: Option<u64>,
    /// The number of lines that go back to an earlier tick.
    pub backward: u64,
    /// The number of the first such line.
    pub first_backward: Option<u64>,
    /// The number of the first line that ends otherwise than the first, with CR and LF or with LF
    /// alone.
    pub first_other_end: Option<u64>,
    /// Words that say that the log is an unfinished recording, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
    /// The fault that ended the reading before the log's end, if there was one.
    pub unreadable: Option<String>,
}

/// The most entities that are counted.
const ENTITIES_MAX: usize = 100_000;

/// The number of names that are shown.
const SHOWN: usize = 5;

/// The part of a survey that grows line by line.
#[derive(Default)]
struct SurveyProgress {
    /// The cycle in which an entity was told of last.
    told: BTreeMap<String, u64>,
    tick: Option<i128>,
    distances: TickDistances,
}

/// The distances between ticks that follow each other.
#[derive(Default)]
struct TickDistances {
    /// The number of times that each distance occurs, and its first place: the number of the cycle, and
    /// its tick as text.
    met: BTreeMap<i128, (u64, u64, String)>,
    /// The number of distances.
    count: u64,
    /// True if there were too many different distances to keep.
    are_many: bool,
}

impl TickDistances {
    /// The most different ones that are kept.
    const MET_MAX: usize = 4_096;

    /// Returns true if two distances count as one: sums of floating-point numbers are not quite even.
    fn are_alike(one: i128, other: i128) -> bool {
        let are_whole = one % TICK_ONE == 0 && other % TICK_ONE == 0;
        one == other || !are_whole && (one - other).abs() <= one.max(other) / 1_000
    }

    /// Takes one in.
    fn take(&mut self, distance: i128, cycle: u64, shown: &str) {
        self.count += 1;
        let slack = distance / 500;
        let mut near = self.met.range_mut(distance - slack..=distance + slack);
        if let Some((_, (count, ..))) = near.find(|(it, _)| Self::are_alike(**it, distance)) {
            *count += 1;
        } else if self.met.len() < Self::MET_MAX {
            self.met.insert(distance, (1, cycle, shown.to_owned()));
        } else {
            self.are_many = true;
        }
    }

    /// The number of distances larger than the usual one, and the tick after the first of them; 0 if
    /// fewer than half of the distances are alike.
    fn gaps(&self) -> (u64, Option<String>) {
        let usual = self.met.iter().map(|(distance, (count, ..))| {
            // Of two that are met as often the smaller is the usual one.
            (*count, std::cmp::Reverse(*distance))
        });
        let Some((most, std::cmp::Reverse(usual))) = usual.max() else {
            return (0, None);
        };
        if self.are_many || most * 2 < self.count {
            return (0, None);
        }
        let larger = || {
            let larger = self.met.range(usual + 1..);
            let larger = larger.filter(|(distance, _)| !Self::are_alike(**distance, usual));
            larger.map(|(_, met)| met)
        };
        let first = larger().min_by_key(|(_, cycle, _)| *cycle);
        let gaps = larger().map(|(count, ..)| count).sum();
        (gaps, first.map(|(_, _, shown)| shown.clone()))
    }
}

/// Reads a log to its end, or to the first line that cannot be read.
///
/// # Errors
/// Its first line cannot be read.
pub fn survey(log: &mut LogReader) -> Result<Survey, Error> {
    log.choose_columns(|_| true);
    let columns = log.description().columns.iter();
    let columns = columns.map(|it| (it.shown().to_owned(), ColumnStats::default()));
    let described = || log.description().columns.iter();
    let unit = |it: &LogColumn| Some((it.shown().to_owned(), it.unit.clone()?));
    let mut survey = Survey {
        units: described().filter_map(unit).collect(),
        widths: described()
            .filter(|it| it.width > 0)
            .map(|it| (it.shown().to_owned(), it.width))
            .collect(),
        tick_unit: log.description().tick_unit.clone(),
        name: log.name().to_owned(),
        form: log.description().form.words(),
        said: log.said().to_vec(),
        columns: columns.collect(),
        ..Survey::default()
    };
    let (mut record, mut way) = (Record::default(), SurveyProgress::default());
    loop {
        let read = log.next(&mut record);
        let step = read.and_then(|more| match more {
            true => survey.take(log, &record, &mut way).map(|()| true),
            false => Ok(false),
        });
        match step {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) if survey.cycles == 0 => return Err(error),
            Err(error) => {
                survey.unreadable = Some(error.help("").to_string());
                break;
            }
        }
    }
    if survey.cycles == 0 {
        let what = "there is no cycle in it";
        return Err(Error::new(what).at(log.name()).help("`chase trace --help` lists the formats"));
    }
    if log.description().entity.is_some() && way.told.len() < ENTITIES_MAX {
        survey.entities = Some(way.told.len());
    }
    (survey.gaps, survey.first_gap) = way.distances.gaps();
    survey.said.extend(log.late_encoding());
    survey.undeclared = log.undeclared().cloned();
    survey.unfinished = log.ending().unfinished().map(str::to_owned);
    survey.some_entities = way.told.into_keys().take(SHOWN).collect();
    Ok(survey)
}

impl Survey {
    fn take(
        &mut self,
        log: &mut LogReader,
        record: &Record,
        way: &mut SurveyProgress,
    ) -> Result<(), Error> {
        self.lines += 1;
        if self.first_other_end.is_none() && log.other_end().is_some() {
            self.first_other_end = Some(record.line);
        }
        if record.is_note {
            self.notes += 1;
            return Ok(());
        }
        if let Some(tick) = log.tick(record)? {
            self.tick(record, tick, way);
        }
        if self.cycles == 0 {
            return Err(log.misread(record.line, 1, "a value comes before the first tick"));
        }
        self.entity(log, record, way);
        for cell in &record.cells {
            if let Some((_, stats)) = self.columns.get_mut(cell.column as usize) {
                let kind = log.description().columns[cell.column as usize].kind;
                stats.take(kind, record.at(cell.span));
            }
        }
        Ok(())
    }

    fn tick(&mut self, record: &Record, tick: i128, way: &mut SurveyProgress) {
        let shown = match record.tick {
            Some(span) => record.at(span).to_owned(),
            None => (tick / TICK_ONE).to_string(),
        };
        let Some(before) = way.tick.replace(tick) else {
            self.cycles = 1;
            self.first.clone_from(&shown);
            self.last = shown;
            return;
        };
        if tick == before && !record.opens {
            return;
        }
        self.cycles += 1;
        if tick < before {
            self.backward += 1;
            self.first_backward.get_or_insert(record.line);
        } else if tick > before {
            way.distances.take(tick - before, self.cycles, &shown);
        }
        self.last = shown;
    }

    fn entity(&mut self, log: &LogReader, record: &Record, way: &mut SurveyProgress) {
        let has_rows = log.description().rows == super::description::RowMeaning::All;
        if !has_rows || record.cells.is_empty() {
            return;
        }
        let name = record.entity_name();
        let cycle = self.cycles;
        let has_room = way.told.len() < ENTITIES_MAX;
        let repeats = match way.told.get_mut(name) {
            Some(told) => std::mem::replace(told, cycle) == cycle,
            None if has_room => {
                way.told.insert(name.to_owned(), cycle);
                false
            }
            None => false,
        };
        if repeats {
            self.repeats += 1;
            self.first_repeat.get_or_insert(record.line);
        }
    }

    /// A copy of a description, with the kinds of columns that the survey found.
    pub fn described(&self, description: &Description) -> Description {
        let mut described = description.clone();
        for (column, (_, stats)) in described.columns.iter_mut().zip(&self.columns) {
            if column.kind == ColumnKind::Auto {
                column.kind = match stats.kind() {
                    "integer" => ColumnKind::Integer,
                    "decimal" => ColumnKind::Decimal,
                    "text" => ColumnKind::Text,
                    _ => ColumnKind::Auto,
                };
            }
        }
        described
    }
}

#[cfg(test)]
mod tests {
    use super::super::ticks::tick_value;
    use super::*;

    fn gaps(ticks: &[&str]) -> (u64, Option<String>) {
        let mut distances = TickDistances::default();
        for (n, pair) in (1..).zip(ticks.windows(2)) {
            let [before, after] = [pair[0], pair[1]].map(|it| tick_value(it).unwrap());
            distances.take(after - before, n, pair[1]);
        }
        distances.gaps()
    }

    #[test]
    fn a_gap_is_farther_than_what_is_usual() {
        let none = (0, None);
        assert_eq!(gaps(&[]), none);
        assert_eq!(gaps(&["0", "1", "2", "3"]), none);
        assert_eq!(gaps(&["0", "1", "2", "4", "5"]), (1, Some("4".into())));
        let late = ["0", "5", "6", "7", "8", "10"];
        assert_eq!(gaps(&late), (2, Some("5".into())), "the first may be one");
        let sums = ["0.1", "0.2", "0.30000000000000004", "0.4", "0.5", "0.6"];
        assert_eq!(gaps(&sums), none);
        assert_eq!(gaps(&["0", "1", "3", "7", "15"]), none, "nothing is usual");
    }
}
