//! Seven seats that vote at once: more joint actions than the referee tries for a row. Its state can hold what is not
//! stored.

use chase::checks::laws::{KeepsLaws as _, Law};
use chase::engine::dice::Generator;
use chase::engine::header::Header;
use chase::kit::trace::{Cell, TraceRow};
use chase::prelude::*;
use chase::record::any::AnyGame as _;
use chase::record::entry::GameEntry;
use serde::{Deserialize, Serialize};

const SEATS: usize = 7;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Votes {
    forgets: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    Opened,
    Voted(Vec<Option<u8>>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    is_open: bool,
    votes: Option<Vec<Option<u8>>>,
    #[serde(skip)]
    forgotten: u32,
}

impl Game for Votes {
    const NAME: &'static str = "votes";
    type Scenario = Votes;
    type State = State;
    type Action = u8;
    type Event = Event;

    fn new(scenario: Votes) -> Result<Self, Fault> {
        Ok(scenario)
    }
    fn scenario(&self) -> &Votes {
        self
    }
    fn seats(&self) -> u8 {
        SEATS as u8
    }
    fn start(&self) -> State {
        State { is_open: false, votes: None, forgotten: 0 }
    }
    fn clock(&self, state: &State) -> u64 {
        u64::from(state.is_open)
    }
    fn turn(&self, state: &State) -> Turn {
        match (state.is_open, &state.votes) {
            (false, _) => Turn::World,
            (true, None) => Turn::Seats((0..SEATS as u8).map(Seat).collect()),
            (true, Some(_)) => Turn::Over(Outcome::draw("counted", SEATS)),
        }
    }
    fn is_valid_state(&self, state: &State) -> bool {
        state.votes.as_ref().is_none_or(|votes| votes.len() == SEATS)
    }
    fn legal(&self, _: &State, _: Seat) -> Vec<u8> {
        vec![0, 1, 2, 3]
    }
    fn decide(&self, _: &State, _: Seat, _: &u8, _: &mut Dice) -> Decided<Event> {
        unreachable!("all vote at once")
    }
    fn decide_joint(&self, _: &State, chosen: &[(Seat, Option<u8>)], _: &mut Dice) -> Vec<Event> {
        vec![Event::Voted(chosen.iter().map(|(_, vote)| *vote).collect())]
    }
    fn world(&self, _: &State, _: &mut Dice) -> Vec<Event> {
        vec![Event::Opened]
    }
    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        unreachable!("all vote at once")
    }
    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        state.forgotten += u32::from(self.forgets);
        match event {
            Event::Opened => state.is_open = true,
            Event::Voted(votes) => state.votes = Some(votes.clone()),
        }
        Ok(())
    }
}

impl Playable for Votes {
    const CELLS: &'static [Column] = &[cell("votes"), DEEDS];
    fn cells(&self, state: &State) -> Vec<String> {
        let word = |vote: &Option<u8>| vote.map_or("-".to_owned(), |vote| vote.to_string());
        let votes = state.votes.iter().flatten().map(word).collect::<Vec<_>>();
        vec![votes.join(" ")]
    }
    fn action_text(&self, _: &State, _: Seat, vote: &u8) -> String {
        format!("votes {vote}")
    }
    fn statements(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
        match event {
            Event::Opened => "the vote is open".into(),
            Event::Voted(votes) => format!("votes {votes:?}"),
        }
    }
}

fn header(forgets: bool, player: &str) -> Header {
    let players = vec![player.to_owned(); SEATS];
    Header::new(&Votes { forgets }, &players, Generator::Chacha8, 1)
}

#[test]
fn a_state_that_is_not_stored_whole_is_found() {
    let law = GameEntry::<Votes>::new().check_laws(&header(true, "random")).expect_err("a law");
    assert_eq!(law.law, Law::Forms, "{law}");
}

/// What the referee of people says of a row with these votes, each of one letter.
fn judged(votes: &str) -> Result<(), String> {
    let mut header = header(false, "human");
    let referee = GameEntry::<Votes>::new().referee(&mut header, true);
    let mut referee = referee.expect("a referee");
    for (cycle, votes) in [(0, ""), (1, votes)] {
        let mut row = TraceRow::unknown(Votes::CELLS.len());
        row.cycle = cycle;
        row.cells[0] = Cell::Text(votes.into());
        referee.judge(&row).map_err(|found| found.to_string())?;
    }
    Ok(())
}

#[test]
fn what_was_not_tried_is_not_called_wrong() {
    assert_eq!(judged("0 1 2 3 0 1 2"), Ok(()));
    // 4^7 joint actions without a lost turn are tried, and 3,616 with one.
    assert_eq!(judged("- 3 0 0 0 0 0"), Ok(()));
    for votes in ["0 0 0 0 0 0 -", "7 0 0 0 0 0 0"] {
        let found = judged(votes).expect_err("it is not known");
        assert!(found.contains("it cannot be judged"), "{found}");
    }
}
