//! What the wrong steps of a program have in common, where no known mistake explains it: where they
//! happen, and what it does there. A pattern is sought in every other run and must hold in the
//! others too. Where all wrong steps have nothing in common, the first of each detective in each run
//! may have: what comes after it can follow from it. A pattern says nothing of why, and there is
//! none where the bounds are not met.

use super::conduct::Conduct;
use super::features::{CONDITIONS, HABITS, PastTurns, TurnTraits};
use super::hold::{TraceStretch, WalkedSeats, walk};
use super::run::TraceRun;
use super::search::StrandOutcome;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::{AGENTS, THIEF};

/// Wrong steps that there must be in all, and in each half of the runs.
const WRONG_MIN: usize = 20;
const HALF_WRONG_MIN: usize = 10;
/// The share of wrong steps that a pattern must hold in, in percent.
const WRONG_PERCENT_MIN: usize = 95;
/// The share of right steps that may speak against it, in percent.
const RIGHT_PERCENT_MAX: usize = 5;
/// Turns that are looked at; longer evidence is left alone.
const TURNS_MAX: usize = 2_000_000;

/// The two halves of the runs: a pattern is found in one and confirmed in the other.
const HALVES: usize = 2;

/// What some wrong steps have in common: one or two traits, one of them at most a habit.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StepPattern {
    /// Places in the table of conditions.
    conditions: Vec<usize>,
    /// A place in the table of habits.
    habit: Option<usize>,
}

/// How often a pattern holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PatternCount {
    /// Wrong steps.
    wrong: usize,
    /// Those in which it holds.
    explained: usize,
    /// Right steps.
    right: usize,
    /// Those that speak against it: its conditions hold, and its habit would have been wrong.
    against: usize,
}

/// A step that was held against the rules.
#[derive(Clone)]
struct HeldStep {
    is_wrong: bool,
    /// True if its detective made no wrong step before it in this run.
    is_early: bool,
    traits: TurnTraits,
}

/// The steps of all detectives of a strategy, half by half.
type HeldHalves = [Vec<HeldStep>; HALVES];

/// The wrong steps that a pattern is sought in, and the right steps that it is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PatternScope {
    /// All steps.
    All,
    /// The first wrong step of each detective in each run, and the right steps before any wrong one.
    First,
}

/// Sentences about what the wrong steps of a strategy have in common: at most one that says where
/// they happen, and one that says what the program does. Draws that fit nothing have no pattern.
#[must_use]
pub(super) fn patterns(found: &StrandOutcome, runs: &[TraceRun]) -> Vec<String> {
    let is_drawn = found.is_by_dice && !found.is_right_without_tips;
    let halves = (!is_drawn).then(|| held(found.strategy, runs));
    halves.flatten().map(words_of).unwrap_or_default()
}

/// The sentences about these steps: about all of them where there are any, else about the first.
fn words_of(halves: HeldHalves) -> Vec<String> {
    let of = |halves: &HeldHalves, scope| {
        let found = [where_wrong(halves), what_wrong(halves)];
        let found = found.iter().flatten();
        let words = found.map(|(pattern, count)| pattern.words(*count, scope));
        words.collect::<Vec<_>>()
    };
    let all = of(&halves, PatternScope::All);
    if !all.is_empty() {
        return all;
    }
    let first = first_wrong(halves);
    first.map_or_else(Vec::new, |halves| of(&halves, PatternScope::First))
}

/// The first wrong step of each detective in each run with the right steps before any wrong one;
/// nothing where they are too few.
fn first_wrong(mut halves: HeldHalves) -> Option<HeldHalves> {
    for half in &mut halves {
        half.retain(|step| step.is_early);
    }
    is_enough(&halves).then_some(halves)
}

fn is_enough(halves: &HeldHalves) -> bool {
    let wrong = |half: &Vec<HeldStep>| half.iter().filter(|step| step.is_wrong).count();
    let wrong = halves.each_ref().map(wrong);
    wrong.iter().all(|wrong| *wrong >= HALF_WRONG_MIN) && wrong.iter().sum::<usize>() >= WRONG_MIN
}

