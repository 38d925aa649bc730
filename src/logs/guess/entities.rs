//! A guess at the column that names entities: one that tells the lines of a tick apart or, where each line is an event, one whose
//! names are numbered.

use std::collections::BTreeSet;

use super::{LogSample, has_word, rises};
use crate::decimal::number;

/// Names by which logs call what tells entities apart.
const ENTITIES: &[&str] = &[
    "entity",
    "agentid",
    "agent_id",
    "agent",
    "id",
    "env",
    "environment",
    "car",
    "body",
    "unit",
    "name",
    "object",
];

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntityGuess {
    /// No column names entities.
    None,
    /// This column tells the lines of a tick apart.
    Rows(String),
    /// Each line is an event of an entity that this column names.
    Events(String),
    /// Each line is an event, and several columns may name its entity.
    Several(Vec<String>),
}

impl EntityGuess {
    /// Looks at the first rows of a log whose ticks are in this column.
    pub fn of(sample: &LogSample, tick: &str) -> Self {
        let telling = telling_apart(sample, tick);
        if let Some(usual) = usual(&telling) {
            return EntityGuess::Rows(usual);
        }
        let mut named = of_events(sample, tick);
        match (named.len(), first_of_names(sample, &telling)) {
            (0, Some(column)) => EntityGuess::Rows(column),
            (0, None) => EntityGuess::None,
            (1, _) => EntityGuess::Events(named.remove(0)),
            _ => EntityGuess::Several(named),
        }
    }

    /// The column, if there is one.
    pub fn column(self) -> Option<String> {
        match self {
            EntityGuess::Rows(column) | EntityGuess::Events(column) => Some(column),
            EntityGuess::None | EntityGuess::Several(_) => None,
        }
    }

    /// The guess in words.
    pub fn words(&self) -> String {
        match self {
            EntityGuess::None => "there is one line a cycle, and no entities".to_owned(),
            EntityGuess::Rows(column) => format!("entity is the column {column}"),
            EntityGuess::Events(column) => {
                format!("entity is the column {column}; each line is an event of one")
            }
            EntityGuess::Several(columns) => format!(
                "each line is an event, and the columns {} could name its entity: give --entity COLUMN",
                columns.join(" and ")
            ),
        }
    }
}

/// The fewest lines that show that a log is one of events.
const EVENTS_MIN: usize = 20;

/// Words in names of columns that say what an entity does, and not which it is.
const STATES: &[&str] =
    &["event", "kind", "level", "mode", "phase", "stage", "state", "status", "step", "type"];

/// The columns that may name the entity of an event. The rows prove it if the ticks are irregular, if few different names are
/// numbered, as in `M1` and `M2`, and take turns, and if another column has words.
fn of_events(sample: &LogSample, tick: &str) -> Vec<String> {
    if sample.rows.len() < EVENTS_MIN || !rises(sample, tick) || is_regular(sample, tick) {
        return Vec::new();
    }
    let others = || sample.names.iter().filter(|name| *name != tick);
    let are_numbered = |name: &&String| is_numbered(sample, name) && !has_word(name, STATES);
    let named: Vec<_> = others().filter(are_numbered).cloned().collect();
    let has_words = |name: &String| !named.contains(name) && are_words(sample, name);
    match others().any(has_words) {
        true => named,
        false => Vec::new(),
    }
}

/// The values of a column.
fn values<'a>(sample: &'a LogSample, name: &str) -> Vec<&'a str> {
    let rows = sample.rows.iter();
    rows.filter_map(|row| row.get(name).map(String::as_str)).collect()
}

/// Returns true if at least half of the distances of ticks are that of the ticks before.
fn is_regular(sample: &LogSample, tick: &str) -> bool {
    let mut ticks: Vec<_> =
        values(sample, tick).into_iter().filter_map(crate::ticks::tick_value).collect();
    ticks.dedup();
    let steps: Vec<_> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let alike = steps.windows(2).filter(|pair| pair[0] == pair[1]).count();
    alike * 2 >= steps.len().saturating_sub(1)
}

/// Returns true if a column has words, of which several lines have the same.
fn are_words(sample: &LogSample, name: &str) -> bool {
    let values = values(sample, name);
    let different: BTreeSet<_> = values.iter().collect();
    let is_word = |value: &&str| !value.is_empty() && number(value).is_none();
    values.len() == sample.rows.len()
        && different.len() * 2 <= values.len()
        && values.iter().all(is_word)
}

