//! What seats of a game with secrets can work out, held against what a person works out by hand.

use chase::engine::dice::Generator;
use chase::engine::header::Header;
use chase::prelude::*;
use chase::record::any::AnyGame as _;
use chase::record::entry::GameEntry;
use chase::record::recorded::Projections;
use serde::{Deserialize, Serialize};

use crate::harness::Place;

/// A ball lies under one of so many cups. P1 sees it, and leaves it there or exchanges its cup with
/// the first one. Then P2 lifts a cup.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cups {
    cups: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    Hidden(Option<u32>),
    Left(Option<bool>),
    Lifted { cup: u32, found: bool },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    moves: u64,
    ball: Option<u32>,
    found: Option<bool>,
}

impl Game for Cups {
    const NAME: &'static str = "cups";
    type Scenario = Cups;
    type State = State;
    type Action = u32;
    type Event = Event;

    fn new(scenario: Cups) -> Result<Self, Fault> {
        Ok(scenario)
    }
    fn scenario(&self) -> &Cups {
        self
    }
    fn start(&self) -> State {
        State { moves: 0, ball: None, found: None }
    }
    fn clock(&self, state: &State) -> u64 {
        state.moves.min(2)
    }
    fn turn(&self, state: &State) -> Turn {
        match (state.moves, state.found) {
            (0, _) => Turn::World,
            (1, _) => Turn::Seat(Seat(0)),
            (_, None) => Turn::Seat(Seat(1)),
            (_, Some(found)) => Turn::Over(Outcome::won("lifted", found.into(), 2)),
        }
    }
    fn is_valid_state(&self, _: &State) -> bool {
        true
    }
    /// P1: 0 leaves the ball, 1 exchanges its cup with the first. P2: the cup.
    fn legal(&self, state: &State, seat: Seat) -> Vec<u32> {
        match (seat, state.ball) {
            (Seat(0), Some(0)) => vec![0],
            (Seat(0), _) => vec![0, 1],
            _ => (0..self.cups).collect(),
        }
    }
    fn decide(&self, state: &State, seat: Seat, did: &u32, _: &mut Dice) -> Decided<Event> {
        if !self.legal(state, seat).contains(did) {
            return Err(BrokenRule::new("there is no such choice"));
        }
        Ok(vec![match seat {
            Seat(0) => Event::Left(Some(*did == 0)),
            _ => Event::Lifted { cup: *did, found: state.ball == Some(*did) },
        }])
    }
    fn world(&self, _: &State, dice: &mut Dice) -> Vec<Event> {
        vec![Event::Hidden(Some(dice.below(self.cups)))]
    }
    fn forfeit(&self, _: &State, seat: Seat, _: &Forfeit) -> Vec<Event> {
        vec![match seat {
            Seat(0) => Event::Left(Some(true)),
            _ => Event::Lifted { cup: 0, found: false },
        }]
    }
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        match event {
            Event::Hidden(ball) => state.ball = *ball,
            Event::Left(Some(false)) => state.ball = Some(0),
            Event::Left(_) => {}
            Event::Lifted { found, .. } => state.found = Some(*found),
        }
        state.moves += 1;
        Ok(())
    }
    fn masks() -> impl Masks<Self> {
        Shown
    }
}

