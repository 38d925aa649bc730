//! Value-change dumps of logic simulators (IEEE 1364): definitions of signals, then `#` and a time,
//! and below it the signals that changed, a line each.
//!
//! A signal is a column; its name holds those of its scopes: `test.counter.out`.

use std::collections::BTreeMap;

use super::roles::Role;
use super::{FormReader, Misread};
use crate::error::Error;
use crate::traces::description::Description;
use crate::traces::input::Lines;
use crate::traces::kind::Kind;
use crate::traces::record::{Record, Span};

/// The longest definitions that are read, in bytes.
const DEFINITIONS_MAX: usize = 16 << 20;

/// What ends the definitions.
const END: &str = "$enddefinitions";

struct Vcd {
    /// The column of a signal, by its short name.
    signals: BTreeMap<String, u32>,
    is_defining: bool,
}

/// Reads the definitions.
pub fn open(
    lines: &mut Lines,
    description: &mut Description,
) -> Result<Box<dyn FormReader>, Error> {
    let name = lines.name().to_owned();
    let ends = |ahead: &[u8]| memchr::memmem::find(ahead, END.as_bytes()).is_some();
    let ahead = lines.ahead(DEFINITIONS_MAX, ends)?;
    let Some(end) = memchr::memmem::find(ahead, END.as_bytes()) else {
        let what = format!("a VCD begins with definitions that end with `{END}`; there is none");
        return Err(Error::new(what).at(format_args!("{name}:1:1")));
    };
    let definitions = String::from_utf8_lossy(&ahead[..end]).into_owned();
    description.tick.get_or_insert_with(|| "time".to_owned());
    description.entity = None;
    let signals = signals(&definitions, description)
        .map_err(|(line, what)| Error::new(what).at(format_args!("{name}:{line}:1")))?;
    Ok(Box::new(Vcd {
        signals,
        is_defining: true,
    }))
}

/// The signals of definitions; or the line and what is wrong there.
fn signals(
    definitions: &str,
    description: &mut Description,
) -> Result<BTreeMap<String, u32>, (usize, String)> {
    let (mut scopes, mut signals) = (Vec::new(), BTreeMap::new());
    for (line, text) in (1..).zip(definitions.lines()) {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            ["$scope", _, scope, ..] => scopes.push((*scope).to_owned()),
            ["$upscope", ..] => drop(scopes.pop()),
            ["$var", kind, _, short, name @ .., "$end"] if !name.is_empty() => {
                // The first name of a signal is the one it is told by.
                if signals.contains_key(*short) {
                    continue;
                }
                let name = [scopes.join("."), name.join("")].join(".");
                if let Role::Column(column) = Role::of(name.trim_start_matches('.'), description) {
                    let described = &mut description.columns[column as usize];
                    // Bits are no decimal number.
                    if described.kind == Kind::Auto && *kind != "real" {
                        described.kind = Kind::Text;
                    }
                    signals.insert((*short).to_owned(), column);
                }
            }
            ["$var", ..] => {
                let what = "expected `$var TYPE SIZE CODE NAME $end` in one line".to_owned();
                return Err((line, what));
            }
            _ => {}
        }
    }
    Ok(signals)
}

impl Vcd {
    fn change(
        &self,
        record: &mut Record,
        value: Span,
        code: &str,
        at: usize,
    ) -> Result<(), Misread> {
        let Some(column) = self.signals.get(code) else {
            let what = format!("`{code}` is no signal of the definitions");
            return Err(Misread::at(record.raw(), at, what));
        };
        Role::Column(*column).put(value, record);
        Ok(())
    }
}

impl FormReader for Vcd {
    fn read(&mut self, record: &mut Record) -> Result<(), Misread> {
        if self.is_defining {
            self.is_defining = !record.raw().contains(END);
            record.is_note = true;
            return Ok(());
        }
        let line = record.raw().trim_end().to_owned();
        let first = line.as_bytes().first().copied();
        match first {
            None | Some(b'$') => {
                record.is_note = true;
                Ok(())
            }
            Some(b'#') => {
                Role::Tick.put(Span::new(1, line.len()), record);
                Ok(())
            }
            Some(b'b' | b'B' | b'r' | b'R') => {
                let Some((value, code)) = line.split_once(' ') else {
                    return Err(Misread::at(
                        &line,
                        line.len(),
                        "expected a value, a blank and a signal",
                    ));
                };
                self.change(record, Span::new(1, value.len()), code, value.len() + 1)
            }
            Some(b'0' | b'1' | b'x' | b'X' | b'z' | b'Z') => {
                self.change(record, Span::new(0, 1), &line[1..], 1)
            }
            Some(_) => Err(Misread::at(
                &line,
                0,
                "expected `#` and a time, or a value and a signal",
            )),
        }
    }
}