/// The steps of the detectives of a strategy; nothing where they are too many or too few.
fn held(strategy: KnownStrategy, runs: &[TraceRun]) -> Option<HeldHalves> {
    let turns: usize = runs.iter().map(|run| run.hours.len() * (AGENTS - 1)).sum();
    if turns > TURNS_MAX {
        return None;
    }
    let mut halves = HeldHalves::default();
    // Runs with wrong steps are dealt out by themselves, so that each half has its share.
    let mut dealt = [0; 2];
    for run in runs {
        let steps = steps_of(strategy, run);
        let has_wrong = steps.iter().any(|step| step.is_wrong);
        let dealt = &mut dealt[usize::from(has_wrong)];
        halves[*dealt % HALVES].extend(steps);
        *dealt += 1;
    }
    is_enough(&halves).then_some(halves)
}

fn steps_of(strategy: KnownStrategy, run: &TraceRun) -> Vec<HeldStep> {
    let mut steps = Vec::new();
    for agent in THIEF + 1..AGENTS {
        if run.strategies[agent] != Some(strategy) {
            continue;
        }
        let view = TraceStretch { whose: WalkedSeats::Agent(agent, strategy), until_tip: false };
        let mut past = PastTurns::new(run, agent, strategy);
        let mut is_early = true;
        walk(run, view, &Conduct::RULES, |turn| {
            let traits = TurnTraits::of(&past.scene(turn));
            steps.push(HeldStep { is_wrong: !turn.is_option, is_early, traits });
            is_early &= turn.is_option;
            past.take(turn);
            true
        });
    }
    steps
}

/// The best pattern that says where the wrong steps happen.
fn where_wrong(halves: &HeldHalves) -> Option<(StepPattern, PatternCount)> {
    let conditions = common(halves, CONDITIONS.len(), |step, n| step.traits.holds >> n & 1 == 1);
    let of = |conditions: Vec<usize>| StepPattern { conditions, habit: None };
    let singles = conditions.iter().map(|n| of(vec![*n])).collect();
    best(halves, singles).or_else(|| {
        let pairs = conditions.iter().enumerate().flat_map(|(at, first)| {
            let others = conditions[at + 1..].iter();
            others.map(|second| of(vec![*first, *second]))
        });
        best(halves, pairs.collect())
    })
}

/// The best pattern that says what the program does in the wrong steps.
fn what_wrong(halves: &HeldHalves) -> Option<(StepPattern, PatternCount)> {
    let conditions = common(halves, CONDITIONS.len(), |step, n| step.traits.holds >> n & 1 == 1);
    let habits = common(halves, HABITS.len(), |step, n| step.traits.shows >> n & 1 == 1);
    let of = |conditions: Vec<usize>, habit: usize| StepPattern { conditions, habit: Some(habit) };
    let singles = habits.iter().map(|habit| of(Vec::new(), *habit)).collect();
    best(halves, singles).or_else(|| {
        let pairs = habits.iter().flat_map(|habit| {
            let conditions = conditions.iter();
            conditions.map(|n| of(vec![*n], *habit))
        });
        best(halves, pairs.collect())
    })
}

/// The traits that nearly all wrong steps of each half have: what a pattern can be made of.
fn common(halves: &HeldHalves, count: usize, has: impl Fn(&HeldStep, usize) -> bool) -> Vec<usize> {
    let is_common = |n: &usize| {
        halves.iter().all(|half| {
            let wrong = half.iter().filter(|step| step.is_wrong);
            let with = wrong.clone().filter(|step| has(step, *n)).count();
            with * 100 >= wrong.count() * WRONG_PERCENT_MIN
        })
    };
    (0..count).filter(is_common).collect()
}

/// The pattern that explains the most wrong steps, of those that hold in both halves; then that
/// with the fewest steps against it, then the first.
fn best(halves: &HeldHalves, patterns: Vec<StepPattern>) -> Option<(StepPattern, PatternCount)> {
    let counted = patterns.into_iter().filter_map(|pattern| {
        let counts = halves.each_ref().map(|half| pattern.count(half));
        let holds = counts.iter().all(|count| pattern.holds(*count));
        holds.then_some((pattern, PatternCount::of_both(counts)))
    });
    counted.min_by_key(|(_, count)| (count.wrong - count.explained, count.against))
}

impl PatternCount {
    fn of_both([first, second]: [PatternCount; HALVES]) -> Self {
        PatternCount {
            wrong: first.wrong + second.wrong,
            explained: first.explained + second.explained,
            right: first.right + second.right,
            against: first.against + second.against,
        }
    }
}

