//! What the author of a game writes: the rules and the words. The author may replace what
//! is made of them, each part separately.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    BrokenRule, Decided, Kit, Masks, OpenNumbers, OpenPicture, OpenReferee, OpenTranscript,
    OpenWire, RandomPlayer, rules,
};
use crate::dice::{Dice, Generator};
use crate::extras::Extras;
use crate::game::{Fault, Forfeit, Outcome, Seat, ThinkingTime, Turn};
use crate::player::PlayerKind;
use crate::trace::Column;

/// A game of the kit: its rules, and how it is told. Every seat may know everything, unless
/// [`masks`](OpenGame::masks) says otherwise.
///
/// The rules are those of [`Game`](crate::game::Game): `decide` and `world` choose and change nothing,
/// `apply` writes one event down and refuses what the rules could not have produced. The first turn is
/// the world's: it opens cycle 0.
///
/// Transcript, referee, messages, picture and numbers are made of the cells, the words of actions and the
/// words of events. A game replaces one of them with a type of its own, which
/// overrides only what differs.
pub trait OpenGame: Sized + Send + Sync + 'static {
    /// The name in files and on the command line (`nim`): lower case, without blanks.
    const NAME: &'static str;
    /// The number of the event schema, raised whenever events or their meaning change.
    const RULES: u32 = 1;
    /// The word for one cycle (`move`).
    const CYCLE: &'static str = "move";
    /// The generator that draws when nobody names one.
    const DICE: Generator = Generator::Chacha8;
    /// The cells that a transcript shows after every cycle. The last cell holds what was done and gets no
    /// line of its own: [`DEEDS`](super::DEEDS) in most games. More than 62 do not compile.
    const CELLS: &'static [Column];

    /// The optional parts of the game.
    const EXTRAS: Extras<Self> = Extras::NONE;

    /// The content of a scenario file: plain data, not yet validated.
    type Scenario: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// Everything that the rules need to go on, and nothing else. Its JSON form needs maps whose
    /// keys are texts or numbers; a field is never left out (`skip_serializing_if`), as snapshots
    /// are binary.
    type State: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// An action that a seat can ask for. It is hashed into seals: it holds no floating-point
    /// number, no map and no integer of 128 bits, and leaves no field out.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// An event that changes the state. What is said of [`OpenGame::Action`] holds for it too.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;

    /// Makes a game of a scenario, or names what is wrong with it.
    ///
    /// # Errors
    /// The first faulty item, with what was expected.
    fn new(scenario: Self::Scenario) -> Result<Self, Fault>;

    /// The scenario this game was made of.
    fn scenario(&self) -> &Self::Scenario;

    /// The number of seats, 1 to 13; each is a side of its own. A game with another number is
    /// neither played nor opened.
    fn seats(&self) -> u8 {
        2
    }

    /// The names of the sides. There are more sides than seats if some sides have no player.
    fn sides(&self) -> &'static [&'static str] {
        rules::sides(self.seats())
    }

    /// The time that a seat has, where the scenario gives one.
    fn clock_given(&self) -> ThinkingTime {
        ThinkingTime::default()
    }

    /// The state before anything happened.
    fn start(&self) -> Self::State;

    /// The cycle that the next entry belongs to; after the end, the last one.
    fn clock(&self, state: &Self::State) -> u64;

    /// The last cycle there can be, where there is one.
    fn last_possible_cycle(&self) -> Option<u64> {
        None
    }

    /// The next turn in a state.
    fn turn(&self, state: &Self::State) -> Turn;

    /// True if a state read from a file is one that this game could be in.
    fn is_valid_state(&self, state: &Self::State) -> bool;

    /// All legal actions of a seat whose turn it is, each once, in a fixed order.
    fn legal(&self, state: &Self::State, seat: Seat) -> Vec<Self::Action>;

    /// Appends [`OpenGame::legal`] to a list that is used again: for games of which millions are
    /// played.
    fn put_legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>) {
        out.extend(self.legal(state, seat));
    }

    /// The events that an action leads to, or the rule that forbids it.
    fn decide(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
    ) -> Decided<Self::Event>;

    /// Appends [`OpenGame::decide`] to a list that is used again, as [`OpenGame::put_legal`] does.
    ///
    /// # Errors
    /// The rule that forbids the action.
    fn put_decided(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        out: &mut Vec<Self::Event>,
    ) -> Result<(), BrokenRule> {
        out.extend(self.decide(state, seat, action, dice)?);
        Ok(())
    }

    /// The events that a joint action leads to, one or more, in a game that has a turn of
    /// [`Turn::Seats`]. `chosen` has every seat of that turn, in the order of play, with its action, which is
    /// one of [`OpenGame::legal`], or nothing where it lost its turn. [`OpenGame::decide`] and
    /// [`OpenGame::forfeit`] are not called in such a turn.
    ///
    /// # Panics
    /// By default, as most games ask one seat at a time.
    fn decide_joint(
        &self,
        _state: &Self::State,
        _chosen: &[(Seat, Option<Self::Action>)],
        _dice: &mut Dice,
    ) -> Vec<Self::Event> {
        unreachable!("{}: nothing says what comes of a joint action", Self::NAME)
    }

    /// True if an event is the first that a joint action leads to; `before` is the state it
    /// changes. By default this calls [`OpenGame::decide_joint`] again with other dice. Override it
    /// if joint actions draw.
    fn joint_matches(
        &self,
        before: &Self::State,
        chosen: &[(Seat, Option<Self::Action>)],
        event: &Self::Event,
    ) -> bool {
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        let decided = self.decide_joint(before, chosen, dice);
        decided.first() == Some(event)
    }

    /// The events of the world's turn, one or more.
    fn world(&self, state: &Self::State, dice: &mut Dice) -> Vec<Self::Event>;

    /// The events that follow when a seat loses its turn, at least one.
    fn forfeit(&self, state: &Self::State, seat: Seat, why: &Forfeit) -> Vec<Self::Event>;

    /// Applies one event to the state.
    ///
    /// # Errors
    /// The rule that the event breaks; the state is untouched then.
    fn apply(&self, state: &mut Self::State, event: &Self::Event) -> Result<(), BrokenRule>;

    /// True if an event is the first that an action leads to; `before` is the state it changes. By
    /// default this calls [`OpenGame::decide`] again with other dice. Override it if actions draw.
    fn event_matches(
        &self,
        before: &Self::State,
        seat: Seat,
        action: &Self::Action,
        event: &Self::Event,
    ) -> bool {
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        let decided = self.decide(before, seat, action, dice);
        decided.is_ok_and(|events| events.first() == Some(event))
    }

    /// True if two different actions can lead to the same event, such as a teleport to a place that
    /// luck chooses and a teleport to the same place by name.
    #[must_use]
    fn are_alike(_one: &Self::Action, _other: &Self::Action) -> bool {
        false
    }

    /// The built-in players.
    #[must_use]
    fn players() -> &'static [PlayerKind<Self>] {
        const { &[RandomPlayer::kind()] }
    }

    /// True if a built-in player knows how to play for a seat.
    fn can_sit(_kind: &PlayerKind<Self>, _seat: Seat) -> bool {
        true
    }

    /// The values of [`OpenGame::CELLS`] but the last, in their order, each on one line.
    fn cells(&self, state: &Self::State) -> Vec<String>;

    /// An action in words, different for every legal action (`take 2 from heap 1`). What a person
    /// types is held against these words.
    fn action_text(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> String;

    /// The action that somebody means by a text: by default, the legal one with these words or this
    /// [notation](OpenGame::notation). Blanks and case do not matter. A game may read actions that are not
    /// legal too, so that the rules say what forbids them.
    fn parse_action(&self, state: &Self::State, seat: Seat, text: &str) -> Option<Self::Action> {
        let plain = |text: &str| {
            let words: Vec<_> = text.split_whitespace().map(str::to_lowercase).collect();
            words.join(" ")
        };
        let (meant, legal) = (plain(text), self.legal(state, seat));
        let has_words =
            |action: &&Self::Action| plain(&self.action_text(state, seat, action)) == meant;
        let is_noted = |action: &&Self::Action| {
            self.notation(state, action).is_some_and(|text| plain(&text) == meant)
        };
        legal.iter().find(has_words).or_else(|| legal.iter().find(is_noted)).cloned()
    }

    /// An event in words, without a full stop (`P1 takes 2 from heap 1`); `seat` is whose turn it
    /// was; nothing in the world's turns and in those of several seats. Empty for what needs no words.
    fn event_text(&self, seat: Option<Seat>, event: &Self::Event) -> String;

    /// The outcome on one line.
    fn ending_text(&self, outcome: &Outcome) -> String {
        let best = outcome.points.iter().copied().max().unwrap_or(0);
        let seats = (0..self.seats()).map(Seat);
        let winners = seats.filter(|seat| outcome.points.get(seat.index()) == Some(&best));
        let winners: Vec<_> = winners.map(|seat| self.seat_name(seat)).collect();
        let cause = outcome.cause.replace('_', " ");
        match winners.as_slice() {
            _ if best == 0 => format!("Nobody wins: {cause}"),
            [winner] => format!("{winner} wins: {cause}"),
            all => format!("{} share the win: {cause}", all.join(", ")),
        }
    }

    /// The facts about the scenario, as pairs of name and value.
    fn statements(&self) -> Vec<(String, String)>;

    /// A seat's short name in messages (`P1`).
    fn seat_name(&self, seat: Seat) -> String {
        format!("P{}", seat.0 + 1)
    }

    /// The text that a person types for an action, where that is shorter than its words.
    fn notation(&self, _state: &Self::State, _action: &Self::Action) -> Option<String> {
        None
    }

    /// The masks that take out what seats may not know. A game with secrets returns a type of its
    /// own, whose `impl` of [`Masks`] says it. By default every seat may know everything.
    #[must_use]
    fn masks() -> impl Masks<Self> {
        Kit
    }

    /// The transcript and its reader. A game that wants another text returns a type of its own, whose
    /// `impl` of [`OpenTranscript`] holds what is other.
    #[must_use]
    fn transcript() -> impl OpenTranscript<Self> {
        Kit
    }

    /// The referee's rules.
    #[must_use]
    fn referee() -> impl OpenReferee<Self> {
        Kit
    }

    /// The messages to a player outside the process.
    #[must_use]
    fn wire() -> impl OpenWire<Self> {
        Kit
    }

    /// The pictures of the game.
    #[must_use]
    fn picture() -> impl OpenPicture<Self> {
        Kit
    }

    /// The game in numbers, for programs that learn.
    #[must_use]
    fn numbers() -> impl OpenNumbers<Self> {
        Kit
    }
}
