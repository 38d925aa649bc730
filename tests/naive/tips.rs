//! Tips: who hears them, when, and what becomes of them.

use super::fault::Fault;
use super::ways::Ways;
use super::{AGENTS, CHEAPEST_LEAST_VISITED, Chase, DFS, RANDOM, THIEF};

impl Chase<'_> {
    /// Tips a detective in an informant's city.
    pub fn inform(&mut self, agent: usize) -> Option<(usize, usize)> {
        if agent == THIEF {
            return None;
        }
        if let Some(goal) = self.runners[agent].late.take() {
            self.plan(agent, goal);
        }
        self.tell(agent)
    }

    /// The same before the first hour, when nothing was heard before.
    pub(super) fn tell(&mut self, agent: usize) -> Option<(usize, usize)> {
        if agent == THIEF || !self.is_told(agent) {
            return None;
        }
        let goal = self.tipped_city();
        if self.faults.has(Fault::TipsShared) {
            let others = (THIEF + 1..AGENTS).filter(|&other| other != agent);
            for other in others {
                self.listen(other, goal);
            }
        }
        self.listen(agent, goal).then_some((agent, goal))
    }

    /// Whether an informant says something to an agent.
    fn is_told(&self, agent: usize) -> bool {
        let runner = &self.runners[agent];
        let is_late = self.faults.has(Fault::TipOnArrivalOnly) && !runner.has_entered;
        self.s.is_informant(runner.city) && !is_late
    }

    /// Hears what was said, if it listens.
    fn listen(&mut self, agent: usize, goal: usize) -> bool {
        let runner = &self.runners[agent];
        let ignores = self.faults.has(Fault::IgnoresTipWhileTipped) && !runner.tip.is_empty();
        let had_one = self.faults.has(Fault::FirstTipOnly) && runner.has_heard;
        let listens = !ignores && !had_one;
        if listens {
            self.hear(agent, goal);
        }
        listens
    }

    /// The city that an informant names.
    fn tipped_city(&self) -> usize {
        let thief = &self.runners[THIEF];
        if self.faults.has(Fault::TipBeforeThief) { thief.before } else { thief.city }
    }

    fn hear(&mut self, agent: usize, goal: usize) {
        let ignores = self.ignores_tips(agent);
        let runner = &mut self.runners[agent];
        runner.has_heard = true;
        if self.faults.has(Fault::TipWritesOne) {
            runner.visits[goal] = 1;
        }
        if ignores {
            return;
        }
        if self.faults.has(Fault::TipsQueued) && !runner.tip.is_empty() {
            runner.queue.push_back(goal);
        } else if self.faults.has(Fault::TipHourLate) {
            runner.late = Some(goal);
        } else {
            self.plan(agent, goal);
        }
    }

    fn ignores_tips(&self, agent: usize) -> bool {
        let some_ignore = match self.s.agents[agent].strategy {
            RANDOM => Fault::TipsIgnoredByRandom,
            CHEAPEST_LEAST_VISITED => Fault::TipsIgnoredByLeast,
            DFS => Fault::TipsIgnoredByDfs,
            _ => Fault::None,
        };
        self.faults.has_any([Fault::TipsIgnored, some_ignore])
    }

    /// Plans the way to a tip from here and now.
    fn plan(&mut self, agent: usize, goal: usize) {
        // A thief out of reach leaves an empty path, as an arrival does: the
        // own strategy goes on. A depth-first route begins anew either way.
        let path = self.path(agent, goal).unwrap_or_default();
        self.leave_route(agent, &path);
        let runner = &mut self.runners[agent];
        if path.is_empty() {
            runner.stays |= goal == runner.city && self.faults.has(Fault::StaysAfterTip);
        } else {
            (runner.stays, runner.rests) = (false, false);
        }
        if self.faults.has(Fault::PathAppended) {
            runner.tip.extend(path);
        } else {
            runner.tip = path;
        }
        if self.runners[agent].tip.is_empty() {
            self.tip_ended(agent);
        }
    }

    fn path(&self, agent: usize, goal: usize) -> Option<Vec<usize>> {
        let runner = &self.runners[agent];
        let full = if self.faults.has(Fault::PathRestsToTipStamina) {
            runner.stamina
        } else {
            self.s.agents[agent].stamina
        };
        let mut ways = Ways::new(&self.map, full, runner.city, runner.stamina, self.faults);
        if self.faults.has(Fault::PathBlindToStamina) {
            ways.arrive_tired(&self.map, full, goal);
        }
        ways.path(goal)
    }

    /// Forgets a tip if only the last road to it is left and cannot be taken now.
    pub(super) fn drop_tip(&mut self, agent: usize) {
        let runner = &self.runners[agent];
        if let [goal] = runner.tip[..]
            && let Some(length) = self.map.length(runner.city, goal)
            && !self.affords(agent, length)
        {
            self.runners[agent].tip.clear();
            self.tip_ended(agent);
        }
    }

    /// A path has led to its goal.
    pub(super) fn arrive(&mut self, agent: usize) {
        let runner = &mut self.runners[agent];
        runner.stays = self.faults.has(Fault::StaysAfterTip);
        runner.rests = self.faults.has(Fault::RestsAfterTip);
        self.tip_ended(agent);
        self.next_in_queue(agent);
    }

    /// Whether by an arrival or because nothing could be followed.
    fn tip_ended(&mut self, agent: usize) {
        if self.faults.has(Fault::VisitsForgottenAfterTip) {
            self.forget_visits(agent);
        }
    }

    /// The oldest tip that has waited and leads somewhere.
    fn next_in_queue(&mut self, agent: usize) {
        while let Some(goal) = self.runners[agent].queue.pop_front() {
            if goal != self.runners[agent].city {
                self.plan(agent, goal);
            }
            if !self.runners[agent].tip.is_empty() {
                return;
            }
        }
    }
}
