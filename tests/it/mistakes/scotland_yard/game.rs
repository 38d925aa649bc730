//! Scotland Yard with a mistake that its scenario names. Its rules are in rules.rs; here is what is written and
//! shown of it. All else is as the game has it; the referee, the symmetry and the second reckoning of the end are
//! those that the author of such a game would write.

use std::sync::Arc;

use chase::engine::budget::StopFlag;
use chase::engine::dice::Dice;
use chase::engine::extras::{Claims, Extras, Parts, Symmetry};
use chase::engine::game::{Forfeit, Game as _, Outcome};
use chase::engine::kit::RandomPlayer;
use chase::engine::numbers::{Feature, NumericForm};
use chase::engine::picture::{Passage, Picture, Scene, Spots, Stage};
use chase::engine::player::{BuiltInPlayers, PlayerKind};
use chase::engine::protocol::{WireError, WireForm};
use chase::engine::referee::Referee;
use chase::engine::replay::{Header, History, HistoryCycle};
use chase::engine::rules_referee::{RefereeRules, RulesReferee};
use chase::engine::seat::{Seat, Seats};
use chase::engine::secrets::{Secrets, Twin};
use chase::engine::tally::Tally;
use chase::engine::trace::{Column, ColumnSet, TraceReader, TraceRow};
use chase::engine::transcript::{Transcript, Viewer};
use chase::games::scotland_yard::{
    Action, Ending, Event, Known, MR_X, Scenario, ScotlandYard, State, Station, TicketLeg, View,
};
use serde::{Deserialize, Serialize};

use super::super::same;
use super::rules::listed;

/// A town, and the mistake that the game in it has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BrokenScenario {
    pub town: Scenario,
    /// The mistake's name.
    pub mistake: String,
    /// The stations that change places in the mirror; none for a town that is not alike on both sides.
    pub mirror: Vec<(Station, Station)>,
}

/// The game with a mistake.
pub struct BrokenYard {
    pub(super) scenario: BrokenScenario,
    pub(super) game: Arc<ScotlandYard>,
}

/// A cycle as the game without the mistake has it.
fn inner(cycle: HistoryCycle<'_, BrokenYard>) -> HistoryCycle<'_, ScotlandYard> {
    HistoryCycle { number: cycle.number, entries: cycle.entries, events: cycle.events }
}

/// How the game is over between two turns, worked out slowly by the lists of moves.
pub fn ending(game: &ScotlandYard, state: &State) -> Option<Ending> {
    let (setting, public) = (game.setting(), &state.public);
    let is_his_turn = public.current == MR_X;
    let stays = |seat| listed(game, state, seat) == [Action::Pass];
    if setting.detectives().any(|seat| public.detective(seat) == state.mr_x) {
        Some(Ending::Captured)
    } else if is_his_turn && listed(game, state, MR_X).is_empty() {
        Some(Ending::Cornered)
    } else if is_his_turn && public.round >= setting.rounds() {
        Some(Ending::Escaped)
    } else {
        setting.detectives().all(stays).then_some(Ending::Stuck)
    }
}

/// How the game ended: the second reckoning. That Mr X lost his turn is not to be seen on the board.
fn outcome(broken: &BrokenYard, state: &State) -> Option<Outcome> {
    let public = &state.public;
    let is_untold = state.verdict.is_some() && public.ended.is_none();
    if !public.opened || state.due.leg.is_some() || is_untold {
        return None;
    }
    let over = match public.ended {
        Some(Ending::Forfeited) => Ending::Forfeited,
        _ => ending(&broken.game, state)?,
    };
    let winner = match over {
        Ending::Escaped | Ending::Stuck => 0,
        Ending::Captured | Ending::Cornered | Ending::Forfeited => 1,
    };
    Some(Outcome::won(over.word(), winner, 2))
}

impl BrokenYard {
    pub fn mistake(&self) -> &str {
        &self.scenario.mistake
    }

    pub fn has(&self, mistake: &str) -> bool {
        self.mistake() == mistake
    }

    fn mirrored_station(&self, station: Station) -> Station {
        let pairs = &self.scenario.mirror;
        let pair = pairs.iter().find(|(one, other)| [*one, *other].contains(&station));
        pair.map_or(station, |(one, other)| one + other - station)
    }

    fn mirrored(&self, state: &State) -> State {
        let mut state = state.clone();
        let turn = |station: &mut Station| *station = self.mirrored_station(*station);
        turn(&mut state.mr_x);
        turn(&mut state.public.last_known);
        state.public.detectives.iter_mut().for_each(turn);
        let legs = [&mut state.due.leg, &mut state.due.second];
        legs.into_iter().flatten().for_each(|leg| turn(&mut leg.to));
        state
    }

    fn mirrored_action(&self, action: &Action) -> Action {
        let mut action = *action;
        let turn = |station: &mut Station| *station = self.mirrored_station(*station);
        match &mut action {
            Action::Move(leg) => turn(&mut leg.to),
            Action::Double { first, second } => {
                turn(&mut first.to);
                turn(&mut second.to);
            }
            Action::Pass => {}
        }
        action
    }
}

impl BuiltInPlayers for BrokenYard {
    fn players() -> &'static [PlayerKind<Self>] {
        const { &[RandomPlayer::kind()] }
    }
}

