//! What a turn can have in common with others: conditions that hold where it begins, and habits,
//! which say where it would end. Both are plain tables of words with a test. Nothing here decides
//! what is worth telling, and nothing looks further than the turn and what came before it.

use super::conduct::{AfterTip, Conduct, Heard};
use super::hold::WalkTurn;
use super::run::TraceRun;
use super::walker::Walker;
use chase_board::roads::Road;
use chase_police::THIEF;
use chase_police::players::known_strategy::KnownStrategy;

/// The rules, but for a depth-first search that goes on with its old route after a tip.
static OLD_ROUTE: Conduct = Conduct { after_tip: AfterTip::WhereLeft, ..Conduct::RULES };

/// The rules, but for tips, which are not followed.
static DEAF: Conduct =
    Conduct { heard: Heard { ignored: true, ..Conduct::RULES.heard }, ..Conduct::RULES };

/// What a detective has done before a turn.
pub(super) struct PastTurns<'a> {
    run: &'a TraceRun,
    agent: usize,
    /// By city: the hour in which it was last seen there; times it was reached; turns that ended
    /// there.
    last: Vec<Option<usize>>,
    reached: Vec<u32>,
    visits: Vec<u32>,
    /// By city: turns of all detectives that ended there.
    together: Vec<u32>,
    came_from: Option<u32>,
    rests: usize,
    followed: bool,
    /// The same detective, had it kept its route when a tip came, and had it not heard the tip.
    old_route: Option<Walker<'a>>,
    deaf: Option<Walker<'a>>,
}

impl<'a> PastTurns<'a> {
    /// Before the first turn.
    pub fn new(run: &'a TraceRun, agent: usize, strategy: KnownStrategy) -> Self {
        let places = run.world.roads().places();
        let mut past = PastTurns {
            run,
            agent,
            last: vec![None; places],
            reached: vec![0; places],
            visits: vec![0; places],
            together: vec![0; places],
            came_from: None,
            rests: 0,
            followed: false,
            old_route: None,
            deaf: None,
        };
        if let Some(first) = run.hours.first() {
            past.last[first[agent] as usize] = Some(0);
            past.reached[first[agent] as usize] = 1;
            past.visits[first[agent] as usize] = 1;
            for city in &first[THIEF + 1..] {
                past.together[*city as usize] += 1;
            }
            let with = |conduct| Walker::new(&run.world, conduct, agent, strategy, &run.strategies);
            let has_tips = run.world.game.map().has_informants();
            past.old_route = (has_tips && strategy == KnownStrategy::Dfs).then(|| with(&OLD_ROUTE));
            past.deaf = (has_tips && strategy != KnownStrategy::Random).then(|| with(&DEAF));
        }
        past
    }

    /// The scene of the turn that comes next.
    pub fn scene<'t>(&'t mut self, turn: &'t WalkTurn<'t>) -> TurnScene<'t> {
        // Those before it have had their turns of this hour; of the others the last is new.
        let (now, before) = (turn.hour, turn.hour - 1);
        let earlier = &self.run.hours[now][THIEF + 1..self.agent];
        let later = &self.run.hours[before][self.agent..];
        let later = later.iter().filter(|_| before > 0);
        for city in earlier.iter().chain(later) {
            self.together[*city as usize] += 1;
        }
        let options = |walker: &mut Option<Walker<'a>>| {
            let mut options = Vec::new();
            if let Some(walker) = walker {
                walker.options(&mut options);
            }
            options
        };
        let route_next = options(&mut self.old_route);
        let own_next = options(&mut self.deaf);
        TurnScene { turn, past: self, route_next, own_next }
    }

    /// The turn is over.
    pub fn take(&mut self, turn: &WalkTurn<'_>) {
        for walker in [&mut self.old_route, &mut self.deaf].into_iter().flatten() {
            let mut options = Vec::new();
            walker.options(&mut options);
            let thief = self.run.thief(turn.hour);
            walker.take(turn.seen, thief, options.contains(&turn.seen));
            if let Some(shown) = self.run.shown_stamina(turn.hour, turn.agent) {
                walker.stamina = shown;
            }
        }
        self.last[turn.city as usize] = Some(turn.hour - 1);
        self.last[turn.seen as usize] = Some(turn.hour);
        self.visits[turn.seen as usize] += 1;
        if turn.seen == turn.city {
            self.rests += 1;
        } else {
            self.rests = 0;
            self.reached[turn.seen as usize] += 1;
            self.came_from = Some(turn.city);
        }
        self.followed = turn.follows;
    }
}

