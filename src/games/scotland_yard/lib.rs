//! Scotland Yard: Mr X flees unseen through a town, one to five detectives hunt him. Source: a
//! report on a Java model of the board game, and the 2017 to 2019 edition of the course it was
//! written for.
//!
//! Stations are joined by taxi, bus, underground and ferry; a move along an edge costs its ticket.
//! Mr X may pay any edge with a secret ticket, which alone pays a ferry, and with a double ticket
//! he makes two moves in one turn. Nobody may move onto a detective; a detective may move onto
//! Mr X, and has caught him. A detective's ticket goes to Mr X. A detective without a move passes.
//!
//! A rotation is one turn of everybody, Mr X first. Each of his moves is a round; in some rounds
//! he shows himself. The detectives see his tickets and the station where he was last seen.
//!
//! It is over, tested in this order, (1) with a detective on Mr X's station, tested after every
//! move; (2) when at his turn Mr X cannot move; (3) when at his turn all rounds are used; (4) when
//! no detective can move, tested after every move. (1) and (2) win for the detectives, (3) and
//! (4) for Mr X. A lost turn leaves a detective where it is; Mr X loses the game with his.
//!
//! A cycle is one rotation; cycle 0 is the start. What happens is told as spectators hear it; what
//! the detectives hear has his last known station in place of his own.

pub mod args;
pub mod board;
pub mod game_options;
pub mod graph;
pub mod knowledge;
mod masks;
pub mod new;
mod numbers;
mod openings;
mod picture;
pub mod plan;
pub mod players;
pub mod public;
mod referee;
pub mod rules;
pub mod scenario;
mod trace;
pub mod transcript;
mod why_not;
mod wire_form;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use chase_engine::dice::Dice;
use chase_engine::game::{
    BrokenRule, Decided, Fault, Forfeit, ForfeitCause, Game, Masks, Outcome, Seat, Turn,
};
use chase_kit::extras::{Extras, Parts};
use chase_kit::faces::{NumericForm, Picture, Playable, RefereeRules, Transcript, WireForm};
use chase_kit::player_kind::PlayerKind;
use chase_kit::trace::Column;

pub use board::{Edge, Station, StationBoard, Ticket, Tickets, Transport};
pub use public::Public;
pub use scenario::{Colour, Purse, Scenario, StartLots};

/// Mr X's seat; the detectives have those from 1 on.
pub const MR_X: Seat = Seat(0);

/// A scenario made playable.
#[derive(Debug)]
pub struct ScotlandYard {
    scenario: Arc<Scenario>,
    /// The scenario without Mr X's start, where that is given.
    public_scenario: Option<Arc<Scenario>>,
    setting: Arc<PublicSetting>,
    /// The most steps that lead from a station, by tickets.
    legs_max: usize,
}

/// Everything that all players know before the first round: the whole scenario but Mr X's start.
#[derive(Debug)]
pub struct PublicSetting {
    /// The board: its stations and the ways between them.
    pub board: StationBoard,
    /// True for each round that reveals, from round 1 on.
    pub reveals: Vec<bool>,
    /// The players' colours, by seat.
    pub colours: Vec<Colour>,
    /// Their tickets, by seat.
    pub tickets: Vec<Tickets>,
    /// The stations where Mr X may begin, as far as no detective begins there.
    pub hideouts: Vec<Station>,
}

/// The state of a game: everything that the rules need to continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Everything that all players know: built from the events the detectives were told.
    pub public: Public,
    /// The station of Mr X; 0 before the start, and where it must not be known.
    pub mr_x: Station,
    /// The part of his move that must still be told.
    pub due: PendingLegs,
    /// The ending, once the game is over, even before it is announced.
    pub verdict: Option<Ending>,
}

impl State {
    /// The station of a seat; 0 for Mr X where that must not be known.
    pub fn station(&self, seat: Seat) -> Station {
        match seat {
            MR_X => self.mr_x,
            detective => self.public.detective(detective),
        }
    }
}

/// The legs of Mr X's move that have not been told yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingLegs {
    /// The next one.
    pub leg: Option<TicketLeg>,
    /// The one after it.
    pub second: Option<TicketLeg>,
    /// True once the next leg's round has started.
    pub started: bool,
}

/// One step: a ticket, and where it takes somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TicketLeg {
    /// The ticket that pays it.
    pub ticket: Ticket,
    /// The station where it ends.
    pub to: Station,
}

/// An action that a seat can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// To make one step.
    Move(TicketLeg),
    /// To make two; Mr X only.
    Double {
        /// The step that he makes first.
        first: TicketLeg,
        /// The step that he makes from where the first one ends.
        second: TicketLeg,
    },
    /// To stay, when no step is possible; detectives only.
    Pass,
}