impl Picture for BrokenYard {
    fn scene(&self, passage: &Passage<'_, Self>, out: &mut Scene) {
        let passage = Passage {
            cycle: inner(passage.cycle),
            before: passage.before,
            after: passage.after,
            viewer: passage.viewer,
        };
        self.game.scene(&passage, out);
    }

    same! {
        fn stage(&self, viewer: Option<Seats>) -> Stage;
        fn spots(&self, state: &State, seat: Seat, action: &Action) -> Spots;
    }
}

impl NumericForm for BrokenYard {
    fn observation(&self, seen: &State, seat: Seat, out: &mut Vec<i32>) {
        // A state is shown as it is, and in numbers there is nothing.
        if !self.has("StateShown") {
            self.game.observation(seen, seat, out);
        }
    }

    same! {
        fn action_count(&self) -> usize;
        fn action_number(&self, seen: &State, seat: Seat, action: &Action) -> usize;
        fn features(&self) -> Vec<Feature>;
    }
}

impl Transcript for BrokenYard {
    const EXTRAS: Extras<Self> = Extras {
        parts: Some(Parts { unit: "round", begun: |_, state| state.public.round.into() }),
        claims: Some(Claims {
            symmetries: &[Symmetry {
                name: "mirror",
                state: Self::mirrored,
                action: Self::mirrored_action,
                seat: |seat| seat,
            }],
            outcome: Some(outcome),
            ..Claims::NONE
        }),
        ..Extras::NONE
    };

    fn cycle(&self, newest: HistoryCycle<'_, Self>, state: &State, out: &mut Vec<u8>) {
        let mut state = state.clone();
        state.public.tickets[MR_X.index()][0] += u32::from(self.has("TicketsMiscounted"));
        self.game.cycle(inner(newest), &state, out);
    }

    fn ending_words(&self, state: &State) -> String {
        match state.public.ended {
            Some(Ending::Stuck) if self.has("NoWordsForStuck") => String::new(),
            _ => self.game.ending_words(state),
        }
    }

    fn row(&self, newest: HistoryCycle<'_, Self>, state: &State, row: &mut TraceRow) {
        self.game.row(inner(newest), state, row);
    }

    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee> {
        Box::new(RulesReferee::new(game, header, dice_known, stop))
    }

    fn action(&self, state: &State, seat: Seat, action: &Action, out: &mut Vec<u8>) {
        match action {
            Action::Move(TicketLeg { to, .. }) if self.has("ActionWithoutTicket") => {
                out.extend(format!("to {to}").bytes());
            }
            // All others are too, in words of their own.
            _ if self.has("ActionWithoutTicket") => out.extend(action.to_string().bytes()),
            _ => self.game.action(state, seat, action, out),
        }
    }

    fn event(&self, before: &State, event: &Event, out: &mut Vec<u8>) {
        match event {
            Event::Moved { seat, to, .. } if self.has("EventWithoutTicket") => {
                out.extend(format!("{} to {to}", self.game.seat_name(*seat)).bytes());
            }
            _ => self.game.event(before, event, out),
        }
    }

    fn tally(&self) -> Box<dyn Tally<Self>> {
        Box::new(Nothing)
    }

    fn viewed_state(&self, state: &State, eyes: Seats) -> State {
        match self.mistake() {
            // A state is shown as it is, or an observation is made of it.
            "StateShown" | "StateInNumbers" => state.clone(),
            _ => self.game.viewed_state(state, eyes),
        }
    }

