//! The questions: scenarios within the assignment's promises, each made so that a certain kind of
//! mistake shows.
//!
//! Long games come from a thief that cannot be met: on the other colour of a map whose roads all
//! join two colours while nobody has to rest, or behind a road that no detective can afford.
//! Games with rests and tips end sooner; of several the one that lasts longest is taken. More are
//! made until every known mistake would show clearly and no two of them look alike, and then until
//! every situation is met often, for mistakes that nobody knows.

mod maps;

use std::sync::Arc;

use super::situations::{STRATEGIES, Situation, SituationCounts, needs_tips};
use super::{MAP, PARTS, STAGE_0, STAGE_1, STAGE_2, STAGE_3};
use crate::causes::table::of;
use crate::causes::tell_apart::SwitchEvidence;
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game;
use chase_engine::session::GameSession;
use chase_kit::grading::GradingCase;
use chase_kit::player_name::seated;
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::scenario::{City, Scenario};
use chase_police::{AGENTS, Ending, Police, THIEF};
use chase_record::replay::Header;
use chase_world::world::in_parallel;
use maps::Lengths;

const RUN: &str = "run\nquit\n";
const MAP_AND_RUN: &str = "map\nrun\nquit\n";
/// Asks for every agent's stamina after every hour.
pub(super) fn steps_with_stats(hours: i32) -> String {
    let hours = usize::try_from(hours).unwrap_or(0);
    format!("stats\n{}quit\n", "step\nstats\n".repeat(hours))
}

/// An input that ends while the chase goes on.
pub(super) const STEP: &str = "step\n";

const RANDOM: &str = "random";
const LEAST: &str = "cheapest-least-visited";
const DFS: &str = "dfs";

/// The titles of games in which agents rest.
const RESTS_0: &str = "agents that must rest";
const RESTS_1: &str = "ties and rests";
const RESTS_2: &str = "rests on the route";
const RESTS_3: &str = "paths with rests";

/// Games looked at before the one that lasts longest is taken.
const TRIES: u32 = 24;
/// Games looked at for a rare ending.
const ENDING_TRIES: u32 = 3_000;

/// Makes the questions of a part one after the other.
struct CaseMaker {
    dice: Dice,
    cases: Vec<GradingCase>,
}

/// The questions of some parts of a grading suite, part by part, or of all when none is named. Parts
/// share no luck, so that they are made side by side, and each without the others.
pub(super) fn of(seed: i64, parts: &[usize]) -> Vec<GradingCase> {
    let makers: [fn(&mut CaseMaker); PARTS.len()] = [
        CaseMaker::map,
        CaseMaker::stage_0,
        CaseMaker::stage_1,
        CaseMaker::stage_2,
        CaseMaker::stage_3,
    ];
    let make = |part: usize, fill: fn(&mut CaseMaker)| {
        let mut maker =
            CaseMaker { dice: Dice::new(Generator::Chacha8, seed, part as u64), cases: Vec::new() };
        fill(&mut maker);
        maker.ask_for_stats();
        maker.cases
    };
    let is_wanted = |part: &usize| parts.is_empty() || parts.contains(part);
    let wanted: Vec<usize> = (0..makers.len()).filter(is_wanted).collect();
    let parts = in_parallel(wanted.len(), wanted.len(), |n| make(wanted[n], makers[wanted[n]]));
    let cases: Vec<GradingCase> = parts.into_iter().flatten().collect();
    debug_assert!(cases.iter().all(|case| case.part < PARTS.len()));
    cases
}

impl CaseMaker {
    fn map(&mut self) {
        for (cities, about) in [
            (2, "two cities"),
            (5, "a small map"),
            (10, "names with blanks"),
            (10, "roads listed from both ends"),
            (26, "roads in any order"),
            (60, "many roads"),
            (200, "a large map"),
            (1_000, "a very large map"),
        ] {
            let mut scenario = self.open_map(cities, 2 * cities, 0, Lengths::Even(60));
            // Nobody meets the thief before the map is asked for.
            scenario.hours = 5;
            scenario.getaway = None;
            let thief = scenario.agents[THIEF].start;
            for agent in &mut scenario.agents[THIEF + 1..] {
                if agent.start == thief {
                    agent.start = (thief + 1) % cities;
                }
            }
            self.add(MAP, about, scenario, [RANDOM; 4]);
        }
    }

