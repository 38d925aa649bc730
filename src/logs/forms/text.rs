//! Lines that patterns fit: regular expressions whose named groups are columns, the tick or the
//! entity. A line that no pattern fits says nothing.

use regex::Regex;

use super::roles::{ColumnIndex, FieldRole};
use super::{FormReader, LineFault};
use crate::description::Description;
use crate::input::LogLines;
use crate::record::{Record, TextSpan};
use chase_world::error::Error;

struct Pattern {
    regex: Regex,
    /// Group and role.
    groups: Vec<(usize, FieldRole)>,
    opens: bool,
}

struct PatternParser {
    patterns: Vec<Pattern>,
}

/// Opens a log of text lines: compiles the patterns of the description.
pub fn open(
    lines: &mut LogLines,
    description: &mut Description,
) -> Result<Box<dyn FormReader>, Error> {
    let mut patterns = Vec::new();
    let mut known = ColumnIndex::of(description);
    for line in description.lines.clone() {
        let regex = Regex::new(&line.pattern).map_err(|error| {
            let what = error.to_string().lines().last().unwrap_or_default().to_owned();
            Error::new(format!("not a regular expression: {what}"))
                .at(format_args!("`{}`", line.pattern))
        })?;
        let names: Vec<_> = regex.capture_names().map(|it| it.map(str::to_owned)).collect();
        let named = names.into_iter().enumerate().filter_map(|(n, name)| Some((n, name?)));
        let groups = named.map(|(n, name)| (n, known.role(&name, description))).collect();
        patterns.push(Pattern { regex, groups, opens: line.opens });
    }
    let has =
        |role: FieldRole| patterns.iter().any(|it| it.groups.iter().any(|(_, it)| *it == role));
    for (what, role) in
        [(&description.tick, FieldRole::Tick), (&description.entity, FieldRole::Entity)]
    {
        if let Some(missing) = what
            && !has(role)
        {
            let what = format!("no pattern has a group `{missing}`, which the description names");
            return Err(Error::new(what)
                .at(lines.name())
                .help(format!("as in (?<{missing}>[0-9]+)")));
        }
    }
    Ok(Box::new(PatternParser { patterns }))
}

/// Returns true if a pattern fits one of some lines.
pub fn fits(description: &Description, lines: &str) -> bool {
    let patterns = description.lines.iter();
    let regexes: Vec<_> = patterns.filter_map(|it| Regex::new(&it.pattern).ok()).collect();
    let mut lines = lines.lines();
    lines.any(|line| regexes.iter().any(|it| it.is_match(line)))
}

impl FormReader for PatternParser {
    fn has_column(&self, column: usize) -> bool {
        let mut groups = self.patterns.iter().flat_map(|it| &it.groups);
        groups.any(|(_, role)| matches!(role, FieldRole::Column(it) if *it as usize == column))
    }

    fn read(&mut self, record: &mut Record) -> Result<(), LineFault> {
        let line = record.raw().to_owned();
        for pattern in &self.patterns {
            let Some(found) = pattern.regex.captures(&line) else {
                continue;
            };
            for (group, role) in &pattern.groups {
                if let Some(part) = found.get(*group) {
                    role.put(TextSpan::new(part.start(), part.end()), record);
                }
            }
            record.opens = pattern.opens;
            return Ok(());
        }
        record.is_note = true;
        Ok(())
    }
}
