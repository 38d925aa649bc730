//! Where a program is right and where it goes wrong, counted turn by turn, and the one place where its first
//! wrong turns begin, if there is one.

use std::collections::BTreeMap;

use super::instead::{instead, most_frequent};
use super::right::right_turns;
use super::run::TraceRun;
use super::situations::{
    CAME_BEFORE, FIRST_OF_STEPS, FIRST_ROUTE, SITUATIONS, came_before, situation,
};
use chase_kit::diagnosis::{TurnCount, TurnPlace, TurnRow, TurnTable};
use chase_police::AGENTS;
use chase_police::players::known_strategy::KnownStrategy;

/// First wrong turns that each half of the cases must have.
const FIRST_WRONG_MIN: usize = 8;
/// The share of them that a place must hold in each half, in percent.
const HELD_PERCENT_MIN: usize = 95;
/// The share of the turns up to the first wrong ones that a place may have, in percent, if more of its turns are right
/// than wrong.
const TURNS_PERCENT_MAX: usize = 20;

/// Counts by situation, and in it by what came before; the last column is all turns of the situation.
type Counts = [[TurnCount; CAME_BEFORE.len() + 1]; SITUATIONS.len()];
const ANY: usize = CAME_BEFORE.len();

/// The counts of all judged turns of a strategy.
pub struct Counted {
    all: Counts,
    /// Of each half of the cases, the turns of each agent up to its first wrong one.
    early: [Counts; 2],
    /// By situation: what was done in the wrong turns.
    instead: [BTreeMap<u32, usize>; SITUATIONS.len()],
}

/// Counts one more turn.
fn add(count: &mut TurnCount, is_wrong: bool) {
    count.turns += 1;
    count.right += usize::from(!is_wrong);
}

/// All turns of some counts.
fn sum(counts: impl IntoIterator<Item = TurnCount>) -> TurnCount {
    counts.into_iter().fold(TurnCount::default(), |all, one| TurnCount {
        right: all.right + one.right,
        turns: all.turns + one.turns,
    })
}

/// A row of either table, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongPlace {
    /// The situation.
    pub situation: Option<usize>,
    /// What came before.
    pub before: Option<usize>,
}

impl WrongPlace {
    fn words(self) -> TurnPlace {
        TurnPlace {
            situation: self.situation.map(|n| SITUATIONS[n].words),
            before: self.before.map(|n| CAME_BEFORE[n].words),
        }
    }
}

/// Counts the turns of a strategy in all runs.
#[must_use]
pub fn counted(strategy: KnownStrategy, runs: &[TraceRun]) -> Counted {
    let none = [[TurnCount::default(); ANY + 1]; SITUATIONS.len()];
    let mut counted =
        Counted { all: none, early: [none; 2], instead: std::array::from_fn(|_| BTreeMap::new()) };
    for (n, run) in runs.iter().enumerate() {
        let mut is_early = [true; AGENTS];
        right_turns(strategy, run, |turn| {
            let at = situation(turn);
            let before = came_before(turn, at) | 1 << ANY;
            let is_wrong = turn.is_wrong();
            let is_first = &mut is_early[turn.number];
            let is_early = *is_first;
            *is_first &= !is_wrong;
            let columns = (0..=ANY).filter(|column| before >> column & 1 == 1);
            for column in columns {
                add(&mut counted.all[at][column], is_wrong);
                if is_early {
                    add(&mut counted.early[n % 2][at][column], is_wrong);
                }
            }
            if is_wrong {
                *counted.instead[at].entry(instead(turn)).or_default() += 1;
            }
        });
    }
    counted
}

impl Counted {
    /// The number of turns that are wrong.
    #[must_use]
    pub fn wrong(&self) -> usize {
        self.judged().wrong()
    }

    /// The counts of all turns.
    fn judged(&self) -> TurnCount {
        sum(self.all.iter().map(|row| row[ANY]))
    }

