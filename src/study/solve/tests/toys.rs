//! Small games whose states and actions are bytes, for the tests of the solver.

use std::marker::PhantomData;

use chase_engine::dice::Dice;
use chase_engine::game::{BrokenRule, Decided, Fault, Forfeit, Game, Masks, Outcome, Seat, Turn};
use chase_engine::seat::Seats;

/// The rules of a small game; `config` is its scenario.
pub(super) trait Toy: Send + Sync + 'static {
    const SEATS: u8 = 2;
    const HIDES: bool = false;
    fn start(config: &[u8]) -> Vec<u8>;
    fn turn(config: &[u8], state: &[u8]) -> Turn;
    fn legal(config: &[u8], state: &[u8]) -> Vec<u8>;
    /// The next state after an action, or after a turn of the world.
    fn next(config: &[u8], state: &[u8], action: Option<u8>, dice: &mut Dice) -> Vec<u8>;
}

/// A game of such rules. An event is the state that it leads to.
pub(super) struct ToyGame<T>(pub Vec<u8>, PhantomData<fn() -> T>);

impl<T: Toy> ToyGame<T> {
    pub(super) fn of(config: &[u8]) -> Self {
        ToyGame(config.to_vec(), PhantomData)
    }
}

struct Veil(bool);

impl<T: Toy> Masks<ToyGame<T>> for Veil {
    fn hides(&self) -> bool {
        self.0
    }
    fn state(&self, _: &ToyGame<T>, state: &Vec<u8>, _: Seats) -> Vec<u8> {
        state.clone()
    }
    fn event(&self, _: &ToyGame<T>, _: &Vec<u8>, event: &Vec<u8>, _: Seats) -> Option<Vec<u8>> {
        Some(event.clone())
    }
}

impl<T: Toy> Game for ToyGame<T> {
    const NAME: &'static str = "toy";
    type Scenario = Vec<u8>;
    type State = Vec<u8>;
    type Action = u8;
    type Event = Vec<u8>;

    fn new(config: Vec<u8>) -> Result<Self, Fault> {
        Ok(ToyGame(config, PhantomData))
    }
    fn scenario(&self) -> &Vec<u8> {
        &self.0
    }
    fn seats(&self) -> u8 {
        T::SEATS
    }
    fn start(&self) -> Vec<u8> {
        T::start(&self.0)
    }
    fn clock(&self, _: &Vec<u8>) -> u64 {
        0
    }
    fn turn(&self, state: &Vec<u8>) -> Turn {
        T::turn(&self.0, state)
    }
    fn is_valid_state(&self, _: &Vec<u8>) -> bool {
        true
    }
    fn legal(&self, state: &Vec<u8>, _: Seat) -> Vec<u8> {
        T::legal(&self.0, state)
    }
    fn decide(&self, state: &Vec<u8>, _: Seat, action: &u8, dice: &mut Dice) -> Decided<Vec<u8>> {
        Ok(vec![T::next(&self.0, state, Some(*action), dice)])
    }
    fn world(&self, state: &Vec<u8>, dice: &mut Dice) -> Vec<Vec<u8>> {
        vec![T::next(&self.0, state, None, dice)]
    }
    fn forfeit(&self, state: &Vec<u8>, _: Seat, _: &Forfeit) -> Vec<Vec<u8>> {
        vec![state.clone()]
    }
    fn apply(&self, state: &mut Vec<u8>, event: &Vec<u8>) -> Result<(), BrokenRule> {
        state.clone_from(event);
        Ok(())
    }
    fn masks() -> impl Masks<Self> {
        Veil(T::HIDES)
    }
}

pub(super) fn won(side: u8) -> Turn {
    Turn::Over(Outcome::won("won", side.into(), 2))
}

pub(super) fn drawn() -> Turn {
    Turn::Over(Outcome::draw("drawn", 2))
}

/// Nim: who takes the last stick wins. A state is who is to move and the heaps; an action is a heap
/// and the sticks that stay in it.
pub(super) struct Heaps;

