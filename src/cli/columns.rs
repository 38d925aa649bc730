//! Tables for people: columns side by side, two blanks between them.

/// Rows as lines whose columns begin below each other.
pub fn aligned(rows: &[Vec<String>]) -> impl Iterator<Item = String> {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(move |row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(width).collect();
    rows.iter().map(move |row| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<_> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    })
}

/// The lines of [`aligned`] as one text, each ended.
pub fn table(rows: &[Vec<String>]) -> String {
    aligned(rows).map(|line| line + "\n").collect()
}