    /// Both tables; nothing if no turn is wrong.
    pub(super) fn table(&self) -> Option<TurnTable> {
        let has_turns = |row: &TurnRow| row.count.turns > 0;
        let situations = self.all.iter().enumerate().map(|(n, row)| {
            let first = Some(row[FIRST_ROUTE]);
            let seen: Vec<_> =
                self.instead[n].iter().map(|(fits, times)| (*fits, *times)).collect();
            TurnRow {
                words: SITUATIONS[n].words,
                count: row[ANY],
                first_route: first.filter(|first| n >= FIRST_OF_STEPS && first.turns > 0),
                instead: most_frequent(&seen),
            }
        });
        let came_before = CAME_BEFORE.iter().enumerate().map(|(n, row)| TurnRow {
            words: row.words,
            count: sum(self.all.iter().map(|row| row[n])),
            first_route: None,
            instead: Vec::new(),
        });
        (self.wrong() > 0).then(|| TurnTable {
            judged: self.judged(),
            place: self.place().map(WrongPlace::words),
            start_here: self.start_here(),
            situations: situations.filter(has_turns).collect(),
            came_before: came_before.filter(has_turns).collect(),
        })
    }

    /// The sentence that says where to look first.
    fn start_here(&self) -> String {
        let Some(place) = self.place() else {
            let first = self.early_at(WrongPlace { situation: None, before: None });
            return match first.iter().any(|half| half.wrong() < FIRST_WRONG_MIN) {
                true => "no single place: there are too few first wrong turns".into(),
                false => "no single place: the first wrong turns have too little in common".into(),
            };
        };
        let TurnPlace { situation, before } = place.words();
        let words: Vec<_> = situation.into_iter().chain(before).collect();
        let [here, all] = [place, WrongPlace { situation: None, before: None }]
            .map(|place| sum(self.early_at(place)));
        format!(
            "start here: {} ({} of {} first wrong turns of an agent in a run; {} there up to then)",
            words.join(", and "),
            here.wrong(),
            all.wrong(),
            here.words(),
        )
    }

    /// The place where the first wrong turns are; `None` where there is no single one.
    #[must_use]
    pub fn place(&self) -> Option<WrongPlace> {
        let everywhere = WrongPlace { situation: None, before: None };
        let all = self.early_at(everywhere);
        if all.iter().any(|half| half.wrong() < FIRST_WRONG_MIN) {
            return None;
        }
        let rows = || (0..SITUATIONS.len()).map(Some);
        let columns = || (0..CAME_BEFORE.len()).map(Some);
        let singles = rows().map(|situation| WrongPlace { situation, before: None });
        let singles = singles.chain(columns().map(|before| WrongPlace { situation: None, before }));
        let pairs = rows()
            .flat_map(|situation| columns().map(move |before| WrongPlace { situation, before }));
        let qualify = |place: &WrongPlace| {
            let halves = self.early_at(*place);
            let holds = halves
                .iter()
                .zip(&all)
                .all(|(here, all)| here.wrong() * 100 >= all.wrong() * HELD_PERCENT_MIN);
            let [here, all] = [halves, all].map(sum);
            let is_narrow = here.turns * 100 <= all.turns * TURNS_PERCENT_MAX;
            holds && (is_narrow || here.right <= here.wrong())
        };
        let turns =
            |place: &WrongPlace| self.early_at(*place).iter().map(|half| half.turns).sum::<usize>();
        singles.chain(pairs).filter(qualify).min_by_key(turns)
    }