    fn stage_0(&mut self) {
        let all = [RANDOM; 4];
        self.fenced(STAGE_0, "random walks, thousands of them", 12, 1_500, all);
        self.fenced(STAGE_0, "random walks on a larger map", 50, 1_000, all);
        self.ending("a capture by two at once", all, |state, _| {
            let thief = state.agents[THIEF].city;
            let with = state.agents.iter().skip(1).filter(|a| a.city == thief);
            matches!(state.ending, Some(Ending::Caught(_))) && with.count() > 1
        });
        self.ending("a capture in the getaway city", all, |state, scenario| {
            let thief = state.agents[THIEF].city;
            matches!(state.ending, Some(Ending::Caught(_))) && scenario.getaway == Some(thief)
        });
        self.ending("an escape", all, |state, _| {
            state.ending == Some(Ending::Escaped) && state.hour > 2
        });
        self.ending("time running out", all, |state, _| state.ending == Some(Ending::TimeUp));
        self.ending("a capture at hour 0", all, |state, _| {
            matches!(state.ending, Some(Ending::Caught(_))) && state.hour == 0
        });
        self.fenced(STAGE_0, "the input ending before the chase", 6, 50, all);
        if let Some(case) = self.cases.last_mut() {
            case.input = STEP.into();
        }
        for _ in 0..2 {
            self.free(STAGE_0, RESTS_0, 12, 0, Lengths::Even(40), all);
        }
        self.until_told(of::RANDOM, false, |maker, _| {
            let about = "agents that must often rest";
            maker.free(STAGE_0, about, 12, 0, Lengths::ShortOrLong(40), all);
        });
        self.until_met(STAGE_0, |it| it.0 == KnownStrategy::Random && !needs_tips(it));
    }

    fn stage_1(&mut self) {
        let all = [LEAST; 4];
        for cities in [6, 10, 16, 30, 60] {
            self.fenced(STAGE_1, "visits over a long time, with rests", cities, 1_200, all);
        }
        for cities in [8, 20, 60] {
            let about = "visits over a long time, without rests";
            self.coloured(STAGE_1, about, cities, 0, 800, all);
        }
        for (cities, lengths) in [
            (8, Lengths::Even(3)),
            (12, Lengths::Even(60)),
            (20, Lengths::ShortOrLong(60)),
            (40, Lengths::Even(8)),
        ] {
            self.free(STAGE_1, RESTS_1, cities, 0, lengths, all);
        }
        self.until_told(of::LEAST, false, |maker, n| {
            let about = "more ties and rests";
            if n % 2 == 0 {
                maker.fenced(STAGE_1, about, 8 + 4 * n, 300, all);
            } else {
                maker.free(STAGE_1, about, 8 + 4 * n, 0, Lengths::Even(4), all);
            }
        });
        self.until_met(STAGE_1, |it| it.0 == KnownStrategy::Least && !needs_tips(it));
    }

