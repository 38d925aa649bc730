//! The odds of drawn chases, held against every way that the agents can go, counted with fractions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{event, standing};
use crate::kernel::merged_odds;
use crate::kernel::moment::OddsMoment;
use crate::new::MapPlan;
use crate::{AGENTS, Action, Police, Scenario, Seen};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, Seat, View, known};
use chase_engine::header::Header;
use chase_engine::player::Player;
use chase_kit::budget::StopFlag;
use chase_kit::chances::{Chances, ExactOdds};
use chase_kit::player_name::PlayerSpec;
use chase_record::entry::GameEntry;
use chase_study::odds::{Forecast, Forecaster};

/// A probability as a fraction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fraction(pub u128, pub u128);

impl Fraction {
    fn plus(self, other: Self) -> Self {
        let (a, b) = (self.0 * other.1 + other.0 * self.1, self.1 * other.1);
        let mut gcd = (a, b);
        while gcd.1 > 0 {
            gcd = (gcd.1, gcd.0 % gcd.1);
        }
        Fraction(a / gcd.0, b / gcd.0)
    }

    fn of(self, n: usize) -> Self {
        Fraction(self.0, self.1 * n as u128)
    }
}

/// A chase written down once more, as naively as can be: every choice of every agent in turn. What a
/// detective chooses that needs no luck is asked of its player, made anew each time and told all that its
/// seat saw.
pub(super) struct Naive<'a> {
    game: &'a Arc<Police>,
    scenario: &'a Scenario,
    players: [&'a str; AGENTS],
    /// Turns that may still be counted.
    turns: u64,
    /// By hour, catcher (0 for none) and whether the thief escaped.
    pub ends: BTreeMap<(i32, usize, bool), Fraction>,
}

/// Where an agent is, with which stamina, and all that it saw.
#[derive(Clone)]
pub(super) struct SeatStands {
    city: u32,
    stamina: u32,
    seen: Vec<Seen>,
}

pub(super) type Stage = [SeatStands; AGENTS];