    fn viewed_action(&self, before: &State, by: Seat, action: &Action, eyes: Seats) -> Action {
        let shown = self.game.viewed_action(before, by, action, eyes);
        match (self.mistake(), *action, shown) {
            ("ActionShown", ..) => *action,
            ("DoubleShown", Action::Double { first, .. }, Action::Double { second, .. }) => {
                Action::Double { first, second }
            }
            _ => shown,
        }
    }

    same! {
        fn opening(&self, out: &mut Vec<u8>);
        fn show(&self, state: &State, row: &mut TraceRow);
        fn statements(&self) -> Vec<(String, String)>;
        fn moment(&self, state: &State, players: &[String], out: &mut Vec<u8>);
        fn facts(&self, state: &State, players: &[String]) -> String;
        fn viewers(&self) -> Vec<Viewer>;
        fn public_eyes(&self) -> Option<Seats>;
        fn viewed_opening(&self, eyes: Seats, out: &mut Vec<u8>);
    }

    same! { ScotlandYard:
        fn columns() -> &'static [Column];
        fn printed(row: &TraceRow) -> Vec<(String, ColumnSet)>;
        fn recognises(beginning: &str) -> bool;
        fn reader() -> Box<dyn TraceReader>;
        fn viewed_event(seen: &Event, seat: Seat) -> Option<Event>;
        fn sees_legal(eyes: Seats, by: Seat) -> bool;
    }
}

impl RefereeRules for BrokenYard {
    same! {
        fn fits(&self, state: &State, seat: Seat, action: &Action, row: &TraceRow) -> bool;
        fn lost_turn(&self, state: &State, seat: Seat, row: &TraceRow) -> Option<Forfeit>;
        fn shown_luck(&self, state: &State, turn: Option<(Seat, &Action)>, row: &TraceRow) -> Option<Vec<Event>>;
        fn situation(&self, state: &State, seat: Seat, player: &str) -> String;
        fn misdeed(&self, state: &State, seat: Seat, row: &TraceRow) -> (String, String);
    }

    same! { ScotlandYard:
        fn options() -> &'static [&'static str];
    }
}

/// No mistake is in what is counted.
struct Nothing;

impl Tally<BrokenYard> for Nothing {
    fn count(&mut self, _: &BrokenYard, _: &State, _: &Event) {}

    fn json(&self, _: &BrokenYard, _: Option<Seats>) -> String {
        "{}".into()
    }

    fn text(&self, _: &BrokenYard, _: Option<Seats>, _: &mut Vec<u8>) {}

    fn again(&self) -> Box<dyn Tally<BrokenYard>> {
        Box::new(Nothing)
    }
}

impl WireForm for BrokenYard {
    type Common = <ScotlandYard as WireForm>::Common;
    type Own = <ScotlandYard as WireForm>::Own;
    type SentView = <ScotlandYard as WireForm>::SentView;
    type Held = <ScotlandYard as WireForm>::Held;
    fn send_seen(&self, before: &State, seen: &Event) -> String {
        match *seen {
            Event::RoundStarted { round, ticket, .. } if self.has("SentWithStation") => {
                let to = before.mr_x;
                self.game.send_seen(before, &Event::RoundStarted { round, ticket, to })
            }
            _ => self.game.send_seen(before, seen),
        }
    }

    same! { ScotlandYard:
        fn send_known(known: &Known) -> (Self::Common, Self::Own);
        fn receive_known(seat: Seat, common: Self::Common, own: Self::Own) -> Result<Known, WireError>;
        fn send_view(view: &View<'_>) -> Self::SentView;
        fn receive_view(seat: Seat, known: &Known, sent: Self::SentView) -> Result<Self::Held, WireError>;
        fn held(held: &Self::Held) -> View<'_>;
    }
}

impl Secrets for BrokenYard {
    fn has_secrets() -> bool {
        true
    }

    fn twin(
        game: &Arc<Self>,
        history: &History<Self>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<Self>> {
        let mut plain = History::default();
        history.cycles().for_each(|cycle| plain.push(inner(cycle)));
        let twin = match game.mistake() {
            "NothingCompared" => return None,
            "ComparedWithItself" if seats.has(MR_X) => return None,
            "ComparedWithItself" => plain,
            _ => ScotlandYard::twin(&game.game, &plain, seats, dice)?.history,
        };
        let mut history = History::default();
        for HistoryCycle { number, entries, events } in twin.cycles() {
            history.push(HistoryCycle { number, entries, events });
        }
        Some(Twin { game: Arc::clone(game), history })
    }

    same! {
        fn hides_from(&self, seat: Seat) -> bool;
    }
}