impl Toy for Heaps {
    fn start(config: &[u8]) -> Vec<u8> {
        [&[0], config].concat()
    }
    fn turn(_: &[u8], state: &[u8]) -> Turn {
        match state[1..].iter().all(|heap| *heap == 0) {
            true => won(1 - state[0]),
            false => Turn::Seat(Seat(state[0])),
        }
    }
    fn legal(_: &[u8], state: &[u8]) -> Vec<u8> {
        let heaps = (1..).zip(&state[1..]);
        let takes = heaps.flat_map(|(heap, sticks)| (0..*sticks).map(move |left| heap << 4 | left));
        takes.collect()
    }
    fn next(_: &[u8], state: &[u8], action: Option<u8>, _: &mut Dice) -> Vec<u8> {
        let mut state = state.to_vec();
        let action = action.expect("the world has no turn");
        state[usize::from(action >> 4)] = action & 15;
        state[0] = 1 - state[0];
        state
    }
}

/// Noughts and crosses: who is to move, and nine squares.
pub(super) struct Noughts;

pub(super) const LINES: [[usize; 3]; 8] =
    [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];

impl Toy for Noughts {
    fn start(_: &[u8]) -> Vec<u8> {
        vec![0; 10]
    }
    fn turn(_: &[u8], state: &[u8]) -> Turn {
        let has = |sign| {
            let mut lines = LINES.iter();
            lines.any(|line| line.iter().all(|square| state[*square] == sign))
        };
        match state {
            _ if has(1) => won(0),
            _ if has(2) => won(1),
            _ if state[1..].contains(&0) => Turn::Seat(Seat(state[0])),
            _ => drawn(),
        }
    }
    fn legal(_: &[u8], state: &[u8]) -> Vec<u8> {
        (1..10).filter(|n| state[usize::from(*n)] == 0).collect()
    }
    fn next(_: &[u8], state: &[u8], action: Option<u8>, _: &mut Dice) -> Vec<u8> {
        let mut state = state.to_vec();
        let square = action.expect("the world has no turn");
        state[usize::from(square)] = state[0] + 1;
        state[0] = 1 - state[0];
        state
    }
}

/// Two tokens on a ring of places, or on a path: seat 0 chases seat 1. A state is who is to move and
/// both places. `config` is the number of places, whether they are a ring, the place where seat 1
/// escapes, and one where the game is a draw when seat 1 comes there; 99 is no place.
pub(super) struct RingChase;

impl Toy for RingChase {
    fn start(config: &[u8]) -> Vec<u8> {
        vec![0, 0, config[0] / 2]
    }
    fn turn(config: &[u8], state: &[u8]) -> Turn {
        match state {
            [_, one, two] if one == two => won(0),
            [_, _, two] if *two == config[2] => won(1),
            [_, _, two] if *two == config[3] => drawn(),
            _ => Turn::Seat(Seat(state[0])),
        }
    }
    fn legal(config: &[u8], state: &[u8]) -> Vec<u8> {
        let (at, places) = (state[1 + usize::from(state[0])], config[0]);
        match config[1] {
            0 => (at.saturating_sub(1)..=(at + 1).min(places - 1)).filter(|to| *to != at).collect(),
            _ => vec![(at + 1) % places, (at + places - 1) % places],
        }
    }
    fn next(_: &[u8], state: &[u8], action: Option<u8>, _: &mut Dice) -> Vec<u8> {
        let mut state = state.to_vec();
        let mover = usize::from(state[0]);
        state[1 + mover] = action.expect("the world has no turn");
        state[0] = 1 - state[0];
        state
    }
}

/// A game of dice. The world throws a die of six; seat 0 keeps it and wins with 5 or more, or throws
/// again with a die of as many sides as seat 1 says, and wins with as much as belongs to that die.
/// A state is what is due, and the number thrown.
pub(super) struct Throws;

/// Dice that seat 1 can choose, each with its sides and what wins.
pub(super) const DICE: [(u32, u8); 3] = [(6, 4), (4, 3), (5, 4)];