impl<'a> Naive<'a> {
    pub(super) fn new(game: &'a Arc<Police>, players: [&'a str; AGENTS]) -> Self {
        Naive { game, scenario: game.scenario(), players, turns: 20_000, ends: BTreeMap::new() }
    }

    pub(super) fn start(&self) -> Stage {
        let agents = &self.scenario.agents;
        let mut stage: Stage = std::array::from_fn(|n| SeatStands {
            city: agents[n].start,
            stamina: agents[n].stamina,
            seen: Vec::new(),
        });
        (1..AGENTS).for_each(|n| self.tip(&mut stage, n));
        stage
    }

    fn tip(&self, stage: &mut Stage, n: usize) {
        let city = stage[0].city;
        if n > 0 && self.scenario.cities[stage[n].city as usize].informant {
            stage[n].seen.push(Seen::Tipped { city });
        }
    }

    /// Who caught the thief (0 for nobody) and whether it escaped, if the chase is over.
    fn end(&self, stage: &Stage, hour: i32) -> Option<(usize, bool)> {
        let thief = stage[0].city;
        let caught = (1..AGENTS).find(|&n| stage[n].city == thief).unwrap_or(0);
        let escaped = caught == 0 && self.scenario.getaway == Some(thief);
        (caught > 0 || escaped || hour >= self.scenario.hours).then_some((caught, escaped))
    }

    pub(super) fn hour(&mut self, stage: &Stage, hour: i32, chance: Fraction) -> Option<()> {
        let Some((caught, escaped)) = self.end(stage, hour) else {
            return self.turn(stage, hour + 1, 0, chance);
        };
        let none = Fraction(0, 1);
        let sum = self.ends.entry((hour, caught, escaped)).or_insert(none);
        *sum = sum.plus(chance);
        Some(())
    }

    /// Nothing where there are too many turns to count.
    fn turn(&mut self, stage: &Stage, hour: i32, n: usize, chance: Fraction) -> Option<()> {
        if n == AGENTS {
            return self.hour(stage, hour, chance);
        }
        self.turns = self.turns.checked_sub(1)?;
        let choices = self.choices(stage, n);
        for &choice in &choices {
            let mut stage = stage.clone();
            self.act(&mut stage, n, choice);
            self.turn(&stage, hour, n + 1, chance.of(choices.len()))?;
        }
        Some(())
    }

    /// The cities that an agent may go to, the lengths of the roads there; nothing where it rests.
    fn choices(&self, stage: &Stage, n: usize) -> Vec<Option<(u32, u32)>> {
        let agent = &stage[n];
        let mut roads = Vec::new();
        for &(a, b, length) in self.scenario.roads.iter() {
            for (from, to) in [(a, b), (b, a)] {
                if from == agent.city && length <= agent.stamina {
                    roads.push((to, length));
                }
            }
        }
        roads.sort_unstable();
        if self.players[n] == "random" && self.trail(agent, n).is_none() {
            return match roads.is_empty() {
                true => vec![None],
                false => roads.into_iter().map(Some).collect(),
            };
        }
        let seat = Seat(u8::try_from(n).unwrap());
        let player = PlayerSpec::<Police>::for_seat(self.players[n], seat).unwrap();
        let mut player = player.make(known(self.game, seat));
        agent.seen.iter().for_each(|seen| player.observe(&event(*seen, seat)));
        let state = standing(self.game, seat, agent.city, agent.stamina);
        let view = View { game: &**self.game, state: &state, seat };
        let moves = roads.iter().map(|&(to, _)| Action::Move { to });
        let legal: Vec<_> = moves.chain([Action::Rest]).collect();
        let mut dice = Dice::new(Generator::Chacha8, 1, 0);
        let chosen = player.choose(&view, &legal, &mut dice).unwrap();
        assert_eq!(dice.words(), 0, "no luck is needed");
        vec![roads.into_iter().find(|&(to, _)| chosen == Action::Move { to })]
    }

    /// The city that the newest tip named, if the agent can come to it and was not there since.
    fn trail(&self, agent: &SeatStands, n: usize) -> Option<u32> {
        let tips = |seen: &Seen| matches!(seen, Seen::Tipped { .. });
        let newest = agent.seen.iter().rposition(tips)?;
        let Seen::Tipped { city } = agent.seen[newest] else {
            return None;
        };
        let was_there = agent.seen[newest..].contains(&Seen::Moved { to: city });
        let mut reached = vec![agent.city];
        let full = self.scenario.agents[n].stamina;
        for place in 0.. {
            let Some(&at) = reached.get(place) else {
                break;
            };
            for &(a, b, length) in self.scenario.roads.iter() {
                for (from, to) in [(a, b), (b, a)] {
                    if from == at && length <= full && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
        }
        (!was_there && reached.contains(&city)).then_some(city)
    }

    fn act(&self, stage: &mut Stage, n: usize, choice: Option<(u32, u32)>) {
        let agent = &mut stage[n];
        match choice {
            Some((to, length)) => {
                (agent.city, agent.stamina) = (to, agent.stamina - length);
                agent.seen.push(Seen::Moved { to });
            }
            None => {
                agent.stamina = self.scenario.agents[n].stamina;
                agent.seen.push(Seen::Rested);
            }
        }
        self.tip(stage, n);
    }
}

/// Odds are those of ends that were counted.
#[track_caller]
pub(super) fn equal(chances: &Chances, ends: &BTreeMap<(i32, usize, bool), Fraction>) {
    let sum = |is: &dyn Fn(&(i32, usize, bool)) -> bool| {
        let mine = ends.iter().filter(|(end, _)| is(end));
        let sum = mine.fold(Fraction(0, 1), |sum, (_, p)| sum.plus(*p));
        sum.0 as f64 / sum.1 as f64
    };
    let time_up = |end: &(i32, usize, bool)| end.1 == 0 && !end.2;
    near(of_cause(chances, "caught"), sum(&|end| end.1 > 0), 1e-12);
    near(of_cause(chances, "escaped"), sum(&|end| end.2), 1e-12);
    near(of_cause(chances, "time_up"), sum(&time_up), 1e-12);
    for by in 1..AGENTS {
        let found = chances.by.get(&Seat(u8::try_from(by).unwrap()));
        let expected = sum(&|end| end.1 == by);
        near(found.copied().unwrap_or(0.0), expected, 1e-12);
        assert_eq!(found.is_some(), expected > 0.0, "D{by}");
    }
    let hours: BTreeSet<u64> = ends.keys().map(|end| end.0 as u64).collect();
    let found: BTreeSet<u64> = chances.cycles.keys().copied().collect();
    assert_eq!(found, hours);
    for (hour, p) in &chances.cycles {
        near(*p, sum(&|end| end.0 as u64 == *hour), 1e-12);
    }
}

/// Names of players, those that need luck twice.
const NAMES: [&str; 5] = ["random", "random", "stationary", "cheapest-least-visited", "dfs"];

/// A small chase in which much is barely enough: stamina that binds, roads that nobody can take, agents
/// that start together, informants.
fn drawn(dice: &mut Dice) -> (Scenario, [&'static str; AGENTS]) {
    let cities = 3 + dice.below(4);
    let most = cities * (cities - 1) / 2;
    let plan = MapPlan {
        cities,
        roads: Some((cities - 1 + dice.below(3)).min(most)),
        informants: dice.below(4).min(cities),
        two_coloured: false,
    };
    let mut scenario = plan.scenario(dice);
    for road in Arc::make_mut(&mut scenario.roads) {
        road.2 = 1 + dice.below(4);
    }
    for agent in &mut scenario.agents {
        agent.stamina = 2 + dice.below(8);
        agent.start = dice.below(cities);
    }
    scenario.getaway = (dice.below(3) > 0).then(|| dice.below(cities));
    scenario.hours = 1 + i32::try_from(dice.below(7)).unwrap();
    let mut players = ["random"; AGENTS];
    for player in &mut players {
        *player = NAMES[dice.below(5) as usize];
    }
    if dice.below(4) > 0 {
        players[0] = "random";
    }
    if dice.below(4) == 0 {
        players = ["random"; AGENTS];
        scenario.hours = 2;
    }
    (scenario, players)
}

/// Counts every way of a game from so many hours after its beginning, and compares the odds. False where
/// that hour is not come to, or there are too many ways.
fn compare(game: &Arc<Police>, players: [&str; AGENTS], played: i32, dice: &mut Dice) -> bool {
    let mut naive = Naive::new(game, players);
    let mut stage = naive.start();
    for hour in 0..played {
        if naive.end(&stage, hour).is_some() {
            return false;
        }
        for n in 0..AGENTS {
            let choices = naive.choices(&stage, n);
            let choice = choices[dice.below(u32::try_from(choices.len()).unwrap()) as usize];
            naive.act(&mut stage, n, choice);
        }
    }
    if naive.end(&stage, played).is_some() || naive.hour(&stage, played, Fraction(1, 1)).is_none() {
        return false;
    }
    let mut state = game.start();
    (state.hour, state.acted, state.owed) = (u32::try_from(played).unwrap() + 1, 0, 0);
    for (agent, now) in state.agents.iter_mut().zip(&stage) {
        (agent.city, agent.stamina) = (now.city, now.stamina);
    }
    let names = players.map(str::to_owned);
    let remind = |seat: Seat, player: &mut dyn Player<Police>| {
        let seen = stage[seat.index()].seen.iter();
        seen.for_each(|seen| player.observe(&event(*seen, seat)));
    };
    let moment = OddsMoment::new(game, &names, &state, &remind).unwrap();
    for ExactOdds { chances, .. } in merged_odds(&moment) {
        equal(&chances, &naive.ends);
    }
    if played == 0 {
        // Before hour 0 the odds are the same as after it.
        let start = game.start();
        let remind = |_: Seat, _: &mut dyn Player<Police>| ();
        let moment = OddsMoment::new(game, &names, &start, &remind).unwrap();
        for ExactOdds { chances, .. } in merged_odds(&moment) {
            equal(&chances, &naive.ends);
        }
        let told = forecast(game.scenario().clone(), &players).exact(1_000_000);
        equal(&told.unwrap().chances, &naive.ends);
    }
    true
}

/// Two hundred drawn games, half of them from an hour in their midst: the odds are those of counting
/// every way with fractions, in each form that states can have, and are told so.
#[test]
fn merged_states_have_the_odds_of_counting_every_way() {
    let mut dice = Dice::new(Generator::Chacha8, 31, 0);
    let mut kinds: BTreeMap<(bool, usize), usize> = BTreeMap::new();
    let mut games = 0;
    while games < 200 {
        let (scenario, players) = drawn(&mut dice);
        let game = Arc::new(Police::new(scenario).unwrap());
        // Every other game is asked about after an hour or two.
        let played = if games % 2 == 0 { 0 } else { 1 + games / 2 % 2 };
        if !compare(&game, players, played, &mut dice) {
            continue;
        }
        let lucky = players.iter().filter(|player| **player == "random");
        let kind = (game.map().has_informants(), lucky.count());
        *kinds.entry(kind).or_default() += 1;
        games += 1;
    }
    for lucky in 1..=AGENTS {
        assert!(kinds.contains_key(&(true, lucky)), "{kinds:?}");
    }
    let deaf = kinds.iter().filter(|(kind, _)| !kind.0);
    assert!(deaf.map(|it| it.1).sum::<usize>() > 30, "{kinds:?}");
}

/// One detective is sent here and there by one informant; long after, two ways have it in the same city
/// with the same stamina, and what it did before decides where it goes.
#[test]
fn visits_and_routes_count_as_long_as_they_can_decide() {
    let mut dice = Dice::new(Generator::Chacha8, 37, 0);
    for strategy in ["cheapest-least-visited", "dfs"] {
        let mut games = 0;
        while games < 60 {
            let cities = 6;
            let plan = MapPlan {
                cities,
                roads: Some(cities + dice.below(2)),
                informants: 1,
                two_coloured: false,
            };
            let mut scenario = plan.scenario(&mut dice);
            Arc::make_mut(&mut scenario.roads).iter_mut().for_each(|road| road.2 = 2);
            let [thief, detective, other] = [(); 3].map(|()| dice.below(cities));
            for (n, agent) in scenario.agents.iter_mut().enumerate() {
                agent.start = [thief, detective, other, other, other][n];
                agent.stamina = [2, 4, 2, 2, 2][n];
            }
            (scenario.getaway, scenario.hours) = (None, 12);
            let game = Arc::new(Police::new(scenario).unwrap());
            let still = "stationary";
            let players = ["random", strategy, still, still, still];
            games += i32::from(compare(&game, players, 0, &mut dice));
        }
    }
}

/// A chase with nothing played but hour 0.
pub(super) fn forecast(scenario: Scenario, players: &[&str; AGENTS]) -> Box<dyn Forecast> {
    let game = Arc::new(Police::new(scenario).unwrap());
    let players = players.map(str::to_owned);
    let mut header = Header::new(&*game, &players, Generator::Chacha8, 1);
    let entry = GameEntry::<Police>::new();
    let forecast = entry.forecast(&mut header, &StopFlag::default());
    let mut forecast = forecast.unwrap();
    let mut recording = chase_record::any::AnyGame::record(&entry, &mut header).unwrap();
    recording.advance();
    forecast.past(recording.now()).unwrap();
    forecast
}

#[track_caller]
pub(super) fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() < error, "{found}, not {expected}");
}

pub(super) fn of_cause(chances: &Chances, cause: &str) -> f64 {
    let mine = chances.endings.iter().filter(|(it, _)| it.cause == cause);
    mine.fold(0.0, |sum, (_, p)| sum + p)
}
