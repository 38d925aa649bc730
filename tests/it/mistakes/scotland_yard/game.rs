//! Scotland Yard with a mistake that its scenario names. All else is as the game has it; the referee, the
//! symmetry and the second reckoning of the end are those that the author of such a game would write.

use std::sync::Arc;

use chase::engine::budget::StopFlag;
use chase::engine::dice::{Dice, Generator};
use chase::engine::extras::{Claims, Extras, Parts, Symmetry};
use chase::engine::game::{Audience, Fault, Forfeit, Game, Masked, Outcome, Turn};
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
    Action, Ending, Event, Illegal, Known, MR_X, Scenario, ScotlandYard, State, Station, View,
};
use serde::{Deserialize, Serialize};

use super::mistake::{YardMistake, listed};

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
    scenario: BrokenScenario,
    game: Arc<ScotlandYard>,
    wrong: &'static dyn YardMistake,
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

impl Game for BrokenYard {
    const NAME: &'static str = ScotlandYard::NAME;
    const RULES: u32 = ScotlandYard::RULES;
    const CYCLE: &'static str = ScotlandYard::CYCLE;
    const DICE: Generator = ScotlandYard::DICE;

    type Scenario = BrokenScenario;
    type State = State;
    type Known = Known;
    type View<'a> = View<'a>;
    type Seen = Event;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    fn new(scenario: BrokenScenario) -> Result<Self, Fault> {
        let game = Arc::new(ScotlandYard::new(scenario.town.clone())?);
        let wrong = super::mistake_named(&scenario.mistake);
        Ok(BrokenYard { scenario, game, wrong })
    }

    fn scenario(&self) -> &BrokenScenario {
        &self.scenario
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn sides(&self) -> &'static [&'static str] {
        self.game.sides()
    }

    fn start(&self) -> State {
        self.game.start()
    }

    fn clock(&self, state: &State) -> u64 {
        self.wrong.clock(&self.game, state)
    }

    fn last_possible_cycle(&self) -> Option<u64> {
        self.wrong.last_possible_cycle(&self.game)
    }

    fn turn(&self, state: &State) -> Turn {
        self.wrong.turn(&self.game, state)
    }

    fn is_valid_state(&self, state: &State) -> bool {
        self.wrong.is_valid_state(&self.game, state)
    }

    fn legal<'a>(&'a self, state: &State, seat: Seat, buffer: &'a mut Vec<Action>) -> &'a [Action] {
        buffer.extend(self.wrong.legal(&self.game, state, seat));
        buffer
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        _: &mut Dice,
        out: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        out.extend(self.wrong.decide(&self.game, state, seat, action)?);
        Ok(())
    }

    fn world(&self, state: &State, dice: &mut Dice, out: &mut Vec<Event>) {
        out.extend(self.wrong.world(&self.game, state, dice));
    }

    fn forfeit(&self, state: &State, seat: Seat, why: &Forfeit, out: &mut Vec<Event>) {
        out.extend(self.wrong.forfeit(&self.game, state, seat, why));
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), Illegal> {
        self.wrong.apply(&self.game, state, event)
    }

    fn event_matches(&self, before: &State, seat: Seat, action: &Action, event: &Event) -> bool {
        self.wrong.event_matches(&self.game, before, seat, action, event)
    }

    fn known(&self, seat: Seat) -> Known {
        self.game.known(seat)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        self.wrong.view(&self.game, state, seat)
    }

    fn masked(&self, state: &State, seat: Seat) -> Option<Masked<Self>> {
        let state = self.wrong.masked(&self.game, state, seat)?;
        Some(Masked { game: None, state })
    }

    fn audience(&self, before: &State, event: &Event) -> Audience {
        self.wrong.audience(&self.game, before, event)
    }

    fn seen(&self, before: &State, event: &Event, seat: Seat) -> Option<Event> {
        self.wrong.seen(&self.game, before, event, seat)
    }
}

impl BuiltInPlayers for BrokenYard {
    fn players() -> &'static [PlayerKind<Self>] {
        const { &[RandomPlayer::kind()] }
    }
}

impl Picture for BrokenYard {
    fn stage(&self, viewer: Option<Seats>) -> Stage {
        self.game.stage(viewer)
    }

    fn scene(&self, passage: &Passage<'_, Self>, out: &mut Scene) {
        let passage = Passage {
            cycle: inner(passage.cycle),
            before: passage.before,
            after: passage.after,
            viewer: passage.viewer,
        };
        self.game.scene(&passage, out);
    }

    fn spots(&self, state: &State, seat: Seat, action: &Action) -> Spots {
        self.game.spots(state, seat, action)
    }
}

impl NumericForm for BrokenYard {
    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn action_number(&self, seen: &State, seat: Seat, action: &Action) -> usize {
        self.game.action_number(seen, seat, action)
    }

    fn features(&self) -> Vec<Feature> {
        self.game.features()
    }

    fn observation(&self, seen: &State, seat: Seat, out: &mut Vec<i32>) {
        self.wrong.observation(&self.game, seen, seat, out);
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

    fn opening(&self, out: &mut Vec<u8>) {
        self.game.opening(out);
    }

    fn cycle(&self, newest: HistoryCycle<'_, Self>, state: &State, out: &mut Vec<u8>) {
        self.wrong.cycle(&self.game, inner(newest), state, out);
    }

    fn ending_words(&self, state: &State) -> String {
        self.wrong.ending_words(&self.game, state)
    }

    fn columns() -> &'static [Column] {
        ScotlandYard::columns()
    }

