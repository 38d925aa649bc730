//! The situations that a set of cases brings a right program into: what has just happened to a
//! detective, and what it has to do next. Cases are drawn until each of them is met often, because
//! nobody knows beforehand which of them a mistake depends on. Nothing here is drawn.

use std::collections::BTreeMap;

use crate::causes::conduct::Conduct;
use crate::causes::hold::{WalkTurn, WalkedSeats, walk};
use crate::causes::play::play;
use crate::causes::run::TraceRun;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::{AGENTS, THIEF};

/// Turns of each situation that a grading is to have.
const TURNS_MIN: usize = 20;
/// Maps in which each situation is to be met more than once or twice.
const MAPS_MIN: usize = 3;
/// Turns of a situation from which a map counts for it.
const TURNS_IN_MAP_MIN: usize = 3;

/// Something that has just happened to a detective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JustHappened {
    /// Nothing: it is its first turn.
    Start,
    /// It had to rest.
    ForcedRest,
    /// It was given a tip.
    TipGained,
    /// It came to where a tip led it.
    TipReached,
    /// It was given a tip on the way to another.
    TipReplaced,
    /// It is in a city with one road.
    DeadEnd,
    /// It has walked a route to its end.
    RouteDone,
    /// It is in a city with another detective.
    Met,
    /// The city file lists the road it takes only from the other end.
    OtherOrder,
}

/// What a detective has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TurnDue {
    /// To rest.
    Rest,
    /// To go back to the city it came from.
    WayBack,
    /// To go to a city that it has never been in.
    NewCity,
    /// To go to another city that it has been in.
    OldCity,
    /// To go on to a tip.
    TipStep,
    /// To rest on the way to a tip.
    TipRest,
}

/// A strategy, what has just happened, and what is due.
pub(super) type Situation = (KnownStrategy, JustHappened, TurnDue);

/// How often a situation is met.
#[derive(Clone, Debug, Default)]
pub(super) struct SituationCount {
    /// Turns in all cases.
    pub turns: usize,
    /// Cases with several such turns.
    pub maps: usize,
}

impl SituationCount {
    /// What is missing, a map as much as the turns that it needs.
    fn lacking(&self) -> usize {
        let maps = MAPS_MIN.saturating_sub(self.maps);
        TURNS_MIN.saturating_sub(self.turns) + maps * TURNS_IN_MAP_MIN
    }
}

/// How often each situation is met in some cases.
#[derive(Clone, Debug)]
pub(super) struct SituationCounts {
    counts: BTreeMap<Situation, SituationCount>,
}

/// Returns true if a situation can come up in the cases of a part.
fn is_possible((strategy, happened, due): Situation) -> bool {
    use JustHappened::{
        DeadEnd, ForcedRest, Met, OtherOrder, RouteDone, Start, TipGained, TipReached, TipReplaced,
    };
    use TurnDue::{NewCity, OldCity, Rest, TipRest, TipStep, WayBack};
    match happened {
        Start => matches!(due, NewCity | TipStep),
        // A rest gives the stamina for every road.
        ForcedRest => !matches!(due, Rest | TipRest),
        TipGained | TipReplaced => matches!(due, TipStep | TipRest),
        TipReached => !matches!(due, TipStep | TipRest),
        DeadEnd => !matches!(due, NewCity | OldCity),
        RouteDone => strategy == KnownStrategy::Dfs && matches!(due, Rest | WayBack | OldCity),
        Met => true,
        OtherOrder => !matches!(due, Rest | TipRest),
    }
}

/// Returns true if a situation has to do with tips.
pub(super) fn needs_tips((_, happened, due): Situation) -> bool {
    use JustHappened::{TipGained, TipReached, TipReplaced};
    matches!(happened, TipGained | TipReached | TipReplaced)
        || matches!(due, TurnDue::TipStep | TurnDue::TipRest)
}

const ALL_HAPPENED: [JustHappened; 9] = [
    JustHappened::Start,
    JustHappened::ForcedRest,
    JustHappened::TipGained,
    JustHappened::TipReached,
    JustHappened::TipReplaced,
    JustHappened::DeadEnd,
    JustHappened::RouteDone,
    JustHappened::Met,
    JustHappened::OtherOrder,
];