    /// The early turns in a place, of each half.
    fn early_at(&self, place: WrongPlace) -> [TurnCount; 2] {
        let rows = match place.situation {
            Some(row) => row..row + 1,
            None => 0..SITUATIONS.len(),
        };
        let column = place.before.unwrap_or(ANY);
        self.early.each_ref().map(|half| sum(half[rows.clone()].iter().map(|row| row[column])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::conduct::Conduct;
    use super::super::play::{play, play_with};
    use super::super::search::program;
    use super::super::table::SWITCHES;
    use super::*;
    use crate::grading_suite::PoliceSuite;
    use chase_kit::grading::GradingSuite;
    use chase_police::{Police, THIEF};
    use chase_record::compile::compile;

    const STAGE_1: usize = 2;
    const STAGE_2: usize = 3;
    const STAGE_3: usize = 4;

    /// Cases of the grading suite, not played yet.
    fn cases() -> Vec<TraceRun> {
        let cases = PoliceSuite.cases_of(1, &[STAGE_1, STAGE_2, STAGE_3]).into_iter();
        let runs = cases.map(|case| {
            let game = compile::<Police>(&mut case.header.clone()).unwrap();
            TraceRun::new(game, &case.header, true, None)
        });
        runs.collect()
    }

    fn played(conduct: &Conduct) -> Vec<TraceRun> {
        let mut runs = cases();
        for run in &mut runs {
            run.hours = play(run, conduct);
        }
        runs
    }

    fn words(counted: &Counted) -> (Option<&str>, Option<&str>) {
        let place = counted.place().map(WrongPlace::words);
        (place.and_then(|place| place.situation), place.and_then(|place| place.before))
    }

    #[test]
    fn no_turn_of_a_right_program_is_wrong() {
        assert_eq!(CAME_BEFORE[FIRST_ROUTE].words, "in its first route");
        assert!(SITUATIONS[FIRST_OF_STEPS].words.starts_with("on a route"));
        let runs = played(&Conduct::RULES);
        for strategy in [KnownStrategy::Random, KnownStrategy::Least, KnownStrategy::Dfs] {
            let counted = counted(strategy, &runs);
            assert!(counted.all.iter().any(|row| row[ANY].turns > 0));
            assert_eq!(counted.table(), None);
            assert_eq!(counted.place(), None);
        }
    }

    #[test]
    fn first_wrong_turns_are_found_where_a_mistake_has_its_place() {
        use KnownStrategy::{Dfs, Least};
        for (name, strategy, situation, before) in [
            ("start-counted-twice", Least, None, Some("its start is due")),
            ("rests-not-visits", Least, None, Some("it has rested in a city that it can pay for")),
            ("dfs-stops", Dfs, Some("the route is done, and a new one is due"), None),
            ("tips-ignored", Least, None, Some("on the way to a tip")),
        ] {
            let number = SWITCHES.iter().position(|switch| switch.name == name);
            let runs = played(&program(&[number.unwrap()]).unwrap());
            let counted = counted(strategy, &runs);
            assert_eq!(words(&counted), (situation, before), "{name}: {:?}", counted.table());
        }
    }

    /// A number that looks drawn and depends on the turn alone.
    fn noise(turn: usize, below: usize) -> usize {
        let mixed = (turn as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed >> 33) as usize) % below
    }

    #[test]
    fn noise_has_no_place_and_neither_have_few_wrong_turns() {
        let mut runs = cases();
        let mut turn = 0;
        for run in &mut runs {
            run.hours = play_with(run, &Conduct::RULES, |walker, options| {
                turn += 1;
                let due = options.iter().copied().max().unwrap_or(walker.city);
                let all: Vec<u32> = walker.payable().map(|(to, _)| to).collect();
                let is_noisy = turn % AGENTS != THIEF + 1 && noise(turn, 9) == 0;
                if is_noisy && !all.is_empty() { all[noise(turn, all.len())] } else { due }
            });
        }
        for strategy in [KnownStrategy::Least, KnownStrategy::Dfs] {
            let all = counted(strategy, &runs);
            assert_eq!(words(&all), (None, None), "{strategy:?}");
            assert!(
                all.table()
                    .unwrap()
                    .start_here
                    .starts_with("no single place: the first wrong turns have")
            );
            let one = counted(strategy, &runs[runs.len() - 1..]).table();
            let is_little = |one: TurnTable| one.start_here.ends_with("too few first wrong turns");
            assert!(one.is_none_or(is_little), "{strategy:?}");
        }
    }
}