/// Returns true if the values of a column are one word with different numbers behind it; each is in several lines, and most lines
/// have another one than the line before.
fn is_numbered(sample: &LogSample, name: &str) -> bool {
    let values = values(sample, name);
    let stem = |value: &str| value.trim_end_matches(|it: char| it.is_ascii_digit()).len();
    let Some(first) = values.first().map(|it| &it[..stem(it)]) else {
        return false;
    };
    let is_of_stem = |value: &&str| stem(value) < value.len() && value[..stem(value)] == *first;
    let different: BTreeSet<_> = values.iter().collect();
    let turns = values.windows(2).filter(|pair| pair[0] != pair[1]).count();
    first.starts_with(|it: char| it.is_alphabetic())
        && different.len() >= 2
        && turns * 2 >= values.len()
        && are_words(sample, name)
        && values.iter().all(is_of_stem)
}

/// The columns that tell lines of one tick apart.
fn telling_apart<'a>(sample: &'a LogSample, tick: &str) -> Vec<&'a String> {
    // Where there is one column besides the tick it holds the values.
    if sample.names.len() <= 2 {
        return Vec::new();
    }
    let ticks = values(sample, tick);
    let different: BTreeSet<_> = ticks.iter().collect();
    if different.len() == ticks.len() {
        return Vec::new();
    }
    let tells_apart = |name: &&String| {
        let rows = sample.rows.iter();
        let pairs: BTreeSet<_> = rows.map(|row| (row.get(tick), row.get(name.as_str()))).collect();
        *name != tick && pairs.len() == sample.rows.len()
    };
    sample.names.iter().filter(tells_apart).collect()
}

/// The column with a usual name.
fn usual(columns: &[&String]) -> Option<String> {
    let of_name = |known: &&str| {
        let mut columns = columns.iter();
        columns.find(|name| name.trim().eq_ignore_ascii_case(known))
    };
    let usual = ENTITIES.iter().find_map(of_name);
    let mut like = columns.iter().filter(|name| has_word(name, ENTITIES));
    usual.or_else(|| like.next()).map(|it| (*it).clone())
}

/// The first column that can hold names: a number with a point is a measurement, and no name.
fn first_of_names(sample: &LogSample, columns: &[&String]) -> Option<String> {
    let is_name = |value: &&str| !value.contains('.') && !value.is_empty();
    let mut columns = columns.iter();
    let found = columns.find(|name| values(sample, name).iter().all(is_name));
    found.map(|it| (*it).clone())
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    /// A log of events: machines take turns, and do one thing after the other.
    fn log(row: impl Fn(u32) -> String) -> String {
        let rows = (0..40_u32).map(|n| format!("{}.{},{}\n", n, n * n % 7, row(n)));
        rows.collect()
    }

    fn found(names: &str, row: impl Fn(u32) -> String) -> EntityGuess {
        let text = format!("time,{names}\n{}", log(row));
        EntityGuess::of(&sample(&text).unwrap(), "time")
    }

    #[test]
    fn numbered_names_that_take_turns_are_entities_of_events() {
        let what = |n: u32| ["start", "done"][(n / 3 % 2) as usize];
        let machines = found("machine,event", |n| format!("M{},{}", n % 3, what(n)));
        assert_eq!(machines, EntityGuess::Events("machine".into()));
        let both = found("machine,fitter,event", |n| format!("M{},F{},{}", n % 3, n % 2, what(n)));
        let names = ["machine", "fitter"].map(String::from).into();
        assert_eq!(both, EntityGuess::Several(names));
        assert!(both.words().contains("machine and fitter could name"));
        let none = |names: &str, row: &dyn Fn(u32) -> String| {
            assert_eq!(found(names, row), EntityGuess::None, "{names}");
        };
        none("machine,x", &|n| format!("M{},{n}", n % 3));
        none("machine,event", &|n| format!("M{n},{}", what(n)));
        none("machine,event", &|n| format!("M{},{}", n / 20, what(n)));
        none("state,event", &|n| format!("S{},{}", n % 3, what(n)));
        none("who,event", &|n| format!("{},{}", ["ann", "bob"][(n % 2) as usize], what(n)));
    }

    #[test]
    fn even_ticks_are_no_events() {
        let rows =
            (0..40_u32).map(|n| format!("{n},M{},{}\n", n % 3, ["a", "b"][(n % 2) as usize]));
        let text = format!("time,machine,event\n{}", rows.collect::<String>());
        let guess = EntityGuess::of(&sample(&text).unwrap(), "time");
        assert_eq!(guess, EntityGuess::None);
    }
}