    fn stage_2(&mut self) {
        let all = [DFS; 4];
        for cities in [4, 8, 14, 30, 60] {
            self.coloured(STAGE_2, "several routes one after the other", cities, 0, 1_200, all);
        }
        self.coloured(STAGE_2, "a large map", 1_000, 0, 2_500, all);
        for (cities, lengths) in [
            (6, Lengths::Even(10)),
            (10, Lengths::Even(60)),
            (16, Lengths::ShortOrLong(60)),
            (30, Lengths::Even(60)),
            (50, Lengths::ShortOrLong(60)),
        ] {
            self.free(STAGE_2, RESTS_2, cities, 0, lengths, all);
        }
        self.until_told(of::DFS, false, |maker, n| {
            let about = "more routes one after the other";
            match n % 3 {
                0 => maker.fenced(STAGE_2, about, 6 + 2 * n, 400, all),
                1 => maker.coloured(STAGE_2, about, 10 + 2 * n, 0, 600, all),
                _ => maker.free(STAGE_2, about, 20 + 2 * n, 0, Lengths::ShortOrLong(60), all),
            }
        });
        self.until_met(STAGE_2, |it| it.0 == KnownStrategy::Dfs && !needs_tips(it));
    }

    fn stage_3(&mut self) {
        for strategy in [RANDOM, LEAST, DFS] {
            let all = [strategy; 4];
            for (cities, informants) in [(12, 2), (30, 4)] {
                let about = "tips heard again and again";
                self.coloured(STAGE_3, about, cities, informants, 600, all);
            }
            for (cities, informants, lengths) in [
                (10, 2, Lengths::Even(30)),
                (24, 3, Lengths::ShortOrLong(60)),
                (40, 4, Lengths::ShortOrLong(60)),
                (40, 6, Lengths::Even(4)),
                (60, 5, Lengths::ShortOrLong(40)),
                (60, 8, Lengths::Even(60)),
            ] {
                self.free(STAGE_3, RESTS_3, cities, informants, lengths, all);
            }
        }
        self.coloured(STAGE_3, "a large map", 500, 25, 1_000, [RANDOM, LEAST, DFS, DFS]);
        self.until_told(of::ALL, true, |maker, n| {
            let all = [[LEAST; 4], [DFS; 4], [RANDOM; 4]][n as usize / 2 % 3];
            if n % 2 == 0 {
                maker.in_step(12 + n, 3, all);
            } else {
                maker.hunt(60 + 2 * n, all);
            }
        });
        self.until_met(STAGE_3, needs_tips);
    }

    /// Makes more questions until every known mistake that belongs here would show clearly in all
    /// of them, and every two of them could be told apart; those that tell nothing new are left
    /// out.
    fn until_told(&mut self, strategies: u8, tips: bool, mut make: impl FnMut(&mut Self, u32)) {
        const MORE_MAX: u32 = 24;
        let mut telling = SwitchEvidence::new(strategies, tips);
        for case in &self.cases {
            telling.look(&mut super::unseen(case));
        }
        for n in 0..MORE_MAX {
            if telling.is_enough() {
                return;
            }
            let made = self.cases.len();
            make(self, n);
            let mut helps = false;
            for case in &self.cases[made..] {
                helps |= telling.look(&mut super::unseen(case));
            }
            if !helps {
                self.cases.truncate(made);
            }
        }
    }

    /// Makes more questions, short ones, until every situation that is wanted is met often in those
    /// of this part.
    fn until_met(&mut self, part: usize, is_wanted: impl Fn(Situation) -> bool) {
        const MORE_MAX: usize = 8;
        let mut counts = SituationCounts::new(is_wanted);
        for case in &self.cases {
            counts.look(&mut super::unseen(case));
        }
        for strategy in STRATEGIES {
            for _ in 0..MORE_MAX {
                if counts.lacking(strategy) > 0 {
                    self.add_the_best_of_some(part, strategy, &mut counts);
                }
            }
        }
    }

    /// Makes some short games, and adds the one that has most of what is lacking, if one has any.
    fn add_the_best_of_some(
        &mut self,
        part: usize,
        strategy: KnownStrategy,
        counts: &mut SituationCounts,
    ) {
        const DRAWN: usize = 10;
        let players = [strategy.player(); 4];
        let drawn = (0..DRAWN).map(|_| {
            let case = self.short_walk(part, players);
            let mut more = counts.clone();
            more.look(&mut super::unseen(&case));
            (case, more)
        });
        let best = drawn.min_by_key(|(_, more)| more.lacking(strategy));
        if let Some((case, more)) = best
            && more.lacking(strategy) < counts.lacking(strategy)
        {
            self.cases.push(case);
            *counts = more;
        }
    }

