use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// Two players add 1 or 2 in turn; who reaches the goal wins.
struct Race(Goal);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Goal {
    goal: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    opened: bool,
    lost: bool,
    turns: u32,
    sum: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    Opened,
    Added(u32),
    Lost,
}

impl Game for Race {
    const NAME: &'static str = "race";
    type Scenario = Goal;
    type State = State;
    type Action = u32;
    type Event = Event;
    fn new(goal: Goal) -> Result<Self, Fault> {
        match goal.goal {
            3..=1_000 => Ok(Race(goal)),
            _ => Err(Fault::whole("expected a goal of 3 to 1000")),
        }
    }
    fn scenario(&self) -> &Goal {
        &self.0
    }
    fn start(&self) -> State {
        State {
            opened: false,
            lost: false,
            turns: 0,
            sum: 0,
        }
    }
    fn clock(&self, state: &State) -> u64 {
        let is_on = state.opened && !state.lost && state.sum < self.0.goal;
        u64::from(state.turns) + u64::from(is_on)
    }
    fn turn(&self, state: &State) -> Turn {
        let (mover, other) = (state.turns as usize % 2, (state.turns as usize + 1) % 2);
        match state {
            State { opened: false, .. } => Turn::World,
            State { lost: true, .. } => Turn::Over(Outcome::won("forfeit", mover, 2)),
            state if state.sum >= self.0.goal => Turn::Over(Outcome::won("goal", other, 2)),
            _ => Turn::Seat(Seat(mover as u8)),
        }
    }
    fn is_valid_state(&self, state: &State) -> bool {
        let Some(adds) = state.turns.checked_sub(state.lost.into()) else {
            return false;
        };
        let most = adds.saturating_mul(2).min(self.0.goal);
        (state.opened || state.turns == 0) && (adds..=most).contains(&state.sum)
    }
    fn legal(&self, state: &State, _: Seat) -> Vec<u32> {
        (1..=2)
            .filter(|more| state.sum + more <= self.0.goal)
            .collect()
    }
    fn decide(&self, state: &State, seat: Seat, more: &u32, _: &mut Dice) -> Decided<Event> {
        let is_legal = self.legal(state, seat).contains(more);
        BrokenRule::unless(is_legal, "1 or 2 are added, up to the goal")?;
        Ok(vec![Event::Added(*more)])
    }
    fn world(&self, _: &State, _: &mut Dice) -> Vec<Event> {
        vec![Event::Opened]
    }
    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Lost]
    }
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let is_due = match (event, self.turn(state)) {
            (Event::Opened, turn) => turn == Turn::World,
            (_, turn) => matches!(turn, Turn::Seat(_)),
        };
        BrokenRule::unless(is_due, "the world opens the game, then players move")?;
        match event {
            Event::Opened => state.opened = true,
            Event::Lost => (state.lost, state.turns) = (true, state.turns + 1),
            Event::Added(more) => {
                let fits = state
                    .sum
                    .checked_add(*more)
                    .is_some_and(|sum| sum <= self.0.goal);
                BrokenRule::unless((1..=2).contains(more) && fits, "1 or 2 are added")?;
                (state.sum, state.turns) = (state.sum + more, state.turns + 1);
            }
        }
        Ok(())
    }
}

impl Playable for Race {
    const CELLS: &'static [Column] = &[cell("sum"), DEEDS];
    fn cells(&self, state: &State) -> Vec<String> {
        vec![state.sum.to_string()]
    }
    fn action_text(&self, _: &State, _: Seat, more: &u32) -> String {
        format!("add {more}")
    }
    fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
        match event {
            Event::Opened => String::new(),
            Event::Added(more) => format!("adds {more}"),
            Event::Lost => "loses the turn".into(),
        }
    }
    fn statements(&self) -> Vec<(String, String)> {
        vec![("goal".into(), self.0.goal.to_string())]
    }
}
