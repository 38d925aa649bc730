//! Kuhn poker: three cards, two players, one bet. Each antes a chip and is dealt a card; who does not
//! fold, or holds the higher card in the end, takes the pot. A program of its own.

mod equilibrium;
mod numbers;

use std::process::ExitCode;

use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// The game.
#[derive(Debug)]
pub(crate) struct Kuhn;

/// A scenario without a choice, and a command line without arguments.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
pub(crate) struct Scenario {}

/// A card; a later one is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Card {
    Jack,
    Queen,
    King,
}

/// The cards of both; nothing where a seat may not know it.
type Hands = [Option<Card>; 2];

/// What a player can do: the first or the second of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Action {
    Check,
    Bet,
    Fold,
    Call,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Event {
    Dealt(Hands),
    Did(Action),
    Shown([Card; 2]),
    Lost,
}

/// What has happened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    events: Vec<Event>,
}

impl State {
    fn hands(&self) -> Hands {
        match self.events.first() {
            Some(Event::Dealt(hands)) => *hands,
            _ => [None; 2],
        }
    }

    fn done(&self) -> Vec<Action> {
        let done = self.events.iter().filter_map(|event| match event {
            Event::Did(action) => Some(*action),
            _ => None,
        });
        done.collect()
    }

    /// Whose turn it is, or was when it was lost.
    fn mover(&self) -> usize {
        self.done().len() % 2
    }

    /// What each has put into the pot.
    fn stakes(&self) -> [i64; 2] {
        let adds = |action: &&Action| matches!(action, Action::Bet | Action::Call);
        let added = |n| self.done().iter().skip(n).step_by(2).filter(adds).count();
        [0, 1].map(|n| 1 + added(n) as i64)
    }

    /// What the mover can do; nothing once no more is to be done.
    fn legal(&self) -> &'static [Action] {
        match self.done()[..] {
            [] | [Action::Check] => &[Action::Check, Action::Bet],
            [Action::Bet] | [Action::Check, Action::Bet] => &[Action::Fold, Action::Call],
            _ => &[],
        }
    }

    /// Why it is over, and who has won.
    fn end(&self) -> Option<(&'static str, usize)> {
        match self.events.last()? {
            Event::Lost => Some(("forfeit", 1 - self.mover())),
            Event::Did(Action::Fold) => Some(("fold", self.mover())),
            Event::Shown([one, two]) => Some(("showdown", usize::from(one < two))),
            Event::Dealt(_) | Event::Did(_) => None,
        }
    }

    /// What each has won, or lost: the stake of the loser.
    fn payoffs(&self) -> Vec<i64> {
        match self.end() {
            Some((_, 0)) => vec![self.stakes()[1], -self.stakes()[1]],
            Some(_) => vec![-self.stakes()[0], self.stakes()[0]],
            None => vec![0, 0],
        }
    }
}

impl Game for Kuhn {
    const NAME: &'static str = "kuhn";
    type Scenario = Scenario;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(_: Scenario) -> Result<Self, Fault> {
        Ok(Kuhn)
    }
    fn scenario(&self) -> &Scenario {
        &Scenario {}
    }
    fn start(&self) -> State {
        State::default()
    }
    fn clock(&self, state: &State) -> u64 {
        let is_move = |event: &&Event| matches!(event, Event::Did(_) | Event::Lost);
        let moves = state.events.iter().filter(is_move).count();
        (moves + usize::from(matches!(self.turn(state), Turn::Seat(_)))) as u64
    }
    fn turn(&self, state: &State) -> Turn {
        match state.end() {
            Some((cause, winner)) => Turn::Over(Outcome::won(cause, winner, 2)),
            None if state.events.is_empty() || state.legal().is_empty() => Turn::World,
            None => Turn::Seat(Seat(state.mover() as u8)),
        }
    }
    fn is_valid_state(&self, state: &State) -> bool {
        let mut again = State::default();
        let mut events = state.events.iter();
        events.all(|event| self.apply(&mut again, event).is_ok())
    }
    fn legal(&self, state: &State, _: Seat) -> Vec<Action> {
        state.legal().to_vec()
    }
    fn decide(&self, state: &State, _: Seat, action: &Action, _: &mut Dice) -> Decided<Event> {
        BrokenRule::unless(state.legal().contains(action), "that cannot be done now")?;
        Ok(vec![Event::Did(*action)])
    }
    fn world(&self, state: &State, dice: &mut Dice) -> Vec<Event> {
        if let [Some(one), Some(two)] = state.hands() {
            return vec![Event::Shown([one, two])];
        }
        let mut deck = vec![Card::Jack, Card::Queen, Card::King];
        let mut deal = |cards| Some(deck.remove(dice.below(cards) as usize));
        vec![Event::Dealt([deal(3), deal(2)])]
    }
    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Lost]
    }
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let can_be = match (event, self.turn(state)) {
            (Event::Dealt([Some(one), Some(two)]), Turn::World) => {
                state.events.is_empty() && one != two
            }
            (Event::Shown(cards), Turn::World) => state.hands() == cards.map(Some),
            (Event::Did(action), Turn::Seat(_)) => state.legal().contains(action),
            (Event::Lost, Turn::Seat(_)) => true,
            _ => false,
        };
        BrokenRule::unless(can_be, "that cannot happen now")?;
        state.events.push(event.clone());
        Ok(())
    }
    fn masks() -> impl Masks<Self> {
        Cards
    }
}

