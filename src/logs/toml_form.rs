//! A description as a file that people write.

use std::fmt::Write as _;

use serde::Serialize;

use super::description::{Description, LogColumn, RowMeaning};
use super::kind::ColumnKind;
use super::tolerance::Tolerance;
use chase_world::error::{Error, place};

/// Reads a description; `name` is the file's name in messages.
///
/// # Errors
/// What is wrong with it, with line and column.
pub fn from_toml(name: &str, text: &str) -> Result<Description, Error> {
    let read: Result<Description, toml::de::Error> = toml::from_str(text);
    let description = read.map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Error::new(error.message().replace('\n', " ")).at(place(name, text, at))
    })?;
    description.check().map_err(|fault| {
        Error::new(fault)
            .at(name)
            .help("`chase trace FILE --describe` writes a description to start from")
    })?;
    Ok(description)
}

/// A text, or the word for a value.
fn quoted(value: &impl Serialize) -> String {
    // A text of JSON is one of TOML too, as long as nothing but quotes and controls is escaped.
    serde_json::to_string(value).unwrap_or_default()
}

/// Writes a value that is given.
fn put(name: &str, value: Option<impl Serialize>, out: &mut String) {
    if let Some(value) = value {
        // Writing to a text cannot fail.
        let _ = writeln!(out, "{name} = {}", quoted(&value));
    }
}

/// Writes a description; `notes` stand behind the columns, as comments.
pub fn to_toml(description: &Description, notes: &[String]) -> String {
    let it = description;
    let mut text = String::new();
    let out = &mut text;
    put("form", Some(it.form), out);
    put("header", (!it.header && it.is_table()).then_some(false), out);
    put("units_row", it.units_row, out);
    put("delimiter", it.delimiter, out);
    put("decimal_comma", it.decimal_comma.then_some(true), out);
    put("tick", it.tick.as_ref(), out);
    if it.tick.is_none() {
        out.push_str("# tick = \"NAME\": without it lines are counted\n");
    }
    put("tick_unit", it.tick_unit.as_ref(), out);
    put("step", it.step.as_ref(), out);
    put("entity", it.entity.as_ref(), out);
    put("rows", Some(it.rows).filter(|rows| *rows == RowMeaning::Changes), out);
    put("blank_is_nan", it.blank_is_nan.then_some(true), out);
    if let Some([x, y]) = &it.map {
        let _ = writeln!(out, "map = [{}, {}]", quoted(x), quoted(y));
    }
    out.push_str(
        "\n# how far numbers may differ: absolute, relative, range, ulps, cycles, ticks\n[tolerance]\n",
    );
    put_bounds(&it.tolerance, out);
    for line in &it.lines {
        out.push_str("\n[[lines]]\n");
        put("pattern", Some(&line.pattern), out);
        put("opens", line.opens.then_some(true), out);
    }
    for (n, column) in it.columns.iter().enumerate() {
        put_column(column, notes.get(n), out);
    }
    text
}

fn put_column(column: &LogColumn, note: Option<&String>, out: &mut String) {
    out.push('\n');
    if let Some(note) = note {
        let _ = writeln!(out, "# {note}");
    }
    out.push_str("[[columns]]\n");
    put("name", Some(&column.name), out);
    put("as", column.renamed.as_ref(), out);
    put("kind", Some(column.kind).filter(|kind| *kind != ColumnKind::Auto), out);
    put("unit", column.unit.as_ref(), out);
    put("interpolation", column.interpolation, out);
    put("sync", column.sync, out);
    if let Some(tolerance) = &column.tolerance {
        out.push_str("[columns.tolerance]\n");
        put_bounds(tolerance, out);
    }
}

fn put_bounds(tolerance: &Tolerance, out: &mut String) {
    put("absolute", tolerance.absolute.as_ref(), out);
    put("relative", tolerance.relative.as_ref(), out);
    put("range", tolerance.range.as_ref(), out);
    put("ticks", tolerance.ticks.as_ref(), out);
    put("ulps", tolerance.ulps, out);
    put("cycles", tolerance.cycles, out);
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