/// A turn with everything that can be asked about it.
pub(super) struct TurnScene<'t> {
    turn: &'t WalkTurn<'t>,
    past: &'t PastTurns<'t>,
    /// Where the route leads that was left for a tip, and where a detective would go
    /// that hears no tips.
    route_next: Vec<u32>,
    own_next: Vec<u32>,
}

impl TurnScene<'_> {
    fn roads(&self) -> &[Road] {
        self.past.run.world.roads().from(self.turn.city)
    }

    fn payable(&self) -> impl Iterator<Item = &Road> {
        let stamina = self.turn.stamina;
        self.roads().iter().filter(move |road| road.length <= stamina)
    }

    /// The neighbours it has the stamina for that are first by some measure.
    fn best<K: Ord>(&self, key: impl Fn(&Road) -> K) -> Vec<u32> {
        let first = self.payable().map(&key).min();
        let best = self.payable().filter(|road| Some(key(road)) == first);
        best.map(|road| road.to).collect()
    }

    fn only(&self, city: Option<u32>) -> Vec<u32> {
        let roads = self.payable().filter(|road| Some(road.to) == city);
        roads.map(|road| road.to).collect()
    }

    fn visits(&self, road: &Road) -> u32 {
        self.past.visits[road.to as usize]
    }

    /// The number of neighbours that share the best by some measure.
    fn ties<K: Ord>(&self, key: impl Fn(&Road) -> K) -> usize {
        self.best(key).len()
    }

    fn places(&self) -> usize {
        self.past.visits.len()
    }

    fn is_last_city(&self, city: u32) -> bool {
        city as usize + 1 == self.places()
    }

    fn start(&self) -> u32 {
        self.past.run.hours[0][self.turn.agent]
    }

    /// The one city that the rules ask for, if it is another than that of the turn's begin.
    fn due(&self) -> Option<u32> {
        match self.turn.options {
            [only] if *only != self.turn.city => Some(*only),
            _ => None,
        }
    }

    fn is_due(&self, wanted: impl Fn(u32) -> bool) -> bool {
        self.due().is_some_and(wanted)
    }

    fn due_road(&self) -> Option<&Road> {
        let due = self.due()?;
        self.roads().iter().find(|road| road.to == due)
    }

    fn must_rest(&self) -> bool {
        self.turn.options == [self.turn.city]
    }

    fn has_informant(&self) -> bool {
        let map = self.past.run.world.game.map();
        map.has_informant(self.turn.city)
    }

    fn thief(&self) -> u32 {
        self.past.run.thief(self.turn.hour).now
    }

    fn has_equal_roads(&self) -> bool {
        let mut lengths: Vec<u32> = self.roads().iter().map(|road| road.length).collect();
        lengths.sort_unstable();
        lengths.windows(2).any(|two| two[0] == two[1])
    }
}

/// Something that holds where a turn begins, with words that go behind "is made".
pub(super) struct TurnCondition {
    /// The words.
    pub words: &'static str,
    holds: fn(&TurnScene<'_>) -> bool,
}

const fn when(words: &'static str, holds: fn(&TurnScene<'_>) -> bool) -> TurnCondition {
    TurnCondition { words, holds }
}

