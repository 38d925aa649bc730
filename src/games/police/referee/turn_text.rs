//! A turn in words and numbers: where the agent stands, everything it could do, and what its
//! strategy weighs.

use super::PoliceReferee;
use super::weigh::{DiceDraw, StrategyDemand, Weighing, arrival};
use crate::Action;
use crate::players::dfs::Dfs;
use crate::players::least_visited::LeastVisited;
use crate::players::tip_search::{TipSearch, TipStart};
use chase_board::roads::Roads;
use chase_engine::dice::Generator;
use chase_kit::referee::{Choice, Judgement, Options, Verdict};
use chase_kit::trace::TraceRow;
use chase_world::error::counted;

/// The action of one side in a turn, and the referee's verdict.
pub(super) struct Did<'a> {
    pub action: Action,
    /// `ours`, `theirs`, `the trace`.
    pub whose: &'a str,
    pub verdict: Verdict,
    /// The cities that the agent is in from this turn on, as far as the side shows them.
    pub after: Vec<u32>,
}

impl<'a> Did<'a> {
    pub fn new(
        referee: &PoliceReferee,
        weighing: &Weighing,
        action: Action,
        whose: &'a str,
        rows: &[TraceRow],
    ) -> Self {
        Did {
            action,
            whose,
            verdict: weighing.judge(referee, action),
            after: rows.iter().map_while(|row| PoliceReferee::shown(row, weighing.agent)).collect(),
        }
    }

    /// Returns true if the verdict is a breach of the rules or an illegal action.
    pub fn is_wrong(&self) -> bool {
        matches!(self.verdict.judgement, Judgement::Breach | Judgement::Illegal)
    }
}

impl Weighing {
    /// The situation of the agent, in words.
    pub fn situation(&self, referee: &PoliceReferee) -> String {
        let mind = &referee.minds[self.agent];
        let name = PoliceReferee::seat_name(self.agent);
        let city = referee.city(self.now.city);
        let (stamina, full) = (self.now.stamina, self.full);
        let mut words = format!("{name} is at {city} with {stamina} of {full} stamina, ");
        words.push_str(&mind.name);
        if let StrategyDemand::Tip(_, target) = self.asked {
            words.push_str(", tipped and heading to ");
            words.push_str(&referee.city(target));
        }
        words
    }

    /// Everything it could do, and what the strategy weighs.
    pub fn options(
        &self,
        referee: &PoliceReferee,
        ours: Option<Action>,
        theirs: Option<Action>,
    ) -> Options {
        /// More roads than this are not listed; those that were chosen are.
        const ROADS_MAX: usize = 12;
        let roads = referee.game.map().roads.from(self.now.city);
        let mut head = vec!["to".to_owned(), "length".into(), "can pay".into()];
        head.extend(self.weights_head());
        let moves = roads.iter().enumerate().map(|(n, road)| {
            let action = Action::Move { to: road.to };
            let chosen = ours == Some(action) || theirs == Some(action);
            let listed = n < ROADS_MAX || chosen || self.due() == Some(action);
            (listed, action, road.length.to_string(), road.length <= self.now.stamina)
        });
        let rest = (true, Action::Rest, "-".to_owned(), true);
        let all = moves.chain([rest]).filter(|(listed, ..)| *listed);
        let choices = all.map(|(_, action, length, legal)| {
            let name = match action {
                Action::Move { to } => referee.city(to),
                Action::Rest => "stay".into(),
            };
            let pays = if legal { "yes" } else { "no" };
            let mut values = vec![name, length, pays.to_owned()];
            values.extend(self.weights(referee, action));
            Choice { values, legal, ours: ours == Some(action), theirs: theirs == Some(action) }
        });
        Options { head, choices: choices.collect() }
    }

    fn weights_head(&self) -> Vec<String> {
        let words: &[&str] = match self.asked {
            StrategyDemand::LeastVisited(_) => &["visits"],
            StrategyDemand::Dfs(_) => &["route"],
            StrategyDemand::Tip(..) => &["turns", "stamina on arrival"],
            StrategyDemand::Drawn(_, Some(_)) => &["index"],
            _ => &[],
        };
        words.iter().map(|&word| word.to_owned()).collect()
    }

    fn weights(&self, referee: &PoliceReferee, action: Action) -> Vec<String> {
        let mind = &referee.minds[self.agent];
        let none = || "-".to_owned();
        match (&self.asked, action) {
            (StrategyDemand::LeastVisited(_), Action::Move { to }) => {
                let visits = mind.strategy::<LeastVisited>().map(|own| own.visits(to));
                vec![visits.map_or_else(none, |visits| visits.to_string())]
            }
            (StrategyDemand::Dfs(_), Action::Move { to }) => {
                let due = mind.strategy().and_then(Dfs::due);
                vec![if due == Some(to) { "next".into() } else { none() }]
            }
            (StrategyDemand::Tip(_, target), action) => {
                match self.arrival(referee, *target, action) {
                    Some((turns, stamina)) => vec![turns.to_string(), stamina.to_string()],
                    None => vec![none(), none()],
                }
            }
            (StrategyDemand::Drawn(_, Some(draw)), Action::Move { to }) => {
                let roads = referee.game.map().roads.from(self.now.city).iter();
                let mut affordable = roads.filter(|road| road.length <= self.now.stamina);
                let index = affordable.position(|road| road.to == to);
                let drawn = index == Some(draw.index as usize);
                let index = index.map_or_else(none, |index| index.to_string());
                vec![if drawn { format!("{index}, drawn") } else { index }]
            }
            (
                StrategyDemand::LeastVisited(_)
                | StrategyDemand::Dfs(_)
                | StrategyDemand::Drawn(_, Some(_)),
                Action::Rest,
            ) => {
                vec![none()]
            }
            _ => Vec::new(),
        }
    }

