//! Laws that search: every state of a small scenario breadth first, then drawn games, then games that are
//! steered to rare ends. Each law of single states is checked in every state that is found.

pub(super) mod found;
mod games;
mod joint_laws;
mod pool;
mod state_laws;
mod tree;
mod within_laws;

use std::collections::BTreeMap;

use super::law_rules::LawRules;
use super::states::States;
use super::turn_outcomes::TurnFollower;
use crate::broken_law::{BrokenLaw, Law};
use chase_engine::dice::Dice;
use chase_engine::game::Masks as _;
use chase_engine::header::Header;
use chase_kit::faces::Playable;
use chase_record::compile::compile;
use chase_study::any_rules::RulesOf;
use chase_study::any_value::Value;

pub use found::{BreachPlace, CycleWalk, LawBreach, SearchCoverage};

use games::EndKey;
use pool::Pool;
use state_laws::calm;
use tree::StateTree;

/// The extent of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// States that are reached breadth first, at most.
    pub states: usize,
    /// Games that are drawn, and as many that are steered to rare ends.
    pub games: u64,
    /// Games that the header's players play, held against the laws of whole games. Of as many drawn ones
    /// the secrets are held against those of games that a seat cannot tell from them.
    pub played: u64,
    /// The most draws of one action's luck that are followed; of more, a few are drawn.
    pub draws: usize,
}

impl Budget {
    /// The usual extent of the command `laws`.
    pub const USUAL: Budget = Budget { states: 100_000, games: 200, played: 20, draws: 256 };

    /// A small extent for tests, which takes a second or a few.
    pub const SMALL: Budget = Budget { states: 1_000, games: 10, played: 4, draws: 64 };
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// The phase of the search.
    pub phase: &'static str,
    /// The amount of the phase that is done.
    pub done: u64,
    /// The whole amount of the phase, as far as it is known.
    pub all: u64,
}

/// A law that is broken in the state of this number, or in a game of this seed.
struct LawStop {
    broken: BrokenLaw,
    at: At,
}

enum At {
    State(usize),
    Game(Box<Header>),
}

/// Searches the header's game for a state in which a law is broken.
///
/// # Errors
/// The law, and the way to the state.
pub fn search<G: Playable>(
    header: &Header,
    budget: &Budget,
    watch: &mut dyn FnMut(SearchProgress),
) -> Result<SearchCoverage, Box<LawBreach>> {
    let mut header = header.clone();
    let compiled = compile::<G>(&mut header);
    let game = compiled.map_err(|why| {
        let broken = Law::Scenario.broken(why.to_string());
        let place = BreachPlace::Game(Box::new(header.clone()));
        Box::new(LawBreach { broken, place })
    })?;
    let rules = RulesOf { game };
    LawSearch::of(&rules, &header, budget, G::masks().hides()).report_of(watch)
}

struct LawSearch<'a> {
    game: &'a dyn LawRules,
    header: &'a Header,
    budget: &'a Budget,
    states: States<'a>,
    follower: TurnFollower<'a>,
    tree: StateTree,
    /// Actions that are tried in every state.
    actions: Pool,
    /// Events that are tried in every state.
    events: Pool,
    /// The events that go on with a turn, by the bytes of the state within it.
    going_on: BTreeMap<Vec<u8>, Vec<Value>>,
    /// The ends of games, and how often each was met.
    ends: BTreeMap<EndKey, u64>,
    report: SearchCoverage,
}

