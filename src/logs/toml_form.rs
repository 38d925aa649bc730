//! A description as a file that people write.

use std::fmt::Write as _;

use super::description::{Description, LogColumn, RowMeaning};
use super::kind::ColumnKind;
use super::tolerance::Tolerance;
use chase_core::error::Error;

/// Reads a description; `name` is the file's name in messages.
///
/// # Errors
/// What is wrong with it, with line and column.
pub fn from_toml(name: &str, text: &str) -> Result<Description, Error> {
    let read: Result<Description, toml::de::Error> = toml::from_str(text);
    let description = read.map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|it| *it != '\n').count() + 1;
        let what = error.message().replace('\n', " ");
        Error::new(what).at(format_args!("{name}:{line}:{column}"))
    })?;
    description.check().map_err(|fault| {
        Error::new(fault.to_string())
            .at(name)
            .help("`chase trace FILE --describe` writes a description to start from")
    })?;
    Ok(description)
}

/// A text, or the word for a value.
fn quoted<T: serde::Serialize + ?Sized>(value: &T) -> String {
    // A text of JSON is one of TOML too, as long as nothing but quotes and controls is escaped.
    serde_json::to_string(value).unwrap_or_default()
}

/// Writes a description; `notes` stand behind the columns, as comments.
pub fn to_toml(description: &Description, notes: &[String]) -> String {
    let mut out = String::new();
    // Writing to a text cannot fail.
    let _ = writeln!(out, "form = {}", quoted(&description.form));
    if !description.header && description.is_table() {
        out.push_str("header = false\n");
    }
    if let Some(units_row) = description.units_row {
        let _ = writeln!(out, "units_row = {units_row}");
    }
    if let Some(delimiter) = &description.delimiter {
        let _ = writeln!(out, "delimiter = {}", quoted(delimiter));
    }
    if description.decimal_comma {
        out.push_str("decimal_comma = true\n");
    }
    match &description.tick {
        Some(tick) => {
            let _ = writeln!(out, "tick = {}", quoted(tick));
        }
        None => out.push_str("# tick = \"NAME\": without it lines are counted\n"),
    }
    let given = [
        ("tick_unit", &description.tick_unit),
        ("step", &description.step),
        ("entity", &description.entity),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            let _ = writeln!(out, "{name} = {}", quoted(value));
        }
    }
    if description.rows == RowMeaning::Changes {
        out.push_str("rows = \"changes\"\n");
    }
    if description.blank_is_nan {
        out.push_str("blank_is_nan = true\n");
    }
    if let Some([x, y]) = &description.map {
        let _ = writeln!(out, "map = [{}, {}]", quoted(x), quoted(y));
    }
    let _ = writeln!(
        out,
        "\n# how far numbers may differ: absolute, relative, range, ulps, cycles, ticks\n[tolerance]"
    );
    put_bounds(&description.tolerance, &mut out);
    for line in &description.lines {
        let _ = writeln!(out, "\n[[lines]]\npattern = {}", quoted(&line.pattern));
        if line.opens {
            out.push_str("opens = true\n");
        }
    }
    for (n, column) in description.columns.iter().enumerate() {
        put_column(column, notes.get(n), &mut out);
    }
    out
}

fn put_column(column: &LogColumn, note: Option<&String>, out: &mut String) {
    out.push('\n');
    if let Some(note) = note {
        let _ = writeln!(out, "# {note}");
    }
    let _ = writeln!(out, "[[columns]]\nname = {}", quoted(&column.name));
    if let Some(renamed) = &column.renamed {
        let _ = writeln!(out, "as = {}", quoted(renamed));
    }
    if column.kind != ColumnKind::Auto {
        let _ = writeln!(out, "kind = {}", quoted(&column.kind));
    }
    if let Some(unit) = &column.unit {
        let _ = writeln!(out, "unit = {}", quoted(unit));
    }
    if let Some(interpolation) = &column.interpolation {
        let _ = writeln!(out, "interpolation = {}", quoted(interpolation));
    }
    if let Some(sync) = &column.sync {
        let _ = writeln!(out, "sync = {}", quoted(sync));
    }
    if let Some(tolerance) = &column.tolerance {
        out.push_str("[columns.tolerance]\n");
        put_bounds(tolerance, out);
    }
}

fn put_bounds(tolerance: &Tolerance, out: &mut String) {
    let texts = [
        ("absolute", &tolerance.absolute),
        ("relative", &tolerance.relative),
        ("range", &tolerance.range),
        ("ticks", &tolerance.ticks),
    ];
    for (name, bound) in texts {
        if let Some(bound) = bound {
            let _ = writeln!(out, "{name} = {}", quoted(bound));
        }
    }
    if let Some(ulps) = tolerance.ulps {
        let _ = writeln!(out, "ulps = {ulps}");
    }
    if let Some(cycles) = tolerance.cycles {
        let _ = writeln!(out, "cycles = {cycles}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_comes_back_from_its_file() {
        let text = "form = \"csv\"\nunits_row = true\ndelimiter = \";\"\ndecimal_comma = true\ntick = \"t\"\ntick_unit = \"s\"\nstep = \"0.1\"\nentity = \"car\"\nblank_is_nan = true\nmap = [\"x\", \"y\"]\n\
                    [tolerance]\nabsolute = 1e-9\nulps = 4\n[[columns]]\nname = \"x\"\nas = \"pos\"\n\
                    kind = \"decimal\"\nunit = \"m/s\"\ninterpolation = \"zoh\"\nsync = \"nearest\"\n[columns.tolerance]\nrelative = \"0.01\"\nrange = 0.5\nticks = \"1e-3\"\n";
        let description = from_toml("d.toml", text).unwrap();
        assert_eq!(description.tolerance.absolute.as_deref(), Some("1e-9"));
        let again = from_toml("d.toml", &to_toml(&description, &[])).unwrap();
        assert_eq!(again, description);
    }

    #[test]
    fn what_is_wrong_with_a_description_has_a_place() {
        let told = |text: &str| from_toml("d.toml", text).unwrap_err().to_string();
        assert!(
            told("form = \"csv\"\nticks = \"t\"\n")
                .starts_with("d.toml:2:1: unknown field `ticks`")
        );
        assert!(told("form = \"csv\"\nstep = \"x\"\n").starts_with("d.toml: step `x`"));
        assert!(told("form = \"csv\"\ndelimiter = \"x\"\n").contains("delimiter 'x'"));
        assert!(told("form = \"csv\"\ndecimal_comma = true\n").contains("decimal_comma"));
        assert!(told("form = \"vcd\"\nunits_row = true\n").contains("units_row"));
        assert!(told("form = \"text\"\n").contains("[[lines]]"));
        assert!(told("form = \"csv\"\n[tolerance]\nabsolute = -1\n").contains("0 or more"));
    }
}