const ALL_DUE: [TurnDue; 6] = [
    TurnDue::Rest,
    TurnDue::WayBack,
    TurnDue::NewCity,
    TurnDue::OldCity,
    TurnDue::TipStep,
    TurnDue::TipRest,
];

/// The strategies that situations are counted of.
pub(super) const STRATEGIES: [KnownStrategy; 3] =
    [KnownStrategy::Random, KnownStrategy::Least, KnownStrategy::Dfs];

impl SituationCounts {
    /// The situations that are possible and wanted, met in no case yet.
    pub fn new(is_wanted: impl Fn(Situation) -> bool) -> Self {
        let all = STRATEGIES.into_iter().flat_map(|strategy| {
            let all = ALL_HAPPENED.into_iter();
            all.flat_map(move |happened| ALL_DUE.map(|due| (strategy, happened, due)))
        });
        let wanted = all.filter(|situation| is_possible(*situation) && is_wanted(*situation));
        SituationCounts { counts: wanted.map(|it| (it, SituationCount::default())).collect() }
    }

    /// What is missing of a strategy's situations: 0 when each is met often enough.
    pub fn lacking(&self, strategy: KnownStrategy) -> usize {
        let mine = self.counts.iter().filter(|((of, ..), _)| *of == strategy);
        mine.map(|(_, count)| count.lacking()).sum()
    }

    /// Takes in a case that nothing was seen of, with the turns of a right program.
    pub fn look(&mut self, run: &mut TraceRun) {
        run.hours = play(run, &Conduct::RULES);
        let mut met: BTreeMap<Situation, usize> = BTreeMap::new();
        for agent in THIEF + 1..AGENTS {
            let Some(strategy) = run.strategies[agent] else {
                continue;
            };
            let mut past = PastOfDetective::new(run, agent);
            let whose = WalkedSeats::Agent(agent, strategy);
            walk(run, whose, &Conduct::RULES, |turn| {
                let due = past.due(turn);
                let happened = ALL_HAPPENED.into_iter();
                for happened in happened.filter(|it| past.has(*it, turn)) {
                    *met.entry((strategy, happened, due)).or_default() += 1;
                }
                past.take(turn);
                true
            });
        }
        run.hours.clear();
        for (situation, turns) in met {
            if let Some(count) = self.counts.get_mut(&situation) {
                count.turns += turns;
                count.maps += usize::from(turns >= TURNS_IN_MAP_MIN);
            }
        }
    }
}

/// What a detective has done before a turn.
struct PastOfDetective<'a> {
    run: &'a TraceRun,
    was_in: Vec<bool>,
    came_from: Option<u32>,
    has_rested: bool,
    followed: bool,
}

impl<'a> PastOfDetective<'a> {
    fn new(run: &'a TraceRun, agent: usize) -> Self {
        let mut was_in = vec![false; run.world.roads().places()];
        was_in[run.hours[0][agent] as usize] = true;
        PastOfDetective { run, was_in, came_from: None, has_rested: false, followed: false }
    }

    fn due(&self, turn: &WalkTurn<'_>) -> TurnDue {
        match (turn.follows, turn.seen == turn.city) {
            (true, true) => TurnDue::TipRest,
            (true, false) => TurnDue::TipStep,
            (false, true) => TurnDue::Rest,
            _ if self.came_from == Some(turn.seen) => TurnDue::WayBack,
            _ if self.was_in[turn.seen as usize] => TurnDue::OldCity,
            _ => TurnDue::NewCity,
        }
    }

    fn has(&self, happened: JustHappened, turn: &WalkTurn<'_>) -> bool {
        let world = &self.run.world;
        match happened {
            JustHappened::Start => turn.hour == 1,
            JustHappened::ForcedRest => self.has_rested,
            JustHappened::TipGained => turn.follows && !self.followed,
            JustHappened::TipReached => !turn.follows && self.followed,
            JustHappened::TipReplaced => {
                turn.follows && self.followed && world.game.map().has_informant(turn.city)
            }
            JustHappened::DeadEnd => world.roads().from(turn.city).len() == 1,
            JustHappened::RouteDone => turn.is_route_done,
            JustHappened::Met => turn.has_company(self.run),
            JustHappened::OtherOrder => {
                turn.seen != turn.city && !world.is_listed(turn.city, turn.seen)
            }
        }
    }