/// An event of the game. For viewers who must not know a station, the one where Mr X was last seen
/// stands in its place. The order is stored: new events are added at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Everybody stands at a start.
    Opened {
        /// By seat; 0 where it must not be known.
        stations: Vec<Station>,
    },
    /// Mr X paid a double ticket for these two steps.
    Doubled {
        /// The step that he makes first.
        first: TicketLeg,
        /// The step that he makes from where the first one ends.
        second: TicketLeg,
    },
    /// Mr X paid for a step, and with it a round started.
    RoundStarted {
        /// The round, from 1.
        round: u32,
        /// The ticket that he paid.
        ticket: Ticket,
        /// The station where he is now.
        to: Station,
    },
    /// A player made a step: a detective, or Mr X after [`Event::RoundStarted`].
    Moved {
        /// The seat that moved.
        seat: Seat,
        /// The ticket that it paid.
        ticket: Ticket,
        /// The station where it is now.
        to: Station,
    },
    /// A detective passed.
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
    /// Somebody lost its turn.
    Forfeited {
        /// The seat that lost its turn.
        seat: Seat,
        /// The kind of failure for which it lost the turn.
        cause: ForfeitCause,
    },
    /// Everybody has moved.
    RotationCompleted,
    /// The game is over.
    GameOver {
        /// The way in which the game ended.
        cause: Ending,
    },
}

/// The way in which a game ends. The order is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A detective is where Mr X is.
    Captured,
    /// Mr X cannot move.
    Cornered,
    /// All rounds are used.
    Escaped,
    /// No detective can move.
    Stuck,
    /// Mr X lost his turn.
    Forfeited,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 5] =
        [Ending::Captured, Ending::Cornered, Ending::Escaped, Ending::Stuck, Ending::Forfeited];

    /// The word in outcomes.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["captured", "cornered", "escaped", "stuck", "forfeited"][self as usize]
    }

    /// Returns true if Mr X has won.
    pub fn wins_mr_x(self) -> bool {
        matches!(self, Ending::Escaped | Ending::Stuck)
    }
}

/// Everything that a seat may know before the game: all of it but Mr X's start.
pub type Known = chase_engine::game::Known<ScotlandYard>;

/// Everything that a seat sees when it must choose: for detectives without Mr X's station.
pub type View<'a> = chase_engine::game::View<'a, ScotlandYard>;

impl ScotlandYard {
    /// Everything that all players know before the first round.
    pub fn setting(&self) -> &Arc<PublicSetting> {
        &self.setting
    }

    /// A game of a scenario that was checked, and of what all players know of it.
    fn of(scenario: Scenario, setting: PublicSetting) -> Self {
        ScotlandYard {
            legs_max: numbers::legs_max(&setting.board),
            public_scenario: scenario.without_start().map(Arc::new),
            scenario: Arc::new(scenario),
            setting: Arc::new(setting),
        }
    }
}

impl Game for ScotlandYard {
    const NAME: &'static str = "scotland-yard";
    const CYCLE: &'static str = "rotation";

