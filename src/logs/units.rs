//! Units of columns: those that a log names in a line below the names of its columns, and how they are shown.

use super::decimal::{is_blank, number};
use super::forms::with_point;
use super::stamps::is_stamp;

/// The most rows, that of the units among them, by which it is proven that a row holds units.
pub(crate) const ROWS_ASKED: usize = 15;

/// The longest unit, in characters.
pub(crate) const UNIT_MAX: usize = 32;

/// Symbols and names of units without the letters for powers of ten.
const SYMBOLS: &[&str] = &[
    "s", "sec", "min", "h", "d", "m", "g", "t", "l", "L", "A", "V", "K", "N", "J", "W", "F", "H",
    "T", "S", "C", "Pa", "Hz", "Wb", "Ohm", "ohm", "\u{3a9}", "\u{2126}", "mol", "cd", "lm", "lx",
    "rad", "sr", "deg", "\u{b0}", "degC", "degF", "\u{b0}C", "\u{b0}F", "bar", "psi", "atm",
    "Torr", "eV", "Wh", "Ah", "VA", "var", "dB", "rpm", "px", "bit", "B", "ft", "in", "mi", "mph",
    "kn", "lb", "%", "ppm",
];

/// Letters for powers of ten before a symbol.
const PREFIXES: &str = "YZEPTGMkhdcmu\u{b5}\u{3bc}npfa";

/// Returns true if a text in the place of a unit says that there is none.
fn is_no_unit(text: &str) -> bool {
    is_blank(text) || matches!(text, "-" | "--" | "none" | "None")
}

/// The unit that a field names, without brackets around it; nothing where it names none.
pub(crate) fn unit_of(field: &str) -> Option<String> {
    let text = field.trim();
    let inner = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    let text = inner('[', ']').or_else(|| inner('(', ')')).unwrap_or(text);
    (!is_no_unit(text)).then(|| text.trim().to_owned())
}

/// Returns true if a row can hold units: none of its fields is a value that has a unit.
pub(crate) fn may_be_units(row: &[String]) -> bool {
    let is_short = |field: &String| field.chars().count() <= UNIT_MAX;
    let are_words = !row.iter().any(|field| is_measured(field));
    are_words && row.iter().all(is_short) && row.iter().any(|field| unit_of(field).is_some())
}

/// The units in the first of these rows, if it surely holds some: one of them is written as units are, and below each
/// stand numbers or dates alone; below one in brackets there may be nothing.
pub(crate) fn proven_units(rows: &[Vec<String>]) -> Option<Vec<Option<String>>> {
    let (first, below) = rows.split_first()?;
    let units: Vec<_> = first.iter().map(|field| unit_of(field)).collect();
    let is_bracketed = |field: &String| field.trim().starts_with(['[', '(']);
    let has_values = |n: usize| {
        let values = || below.iter().filter_map(|row| row.get(n));
        values().all(|it| is_measured(it) || is_blank(it))
            && (is_bracketed(&first[n]) || values().any(|it| is_measured(it)))
    };
    let is_known = |(field, unit): (&String, &Option<String>)| {
        unit.as_ref().is_some_and(|unit| is_bracketed(field) || is_written_as_unit(unit))
    };
    let are_units = may_be_units(first)
        && first.iter().zip(&units).any(is_known)
        && units.iter().enumerate().all(|(n, unit)| unit.is_none() || has_values(n));
    are_units.then_some(units)
}

/// Returns true if a text is a number, with a point or a comma, or a date.
fn is_measured(field: &str) -> bool {
    let text = field.trim();
    let is_number = number(text).is_some_and(|it| !it.is_nan()) || with_point(text).is_some();
    is_number || is_stamp(text)
}

