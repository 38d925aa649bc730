//! One turn on the scales: what an agent could do, what its strategy asks for, and what is to be
//! said about what it did.

use super::PoliceReferee;
use super::agent_memory::AgentMemory;
use crate::players::dfs::Dfs;
use crate::players::least_visited::LeastVisited;
use crate::players::tip_search::{TipSearch, TipStart};
use crate::rules::Illegal;
use crate::{Action, AgentState, Police};
use chase_engine::dice::Dice;
use chase_engine::game::View;
use chase_kit::referee::{Judgement, Verdict};
use chase_world::error::counted;

/// A turn that is about to be judged.
#[derive(Clone, Debug)]
pub(super) struct Weighing {
    pub agent: usize,
    pub now: AgentState,
    pub full: u32,
    pub asked: StrategyDemand,
}

/// The demand of an agent's strategy.
#[derive(Clone, Debug)]
pub(super) enum StrategyDemand {
    /// Nothing that is known.
    Nothing,
    /// Any road it can afford; a rest without one.
    AnyRoad { some: bool },
    /// The action that the dice choose; without a road nothing was drawn.
    Drawn(Action, Option<DiceDraw>),
    /// To stay for ever.
    Stay,
    /// The neighbour visited least.
    LeastVisited(Action),
    /// The route's next step.
    Dfs(Action),
    /// A path to a tipped city, this step among others that may be as good.
    Tip(Action, u32),
}

/// A draw of the dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceDraw {
    /// The number of the draw, from 1.
    pub number: u64,
    pub value: u32,
    pub roads: u32,
    pub index: u32,
}

impl Weighing {
    /// `fresh` are dice for whoever draws nothing.
    pub fn new(
        view: &View<'_, Police>,
        mind: &mut AgentMemory,
        (dice, fresh): (Option<&mut Dice>, &Dice),
    ) -> Self {
        let agent = view.seat.index();
        let now = view.state.agents[agent];
        let mut buffer = Vec::new();
        let legal = view.game.legal_actions(&now, &mut buffer);
        let asked = match (mind.draws(), dice) {
            _ if mind.is_stranger() => StrategyDemand::Nothing,
            (true, None) => StrategyDemand::AnyRoad { some: legal.len() > 1 },
            (true, Some(dice)) => {
                let (number, value, before) = (dice.drawn() + 1, dice.peek(), dice.words());
                let action = mind.choose(view, legal, dice);
                let index = legal.iter().position(|legal| *legal == action);
                let drawn = (dice.words() > before).then(|| DiceDraw {
                    number,
                    value,
                    roads: u32::try_from(legal.len() - 1).unwrap_or(u32::MAX),
                    index: index.and_then(|n| u32::try_from(n).ok()).unwrap_or(0),
                });
                StrategyDemand::Drawn(action, drawn)
            }
            (false, _) => {
                let action = mind.choose(view, legal, &mut fresh.clone());
                match mind.target() {
                    Some(target) => StrategyDemand::Tip(action, target),
                    None if mind.strategy::<LeastVisited>().is_some() => {
                        StrategyDemand::LeastVisited(action)
                    }
                    None if mind.strategy::<Dfs>().is_some() => StrategyDemand::Dfs(action),
                    None => StrategyDemand::Stay,
                }
            }
        };
        Weighing { agent, now, full: view.game.scenario.agents[agent].stamina, asked }
    }

    /// The action asked for, where it is one.
    pub fn due(&self) -> Option<Action> {
        match self.asked {
            StrategyDemand::Nothing | StrategyDemand::AnyRoad { .. } => None,
            StrategyDemand::Stay => Some(Action::Rest),
            StrategyDemand::Drawn(action, _)
            | StrategyDemand::LeastVisited(action)
            | StrategyDemand::Dfs(action)
            | StrategyDemand::Tip(action, _) => Some(action),
        }
    }