    fn printed(row: &TraceRow) -> Vec<(String, ColumnSet)> {
        ScotlandYard::printed(row)
    }

    fn show(&self, state: &State, row: &mut TraceRow) {
        self.game.show(state, row);
    }

    fn row(&self, newest: HistoryCycle<'_, Self>, state: &State, row: &mut TraceRow) {
        self.game.row(inner(newest), state, row);
    }

    fn statements(&self) -> Vec<(String, String)> {
        self.game.statements()
    }

    fn recognises(beginning: &str) -> bool {
        ScotlandYard::recognises(beginning)
    }

    fn reader() -> Box<dyn TraceReader> {
        ScotlandYard::reader()
    }

    fn referee(
        game: Arc<Self>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> Box<dyn Referee> {
        Box::new(RulesReferee::new(game, header, dice_known, stop))
    }

    fn moment(&self, state: &State, players: &[String], out: &mut Vec<u8>) {
        self.game.moment(state, players, out);
    }

    fn facts(&self, state: &State, players: &[String]) -> String {
        self.game.facts(state, players)
    }

    fn action(&self, state: &State, seat: Seat, action: &Action, out: &mut Vec<u8>) {
        out.extend(self.wrong.action(&self.game, state, seat, action).bytes());
    }

    fn event(&self, before: &State, event: &Event, out: &mut Vec<u8>) {
        out.extend(self.wrong.event(&self.game, before, event).bytes());
    }

    fn tally(&self) -> Box<dyn Tally<Self>> {
        Box::new(Nothing)
    }

    fn viewers(&self) -> Vec<Viewer> {
        self.game.viewers()
    }

    fn public_eyes(&self) -> Option<Seats> {
        self.game.public_eyes()
    }

    fn viewed_opening(&self, eyes: Seats, out: &mut Vec<u8>) {
        self.game.viewed_opening(eyes, out);
    }

    fn viewed_state(&self, state: &State, eyes: Seats) -> State {
        self.wrong.viewed_state(&self.game, state, eyes)
    }

    fn viewed_action(&self, before: &State, by: Seat, action: &Action, eyes: Seats) -> Action {
        self.wrong.viewed_action(&self.game, before, by, action, eyes)
    }

    fn viewed_event(seen: &Event, seat: Seat) -> Option<Event> {
        ScotlandYard::viewed_event(seen, seat)
    }

    fn sees_legal(eyes: Seats, by: Seat) -> bool {
        ScotlandYard::sees_legal(eyes, by)
    }
}

impl RefereeRules for BrokenYard {
    fn options() -> &'static [&'static str] {
        ScotlandYard::options()
    }

    fn fits(&self, state: &State, seat: Seat, action: &Action, row: &TraceRow) -> bool {
        self.game.fits(state, seat, action, row)
    }

    fn shown_luck(
        &self,
        state: &State,
        turn: Option<(Seat, &Action)>,
        row: &TraceRow,
    ) -> Option<Vec<Event>> {
        self.game.shown_luck(state, turn, row)
    }

    fn lost_turn(&self, state: &State, seat: Seat, row: &TraceRow) -> Option<Forfeit> {
        self.game.lost_turn(state, seat, row)
    }

    fn misdeed(&self, state: &State, seat: Seat, row: &TraceRow) -> (String, String) {
        self.game.misdeed(state, seat, row)
    }

    fn situation(&self, state: &State, seat: Seat, player: &str) -> String {
        self.game.situation(state, seat, player)
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

    fn send_known(known: &Known) -> (Self::Common, Self::Own) {
        ScotlandYard::send_known(known)
    }

    fn receive_known(seat: Seat, common: Self::Common, own: Self::Own) -> Result<Known, WireError> {
        ScotlandYard::receive_known(seat, common, own)
    }

    fn send_view(view: &View<'_>) -> Self::SentView {
        ScotlandYard::send_view(view)
    }

    fn receive_view(
        seat: Seat,
        known: &Known,
        sent: Self::SentView,
    ) -> Result<Self::Held, WireError> {
        ScotlandYard::receive_view(seat, known, sent)
    }

    fn held(held: &Self::Held) -> View<'_> {
        ScotlandYard::held(held)
    }

    fn send_seen(&self, before: &State, seen: &Event) -> String {
        self.wrong.send_seen(&self.game, before, seen)
    }
}

impl Secrets for BrokenYard {
    fn has_secrets() -> bool {
        true
    }

    fn hides_from(&self, seat: Seat) -> bool {
        self.game.hides_from(seat)
    }

    fn twin(
        game: &Arc<Self>,
        history: &History<Self>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<Self>> {
        let mut plain = History::default();
        for cycle in history.cycles() {
            plain.push(inner(cycle));
        }
        let twin = game.wrong.twin(&game.game, &plain, seats, dice)?;
        let mut history = History::default();
        for cycle in twin.history.cycles() {
            history.push(HistoryCycle {
                number: cycle.number,
                entries: cycle.entries,
                events: cycle.events,
            });
        }
        Some(Twin { game: Arc::clone(game), history })
    }
}
