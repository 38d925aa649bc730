//! Text for people: columns side by side, two blanks between them, and lines broken at words.

/// The columns by which the lines of a table that is folded are set in below the first.
const FOLDED: usize = 4;

/// Rows as lines whose columns begin below each other.
pub fn aligned(rows: &[Vec<String>]) -> impl Iterator<Item = String> {
    let widths = widths(rows);
    rows.iter().map(move |row| line(row, &widths))
}

/// The lines of [`aligned`] as one text, each ended.
pub fn table(rows: &[Vec<String>]) -> String {
    folded(rows, usize::MAX)
}

/// A table of at most so many characters a line: columns that have no room stand below, set in, in
/// every row the same ones.
pub fn folded(rows: &[Vec<String>], most: usize) -> String {
    let widths = widths(rows);
    let mut groups: Vec<(usize, usize)> = Vec::new();
    let mut used = 0;
    for (column, width) in widths.iter().enumerate() {
        match groups.last_mut() {
            Some((_, end)) if used + 2 + width <= most => {
                (*end, used) = (column + 1, used + 2 + width)
            }
            before => {
                used = width + before.map_or(0, |_| FOLDED);
                groups.push((column, column + 1));
            }
        }
    }
    let mut text = String::new();
    for row in rows {
        for (first, end) in &groups {
            let cells = row.get(*first..row.len().min(*end)).unwrap_or_default();
            let line = line(cells, &widths[*first..]);
            let (indent, more) = if *first == 0 { (0, FOLDED) } else { (FOLDED, 0) };
            if !line.is_empty() || *first == 0 {
                text.push_str(&wrapped(&format!("{:indent$}{line}", ""), most, more));
            }
        }
    }
    text
}

/// A text whose lines have at most so many characters, as far as a word is not longer: they are broken
/// between words, and what goes on is set in by so many columns more than the line.
pub fn wrapped(text: &str, most: usize, indent: usize) -> String {
    let mut broken = String::with_capacity(text.len());
    for line in text.lines() {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let indent = blanks + indent;
        let runs = line[blanks..].split_inclusive(' ');
        let runs = runs.flat_map(|run| match run.strip_suffix(' ') {
            Some(word) => [word, " "],
            None => [run, ""],
        });
        let runs = std::iter::once(&line[..blanks]).chain(runs.filter(|run| !run.is_empty()));
        let width = |run: &&str| (run.chars().count(), run.trim().is_empty());
        for (n, runs) in parted(runs, width, most, indent).iter().enumerate() {
            let indent = if n == 0 { 0 } else { indent };
            let runs = runs.concat();
            broken.push_str(&format!("{:indent$}{}\n", "", runs.trim_end_matches(' ')));
        }
    }
    broken
}

/// The pieces of a line in lines of at most so many columns; those after the first begin `indent`
/// columns in. `width` is that of a piece, and whether it is blank: a line that goes on begins with none.
pub fn parted<T>(
    pieces: impl IntoIterator<Item = T>,
    width: impl Fn(&T) -> (usize, bool),
    most: usize,
    indent: usize,
) -> Vec<Vec<T>> {
    let mut lines = vec![Vec::new()];
    // A line has room for a word at least.
    let (mut used, mut has_word) = (0, false);
    for piece in pieces {
        let (needed, is_blank) = width(&piece);
        if used + needed > most && is_blank {
            continue;
        }
        if used + needed > most && has_word {
            lines.push(Vec::new());
            (used, has_word) = (indent, false);
        }
        if is_blank && !has_word && lines.len() > 1 {
            continue;
        }
        used += needed;
        has_word |= !is_blank;
        if let Some(line) = lines.last_mut() {
            line.push(piece);
        }
    }
    lines
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(move |row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..columns).map(width).collect()
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let cells = cells.iter().zip(widths);
    let cells: Vec<_> = cells.map(|(cell, width)| format!("{cell:<width$}")).collect();
    cells.join("  ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_set_in() {
        assert_eq!(wrapped("ok    one two three\n", 14, 6), "ok    one two\n      three\n");
        assert_eq!(wrapped("    a bb\n\nccc\n", 6, 2), "    a\n      bb\n\nccc\n");
        assert_eq!(wrapped("longer than all\n", 4, 2), "longer\n  than\n  all\n");
        assert_eq!(wrapped("a   b\n", 5, 2), "a   b\n");
    }

    #[test]
    fn a_table_is_folded_at_the_same_column_in_every_row() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [row(["name", "score", ""]), row(["a", "1 of 2", "too late for it"])];
        assert_eq!(table(&rows), "name  score\na     1 of 2  too late for it\n");
        let folded = folded(&rows, 13);
        assert_eq!(folded, "name  score\na     1 of 2\n    too late\n    for it\n");
    }
}