impl StepPattern {
    /// Returns true if the habit is a fault in itself, so that no right step speaks against it.
    fn is_only_a_fault(&self) -> bool {
        let is_a_fault = |habit: usize| HABITS[habit].is_a_fault();
        self.conditions.is_empty() && self.habit.is_some_and(is_a_fault)
    }

    fn count(&self, steps: &[HeldStep]) -> PatternCount {
        let conditions = self.conditions.iter().fold(0, |all, n| all | 1 << n);
        let habit = self.habit.map_or(0, |n| 1 << n);
        let mut count = PatternCount::default();
        for HeldStep { is_wrong, traits, .. } in steps {
            let is_there = traits.holds & conditions == conditions;
            if *is_wrong {
                count.wrong += 1;
                count.explained += usize::from(is_there && traits.shows & habit == habit);
            } else {
                count.right += 1;
                let is_against = is_there && traits.differs & habit == habit;
                count.against += usize::from(is_against && !self.is_only_a_fault());
            }
        }
        count
    }

    /// The steps that those against it are a share of: for a place all right steps, for a habit
    /// the steps in which it would have been wrong.
    fn base(&self, count: PatternCount) -> usize {
        match self.habit {
            None => count.right,
            Some(_) => count.against + count.explained,
        }
    }

    /// Returns true if the counts of one half keep the bounds.
    fn holds(&self, count: PatternCount) -> bool {
        count.explained * 100 >= count.wrong * WRONG_PERCENT_MIN
            && count.against * 100 <= self.base(count) * RIGHT_PERCENT_MAX
    }

    fn words(&self, count: PatternCount, scope: PatternScope) -> String {
        let PatternCount { wrong, explained, .. } = count;
        let places = self.conditions.iter().map(|n| CONDITIONS[*n].words);
        let places = places.collect::<Vec<_>>().join(", and ");
        let does = self.habit.map(|n| HABITS[n].words);
        let steps = if explained == wrong {
            format!("all {wrong} wrong steps")
        } else {
            format!("{explained} of {wrong} wrong steps")
        };
        let (made, them, it, times) = match scope {
            PatternScope::All => {
                (format!("{steps} are made"), "them", format!("in {steps} it"), String::new())
            }
            PatternScope::First => (
                "a detective's first wrong step in a run is made".to_owned(),
                "it",
                "in its first wrong step in a run a detective".to_owned(),
                format!(" ({explained} of {wrong})"),
            ),
        };
        let said = match (does, places.is_empty()) {
            (None, _) => format!("{made} {places}{times}"),
            (Some(does), true) => format!("{it} {does}{times}"),
            (Some(does), false) => format!("{made} {places}, and in {them} it {does}{times}"),
        };
        match self.is_only_a_fault() {
            true => said,
            false => format!("{said}; {}", self.words_against(count, scope)),
        }
    }

    fn words_against(&self, count: PatternCount, scope: PatternScope) -> String {
        let PatternCount { right, against, .. } = count;
        let before = match scope {
            PatternScope::All => "",
            PatternScope::First => "before any wrong step, ",
        };
        let said = match (self.habit, against) {
            (None, 0) => "no right step is made there".to_owned(),
            (None, 1) => format!("only 1 of {right} right steps is made there"),
            (None, _) => format!("only {against} of {right} right steps are made there"),
            (Some(_), _) => {
                let times = match against {
                    0 => "it never takes that step".to_owned(),
                    1 => "it takes that step only once".to_owned(),
                    _ => format!("it takes that step only {against} times"),
                };
                format!("where the rules require another step, {times}")
            }
        };
        format!("{before}{said}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::conclude::conclude;
    use super::super::play::{play, play_with};
    use super::super::search::program;
    use super::super::table::{SWITCHES, of};
    use super::super::walker::Walker;
    use super::*;
    use crate::grading_suite::PoliceSuite;
    use chase_kit::grading::GradingSuite;
    use chase_police::Police;
    use chase_record::compile::compile;

    const STAGE_1: usize = 2;
    const STAGE_2: usize = 3;
    const STAGE_3: usize = 4;

    /// Cases of the grading suite in which all detectives are of a strategy, not played yet.
    fn cases(strategy: KnownStrategy, seed: i64) -> Vec<TraceRun> {
        let own = match strategy {
            KnownStrategy::Dfs => STAGE_2,
            _ => STAGE_1,
        };
        let cases = PoliceSuite.cases_of(seed, &[own, STAGE_3]);
        let runs = cases.into_iter().map(|case| {
            let game = compile::<Police>(&mut case.header.clone()).unwrap();
            TraceRun::new(game, &case.header, true, None)
        });
        let is_all = |run: &TraceRun| run.strategies[1..].iter().all(|of| *of == Some(strategy));
        runs.filter(is_all).collect()
    }

    /// A number that looks drawn and depends on the turn alone.
    fn noise(turn: usize, below: usize) -> usize {
        let mixed = (turn as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed >> 33) as usize) % below
    }

    /// What is known of an agent's turn in a fabricated run.
    struct FabricatedTurn<'a> {
        turn: usize,
        agent: usize,
        /// The cities of the hours before, the last one at the end.
        past: &'a [u32],
        walker: &'a Walker<'a>,
        due: u32,
    }

