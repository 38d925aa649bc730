//! The numbers of a trace as lines: for every column the least and the most in stretches of equal
//! length, as many as a drawing can show.

use serde::Serialize;

use chase_kit::trace::{Column, TraceRow};

/// The most stretches of a line.
const STRETCHES_MAX: usize = 1_000;

/// The lines of all columns that hold numbers.
#[derive(Debug)]
pub(super) struct Plots {
    columns: &'static [Column],
    /// For every column its stretches: the least and the most, where there was a number.
    lines: Vec<Vec<Option<(u64, u64)>>>,
    /// The number of cycles in a stretch.
    step: u64,
    first: Option<u64>,
}

/// A line, for the page.
#[derive(Serialize)]
pub(super) struct PlotLine<'a> {
    name: &'a str,
    seat: &'a str,
    kind: &'a str,
    first: u64,
    step: u64,
    low: Vec<Option<u64>>,
    high: Vec<Option<u64>>,
}

impl Plots {
    pub(super) fn new(columns: &'static [Column]) -> Self {
        Plots { columns, lines: vec![Vec::new(); columns.len()], step: 1, first: None }
    }

    pub(super) fn add(&mut self, row: &TraceRow) {
        let first = *self.first.get_or_insert(row.cycle);
        let mut at = ((row.cycle - first) / self.step) as usize;
        while at >= STRETCHES_MAX {
            self.halve();
            at = ((row.cycle - first) / self.step) as usize;
        }
        for (line, cell) in self.lines.iter_mut().zip(&row.cells) {
            line.resize(line.len().max(at + 1), None);
            line[at] = joined(line[at], cell.number().map(|number| (number, number)));
        }
    }

    fn halve(&mut self) {
        self.step *= 2;
        for line in &mut self.lines {
            let pairs = line.chunks(2);
            *line = pairs.map(|pair| joined(pair[0], pair.get(1).copied().flatten())).collect();
        }
    }

    /// The columns that hold a quantity anywhere.
    pub(super) fn lines(&self) -> Vec<PlotLine<'_>> {
        let all = self.columns.iter().zip(&self.lines);
        let numbers =
            all.filter(|(column, line)| column.quantity && line.iter().any(Option::is_some));
        let line = |(column, line): (&'static Column, &Vec<Option<(u64, u64)>>)| PlotLine {
            name: column.name,
            seat: column.seat,
            kind: column.kind,
            first: self.first.unwrap_or(0),
            step: self.step,
            low: line.iter().map(|it| it.map(|it| it.0)).collect(),
            high: line.iter().map(|it| it.map(|it| it.1)).collect(),
        };
        numbers.map(line).collect()
    }
}

fn joined(one: Option<(u64, u64)>, other: Option<(u64, u64)>) -> Option<(u64, u64)> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (one, other) => one.or(other),
    }
}
