//! Two cells of a sweep held against each other game by game: game k of both has the same luck, so
//! what both share drops out of the difference.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use super::rows::{GameRow, Names};
use super::spec::Spec;
use super::workers::engine_of;
use chase_arena::stats::Pairs;
use chase_kit::budget::StopFlag;
use chase_kit::sweep_engine::{EngineKind, GameNumbers};
use chase_kit::totals::GameTotals;
use chase_play::CommandLine;
use chase_world::error::Error;
use chase_world::world::gathered;

/// The results of pairs of games.
#[derive(Clone, Debug, Default)]
pub struct Paired {
    /// For each cause, in how many pairs it was the cause of both, one, neither.
    pub causes: BTreeMap<String, Pairs>,
    /// For each measure of the sweep, in how many pairs it held for both, one, neither.
    pub measures: Vec<Pairs>,
    /// The number of pairs.
    pub games: u64,
    /// The sum over all pairs of the second game's cycles less the first's.
    pub cycles: i128,
    /// The squares of that, summed.
    pub squares: u128,
    /// The totals of the first and the second cell, as the sweep has them.
    pub totals: [GameTotals; 2],
}

/// The result of a game of either cell: its cause, its length and the measures that held for it.
struct PairedGame {
    number: u64,
    cause: String,
    cycles: u32,
    measured: Vec<bool>,
}

fn count(pairs: &mut Pairs, first: bool, second: bool, games: u64) {
    *match (first, second) {
        (true, true) => &mut pairs.both,
        (true, false) => &mut pairs.first,
        (false, true) => &mut pairs.second,
        (false, false) => &mut pairs.neither,
    } += games;
}

impl Paired {
    fn add(&mut self, first: &[PairedGame], second: &[PairedGame]) {
        let mut both: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for (one, other) in first.iter().zip(second) {
            *both.entry((&one.cause, &other.cause)).or_default() += 1;
            self.measures.resize(one.measured.len(), Pairs::default());
            let measured = one.measured.iter().zip(&other.measured);
            for (pairs, (one, other)) in self.measures.iter_mut().zip(measured) {
                count(pairs, *one, *other, 1);
            }
            let more = i64::from(other.cycles) - i64::from(one.cycles);
            self.cycles += i128::from(more);
            self.squares += u128::from(more.unsigned_abs() * more.unsigned_abs());
        }
        let new = both.keys().flat_map(|(one, other)| [*one, *other]);
        for cause in new.collect::<std::collections::BTreeSet<_>>() {
            self.causes
                .entry(cause.to_owned())
                .or_insert_with(|| Pairs { neither: self.games, ..Pairs::default() });
        }
        for (cause, pairs) in &mut self.causes {
            for ((one, other), games) in &both {
                count(pairs, one == cause, other == cause, *games);
            }
        }
        self.games += first.len() as u64;
    }
}

/// The numbers that a cell plays, and what came of each.
fn ended(
    game: &dyn CommandLine,
    spec: &Spec,
    cell: usize,
    numbers: Range<u64>,
    (wanted, stop): (Option<EngineKind>, &StopFlag),
) -> Result<Option<(Vec<PairedGame>, GameTotals)>, Error> {
    let maps = spec.cells[cell].scenarios.len() as u64;
    let names = Names::of(game, &mut spec.header(cell, 0))?;
    let (mut all, mut totals) = (Vec::new(), GameTotals::default());
    totals.measured = vec![0; spec.measures.len()];
    for first in numbers.start..numbers.end.min(numbers.start + maps) {
        let mut engine = engine_of(game, &mut spec.header(cell, first), wanted, stop)?;
        let numbers =
            GameNumbers { first, step: maps, count: (numbers.end - first).div_ceil(maps) };
        engine.expect_games(numbers.count);
        let mut each = |game: &chase_kit::totals::GamePlayed,
                        ending: &chase_kit::totals::EndingKind| {
            let row = GameRow { cell: u32::try_from(cell).unwrap_or(u32::MAX), game, ending };
            let measures = spec.measures.iter();
            all.push(PairedGame {
                number: game.number,
                cause: ending.cause.clone().into_owned(),
                cycles: game.cycles,
                measured: measures.map(|it| it.holds(&row, &names)).collect(),
            });
        };
        if !engine.play(numbers, &mut totals, Some(&mut each)) {
            return Ok(None);
        }
    }
    all.sort_by_key(|ended: &PairedGame| ended.number);
    for ended in &all {
        for (count, holds) in totals.measured.iter_mut().zip(&ended.measured) {
            *count += u64::from(*holds);
        }
    }
    Ok(Some((all, totals)))
}

/// Plays the first games of two cells again, and counts them in pairs. Nothing when it was stopped.
///
/// # Errors
/// A game that cannot be played.
pub fn pair(
    game: &dyn CommandLine,
    spec: &Spec,
    cells: [usize; 2],
    games: u64,
    jobs: usize,
    how: (Option<EngineKind>, &StopFlag),
) -> Result<Option<Paired>, Error> {
    const AT_ONCE: u64 = 1 << 14;
    let next = AtomicU64::new(0);
    let work = |sender: &Sender<_>| {
        loop {
            let from = next.fetch_add(AT_ONCE, Ordering::Relaxed);
            let numbers = from..(from + AT_ONCE).min(games);
            if numbers.is_empty() {
                return;
            }
            let [first, second] = cells.map(|cell| ended(game, spec, cell, numbers.clone(), how));
            let both = first.and_then(|first| Ok((first, second?)));
            if sender.send(both).is_err() {
                return;
            }
        }
    };
    let paired = gathered(jobs, work, |done| {
        let mut paired = Paired::default();
        for both in done {
            if let (Some((first, of_first)), Some((second, of_second))) = both? {
                paired.add(&first, &second);
                paired.totals[0].merge(&of_first);
                paired.totals[1].merge(&of_second);
            }
        }
        Ok::<_, Error>(paired)
    })?;
    Ok((paired.games == games).then_some(paired))
}