/// Returns true if a text is a product of usual units, such as `m/s^2` or `kWh`.
fn is_written_as_unit(unit: &str) -> bool {
    let parts = unit.split(['/', '*', '.', '\u{b7}', ' ', '^', '(', ')', '-', '+']);
    let mut parts = parts.filter(|part| !part.is_empty()).peekable();
    let is_power = |letter: char| letter.is_ascii_digit() || matches!(letter, '\u{b2}' | '\u{b3}');
    let is_symbol = |part: &str| {
        let part = part.trim_end_matches(is_power);
        let prefixed = part.strip_prefix(|first: char| PREFIXES.contains(first));
        part.is_empty()
            || SYMBOLS.contains(&part)
            || prefixed.is_some_and(|it| SYMBOLS.contains(&it))
    };
    let has_letters = unit.chars().any(|it| !it.is_ascii_digit() && !"/*. ^()-+".contains(it));
    has_letters && parts.peek().is_some() && parts.all(is_symbol)
}

/// The name of a column with its unit, as in `speed [m/s]`.
#[must_use]
pub fn with_unit(name: &str, unit: Option<&str>) -> String {
    match unit {
        Some(unit) => format!("{name} [{unit}]"),
        None => name.to_owned(),
    }
}

/// A tick with its unit: `20 ns`, or `20 x 10 ns` where one tick is several units.
#[must_use]
pub fn tick_with_unit(tick: &str, unit: Option<&str>) -> String {
    match unit {
        Some(unit) if unit.starts_with(|it: char| it.is_ascii_digit()) => {
            format!("{tick} x {unit}")
        }
        Some(unit) => format!("{tick} {unit}"),
        None => tick.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(rows: &[&str]) -> Option<Vec<Option<String>>> {
        let fields = |row: &&str| row.split(',').map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = rows.iter().map(fields).collect();
        proven_units(&rows)
    }

    #[test]
    fn units_stand_above_numbers() {
        let some = |texts: &[&str]| {
            let unit = |text: &&str| (!text.is_empty()).then(|| (*text).to_owned());
            Some(texts.iter().map(unit).collect::<Vec<_>>())
        };
        assert_eq!(units(&["s,V,m/s^2", "0,1,2"]), some(&["s", "V", "m/s^2"]));
        assert_eq!(units(&["[s], (deg C)", "0,20"]), some(&["s", "deg C"]));
        assert_eq!(units(&["s,-,veh", "0,red,2"]), some(&["s", "", "veh"]));
        assert_eq!(units(&["UTC,kWh", "2026-11-27T10:00:00Z,1.5"]), some(&["UTC", "kWh"]));
        assert_eq!(units(&["s,V", "0,", "1,nan", "2,5"]), some(&["s", "V"]));
        assert_eq!(units(&["[s],[V]", "0,", "1,"]), some(&["s", "V"]));
    }

    #[test]
    fn a_row_of_data_holds_no_units() {
        for rows in [
            &["s,V"][..],
            &["s,V", "x,y"],
            &["s,V", "0,high", "1,2"],
            &["0,V", "1,2"],
            &["NA,NA", "1,2"],
            &["-,-", "1,2"],
            &["north,up", "1,2"],
            &["1,1", "1,2"],
            &["s,V", ",", ","],
            &["s,V", "0", "1"],
            &["", "1"],
            &["s,north of the river and far behind it", "1,2"],
            &[],
        ] {
            assert_eq!(units(rows), None, "{rows:?}");
        }
    }

    #[test]
    fn units_are_known_by_how_they_are_written() {
        for unit in [
            "s",
            "ms",
            "kHz",
            "m/s",
            "m/s^2",
            "m s-1",
            "N\u{b7}m",
            "\u{b5}V",
            "W/m\u{b2}",
            "%",
            "kg*m2",
            "degC",
        ] {
            assert!(is_written_as_unit(unit), "{unit}");
        }
        for word in ["", "north", "start", "x", "/", "1", "mm mode", "status/on"] {
            assert!(!is_written_as_unit(word), "{word}");
        }
    }
}
