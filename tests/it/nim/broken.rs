//! Nim with one small mistake of its author, by number. Each is one that somebody makes, and a law
//! must refuse each by name.

use chase::engine::dice::{Dice, Generator};
use chase::engine::entry::GameEntry;
use chase::engine::game::{Fault, Forfeit, Outcome, Seat, Turn};
use chase::engine::kit::{BrokenRule, Decided, OpenGame};
use chase::engine::laws::KeepsLaws as _;
use chase::engine::replay::Header;
use chase::engine::trace::Column;
use serde::{Deserialize, Serialize};

use super::game::{Event, Nim, Scenario, State, Take};

/// The mistakes, and a part of what the law says of each.
const MISTAKES: [(Mistake, &str); 21] = [
    (Mistake::NoStateIsValid, "not valid"),
    (Mistake::EveryActionMatches, "matches"),
    (Mistake::NoActionMatches, "does not match its own action"),
    (Mistake::ListedTwice, "is listed twice"),
    (Mistake::TooMuchListed, "is listed as legal but refused"),
    (Mistake::TooLittleListed, "is not listed as legal, but `decide` accepts it"),
    (Mistake::ActionWithoutEvent, "no event"),
    (Mistake::ViewsMangled, "snapshot"),
    (Mistake::ApplyForgets, "changes nothing"),
    (Mistake::TextsAlike, "two legal actions are called"),
    (Mistake::TextsMisread, "is not read back"),
    (Mistake::BoundTooLow, "past the last possible cycle"),
    (Mistake::CellMissing, "read back"),
    (Mistake::CellOverTwoLines, "read back"),
    (Mistake::DeedOverTwoLines, "read back"),
    (Mistake::EndingWithoutWords, "the ending has no words"),
    (Mistake::PointsForThree, "points for 3 sides"),
    (Mistake::SeatThatIsNot, "seat 2"),
    (Mistake::LostTurnIgnored, "a lost turn changes nothing"),
    (Mistake::AnotherScenario, "scenario"),
    (Mistake::ByTheClock, "twice with the same dice"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Mistake {
    NoStateIsValid,
    EveryActionMatches,
    NoActionMatches,
    ListedTwice,
    TooMuchListed,
    TooLittleListed,
    ActionWithoutEvent,
    ViewsMangled,
    ApplyForgets,
    TextsAlike,
    TextsMisread,
    BoundTooLow,
    CellMissing,
    CellOverTwoLines,
    DeedOverTwoLines,
    EndingWithoutWords,
    PointsForThree,
    SeatThatIsNot,
    LostTurnIgnored,
    AnotherScenario,
    ByTheClock,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct BrokenScenario {
    nim: Scenario,
    mistake: Option<Mistake>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct BrokenState {
    nim: State,
    #[serde(skip)]
    forgotten: u32,
}

struct BrokenNim {
    scenario: BrokenScenario,
    other: BrokenScenario,
    nim: Nim,
    calls: std::sync::atomic::AtomicU32,
}

impl BrokenNim {
    fn is(&self, mistake: Mistake) -> bool {
        self.scenario.mistake == Some(mistake)
    }
}

impl OpenGame for BrokenNim {
    const NAME: &'static str = "nim";
    const CELLS: &'static [Column] = Nim::CELLS;

    type Scenario = BrokenScenario;
    type State = BrokenState;
    type Action = Take;
    type Event = Event;

    fn new(scenario: BrokenScenario) -> Result<Self, Fault> {
        let mut other = scenario.clone();
        other.nim = super::scenario(&[9, 9], false);
        Ok(BrokenNim {
            nim: <Nim as OpenGame>::new(scenario.nim.clone())?,
            scenario,
            other,
            calls: 0.into(),
        })
    }

    fn scenario(&self) -> &BrokenScenario {
        match self.is(Mistake::AnotherScenario) {
            true => &self.other,
            false => &self.scenario,
        }
    }

    fn start(&self) -> BrokenState {
        BrokenState { nim: OpenGame::start(&self.nim), forgotten: 0 }
    }

    fn clock(&self, state: &BrokenState) -> u64 {
        OpenGame::clock(&self.nim, &state.nim)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        match self.is(Mistake::BoundTooLow) {
            true => Some(1),
            false => OpenGame::last_possible_cycle(&self.nim),
        }
    }

    fn turn(&self, state: &BrokenState) -> Turn {
        match OpenGame::turn(&self.nim, &state.nim) {
            Turn::Seat(Seat(1)) if self.is(Mistake::SeatThatIsNot) => Turn::Seat(Seat(2)),
            Turn::Over(mut outcome) if self.is(Mistake::PointsForThree) => {
                outcome.points.push(0);
                Turn::Over(outcome)
            }
            turn => turn,
        }
    }

    fn is_valid_state(&self, state: &BrokenState) -> bool {
        OpenGame::is_valid_state(&self.nim, &state.nim) && !self.is(Mistake::NoStateIsValid)
    }

    fn legal(&self, state: &BrokenState, seat: Seat) -> Vec<Take> {
        let mut legal = OpenGame::legal(&self.nim, &state.nim, seat);
        match self.scenario.mistake {
            Some(Mistake::ListedTwice) => legal.push(legal[0].clone()),
            Some(Mistake::TooMuchListed) => legal.push(take(0, 99)),
            Some(Mistake::TooLittleListed) if self.clock(state) > 1 && legal.len() > 1 => {
                legal.pop();
            }
            _ => {}
        }
        legal
    }

    fn decide(
        &self,
        state: &BrokenState,
        seat: Seat,
        action: &Take,
        dice: &mut Dice,
    ) -> Decided<Event> {
        let decided = OpenGame::decide(&self.nim, &state.nim, seat, action, dice)?;
        if self.is(Mistake::ActionWithoutEvent) {
            return Ok(Vec::new());
        }
        if self.is(Mistake::ByTheClock) {
            let calls = self.calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            return Ok(vec![Event::Taken(take(0, 1 + calls % 2))]);
        }
        Ok(decided)
    }

    fn world(&self, state: &BrokenState, dice: &mut Dice) -> Vec<Event> {
        OpenGame::world(&self.nim, &state.nim, dice)
    }

    fn forfeit(&self, state: &BrokenState, seat: Seat, why: &Forfeit) -> Vec<Event> {
        match self.is(Mistake::LostTurnIgnored) {
            true => Vec::new(),
            false => OpenGame::forfeit(&self.nim, &state.nim, seat, why),
        }
    }

    fn apply(&self, state: &mut BrokenState, event: &Event) -> Result<(), BrokenRule> {
        if self.is(Mistake::ApplyForgets) && *event != Event::Opened {
            return Ok(());
        }
        if self.is(Mistake::ViewsMangled) {
            state.forgotten += 1;
        }
        OpenGame::apply(&self.nim, &mut state.nim, event)
    }

    fn event_matches(
        &self,
        before: &BrokenState,
        seat: Seat,
        action: &Take,
        event: &Event,
    ) -> bool {
        match self.scenario.mistake {
            Some(Mistake::EveryActionMatches) => true,
            Some(Mistake::NoActionMatches) => false,
            Some(Mistake::ByTheClock) => true,
            _ => OpenGame::event_matches(&self.nim, &before.nim, seat, action, event),
        }
    }

    fn cells(&self, state: &BrokenState) -> Vec<String> {
        match self.scenario.mistake {
            Some(Mistake::CellMissing) => Vec::new(),
            Some(Mistake::CellOverTwoLines) => vec!["3\n4".into()],
            _ => self.nim.cells(&state.nim),
        }
    }

    fn action_text(&self, state: &BrokenState, seat: Seat, action: &Take) -> String {
        match self.is(Mistake::TextsAlike) {
            true => "take sticks".into(),
            false => self.nim.action_text(&state.nim, seat, action),
        }
    }

    fn parse_action(&self, state: &BrokenState, seat: Seat, text: &str) -> Option<Take> {
        match self.scenario.mistake {
            Some(Mistake::TextsMisread) => Some(take(0, 1)),
            Some(Mistake::TextsAlike) => OpenGame::legal(self, state, seat).into_iter().next(),
            _ => OpenGame::parse_action(&self.nim, &state.nim, seat, text),
        }
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        match self.is(Mistake::DeedOverTwoLines) {
            true => "a move\nis made".into(),
            false => self.nim.event_text(seat, event),
        }
    }

    fn ending_text(&self, outcome: &Outcome) -> String {
        match self.is(Mistake::EndingWithoutWords) {
            true => String::new(),
            false => self.nim.ending_text(outcome),
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        OpenGame::statements(&self.nim)
    }
}

fn take(heap: usize, sticks: u32) -> Take {
    let json = serde_json::json!({ "heap": heap, "sticks": sticks });
    serde_json::from_value(json).expect("an action")
}

fn laws(mistake: Option<Mistake>, seed: i64) -> Result<(), String> {
    let nim = super::scenario(&[3, 4, 5], false);
    let broken = |mistake| BrokenScenario { nim: nim.clone(), mistake };
    let game = <BrokenNim as OpenGame>::new(broken(None)).expect("heaps");
    let players = ["random", "random"].map(str::to_owned);
    let mut header = Header::new(&game, &players, Generator::Chacha8, seed);
    header.scenario = serde_json::value::to_raw_value(&broken(mistake)).expect("JSON");
    let checked = std::panic::catch_unwind(|| GameEntry::<BrokenNim>::new().check_laws(&header));
    let checked = checked.map_err(|_| "a panic".to_owned())?;
    checked.map(|_| ()).map_err(|law| law.to_string())
}

#[test]
fn every_mistake_is_refused_by_a_law_that_names_it() {
    for seed in 0..10 {
        laws(None, seed).unwrap_or_else(|law| panic!("without a mistake: {law}"));
    }
    let mut unnamed = Vec::new();
    for (mistake, named) in MISTAKES {
        let mut found = (0..10).filter_map(|seed| laws(Some(mistake), seed).err());
        match found.find(|law| law.contains(named)) {
            Some(_) => {}
            None => {
                let told = laws(Some(mistake), 1);
                unnamed.push(format!("{mistake:?}: {told:?}, expected `{named}`"));
            }
        }
    }
    assert!(unnamed.is_empty(), "{}", unnamed.join("\n"));
}
