//! The signals of a value-change dump by their codes. A signal may have several names, each of them a column.

use std::collections::BTreeMap;

/// The signals by their codes.
#[derive(Debug, Default)]
pub(crate) struct DumpCodes {
    /// The number of a code of one or two letters; [`DumpCodes::NONE`] where there is none.
    short: Vec<u32>,
    /// The number of every code.
    all: BTreeMap<String, u32>,
    /// By number, the columns of its names.
    names: Vec<Vec<u32>>,
    /// By number, those of them that changes are told of.
    told: Vec<Vec<u32>>,
    /// By number, true for an event.
    events: Vec<bool>,
}

impl DumpCodes {
    const NONE: u32 = u32::MAX;
    /// The letters of codes, and one for none.
    const LETTERS: usize = 128;

    /// Adds a name: the column of a signal that has this code.
    pub fn add(&mut self, code: &str, column: u32, is_event: bool) {
        if self.short.is_empty() {
            self.short = vec![Self::NONE; Self::LETTERS * Self::LETTERS];
        }
        let number = match self.all.get(code) {
            Some(number) => *number as usize,
            None => {
                let number = self.names.len();
                self.all.insert(code.to_owned(), number as u32);
                self.names.push(Vec::new());
                self.told.push(Vec::new());
                self.events.push(is_event);
                if let Some(index) = Self::index(code.as_bytes()) {
                    self.short[index] = number as u32;
                }
                number
            }
        };
        if self.told[number].is_empty() {
            self.told[number].push(column);
        }
        self.names[number].push(column);
    }

    #[inline]
    fn index(code: &[u8]) -> Option<usize> {
        let (first, second) = match *code {
            [one] => (one, 0),
            [one, two] if two > 0 => (one, two),
            _ => return None,
        };
        let index = usize::from(first) * Self::LETTERS + usize::from(second);
        (first.is_ascii() && second.is_ascii()).then_some(index)
    }

    /// The number of a code.
    #[inline]
    pub fn number(&self, code: &[u8]) -> Option<usize> {
        let number = match Self::index(code) {
            Some(index) => self.short.get(index).copied().filter(|it| *it != Self::NONE),
            None => self.all.get(std::str::from_utf8(code).ok()?).copied(),
        };
        number.map(|it| it as usize)
    }

    /// The columns that a change of a signal is told of: that of its first name, unless others were chosen.
    #[inline]
    pub fn told(&self, number: usize) -> &[u32] {
        &self.told[number]
    }

    /// Returns true if a signal is an event.
    pub fn is_event(&self, number: usize) -> bool {
        self.events[number]
    }

    /// Tells of these columns alone from now on.
    pub fn choose(&mut self, is_chosen: impl Fn(u32) -> bool) {
        for (told, names) in self.told.iter_mut().zip(&self.names) {
            *told = names.iter().copied().filter(|it| is_chosen(*it)).collect();
        }
    }

    /// The number of the code of each column.
    pub fn by_column(&self) -> BTreeMap<u32, usize> {
        let numbers = self.names.iter().enumerate();
        numbers
            .flat_map(|(number, names)| names.iter().map(move |column| (*column, number)))
            .collect()
    }

    /// Returns true if a column is a name of a signal.
    pub fn has(&self, column: usize) -> bool {
        self.names.iter().flatten().any(|it| *it as usize == column)
    }

    /// Returns true if codes and names are the same in another dump.
    pub fn are_those_of(&self, other: &DumpCodes) -> bool {
        self.all == other.all && self.names == other.names && self.events == other.events
    }
}
