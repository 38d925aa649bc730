//! A sweep as a page for a browser: curves of the shares with their intervals, and the table.

use std::path::Path;

use crate::print::page_file;
use crate::verb::Done;
use chase_replay::store::Overwrite;
use chase_sweep::{Folder, SweepTable, TableValue};
use chase_view::{Curve, CurvePoint, Document, DocumentCell, curves};
use chase_world::error::Error;
use chase_world::world::World;

/// Writes the page.
///
/// # Errors
/// The file is there, or cannot be written.
pub(crate) fn write(world: &World, path: &Path, page: &str) -> Done {
    if world.at(path).exists() {
        let error = Error::new("this file exists already").at(path.display());
        return Err(error.help("name another file for the page with --html").into());
    }
    page_file::to_file(world, path, Overwrite::Never, &|out| Ok(out.write_all(page.as_bytes())?))
}

/// Makes the HTML page of a sweep: what was played, drawings of how games end and how long they
/// are, and the table. `by` is the varied thing by which the rows are grouped; without it each row
/// is a cell.
pub(crate) fn page(folder: &Folder, table: &SweepTable, by: Option<&str>) -> String {
    let spec = folder.spec();
    let games = folder.coverage.games();
    let mut page = Document::new(&format!("A sweep of {}", spec.game));
    let varied = match spec.varied.is_empty() {
        true => "nothing is varied".to_owned(),
        false => format!("varied: {}", spec.varied.join(", ")),
    };
    page.paragraph(&format!(
        "{games} games in {} cells, seed {}, dice {}; {varied}. Bars are 95 % intervals.",
        spec.cells.len(),
        spec.seed,
        spec.dice
    ));
    let labels: Vec<String> = table.rows.iter().map(|row| label(table, row)).collect();
    let shares = table.columns.iter().filter_map(|it| it.strip_prefix("p_"));
    let shares: Vec<String> = shares.map(str::to_owned).collect();
    let curve = |name: &String| Curve {
        name: name.replace('_', " "),
        points: points(table, ["p", "lo", "hi"].map(|it| format!("{it}_{name}"))),
    };
    let along = by.map_or("cell".to_owned(), str::to_owned);
    page.heading("How games end");
    page.drawing(&curves(
        &along,
        &labels,
        &shares.iter().map(curve).collect::<Vec<_>>(),
        Some(1.0),
    ));
    page.heading("How long they are");
    let cycles = Curve {
        name: "cycles on average".into(),
        points: points(table, ["mean", "lo", "hi"].map(|it| format!("{it}_cycles"))),
    };
    page.drawing(&curves(&along, &labels, &[cycles], None));
    page.heading("The table");
    rows(&mut page, table);
    page.finish()
}

/// The name of a row: its values before the count of games.
fn label(table: &SweepTable, row: &[TableValue]) -> String {
    let keys = table.column("games").unwrap_or(0);
    match keys {
        0 | 1 => row.first().map(TableValue::text).unwrap_or_default(),
        keys => row[1..keys].iter().map(TableValue::text).collect::<Vec<_>>().join(" "),
    }
}

/// A value and the ends of its interval, in each row where there is one.
fn points(table: &SweepTable, [mean, low, high]: [String; 3]) -> Vec<Option<CurvePoint>> {
    let real = |row: &[TableValue], name: &str| match table.column(name).map(|at| &row[at]) {
        Some(TableValue::Real(value)) => Some(*value),
        _ => None,
    };
    let point = |row: &Vec<TableValue>| {
        let value = real(row, &mean)?;
        Some(CurvePoint {
            value,
            low: real(row, &low).unwrap_or(value),
            high: real(row, &high).unwrap_or(value),
        })
    };
    table.rows.iter().map(point).collect()
}

fn rows(page: &mut Document, table: &SweepTable) {
    let is_shown = |name: &str| !["hist", "spec", "seed", "check"].contains(&name);
    let shown: Vec<usize> =
        (0..table.columns.len()).filter(|n| is_shown(&table.columns[*n])).collect();
    let heads: Vec<&str> = shown.iter().map(|n| table.columns[*n].as_str()).collect();
    let cell = |value: &TableValue| match value {
        TableValue::Real(value) => DocumentCell::Number(format!("{value:.4}")),
        TableValue::Count(count) => DocumentCell::Number(count.to_string()),
        other => DocumentCell::Text(other.text()),
    };
    let rows = table.rows.iter();
    let rows: Vec<Vec<_>> =
        rows.map(|row| shown.iter().map(|n| cell(&row[*n])).collect()).collect();
    page.table("The cells of the sweep", &heads, &rows);
}
