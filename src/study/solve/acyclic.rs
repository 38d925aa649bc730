//! Values of a game in which no state comes twice: depth first, each state is valued once, after all that can
//! follow it. Dice are allowed.

use super::moves::{Follower, StateKind, ValueBranch, average, weighed};
use super::search::StateSearch;
use super::state_keys::push_lean;
use super::unsolvable::Unsolvable;
use super::value::{SolvedValue, ValueList};
use chase_engine::game::Game;

/// A state that is not valued yet.
const UNKNOWN: u32 = u32::MAX;

/// A state on the way to the one that is looked at.
const ON_PATH: u32 = u32::MAX - 1;

/// What came of it.
pub(super) enum AcyclicPass {
    /// Every state has the number of its value.
    Solved(Vec<u32>, ValueList),
    /// A state comes twice in a game, and no dice were thrown so far.
    Cyclic,
}

/// A state on the path, whose followers are being valued.
struct PathFrame {
    number: u32,
    kind: StateKind,
    /// Where its own begin among all branches, and among all that waits.
    branches: usize,
    waiting: usize,
}

/// A state that was met and not gone into.
struct WaitingState<S> {
    number: u32,
    state: S,
    kind: StateKind,
}

struct ValuePath<'s, 'a, G: Game> {
    search: &'s mut StateSearch<'a, G>,
    worth: Vec<u32>,
    values: ValueList,
    frames: Vec<PathFrame>,
    branches: Vec<ValueBranch<u32>>,
    waiting: Vec<WaitingState<G::State>>,
    followers: Vec<Follower<G::State>>,
    has_chance: bool,
}

/// Values all states that can be reached from one.
pub(super) fn solve<G: Game>(
    search: &mut StateSearch<'_, G>,
    start: G::State,
    kind: StateKind,
) -> Result<AcyclicPass, Unsolvable> {
    let key = search.rules.key(&start);
    let (number, _) = search.meet(key)?;
    let mut path = ValuePath {
        search,
        worth: Vec::new(),
        values: ValueList::default(),
        frames: Vec::new(),
        branches: Vec::new(),
        waiting: Vec::new(),
        followers: Vec::new(),
        has_chance: false,
    };
    path.begin(kind);
    if !matches!(kind, StateKind::Over(_)) && !path.enter(number, &start, kind)? {
        return path.repeated();
    }
    while let Some(frame) = path.frames.last() {
        if path.waiting.len() == frame.waiting {
            path.leave()?;
            continue;
        }
        let next = path.waiting.pop().filter(|it| path.worth[it.number as usize] == UNKNOWN);
        if let Some(WaitingState { number, state, kind }) = next
            && !path.enter(number, &state, kind)?
        {
            return path.repeated();
        }
    }
    Ok(AcyclicPass::Solved(path.worth, path.values))
}

impl<G: Game> ValuePath<'_, '_, G> {
    /// A state comes twice.
    fn repeated(&self) -> Result<AcyclicPass, Unsolvable> {
        match self.has_chance {
            true => Err(Unsolvable::CyclicChance),
            false => Ok(AcyclicPass::Cyclic),
        }
    }

    /// Makes room for the value of a new state; one that is over has it at once.
    fn begin(&mut self, kind: StateKind) {
        let worth = match kind {
            StateKind::Over(points) => self.values.number(SolvedValue::over(points)),
            StateKind::Chance | StateKind::Choice(..) => UNKNOWN,
        };
        push_lean(&mut self.worth, worth);
    }

    /// Goes into a state: its followers are met. False if one of them is on the path.
    fn enter(
        &mut self,
        number: u32,
        state: &G::State,
        kind: StateKind,
    ) -> Result<bool, Unsolvable> {
        self.search.look()?;
        self.worth[number as usize] = ON_PATH;
        self.frames.push(PathFrame {
            number,
            kind,
            branches: self.branches.len(),
            waiting: self.waiting.len(),
        });
        let mut followers = std::mem::take(&mut self.followers);
        let rules = &mut self.search.rules;
        rules.followers(state, kind, &mut followers)?;
        for follower in followers.drain(..) {
            let Follower { action, ways, key, state, kind } = follower;
            self.has_chance |= ways > 1;
            let (to, is_new) = self.search.meet(key)?;
            if is_new {
                self.begin(kind);
            }
            self.branches.push(ValueBranch { action, ways, to });
            match self.worth[to as usize] {
                ON_PATH => return Ok(false),
                UNKNOWN => self.waiting.push(WaitingState { number: to, state, kind }),
                _ => {}
            }
        }
        self.followers = followers;
        Ok(true)
    }

    /// Values the last state of the path, whose followers all have values, and leaves it.
    fn leave(&mut self) -> Result<(), Unsolvable> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        let branches = &self.branches[frame.branches..];
        let value = |to: u32| self.values.at(self.worth[to as usize]);
        let worth = match frame.kind {
            StateKind::Over(points) => SolvedValue::over(points),
            StateKind::Chance => average(branches, value)?,
            StateKind::Choice(_, side) => weighed(side, branches, value, |_, _| {})?.1,
        };
        self.worth[frame.number as usize] = self.values.number(worth);
        self.branches.truncate(frame.branches);
        Ok(())
    }
}