    impl FabricatedTurn<'_> {
        fn has_rested(&self) -> bool {
            self.past.len() > 1 && self.past[self.past.len() - 2] == self.walker.city
        }

        fn neighbours(&self) -> Vec<u32> {
            self.walker.payable().map(|(to, _)| to).collect()
        }

        fn any(&self) -> u32 {
            let all = self.neighbours();
            if all.is_empty() { self.due } else { all[noise(self.turn, all.len())] }
        }
    }

    /// The runs of a program that follows the rules but for the detectives' turns in which `bug`
    /// goes elsewhere.
    fn fabricated(
        mut runs: Vec<TraceRun>,
        bug: impl Fn(&FabricatedTurn<'_>) -> Option<u32>,
    ) -> Vec<TraceRun> {
        let mut salt = 0;
        for run in &mut runs {
            let mut past: [Vec<u32>; AGENTS] = Default::default();
            let mut turn = 0;
            run.hours = play_with(run, &Conduct::RULES, |walker, options| {
                let agent = turn % AGENTS;
                turn += 1;
                past[agent].push(walker.city);
                let moves = options.iter().copied().filter(|to| *to != walker.city);
                let due = moves.min().unwrap_or(walker.city);
                let fabricated =
                    FabricatedTurn { turn: turn + salt, agent, past: &past[agent], walker, due };
                let to = (agent != THIEF).then(|| bug(&fabricated)).flatten();
                to.unwrap_or(due)
            });
            salt += turn;
        }
        runs
    }

    /// The runs of a program with a known mistake of the detectives that go where they were least.
    fn played_with(name: &str) -> Vec<TraceRun> {
        let number = SWITCHES.iter().position(|switch| switch.name == name);
        let conduct = program(&[number.unwrap()]).unwrap();
        let mut runs = cases(KnownStrategy::Least, 1);
        for run in &mut runs {
            run.hours = play(run, &conduct);
        }
        runs
    }

    fn said(strategy: KnownStrategy, runs: &[TraceRun]) -> Vec<String> {
        held(strategy, runs).map(words_of).unwrap_or_default()
    }

    #[test]
    fn a_habit_is_seen_with_the_place_where_it_shows() {
        for strategy in [KnownStrategy::Least, KnownStrategy::Dfs] {
            let runs = fabricated(cases(strategy, 1), |turn| {
                let highest = turn.neighbours().into_iter().max();
                highest.filter(|_| turn.has_rested())
            });
            let said = said(strategy, &runs);
            let wanted = "wrong steps are made right after a rest, and in them it takes the city \
                          with the highest ID; where the rules require another step, it never takes that step";
            assert!(said.iter().any(|one| one.ends_with(wanted)), "{said:?}");
        }
    }

    #[test]
    fn a_place_is_seen_whatever_is_done_there() {
        let runs = fabricated(cases(KnownStrategy::Least, 1), |turn| {
            (turn.agent == 3 && turn.has_rested()).then(|| turn.any())
        });
        let said = said(KnownStrategy::Least, &runs);
        let [place] = &said[..] else {
            panic!("{said:?}");
        };
        let (wrong, place) = place.split_once(" wrong steps are made ").unwrap();
        assert!(wrong.starts_with("all "), "{said:?}");
        let wanted = "right after a rest, and by D3; only ";
        assert!(place.starts_with(wanted), "{said:?}");
    }

    #[test]
    fn nothing_is_seen_in_noise_or_in_a_habit_that_is_kept_too_rarely() {
        for strategy in [KnownStrategy::Least, KnownStrategy::Dfs] {
            let noisy = fabricated(cases(strategy, 1), |turn| {
                (noise(turn.turn, 9) == 0).then(|| turn.any())
            });
            let rare = fabricated(cases(strategy, 1), |turn| match noise(turn.turn, 4) {
                0 => Some(turn.any()),
                1 => None,
                _ => turn.neighbours().into_iter().max(),
            });
            for runs in [noisy, rare] {
                let said = said(strategy, &runs);
                assert!(said.is_empty(), "{strategy:?}: {said:?}");
            }
        }
    }

    #[test]
    fn nothing_is_seen_in_a_single_trace_or_in_few_wrong_steps() {
        let bug = |turn: &FabricatedTurn<'_>| {
            let highest = turn.neighbours().into_iter().max();
            highest.filter(|_| turn.has_rested())
        };
        let runs = fabricated(cases(KnownStrategy::Least, 1), bug);
        assert!(!said(KnownStrategy::Least, &runs).is_empty());
        for run in &runs {
            let one = std::slice::from_ref(run);
            assert!(said(KnownStrategy::Least, one).is_empty());
        }
        let mut few = runs;
        for run in &mut few {
            run.hours.truncate(2);
        }
        assert!(said(KnownStrategy::Least, &few).is_empty());
    }

    #[test]
    fn an_unknown_mistake_is_told_with_what_its_wrong_steps_have_in_common() {
        let name = "longest-road-first";
        let mut runs = played_with(name);
        runs.truncate(8);
        assert!(conclude(&runs, &[])[0].is_sure());
        let unknown = &conclude(&runs, &[name])[0];
        let wanted = "it takes the longest road among the cities visited least; where the \
                      rules require another step, it never takes that step";
        let facts = &unknown.facts;
        assert!(facts.iter().any(|fact| fact.ends_with(wanted)), "{facts:?}");
    }

    #[test]
    fn first_wrong_steps_have_a_place_where_all_together_have_none() {
        let runs = played_with("start-counted-twice");
        let halves = held(KnownStrategy::Least, &runs).unwrap();
        assert_eq!(where_wrong(&halves), None);
        let said = said(KnownStrategy::Least, &runs);
        let parts = [
            "a detective's first wrong step in a run is made ",
            "where it should go to its start (",
            "; before any wrong step, only ",
        ];
        let is_said = |one: &String| parts.iter().all(|part| one.contains(part));
        assert!(said.iter().any(is_said), "{said:?}");
    }

    #[test]
    fn what_is_seen_in_one_grading_holds_in_another() {
        let strategies = [(KnownStrategy::Least, of::LEAST), (KnownStrategy::Dfs, of::DFS)];
        let (mut seen, mut broken) = (0, Vec::new());
        for (strategy, bit) in strategies {
            let mut gradings = [cases(strategy, 1), cases(strategy, 2)];
            let switches = SWITCHES.iter().enumerate();
            let switches = switches.filter(|(_, switch)| switch.strategies & bit != 0);
            let switches = switches.filter(|(_, switch)| switch.makes_choices());
            for (n, switch) in switches {
                let conduct = program(&[n]).unwrap();
                for run in gradings.iter_mut().flatten() {
                    run.hours = play(run, &conduct);
                }
                let [first, second] = gradings.each_ref().map(|runs| held(strategy, runs));
                let (Some(first), Some(second)) = (first, second) else {
                    continue;
                };
                let early = [&first, &second].map(|halves| first_wrong(halves.clone()));
                let early = match early {
                    [Some(first), Some(second)] => Some((first, second)),
                    _ => None,
                };
                let pairs = [Some((first, second)), early];
                for (first, second) in pairs.iter().flatten() {
                    for (pattern, _) in [where_wrong(first), what_wrong(first)].iter().flatten() {
                        seen += 1;
                        let count = second.each_ref().map(|half| pattern.count(half));
                        let count = PatternCount::of_both(count);
                        let base = pattern.base(count);
                        let holds = count.explained * 100 >= count.wrong * 90
                            && count.against * 100 <= base * 10;
                        if !holds {
                            let words = pattern.words(count, PatternScope::All);
                            broken.push(format!("{}: {words}", switch.name));
                        }
                    }
                }
            }
        }
        assert!(seen >= 72, "only {seen} were seen");
        assert!(broken.len() * 25 <= seen, "of {seen}: {broken:?}");
    }
}