    /// The numbers behind the options, a line each.
    pub fn facts(&self, referee: &PoliceReferee, sides: &[Did<'_>]) -> Vec<String> {
        let mut facts = Vec::new();
        if let StrategyDemand::Drawn(_, Some(draw)) = &self.asked {
            let DiceDraw { number, value, roads, index } = draw;
            facts.push(match referee.generator {
                Generator::Chacha8 => format!(
                    "draw {number} of its own random numbers: {value} * {roads} (roads) / 2^32 is index {index}"
                ),
                _ => format!("draw {number}: rand() is {value}, {value} % {roads} (roads) is index {index}"),
            });
        }
        if let StrategyDemand::Dfs(_) = self.asked
            && let Some(dfs) = referee.minds[self.agent].strategy::<Dfs>()
        {
            let mut whole = dfs.clone();
            facts.push(route_fact(dfs.behind(), whole.ahead()));
        }
        if let StrategyDemand::Tip(_, target) = self.asked {
            facts.extend(self.path_facts(referee, target, sides));
        }
        facts
    }

    fn path_facts(&self, referee: &PoliceReferee, target: u32, sides: &[Did<'_>]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut seen = Vec::new();
        for Did { action, whose, after, .. } in sides {
            if seen.contains(action) || !self.may_lead(referee, target, after) {
                continue;
            }
            seen.push(*action);
            let Some(start) = self.after(referee, *action) else {
                continue;
            };
            let mut path = Vec::new();
            let roads = &referee.game.map().roads;
            let Some((turns, left)) = TipSearch::default().path(roads, start, target, &mut path)
            else {
                continue;
            };
            let first = match action {
                Action::Rest => format!("{} rest", self.now.city),
                Action::Move { to } => format!("{} {to}", self.now.city),
            };
            let way = with_rests(roads, start, &path);
            lines.push(format!(
                "{whose}, best path with this choice: {first}{way}: {}, {left} stamina on arrival",
                counted(turns + 1, "turn")
            ));
        }
        lines
    }
}

impl Weighing {
    /// Returns true if the steps in the hours shown after the first one still follow a best way to
    /// the tip from where that step leads.
    fn may_lead(&self, referee: &PoliceReferee, target: u32, after: &[u32]) -> bool {
        let map = referee.game.map();
        let (mut city, mut stamina) = (self.now.city, self.now.stamina);
        let mut best: Option<(u32, u32)> = None;
        for &next in after {
            if next == city {
                stamina = self.full;
            } else {
                let length = map.roads.length(city, next);
                let left = length.and_then(|length| stamina.checked_sub(length));
                let Some(left) = left else { return false };
                (city, stamina) = (next, left);
            }
            let Some(now) = arrival(referee, TipStart { city, stamina, full: self.full }, target)
            else {
                return false;
            };
            if best.is_some_and(|best| (now.0 + 1, now.1) != best) {
                return false;
            }
            if city == target || map.has_informant(city) {
                return true;
            }
            best = Some(now);
        }
        true
    }
}

/// A path as cities, with the rests it needs.
fn with_rests(roads: &Roads, start: TipStart, path: &[u32]) -> String {
    let (mut city, mut stamina, mut words) = (start.city, start.stamina, String::new());
    for &to in path {
        let length = roads.length(city, to).unwrap_or(0);
        if length > stamina {
            words.push_str(" rest");
            stamina = start.full;
        }
        stamina = stamina.saturating_sub(length);
        city = to;
        words.push_str(&format!(" {to}"));
    }
    words
}

/// The part of a route round its next step.
fn route_fact(behind: &[u32], ahead: &[u32]) -> String {
    const SHOWN_MAX: usize = 8;
    let shown = |cities: &[u32]| {
        let cities: Vec<_> = cities.iter().map(u32::to_string).collect();
        cities.join(" ")
    };
    let from = behind.len().saturating_sub(SHOWN_MAX);
    let to = ahead.len().min(SHOWN_MAX);
    let before = if from > 0 { "... " } else { "" };
    let after = if to < ahead.len() { " ..." } else { "" };
    match behind {
        [] => format!("a new route: {}{after}", shown(&ahead[..to])),
        _ => format!(
            "the route: {before}{} | {}{after}",
            shown(&behind[from..]),
            shown(&ahead[..to])
        ),
    }
}
