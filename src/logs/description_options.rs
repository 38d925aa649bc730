//! Options of a command that complete the description of a log or replace parts of it.

use super::description::{Description, LinePattern, LogColumn, LogForm, RowMeaning};
use super::exact::exact;
use super::sync::{Interpolation, SyncMode};
use super::tolerance::Tolerance;

/// Options of a user that complete the description of a log or replace parts of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescriptionOptions {
    /// The column that numbers the cycles.
    pub tick: Option<String>,
    /// The column that tells entities apart.
    pub entity: Option<String>,
    /// The tolerances, each of a column or, without a name, of all columns.
    pub tolerances: Vec<(Option<String>, Tolerance)>,
    /// What separates the fields of a table.
    pub delimiter: Option<char>,
    /// True if blanks are equal to `NaN`.
    pub blank_is_nan: bool,
    /// The columns whose course between ticks is said.
    pub interpolations: Vec<(String, Interpolation)>,
    /// The columns that are compared at other times than the rows.
    pub syncs: Vec<(String, SyncMode)>,
    /// True if all vectors are shown in binary.
    pub is_binary: bool,
    /// The kinds of lines of a text log, in place of those that are described.
    pub lines: Vec<LinePattern>,
}

impl DescriptionOptions {
    /// Returns true if no option is set.
    pub fn are_none(&self) -> bool {
        *self == DescriptionOptions::default()
    }

    /// The description to begin with: the one that is given, or that of a text log whose lines are said.
    pub fn described(&self, like: Option<&Description>) -> Option<Description> {
        if self.lines.is_empty() {
            return like.cloned();
        }
        let text = Description { rows: RowMeaning::All, ..Description::of(LogForm::Text) };
        let like = like.filter(|like| like.form == LogForm::Text);
        Some(Description { lines: self.lines.clone(), ..like.cloned().unwrap_or(text) })
    }

    /// Writes the options into a description.
    pub fn amend(&self, description: &mut Description) {
        if self.tick.is_some() {
            description.tick.clone_from(&self.tick);
        }
        if let Some(delimiter) = self.delimiter {
            description.delimiter = Some(delimiter);
            description.decimal_comma &= delimiter != ',';
        }
        description.blank_is_nan |= self.blank_is_nan;
        if self.entity.is_some() {
            description.entity.clone_from(&self.entity);
        }
        let special = [description.tick.clone(), description.entity.clone()];
        let is_special = |column: &LogColumn| special.iter().flatten().any(|it| *it == column.name);
        description.columns.retain(|column| !is_special(column));
        for (column, tolerance) in &self.tolerances {
            let place = match column {
                None => &mut description.tolerance,
                Some(name) => of_column(description, name).tolerance.get_or_insert_default(),
            };
            place.join(tolerance);
        }
        for (column, interpolation) in &self.interpolations {
            of_column(description, column).interpolation = Some(*interpolation);
        }
        for (column, sync) in &self.syncs {
            of_column(description, column).sync = Some(*sync);
        }
    }
}

/// A column by either of its names.
fn of_column<'a>(description: &'a mut Description, name: &str) -> &'a mut LogColumn {
    let columns = &description.columns;
    let known = columns.iter().position(|it| it.shown() == name);
    let known = known.or_else(|| columns.iter().position(|it| it.name == name));
    let at = known.unwrap_or_else(|| {
        description.columns.push(LogColumn::named(name));
        description.columns.len() - 1
    });
    &mut description.columns[at]
}

/// The words for what an option gives in the place of the bound of a tolerance.
pub fn no_bound(bound: &str) -> String {
    format!(
        "`{bound}`: expected a bound, as in 0.01, 1%, 1%range, 4ulps, 2cycles or 0.5ticks; decimals have \
         a point"
    )
}

/// Reads a tolerance as an option has it: `0.01`, `x=0.01`, `x=1%`, `1%range`, `4ulps`, `2cycles`, `0.5ticks`.
///
/// # Errors
/// The bound is none.
pub fn tolerance_of_words(words: &str) -> Result<(Option<String>, Tolerance), String> {
    let (column, bound) = match words.rsplit_once('=') {
        Some((column, bound)) => (Some(column.to_owned()), bound),
        None => (None, words),
    };
    let wrong = || no_bound(bound);
    let mut tolerance = Tolerance::default();
    let part = |percent: &str| -> Result<Option<String>, String> {
        let part = exact(percent).and_then(|it| it.hundredth());
        part.map(Some).ok_or_else(wrong)
    };
    if let Some(percent) = bound.strip_suffix('%') {
        tolerance.relative = part(percent)?;
    } else if let Some(percent) = bound.strip_suffix("%range") {
        tolerance.range = part(percent)?;
    } else if let Some(ticks) = bound.strip_suffix("ticks") {
        tolerance.ticks = Some(ticks.to_owned());
    } else if let Some(ulps) = bound.strip_suffix("ulps") {
        tolerance.ulps = Some(ulps.parse().map_err(|_| wrong())?);
    } else if let Some(cycles) = bound.strip_suffix("cycles") {
        tolerance.cycles = Some(cycles.parse().map_err(|_| wrong())?);
    } else {
        tolerance.absolute = Some(bound.to_owned());
    }
    tolerance.check().map_err(|_| wrong())?;
    Ok((column, tolerance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LogForm;

    #[test]
    fn a_tolerance_is_read_from_an_option() {
        let read = |words: &str| tolerance_of_words(words).unwrap();
        assert_eq!(read("0.5").1.absolute.as_deref(), Some("0.5"));
        let (column, tolerance) = read("a=b=1%");
        assert_eq!(column.as_deref(), Some("a=b"));
        assert_eq!(tolerance.relative.as_deref(), Some("1e-2"));
        assert_eq!(read("x=4ulps").1.ulps, Some(4));
        assert_eq!(read("x=2cycles").1.cycles, Some(2));
        assert_eq!(read("x=1%range").1.range.as_deref(), Some("1e-2"));
        assert_eq!(read("x=0.5ticks").1.ticks.as_deref(), Some("0.5"));
        for wrong in [
            "",
            "x=",
            "x=-1",
            "x=4 ulp",
            "nan%",
            "-1%",
            "9999cycles",
            "-1ticks",
            "ticks",
            "1range",
            "nan%range",
            "x=y",
        ] {
            assert!(tolerance_of_words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_said_goes_before_what_is_described() {
        let mut description = Description::of(LogForm::Csv);
        description.tick = Some("t".into());
        description.columns.push(LogColumn::named("time"));
        let wishes = DescriptionOptions {
            tick: Some("time".into()),
            entity: None,
            is_binary: false,
            tolerances: ["x=1", "x=4ulps", "2%"].map(|it| tolerance_of_words(it).unwrap()).into(),
            delimiter: None,
            blank_is_nan: false,
            interpolations: Vec::new(),
            syncs: Vec::new(),
            lines: Vec::new(),
        };
        wishes.amend(&mut description);
        assert_eq!(description.tick.as_deref(), Some("time"));
        assert_eq!(description.tolerance.relative.as_deref(), Some("2e-2"));
        let [column] = description.columns.as_slice() else {
            panic!("one column");
        };
        let tolerance = column.tolerance.clone().unwrap();
        assert_eq!((tolerance.absolute.as_deref(), tolerance.ulps), (Some("1"), Some(4)));
        assert!(description.check().is_ok());
    }
}
