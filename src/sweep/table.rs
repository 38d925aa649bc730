//! Cells as columns and rows: what is shown, and what stands in `cells.csv`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Serialize, Serializer};

use super::folder::Folder;
use super::rows::Names;
use super::spec::Spec;
use chase_arena::stats::{Interval, anytime, clopper_pearson, mean_interval, wide, wilson};
use chase_kit::totals::GameTotals;
use chase_record::any::AnyGame;
use chase_world::error::Error;
use chase_world::escape::csv_text;

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableValue {
    /// A whole number, such as a number of games.
    Count(u64),
    /// A share or an average.
    Real(f64),
    /// A text, such as the name of a player.
    Text(String),
    /// Counts of games by cycles.
    Lengths(Vec<(u32, u64)>),
    /// Nothing is known.
    Nothing,
}

/// Cells as columns and rows.
#[derive(Clone, Debug)]
pub struct SweepTable {
    /// The names of the columns, as in `games`, from left to right.
    pub columns: Vec<String>,
    /// The rows, each with a value for every column.
    pub rows: Vec<Vec<TableValue>>,
}

/// The results of several cells together.
#[derive(Clone, Debug)]
pub(crate) struct CellGroup {
    /// The first columns: names and values.
    pub keys: Vec<(String, String)>,
    /// The totals of their games.
    pub totals: GameTotals,
    /// The number of games with random numbers of their own: the cells of a sweep share theirs.
    pub lucks: u64,
}

/// The cells of a sweep.
///
/// # Errors
/// The game cannot be played.
pub fn cells_table(folder: &Folder, game: &dyn AnyGame) -> Result<SweepTable, Error> {
    let spec = folder.spec();
    let groups = (0..spec.cells.len()).map(|cell| {
        let varied = spec.varied.iter().cloned();
        let values = spec.cells[cell].values.iter().cloned();
        let mut keys = vec![("cell".to_owned(), cell.to_string())];
        keys.extend(varied.zip(values));
        let (totals, _) = folder.coverage.counted(cell, spec);
        let lucks = totals.games;
        CellGroup { keys, totals, lucks }
    });
    table(folder, game, &groups.collect::<Vec<_>>())
}

/// The cells with the same value of one thing that is varied, taken together. All have the same luck, and
/// may differ by nothing else: their intervals are those of as many games as the cell of the fewest has.
///
/// # Errors
/// Nothing of that name is varied.
pub fn grouped(folder: &Folder, game: &dyn AnyGame, by: &str) -> Result<SweepTable, Error> {
    let spec = folder.spec();
    let place = spec.varied.iter().position(|it| it.eq_ignore_ascii_case(by));
    let place = place.ok_or_else(|| {
        let what = format!("`{}` is not varied", chase_world::error::quoted(by));
        let known = match spec.varied.is_empty() {
            true => "this sweep varies nothing".to_owned(),
            false => format!("this sweep varies {}", spec.varied.join(", ")),
        };
        Error::new(what).help(known)
    })?;
    let mut groups: Vec<CellGroup> = Vec::new();
    for (cell, at) in spec.cells.iter().enumerate().map(|(n, it)| (n, &it.values[place])) {
        let (totals, _) = folder.coverage.counted(cell, spec);
        match groups.iter_mut().find(|it| it.keys[0].1 == *at) {
            Some(group) => {
                group.lucks = group.lucks.min(totals.games);
                group.totals.merge(&totals);
            }
            None => groups.push(CellGroup {
                keys: vec![(spec.varied[place].clone(), at.clone())],
                lucks: totals.games,
                totals,
            }),
        }
    }
    table(folder, game, &groups)
}

fn table(folder: &Folder, game: &dyn AnyGame, groups: &[CellGroup]) -> Result<SweepTable, Error> {
    let spec = folder.spec();
    let shape = TableShape::of(spec, game, groups)?;
    let mut columns: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for group in groups {
        let cells = shape.row(group, folder);
        if columns.is_empty() {
            columns = cells.iter().map(|(name, _)| name.clone()).collect();
        }
        rows.push(cells.into_iter().map(|(_, value)| value).collect());
    }
    Ok(SweepTable { columns, rows })
}

/// The choice of the columns that the rows of a table have.
struct TableShape {
    causes: Vec<String>,
    names: Names,
    /// True if a seat ended any game.
    has_by: bool,
    intervals: ShareIntervals,
}

/// Intervals of shares. An exact one is a search that takes longer than a game, and small cells have few
/// different counts, so each is worked out once.
#[derive(Default)]
struct ShareIntervals {
    exact: RefCell<BTreeMap<(u64, u64), Interval>>,
}

