//! A JSON object a line. Objects and lists within it are columns with points in their names: `pos.x`,
//! `action.0`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::roles::{ColumnIndex, FieldRole};
use super::{FormReader, LineFault};
use crate::description::Description;
use crate::input::{BEGINNING, LogLines, has_enough_lines, has_line};
use crate::record::{Record, TextSpan};
use chase_world::error::{Error, without_place};

/// The names and the values of an object or a list, in their order.
struct JsonMembers<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for JsonMembers<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MemberVisitor;
        impl<'de> Visitor<'de> for MemberVisitor {
            type Value = JsonMembers<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry::<Cow<'de, str>, &'de RawValue>()? {
                    members.push(member);
                }
                Ok(JsonMembers(members))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(value) = seq.next_element::<&'de RawValue>()? {
                    members.push((Cow::Owned(members.len().to_string()), value));
                }
                Ok(JsonMembers(members))
            }
        }
        deserializer.deserialize_any(MemberVisitor)
    }
}

/// A value of a line: its name, where it stands, and its text where that has another form.
type JsonValueText = (String, TextSpan, Option<String>);

/// The deepest that objects stand within each other.
const DEPTH_MAX: usize = 16;

/// The values of a line that is a JSON object.
///
/// # Errors
/// What is wrong with it, and the column.
pub fn values(line: &str) -> Result<Vec<JsonValueText>, LineFault> {
    let mut found = Vec::new();
    if !line.trim_start().starts_with('{') {
        return Err(LineFault::at(line, 0, "expected a JSON object"));
    }
    collect(line, 0, "", 0, &mut found)?;
    Ok(found)
}

fn collect(
    text: &str,
    begins: usize,
    above: &str,
    depth: usize,
    found: &mut Vec<JsonValueText>,
) -> Result<(), LineFault> {
    let members: JsonMembers<'_> = serde_json::from_str(text).map_err(|error| LineFault {
        column: begins + error.column(),
        what: without_place(&error),
    })?;
    for (name, value) in members.0 {
        let value = value.get();
        // The value is a part of the text.
        let from = begins + (value.as_ptr() as usize - text.as_ptr() as usize);
        let name = match above {
            "" => name.into_owned(),
            above => format!("{above}.{name}"),
        };
        match value.as_bytes()[0] {
            b'{' | b'[' if depth < DEPTH_MAX => collect(value, from, &name, depth + 1, found)?,
            b'"' if !value.contains('\\') => {
                found.push((name, TextSpan::new(from + 1, from + value.len() - 1), None));
            }
            b'"' => {
                let plain = serde_json::from_str(value).unwrap_or_default();
                found.push((name, TextSpan::default(), Some(plain)));
            }
            _ => found.push((name, TextSpan::new(from, from + value.len()), None)),
        }
    }
    Ok(())
}

struct JsonLinesParser {
    roles: BTreeMap<String, FieldRole>,
    /// The names of the line before, in their order: most lines have the same.
    usual: Vec<(String, FieldRole)>,
    /// The roles that stand in the line so far.
    told: BTreeSet<FieldRole>,
}

/// Takes the names of the first lines for columns.
pub fn open(
    lines: &mut LogLines,
    description: &mut Description,
) -> Result<Box<dyn FormReader>, Error> {
    let name = lines.name().to_owned();
    // Where no columns are described a later line has no others than these lines.
    if description.columns.is_empty() {
        lines.ahead(BEGINNING, has_enough_lines)?;
    }
    let says = |line: &[u8]| !line.trim_ascii().is_empty();
    let ahead = lines.ahead(LogLines::LINE_MAX, |ahead| has_line(ahead, says))?;
    let mut roles = BTreeMap::new();
    let mut known = ColumnIndex::of(description);
    // What is cut off behind the last end of a line is no object.
    for line in ahead.split(|byte| *byte == b'\n') {
        let Ok(text) = std::str::from_utf8(line) else {
            break;
        };
        // What is wrong with a line is told when it is read.
        let Ok(found) = values(text) else { continue };
        for (name, _, _) in found {
            let role = known.role(&name, description);
            roles.insert(name, role);
        }
    }
    if roles.is_empty() {
        return Err(Error::new("expected a JSON object a line").at(format_args!("{name}:1:1")));
    }
    for (at, column) in description.columns.iter().enumerate() {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        roles.entry(column.name.clone()).or_insert(FieldRole::Column(at));
        if let Some(renamed) = &column.renamed {
            roles.entry(renamed.clone()).or_insert(FieldRole::Column(at));
        }
    }
    let special = [(&description.tick, FieldRole::Tick), (&description.entity, FieldRole::Entity)];
    for (name, role) in special {
        if let Some(name) = name {
            roles.insert(name.clone(), role);
        }
    }
    Ok(Box::new(JsonLinesParser { roles, usual: Vec::new(), told: BTreeSet::new() }))
}

impl JsonLinesParser {
    fn role(&mut self, n: usize, name: &str) -> Option<FieldRole> {
        if let Some((usual, role)) = self.usual.get(n)
            && usual == name
        {
            return Some(*role);
        }
        let role = *self.roles.get(name)?;
        self.usual.truncate(n);
        self.usual.push((name.to_owned(), role));
        Some(role)
    }
}

impl FormReader for JsonLinesParser {
    /// A column may come later.
    fn has_column(&self, _: usize) -> bool {
        true
    }

    fn read(&mut self, record: &mut Record) -> Result<(), LineFault> {
        if record.raw().trim().is_empty() {
            record.is_note = true;
            return Ok(());
        }
        self.told.clear();
        for (n, (name, span, other)) in values(record.raw())?.into_iter().enumerate() {
            let Some(role) = self.role(n, &name) else {
                let what =
                    format!("`{name}` is not in the first lines; describe this column with --like");
                return Err(LineFault::at(record.raw(), span.from as usize, what));
            };
            if !self.told.insert(role) {
                let what = format!("`{name}` occurs twice in its line");
                return Err(LineFault::at(record.raw(), span.from as usize, what));
            }
            let span = match other {
                Some(text) => record.add_text(&text),
                None => span,
            };
            role.put(span, record);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_they_are_and_nested_ones_have_points() {
        let line =
            "{\"t\": 7, \"pos\": {\"x\": 1.50, \"y\": null}, \"a\": [1, \"b\"], \"s\": \"q\\\"\"}";
        let found = values(line).unwrap();
        let shown: Vec<_> = found
            .iter()
            .map(|(name, span, other)| match other {
                Some(text) => format!("{name}={text}"),
                None => format!("{name}={}", &line[span.from as usize..span.to as usize]),
            })
            .collect();
        assert_eq!(shown, ["t=7", "pos.x=1.50", "pos.y=null", "a.0=1", "a.1=b", "s=q\""]);
        assert!(values("[1]").is_err());
        assert_eq!(values("{\"a\": }").unwrap_err().column, 7);
    }
}