/// All conditions, what is more telling first.
#[rustfmt::skip]
pub(super) static CONDITIONS: &[TurnCondition] = &[
    when("in the first turn after a tip was followed to its end", |s| s.past.followed && !s.turn.follows),
    when("right after it came to a city with an informant", |s| s.has_informant() && s.past.rests == 0),
    when("in a city with an informant", |s| s.has_informant()),
    when("on the way to a tip", |s| s.turn.follows),
    when("while it follows no tip", |s| !s.turn.follows),
    when("before it has heard a tip", |s| !s.turn.was_tipped),
    when("from the first tip on", |s| s.turn.was_tipped),
    when("at the end of a route", |s| s.turn.is_route_done),
    when("in the first hour", |s| s.turn.hour == 1),
    when("right after two rests", |s| s.past.rests >= 2),
    when("right after a rest", |s| s.past.rests > 0),
    when("right after a move", |s| s.past.rests == 0 && s.turn.hour > 1),
    when("where the stamina is too little for every road", |s| s.payable().next().is_none()),
    when("where it should rest", |s| s.must_rest()),
    when("where the road to take is exactly as long as the stamina", |s| s.due_road().is_some_and(|road| road.length == s.turn.stamina)),
    when("with less stamina than the longest road of the city needs", |s| s.payable().count() < s.roads().len()),
    when("with full stamina", |s| s.turn.stamina == s.turn.full),
    when("with less than full stamina", |s| s.turn.stamina < s.turn.full),
    when("where two cities tie for the fewest visits and the shortest road", |s| s.ties(|road| (s.visits(road), road.length)) > 1),
    when("where two cities tie for the fewest visits", |s| s.ties(|road| s.visits(road)) > 1),
    when("in a city with two roads of equal length", |s| s.has_equal_roads()),
    when("in a city with only one road", |s| s.roads().len() == 1),
    when("in a city with at least 4 roads", |s| s.roads().len() >= 4),
    when("in a city with at least 5 roads", |s| s.roads().len() >= 5),
    when("in a city with at least 6 roads", |s| s.roads().len() >= 6),
    when("in a city with at least 8 roads", |s| s.roads().len() >= 8),
    when("in a city with at least 10 roads", |s| s.roads().len() >= 10),
    when("where it should go back to the city it came from", |s| s.is_due(|to| Some(to) == s.past.came_from)),
    when("where it should go to a city that it has never been in", |s| s.is_due(|to| s.past.reached[to as usize] == 0)),
    when("where it should go to a city that it has been in before", |s| s.is_due(|to| s.past.reached[to as usize] > 0)),
    when("where it should go to city 0", |s| s.is_due(|to| to == 0)),
    when("where it should go to the city with the highest ID", |s| s.is_due(|to| s.is_last_city(to))),
    when("where it should go to its start", |s| s.is_due(|to| to == s.start())),
    when("where the city file lists the road to take only from its other end", |s| s.past.run.world.knows_listing() && s.is_due(|to| !s.past.run.world.is_listed(s.turn.city, to))),
    when("in city 0", |s| s.turn.city == 0),
    when("in the city with the highest ID", |s| s.is_last_city(s.turn.city)),
    when("in the city where it started", |s| s.turn.city == s.start()),
    when("in a city that it has reached for the first time", |s| s.past.reached[s.turn.city as usize] == 1),
    when("in a city where another detective is", |s| s.turn.has_company(s.past.run)),
    when("in a city next to the thief's", |s| s.roads().iter().any(|road| road.to == s.thief())),
    when("by D1", |s| s.turn.agent == THIEF + 1),
    when("by D2", |s| s.turn.agent == THIEF + 2),
    when("by D3", |s| s.turn.agent == THIEF + 3),
    when("by D4", |s| s.turn.agent == THIEF + 4),
    when("from hour 50 on", |s| s.turn.hour >= 50),
    when("from hour 100 on", |s| s.turn.hour >= 100),
    when("from hour 200 on", |s| s.turn.hour >= 200),
    when("from hour 500 on", |s| s.turn.hour >= 500),
    when("on maps with at least 20 cities", |s| s.places() >= 20),
    when("on maps with at least 50 cities", |s| s.places() >= 50),
    when("on maps with at least 100 cities", |s| s.places() >= 100),
];

