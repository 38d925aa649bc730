//! One game that fails is counted, and does not end a sweep.

use chase::engine::dice::Generator;
use chase::engine::game::ForfeitCause;
use chase::engine::header::Header;
use chase::kit::budget::StopFlag;
use chase::kit::player_kind::PlayerKind;
use chase::kit::sweep_engine::GameNumbers;
use chase::kit::totals::GameTotals;
use chase::prelude::*;
use chase::record::entry::GameEntry;
use chase::study::general_engine::MakesSweepEngines as _;
use serde::{Deserialize, Serialize};

/// One player says a number; who says more than 7 has won.
struct Say;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    opened: bool,
    said: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    Opened,
    Said(u32),
}

/// Gives up in the middle, loses its turn, or says a number, by luck.
struct Fickle;

impl Player<Say> for Fickle {
    fn choose(
        &mut self,
        _: &View<'_, Say>,
        _: &[u32],
        dice: &mut Dice,
    ) -> Result<u32, Box<Forfeit>> {
        match dice.below(10) {
            0 => panic!("it gives up, as the test wants"),
            1 => Err(Box::new(Forfeit::new(ForfeitCause::Crash, "no idea"))),
            number => Ok(number),
        }
    }
}

impl Game for Say {
    const NAME: &'static str = "say";
    type Scenario = ();
    type State = State;
    type Action = u32;
    type Event = Event;

    fn new((): ()) -> Result<Self, Fault> {
        Ok(Say)
    }
    fn scenario(&self) -> &() {
        &()
    }
    fn seats(&self) -> u8 {
        1
    }
    fn start(&self) -> State {
        State::default()
    }
    fn clock(&self, state: &State) -> u64 {
        u64::from(state.opened)
    }
    fn turn(&self, state: &State) -> Turn {
        match state {
            State { opened: false, .. } => Turn::World,
            State { said: None, .. } => Turn::Seat(Seat(0)),
            State { said: Some(said), .. } => Turn::Over(Outcome {
                cause: "said".into(),
                points: vec![if *said > 7 { 2 } else { 0 }],
            }),
        }
    }
    fn is_valid_state(&self, _: &State) -> bool {
        true
    }
    fn legal(&self, _: &State, _: Seat) -> Vec<u32> {
        (0..10).collect()
    }
    fn decide(&self, _: &State, _: Seat, said: &u32, _: &mut Dice) -> Decided<Event> {
        Ok(vec![Event::Said(*said)])
    }
    fn world(&self, _: &State, _: &mut Dice) -> Vec<Event> {
        vec![Event::Opened]
    }
    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Said(0)]
    }
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        match event {
            Event::Opened => state.opened = true,
            Event::Said(said) => state.said = Some(*said),
        }
        Ok(())
    }
}

impl Playable for Say {
    const CELLS: &'static [Column] = &[cell("said"), DEEDS];
    fn players() -> &'static [PlayerKind<Self>] {
        const { &[PlayerKind::plain("fickle", |_| Box::new(Fickle))] }
    }
    fn cells(&self, state: &State) -> Vec<String> {
        vec![format!("{:?}", state.said)]
    }
    fn action_text(&self, _: &State, _: Seat, said: &u32) -> String {
        format!("say {said}")
    }
    fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
        format!("{event:?}")
    }
    fn statements(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

#[test]
fn a_game_that_fails_is_counted_and_the_others_are_played() {
    let players = ["fickle".to_owned()];
    let mut header =
        Header::new(&Say::new(()).expect("it can be played"), &players, Generator::Chacha8, 5);
    let entry = GameEntry::<Say>::new();
    let engine = entry.sweep_engine(&mut header, None, &StopFlag::default());
    let mut engine = engine.expect("players").expect("an engine");
    let mut totals = GameTotals::default();
    let numbers = GameNumbers { first: 0, step: 1, count: 100 };
    assert!(engine.play(numbers, &mut totals, None));
    // What luck each number has: a fresh generator says which games had to fail.
    let luck = |number| {
        let mut dice = Dice::new(Generator::Chacha8, 5, number);
        dice.turn_to(chase::engine::dice::DrawOwner::Seat(Seat(0)));
        dice.below(10)
    };
    let lucks: Vec<u32> = (0..100).map(luck).collect();
    let of = |wanted: &dyn Fn(u32) -> bool| lucks.iter().filter(|it| wanted(**it)).count() as u64;
    let counted = |cause: &str| {
        let endings = totals.endings.iter().filter(|(it, _)| it.cause == cause);
        endings.map(|(_, games)| games).sum::<u64>()
    };
    assert_eq!(totals.games, 100);
    assert_eq!(counted("failed:panic"), of(&|it| it == 0));
    assert_eq!(counted("failed:forfeit"), of(&|it| it == 1));
    assert_eq!(counted("said"), of(&|it| it > 1));
    assert!(counted("failed:panic") > 0 && counted("failed:forfeit") > 0);
    let first = lucks.iter().position(|it| *it < 2);
    assert_eq!(totals.first_failed, first.map(|it| it as u64));
    assert_eq!(totals.cycles, u128::from(counted("said")));
}