impl TableShape {
    fn of(spec: &Spec, game: &dyn AnyGame, groups: &[CellGroup]) -> Result<Self, Error> {
        let endings = groups.iter().flat_map(|it| &it.totals.endings);
        let mut causes: Vec<String> = endings.map(|(it, _)| it.cause.clone().into()).collect();
        causes.sort();
        causes.dedup();
        Ok(TableShape {
            causes,
            names: Names::of(game, &mut spec.header(0, 0))?,
            has_by: groups.iter().any(|it| it.totals.by.iter().any(|by| *by > 0)),
            intervals: ShareIntervals::default(),
        })
    }

    /// A row: names of columns and values.
    fn row(&self, group: &CellGroup, folder: &Folder) -> Vec<(String, TableValue)> {
        let (totals, spec) = (&group.totals, folder.spec());
        let mut row: Vec<(String, TableValue)> = Vec::new();
        for (name, value) in &group.keys {
            let value = match value.parse() {
                Ok(count) if name == "cell" => TableValue::Count(count),
                _ => TableValue::Text(value.clone()),
            };
            row.push((name.clone(), value));
        }
        row.push(("games".into(), TableValue::Count(totals.games)));
        let is_stopped = spec.until.is_some();
        let share = |name: &str, count: u64, row: &mut Vec<(String, TableValue)>| {
            let found = group.interval(count, is_stopped, &self.intervals);
            let mean = wide(count.into()) / wide(totals.games.max(1).into());
            let mean = (totals.games > 0).then_some(mean);
            row.push((format!("n_{name}"), TableValue::Count(count)));
            row.push((format!("p_{name}"), TableValue::real(mean)));
            row.push((format!("lo_{name}"), TableValue::real(found.map(|it| it.low))));
            row.push((format!("hi_{name}"), TableValue::real(found.map(|it| it.high))));
        };
        for cause in &self.causes {
            share(cause, count(totals, |ending| ending.cause == *cause), &mut row);
        }
        for (side, name) in (0..).zip(&self.names.sides) {
            let count = count(totals, |ending| ending.winner == Some(side));
            share(&format!("won_{}", name.replace(' ', "-")), count, &mut row);
        }
        for (n, measure) in spec.measures.iter().enumerate() {
            let count = totals.measured.get(n).copied().unwrap_or(0);
            share(&measure.column(), count, &mut row);
        }
        row.extend(lengths(group, is_stopped));
        for (seat, name) in self.names.seats.iter().enumerate().filter(|_| self.has_by) {
            row.push((format!("n_by_{name}"), TableValue::Count(totals.by[seat])));
        }
        let failed = totals.first_failed.map_or(TableValue::Nothing, TableValue::Count);
        row.push(("hist".into(), TableValue::Lengths(totals.lengths.iter().collect())));
        row.push(("first_failed".into(), failed));
        row.push(("spec".into(), TableValue::Text(folder.hash().to_owned())));
        row.push(("seed".into(), TableValue::Text(spec.seed.to_string())));
        let check = format!("{:016x}{:016x}", totals.check_xor, totals.check_sum);
        row.push(("check".into(), TableValue::Text(check)));
        row
    }
}

fn count(totals: &GameTotals, is: impl Fn(&chase_kit::totals::EndingKind) -> bool) -> u64 {
    totals.endings.iter().filter(|(ending, _)| is(ending)).map(|(_, games)| games).sum()
}

impl ShareIntervals {
    /// The interval of a share. A cell that was stopped by what it showed has one that allows for that.
    fn of(&self, count: u64, games: u64, is_stopped: bool) -> Interval {
        /// Wilson's interval promises its 95 % on average over many sizes; of few games that is little.
        const EXACT_BELOW: u64 = 50;
        if is_stopped {
            return anytime(count, games);
        }
        if games >= EXACT_BELOW {
            return wilson(count, games);
        }
        let mut exact = self.exact.borrow_mut();
        *exact.entry((count, games)).or_insert_with(|| clopper_pearson(count, games))
    }
}

/// The columns about the length of games. Student's interval allows for no stopping rule: there is
/// none where one ended the cell.
fn lengths(group: &CellGroup, is_stopped: bool) -> Vec<(String, TableValue)> {
    let totals = &group.totals;
    let played = totals.games - totals.failed();
    let mean = (played > 0).then(|| wide(totals.cycles) / wide(played.into()));
    let lucks = group.lucks.min(played);
    let of_them = |sum: u128| sum * u128::from(lucks) / u128::from(played.max(1));
    let ends = mean_interval(lucks, of_them(totals.cycles), of_them(totals.squares));
    let ends = ends.filter(|_| !is_stopped);
    let mut row = vec![
        ("mean_cycles".to_owned(), TableValue::real(mean)),
        ("lo_cycles".to_owned(), TableValue::real(ends.map(|it| it.low))),
        ("hi_cycles".to_owned(), TableValue::real(ends.map(|it| it.high))),
    ];
    for (name, percent) in [("p05", 5), ("median", 50), ("p95", 95)] {
        let value = quantile(totals, played, percent);
        let value = value.map_or(TableValue::Nothing, |it| TableValue::Count(it.into()));
        row.push((format!("{name}_cycles"), value));
    }
    row
}