impl Playable for Kuhn {
    const CELLS: &'static [Column] = &[cell("card1"), cell("card2"), cell("pot"), DEEDS];
    const EXTRAS: Extras<Self> = Extras {
        amounts: Some(Amounts { unit: "chips", collected: |_, state| state.payoffs() }),
        ..Extras::NONE
    };
    fn players() -> &'static [PlayerKind<Self>] {
        const {
            let mixed = PlayerKind::plain("equilibrium", |_| Box::new(equilibrium::Equilibrium));
            &[RandomPlayer::kind(), mixed]
        }
    }
    fn cells(&self, state: &State) -> Vec<String> {
        let [one, two] = state.hands().map(name);
        vec![one, two, state.stakes().iter().sum::<i64>().to_string()]
    }
    fn action_text(&self, _: &State, _: Seat, action: &Action) -> String {
        format!("{action:?}").to_lowercase()
    }
    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let player = seat.map_or(String::new(), |seat| self.seat_name(seat));
        match event {
            Event::Dealt([one, two]) => format!("P1 is dealt {}, P2 {}", name(*one), name(*two)),
            Event::Did(action) => format!("{player} {}s", format!("{action:?}").to_lowercase()),
            Event::Shown([one, two]) => format!("{one:?} against {two:?}"),
            Event::Lost => format!("{player} loses the turn"),
        }
    }
    fn statements(&self) -> Vec<(String, String)> {
        vec![("deck".into(), "Jack, Queen, King".into())]
    }
    fn numbers() -> impl NumericForm<Self> {
        numbers::InNumbers
    }
}

/// A card in words.
fn name(card: Option<Card>) -> String {
    card.map_or(HIDDEN.into(), |card| format!("{card:?}"))
}

/// Each player knows its own card, until both are shown.
struct Cards;

impl Masks<Kuhn> for Cards {
    fn state(&self, game: &Kuhn, state: &State, eyes: Seats) -> State {
        if let Some(Event::Shown(_)) = state.events.last() {
            return state.clone();
        }
        let events = state.events.iter();
        let seen = events.filter_map(|event| self.event(game, state, event, eyes));
        let events = seen.collect();
        State { events }
    }

    fn event(&self, _: &Kuhn, _: &State, event: &Event, eyes: Seats) -> Option<Event> {
        let Event::Dealt(hands) = event else {
            return Some(event.clone());
        };
        let known = |n: u8| hands[usize::from(n)].filter(|_| eyes.has(Seat(n)));
        Some(Event::Dealt([known(0), known(1)]))
    }
}

impl Entry for Kuhn {
    const ABOUT: &'static str = "Kuhn poker: three cards, two players, one bet";
    const EXAMPLE: &'static str = "--seed 1";
    type Arguments = Scenario;

    fn scenario_of(_: &Scenario, _: &mut Dice) -> Result<Scenario, Error> {
        Ok(Scenario {})
    }
}

fn main() -> ExitCode {
    chase::cli::run(Games::new().with::<Kuhn>())
}