    type Scenario = Scenario;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(scenario: Scenario) -> Result<Self, Fault> {
        scenario.check()?;
        let setting = PublicSetting::of(&scenario);
        Ok(Self::of(scenario, setting))
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.scenario.players.len()).expect("at most six players")
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.setting.name(seat).to_owned()
    }

    fn sides(&self) -> &'static [&'static str] {
        &["mr-x", "detectives"]
    }

    fn start(&self) -> State {
        State {
            public: Public::new(&self.setting),
            mr_x: 0,
            due: PendingLegs::default(),
            verdict: None,
        }
    }

    fn clock(&self, state: &State) -> u64 {
        if state.verdict.is_some() && state.public.is_fresh() {
            // It is over as it begins.
            return 0;
        }
        u64::from(state.public.rotation)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        Some(u64::from(self.scenario.rounds))
    }

    fn turn(&self, state: &State) -> Turn {
        let public = &state.public;
        if let Some(ending) = public.ended {
            let points = if ending.wins_mr_x() { [2, 0] } else { [0, 2] };
            return Turn::Over(Outcome { cause: ending.word().into(), points: points.to_vec() });
        }
        if state.due.leg.is_some() {
            return Turn::Seat(MR_X);
        }
        if !public.opened || state.verdict.is_some() || public.answered {
            return Turn::World;
        }
        Turn::Seat(public.current)
    }

    fn is_valid_state(&self, state: &State) -> bool {
        self.is_possible(state)
    }

    fn legal(&self, state: &State, seat: Seat) -> Vec<Action> {
        self.legal_in(state, seat, &mut Vec::new()).to_vec()
    }

    fn legal_in<'a>(
        &'a self,
        state: &State,
        seat: Seat,
        buffer: &'a mut Vec<Action>,
    ) -> &'a [Action] {
        buffer.clear();
        if state.due.leg.is_none() {
            self.setting.actions(&state.public, seat, state.mr_x, buffer);
        }
        buffer
    }

    fn decide(&self, state: &State, seat: Seat, action: &Action, _: &mut Dice) -> Decided<Event> {
        let mut events = Vec::new();
        self.decide_action(state, seat, *action, &mut events)?;
        Ok(events)
    }

    fn decide_in(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        _: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Result<(), BrokenRule> {
        self.decide_action(state, seat, *action, out)
    }

    fn world(&self, state: &State, dice: &mut Dice) -> Vec<Event> {
        vec![if !state.public.opened {
            Event::Opened { stations: self.draw_starts(dice) }
        } else if let Some(cause) = state.verdict {
            Event::GameOver { cause }
        } else {
            Event::RotationCompleted
        }]
    }

    fn forfeit(&self, _: &State, seat: Seat, why: &Forfeit) -> Vec<Event> {
        vec![Event::Forfeited { seat, cause: why.cause }]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        self.apply_event(state, event)
    }

    fn event_matches(&self, before: &State, seat: Seat, action: &Action, event: &Event) -> bool {
        let leg_of = |ticket, to| TicketLeg { ticket, to };
        match (*action, event) {
            _ if before.due.leg.is_some() => false,
            (Action::Move(leg), &Event::RoundStarted { ticket, to, .. }) => {
                seat == MR_X && leg == leg_of(ticket, to)
            }
            (Action::Move(leg), &Event::Moved { ticket, to, .. }) => {
                seat != MR_X && leg == leg_of(ticket, to)
            }
            (Action::Double { first, second }, Event::Doubled { first: one, second: other }) => {
                (first, second) == (*one, *other)
            }
            (Action::Pass, Event::Passed { .. }) => true,
            _ => false,
        }
    }

    fn masks() -> impl Masks<Self> {
        masks::UnseenMrX
    }
}

impl Playable for ScotlandYard {
    const CELLS: &'static [Column] = trace::TRACE;
    const EXTRAS: Extras<Self> = Extras {
        insight: Some(|game, _| Some(Box::new(knowledge::Knowledge::new(&game.setting)))),
        // Mr X sees everything.
        belief: Some(|game, seat| {
            (seat != MR_X).then(|| Box::new(knowledge::Knowledge::new(&game.setting)) as _)
        }),
        parts: Some(Parts { unit: "round", begun: |_, state| state.public.round.into() }),
        plays_on: &["inverse", "closing"],
        ..Extras::NONE
    };

    fn players() -> &'static [PlayerKind<Self>] {
        players::PLAYERS
    }

    fn can_sit(kind: &PlayerKind<Self>, seat: Seat) -> bool {
        players::can_sit(kind.name, seat)
    }

    fn cells(&self, state: &State) -> Vec<String> {
        transcript::cells(self, state)
    }

    fn action_text(&self, _: &State, _: Seat, action: &Action) -> String {
        action.to_string()
    }

    /// Any move in these words, legal or not.
    fn parse_action(&self, _: &State, _: Seat, text: &str) -> Option<Action> {
        transcript::parse_action(text)
    }

    fn event_text(&self, _: Option<Seat>, event: &Event) -> String {
        self.setting.told(0, event, true)
    }

    fn ending_text(&self, outcome: &Outcome) -> String {
        let ending = Ending::ALL.into_iter().find(|ending| ending.word() == outcome.cause);
        ending.map_or("", Ending::words).into()
    }

    fn statements(&self) -> Vec<(String, String)> {
        let colours: Vec<_> = self.setting.colours.iter().map(|it| it.name()).collect();
        let said = [
            ("board", transcript::board_words(&self.scenario)),
            ("rounds", self.scenario.rounds.to_string()),
            ("reveals", transcript::numbers(&self.scenario.reveals)),
            ("players", colours.join(", ")),
        ];
        said.map(|(what, value)| (what.to_owned(), value)).to_vec()
    }

    fn transcript() -> impl Transcript<Self> {
        transcript::WithTickets
    }

    fn referee() -> impl RefereeRules<Self> {
        referee::DrawnStarts
    }

    fn wire() -> impl WireForm<Self> {
        wire_form::Messages
    }

    fn picture() -> impl Picture<Self> {
        picture::Map
    }

    fn numbers() -> impl NumericForm<Self> {
        numbers::Legs
    }
}

/// The game for lists of games. What is generic is built in this crate, where it is asked for.
#[inline(never)]
#[must_use]
pub fn entry() -> &'static dyn chase_play::CommandLine {
    const { &chase_record::entry::GameEntry::<ScotlandYard>::new() }
}
