//! How a game is told, shown and sent, and who plays it. The author of a game may replace each part
//! separately.

use super::{Kit, NumericForm, Picture, RandomPlayer, RefereeRules, Transcript, WireForm};
use crate::extras::Extras;
use crate::player_kind::PlayerKind;
use crate::trace::Column;
use chase_engine::game::{Game, Outcome, Seat};

/// A game that people and programs can play: who plays it, and how it is told.
///
/// Transcript, referee, messages, picture and numbers are made of the cells, the words of actions and the
/// words of events. A game replaces one of them with a type of its own, which overrides only what differs.
pub trait Playable: Game {
    /// The cells that a transcript shows after every cycle. The last cell holds what was done and gets no
    /// line of its own: [`DEEDS`](super::DEEDS) in most games. More than 62 do not compile.
    const CELLS: &'static [Column];

    /// The optional parts of the game.
    const EXTRAS: Extras<Self> = Extras::NONE;

    /// The built-in players.
    #[must_use]
    fn players() -> &'static [PlayerKind<Self>] {
        const { &[RandomPlayer::kind()] }
    }

    /// True if a built-in player knows how to play for a seat.
    fn can_sit(_kind: &PlayerKind<Self>, _seat: Seat) -> bool {
        true
    }

    /// The values of [`Playable::CELLS`] but the last, in their order, each on one line.
    fn cells(&self, state: &Self::State) -> Vec<String>;

    /// An action in words, different for every legal action (`take 2 from heap 1`). What a person
    /// types is held against these words.
    fn action_text(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> String;

    /// The action that somebody means by a text: by default, the legal one with these words or this
    /// [notation](Playable::notation). Blanks and case do not matter. A game may read actions that are not
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

    /// The text that a person types for an action, where that is shorter than its words.
    fn notation(&self, _state: &Self::State, _action: &Self::Action) -> Option<String> {
        None
    }

    /// The transcript and its reader. A game that wants another text returns a type of its own, whose
    /// `impl` of [`Transcript`] holds what is other.
    #[must_use]
    fn transcript() -> impl Transcript<Self> {
        Kit
    }

    /// The referee's rules.
    #[must_use]
    fn referee() -> impl RefereeRules<Self> {
        Kit
    }

    /// The messages to a player outside the process.
    #[must_use]
    fn wire() -> impl WireForm<Self> {
        Kit
    }

    /// The pictures of the game.
    #[must_use]
    fn picture() -> impl Picture<Self> {
        Kit
    }

    /// The game in numbers, for programs that learn.
    #[must_use]
    fn numbers() -> impl NumericForm<Self> {
        Kit
    }
}
