//! Kuhn poker with a mask that shows too much or too little. A law must refuse each by name.

use chase::engine::entry::GameEntry;
use chase::engine::laws::KeepsLaws as _;
use chase::prelude::*;
use serde::{Deserialize, Serialize};

use super::game::{Action, Event, Kuhn, State};

/// What is wrong with the masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Leak {
    /// A state shows all cards.
    State,
    /// A seat sees the other one's card in a state.
    Swapped,
    /// The deal is told to everybody.
    Deal,
    /// The deal tells the second player which card is left.
    Left,
    /// What a seat can do depends on the other one's card.
    Legal,
}

/// What a law says of each.
const LEAKS: [(Leak, &str); 5] = [
    (Leak::State, "can deduce a secret from what it sees"),
    (Leak::Swapped, "can deduce a secret from what it sees"),
    (Leak::Deal, "`twin` gave no other game that looks the same to"),
    (Leak::Left, "`twin` gave no other game that looks the same to P2"),
    (Leak::Legal, "can deduce a secret from what"),
];

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Leaking {
    leak: Option<Leak>,
}

impl OpenGame for Leaking {
    const NAME: &'static str = "kuhn";
    const CELLS: &'static [Column] = Kuhn::CELLS;
    type Scenario = Leaking;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(scenario: Leaking) -> Result<Self, Fault> {
        Ok(scenario)
    }
    fn scenario(&self) -> &Leaking {
        self
    }
    fn start(&self) -> State {
        OpenGame::start(&Kuhn)
    }
    fn clock(&self, state: &State) -> u64 {
        OpenGame::clock(&Kuhn, state)
    }
    fn turn(&self, state: &State) -> Turn {
        OpenGame::turn(&Kuhn, state)
    }
    fn is_valid_state(&self, state: &State) -> bool {
        OpenGame::is_valid_state(&Kuhn, state)
    }
    fn legal(&self, state: &State, seat: Seat) -> Vec<Action> {
        let mut legal = OpenGame::legal(&Kuhn, state, seat);
        if self.leak == Some(Leak::Legal) && self.cells(state)[1 - seat.index()] == "King" {
            legal.reverse();
        }
        legal
    }
    fn decide(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
    ) -> Decided<Event> {
        OpenGame::decide(&Kuhn, state, seat, action, dice)
    }
    fn world(&self, state: &State, dice: &mut Dice) -> Vec<Event> {
        OpenGame::world(&Kuhn, state, dice)
    }
    fn forfeit(&self, state: &State, seat: Seat, why: &Forfeit) -> Vec<Event> {
        OpenGame::forfeit(&Kuhn, state, seat, why)
    }
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        OpenGame::apply(&Kuhn, state, event)
    }
    fn cells(&self, state: &State) -> Vec<String> {
        Kuhn.cells(state)
    }
    fn action_text(&self, state: &State, seat: Seat, action: &Action) -> String {
        Kuhn.action_text(state, seat, action)
    }
    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        Kuhn.event_text(seat, event)
    }
    fn statements(&self) -> Vec<(String, String)> {
        OpenGame::statements(&Kuhn)
    }
    fn masks() -> impl Masks<Self> {
        Shown
    }
}

struct Shown;

impl Masks<Leaking> for Shown {
    fn state(&self, game: &Leaking, state: &State, eyes: Seats) -> State {
        let others = eyes.iter().map(|seat| Seat(1 - seat.0)).collect();
        match game.leak {
            Some(Leak::State) => state.clone(),
            Some(Leak::Swapped) => Kuhn::masks().state(&Kuhn, state, others),
            _ => Kuhn::masks().state(&Kuhn, state, eyes),
        }
    }

    fn event(&self, game: &Leaking, before: &State, event: &Event, eyes: Seats) -> Option<Event> {
        match (game.leak, event) {
            (Some(Leak::Deal), Event::Dealt(_)) => Some(event.clone()),
            (Some(Leak::Left), Event::Dealt(_)) if eyes.has(Seat(1)) => Some(event.clone()),
            _ => Kuhn::masks().event(&Kuhn, before, event, eyes),
        }
    }
}

fn laws(leak: Option<Leak>, seed: i64) -> Result<(), String> {
    let game = Leaking { leak };
    let players = ["random", "random"].map(str::to_owned);
    let header = Header::new(&game, &players, Generator::Chacha8, seed);
    let checked = GameEntry::<Leaking>::new().check_laws(&header);
    checked.map(|_| ()).map_err(|law| law.to_string())
}

#[test]
fn every_leak_is_refused_by_the_law_of_secrets_with_every_seed() {
    for seed in 0..20 {
        laws(None, seed).unwrap_or_else(|law| panic!("without a leak, seed {seed}: {law}"));
        for (leak, named) in LEAKS {
            let told = laws(Some(leak), seed).expect_err("a leak");
            assert!(told.contains(named), "{leak:?}, seed {seed}: {told}");
        }
    }
}