impl<'a> LawSearch<'a> {
    fn of(
        game: &'a dyn LawRules,
        header: &'a Header,
        budget: &'a Budget,
        has_secrets: bool,
    ) -> Self {
        let candidates = game.candidates();
        LawSearch {
            game,
            header,
            budget,
            states: States::new(game, header),
            follower: TurnFollower { game, header, draws_max: budget.draws },
            tree: StateTree::new(game),
            report: SearchCoverage {
                actions_given: candidates.is_some(),
                has_oracle: game.has_oracle(),
                has_secrets,
                symmetries: game.symmetries(),
                ..SearchCoverage::default()
            },
            actions: Pool::of(candidates.unwrap_or_default(), |game, data| game.read_action(data)),
            events: Pool::of(Vec::new(), |game, data| game.read_event(data)),
            going_on: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    fn report_of(
        mut self,
        watch: &mut dyn FnMut(SearchProgress),
    ) -> Result<SearchCoverage, Box<LawBreach>> {
        match self.run(watch) {
            Ok(()) => Ok(self.report()),
            Err(stopped) => Err(self.found(stopped)),
        }
    }
}

impl LawSearch<'_> {
    fn run(&mut self, watch: &mut dyn FnMut(SearchProgress)) -> Result<(), LawStop> {
        self.explore(watch)?;
        let found = self.tree.len();
        for n in 0..found {
            watch(progress("states tried out", n, found));
            self.guarded(n, |search| search.try_out(n))?;
        }
        for number in 0..self.budget.games {
            watch(progress("drawn games", number, self.budget.games));
            let end = self.draw(&mut self.dice(number))?;
            self.report.drawn += 1;
            if number < self.budget.played {
                self.keeps_secrets(end)?;
            }
        }
        for number in 0..self.budget.games {
            watch(progress("steered games", number, self.budget.games));
            self.steer(&mut self.dice(self.budget.games + number))?;
            self.report.steered += 1;
        }
        self.play(watch)
    }

    /// Holds the game that leads to a state against games that a seat cannot tell from it.
    fn keeps_secrets(&mut self, n: usize) -> Result<(), LawStop> {
        let pairs = self.guarded(n, |search| {
            let turns = search.tree.turns(search.game, n);
            search.game.keeps_secrets(search.header, &turns)
        })?;
        self.report.pairs += pairs;
        Ok(())
    }

    fn dice(&self, number: u64) -> Dice {
        Dice::new(self.header.dice, self.header.seed, number)
    }

    /// Looks at every state, in the order of the turns that lead to it, as long as there is room.
    fn explore(&mut self, watch: &mut dyn FnMut(SearchProgress)) -> Result<(), LawStop> {
        self.report.is_whole = true;
        let mut n = 0;
        while n < self.tree.len() {
            watch(progress("states", n, self.budget.states));
            let ways = self.guarded(n, |search| search.look_at(n))?;
            self.report.is_whole &= ways.is_whole;
            for way in ways.all {
                let has_room = self.tree.len() < self.budget.states;
                if has_room || self.tree.place(&way.after).is_some() {
                    let (to, is_new) = self.tree.add(n, way);
                    if !is_new {
                        self.comes_back(n, to)?;
                    }
                } else {
                    if self.report.is_whole {
                        self.report.depth = self.tree.node(n).depth as u64;
                    }
                    self.report.is_whole = false;
                }
            }
            n += 1;
        }
        if self.report.is_whole {
            self.report.depth = self.tree.node(n - 1).depth as u64;
        }
        self.report.states_in_order = n as u64;
        self.actions_and_events_changed();
        Ok(())
    }

    /// A way that leads back is one to a state before this, in the same cycle.
    fn comes_back(&self, from: usize, to: usize) -> Result<(), LawStop> {
        let clock = |n: usize| self.game.clock(&self.tree.node(n).state);
        let now = clock(from);
        if clock(to) != now {
            return Ok(());
        }
        let before = std::iter::successors(Some(from), |n| self.tree.before(*n));
        let before: Vec<_> = before.take_while(|n| clock(*n) == now).collect();
        self.returns(from, to, &before)
    }

    fn actions_and_events_changed(&mut self) {
        if !self.report.actions_given {
            self.actions.change(self.game);
        }
        self.events.change(self.game);
    }

    /// Checks a state that was found outside the order, with all that is known so far.
    fn check(&mut self, n: usize) -> Result<(), LawStop> {
        self.guarded(n, |search| search.look_at(n).map(|_| ()))?;
        self.actions_and_events_changed();
        self.guarded(n, |search| search.try_out(n))
    }

    /// Checks something in a state; a panic is a broken law too.
    fn guarded<T>(
        &mut self,
        n: usize,
        run: impl FnOnce(&mut Self) -> Result<T, BrokenLaw>,
    ) -> Result<T, LawStop> {
        let what = || "they are asked about a state".to_owned();
        let checked = calm(what, || run(self)).and_then(|checked| checked);
        checked.map_err(|broken| self.stopped(n, broken))
    }

    fn stopped(&self, n: usize, broken: BrokenLaw) -> LawStop {
        let cycle = self.game.clock(&self.tree.node(n).state);
        LawStop { broken: broken.at(self.game.unit(), cycle), at: At::State(n) }
    }

    /// Has the header's players play, and holds their games against the laws of whole games.
    fn play(&mut self, watch: &mut dyn FnMut(SearchProgress)) -> Result<(), LawStop> {
        for number in 0..self.budget.played {
            watch(progress("whole games", number, self.budget.played));
            let header = Header {
                seed: self.header.seed.wrapping_add_unsigned(number),
                ..self.header.clone()
            };
            let what = || format!("a game of seed {} is played", header.seed);
            let checked = calm(what, || self.game.check(&header)).and_then(|checked| checked);
            let checked =
                checked.map_err(|broken| LawStop { broken, at: At::Game(Box::new(header)) })?;
            self.report.pairs += checked.pairs;
            self.report.played += 1;
        }
        Ok(())
    }

    fn report(&self) -> SearchCoverage {
        SearchCoverage {
            states: self.tree.len() as u64,
            actions: self.actions.len() as u64,
            actions_everywhere: self.actions.is_tried_whole(),
            events: self.events.len() as u64,
            events_everywhere: self.events.is_tried_whole(),
            ..self.report.clone()
        }
    }

    /// A broken law with the way to where it is broken.
    fn found(&self, stopped: LawStop) -> Box<LawBreach> {
        let place = match stopped.at {
            At::State(n) => BreachPlace::State {
                turns: self.tree.told(self.game, n),
                is_shortest: self.is_in_order(n),
                replay: self.game.walk(self.header, &self.tree.turns(self.game, n)),
            },
            At::Game(header) => BreachPlace::Game(header),
        };
        Box::new(LawBreach { broken: stopped.broken, place })
    }

    /// True if a state was reached breadth first.
    fn is_in_order(&self, n: usize) -> bool {
        let in_order = self.report.states_in_order;
        in_order == 0 || (n as u64) < in_order
    }
}

fn progress<N: TryInto<u64>>(phase: &'static str, done: N, all: N) -> SearchProgress {
    let number = |n: N| n.try_into().unwrap_or(u64::MAX);
    SearchProgress { phase, done: number(done), all: number(all) }
}