    /// The rule's lasting word.
    pub fn rule(&self) -> &'static str {
        match self.asked {
            StrategyDemand::Nothing => "roads",
            StrategyDemand::AnyRoad { .. } => "random",
            StrategyDemand::Drawn(..) => "draw",
            StrategyDemand::Stay => "stationary",
            StrategyDemand::LeastVisited(_) => "least-visited",
            StrategyDemand::Dfs(_) => "dfs",
            StrategyDemand::Tip(..) => "tip",
        }
    }

    /// The verdict about an action.
    pub fn judge(&self, referee: &PoliceReferee, action: Action) -> Verdict {
        let verdict = |judgement, rule, why| Verdict {
            judgement,
            choice: choice(referee, self.now.city, action),
            rule,
            why,
        };
        if let Some((rule, why)) = self.forbidden(referee, action) {
            return verdict(Judgement::Illegal, rule, why);
        }
        let (judgement, why) = self.by_strategy(referee, action);
        verdict(judgement, self.rule(), why)
    }

    /// The rule of the game that an action breaks.
    fn forbidden(&self, referee: &PoliceReferee, action: Action) -> Option<(&'static str, String)> {
        let Action::Move { to } = action else {
            return None;
        };
        let roads = &referee.game.map().roads;
        let from = self.now.city;
        let Some(length) = roads.length(from, to) else {
            let (from, to) = (referee.city(from), referee.city(to));
            return Some(("road", format!("there is no road from {from} to {to}")));
        };
        let stamina = self.now.stamina;
        (length > stamina).then(|| {
            let rule = Illegal::TooFar { length, stamina };
            ("stamina", rule.to_string())
        })
    }

    fn by_strategy(&self, referee: &PoliceReferee, action: Action) -> (Judgement, String) {
        if self.due() == Some(action) {
            return (Judgement::Right, self.why_due(referee));
        }
        match &self.asked {
            StrategyDemand::Nothing => (
                Judgement::Right,
                "only roads and stamina are checked, because its strategy is not known".into(),
            ),
            StrategyDemand::AnyRoad { some: true } if action == Action::Rest => (
                Judgement::Breach,
                "should move: a random agent rests only when it can afford no road".into(),
            ),
            StrategyDemand::AnyRoad { .. } => {
                (Judgement::Right, "any road it can afford will do".into())
            }
            StrategyDemand::Drawn(due, _) => {
                let due = choice(referee, self.now.city, *due);
                (Judgement::Breach, format!("the dice say that it {due}"))
            }
            StrategyDemand::Stay => {
                (Judgement::Breach, "should stay: a stationary detective never moves".into())
            }
            StrategyDemand::LeastVisited(due) => self.least_visited(referee, *due, action),
            StrategyDemand::Dfs(due) => (Judgement::Breach, self.off_route(referee, *due, action)),
            StrategyDemand::Tip(_, target) => self.tip(referee, *target, action),
        }
    }

    /// The reason why the action that is due is due.
    fn why_due(&self, referee: &PoliceReferee) -> String {
        match &self.asked {
            StrategyDemand::Drawn(_, Some(draw)) => {
                format!("draw {} gives index {} of {}", draw.number, draw.index, draw.roads)
            }
            StrategyDemand::Drawn(_, None) => "it can afford no road; nothing is drawn".into(),
            StrategyDemand::LeastVisited(Action::Rest) => "it can afford no road".into(),
            StrategyDemand::LeastVisited(_) => {
                "fewest visits among the roads it can afford, then the shortest, then the lowest ID"
                    .into()
            }
            StrategyDemand::Dfs(Action::Rest) => {
                "the next road of its route is longer than its stamina".into()
            }
            StrategyDemand::Dfs(_) => "the next step of its route".into(),
            StrategyDemand::Tip(_, target) => {
                let city = referee.city(*target);
                match self.best(referee, *target) {
                    Some((turns, stamina)) => format!(
                        "on a best path: {} to the city of the tip, {city}, with {stamina} stamina on arrival",
                        counted(turns, "turn")
                    ),
                    None => format!("on its way to the city of the tip, {city}"),
                }
            }
            StrategyDemand::Stay => "it never moves".into(),
            StrategyDemand::Nothing | StrategyDemand::AnyRoad { .. } => "allowed".into(),
        }
    }

    /// By which of the three measures a neighbour loses.
    fn least_visited(
        &self,
        referee: &PoliceReferee,
        due: Action,
        action: Action,
    ) -> (Judgement, String) {
        let Action::Move { to: due } = due else {
            return (Judgement::Breach, "should rest: it can afford no road".into());
        };
        let due_name = referee.city(due);
        let Action::Move { to } = action else {
            let why = format!(
                "should go to {due_name}: a detective rests only when it can afford no road"
            );
            return (Judgement::Breach, why);
        };
        let mind = &referee.minds[self.agent];
        let visits = |city| mind.strategy::<LeastVisited>().map_or(0, |own| own.visits(city));
        let length = |city| {
            let roads = &referee.game.map().roads;
            roads.length(self.now.city, city).unwrap_or(0)
        };
        let why = if visits(to) != visits(due) {
            let (mine, best) = (visits(to), visits(due));
            format!("should go to {due_name}: {}, not {mine}", counted(best, "visit"))
        } else if length(to) != length(due) {
            let (mine, best) = (length(to), length(due));
            format!("should go to {due_name}: same visits, shorter road ({best}, not {mine})")
        } else {
            format!("should go to {due_name}: same visits, same road length, lower ID")
        };
        (Judgement::Breach, why)
    }

    fn off_route(&self, referee: &PoliceReferee, due: Action, action: Action) -> String {
        let next = referee.minds[self.agent]
            .strategy()
            .and_then(Dfs::due)
            .map_or_else(|| "nowhere".into(), |city| referee.city(city));
        match (due, action) {
            (Action::Rest, _) => {
                format!("should rest: the next step of its route, {next}, needs more stamina")
            }
            (_, Action::Rest) => {
                format!("should go to {next}: the next step of its route, and it can afford it")
            }
            _ => format!("should go to {next}: the next step of its route"),
        }
    }

    fn tip(&self, referee: &PoliceReferee, target: u32, action: Action) -> (Judgement, String) {
        let city = referee.city(target);
        let best = self.best(referee, target);
        let mine = self.arrival(referee, target, action);
        match (best, mine) {
            (Some(best), Some(mine)) if best == mine => {
                let (turns, stamina) = best;
                let why = format!(
                    "another best path: {} to the city of the tip, {city}, with {stamina} stamina on arrival",
                    counted(turns, "turn")
                );
                (Judgement::Tie, why)
            }
            (Some((turns, stamina)), Some(mine)) if mine.0 == turns => {
                let why = format!(
                    "takes {} to the city of the tip, {city}, as the best path does, but has {} stamina on arrival, not {stamina}",
                    counted(turns, "turn"),
                    mine.1
                );
                (Judgement::Breach, why)
            }
            (Some((turns, _)), Some(mine)) => {
                let mine = counted(mine.0, "turn");
                let why = format!(
                    "takes {mine} to the city of the tip, {city}; the best path takes {turns}"
                );
                (Judgement::Breach, why)
            }
            _ => (Judgement::Breach, format!("does not lead to the city of the tip, {city}")),
        }
    }

    /// Turns and stamina on arrival of the best way from here.
    pub fn best(&self, referee: &PoliceReferee, target: u32) -> Option<(u32, u32)> {
        let AgentState { city, stamina, .. } = self.now;
        arrival(referee, TipStart { city, stamina, full: self.full }, target)
    }

    /// Where an action leads; nothing if there is no such road, or it is too long.
    pub fn after(&self, referee: &PoliceReferee, action: Action) -> Option<TipStart> {
        let (city, stamina) = match action {
            Action::Rest => (self.now.city, self.full),
            Action::Move { to } => {
                let length = referee.game.map().roads.length(self.now.city, to)?;
                (to, self.now.stamina.checked_sub(length)?)
            }
        };
        Some(TipStart { city, stamina, full: self.full })
    }

    /// Turns and stamina on arrival of the best way after this action, its own turn counted.
    pub fn arrival(
        &self,
        referee: &PoliceReferee,
        target: u32,
        action: Action,
    ) -> Option<(u32, u32)> {
        let (turns, stamina) = arrival(referee, self.after(referee, action)?, target)?;
        Some((turns + 1, stamina))
    }
}

/// Turns and stamina on arrival of the best way to a city.
pub(super) fn arrival(referee: &PoliceReferee, start: TipStart, target: u32) -> Option<(u32, u32)> {
    TipSearch::default().path(&referee.game.map().roads, start, target, &mut Vec::new())
}

/// An action in words.
pub(super) fn choice(referee: &PoliceReferee, from: u32, action: Action) -> String {
    match action {
        Action::Move { to } => format!("goes to {}", referee.city(to)),
        Action::Rest => format!("rests at {}", referee.city(from)),
    }
}
