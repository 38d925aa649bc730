//! Nim: two players take sticks from heaps in turn, each as many as he likes from one heap. Who
//! takes the last stick wins, or loses where the scenario says so. Source: C. L. Bouton, 'Nim, A
//! Game with a Complete Mathematical Theory', Annals of Mathematics 3 (1901).
//!
//! A cycle is one move; cycle 0 is the heaps before the first. Who loses his turn loses the game.
//!
//! This file is a whole program: it plays, records, replays, compares and judges Nim with every
//! command there is, and is the pattern for a game of your own.

use chase::prelude::*;
use serde::{Deserialize, Serialize};

/// The most heaps, and sticks in one.
const HEAPS_MAX: usize = 20;
const STICKS_MAX: u32 = 100;

/// What a file says, and what the command line asks for.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Sticks in each heap, as 3,4,5 [default: three heaps of 1 to 9, drawn]
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    heaps: Vec<u32>,
    /// Who takes the last stick loses
    #[arg(long)]
    #[serde(default)]
    last_loses: bool,
}

/// A scenario that can be played.
#[derive(Debug)]
pub struct Nim(Scenario);

/// The heaps now, and how it came to that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    opened: bool,
    moves: u32,
    heaps: Vec<u32>,
    /// Whether the newest move was lost, and the game with it.
    lost: bool,
}

/// What a player can ask for: sticks from a heap, heaps counted from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Take {
    heap: usize,
    sticks: u32,
}

/// What can happen. The order is stored: new events are added at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The heaps lie there.
    Opened,
    /// Sticks were taken.
    Taken(Take),
    /// The turn was lost, and the game with it.
    Forfeited,
}

impl State {
    fn is_over(&self) -> bool {
        self.lost || self.heaps.iter().all(|sticks| *sticks == 0)
    }

    fn to_move(&self) -> Seat {
        Seat(u8::from(self.moves % 2 == 1))
    }
}

/// Whether a move can be made in a state.
fn check(state: &State, take: &Take) -> Result<(), BrokenRule> {
    let heap = state.heaps.get(take.heap);
    let heap = heap.ok_or(BrokenRule::new("there is no such heap"))?;
    BrokenRule::unless(take.sticks > 0, "at least one stick is taken")?;
    BrokenRule::unless(take.sticks <= *heap, "there are not that many sticks")
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    type Scenario = Scenario;
    type State = State;
    type Action = Take;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        if !(1..=HEAPS_MAX).contains(&scenario.heaps.len()) {
            return Err(Fault::whole(format!("expected 1 to {HEAPS_MAX} heaps")));
        }
        let wrong = |sticks: &u32| !(1..=STICKS_MAX).contains(sticks);
        if let Some(n) = scenario.heaps.iter().position(wrong) {
            let what = format!("expected 1 to {STICKS_MAX} sticks");
            return Err(Fault::nth("heap", n, what));
        }
        Ok(Nim(scenario))
    }

    fn scenario(&self) -> &Scenario {
        &self.0
    }

    fn start(&self) -> State {
        State { opened: false, moves: 0, heaps: self.0.heaps.clone(), lost: false }
    }

    fn clock(&self, state: &State) -> u64 {
        u64::from(state.moves) + u64::from(state.opened && !state.is_over())
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        Some(self.0.heaps.iter().copied().map(u64::from).sum())
    }

    fn turn(&self, state: &State) -> Turn {
        if !state.opened {
            return Turn::World;
        }
        if !state.is_over() {
            return Turn::Seat(state.to_move());
        }
        // After the last move it would be the turn of whoever did not make it.
        let other = state.to_move().index();
        let cause = if state.lost { "forfeit" } else { "last_stick" };
        let other_wins = state.lost || self.0.last_loses;
        Turn::Over(Outcome::won(cause, if other_wins { other } else { 1 - other }, 2))
    }

    fn is_valid_state(&self, state: &State) -> bool {
        let taken = |(start, now): (&u32, &u32)| start.checked_sub(*now);
        let taken: Option<Vec<u32>> = self.0.heaps.iter().zip(&state.heaps).map(taken).collect();
        let takes = state.moves.checked_sub(state.lost.into());
        let (Some(taken), Some(takes)) = (taken, takes) else {
            return false;
        };
        let touched = taken.iter().filter(|sticks| **sticks > 0).count();
        taken.len() == state.heaps.len()
            && (touched..=taken.iter().sum::<u32>() as usize).contains(&(takes as usize))
            && (state.opened || state.moves == 0)
    }

    fn legal(&self, state: &State, _: Seat) -> Vec<Take> {
        let takes = |(heap, most): (usize, &u32)| {
            let sticks = 1..=*most;
            sticks.map(move |sticks| Take { heap, sticks })
        };
        state.heaps.iter().enumerate().flat_map(takes).collect()
    }

    fn decide(&self, state: &State, _: Seat, take: &Take, _: &mut Dice) -> Decided<Event> {
        check(state, take)?;
        Ok(vec![Event::Taken(take.clone())])
    }

    fn world(&self, _: &State, _: &mut Dice) -> Vec<Event> {
        vec![Event::Opened]
    }

    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Forfeited]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        if *event == Event::Opened {
            BrokenRule::unless(!state.opened, "the game is opened once")?;
            state.opened = true;
            return Ok(());
        }
        BrokenRule::unless(state.opened && !state.is_over(), "nobody is to move")?;
        if let Event::Taken(take) = event {
            check(state, take)?;
            state.heaps[take.heap] -= take.sticks;
        } else {
            state.lost = true;
        }
        state.moves += 1;
        Ok(())
    }
}