    fn take(&mut self, turn: &WalkTurn<'_>) {
        self.has_rested = turn.seen == turn.city;
        if !self.has_rested {
            self.came_from = Some(turn.city);
        }
        self.was_in[turn.seen as usize] = true;
        self.followed = turn.follows;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PoliceSuite, STAGE_2, STAGE_3, unseen};
    use super::*;
    use crate::causes::conduct::AfterTip;
    use crate::causes::play::play_with;
    use crate::causes::walker::{Thief, Walker};
    use chase_engine::game::Game as _;
    use chase_kit::grading::{GradingCase, GradingSuite};

    /// What a program plays that goes on with the route it left for a tip where a road leads
    /// there, and else makes a new one.
    fn resumed(run: &TraceRun) -> Vec<[u32; AGENTS]> {
        let conduct = Conduct { after_tip: AfterTip::WhereLeft, ..Conduct::RULES };
        let start = run.world.game.scenario().agents[THIEF].start;
        let mut resuming: Vec<_> = (0..AGENTS)
            .map(|agent| {
                let strategy = run.strategies[agent].unwrap_or(KnownStrategy::Stationary);
                Walker::new(&run.world, &conduct, agent, strategy, &run.strategies)
            })
            .collect();
        let mut turn = 0;
        let mut thief = Thief { before: start, now: start };
        play_with(run, &Conduct::RULES, |walker, options| {
            let agent = turn % AGENTS;
            turn += 1;
            let moves = options.iter().copied().filter(|to| *to != walker.city);
            let mut to = moves.min().unwrap_or(walker.city);
            if agent == THIEF {
                thief = Thief { before: walker.city, now: to };
                return to;
            }
            if run.strategies[agent] == Some(KnownStrategy::Dfs) {
                let resuming = &mut resuming[agent];
                let mut old = Vec::new();
                resuming.options(&mut old);
                if let (false, [next]) = (walker.follows(), &old[..])
                    && *next != walker.city
                {
                    to = *next;
                }
                resuming.take(to, thief, old.contains(&to));
            }
            to
        })
    }

    #[test]
    fn every_situation_is_met_often_enough_in_several_maps() {
        for seed in [1, 2, 77, -5, 123_456] {
            let mut counts = SituationCounts::new(|_| true);
            for case in &PoliceSuite.cases_of(seed, &[]) {
                counts.look(&mut unseen(case));
            }
            for (situation, count) in &counts.counts {
                assert_eq!(count.lacking(), 0, "seed {seed}: {situation:?}, {count:?}");
            }
        }
    }

    #[test]
    fn each_detective_begins_once_and_each_tip_that_is_followed_was_given() {
        for case in PoliceSuite.cases_of(1, &[STAGE_2, STAGE_3]) {
            let mut counts = SituationCounts::new(|_| true);
            let mut run = unseen(&case);
            counts.look(&mut run);
            let turns = |wanted: JustHappened| {
                let all = counts.counts.iter().filter(|((_, happened, _), _)| *happened == wanted);
                all.map(|(_, count)| count.turns).sum::<usize>()
            };
            run.hours = play(&run, &Conduct::RULES);
            let begun = if run.hours.len() > 1 { AGENTS - 1 } else { 0 };
            assert_eq!(turns(JustHappened::Start), begun, "{}", case.about);
            let (gained, reached) =
                (turns(JustHappened::TipGained), turns(JustHappened::TipReached));
            assert!((reached..=reached + AGENTS - 1).contains(&gained), "{}", case.about);
            let has_tips = case.part == STAGE_3;
            assert_eq!(gained > 0, has_tips, "{}", case.about);
        }
    }

    #[test]
    fn a_mistake_that_nobody_listed_fails_in_several_cases_whatever_the_seed() {
        for seed in 1..=8 {
            let cases = PoliceSuite.cases_of(seed, &[]);
            let fails = |case: &&GradingCase| {
                let run = unseen(case);
                resumed(&run) != play(&run, &Conduct::RULES)
            };
            let failing = cases.iter().filter(fails).count();
            assert!(failing >= 3, "seed {seed}: only {failing}");
        }
    }
}
