//! The course of a column's difference over time: it grows, comes back, or stays.

use std::cmp::Ordering;

use serde::Serialize;

use super::exact::Size;
use super::tolerance::{Gap, NoDistance};

/// The course of a difference over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Trend {
    /// It becomes larger: the largest is at least twice the first, and stands in the later half.
    Grows,
    /// The last quarter of the cycles since the first difference is alike again.
    ComesBack,
    /// It neither grows nor comes back.
    Stays,
}

impl Trend {
    /// The trend in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Trend::Grows => "grows",
            Trend::ComesBack => "comes back",
            Trend::Stays => "stays",
        }
    }
}

/// The differences of a column on the way through two logs.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnTrend {
    /// The number of values that differ.
    pub differ: u64,
    /// The number of values that are out of tolerance.
    pub out: u64,
    first: Option<(u64, f64)>,
    /// The cycle, size, tick and entity of the largest difference; it has no size where the values have no distance.
    pub largest: Option<(u64, Option<Size>, String, String)>,
    /// The reason why the largest difference has no size, if it has none.
    pub unlike: Option<NoDistance>,
    last: u64,
    /// The tick of the last difference.
    pub last_at: String,
}

impl ColumnTrend {
    /// Takes in a difference.
    pub fn take(&mut self, cycle: u64, tick: &str, entity: &str, gap: &Gap, is_out: bool) {
        self.differ += 1;
        self.out += u64::from(is_out);
        let size = gap.size();
        let rounded = || size.map_or(f64::INFINITY, Size::rounded_up);
        self.first.get_or_insert_with(|| (cycle, rounded()));
        if self.last != cycle || self.last_at.is_empty() {
            self.last = cycle;
            tick.clone_into(&mut self.last_at);
        }
        let is_larger = |than: &Size| size.is_none_or(|it| it.compared(than) == Ordering::Greater);
        let largest = self.largest.as_ref();
        if largest.is_none_or(|it| it.1.as_ref().is_some_and(is_larger)) {
            self.largest = Some((cycle, size.cloned(), tick.to_owned(), entity.to_owned()));
            self.unlike = gap.unlike();
        }
    }

    /// The course of the difference, given the number of cycles that were compared.
    pub fn trend(&self, compared: u64) -> Trend {
        let (Some((begins, first)), Some((at, most, ..))) = (self.first, &self.largest) else {
            return Trend::Stays;
        };
        let alike = compared.saturating_sub(1).saturating_sub(self.last);
        let span = compared.saturating_sub(begins);
        if alike > 0 && alike * 4 >= span {
            return Trend::ComesBack;
        }
        let is_late = at - begins > self.last.saturating_sub(begins) / 2;
        if is_late && most.as_ref().is_some_and(|it| it.rounded_up() >= 2.0 * first) {
            Trend::Grows
        } else {
            Trend::Stays
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trend(sizes: &[f64], compared: u64) -> Trend {
        let mut course = ColumnTrend::default();
        for (cycle, size) in (0..).zip(sizes) {
            if *size > 0.0 {
                let gap = Gap::Numbers(Size::of_float(*size).unwrap());
                course.take(cycle, &cycle.to_string(), "", &gap, true);
            }
        }
        course.trend(compared)
    }

    #[test]
    fn a_difference_grows_comes_back_or_stays() {
        assert_eq!(trend(&[0.0, 1.0, 2.0, 4.0], 4), Trend::Grows);
        assert_eq!(trend(&[0.0, 1.0, 1.0, 1.0], 4), Trend::Stays);
        assert_eq!(trend(&[0.0, 4.0, 1.0, 1.0], 4), Trend::Stays);
        assert_eq!(trend(&[0.0, 1.0, 3.0, 0.0], 4), Trend::ComesBack);
    }
}
