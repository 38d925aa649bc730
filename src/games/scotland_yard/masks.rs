//! Where Mr X is between reveals is what a detective may not know. For the laws, of a history another is made
//! in which he went elsewhere and everything that the detectives are told is the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::board::Station;
use super::{Action, Ending, Event, MR_X, PendingLegs, ScotlandYard, State, TicketLeg};
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::{Fault, Game as _, Masks, Twin};
use chase_engine::seat::{Seat, Seats};
use chase_record::replay::{By, History, TurnEntry};

/// The number of ways to one station that are remembered.
const WAYS_MAX: usize = 3;

/// Mr X is not seen by those who do not play him.
pub(super) struct UnseenMrX;

impl Masks<ScotlandYard> for UnseenMrX {
    fn hides_from(&self, _: &ScotlandYard, seat: Seat) -> bool {
        seat != MR_X
    }

    fn state(&self, _: &ScotlandYard, state: &State, eyes: Seats) -> State {
        if eyes.has(MR_X) {
            return state.clone();
        }
        let unseen = |leg: TicketLeg| TicketLeg { to: 0, ..leg };
        State {
            public: state.public.clone(),
            mr_x: 0,
            due: PendingLegs {
                leg: state.due.leg.map(unseen),
                second: state.due.second.map(unseen),
                ..state.due
            },
            verdict: None,
        }
    }

    fn event(
        &self,
        game: &ScotlandYard,
        before: &State,
        event: &Event,
        eyes: Seats,
    ) -> Option<Event> {
        Some(match eyes.has(MR_X) {
            true => event.clone(),
            false => game.setting.shown(&before.public, event),
        })
    }

    fn action(
        &self,
        game: &ScotlandYard,
        before: &State,
        by: Seat,
        action: &Action,
        eyes: Seats,
    ) -> Action {
        match by != MR_X || eyes.has(MR_X) {
            true => *action,
            false => game.setting.shown_action(&before.public, *action),
        }
    }

    fn game(&self, game: &ScotlandYard, eyes: Seats) -> Option<Result<Arc<ScotlandYard>, Fault>> {
        let public = game.public_scenario.as_ref().filter(|_| !eyes.has(MR_X))?;
        Some(Ok(Arc::new(ScotlandYard {
            scenario: Arc::clone(public),
            public_scenario: None,
            setting: Arc::clone(&game.setting),
            legs_max: game.legs_max,
        })))
    }

    fn twin(
        &self,
        game: &Arc<ScotlandYard>,
        history: &History<ScotlandYard>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<ScotlandYard>> {
        if seats.has(MR_X) {
            return None;
        }
        let mut search = RouteSearch::new(game);
        let mut found = None;
        for (n, cycle) in history.cycles().enumerate() {
            for (entry, events) in cycle.turns() {
                search.take(entry, events)?;
            }
            if search.is_over_untold() {
                continue;
            }
            // Where there is no other way, as at a start that is given, there may be one later.
            if let Some(way) = search.another(dice) {
                found = Some((n + 1, way));
            }
        }
        let (cycles, way) = found?;
        let history = retell(game, history, cycles, &way)?;
        let game = Arc::clone(game);
        Some(Twin { game, history })
    }
}

/// The start and the actions of Mr X.
#[derive(Clone, PartialEq)]
struct MrXRoute {
    start: Station,
    actions: Vec<Action>,
}

/// Looks for ways of Mr X that are told like the one he went.
struct RouteSearch<'a> {
    game: &'a ScotlandYard,
    state: State,
    /// The way he went.
    true_way: MrXRoute,
    /// Ways that are told like it, by the station where they lead.
    ways: BTreeMap<Station, Vec<MrXRoute>>,
}

impl<'a> RouteSearch<'a> {
    fn new(game: &'a ScotlandYard) -> Self {
        RouteSearch {
            game,
            state: game.start(),
            true_way: MrXRoute { start: 0, actions: Vec::new() },
            ways: BTreeMap::new(),
        }
    }

    /// Returns true if the game is over because of where he is, and the players were not told yet.
    fn is_over_untold(&self) -> bool {
        self.state.verdict.is_some() && self.state.public.ended.is_none()
    }

    /// A way other than the true one that he can go on from, if there is any.
    fn another(&self, dice: &mut Dice) -> Option<MrXRoute> {
        let (setting, public) = (self.game.setting(), &self.state.public);
        let at_his_turn = public.current == MR_X && public.ended.is_none();
        let ways = self.ways.iter();
        let alive = ways.filter(|(at, _)| !at_his_turn || setting.mr_x_can_move(public, **at));
        let all = alive.flat_map(|(_, ways)| ways);
        let others: Vec<_> = all.filter(|way| **way != self.true_way).collect();
        (!others.is_empty()).then(|| (*one_of(&others, dice)).clone())
    }

