//! A log drawn: its columns as plots, its entities as lines of them and as rows of a table, and as
//! tracks on a map where two columns say where they are. One page that needs nothing else.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::decimal::plain;
use super::html::{begin, escaped};
use super::kind::ColumnKind;
use super::log::LogReader;
use super::record::Record;
use chase_core::error::Error;

/// The most stretches of a line.
const STRETCHES_MAX: usize = 500;

/// The most entities that have lines of their own.
const ENTITIES_MAX: usize = 24;

/// The most columns that are drawn.
const COLUMNS_MAX: usize = 64;

/// The size of a plot, in pixels of the page.
const SIZE: (f64, f64) = (640.0, 120.0);

/// The least and the most of a stretch.
type StretchRange = Option<(f64, f64)>;

/// The values of an entity on the way through a log.
#[derive(Default)]
struct EntitySeries {
    /// The range of the values of each column in each stretch.
    columns: Vec<Vec<StretchRange>>,
    /// The newest value of each column.
    newest: Vec<String>,
    /// The position of the entity in each stretch.
    track: Vec<Option<(f64, f64)>>,
}

/// The values of a log that the page draws.
#[derive(Default)]
struct LogPlot {
    entities: BTreeMap<String, EntitySeries>,
    /// True if there are entities without lines in the plot.
    others: bool,
    /// The number of cycles in a stretch.
    step: usize,
    cycles: usize,
    first: String,
    last: String,
}

/// The page of a log.
///
/// # Errors
/// A line that cannot be read.
pub fn plots(log: &mut LogReader) -> Result<String, Error> {
    let columns = log.description().columns.iter();
    let names: Vec<_> = columns.map(|it| it.shown().to_owned()).collect();
    let kinds: Vec<_> = log.description().columns.iter().map(|it| it.kind).collect();
    let place = |name: &String| names.iter().position(|it| it == name);
    let map = log.description().map.as_ref();
    let map = map.and_then(|[x, y]| Some((place(x)?, place(y)?)));
    let mut drawing = LogPlot {
        step: 1,
        ..LogPlot::default()
    };
    let (mut record, mut newest) = (Record::default(), None);
    while log.next(&mut record)? {
        if record.is_note {
            continue;
        }
        let tick = log.tick(&record)?;
        if let Some(tick) = tick.filter(|tick| newest != Some(*tick)) {
            newest = Some(tick);
            drawing.cycle(&log.shown(tick));
        }
        if drawing.cycles > 0 {
            drawing.take(&record, &kinds, map);
        }
    }
    Ok(drawing.page(log, &names, map.is_some()))
}

impl LogPlot {
    fn cycle(&mut self, tick: &str) {
        if self.cycles == 0 {
            tick.clone_into(&mut self.first);
        }
        tick.clone_into(&mut self.last);
        self.cycles += 1;
        if self.cycles > self.step * STRETCHES_MAX {
            self.step *= 2;
            for lines in self.entities.values_mut() {
                for line in &mut lines.columns {
                    *line = line
                        .chunks(2)
                        .map(|pair| joined(pair[0], pair.get(1).copied().flatten()))
                        .collect();
                }
                lines.track = lines.track.chunks(2).map(|pair| pair[0]).collect();
            }
        }
    }

    fn take(&mut self, record: &Record, kinds: &[ColumnKind], map: Option<(usize, usize)>) {
        let columns = kinds.len();
        let name = record.entity_name();
        if !self.entities.contains_key(name) && self.entities.len() >= ENTITIES_MAX {
            self.others = true;
            return;
        }
        let at = (self.cycles - 1) / self.step;
        let lines = self.entities.entry(name.to_owned()).or_default();
        lines.newest.resize(columns, String::new());
        lines.columns.resize(columns, Vec::new());
        for cell in &record.cells {
            let (column, value) = (cell.column as usize, record.at(cell.span));
            value.clone_into(&mut lines.newest[column]);
            let value = kinds[column].number(value);
            let Some(value) = value.filter(|value| value.is_finite()) else {
                continue;
            };
            let line = &mut lines.columns[column];
            line.resize(line.len().max(at + 1), None);
            line[at] = joined(line[at], Some((value, value)));
        }
        if let Some((x, y)) = map {
            let value = |n: usize| kinds[n].number(&lines.newest[n]);
            let at_map = value(x).zip(value(y));
            lines.track.resize(lines.track.len().max(at + 1), None);
            lines.track[at] = at_map.filter(|(x, y)| x.is_finite() && y.is_finite());
        }
    }