    /// A short game on a map with dead ends, mostly in step, all detectives where they are tipped
    /// at once.
    fn short_walk(&mut self, part: usize, players: [&str; 4]) -> GradingCase {
        const HOURS: i32 = 80;
        // On small maps much happens again and again; on others there is something new to see.
        let cities = 6 + self.below(8) + self.below(2) * self.below(30);
        let roads = cities - 1 + self.below(1 + cities as usize / 2);
        let informants = if part == STAGE_3 { 2 + self.below(2) } else { 0 };
        let mut scenario = self.coloured_map(cities, roads, informants);
        if self.below(3) > 0 {
            self.fill_in_step(&mut scenario);
        }
        for detective in THIEF + 1..AGENTS {
            self.start_there_at_an_informant(&mut scenario, detective, true);
        }
        scenario.hours = HOURS;
        self.case(part, "short walks with dead ends", scenario, players)
    }

    /// Every second of the games in which agents rest is played step by step, with everybody's
    /// stamina shown: what is seen need not be guessed.
    fn ask_for_stats(&mut self) {
        let rests = [RESTS_0, RESTS_1, RESTS_2, RESTS_3];
        let games = self.cases.iter_mut().filter(|case| rests.contains(&&*case.about));
        for case in games.step_by(2) {
            let hours = super::game(case).scenario().hours;
            case.input = steps_with_stats(hours).into();
        }
    }

    fn below(&mut self, n: usize) -> u32 {
        self.dice.below(u32::try_from(n).unwrap_or(u32::MAX))
    }

    /// A game in which nobody rests and the thief is always on the other colour.
    fn coloured(
        &mut self,
        part: usize,
        about: &'static str,
        cities: u32,
        informants: u32,
        hours: i32,
        players: [&str; 4],
    ) {
        let mut scenario = self.coloured_map(cities, cities * 7 / 4, informants);
        scenario.hours = hours;
        if informants > 0 {
            self.start_at_an_informant(&mut scenario, true);
        }
        self.add(part, about, scenario, players);
    }

    /// A game in which detectives rest and the thief lives behind a road none of them affords.
    fn fenced(
        &mut self,
        part: usize,
        about: &'static str,
        cities: u32,
        hours: i32,
        players: [&str; 4],
    ) {
        let mut scenario = self.open_map(cities, cities * 7 / 4, 0, Lengths::Even(12));
        let longest = scenario.roads.iter().map(|road| road.2).max().unwrap_or(1);
        let island = (cities / 3).clamp(2, 10);
        let names = Arc::make_mut(&mut scenario.cities);
        let roads = Arc::make_mut(&mut scenario.roads);
        for n in 0..island {
            names.push(City { name: format!("island {n}"), informant: false });
            if n > 0 {
                let length = Lengths::Even(12).draw(&mut self.dice);
                roads.push((cities + n - 1, cities + n, length));
            }
        }
        roads.push((0, cities, 10 * longest));
        for (n, agent) in scenario.agents.iter_mut().enumerate() {
            agent.stamina = longest + self.dice.below(2 * longest);
            if n == THIEF {
                agent.start = cities;
            }
        }
        scenario.getaway = None;
        scenario.hours = hours;
        let scenario = self.renumbered(scenario);
        self.add(part, about, scenario, players);
    }

    /// A game on an open map; of several the one that lasts longest.
    fn free(
        &mut self,
        part: usize,
        about: &'static str,
        cities: u32,
        informants: u32,
        lengths: Lengths,
        players: [&str; 4],
    ) {
        self.longest(part, about, players, |maker, n| {
            let mut scenario = maker.open_map(cities, cities * 8 / 5, informants, lengths);
            if n % 4 != 0 {
                scenario.getaway = None;
            }
            if informants > 0 && n % 2 == 0 {
                maker.start_at_an_informant(&mut scenario, false);
            }
            scenario
        });
    }

