//! What came of a run of numbers of one cell, as a line; and which numbers are there, each once.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::spec::Spec;
use chase_engine::seat::Seat;
use chase_kit::totals::{EndingKind, GameTotals};
use chase_world::error::Error;

/// The results of a range of game numbers of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepPiece {
    /// The number of the cell in the sweep, from 0.
    pub cell: u32,
    /// The number of its first game.
    pub first: u64,
    /// The totals of its games.
    pub totals: GameTotals,
}

impl SweepPiece {
    /// The range of its game numbers.
    #[must_use]
    pub fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.totals.games
    }
}

/// A piece as it is written: integers, those that JSON may not hold as text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceRecord {
    cell: u32,
    first: u64,
    games: u64,
    endings: Vec<(String, Option<u8>, u64)>,
    cycles: String,
    squares: String,
    lengths: Vec<(u32, u64)>,
    by: Vec<(u8, u64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    measured: Vec<u64>,
    xor: String,
    sum: String,
    failed: Option<u64>,
}

impl SweepPiece {
    /// The piece as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let totals = self.totals.clone().sorted();
        let ending = |(ending, games): &(EndingKind, u64)| {
            (ending.cause.clone().into_owned(), ending.winner, *games)
        };
        let by = (0..).zip(totals.by).filter(|(_, games)| *games > 0);
        chase_record::replay::to_json(&PieceRecord {
            cell: self.cell,
            first: self.first,
            games: totals.games,
            endings: totals.endings.iter().map(ending).collect(),
            cycles: totals.cycles.to_string(),
            squares: totals.squares.to_string(),
            lengths: totals.lengths.iter().collect(),
            by: by.collect(),
            measured: totals.measured.clone(),
            xor: format!("{:016x}", totals.check_xor),
            sum: format!("{:016x}", totals.check_sum),
            failed: totals.first_failed,
        })
    }

    /// Reads a piece of a sweep. Nothing for what no piece of it can be.
    pub fn from_json(text: &str, spec: &Spec) -> Option<Self> {
        let read: PieceRecord = serde_json::from_str(text).ok()?;
        let mut totals = GameTotals {
            games: read.games,
            cycles: read.cycles.parse().ok()?,
            squares: read.squares.parse().ok()?,
            check_xor: u64::from_str_radix(&read.xor, 16).ok()?,
            check_sum: u64::from_str_radix(&read.sum, 16).ok()?,
            first_failed: read.failed,
            measured: read.measured,
            ..GameTotals::default()
        };
        for (cause, winner, games) in read.endings {
            let cause = cause.into();
            totals.endings.push((EndingKind { cause, winner }, games));
        }
        for (cycles, games) in read.lengths {
            totals.lengths.add(cycles, games);
        }
        for (seat, games) in read.by {
            *totals.by.get_mut(Seat(seat).index())? = games;
        }
        let piece = SweepPiece { cell: read.cell, first: read.first, totals };
        let end = piece.first.checked_add(piece.totals.games)?;
        let is_there = (piece.cell as usize) < spec.cells.len() && end <= spec.games;
        let measured = &piece.totals.measured;
        let is_measured = measured.len() == spec.measures.len()
            && measured.iter().all(|games| *games <= piece.totals.games);
        let ended = piece.totals.endings.iter().map(|(_, games)| games);
        (is_there
            && is_measured
            && piece.totals.games > 0
            && ended.sum::<u64>() == piece.totals.games)
            .then_some(piece)
    }
}

/// The pieces of a sweep that are there, each number once.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    cells: Vec<BTreeMap<u64, GameTotals>>,
    games: u64,
}

impl Coverage {
    /// Nothing of a sweep yet.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Coverage { cells: vec![BTreeMap::new(); spec.cells.len()], games: 0 }
    }

    /// Adds a piece. False for one that is there already, the same.
    ///
    /// # Errors
    /// Some of its games are there already, or others came of the same games.
    pub fn add(&mut self, piece: SweepPiece) -> Result<bool, Error> {
        let numbers = piece.numbers();
        let there = &mut self.cells[piece.cell as usize];
        let last = there.range(..numbers.end).next_back();
        if let Some((first, totals)) = last
            && first + totals.games > numbers.start
        {
            let (first, end) = (*first, first + totals.games);
            if numbers == (first..end) && totals.clone().sorted() == piece.totals.clone().sorted() {
                return Ok(false);
            }
            let what = match numbers == (first..end) {
                true => "two pieces have different results of the same games",
                false => "two pieces have the same games",
            };
            return Err(Error::new(format!(
                "{what}: numbers {first} to {} of cell {} and {} to {}",
                end - 1,
                piece.cell,
                numbers.start,
                numbers.end - 1
            )));
        }
        self.games += piece.totals.games;
        there.insert(piece.first, piece.totals);
        Ok(true)
    }

    /// The pieces of a cell, by their numbers.
    pub fn pieces(&self, cell: usize) -> impl Iterator<Item = (Range<u64>, &GameTotals)> + '_ {
        self.cells[cell].iter().map(|(first, totals)| (*first..first + totals.games, totals))
    }

    /// The numbers of a range that are not there.
    #[must_use]
    pub fn missing(&self, cell: usize, within: Range<u64>) -> Vec<Range<u64>> {
        let mut gaps = Vec::new();
        let mut next = within.start;
        for (numbers, _) in self.pieces(cell) {
            if numbers.start > next && next < within.end {
                gaps.push(next..numbers.start.min(within.end));
            }
            next = next.max(numbers.end);
        }
        if next < within.end {
            gaps.push(next..within.end);
        }
        gaps
    }

    /// Returns the number of games that are there.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The totals of the games of a cell that count: all that are there, or where a rule ends the
    /// cell, those of the shards up to the one that meets it. True says that nothing more is needed
    /// of the cell.
    pub fn counted(&self, cell: usize, spec: &Spec) -> (GameTotals, bool) {
        let mut counted = GameTotals::default();
        let Some(until) = &spec.until else {
            self.pieces(cell).for_each(|(_, totals)| counted.merge(totals));
            let is_whole = counted.games == spec.games;
            return (counted.sorted(), is_whole);
        };
        let mut shard = GameTotals::default();
        let mut next = 0;
        for (numbers, totals) in self.pieces(cell) {
            if numbers.start != next {
                break;
            }
            next = numbers.end;
            shard.merge(totals);
            if next % spec.shard_games == 0 || next == spec.games {
                counted.merge(&std::mem::take(&mut shard));
                if until.is_met(&counted) {
                    return (counted.sorted(), true);
                }
            }
        }
        let is_whole = counted.games == spec.games;
        (counted.sorted(), is_whole)
    }

    /// The pieces with neighbours put together, where no shard has to be told from the next one.
    pub fn compact(&self, spec: &Spec) -> Vec<SweepPiece> {
        let mut pieces: Vec<SweepPiece> = Vec::new();
        for cell in 0..self.cells.len() {
            for (numbers, totals) in self.pieces(cell) {
                let is_border = spec.until.is_some() && numbers.start % spec.shard_games == 0;
                let last = pieces.last_mut().filter(|last| {
                    last.cell as usize == cell && last.numbers().end == numbers.start && !is_border
                });
                match last {
                    Some(last) => last.totals.merge(totals),
                    None => pieces.push(SweepPiece {
                        cell: u32::try_from(cell).unwrap_or(u32::MAX),
                        first: numbers.start,
                        totals: totals.clone(),
                    }),
                }
            }
        }
        pieces
    }
}