    /// Goes on by one turn of the history. Nothing for a turn that the rules refuse.
    fn take(&mut self, entry: &TurnEntry<Action>, events: &[Event]) -> Option<()> {
        match &entry.by {
            By::World => self.world(events.first()?),
            By::Action(MR_X, action) => {
                self.true_way.actions.push(*action);
                self.ways = self.told_alike(*action);
            }
            // He was not where a detective went and did not find him.
            By::Action(_, Action::Move(leg)) if leg.to != self.state.mr_x => {
                self.ways.remove(&leg.to);
            }
            By::Action(..) | By::Forfeit(..) | By::Joint(_) => {}
        }
        for event in events {
            self.game.apply(&mut self.state, event).ok()?;
        }
        Some(())
    }

    fn world(&mut self, event: &Event) {
        match event {
            Event::Opened { stations } => self.open(stations),
            Event::GameOver { cause } => self.end(*cause),
            _ => {}
        }
    }

    fn open(&mut self, stations: &[Station]) {
        self.true_way.start = stations[MR_X.index()];
        for &start in &self.game.setting().hideouts {
            let opened = opened(stations, start);
            if self.game.apply(&mut self.state.clone(), &opened).is_ok() {
                let actions = Vec::new();
                self.ways.insert(start, vec![MrXRoute { start, actions }]);
            }
        }
    }

    /// Only ways on which the game would be over for the same cause.
    fn end(&mut self, cause: Ending) {
        let (setting, public) = (self.game.setting(), &self.state.public);
        let at_his_turn = public.current == MR_X;
        let entered = self.state.mr_x;
        self.ways.retain(|at, _| match cause {
            Ending::Captured => *at == entered,
            Ending::Cornered => !setting.mr_x_can_move(public, *at),
            _ => !at_his_turn || setting.mr_x_can_move(public, *at),
        });
    }

    /// Every way so far, longer by each action that is told like this one.
    fn told_alike(&self, action: Action) -> BTreeMap<Station, Vec<MrXRoute>> {
        let (setting, public) = (self.game.setting(), &self.state.public);
        let due = setting.shown_action(public, action);
        let mut longer: BTreeMap<Station, Vec<MrXRoute>> = BTreeMap::new();
        let mut actions = Vec::new();
        for (at, ways) in &self.ways {
            actions.clear();
            setting.mr_x_actions(public, *at, &mut actions);
            let is_alike = |other: &&Action| setting.shown_action(public, **other) == due;
            for other in actions.iter().filter(is_alike) {
                let (Action::Move(leg) | Action::Double { second: leg, .. }) = other else {
                    continue;
                };
                let there = longer.entry(leg.to).or_default();
                let room = WAYS_MAX.saturating_sub(there.len());
                there.extend(ways.iter().take(room).map(|way| {
                    let mut way = way.clone();
                    way.actions.push(*other);
                    way
                }));
            }
        }
        longer
    }
}

/// The opening with Mr X at another start.
fn opened(stations: &[Station], start: Station) -> Event {
    let mut stations = stations.to_vec();
    stations[MR_X.index()] = start;
    Event::Opened { stations }
}

/// The first cycles of a history again, with Mr X on another way. Nothing if the rules refuse it.
fn retell(
    game: &ScotlandYard,
    history: &History<ScotlandYard>,
    cycles: usize,
    way: &MrXRoute,
) -> Option<History<ScotlandYard>> {
    use chase_record::replay::SessionLog as _;

    let mut told = History::default();
    let mut state = game.start();
    let mut his = way.actions.iter();
    for cycle in history.cycles().take(cycles) {
        for (entry, events) in cycle.turns() {
            let by = match &entry.by {
                By::Action(MR_X, _) => By::Action(MR_X, *his.next()?),
                by => by.clone(),
            };
            let events = match (&by, events) {
                (By::Action(seat, action), _) => {
                    let mut events = Vec::new();
                    let decided = game.decide_action(&state, *seat, *action, &mut events);
                    decided.ok()?;
                    events
                }
                (_, [Event::Opened { stations }]) => vec![opened(stations, way.start)],
                _ => events.to_vec(),
            };
            for event in &events {
                game.apply(&mut state, event).ok()?;
            }
            told.entry(cycle.number, by, entry.words, &events);
        }
    }
    Some(told)
}