/// The test of a habit.
enum HabitTest {
    /// It goes to one of these cities.
    Cities(fn(&TurnScene<'_>) -> Vec<u32>),
    /// It does something that is seen from the turn: whether it did, and whether doing so would
    /// have been wrong.
    Deed(fn(&TurnScene<'_>) -> bool, fn(&TurnScene<'_>) -> bool),
}

/// Something that a detective may tend to do, with words that go behind "it".
pub(super) struct TurnHabit {
    /// The words.
    pub words: &'static str,
    test: HabitTest,
}

impl TurnHabit {
    /// Returns true if the words say what is wrong with a step: no right step can show the habit.
    pub fn is_a_fault(&self) -> bool {
        matches!(self.test, HabitTest::Deed(..))
    }
}

const fn takes(words: &'static str, cities: fn(&TurnScene<'_>) -> Vec<u32>) -> TurnHabit {
    TurnHabit { words, test: HabitTest::Cities(cities) }
}

const fn does(
    words: &'static str,
    is_done: fn(&TurnScene<'_>) -> bool,
    is_wrong: fn(&TurnScene<'_>) -> bool,
) -> TurnHabit {
    TurnHabit { words, test: HabitTest::Deed(is_done, is_wrong) }
}

/// All habits, what is more telling first.
#[rustfmt::skip]
pub(super) static HABITS: &[TurnHabit] = &[
    takes("goes on with the route that it left for a tip", |s| s.route_next.iter().copied().filter(|to| *to != s.turn.city).collect()),
    takes("does what it would do if it had never heard a tip", |s| s.own_next.clone()),
    takes("takes the longest road", |s| s.best(|road| u32::MAX - road.length)),
    takes("takes the shortest road", |s| s.best(|road| road.length)),
    takes("takes the city with the highest ID", |s| s.best(|road| u32::MAX - road.to)),
    takes("takes the city with the lowest ID", |s| s.best(|road| road.to)),
    takes("takes the city that it was in longest ago, or never", |s| s.best(|road| s.past.last[road.to as usize])),
    takes("goes back to the city it came from", |s| s.only(s.past.came_from)),
    takes("takes the city visited most", |s| s.best(|road| u32::MAX - s.visits(road))),
    takes("takes the city visited least", |s| s.best(|road| s.visits(road))),
    takes("takes the longest road among the cities visited least", |s| s.best(|road| (s.visits(road), u32::MAX - road.length))),
    takes("takes the highest ID among the cities visited least", |s| s.best(|road| (s.visits(road), u32::MAX - road.to))),
    takes("takes the lowest ID among the cities visited least", |s| s.best(|road| (s.visits(road), road.to))),
    takes("takes the highest ID among the shortest roads to the cities visited least", |s| s.best(|road| (s.visits(road), road.length, u32::MAX - road.to))),
    takes("takes the city that it has reached least often, rests not counted", |s| s.best(|road| (s.past.reached[road.to as usize], road.length, road.to))),
    takes("takes the city that all detectives together have visited least", |s| s.best(|road| (s.past.together[road.to as usize], road.length, road.to))),
    takes("takes the lowest ID among the cities it has never been in", |s| s.best(|road| (s.past.reached[road.to as usize].min(1), road.to))),
    takes("takes the shortest road to a city it has never been in", |s| s.best(|road| (s.past.reached[road.to as usize].min(1), road.length))),
    takes("takes the next ID above that of its city", |s| s.best(|road| (road.to < s.turn.city, road.to))),
    takes("goes back to its start", |s| s.only(Some(s.start()))),
    takes("goes to the thief's city", |s| s.only(Some(s.thief()))),
    takes("goes to a city with an informant", |s| s.payable().filter(|road| s.past.run.world.game.map().has_informant(road.to)).map(|road| road.to).collect()),
    does("goes where no road leads", |s| !s.turn.has_road, |_| true),
    does("takes a road that is longer than its stamina", |s| s.roads().iter().any(|road| road.to == s.turn.seen && road.length > s.turn.stamina), |s| s.payable().count() < s.roads().len()),
    does("stays where it should move", |s| s.turn.seen == s.turn.city, |s| !s.turn.options.contains(&s.turn.city)),
    does("moves where it should rest", |s| s.turn.seen != s.turn.city && s.must_rest(), |s| s.must_rest()),
];

/// What is known of a turn: bits by the place of conditions and habits in their tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnTraits {
    /// Conditions that hold.
    pub holds: u128,
    /// Habits that it shows and that the rules do not ask for.
    pub shows: u64,
    /// Habits that would be wrong here.
    pub differs: u64,
}

impl TurnTraits {
    /// The traits of a turn.
    pub fn of(scene: &TurnScene<'_>) -> Self {
        let mut traits = TurnTraits { holds: 0, shows: 0, differs: 0 };
        for (n, condition) in CONDITIONS.iter().enumerate() {
            traits.holds |= u128::from((condition.holds)(scene)) << n;
        }
        let turn = scene.turn;
        for (n, habit) in HABITS.iter().enumerate() {
            let (shows, differs) = match habit.test {
                HabitTest::Cities(cities) => {
                    let cities = cities(scene);
                    let is_other = !cities.iter().any(|city| turn.options.contains(city));
                    let differs = is_other && !cities.is_empty();
                    (differs && cities.contains(&turn.seen), differs)
                }
                HabitTest::Deed(is_done, is_wrong) => (is_done(scene), is_wrong(scene)),
            };
            traits.shows |= u64::from(shows) << n;
            traits.differs |= u64::from(differs) << n;
        }
        traits
    }
}