impl Playable for Cups {
    const CELLS: &'static [Column] = &[cell("ball"), DEEDS];
    fn cells(&self, state: &State) -> Vec<String> {
        let cup = state.ball.map(|cup| cup.to_string());
        vec![cup.unwrap_or(HIDDEN.into())]
    }
    fn action_text(&self, _: &State, seat: Seat, did: &u32) -> String {
        match (seat, did) {
            (Seat(0), 0) => "leaves it".into(),
            (Seat(0), _) => "moves it".into(),
            (_, cup) => format!("lifts {cup}"),
        }
    }
    fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
        format!("{event:?}")
    }
    fn statements(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// P1 sees all; P2 sees what P1 lifts.
struct Shown;

impl Masks<Cups> for Shown {
    fn state(&self, _: &Cups, state: &State, eyes: Seats) -> State {
        State { ball: state.ball.filter(|_| eyes.has(Seat(0))), ..state.clone() }
    }
    fn event(&self, _: &Cups, _: &State, event: &Event, eyes: Seats) -> Option<Event> {
        let sees = eyes.has(Seat(0));
        Some(match event {
            Event::Hidden(ball) => Event::Hidden(ball.filter(|_| sees)),
            Event::Left(left) => Event::Left(left.filter(|_| sees)),
            lifted @ Event::Lifted { .. } => lifted.clone(),
        })
    }
    fn action(&self, _: &Cups, _: &State, by: Seat, action: &u32, eyes: Seats) -> u32 {
        match by {
            Seat(0) if !eyes.has(by) => 0,
            _ => *action,
        }
    }
}

/// What P2, or P1, can work out after each cycle of a game of this seed.
fn worked_out(cups: u32, seed: i64, eyes: Seat) -> Vec<String> {
    let game = Cups::new(Cups { cups }).expect("it can be played");
    let players = vec!["random".to_owned(); 2];
    let mut header = Header::new(&game, &players, Generator::Chacha8, seed);
    let recording = GameEntry::<Cups>::new().record(&mut header);
    let mut recording = recording.expect("players");
    recording.project(Projections {
        insight: true,
        viewer: Some(eyes.into()),
        ..Projections::default()
    });
    let mut all = Vec::new();
    while recording.advance() {
        let mut text = Vec::new();
        recording.now().insight_text(&mut text);
        all.push(String::from_utf8(text).expect("text"));
    }
    all
}

#[test]
fn probabilities_are_those_worked_out_by_hand() {
    let many = "states (all choices counted as equally likely)";
    for seed in 0..20 {
        let all = worked_out(3, seed, Seat(1));
        let third = format!("possible for P2: 3 {many}\n  ball 0 33.3 %, 1 33.3 %, 2 33.3 %\n");
        assert_eq!(all[0], third, "seed {seed}");
        // 1/3, and half of 1/3 from each of the two others.
        let first = format!("possible for P2: 3 {many}\n  ball 0 66.7 %, 1 16.7 %, 2 16.7 %\n");
        assert_eq!(all[1], first, "seed {seed}");
        let half = |one, other| format!("possible for P2: 2 {many}\n  ball {one}, {other}\n");
        let found = |cup| format!("possible for P2: 1 state\n  ball {cup} 100.0 %\n");
        let last = [
            found(0),
            found(1),
            found(2),
            half("1 50.0 %", "2 50.0 %"),
            half("0 80.0 %", "1 20.0 %"),
            half("0 80.0 %", "2 20.0 %"),
        ];
        assert!(last.contains(&all[2]), "seed {seed}: {}", all[2]);
        let known = worked_out(3, seed, Seat(0));
        assert!(known.iter().all(|it| it == "possible for P1: 1 state\n"), "{known:?}");
    }
}

#[test]
fn too_many_states_are_said_to_be_too_many() {
    for told in worked_out(1_000_000, 1, Seat(1)) {
        assert_eq!(told, "possible for P2: too many states to follow\n");
    }
}

#[test]
fn the_program_says_what_an_onlooker_can_work_out() {
    let place = Place::of("kuhn");
    let run = |words: &str| place.chase(words).stdout;
    run("record --seed 3 -o k.json");
    let told = run("replay k.json --knowledge --move 0");
    let cards = "Jack 33.3 %, King 33.3 %, Queen 33.3 %";
    let due = format!(
        "possible for an onlooker: 6 states (all choices counted as equally likely)\n  card1 {cards}\n  card2 {cards}\n"
    );
    // Nobody's eyes: the moment itself shows all.
    assert!(told.contains("an onlooker: 6 states"), "{told}");
    assert!(told.contains(&due) || !told.contains("card1 Jack"), "{told}");
    let told = run("replay k.json --knowledge --as p1 --move 0 --format json");
    let due = r#""knowledge":{"seats":[0],"states":2,"cells":{"card2":[{"value":"Jack","probability":0.5},{"value":"King","probability":0.5}]}}"#;
    assert!(told.contains(due), "{told}");
}
