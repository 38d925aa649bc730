//! The cells of a cycle side by side, and those that differ.

use super::Aligner;
use crate::diff::report::{Pair, Place, Unlike, happened};
use crate::diff::selection::names;
use crate::store::TraceSource;
use chase_kit::trace::{Cell, Column, ColumnSet, TraceRow, absent};
use chase_world::error::one_line;

impl Aligner<'_> {
    pub(super) fn cells(&self, row: &TraceRow, differing: ColumnSet) -> Vec<(String, bool)> {
        let cells = self.game.printed(row).into_iter();
        cells.map(|(text, columns)| (text, columns.has(differing))).collect()
    }

    pub(super) fn side_by_side(&self, differing: ColumnSet) -> Pair {
        Pair {
            cycle: self.ours.row().cycle,
            ours: Some(self.cells(self.ours.row(), differing)),
            theirs: Some(self.cells(self.theirs.row(), differing)),
            differing: names(self.game, differing).map(str::to_owned).collect(),
        }
    }

    pub(super) fn one_sided(&self, whose: &str) -> Pair {
        let cells = |side: &TraceSource| Some(self.cells(side.row(), ColumnSet::NONE));
        let (row, ours, theirs) = match whose {
            "ours" => (self.ours.row(), cells(&self.ours), None),
            _ => (self.theirs.row(), None, cells(&self.theirs)),
        };
        Pair { cycle: row.cycle, ours, theirs, differing: vec![format!("only in {whose}")] }
    }

    pub(super) fn place_of(
        &self,
        cycle: u64,
        differing: ColumnSet,
        only_in: Option<&'static str>,
    ) -> Place {
        let mut columns = Vec::new();
        let known = self.game.columns();
        for n in differing.numbers().filter(|n| *n < known.len()) {
            columns.push(self.unlike(n, &known[n]));
        }
        if differing.has(ColumnSet::ENDING) {
            let said = |ending: &str| match ending {
                "" => "the game goes on".to_owned(),
                ending => one_line(ending),
            };
            columns.push(Unlike {
                column: "ending".into(),
                ours: said(&self.ours.row().ending),
                theirs: said(&self.theirs.row().ending),
            });
        }
        if differing.has(ColumnSet::EVENTS) {
            columns.push(Unlike {
                column: "events".into(),
                ours: happened(&self.ours),
                theirs: happened(&self.theirs),
            });
        }
        Place { cycle, columns, only_in }
    }

    fn unlike(&self, n: usize, column: &Column) -> Unlike {
        let say = |source: &TraceSource| {
            let cell = &source.row().cells[n];
            let number = match cell {
                Cell::Number(number) => number,
                Cell::Absent => return absent(column),
                _ => return cell.to_string(),
            };
            let referee = self.referee.as_deref();
            referee
                .map(|referee| referee.tell(n, *number))
                .or_else(|| self.ours.tell(n, *number))
                .or_else(|| self.theirs.tell(n, *number))
                .unwrap_or_else(|| number.to_string())
        };
        Unlike { column: column.name.to_owned(), ours: say(&self.ours), theirs: say(&self.theirs) }
    }
}
