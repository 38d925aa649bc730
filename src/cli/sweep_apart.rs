//! `chase sweep diff --unpaired`: two cells of a sweep by what was counted, as if the luck of each were
//! its own.

use super::columns;
use crate::arena::stats::{difference_apart, means_apart};
use crate::engine::totals::GameTotals;
use crate::sweep::{Spec, significant};

/// Two cells, and what came of them.
pub(super) struct Apart<'a> {
    spec: &'a Spec,
    cells: [usize; 2],
    totals: &'a [GameTotals; 2],
}

/// The values of a cell, for a line that names it.
pub(super) fn values(spec: &Spec, cell: usize) -> String {
    if spec.cells[cell].values.is_empty() {
        return String::new();
    }
    let pairs = spec.varied.iter().zip(&spec.cells[cell].values);
    let pairs = pairs.map(|(name, value)| format!("{name}={value}"));
    format!(": {}", pairs.collect::<Vec<_>>().join(" "))
}

/// A caution about intervals where a rule ended the cells.
pub(super) fn stopped(spec: &Spec) -> String {
    let Some(until) = &spec.until else {
        return String::new();
    };
    format!(
        "the cells end by {until}: the intervals and the p of a difference assume a number of games that \
         was fixed beforehand, and are not corrected for this\n"
    )
}

impl<'a> Apart<'a> {
    pub(super) fn new(spec: &'a Spec, cells: [usize; 2], totals: &'a [GameTotals; 2]) -> Self {
        Apart { spec, cells, totals }
    }

    /// The counts that are compared: the causes, then the measures, each with its games in either
    /// cell.
    fn counts(&self) -> Vec<(String, [u64; 2])> {
        let endings = self.totals.iter().flat_map(|it| &it.endings);
        let mut causes: Vec<_> = endings.map(|(ending, _)| ending.cause.to_string()).collect();
        causes.sort();
        causes.dedup();
        let of_cause = |totals: &GameTotals, cause: &str| -> u64 {
            let endings = totals.endings.iter();
            let mine = endings.filter(|(ending, _)| ending.cause == cause);
            mine.map(|(_, games)| games).sum()
        };
        let [first, second] = self.totals;
        let causes = causes.into_iter().map(|cause| {
            let counts = [of_cause(first, &cause), of_cause(second, &cause)];
            (cause, counts)
        });
        let measures = self.spec.measures.iter().enumerate().map(|(n, measure)| {
            let of = |totals: &GameTotals| totals.measured.get(n).copied().unwrap_or(0);
            (measure.column(), [of(first), of(second)])
        });
        causes.chain(measures).collect()
    }

    /// The number of games, the sum and the sum of the squares of their last cycles, on either
    /// side.
    fn cycles(&self) -> [(u64, u128, u128); 2] {
        [0, 1].map(|n: usize| {
            let totals = &self.totals[n];
            (totals.games - totals.failed(), totals.cycles, totals.squares)
        })
    }

    pub(super) fn text(&self) -> String {
        let ([one, other], [first, second]) = (self.cells, self.totals);
        let mut text = format!(
            "A is cell {one}{}: {} games\nB is cell {other}{}: {} games\n\n",
            values(self.spec, one),
            first.games,
            values(self.spec, other),
            second.games
        );
        let heads = ["cause", "A", "B", "B - A %", "95 %"];
        let mut lines = vec![heads.map(str::to_owned).to_vec()];
        for (name, [a, b]) in self.counts() {
            let (found, interval) = difference_apart((a, first.games), (b, second.games));
            let (low, high) = (interval.low * 100.0, interval.high * 100.0);
            lines.push(vec![
                name,
                a.to_string(),
                b.to_string(),
                format!("{:+.3}", found * 100.0),
                format!("{low:+.3} to {high:+.3}"),
            ]);
        }
        text.push_str(&columns::table(&lines));
        let [a, b] = self.cycles();
        if let Some((found, interval)) = means_apart(a, b) {
            let width = interval.half_width();
            text.push_str(&format!("\ncycles, B - A: {found:+.4} +- {width:.4}\n"));
        }
        text.push_str(
            "the cells are compared as if their random numbers were independent; leave out --unpaired to compare them in pairs\n",
        );
        text + &stopped(self.spec)
    }

    pub(super) fn json(&self) -> serde_json::Value {
        let [first, second] = self.totals;
        let counts = self.counts().into_iter().map(|(name, [a, b])| {
            let (found, interval) = difference_apart((a, first.games), (b, second.games));
            serde_json::json!({
                "event": name, "a": a, "b": b, "difference": significant(found),
                "low": significant(interval.low), "high": significant(interval.high),
            })
        });
        let [a, b] = self.cycles();
        let cycles = means_apart(a, b).map(|(found, interval)| {
            serde_json::json!({
                "difference": significant(found),
                "low": significant(interval.low), "high": significant(interval.high),
            })
        });
        serde_json::json!({
            "cells": self.cells, "games": [first.games, second.games],
            "stopped_by": self.spec.until.as_ref().map(ToString::to_string),
            "events": counts.collect::<Vec<_>>(),
            "cycles": cycles,
        })
    }
}