    fn page(&self, log: &LogReader, names: &[String], has_map: bool) -> String {
        let style = "svg { width: 100%; height: auto; border: 1px solid #8886; }\n\
             polyline { fill: none; stroke-width: 1.5; }\n\
             table { border-collapse: collapse; } td, th { padding: .1rem .6rem; text-align: right; }\n";
        let mut out = begin(log.name(), style);
        // Writing to a text cannot fail.
        let _ = writeln!(
            out,
            "<p>{}: {} cycles, {} {} to {}</p>",
            log.description().form.words(),
            self.cycles,
            escaped(log.description().tick_words()),
            escaped(&self.first),
            escaped(&self.last),
        );
        if self.others {
            let _ = writeln!(out, "<p>The first {ENTITIES_MAX} entities are drawn.</p>");
        }
        if has_map {
            self.put_map(&mut out);
        }
        for (n, name) in names.iter().enumerate().take(COLUMNS_MAX) {
            self.put_plot(n, name, &mut out);
        }
        if names.len() > COLUMNS_MAX {
            let _ = writeln!(out, "<p>The first {COLUMNS_MAX} columns are drawn.</p>");
        }
        self.put_table(names, &mut out);
        out.push_str("</body></html>\n");
        out
    }

    fn put_plot(&self, column: usize, name: &str, out: &mut String) {
        let all = self
            .entities
            .values()
            .filter_map(|lines| lines.columns.get(column));
        let range = all
            .flatten()
            .fold(None, |range, stretch| joined(range, *stretch));
        let Some((least, most)) = range else {
            return;
        };
        let _ = writeln!(
            out,
            "<h2>{}</h2>\n<p>{} to {}</p>",
            escaped(name),
            plain(least),
            plain(most)
        );
        let stretches = self.cycles.div_ceil(self.step).max(2);
        begin_svg(SIZE, out);
        for (n, (entity, lines)) in self.entities.iter().enumerate() {
            let line = lines.columns.get(column).map_or(&[][..], Vec::as_slice);
            let there = line
                .iter()
                .enumerate()
                .filter_map(|(at, it)| Some((at, (*it)?)));
            let points = there.flat_map(|(at, (low, high))| {
                let x = place(at as f64, 0.0, (stretches - 1) as f64) * SIZE.0;
                let y = |value: f64| (1.0 - place(value, least, most)) * SIZE.1;
                [(x, y(low)), (x, y(high))]
            });
            put_line(n, entity, points, out);
        }
        out.push_str("</svg>\n");
    }

    fn put_map(&self, out: &mut String) {
        let all = || {
            self.entities
                .values()
                .flat_map(|lines| lines.track.iter().flatten())
        };
        let range = |of: fn(&(f64, f64)) -> f64| {
            all()
                .map(of)
                .fold(None, |range, value| joined(range, Some((value, value))))
        };
        let (Some(wide), Some(high)) = (range(|it| it.0), range(|it| it.1)) else {
            return;
        };
        let size = (SIZE.0, SIZE.0 / 2.0);
        out.push_str("<h2>map</h2>\n");
        begin_svg(size, out);
        for (n, (entity, lines)) in self.entities.iter().enumerate() {
            let points = lines.track.iter().flatten().map(|(x, y)| {
                let x = place(*x, wide.0, wide.1) * size.0;
                (x, (1.0 - place(*y, high.0, high.1)) * size.1)
            });
            put_line(n, entity, points, out);
        }
        out.push_str("</svg>\n");
    }

    fn put_table(&self, names: &[String], out: &mut String) {
        out.push_str("<h2>at the end</h2>\n<table><tr><th></th>");
        for name in names.iter().take(COLUMNS_MAX) {
            let _ = write!(out, "<th>{}</th>", escaped(name));
        }
        out.push_str("</tr>\n");
        for (entity, lines) in &self.entities {
            let _ = write!(out, "<tr><th>{}</th>", escaped(entity));
            for value in lines.newest.iter().take(COLUMNS_MAX) {
                let _ = write!(out, "<td>{}</td>", escaped(value));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table>\n");
    }
}

fn joined(one: StretchRange, other: StretchRange) -> StretchRange {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (one, other) => one.or(other),
    }
}

/// The place of a value in a range, from 0 to 1.
fn place(value: f64, least: f64, most: f64) -> f64 {
    if most > least {
        (value - least) / (most - least)
    } else {
        0.5
    }
}

fn begin_svg(size: (f64, f64), out: &mut String) {
    let _ = writeln!(
        out,
        "<svg viewBox=\"-4 -4 {} {}\" role=\"img\">",
        size.0 + 8.0,
        size.1 + 8.0
    );
}

/// The line of the n-th entity, in a colour of its own.
fn put_line(n: usize, entity: &str, points: impl Iterator<Item = (f64, f64)>, out: &mut String) {
    let hue = n * 137 % 360;
    let _ = write!(out, "<polyline stroke=\"hsl({hue} 70% 50%)\" points=\"");
    for (x, y) in points {
        let _ = write!(out, "{x:.1},{y:.1} ");
    }
    let _ = writeln!(out, "\"><title>{}</title></polyline>", escaped(entity));
}