/// The least number of cycles that so many percent of the games do not exceed.
fn quantile(totals: &GameTotals, played: u64, percent: u128) -> Option<u32> {
    let mut below = 0;
    let found = totals.lengths.iter().find(|(_, games)| {
        below += u128::from(*games);
        below * 100 >= u128::from(played) * percent
    });
    found.map(|(cycles, _)| cycles)
}

impl CellGroup {
    /// The interval of a share of its games. Cells that are taken together have the same luck: whatever
    /// their results have to do with each other, their average varies no more than one of them would at
    /// the common share. Nothing where a rule ended cells that are taken together.
    fn interval(
        &self,
        count: u64,
        is_stopped: bool,
        intervals: &ShareIntervals,
    ) -> Option<Interval> {
        let (lucks, games) = (self.lucks, self.totals.games);
        if games == 0 || lucks == games {
            return (games > 0).then(|| intervals.of(count, games, is_stopped));
        }
        if is_stopped || lucks == 0 {
            return None;
        }
        let scaled = u128::from(count) * u128::from(lucks);
        let ends = [scaled / u128::from(games), scaled.div_ceil(games.into())];
        let ends = ends.map(|it| u64::try_from(it).unwrap_or(lucks));
        let [low, high] = ends.map(|count| intervals.of(count, lucks, false));
        Some(Interval { low: low.low, high: high.high })
    }
}

impl TableValue {
    fn real(value: Option<f64>) -> Self {
        value.map_or(TableValue::Nothing, TableValue::Real)
    }

    /// As text; six digits after the point are more than any sweep knows.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            TableValue::Count(count) => count.to_string(),
            TableValue::Real(value) => format!("{value:.9}"),
            TableValue::Text(text) => text.clone(),
            TableValue::Lengths(lengths) => {
                let part = |(cycles, games): &(u32, u64)| format!("{cycles}:{games}");
                lengths.iter().map(part).collect::<Vec<_>>().join(" ")
            }
            TableValue::Nothing => String::new(),
        }
    }

    /// As a field of CSV. What was varied may be a number.
    fn csv(&self) -> String {
        match self {
            TableValue::Text(text) if text.parse::<f64>().is_err() => csv_text(text).into_owned(),
            _ => self.text(),
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            TableValue::Count(count) => (*count).into(),
            TableValue::Real(value) => significant(*value).into(),
            TableValue::Text(text) => text.clone().into(),
            TableValue::Lengths(lengths) => {
                lengths.iter().map(|(a, b)| vec![u64::from(*a), *b]).collect()
            }
            TableValue::Nothing => serde_json::Value::Null,
        }
    }
}

/// A number with the twelve digits that are worth telling: what computing in doubles leaves behind
/// them is noise.
pub fn significant(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// A number that is serialised with the digits that are worth telling.
#[derive(Clone, Copy, Debug)]
pub struct Significant(pub f64);

impl Serialize for Significant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(significant(self.0))
    }
}

impl SweepTable {
    /// The table as CSV, with a line of names.
    pub fn csv(&self) -> String {
        let names: Vec<_> = self.columns.iter().map(|it| csv_text(it)).collect();
        let mut out = format!("{}\n", names.join(","));
        for row in &self.rows {
            let values: Vec<_> = row.iter().map(TableValue::csv).collect();
            let _ = writeln!(out, "{}", values.join(","));
        }
        out
    }

    /// The table as JSON: the number of its form, and a list of objects.
    #[must_use]
    pub fn json(&self) -> String {
        let object = |row: &Vec<TableValue>| {
            let all = self.columns.iter().cloned().zip(row.iter().map(TableValue::json));
            let fields: Vec<_> = all
                .map(|(name, value)| format!("{}:{value}", serde_json::Value::String(name)))
                .collect();
            format!("{{{}}}", fields.join(","))
        };
        let rows: Vec<_> = self.rows.iter().map(object).collect();
        format!("{{\"sweep\":{},\"cells\":[\n{}\n]}}\n", super::spec::FORM, rows.join(",\n"))
    }

    /// The place of a column.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|it| it == name)
    }
}
