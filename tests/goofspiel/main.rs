//! Goofspiel: two players hold the cards 1 to N. Prizes of the same values are turned up one by one in drawn
//! order; both bid a card at once, and the higher bid takes the prize. The most points win. A program of
//! its own.

mod numbers;

use std::cmp::Ordering;
use std::process::ExitCode;

use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// The game.
#[derive(Debug)]
pub(crate) struct Goofspiel(pub Scenario);

/// What is played with.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
pub(crate) struct Scenario {
    /// Cards of each player, 1 to 13
    #[arg(long, default_value_t = 5)]
    pub cards: u8,
}

/// What can happen. Who lost the turn bids nothing and discards the lowest card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Event {
    Turned(u8),
    Bids([Option<u8>; 2]),
}

/// Where a game stands; cards are in rising order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The prize that lies open.
    pub prize: Option<u8>,
    /// The prizes that were not turned up yet.
    pub prizes: Vec<u8>,
    pub hands: [Vec<u8>; 2],
    pub points: [u8; 2],
}

/// Who has more of something, if not both have as much.
pub(crate) fn more<T: Ord>([one, two]: &[T; 2]) -> Option<usize> {
    match one.cmp(two) {
        Ordering::Greater => Some(0),
        Ordering::Less => Some(1),
        Ordering::Equal => None,
    }
}

fn joined(cards: &[u8]) -> String {
    let words: Vec<_> = cards.iter().map(u8::to_string).collect();
    words.join(" ")
}

impl Game for Goofspiel {
    const NAME: &'static str = "goofspiel";
    const CYCLE: &'static str = "round";
    type Scenario = Scenario;
    type State = State;
    type Action = u8;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        match scenario.cards {
            1..=13 => Ok(Goofspiel(scenario)),
            _ => Err(Fault::whole("expected 1 to 13 cards")),
        }
    }
    fn scenario(&self) -> &Scenario {
        &self.0
    }
    fn start(&self) -> State {
        let cards: Vec<_> = (1..=self.0.cards).collect();
        State { prize: None, hands: [cards.clone(), cards.clone()], prizes: cards, points: [0; 2] }
    }
    fn clock(&self, state: &State) -> u64 {
        u64::from(self.0.cards) - state.prizes.len() as u64
    }
    fn last_possible_cycle(&self) -> Option<u64> {
        Some(self.0.cards.into())
    }
    fn turn(&self, state: &State) -> Turn {
        match (state.prize, state.prizes.is_empty()) {
            (Some(_), _) => Turn::Seats(Seats::first(2)),
            (None, false) => Turn::World,
            (None, true) => Turn::Over(match more(&state.points) {
                Some(winner) => Outcome::won("no_prizes_left", winner, 2),
                None => Outcome::draw("no_prizes_left", 2),
            }),
        }
    }
    fn is_valid_state(&self, state: &State) -> bool {
        let are_cards = |cards: &Vec<u8>| {
            let known = cards.iter().all(|it| (1..=self.0.cards).contains(it));
            known && cards.is_sorted_by(|one, next| one < next)
        };
        let mut left = state.prizes.clone();
        left.extend(state.prize);
        left.sort_unstable();
        let total = |values: &[u8]| values.iter().map(|it| u32::from(*it)).sum::<u32>();
        [&left, &state.prizes].into_iter().all(are_cards)
            && state.hands.iter().all(are_cards)
            && state.hands.iter().all(|hand| hand.len() == left.len())
            && total(&left) + total(&state.points) <= total(&self.start().prizes)
    }
    fn legal(&self, state: &State, seat: Seat) -> Vec<u8> {
        state.hands[seat.index()].clone()
    }
    fn decide(&self, _: &State, _: Seat, _: &u8, _: &mut Dice) -> Decided<Event> {
        Err(BrokenRule::new("both players bid at once"))
    }
    fn decide_joint(&self, _: &State, bids: &[(Seat, Option<u8>)], _: &mut Dice) -> Vec<Event> {
        vec![Event::Bids([bids[0].1, bids[1].1])]
    }
    fn world(&self, state: &State, dice: &mut Dice) -> Vec<Event> {
        let count = state.prizes.len() as u32;
        vec![Event::Turned(state.prizes[dice.below(count) as usize])]
    }
    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        Vec::new()
    }
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        match (event, state.prize) {
            (Event::Turned(card), None) => {
                BrokenRule::unless(state.prizes.contains(card), "that prize is not there")?;
                state.prizes.retain(|it| it != card);
                state.prize = Some(*card);
            }
            (Event::Bids(bids), Some(prize)) => {
                let holds = |n: usize| bids[n].is_none_or(|bid| state.hands[n].contains(&bid));
                BrokenRule::unless(holds(0) && holds(1), "a bid is a card of the own hand")?;
                for (hand, bid) in state.hands.iter_mut().zip(bids) {
                    let card = bid.unwrap_or(hand[0]);
                    hand.retain(|it| *it != card);
                }
                if let Some(winner) = more(bids) {
                    state.points[winner] += prize;
                }
                state.prize = None;
            }
            _ => return Err(BrokenRule::new("that cannot happen now")),
        }
        Ok(())
    }
}