    /// The game that lasts longest, of several; the map of each is made by its number.
    fn longest(
        &mut self,
        part: usize,
        about: &'static str,
        players: [&str; 4],
        make: impl Fn(&mut Self, u32) -> Scenario,
    ) {
        const HOURS: i32 = 400;
        let mut best: Option<(u32, GradingCase)> = None;
        for n in 0..TRIES {
            let scenario = Scenario { hours: HOURS, ..make(self, n) };
            let case = self.case(part, about, scenario, players);
            let (state, _) = play(&case);
            if best.as_ref().is_none_or(|(hours, _)| state.hour > *hours) {
                best = Some((state.hour, case));
            }
        }
        self.cases.extend(best.map(|(_, case)| case));
    }

    /// A game in which everybody moves one hour and rests the next, the thief too, so that nobody
    /// meets it: any road can be paid for by a rested agent, none by any other.
    fn in_step(&mut self, cities: u32, informants: u32, players: [&str; 4]) {
        let about = "tips and rests in turn";
        self.coloured(STAGE_3, about, cities, informants, 500, players);
        let Some(case) = self.cases.pop() else { return };
        let game = super::game(&case);
        let mut scenario = game.scenario().clone();
        self.fill_in_step(&mut scenario);
        self.add(STAGE_3, about, scenario, players);
    }

    /// A long hunt on a map with many ways: which is best hangs on the stamina at hand.
    fn hunt(&mut self, cities: u32, players: [&str; 4]) {
        self.longest(STAGE_3, "long hunts with rests", players, |maker, _| {
            let lengths = Lengths::ShortOrLong(60);
            let scenario = maker.open_map(cities, 5 * cities / 2, cities / 8, lengths);
            Scenario { getaway: None, ..scenario }
        });
    }

    /// A short game that ends in a certain way.
    fn ending(
        &mut self,
        about: &'static str,
        players: [&str; 4],
        wanted: impl Fn(&chase_police::State, &Scenario) -> bool,
    ) {
        for _ in 0..ENDING_TRIES {
            let mut scenario = self.open_map(5, 7, 0, Lengths::Even(20));
            // Short enough for each of the endings to be found.
            scenario.hours = 5;
            let case = self.case(STAGE_0, about, scenario, players);
            let (state, scenario) = play(&case);
            if wanted(&state, &scenario) {
                self.cases.push(case);
                return;
            }
        }
        unreachable!("no game of {ENDING_TRIES} ended with {about}");
    }

    fn add(&mut self, part: usize, about: &'static str, scenario: Scenario, players: [&str; 4]) {
        let case = self.case(part, about, scenario, players);
        self.cases.push(case);
    }

    fn case(
        &mut self,
        part: usize,
        about: &'static str,
        scenario: Scenario,
        players: [&str; 4],
    ) -> GradingCase {
        let seed = i64::from(self.dice.below(10_000)) + 1;
        let layout = u64::from(self.dice.below(1_000_000));
        let game = Police::new(scenario).expect("an grading suite's scenario can be played");
        let players: Vec<String> =
            std::iter::once(RANDOM).chain(players).map(str::to_owned).collect();
        GradingCase {
            part,
            about: about.into(),
            header: Header::new(&game, &players, Police::DICE, seed),
            input: if part == MAP { MAP_AND_RUN } else { RUN }.into(),
            layout,
            texts: None,
            edition: None,
        }
    }
}

/// The final state of a case's game, and its scenario.
fn play(case: &GradingCase) -> (chase_police::State, Scenario) {
    let game = super::game(case);
    let players =
        seated(&game, &case.header.players).expect("an grading suite's players are built in");
    let scenario = game.scenario().clone();
    let mut session = GameSession::new(game, players, case.header.dice());
    session.run(&mut ());
    (session.state().clone(), scenario)
}