impl Playable for Nim {
    const CELLS: &'static [Column] = &[cell("heaps"), DEEDS];

    fn players() -> &'static [PlayerKind<Self>] {
        const { &[RandomPlayer::kind(), PlayerKind::plain("perfect", |known| Box::new(Perfect(known)))] }
    }

    fn cells(&self, state: &State) -> Vec<String> {
        let heaps: Vec<_> = state.heaps.iter().map(u32::to_string).collect();
        vec![heaps.join(" + ")]
    }

    fn action_text(&self, _: &State, _: Seat, take: &Take) -> String {
        format!("take {} from heap {}", take.sticks, take.heap + 1)
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let who = seat.map_or(String::new(), |seat| self.seat_name(seat));
        match event {
            Event::Opened => String::new(),
            Event::Taken(Take { heap, sticks }) => {
                format!("{who} takes {sticks} from heap {}", heap + 1)
            }
            Event::Forfeited => format!("{who} loses its turn"),
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        let last = if self.0.last_loses { "loses" } else { "wins" };
        vec![("the last stick".into(), last.into())]
    }
}

/// Leaves heaps whose exclusive or is 0; where the last stick loses, an odd number of single ones.
struct Perfect(Known<Nim>);

impl Perfect {
    fn leaves_a_loss(&self, heaps: &[u32]) -> bool {
        if self.0.scenario().last_loses && heaps.iter().all(|sticks| *sticks <= 1) {
            return heaps.iter().sum::<u32>() % 2 == 1;
        }
        heaps.iter().fold(0, |all, sticks| all ^ sticks) == 0
    }
}

impl Player<Nim> for Perfect {
    fn choose(
        &mut self,
        view: &View<'_, Nim>,
        legal: &[Take],
        _: &mut Dice,
    ) -> Result<Take, Box<Forfeit>> {
        let wins = |take: &&Take| {
            let mut heaps = view.state.heaps.clone();
            heaps[take.heap] -= take.sticks;
            self.leaves_a_loss(&heaps)
        };
        Ok(legal.iter().find(wins).unwrap_or(&legal[0]).clone())
    }
}

impl Entry for Nim {
    const ABOUT: &'static str = "Nim: take sticks from one heap, the last one wins";
    const EXAMPLE: &'static str = "--heaps 3,4,5 --seed 1";
    type Arguments = Scenario;

    fn scenario_of(asked: &Scenario, dice: &mut Dice) -> Result<Scenario, Error> {
        let mut scenario = asked.clone();
        if scenario.heaps.is_empty() {
            scenario.heaps = (0..3).map(|_| 1 + dice.below(9)).collect();
        }
        Ok(scenario)
    }
}

fn main() -> std::process::ExitCode {
    chase::cli::run(Games::new().with::<Nim>())
}