impl Playable for Goofspiel {
    const CELLS: &'static [Column] = &[cell("prize"), cell("hands"), cell("points"), DEEDS];
    const EXTRAS: Extras<Self> = Extras {
        amounts: Some(Amounts {
            unit: "points",
            collected: |_, state| state.points.map(i64::from).to_vec(),
        }),
        ..Extras::NONE
    };
    fn players() -> &'static [PlayerKind<Self>] {
        const {
            let matching = PlayerKind::plain("matching", |_| Box::new(Matching));
            &[RandomPlayer::kind(), matching]
        }
    }
    fn cells(&self, state: &State) -> Vec<String> {
        let hands = state.hands.each_ref().map(|hand| joined(hand)).join(" / ");
        let prize = state.prize.map_or("none".into(), |it| it.to_string());
        vec![prize, hands, joined(&state.points)]
    }
    fn action_text(&self, _: &State, _: Seat, action: &u8) -> String {
        format!("bid {action}")
    }
    fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
        let bids = match event {
            Event::Turned(card) => return format!("the prize is {card}"),
            Event::Bids(bids) => bids,
        };
        let [one, two] = bids.map(|bid| bid.map_or("nothing".into(), |card| card.to_string()));
        let taker = ["P1 takes", "P2 takes", "nobody takes"][more(bids).unwrap_or(2)];
        format!("P1 bids {one}, P2 bids {two}: {taker} the prize")
    }
    fn statements(&self) -> Vec<(String, String)> {
        vec![("cards".into(), self.0.cards.to_string())]
    }
    fn numbers() -> impl NumericForm<Self> {
        numbers::InNumbers
    }
}

/// Bids what the prize is worth, or its lowest card where it does not hold that any more.
struct Matching;

impl Player<Goofspiel> for Matching {
    fn choose(
        &mut self,
        view: &View<'_, Goofspiel>,
        legal: &[u8],
        _: &mut Dice,
    ) -> Result<u8, Box<Forfeit>> {
        let prize = view.state.prize.filter(|prize| legal.contains(prize));
        Ok(prize.unwrap_or(legal[0]))
    }
}

impl Entry for Goofspiel {
    const ABOUT: &'static str = "Goofspiel: both bid at once for prizes";
    const EXAMPLE: &'static str = "--cards 4 --seed 1";
    type Arguments = Scenario;

    fn scenario_of(arguments: &Scenario, _: &mut Dice) -> Result<Scenario, Error> {
        Ok(arguments.clone())
    }
}

fn main() -> ExitCode {
    chase::cli::run(Games::new().with::<Goofspiel>())
}