impl Toy for Throws {
    fn start(_: &[u8]) -> Vec<u8> {
        vec![0, 0]
    }
    fn turn(_: &[u8], state: &[u8]) -> Turn {
        match state[0] {
            0 => Turn::World,
            1 => Turn::Seat(Seat(0)),
            2 => Turn::Seat(Seat(1)),
            _ => won(u8::from(state[1] == 0)),
        }
    }
    fn legal(_: &[u8], state: &[u8]) -> Vec<u8> {
        (0..if state[0] == 1 { 2 } else { 3 }).collect()
    }
    fn next(_: &[u8], state: &[u8], action: Option<u8>, dice: &mut Dice) -> Vec<u8> {
        let throw = |dice: &mut Dice, sides| 1 + dice.below(sides) as u8;
        match (state[0], action) {
            (1, Some(0)) => vec![3, u8::from(state[1] >= 5)],
            (1, _) => vec![2, 0],
            (2, Some(n)) => {
                let (sides, least) = DICE[usize::from(n)];
                vec![3, u8::from(throw(dice, sides) >= least)]
            }
            _ => vec![1, throw(dice, 6)],
        }
    }
}

/// One player against a die: it throws up to three times, stops when it likes, and has won with a six, or shares
/// with a five.
pub(super) struct LoneThrower;

impl Toy for LoneThrower {
    const SEATS: u8 = 1;
    fn start(_: &[u8]) -> Vec<u8> {
        vec![0, 0]
    }
    fn turn(_: &[u8], state: &[u8]) -> Turn {
        let points = |points| Turn::Over(Outcome { cause: "stopped".into(), points: vec![points] });
        match state {
            [9, n] => points(n.saturating_sub(4)),
            [3, n] => points(n.saturating_sub(4)),
            _ => Turn::Seat(Seat(0)),
        }
    }
    fn legal(_: &[u8], _: &[u8]) -> Vec<u8> {
        vec![0, 1]
    }
    fn next(_: &[u8], state: &[u8], action: Option<u8>, dice: &mut Dice) -> Vec<u8> {
        match action {
            Some(0) => vec![9, state[1]],
            _ => vec![state[0] + 1, 1 + dice.below(6) as u8],
        }
    }
}

/// A game that is refused, or that a limit stops; `config` says why.
pub(super) struct Odd<const SEATS: u8, const HIDES: bool>;

/// Seats act at once.
pub(super) const AT_ONCE: u8 = 0;
/// Both sides win.
pub(super) const BOTH_WIN: u8 = 1;
/// A die is thrown again and again until it shows a six.
pub(super) const AGAIN: u8 = 2;
/// A number grows for ever.
pub(super) const GROWS: u8 = 3;
/// A seat can do nothing.
pub(super) const STUCK: u8 = 4;
/// The world acts for ever.
pub(super) const WORLD: u8 = 5;

impl<const SEATS: u8, const HIDES: bool> Toy for Odd<SEATS, HIDES> {
    const SEATS: u8 = SEATS;
    const HIDES: bool = HIDES;
    fn start(_: &[u8]) -> Vec<u8> {
        vec![0; 4]
    }
    fn turn(config: &[u8], state: &[u8]) -> Turn {
        match config[0] {
            AT_ONCE => Turn::Seats([Seat(0), Seat(1)].into_iter().collect()),
            BOTH_WIN => Turn::Over(Outcome { cause: "both".into(), points: vec![2; SEATS.into()] }),
            AGAIN if state[0] == 6 => won(0),
            WORLD => Turn::World,
            _ => Turn::Seat(Seat(0)),
        }
    }
    fn legal(config: &[u8], _: &[u8]) -> Vec<u8> {
        (0..u8::from(config[0] != STUCK)).collect()
    }
    fn next(config: &[u8], state: &[u8], _: Option<u8>, dice: &mut Dice) -> Vec<u8> {
        match config[0] {
            AGAIN => vec![1 + dice.below(6) as u8, 0, 0, 0],
            WORLD => state.to_vec(),
            _ => {
                let n = u32::from_le_bytes(state.try_into().expect("four bytes")) + 1;
                n.to_le_bytes().to_vec()
            }
        }
    }
}
