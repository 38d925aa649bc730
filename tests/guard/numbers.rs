//! The numbers that stand in the tree, and what is said of those that were counted.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::Anyhow;
use crate::cases::Case;
use crate::machine::Machine;

/// How many times its number a count may be where the file says nothing else.
const MORE_MAX: f64 = 1.05;

/// A file of numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Where they were taken.
    pub machine: Machine,
    instructions: BTreeMap<String, f64>,
    /// How many times its number a count may be.
    #[serde(default)]
    allowed: BTreeMap<String, f64>,
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

impl Numbers {
    /// Reads a file of them.
    pub fn read(path: &str) -> Anyhow<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        Ok(toml::from_str(&text).map_err(|error| format!("{path}: {error}"))?)
    }

    /// The number of what is called so.
    pub fn of(&self, name: &str) -> Option<f64> {
        self.instructions.get(name).copied()
    }

    /// How many times its number what is called so may take.
    pub fn allowed(&self, name: &str) -> f64 {
        self.allowed.get(name).copied().unwrap_or(MORE_MAX)
    }

    /// Holds a count against its number.
    pub fn judge(&self, name: &str, count: f64) -> Verdict {
        match self.of(name) {
            None => Verdict::Unknown,
            Some(number) if count > number * self.allowed(name) => Verdict::More,
            Some(number) if count < number / MORE_MAX => Verdict::Less,
            Some(_) => Verdict::Fine,
        }
    }

    /// The names that are not among these.
    pub fn without<'a>(&'a self, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let names: Vec<_> = names.collect();
        let all = self.instructions.keys().map(String::as_str);
        all.filter(|name| !names.contains(name)).collect()
    }

    /// The file with what was counted. A count that is near its number leaves it as it is: otherwise many
    /// small steps would go unseen.
    pub fn retaken(&self, machine: &Machine, counted: &[(Case, f64)]) -> String {
        let Machine { rustc, libc, processor } = machine;
        let mut text = format!(
            "# Instructions that the program, as `cargo test` builds it, takes for a unit of work, counted when dependencies came\n\
             # to be built at level 1, as the project itself is; that of `laws` later. All changes since then together stay within\n\
             # 5 % of a number, or within the factor that [allowed] gives it: CI fails above. `tests/guard/run --retake`,\n\
             # after a wanted change, writes anew only those that are farther off; a commit that changes this file says\n\
             # why in a line that begins `Instructions: `. docs/contributing.md says more.\n\n\
             # Elsewhere nothing is compared: another compiler, library or processor takes other numbers.\n\
         [machine]\nrustc = {rustc:?}\nlibc = {libc:?}\nprocessor = {processor:?}\n\n[instructions]\n"
        );
        for (case, count) in counted {
            let is_near = self.judge(case.name, *count) == Verdict::Fine;
            let kept = self.of(case.name).filter(|_| is_near && self.machine == *machine);
            let number = kept.unwrap_or(*count);
            text.push_str(&format!("{:?} = {number:.1}\n", case.name));
        }
        text.push_str(
            "\n# Rows that may take so many times their number, not 1.05 times.\n[allowed]\n",
        );
        for (name, factor) in &self.allowed {
            text.push_str(&format!("{name:?} = {factor}\n"));
        }
        text
    }
}
