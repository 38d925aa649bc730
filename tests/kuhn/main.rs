//! Kuhn poker: three cards, two players, one bet. Each antes 1 and is dealt a card; who holds the
//! higher card at the end, or does not fold, takes the pot. A program of its own.

use std::process::ExitCode;

use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// The game. Nothing about it can be chosen.
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

const DECK: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Action {
    Check,
    Bet,
    Fold,
    Call,
}

/// The cards, what was done, and whether the cards were shown or a turn was lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    dealt: bool,
    /// Nothing where a seat may not know it.
    cards: [Option<Card>; 2],
    done: Vec<Action>,
    shown: bool,
    lost: bool,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Event {
    Dealt([Option<Card>; 2]),
    Did(Action),
    Shown([Card; 2]),
    Lost,
}

impl State {
    /// Whose turn it is, or was.
    fn mover(&self) -> usize {
        self.done.len() % 2
    }

    /// What the mover can do; nothing once no more is to be done.
    fn legal(&self) -> &'static [Action] {
        match self.done[..] {
            [] | [Action::Check] => &[Action::Check, Action::Bet],
            [Action::Bet] | [Action::Check, Action::Bet] => &[Action::Fold, Action::Call],
            _ => &[],
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let [one, two] = self.cards;
        match self.done.last() {
            _ if self.lost => Some(Outcome::won("forfeit", 1 - self.mover(), 2)),
            Some(Action::Fold) => Some(Outcome::won("fold", self.mover(), 2)),
            _ if self.shown => Some(Outcome::won("showdown", usize::from(one < two), 2)),
            _ => None,
        }
    }
}

impl OpenGame for Kuhn {
    const NAME: &'static str = "kuhn";
    const CELLS: &'static [Column] = &[cell("card1"), cell("card2"), cell("pot"), DEEDS];
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
        let is_to_act = matches!(self.turn(state), Turn::Seat(_));
        (state.done.len() + usize::from(is_to_act) + usize::from(state.lost)) as u64
    }

    fn turn(&self, state: &State) -> Turn {
        match state.outcome() {
            Some(outcome) => Turn::Over(outcome),
            None if !state.dealt || state.legal().is_empty() => Turn::World,
            None => Turn::Seat(Seat(state.mover() as u8)),
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        let mut events: Vec<_> = state.done.iter().copied().map(Event::Did).collect();
        if state.dealt {
            events.insert(0, Event::Dealt(state.cards));
        }
        if let ([Some(one), Some(two)], true) = (state.cards, state.shown) {
            events.push(Event::Shown([one, two]));
        }
        events.extend(state.lost.then_some(Event::Lost));
        let mut played = self.start();
        let mut events = events.iter();
        events.all(|event| self.apply(&mut played, event).is_ok()) && played == *state
    }

    fn legal(&self, state: &State, _: Seat) -> Vec<Action> {
        state.legal().to_vec()
    }

    fn decide(&self, state: &State, _: Seat, action: &Action, _: &mut Dice) -> Decided<Event> {
        BrokenRule::unless(state.legal().contains(action), "not now")?;
        Ok(vec![Event::Did(*action)])
    }

    fn world(&self, state: &State, dice: &mut Dice) -> Vec<Event> {
        if let [Some(one), Some(two)] = state.cards {
            return vec![Event::Shown([one, two])];
        }
        let mut deck = DECK.to_vec();
        let one = deck.remove(dice.below(3) as usize);
        let two = deck.remove(dice.below(2) as usize);
        vec![Event::Dealt([Some(one), Some(two)])]
    }

    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Lost]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let turn = self.turn(state);
        let is_seat = matches!(turn, Turn::Seat(_));
        match *event {
            Event::Dealt(cards) => {
                let [one, two] = cards;
                let are_two = one.is_some() && two.is_some() && one != two;
                BrokenRule::unless(!state.dealt && are_two, "two cards are dealt once")?;
                (state.dealt, state.cards) = (true, cards);
            }
            Event::Did(action) => {
                BrokenRule::unless(is_seat && state.legal().contains(&action), "not now")?;
                state.done.push(action);
            }
            Event::Shown(cards) => {
                let is_due = state.dealt && turn == Turn::World;
                let are_these = is_due && state.cards == cards.map(Some);
                BrokenRule::unless(are_these, "the cards are shown when nobody folds")?;
                state.shown = true;
            }
            Event::Lost => {
                BrokenRule::unless(is_seat, "it is nobody's turn")?;
                state.lost = true;
            }
        }
        Ok(())
    }

    fn cells(&self, state: &State) -> Vec<String> {
        let bets = state.done.iter();
        let bets = bets.filter(|action| matches!(action, Action::Bet | Action::Call));
        let [one, two] = state.cards.map(name);
        vec![one, two, (2 + bets.count()).to_string()]
    }

    fn action_text(&self, _: &State, _: Seat, action: &Action) -> String {
        word(*action)
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let player = seat.map_or(String::new(), |seat| self.seat_name(seat));
        match event {
            Event::Dealt(cards) => {
                let [one, two] = cards.map(name);
                format!("P1 is dealt {one}, P2 {two}")
            }
            Event::Did(action) => format!("{player} {}s", word(*action)),
            Event::Shown([one, two]) => format!("{one:?} against {two:?}"),
            Event::Lost => format!("{player} loses the turn"),
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        vec![("deck".into(), "Jack, Queen, King".into())]
    }

    fn masks() -> impl Masks<Self> {
        Cards
    }
}

/// An action in a word.
fn word(action: Action) -> String {
    format!("{action:?}").to_lowercase()
}

/// A card in words.
fn name(card: Option<Card>) -> String {
    card.map_or(HIDDEN.into(), |card| format!("{card:?}"))
}

/// Each player knows its own card, until both are shown.
struct Cards;

/// The cards that these seats know.
fn known(cards: [Option<Card>; 2], eyes: Seats) -> [Option<Card>; 2] {
    [0, 1].map(|n| cards[n].filter(|_| eyes.has(Seat(n as u8))))
}

impl Masks<Kuhn> for Cards {
    fn state(&self, _: &Kuhn, state: &State, eyes: Seats) -> State {
        let mut state = state.clone();
        if !state.shown {
            state.cards = known(state.cards, eyes);
        }
        state
    }

    fn event(&self, _: &Kuhn, _: &State, event: &Event, eyes: Seats) -> Option<Event> {
        Some(match event {
            Event::Dealt(cards) => Event::Dealt(known(*cards, eyes)),
            other => other.clone(),
        })
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
    chase::cli::run(const { &[&GameEntry::<Kuhn>::new()] })
}
