//! The numbers that stand in the tree, and what is said of those that were counted.

use serde::Deserialize;

use crate::Anyhow;
use crate::cases::Case;
use crate::machine::Machine;

/// How much more than its number a count may be: a twentieth.
const MORE_MAX: f64 = 1.05;

/// A file of numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Where they were taken.
    pub machine: Machine,
    instructions: toml::Table,
}

/// What is said of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is near its number.
    Fine,
    /// It is so far below that the number holds nothing any more.
    Less,
    /// It is above what its number allows.
    More,
    /// It has no number.
    Unknown,
}

/// Holds a count against its number.
pub fn judge(count: f64, number: Option<f64>) -> Verdict {
    match number {
        None => Verdict::Unknown,
        Some(number) if count > number * MORE_MAX => Verdict::More,
        Some(number) if count < number / MORE_MAX => Verdict::Less,
        Some(_) => Verdict::Fine,
    }
}

impl Numbers {
    /// Reads a file of them.
    pub fn read(path: &str) -> Anyhow<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        Ok(toml::from_str(&text).map_err(|error| format!("{path}: {error}"))?)
    }

    /// The number of what is called so.
    pub fn of(&self, name: &str) -> Option<f64> {
        let number = self.instructions.get(name)?;
        number.as_float().or(number.as_integer().map(|it| it as f64))
    }

    /// The names that are not among these.
    pub fn without<'a>(&'a self, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let names: Vec<_> = names.collect();
        let all = self.instructions.keys().map(String::as_str);
        all.filter(|name| !names.contains(name)).collect()
    }
}

/// A file of the numbers that were counted.
pub fn written(machine: &Machine, counted: &[(Case, f64)]) -> String {
    let Machine { rustc, libc, processor } = machine;
    let mut text = format!(
        "# Instructions that the program, as `cargo test` builds it, takes for a unit of work. CI fails where\n\
         # it takes more than 5 % more. `tests/guard/run --retake` writes this file; a commit that changes it\n\
         # says why in a line that begins `Instructions: `. docs/contributing.md says more.\n\n\
         # Elsewhere nothing is compared: another compiler, library or processor takes other numbers.\n\
         [machine]\nrustc = {rustc:?}\nlibc = {libc:?}\nprocessor = {processor:?}\n\n[instructions]\n"
    );
    for (case, count) in counted {
        text.push_str(&format!("{:?} = {count:.1}\n", case.name));
    }
    text
}
